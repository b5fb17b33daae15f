r"""Exact values when the split ratio is random and is looked at: a fixed point on a grid.

B'STRAT and H'STRAT move by ratios they have seen, so the value of a split point depends on its
value :math:`x` *and* on its ratio :math:`r`: let :math:`g(x, r)` be the chance of winning there,
and :math:`f(x)` its mean over an unseen ratio.  One move expresses :math:`g` by :math:`f` and
:math:`g` at smaller values.  Here :math:`g(x,r)/x`, a smooth function, is kept on a grid in
:math:`\sqrt x` and :math:`r` and the equation is iterated to its fixed point; the ordinal strategies
solve the same equation and tie the grid to the series of :mod:`.series`.

Beyond the source: with `best` the move is the one that wins most often, which gives the best use
any strategy can make of the ratios it has seen.
"""

from dataclasses import dataclass

import numba
import numpy as np

from .depreciation import WeighedBoth, WeighedHigh, both_worth, high_factor, high_worth
from .policies import BothBranches, HighFirst, Policy
from .rules import TreeSolitaire, UniformRatio

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


@numba.njit(cache=True)
def _at(table, x, k):  # pragma: no cover - compiled
    """x times column k of the table at sqrt(x): four-point interpolation."""
    n = len(table) - 1
    u = np.sqrt(x) * n
    i = min(max(int(u) - 1, 0), n - 3)
    t = u - i
    a, b, c, d = table[i, k], table[i + 1, k], table[i + 2, k], table[i + 3, k]
    value = -a * (t - 1) * (t - 2) * (t - 3) / 6 + b * t * (t - 2) * (t - 3) / 2
    value += -c * t * (t - 1) * (t - 3) / 2 + d * t * (t - 1) * (t - 2) / 6
    return x * value


@numba.njit(cache=True)
def _goes_high(rule, both, e, m, high, low, r, q, table, k, l):  # pragma: no cover - compiled
    """Whether to prefer a high split point of ratio r to a low one (of ratio q, or unseen)."""
    last = table.shape[1] - 1
    if rule == ORDINAL:
        return True
    if rule == BEST:
        if both:
            return _at(table, high, k) >= _at(table, low, l)
        return _at(table, high, k) >= e * low + (1 - e) * _at(table, low, last)
    if both:
        return both_worth(e, m, high, r) >= both_worth(e, m, low, q)
    split = high_worth(e, m, low, m) if rule == WEIGHED else low * high_factor(e, m, low)
    return high_worth(e, m, high, r) >= e * low + (1 - e) * split


@numba.njit(cache=True)
def _high_move(rule, e, m, x, r, ratios, table):  # pragma: no cover - compiled
    """g(x, r) for one look at the high branch."""
    s, last, high, low = 1 - e, len(ratios), r * x, (1 - r) * x
    down = e * low + s * _at(table, low, last)
    total = e * (high + (1 - high) * down)
    for k in range(len(ratios)):
        up = _goes_high(rule, False, e, m, high, low, ratios[k], 0.0, table, k, 0)
        total += s * (_at(table, high, k) if up else down) / len(ratios)
    return total


@numba.njit(cache=True)
def _both_move(rule, e, m, x, r, ratios, table):  # pragma: no cover - compiled
    """g(x, r) for a look at both branches."""
    s, n, high, low = 1 - e, len(ratios), r * x, (1 - r) * x
    total = e * high + e * low - e * e * high * low
    total += s * e * (1 - low) * _at(table, high, n) + s * e * (1 - high) * _at(table, low, n)
    for k in range(n):
        up = _at(table, high, k)
        for l in range(n):  # noqa: E741
            stay = _goes_high(rule, True, e, m, high, low, ratios[k], ratios[l], table, k, l)
            total += s * s * (up if stay else _at(table, low, l)) / (n * n)
    return total


@numba.njit(cache=True)
def _iterate(rule, both, e, m, ratios, points, limit):  # pragma: no cover - compiled
    """The table of g(x, r)/x, its last column the mean over r, and the last change."""
    n = len(ratios)
    table, change = np.ones((points + 1, n + 1)), 1.0
    for _ in range(limit):
        new = np.empty_like(table)
        for i in range(1, points + 1):
            x = (i / points) ** 2
            for k in range(n):
                move = _both_move if both else _high_move
                new[i, k] = move(rule, e, m, x, ratios[k], ratios, table) / x
        new[0] = 3 * new[1] - 3 * new[2] + new[3]
        for i in range(points + 1):
            new[i, n] = new[i, :n].mean()
        change = np.abs(new - table).max()
        table = new
        if change < 1e-12:
            break
    return table, change
