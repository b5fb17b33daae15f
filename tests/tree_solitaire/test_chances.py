"""The chance of winning: three roads (every outcome, diagrams, series) and what must hold."""

from fractions import Fraction
from itertools import pairwise
from math import comb, inf, prod

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chancegames.games.tree_solitaire.forks import (
    _win_within,
    expected_moves,
    fork,
    move_chances,
    standings,
)
from chancegames.games.tree_solitaire.policies import (
    HSTRAT,
    LSTRAT,
    STRATEGIES,
    BothBranches,
    Coin,
    HighFirst,
    LowFirst,
    Sight,
    strategy,
)
from chancegames.games.tree_solitaire.ratio import UniformRatio
from chancegames.games.tree_solitaire.series import coefficients, win_chance, win_grid
from chancegames.maths.game import evaluate
from chancegames.models.tree_solitaire import Play, Rules
from chancegames.sources.johnson1970.chain import chain_coefficients
from chancegames.sources.johnson1970.diagrams import dependent_standings, model_chances, ten_moves

FINITE = tuple(p for p in STRATEGIES if getattr(p, "looks", 1) != inf)
ONE_STATE = tuple(p for p in STRATEGIES if p != HighFirst(2))  # arrive at a fork knowing nothing
ONE_RATIO = tuple(p for p in FINITE if p not in (HighFirst(2), LowFirst(2)))  # see one fork
DEEPER = (HighFirst(3), LowFirst(3))
GAMES = (
    Rules(Fraction(2, 5), Fraction(3, 5)),
    Rules(Fraction(9, 10), Fraction(1, 2)),
    Rules(Fraction(1, 7), Fraction(8, 9)),
)
endings = st.fractions(Fraction(1, 20), 1, max_denominator=20)
ratios = st.fractions(Fraction(1, 2), 1, max_denominator=20)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("policy", [p for p in FINITE if getattr(p, "looks", 0) != 2], ids=str)
def test_diagrams_equal_the_enumeration_of_every_outcome(policy, game):
    assert move_chances(game, policy, 4) == model_chances(game, policy, 4)


@pytest.mark.parametrize("policy", [HighFirst(2), HighFirst(3)], ids=str)
def test_deep_caution_keeps_what_nature_decided(policy):
    game = GAMES[0]
    assert move_chances(game, policy, 4) == model_chances(game, policy, 4)


@pytest.mark.parametrize("policy", [LowFirst(2), LowFirst(3)], ids=str)
def test_a_win_seen_deep_may_be_overtaken_but_not_lost(policy):
    """The diagram counts it on the first move that can reach it: later terms may differ."""
    game = Rules(Fraction(4, 5), Fraction(3, 5))
    literal, diagram = model_chances(game, policy, 5), move_chances(game, policy, 5)
    assert literal[0] == diagram[0] and literal[1] != diagram[1]
    assert abs(sum(literal) - win_chance(game, policy)) <= game.splitting**5
    assert sum(literal) <= sum(diagram)


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(STRATEGIES + DEEPER), endings, ratios)
def test_series_equals_the_sum_of_the_diagram(policy, ending, ratio):
    game = Rules(float(ending), float(ratio))
    moves = 40
    partial = sum(move_chances(game, policy, moves))
    beyond = game.splitting ** (moves - 1)  # still playing, or walking to a win seen
    assert partial - 1e-12 <= win_chance(game, policy) <= partial + beyond + 1e-12


@pytest.mark.parametrize("policy", FINITE + DEEPER, ids=str)
def test_dependent_form_is_the_first_coefficient(policy):
    """Every outcome, with values divided anew after each loss, against the closed form."""
    game = Rules(Fraction(9, 10), Fraction(3, 5), "dependent")
    moves = 5
    won = sum(model_chances(game, policy, moves))
    assert 0 <= win_chance(game, policy) - won <= game.splitting ** (moves - 1)


@settings(deadline=None)
@given(endings, ratios)
def test_dependent_closed_forms(e, a):
    """E / (1 - S m) times the mean share won now, m being the mean share moved to."""
    game = Rules(e, a, "dependent")
    b, s = 1 - a, 1 - e
    assert win_chance(game, LSTRAT) * (1 - s * a) == e
    assert win_chance(game, HSTRAT) * (1 - s * (a + e * b)) == e * (a + e * b)
    assert win_chance(game, BothBranches()) * (1 - s * (a + e * b)) == e


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(ONE_STATE), endings, ratios)
def test_functional_equation_of_the_series(policy, ending, ratio):
    """f(x) = win + high f(Ax) + low f(Bx), the diagrams' fork put into the series."""
    game = Rules(float(ending), float(ratio))
    a = float(ratio)
    for x in (1.0, 0.3):
        step = fork(game, policy, x)
        go_on = step.high * win_chance(game, policy, a * x)
        go_on += step.low * win_chance(game, policy, (1 - a) * x)
        assert win_chance(game, policy, x) == pytest.approx(sum(step.wins) + go_on, abs=1e-13)


