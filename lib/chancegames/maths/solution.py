"""What a solver answers, whatever the game: a solution, a policy, an estimate, a distribution.

Nothing here needs more than the standard library.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import copysign, inf, sqrt
from typing import Generic, TypeVar

Number = int | Fraction | float
State = TypeVar("State", bound=Hashable)
Action = TypeVar("Action", bound=Hashable)

#: What a player does: a state is answered by the probability of each action.
Policy = Callable[[State], Mapping[Action, Number]]

#: How far floating-point probabilities may sum from 1.
TOLERANCE = 1e-9


class Solution(ABC, Generic[State, Action]):
    """The value of a game under the best, or a given, policy.

    Attributes
    ----------
    method : str
        How it was found, such as "backward induction".
    """

    method: str

    @property
    @abstractmethod
    def value(self) -> Number:
        """Value of the game at its start."""

    @property
    @abstractmethod
    def residual(self) -> Number:
        """Largest amount by which a value misses the recursion; 0 proves the solution exact."""

    @abstractmethod
    def value_at(self, state: State) -> Number:
        """Value of a state."""

    @abstractmethod
    def action_values(self, state: State) -> Mapping[Action, Number]:
        """Value of each action of a state, if play goes on as the solution has it."""

    def policy(self, state: State) -> Mapping[Action, Number]:
        """Probability of each action played: the first of the best, unless a solver mixes."""
        values = self.action_values(state)
        return {max(values, key=values.__getitem__): 1}

    def regret(self, state: State, action: Action) -> Number:
        """How much an action loses against the best one of its state.

        Raises
        ------
        ValueError
            If the state has no such action.
        """
        values = self.action_values(state)
        if action not in values:
            raise ValueError(f"state {state!r} has no action {action!r}, only {[*values]!r}")
        return max(values.values()) - values[action]


def deterministic(choose: Callable[[State], Action]) -> Policy[State, Action]:
    """Policy that always plays the action which `choose` names.

    Examples
    --------
    >>> deterministic(lambda state: "flip")("any state")
    {'flip': 1}
    """
    return lambda state: {choose(state): 1}


def checked(state: State, actions: Mapping, law: Mapping[Action, Number]) -> dict[Action, Number]:
    """Actions that a policy plays at a state, with positive probability.

    Raises
    ------
    ValueError
        If the policy plays an action that the state does not have, or its probabilities are
        negative or do not sum to 1.

    Examples
    --------
    >>> checked("start", {"stop": 0, "flip": 0}, {"flip": 1, "stop": 0})
    {'flip': 1}
    >>> checked("start", {"stop": 0}, {"stop": 2})
    Traceback (most recent call last):
        ...
    ValueError: the policy's probabilities at 'start' sum to 2, not 1
    """
    if not isinstance(law, Mapping):
        raise ValueError(f"a policy gives a probability for each action, not {law!r}")
    for action, chance in law.items():
        if action not in actions:
            raise ValueError(f"state {state!r} has no action {action!r}, only {[*actions]!r}")
        if not chance >= 0:
            raise ValueError(f"the policy plays {action!r} at {state!r} with probability {chance}")
    total = sum(law.values())
    if not abs(total - 1) <= (TOLERANCE if isinstance(total, float) else 0):
        raise ValueError(f"the policy's probabilities at {state!r} sum to {total}, not 1")
    return {action: chance for action, chance in law.items() if chance}


@dataclass(frozen=True)
class Estimate:
    """Mean of a simulation.

    Attributes
    ----------
    mean : float
    standard_error : float
        Of the mean, in the same unit.
    n : int
        How many independent games were played.

    Examples
    --------
    >>> heads = Estimate.of_moments(n=100, total=60, squares=60)
    >>> round(heads.standard_error, 3), round(heads.z(0.5), 2)
    (0.049, 2.04)
    """

    mean: float
    standard_error: float
    n: int

    @classmethod
    def of_moments(cls, n: int, total: float, squares: float) -> "Estimate":
        """Estimate from the sum of `n` results and the sum of their squares."""
        mean = total / n
        return cls(mean, sqrt(max(0.0, squares / n - mean * mean) / n), n)

    def z(self, exact: Number) -> float:
        """How many standard errors the mean lies above an exact value; 0 if it equals it.

        Infinite, with the sign of the gap, if all games had one result and it is off.
        """
        gap = self.mean - float(exact)
        if not gap:
            return 0.0
        return gap / self.standard_error if self.standard_error else copysign(inf, gap)


class Distribution(Mapping[Number, Number]):
    """Probability of each result, by increasing result.

    Parameters
    ----------
    chances : mapping
        Probability of each result: not negative, summing to 1.

    Raises
    ------
    ValueError
        If this is no distribution.

    Examples
    --------
    >>> die = Distribution({face: Fraction(1, 6) for face in range(1, 7)})
    >>> die.mean, die.variance, die.at_least(5), die.quantile(0.5)
    (Fraction(7, 2), Fraction(35, 12), Fraction(1, 3), 3)
    """

    def __init__(self, chances: Mapping[Number, Number]):
        law = checked("the end", chances, chances)
        self._chances = dict(sorted(law.items()))

    def __getitem__(self, result: Number) -> Number:
        return self._chances[result]

    def __iter__(self) -> Iterator[Number]:
        return iter(self._chances)

    def __len__(self) -> int:
        return len(self._chances)

    def __repr__(self) -> str:
        return f"Distribution({self._chances!r})"

    @property
    def mean(self) -> Number:
        """Expected result."""
        return sum(result * chance for result, chance in self.items())

    @property
    def variance(self) -> Number:
        """Expected square of the distance from the mean."""
        mean = self.mean
        return sum((result - mean) ** 2 * chance for result, chance in self.items())

    @property
    def standard_deviation(self) -> float:
        """Root of the variance."""
        return sqrt(self.variance)

    def at_least(self, result: Number) -> Number:
        """Probability of this result or a higher one."""
        return sum(chance for reached, chance in self.items() if reached >= result)

    def quantile(self, share: Number) -> Number:
        """Smallest result that is not exceeded with probability `share`, in [0, 1].

        Raises
        ------
        ValueError
            If `share` is not in [0, 1].
        """
        if not 0 <= share <= 1:
            raise ValueError(f"a quantile belongs to a share from 0 to 1, not {share!r}")
        below: Number = 0
        for result, chance in self.items():
            below += chance
            if below >= share:
                return result
        return max(self)  # the probabilities sum to a little less than 1 in floating point
