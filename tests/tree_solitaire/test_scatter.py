"""Game 3 with random steps, against what is exact: one fork, no steps, the series of STRAT."""

import numpy as np
import pytest

from chancegames.tree_solitaire.drift import DriftGame, drift_chance, flat_chance
from chancegames.tree_solitaire.policies import HSTRAT, LSTRAT, STRAT, BothBranches, Coin
from chancegames.tree_solitaire.scatter import ScatterGame, play_scatter

POLICIES = (STRAT, HSTRAT, LSTRAT, BothBranches())
GAMES = 10_000


def error(chance: float) -> float:
    return (chance * (1 - chance) / GAMES) ** 0.5


def test_one_fork():
    """No value is cut off: the greater of two steps is w/3 on average, the two independent."""
    game = ScatterGame(1.0, 0.4, 0.3)
    either = 1 - 0.6**2
    chances = {STRAT: 0.5, Coin(): 0.4, HSTRAT: either, LSTRAT: either, BothBranches(): either}
    for policy, chance in chances.items():
        sample = play_scatter(policy, game, GAMES, seed=9)
        assert abs(sample.mean - chance) < 4 * error(chance)
        assert sample.length == 1


@pytest.mark.parametrize("policy", POLICIES, ids=str)
def test_without_steps_it_is_the_flat_game(policy):
    chance = flat_chance(policy, DriftGame(0.4, 0.3, 0.0))
    sample = play_scatter(policy, ScatterGame(0.4, 0.3, 0.0), GAMES, seed=2)
    assert abs(sample.mean - chance) < 4 * error(chance)


def test_strat_against_its_series():
    """STRAT goes up n times with chance S**n: the greater steps are added up, values cut off."""
    rng = np.random.Generator(np.random.PCG64(8))
    rises = rng.uniform(-0.5, 0.5, (20_000, 30, 2)).max(axis=2).cumsum(axis=1)
    ends = np.clip(0.5 + rises, 0, 1).mean(axis=0)
    chance = float(ends @ (0.5 * 0.5 ** np.arange(30)))
    sample = play_scatter(STRAT, ScatterGame(0.5, 0.5, 0.5), GAMES, seed=3)
    assert abs(sample.mean - chance) < 5 * error(chance)


def test_the_mean_steps_keep_the_order_and_promise_too_much():
    """At the numbers of tables 6.1 and 6.2: values cut off at 1 lose what lies above it."""
    game = ScatterGame(0.5, 0.5, 0.5)
    played = {p: play_scatter(p, game, GAMES, seed=3).mean for p in POLICIES}
    for policy, share in played.items():
        assert drift_chance(policy, game.at_means).value - share > 5 * error(share)
    assert played[HSTRAT] - played[LSTRAT] > 5 * error(0.8)
    assert played[LSTRAT] - played[STRAT] > 5 * error(0.8)


def test_it_is_reproducible_and_bad_input_is_refused_in_one_sentence():
    game = ScatterGame(0.5, 0.5, 0.5)
    assert play_scatter(HSTRAT, game, 100, 1) == play_scatter(HSTRAT, game, 100, 1)
    with pytest.raises(ValueError, match="at least 1"):
        play_scatter(HSTRAT, game, 0, 1)
    with pytest.raises(ValueError, match=r"\[0, 1\]"):
        ScatterGame(0.5, 1.5, 0.1)
    with pytest.raises(ValueError, match="negative"):
        ScatterGame(0.5, 0.5, -0.1)
