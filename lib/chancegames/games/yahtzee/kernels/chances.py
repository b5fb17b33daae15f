r"""Targets: the greatest chance of every need, eight consecutive needs of one anchor at a time.

Points gained move the lanes instead of being added: a box with points :math:`p` is read at
``need - p``.  Each anchor owns a row of the flat table `chance`: needs from -7 to its `_top` + 8,
where a need of 0 or less has chance 1 and a need above `_top`, the most it can still score,
chance 0; reads further out are clamped to these edges.  Where only large needs are asked, a row
starts at its `base` in place of 0, and what lies below is never read with effect.
"""

import numpy as np

from chancegames.base.compiled import compiled
from chancegames.games.yahtzee.kernels.value import (
    PLACE_OF_BOX,
    _best_parts,
    _bonus_at,
    _next_rows,
    _situation,
    _turn,
)
from chancegames.games.yahtzee.layout import (
    ALIKE,
    CLOSED,
    HALVES,
    MULTISETS,
    PATTERNS,
    STRIDE,
    TOTALS,
    Floats,
    Ints,
)
from chancegames.games.yahtzee.vector import LANES, Lanes, _load, _splat, _store, _top, inner


@inner
def _at(chance: Floats, at: Ints, place: int, need: int) -> Lanes:
    """Chances of eight needs from `need` on, at the anchor in a place; clamped to its row."""
    lane = max(at[1, place] - 7, min(need, at[2, place] + 1))
    return _load(chance, at[0, place] + lane)


@inner
def _places(index: int, total: int, found: Ints, rows: Ints, at: Ints) -> None:
    """Row, base and top of the anchors a turn can lead to: the columns of `at`.

    Places 0 to 35: upper box ``place // 6`` with ``place % 6`` dice; 36 + i: place i of
    `_next_rows`, from 6 on.  A closed box has row -1.
    """
    _next_rows(index, rows)
    for i in range(14):
        row = rows[i] // STRIDE
        for count in range(6 if i < 6 else 1):
            place = 6 * i + count if i < 6 else 36 + i
            at[0, place], at[1, place], at[2, place] = -1, 0, 0
            if row != CLOSED:
                reached = min(63, total + count * (i + 1)) if i < 6 else total
                at[:, place] = found[:, row * TOTALS + ALIKE[row % 64, reached]]


@inner
def _upper_chances(chance: Floats, at: Ints, need: int, part: Floats) -> None:
    for half in range(2):
        for i in range(56):
            best = _splat(0.0)
            for j in range(3):
                face = 3 * half + j
                place = 6 * face + HALVES[i, j]
                if at[0, place] >= 0:
                    best = _top(best, _at(chance, at, place, need - HALVES[i, j] * (face + 1)))
            _store(part, (56 * half + i) * LANES, best)


@inner
def _lower_chances(chance: Floats, at: Ints, need: int, part: Floats) -> None:
    zero = _splat(0.0)
    for place in (42, 43, 44, 45, 46, 48):
        if at[0, place] >= 0:
            zero = _top(zero, _at(chance, at, place, need))
    for i in range(PATTERNS.shape[0]):
        pattern, points = PATTERNS[i, 0], PATTERNS[i, 1]
        best = zero
        if at[0, 47] >= 0:
            best = _top(best, _at(chance, at, 47, need - points))
        for j in range(5):
            if pattern >> j & 1 and at[0, 42 + j] >= 0:
                gain = points if j < 2 else (25, 30, 40)[j - 2]
                best = _top(best, _at(chance, at, 42 + j, need - gain))
        _store(part, (112 + i) * LANES, best)


@inner
def _five_chances(
    chance: Floats, at: Ints, need: int, face: int, index: int, fives: Ints, bonus: int
) -> Lanes:
    """Best box for five of a kind of `face` (0 to 5), by the table of the joker rule."""
    best, case = _splat(0.0), _situation(index, face)
    left = need - _bonus_at(index, bonus)
    for box in range(13):
        gain = fives[case, face, box]
        place = 6 * box + (5 if box == face else 0) if box < 6 else 36 + PLACE_OF_BOX[box]
        if gain >= 0 and at[0, place] >= 0:
            best = _top(best, _at(chance, at, place, left - gain))
    return best


@inner
def _final_chances(
    chance: Floats, at: Ints, need: int, index: int, fives: Ints, bonus: int, work: Floats
) -> None:
    x, part = work[: MULTISETS * LANES], work[MULTISETS * LANES :]
    _upper_chances(chance, at, need, part)
    _lower_chances(chance, at, need, part)
    for face in range(6):
        _store(x, face * LANES, _five_chances(chance, at, need, face, index, fives, bonus))
    _best_parts(part, x)


@compiled(cache=True, nogil=True)
def _solve_anchors(
    chance: Floats, anchors: Ints, found: Ints, fives: Ints, bonus: int, work: Floats
) -> None:
    """Fill the rows of `anchors`, all of whose successors are already filled.

    Parameters
    ----------
    chance : float64 array
        The table, flat, with the edges of every row already filled; written between them.
    anchors : int64 array
        Flat anchors ``set * 64 + total``.
    found : int64 array, shape (3, SETS * 64)
        Row, base and top: where need 0 of each anchor would lie, the need above which it is solved
        (whose successor starts a cache line), and the most it can still score.
    fives, bonus
        As for `_solve_sets`.
    work : float64 array, shape (WORK,)
        Scratch space, aligned to 64 bytes.
    """
    rows, at = np.empty(14, dtype=np.int64), np.empty((3, 50), dtype=np.int64)
    for anchor in anchors:
        index, total = anchor // TOTALS, anchor % TOTALS
        _places(index, total, found, rows, at)
        for need in range(found[1, anchor] + 1, found[2, anchor] + 1, LANES):
            _final_chances(chance, at, need, index, fives, bonus, work)
            _store(chance, found[0, anchor] + need, _turn(work[: MULTISETS * LANES]))
