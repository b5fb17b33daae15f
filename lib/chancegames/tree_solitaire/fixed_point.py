r"""Exact values when the split ratio is random and is looked at: a fixed point on a grid.

B'STRAT and H'STRAT move by ratios they have seen, so the value of a split point depends on its
value :math:`x` *and* on its ratio :math:`r`: let :math:`g(x, r)` be the chance of winning there,
and :math:`f(x)` its mean over an unseen ratio.  One move expresses :math:`g` by :math:`f` and
:math:`g` at smaller values.  Here :math:`g(x,r)/x`, a smooth function, is kept on a grid in
:math:`\sqrt x` and :math:`r`, and the equation is iterated to its fixed point; the ordinal
strategies solve the same equation and tie the grid to the series of :mod:`.series`.

Beyond the source: with `best` the move is the one that wins most often, which gives the best use
any strategy can make of the ratios it has seen.
"""

from dataclasses import dataclass
from functools import cache

import numba
import numpy as np

from chancegames.compiled import INNER, ONCE
from chancegames.tree_solitaire.depreciation import (
    WeighedBoth,
    WeighedHigh,
    both_worth,
    high_factor,
    high_worth,
)
from chancegames.tree_solitaire.policies import BothBranches, HighFirst, Policy
from chancegames.tree_solitaire.rules import TreeSolitaire, UniformRatio

ORDINAL, WEIGHED, PLAIN, BEST = range(4)


@dataclass(frozen=True)
class GridSolution:
    """Chance of winning from the top, by iteration.

    Attributes
    ----------
    value : float
        Chance of winning.
    residual : float
        Largest change of g(x, r)/x in the last iteration.
    points : tuple of int
        Grid points in x and in r.
    """

    value: float
    residual: float
    points: tuple[int, int]


@numba.njit(**INNER)
def _at(table, x, k):  # pragma: no cover - compiled
    """The table times x, in column k at sqrt(x): four-point interpolation."""
    n = len(table) - 1
    u = np.sqrt(x) * n
    i = min(max(int(u) - 1, 0), n - 3)
    t = u - i
    a, b, c, d = table[i, k], table[i + 1, k], table[i + 2, k], table[i + 3, k]
    value = -a * (t - 1) * (t - 2) * (t - 3) / 6 + b * t * (t - 2) * (t - 3) / 2
    value += -c * t * (t - 1) * (t - 3) / 2 + d * t * (t - 1) * (t - 2) / 6
    return x * value


@numba.njit(**INNER)
def _goes_high(rule, both, e, m, high, low, r, q, table, k, j):  # pragma: no cover - compiled
    """Whether to prefer a high split point of ratio r to a low one (of ratio q, or unseen)."""
    last = table.shape[1] - 1
    if rule == ORDINAL:
        return True
    if rule == BEST:
        if both:
            return _at(table, high, k) >= _at(table, low, j)
        return _at(table, high, k) >= e * low + (1 - e) * _at(table, low, last)
    if both:
        return both_worth(e, m, high, r) >= both_worth(e, m, low, q)
    split = high_worth(e, m, low, m) if rule == WEIGHED else low * high_factor(e, m, low)
    return high_worth(e, m, high, r) >= e * low + (1 - e) * split


@numba.njit(**ONCE)
def _high_move(rule, e, m, x, r, ratios, weights, table):  # pragma: no cover - compiled
    """g(x, r) for one look at the high branch."""
    s, last, high, low = 1 - e, len(ratios), r * x, (1 - r) * x
    down = e * low + s * _at(table, low, last)
    total = e * (high + (1 - high) * down)
    for k in range(len(ratios)):
        up = _goes_high(rule, False, e, m, high, low, ratios[k], 0.0, table, k, 0)
        total += s * weights[k] * (_at(table, high, k) if up else down)
    return total


