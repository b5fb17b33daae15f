"""Growth of Yahtzee: positions, edges and time as dice, faces, re-rolls and boxes grow.

Starting from one small Yahtzee, one size at a time is changed, and every game is explored and
solved by the general solver, with only what matters remembered.  The column `sheets` counts the
positions of the same game with the whole sheet remembered, as long as they are fewer than
`LARGEST`.

Usage: python benchmarks/bench_growth.py [--write]   (rewrites data/growth.csv)
"""

import argparse
import csv
import io
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from operator import itemgetter

from chancegames.base.files import write_whole
from chancegames.base.paths import DATA
from chancegames.book.runtimes import processor
from chancegames.games.yahtzee.graph import turn_graph
from chancegames.maths.game import FiniteGame
from chancegames.maths.graph import Graph, explore, solve
from chancegames.models.small_yahtzee import SmallYahtzee, outline_rules, sheet_rules

BASE = SmallYahtzee(dice=3, faces=4, rerolls=2, boxes=4, target=12, bonus=6)
SIZES = {"dice": range(1, 8), "faces": range(2, 8), "rerolls": range(7), "boxes": range(1, 7)}
COLUMNS = (
    "size",
    "value",
    "anchors",
    "positions",
    "edges",
    "explore_s",
    "solve_s",
    "sheets",
    "processor",
)
LARGEST = 600_000  # bound on the positions with whole sheets
REPEATS = 5
first = itemgetter(0)


def rows() -> Iterator[tuple]:
    """One row for each small Yahtzee."""
    for name, values in SIZES.items():
        for value in values:
            small = replace(BASE, **{name: value})
            yield name, value, *measured(small), sheets(small), processor()


def measured(small: SmallYahtzee) -> tuple:
    """Anchors, positions, edges, and the times to explore and to solve (best of some)."""
    exploring, game = min((timed(explored, outline_rules(small)) for _ in range(2)), key=first)
    solved = min(timed(solve, game)[0] for _ in range(REPEATS))
    turn = turn_graph(small.dice, small.faces, small.rerolls).positions
    anchors = (len(game) - (final := int((game.kind == 0).sum()))) // turn + final
    return anchors, len(game), len(game.following), f"{exploring:.4f}", f"{solved:.6f}"


def explored(rules: tuple) -> Graph:
    """Graph of a start and a function of the state."""
    return explore(FiniteGame(*rules))


def timed(work: Callable, *args: object) -> tuple:
    """Processor seconds that a call takes, and what it returns."""
    start = time.process_time()
    result = work(*args)
    return time.process_time() - start, result


def sheets(small: SmallYahtzee) -> int | str:
    """Positions with the whole sheet remembered; empty if they are too many."""
    throws = turn_graph(small.dice, small.faces, small.rerolls).positions
    bound = throws * (small.dice + 2) ** small.boxes
    return len(explored(sheet_rules(small))) if bound < LARGEST else ""


def main() -> None:
    """Print the table, and write it if asked to."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", action="store_true", help="rewrite data/growth.csv")
    write = parser.parse_args().write
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(rows())
    print(text.getvalue(), end="")
    if write:
        write_whole(DATA / "growth.csv", text.getvalue())


if __name__ == "__main__":
    main()