@settings(max_examples=25, deadline=None)
@given(endings, ratios)
def test_more_looks_win_more_and_none_beats_the_value(ending, ratio):
    game = Rules(float(ending), float(ratio))
    for family in (HighFirst, LowFirst):
        chances = [win_chance(game, family(x)) for x in (1, 2, 3, 5, inf)]
        assert all(a <= b + 1e-13 for a, b in pairwise(chances))
    for policy in STRATEGIES:
        assert win_chance(game, policy, 0.4) <= 0.4 + 1e-13


def test_edges_where_all_is_known():
    everything_ends = Rules(1.0, 0.75)
    either = 1 - (1 - 0.75) * (1 - 0.25)
    for policy in (HSTRAT, LSTRAT, BothBranches(), LowFirst(inf)):
        assert win_chance(everything_ends, policy) == pytest.approx(either)
    no_low_branch = Rules(0.3, 1.0)
    for policy in STRATEGIES[1:]:
        assert win_chance(no_low_branch, policy) == pytest.approx(1.0)


def test_equal_halves_make_the_limits_equal():
    game = Rules(Fraction(1, 2), Fraction(1, 2))
    limits = (coefficients(game, f(inf), 6) for f in (HighFirst, LowFirst))
    assert next(limits) == next(limits)


@pytest.mark.parametrize("policy", ONE_RATIO, ids=str)
def test_random_ratio_against_quadrature(policy):
    """One step of the functional equation, averaged over R by Gauss-Legendre quadrature."""
    game = Rules(0.4, UniformRatio(0.55, 0.95))
    nodes, weights = np.polynomial.legendre.leggauss(20)
    total = 0.0
    for r, w in zip(0.75 + 0.2 * nodes, weights / 2, strict=True):
        step = fork(Rules(0.4, float(r)), policy, 0.8)
        total += w * (
            sum(step.wins)
            + step.high * win_chance(game, policy, 0.8 * r)
            + step.low * win_chance(game, policy, 0.8 * (1 - r))
        )
    assert win_chance(game, policy, 0.8) == pytest.approx(total, abs=1e-12)


