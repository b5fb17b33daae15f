r"""Beyond the source: the share of a fork that was seen decides where to look, not where to go.

Look at the low branch.  If it splits, and gives more than a limit of its value to its better
point, look at that point, and go low if it wins; if it splits more evenly, look at the high
branch, and leave that only if it loses.  Let :math:`p` be the chance that a share is no more than
the limit, :math:`m` the mean of the others, :math:`a = rx` and :math:`b = (1-r)x` the branches of
a fork of value :math:`x` that gives the share :math:`r` to the high one, :math:`f(x)` the chance
of winning at a fork of unknown share and :math:`h(x)` at one whose share is known to be within the
limit.  With :math:`U(a) = Ea + Sf(a)` and :math:`\lambda = E(1 + S(1-p)m)` one move wins

.. math:: \lambda b + (1 - \lambda b)\,U(a) + SpE\,(1 - a)\,h(b).

Its mean over all shares is :math:`f(x)`, and over those within the limit :math:`h(x)`: two power
series, each coefficient from two linear equations.  A limit of 1/2 is 2LSTRAT, one of 1 is BSTRAT.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from chancegames.games.tree_solitaire.policies import Strategy, View
from chancegames.games.tree_solitaire.ratio import UniformRatio
from chancegames.models.tree_solitaire import Number, Rules, require_number

Array = NDArray[np.float64]
#: Where the series is broken off: its terms fall faster than geometrically.
_LEAST_TERM = 1e-17


@dataclass(frozen=True)
class _LowByShare(Strategy):
    """Look low; if that splits unevenly, below it, and otherwise high.

    Attributes
    ----------
    limit : number
        The share of the better point above which the second look goes there.

    Examples
    --------
    >>> from chancegames.games.tree_solitaire import Sight
    >>> plan, here = _LowByShare(0.7), {"": Sight("split", 1.0, 0.6)}
    >>> plan.look(here), plan.look({**here, "L": Sight("split", 0.4, 0.9)})
    ('L', 'LH')
    >>> plan.look({**here, "L": Sight("split", 0.4, 0.6)})
    'H'
    """

    limit: Number
    name = "check low, then by share"

    def look(self, view: View) -> str | None:
        """The low branch; if it splits, its better point or the high branch."""
        if "L" not in view:
            return "L"
        if len(view) > 2 or view["L"].kind != "split":
            return None
        ratio = view["L"].ratio
        if ratio is None:
            raise ValueError("this strategy has to see the split ratio of a split point")
        return "LH" if ratio > self.limit else "H"

    def move(self, view: View) -> str:
        """Low to a win that was seen there, or away from a loss; otherwise high."""
        won = any(path in view and view[path].kind == "win" for path in ("L", "LH"))
        return "L" if won or ("H" in view and view["H"].kind == "loss") else "H"


def _by_share_chance(rules: Rules, limit: Number) -> Number:
    """Chance of winning of `_LowByShare`, from its two power series.

    Parameters
    ----------
    rules : Rules
        Independent form, uniform split ratio.
    limit : number
        Within the range of the ratio.

    Returns
    -------
    number
        Exact up to the terms left out, if the numbers given are fractions.

    Raises
    ------
    ValueError
        If the ratio is not uniform, the form dependent, or the limit out of range.

    Examples
    --------
    >>> game = Rules(0.5, UniformRatio(0.5, 1.0))
    >>> [round(_by_share_chance(game, limit), 5) for limit in (0.5, 0.7, 1.0)]
    [0.73088, 0.73222, 0.72951]
    """
    ratio = _uniform(rules)
    require_number("the limit", limit, ratio.smallest, ratio.largest)
    e, s = rules.ending, 1 - rules.ending
    even = (limit - ratio.smallest) / (ratio.largest - ratio.smallest)
    seen = e * (1 + s * (1 - even) * (limit + ratio.largest) / 2)
    fled = s * even * e
    over = [ratio.moment, _within(ratio.smallest, limit)]  # all shares, and those within the limit
    total: Number = 0
    f = h = 1 + 0 * e
    for n in count(1):
        rest = [
            (seen * m(0, 1) + e * m(1, 0) if n == 1 else 0)
            - (seen * e * m(1, 1) if n == 2 else 0)
            - (seen * s * f * m(n - 1, 1) + fled * h * m(1, n - 1) if n > 1 else 0)
            for m in over
        ]
        ahead, aside = ([s * m(n, 0) for m in over], [fled * m(0, n) for m in over])
        h = (rest[1] * (1 - ahead[0]) + ahead[1] * rest[0]) / (
            (1 - ahead[0]) * (1 - aside[1]) - ahead[1] * aside[0]
        )
        f = (rest[0] + aside[0] * h) / (1 - ahead[0])
        total += f
        if n > 2 and max(abs(f), abs(h)) < _LEAST_TERM:
            break
    return total


def _uniform(rules: Rules) -> UniformRatio:
    if not isinstance(rules.ratio, UniformRatio) or rules.form != "independent":
        raise ValueError("a share is seen in the independent form with a random split ratio")
    return rules.ratio


def _within(smallest: Number, limit: Number) -> Callable[[int, int], Number]:
    """Moments of the shares up to a limit, which may be the smallest share itself."""
    if limit > smallest:
        return UniformRatio(smallest, limit).moment
    return lambda high, low: smallest**high * (1 - smallest) ** low


class _BestByShare(NamedTuple):
    """The best use of a second look after one at the low branch.

    Attributes
    ----------
    value : float
        Chance of winning from the top.
    deeper : ndarray of bool, shape (nodes, nodes)
        At the top, by the shares of its fork and of the low branch: whether to look deeper.
    shares : ndarray of float, shape (nodes,)
        The shares at which the grid has its nodes.
    """

    value: float
    deeper: NDArray[np.bool_]
    shares: Array


def _best_by_share(rules: Rules, points: int = 60, nodes: int = 16) -> _BestByShare:
    """Iterate on a grid of values and shares: look low, then wherever a look is worth most.

    The second look goes to the high branch or to the better point below the low one.  If both
    branches split, the player goes to the one that wins more often.

    Parameters
    ----------
    rules : Rules
        Independent form, uniform split ratio.
    points, nodes : int, optional
        Grid points in the square root of x, at least 4, and Gauss nodes in the share.

    Raises
    ------
    ValueError
        If the ratio is not uniform, or the form dependent.

    Examples
    --------
    >>> round(_best_by_share(Rules(0.5, UniformRatio())).value, 5)
    0.73263
    """
    ratio = _uniform(rules)
    e, s = float(rules.ending), 1 - float(rules.ending)
    at, weights = np.polynomial.legendre.leggauss(nodes)
    weights /= 2
    shares = float(ratio.mean) + at * float(ratio.largest - ratio.smallest) / 2
    x = ((np.arange(points + 1) / points) ** 2)[:, None]
    high, low = shares * x, (1 - shares) * x
    a, b = high[..., None], low[..., None]
    value = np.zeros((points + 1, nodes))
    while True:
        going, fled = _at(value, high), _at(value, low)  # by the share that is seen there
        unseen = e * high + s * going @ weights
        both = np.maximum(going[:, :, None, :], fled[..., None]) @ weights
        aside = e * a + e * (1 - a) * fled + s * both
        deeper = e * b * shares + (1 - e * b * shares) * unseen[..., None]
        new = e * low + e * (1 - low) * unseen + s * np.maximum(aside, deeper) @ weights
        if np.abs(new - value).max() < 1e-12:
            return _BestByShare(float(new[-1] @ weights), (deeper > aside)[-1], shares)
        value = new


def _at(table: Array, x: Array) -> Array:
    """A table between its points, times x: four points in the square root of x."""
    points = len(table) - 1
    per_value = np.empty_like(table)
    per_value[1:] = table[1:] / ((np.arange(1, points + 1) / points) ** 2)[:, None]
    per_value[0] = 3 * per_value[1] - 3 * per_value[2] + per_value[3]
    u = np.sqrt(x) * points
    i = np.clip(u.astype(int) - 1, 0, points - 3)
    t = u - i
    cubic = (
        -(t - 1) * (t - 2) * (t - 3) / 6,
        t * (t - 2) * (t - 3) / 2,
        -t * (t - 1) * (t - 3) / 2,
        t * (t - 1) * (t - 2) / 6,
    )
    total = sum(c[..., None] * per_value[i + k] for k, c in enumerate(cubic))
    found: Array = x[..., None] * total
    return found
