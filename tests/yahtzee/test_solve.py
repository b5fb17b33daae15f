"""The lattice solver: against brute force in fractions, against NumPy, and its invariants."""

import numpy as np
import pytest
from hypothesis import given, settings

from chancegames.games.yahtzee.layout import REACHABLE
from chancegames.games.yahtzee.rules import FORCED, FREE, NONE, VARIANTS, Box, Card
from chancegames.games.yahtzee.solve import padded, solve
from tests.yahtzee import brute
from tests.yahtzee.cards import cards, rules


@pytest.fixture(scope="module")
def solutions():
    return {name: solve(variant) for name, variant in VARIANTS.items()}


@given(cards(most_open=2), rules)
@settings(deadline=None, max_examples=12)
def test_end_games_equal_brute_force(card, variant):
    exact = brute.expected(variant, card)
    assert solve(variant, start=card).value(card) == pytest.approx(float(exact), abs=1e-11)


def test_three_open_boxes_equal_brute_force():
    card = Card(frozenset(Box) - {Box.FIVES, Box.FULL_HOUSE, Box.CHANCE}, 50, yahtzee_scored=True)
    exact = brute.expected(FORCED, card)
    assert solve(start=card).value(card) == pytest.approx(float(exact), abs=1e-11)


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_numpy_gives_the_same_bits(variant):
    card = Card(frozenset(list(Box)[:3] + list(Box)[7:9]), 9)
    assert np.array_equal(
        solve(variant, start=card, method="numba").values,
        solve(variant, start=card, method="numpy").values,
        equal_nan=True,
    )


def test_threads_give_the_same_bits(solutions):
    one = solve(FORCED, threads=1).values
    assert np.array_equal(one, solutions["forced"].values, equal_nan=True)


@given(cards(least_open=3), rules)
@settings(deadline=None, max_examples=25)
def test_a_partial_solution_agrees_with_the_whole_game(solutions, card, variant):
    part = solve(variant, start=card)
    assert part.value(card) == solutions[variant.name].value(card)


def test_exactly_the_reachable_anchors_have_a_value(solutions):
    for solution in solutions.values():
        known = ~np.isnan(solution.values)
        assert np.array_equal(known, np.broadcast_to(REACHABLE, known.shape))


def test_more_upper_points_never_hurt(solutions):
    for solution in solutions.values():
        table = padded(np.nan_to_num(solution.values, nan=0.0))
        assert np.isinf(table[-1])
        values = solution.values.reshape(-1, 64)
        for row in values[::7]:
            assert (np.diff(row[~np.isnan(row)]) >= -1e-10).all()


def test_fifty_in_the_yahtzee_box_never_hurts(solutions):
    for solution in solutions.values():
        _, zero, fifty = np.nan_to_num(solution.values)
        assert (fifty >= zero - 1e-10).all()
        if solution.rules.yahtzee_bonus == 0:
            assert np.array_equal(fifty, zero)


def test_freer_rules_are_worth_more(solutions):
    assert solutions["free"].optimum > solutions["forced"].optimum > solutions["none"].optimum
    assert solutions["none-full-house"].optimum > solutions["none"].optimum


def test_bad_arguments_are_refused():
    with pytest.raises(ValueError, match="method must be"):
        solve(method="fortran")
    with pytest.raises(ValueError, match="threads must be an integer"):
        solve(threads=-1)
    with pytest.raises(ValueError, match="threads must be an integer"):
        solve(NONE, threads=1.5)


def test_values_cannot_be_written(solutions):
    with pytest.raises(ValueError, match="read-only"):
        solutions["free"].values[0, 0, 0, 0] = 0
    assert solutions["free"].rules is FREE
