"""The chance of winning: three roads (every outcome, diagrams, series) and what must hold."""

from fractions import Fraction
from itertools import pairwise
from math import comb, inf

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chancegames.games.tree_solitaire.chain import chain_coefficients
from chancegames.games.tree_solitaire.dependent import dependent_move_chances, dependent_standings
from chancegames.games.tree_solitaire.diagrams import (
    expected_moves,
    fork,
    move_chances,
    standings,
    ten_moves,
)
from chancegames.games.tree_solitaire.enumeration import chances_by_enumeration
from chancegames.games.tree_solitaire.policies import (
    HSTRAT,
    LSTRAT,
    STRATEGIES,
    BothBranches,
    Coin,
    HighFirst,
    LowFirst,
    strategy,
)
from chancegames.games.tree_solitaire.rules import (
    ConstantRatio,
    TreeSolitaire,
    UniformRatio,
    constant_game,
)
from chancegames.games.tree_solitaire.series import coefficients, win_chance, win_grid

FINITE = tuple(p for p in STRATEGIES if getattr(p, "looks", 1) != inf)
ONE_STATE = tuple(p for p in STRATEGIES if p != HighFirst(2))  # arrive at a fork knowing nothing
ONE_RATIO = tuple(p for p in FINITE if p not in (HighFirst(2), LowFirst(2)))  # see one fork
DEEPER = (HighFirst(3), LowFirst(3))
GAMES = (
    constant_game(Fraction(2, 5), Fraction(3, 5)),
    constant_game(Fraction(9, 10), Fraction(1, 2)),
    constant_game(Fraction(1, 7), Fraction(8, 9)),
)
endings = st.fractions(Fraction(1, 20), 1, max_denominator=20)
ratios = st.fractions(Fraction(1, 2), 1, max_denominator=20)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("policy", [p for p in FINITE if getattr(p, "looks", 0) != 2], ids=str)
def test_diagrams_equal_the_enumeration_of_every_outcome(policy, game):
    assert move_chances(policy, game, 4) == chances_by_enumeration(policy, game, 4)


@pytest.mark.parametrize("policy", [HighFirst(2), HighFirst(3)], ids=str)
def test_deep_caution_keeps_what_nature_decided(policy):
    game = GAMES[0]
    assert move_chances(policy, game, 4) == chances_by_enumeration(policy, game, 4)


@pytest.mark.parametrize("policy", [LowFirst(2), LowFirst(3)], ids=str)
def test_a_win_seen_deep_may_be_overtaken_but_not_lost(policy):
    """The diagram counts it on the first move that can reach it: later terms may differ."""
    game = constant_game(Fraction(4, 5), Fraction(3, 5))
    literal, diagram = chances_by_enumeration(policy, game, 5), move_chances(policy, game, 5)
    assert literal[0] == diagram[0] and literal[1] != diagram[1]
    assert abs(sum(literal) - win_chance(policy, game)) <= game.splitting**5
    assert sum(literal) <= sum(diagram)


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(STRATEGIES + DEEPER), endings, ratios)
def test_series_equals_the_sum_of_the_diagram(policy, ending, ratio):
    game = constant_game(float(ending), float(ratio))
    moves = 40
    partial = sum(move_chances(policy, game, moves))
    beyond = game.splitting ** (moves - 1)  # still playing, or walking to a win seen
    assert partial - 1e-12 <= win_chance(policy, game) <= partial + beyond + 1e-12


@pytest.mark.parametrize("policy", FINITE + DEEPER, ids=str)
def test_dependent_form_is_the_first_coefficient(policy):
    """Every outcome, with values divided anew after each loss, against the closed form."""
    game = constant_game(Fraction(9, 10), Fraction(3, 5), "dependent")
    moves = 5
    won = sum(chances_by_enumeration(policy, game, moves))
    assert 0 <= win_chance(policy, game) - won <= game.splitting ** (moves - 1)


@settings(deadline=None)
@given(endings, ratios)
def test_dependent_closed_forms(e, a):
    """E / (1 - S m) times the mean share won now, m being the mean share moved to."""
    game = constant_game(e, a, "dependent")
    b, s = 1 - a, 1 - e
    assert win_chance(LSTRAT, game) * (1 - s * a) == e
    assert win_chance(HSTRAT, game) * (1 - s * (a + e * b)) == e * (a + e * b)
    assert win_chance(BothBranches(), game) * (1 - s * (a + e * b)) == e


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(ONE_STATE), endings, ratios)
def test_functional_equation_of_the_series(policy, ending, ratio):
    """f(x) = win + high f(Ax) + low f(Bx), the diagrams' fork put into the series."""
    game = constant_game(float(ending), float(ratio))
    a = float(ratio)
    for x in (1.0, 0.3):
        step = fork(policy, game, x)
        go_on = step.high * win_chance(policy, game, a * x)
        go_on += step.low * win_chance(policy, game, (1 - a) * x)
        assert win_chance(policy, game, x) == pytest.approx(sum(step.wins) + go_on, abs=1e-13)


