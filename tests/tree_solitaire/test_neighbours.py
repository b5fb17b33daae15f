"""Depreciation factors, game 3, unlimited search, the listings."""

from fractions import Fraction
from itertools import islice, product
from math import inf

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chancegames.games.tree_solitaire.drift import (
    DriftGame,
    drift_chance,
    drift_move,
    drift_moves,
)
from chancegames.games.tree_solitaire.drift_play import play_drift
from chancegames.games.tree_solitaire.forks import move_chances
from chancegames.games.tree_solitaire.policies import (
    HSTRAT,
    LSTRAT,
    STRAT,
    STRATEGIES,
    BothBranches,
    HighFirst,
    LowFirst,
    Sight,
    strategy,
)
from chancegames.games.tree_solitaire.search import ceiling, search_cost
from chancegames.games.tree_solitaire.series import win_chance
from chancegames.games.tree_solitaire.trees import grow
from chancegames.games.tree_solitaire.weighing import (
    WeighedBoth,
    WeighedHigh,
    _both_factor,
    _high_factor,
    _high_worth,
    both_worth,
    depreciation_factor,
    worth,
)
from chancegames.maths.game import solve
from chancegames.models.tree_solitaire import Drift, Play, Rules
from chancegames.sources.johnson1970 import listings
from chancegames.sources.johnson1970.diagrams import ten_moves
from chancegames.sources.johnson1970.valued import (
    _trees,
    counted_search_cost,
    end_point_share,
    mean_value_variance,
)

GAME = Rules(Fraction(1, 2), Fraction(3, 4))
unit = st.fractions(Fraction(1, 20), Fraction(19, 20), max_denominator=20)
upper = st.fractions(Fraction(1, 2), Fraction(19, 20), max_denominator=20)


@settings(deadline=None)
@given(unit, upper, unit)
def test_formulas_of_worths_equal_the_ones_from_the_fork(e, a, x):
    game, r = Rules(e, a), Fraction(3, 5)
    pairs = ((HSTRAT, _high_factor, _high_worth), (BothBranches(), _both_factor, both_worth))
    for policy, factor, value in pairs:
        assert factor(e, a, x) == depreciation_factor(game, policy, x)
        assert value(e, a, x, r) == worth(game, policy, x, r)


@settings(deadline=None)
@given(unit, upper)
def test_factors_tend_to_the_dependent_form_and_lie_between(e, a):
    game = Rules(e, a)
    for policy in (HSTRAT, LSTRAT, BothBranches(), LowFirst(2)):
        limit = win_chance(Rules(e, a, "dependent"), policy)
        tiny = depreciation_factor(game, policy, Fraction(1, 10**9))
        assert abs(tiny - limit) < Fraction(1, 10**6)
        chance = win_chance(game, policy)
        assert depreciation_factor(game, policy, 1) - 1e-12 <= chance <= limit + 1e-12


def test_weighing_changes_nothing_if_all_ratios_are_equal():
    policy = WeighedBoth(GAME)
    view = {"H": Sight("split", Fraction(3, 4), Fraction(3, 4))}
    view["L"] = Sight("split", Fraction(1, 4), Fraction(3, 4))
    assert policy.move(view) == "H" and policy.move({**view, "H": Sight("loss")}) == "L"
    assert WeighedHigh(GAME).move({"": Sight("split", 1), "H": Sight("loss")}) == "L"


drift_games = st.builds(DriftGame, unit, unit, unit)


@settings(max_examples=10, deadline=None)
@given(drift_games, st.sampled_from([STRAT, HSTRAT, LSTRAT, BothBranches()]))
def test_game_three_ladder_against_the_moves(game, policy):
    many = list(islice(drift_moves(game, policy), 15))
    won, lost = sum(w for _, w, _ in many), sum(lose for *_, lose in many)
    found = drift_chance(game, policy, 120)
    assert float(won) - 1e-9 <= found.upper and found.lower <= 1 - float(lost) + 1e-9
    assert found.lower <= found.upper + 1e-12
    step = drift_move(game, policy, 0)
    assert step.win + step.lose + step.high + step.low == 1


@settings(max_examples=40, deadline=None)
@given(unit, unit)
def test_flat_game_three_is_the_limit_of_small_steps(e, t):
    for policy in (STRAT, HSTRAT, LSTRAT):
        flat = drift_chance(DriftGame(e, t, Fraction(0)), policy).value
        many = list(islice(drift_moves(DriftGame(e, t, Fraction(0)), policy), 12))
        assert 0 <= flat - sum(w for _, w, _ in many) <= (1 - e * e) ** 12


