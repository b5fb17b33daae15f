"""Game 3 with random steps: the integral equation, games played, and what is exact at the edges."""

import numpy as np
import pytest

from chancegames.games.tree_solitaire.drift import DriftGame, drift_chance
from chancegames.games.tree_solitaire.drift_play import play_drift
from chancegames.games.tree_solitaire.policies import (
    HSTRAT,
    LSTRAT,
    STRAT,
    BothBranches,
    Coin,
    HighFirst,
    Sight,
)
from chancegames.games.tree_solitaire.scatter import ScatterGame, scatter_chance

POLICIES = (STRAT, HSTRAT, LSTRAT, BothBranches())
GAMES = 200_000
SOURCE = ScatterGame(0.5, 0.5, 0.5)


def literal_game(policy, game, rng):
    """One game from the policy's two rules alone."""
    ending, value, kind = game.ending, game.top, "split"
    while kind == "split":
        steps = (game.step, -game.step) if isinstance(game, DriftGame) else ()
        rise, fall = steps or sorted(rng.uniform(-game.spread, game.spread, 2), reverse=True)
        values, view = {"H": value + rise, "L": value + fall}, {"": Sight("split", value)}

        def seen(path, values=values):
            if rng.random() >= ending:
                return "split"
            return "win" if rng.random() < values[path] else "loss"

        while (path := policy.look(view)) is not None:
            view[path] = Sight(seen(path), values[path])
        way = policy.move(view) or "HL"[rng.integers(2)]
        kind = view[way].kind if way in view else seen(way)
        value = values[way]
    return kind == "win"


@pytest.mark.parametrize("game", [SOURCE, SOURCE.at_means], ids=str)
@pytest.mark.parametrize("policy", (*POLICIES, Coin()), ids=str)
def test_the_compiled_play_follows_the_policy(policy, game):
    rng, count = np.random.Generator(np.random.PCG64(7)), 1200
    share = sum(literal_game(policy, game, rng) for _ in range(count)) / count
    sample = play_drift(game, policy, GAMES, seed=70)
    assert abs(share - sample.mean) < 4 * (sample.mean * (1 - sample.mean) / count) ** 0.5


@pytest.mark.parametrize("game", [SOURCE, ScatterGame(0.3, 0.9, 1.2), ScatterGame(0.8, 0.1, 0.2)])
@pytest.mark.parametrize("policy", POLICIES, ids=str)
def test_the_equation_agrees_with_games_played(policy, game):
    found, sample = scatter_chance(game, policy), play_drift(game, policy, GAMES, seed=11)
    assert found.lower <= found.upper + 1e-12
    assert abs(sample.mean - found.value) < 4 * sample.standard_error


@pytest.mark.parametrize("policy", POLICIES, ids=str)
def test_the_grid_converges_and_the_bounds_close(policy):
    for game in (SOURCE, ScatterGame(0.4, 0.7, 1.7)):
        fine = scatter_chance(game, policy, points=48).value
        assert scatter_chance(game, policy).value == pytest.approx(fine, abs=3e-6)
    short = scatter_chance(SOURCE, policy, depth=6)
    assert short.lower < scatter_chance(SOURCE, policy).value < short.upper < short.lower + 0.02


def test_one_fork():
    """No value is cut off: the greater of two steps is w/3 on average, the two independent."""
    game = ScatterGame(1.0, 0.4, 0.3)
    either = 1 - 0.6**2
    chances = {STRAT: 0.5, HSTRAT: either, LSTRAT: either, BothBranches(): either}
    for policy, chance in chances.items():
        assert scatter_chance(game, policy).value == pytest.approx(chance, abs=1e-12)


@pytest.mark.parametrize("policy", POLICIES, ids=str)
def test_without_steps_it_is_the_flat_game(policy):
    chance = drift_chance(DriftGame(0.4, 0.3, 0.0), policy).value
    assert scatter_chance(ScatterGame(0.4, 0.3, 1e-3), policy).value == pytest.approx(
        chance, abs=1e-3
    )
    sample = play_drift(ScatterGame(0.4, 0.3, 0.0), policy, GAMES, seed=2)
    assert abs(sample.mean - chance) < 4 * sample.standard_error


def test_strat_against_its_series():
    """STRAT goes up n times with chance S**n: the greater steps are added up, values cut off."""
    rng, games = np.random.Generator(np.random.PCG64(8)), 20_000
    rises = rng.uniform(-0.5, 0.5, (games, 30, 2)).max(axis=2).cumsum(axis=1)
    plays = np.clip(0.5 + rises, 0, 1) @ (0.5 * 0.5 ** np.arange(30))
    error = plays.std() / games**0.5
    assert abs(plays.mean() - scatter_chance(SOURCE, STRAT).value) < 4 * error < 0.01


def test_the_mean_steps_keep_the_order_and_promise_too_much():
    """At the numbers of tables 6.1 and 6.2: values cut off at 1 lose what lies above it."""
    exact = {p: scatter_chance(SOURCE, p).value for p in POLICIES}
    for policy, chance in exact.items():
        assert drift_chance(SOURCE.at_means, policy).value > chance + 0.02
    assert exact[STRAT] < exact[LSTRAT] < exact[HSTRAT] < exact[BothBranches()]


def test_it_is_reproducible_and_bad_input_is_refused_in_one_sentence():
    assert play_drift(SOURCE, HSTRAT, 100, 1) == play_drift(SOURCE, HSTRAT, 100, 1)
    with pytest.raises(ValueError, match="number of games"):
        play_drift(SOURCE, HSTRAT, 0, 1)
    with pytest.raises(ValueError, match="too deep"):
        play_drift(SOURCE, HighFirst(2), 10, 1)
    with pytest.raises(ValueError, match="not solved"):
        scatter_chance(SOURCE, Coin())
    with pytest.raises(ValueError, match="spread of the integral equation"):
        scatter_chance(ScatterGame(0.5, 0.5, 0.0), HSTRAT)
    with pytest.raises(ValueError, match="even number of points"):
        scatter_chance(SOURCE, HSTRAT, points=3)
    with pytest.raises(ValueError, match="value of the top"):
        ScatterGame(0.5, 1.5, 0.1)
    with pytest.raises(ValueError, match="spread must be a number"):
        ScatterGame(0.5, 0.5, -0.1)
