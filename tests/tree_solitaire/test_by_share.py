"""A share that says where to look: its series against games played, a grid and known strategies."""

import re
from fractions import Fraction
from random import Random

import numpy as np
import pytest

from chancegames import tree_solitaire
from chancegames.base.paths import ROOT
from chancegames.games.tree_solitaire import BSTRAT, LowFirst, Rules, Shares, Sight, UniformRatio
from chancegames.games.tree_solitaire.by_share import (
    _by_lines_chance,
    _by_share_chance,
    _gain_of_other_looks,
    _LowByShare,
)
from chancegames.games.tree_solitaire.grid import grid_chance

FAIR = Rules(0.5, UniformRatio(0.5, 1.0))


def _won(rules, strategy, random, winning=""):
    """Play one game: points are drawn when they are seen, and seen points stay as they are.

    One branch of the top may be given as an end that wins.
    """
    e, drawn = rules.ending, {}

    def see(path):
        if path not in drawn:
            parent = drawn[path[:-1]]
            value = parent.value * (parent.ratio if path[-1] == "H" else 1 - parent.ratio)
            if path == winning:
                drawn[path] = Sight("win", value)
            elif random.random() < e:
                drawn[path] = Sight("win" if random.random() < value else "loss", value)
            else:
                drawn[path] = Sight("split", value, random.uniform(0.5, 1))
        return drawn[path]

    here = ""
    drawn[here] = Sight("split", 1.0, random.uniform(0.5, 1))
    while drawn[here].kind == "split":
        view = {"": drawn[here]}
        while path := strategy.look(view):
            view[path] = see(here + path)
        here += strategy.move(view)
        see(here)
    return drawn[here].kind == "win"


@pytest.mark.parametrize(("ending", "limit"), [(0.5, 0.7), (0.5, 0.55), (0.7, 0.86), (0.3, 0.9)])
def test_the_series_is_what_games_win(ending, limit):
    rules, random, games = Rules(ending, UniformRatio(0.5, 1.0)), Random(7), 40_000
    plan = _LowByShare(limit)
    won = sum(_won(rules, plan, random) for _ in range(games)) / games
    exact = _by_share_chance(rules, limit)
    assert abs(won - exact) < 4 * (exact * (1 - exact) / games) ** 0.5


LINES = [((0.72, 0.5), (0.82, 0.73)), ((0.5, 1.0), (1.0, 0.5)), ((0.91, 0.56), (0.56, 0.91))]


class _LowByLines(tree_solitaire.Strategy):
    """Look as `_LowByShare`, with a limit that changes with the fork where one stands."""

    name = "by lines"

    def __init__(self, first, later):
        self.lines = first, later

    def at(self, view):
        left, right = self.lines[view[""].value < 1]
        return _LowByShare(left + (right - left) * (2 * view[""].ratio - 1))

    def look(self, view):
        return self.at(view).look(view)

    def move(self, view):
        return self.at(view).move(view)


@pytest.mark.parametrize(("first", "later"), LINES)
def test_lines_win_what_games_win(first, later):
    plan, random, games = _LowByLines(first, later), Random(11), 40_000
    won = sum(_won(FAIR, plan, random) for _ in range(games)) / games
    exact = _by_lines_chance(0.5, first, later)
    assert abs(won - exact) < 4 * (exact * (1 - exact) / games) ** 0.5


@pytest.mark.parametrize(
    ("ending", "first", "later"),
    [(ending, *lines) for ending, lines in zip((0.5, 0.3, 0.8), LINES, strict=True)],
)
def test_lines_win_what_the_recursion_says(ending, first, later):
    """A second method: chances on a grid of values and shares, put in until nothing changes."""
    e, s, shares = ending, 1 - ending, 30
    r = 0.5 + (np.arange(shares) + 0.5) / (2 * shares)
    values = np.linspace(0, 1, 81) ** 2
    chances = np.zeros((len(values), shares))
    ends = r + 0.5 / (2 * shares)

    def won(x, i, line):
        """From a fork of value x with the i-th share, if every share seen is one of those."""
        a, b = r[i] * x, (1 - r[i]) * x
        mean, there = (
            [np.interp(v, values, column) for column in columns]
            for v, columns in ((a, [chances.mean(1)]), (b, chances.T))
        )
        high = e * a + s * mean[0]
        limit = line[0] + (line[1] - line[0]) * (2 * r[i] - 1)
        within = np.clip((limit - (ends - 0.5 / shares)) * 2 * shares, 0, 1)
        shallow = e * a + s * mean[0] + e * (1 - a) * np.array(there)
        found = (limit + ends) / 2 * (1 - within)  # times the part of the cell beyond the limit
        deeper = np.where(within > 0, found, (1 - within) * r)
        part = within * shallow + deeper * e * b + ((1 - within) - deeper * e * b) * high
        return e * b + e * (1 - b) * high + s * part.mean()

    for _ in range(60):
        old = chances
        chances = np.array([[won(x, i, later) for i in range(shares)] for x in values])
        if np.abs(chances - old).max() < 1e-9:
            break
    top = np.mean([won(1.0, i, first) for i in range(shares)])
    assert top == pytest.approx(_by_lines_chance(e, first, later), abs=4e-5)


