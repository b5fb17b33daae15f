"""Hold the tables of another pair's program for the race against ours, entry by entry.

Their repository is github.com/Saighi/MOGPL_PROJECT, and its folder ``tables_tpt/npy`` has a table
for each player (1 begins), limit of dice and goal: how many dice to roll, or 1000 where they left
it open.  Clone it, and give the folder: ``python benchmarks/their_tables.py tables_tpt/npy``.
"""

import re
from pathlib import Path

import click
import numpy as np

from chancegames.games.dice_battle import Race, race

OPEN = 1000


def costly(table: np.ndarray, player: int, rules: Race) -> tuple[int, list[tuple[int, int]]]:
    """How many entries there are, and at which scores the number of dice is not a best one."""
    solved, filled, wrong = race.solve(rules), 0, []
    for scores in np.argwhere(table != OPEN):
        own, other = scores if player == 1 else scores[::-1]
        values = solved.action_values((rules.goal - own, rules.goal - other))
        filled += 1
        if values[int(table[tuple(scores)])] < max(values.values()) - 1e-9:
            wrong.append((int(own), int(other)))
    return filled, wrong


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
def main(folder: Path) -> None:
    """Say for each table in FOLDER how many of its entries are not a best number of dice."""
    tables, entries, missed = 0, 0, 0
    for path in sorted(folder.glob("*.npy")):
        named = re.fullmatch(r".*p(\d)_(\d+)_(\d+)", path.stem)
        if not named:
            raise click.UsageError(f"{path.name} does not name a player, dice and a goal")
        player, dice, goal = map(int, named.groups())
        try:
            table = np.load(path)
        except (OSError, ValueError):
            raise click.UsageError(f"{path.name} is no table of NumPy's") from None
        if (
            table.shape != (goal, goal)
            or not ((table == OPEN) | (table >= 1) & (table <= dice)).all()
        ):
            raise click.UsageError(f"{path.name} is no table of 1 to {dice} dice for {goal} points")
        filled, wrong = costly(table, player, Race(goal=goal, dice=dice))
        click.echo(f"{path.name}: {filled:,} entries, {len(wrong)} not best")
        tables, entries, missed = tables + 1, entries + filled, missed + len(wrong)
    click.echo(f"{tables} tables, {entries:,} entries, {missed} not best")


if __name__ == "__main__":
    main()
