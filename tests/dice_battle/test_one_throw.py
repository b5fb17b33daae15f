"""The dice battle over one throw: invariants, brute force in fractions, simulation."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from chancegames.games.dice_battle import one_throw
from chancegames.games.dice_battle.policies import blind, blind_throws, uniform
from chancegames.games.dice_battle.rules import Rules
from chancegames.games.dice_battle.scores import mean_score, mixed_score_law, score_law
from chancegames.games.dice_battle.simulation import simulate
from chancegames.maths import matrix_game

RULES = st.builds(
    Rules, dice=st.integers(1, 6), faces=st.integers(2, 7), bust_score=st.integers(0, 1)
)


def thrown(dice, rules):
    """All ordered throws with their scores, by the rules alone."""
    for throw in product(range(1, rules.faces + 1), repeat=dice):
        yield rules.bust_score if 1 in throw else sum(throw)


@given(RULES)
def test_laws_sum_to_one_and_the_mean_is_theirs(rules):
    for dice in rules.throws:
        law = score_law(dice, rules)
        assert sum(law.values()) == 1
        assert mean_score(dice, rules) == sum(k * p for k, p in law.items())


@pytest.mark.parametrize("faces", [2, 3, 6])
@pytest.mark.parametrize("bust_score", [0, 1])
def test_the_law_counts_ordered_throws(faces, bust_score):
    rules = Rules(4, faces, bust_score)
    for dice in rules.throws:
        scores = list(thrown(dice, rules))
        law = score_law(dice, rules)
        assert set(law) == set(scores)
        assert all(p == Fraction(scores.count(k), len(scores)) for k, p in law.items())


@given(RULES)
def test_the_payoff_matrix_is_antisymmetric_and_bounded(rules):
    matrix = one_throw.payoff_matrix(rules)
    for i, j in product(range(rules.dice), repeat=2):
        assert matrix[i][j] == -matrix[j][i]
        assert abs(matrix[i][j]) < 1


@pytest.mark.parametrize(("first", "second"), list(product((1, 2, 3), repeat=2)))
def test_a_pair_of_throws_by_brute_force(first, second):
    rules = Rules(3)
    pairs = list(product(thrown(first, rules), thrown(second, rules)))
    match = one_throw.match({first: Fraction(1)}, {second: Fraction(1)}, rules)
    assert match.win == Fraction(sum(x > y for x, y in pairs), len(pairs))
    assert match.loss == Fraction(sum(x < y for x, y in pairs), len(pairs))
    assert match.win + match.draw + match.loss == 1


@given(RULES)
def test_the_optimum_earns_at_least_nothing_against_everybody(rules):
    optimum = one_throw.equilibrium(rules)
    for opponent in (blind(rules), uniform(rules), *({d: Fraction(1)} for d in rules.throws)):
        assert one_throw.match(optimum, opponent, rules).gain >= 0


@given(RULES)
def test_two_roads_to_the_optimum(rules):
    exact = one_throw.solve(rules)
    assert exact.gap == exact.value == 0
    linear = matrix_game.linear_programme(one_throw.payoff_matrix(rules))
    assert abs(linear.value) < 1e-6


@pytest.mark.parametrize("dice", [3, 6, 10, 20])
def test_the_optimum_is_proved_unique(dice):
    rules = Rules(dice)
    matrix = one_throw.payoff_matrix(rules)
    assert matrix_game.uniqueness(matrix, one_throw.solve(rules)).proved


@given(RULES)
def test_a_mixture_of_laws_is_the_law_of_the_mixture(rules):
    law = mixed_score_law(uniform(rules), rules)
    assert sum(law.values()) == 1
    for score, p in law.items():
        parts = [score_law(d, rules).get(score, 0) for d in rules.throws]
        assert p == sum(parts) / rules.dice


@pytest.mark.parametrize("faces", [3, 6, 8])
def test_ties_of_the_blind_player_are_all_reported(faces):
    """With nothing for a bust, d dice mean d times ((F - 1) / F)^d: F - 1 and F dice tie."""
    assert blind_throws(Rules(faces + 2, faces, bust_score=0)) == (faces - 1, faces)


@pytest.mark.parametrize("opponent", [blind, uniform])
@pytest.mark.parametrize("dice", [3, 10])
def test_simulated_games_agree_with_the_exact_chances(dice, opponent):
    rules = Rules(dice)
    first, second = one_throw.equilibrium(rules), opponent(rules)
    match = one_throw.match(first, second, rules)
    result = simulate(first, second, rules, games=200_000, seed=5)
    assert abs(result.z(match.gain)) < 4
    draws = Fraction(result.draws, result.games)
    spread = float(match.draw * (1 - match.draw) / result.games) ** 0.5
    assert abs(float(draws - match.draw)) < 4 * spread


def test_equal_seeds_give_equal_games():
    rules = Rules(6)
    results = {simulate(uniform(rules), blind(rules), rules, games=999, seed=3) for _ in range(2)}
    assert len(results) == 1


@pytest.mark.parametrize(
    "fields",
    [{"dice": 0}, {"dice": 2.5}, {"dice": "3"}, {"dice": 3, "faces": 1}, {"dice": 3, "faces": 0}],
)
def test_bad_rules_are_refused(fields):
    with pytest.raises(ValueError, match=r"must be an integer of at least 1|use 2 faces"):
        Rules(**fields)


def test_a_bust_is_worth_0_or_1():
    with pytest.raises(ValueError, match="scores 0 or 1"):
        Rules(3, bust_score=2)


@pytest.mark.parametrize("dice", [0, 4, 1.5])
def test_throws_that_the_rules_do_not_allow(dice):
    with pytest.raises(ValueError, match=r"number of dice thrown|a throw has 1 to 3 dice"):
        score_law(dice, Rules(3))


@pytest.mark.parametrize(
    "strategy",
    [{}, {1: Fraction(1, 2)}, {1: Fraction(3, 2), 2: Fraction(-1, 2)}, {1: np.nan}, {1: "all"}],
)
def test_mixed_strategies_that_are_none(strategy):
    one_die = {1: Fraction(1)}
    with pytest.raises(ValueError, match="a mixed strategy"):
        one_throw.match(strategy, one_die, Rules(3))
    with pytest.raises(ValueError, match="a mixed strategy"):
        simulate(one_die, strategy, Rules(3), games=5, seed=1)


@pytest.mark.parametrize("seed", [1.5, -1, True, None])
def test_seeds_that_are_none(seed):
    with pytest.raises(ValueError, match="a seed is an integer of at least 0"):
        simulate({1: Fraction(1)}, {1: Fraction(1)}, Rules(3), games=5, seed=seed)


def test_dice_that_are_not_there_cannot_be_simulated():
    with pytest.raises(ValueError, match="a throw has 1 to 3 dice, not 4"):
        simulate({4: Fraction(1)}, {1: Fraction(1)}, Rules(3), games=5, seed=1)
