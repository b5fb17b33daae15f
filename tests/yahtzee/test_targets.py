"""Greatest chances of targets: against brute force, and against the best-average policy."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from chancegames.games.yahtzee import (
    FORCED,
    VARIANTS,
    Box,
    Card,
    best_chances,
    distribution,
    solve,
)
from chancegames.games.yahtzee.layout import TOTALS, anchor
from chancegames.games.yahtzee.targets import _most_so_far
from tests.yahtzee import brute
from tests.yahtzee.cards import cards, rules

MIDDLE = Card(frozenset(Box) - {Box.ACES, Box.SIXES, Box.LARGE_STRAIGHT, Box.CHANCE}, 43, True)


def curve(chances, card, most=700):
    return np.array([chances.chance(card, need) for need in range(most)])


@given(cards(most_open=1), rules, st.integers(1, 90))
@settings(deadline=None, max_examples=12)
def test_last_turns_equal_brute_force(card, variant, need):
    exact = brute.reach(variant, card, need)
    got = best_chances(variant, start=card).chance(card, need)
    assert got == pytest.approx(float(exact), abs=1e-12)


@pytest.mark.parametrize(
    ("is_open", "need"), [({Box.FOURS, Box.YAHTZEE}, 60), ({Box.YAHTZEE, Box.FULL_HOUSE}, 75)]
)
def test_two_turns_equal_brute_force(is_open, need):
    card = Card(frozenset(Box) - is_open, 55)
    exact = brute.reach(FORCED, card, need)
    assert best_chances(start=card).chance(card, need) == pytest.approx(float(exact), abs=1e-12)


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_no_policy_beats_the_greatest_chance(variant):
    chances = curve(best_chances(variant, start=MIDDLE), MIDDLE)
    solution = solve(variant, start=MIDDLE)
    law = distribution(variant, solution.policy, start=MIDDLE)
    assert all(chance >= law.at_least(need) - 1e-12 for need, chance in enumerate(chances))
    assert chances[1:].sum() > solution.value


def test_the_bound_of_what_was_scored_counts_new_boxes_only():
    """Sixes were full before with 18; fives make the upper total 33, that is 15 more."""
    start = Card(frozenset({Box.SIXES}), 18)
    index, total = anchor(Card(frozenset({Box.SIXES, Box.FIVES}), 33))
    assert _most_so_far(FORCED, start, np.array([index * TOTALS + total])).tolist() == [15]


def test_chances_fall_from_one_to_zero():
    chances = curve(best_chances(start=MIDDLE), MIDDLE)
    assert chances[0] == 1 and chances[-1] == 0
    assert (np.diff(chances) <= 1e-12).all()


@pytest.mark.parametrize("need", [1, 60, 101, 200, 330])
def test_a_single_need_is_solved_as_among_all(need):
    alone = best_chances(start=MIDDLE, smallest=need, largest=need)
    assert alone.chance(MIDDLE, need) == best_chances(start=MIDDLE).chance(MIDDLE, need)
    assert alone.table.size < best_chances(start=MIDDLE).table.size


@given(cards(most_open=3), rules, st.integers(1, 400))
@example(
    Card(frozenset(Box) - {Box.THREES, Box.SMALL_STRAIGHT}, 0, yahtzee_scored=True), FORCED, 255
)
@settings(max_examples=60)
def test_a_single_need_of_a_late_card_is_solved_as_among_all(card, variant, need):
    """A row that began far above need 0 was once taken for a closed box."""
    alone = best_chances(variant, start=card, smallest=need, largest=need).chance(card, need)
    assert alone == pytest.approx(best_chances(variant, start=card).chance(card, need), abs=1e-12)


def test_needs_that_were_not_solved_are_refused():
    with pytest.raises(ValueError, match="only needs above 59 points"):
        best_chances(start=MIDDLE, smallest=60).chance(MIDDLE, 59)
    with pytest.raises(ValueError, match="above the largest"):
        best_chances(start=MIDDLE, smallest=60, largest=59)


def test_a_card_that_was_not_solved_is_refused():
    with pytest.raises(ValueError, match="cannot follow"):
        best_chances(start=MIDDLE).chance(Card(), 100)


def test_bonuses_of_any_size_equal_brute_force():
    card = Card(frozenset(Box) - {Box.SIXES}, 45, yahtzee_scored=True)
    rich = replace(FORCED, yahtzee_bonus=1000, upper_bonus=70)
    chances = best_chances(rich, start=card)
    for need in 1, 88, 89, 1000, 1100, 1101:
        exact = float(brute.reach(rich, card, need))
        assert chances.chance(card, need) == pytest.approx(exact, abs=1e-13)


def test_a_higher_bonus_raises_the_highest_score():
    """At least 3,000 points take a Yahtzee and three bonuses of 1,000."""
    rich = replace(FORCED, yahtzee_bonus=1000)
    card = Card(frozenset(Box) - {*tuple(Box)[:4]}, 0, yahtzee_scored=True)
    chances = best_chances(rich, start=card, smallest=3000)
    law = distribution(rich, solve(rich, start=card).policy, start=card)
    assert chances.chance(card, 3000) >= law.at_least(3000) > 0
    assert chances.chance(card, 4 * 1000 + 51) == 0


@pytest.mark.parametrize("need", [10**20, -(10**9), 1.5, float("nan"), "300", True])
def test_impossible_needs_are_refused(need):
    with pytest.raises(ValueError, match=r"(points needed|need) must be an integer"):
        best_chances(start=MIDDLE).chance(MIDDLE, need)
    with pytest.raises(ValueError, match=r"(need|smallest|largest) must be an integer"):
        best_chances(start=MIDDLE, smallest=need)
