"""The rules: examples, bad input, and the tables that the solvers use."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chancegames.games.yahtzee import (
    FORCED,
    FREE,
    NONE,
    NONE_FULL_HOUSE,
    UPPER,
    VARIANTS,
    Box,
    Card,
    Rules,
    card_of,
    points,
)
from chancegames.games.yahtzee.layout import ROLL_CHANCE, ROLLS, ROWS, anchor
from chancegames.games.yahtzee.scoring import _case, _scoring, five_of_a_kind
from chancegames.models.yahtzee import five_dice
from tests.yahtzee.cards import cards, rules

FIVES = (5,) * 5
JOKER_CARD = Card(frozenset({Box.FIVES, Box.YAHTZEE}), 15, yahtzee_scored=True)


@pytest.mark.parametrize(
    ("box", "dice", "expected"),
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
def test_points(box, dice, expected):
    assert points(box, dice) == expected


def test_forced_joker_goes_up_then_down_then_to_zero():
    own_open = Card(frozenset({Box.YAHTZEE}))
    assert FORCED.placements(own_open, FIVES) == {Box.FIVES: 25}
    lower = FORCED.placements(JOKER_CARD, FIVES)
    assert Box.CHANCE in lower and not set(lower) & set(UPPER)
    upper_only = Card(frozenset(Box) - {Box.ACES, Box.TWOS}, 40)
    assert FORCED.placements(upper_only, FIVES) == {Box.ACES: 0, Box.TWOS: 0}


def test_joker_values_need_the_own_box_filled():
    own_open = Card(frozenset({Box.YAHTZEE}))
    assert FREE.placements(own_open, FIVES)[Box.LARGE_STRAIGHT] == 0
    assert FREE.placements(JOKER_CARD, FIVES)[Box.LARGE_STRAIGHT] == 140
    assert NONE.placements(JOKER_CARD, FIVES)[Box.LARGE_STRAIGHT] == 0
    assert NONE_FULL_HOUSE.placements(JOKER_CARD, FIVES)[Box.FULL_HOUSE] == 25


def test_no_joker_and_no_bonus_while_the_yahtzee_box_is_open():
    card = Card(frozenset({Box.FIVES}), 15)
    placed = FORCED.placements(card, FIVES)
    assert tuple(placed) == card.open and placed[Box.FULL_HOUSE] == 0


def test_a_zero_in_the_yahtzee_box_gives_a_joker_but_no_bonus():
    card = Card(frozenset({Box.FIVES, Box.YAHTZEE}), 15)
    assert FORCED.placements(card, FIVES)[Box.LARGE_STRAIGHT] == 40


@given(cards(), rules)
@settings(deadline=None, max_examples=60)
def test_tables_say_what_the_rules_say(card, variant):
    turn = _scoring(variant, *anchor(card))
    for row in [*range(6), 17, 100, 200, 251]:
        placed = variant.placements(card, ROWS[row])
        assert {Box(b) for b in np.flatnonzero(turn.legal[:, row])} == set(placed)
        for box, gained in placed.items():
            after = anchor(card.fill(box, ROWS[row]))
            assert turn.points[box, row] == gained
            assert (turn.sets[box, row], turn.totals[box, row]) == after


@given(cards(), rules, st.integers(0, 5))
@settings(deadline=None, max_examples=200)
def test_the_table_of_the_joker_rule_is_the_rule(card, variant, face):
    """Twelve situations say all that matters of a card when five of a kind is placed."""
    index, _ = anchor(card)
    told = five_of_a_kind(variant)[_case(index, face), face]
    bonus = variant.yahtzee_bonus if card.yahtzee_scored else 0
    expected = variant.placements(card, (face + 1,) * 5)
    found = {box: int(told[box]) + bonus for box in card.open if told[box] >= 0}
    assert found == expected


def test_the_chances_of_rolls_sum_to_one():
    assert ROLL_CHANCE.sum() == pytest.approx(1, abs=1e-14)
    assert len(ROLL_CHANCE) == ROLLS


BAD_DICE = ["6661", "666123", "66617", (0, 1, 2, 3, 4), "66x12", (1.5,) * 5, (1, 2, 3), (True,) * 5]


@pytest.mark.parametrize("dice", [*BAD_DICE, 12345, None, (1.0,) * 5])
def test_bad_dice_are_refused(dice):
    assert points(Box.ACES, (1,) * 5) == 5  # what was answered once does not answer for others
    for ask in (
        five_dice,
        lambda d: points(Box.ACES, d),
        lambda d: FORCED.placements(Card(), d),
        lambda d: Card().fill(Box.ACES, d),
    ):
        with pytest.raises(
            ValueError, match=r"faces from 1 to 6|be 5 dice|must be a seq|their faces"
        ):
            ask(dice)


def test_numpy_integers_are_integers():
    assert points(Box.SIXES, tuple(np.array([6, 6, 1, 2, 3]))) == 12
    assert Card(frozenset({Box.SIXES}), np.int64(12)) == Card(frozenset({Box.SIXES}), 12)


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


def test_a_box_of_yahtzees_given_up_is_none_that_holds_fifty():
    assert card_of({Box.YAHTZEE: 0}) == (Card(frozenset({Box.YAHTZEE})), 0)
    assert card_of({Box.YAHTZEE: 50}) == (Card(frozenset({Box.YAHTZEE}), yahtzee_scored=True), 50)


@pytest.mark.parametrize(
    ("card", "message"),
    [
        (lambda: Card(frozenset({Box.SIXES}), 5), "cannot come from"),
        (lambda: Card(frozenset({Box.SIXES}), 6.5), "must be an integer from 0 to 63"),
        (lambda: Card(frozenset({Box.SIXES}), True), "must be an integer from 0 to 63"),
        (lambda: Card(yahtzee_scored=True), "cannot hold 50 while it is open"),
        (lambda: Card(frozenset({Box.YAHTZEE}), yahtzee_scored="yes"), "holds 50 must be one of"),
        (lambda: Card(frozenset({99})), "must be a set of boxes"),
        (lambda: Card(frozenset({"sixes"})), "must be a set of boxes"),
        (lambda: Card(Box.SIXES), "must be a set of boxes"),
        (lambda: Card(frozenset({True})), "must be a set of boxes"),
        (lambda: Card(frozenset({Box.YAHTZEE})).fill(Box.YAHTZEE, FIVES), "the open boxes are"),
        (lambda: Card().fill("aces", FIVES), "the open boxes are"),
        (lambda: Rules("mine", "wild"), "joker rule must be one of .none., .free., .forced."),
        (lambda: Rules("mine", "free", yahtzee_bonus=-1), "a bonus must be an integer"),
        (lambda: Rules("mine", "free", yahtzee_bonus=99.9), "from 0 to 10,000, not 99.9"),
        (lambda: Rules("mine", "free", upper_bonus=10**9), "a bonus must be an integer"),
        (lambda: points(13, FIVES), "box must be Box, not 13"),
    ],
)
def test_impossible_cards_and_rules_are_refused(card, message):
    with pytest.raises(ValueError, match=message):
        card()


def test_the_variants_are_known_by_name():
    assert {name: rules.name for name, rules in VARIANTS.items()} == {
        name: name for name in VARIANTS
    }
