"""One turn as arrays: what each final roll may score where, and the values of rolls and keeps.

For a single anchor, in plain NumPy: this is what advice is made of.  The rules of `rules` are
tabulated once for all 252 rolls.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np

from chancegames.games.yahtzee import fallback
from chancegames.games.yahtzee.lattice import COUNTS, ROLLS, ROWS
from chancegames.games.yahtzee.layout import FIFTY, LOWER_SIX, OPEN, ZERO
from chancegames.games.yahtzee.rules import LOWER, UPPER, UPPER_TARGET, Box, Rules, box_points

BASE_POINTS = np.array([[box_points(box, roll) for roll in ROWS[:ROLLS]] for box in Box])
JOKER_POINTS = np.array([[box_points(box, roll, True) for roll in ROWS[:ROLLS]] for box in Box])
FIVE_ALIKE = COUNTS[:ROLLS].max(axis=1) == 5
OWN_BOX = COUNTS[:ROLLS].argmax(axis=1)


@dataclass(frozen=True)
class Scoring:
    """What the final rolls of one anchor can score: arrays of shape (13 boxes, 252 rolls).

    Parameters
    ----------
    legal : ndarray of bool
    points : ndarray of int
        Points gained, Yahtzee bonus included, upper bonus not.
    sets, totals : ndarray of int
        The next anchor.
    """

    legal: np.ndarray
    points: np.ndarray
    sets: np.ndarray
    totals: np.ndarray


def open_boxes(index: int) -> np.ndarray:
    """Which of the thirteen boxes are open in set number `index`.

    Parameters
    ----------
    index : int

    Returns
    -------
    ndarray of bool, shape (13,)

    Examples
    --------
    >>> bool(open_boxes(1)[Box.ACES]), bool(open_boxes(1)[Box.CHANCE])
    (False, True)
    """
    upper, lower, yahtzee = index % 64, index // 64 % 64, index // 4096
    is_open = np.zeros(13, dtype=bool)
    is_open[list(UPPER)] = [not upper >> box & 1 for box in UPPER]
    is_open[list(LOWER_SIX)] = [not lower >> i & 1 for i in range(6)]
    is_open[Box.YAHTZEE] = yahtzee == OPEN
    return is_open


def _legal(rules: Rules, is_open: np.ndarray, joker: np.ndarray) -> np.ndarray:
    legal = np.repeat(is_open[:, None], ROLLS, axis=1)
    if rules.joker == "forced":
        own_open = joker & is_open[OWN_BOX]
        legal[:, own_open] = False
        legal[OWN_BOX[own_open], np.flatnonzero(own_open)] = True
        if is_open[list(LOWER)].any():
            legal[np.ix_(list(UPPER), np.flatnonzero(joker & ~own_open))] = False
    return legal


@cache
def scoring(rules: Rules, index: int, total: int) -> Scoring:
    """Tabulate boxes, points and next anchors of all final rolls of an anchor.

    Parameters
    ----------
    rules : Rules
    index, total : int
        Number of the set of filled boxes, and upper total.

    Returns
    -------
    Scoring
    """
    is_open, yahtzee = open_boxes(index), index // 4096
    joker = FIVE_ALIKE & (rules.joker != "none" and yahtzee != OPEN)
    points = np.where(joker & ~is_open[OWN_BOX], JOKER_POINTS, BASE_POINTS)
    if rules.five_is_full_house:
        points[Box.FULL_HOUSE] = JOKER_POINTS[Box.FULL_HOUSE]
    bonus = rules.yahtzee_bonus * (FIVE_ALIKE & (yahtzee == FIFTY))
    totals = np.full((13, ROLLS), total)
    totals[list(UPPER)] = np.minimum(UPPER_TARGET, total + BASE_POINTS[list(UPPER)])
    legal = _legal(rules, is_open, joker)
    return Scoring(legal, points + bonus, np.where(legal, _next_sets(index), index), totals)


def _next_sets(index: int) -> np.ndarray:
    sets = np.full((13, ROLLS), index)
    sets[list(UPPER)] |= (1 << np.arange(6))[:, None]
    sets[list(LOWER_SIX)] |= (64 << np.arange(6))[:, None]
    sets[Box.YAHTZEE] += 4096 * np.where(FIVE_ALIKE, FIFTY, ZERO)
    return sets


def keep_values(final: np.ndarray, rolls_left: int) -> np.ndarray:
    """Value of every keep when `rolls_left` rolls are still to come.

    Parameters
    ----------
    final : ndarray, shape (252,)
        Value of each final roll.
    rolls_left : int
        0, 1 or 2.

    Returns
    -------
    ndarray, shape (462,)
        By lattice row; a keep of all five dice has the value of stopping.
    """
    x = np.empty((len(ROWS), 1))
    x[:ROLLS, 0] = final
    for left in range(rolls_left, 0, -1):
        fallback.mean_of_keeps(x)
        if left > 1:
            fallback.best_keeps(x)
    if rolls_left == 0:
        x[ROLLS:] = -np.inf
    return x[:, 0]
