r"""Numba kernels that play a policy forward: the law of the score, box by box.

A policy is given by a *guide*: a table of what each anchor is held to be worth.  Within a turn the
player maximises points gained plus the guide's worth of the next anchor, exactly; so the guide of
expected future scores plays optimally, a guide of zeros greedily.

Forward, layer by layer (Glenn 2006, section 7): the probability of standing at an anchor with a
score flows through the turn to the next anchors.  Keeps are sent on one die at a time, along the
same 1260 edges as the solver's means.
"""

import numpy as np
from numba import njit

from chancegames.yahtzee.lattice import (
    EXTENSIONS,
    GROUPS,
    MULTISETS,
    PARTS,
    ROLL_CHANCE,
    ROLLS,
)
from chancegames.yahtzee.layout import MISSED, STRIDE

_MISSED = MISSED
_EXT = EXTENSIONS
_GROUPS = np.array(GROUPS, dtype=np.int64)
_PARTS = np.array([(p + (-1,) * 5)[:5] for p in PARTS], dtype=np.int64)
_CHANCE = ROLL_CHANCE
TIE = 1e-9
"""Values closer than this are equal: a billion times the rounding, a millionth of a point."""


@njit(cache=True)
def _means(value):
    for k in range(MULTISETS - ROLLS):
        total = 0.0
        for face in range(6):
            total += value[_EXT[k, face]]
        value[k + ROLLS] = total / 6


@njit(cache=True)
def _choose_keeps(value, kept, most):
    """Best keep of every multiset, in place; among equals the most dice, or the fewest.

    Rows are numbered from five dice down to none, so of two rows the smaller number keeps more
    dice (or as many).  Written without branches, which could not be predicted.
    """
    kept[MULTISETS - 1] = MULTISETS - 1
    for g in range(_GROUPS.shape[0]):
        parts, first, end = _GROUPS[g]
        for row in range(first, end):
            best, choice = value[row], row
            for j in range(parts):
                part = _PARTS[row, j]
                other, gain = kept[part], value[part] - best
                takes = (gain > TIE) | ((gain >= -TIE) & ((other < choice) == most))
                choice = other if takes else choice
                best = max(best, value[part])
            kept[row], value[row] = choice, best


@njit(cache=True)
def _send(weight, kept, sent):
    """Law of the next roll in `weight`, from the law of this roll and the keeps."""
    sent[:] = 0.0
    for roll in range(ROLLS):
        sent[kept[roll]] += weight[roll]
    for k in range(MULTISETS - ROLLS - 1, -1, -1):
        share = sent[k + ROLLS] / 6
        for face in range(6):
            sent[_EXT[k, face]] += share
    weight[:] = sent[:ROLLS]


@njit(cache=True)
def _plan(value, most, first, second):
    """Plan the keeps after the first and second roll, from the worth of final rolls in `value`."""
    _means(value)
    _choose_keeps(value, second, most)
    _means(value)
    _choose_keeps(value, first, most)


@njit(cache=True)
def _choose_boxes(guide, starts, base, joker, index, total, rules, value, box, points):
    """Best box of each final roll: its worth, number and points (Yahtzee bonus apart)."""
    value[:ROLLS] = -np.inf
    for b in range(13):
        start = starts[b, 0] + total
        if starts[b, 0] < 0:
            continue
        table = joker[b] if b == 8 and rules[2] else base[b]
        upper = 1 if b < 6 else 0
        for roll in range(6, ROLLS):
            gain = table[roll]
            worth = gain + guide[start + upper * gain]
            takes = worth > value[roll] + TIE
            value[roll] = worth if takes else value[roll]
            box[roll] = b if takes else box[roll]
            points[roll] = gain if takes else points[roll]
    bonus = rules[1] if index // 4096 == 2 else 0
    for face in range(6):
        _five_of_a_kind(guide, starts, base, joker, index, total, rules, face, value, box, points)
        value[face] += bonus
    return bonus


@njit(cache=True)
def _five_of_a_kind(guide, starts, base, joker, index, total, rules, face, value, box, points):
    """Best box of five of a kind (rows 0 to 5), by the joker rule."""
    has_lower, own_open = index // 64 % 64 != 63, starts[face, 0] >= 0
    special = rules[0] > 0 and index // 4096 > 0
    forced, full = special and rules[0] == 2, special and not own_open
    for b in range(13):
        gain = joker[b, face] if full or (b == 8 and rules[2]) else base[b, face]
        start = starts[b, 1 if gain > 0 else 0]
        if start < 0 or (forced and (b != face if own_open else has_lower and b < 6)):
            continue
        worth = gain + guide[start + total + (gain if b < 6 else 0)]
        if worth > value[face] + TIE:
            value[face], box[face], points[face] = worth, b, gain


@njit(cache=True)
def _starts(index, starts):
    """Flat start of the guide's row after filling each box, -1 for a filled one.

    The second column is the Yahtzee box with 50.
    """
    yahtzee = index // 4096
    starts[:] = -1
    for i in range(6):
        if not index >> i & 1:
            starts[i, 0] = (index | 1 << i) * STRIDE
        if not index >> (6 + i) & 1:
            starts[6 + i if i < 5 else 12, 0] = (index | 64 << i) * STRIDE
    if yahtzee == 0:
        starts[11, 0], starts[11, 1] = (index + 4096) * STRIDE, (index + 8192) * STRIDE
    starts[:11, 1], starts[12, 1] = starts[:11, 0], starts[12, 0]


