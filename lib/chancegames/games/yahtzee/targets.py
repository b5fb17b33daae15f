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

from chancegames.base.checks import require_positive_integer
from chancegames.games.yahtzee.layout import (
    ALIKE,
    DISTINCT,
    FIFTY,
    LAYERS,
    LOWER_SIX,
    MISSED,
    OPEN,
    OPEN_BOXES,
    SETS,
    TOTALS,
    ZERO,
    anchor,
)
from chancegames.games.yahtzee.rules import FORCED, UPPER, Card, Rules, possible_points
from chancegames.games.yahtzee.solve import aligned, follows, rules_array

try:
    from chancegames.games.yahtzee import kernels, reach
except ImportError:  # pragma: no cover - numba is installed with the package
    reach = None

HIGHEST = 1575
"""The highest score of a game: thirteen Yahtzees, placed at best."""
_ANCHORS_AT_A_TIME = 256
IS_FIRST = DISTINCT & (np.arange(TOTALS) == ALIKE)
"""Upper totals that are solved, by mask of filled upper boxes; the others have such a future."""


@dataclass(frozen=True)
class Chances:
    """Greatest chances of reaching targets, from one card on.

    Parameters
    ----------
    rules : Rules
    start : Card
        Only what can follow this card is solved.
    least, most : int
        The smallest and the largest need at `start` that is solved.
    table : ndarray of float64, read-only
        All rows, flat.
    row_start, row_base, row_top : ndarray of int64, shape (SETS * 64,)
        Where need 0 of each anchor would lie, the need above which it is solved, -1 if nowhere, and
        the most it can still score; of anchors with the same future the first.
    """

    rules: Rules
    start: Card
    least: int
    most: int
    table: np.ndarray = field(repr=False)
    row_start: np.ndarray = field(repr=False)
    row_base: np.ndarray = field(repr=False)
    row_top: np.ndarray = field(repr=False)

    def lookup(self, sets: np.ndarray, totals: np.ndarray, needs: np.ndarray) -> np.ndarray:
        """Greatest chance of `needs` more points, at anchors given by set and upper total.

        Parameters
        ----------
        sets, totals, needs : ndarray of int
            Of one shape; needs that a game from `least` or more can leave.

        Returns
        -------
        ndarray of float64
        """
        flat = sets * TOTALS + ALIKE[sets % 64, totals]
        lanes = np.clip(needs, self.row_base[flat], self.row_top[flat] + 1)
        return self.table[self.row_start[flat] + lanes]

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
        base = self.row_base[index * TOTALS + ALIKE[index % 64, total]]
        if base < 0:
            raise ValueError("this card cannot follow the card that was solved")
        if need <= base and base > 0:
            raise ValueError(f"only needs above {base} points were solved for this card")
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


