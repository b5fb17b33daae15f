"""What it costs to play each set of the whole game for tokens instead of for the win.

A shortsighted player takes the tokens that pass in a set, counted with their sign, for the utility
of a round.  The other player knows it and plays to win the game.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from chancegames.base.compiled import INNER
from chancegames.games.game421.fast import step_back
from chancegames.games.game421.whole import (
    A,
    GameRules,
    GameValue,
    grid_steps,
    results,
    role_of,
    set_value,
    target_table,
)


@njit(**INNER)
def guided_step(guide, truth, guide_before, truth_before, states, choose, steps):
    """Step back like `fast.step_back`, choosing by `guide` and reckoning in `truth`.

    Among equals the least dice off the whole cast are chosen.
    """
    offsets, plus, drops, lost, starts, chance = steps
    dice = len(offsets) - 2
    place = np.empty(offsets[-1], np.int32)
    guided, real = np.empty(offsets[-1]), np.empty(offsets[-1])
    size = 0
    for state in range(states):
        while offsets[size + 1] <= state:
            size += 1
        place[0], guided[0], real[0] = state, guide[state], truth[state]
        guide_before[state] = truth_before[state] = 0.0
        for cast in range(1, offsets[dice - size + 1]):
            k = starts[cast]
            place[cast] = plus[place[drops[k]], lost[k]]
            guided[cast], real[cast] = guide[place[cast]], truth[place[cast]]
            if choose:
                for k in range(starts[cast], starts[cast + 1]):
                    if guided[drops[k]] > guided[cast] + 1e-12:
                        guided[cast], real[cast] = guided[drops[k]], real[drops[k]]
            if cast >= offsets[dice - size]:
                guide_before[state] += chance[cast] * guided[cast]
                truth_before[state] += chance[cast] * real[cast]


@njit(cache=True)
def as_starter(gain, payoff, steps):
    """Chance of a shortsighted starter against best replies."""
    hands, total = len(payoff), steps[0][-1]
    guide, truth = np.empty((4, total)), np.empty((4, total))
    set_value(gain, guide, steps)
    set_value(payoff, truth, steps)
    for date in range(2, -1, -1):
        states = total - hands if date else 1
        after = (guide[date + 1], truth[date + 1])
        guided_step(*after, guide[date].copy(), truth[date], states, date < 2, steps)
    return truth[0, 0]


@njit(cache=True)
def as_second(gain, payoff, steps):
    """Chance of a shortsighted second player against the best starter; rows: own hands last."""
    hands, total = len(payoff), steps[0][-1]
    inner = total - hands
    plans, worth = np.empty((4, total)), np.empty((4, hands))
    guide, truth = np.empty((4, total)), np.empty((4, total))
    for hand in range(hands):
        for state in range(total):
            for casts in range(4):
                guide[casts, state] = truth[casts, state] = plans[casts, state] = -np.inf
            if state >= inner:
                guide[0, state] = gain[hand, state - inner]
                truth[0, state] = payoff[hand, state - inner]
        for casts in range(1, 4):
            last = (guide[casts - 1], truth[casts - 1], guide[casts], truth[casts])
            guided_step(*last, inner, casts > 1, steps)
            worth[casts, hand] = -truth[casts, 0]
    for casts in range(1, 4):
        for hand in range(hands):
            plans[casts, inner + hand] = worth[casts, hand]
    for date in range(2, -1, -1):
        states = inner if date else 1
        step_back(plans[date + 1], plans[date], states, date < 2, *steps)
    return -plans[0, 0]


def _sweep(values: NDArray[np.float64], fixed: tuple, part: tuple[int, int]) -> float:
    targets, starters, loser, amount = fixed
    change, steps = 0.0, grid_steps()
    for state in range(*part):
        who = role_of(loser, starters[state])
        gain = np.choose(who, (-amount, amount, 0)).astype(float)
        play = as_starter if starters[state] == A else as_second
        worth = play(gain, values[targets[state]][who, amount], steps)
        change = max(change, abs(worth - values[state]))
        values[state] = worth
    return change


def shortsighted_chance(rules: GameRules | None = None, tolerance: float = 1e-10) -> GameValue:
    """Chance to win of a player who plays every set for tokens, against one who plays to win.

    Parameters
    ----------
    rules : GameRules, optional
    tolerance : float
        Sweep until no chance changes by more.

    Returns
    -------
    GameValue
        `lower` holds the chance of the shortsighted player A; its bounds are not those of a game
        between equals, so only `lower` counts.

    Examples
    --------
    >>> from chancegames.games.game421.whole import solve_game
    >>> rules = GameRules(pot=2)
    >>> shortsighted_chance(rules).lower[2, 0, A] <= solve_game(rules).starting
    True
    """
    rules = rules or GameRules()
    states = rules.states()
    starters = np.array([s for _, _, s in states])
    loser, amount = results(rules.tie)
    values = np.append(np.zeros(len(states)), [0.0, 1.0])
    fixed = (target_table(rules, states), starters, loser, amount)
    sweeps = 0
    charge = sum(pot == 0 for pot, _, _ in states)
    for first, last in ((0, charge), (charge, len(states))):
        while _sweep(values, fixed, (first, last)) > tolerance:
            sweeps += 1
    lower = dict(zip(states, values[:-2].tolist(), strict=True))
    return GameValue(rules, lower, float("nan"), sweeps)


def cost_of_shortsight(game: GameValue) -> float:
    """Chance to win that the shortsighted starter of the game gives away.

    Examples
    --------
    >>> from chancegames.games.game421.whole import solve_game
    >>> 0 <= cost_of_shortsight(solve_game(GameRules(pot=2))) < 1
    True
    """
    start = (game.rules.pot, 0, A)
    return game.chance(start) - shortsighted_chance(game.rules).lower[start]
