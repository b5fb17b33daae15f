"""Solving part by part gives what solving the whole gives."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chancegames.maths import graph
from chancegames.maths.anchors import solve_by_anchors
from chancegames.maths.game import Chance, Choice, FiniteGame, Terminal, solve, states
from tests.maths.games import START, game_of, random_rules


@given(random_rules(), st.sets(st.integers(0, 6)))
def test_any_set_of_anchors_gives_the_same_values(rules, anchors):
    def is_anchor(position):
        return position == START or position in anchors

    whole = solve(game_of(rules))
    parts = solve_by_anchors(game_of(rules), is_anchor)
    assert parts.value == whole.value
    assert set(parts.values) == {p for p in whole.nodes if is_anchor(p)}
    for anchor, value in parts.values.items():
        assert value == whole.value_at(anchor)
    fast = solve_by_anchors(game_of(rules), is_anchor, graph.solve)
    assert fast.value == pytest.approx(float(whole.value), abs=1e-12)


@given(random_rules(), st.sets(st.integers(0, 6)))
def test_the_policy_is_found_again_inside_a_component(rules, anchors):
    def is_anchor(position):
        return position == START or position in anchors

    whole = solve(game_of(rules))
    parts = solve_by_anchors(game_of(rules), is_anchor)
    for anchor in parts.values:
        inner = parts.component(anchor)
        assert len(inner.nodes) >= parts.sizes[anchor]
        for position, node in inner.nodes.items():
            assert inner.value_at(position) == whole.value_at(position)
            if isinstance(node, Choice):
                assert inner.policy(position) == whole.policy(position)


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
    parts = solve_by_anchors(FiniteGame(4, turns), lambda p: isinstance(p, int))
    assert sum(parts.sizes.values()) == len(states(FiniteGame(4, turns)))
    assert list(parts.values) == [0, 1, 2, 3, 4]
    assert parts.values[4] == 4 * parts.values[1]


def test_anchors_on_a_cycle_are_refused():
    rules = {0: Choice("a", ["x"]), "x": Choice("ab", [1, 2]), 1: Choice("a", [0]), 2: Terminal()}
    with pytest.raises(ValueError, match="lies on a cycle"):
        solve_by_anchors(FiniteGame(0, rules.get), lambda p: isinstance(p, int))
