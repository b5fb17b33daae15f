r"""What a strategy costs to compute, in counted operations, and when a cheaper one is worth it.

An operation is one product added to a sum or one comparison.  A strategy is computed for every
dated state at which it may be asked; the chances of one goal count as known, as the source
assumes when it speaks of tables compiled before the game.  The *free utility* of a policy is
:math:`\bar U - \lambda T` (section 5.3).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import comb
from typing import TypeVar

from chancegames.games.game421.goals import CHARACTERS, Character
from chancegames.games.game421.rounds import tables
from chancegames.maths.dice import Combination
from chancegames.maths.solution import Number
from chancegames.models.game421 import Round
from chancegames.sources.albarede2007.judging import judge

Name = TypeVar("Name")


def nodes(rules: Round, first: int = 0) -> Iterator[tuple[int, Combination]]:
    """List the dated states, from date `first`, at which dice remain to be cast.

    Examples
    --------
    >>> list(nodes(Round(1, 6, 2)))
    [(0, ()), (1, ())]
    """
    for date in range(first, rules.casts):
        for state in rules.states if date else ((),):
            if len(state) < rules.dice:
                yield date, state


@cache
def _deciding(rules: Round, last: bool, kept: Combination) -> tuple[int, int]:
    """Count tables and options seen from a state; at the last cast there is no choice."""
    date = rules.casts if last else 1
    seen = tables(rules, kept)
    return len(seen), sum(len(rules.options(date, kept, t)) for t, _ in seen)


@cache
def mean_max_operations(rules: Round) -> int:
    """Operations of mean-max with merged states: one a table, one an option.

    Examples
    --------
    >>> [mean_max_operations(Round(casts=j)) for j in (2, 3, 4)]
    [1036, 2428, 3820]
    """
    return sum(sum(_deciding(rules, j + 1 == rules.casts, s)) for j, s in nodes(rules))


def history_operations(rules: Round) -> int:
    """Operations of mean-max on the whole tree of histories, nothing merged.

    Examples
    --------
    >>> [history_operations(Round(casts=j)) for j in (1, 2, 3)]
    [112, 13496, 945574]
    """
    ahead = dict.fromkeys(rules.states, 0)
    for date in reversed(range(1, rules.casts + 1)):
        ahead = {
            state: sum(
                1 + sum(1 + ahead[o] for o in rules.options(date, state, table))
                for table, _ in tables(rules, state)
            )
            if len(state) < rules.dice
            else 0
            for state in rules.states
        }
    return ahead[()]


def _evaluation(rules: Round, date: int, state: Combination, serendipity: bool) -> int:
    """Operations of one goal-driven utility: a product a result and a comparison a goal."""
    left = rules.dice - len(state)
    if not left:
        return 1
    goals = comb(left + rules.faces - 1, left)
    successes = rules.casts - date if rules.player == "first" else 1
    return goals * (successes + 1 + (goals - 1 if serendipity else 0))


def goal_operations(rules: Round, character: Character) -> int:
    """Operations of a goal-driven strategy with horizon 0 or 1.

    The ratchet that follows a fixed goal costs nothing here.

    Examples
    --------
    >>> goal_operations(Round(), Character(False, 0, False))
    224
    """
    if character.horizon > 1:
        raise ValueError(f"operations are counted for horizons 0 and 1, not {character.horizon}")
    if not character.horizon:
        asked = list(nodes(rules)) if character.dynamic else [(0, ())]
        return sum(_evaluation(rules, j, s, character.serendipity) for j, s in asked)
    last = rules.casts - 1 if character.dynamic else min(1, rules.casts - 1)
    evaluated = sum(
        _evaluation(rules, date, s, character.serendipity)
        for date in range(1, last + 1)
        for s in rules.states
        if len(s) < rules.dice or rules.player == "first"
    )
    compared = sum(_deciding(rules, False, s)[1] for date, s in nodes(rules) if date + 1 <= last)
    return evaluated + compared


def judging_operations(rules: Round) -> int:
    """Operations of judging any strategy by mean-mean: one for each option of each table.

    Examples
    --------
    >>> judging_operations(Round(casts=2))
    672
    """
    return sum(_deciding(rules, j + 1 == rules.casts, s)[1] for j, s in nodes(rules))


def meta_operations(rules: Round, own: int) -> int:
    """Operations to know the policy utility of a strategy that itself costs `own`.

    The strategy and the monkey's are computed and judged, and mean-max is computed (equation 58).

    Examples
    --------
    >>> rules = Round()
    >>> meta_operations(rules, 9) - mean_max_operations(rules) - 2 * judging_operations(rules)
    9
    """
    return own + 2 * judging_operations(rules) + mean_max_operations(rules)


@dataclass(frozen=True)
class Stretch:
    """A range of prices of an operation, from `price` up, over which `policy` is the best."""

    price: Fraction
    policy: object


def best_by_price(
    utilities: Mapping[Name, Number], operations: Mapping[Name, int]
) -> tuple[Stretch, ...]:
    """Which policy has the greatest free utility as the price of an operation grows from 0.

    Parameters
    ----------
    utilities, operations : mapping
        Policy -> utility, and number of operations.

    Returns
    -------
    tuple of Stretch
        In order of price; among equals the cheaper policy.

    Examples
    --------
    >>> best_by_price({"best": Fraction(1), "none": Fraction(0)}, {"best": 10, "none": 0})
    (Stretch(price=Fraction(0, 1), policy='best'), Stretch(price=Fraction(1, 10), policy='none'))
    """
    now = max(utilities, key=lambda n: (utilities[n], -operations[n]))
    found = [Stretch(Fraction(0), now)]
    while cheaper := [n for n in utilities if operations[n] < operations[now]]:
        prices = {
            n: Fraction(utilities[now] - utilities[n]) / (operations[now] - operations[n])
            for n in cheaper
        }
        now = min(cheaper, key=lambda n: (prices[n], operations[n]))
        found.append(Stretch(prices[now], now))
    return tuple(found)


@dataclass(frozen=True)
class FreeUtility:
    """Policies of one round with their policy utility and cost (section 5.3).

    Attributes
    ----------
    utilities, operations : mapping
        Policy -> policy utility (58), and counted operations; the monkey and best play included.
    stretches : tuple of Stretch
        The best policy as the price of an operation grows.
    """

    utilities: Mapping[str, Number]
    operations: Mapping[str, int]
    stretches: tuple[Stretch, ...]


@cache
def free_utility(rules: Round) -> FreeUtility:
    """Compare all policies on the utility of a round.

    Raises
    ------
    ValueError
        If the monkey plays best, so that there is no scale.

    Examples
    --------
    >>> free_utility(Round(2, 4, 2, utility=sum)).stretches[-1].policy
    'monkey'
    """
    judgement = judge(rules)
    utilities: dict[str, Number] = {"mean-max": Fraction(1), "monkey": Fraction(0)}
    operations = {"mean-max": mean_max_operations(rules), "monkey": 0}
    for character in CHARACTERS:
        utilities[str(character)] = judgement.of(character)
        operations[str(character)] = goal_operations(rules, character)
    return FreeUtility(utilities, operations, best_by_price(utilities, operations))
