"""One turn, eight of its kind at once, and from it the best average: the value of every anchor.

The lanes are eight consecutive upper totals of one set of filled boxes.  The table `values` is
flat: row ``set``, of `STRIDE` totals.  A row repeats the total 63 beyond 63, so that
``total + points`` needs no cap; row `CLOSED` holds minus infinity, so that a filled box needs no
branch.
"""

import numpy as np

from chancegames.base.compiled import compiled
from chancegames.games.yahtzee import layout
from chancegames.games.yahtzee.layout import (
    CLOSED,
    HALVES,
    LANE_RANGE,
    MULTISETS,
    PATTERNS,
    ROLL_CHANCE,
    ROLLS,
    STRIDE,
    Floats,
    Ints,
)
from chancegames.games.yahtzee.scoring import _case
from chancegames.games.yahtzee.vector import (
    LANES,
    Lanes,
    _add,
    _entry,
    _load,
    _mul,
    _splat,
    _store,
    _top,
    inner,
)

_situation = inner(_case)
PLACE_OF_BOX = np.array([*range(11), 13, 11])
"""Place of each box in `_next_rows`, when five of a kind is scored there."""
WORK = (MULTISETS + 112 + len(PATTERNS)) * LANES
_GROUPS = np.array(layout.GROUPS, dtype=np.int64)
_EXT, _PARTS, _SOURCES = (
    (np.array(rows) * LANES).astype(np.uint16).ravel()
    for rows in (layout.EXTENSIONS, [(p + (0,) * 5)[:5] for p in layout.PARTS], layout.SOURCES)
)


@inner
def _mean_of_keeps(x: Floats) -> None:
    """From the 252 roll rows of `x`, fill every smaller keep with the mean of its extensions."""
    sixth = _splat(1 / 6)
    for k in range(MULTISETS - ROLLS):
        total = _load(x, _entry(_EXT, 6 * k))
        for face in range(1, 6):
            total = _add(total, _load(x, _entry(_EXT, 6 * k + face)))
        _store(x, (k + ROLLS) * LANES, _mul(total, sixth))


@inner
def _best_keeps(x: Floats) -> None:
    """Replace every row of `x` by the maximum over all that may be kept of it."""
    for g in range(_GROUPS.shape[0]):
        parts, first, end = _GROUPS[g]  # rows with equally many parts: the tests leave the loop
        for row in range(first, end):
            best = _load(x, row * LANES)
            best = _top(best, _load(x, _entry(_PARTS, 5 * row)))
            if parts > 1:
                best = _top(best, _load(x, _entry(_PARTS, 5 * row + 1)))
            if parts > 2:
                best = _top(best, _load(x, _entry(_PARTS, 5 * row + 2)))
            if parts > 3:
                best = _top(best, _load(x, _entry(_PARTS, 5 * row + 3)))
            if parts > 4:
                best = _top(best, _load(x, _entry(_PARTS, 5 * row + 4)))
            _store(x, row * LANES, best)


@inner
def _turn(x: Floats) -> Lanes:
    """Value before the first roll, from the values of the final rolls in rows 0 to 251 of `x`."""
    _mean_of_keeps(x)
    _best_keeps(x)
    _mean_of_keeps(x)
    _best_keeps(x)
    return _mean_of_rolls(x)


@inner
def _mean_of_rolls(x: Floats) -> Lanes:
    """Mean of rows 0 to 251 over the law of a throw, in four running sums (shorter chains)."""
    zero = _splat(0.0)
    a, b, c, d = zero, zero, zero, zero
    for roll in range(0, ROLLS, 4):
        at = roll * LANES
        a = _add(a, _mul(_load(x, at), _splat(ROLL_CHANCE[roll])))
        b = _add(b, _mul(_load(x, at + LANES), _splat(ROLL_CHANCE[roll + 1])))
        c = _add(c, _mul(_load(x, at + 2 * LANES), _splat(ROLL_CHANCE[roll + 2])))
        d = _add(d, _mul(_load(x, at + 3 * LANES), _splat(ROLL_CHANCE[roll + 3])))
    return _add(_add(a, b), _add(c, d))


@inner
def _row(yahtzee: int, lower: int, upper: int) -> int:
    return (yahtzee * 64 + lower) * 64 + upper


@inner
def _next_rows(index: int, rows: Ints) -> None:
    """Flat starts of the rows a set can lead to, `CLOSED` for filled boxes.

    Places 0 to 5: upper boxes; 6 to 11: the six lower boxes; 12, 13: Yahtzee with zero, with 50.
    """
    upper, lower, yahtzee = index % 64, index // 64 % 64, index // 4096
    for i in range(6):
        bit = 1 << i
        rows[i] = CLOSED if upper & bit else _row(yahtzee, lower, upper | bit)
        rows[6 + i] = CLOSED if lower & bit else _row(yahtzee, lower | bit, upper)
    rows[12] = CLOSED if yahtzee else _row(1, lower, upper)
    rows[13] = CLOSED if yahtzee else _row(2, lower, upper)
    for i in range(14):
        rows[i] *= STRIDE


@inner
def _bonus_at(index: int, bonus: int) -> int:
    """Points for five of a kind, at cards of this set."""
    return bonus if index // 4096 == 2 else 0


