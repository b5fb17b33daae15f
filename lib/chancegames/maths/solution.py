"""What a solver answers, whatever the game: a solution, a policy, an estimate, a distribution.

Nothing here needs more than the standard library.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import copysign, inf, isclose, sqrt
from numbers import Rational, Real
from typing import Generic, TypeVar

from chancegames.base.checks import door, is_hashable, shown

Number = int | Fraction | float
State = TypeVar("State", bound=Hashable)
Action = TypeVar("Action", bound=Hashable)

#: What a player does; a state is answered by an action, or by the probability of each.
Policy = Callable[[State], Action | Mapping[Action, Number]]

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
        best = min if self.minimises(state) else max
        return {best(values, key=values.__getitem__): 1}

    def regret(self, state: State, action: Action) -> Number:
        """How much an action loses against the best one of its state.

        Raises
        ------
        ValueError
            If the state has no such action.
        """
        values = self.action_values(state)
        if not is_hashable(action) or action not in values:
            raise _unknown(state, action, values)
        if self.minimises(state):
            return values[action] - min(values.values())
        return max(values.values()) - values[action]

    def minimises(self, state: State) -> bool:
        """Whether an opponent acts at a state, who wants the smallest value."""
        return False


def checked(
    state: State, actions: Collection[Action], answer: Action | Mapping[Action, Number]
) -> dict[Action, Number]:
    """Actions that a policy plays at a state, with positive probability.

    Every policy is judged here, by whichever solver it enters: a mapping holds probabilities, and
    anything else is an action.

    Raises
    ------
    ValueError
        If the policy plays an action that the state does not have, or its probabilities are
        negative or do not sum to 1.

    Examples
    --------
    >>> checked("start", ["stop", "flip"], {"flip": 1, "stop": 0})
    {'flip': 1}
    >>> checked("start", ["stop", "flip"], "flip")
    {'flip': 1}
    >>> checked("start", ["stop"], {"stop": 2})
    Traceback (most recent call last):
        ...
    ValueError: the policy's probabilities at 'start' sum to 2, not 1
    """
    if not isinstance(answer, Mapping):
        if not is_hashable(answer):
            told = "answers with an action or the probability of each"
            raise ValueError(f"a policy {told}, not with {shown(answer)}")
        answer = {answer: 1}
    for action in answer:
        if action not in actions:
            raise _unknown(state, action, actions)
    _require_distribution(f"the policy's probabilities at {shown(state)}", answer.values())
    return {action: chance for action, chance in answer.items() if chance}


def _unknown(state: object, action: object, actions: Collection[Action]) -> ValueError:
    """Refusal of an action that a state does not have."""
    known = shown([*actions], 50)
    return ValueError(f"state {shown(state, 85)} has no action {shown(action, 30)}, only {known}")


def _require_distribution(name: str, chances: Collection[Number]) -> None:
    """Refuse probabilities that are negative or do not sum to 1.

    Floating-point numbers may miss 1 by `TOLERANCE`.

    Raises
    ------
    ValueError

    Examples
    --------
    >>> _require_distribution("the probabilities of a coin", [0.5, 0.4])
    Traceback (most recent call last):
        ...
    ValueError: the probabilities of a coin sum to 0.9, not 1
    """
    for chance in chances:
        if not isinstance(chance, Real) or not chance >= 0:
            raise ValueError(f"{name} hold {shown(chance)}, which is no probability")
    total = sum(chances)
    slack = 0 if isinstance(total, Rational) else TOLERANCE
    if not -slack <= total - 1 <= slack:
        raise ValueError(f"{name} sum to {shown(total)}, not 1")


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

    @door
    def z(self, exact: Number) -> float:
        """How many standard errors the mean lies above an exact value.

        If all games had one result: 0 where it is that value, but for the rounding of a sum, and
        else infinite, with the sign of the gap.
        """
        gap = self.mean - float(exact)
        if self.standard_error:
            return gap / self.standard_error
        return 0.0 if isclose(self.mean, exact, rel_tol=1e-9) else copysign(inf, gap)


@door
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
        _require_distribution("the probabilities of the results", chances.values())
        self._chances = {result: chances[result] for result in sorted(chances) if chances[result]}

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

    @door
    def at_least(self, result: Number) -> Number:
        """Probability of this result or a higher one."""
        return sum(chance for reached, chance in self.items() if reached >= result)

    @door
    def quantile(self, share: Number) -> Number:
        """Smallest result that is not exceeded with probability `share`, in [0, 1].

        Raises
        ------
        ValueError
            If `share` is not in [0, 1].
        """
        if not 0 <= share <= 1:
            raise ValueError(f"a quantile belongs to a share from 0 to 1, not {shown(share)}")
        below: Number = 0
        for result, chance in self.items():
            below += chance
            if below >= share:
                return result
        return max(self)  # the probabilities sum to a little less than 1 in floating point