def solved_exactly(rows):
    """Solve f = win + M f in fractions, from rows (win, {place: weight}), by elimination."""
    size = len(rows)
    table = [
        [Fraction(i == j) - on.get(j, 0) for j in range(size)] + [win]
        for i, (win, on) in enumerate(rows)
    ]
    for i in range(size):
        pivot = next(k for k in range(i, size) if table[k][i])
        table[i], table[pivot] = table[pivot], table[i]
        table[i] = [x / table[i][i] for x in table[i]]
        for k in range(size):
            if k != i and table[k][i]:
                table[k] = [x - table[k][i] * y for x, y in zip(table[k], table[i], strict=True)]
    return [row[-1] for row in table]


#: Ways to play one fork: where to look, and where to go after a win, a loss and a split.
FORKS = [(None, way) for way in "HL"]
FORKS += [(look, goes) for look in "HL" for goes in product("HL", repeat=3)]
CAUTION = ("H", ("H", "L", "H"))


def one_fork(way, e, h, low, place):
    """Chance to win on this move, and the chances to stand at the fork above and below."""
    win, on = Fraction(0), {}
    for what, chance in {"high": h, "low": low}.items():
        assert 0 <= chance <= 1, what
    value, at, (look, goes) = {"H": h, "L": low}, {"H": place + 1, "L": place - 1}, way
    seen = [(Fraction(1), None)]
    if look:
        ends = {"win": e * value[look], "loss": e * (1 - value[look]), "split": 1 - e}
        seen = [(chance, kind) for kind, chance in ends.items()]
    for (chance, kind), go in zip(seen, goes, strict=True):
        known = {"win": (1, 0), "loss": (0, 0), "split": (0, 1)}.get(kind if go == look else None)
        now, later = known or (e * value[go], 1 - e)
        win += chance * now
        on[at[go]] = on.get(at[go], 0) + chance * later
    return win, on


def ladder(ways, e, values):
    """Chance to win at each fork; below the lowest all is lost, above the highest all is won."""
    rows = []
    for place, way in enumerate(ways):
        h, low = (values[place + 1], values[place - 1] if place else Fraction(0))
        win, on = one_fork(way, e, h, low, place)
        win += on.pop(len(ways), 0)
        rows.append((win, {at: chance for at, chance in on.items() if at >= 0}))
    return solved_exactly(rows)


@pytest.mark.parametrize("e", [Fraction(1, 10), Fraction(1, 2), Fraction(4, 5)])
@pytest.mark.parametrize("bottom", [Fraction(0), Fraction(1, 5)])
def test_nobody_with_one_look_beats_caution_all_ways_to_play_three_forks(e, bottom):
    """All 18 ways at each of three forks, 5,832 players, each solved exactly."""
    values = [bottom + (1 - bottom) * n / 3 for n in range(4)]
    won = [ladder(ways, e, values) for ways in product(FORKS, repeat=3)]
    best = [max(each[place] for each in won) for place in range(3)]
    assert ladder([CAUTION] * 3, e, values) == best


@pytest.mark.parametrize("e", [Fraction(1, 20), Fraction(1, 3), Fraction(1, 2), Fraction(9, 10)])
@pytest.mark.parametrize("step", [Fraction(1, 3), Fraction(1, 7), Fraction(2, 9)])
def test_no_single_move_is_better_than_caution_on_a_long_ladder(e, step):
    """So no player wins more: a chance to win that no move raises is the largest."""
    below, above = 9, int(1 / step) + 1
    values = [min(max(n * step, Fraction(0)), Fraction(1)) for n in range(-below, above + 1)]
    found = ladder([CAUTION] * (len(values) - 1), e, values)
    whole = [*found, Fraction(1)]
    for place, won in enumerate(found):
        h, low = values[place + 1], values[place - 1] if place else Fraction(0)
        for way in FORKS:
            win, on = one_fork(way, e, h, low, place)
            assert win + sum(p * whole[at] for at, p in on.items() if at >= 0) <= won


