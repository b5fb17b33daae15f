import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from chancegames.games.game421.card import five_lines
from chancegames.games.game421.hands import Aim, digits, hand, utility
from chancegames.games.game421.policies import bernoulli, monkey, ratchet
from chancegames.games.game421.rounds import tables
from chancegames.models.game421 import RANKING, TOKENS, Round, tokens
from chancegames.sources.albarede2007.judging import _random_round

from .brute import next_states

rounds = st.builds(
    Round,
    dice=st.integers(1, 3),
    faces=st.integers(1, 4),
    casts=st.integers(1, 3),
    player=st.sampled_from(["first", "next"]),
)


@pytest.mark.parametrize("name", ["dice", "faces", "casts"])
@pytest.mark.parametrize("value", [0, -1, 1.5, True, "3", None])
def test_a_round_needs_positive_integers(name, value):
    with pytest.raises(ValueError, match=f"the number of {name}"):
        Round(**{name: value})


def test_a_round_needs_a_known_player():
    with pytest.raises(ValueError, match="player"):
        Round(player="second")


def test_states_are_counted():
    assert len(Round(4, 5).states) == math.comb(9, 4)
    assert len(Round(4, 5).hands) == math.comb(8, 4)


@given(rounds, st.data())
def test_options_are_those_of_picking_dice_one_by_one(rules, data):
    kept = data.draw(st.sampled_from([s for s in rules.states if len(s) < rules.dice]))
    table = data.draw(st.sampled_from([t for t, _ in tables(rules, kept)]))
    date = data.draw(st.integers(1, rules.casts))
    options = rules.options(date, kept, table)
    assert set(options) == next_states(rules, date, kept, table)
    assert list(options) == sorted(set(options), key=lambda s: (len(s), s))


@given(rounds)
def test_tables_weigh_all_throws(rules):
    for kept in rules.states:
        total = sum(weight for _, weight in tables(rules, kept))
        assert total == rules.faces ** (rules.dice - len(kept))


def test_the_order_lists_each_hand_once():
    hands = RANKING
    assert sorted(hands) == list(Round().hands)
    listed, rest = hands[:16], hands[16:]
    assert [digits(c) for c in rest] == sorted(map(digits, rest), reverse=True)
    assert {tokens(c) for c in rest} == {1}
    assert all(tokens(c) > 1 for c in listed)


def test_digits_and_hand_are_inverse():
    assert all(hand(digits(c)) == c for c in Round().hands)


def test_tokens_are_those_of_the_rule():
    """Told apart from the table: 10 and 7 for the best two, then the odd face, 2 and 1."""
    for dice in Round().hands:
        low, middle, high = dice
        if dice in ((1, 2, 4), (1, 1, 1)):
            expected = {4: 10, 1: 7}[high]
        elif middle == low and (low == high or low == 1):
            expected = high
        else:
            expected = 1 + ((middle - low, high - middle) == (1, 1))
        assert tokens(dice) == TOKENS[dice] == expected


@given(rounds, st.integers(0, 5))
def test_a_random_utility_has_a_worth_for_every_end(rules, seed):
    drawn = _random_round(rules, seed)
    assert all(0 <= drawn.worth(j, c) < 1 for j in rules.ends for c in rules.hands)


def test_a_utility_that_misses_an_end_is_refused():
    worth = {(j, c): sum(c) for j in (1, 2, 3) for c in Round().hands}
    del worth[2, (1, 2, 4)]
    with pytest.raises(ValueError, match=r"misses the hand \(1, 2, 4\) after cast 2"):
        Round(utility=worth)


def test_a_round_keeps_its_utility_whatever_becomes_of_the_mapping():
    worth = {(1, (face,)): face for face in range(1, 7)}
    rules = Round(1, 6, 1, utility=worth)
    worth.clear()
    assert rules.worth(1, (3,)) == 3


@pytest.mark.parametrize("bad", [float("nan"), float("inf"), "1", None, 1j])
def test_a_utility_that_is_no_finite_number_is_refused(bad):
    worth = {(j, c): sum(c) for j in (1, 2, 3) for c in Round().hands}
    with pytest.raises(ValueError, match="must be a finite number"):
        Round(utility={**worth, (3, (1, 1, 1)): bad})
    with pytest.raises(ValueError, match="must be a finite number"):
        Round(utility=lambda hand: bad).worth(1, (1, 1, 1))


def test_a_utility_is_a_function_or_a_mapping():
    with pytest.raises(ValueError, match="a function or a mapping"):
        Round(utility=3)


@pytest.mark.parametrize("shape", [(20, 20, 1), (3, 10**6, 3), (1, 1, 10**7), (10**9,) * 3])
def test_a_round_too_large_is_refused_at_once(shape):
    with pytest.raises(ValueError, match="at most 2,000,000 states"):
        Round(*shape)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("best", "no utility is called 'best'"),
        ("delta", "there must be 3 dice, not 0"),
        ("delta12x", "faces from 1 to 9, not '12x'"),
        ("delta120", "faces from 1 to 9, not '120'"),
        ("delta123+", "there must be 3 dice, not 0"),
        ("delta777", "faces from 1 to 6"),
        ("delta12", "there must be 3 dice, not 2"),
    ],
)
def test_a_utility_that_is_none_of_the_known_is_refused(name, message):
    with pytest.raises(ValueError, match=message):
        utility(name)


def test_an_aim_takes_hands_in_any_form():
    assert Aim.at(421) == Aim.at("214") == Aim.at((4, 2, 1))


@pytest.mark.parametrize("dice", ["421", "214", (4, 2, 1), [1, 2, 4], np.array([2, 1, 4])], ids=str)
def test_dice_are_text_or_a_sequence_wherever_they_enter(dice):
    assert tokens(dice) == 10
    assert hand(dice) == (1, 2, 4)
    assert digits(dice) == "421"
    assert Aim.at("421")(dice) == Aim.at(dice)("421") == 1
    assert ratchet(Round(), dice)((1, (), (1, 2, 6))) == {(1, 2): 1}
    if not isinstance(dice, list | np.ndarray):  # no part of a state
        assert Round().options(1, (), dice) == Round().options(1, (), (1, 2, 4))


@pytest.mark.parametrize(
    ("choice", "message"),
    [
        ((1, (6,), (1, 1, 2)), "are not all on the table"),
        ((3, (1, 1), (1, 2, 2)), "are not all on the table"),
        ((1, (), (9, 9, 9)), "faces from 1 to 6, not"),
        ((1, (), (1, 1)), "there must be 3 dice, not 2"),
        ((1, (), [1, 2, 4]), "dice are tuples, not"),
        ((0, (), (1, 2, 4)), "casts 1 to 3, not 0"),
        ((math.nan, (), (1, 2, 4)), "casts 1 to 3, not nan"),
    ],
)
def test_a_choice_that_cannot_come_up_is_refused(choice, message):
    with pytest.raises(ValueError, match=message):
        Round().options(*choice)


@pytest.mark.parametrize(
    "policy", [five_lines, bernoulli, ratchet, monkey], ids=lambda p: p.__name__
)
@pytest.mark.parametrize("state", [(1, (), (9, 9, 9)), (1, (), "421"), (7, (), (1, 2, 4)), "x", 3])
def test_a_policy_knows_the_states_of_its_round_alone(policy, state):
    goal = ("421",) if policy in (bernoulli, ratchet) else ()
    with pytest.raises(ValueError, match="a state of this round is one such as"):
        policy(Round(), *goal)(state)
