"""Advice: consistent with the solutions it comes from, and polite about bad input."""

from fractions import Fraction
from itertools import pairwise
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chancegames.games.yahtzee import (
    Box,
    Card,
    advise,
    best_chances,
    card_of,
    disagreements,
    replay,
    solve,
)
from chancegames.games.yahtzee.layout import ROLL_CHANCE, ROLLS, ROWS
from tests.yahtzee.cards import cards, rules

SMALL = Card(frozenset(Box) - {Box.SIXES, Box.YAHTZEE, Box.CHANCE}, 45)


@given(cards(), rules)
@settings(deadline=None, max_examples=10)
def test_the_mean_of_the_best_is_the_value(card, variant):
    solution = solve(variant, start=card)
    best = [advise(solution, card, ROWS[row], 2)[0].value for row in range(ROLLS)]
    assert ROLL_CHANCE @ best == pytest.approx(solution.value_at(card), abs=1e-9)


def test_the_mean_of_the_best_is_the_chance():
    chances = best_chances(start=SMALL)
    best = [advise(chances, SMALL, ROWS[row], 2, need=60)[0].value for row in range(ROLLS)]
    assert ROLL_CHANCE @ best == pytest.approx(chances.chance(SMALL, 60), abs=1e-12)


@given(cards(), rules, st.sampled_from(ROWS[:ROLLS]), st.integers(0, 2))
@settings(deadline=None, max_examples=25)
def test_every_legal_action_is_ranked(card, variant, dice, rolls_left):
    options = advise(solve(variant, start=card), card, dice, rolls_left)
    boxes = {o.action for o in options if isinstance(o.action, Box)}
    assert boxes == set(variant.placements(card, dice))
    assert options[0].regret == 0
    assert all(a.value >= b.value for a, b in pairwise(options))
    assert all(o.regret == pytest.approx(options[0].value - o.value) for o in options)
    assert (len(boxes) == len(options)) == (rolls_left == 0)


def test_a_target_changes_the_advice():
    """With sixes and chance open too, aces are only good for a Yahtzee: take them if it must be."""
    average = advise(solve(start=SMALL), SMALL, "11146", 2)[0]
    assert average.action == (6,)
    desperate = advise(best_chances(start=SMALL), SMALL, "11146", 2, need=100)[0]
    assert desperate.action == (1, 1, 1)


def test_disagreements_cost_both_ways():
    solution, chances = solve(start=SMALL), best_chances(start=SMALL)
    found = disagreements(solution, chances, SMALL, need=100)
    assert (1, 1, 1, 4, 6) in {d.dice for d in found}
    for d in found:
        assert d.for_average.action != d.for_chance.action
        assert d.points_lost > 0 and d.chance_lost > 0
    assert not disagreements(solution, chances, SMALL, need=1000)


SIX = Fraction(91, 216)  # a die with three tries becomes a six


@pytest.mark.parametrize("upper", range(64))
def test_sixes_or_chance(upper):
    """With 1 2 4 6 6, chance is right from 45 to 50 upstairs: three sixes would still do."""
    card = Card(frozenset(Box) - {Box.SIXES, Box.CHANCE}, upper)
    ends = {o.action: o.value for o in advise(solve(start=card), card, "12466", 0)}
    sixes = 12 + 35 * (upper + 12 >= 63) + Fraction(70, 3)
    later = [SIX**n * (1 - SIX) ** (5 - n) * comb(5, n) for n in range(6)]
    chance = 19 + sum(p * (6 * n + 35 * (upper + 6 * n >= 63)) for n, p in enumerate(later))
    assert ends[Box.SIXES] == pytest.approx(float(sixes), abs=1e-9)
    assert ends[Box.CHANCE] == pytest.approx(float(chance), abs=1e-9)
    assert (chance > sixes) == (45 <= upper <= 50)


def test_the_costliest_roll_is_not_the_one_that_gains_most():
    """On the card of the chapter on beating a score, for 300 points."""
    sheet = {Box.THREES: 9, Box.FOURS: 12, Box.FIVES: 15, Box.SIXES: 18}
    card, points = card_of(sheet | {Box.FULL_HOUSE: 25, Box.SMALL_STRAIGHT: 30})
    solution, chances = solve(start=card), best_chances(start=card)
    found = disagreements(solution, chances, card, 300 - points)
    costliest = max(found, key=lambda d: d.points_lost)
    assert found[0].dice == (2, 2, 3, 3, 3)
    assert costliest.dice == (3, 3, 4, 5, 6) and costliest.for_chance.action == (3, 3)
    ranked = {o.action: o for o in advise(solution, card, "33456", 2)}
    assert ranked[3, 3].regret == costliest.points_lost == pytest.approx(3.336, abs=1e-3)


