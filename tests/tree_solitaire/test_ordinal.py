"""Ordinal strategies: the enumeration, and each step of the proof that five exhaust them."""

from fractions import Fraction
from functools import cache
from itertools import accumulate
from math import ceil, log

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chancegames.games.tree_solitaire.forks import move_chances
from chancegames.games.tree_solitaire.policies import (
    LSTRAT,
    BothBranches,
    HighFirst,
    LowFirst,
    strategy,
)
from chancegames.games.tree_solitaire.series import coefficients, win_chance
from chancegames.models.tree_solitaire import Rules
from chancegames.sources.johnson1970.ordinal import (
    _one_move,
    named_bound,
    ordinal_strategies,
    ordinal_value,
)

TWO = tuple(ordinal_strategies(2))
share = st.fractions(Fraction(1, 20), Fraction(19, 20), max_denominator=20)
upper = st.fractions(Fraction(1, 2), Fraction(19, 20), max_denominator=20)
ANY = settings(max_examples=60, deadline=None)


def table(first, second, loss, split):
    """The ordinal strategy that looks at `second` if `first` splits, and moves as told."""
    plan = {("split", "loss"): loss, ("split", "split"): split}
    return next(
        p
        for p in TWO
        if p.first == first
        and dict(p.second) == {"split": second}
        and plan.items() <= dict(p.moves).items()
    )


def plain(first, split):
    """The ordinal strategy of one look that moves so if it sees a split point."""
    one = ordinal_strategies(1)
    return next(p for p in one if p.first == first and dict(p.moves)["split",] == split)


LOW, BOTH = table("L", "LH", "H", "H"), table("L", "H", "L", "H")
CAUTIOUS = table("H", "HH", "L", "H")


@pytest.mark.parametrize("looks, names", [(1, ("HSTRAT", "LSTRAT")), (2, ("BSTRAT", "2HSTRAT"))])
def test_the_named_strategies_are_among_the_ordinal_ones(looks, names):
    game = Rules(Fraction(2, 3), Fraction(3, 5))
    values = {ordinal_value(game, p, 3) for p in ordinal_strategies(looks)}
    assert {sum(move_chances(game, strategy(n), 3)) for n in names} <= values


@pytest.mark.parametrize("policy, name", [(CAUTIOUS, "2HSTRAT"), (BOTH, "BSTRAT")])
def test_the_tables_of_the_proof_are_the_strategies_meant(policy, name):
    game = Rules(Fraction(2, 3), Fraction(3, 5))
    assert ordinal_value(game, policy, 5) == sum(move_chances(game, strategy(name), 5))


def test_two_low_looks_are_those_of_the_source_in_the_limit():
    """The source books a win seen two levels down when it is reached; so does the enumeration."""
    game = Rules(0.8, 0.6)
    assert ordinal_value(game, LOW, 12) == pytest.approx(win_chance(game, LowFirst(2)), abs=1e-8)


@settings(max_examples=6, deadline=None)
@given(st.fractions(Fraction(2, 5), Fraction(19, 20), max_denominator=20), upper)
def test_no_ordinal_strategy_passes_its_bound(e, a):
    game = Rules(float(e), float(a))
    moves = ceil(log(1e-3) / log(1 - float(e)))
    for looks in (1, 2):
        plans = list(ordinal_strategies(looks))
        values = [ordinal_value(game, p, moves) for p in plans]
        bounds = [win_chance(game, strategy(named_bound(p))) for p in plans]
        assert all(v <= b + 1e-12 for v, b in zip(values, bounds, strict=True))
        rest = (1 - float(e)) ** (moves - 1)
        assert max(values) >= max(bounds) - rest - 1e-12  # and the bound is attained


class Future:
    """Any chances to win below a fork: fresh values that the test draws, and what is known."""

    def __init__(self, game, x, fresh):
        self.game, self.x, self.fresh = game, x, fresh

    def unseen(self, path):
        """Chance at a point that was not seen."""
        value = self.x * self.game.moment(path.count("H"), path.count("L"))
        return self.game.ending * value + self.game.splitting * self.fresh[path]

    def __call__(self, way, below):
        if below is None or below[1] == "split":
            return self.fresh[way]
        if below[1] == "win":
            return 1
        return self.unseen(way + ("L" if below[0] == "H" else "H"))


