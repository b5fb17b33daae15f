"""What chapters look at: trees, cards, laws, free utility."""

from dataclasses import replace
from fractions import Fraction
from math import prod

import pytest

from chancegames.games.game421.card import by_keep, first_keeps
from chancegames.games.game421.goals import CHARACTERS, Prospects
from chancegames.games.game421.hands import utility
from chancegames.games.game421.rounds import solve_round, tables
from chancegames.models.game421 import Round
from chancegames.sources.albarede2007.costs import Costs, FreeUtility
from chancegames.sources.albarede2007.duplicity import _Duplicitous
from chancegames.sources.albarede2007.judging import (
    NAMES,
    PRUNED,
    _judge_many,
    duplicity_gain,
    effects,
    judged,
    named,
    playing_for,
)
from chancegames.sources.albarede2007.strategies import FateTree


@pytest.mark.parametrize("player", ["first", "next"])
def test_the_tree_has_the_nodes_that_are_solved(player):
    rules = Round(player=player)
    tree = FateTree(rules)
    drawn = {(date, s) for date, states in enumerate(tree.states) for s in states}
    running = {(date, s) for date, s in drawn if len(s) < rules.dice}
    assert running == set(Costs(rules).nodes)
    assert {(date, s) for date, s in drawn if len(s) == rules.dice} == {
        (date, s) for date in rules.ends for s in rules.hands
    }
    assert [len(e) for e in tree.events] == [
        sum(len(tables(rules, s)) for date, s in running if date == cast)
        for cast in range(rules.casts)
    ]


def test_the_card_sums_up_to_the_value_of_the_round():
    rules = Round()
    best, weights = solve_round(rules), dict(tables(rules, ()))
    keeps = first_keeps(best)
    mean = sum(weights[t] * best.value_at((1, kept[0])) for t, kept in keeps.items())
    assert mean / Fraction(216) == best.value
    assert sum(len(tables) for tables in by_keep(keeps).values()) == len(rules.hands)


def test_never_ending_on_the_worst_changes_only_play_without_serendipity():
    rounds = [playing_for(name) for name in NAMES]
    plain, pruned = (_judge_many(rounds, kind) for kind in (CHARACTERS, PRUNED))
    raised = set()
    for before, after in zip(plain, pruned, strict=True):
        for c in CHARACTERS:
            gain = after.utilities[replace(c, never_worst=True)] - before.utilities[c]
            assert gain > -1e-9
            if gain > 1e-9:
                raised.add(c)
    assert raised == {c for c in CHARACTERS if c.horizon and not c.serendipity}


def test_effects_are_differences_of_utilities():
    group = judged(("Total",))
    gains = effects(group, {"serendipity": True}, lambda c: True)
    assert len(gains) == 2 * 4
    start, end = PRUNED[0], replace(PRUNED[0], serendipity=True)
    assert gains[0] == group[0].utilities[end] - group[0].utilities[start]
    assert not effects(group, {"horizon": 1}, lambda c: c.horizon == 1)


def test_duplicity_is_measured_on_the_scale_of_policy_utility():
    plain = CHARACTERS[0]
    gain = duplicity_gain("first", "delta123+456", plain)
    fair = named("first", "delta123+456")
    assert 0 < gain <= 1 - fair.of(PRUNED[0])
    prospects = Prospects(Round(utility=utility("delta123+456")))
    assert fair.lowest > 0
    added = _Duplicitous(prospects, PRUNED[0]).value - fair.utilities[PRUNED[0]]
    assert gain * (fair.greatest - fair.lowest) == added


def test_the_dearest_price_leaves_the_monkey():
    free = FreeUtility.of(Round(2, 4, 3, utility=prod))
    assert free.stretches[0][1] == "mean-max"
    assert free.stretches[-1][1] == "monkey"
    prices = [price for price, _ in free.stretches]
    assert prices == sorted(prices)
    assert {str(c) for c in CHARACTERS} < set(free.utilities) == set(free.operations)
