"""Hog by other rules: how to open, and what the turn is worth, by faces and goal.

The table is committed; ``chancegames hogs`` makes it again.
"""

import csv
import io
from typing import NamedTuple

import numpy as np

from chancegames.base.cluster import map_over
from chancegames.base.files import read_rows, write_whole
from chancegames.base.paths import DATA
from chancegames.games.dice_battle import Race, race

TABLE = DATA / "hogs.csv"

#: More dice than anybody wants with the dice of the table.
DICE = 40
FACES, GOAL = range(4, 21), 200


class _Opening(NamedTuple):
    """The best start of a race with as many dice as one likes.

    Attributes
    ----------
    faces, bust_score, goal : int
        The rules.
    dice : int
        To roll first, the fewest if several are best.
    wins : float
        Races in 100 that the opener wins.
    lead : float
        Points that the other must be ahead to make it even; nan if nothing would.
    """

    faces: int
    bust_score: int
    goal: int
    dice: int
    wins: float
    lead: float


def openings(rules: Race) -> list[_Opening]:
    """The best start of the races to every goal up to that of the rules.

    Examples
    --------
    >>> hog = openings(Race(goal=100))[-1]
    >>> hog.dice, round(hog.wins, 1), round(hog.lead, 1)
    (6, 53.4, 4.5)
    """
    solved = race.solve(rules)
    found = []
    for goal in range(1, rules.goal + 1):
        ahead = solved.values[goal, goal:0:-1]  # by the lead of the other, 0 first
        last = int(np.flatnonzero(ahead >= 0)[-1])
        even = np.nan
        if last < goal - 1:
            even = float(last + ahead[last] / (ahead[last] - ahead[last + 1]))
        dice, value = solved.best((goal, goal))[0], solved.value_at((goal, goal))
        found.append(_Opening(rules.faces, rules.bust_score, goal, dice, 50 + 50 * value, even))
    return found


def _write() -> None:
    """Solve every race of the table, side by side, and write it."""
    rules = [Race(goal=GOAL, dice=DICE, faces=f, bust_score=b) for f in FACES for b in (1, 0)]
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(_Opening._fields)
    for row in (row for rows in map_over(openings, rules) for row in rows):
        writer.writerow([*row[:4], f"{row.wins:.4f}", f"{row.lead:.4f}"])
    write_whole(TABLE, text.getvalue())


def read() -> list[_Opening]:
    """The committed table.

    Examples
    --------
    >>> len(read()) == 2 * GOAL * len(FACES)
    True
    """
    rows = (tuple(row.values()) for row in read_rows(TABLE, _Opening._fields).values())
    return [_Opening(*map(int, row[:4]), *map(float, row[4:])) for row in rows]
