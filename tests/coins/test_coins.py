"""The coins game: every throw written out coin by coin, closed forms, and simulation."""

from fractions import Fraction
from functools import cache
from itertools import product
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chancegames.games.coins.coin_graph import LOST, coin_game, solve
from chancegames.games.coins.policies import flip_all, flip_one
from chancegames.games.coins.rules import (
    EVERY_THROW,
    FIRST_PRINTED,
    HEADS_LOST,
    LAST_PRINTED,
    MORE_TAILS,
    READINGS,
    WHOLE_THROW,
    throw_law,
)
from chancegames.games.coins.simulation import simulate
from chancegames.maths.graph import evaluate, policy_of

SIZES = st.tuples(st.integers(1, 5), st.integers(1, 4))
HARMLESS = (LAST_PRINTED, HEADS_LOST)


def bad_and_lost(rules, throw):
    """The rules in words: is the throw bad, and how many coins does it lose?"""
    tails, heads = throw.count("T"), throw.count("H")
    return {
        FIRST_PRINTED: (tails >= heads, tails),
        LAST_PRINTED: (tails == heads, tails),
        MORE_TAILS: (tails > heads, tails),
        WHOLE_THROW: (tails >= heads, len(throw)),
        HEADS_LOST: (tails >= heads, heads),
        EVERY_THROW: (True, tails),
    }[rules]


@cache
def chance(rules, coins, points):
    """Best chance of winning, every throw coin by coin; a throw without effect is thrown again."""
    if points <= 0 or coins == 0:
        return Fraction(points <= 0)
    best = Fraction(0)
    for flipped in range(1, coins + 1):
        total, effective = Fraction(0), 0
        for throw in product("HT", repeat=flipped):
            bad, lost = bad_and_lost(rules, throw)
            earned = 0 if bad and rules is not EVERY_THROW else throw.count("H")
            if earned or (bad and lost):
                effective += 1
                total += chance(rules, coins - lost if bad else coins, points - earned)
        best = max(best, total / effective)
    return best


@pytest.mark.parametrize("rules", READINGS, ids=lambda rules: rules.name)
def test_every_throw_written_out_gives_the_same_chances(rules):
    solution = solve(rules, 6, 5)
    for coins, points in product(range(1, 7), range(1, 6)):
        assert solution.value_of((coins, points)) == chance(rules, coins, points)


@given(st.sampled_from(READINGS), st.integers(1, 9))
def test_a_throw_always_changes_something(rules, flipped):
    law = throw_law(rules, flipped)
    assert sum(law.values()) == 1
    assert (0, 0) not in law
    assert all(0 <= lost <= flipped and 0 <= earned <= flipped for lost, earned in law)


@given(st.sampled_from(READINGS), SIZES)
def test_more_coins_help_and_more_points_hurt(rules, size):
    coins, points = size
    solution = solve(rules, coins + 1, points + 1)
    here = solution.value_of((coins, points))
    assert solution.value_of((coins + 1, points)) >= here >= solution.value_of((coins, points + 1))


@given(SIZES)
def test_flipping_one_coin_at_a_time_is_a_race_of_heads_against_tails(size):
    coins, points = size
    tosses = coins + points - 1
    wins = sum(comb(tosses, heads) for heads in range(points, tosses + 1))
    for rules in (FIRST_PRINTED, MORE_TAILS, WHOLE_THROW, EVERY_THROW):
        game = coin_game(rules, coins, points)
        value = evaluate(game, policy_of(game, flip_one)).value
        assert value == Fraction(wins, 2**tosses)


@given(SIZES)
def test_where_no_throw_of_one_coin_loses_winning_is_certain(size):
    for rules in HARMLESS:
        game = coin_game(rules, *size)
        assert evaluate(game, policy_of(game, flip_one)).value == 1
        assert LOST not in coin_game(rules, 1, size[1]).positions


@given(SIZES)
def test_where_every_throw_counts_coin_by_coin_no_choice_matters(size):
    solution = solve(EVERY_THROW, *size)
    for position in solution.game.positions:
        if len(position) == 2:
            assert set(solution.move_values(position).values()) == {solution.value_of(position)}


@given(SIZES)
def test_the_first_printed_rule_loses_less_than_the_whole_throw(size):
    assert solve(FIRST_PRINTED, *size).value >= solve(WHOLE_THROW, *size).value


def test_one_coin_at_a_time_first_fails_with_three_coins_and_four_points():
    solution = solve(FIRST_PRINTED, 5, 4)
    one = evaluate(solution.game, policy_of(solution.game, flip_one))
    worse = [
        (coins, points)
        for coins, points in product(range(1, 6), range(1, 5))
        if one.value_of((coins, points)) < solution.value_of((coins, points))
    ]
    assert worse[0] == (3, 4)
    assert not [size for size in worse if size[1] < 4]


@pytest.mark.parametrize("rules", READINGS, ids=lambda rules: rules.name)
def test_coins_thrown_one_by_one_agree_with_the_value(rules):
    solution = solve(rules, 4, 4)
    played = simulate(rules, solution.choice_at, 4, 4, games=4_000, seed=2)
    assert abs(played.mean - solution.value) <= 4 * played.standard_error


def test_a_policy_that_flips_all_has_the_value_of_its_simulation():
    game = coin_game(FIRST_PRINTED, 3, 3)
    value = evaluate(game, policy_of(game, flip_all)).value
    played = simulate(FIRST_PRINTED, flip_all, 3, 3, games=10_000, seed=3)
    assert 0 < abs(played.z(value)) < 4


@pytest.mark.parametrize(
    ("coins", "points", "what"), [(0, 3, "coins"), (3, 0, "points"), (2.5, 1, "coins")]
)
def test_numbers_of_coins_and_points_are_positive_integers(coins, points, what):
    with pytest.raises(ValueError, match=f"the number of {what} must be an integer of at least 1"):
        coin_game(FIRST_PRINTED, coins, points)