@pytest.mark.parametrize("rolls_left", [3, -1, 1.5, True, "1"])
def test_bad_rolls_are_refused(rolls_left):
    with pytest.raises(
        ValueError, match=r"rolls left must be 0, 1 or 2|rolls_left must be an integer"
    ):
        advise(solve(start=SMALL), SMALL, "66122", rolls_left)


def test_other_bad_input_is_refused():
    solution, full = solve(start=SMALL), Card(frozenset(Box), 63)
    with pytest.raises(ValueError, match="game is over"):
        advise(solution, full, "66122", 1)
    with pytest.raises(ValueError, match="need goes with"):
        advise(solution, SMALL, "66122", 1, need=20)
    with pytest.raises(ValueError, match="need goes with"):
        advise(best_chances(start=SMALL), SMALL, "66122", 1)
    with pytest.raises(ValueError, match="cannot follow"):
        advise(solution, Card(), "66122", 1)
    with pytest.raises(ValueError, match="cannot follow"):
        advise(best_chances(start=SMALL), Card(), "66122", 1, need=5)


def test_a_game_is_replayed_by_the_best_actions():
    """Every action is the first of the advice, and the points are those of the rules."""
    solution, throws = solve(start=SMALL), [[(6, 6, 1, 2, 3), (6, 4, 5, 1, 1), (2,) * 5]] * 3
    card, played = SMALL, replay(solution, SMALL, throws)
    for turn in played:
        dice = (1, 2, 3, 6, 6)
        for rerolls, kept in zip((2, 1), turn.kept, strict=False):
            assert advise(solution, card, dice, rerolls)[0].action == kept
            throw = throws[0][3 - rerolls]
            dice = tuple(sorted(kept + throw[: 5 - len(kept)]))
        best = advise(solution, card, dice, 2 - len(turn.kept))[0].action
        assert (dice, best) == (turn.dice, turn.box)
        assert turn.points == solution.rules.placements(card, dice)[turn.box]
        card = card.fill(turn.box, dice)
    assert not card.open
    aimed = replay(best_chances(start=SMALL), SMALL, throws, need=50)
    assert len(aimed) == 3 and aimed != played


@pytest.mark.parametrize("need", [-5, 0, 500])
def test_a_need_that_is_met_or_out_of_reach_leaves_the_average(need):
    """Where no action is better for the need, the average decides, if asked to."""
    solution, chances = solve(start=SMALL), best_chances(start=SMALL)
    throws = np.random.default_rng(1).integers(1, 7, (20, 3, 3, 5)).tolist()
    for luck in throws:
        assert replay(chances, SMALL, luck, need, solution) == replay(solution, SMALL, luck)
    assert any(replay(chances, SMALL, t, need) != replay(solution, SMALL, t) for t in throws)


def test_only_equals_are_left_to_the_average():
    """Every action of a replay is as good for the need as the best."""
    solution, chances = solve(start=SMALL), best_chances(start=SMALL)
    for throws in np.random.default_rng(2).integers(1, 7, (20, 3, 3, 5)).tolist():
        card, need = SMALL, 60
        for turn, luck in zip(replay(chances, SMALL, throws, 60, solution), throws, strict=True):
            dice, left = tuple(sorted(luck[0])), 2
            for action in (*turn.kept, turn.box):
                options = advise(chances, card, dice, left, need)
                assert next(o.regret for o in options if o.action == action) <= 1e-9
                if action is not turn.box:
                    left -= 1
                    dice = tuple(sorted((*action, *luck[2 - left][: 5 - len(action)])))
            assert dice == turn.dice
            card, need = card.fill(turn.box, dice), need - turn.points


def test_a_replay_needs_dice_for_every_turn():
    solution, throws = solve(start=SMALL), [[(6, 6, 1, 2, 3), (6, 4, 5, 1, 1), (2,) * 5]] * 3
    with pytest.raises(ValueError, match="3 turns are to be played, not 2"):
        replay(solution, SMALL, throws[:2])
