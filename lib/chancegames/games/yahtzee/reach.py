r"""Numba kernels: the greatest chance of still scoring `need` points, eight needs at a time.

The same lattice as in `kernels`, but the lanes are eight consecutive needs of one anchor, and
points gained move the lanes instead of being added: a box with points :math:`p` is read at
``need - p``.  Each anchor owns a row of the flat table `chance`: needs from -7 to its `top` + 8,
where a need of 0 or less has chance 1 and a need above `top`, the most it can still score, chance
0; reads further out are clamped to these edges.  Where only large needs are asked, a row starts at
its `base` in place of 0, and what lies below is never read with effect.
"""

import numpy as np
from numba import njit

from chancegames.games.yahtzee.kernels import next_rows, turn
from chancegames.games.yahtzee.lattice import MULTISETS, ROLLS
from chancegames.games.yahtzee.layout import (
    ALIKE,
    CLOSED,
    HALVES,
    HIGH_HALF,
    LOW_HALF,
    PATTERN_OF_ROLL,
    PATTERNS,
    STRIDE,
    TOTALS,
)
from chancegames.games.yahtzee.vector import LANES, inner, load, splat, store, top

_ALIKE = ALIKE
_HALVES = HALVES
_PATTERNS = PATTERNS
_LOW, _HIGH, _LOWER = LOW_HALF, HIGH_HALF + 56, PATTERN_OF_ROLL + 112


@inner
def _at(chance, starts, bases, tops, place, need):
    """Chances of eight needs from `need` on, at the anchor in a place; clamped to its row."""
    lane = max(bases[place] - 7, min(need, tops[place] + 1))
    return load(chance, starts[place] + lane)


@inner
def _places(index, total, row_start, row_base, row_top, rows, starts, bases, tops):
    """Rows of the anchors a turn can lead to.

    Places 0 to 35: upper box ``place // 6`` with ``place % 6`` dice; 36 + i: place i of
    `kernels.next_rows`, from 6 on.  A closed box has start -1.
    """
    next_rows(index, rows)
    for i in range(14):
        row = rows[i] // STRIDE
        counts = 6 if i < 6 else 1
        for count in range(counts):
            place = 6 * i + count if i < 6 else 36 + i
            starts[place], bases[place], tops[place] = -1, 0, 0
            if row != CLOSED:
                reached = min(63, total + count * (i + 1)) if i < 6 else total
                anchor = row * TOTALS + _ALIKE[row % 64, reached]
                starts[place], bases[place] = row_start[anchor], row_base[anchor]
                tops[place] = row_top[anchor]


@inner
def _upper_parts(chance, starts, bases, tops, need, part):
    for half in range(2):
        for i in range(56):
            best = splat(0.0)
            for j in range(3):
                face = 3 * half + j
                place = 6 * face + _HALVES[i, j]
                if starts[place] >= 0:
                    points = _HALVES[i, j] * (face + 1)
                    best = top(best, _at(chance, starts, bases, tops, place, need - points))
            store(part, (56 * half + i) * LANES, best)


@inner
def _lower_parts(chance, starts, bases, tops, need, part):
    zero = splat(0.0)
    for place in (42, 43, 44, 45, 46, 48):
        if starts[place] >= 0:
            zero = top(zero, _at(chance, starts, bases, tops, place, need))
    for i in range(_PATTERNS.shape[0]):
        pattern, points = _PATTERNS[i, 0], _PATTERNS[i, 1]
        best = zero
        if starts[47] >= 0:
            best = top(best, _at(chance, starts, bases, tops, 47, need - points))
        for j in range(5):
            if pattern >> j & 1 and starts[42 + j] >= 0:
                gain = points if j < 2 else (25, 30, 40)[j - 2]
                best = top(best, _at(chance, starts, bases, tops, 42 + j, need - gain))
        store(part, (112 + i) * LANES, best)


@inner
def _five_of_a_kind(chance, starts, bases, tops, need, face, index, rules):
    joker, bonus, is_house, yahtzee = rules[0], rules[1], rules[2], index // 4096
    need -= bonus if yahtzee == 2 else 0
    points, own = 5 * (face + 1), 6 * face + 5
    own_open, has_lower = starts[own] >= 0, index // 64 % 64 != 63
    best = splat(0.0)
    if own_open:
        best = _at(chance, starts, bases, tops, own, need - points)
    forced = joker == 2 and yahtzee > 0
    full = yahtzee > 0 and (forced or (joker == 1 and not own_open))
    if not forced or (not own_open and has_lower):
        for j in range(8):
            place = 42 + j
            if starts[place] < 0 or j == 6:
                continue
            gain = points
            if j == 2:
                gain = 25 if full or is_house else 0
            elif j == 3 or j == 4:
                gain = (30 if j == 3 else 40) if full else 0
            elif j == 7:
                gain = 50
            best = top(best, _at(chance, starts, bases, tops, place, need - gain))
    if not forced or (not own_open and not has_lower):
        for other in range(6):
            if other != face and starts[6 * other] >= 0:
                best = top(best, _at(chance, starts, bases, tops, 6 * other, need))
    return best


@inner
def _final_rolls(chance, starts, bases, tops, need, index, rules, part, x):
    _upper_parts(chance, starts, bases, tops, need, part)
    _lower_parts(chance, starts, bases, tops, need, part)
    for face in range(6):
        best = _five_of_a_kind(chance, starts, bases, tops, need, face, index, rules)
        store(x, face * LANES, best)
    for roll in range(6, ROLLS):
        best = top(load(part, _LOW[roll] * LANES), load(part, _HIGH[roll] * LANES))
        store(x, roll * LANES, top(best, load(part, _LOWER[roll] * LANES)))


@njit(cache=True, nogil=True)
def solve_anchors(chance, anchors, row_start, row_base, row_top, rules, work):
    """Fill the rows of `anchors`, all of whose successors are already filled.

    Parameters
    ----------
    chance : float64 array
        The table, flat, with the edges of every row already filled; written between them.
    anchors : int64 array
        Flat anchors ``set * 64 + total``.
    row_start, row_base, row_top : int64 arrays, shape (SETS * 64,)
        Where need 0 of each anchor would lie, the need above which it is solved (whose successor
        starts a cache line), and the most it can still score.
    rules : int64 array
        As for `kernels.solve_sets`.
    work : float64 array, shape (WORK,)
        Scratch space, aligned to 64 bytes.
    """
    x, part = work[: MULTISETS * LANES], work[MULTISETS * LANES :]
    rows = np.empty(14, dtype=np.int64)
    places = np.empty((3, 50), dtype=np.int64)
    starts, bases, tops = places[0], places[1], places[2]
    for anchor in anchors:
        index, total = anchor // TOTALS, anchor % TOTALS
        _places(index, total, row_start, row_base, row_top, rows, starts, bases, tops)
        for need in range(row_base[anchor] + 1, row_top[anchor] + 1, LANES):
            _final_rolls(chance, starts, bases, tops, need, index, rules, part, x)
            store(chance, row_start[anchor] + need, turn(x))
