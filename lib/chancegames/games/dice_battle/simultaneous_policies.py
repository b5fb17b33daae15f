"""Policies of the simultaneous race: what a known one earns, and the readings of source 004.

The source wants, at each state, the throw "that maximises" the expected gain "for every" throw of
the other player; it does not say how one number is chosen when no throw is best against all.  A
`Reading` is one way to say it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

import numpy as np

from chancegames.games.dice_battle import simultaneous_kernel
from chancegames.games.dice_battle.race_policy import RacePolicy, by_state
from chancegames.games.dice_battle.race_table import check_goal
from chancegames.games.dice_battle.rules import Rules
from chancegames.games.dice_battle.simultaneous import TIE, Finish, games_of_rows, points_laws

#: From a row of the table and its matrix games, shape (goal, dice, dice), to values and throws.
Decision = Callable[[int, np.ndarray], tuple[np.ndarray, np.ndarray]]


class Reading(Enum):
    """What "maximises the gain for every throw of the other" may mean.

    Attributes
    ----------
    GUARDED
        Maximise the worst case over the other's throws.
    AVERAGED
        Maximise the mean over the other's throws, all taken as equally likely.
    HOPEFUL
        Maximise the best case: the largest entry of the whole matrix.
    """

    GUARDED = "worst case"
    AVERAGED = "mean"
    HOPEFUL = "best case"

    def criterion(self, matrix: np.ndarray) -> np.ndarray:
        """Rate each row of a matrix game, or of many.

        Parameters
        ----------
        matrix : ndarray of float, shape (..., m, n)

        Returns
        -------
        ndarray of float, shape (..., m)

        Examples
        --------
        >>> Reading.HOPEFUL.criterion(np.array([[0.0, 1.0], [-1.0, 0.5]])).tolist()
        [1.0, 0.5]
        """
        if self is Reading.GUARDED:
            return matrix.min(axis=-1)
        return matrix.mean(axis=-1) if self is Reading.AVERAGED else matrix.max(axis=-1)


@dataclass(frozen=True, eq=False)
class SimultaneousMatch:
    """A policy against another, from every state of a simultaneous race.

    Attributes
    ----------
    first, second : RacePolicy
    values : ndarray of float, shape (goal + 1, goal + 1)
        Entry ``[a, b]``: expected gain of the first player, who lacks ``a`` against ``b``.
    """

    first: RacePolicy
    second: RacePolicy
    values: np.ndarray

    def openings(self) -> np.ndarray:
        """Expected gain of the first player from 0 to 0, for every goal.

        Returns
        -------
        ndarray of float, shape (goal,)
            Entry ``n - 1`` belongs to the goal ``n``.
        """
        return self.values.diagonal()[1:].copy()


def heuristic(
    reading: Reading, goal: int, rules: Rules, finish: Finish = Finish.DRAW
) -> RacePolicy:
    """The source's player under one reading: one number of dice at each state, never a mixture.

    He fills his own table of expectations with the number that he maximised, as the source does,
    and so believes in it when he looks ahead.

    Parameters
    ----------
    reading : Reading
    goal : int
    rules : Rules
    finish : Finish, optional

    Returns
    -------
    RacePolicy
        The fewest dice if several are rated the same.

    Raises
    ------
    ValueError
        If the goal is not an integer of at least 1 or its table would be too large.

    Notes
    -----
    Source 004, section "forme générale".

    Examples
    --------
    >>> heuristic(Reading.GUARDED, 4, Rules(dice=2)).law(4, 4)
    {2: Fraction(1, 1)}
    """

    def decide(a: int, games: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        return _first_best(reading.criterion(games))

    _, throws = _sweep(goal, rules, finish, decide)
    return by_state(throws + 1, rules, f"heuristic ({reading.value})")


def evaluate(
    first: RacePolicy,
    second: RacePolicy,
    goal: int,
    rules: Rules,
    finish: Finish = Finish.DRAW,
) -> SimultaneousMatch:
    """Expected gain of two policies against each other, at all states.

    Parameters
    ----------
    first, second : RacePolicy
    goal : int
    rules : Rules
    finish : Finish, optional

    Returns
    -------
    SimultaneousMatch

    Raises
    ------
    ValueError
        If the goal is not allowed or a policy does not fit goal and rules.

    Examples
    --------
    >>> from fractions import Fraction
    >>> from chancegames.games.dice_battle.race_policy import always
    >>> one, two = (always({d: Fraction(1)}, Rules(dice=2)) for d in (1, 2))
    >>> evaluate(one, two, 2, Rules(dice=2)).openings().round(4).tolist()
    [0.0, 0.1389]
    """
    mine, theirs = _weights(first, goal, rules), _weights(second, goal, rules)

    def decide(a: int, games: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        gains = _gains_against(games, theirs[1:, a])
        return np.einsum("bd,bd->b", mine[a, 1:], gains), np.zeros(len(games), dtype=int)

    values, _ = _sweep(goal, rules, finish, decide)
    return SimultaneousMatch(first, second, values)


def best_reply(
    policy: RacePolicy, goal: int, rules: Rules, finish: Finish = Finish.DRAW
) -> SimultaneousMatch:
    """The policy that gains most against a known one: what that one can be made to lose.

    Parameters
    ----------
    policy : RacePolicy
        The known policy.
    goal : int
    rules : Rules
    finish : Finish, optional

    Returns
    -------
    SimultaneousMatch
        Its first player is the best reply (fewest dice on a tie), its second is `policy`.  The
        game being fair, its openings are the exploitability of `policy`.

    Raises
    ------
    ValueError
        As for `evaluate`.

    Examples
    --------
    >>> from chancegames.games.dice_battle.simultaneous import solve
    >>> equilibrium = solve(20, Rules(dice=3)).policy()
    >>> abs(best_reply(equilibrium, 20, Rules(dice=3)).openings().max()) < 1e-12
    np.True_
    """
    theirs = _weights(policy, goal, rules)

    def decide(a: int, games: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        return _first_best(_gains_against(games, theirs[1:, a]))

    values, throws = _sweep(goal, rules, finish, decide)
    reply = by_state(throws + 1, rules, f"best reply to {policy.name}")
    return SimultaneousMatch(reply, policy, values)


def _first_best(ratings: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The greatest rating at each state, and the first throw that reaches it."""
    best = ratings.max(axis=1)
    return best, np.argmax(ratings >= best[:, None] - TIE, axis=1)


