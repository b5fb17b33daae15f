"""Policies: how many dice to roll, as tables that are also plain functions of the state."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from chancegames.base.checks import door, require_integer, shown
from chancegames.maths.solution import Number, Policy, checked
from chancegames.models.dice_battle import MAX_DICE, Rolls, State, check_state


@dataclass(frozen=True, eq=False)
class TablePolicy:
    """Mixtures of numbers of dice, and which of them applies at which state.

    Attributes
    ----------
    mixtures : ndarray of float or Fraction, shape (mixtures, dice)
        Entry ``[m, d - 1]`` is the probability of rolling ``d`` dice.
    choice : ndarray of int32, shape (goal + 1, goal + 1), or None
        Mixture at ``[own, other]`` (row and column 0 are no states); None if there is only one.

    Examples
    --------
    >>> always(6)((100, 100))
    {6: Fraction(1, 1)}
    """

    mixtures: NDArray[Any]
    choice: NDArray[np.int32] | None = None

    def __call__(self, state: State) -> dict[int, Number]:
        """Probability of each number of dice; see `chancegames.maths.solution.Policy`."""
        where = 0
        if self.choice is not None:
            where = self.choice[check_state(state, len(self.choice) - 1)]
        row = self.mixtures[where]
        return {dice: weight for dice, weight in enumerate(row.tolist(), start=1) if weight > 0}

    def fitted(self, rules: Rolls, goal: int) -> "TablePolicy":
        """The same policy, as wide as the rules allow and as long as the goal.

        Raises
        ------
        ValueError
            If it rolls more dice than the rules allow, or was made for a smaller goal.
        """
        width = int(np.flatnonzero((self.mixtures > 0).any(axis=0)).max()) + 1
        if width > rules.dice:
            raise ValueError(f"the policy rolls {width} dice, the rules allow {rules.dice}")
        mixtures = np.zeros((len(self.mixtures), rules.dice), dtype=self.mixtures.dtype)
        mixtures[:, :width] = self.mixtures[:, :width]
        if self.choice is None:
            return TablePolicy(mixtures, np.zeros((goal + 1, goal + 1), dtype=np.int32))
        if len(self.choice) <= goal:
            raise ValueError(f"the policy knows races to {len(self.choice) - 1}, not to {goal}")
        choice = np.ascontiguousarray(self.choice[: goal + 1, : goal + 1])
        return TablePolicy(mixtures, choice)


def _as_table(policy: Policy[State, int], rules: Rolls, goal: int = 0) -> TablePolicy:
    """Ask a policy at every state and check what it answers.

    Parameters
    ----------
    policy : callable
        From a state to the probability of each number of dice.
    rules : rules of the dice battle
    goal : int, optional
        0 for one roll each: then the policy is asked once, at ``(0, 0)``.

    Raises
    ------
    ValueError
        If the answer is no mixture of numbers of dice that may be rolled.

    Examples
    --------
    >>> bold = _as_table(lambda state: {2 if state[0] > state[1] else 1: 1}, Rolls(dice=2), goal=2)
    >>> bold((2, 1)), bold((1, 2))
    ({2: Fraction(1, 1)}, {1: Fraction(1, 1)})
    """
    if isinstance(policy, TablePolicy):
        return policy.fitted(rules, goal)
    found: dict[tuple[tuple[int, Number], ...], int] = {}
    choice = np.zeros((goal + 1, goal + 1), dtype=np.int32)
    actions = dict.fromkeys(rules.rolls)
    for place in np.ndindex(goal, goal) if goal else [(-1, -1)]:
        state = place[0] + 1, place[1] + 1
        mixture = tuple(checked(state, actions, policy(state)).items())
        choice[state] = found.setdefault(mixture, len(found))
    rows = [always(dict(mixture)).fitted(rules, 0).mixtures[0] for mixture in found]
    return TablePolicy(np.array(rows), choice)


def always(dice: int | Mapping[int, Number]) -> TablePolicy:
    """Policy that rolls one number of dice at every state, or draws it from a mixture.

    Parameters
    ----------
    dice : int or mapping of int to number
        A number of dice, or the probability of each; Fractions and integers stay exact.

    Raises
    ------
    ValueError
        If there is no such roll, or the probabilities are none.

    Examples
    --------
    >>> always({1: 0.5, 3: 0.5})((9, 9))
    {1: 0.5, 3: 0.5}
    """
    for number in dice if isinstance(dice, Mapping) else [dice]:
        require_integer("the number of dice rolled", number, 1, MAX_DICE)
    law = checked("any state", dice, dice) if isinstance(dice, Mapping) else {dice: 1}
    exact = all(isinstance(weight, Fraction | int) for weight in law.values())
    row = [law.get(number, 0) for number in range(1, max(law) + 1)]
    return TablePolicy(
        np.array([[Fraction(w) for w in row]]) if exact else np.array([row], dtype=np.float64)
    )


@door
def by_state(dice: ArrayLike, rules: Rolls) -> TablePolicy:
    """Policy that rolls a given number of dice at each state.

    Parameters
    ----------
    dice : array of int, shape (goal + 1, goal + 1)
        Dice rolled at ``[own, other]``; row and column 0 are ignored.
    rules : rules of the dice battle

    Raises
    ------
    ValueError
        If the table is not a square of integers, or a number of dice is not allowed.

    Examples
    --------
    >>> by_state(np.full((3, 3), 2), Rolls(dice=3))((1, 1))
    {2: Fraction(1, 1)}
    """
    try:
        table = np.asarray(dice)
    except ValueError:  # rows of different lengths
        table = np.empty(0)
    square = table.ndim == 2 and table.shape[0] == table.shape[1] >= 2
    if not square or not np.issubdtype(table.dtype, np.integer):
        raise ValueError(
            f"a table of rolls needs integers in shape (goal + 1, goal + 1), not {shown(dice)}"
        )
    for extreme in (table[1:, 1:].min(), table[1:, 1:].max()):
        rules.scores(int(extreme))
    return _chosen(np.maximum(table, 1).astype(np.int32) - 1, rules)


def _chosen(rolls: NDArray[np.int32], rules: Rolls) -> TablePolicy:
    """Policy of a solver, which counts rolls from 0 and needs no check."""
    pure = [[Fraction(int(i == j)) for j in rules.rolls] for i in rules.rolls]
    return TablePolicy(np.array(pure), rolls)


@door
def mean_score(rules: Rolls, dice: int) -> Fraction:
    """Expected score of so many dice, in points.

    >>> mean_score(Rolls(), 1)
    Fraction(7, 2)
    """
    return sum((score * p for score, p in rules.scores(dice).items()), Fraction(0))


@door
def blind(rules: Rolls) -> TablePolicy:
    """The player who looks at no score: always the largest expected roll (fewest dice on a tie).

    >>> blind(Rolls())((100, 1))
    {6: Fraction(1, 1)}
    """
    return always(max(rules.rolls, key=lambda dice: mean_score(rules, dice)))


@door
def uniform(rules: Rolls) -> TablePolicy:
    """The player who draws the number of dice at random, all with the same probability.

    >>> uniform(Rolls(dice=2))((100, 1))
    {1: Fraction(1, 2), 2: Fraction(1, 2)}
    """
    return always(dict.fromkeys(rules.rolls, Fraction(1, rules.dice)))
