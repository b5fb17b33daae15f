"""The law of the score: its mean is the value, and simulation agrees."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings

from chancegames.games.yahtzee.distribution import TIES, score_law, score_summary, simulate
from chancegames.games.yahtzee.layout import MISSED, SETS, STRIDE
from chancegames.games.yahtzee.rules import FORCED, LOWER, VARIANTS, Box, Card
from chancegames.games.yahtzee.solve import padded, solve
from tests.yahtzee import brute
from tests.yahtzee.cards import cards, rules

LATE = Card(frozenset(Box) - {Box.CHANCE}, 40)


@given(cards(most_open=5), rules)
@settings(deadline=None, max_examples=8)
def test_the_mean_is_the_value(card, variant):
    solved = solve(variant, start=card)
    for ties in TIES:
        law = score_law(solved, start=card, ties=ties)
        assert law.chances.sum() == pytest.approx(1, abs=1e-12)
        assert law.mean == pytest.approx(solved.value(card), abs=1e-9)


def test_a_shared_total_that_no_play_leads_to_has_the_value_of_those_that_share_it():
    """Fours and sixes cannot show 7, the largest total that has missed the bonus with the rest."""
    card = Card(frozenset({Box.FOURS, Box.SIXES, *LOWER}))
    exact = float(brute.expected(FORCED, card))
    for solved in solve(FORCED, start=card), solve(FORCED):
        assert solved.value(card) == pytest.approx(exact, abs=1e-11)
        for ties in TIES:
            assert score_law(solved, start=card, ties=ties).mean == pytest.approx(exact, abs=1e-11)
            played = score_summary(solved, start=card, ties=ties)
            assert played.mean == pytest.approx(exact, abs=1e-11)


def test_every_total_that_has_missed_the_bonus_has_one_value(solution):
    rows = padded(solution.values)[: SETS * STRIDE].reshape(3, 64, 64, STRIDE)
    for mask in range(64):
        missed = rows[:, :, mask, : max(0, MISSED[mask] + 1)]
        assert not np.isnan(missed).any()
        assert (missed == missed[..., :1]).all()


@given(cards(most_open=4), rules)
@settings(deadline=None, max_examples=4)
def test_three_moments_tell_what_the_whole_law_tells(card, variant):
    solved = solve(variant, start=card)
    for ties in TIES:
        law, summary = (f(solved, start=card, ties=ties) for f in (score_law, score_summary))
        assert summary.mean == pytest.approx(law.mean, abs=1e-9)
        assert summary.standard_deviation == pytest.approx(law.standard_deviation, abs=1e-5)
        assert summary.box_means == pytest.approx(law.box_means, abs=1e-12)
        assert summary.yahtzee_bonus_chance == pytest.approx(law.yahtzee_bonus_chance, abs=1e-12)
        assert summary.upper_bonus_chance == pytest.approx(law.upper_bonus_chance, abs=1e-12)


def test_ties_move_the_deviation_and_nothing_else(solution, whole):
    most, fewest = (score_summary(solution, ties=ties) for ties in TIES)
    assert most.standard_deviation == pytest.approx(whole.standard_deviation, abs=1e-9)
    assert most.mean == pytest.approx(fewest.mean, abs=1e-9)
    assert fewest.standard_deviation - most.standard_deviation > 1e-4


def test_the_whole_game(solution, whole):
    parts = whole.box_means.sum() + 35 * whole.upper_bonus_chance + whole.yahtzee_bonus_mean
    assert whole.mean == pytest.approx(solution.optimum, abs=1e-9)
    assert parts == pytest.approx(solution.optimum, abs=1e-9)
    assert whole.tail[0] == pytest.approx(1, abs=1e-12)
    assert whole.quantile(0.0) == 0 and whole.quantile(0.25) < whole.quantile(0.75)


def test_a_whole_game_is_remembered_unless_threads_are_given(solution, whole):
    assert solve(FORCED) is solve(start=Card()) is solution
    assert score_law(solution) is score_law(solution, start=Card()) is whole
    assert score_law(solution, ties="fewest", start=LATE) is not whole
    assert solve(FORCED, threads=1) is not solution
    with pytest.raises(ValueError, match="read-only"):
        whole.box_means[0] = 0


def test_a_single_box_equals_brute_force():
    """The best final sums, by brute force on the only decision left."""
    card = Card(frozenset(Box) - {Box.YAHTZEE})
    law = score_law(solve(start=card), start=card)
    exact = brute.reach(FORCED, card, 50)
    assert isinstance(exact, Fraction)
    assert law.chances[50] == pytest.approx(float(exact), abs=1e-14)
    assert law.box_zeros[Box.YAHTZEE] == pytest.approx(float(1 - exact), abs=1e-14)


def test_simulation_agrees(solution, whole):
    scores = simulate(solution, games=4000, seed=20261120)
    error = whole.standard_deviation / np.sqrt(len(scores))
    assert abs(scores.mean() - whole.mean) < 4 * error
    share = (scores >= 300).mean()
    expected = whole.tail[300]
    assert abs(share - expected) < 4 * np.sqrt(expected * (1 - expected) / len(scores))


def test_any_other_guide_is_worse(solution, whole):
    greedy = score_summary(solution, guide=np.zeros_like(solution.values))
    assert greedy.mean < whole.mean - 10
    scores = simulate(solution, 4000, seed=7, guide=np.zeros_like(solution.values))
    assert abs(scores.mean() - greedy.mean) < 4 * greedy.standard_deviation / np.sqrt(4000)


def test_without_a_bonus_there_is_none():
    card = Card(frozenset(Box) - {Box.ACES, Box.CHANCE}, 20, yahtzee_scored=True)
    law = score_law(solve(VARIANTS["none"], start=card), start=card)
    assert law.yahtzee_bonus_mean == 0 and law.yahtzee_bonus_chance == 0


def test_bad_arguments_are_refused(solution, whole):
    with pytest.raises(ValueError, match="ties must be"):
        score_law(solution, ties="some")
    with pytest.raises(ValueError, match="the guide must have shape"):
        score_law(solution, guide=np.zeros(3))
    with pytest.raises(ValueError, match="number of games"):
        simulate(solution, games=0, seed=1)
    with pytest.raises(ValueError, match="probability"):
        whole.quantile(1.5)