@njit(cache=True)
def _gather(weight, box, points, bonus, outcome, keys):
    """Collect the final law by (box, points, whether a bonus fell); returns how many."""
    n = 0
    for roll in range(ROLLS):
        key = (box[roll] * 64 + points[roll]) * 2 + (1 if roll < 6 and bonus > 0 else 0)
        if weight[roll] > 0.0:
            if outcome[key] == 0.0:
                keys[n] = key
                n += 1
            outcome[key] += weight[roll]
    return n


@njit(cache=True, nogil=True)
def push(anchors, guide, base, joker, rules, most, old, new, stats):
    """Send the law of the score from anchors of one layer to the next layer.

    Parameters
    ----------
    anchors : int64 array
        Flat anchors ``set * 64 + total`` of this layer.
    guide : float64 array
        Padded table of worths, as `solve.padded` lays it out.
    base, joker : int64 arrays, shape (13, 252)
        Points of each roll in each box, without and with the joker.
    rules : int64 array
        Joker mode, Yahtzee bonus, five of a kind is a full house.
    most : bool
        Among equal keeps, keep the most dice (else the fewest).
    old, new : tuple of (offsets, law, lucky)
        This layer and the next: where the law of each flat anchor starts in the layer's array
        (one more entry than anchors), the law of the score, and by flat anchor the part of it
        that has had a Yahtzee bonus.  The arrays of `new` are added to.
    stats : float64 array, shape (14, 2)
        By box, expected points and chance of a zero; row 13: Yahtzee bonus points.  Added to.
    """
    offsets, law, lucky = old
    new_offsets, new_law, new_lucky = new
    value, sent = np.empty(MULTISETS), np.empty(MULTISETS)
    first, second = np.empty(MULTISETS, dtype=np.int64), np.empty(MULTISETS, dtype=np.int64)
    weight = np.empty(ROLLS)
    box, points = np.empty(ROLLS, dtype=np.int64), np.empty(ROLLS, dtype=np.int64)
    starts = np.empty((13, 2), dtype=np.int64)
    outcome, keys = np.zeros(13 * 64 * 2), np.empty(ROLLS, dtype=np.int64)
    for flat in anchors:
        index, total = flat // 64, flat % 64
        least, end = offsets[flat], offsets[flat + 1]
        while least < end and law[least] == 0.0:
            least += 1
        if least == end:
            continue
        while law[end - 1] == 0.0:
            end -= 1
        here, so_far = law[least:end], least - offsets[flat]
        mass = here.sum()
        _starts(index, starts)
        bonus = _choose_boxes(guide, starts, base, joker, index, total, rules, value, box, points)
        _plan(value, most, first, second)
        weight[:] = _CHANCE
        _send(weight, first, sent)
        _send(weight, second, sent)
        for i in range(_gather(weight, box, points, bonus, outcome, keys)):
            key = keys[i]
            chance, outcome[key] = outcome[key], 0.0
            b, gain, extra = key // 128, key // 2 % 64, bonus * (key % 2)
            row = starts[b, 1 if b == 11 and gain > 0 else 0] // STRIDE
            reached = min(63, total + gain) if b < 6 else total
            at = row * 64 + max(reached, _MISSED[row % 64])
            start = new_offsets[at] + so_far + gain + extra
            there = new_law[start : start + here.size]
            for s in range(here.size):
                there[s] += chance * here[s]
            new_lucky[at] += chance * (mass if extra > 0 else lucky[flat])
            stats[b, 0] += mass * chance * gain
            stats[b, 1] += mass * chance * (gain == 0)
            stats[13, 0] += mass * chance * extra


@njit(cache=True)
def _reroll(kept, throw):
    """Row of the roll that fills the row `kept` up with the first dice of a throw."""
    row, die = kept, 0
    while row >= ROLLS:
        row = _EXT[row - ROLLS, throw[die]]
        die += 1
    return row


@njit(cache=True, nogil=True)
def play(throws, guide, base, joker, rules, most, upper_bonus):
    """Play whole games with given dice.

    Parameters
    ----------
    throws : int64 array, shape (games, 13, 3, 5)
        Faces less one of the dice for each game, turn and roll; a re-roll uses the first ones.
    guide, base, joker, rules, most
        As for `push`.
    upper_bonus : int

    Returns
    -------
    int64 array, shape (games,)
        Final scores.
    """
    value, starts = np.empty(MULTISETS), np.empty((13, 2), dtype=np.int64)
    first, second = np.empty(MULTISETS, dtype=np.int64), np.empty(MULTISETS, dtype=np.int64)
    box, points = np.empty(ROLLS, dtype=np.int64), np.empty(ROLLS, dtype=np.int64)
    scores = np.zeros(throws.shape[0], dtype=np.int64)
    for game in range(throws.shape[0]):
        index, total = 0, 0
        for turn in range(13):
            _starts(index, starts)
            bonus = _choose_boxes(
                guide, starts, base, joker, index, total, rules, value, box, points
            )
            _plan(value, most, first, second)
            roll = _reroll(MULTISETS - 1, throws[game, turn, 0])
            roll = _reroll(first[roll], throws[game, turn, 1])
            roll = _reroll(second[roll], throws[game, turn, 2])
            b, gain = box[roll], points[roll]
            scores[game] += gain + (bonus if roll < 6 else 0)
            index = starts[b, 1 if b == 11 and gain > 0 else 0] // STRIDE
            total = min(63, total + gain) if b < 6 else total
        scores[game] += upper_bonus if total == 63 else 0
    return scores
