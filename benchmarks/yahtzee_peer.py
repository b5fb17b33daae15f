"""Yahtzee as other solvers do it: the classical method of Verhoeff and of Glenn (2006), in NumPy.

Written for this benchmark, with no more of the package than its rules: every keep meets every roll
it can become in one matrix product, and the best keep of a roll is a maximum over all its keeps.
The upper totals of one set of filled boxes are solved side by side.  This is the work that the
lattice of `chancegames.games.yahtzee` saves, and how open solvers in NumPy and in Go are built.
"""

from math import factorial, prod

import numpy as np

from chancegames.games.yahtzee.layout import (
    COUNTS,
    MULTISETS,
    ROLL_CHANCE,
    ROLLS,
    ROW_OF,
    ROWS,
    TOTALS,
)
from chancegames.games.yahtzee.scoring import _scoring
from chancegames.maths.dice import keeps
from chancegames.models.yahtzee import UPPER, UPPER_TARGET, Rules


def reroll_law(kept: int) -> np.ndarray:
    """Probability of each roll row after keeping lattice row `kept`: shape (252,)."""
    rolled = COUNTS[:ROLLS] - COUNTS[kept]
    chance = np.zeros(ROLLS)
    for row in np.flatnonzero((rolled >= 0).all(axis=1)):
        dice = int(rolled[row].sum())
        ways = factorial(dice) // prod(factorial(int(n)) for n in rolled[row])
        chance[row] = ways / 6**dice
    return chance


LAWS = np.array([reroll_law(kept) for kept in range(MULTISETS)])
_KEPT = [[ROW_OF[kept] for kept in keeps(roll)] for roll in ROWS[:ROLLS]]
KEPT, FIRST = np.concatenate(_KEPT), np.cumsum([0, *map(len, _KEPT[:-1])])


def solve_set(values: np.ndarray, index: int, rules: Rules) -> np.ndarray:
    """Value of one set of filled boxes at all 64 upper totals.

    Parameters
    ----------
    values : ndarray, shape (sets, 64)
        With the sets that can follow solved, any number where no play leads.
    index : int
    rules : Rules

    Returns
    -------
    ndarray, shape (64,)
    """
    best = final_rolls(values, index, rules)
    for _ in range(2):
        best = np.maximum.reduceat((LAWS @ best)[KEPT], FIRST, axis=0)
    return ROLL_CHANCE @ best


def final_rolls(values: np.ndarray, index: int, rules: Rules) -> np.ndarray:
    """Value of each final roll at each upper total, shape (252, 64)."""
    turn = _scoring(rules, index, 0)
    best = np.full((ROLLS, TOTALS), -np.inf)
    for box in np.flatnonzero(turn.legal.any(axis=1)):
        rolls = np.flatnonzero(turn.legal[box])
        gain = COUNTS[rolls, box] * (box + 1) if box in UPPER else np.zeros(len(rolls), int)
        totals = np.minimum(UPPER_TARGET, np.arange(TOTALS) + gain[:, None])
        worth = turn.points[box, rolls, None] + values[turn.sets[box, rolls, None], totals]
        best[rolls] = np.maximum(best[rolls], worth)
    return best
