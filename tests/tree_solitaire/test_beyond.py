"""Random ratios on the grid, and the best use of looks by a player who remembers."""

from fractions import Fraction

import pytest

from chancegames.tree_solitaire.depreciation import WeighedBoth, WeighedHigh
from chancegames.tree_solitaire.diagrams import move_chances
from chancegames.tree_solitaire.enumeration import chances_by_enumeration
from chancegames.tree_solitaire.fixed_point import grid_chance
from chancegames.tree_solitaire.optimal import best_looks
from chancegames.tree_solitaire.policies import HSTRAT, LSTRAT, STRAT, BothBranches, LowFirst
from chancegames.tree_solitaire.rules import TreeSolitaire, UniformRatio, constant_game
from chancegames.tree_solitaire.series import win_chance
from chancegames.tree_solitaire.simulate import simulate

RANDOM = (TreeSolitaire(0.5, UniformRatio(0.5, 1.0)), TreeSolitaire(0.2, UniformRatio(0.5, 0.9)))
EXACT = constant_game(Fraction(2, 5), Fraction(3, 5))


@pytest.mark.parametrize("game", RANDOM, ids=str)
def test_the_grid_meets_the_series_and_the_simulation(game):
    for policy in (HSTRAT, BothBranches()):
        assert grid_chance(policy, game).value == pytest.approx(win_chance(policy, game), abs=2e-7)
    for policy in (WeighedBoth(game), WeighedHigh(game), WeighedHigh(game, refined=False)):
        sample = simulate(policy, game, 200_000, seed=50)
        assert abs(grid_chance(policy, game).value - sample.mean) < 5 * sample.standard_error


@pytest.mark.parametrize("game", RANDOM, ids=str)
def test_best_use_of_seen_ratios_is_best(game):
    for ordinal, weighed in ((HSTRAT, WeighedHigh(game)), (BothBranches(), WeighedBoth(game))):
        best = grid_chance(ordinal, game, best=True).value
        assert grid_chance(ordinal, game).value < grid_chance(weighed, game).value <= best + 1e-5


def test_no_look_and_one_look_are_strat_and_lstrat():
    for moves in (1, 2, 4):
        assert best_looks(EXACT, 0, moves).value == sum(move_chances(STRAT, EXACT, moves))
        assert best_looks(EXACT, 1, moves).value == sum(move_chances(LSTRAT, EXACT, moves))


def test_remembering_and_planning_beat_every_named_strategy():
    best = best_looks(EXACT, 2, 3).value
    for policy in (BothBranches(), LowFirst(2)):
        assert sum(chances_by_enumeration(policy, EXACT, 3)) < best
    assert best < best_looks(EXACT, 3, 3).value < best_looks(EXACT, 4, 3).value


def test_bad_input_is_refused_in_one_sentence():
    with pytest.raises(ValueError, match="random split ratio"):
        grid_chance(HSTRAT, EXACT)
    with pytest.raises(ValueError, match="the grid solves"):
        grid_chance(LSTRAT, RANDOM[0])
    with pytest.raises(ValueError, match="at least 4 points"):
        grid_chance(HSTRAT, RANDOM[0], points=3)
    with pytest.raises(ValueError, match="at least 0 looks"):
        best_looks(EXACT, -1, 3)
    with pytest.raises(ValueError, match="constant ratio"):
        best_looks(RANDOM[0], 1, 3)