@settings(max_examples=25, deadline=None)
@given(endings, ratios)
def test_more_looks_win_more_and_none_beats_the_value(ending, ratio):
    game = constant_game(float(ending), float(ratio))
    for family in (HighFirst, LowFirst):
        chances = [win_chance(family(x), game) for x in (1, 2, 3, 5, inf)]
        assert all(a <= b + 1e-13 for a, b in pairwise(chances))
    for policy in STRATEGIES:
        assert win_chance(policy, game, 0.4) <= 0.4 + 1e-13


def test_edges_where_all_is_known():
    everything_ends = constant_game(1.0, 0.75)
    either = 1 - (1 - 0.75) * (1 - 0.25)
    for policy in (HSTRAT, LSTRAT, BothBranches(), LowFirst(inf)):
        assert win_chance(policy, everything_ends) == pytest.approx(either)
    no_low_branch = constant_game(0.3, 1.0)
    for policy in STRATEGIES[1:]:
        assert win_chance(policy, no_low_branch) == pytest.approx(1.0)


def test_equal_halves_make_the_limits_equal():
    game = constant_game(Fraction(1, 2), Fraction(1, 2))
    limits = (coefficients(f(inf), game, 6) for f in (HighFirst, LowFirst))
    assert next(limits) == next(limits)


@pytest.mark.parametrize("policy", ONE_RATIO, ids=str)
def test_random_ratio_against_quadrature(policy):
    """One step of the functional equation, averaged over R by Gauss-Legendre quadrature."""
    game = TreeSolitaire(0.4, UniformRatio(0.55, 0.95))
    nodes, weights = np.polynomial.legendre.leggauss(20)
    total = 0.0
    for r, w in zip(0.75 + 0.2 * nodes, weights / 2, strict=True):
        step = fork(policy, constant_game(0.4, float(r)), 0.8)
        total += w * (
            sum(step.wins)
            + step.high * win_chance(policy, game, 0.8 * r)
            + step.low * win_chance(policy, game, 0.8 * (1 - r))
        )
    assert win_chance(policy, game, 0.8) == pytest.approx(total, abs=1e-12)


def test_a_narrow_random_ratio_tends_to_the_constant_one():
    narrow = TreeSolitaire(0.5, UniformRatio(0.7499, 0.7501))
    for policy in STRATEGIES:
        assert win_chance(policy, narrow) == pytest.approx(
            win_chance(policy, constant_game(0.5, 0.75)), abs=1e-7
        )


@settings(deadline=None)
@given(st.integers(0, 6), st.integers(0, 6))
def test_moments_of_a_uniform_ratio(i, j):
    nodes, weights = np.polynomial.legendre.leggauss(12)
    r = 0.75 + 0.25 * nodes
    expected = float(np.sum(weights / 2 * r**i * (1 - r) ** j))
    assert float(UniformRatio().moment(i, j)) == pytest.approx(expected, rel=1e-12)
    exact = sum((-1) ** k * comb(j, k) * UniformRatio().moment(i + k, 0) for k in range(j + 1))
    assert UniformRatio().moment(i, j) == exact


def test_grid_equals_the_single_evaluations():
    e, a = np.array([0.02, 0.5, 0.98]), np.array([0.5, 0.8, 0.99])
    grid = win_grid(STRATEGIES, e, a)
    for (k, i, j), value in np.ndenumerate(grid):
        assert value == win_chance(STRATEGIES[k], constant_game(e[i], a[j]))
    assert grid.shape == (len(STRATEGIES), 3, 3)


def test_ten_moves_lie_below_the_limit_and_the_correction_closes_part_of_the_gap():
    game = constant_game(0.25, 0.75)
    for policy in (HSTRAT, LSTRAT, BothBranches()):
        rule = ten_moves(policy, game)
        assert rule.sum < rule.total < win_chance(policy, game)


@pytest.mark.parametrize("name", ["NOSTRAT", "STRAT", "7LSTRAT", "12HSTRAT", "ooHSTRAT", "BSTRAT"])
def test_strategies_go_by_their_names(name):
    assert strategy(name).name == name


