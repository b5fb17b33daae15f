r"""Playing to beat a score: the greatest chance of at least :math:`x` points, for every :math:`x`.

This is the question of Cremers (2002): the policy with the best average is not the one that is
likeliest to beat a given score.  With :math:`Q(S, n)` the greatest chance of :math:`n` more points
from anchor :math:`S`, a turn is the same lattice of means and maxima as for the average, on

.. math:: Q(S, r, n) = \max_b Q\bigl(S \cdot b,\; n - \text{points}(S, r, b)\bigr),

and :math:`Q = 1` for :math:`n \le 0`; at a full card a need of up to the upper bonus is met if the
upper total is 63.  One solution holds the answer for every card and every target at once.
"""

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

import numpy as np

from chancegames.dice import require_positive_integer
from chancegames.yahtzee.layout import (
    DISTINCT,
    LAYERS,
    LOWER_SIX,
    MISSED,
    OPEN_BOXES,
    SETS,
    TOTALS,
    ZERO,
    anchor,
)
from chancegames.yahtzee.rules import FORCED, UPPER, Card, Rules, possible_points
from chancegames.yahtzee.solve import aligned, follows, rules_array

try:
    from chancegames.yahtzee import kernels, reach
except ImportError:  # pragma: no cover - numba is installed with the package
    reach = None

HIGHEST = 1575
"""The highest score of a game: thirteen Yahtzees, placed at best."""
_ANCHORS_AT_A_TIME = 256


@dataclass(frozen=True)
class Chances:
    """Greatest chances of reaching targets, from one card on.

    Parameters
    ----------
    rules : Rules
    start : Card
        Only what can follow this card is solved.
    most : int
        The largest need that is solved.
    table : ndarray of float64, read-only
        All rows, flat.
    row_start, row_top : ndarray of int64, shape (SETS * 64,)
        Where need 0 of each anchor lies, -1 if unsolved; the most it can still score.
    """

    rules: Rules
    start: Card
    most: int
    table: np.ndarray = field(repr=False)
    row_start: np.ndarray = field(repr=False)
    row_top: np.ndarray = field(repr=False)

    def lookup(self, sets: np.ndarray, totals: np.ndarray, needs: np.ndarray) -> np.ndarray:
        """Greatest chance of `needs` more points, at anchors given by set and upper total.

        Parameters
        ----------
        sets, totals, needs : ndarray of int
            Of one shape.

        Returns
        -------
        ndarray of float64
        """
        flat = sets * TOTALS + np.maximum(totals, MISSED[sets % 64])
        return self.table[self.row_start[flat] + np.clip(needs, 0, self.row_top[flat] + 1)]

    def chance(self, card: Card, need: int) -> float:
        """Greatest chance of scoring at least `need` more points from `card`.

        Parameters
        ----------
        card : Card
            One that can follow `start`.
        need : int
            Points still needed, upper bonus included.

        Returns
        -------
        float

        Raises
        ------
        ValueError
            If `card` cannot follow `start`, or `need` is beyond what was solved.
        """
        index, total = anchor(card)
        if need > self.most and self.most < HIGHEST:
            raise ValueError(f"only needs of up to {self.most} points were solved, not {need}")
        if self.row_start[index * TOTALS + max(total, MISSED[index % 64])] < 0:
            raise ValueError("this card cannot follow the card that was solved")
        return float(self.lookup(np.array(index), np.array(total), np.array(need)))