def _gains_against(games: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """What every throw gains at each state against the other's mixture, shape (goal, dice)."""
    return np.einsum("bde,be->bd", games, weights)


def _weights(policy: RacePolicy, goal: int, rules: Rules) -> np.ndarray:
    """How a policy mixes at each state, shape (goal + 1, goal + 1, dice)."""
    number = check_goal(goal, 24 + 16 * rules.dice)
    return policy.laws.astype(float)[policy.choices(number, rules)]


def _sweep(
    goal: int, rules: Rules, finish: Finish, decide: Decision
) -> tuple[np.ndarray, np.ndarray]:
    """Backward induction: `decide` turns the matrix games of a row into values and throws.

    Both players score at least 1, so that no state of a row depends on another one of it.
    """
    number, pad = check_goal(goal, 24 + 16 * rules.dice), rules.faces * rules.dice
    table = simultaneous_kernel.finished_table(number, pad, finish is Finish.HIGHER_TOTAL)
    throws = np.zeros((number + 1, number + 1), dtype=np.int32)
    points = points_laws(rules)
    for a in range(1, number + 1):
        games = games_of_rows(table[a : pad + a], points)[0, 1:]
        table[pad + a, pad + 1 :], throws[a, 1:] = decide(a, games)
    return table[pad:, pad:], throws
