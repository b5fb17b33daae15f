"""Many utilities at once in floating point, against the exact road."""

from itertools import product

import numpy as np
import pytest

from chancegames.games.game421.goals import CHARACTERS, Character, judge
from chancegames.games.game421.laws import NAMES, PRUNED, drawn, drawn_many, named
from chancegames.games.game421.many import BLUR, Batch, judge_many, merged
from chancegames.games.game421.rules import PLAYERS, Round
from chancegames.games.game421.utilities import random_utility, sample, stationary


def as_array(rules, utilities):
    return np.array(
        [[[float(u[j, c]) for u in utilities] for c in rules.finals] for j in rules.ends]
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
    utilities = [random_utility(rules, seed, grain=3) for seed in range(6)]
    utilities += [stationary(rules, lambda c: 5), stationary(rules, lambda c: sum(c) - 4)]
    for characters in (CHARACTERS, PRUNED):
        found = judge_many(rules, as_array(rules, utilities), characters)
        for utility, quick in zip(utilities, found, strict=True):
            assert_alike(judge(rules, utility, characters), quick)


@pytest.mark.parametrize("player", PLAYERS)
def test_the_utilities_of_the_sources_are_judged_as_in_fractions(player):
    rules, names = Round(player=player), NAMES[1::2]
    table = as_array(rules, [sample(rules, name) for name in names])
    for name, quick in zip(names, judge_many(rules, table, PRUNED), strict=True):
        assert_alike(named(player, name), quick)


@pytest.mark.parametrize("player", PLAYERS)
def test_random_utilities_are_judged_as_in_fractions(player):
    for seed, quick in enumerate(drawn_many(player, 3)):
        assert_alike(drawn(player, seed), quick)


def test_values_too_close_to_call_are_refused():
    assert merged(np.array([0.5, 0.5 + BLUR / 2, 0.6])) == [0.5, 0.5, 0.6]
    with pytest.raises(ArithmeticError, match="too close"):
        merged(np.array([0.5, 0.5 + 9 * BLUR]))


def test_what_is_no_batch_is_refused():
    with pytest.raises(ValueError, match="shape"):
        Batch(Round(), np.zeros((3, 56)))
    with pytest.raises(ValueError, match="finite"):
        Batch(Round(), np.full((3, 56, 1), np.nan))
    with pytest.raises(ValueError, match="only horizons 0 and 1"):
        Batch(Round(), np.zeros((3, 56, 1))).of(Character(True, 2, True))
    with pytest.raises(ValueError, match="number of draws"):
        drawn_many("first", 0)