def test_a_narrow_random_ratio_tends_to_the_constant_one():
    narrow = Rules(0.5, UniformRatio(0.7499, 0.7501))
    for policy in STRATEGIES:
        assert win_chance(narrow, policy) == pytest.approx(
            win_chance(Rules(0.5, 0.75), policy), abs=1e-7
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
        assert value == win_chance(Rules(e[i], a[j]), STRATEGIES[k])
    assert grid.shape == (len(STRATEGIES), 3, 3)


def test_ten_moves_lie_below_the_limit_and_the_correction_closes_part_of_the_gap():
    game = Rules(0.25, 0.75)
    for policy in (HSTRAT, LSTRAT, BothBranches()):
        rule = ten_moves(game, policy)
        assert rule.sum < rule.total < win_chance(game, policy)


@pytest.mark.parametrize("name", ["NOSTRAT", "STRAT", "7LSTRAT", "12HSTRAT", "ooHSTRAT", "BSTRAT"])
def test_strategies_go_by_their_names(name):
    assert strategy(name).name == name


def test_bad_input_is_refused_in_one_sentence():
    with pytest.raises(ValueError, match="ending probability must be a"):
        Rules(0, 0.5)
    with pytest.raises(ValueError, match="split ratio must be a number"):
        Rules(0.5, 0.49)
    with pytest.raises(ValueError, match="below the largest"):
        UniformRatio(0.8, 0.8)
    with pytest.raises(ValueError, match="form must be"):
        Rules(0.5, 0.5, "mixed")
    with pytest.raises(ValueError, match="a strategy is called"):
        strategy("0.5LSTRAT")
    with pytest.raises(ValueError, match="value of a point"):
        win_chance(Rules(0.5, 0.5), Coin(), 1.5)
    with pytest.raises(ValueError, match="number of terms"):
        coefficients(Rules(0.5, 0.5), Coin(), 0)
    with pytest.raises(ValueError, match="number of moves"):
        move_chances(Rules(0.5, 0.5), Coin(), 0)
    with pytest.raises(ValueError, match="independent form"):
        move_chances(Rules(0.5, 0.5, "dependent"), Coin(), 3)
    for game in (Rules(0.5, 0.5, "dependent"), Rules(0.5, UniformRatio())):
        with pytest.raises(ValueError, match="independent form and a constant"):
            standings(game, LSTRAT, 2)
        with pytest.raises(ValueError, match="independent form and a constant"):
            expected_moves(game, LSTRAT)
    with pytest.raises(ValueError, match="whole number from 1"):
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
        model_chances(Rules(Fraction(1, 2), UniformRatio()), Coin(), 2)


@pytest.mark.parametrize("policy", [HSTRAT, LSTRAT], ids=lambda policy: policy.name)
def test_the_dependent_diagram_is_the_series_and_the_enumeration(policy):
    """Theorems 3.1 and 3.2, point by point; a certain point (A = 1) cannot lose."""
    for e, a in (("1/2", "3/4"), ("2/3", "1/2"), ("1/3", "1")):
        e, a = Fraction(e), Fraction(a)
        game, s = Rules(e, a, "dependent"), 1 - e
        kept = a + e * (1 - a)
        first, quotient = (e * kept, s * kept) if policy == HSTRAT else (e, s * a)
        share = s * kept if policy == HSTRAT else s * a
        for number, layer in enumerate(dependent_standings(game, policy, 4)):
            assert sum(place.chance * place.value for place in layer) == share**number
        assert model_chances(game, policy, 5) == tuple(first * quotient**m for m in range(5))


def test_other_diagrams_of_the_dependent_form_are_refused():
    with pytest.raises(ValueError, match="for the dependent form"):
        dependent_standings(GAMES[0], HSTRAT, 2)
    with pytest.raises(ValueError, match="constant split ratio only"):
        dependent_standings(Rules(0.5, UniformRatio(), "dependent"), HSTRAT, 2)


@pytest.mark.parametrize("looks", [1, 2, 5])
def test_the_chain_of_high_branches_gives_the_series(looks):
    for e, a in (("1/4", "1/2"), ("2/3", "4/5")):
        game = Rules(Fraction(e), Fraction(a))
        assert chain_coefficients(looks, game, 6) == coefficients(game, HighFirst(looks), 6)


@pytest.mark.parametrize("ending", [0.1, 0.5, 0.9])
def test_caution_wins_more_with_each_look_at_random_ratios_too(ending):
    for ratio in (UniformRatio(0.5, 1.0), UniformRatio(0.6, 0.7)):
        game = Rules(ending, ratio)
        chances = [win_chance(game, HighFirst(looks)) for looks in range(1, 6)]
        assert min(np.diff(chances)) > 0


def test_a_chain_that_is_none_is_refused_in_one_sentence():
    with pytest.raises(ValueError, match="constant split ratio"):
        chain_coefficients(1, Rules(0.5, UniformRatio(0.5, 1.0)), 3)
    with pytest.raises(ValueError, match="at least 1"):
        chain_coefficients(0, Rules(0.5, 0.75), 3)


def played(strategy, rules, moves):
    """Chance to win by playing out every tree, points by their paths from the top."""
    share = {"H": rules.mean, "L": 1 - rules.mean}

    def value(path):
        return prod(share[step] for step in path)

    def on(chance, tree, here, seen, left):
        look = strategy.look(seen)
        goal = look or strategy.move(seen)
        point = here + goal
        e, v = rules.ending, value(point)
        laws = {"win": e * v, "loss": e * (1 - v), "split": 1 - e}
        for kind, share_of_it in laws.items() if point not in tree else [(tree[point], 1)]:
            odds = chance * share_of_it
            if look:
                yield from on(odds, {**tree, point: kind}, here, {**seen, look: Sight(kind)}, left)
            elif kind == "win":
                yield odds
            elif kind == "split" and left > 1:
                yield from on(odds, {**tree, point: kind}, point, {"": Sight("split")}, left - 1)

    return sum(on(Fraction(1), {}, "", {"": Sight("split")}, moves))


@pytest.mark.parametrize(
    "strategy", [LowFirst(2), LowFirst(3), HighFirst(2), BothBranches()], ids=str
)
def test_a_win_that_was_forgotten_has_to_be_found_again(strategy):
    rules = Rules(Fraction(1, 2), Fraction(3, 4))
    for moves in (1, 2, 3):
        found = _win_within(rules, strategy, moves)
        assert found == played(strategy, rules, moves)
        assert found <= sum(move_chances(rules, strategy, moves))
    if isinstance(strategy, LowFirst):  # two moves before the end it leaves a win behind
        assert found < sum(move_chances(rules, strategy, 3))


def test_forgetting_is_what_a_plain_player_of_the_model_does_here():
    """The policy of the page, in the plain model: it asks for nothing seen before the last move."""

    def deep(state):
        seen = dict(state.known)
        if state.looks and "L" not in seen:
            return "look", "L"
        if state.looks and seen["L"] == "split" and "LH" not in seen:
            return "look", "LH"
        return "move", "L" if "win" in (seen.get("L"), seen.get("LH")) else "H"

    for e, a in ((Fraction(1, 4), Fraction(3, 4)), (Fraction(3, 4), Fraction(1, 2))):
        rules = Rules(e, a)
        assert evaluate(Play(rules, looks=2, moves=3), deep).value == _win_within(
            rules, LowFirst(2), 3
        )


@pytest.mark.parametrize("ending", [0.1, 0.3])
def test_long_plays_are_counted_as_far_as_the_docstring_says(ending):
    """Whoever flees from every loss may go on wherever a branch splits."""
    game, both_ends = Rules(ending, 0.5), ending**2
    long, short = (expected_moves(game, BothBranches(), moves) for moves in (1000, 60))
    assert 0 < long - short < (1 - both_ends) ** 60 / both_ends
    assert long < 1 / both_ends
    never_looks = expected_moves(game, strategy("STRAT"), 1000)
    assert abs(never_looks - 1 / ending) < 1e-9
