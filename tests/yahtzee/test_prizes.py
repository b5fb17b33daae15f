"""Prizes that grow with the score: brute force, what is known of two of them, the kept chances."""

import csv
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chancegames.book.yahtzee_cli import CURVE, RIVALS
from chancegames.games.yahtzee import FORCED, Box, Card, best_chances, distribution, solve
from chancegames.games.yahtzee.curve import read_curve
from chancegames.games.yahtzee.prizes import best_prize
from tests.yahtzee import brute
from tests.yahtzee.cards import cards, rules

MIDDLE = Card(frozenset(Box) - {Box.ACES, Box.SIXES, Box.LARGE_STRAIGHT, Box.CHANCE}, 43, True)
RISING = st.lists(st.integers(0, 9), min_size=2, max_size=200).map(np.cumsum)


@pytest.fixture(scope="module")
def curve():
    return read_curve(CURVE)


@pytest.fixture(scope="module")
def kept():
    with RIVALS.open(newline="") as file:
        return {row["game"]: float(row["chance"]) for row in csv.DictReader(file)}


def exact(variant, card, prizes, so_far=0):
    """The largest mean prize, in fractions, every keep against every roll."""
    if not card.open:
        score = so_far + (variant.upper_bonus if card.upper == 63 else 0)
        return Fraction(int(prizes[min(score, len(prizes) - 1)]))
    return brute.turn_value(
        {
            roll: max(
                exact(variant, card.fill(box, roll), prizes, so_far + points)
                for box, points in variant.placements(card, roll).items()
            )
            for roll in brute.ROLLS
        }
    )


@given(cards(most_open=1), rules, RISING)
@settings(max_examples=15)
def test_last_turns_equal_brute_force(card, variant, prizes):
    found = best_prize(variant, prizes, card)
    assert found == pytest.approx(float(exact(variant, card, prizes)), rel=1e-12, abs=1e-12)


def test_two_turns_equal_brute_force():
    """A prize that rises slowly, then fast, then not at all; and the upper bonus decides."""
    card, prizes = Card(frozenset(Box) - {Box.SIXES, Box.CHANCE}, 45), np.arange(61) ** 2
    found = best_prize(FORCED, prizes, card)
    assert found == pytest.approx(float(exact(FORCED, card, prizes)), rel=1e-12)


@given(cards(most_open=4), rules)
@settings(max_examples=15)
def test_a_prize_of_one_for_each_point_is_the_best_average(card, variant):
    average = solve(variant, start=card).value
    assert best_prize(variant, np.arange(700), card) == pytest.approx(average, rel=1e-12, abs=1e-12)


@given(cards(most_open=4), rules, st.integers(1, 300))
@settings(max_examples=30)
def test_a_prize_for_a_score_is_its_greatest_chance(card, variant, score):
    chance = best_chances(variant, start=card).chance(card, score)
    for most in (score, score + 9, 500):
        found = best_prize(variant, np.arange(most + 1) >= score, card)
        assert found == pytest.approx(chance, abs=1e-12)


def test_a_prize_unseen_lies_between_the_average_and_the_best_score_known():
    ends = distribution(FORCED, solve(FORCED, start=MIDDLE).policy, start=MIDDLE)
    law = np.array([ends.get(score, 0.0) for score in range(700)])
    chances = best_chances(start=MIDDLE)
    seen = law @ [chances.chance(MIDDLE, score) for score in range(700)]
    unseen = best_prize(FORCED, np.cumsum(law), MIDDLE)
    assert law @ np.cumsum(law) < unseen < seen


def test_the_kept_chances_lie_where_they_must(curve, kept):
    law = -np.diff(curve.average, append=0)
    no_more = np.cumsum(law)
    for rivals in (1, 2, 3):
        their_best = np.diff(no_more**rivals, prepend=0)
        plain, seen = (float(their_best @ reach) for reach in (curve.average, curve.greatest))
        assert plain < kept[f"unseen-{rivals}"] < seen
    assert 1 - float(law @ curve.greatest) < kept["first"] < kept["unseen-1"]


@pytest.mark.xdist_group("rivals")
@pytest.mark.parametrize("rivals", [0, 1, 2, 3])
def test_the_kept_chances_are_computed_again(curve, kept, rivals):
    """Against so many unseen, or, with none, before one who will aim."""
    no_more = np.cumsum(-np.diff(curve.average, append=0))
    prizes = np.minimum(no_more, 1) ** rivals if rivals else 1 - curve.greatest
    name = f"unseen-{rivals}" if rivals else "first"
    assert best_prize(FORCED, prizes) == pytest.approx(kept[name], rel=1e-10)


@pytest.mark.parametrize(
    ("prizes", "said"),
    [
        (np.array([0, 2, 1]), "may not be smaller"),
        (np.array([0, float("nan")]), "must be finite numbers"),
        (np.array([]), "must be finite numbers"),
        (np.array([[0, 1]]), "must be finite numbers"),
        (np.array(["high", "low"]), "must be finite numbers"),
        (np.array([1, 2j]), "must be finite numbers"),
        ([0, 1], "prize must be ndarray"),
        ("high", "prize must be ndarray"),
    ],
)
def test_what_is_no_prize_is_refused(prizes, said):
    with pytest.raises(ValueError, match=said):
        best_prize(FORCED, prizes)


def test_a_prize_that_is_always_the_same_is_won():
    assert best_prize(FORCED, np.full(3, 7)) == best_prize(FORCED, np.full(1, 7)) == 7


def test_scores_too_many_for_the_memory_are_refused():
    with pytest.raises(ValueError, match=r"would take \d+ GB"):
        best_prize(replace(FORCED, yahtzee_bonus=10**4), np.arange(10**5))
