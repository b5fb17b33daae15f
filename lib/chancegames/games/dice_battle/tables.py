"""What the solutions of both races share: arrays over all states, and how large they may be."""

from abc import abstractmethod
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from chancegames.base.checks import shown
from chancegames.games.dice_battle.policies import TablePolicy
from chancegames.maths.solution import Solution
from chancegames.models.dice_battle import AtOnce, Race, Rolls, State

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


#: Actions whose values lie closer than this count as equally good.
TIE = 1e-12
#: No race is solved that needs more multiplications (some ten seconds) or more memory (bytes).
MAX_STEPS, MAX_BYTES = 10**10, 2 * 10**9


@dataclass(frozen=True, eq=False)
class TableSolution(Solution[State, int]):
    """A race solved at all states, and so for every goal up to its own.

    Attributes
    ----------
    rules : Race or AtOnce
    values : ndarray of float, shape (goal + 1, goal + 1)
        Entry ``[own, other]``: expected gain of the player (in turns, of the one who is to roll).
    table : TablePolicy
        The policy whose value this is.
    method : str
    """

    rules: Race | AtOnce
    values: Floats
    table: TablePolicy
    method: str

    @property
    def value(self) -> float:
        """Expected gain from the start of the race (in turns, of the player who begins)."""
        return self.value_at((self.rules.goal, self.rules.goal))

    def value_at(self, state: State) -> float:
        """Expected gain at a state.

        Raises
        ------
        ValueError
            If this is no state of the race.
        """
        return float(self.values[self.rules.check_state(state)])

    def action_values(self, state: State) -> dict[int, float]:
        """Expected gain of each number of dice, if play goes on as the solution has it.

        Raises
        ------
        ValueError
            If this is no state of the race.
        """
        own, other = self.rules.check_state(state)
        return dict(zip(self.rules.rolls, self._gains(own)[other].tolist(), strict=True))

    @property
    def policy(self) -> TablePolicy:
        """The policy whose value this is, from a state to the probability of each roll."""
        return self.table

    def best(self, state: State) -> tuple[int, ...]:
        """All numbers of dice that are optimal at a state.

        Raises
        ------
        ValueError
            If this is no state of the race.
        """
        gains = self.action_values(state)
        return tuple(dice for dice, gain in gains.items() if gain >= max(gains.values()) - TIE)

    @property
    def openings(self) -> Floats:
        """Expected gain from the start for every goal, shape (goal,); entry 0 for one point."""
        return self.values.diagonal()[1:].copy()

    @property
    def residual(self) -> float:
        """Largest amount by which a value misses the recursion."""
        return max(map(self._missed, range(1, self.rules.goal + 1)))

    def _missed(self, own: int) -> float:
        gains = self._gains(own)[1:]
        expected = gains.max(axis=1)
        if self.method == "policy evaluation":
            expected = (weights(self.table, own)[1:] * gains).sum(axis=1)
        return float(np.abs(expected - self.values[own, 1:]).max())

    @abstractmethod
    def _gains(self, own: int) -> Floats:
        """Expected gain of each roll in a row of states, shape (goal + 1, dice)."""


def weights(table: TablePolicy, own: slice | int) -> Floats:
    """Probability of each roll at some rows of states, shape (..., goal + 1, dice)."""
    assert table.choice is not None
    return table.mixtures.astype(np.float64)[table.choice[own]]


@cache
def score_matrix(rules: Rolls) -> Floats:
    """Probability of each score, a row for each roll.

    Returns
    -------
    ndarray of float, shape (dice, faces * dice + 1)
        Entry ``[d - 1, k]`` is P(d, k).
    """
    matrix = np.zeros((rules.dice, rules.faces * rules.dice + 1))
    for dice in rules.rolls:
        for score, p in rules.scores(dice).items():
            matrix[dice - 1, score] = p
    matrix.flags.writeable = False
    return matrix


def _check_size(rules: Race | AtOnce) -> None:
    """Refuse a race that would take too long or too much memory, before anything is allocated.

    Raises
    ------
    ValueError
        Saying what it needs and what the limits are.

    Examples
    --------
    >>> _check_size(Race(goal=1_000_000, dice=2))
    Traceback (most recent call last):
        ...
    ValueError: a race to 1000000 with 2 dice needs 2e+13 steps, 3e+13 bytes; limits: 1e+10, 2e+09
    """
    states = (rules.goal + 1) ** 2
    steps = states * rules.faces * rules.dice * (rules.dice + 1) // 2
    needed = states * 32
    if isinstance(rules, AtOnce):
        steps, needed = steps * rules.dice, states * (8 + 16 * rules.dice + 8 * rules.dice**2)
    if steps > MAX_STEPS or needed > MAX_BYTES:
        steps, needed = min(steps, 10**99), min(needed, 10**99)  # beyond which floats may end
        raise ValueError(
            f"a race to {shown(rules.goal)} with {rules.dice} dice needs {steps:.0e} steps, "
            f"{needed:.0e} bytes; limits: {MAX_STEPS:.0e}, {MAX_BYTES:.0e}"
        )