def test_bad_input_is_refused_in_one_sentence():
    with pytest.raises(ValueError, match=r"ending probability must lie in \(0, 1\]"):
        constant_game(0, 0.5)
    with pytest.raises(ValueError, match="split ratio must lie"):
        ConstantRatio(0.49)
    with pytest.raises(ValueError, match="least < greatest"):
        UniformRatio(0.8, 0.8)
    with pytest.raises(ValueError, match="form must be"):
        TreeSolitaire(0.5, ConstantRatio(0.5), "mixed")
    with pytest.raises(ValueError, match="no strategy is called"):
        strategy("0.5LSTRAT")
    with pytest.raises(ValueError, match="value of a point"):
        win_chance(Coin(), constant_game(0.5, 0.5), 1.5)
    with pytest.raises(ValueError, match="number of terms"):
        coefficients(Coin(), constant_game(0.5, 0.5), 0)
    with pytest.raises(ValueError, match="number of moves"):
        move_chances(Coin(), constant_game(0.5, 0.5), 0)
    with pytest.raises(ValueError, match="independent form"):
        move_chances(Coin(), constant_game(0.5, 0.5, "dependent"), 3)
    for game in (constant_game(0.5, 0.5, "dependent"), TreeSolitaire(0.5, UniformRatio())):
        with pytest.raises(ValueError, match="independent form and a constant"):
            standings(LSTRAT, game, 2)
        with pytest.raises(ValueError, match="independent form and a constant"):
            expected_moves(LSTRAT, game)
    with pytest.raises(ValueError, match="at least one look"):
        LowFirst(0)
    with pytest.raises(ValueError, match="whole number"):
        HighFirst(1.5)
    with pytest.raises(ValueError, match="ending probability"):
        win_grid([Coin()], np.array([0.0, 0.5]), np.array([0.5]))
    with pytest.raises(ValueError, match="a grid needs"):
        win_grid([], np.array([0.5]), np.array([0.5]))
    with pytest.raises(ValueError, match="a grid needs"):
        win_grid([Coin()], np.array([]), np.array([0.5]))
    with pytest.raises(ValueError, match="constant split ratio"):
        chances_by_enumeration(Coin(), TreeSolitaire(Fraction(1, 2), UniformRatio()), 2)


@pytest.mark.parametrize("policy", [HSTRAT, LSTRAT], ids=lambda policy: policy.name)
def test_the_dependent_diagram_is_the_series_and_the_enumeration(policy):
    """Theorems 3.1 and 3.2, point by point; a certain point (A = 1) cannot lose."""
    for e, a in (("1/2", "3/4"), ("2/3", "1/2"), ("1/3", "1")):
        e, a = Fraction(e), Fraction(a)
        game, s = constant_game(e, a, "dependent"), 1 - e
        kept = a + e * (1 - a)
        first, quotient = (e * kept, s * kept) if policy == HSTRAT else (e, s * a)
        chances = dependent_move_chances(policy, game, 6)
        assert chances == tuple(first * quotient**move for move in range(6))
        assert chances[:3] == tuple(chances_by_enumeration(policy, game, 3))


def test_other_diagrams_of_the_dependent_form_are_refused():
    with pytest.raises(ValueError, match="dependent form and a constant split ratio"):
        dependent_standings(HSTRAT, GAMES[0], 2)
    with pytest.raises(ValueError, match="no diagram of the dependent form"):
        dependent_standings(Coin(), constant_game(0.5, 0.5, "dependent"), 2)


@pytest.mark.parametrize("looks", [1, 2, 5])
def test_the_chain_of_high_branches_gives_the_series(looks):
    for e, a in (("1/4", "1/2"), ("2/3", "4/5")):
        game = constant_game(Fraction(e), Fraction(a))
        assert chain_coefficients(looks, game, 6) == coefficients(HighFirst(looks), game, 6)


@pytest.mark.parametrize("ending", [0.1, 0.5, 0.9])
def test_caution_wins_more_with_each_look_at_random_ratios_too(ending):
    for ratio in (UniformRatio(0.5, 1.0), UniformRatio(0.6, 0.7)):
        game = TreeSolitaire(ending, ratio)
        chances = [win_chance(HighFirst(looks), game) for looks in range(1, 6)]
        assert min(np.diff(chances)) > 0


def test_a_chain_that_is_none_is_refused_in_one_sentence():
    with pytest.raises(ValueError, match="constant split ratio"):
        chain_coefficients(1, TreeSolitaire(0.5, UniformRatio(0.5, 1.0)), 3)
    with pytest.raises(ValueError, match="at least 1"):
        chain_coefficients(0, constant_game(0.5, 0.75), 3)
