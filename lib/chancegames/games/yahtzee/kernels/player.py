"""A policy followed: what it is worth, where it leads, and its games with given dice.

It is given as a *player*: the table of a `policies.TablePolicy`, padded, as its *guide*; the joker
rule as `scoring.five_of_a_kind` tabulates it; the Yahtzee bonus; and whether it keeps the most of
equal dice.  Within a turn it maximises points gained plus the guide's worth of the next anchor,
exactly, with the choice in a second array beside the worth.  Forward, layer by layer (Glenn 2006,
section 7), the probability of standing at an anchor with a score flows through the turn to the next
anchors; keeps are sent on one die at a time, along the same 1260 edges as the solver's means.  What
flows is a row of numbers for each anchor: the probability of each score so far, or, where only mean
and deviation are asked for, its first three moments.
"""

from typing import Any

import numpy as np

from chancegames.base.compiled import compiled
from chancegames.games.yahtzee import layout
from chancegames.games.yahtzee.kernels.value import (
    _EXT,
    _GROUPS,
    _PARTS,
    _SOURCES,
    PLACE_OF_BOX,
    _bonus_at,
    _mean_of_keeps,
    _next_rows,
    _situation,
    _spread,
)
from chancegames.games.yahtzee.layout import (
    HALVES,
    LANE_RANGE,
    LOWER_SIX,
    MISSED,
    MULTISETS,
    POINTS,
    ROLL_CHANCE,
    ROLLS,
    STRIDE,
    TIE,
    Floats,
    Ints,
)
from chancegames.games.yahtzee.vector import (
    LANES,
    Lanes,
    _add,
    _aligned,
    _alike,
    _entry,
    _load,
    _mul,
    _pick,
    _splat,
    _store,
    _top,
    inner,
)
from chancegames.models.yahtzee import Box

Work = tuple[Any, ...]
Rows = tuple[Ints, Floats, Floats]
Player = tuple[Floats, Ints, int, bool]
BOX_OF_PLACE = np.array([*range(6), *LOWER_SIX, Box.YAHTZEE, Box.YAHTZEE])
"""Box of each place of `_next_rows`; the Yahtzee box has two, for 0 and for 50 points."""
_LOWER_PLACES = (6, 7, 8, 9, 10, 12, 11)  # in the order of the boxes, which decides ties
_OUTCOMES = 14 * 64 * 2  # places, points, with and without a Yahtzee bonus


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


def _scratch() -> Work:
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
    outcome = _aligned(_OUTCOMES * LANES)
    outcome[:] = 0.0
    return (*counts, *(_aligned(n * LANES) for n in lanes), outcome)


@inner
def _shared(guide: Floats, rows: Ints, total: int, worths: Floats, codes: Floats) -> None:
    """Best of the boxes that each part stands for: its worth, and ``place * 64 + points``."""
    for kind in range(len(_PLACES)):
        best, code = _splat(-np.inf), _splat(0.0)
        for j in range(7):
            place, gain = _PLACES[kind, j], _POINTS[kind, j]
            if place < 0:
                break
            at = rows[place] + total + (gain if place < 6 else 0)
            worth = _add(_load(guide, at), _splat(float(gain)))
            better = _add(best, _splat(TIE))
            code = _pick(worth, better, _splat(float(place * 64 + gain)), code)
            best = _pick(worth, better, worth, best)
        _store(worths, kind * LANES, best)
        _store(codes, kind * LANES, code)


@inner
def _five_of_a_kind(
    guide: Floats, rows: Ints, total: int, face: int, index: int, fives: Ints
) -> tuple[Lanes, Lanes]:
    """Best box of five of a kind by the joker rule: its worth, and its place and points."""
    best, code, case = _splat(-np.inf), _splat(0.0), _situation(index, face)
    for box in range(13):
        gain, place = fives[case, face, box], PLACE_OF_BOX[box]
        if gain >= 0:
            at = rows[place] + total + (gain if box < 6 else 0)
            worth = _add(_load(guide, at), _splat(float(gain)))
            better = _add(best, _splat(TIE))
            code = _pick(worth, better, _splat(float(place * 64 + gain)), code)
            best = _pick(worth, better, worth, best)
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
        _store(x, face * LANES, _add(best, _splat(float(more))))
        _store(box, face * LANES, code)
    for roll in range(6, ROLLS):
        at = _entry(_SOURCES, 3 * roll)
        best, code = _load(worths, at), _load(codes, at)
        for j in range(1, 3):
            at = _entry(_SOURCES, 3 * roll + j)
            worth, better = _load(worths, at), _add(best, _splat(TIE))
            code = _pick(worth, better, _load(codes, at), code)
            best = _pick(worth, better, worth, best)
        _store(x, roll * LANES, best)
        _store(box, roll * LANES, code)


