"""Policies for a race: what to throw, given what both players still lack.

A state is seen by the player who decides: he lacks ``own`` points, the opponent ``other``.  Since
nothing else matters, one policy (and one table of values) serves every goal up to its own.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from chancegames.games.dice_battle.rules import Rules
from chancegames.games.dice_battle.strategy import Strategy, checked


@dataclass(frozen=True, eq=False)
class RacePolicy:
    """Laws over the number of dice, and which law applies at which state.

    Attributes
    ----------
    name : str
        What the player is called in tables and figures.
    laws : ndarray, shape (laws, dice)
        Entry ``[l, d - 1]`` is the probability of throwing ``d`` dice: Fractions or floats.
    choice : ndarray of int, shape (goal + 1, goal + 1), or None
        Law in use at ``[own, other]`` (row and column 0 are not states); None if there is but
        one law, whatever the state and the goal.
    """

    name: str
    laws: np.ndarray
    choice: np.ndarray | None = None

    def law(self, own: int, other: int) -> Mapping[int, Fraction | float]:
        """Law of the number of dice thrown at a state.

        Parameters
        ----------
        own, other : int
            Points that the player and the opponent still lack.

        Returns
        -------
        mapping of int to number
            Only the numbers of dice that are thrown at all.

        Examples
        --------
        >>> always({2: Fraction(1)}, Rules(dice=3)).law(10, 10)
        {2: Fraction(1, 1)}
        """
        row = self.laws[0 if self.choice is None else self.choice[own, other]]
        return {dice: weight for dice, weight in enumerate(row, start=1) if weight > 0}

    def choices(self, goal: int, rules: Rules) -> np.ndarray:
        """The choice table for a race to `goal` under `rules`.

        Parameters
        ----------
        goal : int
        rules : Rules

        Returns
        -------
        ndarray of int32, shape (goal + 1, goal + 1)

        Raises
        ------
        ValueError
            If the policy was made for another number of dice or a smaller goal.

        Examples
        --------
        >>> always({2: Fraction(1)}, Rules(dice=3)).choices(1, Rules(dice=3)).tolist()
        [[0, 0], [0, 0]]
        """
        dice = self.laws.shape[1]
        if dice != rules.dice:
            raise ValueError(f"the policy {self.name!r} is for {dice} dice, not {rules.dice}")
        if self.choice is None:
            return np.zeros((goal + 1, goal + 1), dtype=np.int32)
        if len(self.choice) <= goal:
            raise ValueError(
                f"the policy {self.name!r} knows races to {len(self.choice) - 1}, not to {goal}"
            )
        return np.ascontiguousarray(self.choice[: goal + 1, : goal + 1], dtype=np.int32)


def always(strategy: Strategy, rules: Rules, name: str = "") -> RacePolicy:
    """The policy that draws the number of dice from one law at every state.

    Parameters
    ----------
    strategy : mapping of int to Fraction or float
        Probability of throwing each number of dice.
    rules : Rules
    name : str, optional

    Returns
    -------
    RacePolicy

    Raises
    ------
    ValueError
        If a number of dice is not allowed or the weights are not a probability law.

    Examples
    --------
    >>> always({1: Fraction(1, 2), 3: Fraction(1, 2)}, Rules(dice=3)).laws.tolist()
    [[Fraction(1, 2), Fraction(0, 1), Fraction(1, 2)]]
    """
    law = checked(strategy, rules)
    exact = all(isinstance(weight, Fraction) for weight in law.values())
    weights = [law.get(dice, Fraction(0)) for dice in rules.throws]
    laws = np.array([weights], dtype=object if exact else float)
    return RacePolicy(name or str(dict(strategy)), laws)


def by_state(throws: np.ndarray, rules: Rules, name: str) -> RacePolicy:
    """The policy that throws a given number of dice at each state.

    Parameters
    ----------
    throws : array of int, shape (goal + 1, goal + 1)
        Dice thrown at ``[own, other]``; row and column 0 are ignored.
    rules : Rules
    name : str

    Returns
    -------
    RacePolicy

    Raises
    ------
    ValueError
        If the table is not a square of integers, or a number of dice is not allowed.

    Examples
    --------
    >>> by_state(np.full((3, 3), 2), Rules(dice=3), "two dice").law(1, 1)
    {2: Fraction(1, 1)}
    """
    try:
        table = np.asarray(throws)
    except ValueError:  # rows of different lengths
        table = np.empty(0)
    square = table.ndim == 2 and table.shape[0] == table.shape[1] >= 2
    if not square or not np.issubdtype(table.dtype, np.integer):
        raise ValueError("a table of throws needs integers in shape (goal + 1, goal + 1)")
    for extreme in (table[1:, 1:].min(), table[1:, 1:].max()):
        rules.check_throw(extreme)
    laws = np.array([[Fraction(int(i == j)) for j in rules.throws] for i in rules.throws])
    return RacePolicy(name, laws, np.maximum(table, 1).astype(np.int32) - 1)