@inner
def _best_parts(part: Floats, x: Floats) -> None:
    """Put the final rolls of unlike dice, rows 6 to 251 of `x`, together from their parts."""
    for roll in range(6, ROLLS):
        best = _load(part, _entry(_SOURCES, 3 * roll))
        best = _top(best, _load(part, _entry(_SOURCES, 3 * roll + 1)))
        best = _top(best, _load(part, _entry(_SOURCES, 3 * roll + 2)))
        _store(x, roll * LANES, best)


@inner
def _upper_parts(values: Floats, rows: Ints, total: int, part: Floats) -> None:
    """Best upper box for each three counts of aces to threes, and of fours to sixes."""
    for half in range(2):
        for i in range(56):
            best = _splat(-np.inf)
            for j in range(3):
                face, count = 3 * half + j, HALVES[i, j]
                points = count * (face + 1)
                value = _load(values, rows[face] + total + points)
                best = _top(best, _add(value, _splat(float(points))))
            _store(part, (56 * half + i) * LANES, best)


@inner
def _zero_in_lower(values: Floats, rows: Ints, total: int) -> Lanes:
    best = _load(values, rows[12] + total)
    for i in range(6, 11):
        best = _top(best, _load(values, rows[i] + total))
    return best


@inner
def _lower_parts(values: Floats, rows: Ints, total: int, part: Floats) -> None:
    """Best lower box for each pattern and sum; what does not score may still be a zero."""
    zero = _zero_in_lower(values, rows, total)
    three, four = _load(values, rows[6] + total), _load(values, rows[7] + total)
    house = _add(_load(values, rows[8] + total), _splat(25.0))
    small = _add(_load(values, rows[9] + total), _splat(30.0))
    large = _add(_load(values, rows[10] + total), _splat(40.0))
    chance = _load(values, rows[11] + total)
    for i in range(PATTERNS.shape[0]):
        pattern, points = PATTERNS[i, 0], _splat(float(PATTERNS[i, 1]))
        best = _top(zero, _add(chance, points))
        if pattern & 1:
            best = _top(best, _add(three, points))
        if pattern & 2:
            best = _top(best, _add(four, points))
        if pattern & 4:
            best = _top(best, house)
        if pattern & 8:
            best = _top(best, small)
        if pattern & 16:
            best = _top(best, large)
        _store(part, (112 + i) * LANES, best)


@inner
def _place_fives(index: int, rows: Ints, fives: Ints, bonus: int, at: Ints, gains: Floats) -> None:
    """List where five of a kind of each face may go: flat place, and points gained, then -1."""
    more = _bonus_at(index, bonus)
    for face in range(6):
        case, n = _situation(index, face), 14 * face
        for box in range(13):
            gain, row = fives[case, face, box], rows[PLACE_OF_BOX[box]]
            if gain >= 0 and row != CLOSED * STRIDE:
                at[n], gains[n] = row + (gain if box < 6 else 0), gain + more
                n += 1
        at[n] = -1


@inner
def _final_rolls(
    values: Floats, rows: Ints, total: int, at: Ints, gains: Floats, part: Floats, x: Floats
) -> None:
    """Fill rows 0 to 251 of `x` with the value of each final roll."""
    _upper_parts(values, rows, total, part)
    _lower_parts(values, rows, total, part)
    for face in range(6):
        best, n = _splat(-np.inf), 14 * face
        while at[n] >= 0:
            best = _top(best, _add(_load(values, at[n] + total), _splat(gains[n])))
            n += 1
        _store(x, face * LANES, best)
    _best_parts(part, x)


@inner
def _spread(values: Floats, index: int) -> None:
    """Copy what was solved of a row to the totals that share it, and beyond 63."""
    first, last = LANE_RANGE[index % 64]
    start = index * STRIDE
    values[start : start + first] = values[start + first]
    if last == 63:
        values[start + 64 : start + STRIDE] = values[start + 63]


@compiled(cache=True, nogil=True)
def _solve_sets(values: Floats, sets: Ints, fives: Ints, bonus: int, work: Floats) -> None:
    """Fill the rows of `sets`, all of whose successors are already filled.

    Parameters
    ----------
    values : float64 array, shape (SETS + 1) * STRIDE
        The table, flat; written in the rows of `sets`.
    sets : int64 array
        Numbers of the sets to solve.
    fives : int64 array, shape (12, 6, 13)
        The joker rule, as `scoring.five_of_a_kind` tabulates it.
    bonus : int
        Of five of a kind while the Yahtzee box holds 50.
    work : float64 array
        Scratch space, `WORK` elements, aligned to 64 bytes.
    """
    x, part = work[: MULTISETS * LANES], work[MULTISETS * LANES :]
    rows, at, gains = np.empty(14, np.int64), np.empty(84, np.int64), np.empty(84)
    for index in sets:
        _next_rows(index, rows)
        _place_fives(index, rows, fives, bonus, at, gains)
        first, last = LANE_RANGE[index % 64]
        start = index * STRIDE
        for total in range(first, last + 1, LANES):
            _final_rolls(values, rows, total, at, gains, part, x)
            _store(values, start + total, _turn(x))
        _spread(values, index)
