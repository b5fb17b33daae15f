"""The rules: examples, bad input, and the tables that the solvers use."""

import numpy as np
import pytest
from hypothesis import given, settings

from chancegames.games.yahtzee.lattice import EMPTY, ROLL_CHANCE, ROLLS, ROW_OF, ROWS, reroll_law
from chancegames.games.yahtzee.layout import anchor
from chancegames.games.yahtzee.rules import (
    FORCED,
    FREE,
    NONE,
    NONE_FULL_HOUSE,
    UPPER,
    Box,
    Card,
    Rules,
    box_points,
    card_of,
    fill,
    legal_boxes,
    parse_dice,
    points_for,
)
from chancegames.games.yahtzee.turn import scoring
from tests.yahtzee.cards import cards, rules

FIVES = (5,) * 5
JOKER_CARD = Card(frozenset({Box.FIVES, Box.YAHTZEE}), 15, yahtzee_scored=True)


@pytest.mark.parametrize(
    ("box", "dice", "points"),
    [
        (Box.ACES, (1, 1, 2, 3, 4), 2),
        (Box.SIXES, (1, 2, 3, 4, 5), 0),
        (Box.THREE_OF_A_KIND, (2, 2, 2, 5, 6), 17),
        (Box.THREE_OF_A_KIND, (2, 2, 3, 3, 6), 0),
        (Box.FOUR_OF_A_KIND, (2, 2, 2, 2, 6), 14),
        (Box.FOUR_OF_A_KIND, (2, 2, 2, 6, 6), 0),
        (Box.FULL_HOUSE, (2, 2, 2, 6, 6), 25),
        (Box.FULL_HOUSE, (2, 2, 2, 2, 6), 0),
        (Box.FULL_HOUSE, FIVES, 0),
        (Box.SMALL_STRAIGHT, (1, 3, 4, 5, 6), 30),
        (Box.SMALL_STRAIGHT, (1, 2, 3, 5, 6), 0),
        (Box.LARGE_STRAIGHT, (2, 3, 4, 5, 6), 40),
        (Box.LARGE_STRAIGHT, (1, 3, 4, 5, 6), 0),
        (Box.YAHTZEE, FIVES, 50),
        (Box.CHANCE, (1, 3, 4, 5, 6), 19),
    ],
)
def test_box_points(box, dice, points):
    assert box_points(box, dice) == points


def test_forced_joker_goes_up_then_down_then_to_zero():
    own_open = Card(frozenset({Box.YAHTZEE}))
    assert legal_boxes(FORCED, own_open, FIVES) == (Box.FIVES,)
    lower = legal_boxes(FORCED, JOKER_CARD, FIVES)
    assert Box.CHANCE in lower and not set(lower) & set(UPPER)
    upper_only = Card(frozenset(Box) - {Box.ACES, Box.TWOS}, 40)
    assert legal_boxes(FORCED, upper_only, FIVES) == (Box.ACES, Box.TWOS)


def test_joker_values_need_the_own_box_filled():
    own_open = Card(frozenset({Box.YAHTZEE}))
    assert points_for(FREE, own_open, FIVES, Box.LARGE_STRAIGHT) == 0
    assert points_for(FREE, JOKER_CARD, FIVES, Box.LARGE_STRAIGHT) == 140
    assert points_for(NONE, JOKER_CARD, FIVES, Box.LARGE_STRAIGHT) == 0
    assert points_for(NONE_FULL_HOUSE, JOKER_CARD, FIVES, Box.FULL_HOUSE) == 25


def test_no_joker_and_no_bonus_while_the_yahtzee_box_is_open():
    card = Card(frozenset({Box.FIVES}), 15)
    assert legal_boxes(FORCED, card, FIVES) == card.open
    assert points_for(FORCED, card, FIVES, Box.FULL_HOUSE) == 0


def test_a_zero_in_the_yahtzee_box_gives_a_joker_but_no_bonus():
    card = Card(frozenset({Box.FIVES, Box.YAHTZEE}), 15)
    assert points_for(FORCED, card, FIVES, Box.LARGE_STRAIGHT) == 40


@given(cards(), rules)
@settings(deadline=None, max_examples=60)
def test_tables_say_what_the_rules_say(card, variant):
    turn = scoring(variant, *anchor(card))
    for row in [*range(6), 17, 100, 200, 251]:
        dice = ROWS[row]
        legal = legal_boxes(variant, card, dice)
        assert tuple(Box(b) for b in np.flatnonzero(turn.legal[:, row])) == legal
        for box in legal:
            after = anchor(fill(card, dice, box))
            assert turn.points[box, row] == points_for(variant, card, dice, box)
            assert (turn.sets[box, row], turn.totals[box, row]) == after


def test_lattice_laws_sum_to_one():
    assert np.allclose([reroll_law(k).sum() for k in range(len(ROWS))], 1)
    assert np.allclose(reroll_law(EMPTY), ROLL_CHANCE)
    assert reroll_law(ROW_OF[2, 2, 3, 4, 5])[ROW_OF[2, 2, 3, 4, 5]] == 1
    assert len(ROLL_CHANCE) == ROLLS


@pytest.mark.parametrize("dice", ["6661", "666123", "66617", (0, 1, 2, 3, 4), "66x12", (1.5,) * 5])
def test_bad_dice_are_refused(dice):
    with pytest.raises(ValueError, match="five faces from 1 to 6"):
        parse_dice(dice)


@pytest.mark.parametrize(
    ("scores", "message"),
    [
        ({Box.ACES: 7}, "aces cannot hold 7 points"),
        ({Box.FULL_HOUSE: 26}, "full house cannot hold 26 points"),
        ({Box.YAHTZEE: 30}, "yahtzee cannot hold 30 points"),
        ({Box.CHANCE: 4}, "chance cannot hold 4 points"),
    ],
)
def test_impossible_scores_are_refused(scores, message):
    with pytest.raises(ValueError, match=message):
        card_of(scores)


def test_impossible_cards_and_rules_are_refused():
    with pytest.raises(ValueError, match="cannot come from"):
        Card(frozenset({Box.SIXES}), 5)
    with pytest.raises(ValueError, match="cannot hold 50 while it is open"):
        Card(yahtzee_scored=True)
    with pytest.raises(ValueError, match="joker rule"):
        Rules("mine", "wild")
    with pytest.raises(ValueError, match="negative"):
        Rules("mine", "free", yahtzee_bonus=-1)
