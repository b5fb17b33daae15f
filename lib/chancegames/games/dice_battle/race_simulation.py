"""Races played with real dice: the check that no table has a say in.

The dice are thrown one by one with a seeded generator; neither the laws of the scores nor any
table of values is used.
"""

import numpy as np

from chancegames.base.checks import require_positive_integer
from chancegames.games.dice_battle.race_policy import RacePolicy
from chancegames.games.dice_battle.race_table import check_goal, check_memory
from chancegames.games.dice_battle.rules import Rules
from chancegames.games.dice_battle.simulation import Simulation, generator


def play_in_turn(
    first: RacePolicy, second: RacePolicy, goal: int, rules: Rules, *, games: int, seed: int
) -> Simulation:
    """Play sequential races; the first player begins.

    Parameters
    ----------
    first, second : RacePolicy
    goal : int
    rules : Rules
    games : int
        How many races, at least 1.
    seed : int
        Of NumPy's PCG64; equal seeds give equal races.

    Returns
    -------
    Simulation

    Raises
    ------
    ValueError
        If an argument is not an integer in its range or a policy does not fit the goal.

    Examples
    --------
    >>> from fractions import Fraction
    >>> from chancegames.games.dice_battle.race_policy import always
    >>> one_die = always({1: Fraction(1)}, Rules(dice=1))
    >>> play_in_turn(one_die, one_die, 1, Rules(dice=1), games=100, seed=1).gain
    1.0
    """
    sides, lacks, gains, rng = _prepare((first, second), goal, rules, games, seed)
    active, mover = np.arange(games), 0
    while active.size:
        own, other = lacks[mover, active], lacks[1 - mover, active]
        lacks[mover, active] = own - sides[mover].scores(own, other, rng)
        finished = active[lacks[mover, active] <= 0]
        gains[finished] = 1 - 2 * mover
        active, mover = active[lacks[mover, active] > 0], 1 - mover
    return _summary(gains)


def play_at_once(
    first: RacePolicy, second: RacePolicy, goal: int, rules: Rules, *, games: int, seed: int
) -> Simulation:
    """Play simultaneous races in which both reaching the goal is a draw.

    Parameters
    ----------
    first, second, goal, rules, games, seed
        As for `play_in_turn`.

    Returns
    -------
    Simulation

    Raises
    ------
    ValueError
        As for `play_in_turn`.

    Examples
    --------
    >>> from fractions import Fraction
    >>> from chancegames.games.dice_battle.race_policy import always
    >>> one_die = always({1: Fraction(1)}, Rules(dice=1))
    >>> play_at_once(one_die, one_die, 1, Rules(dice=1), games=100, seed=1).gain
    0.0
    """
    sides, lacks, gains, rng = _prepare((first, second), goal, rules, games, seed)
    active = np.arange(games)
    while active.size:
        own, other = lacks[:, active]
        lacks[0, active] = own - sides[0].scores(own, other, rng)
        lacks[1, active] = other - sides[1].scores(other, own, rng)
        there = lacks[:, active] <= 0
        gains[active] = there[0].astype(int) - there[1]
        active = active[~there.any(axis=0)]
    return _summary(gains)


class _Side:
    """One player's decisions and throws for a whole batch of races."""

    def __init__(self, policy: RacePolicy, goal: int, rules: Rules) -> None:
        self.cumulative = policy.laws.astype(float).cumsum(axis=1)
        self.choice = policy.choices(goal, rules)
        self.rules = rules

    def scores(self, own: np.ndarray, other: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """Draw the numbers of dice, throw them, add the faces up."""
        cumulative = self.cumulative[self.choice[own, other]]
        chance = rng.random((own.size, 1)) * cumulative[:, -1:]
        dice = 1 + (cumulative <= chance).sum(axis=1)
        faces = rng.integers(1, self.rules.faces + 1, size=(own.size, self.rules.dice))
        faces[np.arange(self.rules.dice) >= dice[:, None]] = 0
        return np.where((faces == 1).any(axis=1), self.rules.bust_score, faces.sum(axis=1))


def _prepare(
    policies: tuple[RacePolicy, RacePolicy], goal: int, rules: Rules, games: int, seed: int
) -> tuple[list[_Side], np.ndarray, np.ndarray, np.random.Generator]:
    """Both sides, what they lack in each race, the gains to be, and the dice."""
    number = check_goal(goal, 16)
    many = require_positive_integer("the number of games", games)
    check_memory(f"a batch of {many} races", many * (64 + 16 * rules.dice))
    rng = generator(seed)
    sides = [_Side(policy, number, rules) for policy in policies]
    return sides, np.full((2, many), number), np.zeros(many, dtype=int), rng


def _summary(gains: np.ndarray) -> Simulation:
    wins, losses = int((gains > 0).sum()), int((gains < 0).sum())
    return Simulation(wins, gains.size - wins - losses, losses)
