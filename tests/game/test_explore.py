"""The graph: layers, faithful nodes, and one clear sentence for each bad game."""

import gc
from contextlib import suppress
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given

from chancegames.maths.graph import CHANCE, Chance, Choice, Terminal, backward_induction, explore
from tests.game.games import START, moves, random_rules

HALF = Fraction(1, 2)


@given(random_rules())
def test_every_move_leads_to_a_lower_block(rules):
    game = explore(START, rules, exact=True)
    block = {i: b for b, (low, high) in enumerate(pairwise(game.blocks)) for i in range(low, high)}
    assert len(block) == len(game)
    assert all(block[j] < block[i] for i, j in zip(game.owner, game.next, strict=True))
    for low, high in pairwise(game.blocks):
        assert len(set(game.kind[low:high])) == 1


@given(random_rules())
def test_nodes_come_back_as_the_rules_gave_them(rules):
    game = explore(START, rules, exact=True)
    assert game.positions[game.start] == START
    for position in game.positions:
        node, given_node = game.node(position), rules[position]
        assert type(node) is type(given_node)
        if isinstance(node, Terminal):
            assert node == given_node
        else:
            assert list(moves(node)) == list(moves(given_node))


@given(random_rules())
def test_exactly_the_reachable_positions_are_found(rules):
    found, waiting = set(), {START}
    while waiting:
        position = waiting.pop()
        found.add(position)
        waiting |= set(getattr(rules[position], "nexts", ())) - found
    assert set(explore(START, rules, exact=True).positions) == found


BAD_GAMES = [
    ({0: Choice("a", [1])}, "position 1 is dangling: the rules give None"),
    ({0: Choice("a", ["x"]), "x": 5}, "position 'x' is dangling: the rules give 5"),
    ({0: Choice("", [])}, "position 0 is dangling: no move leaves it"),
    ({0: Choice("ab", [1]), 1: Terminal()}, "position 0 has columns of different lengths"),
    ({0: Choice("a", [1], [1, 2]), 1: Terminal()}, "position 0 has columns of different lengths"),
    ({0: Chance([0.5, 0.4], [1, 1]), 1: Terminal()}, "position 0 has probabilities that sum to"),
    ({0: Chance([1.5, -0.5], [1, 1]), 1: Terminal()}, "position 0 has the negative probability"),
    ({0: Choice("a", [1]), 1: Terminal(float("nan"))}, "position 1 has the payoff nan"),
    ({0: Choice("a", [1]), 1: Terminal(float("inf"))}, "position 1 has the payoff inf"),
    ({0: Choice("a", [1]), 1: Terminal("much")}, "position 1 has the unusable node"),
    ({0: Choice("a", [1]), 1: Terminal(10**400)}, "position 1 has the unusable node"),
    ({0: Choice("a", [1], [float("inf")]), 1: Terminal()}, "position 0 has the score inf"),
    ({0: Choice("aa", [1, 1]), 1: Terminal()}, "position 0 has two moves of one label: 'aa'"),
    ({0: Choice("a", [0])}, "position 0 lies on a cycle: 0 -> 0"),
    ({0: Choice("ab", [1, 2]), 1: Choice("a", [2]), 2: Choice("ab", [1, 3]), 3: Terminal()},
     "position 1 lies on a cycle: 1 -> 2 -> 1"),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "message"), BAD_GAMES)
def test_a_bad_game_is_refused_with_the_position_named(rules, message):
    with pytest.raises(ValueError, match=message):
        explore(0, rules)


INEXACT_GAMES = [
    ({0: Terminal(0.5)}, "position 0 has the payoff 0.5, not an integer or a Fraction"),
    ({0: Chance([0.5, 0.5], [1, 1]), 1: Terminal()}, "position 0 has the probability 0.5, not an"),
    ({0: Choice("a", [1], [0.1]), 1: Terminal()}, "position 0 has the score 0.1, not an integer"),
    ({0: Chance([HALF, HALF - Fraction(1, 10**20)], [1, 1]), 1: Terminal()}, "sum to .*, not 1"),
]


@pytest.mark.parametrize(("rules", "message"), INEXACT_GAMES)
def test_an_exact_game_takes_rationals_only(rules, message):
    with pytest.raises(ValueError, match=message):
        explore(0, rules, exact=True)


@pytest.mark.parametrize("made", [np.int64, lambda n: Fraction(np.int64(n))])
def test_an_exact_game_is_exact_with_integers_of_numpy(made):
    large = made(2**62)
    rules = {0: Choice("a", [1], [large]), 1: Chance([made(1)], [2], [large]), 2: Terminal(large)}
    game = explore(0, rules, exact=True)
    assert backward_induction(game).value == 3 * 2**62
    numbers = [x for column in (game.payoff, game.score, game.probability) for x in column]
    assert not any(isinstance(part, np.integer) for x in numbers for part in (x, x.numerator))


def test_a_long_cycle_is_shown_in_short():
    with pytest.raises(ValueError, match=r"cycle: 0 -> 1 -> 2 -> 3 -> \.\.\. -> 0$"):
        explore(0, lambda n: Choice("a", [(n + 1) % 3000]))


def test_a_mistake_inside_the_rules_stays_itself():
    with pytest.raises(ZeroDivisionError):
        explore(0, lambda n: Terminal(1 / n))


def test_a_position_of_no_game_is_refused():
    game = explore(0, {0: Chance([1], [1]), 1: Terminal()})
    assert game.kind[game.index(0)] == CHANCE
    with pytest.raises(ValueError, match="position 'x' is not a position of this game"):
        game.node("x")


@pytest.mark.parametrize("rules", [{"start": Terminal(1)}, {}], ids=["a game", "no game"])
def test_the_garbage_collector_is_left_as_it_was(rules):
    gc.enable()
    with suppress(ValueError):
        explore("start", rules)
    assert gc.isenabled()
