r"""Numba kernels: the value of every anchor, the play of a policy, the chance of every target.

Eight lanes side by side (`vector`) share every choice of dice and boxes, so that a turn is planned
for eight of its kind at once.  The working set of one turn is 462 rows of eight float64, 29.6 kB,
which stays in the L1 cache.

*Best average* (`solve_sets`).  The lanes are eight consecutive upper totals of one set of filled
boxes.  The table `values` is flat: row ``set``, of `STRIDE` totals.  A row repeats the total 63
beyond 63, so that ``total + points`` needs no cap; row `CLOSED` holds minus infinity, so that a
filled box needs no branch.

*A policy* (`follow_sets`, `push`, `play_turn`) is given as a *player*: the table of a
`policies.TablePolicy`, padded, as its *guide*; the joker rule as `scoring.five_of_a_kind` tabulates
it; the Yahtzee bonus; and whether it keeps the most of equal dice.  Within a turn it maximises
points gained plus the guide's worth of the next anchor, exactly, with the choice in a second array
beside the worth.  Forward, layer by layer (Glenn 2006, section 7), the probability of standing at
an anchor with a score flows through the turn to the next anchors; keeps are sent on one die at a
time, along the same 1260 edges as the solver's means.  What flows is a row of numbers for each
anchor: the probability of each score so far, or, where only mean and deviation are asked for, its
first three moments.

*Targets* (`solve_anchors`).  The lanes are eight consecutive needs of one anchor, and points gained
move the lanes instead of being added: a box with points :math:`p` is read at ``need - p``.  Each
anchor owns a row of the flat table `chance`: needs from -7 to its `top` + 8, where a need of 0 or
less has chance 1 and a need above `top`, the most it can still score, chance 0; reads further out
are clamped to these edges.  Where only large needs are asked, a row starts at its `base` in place
of 0, and what lies below is never read with effect.
"""

from typing import Any

import numpy as np

from chancegames.base.compiled import compiled
from chancegames.games.yahtzee import layout
from chancegames.games.yahtzee.layout import (
    ALIKE,
    CLOSED,
    HALVES,
    LANE_RANGE,
    LOWER_SIX,
    MISSED,
    MULTISETS,
    PATTERNS,
    POINTS,
    ROLL_CHANCE,
    ROLLS,
    STRIDE,
    TIE,
    TOTALS,
    Floats,
    Ints,
)
from chancegames.games.yahtzee.scoring import situation
from chancegames.games.yahtzee.vector import (
    LANES,
    Lanes,
    add,
    aligned,
    alike,
    entry,
    inner,
    load,
    mul,
    pick,
    splat,
    store,
    top,
)
from chancegames.models.yahtzee import Box

Work = tuple[Any, ...]
Rows = tuple[Ints, Floats, Floats]
Player = tuple[Floats, Ints, int, bool]
_situation = inner(situation)
PLACE_OF_BOX = np.array([*range(11), 13, 11])
"""Place of each box in `_next_rows`, when five of a kind is scored there."""
BOX_OF_PLACE = np.array([*range(6), *LOWER_SIX, Box.YAHTZEE, Box.YAHTZEE])
"""Box of each place of `_next_rows`; the Yahtzee box has two, for 0 and for 50 points."""
WORK = (MULTISETS + 112 + len(PATTERNS)) * LANES
_LOWER_PLACES = (6, 7, 8, 9, 10, 12, 11)  # in the order of the boxes, which decides ties
_OUTCOMES = 14 * 64 * 2  # places, points, with and without a Yahtzee bonus
_GROUPS = np.array(layout.GROUPS, dtype=np.int64)
_EXT, _PARTS, _SOURCES = (
    (np.array(rows) * LANES).astype(np.uint16).ravel()
    for rows in (layout.EXTENSIONS, [(p + (0,) * 5)[:5] for p in layout.PARTS], layout.SOURCES)
)