@inner
def _choose_keeps(x: Floats, key: Floats, sign: float) -> None:
    """Best keep of every multiset, in place; among equals the one with the greatest key.

    Rows are numbered from five dice down to none, so of two rows the greater number keeps fewer
    dice (or as many).  A key is the row's number, or its negative if the most dice are wanted.
    """
    empty = (MULTISETS - 1) * LANES
    _store(key, empty, _splat(sign * (MULTISETS - 1)))
    lowest = _splat(-1.0 * (MULTISETS - 1))  # also where nothing is open, and all worths are -inf
    for g in range(_GROUPS.shape[0]):
        parts, first, end = _GROUPS[g]
        for row in range(first, end):
            own = _load(x, row * LANES)
            best = own
            for j in range(parts):
                best = _top(best, _load(x, _entry(_PARTS, 5 * row + j)))
            equal = _add(best, _splat(-TIE))
            choice = _pick(own, equal, _splat(sign * row), lowest)
            for j in range(parts):
                part = _entry(_PARTS, 5 * row + j)
                choice = _top(choice, _pick(_load(x, part), equal, _load(key, part), lowest))
            _store(x, row * LANES, best)
            _store(key, row * LANES, choice)


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
        _store(sent, row * LANES, _splat(0.0))
    for roll in range(0, ROLLS * LANES, LANES):
        if _alike(_load(key, roll)):
            row = abs(int(key[roll])) * LANES
            _store(sent, row, _add(_load(sent, row), _load(weight, roll)))
            continue
        for i in range(roll, roll + LANES):
            sent[abs(int(key[i])) * LANES + i % LANES] += weight[i]
    sixth = _splat(1 / 6)
    for k in range(MULTISETS - ROLLS - 1, -1, -1):
        share = _mul(_load(sent, (k + ROLLS) * LANES), sixth)
        for face in range(6):
            row = _entry(_EXT, 6 * k + face)
            _store(sent, row, _add(_load(sent, row), share))
    for roll in range(ROLLS):
        _store(weight, roll * LANES, _load(sent, roll * LANES))


@inner
def _gather(
    weight: Floats, box: Floats, lucky: bool, outcome: Floats, keys: Ints, noted: Ints
) -> int:
    """Collect the final rolls by place, points and whether a bonus falls; returns how many keys."""
    n = 0
    for at in range(0, ROLLS * LANES, LANES):
        bonus = 1 if lucky and at < 6 * LANES else 0
        same = _alike(_load(box, at))
        for lane in range(1 if same else LANES):
            key = 2 * int(box[at + lane]) + bonus
            if not noted[key]:
                noted[key], keys[n] = 1, key
                n += 1
            if not same:
                outcome[key * LANES + lane] += weight[at + lane]
            else:
                row = key * LANES
                _store(outcome, row, _add(_load(outcome, row), _load(weight, at)))
    return n


@inner
def _outcomes(index: int, total: int, player: Player, work: Work) -> int:
    """Plan a turn and collect what comes of it, to be forgotten before the next.

    Returns how many keys there are: twice ``place * 64 + points``, and 1 more with a Yahtzee bonus.
    """
    _, keys, noted, _, first, second, box, weight, sent, outcome = work
    _plan(index, total, player, work)
    for roll in range(ROLLS):
        _store(weight, roll * LANES, _splat(ROLL_CHANCE[roll]))
    _send(weight, first, sent)
    _send(weight, second, sent)
    return _gather(weight, box, _bonus_at(index, player[2]) > 0, outcome, keys, noted)


@inner
def _forget(n: int, work: Work) -> None:
    """Clear the outcomes of so many keys."""
    keys, noted, outcome = work[1], work[2], work[9]
    for i in range(n):
        noted[keys[i]] = 0
        _store(outcome, keys[i] * LANES, _splat(0.0))


@compiled(cache=True, nogil=True)
def _follow_sets(values: Floats, squares: Floats, sets: Ints, player: Player, work: Work) -> None:
    """Fill the rows of `sets` with what following a policy is worth, and with its mean square.

    With X still to come after a gain of g, E[(g + X)**2] = g * (g + 2 * E[X]) + E[X**2].

    Parameters
    ----------
    values, sets
        As for `_solve_sets`.
    squares : float64 array
        Laid out as `values`.
    player : tuple
        Guide, joker rule, Yahtzee bonus, and whether to keep the most of equal dice.
    work : tuple of arrays
        Scratch space, of `_scratch`.
    """
    rows, keys, outcome = work[0], work[1], work[9]
    for index in sets:
        first, last = LANE_RANGE[index % 64]
        extra = _bonus_at(index, player[2])
        for total in range(first, last + 1, LANES):
            n = _outcomes(index, total, player, work)
            value, square = _splat(0.0), _splat(0.0)
            for i in range(n):
                key = keys[i]
                place, gain = key // 128, key // 2 % 64
                at = rows[place] + total + (gain if place < 6 else 0)
                won, chance = _splat(float(gain + extra * (key % 2))), _load(outcome, key * LANES)
                after = _load(values, at)
                value = _add(value, _mul(chance, _add(won, after)))
                both = _mul(won, _add(won, _add(after, after)))
                square = _add(square, _mul(chance, _add(both, _load(squares, at))))
            _forget(n, work)
            _store(values, index * STRIDE + total, value)
            _store(squares, index * STRIDE + total, square)
        _spread(values, index)
        _spread(squares, index)


@inner
def _after(row: int, total: int, place: int, gain: int) -> int:
    """Flat anchor ``set * 64 + total`` after points in a place, which leads to a row."""
    reached = min(63, total + gain) if place < 6 else total
    missed: int = MISSED[row % 64]
    return row * 64 + max(reached, missed)


@inner
def _move_law(here: Floats, first: int, end: int, there: Floats, shift: int, chance: float) -> None:
    """Add a distribution of the score, moved up by the points gained; eight scores at a time.

    What follows a distribution in its array are seven zeros at least.
    """
    lanes = _splat(chance)
    for i in range(first, end, LANES):
        moved = _mul(_load(here, i), lanes)
        _store(there, shift + i, _add(_load(there, shift + i), moved))


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


@compiled(cache=True, nogil=True)
def _push(
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
        As for `_follow_sets`.
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
        mass = law[low] if moments else law[low:high].sum()
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
        row = _entry(_EXT, (row - ROLLS) * 6 + throws[at]) // LANES
        at += 1
    return row


@compiled(cache=True, nogil=True)
def _play_turn(order: Ints, state: Ints, throws: Ints, player: Player, work: Work) -> None:
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
        As for `_follow_sets`.
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
