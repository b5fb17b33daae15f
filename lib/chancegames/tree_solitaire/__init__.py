"""Tree Solitaire: look-ahead strategies on random trees (Johnson, 1970)."""
