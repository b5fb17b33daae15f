"""The Yahtzee graph: products against enumeration, and classes against solved values."""

from collections import Counter
from itertools import combinations, product
from math import comb, prod

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chancegames.games.yahtzee.graph import (
    box_states,
    count_anchors,
    hopes,
    turn_graph,
)
from chancegames.games.yahtzee.solver import solve
from chancegames.maths.anchors import component
from chancegames.maths.game import FiniteGame, states
from chancegames.models.small_yahtzee import Sheet, SmallYahtzee, is_anchor, sheet_rules
from chancegames.models.yahtzee import FREE, UPPER, Box, reachable_totals

#: One worker solves the whole game for some of these tests.
pytestmark = pytest.mark.xdist_group("the graph of Yahtzee")

SIZES = {"dice": st.integers(1, 4), "faces": st.integers(1, 4), "rerolls": st.integers(0, 2)}


@settings(max_examples=25, deadline=None)
@given(st.builds(SmallYahtzee, boxes=st.just(1), **SIZES))
def test_a_turn_has_the_layers_that_exploring_finds(small):
    game = FiniteGame(*sheet_rules(small))
    turn = component(game, game.start, is_anchor, lambda anchor: 0)
    inside = [state for state in states(turn) if not is_anchor(state)]
    layers = Counter((p.rerolls, not p.rolled) for p in inside)
    counted = turn_graph(small.dice, small.faces, small.rerolls)
    assert tuple(n for _, n in sorted(layers.items(), reverse=True)) == _by_date(counted)
    assert counted.positions == len(inside) + 1


def _by_date(turn):
    """Counts sorted as (re-rolls left, keep before roll), latest first to earliest last."""
    rolls = turn.counts[1::2]
    keeps = turn.counts[2::2]
    ordered = [rolls[0]]
    for kept, rolled in zip(keeps, rolls[1:], strict=True):
        ordered += [kept, rolled]
    return tuple(ordered)


@given(**SIZES)
def test_rolls_and_keeps_are_binomial_coefficients(dice, faces, rerolls):
    turn = turn_graph(dice, faces, rerolls)
    expected = {
        "anchor": 1,
        "rolls": comb(dice + faces - 1, dice),
        "keeps": comb(dice + faces, dice),
    }
    assert turn.counts == tuple(expected[name] for name in turn.names)
    assert len(turn.counts) == 2 + 2 * rerolls


def test_every_sheet_of_a_small_yahtzee_is_reached_so_that_the_product_counts_them():
    small = SmallYahtzee(dice=2, faces=2, rerolls=0, boxes=4)
    found = [s for s in states(FiniteGame(*sheet_rules(small))) if isinstance(s, Sheet)]
    throws = list(product((1, 2), repeat=2))
    ways = [1 + len({small.points(box, throw) for throw in throws}) for box in range(4)]
    assert len(found) == prod(ways)


def test_the_box_states_are_those_of_all_ordered_throws():
    throws = list(product(range(1, 7), repeat=5))
    alike = {n: [t for t in throws if max(map(t.count, t)) >= n] for n in (0, 3, 4)}
    states = box_states()
    assert states[Box.FOURS] == 1 + len({4 * t.count(4) for t in throws})
    assert states[Box.CHANCE] == 1 + len({sum(t) for t in alike[0]})
    assert states[Box.THREE_OF_A_KIND] == 1 + len({0, *map(sum, alike[3])})
    assert states[Box.FOUR_OF_A_KIND] == 1 + len({0, *map(sum, alike[4])})
    assert states[Box.YAHTZEE] == len(["open", "0", "50", *["50 and bonuses"] * 12])
    assert count_anchors().sheets == prod(states.values())


def test_reachable_anchors_are_those_of_all_counts_of_upper_faces():
    reached = set()
    for counts in product([None, *range(6)], repeat=6):
        filled = tuple(n is not None for n in counts)
        total = sum(n * face for face, n in enumerate(counts, 1) if n)
        reached.add((filled, min(63, total)))
    assert count_anchors().reachable == len(reached) * 2**6 * 3
    assert count_anchors().reachable < count_anchors().slots


@pytest.fixture(scope="module")
def solved():
    return solve(FREE)


def test_anchors_are_as_many_as_the_solver_fills(solved):
    assert np.isfinite(solved.values).sum() == count_anchors().reachable


def test_distinct_anchors_are_as_many_as_the_solved_values(solved):
    gaps = np.diff(np.sort(solved.values[np.isfinite(solved.values)]))
    assert not ((gaps > 1e-11) & (gaps < 1e-9)).any()
    assert (gaps > 1e-10).sum() + 1 == count_anchors().distinct


def test_strategic_anchors_are_as_many_as_the_values_with_the_bonus_paid_at_once(solved):
    paid = solved.values.copy()
    paid[..., 63] -= FREE.upper_bonus
    gaps = np.diff(np.sort(paid[np.isfinite(paid)]))
    assert not ((gaps > 1e-11) & (gaps < 1e-9)).any()
    assert (gaps > 1e-10).sum() + 1 == count_anchors().strategic


def test_totals_with_equal_hopes_have_equal_values(solved):
    for size in range(7):
        for filled in combinations(UPPER, size):
            table = hopes(filled)
            values = solved.values[:, :, sum(1 << box for box in filled)]
            for hope in set(table.values()):
                same = values[..., [total for total, h in table.items() if h == hope]]
                assert np.ptp(same, axis=-1).max() < 1e-11


def test_a_bonus_that_is_certain_or_lost_does_not_affect_the_play(solved):
    """Both have the same future but for the bonus itself, and merging them is all that is saved."""
    pairs = 0
    for size in range(7):
        for filled in combinations(UPPER, size):
            table = hopes(filled)
            values = solved.values[:, :, sum(1 << box for box in filled)]
            if 63 in table and table[0] == 0:
                pairs += 1
                gain = values[..., 63] - values[..., 0]
                assert np.abs(gain - FREE.upper_bonus).max() < 1e-11
    merged = pairs * 2**6 * 3
    finished_sheets = 2
    assert count_anchors().strategic == count_anchors().distinct + finished_sheets - merged - 1


@given(st.sets(st.sampled_from(UPPER)))
def test_hopes_rise_with_the_total(filled):
    table = hopes(tuple(filled))
    assert set(table) == reachable_totals(frozenset(filled))
    assert list(table.values()) == sorted(table.values())


@pytest.mark.parametrize(
    ("size", "what"), [((0, 6, 2), "dice"), ((5, 0, 2), "faces"), ((5, 6, -1), "rerolls")]
)
def test_a_turn_needs_dice_faces_and_a_roll(size, what):
    with pytest.raises(ValueError, match=f"the number of {what} must be an integer of at least"):
        turn_graph(*size)
