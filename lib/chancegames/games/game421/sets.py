"""One set of the whole game, in floating point: a starter's round and the other player's reply.

A *payoff* has an entry for each pair of hands, the starter's in rows, both in lexicographic order:
what the set is then worth to the starter.  The other player wants it small.
"""

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from chancegames.base.compiled import INNER, compiled
from chancegames.games.game421.lattice import Floats, _lattice, _step_back
from chancegames.maths.dice import Combination
from chancegames.models.game421 import RANKING, TOKENS, Round, between

STARTER, OTHER, NOBODY = 0, 1, 2
STATES: tuple[Combination, ...] = Round().states
HANDS: tuple[Combination, ...] = Round().hands
INNER_STATES = len(STATES) - len(HANDS)

#: Number of each state and of each hand, in the order of ``Round().states`` and ``.hands``.
NUMBER = {state: n for n, state in enumerate(STATES)}
PLACE = {hand: n for n, hand in enumerate(HANDS)}

#: Values closer than this are equal: the player then keeps more dice.
BLUR = 1e-12


class _Plans(NamedTuple):
    """What a set is worth while it is played.

    Attributes
    ----------
    starter : float array, shape (casts + 1, 84)
        To the starter, by casts made and dice kept; minus infinity where no round is.
    reply : float array, shape (casts + 1, 84, 56)
        To the other player, by casts left, dice kept and the starter's hand.
    """

    starter: Floats
    reply: Floats


class _Laws(NamedTuple):
    """Where the play of a set leads.

    Attributes
    ----------
    starter : float array, shape (casts + 1, 56)
        Probability that the starter's round ends after so many casts with each hand.
    reply : float array, shape (casts + 1, 56, 56)
        Probability of each hand of the other player (last axis), by the starter's casts and hand.
    """

    starter: Floats
    reply: Floats