@numba.njit(**ONCE)
def _both_move(rule, e, m, x, r, ratios, weights, table):  # pragma: no cover - compiled
    """g(x, r) for a look at both branches."""
    s, n, high, low = 1 - e, len(ratios), r * x, (1 - r) * x
    total = e * high + e * low - e * e * high * low
    total += s * e * (1 - low) * _at(table, high, n) + s * e * (1 - high) * _at(table, low, n)
    for k in range(n):
        up = _at(table, high, k)
        for j in range(n):
            stay = _goes_high(rule, True, e, m, high, low, ratios[k], ratios[j], table, k, j)
            total += s * s * weights[k] * weights[j] * (up if stay else _at(table, low, j))
    return total


@numba.njit(**ONCE)
def _complete(new, table, weights):  # pragma: no cover - compiled
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
    return change


@numba.njit(cache=True)
def _iterate(rule, both, e, m, ratios, weights, points, limit):  # pragma: no cover - compiled
    """The table of g(x, r)/x, its last column the mean over r, and the last change."""
    n = len(ratios)
    table, change = np.ones((points + 1, n + 1)), 1.0
    for _ in range(limit):
        new = np.empty_like(table)
        for i in range(1, points + 1):
            x = (i / points) ** 2
            for k in range(n):
                if both:
                    new[i, k] = _both_move(rule, e, m, x, ratios[k], ratios, weights, table) / x
                else:
                    new[i, k] = _high_move(rule, e, m, x, ratios[k], ratios, weights, table) / x
        change = _complete(new, table, weights)
        table = new
        if change < 1e-12:
            break
    return table, change


def _code(policy: Policy, best: bool) -> tuple[int, bool]:
    """The rule for choosing between split points, and whether both branches are looked at."""
    if isinstance(policy, WeighedBoth):
        return WEIGHED, True
    if isinstance(policy, WeighedHigh):
        return (WEIGHED if policy.refined else PLAIN), False
    if policy == BothBranches():
        return (BEST if best else ORDINAL), True
    if policy == HighFirst(1):
        return (BEST if best else ORDINAL), False
    raise ValueError(f"the grid solves HSTRAT, BSTRAT and their weighed forms, not {policy!r}")


@cache
def grid_chance(
    policy: Policy, game: TreeSolitaire, best: bool = False, points: int = 32, nodes: int = 24
) -> GridSolution:
    """Chance of winning with a random split ratio that is looked at.

    Parameters
    ----------
    policy : HighFirst(1), BothBranches, WeighedHigh or WeighedBoth
        The strategy.
    game : TreeSolitaire
        The rules: independent form, uniform split ratio.
    best : bool, optional
        With HSTRAT or BSTRAT: look where it looks, and move by the values in the best way.
    points, nodes : int, optional
        Grid points in x, and Gauss nodes in r; at least 4 and 2.

    Returns
    -------
    GridSolution

    Raises
    ------
    ValueError
        If the ratio is constant, the form dependent, the strategy another one or the grid too
        small.

    Examples
    --------
    >>> from chancegames.tree_solitaire.rules import UniformRatio
    >>> from chancegames.tree_solitaire.series import win_chance
    >>> game = TreeSolitaire(0.5, UniformRatio(0.5, 1.0))
    >>> solution = grid_chance(HighFirst(1), game)
    >>> abs(solution.value - win_chance(HighFirst(1), game)) < 1e-7
    True
    """
    if not isinstance(game.ratio, UniformRatio) or game.form != "independent":
        raise ValueError("the grid is for the independent form and a random split ratio")
    if points < 4 or nodes < 2:
        raise ValueError("the grid needs at least 4 points in x and 2 nodes in r")
    rule, both = _code(policy, best)
    least, greatest = float(game.ratio.least), float(game.ratio.greatest)
    at, weight = np.polynomial.legendre.leggauss(nodes)
    ratios = least + (greatest - least) * (at + 1) / 2
    e, m = float(game.ending), float(game.ratio.mean)
    table, change = _iterate(rule, both, e, m, ratios, weight / 2, points, 2000)
    return GridSolution(float(table[-1, -1]), float(change), (points, nodes))