@inner
def _mean_of_keeps(x: Floats) -> None:
    """From the 252 roll rows of `x`, fill every smaller keep with the mean of its extensions."""
    sixth = splat(1 / 6)
    for k in range(MULTISETS - ROLLS):
        total = load(x, entry(_EXT, 6 * k))
        for face in range(1, 6):
            total = add(total, load(x, entry(_EXT, 6 * k + face)))
        store(x, (k + ROLLS) * LANES, mul(total, sixth))


@inner
def _best_keeps(x: Floats) -> None:
    """Replace every row of `x` by the maximum over all that may be kept of it."""
    for g in range(_GROUPS.shape[0]):
        parts, first, end = _GROUPS[g]  # rows with equally many parts: the tests leave the loop
        for row in range(first, end):
            best = load(x, row * LANES)
            best = top(best, load(x, entry(_PARTS, 5 * row)))
            if parts > 1:
                best = top(best, load(x, entry(_PARTS, 5 * row + 1)))
            if parts > 2:
                best = top(best, load(x, entry(_PARTS, 5 * row + 2)))
            if parts > 3:
                best = top(best, load(x, entry(_PARTS, 5 * row + 3)))
            if parts > 4:
                best = top(best, load(x, entry(_PARTS, 5 * row + 4)))
            store(x, row * LANES, best)


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
    zero = splat(0.0)
    a, b, c, d = zero, zero, zero, zero
    for roll in range(0, ROLLS, 4):
        at = roll * LANES
        a = add(a, mul(load(x, at), splat(ROLL_CHANCE[roll])))
        b = add(b, mul(load(x, at + LANES), splat(ROLL_CHANCE[roll + 1])))
        c = add(c, mul(load(x, at + 2 * LANES), splat(ROLL_CHANCE[roll + 2])))
        d = add(d, mul(load(x, at + 3 * LANES), splat(ROLL_CHANCE[roll + 3])))
    return add(add(a, b), add(c, d))


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
def _upper_parts(values: Floats, rows: Ints, total: int, part: Floats) -> None:
    """Best upper box for each three counts of aces to threes, and of fours to sixes."""
    for half in range(2):
        for i in range(56):
            best = splat(-np.inf)
            for j in range(3):
                face, count = 3 * half + j, HALVES[i, j]
                points = count * (face + 1)
                value = load(values, rows[face] + total + points)
                best = top(best, add(value, splat(float(points))))
            store(part, (56 * half + i) * LANES, best)


@inner
def _zero_in_lower(values: Floats, rows: Ints, total: int) -> Lanes:
    best = load(values, rows[12] + total)
    for i in range(6, 11):
        best = top(best, load(values, rows[i] + total))
    return best


@inner
def _lower_parts(values: Floats, rows: Ints, total: int, part: Floats) -> None:
    """Best lower box for each pattern and sum; what does not score may still be a zero."""
    zero = _zero_in_lower(values, rows, total)
    three, four = load(values, rows[6] + total), load(values, rows[7] + total)
    house = add(load(values, rows[8] + total), splat(25.0))
    small = add(load(values, rows[9] + total), splat(30.0))
    large = add(load(values, rows[10] + total), splat(40.0))
    chance = load(values, rows[11] + total)
    for i in range(PATTERNS.shape[0]):
        pattern, points = PATTERNS[i, 0], splat(float(PATTERNS[i, 1]))
        best = top(zero, add(chance, points))
        if pattern & 1:
            best = top(best, add(three, points))
        if pattern & 2:
            best = top(best, add(four, points))
        if pattern & 4:
            best = top(best, house)
        if pattern & 8:
            best = top(best, small)
        if pattern & 16:
            best = top(best, large)
        store(part, (112 + i) * LANES, best)


@inner
def _bonus_at(index: int, bonus: int) -> int:
    """Points for five of a kind, at cards of this set."""
    return bonus if index // 4096 == 2 else 0


