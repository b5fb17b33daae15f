"""No silent wrong answer, no hang, no crash: valid calls within bounds, others one sentence."""

from fractions import Fraction
from math import inf, nan

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chancegames import tree_solitaire
from chancegames.games.tree_solitaire.drift import DriftGame, drift_chance
from chancegames.games.tree_solitaire.drift_play import play_drift
from chancegames.games.tree_solitaire.forks import _one_move, expected_moves, fork, move_chances
from chancegames.games.tree_solitaire.grid import grid_chance, overtaking_ending
from chancegames.games.tree_solitaire.policies import (
    BSTRAT,
    HSTRAT,
    LSTRAT,
    STRAT,
    STRATEGIES,
    HighFirst,
    LowFirst,
)
from chancegames.games.tree_solitaire.ratio import Shares, UniformRatio
from chancegames.games.tree_solitaire.scatter import ScatterGame, scatter_chance
from chancegames.games.tree_solitaire.search import search_cost
from chancegames.games.tree_solitaire.series import coefficients, win_chance
from chancegames.games.tree_solitaire.simulation import simulate
from chancegames.games.tree_solitaire.trees import grow_small
from chancegames.games.tree_solitaire.weighing import WeighedBoth, WeighedHigh
from chancegames.models.tree_solitaire import Play, Rules
from chancegames.sources.johnson1970.ordinal import ordinal_strategies, ordinal_value
from chancegames.sources.johnson1970.valued import counted_search_cost

HALF = Rules(0.5, 0.75)
for rules in (HALF, Rules(0.5, UniformRatio())):
    win_chance(rules, LSTRAT)  # compiled before any clock runs
CALLS = settings(max_examples=150)

endings = st.one_of(st.floats(5e-324, 1), st.fractions(Fraction(1, 10**9), 1))
ratios = st.one_of(st.floats(0.5, 1), st.fractions(Fraction(1, 2), 1, max_denominator=99))
strategies = st.one_of(
    st.sampled_from(STRATEGIES),
    st.builds(HighFirst, st.integers(0, 30)),
    st.builds(LowFirst, st.integers(1, 30)),
)


@CALLS
@given(endings, ratios, strategies, st.sampled_from(["independent", "dependent"]))
def test_every_chance_lies_between_a_coin_and_the_best_that_can_be(ending, ratio, strategy, form):
    """No strategy wins more than all there is to win; none of these wins less than a coin."""
    rules = Rules(ending, ratio, form)
    chance = tree_solitaire.evaluate(rules, strategy).value
    coin = win_chance(rules, STRATEGIES[0])
    assert coin - 1e-13 <= chance <= 1 + 1e-13
    assert tree_solitaire.distribution(rules, strategy).mean == chance


@CALLS
@given(st.floats(0.5, 0.999), st.floats(1e-14, 0.4), st.floats(1e-6, 1), strategies)
def test_a_narrow_ratio_is_almost_its_mean(low, width, ending, strategy):
    """The chance changes with the spread of the ratio alone, by less than its square."""
    high = min(1.0, low + width)
    if not low < high:
        return
    random = Rules(ending, UniformRatio(low, high))
    constant = Rules(ending, (low + high) / 2)
    gap = abs(win_chance(random, strategy) - win_chance(constant, strategy))
    assert gap <= (high - low) ** 2 + 1e-13


@pytest.mark.parametrize("strategy", STRATEGIES[:7], ids=lambda s: s.name)
@pytest.mark.parametrize("ending", [1e-12, 1e-300, 0.3])
def test_nothing_cancels_where_numbers_are_tiny(strategy, ending):
    """The same numbers as exact fractions: a ratio of 1 used to give 1.0000221 at E = 1e-12."""
    for ratio in (1.0, 1 - 1e-12, 0.75):
        rules = Rules(ending, ratio)
        exact = Rules(Fraction(ending), Fraction(ratio))
        truth = float(sum(coefficients(exact, strategy, 12)))
        assert win_chance(rules, strategy) == pytest.approx(truth, rel=1e-13)


bad_numbers = st.sampled_from([nan, inf, -inf, -1, 0, 2, "a", None, True, (1,), 1j, 10**400])


@CALLS
@given(bad_numbers, bad_numbers, st.sampled_from(["independent", "mixed", None]))
def test_bad_rules_are_refused_in_one_sentence(ending, ratio, form):
    calls = [
        lambda: Rules(ending, 0.75),
        lambda: Rules(0.5, ratio),
        lambda: UniformRatio(0.5, ratio),
        lambda: UniformRatio(ratio, 1.0),
        lambda: DriftGame(0.5, 0.5, ratio) if ratio not in (0, 2) else DriftGame(0.5, 2, 0),
        lambda: ScatterGame(0.5, 2, 0.5),
        lambda: HighFirst(-1 if ratio in (0, 2, inf) else ratio),
        lambda: LowFirst(0 if ratio in (2, inf) else ratio),
    ]
    calls += [lambda: Rules(0.5, 0.75, form)] if form != "independent" else []
    for call in calls:
        with pytest.raises(ValueError, match=r"^[^\n]{10,200}$"):
            call()


