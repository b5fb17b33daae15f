"""Where things lie: numbering of anchors, and the shared parts of the 252 final rolls.

An anchor is a *set* of filled boxes with the state of the Yahtzee box, and an upper total from 0
to 63 (63 meaning "63 or more").  Sets are numbered ``(yahtzee * 64 + lower) * 64 + upper`` with
``yahtzee`` 0 for open, 1 for filled with zero, 2 for filled with 50, and bit masks of the filled
other lower and upper boxes: 3 * 64 * 64 * 64 = 786,432 slots.

The value of a final roll is a maximum over boxes.  It is put together from parts that many rolls
share: the best upper box among aces to threes (by three counts), among fours to sixes, and the best
lower box (by pattern and sum).
"""

from itertools import product

import numpy as np
from numpy.typing import NDArray

from chancegames.games.yahtzee.lattice import COUNTS, ROLLS, ROWS, SUMS
from chancegames.models.yahtzee import (
    LOWER,
    UPPER,
    UPPER_TARGET,
    Box,
    Card,
    points,
    reachable_totals,
)

TOTALS = UPPER_TARGET + 1
SETS = 3 * 64 * 64
CLOSED = SETS
STRIDE = 104  # 63 + 30 points + 8 lanes, rounded up to whole vectors
OPEN, ZERO, FIFTY = range(3)
LOWER_SIX = tuple(box for box in LOWER if box != Box.YAHTZEE)

_HALVES = [c for c in product(range(6), repeat=3) if sum(c) <= 5]
HALVES = np.array(_HALVES, dtype=np.int64)
_HALF_OF = {c: i for i, c in enumerate(_HALVES)}
LOW_HALF = np.array([_HALF_OF[tuple(c[:3])] for c in COUNTS[:ROLLS].tolist()])
HIGH_HALF = np.array([_HALF_OF[tuple(c[3:])] for c in COUNTS[:ROLLS].tolist()])


def _pattern(roll: tuple[int, ...]) -> int:
    """Which of the six lower boxes but chance score: a bit mask."""
    return sum(1 << i for i, box in enumerate(LOWER_SIX[:5]) if points(box, roll))


# Five of a kind (rows 0 to 5) is left to the joker rule and has no pattern here.
_KEYS = [(_pattern(ROWS[r]), int(SUMS[r])) for r in range(6, ROLLS)]
PATTERNS = np.array(sorted(set(_KEYS)), dtype=np.int64)
_PATTERN_OF = {tuple(key): i for i, key in enumerate(PATTERNS.tolist())}
PATTERN_OF_ROLL = np.array([-1] * 6 + [_PATTERN_OF[key] for key in _KEYS])
SOURCES = np.stack([LOW_HALF, HIGH_HALF + 56, PATTERN_OF_ROLL + 112], axis=1)
"""Parts of each final roll: two halves of upper boxes, a lower pattern (five alike: unused)."""


def _open_boxes() -> NDArray[np.int64]:
    yahtzee, lower, upper = np.unravel_index(np.arange(SETS), (3, 64, 64))
    filled = np.bitwise_count(lower) + np.bitwise_count(upper) + (yahtzee != OPEN)
    is_open: NDArray[np.int64] = 13 - filled.astype(np.int64)
    return is_open


MOST_UPPER = (np.arange(64)[:, None] >> np.arange(6) & 1) @ (5 * np.arange(1, 7))
"""The most that each mask of filled upper boxes can show."""
MISSED = 62 - (105 - MOST_UPPER)
"""Upper totals up to this one have missed the bonus for good, by mask; negative if none has."""
LANE_RANGE = np.stack([np.maximum(0, MISSED), np.minimum(63, MOST_UPPER)], axis=1)
"""First and last upper total to solve: those that have missed the bonus share the first."""
OPEN_BOXES = _open_boxes()
LAYERS = tuple(np.flatnonzero(n == OPEN_BOXES) for n in range(14))


def anchor(card: Card) -> tuple[int, int]:
    """Return the number of the set of filled boxes of a card, and its upper total.

    >>> anchor(Card(frozenset({Box.ACES, Box.YAHTZEE}), upper=3))
    (4097, 3)
    """
    upper = sum(1 << box for box in UPPER if box in card.filled)
    lower = sum(1 << i for i, box in enumerate(LOWER_SIX) if box in card.filled)
    yahtzee = (Box.YAHTZEE in card.filled) + card.yahtzee_scored
    return (yahtzee * 64 + lower) * 64 + upper, card.upper


def can_follow(start: Card, card: Card) -> bool:
    """Whether a card has the boxes of another filled and more, and a filled Yahtzee box alike.

    (Whatever its upper total is: all of them are solved.)
    """
    held = Box.YAHTZEE not in start.filled or start.yahtzee_scored == card.yahtzee_scored
    return held and start.filled <= card.filled


def following(start: Card) -> list[NDArray[np.int64]]:
    """Numbers of the sets that can follow a card, itself included, by how many boxes are open.

    >>> [len(layer) for layer in following(Card(frozenset(Box) - {Box.YAHTZEE}))]
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


def _reachable() -> NDArray[np.bool_]:
    table = np.zeros((64, TOTALS), dtype=bool)
    for mask in range(64):
        table[mask, sorted(reachable_totals(_upper_boxes(mask)))] = True
    return table


REACHABLE = _reachable()
"""Whether an upper total can occur, by mask of filled upper boxes: shape (64, 64)."""
DISTINCT = (REACHABLE & (np.arange(TOTALS) > MISSED[:, None])) | (
    np.arange(TOTALS) == MISSED[:, None]
)
"""Upper totals that stand for themselves: those that have missed the bonus share `MISSED`."""


def _alike() -> NDArray[np.int64]:
    table = np.empty((64, TOTALS), dtype=np.int64)
    for mask in range(64):
        sums = sorted(reachable_totals(_upper_boxes(63 - mask)))
        future = np.searchsorted(sums, TOTALS - 1 - np.arange(TOTALS))  # bonus needs sums[future]
        for total in reversed(range(TOTALS)):
            same = np.flatnonzero(DISTINCT[mask] & (future == future[total]))
            table[mask, total] = same[0] if same.size else total
    return table


ALIKE = _alike()
"""Smallest upper total with the same future, by mask: with sixes left, 58 and 62 need one six."""


def count_anchors() -> tuple[int, int, int]:
    """Slots of the table, anchors that play can reach, and anchors that are solved.

    Two totals of one set that have both missed the upper bonus for good have the same future and
    are solved once.  (So have totals from which the open upper boxes reach the bonus in the same
    ways, see `ALIKE`; that leaves 314,880.)

    >>> count_anchors()
    (786432, 536448, 359616)
    """
    others = 3 * 64
    counts = (REACHABLE.size, int(REACHABLE.sum()), int(DISTINCT.sum()))
    return counts[0] * others, counts[1] * others, counts[2] * others