@inner
def _after(row: int, total: int, place: int, gain: int) -> int:
    """Flat anchor ``set * 64 + total`` after points in a place, which leads to a row."""
    reached = min(63, total + gain) if place < 6 else total
    missed: int = MISSED[row % 64]
    return row * 64 + max(reached, missed)


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
def _best_parts(part: Floats, x: Floats) -> None:
    """Put the final rolls of unlike dice, rows 6 to 251 of `x`, together from their parts."""
    for roll in range(6, ROLLS):
        best = load(part, entry(_SOURCES, 3 * roll))
        best = top(best, load(part, entry(_SOURCES, 3 * roll + 1)))
        best = top(best, load(part, entry(_SOURCES, 3 * roll + 2)))
        store(x, roll * LANES, best)


@inner
def _final_rolls(
    values: Floats, rows: Ints, total: int, at: Ints, gains: Floats, part: Floats, x: Floats
) -> None:
    """Fill rows 0 to 251 of `x` with the value of each final roll."""
    _upper_parts(values, rows, total, part)
    _lower_parts(values, rows, total, part)
    for face in range(6):
        best, n = splat(-np.inf), 14 * face
        while at[n] >= 0:
            best = top(best, add(load(values, at[n] + total), splat(gains[n])))
            n += 1
        store(x, face * LANES, best)
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
def solve_sets(values: Floats, sets: Ints, fives: Ints, bonus: int, work: Floats) -> None:
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
            store(values, start + total, _turn(x))
        _spread(values, index)


def _shared_parts() -> tuple[Ints, Ints]:
    """Places and points of the parts that final rolls share (see `layout`): shape (parts, 7).

    What is not used has place -1.
    """
    upper = [
        [(3 * h + j, c * (3 * h + j + 1)) for j, c in enumerate(half.tolist())]
        for h in range(2)
        for half in HALVES
    ]
    samples = 6 + np.unique(layout.SOURCES[6:, 2], return_index=True)[1]  # no five of a kind
    lower = [[(p, int(POINTS[BOX_OF_PLACE[p], roll])) for p in _LOWER_PLACES] for roll in samples]
    table = np.array([(part + [(-1, 0)] * 7)[:7] for part in upper + lower])
    return table[:, :, 0].copy(), table[:, :, 1].copy()


_PLACES, _POINTS = _shared_parts()


def scratch() -> Work:
    """Working arrays of one thread: numbers of rows and outcomes, then eight lanes a row.

    Returns
    -------
    tuple of ndarray
        Next rows (14), keys of outcomes and whether they are noted (1792 each); worths, keeps
        after the first and the second roll (462 rows), boxes and weights of final rolls (252), what
        is sent (462), outcomes (1792).
    """
    lanes = (MULTISETS, MULTISETS, MULTISETS, ROLLS, ROLLS, MULTISETS)
    counts = (np.zeros(n, dtype=np.int64) for n in (14, _OUTCOMES, _OUTCOMES))
    outcome = aligned(_OUTCOMES * LANES)
    outcome[:] = 0.0
    return (*counts, *(aligned(n * LANES) for n in lanes), outcome)


@inner
def _shared(guide: Floats, rows: Ints, total: int, worths: Floats, codes: Floats) -> None:
    """Best of the boxes that each part stands for: its worth, and ``place * 64 + points``."""
    for kind in range(len(_PLACES)):
        best, code = splat(-np.inf), splat(0.0)
        for j in range(7):
            place, gain = _PLACES[kind, j], _POINTS[kind, j]
            if place < 0:
                break
            at = rows[place] + total + (gain if place < 6 else 0)
            worth = add(load(guide, at), splat(float(gain)))
            better = add(best, splat(TIE))
            code = pick(worth, better, splat(float(place * 64 + gain)), code)
            best = pick(worth, better, worth, best)
        store(worths, kind * LANES, best)
        store(codes, kind * LANES, code)


@inner
def _five_of_a_kind(
    guide: Floats, rows: Ints, total: int, face: int, index: int, fives: Ints
) -> tuple[Lanes, Lanes]:
    """Best box of five of a kind by the joker rule: its worth, and its place and points."""
    best, code, case = splat(-np.inf), splat(0.0), _situation(index, face)
    for box in range(13):
        gain, place = fives[case, face, box], PLACE_OF_BOX[box]
        if gain >= 0:
            at = rows[place] + total + (gain if box < 6 else 0)
            worth = add(load(guide, at), splat(float(gain)))
            better = add(best, splat(TIE))
            code = pick(worth, better, splat(float(place * 64 + gain)), code)
            best = pick(worth, better, worth, best)
    return best, code


