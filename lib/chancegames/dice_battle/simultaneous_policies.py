"""Policies of the simultaneous race: what a known one earns, and the readings of source 004.

The source wants, at each state, the throw "that maximises" the expected gain "for every" throw of
the other player; it does not say how one number is chosen when no throw is best against all.  A
`Reading` is one way to say it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

import numpy as np

from chancegames.dice_battle import simultaneous_kernel
from chancegames.dice_battle.race_policy import RacePolicy, by_state, check_goal
from chancegames.dice_battle.rules import Rules
from chancegames.dice_battle.simultaneous import TIE, Finish, after, points_laws

#: From a matrix game (rows: own throws) to one number per row, to be maximised.
Criterion = Callable[[np.ndarray], np.ndarray]


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
        """Rate each row of a matrix game.

        Parameters
        ----------
        matrix : ndarray of float, shape (m, n)

        Returns
        -------
        ndarray of float, shape (m,)

        Examples
        --------
        >>> Reading.HOPEFUL.criterion(np.array([[0.0, 1.0], [-1.0, 0.5]])).tolist()
        [1.0, 0.5]
        """
        if self is Reading.GUARDED:
            return matrix.min(axis=1)
        return matrix.mean(axis=1) if self is Reading.AVERAGED else matrix.max(axis=1)


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
    points = points_laws(rules)

    def decide(a: int, b: int, following: np.ndarray) -> tuple[float, int]:
        ratings = reading.criterion(points @ following @ points.T)
        return _first_best(ratings)

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
    >>> from chancegames.dice_battle.race_policy import always
    >>> one, two = (always({d: Fraction(1)}, Rules(dice=2)) for d in (1, 2))
    >>> evaluate(one, two, 2, Rules(dice=2)).openings().round(4).tolist()
    [0.0, 0.1389]
    """
    mine, theirs = _score_laws(first, goal, rules), _score_laws(second, goal, rules)

    def decide(a: int, b: int, following: np.ndarray) -> tuple[float, int]:
        return float(mine(a, b) @ following @ theirs(b, a)), 0

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
    >>> from chancegames.dice_battle.simultaneous import solve
    >>> equilibrium = solve(20, Rules(dice=3)).policy()
    >>> abs(best_reply(equilibrium, 20, Rules(dice=3)).openings().max()) < 1e-12
    np.True_
    """
    points, theirs = points_laws(rules), _score_laws(policy, goal, rules)

    def decide(a: int, b: int, following: np.ndarray) -> tuple[float, int]:
        return _first_best(points @ (following @ theirs(b, a)))

    values, throws = _sweep(goal, rules, finish, decide)
    reply = by_state(throws + 1, rules, f"best reply to {policy.name}")
    return SimultaneousMatch(reply, policy, values)


def _first_best(ratings: np.ndarray) -> tuple[float, int]:
    """The greatest rating, and the first row that reaches it."""
    best = float(ratings.max())
    return best, int(np.argmax(ratings >= best - TIE))


def _score_laws(policy: RacePolicy, goal: int, rules: Rules) -> Callable[[int, int], np.ndarray]:
    """The law of the score that a policy throws at each state."""
    number = check_goal(goal, 24)
    if policy.laws.shape[1] != rules.dice:
        raise ValueError(
            f"the policy {policy.name!r} is for {policy.laws.shape[1]} dice, not {rules.dice}"
        )
    choice = policy.choices(number)
    laws = policy.laws.astype(float) @ points_laws(rules)
    return lambda a, b: laws[choice[a, b]]


def _sweep(
    goal: int,
    rules: Rules,
    finish: Finish,
    decide: Callable[[int, int, np.ndarray], tuple[float, int]],
) -> tuple[np.ndarray, np.ndarray]:
    """Backward induction: `decide` turns the values after a round into value and row."""
    number, pad = check_goal(goal, 24), rules.faces * rules.dice
    table = simultaneous_kernel.finished_table(number, pad, finish is Finish.HIGHER_TOTAL)
    rows = np.zeros((number + 1, number + 1), dtype=np.int32)
    for a in range(1, number + 1):
        for b in range(1, number + 1):
            value, row = decide(a, b, after(table, a, b, rules))
            table[pad + a, pad + b], rows[a, b] = value, row
    return table[pad:, pad:], rows