def most_so_far(rules: Rules, start: Card, anchors: np.ndarray) -> np.ndarray:
    """Bound from above what has been scored since `start`: new boxes full, every bonus earned.

    Parameters
    ----------
    rules : Rules
    start : Card
    anchors : ndarray of int
        Flat anchors ``set * 64 + total`` that can follow `start`.

    Returns
    -------
    ndarray of int

    Examples
    --------
    >>> from chancegames.games.yahtzee.rules import Box
    >>> sixes_left = Card(frozenset(Box) - {Box.SIXES}, upper=15)
    >>> first, _ = anchor(Card(sixes_left.filled | {Box.SIXES}))
    >>> most_so_far(FORCED, sixes_left, first * TOTALS + np.array([33, 45])).tolist()
    [18, 30]
    """
    sets, totals = anchors // TOTALS, anchors % TOTALS
    first, upper_before = anchor(start)
    new = sets & ~first
    upper, lower = np.zeros((2, len(anchors)), dtype=np.int64)
    for gained, shift, boxes in ((upper, 0, UPPER), (lower, 6, LOWER_SIX)):
        for i, box in enumerate(boxes):
            gained += (new >> (shift + i) & 1) * max(possible_points(box))
    exact = totals < TOTALS - 1
    upper[exact] = np.minimum(upper, totals - upper_before)[exact]
    fifty = sets // 4096 == FIFTY
    bonuses = np.bitwise_count(new & 4095).astype(np.int64) * rules.yahtzee_bonus
    return upper + lower + fifty * (bonuses + 50 * (first // 4096 == OPEN))


def best_chances(
    rules: Rules = FORCED,
    start: Card | None = None,
    most: int = HIGHEST,
    threads: int | None = None,
    least: int = 0,
) -> Chances:
    """Solve for the greatest chance of every target, from one card on.

    The whole game takes a minute and a quarter on two processors and 1.6 GB; a card with eight open
    boxes about a second.  A need only falls as a game goes on, so needs up to `most` can be solved
    alone.

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
    least : int, optional
        The smallest need to solve for; a single large one, `least` and `most` alike, or the very
        largest take a fraction of the time.

    Returns
    -------
    Chances

    Raises
    ------
    ValueError
        If numba is missing, `most` or `threads` is not positive, or `least` above `most`.

    Examples
    --------
    >>> from chancegames.games.yahtzee.rules import Box
    >>> yahtzee_left = Card(frozenset(Box) - {Box.YAHTZEE})
    >>> round(best_chances(start=yahtzee_left).chance(yahtzee_left, 50), 6)
    0.046029
    """
    if reach is None:
        raise ValueError("the chances of targets need numba, which is not installed")
    count = require_positive_integer("threads", threads or os.cpu_count() or 1)
    largest = require_positive_integer("the largest need", most)
    if least > largest:
        raise ValueError(f"the smallest need, {least}, is above the largest, {largest}")
    first = start or Card()
    layers = [layer[follows(layer, first)] for layer in LAYERS]
    rows = _rows(rules, first, np.concatenate(layers), least, largest)
    solved = [_anchors(layer, IS_FIRST) for layer in layers]
    table = _edges(solved, *rows)
    asked = [layer[rows[1][layer] < rows[2][layer]] for layer in solved]
    _solve(table, asked, rows, rules_array(rules), count)
    table.flags.writeable = False
    return Chances(rules, first, least, largest, table, *rows)


def _anchors(sets: np.ndarray, chosen: np.ndarray) -> np.ndarray:
    return (sets[:, None] * TOTALS + np.arange(TOTALS))[chosen[sets % 64]]


def _rows(rules: Rules, start: Card, sets: np.ndarray, least: int, most: int):
    """Where each anchor's row lies, from which need on it is solved, and up to which."""
    row_start, row_base, row_top = np.full((3, SETS * TOTALS), -1)
    members, lowest = _anchors(sets, DISTINCT), np.full(SETS * TOTALS, HIGHEST)
    first = members - members % TOTALS + ALIKE[members // TOTALS % 64, members % TOTALS]
    np.minimum.at(lowest, first, least - most_so_far(rules, start, members))
    anchors = _anchors(sets, IS_FIRST)
    tops = np.minimum(most, most_to_come(rules, anchors))
    bases = np.where(lowest[anchors] > tops, tops, np.maximum(0, lowest[anchors] - 1))
    widths = 8 + (tops - bases + 7) // 8 * 8 + 8
    row_start[anchors] = np.cumsum(widths) - widths + 7 - bases
    row_base[anchors], row_top[anchors] = bases, tops
    return row_start, row_base, row_top


def _edges(layers: list[np.ndarray], row_start, row_base, row_top) -> np.ndarray:
    """Make the table, with the rows' edges of ones and zeros and the finished cards."""
    anchors = np.concatenate(layers)
    first, end = row_start + row_base, row_start + row_top
    table = aligned(int((end[anchors] + 16).max()))
    for lane in range(8):
        table[first[anchors] - lane] = 1.0
        table[end[anchors] + 1 + lane] = 0.0
    for card in layers[0]:
        table[first[card] + 1 : end[card] + 1] = 1.0
    return table


def _solve(table, layers, rows, rules, threads) -> None:
    def run(anchors: np.ndarray) -> None:
        reach.solve_anchors(table, anchors, *rows, rules, aligned(kernels.WORK))

    with ThreadPoolExecutor(threads) as pool:
        for layer in layers[1:]:
            pieces = range(0, len(layer), _ANCHORS_AT_A_TIME)
            list(pool.map(run, [layer[i : i + _ANCHORS_AT_A_TIME] for i in pieces]))