@inner
def _choose_boxes(index: int, total: int, player: Player, work: Work) -> None:
    """Best box of each final roll: its worth, and its place and points in one number."""
    guide, fives, bonus, _ = player
    rows, more = work[0], _bonus_at(index, bonus)
    x, worths, codes, box = work[3], work[4], work[5], work[6]
    _shared(guide, rows, total, worths, codes)
    for face in range(6):
        best, code = _five_of_a_kind(guide, rows, total, face, index, fives)
        store(x, face * LANES, add(best, splat(float(more))))
        store(box, face * LANES, code)
    for roll in range(6, ROLLS):
        at = entry(_SOURCES, 3 * roll)
        best, code = load(worths, at), load(codes, at)
        for j in range(1, 3):
            at = entry(_SOURCES, 3 * roll + j)
            worth, better = load(worths, at), add(best, splat(TIE))
            code = pick(worth, better, load(codes, at), code)
            best = pick(worth, better, worth, best)
        store(x, roll * LANES, best)
        store(box, roll * LANES, code)


@inner
def _choose_keeps(x: Floats, key: Floats, sign: float) -> None:
    """Best keep of every multiset, in place; among equals the one with the greatest key.

    Rows are numbered from five dice down to none, so of two rows the greater number keeps fewer
    dice (or as many).  A key is the row's number, or its negative if the most dice are wanted.
    """
    empty = (MULTISETS - 1) * LANES
    store(key, empty, splat(sign * (MULTISETS - 1)))
    lowest = splat(-1.0 * (MULTISETS - 1))  # also where nothing is open, and all worths are -inf
    for g in range(_GROUPS.shape[0]):
        parts, first, end = _GROUPS[g]
        for row in range(first, end):
            own = load(x, row * LANES)
            best = own
            for j in range(parts):
                best = top(best, load(x, entry(_PARTS, 5 * row + j)))
            equal = add(best, splat(-TIE))
            choice = pick(own, equal, splat(sign * row), lowest)
            for j in range(parts):
                part = entry(_PARTS, 5 * row + j)
                choice = top(choice, pick(load(x, part), equal, load(key, part), lowest))
            store(x, row * LANES, best)
            store(key, row * LANES, choice)


@inner
def _plan(index: int, total: int, player: Player, work: Work) -> None:
    """Plan a turn of eight upper totals from `total` on, in the arrays of `work`.

    Fills the rows (or their negatives) to keep after the first and the second roll, and place and
    points of each final roll.
    """
    rows, x, first, second = work[0], work[3], work[4], work[5]
    sign = -1.0 if player[3] else 1.0
    _next_rows(index, rows)
    _choose_boxes(index, total, player, work)
    _mean_of_keeps(x)
    _choose_keeps(x, second, sign)
    _mean_of_keeps(x)
    _choose_keeps(x, first, sign)


@inner
def _send(weight: Floats, key: Floats, sent: Floats) -> None:
    """Chances of the next roll in `weight`, from those of this roll and the keeps."""
    for row in range(MULTISETS):
        store(sent, row * LANES, splat(0.0))
    for roll in range(0, ROLLS * LANES, LANES):
        if alike(load(key, roll)):
            row = abs(int(key[roll])) * LANES
            store(sent, row, add(load(sent, row), load(weight, roll)))
            continue
        for i in range(roll, roll + LANES):
            sent[abs(int(key[i])) * LANES + i % LANES] += weight[i]
    sixth = splat(1 / 6)
    for k in range(MULTISETS - ROLLS - 1, -1, -1):
        share = mul(load(sent, (k + ROLLS) * LANES), sixth)
        for face in range(6):
            row = entry(_EXT, 6 * k + face)
            store(sent, row, add(load(sent, row), share))
    for roll in range(ROLLS):
        store(weight, roll * LANES, load(sent, roll * LANES))


