"""Ways to play a round of 421 that need no solving, and the play for a single hand."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from types import MappingProxyType

from chancegames.base.checks import door
from chancegames.games.game421.hands import Aim, Hand, hand
from chancegames.games.game421.rounds import (
    Mixture,
    RoundSolution,
    _choices,
    _Playing,
    ends,
    solve_round,
)
from chancegames.maths.dice import Combination, require_dice
from chancegames.maths.solution import Number
from chancegames.models.game421 import End, Round, State


def shared(one: Combination, other: Combination) -> Combination:
    """Dice that two combinations have in common.

    Examples
    --------
    >>> shared((1, 1, 2), (1, 2, 2))
    (1, 2)
    """
    return tuple(sorted(f for f in set(one) for _ in range(min(one.count(f), other.count(f)))))


@door
def ratchet(rules: Round, goal: Hand) -> Mixture:
    """Keep every die that the goal can use; for a first player.

    Raises
    ------
    ValueError
        If the goal is no hand of the round.

    Examples
    --------
    >>> ratchet(Round(), "421")((1, (), (1, 4, 4)))
    {(1, 4): 1}
    """
    wanted = require_dice(hand(goal), rules.faces, rules.dice)
    last = rules.casts
    return _Playing(rules, lambda s: {s[2] if s[0] == last else shared(wanted, s[2]): 1})


def _spoiling(rules: Round, goal: Hand, order: Hand) -> Mixture:
    """Keep what fits, and cast again the first die in the order that may be, if all do too soon.

    Examples
    --------
    >>> _spoiling(Round(player="next"), "421", "241")((1, (), (1, 2, 4)))
    {(1, 4): 1}
    >>> _spoiling(Round(player="next"), "421", "241")((2, (2,), (1, 2, 4)))
    {(1, 2): 1}
    """
    wanted, last = require_dice(hand(goal), rules.faces, rules.dice), rules.casts
    faces = [int(face) for face in str(order)]

    def choose(state: State) -> Mapping[Combination, Number]:
        made, aside, table = state
        if made == last:
            return {table: 1}
        fits = list(shared(wanted, table))
        if len(fits) == rules.dice:
            fits.remove(next(f for f in faces if fits.count(f) > aside.count(f)))
        return {tuple(fits): 1}

    return _Playing(rules, choose)


@door
def bernoulli(rules: Round, goal: Hand) -> Mixture:
    """Keep all dice if they show the goal, and none otherwise; for a first player.

    Raises
    ------
    ValueError
        If the goal is no hand of the round.

    Examples
    --------
    >>> bernoulli(Round(), "421")((1, (), (1, 4, 4)))
    {(): 1}
    """
    wanted = require_dice(hand(goal), rules.faces, rules.dice)
    last = rules.casts
    return _Playing(rules, lambda s: {s[2] if s[0] == last or s[2] == wanted else s[1]: 1})


@door
def monkey(rules: Round) -> Mixture:
    """Keep anything that may be kept, with equal probabilities.

    Examples
    --------
    >>> monkey(Round(1, 2, 2))((1, (), (2,)))
    {(): Fraction(1, 2), (2,): Fraction(1, 2)}
    """

    def choose(state: State) -> Mapping[Combination, Number]:
        options = _choices(rules, state)
        return dict.fromkeys(options, Fraction(1, len(options)))

    return choose


def aimed(rules: Round, goal: Hand) -> Round:
    """The same round, played for one hand.

    Raises
    ------
    ValueError
        If the goal is no hand of the round.
    """
    wanted = require_dice(hand(goal), rules.faces, rules.dice)
    return Round(rules.dice, rules.faces, rules.casts, rules.player, Aim.at(wanted))


@cache
def towards(rules: Round) -> RoundSolution:
    """Best play of a round that is `aimed` at one hand; each solved once."""
    return solve_round(rules)


@door
def most_probably(rules: Round, goal: Hand) -> Mixture:
    """Reach the goal most probably, ties broken with equal probabilities.

    Examples
    --------
    >>> most_probably(Round(player="next"), "421")((1, (), (1, 2, 4)))[1, 2]
    Fraction(1, 3)
    """
    return cache(towards(aimed(rules, goal)).equiprobable)


def canonical(*parts: Combination) -> tuple[Combination, ...]:
    """Rename faces so that the first combination gets the smallest ones, then the second, ....

    Examples
    --------
    >>> canonical((2, 2, 4)), canonical((1, 2, 4), (2, 4, 4))
    (((1, 1, 2),), ((1, 2, 3), (1, 1, 2)))
    """
    names = _renaming(*parts)
    return tuple(tuple(sorted(names[f] for f in part)) for part in parts)


def _renaming(*parts: Combination) -> dict[int, int]:
    """New name of each face: the smaller, the more often it stands in the first part, ....

    Raises
    ------
    ValueError
        If a face is no integer of at least 1.

    Examples
    --------
    >>> _renaming((2, 2, 4))
    {2: 1, 4: 2}
    """
    seen = sorted({face for part in parts for face in require_dice(part, faces=None)})
    seen.sort(key=lambda face: [-part.count(face) for part in parts])
    return {face: name for name, face in enumerate(seen, 1)}


@cache
def result_law(rules: Round, goal: Combination) -> Mapping[End, Fraction]:
    """Where play for one goal leads: probability of each end ``(casts made, hand)``.

    Renaming faces changes no chance, so that the goals of a handful of kinds give all.

    Parameters
    ----------
    rules : Round
        Of the dice and casts that are left.
    goal : tuple of int
        As many faces as dice.

    Examples
    --------
    >>> result_law(Round(dice=1, casts=2), (1,))[2, (2,)]
    Fraction(5, 36)
    """
    goal = require_dice(goal, rules.faces, rules.dice)
    names = _renaming(goal)
    free = iter(sorted(set(range(1, rules.faces + 1)) - set(goal)))
    back = {new: old for old, new in names.items()}
    back |= {new: next(free) for new in range(len(names) + 1, rules.faces + 1)}
    return MappingProxyType(
        {
            (casts, tuple(sorted(back[f] for f in final))): Fraction(p)
            for (casts, final), p in _canonical_law(rules, *canonical(goal)).items()
        }
    )


@cache
def _canonical_law(rules: Round, goal: Combination) -> Mapping[End, Number]:
    return ends(rules, most_probably(rules, goal))


@door
def success(rules: Round, goal: Hand) -> Fraction:
    """Greatest probability to end a round with one hand.

    Examples
    --------
    >>> success(Round(), "421"), success(Round(player="next"), "421")
    (Fraction(42571, 186624), Fraction(24631, 186624))
    """
    wanted = hand(goal)
    law = result_law(Round(rules.dice, rules.faces, rules.casts, rules.player), wanted)
    return sum((p for (_, final), p in law.items() if final == wanted), Fraction(0))
