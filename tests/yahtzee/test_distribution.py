"""The distribution of the score: its mean is the value, and simulation agrees."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings

from chancegames.games.yahtzee import (
    FORCED,
    FREE,
    LOWER,
    NONE,
    VARIANTS,
    Box,
    Card,
    TablePolicy,
    distribution,
    evaluate,
    greedy,
    replay,
    scores_by_cause,
    simulate,
    simulated_scores,
    solve,
    summary,
)
from chancegames.games.yahtzee.policies import TABLE, TIES
from chancegames.maths import game
from tests.yahtzee import brute
from tests.yahtzee.cards import cards, rules

LATE = Card(frozenset(Box) - {Box.CHANCE}, 40)


def player(variant, card, ties="most"):
    return TablePolicy(variant, solve(variant, start=card).values, ties, card)


@given(cards(most_open=5), rules)
@settings(deadline=None, max_examples=8)
def test_the_mean_is_the_value(card, variant):
    value = solve(variant, start=card).value
    for ties in TIES:
        law = distribution(variant, player(variant, card, ties), start=card)
        assert law.chances.sum() == pytest.approx(1, abs=1e-12)
        assert law.mean == pytest.approx(value, abs=1e-9)


def test_a_shared_total_that_no_play_leads_to_has_the_value_of_those_that_share_it():
    """Fours and sixes cannot show 7, the largest total that has missed the bonus with the rest."""
    card = Card(frozenset({Box.FOURS, Box.SIXES, *LOWER}))
    exact = float(brute.expected(FORCED, card))
    for solved in solve(FORCED, start=card), solve(FORCED):
        assert solved.value_at(card) == pytest.approx(exact, abs=1e-11)
        for ties in TIES:
            policy = TablePolicy(FORCED, solved.values, ties, solved.start)
            for played in distribution, summary:
                assert played(FORCED, policy, card).mean == pytest.approx(exact, abs=1e-11)
            assert evaluate(FORCED, policy, card).value == pytest.approx(exact, abs=1e-11)


@given(cards(most_open=4), rules)
@settings(deadline=None, max_examples=4)
def test_three_moments_tell_what_the_whole_law_tells(card, variant):
    for ties in TIES:
        policy = player(variant, card, ties)
        law, moments = distribution(variant, policy, card), summary(variant, policy, card)
        assert moments.mean == pytest.approx(law.mean, abs=1e-9)
        assert moments.standard_deviation == pytest.approx(law.standard_deviation, abs=1e-5)
        assert moments.box_means == pytest.approx(law.summary.box_means, abs=1e-12)
        for name in "yahtzee_bonus_chance", "upper_bonus_chance", "yahtzee_bonus_mean":
            exact = getattr(law.summary, name)
            assert getattr(moments, name) == pytest.approx(exact, abs=1e-12)


@given(cards(most_open=1), rules)
@settings(deadline=None, max_examples=5)
def test_the_law_is_that_of_the_model(card, variant):
    """The general solver follows the same policy, state by state, in fractions."""
    for policy in greedy(variant), player(variant, card, "fewest"):
        exact = game.distribution(game.FiniteGame(card, variant.node), policy)
        found = distribution(variant, policy, start=card)
        assert set(found) == set(exact)
        for score, chance in exact.items():
            assert found[score] == pytest.approx(float(chance), abs=1e-13)


def test_ties_move_the_deviation_and_nothing_else(solution, whole):
    policies = [TablePolicy(FORCED, solution.values, ties) for ties in TIES]
    most, fewest = (summary(FORCED, policy) for policy in policies)
    assert most.standard_deviation == pytest.approx(whole.standard_deviation, abs=1e-9)
    assert most.mean == pytest.approx(fewest.mean, abs=1e-9)
    assert fewest.standard_deviation - most.standard_deviation > 1e-4


def test_the_whole_game(solution, whole):
    brought = whole.summary
    parts = brought.box_means.sum() + 35 * brought.upper_bonus_chance + brought.yahtzee_bonus_mean
    assert whole.mean == pytest.approx(solution.value, abs=1e-9)
    assert parts == pytest.approx(solution.value, abs=1e-9)
    assert whole.tail[0] == pytest.approx(1, abs=1e-12)
    assert whole.tail[300] == pytest.approx(whole.at_least(300), abs=1e-12)
    assert whole.quantile(0.25) < whole.quantile(0.75) < whole.quantile(1.0) == max(whole) <= 1575
    spread = sum(p * (score - whole.mean) ** 2 for score, p in whole.items()) ** 0.5
    assert whole.standard_deviation == pytest.approx(spread, abs=1e-9)


def test_a_whole_game_is_remembered_unless_threads_are_given(solution, whole):
    policy = solution.policy
    assert solve(FORCED) is solve(start=Card()) is solution
    assert distribution(FORCED, policy) is distribution(FORCED, policy, start=Card()) is whole
    assert distribution(FORCED, policy, start=LATE) is not whole
    assert solve(FORCED, threads=1) is not solution
    with pytest.raises(ValueError, match="read-only"):
        whole.summary.box_means[0] = 0
    with pytest.raises(ValueError, match="read-only"):
        whole.chances[0] = 1


def test_a_single_box_equals_brute_force():
    """The best final sums, by brute force on the only decision left."""
    card = Card(frozenset(Box) - {Box.YAHTZEE})
    law = distribution(FORCED, player(FORCED, card), start=card)
    exact = brute.reach(FORCED, card, 50)
    assert isinstance(exact, Fraction)
    assert law[50] == pytest.approx(float(exact), abs=1e-14)
    assert law.summary.box_zeros[Box.YAHTZEE] == pytest.approx(float(1 - exact), abs=1e-14)


def test_bonuses_of_any_size_have_room():
    card = Card(frozenset(Box) - {Box.SIXES, Box.CHANCE}, 45, yahtzee_scored=True)
    for variant in replace(FREE, yahtzee_bonus=1000), replace(FORCED, upper_bonus=500):
        law = distribution(variant, player(variant, card), start=card)
        assert law.mean == pytest.approx(solve(variant, start=card).value, abs=1e-9)
        assert max(law) == 30 + 30 + variant.upper_bonus + 2 * variant.yahtzee_bonus


def test_a_distribution_too_large_for_memory_is_refused():
    rich = replace(FORCED, yahtzee_bonus=10_000)
    with pytest.raises(ValueError, match=r"would take \d+ GB"):
        distribution(rich, greedy(rich))
    assert summary(rich, greedy(rich)).mean > 254


def test_simulation_agrees(solution, whole):
    played = simulate(FORCED, solution.policy, games=4000, seed=20261120)
    assert played.n == 4000 and abs(played.z(whole.mean)) < 4
    scores = simulated_scores(FORCED, solution.policy, 4000, 20261120)
    assert scores.mean() == pytest.approx(played.mean)
    share = (scores >= 300).mean()
    expected = whole.tail[300]
    assert abs(share - expected) < 4 * np.sqrt(expected * (1 - expected) / len(scores))


def test_each_die_that_is_thrown_counts_once(solution):
    """The same dice, played by the adviser turn by turn: a re-roll takes dice of its own."""
    throws = 1 + np.random.default_rng(5).integers(0, 6, (40, len(Box), 15))
    scores = []
    for thrown in throws.reshape(40, len(Box), 3, 5).tolist():
        card, total = Card(), 0
        for turn in replay(solution, card, thrown):
            card, total = card.fill(turn.box, turn.dice), total + turn.points
        scores.append(total + 35 * (card.upper == 63))
    assert simulated_scores(FORCED, solution.policy, 40, seed=5).tolist() == scores


def test_any_other_policy_is_worse(whole):
    judged = summary(FORCED, greedy(FORCED))
    assert judged.mean < whole.mean - 10
    assert abs(simulate(FORCED, greedy(FORCED), 4000, seed=7).z(judged.mean)) < 4


def test_simulation_starts_where_it_is_told():
    best = solve(FORCED, start=LATE)
    assert abs(simulate(FORCED, best.policy, 4000, 1, start=LATE).z(best.value)) < 4


def test_a_policy_of_ones_own():
    """Keep nothing, and fill the boxes in order: any function of the state will do."""
    lazy = lambda turn: turn.dice if turn.rerolls else turn.card.open[0]  # noqa: E731
    card = Card(frozenset(Box) - {Box.TWOS, Box.CHANCE}, 10)
    assert evaluate(NONE, lazy, card).value == Fraction(5 * 2, 6) + Fraction(35, 2)
    assert distribution(NONE, lazy, card).mean == Fraction(5 * 2, 6) + Fraction(35, 2)
    assert abs(simulate(NONE, lazy, 300, 1, card).z(5 / 3 + 17.5)) < 4
    with pytest.raises(
        ValueError, match="with 3 open boxes at most, not 13: simulate it, or give a Table"
    ):
        evaluate(NONE, lazy)
    assert 0 < simulate(NONE, lazy, 20, 1).mean < 100


def test_a_policy_that_breaks_the_rules_is_refused():
    stays = lambda turn: turn.dice if turn.rerolls else Box.ACES  # noqa: E731
    cheats = lambda turn: (6,) * 5  # noqa: E731
    for policy in stays, cheats, lambda turn: "pass", lambda turn: {}:
        for verb in evaluate, distribution:
            with pytest.raises(ValueError, match=r"has no action|sum to 0, not 1"):
                verb(FORCED, policy, LATE)
        with pytest.raises(ValueError, match=r"has no action|sum to 0, not 1"):
            simulate(FORCED, policy, 10, 1, LATE)


def test_without_a_bonus_there_is_none():
    card = Card(frozenset(Box) - {Box.ACES, Box.CHANCE}, 20, yahtzee_scored=True)
    none = VARIANTS["none"]
    brought = summary(none, player(none, card), card)
    assert brought.yahtzee_bonus_mean == 0 and brought.yahtzee_bonus_chance == 0


@pytest.mark.parametrize(
    ("worth", "ties", "message"),
    [
        (np.zeros(TABLE), "some", "ties must be"),
        (np.zeros(3), "most", "must have shape"),
        (np.full(TABLE, np.nan), "most", "has no worth"),
        (np.full(TABLE, np.inf), "most", "has no worth, or an infinite one"),
        (np.broadcast_to(np.arange(64.0), TABLE), "most", "missed the upper bonus"),
    ],
)
def test_bad_tables_are_refused(worth, ties, message):
    with pytest.raises(ValueError, match=message):
        TablePolicy(FORCED, worth, ties)


def test_bad_arguments_are_refused(solution, whole):
    for games in 0, 1.5, 10**12:
        with pytest.raises(ValueError, match="games must be an integer"):
            simulate(FORCED, solution.policy, games, 1)
    with pytest.raises(ValueError, match="the seed"):
        simulate(FORCED, solution.policy, 10, -1)
    for verb in evaluate, distribution, summary:
        with pytest.raises(ValueError, match="other rules: there name is 'forced', not 'free'"):
            verb(FREE, solution.policy)
        with pytest.raises(ValueError, match="threads must be an integer"):
            verb(FORCED, solution.policy, threads=0)
    with pytest.raises(ValueError, match="a share from 0 to 1"):
        whole.quantile(1.5)


def test_a_score_split_by_cause_is_what_the_score_tells():
    """With these two boxes the score alone says which of them hold points: 5 to 30, and 40."""
    card = Card(frozenset(Box) - {Box.FOUR_OF_A_KIND, Box.LARGE_STRAIGHT}, 20)
    policy = player(FORCED, card)
    law = distribution(FORCED, policy, start=card)
    boxes = [Box.LARGE_STRAIGHT, Box.FOUR_OF_A_KIND]
    split = scores_by_cause(FORCED, policy, boxes, start=card)
    assert sum(split.values()) == pytest.approx(law.chances, abs=1e-15)
    for (bonus, fifty, straight, four), chances in split.items():
        scores = {int(score) for score in np.flatnonzero(chances > 1e-15)}
        assert not scores if bonus or fifty else scores
        assert all((score >= 40) == straight and (score % 40 > 0) == four for score in scores)


def test_causes_of_the_whole_game_add_up(whole, solution):
    split = scores_by_cause(FORCED, solution.policy, [Box.FOUR_OF_A_KIND])
    assert np.abs(sum(split.values()) - whole.chances).max() < 1e-15
    zeros = sum(chances.sum() for cause, chances in split.items() if not cause[2])
    assert zeros == pytest.approx(whole.summary.box_zeros[Box.FOUR_OF_A_KIND], abs=1e-12)
    bonus = sum(chances.sum() for cause, chances in split.items() if cause[0])
    assert bonus == pytest.approx(whole.summary.upper_bonus_chance, abs=1e-12)
    with pytest.raises(ValueError, match="open at the start"):
        scores_by_cause(FORCED, solution.policy, [Box.YAHTZEE])