@inner
def _gather(
    weight: Floats, box: Floats, lucky: bool, outcome: Floats, keys: Ints, noted: Ints
) -> int:
    """Collect the final rolls by place, points and whether a bonus falls; returns how many keys."""
    n = 0
    for at in range(0, ROLLS * LANES, LANES):
        bonus = 1 if lucky and at < 6 * LANES else 0
        same = alike(load(box, at))
        for lane in range(1 if same else LANES):
            key = 2 * int(box[at + lane]) + bonus
            if not noted[key]:
                noted[key], keys[n] = 1, key
                n += 1
            if not same:
                outcome[key * LANES + lane] += weight[at + lane]
            else:
                row = key * LANES
                store(outcome, row, add(load(outcome, row), load(weight, at)))
    return n


@inner
def _outcomes(index: int, total: int, player: Player, work: Work) -> int:
    """Plan a turn and collect what comes of it, to be forgotten before the next.

    Returns how many keys there are: twice ``place * 64 + points``, and 1 more with a Yahtzee bonus.
    """
    _, keys, noted, _, first, second, box, weight, sent, outcome = work
    _plan(index, total, player, work)
    for roll in range(ROLLS):
        store(weight, roll * LANES, splat(ROLL_CHANCE[roll]))
    _send(weight, first, sent)
    _send(weight, second, sent)
    return _gather(weight, box, _bonus_at(index, player[2]) > 0, outcome, keys, noted)


@inner
def _forget(n: int, work: Work) -> None:
    """Clear the outcomes of so many keys."""
    keys, noted, outcome = work[1], work[2], work[9]
    for i in range(n):
        noted[keys[i]] = 0
        store(outcome, keys[i] * LANES, splat(0.0))


@compiled(cache=True, nogil=True)
def follow_sets(values: Floats, sets: Ints, player: Player, work: Work) -> None:
    """Fill the rows of `sets` with the value of following a policy.

    Parameters
    ----------
    values, sets
        As for `solve_sets`.
    player : tuple
        Guide, joker rule, Yahtzee bonus, and whether to keep the most of equal dice.
    work : tuple of arrays
        Scratch space, of `scratch`.
    """
    rows, keys, outcome = work[0], work[1], work[9]
    for index in sets:
        first, last = LANE_RANGE[index % 64]
        extra = _bonus_at(index, player[2])
        for total in range(first, last + 1, LANES):
            n = _outcomes(index, total, player, work)
            value = splat(0.0)
            for i in range(n):
                key = keys[i]
                place, gain = key // 128, key // 2 % 64
                after = load(values, rows[place] + total + (gain if place < 6 else 0))
                won = add(after, splat(float(gain + extra * (key % 2))))
                value = add(value, mul(load(outcome, key * LANES), won))
            _forget(n, work)
            store(values, index * STRIDE + total, value)
        _spread(values, index)


@inner
def _move_law(here: Floats, first: int, end: int, there: Floats, shift: int, chance: float) -> None:
    """Add a distribution of the score, moved up by the points gained; eight scores at a time.

    What follows a distribution in its array are seven zeros at least.
    """
    lanes = splat(chance)
    for i in range(first, end, LANES):
        moved = mul(load(here, i), lanes)
        store(there, shift + i, add(load(there, shift + i), moved))


@inner
def _move_moments(
    here: Floats, first: int, there: Floats, start: int, points: int, chance: float
) -> None:
    """Add probability, first and second moment of the score, moved up by the points gained."""
    mass, mean, square = here[first], here[first + 1], here[first + 2]
    there[start] += chance * mass
    there[start + 1] += chance * (mean + points * mass)
    there[start + 2] += chance * (square + points * (2 * mean + points * mass))


@inner
def _trim(offsets: Ints, law: Floats, flat: int) -> tuple[int, int]:
    """First and last (exclusive) score of positive probability at an anchor."""
    first, end = offsets[flat], offsets[flat + 1]
    while first < end and law[first] == 0.0:
        first += 1
    while end > first and law[end - 1] == 0.0:
        end -= 1
    return first, end