@cache
def _results(tie: str) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Who loses a set, and for how many tokens, for each pair of hands.

    Parameters
    ----------
    tie : {"second", "void"}
        Of equal hands the other player's loses, or neither does.

    Returns
    -------
    loser, amount : int arrays, shape (56, 56)
        The starter (0), the other player (1) or nobody (2); rows: the starter's hand.

    Examples
    --------
    >>> loser, amount = _results("second")
    >>> int(loser[0, 1]), int(amount[0, 1])
    (1, 7)
    """
    order = np.array([RANKING.index(hand) for hand in HANDS])
    worth = np.array([TOKENS[hand] for hand in HANDS])
    mine, yours = order[:, None], order[None, :]
    equal = NOBODY if tie == "void" else OTHER
    loser = np.where(mine > yours, STARTER, np.where(mine < yours, OTHER, equal))
    return loser, np.where(mine > yours, worth[None, :], worth[:, None])


def _plan(payoff: Floats, casts: int = 3) -> _Plans:
    """Best play of a set with this payoff and at most so many casts, on both sides.

    Raises
    ------
    ValueError
        If the payoff is no array of 56 by 56 finite numbers.

    Examples
    --------
    >>> float(_plan(np.ones((56, 56))).starter[0, 0].round(12))
    1.0
    """
    checked = np.ascontiguousarray(payoff, dtype=np.float64)
    if checked.shape != (len(HANDS),) * 2 or not np.isfinite(checked).all():
        raise ValueError("a payoff has 56 by 56 finite numbers, for each pair of hands")
    starter = np.empty((casts + 1, len(STATES)))
    reply = np.empty((casts + 1, len(STATES), len(HANDS)))
    _fill(checked, starter, reply, _lattice(3, 6))
    return _Plans(starter, reply)


@compiled(cache=True)
def _fill(payoff: Any, starter: Any, reply: Any, grid: Any) -> None:
    """Fill the values of both players; the other player's come first, for each starter's hand."""
    total, hands = starter.shape[1], len(payoff)
    inner = total - hands
    starter[:], reply[:] = -np.inf, -np.inf
    for state in range(inner, total):
        for hand in range(hands):
            reply[0, state, hand] = -payoff[hand, state - inner]
    for left in range(1, len(reply)):
        states = inner if left < len(reply) - 1 else 1
        _replies_back(reply[left - 1], reply[left], states, left > 1, grid)
        for hand in range(hands):
            starter[left, inner + hand] = -reply[left, 0, hand]
    for casts in range(len(starter) - 2, -1, -1):
        states, choose = (inner if casts else 1), casts < len(starter) - 2
        _step_back(starter[casts + 1], starter[casts], states, choose, grid)


@compiled(**INNER)
def _replies_back(after: Any, before: Any, states: int, choose: bool, grid: Any) -> None:
    """Step back like `lattice._step_back`, for one next player an entry of the last axis."""
    offsets, plus, drops, lost, starts, chance = grid
    dice, width = len(offsets) - 2, after.shape[1]
    place = np.empty(offsets[-1], np.int32)
    best = np.empty((offsets[-1], width))
    size = 0
    for state in range(states):
        while offsets[size + 1] <= state:
            size += 1
        place[0] = state
        for who in range(width):
            best[0, who], before[state, who] = after[state, who], 0.0
        for cast in range(1, offsets[dice - size + 1]):
            k = starts[cast]
            place[cast] = plus[place[drops[k]], lost[k]]
            for who in range(width):
                best[cast, who] = after[place[cast], who]
            if choose:
                for k in range(starts[cast], starts[cast + 1]):
                    for who in range(width):
                        other = best[drops[k], who]
                        best[cast, who] = other if other > best[cast, who] else best[cast, who]
            if cast >= offsets[dice - size]:
                for who in range(width):
                    before[state, who] += chance[cast] * best[cast, who]


def _laws(plans: _Plans) -> _Laws:
    """Where a set leads if both players play by such values, keeping more dice among equals."""
    starter: Floats = _forward(plans.starter, _lattice(3, 6))
    reply = np.zeros((len(starter), len(HANDS), len(HANDS)))
    for casts in range(1, len(starter)):
        for hand in range(len(HANDS)):
            values = np.ascontiguousarray(plans.reply[casts::-1, :, hand])
            reply[casts, hand] = _forward(values, _lattice(3, 6))[casts]
    return _Laws(starter, reply)


@compiled(cache=True)
def _forward(values: Any, grid: Any) -> Any:
    """Probability of each end, by casts made, of a player who keeps what has the best value."""
    offsets, plus, drops, lost, starts, chance = grid
    dice, casts, total = len(offsets) - 2, len(values) - 1, offsets[-1]
    mass = np.zeros((casts + 1, total))
    mass[0, 0] = 1.0
    place, chosen = np.empty(total, np.int32), np.empty(total, np.int32)
    for date in range(casts):
        size = 0
        for state in range(offsets[-2]):
            while offsets[size + 1] <= state:
                size += 1
            if mass[date, state] > 0.0:
                place[0] = chosen[0] = state
                for cast in range(1, offsets[dice - size + 1]):
                    k = starts[cast]
                    place[cast] = plus[place[drops[k]], lost[k]]
                    chosen[cast] = place[cast]
                    if date < casts - 1:
                        for k in range(starts[cast], starts[cast + 1]):
                            other = chosen[drops[k]]
                            if values[date + 1, other] > values[date + 1, chosen[cast]] + BLUR:
                                chosen[cast] = other
                    if cast >= offsets[dice - size]:
                        mass[date + 1, chosen[cast]] += mass[date, state] * chance[cast]
    return mass[:, offsets[-2] :]


def _best_keep(values: Floats, kept: Combination, table: Combination) -> Combination:
    """What `_laws` assumes that is kept: the best by these values of states.

    Examples
    --------
    >>> _best_keep(np.zeros(84), (), (1, 2, 4))
    (1, 2, 4)
    """
    chosen = table
    for place in range(len(table) - 1, -1, -1):
        part = table[:place] + table[place + 1 :]
        if table[place] not in table[place + 1 :] and kept in between((), part):
            other = _best_keep(values, kept, part)
            if values[NUMBER[other]] > values[NUMBER[chosen]] + BLUR:
                chosen = other
    return chosen