@given(share, upper, st.fractions(0, 1, max_denominator=9), *[share] * 3)
@ANY
def test_the_identities_of_the_proof(e, a, x, high, low, deeper):
    """One move of each strategy against one of the better, in rationals, for any future."""
    game = Rules(e, a)
    future = Future(game, x, {"H": high, "L": low, "HH": deeper, "HL": deeper, "LH": deeper})
    s, b = 1 - e, 1 - a
    lam, y, z = e * (1 + s * a), a * x, b * x
    timid, one_low = plain("H", "L"), plain("L", "H")
    less = _one_move(one_low, game, x, None, future) - _one_move(timid, game, x, None, future)
    assert less == s * (high * (1 - e * z) - low * (1 - e * y))
    best = _one_move(LOW, game, x, None, future)
    assert best == lam * z + (1 - lam * z) * future.unseen("H")
    aggressive = table("H", "HH", "L", "L")
    assert _one_move(aggressive, game, x, None, future) == lam * y + (1 - lam * y) * future.unseen(
        "L"
    )
    gap = high - low
    cross = y * low - z * high
    assert best - _one_move(aggressive, game, x, None, future) == s * (
        gap - e * a * (y - z) + lam * cross
    )
    bold = _one_move(table("H", "HL", "H", "L"), game, x, None, future)
    rest = (1 - b * y) * (e * b * y + s * (high - deeper)) + s * s / e * gap
    assert best - bold == e * s * (gap - e * (y - z) + cross + rest)
    wary = _one_move(table("H", "HL", "L", "H"), game, x, None, future)
    rest = (1 - lam / e * z) * gap + s * (z - low) + (y - z) * (low - e * a * z)
    assert best - wary == e * s * rest
    known = _one_move(table("H", "HL", "L", "H"), game, x, ("L", "split"), future)
    rest = s * (1 - lam / e * z) * gap + z * (1 - lam * y)
    rest -= (1 - y + s * z * (1 - e * a)) * low
    assert best - known == e * rest


@given(share, upper, st.fractions(0, 1, max_denominator=9), share)
@ANY
def test_the_identity_that_puts_both_looks_above_two_high_ones(e, a, x, deep):
    """2HSTRAT's own future: below the high branch it is what its equation makes of the rest."""
    game = Rules(e, a)
    y, z, s = a * x, (1 - a) * x, 1 - e
    low, crossing = z / 3, (1 - a) * y / 4  # f(b), f(AB x): any numbers
    unseen, across = e * z + s * low, e * (1 - a) * y + s * crossing
    high = e * a * y + e * (1 - a * y) * across + s * deep

    def future(way, below):
        if way == "L":
            return low
        return {None: high, ("H", "split"): deep, ("H", "win"): 1}[below]

    gain = _one_move(BOTH, game, x, None, future) - _one_move(CAUTIOUS, game, x, None, future)
    assert gain == s * e * (z * (1 - high) - (1 - a * y) * (unseen - across))


GRID = [(e, a) for e in (0.03, 0.2, 0.5, 0.8, 0.98) for a in (0.5, 0.6, 0.8, 0.97)]


def chance_function(policy, game):
    """f and x from 0 to 1, f from its power series."""
    terms = [0.0, *map(float, coefficients(game, policy, 60))]
    return np.polynomial.Polynomial(terms), np.linspace(0, 1, 41)


@pytest.mark.parametrize("e, a", GRID)
def test_the_inequalities_of_the_proof(e, a):
    game = Rules(e, a)
    for policy in (LowFirst(2), HighFirst(2), LSTRAT, BothBranches()):
        f, x = chance_function(policy, game)
        assert (np.diff(f(x)) > 0).all() and (f(x) <= x + 1e-13).all()
        assert policy == BothBranches() or (f.deriv(2)(x) <= 1e-12).all()
    f, x = chance_function(LowFirst(2), game)
    high, low = f(a * x), f((1 - a) * x)
    assert (a * x * low - (1 - a) * x * high >= -1e-14).all()
    assert (high - low - e * a * (2 * a - 1) * x >= -1e-14).all()


