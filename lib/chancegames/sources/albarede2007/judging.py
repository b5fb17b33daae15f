"""Goal-driven characters on the scale of the source, and utilities to judge them on.

The policy utility (58) is 0 for the monkey and 1 for best play.  The utilities are those of tables
10 to 12 that can be rebuilt, and random ones of our own.
"""

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import numpy as np

from chancegames.base.checks import require_integer
from chancegames.games.game421.goals import CHARACTERS, Character, GoalDriven, Prospects
from chancegames.games.game421.hands import UTILITIES, utility
from chancegames.games.game421.policies import monkey
from chancegames.games.game421.rounds import evaluate_round, solve_round
from chancegames.maths.solution import Number
from chancegames.models.game421 import PLAYERS, Round
from chancegames.sources.albarede2007 import batch
from chancegames.sources.albarede2007.duplicity import _Duplicitous

#: Utilities of tables 10 to 12 whose values do not depend on a random generator; first those that
#: give 1 to some hands and 0 to all others.
NAMES = tuple(UTILITIES)
POINTS = tuple(name for name in NAMES if name.startswith("delta"))

#: The eight characters, never ending early on the worst result.  Section 4.3.1 says that dominated
#: strategies were pruned, and not which; four cells of table 11 come out with this rule alone.
PRUNED = tuple(replace(character, never_worst=True) for character in CHARACTERS)
GRAIN = 10**6  # random utilities are multiples of its inverse


def playing_for(name: str, player: str = "first") -> Round:
    """The round of the sources with one of their utilities.

    >>> playing_for("Total").worth(1, (1, 2, 4))
    Fraction(7, 1)
    """
    return Round(player=player, utility=utility(name))


@dataclass(frozen=True)
class _Judgement:
    """Utilities of characters in one round (tables 10 to 12).

    Attributes
    ----------
    lowest, greatest : number
        Utility of the monkey and of best play.
    utilities : mapping
        Character -> utility of its policy.
    """

    lowest: Number
    greatest: Number
    utilities: Mapping[Character, Number]

    def of(self, character: Character) -> Number:
        """Policy utility (58) of a character.

        Raises
        ------
        ValueError
            If the monkey already plays best, so that there is no scale.
        """
        if self.lowest == self.greatest:
            raise ValueError("every policy has the same utility: there is no scale")
        return (self.utilities[character] - self.lowest) / (self.greatest - self.lowest)

    def fuzzy(self) -> bool:
        """Fuzzy as in 2007: serendipity strictly helps at every horizon and dynamism."""
        return all(
            value < self.utilities[replace(c, serendipity=True)]
            for c, value in self.utilities.items()
            if not c.serendipity
        )

    def fuzzy_2000(self) -> bool:
        """Fuzzy as in 2000: without serendipity, horizon and revision lower the utility."""
        values = {
            (c.horizon, c.dynamic): value
            for c, value in self.utilities.items()
            if not c.serendipity
        }
        return values[1, True] < values[0, False]


def judge(rules: Round, characters: Iterable[Character] = CHARACTERS) -> _Judgement:
    """Judge goal-driven policies on one utility, exactly.

    Examples
    --------
    >>> judgement = judge(playing_for("delta123+456"))
    >>> float(round(judgement.of(Character(False, 0, False)), 3)), judgement.fuzzy()
    (0.684, False)
    """
    prospects = Prospects(rules)
    values = {c: GoalDriven(prospects, c).value for c in characters}
    lowest = evaluate_round(rules, monkey(rules)).value
    return _Judgement(lowest, solve_round(rules).value, values)


@cache
def named(player: str, name: str, characters: tuple[Character, ...] = PRUNED) -> _Judgement:
    """Judge the eight characters on a utility of the sources, or those of the rules as stated.

    Examples
    --------
    >>> named("first", "Total").fuzzy()
    True
    """
    return judge(playing_for(name, player), characters)


def _random_round(shape: Round, seed: int, grain: int = GRAIN) -> Round:
    """The same round with a utility between 0 and 1 drawn for each end, date by date.

    The source's generator is lost, so these are draws of our own.

    Examples
    --------
    >>> 0 <= _random_round(Round(), seed=1).worth(2, (1, 2, 4)) < 1
    True
    """
    ends = product(shape.ends, shape.hands)
    draw = random.Random(seed)
    drawn = {end: Fraction(draw.randrange(grain), grain) for end in ends}
    return replace(shape, utility=drawn)


