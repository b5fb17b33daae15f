"""How often one goal-driven character beats another: the laws of section 6.1, counted."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from fractions import Fraction
from functools import cache

import numpy as np

from chancegames.base.checks import require_positive_integer
from chancegames.games.game421.duplicity import Duplicitous
from chancegames.games.game421.goals import CHARACTERS, Character, Judgement, Prospects, judge
from chancegames.games.game421.many import judge_many
from chancegames.games.game421.rules import PLAYERS, Round
from chancegames.games.game421.utilities import NAMED, random_grains, random_utility, sample

#: Utilities of tables 10 to 12 whose values do not depend on a random generator.
POINTS = tuple(
    f"delta{points}"
    for points in ("123", "123+456", "123+234", "111+222", "123+345+156", "111+222+113+223")
)
NAMES = (*POINTS, *NAMED)

#: The eight characters, never ending early on the worst result.
PRUNED = tuple(replace(character, never_worst=True) for character in CHARACTERS)

#: A change of character: its new fields.
Change = dict[str, object]


@cache
def named(player: str, utility: str) -> Judgement:
    """Judge the eight characters on a utility of the sources' sample.

    Examples
    --------
    >>> named("first", "Total").fuzzy()
    True
    """
    rules = Round(player=player)
    return judge(rules, sample(rules, utility), PRUNED)


@cache
def drawn(player: str, seed: int) -> Judgement:
    """Judge the eight characters on a random utility of our own.

    Examples
    --------
    >>> drawn("first", 0).lowest < drawn("first", 0).greatest
    True
    """
    rules = Round(player=player)
    return judge(rules, random_utility(rules, seed), PRUNED)


@cache
def drawn_many(player: str, draws: int) -> tuple[Judgement, ...]:
    """Judge the eight characters on the first random utilities of our own, in floating point.

    Raises
    ------
    ValueError
        If `draws` is no integer of at least 1.

    Examples
    --------
    >>> exact, quick = drawn("first", 0), drawn_many("first", 1)[0]
    >>> abs(float(exact.greatest) - quick.greatest) < 1e-12
    True
    """
    require_positive_integer("the number of draws", draws)
    rules, grain = Round(player=player), 10**6
    grains = np.array([random_grains(rules, seed, grain) for seed in range(draws)], dtype=float)
    shape = (len(rules.ends), len(rules.finals), draws)
    return tuple(judge_many(rules, grains.T.reshape(shape) / grain, PRUNED))


def short_name(character: Character) -> str:
    """Name a character as the columns of tables 11 and 12 do.

    Examples
    --------
    >>> [short_name(c) for c in PRUNED[:2]]
    ['N h0 stat', 'N h1 stat']
    """
    letter, word = "NY"[character.serendipity], "dyn" if character.dynamic else "stat"
    return f"{letter} h{character.horizon} {word}"


def policy_rows(player: str) -> dict[str, list[Fraction]]:
    """List the policy utilities of the eight characters, utility by utility.

    Examples
    --------
    >>> policy_rows("first")["delta123"] == [1] * 8
    True
    """
    return {name: [named(player, name).of(c) for c in PRUNED] for name in NAMES}


def judged(names: Iterable[str] = NAMES, draws: int = 0) -> list[Judgement]:
    """Judge both players on named utilities, exactly, and on so many random ones, in floats.

    Examples
    --------
    >>> len(judged(["Total"], draws=3))
    8
    """
    listed = list(names)
    found = [named(player, name) for player in PLAYERS for name in listed]
    many = (drawn_many(player, draws) for player in PLAYERS if draws)
    return found + [judgement for player in many for judgement in player]


def effects(
    judgements: Iterable[Judgement], change: Change, when: Callable[[Character], bool]
) -> list[Fraction | float]:
    """List what a change of character adds to the utility, wherever `when` allows it.

    Parameters
    ----------
    judgements : iterable of Judgement
    change : dict
        Fields of `Character` with their new values.
    when : callable
        Tells from which characters to start; those that the change leaves as they are drop out.

    Returns
    -------
    list of Fraction or float
        One number a judgement and character.

    Examples
    --------
    >>> effects([named("first", "Total")], {"serendipity": True}, lambda c: c.horizon == 0)[0] > 0
    True
    """
    starts = [c for c in PRUNED if when(c) and replace(c, **change) != c]
    return [
        judgement.utilities[replace(c, **change)] - judgement.utilities[c]
        for judgement in judgements
        for c in starts
    ]


@cache
def duplicity_gain(player: str, utility: str, character: Character) -> Fraction:
    """Find the policy utility that duplicity adds on a named utility; it may be negative.

    As in the tables, the player never ends early on the worst result.

    Examples
    --------
    >>> duplicity_gain("first", "delta123", Character(False, 0, False))
    Fraction(0, 1)
    """
    judgement, pruned = named(player, utility), replace(character, never_worst=True)
    added = Duplicitous(_prospects(player, utility), pruned).value - judgement.utilities[pruned]
    return added / (judgement.greatest - judgement.lowest)


@cache
def _prospects(player: str, utility: str) -> Prospects:
    rules = Round(player=player)
    return Prospects(rules, sample(rules, utility))