def most_to_come(rules: Rules, anchors: np.ndarray) -> np.ndarray:
    """Bound from above what can still be scored: every open box full, every bonus earned.

    Parameters
    ----------
    rules : Rules
    anchors : ndarray of int
        Flat anchors ``set * 64 + total``.

    Returns
    -------
    ndarray of int

    Examples
    --------
    >>> int(most_to_come(FORCED, np.array([0]))[0]) == HIGHEST
    True
    """
    sets, totals = anchors // TOTALS, anchors % TOTALS
    masks = [(sets % 64, UPPER), (sets // 64 % 64, LOWER_SIX)]
    most = np.zeros(len(anchors), dtype=np.int64)
    for mask, boxes in masks:
        for i, box in enumerate(boxes):
            most += (1 - (mask >> i & 1)) * max(possible_points(box))
    is_open, bonus = sets // 4096 == 0, rules.yahtzee_bonus
    turns = OPEN_BOXES[sets] - is_open
    most += 50 * is_open + bonus * turns * (sets // 4096 != ZERO)
    return most + rules.upper_bonus * (totals > MISSED[sets % 64])


def best_chances(
    rules: Rules = FORCED,
    start: Card | None = None,
    most: int = HIGHEST,
    threads: int | None = None,
) -> Chances:
    """Solve for the greatest chance of every target, from one card on.

    The whole game takes about a minute on two processors and 1.9 GB; a card with eight open boxes
    about a second.  A need only falls as a game goes on, so needs up to `most` can be solved alone.

    Parameters
    ----------
    rules : Rules, optional
        The variant; the official forced joker unless given.
    start : Card, optional
        The empty card unless given.
    most : int, optional
        The largest need to solve for; all unless given.
    threads : int, optional
        As many as there are processors unless given.

    Returns
    -------
    Chances

    Raises
    ------
    ValueError
        If numba is missing, or `most` or `threads` is not positive.

    Examples
    --------
    >>> from chancegames.yahtzee.rules import Box
    >>> yahtzee_left = Card(frozenset(Box) - {Box.YAHTZEE})
    >>> round(best_chances(start=yahtzee_left).chance(yahtzee_left, 50), 6)
    0.046029
    """
    if reach is None:
        raise ValueError("the chances of targets need numba, which is not installed")
    count = require_positive_integer("threads", threads or os.cpu_count() or 1)
    largest = require_positive_integer("the largest need", most)
    first = start or Card()
    layers = [_anchors(layer[follows(layer, first)]) for layer in LAYERS]
    table, row_start, row_top = _edges(rules, layers, largest)
    _solve(table, layers, row_start, row_top, rules_array(rules), count)
    table.flags.writeable = False
    return Chances(rules, first, largest, table, row_start, row_top)


def _anchors(sets: np.ndarray) -> np.ndarray:
    return (sets[:, None] * TOTALS + np.arange(TOTALS))[DISTINCT[sets % 64]]


def _edges(rules: Rules, layers: list[np.ndarray], most: int):
    """Lay out the rows, with their edges of ones and zeros and the finished cards."""
    anchors = np.concatenate(layers)
    row_start, row_top = np.full(SETS * TOTALS, -1), np.zeros(SETS * TOTALS, dtype=np.int64)
    row_top[anchors] = np.minimum(most, most_to_come(rules, anchors))
    widths = 8 + (row_top[anchors] + 7) // 8 * 8 + 8
    ends = np.cumsum(widths)
    row_start[anchors] = ends - widths + 7
    table = aligned(int(ends[-1]))
    for lane in range(8):
        table[row_start[anchors] - lane] = 1.0
        table[ends - 8 + lane] = 0.0
    for card in layers[0]:
        table[row_start[card] + 1 : row_start[card] + 1 + row_top[card]] = 1.0
        table[row_start[card] + 1 + row_top[card] : row_start[card] + 9 + row_top[card]] = 0.0
    return table, row_start, row_top


def _solve(table, layers, row_start, row_top, rules, threads) -> None:
    def run(anchors: np.ndarray) -> None:
        reach.solve_anchors(table, anchors, row_start, row_top, rules, aligned(kernels.WORK))

    with ThreadPoolExecutor(threads) as pool:
        for layer in layers[1:]:
            pieces = range(0, len(layer), _ANCHORS_AT_A_TIME)
            list(pool.map(run, [layer[i : i + _ANCHORS_AT_A_TIME] for i in pieces]))
