"""Random ratios on the grid, and the best use of looks by a player who remembers."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chancegames.games.tree_solitaire.best import _BestLooks
from chancegames.games.tree_solitaire.forks import move_chances
from chancegames.games.tree_solitaire.grid import grid_chance, overtaking_ending
from chancegames.games.tree_solitaire.policies import (
    HSTRAT,
    LSTRAT,
    STRAT,
    BothBranches,
    LowFirst,
    Sight,
)
from chancegames.games.tree_solitaire.ratio import Shares, UniformRatio
from chancegames.games.tree_solitaire.series import win_chance
from chancegames.games.tree_solitaire.simulation import simulate
from chancegames.games.tree_solitaire.weighing import WeighedBoth, WeighedHigh
from chancegames.maths import game as general_solver
from chancegames.models.tree_solitaire import Play, Rules
from chancegames.sources.johnson1970.diagrams import model_chances

RANDOM = (Rules(0.5, UniformRatio(0.5, 1.0)), Rules(0.2, UniformRatio(0.5, 0.9)))
EXACT = Rules(Fraction(2, 5), Fraction(3, 5))


@pytest.mark.parametrize("game", RANDOM, ids=str)
def test_the_grid_meets_the_series_and_the_simulation(game):
    for policy in (HSTRAT, BothBranches()):
        assert grid_chance(game, policy).value == pytest.approx(win_chance(game, policy), abs=2e-7)
    for policy in (WeighedBoth(game), WeighedHigh(game), WeighedHigh(game, refined=False)):
        sample = simulate(game, policy, 200_000, seed=50)
        assert abs(grid_chance(game, policy).value - sample.mean) < 5 * sample.standard_error


@pytest.mark.parametrize("game", RANDOM, ids=str)
def test_best_use_of_seen_ratios_is_best(game):
    for ordinal, weighed in ((HSTRAT, WeighedHigh(game)), (BothBranches(), WeighedBoth(game))):
        free, source, best = (
            grid_chance(game, policy, best=best, nodes=12).value
            for policy, best in ((ordinal, False), (weighed, False), (ordinal, True))
        )
        assert free < source <= best + 1e-5


def test_weighing_overtakes_two_low_looks_once():
    """On a finer grid than the one that bisects, and before and after."""
    ratio = UniformRatio(0.5, 1.0)
    found = overtaking_ending(ratio, 0.2, 0.9, within=1e-4)
    endings = (0.2, 0.4, found - 0.001, found + 0.001, 0.7, 0.9)
    games = [Rules(ending, ratio) for ending in endings]
    weighed = [grid_chance(game, WeighedBoth(game), points=48, nodes=32).value for game in games]
    ahead = [w > win_chance(game, LowFirst(2)) for w, game in zip(weighed, games, strict=True)]
    assert ahead == [False, False, False, True, True, True]
    with pytest.raises(ValueError, match="does not overtake 2LSTRAT"):
        overtaking_ending(ratio, 0.6, 0.9)


def test_no_look_and_one_look_are_strat_and_lstrat():
    for moves in (1, 2, 4):
        assert _BestLooks(EXACT, 0, moves).value == sum(move_chances(EXACT, STRAT, moves))
        assert _BestLooks(EXACT, 1, moves).value == sum(move_chances(EXACT, LSTRAT, moves))


@pytest.mark.parametrize(("looks", "moves"), [(1, 3), (2, 2), (2, 3), (3, 2)])
def test_the_best_looks_are_those_of_the_general_solver(looks, moves):
    play = Play(EXACT, looks, moves)
    best, general = _BestLooks(EXACT, looks, moves), general_solver.solve(play)
    assert best.value == general.value
    assert best.action_values(play.start) == general.action_values(play.start)


def test_remembering_and_planning_beat_every_named_strategy():
    best = _BestLooks(EXACT, 2, 3).value
    for policy in (BothBranches(), LowFirst(2)):
        assert sum(model_chances(EXACT, policy, 3)) < best
    assert best < _BestLooks(EXACT, 3, 3).value < _BestLooks(EXACT, 4, 3).value


def test_bad_input_is_refused_in_one_sentence():
    with pytest.raises(ValueError, match="random split ratio"):
        grid_chance(EXACT, HSTRAT)
    with pytest.raises(ValueError, match="the grid is for"):
        grid_chance(RANDOM[0], LSTRAT)
    with pytest.raises(ValueError, match="4 to 200 points"):
        grid_chance(RANDOM[0], HSTRAT, points=3)
    with pytest.raises(ValueError, match="number of looks"):
        _BestLooks(EXACT, -1, 3)
    with pytest.raises(ValueError, match="constant split ratio"):
        _BestLooks(RANDOM[0], 1, 3)


@settings(max_examples=20, deadline=None)
@given(
    st.floats(0.05, 0.95),
    st.lists(st.floats(0.05, 1), min_size=2, max_size=5),
    st.sampled_from([STRAT, HSTRAT, LSTRAT]),
)
def test_several_branches_keep_the_order_and_agree_for_two(ending, weights, policy):
    shares = sorted((w / sum(weights) for w in weights), reverse=True)
    game = Rules(ending, Shares(shares))
    chances = [win_chance(game, p) for p in (STRAT, HSTRAT, LSTRAT)]
    assert chances == sorted(chances)
    if shares[0] >= 0.5:
        expected = win_chance(Rules(ending, shares[0]), policy)
        two = Rules(ending, Shares((shares[0], 1 - shares[0])))
        assert win_chance(two, policy) == pytest.approx(expected, abs=1e-12)


def played(policy, ending, shares, games, seed):
    """Share of games won on trees of several branches, played look by look."""
    rng = np.random.Generator(np.random.PCG64(seed))

    def drawn(value):
        if rng.random() >= ending:
            return "split"
        return "win" if rng.random() < value else "loss"

    won = 0
    for _ in range(games):
        x, kind = 1.0, "split"
        while kind == "split":
            view = {"": Sight("split", x)}
            while path := policy.look(view):
                view[path] = Sight(drawn(shares["HL".index(path)] * x))
            way = policy.move(view)
            x *= shares["HL".index(way)]
            kind = view[way].kind if way in view else drawn(x)
        won += kind == "win"
    return won / games


@pytest.mark.parametrize("policy", [STRAT, HSTRAT, LSTRAT, BothBranches()], ids=str)
def test_trees_of_three_branches_played(policy):
    shares, games = (0.5, 0.3, 0.2), 20_000
    chance = win_chance(Rules(0.4, Shares(shares)), policy)
    share = played(policy, 0.4, shares, games, seed=3)
    assert abs(share - chance) < 4 * (chance * (1 - chance) / games) ** 0.5


def test_bad_branches_are_refused_in_one_sentence():
    for shares in ([0.3, 0.7], [0.5, 0.3], [1.0]):
        with pytest.raises(ValueError, match="must not increase, and sum to 1"):
            Shares(shares)
    with pytest.raises(ValueError, match="share of a branch"):
        Shares(["a", "b"])
    with pytest.raises(ValueError, match="constant or a uniform ratio"):
        simulate(Rules(0.5, Shares([0.7, 0.3])), LSTRAT, 10, seed=1)
