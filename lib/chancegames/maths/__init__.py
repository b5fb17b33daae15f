"""Mathematics that no single game owns: dice, finite games, matrix games, estimates."""
