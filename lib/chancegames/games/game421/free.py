"""Free utility over the price of computing (section 5.3): which policy is best, for any casts."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from chancegames.games.game421.costs import (
    Stretch,
    best_by_price,
    goal_operations,
    mean_max_operations,
)
from chancegames.games.game421.goals import CHARACTERS, Character, judge
from chancegames.games.game421.rules import Round
from chancegames.games.game421.utilities import sample


def name_of(character: Character) -> str:
    """Name a character in a few words.

    Examples
    --------
    >>> name_of(Character(False, 1, True))
    'horizon 1, dynamic'
    """
    words = [f"horizon {character.horizon}", "dynamic" if character.dynamic else "static"]
    return ", ".join([*words, "serendipity"] if character.serendipity else words)


@dataclass(frozen=True)
class FreeUtility:
    """Policies of one round with their policy utility and cost.

    Attributes
    ----------
    utilities, operations : mapping
        Policy -> policy utility (58), and counted operations; the monkey and mean-max included.
    stretches : tuple of Stretch
        The best policy as the price of an operation grows.
    """

    utilities: Mapping[str, Fraction]
    operations: Mapping[str, int]
    stretches: tuple[Stretch, ...]


@cache
def free_utility(rules: Round, utility: str) -> FreeUtility:
    """Compare all policies on one named utility.

    Raises
    ------
    ValueError
        If the utility is unknown, or if the monkey plays best so that there is no scale.

    Examples
    --------
    >>> free_utility(Round(2, 4, 2), "Total").stretches[-1].policy
    'monkey'
    """
    judgement = judge(rules, sample(rules, utility))
    utilities = {"mean-max": Fraction(1), "monkey": Fraction(0)}
    operations = {"mean-max": mean_max_operations(rules), "monkey": 0}
    for character in CHARACTERS:
        utilities[name_of(character)] = judgement.of(character)
        operations[name_of(character)] = goal_operations(rules, character)
    return FreeUtility(utilities, operations, best_by_price(utilities, operations))
