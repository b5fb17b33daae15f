"""Games really played, against the exact values; seeds fixed, five standard errors allowed."""

from fractions import Fraction
from functools import cache
from math import inf

import pytest

from chancegames.games.tree_solitaire.policies import LSTRAT, STRAT, STRATEGIES, HighFirst, LowFirst
from chancegames.games.tree_solitaire.ratio import UniformRatio
from chancegames.games.tree_solitaire.series import win_chance
from chancegames.games.tree_solitaire.simulation import _played, simulate
from chancegames.games.tree_solitaire.trees import best_first, grow, play
from chancegames.games.tree_solitaire.weighing import WeighedBoth, WeighedHigh
from chancegames.models.tree_solitaire import Rules

FINITE = tuple(p for p in STRATEGIES if getattr(p, "looks", 1) != inf)
GAMES = (
    Rules(0.5, 0.75),
    Rules(0.2, 0.6),
    Rules(0.5, UniformRatio(0.5, 1.0)),
    Rules(0.6, 0.75, "dependent"),
    Rules(0.7, UniformRatio(0.5, 0.8), "dependent"),
)


@cache
def whole_trees(game):
    """Grown once, played by all strategies."""
    return [grow(game, seed) for seed in range(3000)]


@pytest.mark.parametrize("game", GAMES, ids=str)
@pytest.mark.parametrize("policy", (*STRATEGIES, HighFirst(3), LowFirst(4)), ids=str)
def test_simulation_agrees_with_the_exact_chance(policy, game):
    sample = simulate(game, policy, 100_000, seed=205)
    assert abs(sample.mean - win_chance(game, policy)) < 5 * sample.standard_error


def test_streams_are_reproducible_and_differ_by_seed():
    game = GAMES[0]
    first = simulate(game, HighFirst(2), 10_001, seed=1)
    assert simulate(game, HighFirst(2), 10_001, seed=1) == first
    assert simulate(game, HighFirst(2), 10_001, seed=2) != first
    assert simulate(game, HighFirst(2), 10_001, seed=1, workers=3).n == 10_001


def test_without_looks_a_play_lasts_one_over_the_ending_probability():
    _, moves = _played(Rules(0.25, 0.75), STRAT, 200_000, seed=4)
    assert moves / 200_000 == pytest.approx(4, abs=5 * (12 / 200_000) ** 0.5)


@pytest.mark.parametrize("make", [WeighedBoth, WeighedHigh, lambda g: WeighedHigh(g, False)])
def test_weighing_strategies_play_as_their_policies_say(make):
    """The compiled rule against the policy object, on whole trees grown one by one."""
    game = Rules(0.7, UniformRatio(0.5, 1.0))
    policy = make(game)
    trees = whole_trees(game)
    literal = sum(play(tree, policy)[1] for tree in trees) / len(trees)
    sample = simulate(game, policy, 200_000, seed=6)
    error = (sample.mean * (1 - sample.mean) / len(trees)) ** 0.5
    assert abs(literal - sample.mean) < 4 * error


@pytest.mark.parametrize("policy", FINITE, ids=str)
@pytest.mark.parametrize("form", ["independent", "dependent"])
def test_whole_trees_agree_with_the_exact_chance(policy, form):
    game = Rules(0.7, 0.75, form)
    won = [play(tree, policy, 10**6 + seed)[1] for seed, tree in enumerate(whole_trees(game))]
    chance = float(win_chance(game, policy))
    assert abs(sum(won) / 3000 - chance) < 4 * (chance * (1 - chance) / 3000) ** 0.5


@pytest.mark.parametrize("form", ["independent", "dependent"])
def test_whole_trees_share_out_their_value(form):
    for seed in range(200):
        tree = grow(Rules(0.6, UniformRatio(0.5, 1.0), form), seed)
        assert sum(p.value for p in tree.ends()) == pytest.approx(1)
        wins = sum(p.kind == "win" for p in tree.ends())
        looks, found = best_first(tree)
        assert found == (wins > 0)
        values = [tree.at(path).value for path in looks]
        assert values == sorted(values, reverse=True)
        assert form == "independent" or wins == 1


def test_a_tree_too_large_is_refused_however_deep_it_is():
    """These seeds used to exhaust the interpreter's stack before the bound was met."""
    for seed in (209, 268, 315):
        with pytest.raises(ValueError, match="outgrew"):
            grow(GAMES[0], seed)


def test_bad_input_is_refused_in_one_sentence():
    with pytest.raises(ValueError, match="E < 1/2"):
        simulate(Rules(0.4, 0.75, "dependent"), LSTRAT, 10, seed=0)
    with pytest.raises(ValueError, match="games must be an integer"):
        simulate(GAMES[0], LSTRAT, 0, seed=0)
    with pytest.raises(ValueError, match="games must be an integer"):
        simulate(GAMES[0], LSTRAT, 10.5, seed=0)
    with pytest.raises(ValueError, match="another game"):
        simulate(GAMES[0], WeighedBoth(GAMES[1]), 10, seed=0)
    with pytest.raises(ValueError, match="may have no end"):
        grow(Rules(0.4, 0.75), 0)
    with pytest.raises(ValueError, match="leaves the tree"):
        grow(Rules(1, 0.75), 0).at("HH")
    with pytest.raises(ValueError, match="outgrew"):
        grow(Rules(Fraction(1, 2), 0.75), 5, most=0)