@pytest.mark.parametrize("e, a", GRID)
def test_both_looks_win_more_than_two_high_ones(e, a):
    game = Rules(e, a)
    f, x = chance_function(HighFirst(2), game)
    y, z, x = a * x[1:], (1 - a) * x[1:], x[1:]
    unseen = [e * at + (1 - e) * f(at) for at in (z, a * z)]
    brace = z * (1 - f(y)) - (1 - a * y) * (unseen[0] - unseen[1])
    assert (brace >= a * z * (1 - x * (1 - a * (1 - a))) - 1e-14).all()
    assert win_chance(game, BothBranches()) > win_chance(game, HighFirst(2))


def assert_one_move_wins_no_more(others, better, game):
    """At forks of which nothing is known, of many values, before the better strategy goes on."""
    f, x = chance_function(better, game)
    high = game.ratio
    for policy in others:
        for value in (*x[1::8], 1.0):
            below = {"H": high * value, "L": (1 - high) * value}
            won = _one_move(policy, game, value, None, lambda way, _, v=below: f(v[way]))
            assert won <= f(value) + 1e-12, policy.name


@pytest.mark.parametrize("e, a", GRID)
def test_one_move_of_any_that_looks_at_both_wins_no_more(e, a):
    others = [p for p in TWO if len(dict(p.second).get("split", "none")) == 1]
    assert len(others) == 8
    assert_one_move_wins_no_more(others, BothBranches(), Rules(e, a))


def reachable(policy):
    """What nature may know of a fork that the policy enters, a win apart."""
    path, ways = dict(policy.second)["split"], dict(policy.moves)
    return [(path[1], kind) for kind in ("loss", "split") if ways["split", kind] == path[0]]


@pytest.mark.parametrize("e, a", GRID)
def test_one_move_of_any_other_before_two_low_looks_wins_no_more(e, a):
    """With the proof's bounds for forks of which something is known, at every such fork."""
    game = Rules(e, a)
    f, x = chance_function(LowFirst(2), game)

    def bound(x, known):
        kind = known and known[1]
        other = (1 - a if known and known[0] == "H" else a) * x
        return {"win": 1 + 0 * x, "loss": e * other + (1 - e) * f(other)}.get(kind, f(x))

    others = [p for p in TWO if named_bound(p) == "2LSTRAT"]
    assert len(others) == 22
    for policy in others:
        for known in (None, *reachable(policy)):
            for value in (*x[1::8], 1.0):
                below = {"H": a * value, "L": (1 - a) * value}
                won = _one_move(
                    policy, game, value, known, lambda way, seen, v=below: bound(v[way], seen)
                )
                assert won <= bound(value, known) + 1e-12, (policy.name, known)


@pytest.mark.parametrize("e, a", GRID)
def test_one_move_of_any_other_before_one_low_look_wins_no_more(e, a):
    others = [p for p in (*TWO, *ordinal_strategies(1)) if named_bound(p) == "LSTRAT"]
    assert len(others) == 20
    assert_one_move_wins_no_more(others, LSTRAT, Rules(e, a))


def test_more_looks_than_two_are_refused():
    with pytest.raises(ValueError, match="one or two looks"):
        next(ordinal_strategies(3))


@pytest.mark.parametrize("ending", [Fraction(1, 10), Fraction(1, 2), Fraction(9, 10)])
@pytest.mark.parametrize("high", [Fraction(1, 2), Fraction(3, 4), Fraction(19, 20)])
def test_with_one_look_nobody_beats_check_low(ending, high):
    """Whoever may choose anew at each value, with one look, wins what check low does."""

    @cache
    def split(moves, x):
        if not moves:
            return Fraction(0)
        branches = high * x, (1 - high) * x

        def unseen(y):
            return ending * y + (1 - ending) * split(moves - 1, y)

        def look(y, other):
            return (
                ending * y
                + ending * (1 - y) * unseen(other)
                + (1 - ending) * max(split(moves - 1, y), unseen(other))
            )

        looks = look(*branches), look(*reversed(branches))
        return max(*looks, *map(unseen, branches))

    chances = move_chances(Rules(ending, high), LSTRAT, 12)
    assert [split(n, Fraction(1)) for n in range(1, 13)] == [*accumulate(chances)]
