r"""Exact values when the split ratio is random and is looked at: a fixed point on a grid.

B'STRAT and H'STRAT move by ratios they have seen, so the value of a split point depends on its
value :math:`x` *and* on its ratio :math:`r`: let :math:`g(x, r)` be the chance of winning there,
and :math:`f(x)` its mean over an unseen ratio.  One move expresses :math:`g` by :math:`f` and
:math:`g` at smaller values.  Here :math:`g(x,r)/x`, a smooth function, is kept on a grid in
:math:`\sqrt x` and :math:`r`, and the equation is iterated to its fixed point; the ordinal
strategies solve the same equation and tie the grid to the series of :mod:`.series`.

Beyond the source: with `best` the move is the one that wins most often, which gives the best use
any strategy can make of the ratios it has seen.  With `best` 2LSTRAT, which looks low first, also
chooses its second look by them: at the better point below, or at the high branch.
"""

from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from chancegames.base.checks import door, shown
from chancegames.base.compiled import INNER, ONCE, compiled
from chancegames.games.tree_solitaire.policies import BSTRAT, HSTRAT, LowFirst, Strategy
from chancegames.games.tree_solitaire.ratio import UniformRatio
from chancegames.games.tree_solitaire.series import win_chance
from chancegames.games.tree_solitaire.weighing import (
    WeighedBoth,
    WeighedHigh,
    _high_worth,
    _unseen_worth,
    both_worth,
)
from chancegames.models.tree_solitaire import Rules, require_number

#: What a grid may ask in one step, some 50 ms; it may take 2,000 steps.
MOST_CELLS = 10_000_000
#: How many points and nodes more the grid has on which `error` is measured.
_MORE = 7
#: Where a strategy looks: at the high branch, at both, or low and then at one point more.
_HIGH, _BOTH, _LOW = range(3)

Array = NDArray[np.float64]
#: Nodes in [-1, 1] and weights of Gauss; to find them takes a tenth of a grid's time.
_gauss = lru_cache(np.polynomial.legendre.leggauss)


@dataclass(frozen=True)
class _GridSolution:
    """Chance of winning from the top, by iteration on a grid.

    Attributes
    ----------
    value : float
        Chance of winning.
    residual : float
        Largest change of g(x, r)/x in the last iteration: how far the iteration is from the fixed
        point of *this grid*, not how far the grid is from the truth; for that see `error`.
    points, nodes : int
        Grid points in x and in r.
    """

    value: float
    residual: float
    points: int
    nodes: int
    asked: tuple[Rules, Strategy, bool]
    table: Array = field(repr=False, compare=False)

    @cached_property
    def error(self) -> float:
        r"""Bound of the error of `value`: what one exact move changes, divided by E.

        Proof.  Let :math:`T` be one move, :math:`g = Tg` the truth, :math:`\hat g` what the grid
        says at and between its points, and measure a difference by its supremum of
        :math:`|\cdot|/x`.  :math:`T` weighs values with non-negative numbers; the greater of two
        pairs of values differs by no more than the pairs do.  After a look at the high branch
        those weights on values, times the values' :math:`x`, sum to at most
        :math:`S\,(E(1-r)x + rx)`, after a look at both, or low and at one point more, to at most
        :math:`S\,(E(1-r)x + Erx + Srx)`; either is at most :math:`Sx`, with :math:`S=1-E`.  So
        :math:`|T\hat g - Tg| \le S\,|\hat g - g|`, and
        :math:`|\hat g - g| \le |\hat g - T\hat g| + S\,|\hat g - g|` gives
        :math:`|\hat g - g| \le |\hat g - T\hat g|/E`.

        What is not proved: the supremum is taken over, and the mean inside :math:`T` by, a grid of
        seven points and seven nodes more.  Against far finer grids the error stayed below a tenth
        of the bound.
        """
        fine = _posed(*self.asked, self.points + _MORE, self.nodes + _MORE)
        given = _between(self.table, self.points + _MORE, self.nodes + _MORE)
        _, change = _iterate(*fine, (given, np.empty_like(given)), 1)
        return min(1.0, float(change) / float(self.asked[0].ending))


def _between(table: Array, points: int, nodes: int) -> Array:
    """A table at and between its points: four-point in x, Legendre series in r."""
    n = table.shape[1] - 1
    (at, weight), (to, mean) = map(_gauss, (n, nodes))
    series = np.polynomial.legendre.legvander(at, n - 1) * weight[:, None] * (np.arange(n) + 0.5)
    rows = np.tile(table[0], (points + 1, 1))
    for i in range(1, points + 1):
        x = (i / points) ** 2
        _row(table, x, rows[i], 0)
        rows[i] /= x
    found = rows[:, :n] @ series @ np.polynomial.legendre.legvander(to, n - 1).T
    return np.column_stack([found, found @ mean / 2])


