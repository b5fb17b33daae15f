"""The lattice solver: against brute force in fractions, against the model, and its invariants."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chancegames.games.yahtzee import (
    FORCED,
    FREE,
    NONE,
    VARIANTS,
    Box,
    Card,
    Turn,
    evaluate,
    greedy,
    par,
    solve,
    summary,
)
from chancegames.games.yahtzee.layout import MISSED, REACHABLE, SETS, STRIDE
from chancegames.games.yahtzee.policies import TablePolicy, _padded
from chancegames.maths import game
from chancegames.maths.game import FiniteGame
from tests.yahtzee import brute
from tests.yahtzee.cards import cards, rules


@pytest.fixture(scope="module")
def solutions():
    return {name: solve(variant) for name, variant in VARIANTS.items()}


@given(cards(most_open=2), rules)
@settings(deadline=None, max_examples=12)
def test_end_games_equal_brute_force(card, variant):
    exact = brute.expected(variant, card)
    assert solve(variant, start=card).value == pytest.approx(float(exact), abs=1e-11)


def test_three_open_boxes_equal_brute_force():
    card = Card(frozenset(Box) - {Box.FIVES, Box.FULL_HOUSE, Box.CHANCE}, 50, yahtzee_scored=True)
    exact = brute.expected(FORCED, card)
    assert solve(start=card).value == pytest.approx(float(exact), abs=1e-11)


def test_bonuses_of_any_size_equal_brute_force():
    card = Card(frozenset(Box) - {Box.SIXES, Box.CHANCE}, 45, yahtzee_scored=True)
    for variant in replace(FORCED, yahtzee_bonus=1000), replace(FREE, upper_bonus=7):
        exact = brute.expected(variant, card)
        assert solve(variant, start=card).value == pytest.approx(float(exact), abs=1e-10)


@given(cards(most_open=1), rules)
@settings(deadline=None, max_examples=6)
def test_states_within_a_turn_are_those_of_the_model(card, variant):
    model, fast = game.solve(FiniteGame(card, variant.node)), solve(variant, start=card)
    for state in list(model.nodes)[::7]:
        assert fast.value_at(state) == pytest.approx(float(model.value_at(state)), abs=1e-11)
    for state in [s for s in model.nodes if isinstance(s, Turn) and s.rolled][::11]:
        values = {a: float(v) for a, v in model.action_values(state).items()}
        assert fast.action_values(state) == pytest.approx(values, abs=1e-11)
        assert fast.regret(state, *fast.policy(state)) < 1e-11


POLICIES = [
    lambda rules, card, ties: greedy(rules, ties),
    lambda rules, card, ties: par(rules, {Box.CHANCE: 22.0, Box.SIXES: 15.5}, 20.0, ties),
    lambda rules, card, ties: TablePolicy(rules, solve(rules, card).values, ties, card),
]


@pytest.mark.parametrize("policy", POLICIES, ids=["greedy", "par", "optimal"])
@given(card=cards(most_open=2), variant=rules, ties=st.sampled_from(["most", "fewest"]))
@settings(deadline=None, max_examples=3)
def test_a_table_policy_is_worth_what_the_model_says(policy, card, variant, ties):
    """The kernel follows the table; the general solver asks the same policy state by state."""
    player = policy(variant, card, ties)
    exact = game.evaluate(FiniteGame(card, variant.node), player)
    fast = evaluate(variant, player, start=card)
    assert fast.value == pytest.approx(float(exact.value), abs=1e-11)
    for state in list(exact.nodes)[::97]:
        assert fast.value_at(state) == pytest.approx(float(exact.value_at(state)), abs=1e-11)
    assert fast.residual == 0


def test_evaluating_the_best_play_gives_its_values(solutions):
    for solution in solutions.values():
        followed = evaluate(solution.rules, solution.policy)
        assert followed.method == "policy evaluation"
        assert np.nanmax(np.abs(followed.values - solution.values)) < 1e-10
        assert solution.residual == 0


def test_the_residual_finds_a_wrong_value(solutions):
    values = solutions["forced"].values.copy()
    values[1, 7, 7, 12] += 0.5
    assert replace(solutions["forced"], values=values).residual == pytest.approx(0.5)


def test_threads_give_the_same_bits(solutions):
    one = solve(FORCED, threads=1).values
    assert np.array_equal(one, solutions["forced"].values, equal_nan=True)


@given(cards(least_open=3), rules)
@settings(deadline=None, max_examples=25)
def test_a_partial_solution_agrees_with_the_whole_game(solutions, card, variant):
    part = solve(variant, start=card)
    assert part.value == solutions[variant.name].value_at(card)


def test_exactly_the_reachable_anchors_have_a_value(solutions):
    for solution in solutions.values():
        known = ~np.isnan(solution.values)
        assert np.array_equal(known, np.broadcast_to(REACHABLE, known.shape))


def test_more_upper_points_never_hurt(solutions):
    for solution in solutions.values():
        values = solution.values.reshape(-1, 64)
        for row in values[::7]:
            assert (np.diff(row[~np.isnan(row)]) >= -1e-10).all()


def test_every_total_that_has_missed_the_bonus_has_one_value(solution):
    table = _padded(solution.values)
    rows = table[: SETS * STRIDE].reshape(3, 64, 64, STRIDE)
    assert np.isinf(table[SETS * STRIDE :]).all() and np.isfinite(rows).all()
    for mask in range(64):
        missed = rows[:, :, mask, : max(0, MISSED[mask] + 1)]
        assert (missed == missed[..., :1]).all()


def test_fifty_in_the_yahtzee_box_never_hurts(solutions):
    for solution in solutions.values():
        _, zero, fifty = np.nan_to_num(solution.values)
        assert (fifty >= zero - 1e-10).all()
        if solution.rules.yahtzee_bonus == 0:
            assert np.array_equal(fifty, zero)


def test_freer_rules_are_worth_more(solutions):
    assert solutions["free"].value > solutions["forced"].value > solutions["none"].value
    assert solutions["none-full-house"].value > solutions["none"].value


@pytest.mark.parametrize("threads", [0, -1, 1.5, True, 10**6])
def test_bad_threads_are_refused(threads):
    with pytest.raises(ValueError, match="threads must be an integer"):
        solve(NONE, threads=threads)


def test_what_is_no_rules_or_card_is_refused():
    with pytest.raises(ValueError, match="rules must be Rules, not 'forced'"):
        solve("forced")
    with pytest.raises(ValueError, match="start must be Card or None"):
        solve(FORCED, start=Box.ACES)


def test_a_solution_of_one_card_is_not_taken_for_another():
    card = Card(frozenset(Box) - {Box.CHANCE, Box.YAHTZEE})
    part = solve(FORCED, start=card)
    for state in Card(), Turn(Card(), 0, (1, 2, 3, 4, 5)):
        with pytest.raises(ValueError, match="cannot follow the card that was solved"):
            part.value_at(state)
    with pytest.raises(ValueError, match="cannot follow"):
        part.policy(Turn(Card(), 0, (1, 2, 3, 4, 5)))
    with pytest.raises(ValueError, match="cannot follow the card that the policy was made for"):
        evaluate(FORCED, part.policy)


@pytest.mark.parametrize(
    "state",
    [
        "card",
        (Card(), 2, (1, 2, 3, 4, 5), True),
        Turn(Card(), 3, (1, 2, 3, 4, 5)),
        Turn(Card(), 1, (5, 4, 3, 2, 1)),
        Turn(Card(), 1, (1, 2, 3)),
        Turn(Card(), -1, (), rolled=False),
        Turn("card", 1, (1, 2, 3, 4, 5)),
        Turn("card", 1, (1, 2), rolled=False),
    ],
)
def test_what_is_no_state_is_refused(solution, state):
    for ask in solution.value_at, solution.action_values, solution.policy:
        with pytest.raises(ValueError) as refusal:
            ask(state)
        assert len(str(refusal.value).splitlines()) == 1


def test_values_cannot_be_written(solutions):
    with pytest.raises(ValueError, match="read-only"):
        solutions["free"].values[0, 0, 0, 0] = 0
    assert solutions["free"].rules is FREE


@given(cards(most_open=2), rules)
@settings(deadline=None, max_examples=8)
def test_deviations_are_those_of_the_law_of_the_model(card, variant):
    best = solve(variant, start=card).policy
    law = game.distribution(FiniteGame(card, variant.node), best)
    mean = sum(points * chance for points, chance in law.items())
    square = sum((points - mean) ** 2 * chance for points, chance in law.items())
    found = evaluate(variant, best, start=card).deviation_at(card)
    assert found**2 == pytest.approx(float(square), abs=1e-8)


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=lambda variant: variant.name)
def test_deviations_backwards_are_those_of_the_moments_that_flow_forward(variant, solutions):
    for policy in solutions[variant.name].policy, greedy(variant):
        found = evaluate(variant, policy).deviation_at(Card())
        assert found == pytest.approx(summary(variant, policy).standard_deviation, abs=1e-7)


def test_only_a_policy_that_was_evaluated_has_a_deviation(solutions):
    with pytest.raises(ValueError, match="evaluate the best"):
        solutions["forced"].deviation_at(Card())
