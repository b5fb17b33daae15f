r"""Where things lie: the lattice of keeps, the numbering of anchors, the parts of final rolls.

*The lattice of keeps* turns one Yahtzee turn into sums and maxima.  The 462 multisets of at most
five dice form a lattice under "one die more".  A turn needs

* the mean of a keep :math:`k`, by its six one-die extensions,
  :math:`\bar v(k) = \frac16 \sum_f \bar v(k + f)`, from five dice down to none;
* the best keep within a roll :math:`r`, by its one-die-smaller parts,
  :math:`m(r) = \max\bigl(\bar v(r), \max_f m(r - f)\bigr)`, from none up to five dice.

Both walk the same :math:`210 \cdot 6 = 1260` edges, against the 4368 edges of the full graph from
keeps to rolls (Glenn 2006, section 4.2): this is Pawlewicz's and Glenn's (2007) refinement.

Rows are numbered once, here: the 252 rolls first, then the keeps of four dice, three, ... and the
empty keep last; within a size by the number of distinct faces, then lexicographically.  So the six
five-of-a-kind rolls are rows 0 to 5, and equal numbers of parts lie together.

An *anchor* is a *set* of filled boxes with the state of the Yahtzee box, and an upper total from 0
to 63 (63 meaning "63 or more").  Sets are numbered ``(yahtzee * 64 + lower) * 64 + upper`` with
``yahtzee`` 0 for open, 1 for filled with zero, 2 for filled with 50, and bit masks of the filled
other lower and upper boxes: 3 * 64 * 64 * 64 = 786,432 slots.

The value of a final roll is a maximum over boxes.  It is put together from parts that many rolls
share: the best upper box among aces to threes (by three counts), among fours to sixes, and the best
lower box (by pattern and sum).
"""

from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from chancegames.maths.dice import Combination, arrangements, combinations, keeps, merge
from chancegames.models.yahtzee import (
    DICE,
    LOWER,
    UPPER,
    UPPER_TARGET,
    Box,
    Card,
    points,
    reachable_totals,
)

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]
FACES = range(1, 7)
ROLLS = 252
MULTISETS = 462


def _ordered(size: int) -> list[Combination]:
    return sorted(combinations(size), key=lambda c: (len(set(c)), c))


ROWS: tuple[Combination, ...] = tuple(c for size in range(DICE, -1, -1) for c in _ordered(size))
ROW_OF: dict[Combination, int] = {c: row for row, c in enumerate(ROWS)}
ROLL_CHANCE = np.array([arrangements(c) / 6**DICE for c in ROWS[:ROLLS]])
EXTENSIONS = np.array(
    [[ROW_OF[merge(c, (f,))] for f in FACES] for c in ROWS[ROLLS:]], dtype=np.int64
)


PARTS: tuple[tuple[int, ...], ...] = tuple(
    tuple(ROW_OF[kept] for kept in keeps(c) if len(kept) == len(c) - 1) for c in ROWS
)


def _groups() -> list[tuple[int, int, int]]:
    """List the runs of rows with equally many parts, smallest keeps first: (parts, first, end)."""
    sizes = groupby(range(MULTISETS - 1), lambda row: (len(ROWS[row]), len(PARTS[row])))
    runs = sorted((size, parts, [*rows]) for (size, parts), rows in sizes)
    return [(parts, rows[0], rows[-1] + 1) for _, parts, rows in runs]


GROUPS = _groups()
_KEPT = [[ROW_OF[kept] for kept in keeps(roll)] for roll in ROWS[:ROLLS]]
KEPT = np.concatenate(_KEPT)
"""Rows of all that may be kept of each roll, roll after roll; `FIRST` says where each begins."""
FIRST = np.cumsum([0, *map(len, _KEPT[:-1])])
COUNTS = np.array([[c.count(f) for f in FACES] for c in ROWS], dtype=np.int64)
SUMS = COUNTS @ np.arange(1, 7)

TOTALS = UPPER_TARGET + 1
SETS = 3 * 64 * 64
CLOSED = SETS
STRIDE = 104  # 63 + 30 points + 8 lanes, rounded up to whole vectors
OPEN, ZERO, FIFTY = range(3)
LOWER_SIX = tuple(box for box in LOWER if box != Box.YAHTZEE)