REFUSED = {
    "a spread beyond the method": lambda: scatter_chance(ScatterGame(0.5, 0.5, 1e-12), HSTRAT),
    "a random ratio in a search": lambda: search_cost(Rules(0.5, UniformRatio()), 3),
    "a budget too large": lambda: search_cost(HALF, 40),
    "an order that names no point": lambda: search_cost(HALF, 3, lambda points: 7),
    "a chance of 2": lambda: counted_search_cost(5, 2.0),
    "too many end points": lambda: counted_search_cost(40, 0.5),
    "a negative number of moves": lambda: ordinal_value(HALF, next(ordinal_strategies(1)), -1),
    "another game's strategy": lambda: grid_chance(
        Rules(0.5, UniformRatio()), WeighedBoth(Rules(0.4, UniformRatio()))
    ),
    "another game's strategy played": lambda: simulate(
        Rules(0.5, UniformRatio()), WeighedHigh(Rules(0.4, UniformRatio())), 10, 1
    ),
    "a bisection without end": lambda: overtaking_ending(UniformRatio(), 0.2, 0.9, within=0),
    "tolerance nan": lambda: overtaking_ending(UniformRatio(), 0.2, 0.9, within=nan),
    "a tree of nine to eight ends": lambda: grow_small(HALF, 0, smallest=9, largest=8),
    "a step of 1e-9": lambda: drift_chance(DriftGame(0.5, 0.5, 1e-9), HSTRAT),
    "too many games": lambda: simulate(HALF, LSTRAT, 10**12, 1),
    "too many workers": lambda: simulate(HALF, LSTRAT, 10, 1, workers=10**6),
    "games that hardly end": lambda: simulate(Rules(1e-9, 0.75), STRAT, 10, 1),
    "drifting games that hardly end": lambda: play_drift(DriftGame(1e-9, 0.5, 0.1), STRAT, 9, 1),
    "looks that are no number": lambda: tree_solitaire.solve(HALF, looks=1.5),
    "a game too large to solve": lambda: tree_solitaire.solve(HALF, looks=3, moves=9),
    "a strategy of no family": lambda: win_chance(HALF, lambda state: {}),
    "terms without end": lambda: coefficients(HALF, LSTRAT, 10**9),
    "moves without end": lambda: move_chances(HALF, LSTRAT, 10**9),
    "a value above 1": lambda: fork(HALF, LSTRAT, 1.5),
    "a play of no moves": lambda: Play(HALF, 1, 0),
    "a strategy too deep": lambda: _one_move(LowFirst(2), 0.5),
    "shares that are no numbers": lambda: Shares(("a", "b")),
    "a state of another game": lambda: tree_solitaire.solve(HALF, 1, 3).value_at("LH"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_out_of_range_is_refused_in_one_sentence(name):
    with pytest.raises(ValueError, match=r"^[^\n]{10,250}$"):
        REFUSED[name]()


def test_an_answer_does_not_depend_on_what_was_asked_before():
    """0.5 and 1/2 are equal, as keys of a cache too."""
    assert isinstance(move_chances(HALF, HSTRAT, 1)[0], float)
    assert isinstance(move_chances(Rules(Fraction(1, 2), Fraction(3, 4)), HSTRAT, 1)[0], Fraction)
    assert isinstance(move_chances(HALF, HSTRAT, 1)[0], float)


@settings(max_examples=60)
@given(
    st.floats(0.02, 1),
    st.floats(0, 1),
    st.floats(1e-3, 3),
    st.sampled_from([STRAT, HSTRAT, LSTRAT, BSTRAT]),
)
def test_game_three_is_enclosed_whatever_the_numbers(ending, top, spread, strategy):
    found = scatter_chance(ScatterGame(ending, top, spread), strategy, points=4, depth=10)
    assert 0 <= found.lower <= found.upper <= 1
    ladder = drift_chance(DriftGame(ending, top, spread), strategy)
    assert -1e-12 <= ladder.lower <= ladder.upper + 1e-12 <= 1 + 1e-9
    assert 0 <= drift_chance(DriftGame(ending, top, 0.0), strategy).value <= 1


@pytest.mark.parametrize("ends", [(0.5, 1.0), (0.5, 0.6), (0.8, 0.95)], ids=str)
@pytest.mark.parametrize("ending", [0.02, 0.3, 0.95])
def test_the_grid_s_error_bound_holds(ending, ends):
    """Against the power series where there is one, else against a far finer grid."""
    rules = Rules(ending, UniformRatio(*ends))
    weighing = [WeighedHigh(rules), WeighedHigh(rules, refined=False), WeighedBoth(rules)]
    played = [(s, False) for s in weighing] + [(HSTRAT, True), (BSTRAT, True)]
    for strategy, best in [*played, (HSTRAT, False), (BSTRAT, False)]:
        finer = 40 if isinstance(strategy, WeighedBoth) or strategy == BSTRAT else 120
        truth = grid_chance(rules, strategy, best, points=48, nodes=finer).value
        if not best and strategy in (HSTRAT, BSTRAT):
            truth = win_chance(rules, strategy)
        for points, nodes in ((32, 24), (8, 9)):
            found = grid_chance(rules, strategy, best, points, nodes)
            assert abs(found.value - truth) <= found.error
        default = grid_chance(rules, strategy, best)
        assert abs(default.value - truth) < 1e-4
        assert default.error < 0.01


def test_the_grid_s_residual_is_no_bound_and_its_error_is():
    rules = Rules(0.5, UniformRatio())
    found = grid_chance(rules, WeighedHigh(rules))
    truth = grid_chance(rules, WeighedHigh(rules), points=48, nodes=120).value
    assert found.residual < 1e-11 < abs(found.value - truth) < found.error
    assert tree_solitaire.evaluate(rules, WeighedHigh(rules)).residual == found.error


def test_a_play_without_end_is_not_counted_for_ever():
    with pytest.raises(ValueError, match="deeper than one level"):
        expected_moves(HALF, LowFirst(2))
