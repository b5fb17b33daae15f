"""The compiled solver against the exact one, on games with and without ties."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chancegames.maths import matrix_game
from chancegames.maths.matrix_game.kernel import solve_in_place

SHAPES = st.tuples(st.integers(1, 6), st.integers(1, 6))


def solve_many(games):
    """Values, strategies of both players, and gaps of the certificates."""
    count, m, n = games.shape
    values, rows, columns = np.empty(count), np.empty((count, m)), np.empty((count, n))
    gaps, tableau, labels = np.empty(count), np.empty((m + 1, n + 1)), np.empty(m + n, np.int64)
    for g, game in enumerate(games.astype(float)):
        values[g], gaps[g] = solve_in_place(game, rows[g], columns[g], tableau, labels)
    return values, rows, columns, gaps


def integer_games(number, shape, largest, seed):
    return np.random.default_rng(seed).integers(-largest, largest + 1, size=(number, *shape))


@settings(max_examples=60, deadline=None)
@given(SHAPES, st.sampled_from([1, 2, 50]), st.integers(0, 10**6))
def test_values_equal_the_exact_solver(shape, largest, seed):
    """Payoffs from -1 to 1 make many ties and degenerate vertices."""
    games = integer_games(5, shape, largest, seed)
    values, *_ = solve_many(games)
    exact = [float(matrix_game.solve(game.tolist()).value) for game in games]
    assert values == pytest.approx(exact, abs=1e-11 * largest)


@settings(max_examples=60, deadline=None)
@given(SHAPES, st.integers(0, 10**6))
def test_strategies_carry_the_certificate(shape, seed):
    games = np.random.default_rng(seed).normal(size=(5, *shape))
    values, rows, columns, gaps = solve_many(games)
    for n, game in enumerate(games):
        x, y = rows[n], columns[n]
        for strategy in (x, y):
            assert strategy.min() >= 0
            assert strategy.sum() == pytest.approx(1)
        guaranteed, conceded = (x @ game).min(), (game @ y).max()
        assert conceded - guaranteed == pytest.approx(gaps[n], abs=1e-12)
        assert guaranteed - 1e-12 <= values[n] <= conceded + 1e-12
    assert gaps.max() < 1e-12


@settings(max_examples=40, deadline=None)
@given(SHAPES, st.integers(0, 10**6), st.floats(1e-6, 1e6), st.floats(-10, 10))
def test_value_follows_scale_shift_and_exchange_of_players(shape, seed, scale, shift):
    games = np.random.default_rng(seed).normal(size=(3, *shape))
    values = solve_many(games)[0]
    moved = solve_many(scale * games + shift)[0]
    assert moved == pytest.approx(scale * values + shift, rel=1e-9, abs=1e-9)
    assert solve_many(-games.transpose(0, 2, 1))[0] == pytest.approx(-values, abs=1e-12)


def test_equal_payoffs_and_single_rows():
    assert solve_many(np.full((2, 3, 4), 0.25))[0].tolist() == [0.25, 0.25]
    assert solve_many(np.array([[[3.0, 1.0, 2.0]]]))[0].tolist() == [1.0]