@pytest.mark.parametrize("e", [Fraction(1, 5), Fraction(1, 2), Fraction(6, 7)])
@pytest.mark.parametrize("top", [Fraction(1, 9), Fraction(1, 2), Fraction(4, 5)])
def test_without_steps_caution_is_the_best_of_all_ways_to_play(e, top):
    game = DriftGame(e, top, Fraction(0))
    every = []
    for way in FORKS:
        win, on = one_fork(way, e, top, top, 0)
        every.append(win / (1 - sum(on.values())))
    assert drift_chance(game, HSTRAT).value == max(every)


def test_a_memory_does_not_help_where_values_drift():
    """All players of the general solver against those who forget, move by move, in fractions."""
    e, step = Fraction(1, 3), Fraction(1, 6)
    for moves in range(1, 7):
        level = {n: Fraction(0) for n in range(-moves, moves + 1)}
        for left in range(1, moves + 1):
            here = {}
            for n in range(left - moves, moves - left + 1):
                h, low = (min(max(Fraction(1, 2) + k * step, 0), 1) for k in (n + 1, n - 1))
                here[n] = max(
                    win + sum(p * level[at] for at, p in on.items())
                    for win, on in (one_fork(way, e, h, low, n) for way in FORKS)
                )
            level = here
        game = Drift(Rules(e, Fraction(1, 2)), looks=1, moves=moves, step=step)
        assert solve(game).value == level[0]


@settings(max_examples=60, deadline=None)
@given(unit, unit, unit, unit, unit)
def test_the_lead_of_caution_is_what_forks_are_worth_more_than_ends(e, h, low, f_h, f_low):
    """The identity of the chapter, and that of its second part, at one fork with any future."""
    s, unseen_h, unseen_low = 1 - e, e * h + (1 - e) * f_h, e * low + (1 - e) * f_low
    caution = e * h + s * f_h + e * (1 - h) * unseen_low
    bold = e * low + (1 - e * low) * unseen_h
    assert caution - bold == e * s * ((1 - h) * (f_low - low) + low * (f_h - h))
    stays = e * low + s * f_low + e * (1 - low) * unseen_h
    rest = (1 - f_low) * (1 - e * (1 - h)) - (1 - f_h) * (1 - e * (1 - low))
    assert caution - stays == s * rest


def test_the_walk_up_is_not_what_makes_the_lead():
    """Without steps it gains nothing, and the lead is largest."""
    half, leads = Fraction(1, 2), []
    assert drift_chance(DriftGame(half, half, Fraction(0)), STRAT).value == half
    for step in (Fraction(0), Fraction(1, 30), Fraction(1, 6), Fraction(2, 5)):
        game = DriftGame(half, half, step)
        leads.append(drift_chance(game, HSTRAT).value - drift_chance(game, LSTRAT).value)
    assert leads == sorted(leads, reverse=True) and leads[-1] > 0


@pytest.mark.parametrize("policy", [STRAT, HSTRAT, LSTRAT, BothBranches()], ids=str)
def test_game_three_played(policy):
    game = DriftGame(0.5, 0.5, 1 / 6)
    sample = play_drift(game, policy, 200_000, seed=6)
    assert abs(sample.mean - drift_chance(game, policy).value) < 4 * sample.standard_error


@pytest.mark.parametrize("form", ["independent", "dependent"])
@pytest.mark.parametrize("e, a", [("1/2", "3/4"), ("1/5", "3/5"), ("9/10", "2/3")])
def test_highest_first_is_least_costly(form, e, a):
    game = Rules(Fraction(e), Fraction(a), form)
    assert search_cost(game, 6, max) == search_cost(game, 6) < search_cost(game, 6, min)


@pytest.mark.parametrize("form", ["independent", "dependent"])
@pytest.mark.parametrize("e, a", [("1/2", "3/4"), ("1/5", "3/5"), ("9/10", "2/3")])
def test_up_to_three_looks_cost_what_is_counted_by_hand(form, e, a):
    """A look is paid while nothing is won and a point is open; three are followed branch by branch.

    In the dependent form a high branch that lost leaves a low one that wins if it ends.
    """
    e, a = Fraction(e), Fraction(a)
    game, s = Rules(e, a, form), 1 - e
    assert search_cost(game, 1, max) == 1
    assert search_cost(game, 2, max) == 2 - e * a
    assert search_cost(game, 2, min) == 2 - e * (1 - a)
    after_split = 1 + (1 - e * max(1 - a, a * a))
    after_loss = 1 + s
    assert search_cost(game, 3, max) == 1 + s * after_split + e * (1 - a) * after_loss


