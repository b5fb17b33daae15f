import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chancegames.games.game421.rules import Round, contains, minus
from chancegames.games.game421.utilities import (
    combination,
    digits,
    random_utility,
    ranking,
    sample,
    tokens,
)

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
    assert len(Round(4, 5).finals) == math.comb(8, 4)


@given(rounds, st.data())
def test_options_are_those_of_picking_dice_one_by_one(rules, data):
    kept = data.draw(st.sampled_from([s for s in rules.states if len(s) < rules.dice]))
    table = data.draw(st.sampled_from([t for t, _ in rules.tables(kept)]))
    date = data.draw(st.integers(1, rules.casts))
    options = rules.options(date, kept, table)
    assert set(options) == next_states(rules, date, kept, table)
    assert list(options) == sorted(set(options), key=lambda s: (len(s), s))


@given(rounds)
def test_tables_weigh_all_throws(rules):
    for kept in rules.states:
        total = sum(weight for _, weight in rules.tables(kept))
        assert total == rules.faces ** (rules.dice - len(kept))


def test_contains_and_minus_are_inverse():
    for whole in Round().finals:
        for part in Round().states:
            if contains(whole, part):
                assert tuple(sorted(part + minus(whole, part))) == whole


def test_the_order_lists_each_hand_once():
    hands = ranking()
    assert sorted(hands) == list(Round().finals)
    listed, rest = hands[:16], hands[16:]
    assert [digits(c) for c in rest] == sorted(map(digits, rest), reverse=True)
    assert {tokens(c) for c in rest} == {1}
    assert all(tokens(c) > 1 for c in listed)


def test_digits_and_combination_are_inverse():
    assert all(combination(digits(c)) == c for c in Round().finals)


@given(rounds, st.integers(0, 5))
def test_utilities_cover_all_ends(rules, seed):
    rules.require_utility(random_utility(rules, seed))


def test_a_utility_that_misses_an_end_is_refused():
    utility = dict(sample(Round(), "Total"))
    del utility[2, (1, 2, 4)]
    with pytest.raises(ValueError, match=r"misses the final state \(1, 2, 4\) at date 2"):
        Round().require_utility(utility)


@pytest.mark.parametrize("bad", [float("nan"), 0.5, "1", None])
def test_a_utility_that_is_not_rational_is_refused(bad):
    utility = {**sample(Round(), "Total"), (3, (1, 1, 1)): bad}
    with pytest.raises(ValueError, match="must be rational"):
        Round().require_utility(utility)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("best", "no utility is called 'best'"),
        ("delta", "written with the faces 1 to 9, not ''"),
        ("delta12x", "written with the faces 1 to 9, not '12x'"),
        ("delta120", "written with the faces 1 to 9, not '120'"),
        ("delta123+", "written with the faces 1 to 9, not ''"),
        ("delta777", "faces from 1 to 6"),
        ("delta12", "there must be 3 dice, not 2"),
    ],
)
def test_a_utility_that_is_none_of_the_sample_is_refused(name, message):
    with pytest.raises(ValueError, match=message):
        sample(Round(), name)


@pytest.mark.parametrize(
    ("choice", "message"),
    [
        ((1, (6,), (1, 1, 2)), "are not all on the table"),
        ((3, (1, 1), (1, 2, 2)), "are not all on the table"),
        ((0, (), (1, 1, 2)), "date of a choice must be from 1 to 3, not 0"),
        ((4, (), (1, 1, 2)), "date of a choice must be from 1 to 3, not 4"),
    ],
)
def test_a_choice_that_cannot_come_up_is_refused(choice, message):
    with pytest.raises(ValueError, match=message):
        Round().options(*choice)
