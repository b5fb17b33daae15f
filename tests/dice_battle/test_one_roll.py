"""One roll each: invariants, brute force in fractions, simulation."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chancegames import dice_battle
from chancegames.games.dice_battle import OneRoll, always, blind, mean_score, uniform
from chancegames.games.dice_battle.one_roll import payoff_matrix
from chancegames.maths import matrix_game

RULES = st.builds(
    OneRoll, dice=st.integers(1, 6), faces=st.integers(2, 7), bust_score=st.integers(0, 1)
)


def rolled(dice, rules):
    """All ordered rolls with their scores, by the rules alone."""
    for roll in product(range(1, rules.faces + 1), repeat=dice):
        yield rules.bust_score if 1 in roll else sum(roll)


@given(RULES)
def test_probabilities_sum_to_one_and_the_mean_is_theirs(rules):
    for dice in rules.rolls:
        scores = rules.scores(dice)
        assert sum(scores.values()) == 1
        assert list(scores) == sorted(scores)
        assert mean_score(rules, dice) == sum(k * p for k, p in scores.items())


@pytest.mark.parametrize("faces", [2, 3, 6])
@pytest.mark.parametrize("bust_score", [0, 1])
def test_the_distribution_counts_ordered_rolls(faces, bust_score):
    rules = OneRoll(dice=4, faces=faces, bust_score=bust_score)
    for dice in rules.rolls:
        scores = list(rolled(dice, rules))
        found = rules.scores(dice)
        assert set(found) == set(scores)
        assert all(p == Fraction(scores.count(k), len(scores)) for k, p in found.items())


@given(RULES)
def test_the_payoff_matrix_is_the_model_antisymmetric_and_bounded(rules):
    matrix = payoff_matrix(rules)
    for i, j in product(range(rules.dice), repeat=2):
        assert matrix[i][j] == rules.gain(i + 1, j + 1) == -matrix[j][i]
        assert abs(matrix[i][j]) < 1


@pytest.mark.parametrize(("first", "second"), list(product((1, 2, 3), repeat=2)))
def test_a_pair_of_rolls_by_brute_force(first, second):
    rules = OneRoll(dice=3)
    pairs = list(product(rolled(first, rules), rolled(second, rules)))
    results = dice_battle.distribution(rules, always(first), always(second))
    assert results[1] == Fraction(sum(x > y for x, y in pairs), len(pairs))
    assert results.get(-1, 0) == Fraction(sum(x < y for x, y in pairs), len(pairs))
    assert sum(results.values()) == 1
    assert results.mean == dice_battle.evaluate(rules, always(first), always(second)).value


@given(RULES)
def test_the_optimum_earns_at_least_nothing_against_everybody(rules):
    optimum = dice_battle.solve(rules).policy
    for opponent in (blind(rules), uniform(rules), *map(always, rules.rolls)):
        assert dice_battle.evaluate(rules, optimum, opponent).value >= 0
        assert dice_battle.evaluate(rules, opponent).value <= 0


@given(RULES)
def test_two_methods_lead_to_the_optimum(rules):
    exact = dice_battle.solve(rules)
    assert exact.residual == exact.value == 0
    assert all(exact.regret((0, 0), dice) == 0 for dice in exact.policy())
    assert abs(matrix_game.linear_program(payoff_matrix(rules)).value) < 1e-6


@given(RULES, st.integers(0, 5))
def test_the_best_reply_gains_most(rules, number):
    known = always(min(rules.dice, number + 1))
    reply = dice_battle.solve(rules, opponent=known)
    gains = [dice_battle.evaluate(rules, always(dice), known).value for dice in rules.rolls]
    assert reply.value == max(gains)


@pytest.mark.parametrize("dice", [3, 6, 10, 20])
def test_the_optimum_is_proved_unique(dice):
    matrix = payoff_matrix(OneRoll(dice=dice))
    assert matrix_game.uniqueness(matrix, matrix_game.solve(matrix)).proved


@pytest.mark.parametrize("faces", [3, 6, 8])
def test_of_two_best_means_the_blind_player_rolls_fewer_dice(faces):
    """With nothing for a bust, d dice mean d times ((F - 1) / F)^d: F - 1 and F dice tie."""
    rules = OneRoll(dice=faces + 2, faces=faces, bust_score=0)
    assert mean_score(rules, faces) == mean_score(rules, faces - 1)
    assert blind(rules)((0, 0)) == {faces - 1: 1}


@pytest.mark.parametrize("opponent", [blind, uniform])
@pytest.mark.parametrize("dice", [3, 10])
def test_simulated_games_agree_with_the_exact_gain(dice, opponent):
    rules = OneRoll(dice=dice)
    first, second = dice_battle.solve(rules).policy, opponent(rules)
    exact = dice_battle.distribution(rules, first, second)
    estimate = dice_battle.simulate(rules, first, games=200_000, seed=5, opponent=second)
    assert abs(estimate.z(exact.mean)) < 4
    spread = float(exact.standard_deviation) / estimate.n**0.5
    assert estimate.standard_error == pytest.approx(spread, rel=0.02)


@settings(max_examples=30)
@given(RULES, st.lists(st.floats(0.01, 1), min_size=1, max_size=6))
def test_mixtures_in_floats_are_taken_as_the_library_gives_them(rules, weights):
    weights = weights[: rules.dice]
    mixture = {dice: w / sum(weights) for dice, w in enumerate(weights, start=1)}
    results = dice_battle.distribution(rules, lambda state: mixture, uniform(rules))
    assert abs(sum(results.values()) - 1) < 1e-12
    assert -1 <= results.mean <= 1
    exact = {dice: Fraction(w) for dice, w in mixture.items()}
    total = sum(exact.values())
    known = dice_battle.evaluate(
        rules, always({d: w / total for d, w in exact.items()}), uniform(rules)
    )
    assert results.mean == pytest.approx(float(known.value), abs=1e-12)


def test_wins_of_one_die_against_one():
    results = dice_battle.distribution(OneRoll(dice=1), always(1), always(1))
    assert results[1] == Fraction(15, 36)