@inner
def _mass(law: Floats, first: int, end: int, moments: bool) -> float:
    total = 0.0
    for i in range(first, first + 1 if moments else end):
        total += law[i]
    return total


@compiled(cache=True, nogil=True)
def push(
    anchors: Ints,
    player: Player,
    moments: bool,
    required: int,
    old: Rows,
    new: Rows,
    stats: Floats,
    work: Work,
) -> None:
    """Send the distribution of the score from anchors of one layer to the next layer.

    Parameters
    ----------
    anchors : int64 array
        Flat anchors ``set * 64 + total`` of this layer, in order.
    player, work
        As for `follow_sets`.
    moments : bool
        A row holds probability, first and second moment of the score (else its distribution).
    required : int
        Bit mask of places (see `BOX_OF_PLACE`): games with a zero there are dropped.
    old, new : tuple of (offsets, law, lucky)
        This layer and the next: where the row of each flat anchor starts in the layer's array
        (one more entry than anchors), the rows, and by flat anchor the probability
        of having had a Yahtzee bonus.  The arrays of `new` are added to.
    stats : float64 array, shape (15, 2)
        By place (see `BOX_OF_PLACE`), expected points and chance of a zero; row 14: Yahtzee bonus
        points.  Added to.
    """
    offsets, law, lucky = old
    keys, outcome = work[1], work[9]
    index, start, n, each = -1, 0, 0, 0
    for flat in anchors:
        low, high = _trim(offsets, law, flat)
        if low == high:
            continue
        if flat // 64 != index or flat % 64 >= start + LANES:
            index, start = flat // 64, flat % 64
            each = _bonus_at(index, player[2])
            _forget(n, work)
            n = _outcomes(index, start, player, work)
        mass = _mass(law, low, high, moments)
        for i in range(n):
            place, gain, extra = keys[i] // 128, keys[i] // 2 % 64, each * (keys[i] % 2)
            chance = outcome[keys[i] * LANES + flat % 64 - start]
            if chance == 0.0 or (gain == 0 and required >> place & 1):
                continue
            at = _after(work[0][place] // STRIDE, flat % 64, place, gain)
            if moments:
                _move_moments(law, low, new[1], new[0][at], gain + extra, chance)
            else:
                shift = new[0][at] - offsets[flat] + gain + extra
                _move_law(law, low, high, new[1], shift, chance)
            new[2][at] += chance * (mass if extra > 0 else lucky[flat])
            stats[place, 0] += mass * chance * gain
            stats[place, 1] += mass * chance * (gain == 0)
            stats[14, 0] += mass * chance * extra
    _forget(n, work)


@inner
def _reroll(kept: int, throws: Ints, at: int) -> int:
    """Row of the roll that fills the row `kept` up with the dice of a throw, from `at` on."""
    row = kept
    while row >= ROLLS:
        row = entry(_EXT, (row - ROLLS) * 6 + throws[at]) // LANES
        at += 1
    return row


@compiled(cache=True, nogil=True)
def play_turn(order: Ints, state: Ints, throws: Ints, player: Player, work: Work) -> None:
    """Play one turn of many games with given dice.

    Parameters
    ----------
    order : int64 array, shape (games,)
        The games, those at neighbouring anchors next to each other.
    state : int64 array, shape (games, 2)
        Flat anchor and score so far of each game; changed in place.
    throws : int64 array, shape (games, 15)
        Faces less one of the five dice of each of three rolls; a re-roll uses the first ones.
    player, work
        As for `follow_sets`.
    """
    rows, first, second, box = work[0], work[4], work[5], work[6]
    index, start, each, flat_throws = -1, 0, 0, throws.ravel()
    for game in order:
        flat = state[game, 0]
        if flat // 64 != index or not start <= flat % 64 < start + LANES:
            index, start = flat // 64, flat % 64
            each = _bonus_at(index, player[2])
            _plan(index, start, player, work)
        total, lane = flat % 64, flat % 64 - start
        roll = _reroll(MULTISETS - 1, flat_throws, 15 * game)
        roll = _reroll(abs(int(first[roll * LANES + lane])), flat_throws, 15 * game + 5)
        roll = _reroll(abs(int(second[roll * LANES + lane])), flat_throws, 15 * game + 10)
        code = int(box[roll * LANES + lane])
        place, gain = code // 64, code % 64
        state[game, 1] += gain + (each if roll < 6 else 0)
        state[game, 0] = _after(rows[place] // STRIDE, total, place, gain)


@inner
def _at(chance: Floats, at: Ints, place: int, need: int) -> Lanes:
    """Chances of eight needs from `need` on, at the anchor in a place; clamped to its row."""
    lane = max(at[1, place] - 7, min(need, at[2, place] + 1))
    return load(chance, at[0, place] + lane)


@inner
def _places(index: int, total: int, found: Ints, rows: Ints, at: Ints) -> None:
    """Row, base and top of the anchors a turn can lead to: the columns of `at`.

    Places 0 to 35: upper box ``place // 6`` with ``place % 6`` dice; 36 + i: place i of
    `kernels.next_rows`, from 6 on.  A closed box has row -1.
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
            best = splat(0.0)
            for j in range(3):
                face = 3 * half + j
                place = 6 * face + HALVES[i, j]
                if at[0, place] >= 0:
                    best = top(best, _at(chance, at, place, need - HALVES[i, j] * (face + 1)))
            store(part, (56 * half + i) * LANES, best)


@inner
def _lower_chances(chance: Floats, at: Ints, need: int, part: Floats) -> None:
    zero = splat(0.0)
    for place in (42, 43, 44, 45, 46, 48):
        if at[0, place] >= 0:
            zero = top(zero, _at(chance, at, place, need))
    for i in range(PATTERNS.shape[0]):
        pattern, points = PATTERNS[i, 0], PATTERNS[i, 1]
        best = zero
        if at[0, 47] >= 0:
            best = top(best, _at(chance, at, 47, need - points))
        for j in range(5):
            if pattern >> j & 1 and at[0, 42 + j] >= 0:
                gain = points if j < 2 else (25, 30, 40)[j - 2]
                best = top(best, _at(chance, at, 42 + j, need - gain))
        store(part, (112 + i) * LANES, best)


@inner
def _five_chances(
    chance: Floats, at: Ints, need: int, face: int, index: int, fives: Ints, bonus: int
) -> Lanes:
    """Best box for five of a kind of `face` (0 to 5), by the table of the joker rule."""
    best, case = splat(0.0), _situation(index, face)
    left = need - _bonus_at(index, bonus)
    for box in range(13):
        gain = fives[case, face, box]
        place = 6 * box + (5 if box == face else 0) if box < 6 else 36 + PLACE_OF_BOX[box]
        if gain >= 0 and at[0, place] >= 0:
            best = top(best, _at(chance, at, place, left - gain))
    return best


@inner
def _final_chances(
    chance: Floats, at: Ints, need: int, index: int, fives: Ints, bonus: int, work: Floats
) -> None:
    x, part = work[: MULTISETS * LANES], work[MULTISETS * LANES :]
    _upper_chances(chance, at, need, part)
    _lower_chances(chance, at, need, part)
    for face in range(6):
        store(x, face * LANES, _five_chances(chance, at, need, face, index, fives, bonus))
    _best_parts(part, x)


@compiled(cache=True, nogil=True)
def solve_anchors(
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
        As for `kernels.solve_sets`.
    work : float64 array, shape (WORK,)
        Scratch space, aligned to 64 bytes.
    """
    rows, at = np.empty(14, dtype=np.int64), np.empty((3, 50), dtype=np.int64)
    for anchor in anchors:
        index, total = anchor // TOTALS, anchor % TOTALS
        _places(index, total, found, rows, at)
        for need in range(found[1, anchor] + 1, found[2, anchor] + 1, LANES):
            _final_chances(chance, at, need, index, fives, bonus, work)
            store(chance, found[0, anchor] + need, _turn(work[: MULTISETS * LANES]))
