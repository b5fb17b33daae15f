"""The general solver on Yahtzee: both forms, part by part, and against the fast solver."""

from fractions import Fraction
from functools import cache
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chancegames.games.yahtzee import FORCED, FREE, NONE, NONE_FULL_HOUSE, Box, Card, solve
from chancegames.maths import game as general
from chancegames.maths import graph
from chancegames.maths.anchors import solve_by_anchors
from chancegames.maths.game import FiniteGame, keep_score
from chancegames.models.small_yahtzee import (
    SmallYahtzee,
    is_anchor,
    outline_rules,
    sheet_rules,
)

SMALL = st.builds(
    SmallYahtzee,
    dice=st.integers(1, 2),
    faces=st.integers(1, 3),
    rerolls=st.integers(0, 1),
    boxes=st.integers(1, 3),
    target=st.integers(0, 8),
    bonus=st.integers(0, 5),
)


def value_by_throws(small):
    """E(start) from ordered throws and masks of dice to keep: no combinations, no graph."""
    throws = list(product(range(1, small.faces + 1), repeat=small.dice))

    @cache
    def turn(points):
        if None not in points:
            total = sum(points[: small.faces])
            return Fraction(sum(points) + (small.bonus if total >= small.target else 0))
        return sum(after(points, throw, small.rerolls) for throw in throws) / len(throws)

    @cache
    def after(points, throw, rerolls):
        fills = [
            turn((*points[:box], small.points(box, throw), *points[box + 1 :]))
            for box, held in enumerate(points)
            if held is None
        ]
        again = [
            sum(after(points, tuple(map(keep, mask, throw, new)), rerolls - 1) for new in throws)
            / len(throws)
            for mask in product((True, False), repeat=small.dice)
            if rerolls
        ]
        return max(fills + again)

    def keep(kept, old, new):
        return old if kept else new

    return turn((None,) * small.boxes)


@settings(max_examples=30, deadline=None)
@given(SMALL)
def test_both_forms_have_the_value_of_all_ordered_throws(small):
    expected = value_by_throws(small)
    for rules in sheet_rules(small), outline_rules(small):
        assert general.solve(FiniteGame(*rules)).value == expected


@settings(max_examples=20, deadline=None)
@given(SMALL)
def test_solving_by_anchors_is_solving_the_whole(small):
    game = FiniteGame(*outline_rules(small))
    parts, whole = solve_by_anchors(game, is_anchor), general.solve(game)
    assert parts.value == whole.value
    assert sum(parts.sizes.values()) == len(whole.nodes)


@settings(max_examples=10, deadline=None)
@given(SMALL, st.integers(0, 12))
def test_the_best_chance_is_at_least_that_of_the_best_average(small, target):
    game = FiniteGame(*outline_rules(small))
    best = general.solve(game)
    scores = general.distribution(game, best.policy)
    assert scores.mean == best.value
    reaching = keep_score(game, lambda score: int(score >= target))
    assert general.solve(reaching).value >= scores.at_least(target)


CARDS = [
    Card(frozenset(Box) - {Box.LARGE_STRAIGHT, Box.YAHTZEE}, upper=57),
    Card(frozenset(Box) - {Box.SIXES, Box.CHANCE}, upper=45, yahtzee_scored=True),
    Card(frozenset(Box) - {Box.ACES, Box.FULL_HOUSE}, upper=60),
]


@pytest.mark.parametrize("rules", [FORCED, FREE, NONE, NONE_FULL_HOUSE], ids=lambda r: r.name)
@pytest.mark.parametrize("card", CARDS, ids=lambda c: "+".join(b.name for b in c.open))
def test_the_fast_solver_agrees_with_the_general_one_at_the_end_of_the_game(rules, card):
    game = FiniteGame(card, rules.node)
    parts = solve_by_anchors(game, is_anchor, graph.solve)
    fast = solve(rules, start=card)
    for anchor, value in parts.values.items():
        assert fast.value_at(anchor) == pytest.approx(value, abs=1e-11)
    assert parts.sizes[card] == 1681


def test_the_fast_solver_agrees_with_exact_fractions():
    card = Card(frozenset(Box) - {Box.YAHTZEE}, upper=63)
    parts = solve_by_anchors(FiniteGame(card, FORCED.node), is_anchor)
    assert isinstance(parts.value, Fraction)
    fast = solve(FORCED, start=card)
    assert fast.value_at(card) == pytest.approx(float(parts.value), abs=1e-12)


@pytest.mark.parametrize(
    ("size", "message"),
    [
        ({"dice": 0}, "the number of dice must be an integer of at least 1"),
        ({"rerolls": -1}, "the number of rerolls must be an integer of at least 0"),
        ({"faces": 2, "boxes": 5}, "there are 4 boxes at most, not 5"),
    ],
)
def test_sizes_that_make_no_game_are_refused(size, message):
    with pytest.raises(ValueError, match=message):
        SmallYahtzee(**size)