#: Points of each roll in each box, without joker or bonus: shape (13, 252).
POINTS: Ints = np.array([[points(box, roll) for roll in ROWS[:ROLLS]] for box in Box])
HALVES, _low_half = np.unique(COUNTS[:ROLLS, :3], axis=0, return_inverse=True)
_, _high_half = np.unique(COUNTS[:ROLLS, 3:], axis=0, return_inverse=True)
_scored = (1 << np.arange(5)) @ (POINTS[list(LOWER_SIX[:5])] > 0)
_keys = np.stack([_scored, SUMS[:ROLLS]], axis=1)
_keys[:6] = -1  # five of a kind is left to the joker rule and has no pattern here
_patterns, _pattern_of_roll = np.unique(_keys, axis=0, return_inverse=True)
PATTERNS = _patterns[1:]
"""Which lower boxes but chance and Yahtzee score (a bit mask), and the sum of the dice."""
SOURCES = np.stack([_low_half, _high_half + 56, _pattern_of_roll - 1 + 112], axis=1)
"""Parts of each final roll: two halves of upper boxes, a lower pattern (five alike: unused)."""


_sets = np.arange(SETS)
#: Open boxes of each set, and the sets with so many open boxes, from none to thirteen.
OPEN_BOXES: Ints = 13 - np.bitwise_count(_sets % 4096).astype(np.int64) - (_sets // 4096 != OPEN)
LAYERS = tuple(np.flatnonzero(n == OPEN_BOXES) for n in range(14))
MOST_UPPER = (np.arange(64)[:, None] >> np.arange(6) & 1) @ (5 * np.arange(1, 7))
"""The most that each mask of filled upper boxes can show."""
MISSED = 62 - (105 - MOST_UPPER)
"""Upper totals up to this one have missed the bonus for good, by mask; negative if none has."""
LANE_RANGE = np.stack([np.maximum(0, MISSED), np.minimum(63, MOST_UPPER)], axis=1)
"""First and last upper total to solve: those that have missed the bonus share the first."""


def anchor(card: Card) -> tuple[int, int]:
    """Return the number of the set of filled boxes of a card, and its upper total.

    >>> anchor(Card(frozenset({Box.ACES, Box.YAHTZEE}), upper=3))
    (4097, 3)
    """
    upper = sum(1 << box for box in UPPER if box in card.filled)
    lower = sum(1 << i for i, box in enumerate(LOWER_SIX) if box in card.filled)
    yahtzee = (Box.YAHTZEE in card.filled) + card.yahtzee_scored
    return (yahtzee * 64 + lower) * 64 + upper, card.upper


def _following(start: Card) -> list[Ints]:
    """Numbers of the sets that can follow a card, itself included, by how many boxes are open.

    >>> [len(layer) for layer in _following(Card(frozenset(Box) - {Box.YAHTZEE}))]
    [2, 1]
    """
    first, _ = anchor(start)
    yahtzee, filled = first // 4096, first % 4096
    states = range(3) if yahtzee == OPEN else [yahtzee]
    return [
        layer[(layer & filled == filled) & np.isin(layer // 4096, states)]
        for layer in LAYERS[: len(start.open) + 1]
    ]


def _upper_boxes(mask: int) -> frozenset[Box]:
    return frozenset(box for box in UPPER if mask >> box & 1)


_totals = [reachable_totals(_upper_boxes(mask)) for mask in range(64)]
REACHABLE: Flags = np.array([[t in totals for t in range(TOTALS)] for totals in _totals])
"""Whether an upper total can occur, by mask of filled upper boxes: shape (64, 64)."""
DISTINCT = (REACHABLE & (np.arange(TOTALS) > MISSED[:, None])) | (
    np.arange(TOTALS) == MISSED[:, None]
)
"""Upper totals that stand for themselves: those that have missed the bonus share `MISSED`."""


def _alike() -> Ints:
    table = np.empty((64, TOTALS), dtype=np.int64)
    for mask in range(64):
        sums = sorted(_totals[63 - mask])
        future = np.searchsorted(sums, TOTALS - 1 - np.arange(TOTALS))  # bonus needs sums[future]
        for total in reversed(range(TOTALS)):
            same = np.flatnonzero(DISTINCT[mask] & (future == future[total]))
            table[mask, total] = same[0] if same.size else total
    return table


ALIKE = _alike()
"""Smallest upper total with the same future, by mask: with sixes left, 58 and 62 need one six."""
#: Worths closer than this are equal: a billion times the rounding, a millionth of a point.
TIE = 1e-9
