"""What each final roll may score where: the rules of `models.yahtzee` as arrays, and one turn.

`five_of_a_kind` is the joker rule, tabulated once from the model: kernels, advice and the browser
read it and know no other.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import product

import numpy as np

from chancegames.games.yahtzee.layout import (
    COUNTS,
    EXTENSIONS,
    FACES,
    FIFTY,
    FIRST,
    KEPT,
    LOWER_SIX,
    OPEN,
    POINTS,
    ROLLS,
    ROWS,
    ZERO,
    Flags,
    Floats,
    Ints,
)
from chancegames.models.yahtzee import DICE, UPPER, UPPER_TARGET, Box, Card, Rules

_FIVES = COUNTS[:ROLLS].max(axis=1) == DICE


@cache
def five_of_a_kind(rules: Rules) -> Ints:
    """Points of five of a kind by situation, face and box, Yahtzee bonus apart: the joker rule.

    Parameters
    ----------
    rules : Rules

    Returns
    -------
    ndarray of int64, shape (12, 6, 13), read-only
        By `_case`, face less one and box; -1 where the rules do not let it go.

    Examples
    --------
    A third Yahtzee of sixes while the sixes are open, in the box of the sixes and in chance:

    >>> from chancegames.models.yahtzee import FORCED, FREE
    >>> held = 2 * 4096
    >>> [five_of_a_kind(r)[_case(held, 5), 5, [5, 12]].tolist() for r in (FORCED, FREE)]
    [[30, -1], [30, 30]]
    """
    plain = replace(rules, yahtzee_bonus=0)
    table = np.full((12, len(FACES), len(Box)), -1)
    for yahtzee, own_filled, lower_filled, face in product(range(3), (0, 1), (0, 1), range(6)):
        filled = {UPPER[face]} if own_filled else set()
        filled |= {*LOWER_SIX} if lower_filled else set()
        filled |= {Box.YAHTZEE} if yahtzee != OPEN else set()
        card = Card(frozenset(filled), yahtzee_scored=yahtzee == FIFTY)
        for box, gain in plain.placements(card, (face + 1,) * DICE).items():
            table[4 * yahtzee + 2 * own_filled + lower_filled, face, box] = gain
    table.flags.writeable = False
    return table


def _case(index: int, face: int) -> int:
    """What decides where five of a kind of a face may go, from the number of the set of boxes.

    Four times the state of the Yahtzee box, twice whether the face's own box is filled, and whether
    the six other lower boxes all are.
    """
    return 4 * (index // 4096) + 2 * (index >> face & 1) + (index // 64 % 64 == 63)


def _open_boxes(index: int) -> Flags:
    """Which of the thirteen boxes are open in set number `index`: shape (13,).

    >>> bool(_open_boxes(1)[Box.ACES]), bool(_open_boxes(1)[Box.CHANCE])
    (False, True)
    """
    is_open = np.zeros(len(Box), dtype=bool)
    is_open[list(UPPER)] = [not index >> box & 1 for box in UPPER]
    is_open[list(LOWER_SIX)] = [not index >> 6 + i & 1 for i in range(6)]
    is_open[Box.YAHTZEE] = index // 4096 == OPEN
    return is_open


@dataclass(frozen=True)
class _Scoring:
    """What the final rolls of one anchor can score: arrays of shape (13 boxes, 252 rolls).

    Attributes
    ----------
    legal : ndarray of bool
    points : ndarray of int
        Points gained, Yahtzee bonus included, upper bonus not.
    sets, totals : ndarray of int
        The next anchor.
    """

    legal: Flags
    points: Ints
    sets: Ints
    totals: Ints


@lru_cache(maxsize=1024)
def _scoring(rules: Rules, index: int, total: int) -> _Scoring:
    """Tabulate boxes, points and next anchors of all final rolls of an anchor.

    Parameters
    ----------
    rules : Rules
    index, total : int
        Number of the set of filled boxes, and upper total.
    """
    legal, gains = np.repeat(_open_boxes(index)[:, None], ROLLS, axis=1), POINTS.copy()
    for face in range(6):  # rows 0 to 5
        gains[:, face] = five_of_a_kind(rules)[_case(index, face), face]
        legal[:, face] &= gains[:, face] >= 0
    gains[:, :6] += rules.yahtzee_bonus * (index // 4096 == FIFTY)
    sets, totals = np.full((2, len(Box), ROLLS), [[[index]], [[total]]])
    sets[list(UPPER)] |= (1 << np.arange(6))[:, None]
    sets[list(LOWER_SIX)] |= (64 << np.arange(6))[:, None]
    sets[Box.YAHTZEE] = index % 4096 + 4096 * np.where(_FIVES, FIFTY, ZERO)
    totals[list(UPPER)] = np.minimum(UPPER_TARGET, total + POINTS[list(UPPER)])
    return _Scoring(legal, gains, np.where(legal, sets, index), totals)


def _turn_values(final: Floats, rerolls: int, kept: Sequence[Ints] | None = None) -> Floats:
    """Value of rolls, and of keeps about to be rolled, with so many re-rolls left after them.

    Parameters
    ----------
    final : ndarray, shape (252,)
        Value of each final roll.
    rerolls : int
        0, 1 or 2.
    kept : sequence of ndarray, optional
        Row kept of each roll with one re-roll left, with two; the best unless given.

    Returns
    -------
    ndarray, shape (462,)
        By lattice row.
    """
    x = np.empty(len(ROWS))
    x[:ROLLS] = final
    _fill_keeps(x)
    for n in range(rerolls):
        x[:ROLLS] = np.maximum.reduceat(x[KEPT], FIRST) if kept is None else x[kept[n]]
        _fill_keeps(x)
    return x


def _fill_keeps(x: Floats) -> None:
    """Give each keep of fewer than five dice the mean of its extensions, in place."""
    for rows in _KEEPS_BY_SIZE:
        x[rows] = x[EXTENSIONS[rows - ROLLS]].mean(axis=1)


_SIZES = COUNTS.sum(axis=1)
_KEEPS_BY_SIZE = [np.flatnonzero(size == _SIZES) for size in range(DICE - 1, -1, -1)]
