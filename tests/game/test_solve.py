"""Backward induction, policies and scores against recursions that share no line with them."""

import math
import sys
from dataclasses import replace
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chancegames.maths.graph import (
    CHANCE,
    CHOICE,
    TERMINAL,
    Chance,
    Choice,
    Simulation,
    Terminal,
    backward_induction,
    edge_weights,
    evaluate,
    explore,
    keep_score,
    policy_of,
    reach,
    reach_score,
    score_distribution,
    simulate,
)
from tests.game.games import NUMBERS, START, fractions, moves, outcomes, random_rules, value

RULES = random_rules()
WHOLE_SCORES = random_rules(scores=st.integers(-2, 3))


def policies(rules):
    """Every policy of a game, as dicts from choice position to label."""
    choices = [(p, node.actions) for p, node in rules.items() if isinstance(node, Choice)]
    for labels in product(*(labels for _, labels in choices)):
        yield dict(zip((p for p, _ in choices), labels, strict=True))


@given(RULES)
def test_every_position_has_the_value_of_the_recursion(rules):
    solution = backward_induction(explore(START, rules, exact=True))
    for position in solution.game.positions:
        assert solution.value_of(position) == value(rules, position)
        assert isinstance(solution.value_of(position), Fraction)


@given(RULES)
def test_floating_point_agrees_with_fractions(rules):
    exact = backward_induction(explore(START, rules, exact=True))
    approximate = backward_induction(explore(START, rules))
    assert approximate.values.dtype == np.float64
    for position in exact.game.positions:
        assert approximate.value_of(position) == pytest.approx(exact.value_of(position), abs=1e-12)


@given(RULES)
def test_the_residual_vanishes_and_notices_a_wrong_value(rules):
    solution = backward_induction(explore(START, rules, exact=True))
    assert solution.residual == 0
    assert evaluate(solution.game, solution.policy).residual == 0
    wrong = solution.values.copy()
    wrong[solution.game.start] -= Fraction(1, 7)
    assert replace(solution, values=wrong).residual == Fraction(1, 7)


@given(RULES)
def test_the_first_of_the_best_moves_is_kept(rules):
    solution = backward_induction(explore(START, rules, exact=True))
    for position in solution.game.positions:
        if isinstance(rules[position], Choice):
            gains = {
                label: score + value(rules, after) for label, after, score in moves(rules[position])
            }
            assert solution.move_values(position) == gains
            assert solution.choice_at(position) == max(gains, key=gains.get)


@given(RULES)
def test_every_policy_has_the_value_of_the_recursion_and_none_beats_the_optimum(rules):
    game = explore(START, rules, exact=True)
    best = backward_induction(game)
    found = []
    for choose in policies(rules):
        solution = evaluate(game, policy_of(game, choose.__getitem__))
        found.append(solution.value)
        assert solution.value == value(rules, choose=choose)
        assert (solution.values <= best.values).all()
    assert max(found) == best.value == evaluate(game, best.policy).value


@given(RULES)
def test_reach_probabilities_give_the_value_forwards(rules):
    game = explore(START, rules, exact=True)
    best = backward_induction(game)
    visits = reach(game, best.policy)
    along = visits[game.owner] * edge_weights(game, best.policy)
    assert visits[game.kind == TERMINAL].sum() == 1
    assert (along * game.score).sum() + (visits * game.payoff).sum() == best.value


@given(WHOLE_SCORES)
def test_the_law_of_the_score_is_that_of_all_ways_to_play(rules):
    game = explore(START, rules, exact=True)
    for choose in policies(rules):
        law = dict.fromkeys((score for _, score in outcomes(rules, choose)), 0)
        for p, score in outcomes(rules, choose):
            law[score] += p
        assert score_distribution(game, policy_of(game, choose.__getitem__)) == law


@given(WHOLE_SCORES, st.integers(-4, 8))
def test_no_policy_of_the_position_alone_beats_the_best_chance(rules, target):
    game = explore(START, rules, exact=True)
    chances = [
        sum(p for p, score in outcomes(rules, choose) if score >= target)
        for choose in policies(rules)
    ]
    assert reach_score(game, target).value >= max(chances)


@given(WHOLE_SCORES, st.integers(-4, 8))
def test_the_best_chance_is_that_of_the_recursion(rules, target):
    def chance(position, so_far):
        node = rules[position]
        if isinstance(node, Terminal):
            return Fraction(so_far + node.payoff >= target)
        gains = [(name, chance(after, so_far + won)) for name, after, won in moves(node)]
        if isinstance(node, Choice):
            return max(gain for _, gain in gains)
        return sum(p * gain for p, gain in gains)

    assert reach_score(explore(START, rules, exact=True), target).value == chance(START, 0)