@compiled(**INNER)
def _row(table: Array, x: float, row: Array, column: int) -> None:
    """Fill a row from this column on with the table at sqrt(x), times x: by four points."""
    n = len(table) - 1
    u = np.sqrt(x) * n
    i = min(max(int(u) - 1, 0), n - 3)
    t = u - i
    a, b = -(t - 1) * (t - 2) * (t - 3) / 6, t * (t - 2) * (t - 3) / 2
    c, d = -t * (t - 1) * (t - 3) / 2, t * (t - 1) * (t - 2) / 6
    for k in range(column, len(row)):
        sums = a * table[i, k] + b * table[i + 1, k] + c * table[i + 2, k] + d * table[i + 3, k]
        row[k] = x * sums


def _stays(both: bool, refined: bool, e: float, m: float, points: int, ratios: Array) -> Any:
    """Whether a split point is preferred to the low branch, by x, r, its ratio and the low one's.

    The last axis has length 1 where the low branch is unseen.
    """
    x = ((np.arange(points + 1) / points) ** 2)[:, None, None, None]
    r, seen = ratios[:, None, None], ratios[:, None]
    high, low = r * x, (1 - r) * x
    if both:
        return both_worth(e, m, high, seen) >= both_worth(e, m, low, ratios)
    return _high_worth(e, m, high, seen) >= _unseen_worth(e, m, low, refined)


@compiled(**ONCE)
def _move(
    best: bool,
    looks: int,
    e: float,
    x: float,
    r: float,
    ratios: Array,
    stay: Array,
    weights: Array,
    table: Array,
    up: Array,
    down: Array,
) -> float:
    """g(x, r) for a look at the high branch, at both, or low and at one point more."""
    s, n, high, low = 1 - e, len(weights), r * x, (1 - r) * x
    _row(table, high, up, 0)
    _row(table, low, down, n if looks == _HIGH else 0)
    if looks == _LOW:
        unseen = e * high + s * up[n]
        total = e * (low + (1 - low) * unseen)
        for k in range(n):
            found = e * ratios[k] * low
            below = found + (1 - found) * unseen
            if best:
                beside = e * (high + (1 - high) * down[k])
                for j in range(n):
                    beside += s * weights[j] * max(up[j], down[k])
                below = max(below, beside)
            total += s * weights[k] * below
        return float(total)
    unseen = e * low + s * down[n]
    total = e * (high + (1 - high) * unseen)
    if looks == _HIGH:
        for k in range(n):
            first = up[k] >= unseen if best else stay[k, 0]
            total += s * weights[k] * (up[k] if first else unseen)
        return float(total)
    for k in range(n):
        mean = 0.0
        for j in range(n):
            first = up[k] >= down[j] if best else stay[k, j]
            mean += weights[j] * (up[k] if first else down[j])
        total += s * weights[k] * (e * (low + (1 - low) * up[k]) + s * mean)
    return float(total)


@compiled(**ONCE)
def _complete(new: Array, table: Array, weights: Array) -> float:
    """Fill the first row and the last column; return the largest change (loops compile fast)."""
    n, change = len(weights), 0.0
    for k in range(n):
        new[0, k] = 3 * new[1, k] - 3 * new[2, k] + new[3, k]
    for i in range(len(new)):
        new[i, n] = 0.0
        for k in range(n):
            new[i, n] += new[i, k] * weights[k]
        for k in range(n + 1):
            step = abs(new[i, k] - table[i, k])
            if step > change or step != step:  # what is no number stays so
                change = step
    return float(change)


@compiled(cache=True)
def _iterate(
    best: bool,
    looks: int,
    e: float,
    ratios: Array,
    stay: Array,
    weights: Array,
    tables: Any,
    limit: Any,
) -> tuple[Array, float]:
    """The table of g(x, r)/x, its last column the mean over r, and the last change.

    The first of the two `tables` is what the iteration begins with; both are written over.
    """
    n, points = len(ratios), len(stay) - 1
    table, new = tables
    up, down, change = np.empty(n + 1), np.empty(n + 1), 1.0
    for _ in range(limit):
        for i in range(1, points + 1):
            x = (i / points) ** 2
            for k in range(n):
                r, first = ratios[k], stay[i, k]
                g = _move(best, looks, e, x, r, ratios, first, weights, table, up, down)
                new[i, k] = g / x
        change = _complete(new, table, weights)
        table, new = new, table
        if change < 1e-12:
            break
    return table, change


def _where_it_looks(rules: Rules, strategy: Strategy) -> int:
    """One of `_HIGH`, `_BOTH` and `_LOW`; refuses what is not solved here."""
    if isinstance(strategy, WeighedBoth | WeighedHigh):
        if strategy.rules != rules:
            raise ValueError("the strategy weighs positions by the rules of another game")
        return _BOTH if isinstance(strategy, WeighedBoth) else _HIGH
    for known, looks in ((HSTRAT, _HIGH), (BSTRAT, _BOTH), (LowFirst(2), _LOW)):
        if strategy == known:
            return looks
    raise ValueError(
        "the grid is for HSTRAT, BSTRAT, their weighed forms and 2LSTRAT, not " + shown(strategy)
    )