@pytest.mark.parametrize("win", [Fraction(1, 50), Fraction(1, 2), Fraction(9, 10)])
def test_lowest_first_is_least_costly_when_all_end_points_are_equal(win):
    for ends in range(3, 9):
        lowest = counted_search_cost(ends, win, min)
        assert lowest == counted_search_cost(ends, win) < counted_search_cost(ends, win, max)


def test_the_ceiling_is_what_two_looks_find_in_one_move():
    """The general solver, which knows nothing of the recursion."""
    for e, a in ((Fraction(1, 2), Fraction(3, 4)), (Fraction(1, 5), Fraction(2, 3))):
        assert ceiling(Rules(e, a), 1) == solve(Play(Rules(e, a), looks=2, moves=1)).value


@pytest.mark.parametrize("e, a", [(0.1, 0.95), (0.5, 0.75), (0.9, 0.5)])
def test_no_strategy_wins_more_than_the_ceiling(e, a):
    game = Rules(e, a)
    assert max(win_chance(game, policy) for policy in STRATEGIES) < ceiling(game, 200) < 1


def test_the_ceiling_by_trees_really_grown():
    game, many = Rules(0.7, 0.75), 4000
    won = sum(any(p.kind == "win" for p in grow(game, seed).ends()) for seed in range(many))
    expected = ceiling(game)
    assert abs(won / many - expected) < 4 * (expected * (1 - expected) / many) ** 0.5


def test_shapes_and_shares():
    def count(ends):
        return 1 if ends == 1 else sum(count(i) * count(ends - i) for i in range(1, ends))

    assert [_trees(k) for k in range(1, 9)] == [count(k) for k in range(1, 9)]
    shares = [end_point_share(k) for k in range(1, 9)]
    assert shares == sorted(shares, reverse=True)


def test_variance_of_a_mean_value_by_simulation():
    rng = np.random.Generator(np.random.PCG64(9))

    def split():
        ends = rng.random(2) < 0.6
        return sum(rng.normal() if end else split() for end in ends) / 2

    sample = np.array([split() for _ in range(20_000)])
    expected = mean_value_variance(0.6)
    assert sample.var() == pytest.approx(expected, abs=6 * expected * (3 / 20_000) ** 0.5)


@pytest.mark.parametrize("e, a", [(0.5, 0.75), (0.25, 0.9), (0.75, 0.5)])
def test_listings_give_the_diagrams(e, a):
    game = Rules(e, a)
    for name, program in listings.PROGRAMS.items():
        expected = move_chances(game, strategy(name), 10)
        assert program(e, a) == pytest.approx(expected, rel=1e-12)
        assert listings.output(program(e, a))[2] == pytest.approx(
            ten_moves(game, strategy(name)).total
        )
    for policy, chances in zip(
        (HighFirst(inf), LowFirst(inf)), listings._limits(e, a), strict=True
    ):
        missing = win_chance(game, policy) - listings.output(chances)[2]
        assert abs(missing) <= (1 - e) ** 10


def test_the_overrun_spoils_the_tenth_move_alone():
    program = listings.PROGRAMS["HSTRAT"]
    right, slip = program(0.75, 0.75), program(0.75, 0.75, overrun=True)
    assert right[:9] == slip[:9] and slip[9] > right[9]


def test_bad_input_is_refused_in_one_sentence():
    with pytest.raises(ValueError, match="value of a point"):
        depreciation_factor(GAME, HSTRAT, 0)
    with pytest.raises(ValueError, match="2HSTRAT arrives at a fork knowing something"):
        depreciation_factor(GAME, HighFirst(2), 1)
    with pytest.raises(ValueError, match="value of the top"):
        DriftGame(0.5, 1.5, 0.1)
    with pytest.raises(ValueError, match="step must be a number"):
        DriftGame(0.5, 0.5, -0.1)
    with pytest.raises(ValueError, match="deeper than one level"):
        drift_move(DriftGame(0.5, 0.5, 0.1), LowFirst(2), 0)
    with pytest.raises(ValueError, match="budget"):
        search_cost(GAME, 0)
    with pytest.raises(ValueError, match="at most 400 levels"):
        ceiling(GAME, 401)
    with pytest.raises(ValueError, match="independent form"):
        ceiling(Rules(0.5, 0.75, "dependent"))
    with pytest.raises(ValueError, match="from 2 to 14 end points"):
        counted_search_cost(1, 0.5)
    with pytest.raises(ValueError, match="number of end points"):
        end_point_share(0)