@cache
def _drawn_many(player: str, draws: int) -> tuple[_Judgement, ...]:
    """Judge the eight characters on the first random utilities of our own, in floating point.

    Raises
    ------
    ValueError
        If `draws` is no integer of at least 1.

    Examples
    --------
    >>> exact = judge(_random_round(Round(), 0), PRUNED)
    >>> abs(float(exact.greatest) - _drawn_many("first", 1)[0].greatest) < 1e-12
    True
    """
    require_integer("the number of draws", draws)
    rules = Round(player=player)
    rounds = [_random_round(rules, seed) for seed in range(draws)]
    return tuple(_judge_many(rounds, PRUNED))


def _judge_many(
    rounds: Sequence[Round], characters: Iterable[Character] = CHARACTERS
) -> list[_Judgement]:
    """Judge goal-driven policies on many utilities of one kind of round, in floating point.

    Parameters
    ----------
    rounds : sequence of Round
        That differ in their utility alone.
    characters : iterable of Character, optional
        With horizons 0 and 1 and equiprobable ties.

    Returns
    -------
    list of Judgement
        Values closer than `batch.BLUR` are made equal, so that they compare as the exact ones do.

    Raises
    ------
    ValueError
        If the rounds differ otherwise, or a character is none of these.
    ArithmeticError
        If two values are too close to tell whether they are equal.

    Examples
    --------
    >>> _judge_many([Round(1, 6, 1, utility=sum)])[0].lowest
    3.5
    """
    listed = list(characters)
    many = batch._Batch(rounds)
    rows = np.array([many.plain(np.mean), many.plain(np.max), *(many.of(c) for c in listed)])
    judged = []
    for column in rows.T:
        lowest, greatest, *values = batch._merged(column)
        judged.append(_Judgement(lowest, greatest, dict(zip(listed, values, strict=True))))
    return judged


@cache
def _chosen_goals(draws: int, most: int = 6, heaviest: int = 10) -> tuple[_Judgement, ...]:
    """Judge both players on so many utilities of two to `most` hands with weights from 1 on.

    Examples
    --------
    >>> len(_chosen_goals(2))
    4
    """
    draw, found = random.Random(draws), []
    for player in PLAYERS:
        bare = Round(player=player)
        rounds = []
        for _ in range(draws):
            some = draw.sample(bare.hands, draw.randint(2, most))
            worth = {h: draw.randint(1, heaviest) for h in some}
            dated = {(j, h): worth.get(h, 0) for j in bare.ends for h in bare.hands}
            rounds.append(replace(bare, utility=dated))
        found += _judge_many(rounds, PRUNED)
    return tuple(found)


def short_name(character: Character) -> str:
    """Name a character as the columns of tables 11 and 12 do.

    Examples
    --------
    >>> [short_name(c) for c in PRUNED[:2]]
    ['N h0 stat', 'N h1 stat']
    """
    letter, word = "NY"[character.serendipity], "dyn" if character.dynamic else "stat"
    return f"{letter} h{character.horizon} {word}"


def judged(
    names: Iterable[str] = NAMES, draws: int = 0, players: Iterable[str] = PLAYERS
) -> list[_Judgement]:
    """Judge players on named utilities, exactly, and on so many random ones, in floats.

    Examples
    --------
    >>> len(judged(["Total"], draws=3))
    8
    """
    found = [named(player, name) for player, name in product(players, list(names))]
    many = (_drawn_many(player, draws) for player in players if draws)
    return found + [judgement for player in many for judgement in player]


def effects(
    judgements: Iterable[_Judgement], change: Mapping[str, Any], when: Callable[[Character], bool]
) -> list[Number]:
    """List what a change of character adds to the utility, wherever `when` allows it.

    Parameters
    ----------
    judgements : iterable of Judgement
    change : mapping
        Fields of `Character` with their new values.
    when : callable
        Tells from which characters to start; those that the change leaves as they are drop out.

    Returns
    -------
    list of numbers
        One for each judgement and character.

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


def duplicity_gain(player: str, name: str, character: Character) -> Number:
    """Policy utility that duplicity adds.

    Examples
    --------
    >>> duplicity_gain("first", "delta123", Character(False, 0, False))
    Fraction(0, 1)
    """
    judgement, pruned = named(player, name), replace(character, never_worst=True)
    prospects = _prospects(player, name)
    added = _Duplicitous(prospects, pruned).value - judgement.utilities[pruned]
    return added / (judgement.greatest - judgement.lowest)


@cache
def _prospects(player: str, name: str) -> Prospects:
    return Prospects(playing_for(name, player))
