"""The race in turns (Hog), in floats, at all states and for every goal up to its own.

The recursion is that of `chancegames.models.dice_battle`, compiled; rolls that may score 0 are
solved as well, a state together with its mirror image.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from chancegames.games.dice_battle import race_kernel
from chancegames.games.dice_battle.policies import TablePolicy, as_table, chosen
from chancegames.games.dice_battle.tables import (
    Floats,
    TableSolution,
    check_size,
    score_matrix,
    weights,
)
from chancegames.maths.solution import Distribution, Policy
from chancegames.models.dice_battle import Race, State


@dataclass(frozen=True, eq=False)
class RaceSolution(TableSolution):
    """A race in turns.

    Attributes
    ----------
    theirs : ndarray of float, shape (goal + 1, goal + 1)
        Entry ``[own, other]``: expected gain of the *opponent* when it is the opponent's turn, who
        needs `own` points.
    """

    theirs: Floats

    @property
    def dice(self) -> NDArray[np.int64]:
        """The likeliest number of dice at each state, shape (goal + 1, goal + 1)."""
        likeliest: NDArray[np.int64] = weights(self.table, slice(None)).argmax(axis=2)
        return likeliest + 1

    @property
    def replies(self) -> Floats:
        """Expected gain for every goal if the opponent begins, shape (goal,)."""
        return -self.theirs.diagonal()[1:]

    @property
    def win_rate(self) -> float:
        """Share of the races won, if each player begins every other one."""
        return float(2 + self.value + self.replies[-1]) / 4

    def _gains(self, own: int) -> Floats:
        """After a score of k the opponent is to roll, and needs what she needed before."""
        scores = score_matrix(self.rules)
        after = np.full((self.rules.goal + 1, scores.shape[1]), -1.0)
        counted = min(own, scores.shape[1])
        after[:, :counted] = self.theirs[:, own : own - counted : -1]
        return -after @ scores.T


def solve(rules: Race, against: Policy[State, int] | None = None) -> RaceSolution:
    """The optimal policy, or the best reply to a known one (fewest dice on a tie).

    Time and memory grow with the square of the goal.

    Raises
    ------
    ValueError
        If the race is too large, or the known policy does not fit it.

    Notes
    -----
    Source 004, section "programmation dynamique": EG(i, j) and d*.

    Examples
    --------
    >>> solution = solve(Race(goal=10, dice=4))
    >>> round(solution.value_at((2, 1)), 4), solution.best((10, 10))
    (0.6667, (3,))
    """
    check_size(rules)
    free = _player(rules, None)
    if against is None:
        mine, rolls, _ = _fill(rules, free, free, symmetric=True)
        return RaceSolution(rules, mine, chosen(rolls, rules), "backward induction", mine)
    known = _player(rules, as_table(against, rules, rules.goal))
    mine, rolls, theirs = _fill(rules, free, known)
    return RaceSolution(rules, mine, chosen(rolls, rules), "best reply", theirs)


def evaluate(rules: Race, policy: Policy[State, int], against: Policy[State, int]) -> RaceSolution:
    """Expected gain of two policies against each other, at all states.

    Raises
    ------
    ValueError
        If the race is too large, or a policy does not fit it.

    Examples
    --------
    >>> from chancegames.games.dice_battle.policies import always
    >>> evaluate(Race(goal=2, dice=1), always(1), always(1)).openings.round(4).tolist()
    [1.0, 0.7222]
    """
    check_size(rules)
    table = as_table(policy, rules, rules.goal)
    known = _player(rules, as_table(against, rules, rules.goal))
    mine, _, theirs = _fill(rules, _player(rules, table), known)
    return RaceSolution(rules, mine, table, "policy evaluation", theirs)


def distribution(
    rules: Race, policy: Policy[State, int], against: Policy[State, int]
) -> Distribution:
    """Probability of a win (1) and a loss (-1) of the player who begins."""
    gain = min(1.0, max(-1.0, evaluate(rules, policy, against).value))
    return Distribution({1: (1 + gain) / 2, -1: (1 - gain) / 2})


def _fill(
    rules: Race, me: race_kernel.Player, them: race_kernel.Player, symmetric: bool = False
) -> tuple[Floats, NDArray[np.int32], Floats]:
    """Values of the player, mixtures the player uses, values of the opponent."""
    pad, size = rules.faces * rules.dice, rules.goal + 1
    mine = race_kernel.padded_table(rules.goal, pad)
    theirs = mine if symmetric else race_kernel.padded_table(rules.goal, pad)
    my_rolls = np.zeros((size, size), dtype=np.int32)
    their_rolls = my_rolls if symmetric else np.zeros((size, size), dtype=np.int32)
    race_kernel.fill(mine, theirs, my_rolls, their_rolls, me, them, symmetric)
    return mine[:, pad:], my_rolls, theirs[:, pad:]


def _player(rules: Race, table: TablePolicy | None) -> race_kernel.Player:
    """A policy, or the free choice of any roll, as arrays for the kernel."""
    scores = score_matrix(rules)
    if table is None or table.choice is None:
        choice = np.full((rules.goal + 1,) * 2, race_kernel.FREE, dtype=np.int32)
    else:
        choice, scores = table.choice, table.mixtures.astype(np.float64) @ scores
    backwards = np.ascontiguousarray(scores[:, :0:-1])
    backwards[:, -1] = 0
    used = backwards > 0
    first, last = used.argmax(1), used.shape[1] - 1 - used[:, ::-1].argmax(1)
    ones, zeros = scores[:, 1].copy(), scores[:, 0].copy()
    return race_kernel.Player(backwards, first, last, ones, zeros, choice)