def test_the_words_of_the_chapter_set_the_lines_that_it_counts():
    chapter = (ROOT / "notebooks" / "what-a-position-is-worth.ipynb").read_text(encoding="utf-8")
    (link,) = re.findall(r"<where-to-look (.+?)>", chapter)
    (ends,) = re.findall(r'\\"four\\": \(\((.+?)\), \((.+?)\)\)', chapter)
    counted = [round(100 * float(end)) for end in ", ".join(ends).split(", ")]
    assert [int(end) for end in re.findall(r"=(\d+)", link)] == counted


def test_a_line_that_leaves_the_shares_is_refused():
    with pytest.raises(ValueError, match="the limit must be a number from"):
        _by_lines_chance(0.5, (0.4, 0.7), (0.7, 0.7))


@pytest.mark.parametrize("ending", [0.1, 0.37, 0.5, 0.9])
def test_the_ends_of_the_limit_are_known_strategies(ending):
    rules = Rules(ending, UniformRatio(0.5, 1.0))
    for limit, known in ((0.5, LowFirst(2)), (1.0, BSTRAT)):
        exact = tree_solitaire.evaluate(rules, known).value
        assert _by_share_chance(rules, limit) == pytest.approx(exact, abs=1e-12)


def test_fractions_stay_exact():
    exact = _by_share_chance(Rules(Fraction(1, 2), UniformRatio()), Fraction(7, 10))
    assert isinstance(exact, Fraction)
    assert float(exact) == pytest.approx(_by_share_chance(FAIR, 0.7), abs=1e-12)


def test_no_limit_beats_the_best_use_of_the_second_look():
    for ending in (0.2, 0.5, 0.8):
        rules = Rules(ending, UniformRatio(0.5, 1.0))
        best = grid_chance(rules, LowFirst(2), best=True).value
        limits = [_by_share_chance(rules, n / 50) for n in range(25, 51)]
        weighed = grid_chance(rules, BSTRAT, best=True).value
        assert best > max(*limits, weighed) - 1e-8
    best = grid_chance(FAIR, LowFirst(2), best=True)
    assert best.value - best.error > 0.0017 + _by_share_chance(FAIR, 0.5)


@pytest.mark.parametrize("branch", ["H", "L"])
@pytest.mark.parametrize("plan", [_LowByShare(0.7), LowFirst(2), BSTRAT])
def test_who_looks_low_first_misses_no_win_of_the_next_step(plan, branch):
    """So a win that was seen two steps down adds nothing to the branch above it."""
    random = Random(11)
    assert all(_won(FAIR, plan, random, winning=branch) for _ in range(2_000))


@pytest.mark.parametrize("ending", [0.1, 0.3, 0.5, 0.7, 0.9])
def test_no_other_pair_of_looks_gains_anything(ending):
    """Where the plan is best; where its second look is always below, a look high would gain."""
    rules = Rules(ending, UniformRatio(0.5, 1.0))
    assert abs(_gain_of_other_looks(grid_chance(rules, LowFirst(2), best=True))) < 1e-9
    always_deeper = _gain_of_other_looks(grid_chance(rules, LowFirst(2)))
    assert (always_deeper > 1e-4) == (ending > 0.2)


def test_the_grid_stands_still_when_it_is_refined():
    values = [
        grid_chance(FAIR, LowFirst(2), True, *grid).value for grid in ((40, 12), (60, 16), (90, 24))
    ]
    assert max(values) - min(values) < 1e-6


@pytest.mark.parametrize("ending", [0.1, 0.5, 0.9])
def test_the_grid_knows_the_player_who_always_looks_deeper(ending):
    rules = Rules(ending, UniformRatio(0.5, 1.0))
    exact = tree_solitaire.evaluate(rules, LowFirst(2)).value
    found = grid_chance(rules, LowFirst(2))
    assert abs(found.value - exact) < min(found.error, 1e-6)


@pytest.mark.parametrize(
    "rules",
    [
        Rules(0.5, 0.75),
        Rules(0.5, UniformRatio(), "dependent"),
        Rules(0.5, Shares((Fraction(1, 2), Fraction(1, 2)))),
    ],
)
def test_other_games_are_refused(rules):
    with pytest.raises(ValueError, match="a share is seen in the independent form"):
        _by_share_chance(rules, 0.7)


def test_a_limit_out_of_range_is_refused():
    with pytest.raises(ValueError, match="the limit"):
        _by_share_chance(FAIR, 0.4)
    with pytest.raises(ValueError, match="has to see the split ratio"):
        _LowByShare(0.7).look({"": Sight("split"), "L": Sight("split")})
