"""Solving part by part gives what solving the whole gives."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chancegames.maths.graph import (
    TERMINAL,
    Chance,
    Choice,
    Terminal,
    backward_induction,
    explore,
    solve_by_anchors,
)
from tests.game.games import START, random_rules


@given(random_rules(), st.sets(st.integers(0, 6)))
def test_any_set_of_anchors_gives_the_same_values(rules, anchors):
    def is_anchor(position):
        return position == START or position in anchors

    whole = backward_induction(explore(START, rules, exact=True))
    parts = solve_by_anchors(START, rules, is_anchor, exact=True)
    assert parts.value == whole.value
    assert set(parts.values) == {p for p in whole.game.positions if is_anchor(p)}
    for anchor, value in parts.values.items():
        assert value == whole.value_of(anchor)


@given(random_rules(), st.sets(st.integers(0, 6)))
def test_the_policy_is_found_again_inside_a_component(rules, anchors):
    def is_anchor(position):
        return position == START or position in anchors

    whole = backward_induction(explore(START, rules, exact=True))
    parts = solve_by_anchors(START, rules, is_anchor, exact=True)
    for anchor in parts.values:
        inner = parts.component(anchor)
        assert len(inner.game) >= parts.sizes[anchor]
        for position in inner.game.positions:
            assert inner.value_of(position) == whole.value_of(position)
            if inner.game.kind[inner.game.index(position)] != TERMINAL and isinstance(
                rules[position], Choice
            ):
                assert inner.choice_at(position) == whole.choice_at(position)


def turns(position):
    """Each turn one die: roll, then take it or roll again once; anchors are whole numbers."""
    if isinstance(position, int):
        return (
            Chance([Fraction(1, 6)] * 6, [(position, f) for f in range(1, 7)])
            if position
            else (Terminal())
        )
    turn, *faces = position
    if len(faces) == 1:
        return Choice(["take", "again"], [turn - 1, (turn, faces[0], 0)], [faces[0], 0])
    return Chance([Fraction(1, 6)] * 6, [turn - 1] * 6, range(1, 7))


def test_components_do_not_overlap_when_positions_know_their_anchor():
    parts = solve_by_anchors(4, turns, lambda p: isinstance(p, int), exact=True)
    assert sum(parts.sizes.values()) == len(explore(4, turns))
    assert list(parts.values) == [0, 1, 2, 3, 4]
    assert parts.values[4] == 4 * parts.values[1]


def test_anchors_on_a_cycle_are_refused():
    rules = {0: Choice("a", ["x"]), "x": Choice("ab", [1, 2]), 1: Choice("a", [0]), 2: Terminal()}
    with pytest.raises(ValueError, match="lies on a cycle"):
        solve_by_anchors(0, rules, lambda p: isinstance(p, int))
