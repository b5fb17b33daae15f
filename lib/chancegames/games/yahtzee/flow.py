r"""Numba kernels that play a policy forward: the law of the score, box by box.

A policy is given by a *guide*: a table of what each anchor is held to be worth.  Within a turn the
player maximises points gained plus the guide's worth of the next anchor, exactly; so the guide of
expected future scores plays optimally, a guide of zeros greedily.

Forward, layer by layer (Glenn 2006, section 7): the probability of standing at an anchor with a
score flows through the turn to the next anchors.  A turn is planned as in `kernels`, eight upper
totals of one set at a time, with the choice in a second array beside the worth.  Keeps are sent on
one die at a time, along the same 1260 edges as the solver's means.

What flows is a row of numbers an anchor: the probability of each score so far, or, where only mean
and deviation are asked for, its first three moments.
"""

import numpy as np
from numba import njit

from chancegames.games.yahtzee.kernels import mean_of_keeps, next_rows
from chancegames.games.yahtzee.lattice import (
    EXTENSIONS,
    GROUPS,
    MULTISETS,
    PARTS,
    ROLL_CHANCE,
    ROLLS,
)
from chancegames.games.yahtzee.layout import (
    HALVES,
    LOWER_SIX,
    MISSED,
    PATTERN_OF_ROLL,
    SOURCES,
    STRIDE,
)
from chancegames.games.yahtzee.rules import Box
from chancegames.games.yahtzee.solve import aligned
from chancegames.games.yahtzee.turn import BASE_POINTS
from chancegames.games.yahtzee.vector import (
    LANES,
    add,
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

TIE = 1e-9
"""Values closer than this are equal: a billion times the rounding, a millionth of a point."""
BOX_OF_PLACE = np.array([*range(6), *LOWER_SIX, Box.YAHTZEE, Box.YAHTZEE])
"""Box of each place of `kernels.next_rows`; the Yahtzee box has two, for 0 and for 50 points."""
_LOWER_PLACES = (6, 7, 8, 9, 10, 12, 11)  # in the order of the boxes, which decides ties
_MISSED = MISSED
_EXT = (EXTENSIONS * LANES).astype(np.uint16).ravel()
_GROUPS = np.array(GROUPS, dtype=np.int64)
_PARTS = (np.array([(p + (0,) * 5)[:5] for p in PARTS]) * LANES).astype(np.uint16).ravel()
_CHANCE = ROLL_CHANCE
_SOURCES = (SOURCES * LANES).astype(np.uint16).ravel()


def _shared_parts() -> tuple[np.ndarray, np.ndarray]:
    """Places and points of the parts that final rolls share (see `layout`): shape (parts, 7).

    What is not used has place -1.
    """
    upper = [
        [(3 * h + j, c * (3 * h + j + 1)) for j, c in enumerate(half.tolist())]
        for h in range(2)
        for half in HALVES
    ]
    samples = [
        int(np.flatnonzero(i == PATTERN_OF_ROLL)[0]) for i in range(PATTERN_OF_ROLL.max() + 1)
    ]
    lower = [
        [(p, int(BASE_POINTS[BOX_OF_PLACE[p], roll])) for p in _LOWER_PLACES] for roll in samples
    ]
    table = np.array([(part + [(-1, 0)] * 7)[:7] for part in upper + lower])
    return table[:, :, 0].copy(), table[:, :, 1].copy()


_PLACES, _POINTS = _shared_parts()
_KINDS = len(_PLACES)
_OUTCOMES = 14 * 64 * 2  # places, points, with and without a Yahtzee bonus


def scratch() -> tuple[np.ndarray, ...]:
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
def _shared(guide, rows, total, worths, codes):
    """Best of the boxes that each part stands for: its worth, and ``place * 64 + points``."""
    for kind in range(_KINDS):
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
def _yahtzee_bonus(index, rules):
    """Points for five of a kind, at cards of this set."""
    return rules[1] if index // 4096 == 2 else 0


@inner
def _five_of_a_kind(guide, rows, total, face, index, base, joker, rules, x, box):
    """Best box of five of a kind (rows 0 to 5), by the joker rule."""
    own_open, has_lower = index >> face & 1 == 0, index // 64 % 64 != 63
    special = rules[0] > 0 and index // 4096 > 0
    forced, full = special and rules[0] == 2, special and not own_open
    best, code = splat(-np.inf), splat(0.0)
    for b in range(13):
        gain = joker[b, face] if full or (b == 8 and rules[2]) else base[b, face]
        place = b if b < 11 else (13 if b == 11 else 11)
        if forced and (b != face if own_open else has_lower and b < 6):
            continue
        at = rows[place] + total + (gain if b < 6 else 0)
        worth = add(load(guide, at), splat(float(gain)))
        better = add(best, splat(TIE))
        code = pick(worth, better, splat(float(place * 64 + gain)), code)
        best = pick(worth, better, worth, best)
    bonus = float(_yahtzee_bonus(index, rules))
    store(x, face * LANES, add(best, splat(bonus)))
    store(box, face * LANES, code)


@inner
def _choose_boxes(guide, rows, total, index, base, joker, rules, x, box, worths, codes):
    """Best box of each final roll: its worth, and its place and points in one number."""
    _shared(guide, rows, total, worths, codes)
    for face in range(6):
        _five_of_a_kind(guide, rows, total, face, index, base, joker, rules, x, box)
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
def _choose_keeps(x, key, sign):
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
def _plan(guide, index, total, base, joker, rules, most, rows, x, first, second, box):
    """Plan a turn of eight upper totals from `total` on.

    Fills `first` and `second`, the rows (or their negatives) to keep after the first and the second
    roll, and `box`, place and points of each final roll; `x` is scratch.
    """
    sign = -1.0 if most else 1.0
    next_rows(index, rows)
    _choose_boxes(guide, rows, total, index, base, joker, rules, x, box, first, second)
    mean_of_keeps(x)
    _choose_keeps(x, second, sign)
    mean_of_keeps(x)
    _choose_keeps(x, first, sign)


@inner
def _send(weight, key, sent):
    """Law of the next roll in `weight`, from the law of this roll and the keeps, in eight lanes."""
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
def _gather(weight, box, lucky, outcome, keys, noted):
    """Collect the final laws by place, points and whether a bonus falls; returns how many keys."""
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
def _clear(outcome, keys, noted, n):
    """Forget what was gathered."""
    for i in range(n):
        noted[keys[i]] = 0
        store(outcome, keys[i] * LANES, splat(0.0))


@inner
def _move_law(here, first, end, there, shift, chance):
    """Add a law of the score, moved up by the points gained; eight scores at a time.

    What follows a law in its array are seven zeros at least.
    """
    lanes = splat(chance)
    for i in range(first, end, LANES):
        moved = mul(load(here, i), lanes)
        store(there, shift + i, add(load(there, shift + i), moved))


@inner
def _move_moments(here, first, there, start, points, chance):
    """Add probability, first and second moment of the score, moved up by the points gained."""
    mass, mean, square = here[first], here[first + 1], here[first + 2]
    there[start] += chance * mass
    there[start + 1] += chance * (mean + points * mass)
    there[start + 2] += chance * (square + points * (2 * mean + points * mass))


@inner
def _trim(offsets, law, flat):
    """First and last (exclusive) score of positive probability at an anchor."""
    first, end = offsets[flat], offsets[flat + 1]
    while first < end and law[first] == 0.0:
        first += 1
    while end > first and law[end - 1] == 0.0:
        end -= 1
    return first, end


@inner
def _mass(law, first, end, moments):
    total = 0.0
    for i in range(first, first + 1 if moments else end):
        total += law[i]
    return total


@njit(cache=True, nogil=True)
def push(anchors, guide, base, joker, rules, most, moments, old, new, stats, work):
    """Send the law of the score from anchors of one layer to the next layer.

    Parameters
    ----------
    anchors : int64 array
        Flat anchors ``set * 64 + total`` of this layer, in order.
    guide : float64 array
        Padded table of worths, as `solve.padded` lays it out.
    base, joker : int64 arrays, shape (13, 252)
        Points of each roll in each box, without and with the joker.
    rules : int64 array
        Joker mode, Yahtzee bonus, five of a kind is a full house.
    most : bool
        Among equal keeps, keep the most dice (else the fewest).
    moments : bool
        A row holds probability, first and second moment of the score (else its law).
    old, new : tuple of (offsets, law, lucky)
        This layer and the next: where the row of each flat anchor starts in the layer's array
        (one more entry than anchors), the rows, and by flat anchor the probability
        of having had a Yahtzee bonus.  The arrays of `new` are added to.
    stats : float64 array, shape (15, 2)
        By place (see `BOX_OF_PLACE`), expected points and chance of a zero; row 14: Yahtzee bonus
        points.  Added to.
    work : tuple of arrays
        Scratch space, of `scratch`.
    """
    offsets, law, lucky = old
    rows, keys, noted, x, first, second, box, weight, sent, outcome = work
    index, start, n, bonus = -1, 0, 0, 0
    for flat in anchors:
        low, high = _trim(offsets, law, flat)
        if low == high:
            continue
        if flat // 64 != index or flat % 64 >= start + LANES:
            index, start = flat // 64, flat % 64
            _plan(guide, index, start, base, joker, rules, most, rows, x, first, second, box)
            for roll in range(ROLLS):
                store(weight, roll * LANES, splat(_CHANCE[roll]))
            _send(weight, first, sent)
            _send(weight, second, sent)
            _clear(outcome, keys, noted, n)
            bonus = _yahtzee_bonus(index, rules)
            n = _gather(weight, box, bonus > 0, outcome, keys, noted)
        total, mass = flat % 64, _mass(law, low, high, moments)
        for i in range(n):
            key = keys[i]
            chance = outcome[key * LANES + total - start]
            if chance == 0.0:
                continue
            place, gain, extra = key // 128, key // 2 % 64, bonus * (key % 2)
            row = rows[place] // STRIDE
            reached = min(63, total + gain) if place < 6 else total
            at = row * 64 + max(reached, _MISSED[row % 64])
            if moments:
                _move_moments(law, low, new[1], new[0][at], gain + extra, chance)
            else:
                shift = new[0][at] - offsets[flat] + gain + extra
                _move_law(law, low, high, new[1], shift, chance)
            new[2][at] += chance * (mass if extra > 0 else lucky[flat])
            stats[place, 0] += mass * chance * gain
            stats[place, 1] += mass * chance * (gain == 0)
            stats[14, 0] += mass * chance * extra
    _clear(outcome, keys, noted, n)


@inner
def _reroll(kept, throws, at):
    """Row of the roll that fills the row `kept` up with the dice of a throw, from `at` on."""
    row = kept
    while row >= ROLLS:
        row = entry(_EXT, (row - ROLLS) * 6 + throws[at]) // LANES
        at += 1
    return row


@njit(cache=True, nogil=True)
def play_turn(order, state, throws, guide, base, joker, rules, most, work):
    """Play one turn of many games with given dice.

    Parameters
    ----------
    order : int64 array, shape (games,)
        The games, those at neighbouring anchors next to each other.
    state : int64 array, shape (games, 2)
        Flat anchor and score so far of each game; changed in place.
    throws : int64 array, shape (games, 15)
        Faces less one of the five dice of each of three rolls; a re-roll uses the first ones.
    guide, base, joker, rules, most, work
        As for `push`.
    """
    rows, _, _, x, first, second, box = work[:7]
    index, start, flat_throws = -1, 0, throws.ravel()
    for game in order:
        flat = state[game, 0]
        if flat // 64 != index or not start <= flat % 64 < start + LANES:
            index, start = flat // 64, flat % 64
            _plan(guide, index, start, base, joker, rules, most, rows, x, first, second, box)
        total, lane = flat % 64, flat % 64 - start
        roll = _reroll(MULTISETS - 1, flat_throws, 15 * game)
        roll = _reroll(abs(int(first[roll * LANES + lane])), flat_throws, 15 * game + 5)
        roll = _reroll(abs(int(second[roll * LANES + lane])), flat_throws, 15 * game + 10)
        code = int(box[roll * LANES + lane])
        place, gain = code // 64, code % 64
        state[game, 1] += gain + (_yahtzee_bonus(index, rules) if roll < 6 else 0)
        reached = min(63, total + gain) if place < 6 else total
        state[game, 0] = rows[place] // STRIDE * 64 + reached
