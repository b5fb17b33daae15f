"""What chapters look at: trees, cards, laws, free utility."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from chancegames.games.game421.card import by_kept, first_choices, weighted_goals
from chancegames.games.game421.chances import success
from chancegames.games.game421.costs import nodes
from chancegames.games.game421.free import free_utility, name_of
from chancegames.games.game421.goals import CHARACTERS
from chancegames.games.game421.laws import NAMES, PRUNED, duplicity_gain, effects, judged, named
from chancegames.games.game421.many import judge_many
from chancegames.games.game421.rules import Round
from chancegames.games.game421.solve import mean_max
from chancegames.games.game421.tree import fate_tree
from chancegames.games.game421.utilities import sample


@pytest.mark.parametrize("player", ["first", "next"])
def test_the_tree_has_the_nodes_that_are_solved(player):
    rules = Round(player=player)
    tree = fate_tree(rules)
    drawn = {(date, s) for date, states in enumerate(tree.states) for s in states}
    running = {(date, s) for date, s in drawn if len(s) < rules.dice}
    assert running == set(nodes(rules))
    assert {(date, s) for date, s in drawn if len(s) == rules.dice} == {
        (date, s) for date in rules.ends for s in rules.finals
    }
    assert [len(e) for e in tree.events] == [
        sum(len(rules.tables(s)) for date, s in running if date == cast)
        for cast in range(rules.casts)
    ]


def test_the_card_sums_up_to_the_value_of_the_round():
    rules = Round()
    utility = sample(rules, "transfer")
    advice = first_choices(rules, utility)
    weights = dict(rules.tables(()))
    mean = sum(weights[a.table] * a.utility for a in advice) / Fraction(216)
    assert mean == mean_max(rules, utility).value
    assert sum(len(tables) for tables in by_kept(advice).values()) == len(rules.finals)


def test_goals_are_ranked_by_their_products():
    utility = sample(Round(), "transfer")
    successes = {c: success("first", c, 3) for c in Round().finals}
    ranked = weighted_goals(successes, utility, 3, most=56)
    assert [p for _, p in ranked] == sorted((p for _, p in ranked), reverse=True)
    assert {g for g, _ in ranked} == set(Round().finals)
    assert all(p == successes[g] * utility[3, g] for g, p in ranked)


def test_never_ending_on_the_worst_changes_only_play_without_serendipity():
    rules = Round()
    worth = [sample(rules, name) for name in NAMES]
    table = np.array([[[float(u[j, c]) for u in worth] for c in rules.finals] for j in rules.ends])
    plain, pruned = (judge_many(rules, table, kind) for kind in (CHARACTERS, PRUNED))
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
    assert 0 < gain <= 1 - named("first", "delta123+456").of(PRUNED[0])


def test_the_dearest_price_leaves_the_monkey():
    free = free_utility(Round(2, 4, 3), "Times")
    assert free.stretches[0].policy == "mean-max"
    assert free.stretches[-1].policy == "monkey"
    prices = [s.price for s in free.stretches]
    assert prices == sorted(prices)
    assert {name_of(c) for c in CHARACTERS} < set(free.utilities) == set(free.operations)
