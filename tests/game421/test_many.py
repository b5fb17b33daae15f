"""Many utilities at once in floating point, against the exact road."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from chancegames.games.game421.goals import CHARACTERS, Character
from chancegames.models.game421 import PLAYERS, Round
from chancegames.sources.albarede2007.batch import BLUR, _Batch, _merged
from chancegames.sources.albarede2007.judging import (
    NAMES,
    PRUNED,
    _drawn_many,
    _judge_many,
    _random_round,
    judge,
    named,
    playing_for,
)


def order(judgement):
    """Signs of all differences: all that the laws ask for."""
    values = [judgement.lowest, judgement.greatest, *judgement.utilities.values()]
    return [(a > b) - (a < b) for a, b in product(values, values)]


def numbers(judgement):
    return list(map(float, [judgement.lowest, judgement.greatest, *judgement.utilities.values()]))


def assert_alike(exact, quick):
    assert numbers(quick) == pytest.approx(numbers(exact), abs=1e-12)
    assert order(quick) == order(exact)


@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize("shape", [(2, 3, 3), (3, 2, 2), (1, 4, 3), (2, 4, 1)])
def test_small_rounds_are_judged_as_in_fractions(shape, player):
    """With coarse utilities, so that there are ties of every kind."""
    rules = Round(*shape, player)
    rounds = [_random_round(rules, seed, grain=3) for seed in range(6)]
    rounds += [replace(rules, utility=u) for u in (lambda c: 5, lambda c: sum(c) - 4)]
    for characters in (CHARACTERS, PRUNED):
        found = _judge_many(rounds, characters)
        for one, quick in zip(rounds, found, strict=True):
            assert_alike(judge(one, characters), quick)


@pytest.mark.parametrize("player", PLAYERS)
def test_the_utilities_of_the_sources_are_judged_as_in_fractions(player):
    names = NAMES[1::2]
    rounds = [playing_for(name, player) for name in names]
    for name, quick in zip(names, _judge_many(rounds, PRUNED), strict=True):
        assert_alike(named(player, name), quick)


@pytest.mark.parametrize("player", PLAYERS)
def test_random_utilities_are_judged_as_in_fractions(player):
    for seed, quick in enumerate(_drawn_many(player, 3)):
        assert_alike(judge(_random_round(Round(player=player), seed), PRUNED), quick)


def test_values_too_close_to_call_are_refused():
    assert _merged(np.array([0.5, 0.5 + BLUR / 2, 0.6])) == [0.5, 0.5, 0.6]
    with pytest.raises(ArithmeticError, match="too close"):
        _merged(np.array([0.5, 0.5 + 9 * BLUR]))


def test_what_is_no_batch_is_refused():
    with pytest.raises(ValueError, match="one kind of round"):
        _Batch([Round(), Round(2)])
    with pytest.raises(ValueError, match="one kind of round"):
        _Batch([])
    with pytest.raises(ValueError, match="only horizons 0 and 1"):
        _Batch([Round()]).of(Character(True, 2, True))
    with pytest.raises(ValueError, match="number of draws"):
        _drawn_many("first", 0)