@door
def overtaking_ending(ratio: UniformRatio, low: float, high: float, within: float = 1e-5) -> float:
    """Ending probability from which B'STRAT wins more often than 2LSTRAT, by bisection.

    Parameters
    ----------
    ratio : UniformRatio
    low, high : float
        Ending probabilities between which it lies.
    within : float, optional
        How far from it the result may be, at least 1e-9.

    Raises
    ------
    ValueError
        If B'STRAT is ahead at `low`, or behind at `high`, or `within` is out of range.

    Examples
    --------
    >>> round(overtaking_ending(UniformRatio(0.5, 1.0), 0.4, 0.7, within=1e-4), 3)
    0.54
    """
    require_number("how far the result may be off", within, 1e-9, 1)

    def ahead(ending: float) -> bool:
        rules = Rules(ending, ratio)
        return grid_chance(rules, WeighedBoth(rules)).value > win_chance(rules, LowFirst(2))

    if ahead(low) or not ahead(high):
        raise ValueError(f"B'STRAT does not overtake 2LSTRAT between {low} and {high}")
    while high - low > 2 * within:
        middle = (low + high) / 2
        low, high = (low, middle) if ahead(middle) else (middle, high)
    return (low + high) / 2


@door
@lru_cache(maxsize=256, typed=True)
def grid_chance(
    rules: Rules, strategy: Strategy, best: bool = False, points: int = 32, nodes: int = 24
) -> _GridSolution:
    """Chance of winning with a random split ratio that is looked at.

    Parameters
    ----------
    rules : Rules
        Independent form, uniform split ratio.
    strategy : HighFirst(1), BothBranches, WeighedHigh, WeighedBoth or LowFirst(2)
    best : bool, optional
        With HSTRAT or BSTRAT: look where it looks, and move by the values in the best way.  With
        2LSTRAT: look low, then wherever a look is worth most, below or at the high branch.
    points, nodes : int, optional
        Grid points in x, from 4 to 200, and Gauss nodes in r, from 2 to 200.

    Returns
    -------
    _GridSolution
        Its `error` bounds how far the value is off, cautiously: at the default grid below 0.01 for
        E of 1/50 or more, where in fact no value was found to be off by 1e-4.

    Raises
    ------
    ValueError
        If the ratio is constant, the form dependent, the strategy another one or of another game,
        or the grid out of range: ``points * nodes**2`` (``nodes**3`` for two looks) may be ten
        million.

    Examples
    --------
    >>> rules = Rules(0.5, UniformRatio(0.5, 1.0))
    >>> solution = grid_chance(rules, HSTRAT)
    >>> abs(solution.value - win_chance(rules, HSTRAT)) < solution.error < 1e-3
    True
    """
    if not isinstance(rules.ratio, UniformRatio) or rules.form != "independent":
        raise ValueError("the grid is for the independent form and a random split ratio")
    if not (4 <= points <= 200 and 2 <= nodes <= 200):
        raise ValueError("the grid needs 4 to 200 points in x and 2 to 200 nodes in r")
    if (
        size := points * nodes ** (2 if _where_it_looks(rules, strategy) == _HIGH else 3)
    ) > MOST_CELLS:
        raise ValueError(f"this grid asks {size:,} times what to do; the limit is {MOST_CELLS:,}")
    asked = rules, strategy, best
    start = tuple(np.ones((2, points + 1, nodes + 1)))
    table, change = _iterate(*_posed(*asked, points, nodes), start, 2000)
    return _GridSolution(float(table[-1, -1]), float(change), points, nodes, asked, table)


def _posed(
    rules: Rules, strategy: Strategy, best: bool, points: int, nodes: int
) -> tuple[bool, int, float, Array, Any, Array]:
    """The equation on a grid, as `_iterate` takes it."""
    looks, weighs = (
        _where_it_looks(rules, strategy),
        isinstance(strategy, WeighedBoth | WeighedHigh),
    )
    assert isinstance(rules.ratio, UniformRatio)
    low, high = float(rules.ratio.smallest), float(rules.ratio.largest)
    at, weight = _gauss(nodes)
    ratios = low + (high - low) * (at + 1) / 2
    e, m = float(rules.ending), float(rules.mean)
    stay = np.ones((points + 1, nodes, nodes, nodes if looks == _BOTH else 1), dtype=bool)
    if weighs:
        stay = _stays(looks == _BOTH, getattr(strategy, "refined", True), e, m, points, ratios)
    return best and not weighs, looks, e, ratios, stay, weight / 2