@given(RULES)
def test_keeping_the_score_changes_the_form_and_not_the_value(rules):
    game = explore(START, rules, exact=True)
    final = keep_score(game, lambda score: score)
    assert not final.score.any()
    assert backward_induction(final).value == backward_induction(game).value


@given(RULES, NUMBERS, fractions(0, 3, max_denominator=4))
def test_values_follow_a_change_of_unit(rules, shift, scale):
    game = explore(START, rules, exact=True)
    changed = keep_score(game, lambda score: scale * score + shift)
    assert backward_induction(changed).value == scale * backward_induction(game).value + shift


def test_a_game_that_is_over_is_worth_its_payoff():
    solution = backward_induction(explore(START, {START: Terminal(4)}))
    assert solution.value == 4
    assert score_distribution(solution.game, solution.policy) == {4: 1}


def test_a_long_game_meets_no_recursion_limit():
    turns = 2 * sys.getrecursionlimit()

    def rules(n):
        return Choice(("stop", "go"), (0, n - 1), (0, 1)) if n else Terminal()

    assert backward_induction(explore(turns, rules)).value == turns


@settings(max_examples=20, deadline=None)
@given(RULES, st.integers(0, 10**6))
def test_simulated_games_agree_with_the_value(rules, seed):
    game = explore(START, rules)
    best = backward_induction(game)
    played = simulate(game, best.policy, games=2_000, seed=seed)
    assert abs(played.mean - best.value) <= 6 * played.standard_error + 1e-9


def test_a_simulation_needs_games():
    game = explore(0, {0: Choice("a", [1]), 1: Terminal()})
    with pytest.raises(ValueError, match="the number of games must be an integer of at least 1"):
        simulate(game, backward_induction(game).policy, games=0, seed=0)


def test_the_gap_of_a_simulation_without_spread_is_infinite():
    played = Simulation(games=10, mean=1.0, standard_error=0.0)
    assert [played.z(exact) for exact in (0, 1, 2)] == [math.inf, 0, -math.inf]


def test_an_optional_stop_agrees_with_dice_thrown_by_hand():
    def rules(position):
        rolls, face = position
        if rolls and face:
            return Choice(("stop", "roll"), ((0, face), (rolls, 0)))
        if rolls:
            return Chance([1 / 6] * 6, [(rolls - 1, f) for f in range(1, 7)])
        return Terminal(face)

    solution = backward_induction(explore((3, 0), rules))
    random = np.random.default_rng(4)
    rolls = random.integers(1, 7, (3, 100_000))
    second = np.where(rolls[1] >= 4, rolls[1], rolls[2])
    kept = np.where(rolls[0] >= 5, rolls[0], second)
    assert [solution.choice_at((2, f)) for f in range(1, 7)] == ["roll"] * 4 + ["stop"] * 2
    assert [solution.choice_at((1, f)) for f in range(1, 7)] == ["roll"] * 3 + ["stop"] * 3
    error = kept.std() / np.sqrt(kept.size)
    assert abs(kept.mean() - solution.value) < 4 * error


def test_positions_are_told_apart_by_kind():
    rules = {0: Choice("a", [1]), 1: Chance([1], [2]), 2: Terminal()}
    game = explore(0, rules)
    assert game.kind.tolist() == [TERMINAL, CHANCE, CHOICE]


@pytest.mark.parametrize("large", [1e308, -1e308])
def test_a_value_too_large_for_floating_point_is_refused(large):
    rules = {0: Choice("a", [1], [large]), 1: Chance([1], [2], [large]), 2: Terminal(large)}
    game = explore(0, rules)
    for solve in backward_induction, lambda game: evaluate(game, [-1, -1, 0]):
        with pytest.raises(ValueError, match="position 1 has a value too large for floating"):
            solve(game)


@pytest.mark.parametrize(
    ("policy", "message"),
    [
        ([-1, 3], "no move number 3"),
        ([0], "shape"),
        ([-1.0, 0.0], "a policy numbers the moves by integers, not by float64"),
    ],
)
def test_a_policy_that_does_not_fit_is_refused(policy, message):
    game = explore(0, {0: Choice("a", [1]), 1: Terminal()})
    with pytest.raises(ValueError, match=message):
        evaluate(game, policy)


def test_a_policy_that_names_no_move_is_refused():
    game = explore(0, {0: Choice("a", [1]), 1: Terminal()})
    with pytest.raises(ValueError, match="position 0 has no move 'b'"):
        policy_of(game, lambda position: "b")
