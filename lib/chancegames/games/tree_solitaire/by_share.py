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
What can be gained at the most is on the grid: :func:`.grid.grid_chance` with 2LSTRAT and `best`.
No other pair of looks gains anything on that (`_gain_of_other_looks`).
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import count

import numpy as np

from chancegames.games.tree_solitaire.grid import _GridSolution, _posed, _row
from chancegames.games.tree_solitaire.policies import Strategy, View
from chancegames.games.tree_solitaire.ratio import UniformRatio
from chancegames.models.tree_solitaire import Number, Rules, require_number

#: Where the series is broken off: its terms fall faster than geometrically.
_LEAST_TERM = 1e-17

#: Of the series over the shares, which have fallen below a millionth long before.
_TERMS = 20


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
    ratio = rules.ratio
    if not isinstance(ratio, UniformRatio) or rules.form != "independent":
        raise ValueError("a share is seen in the independent form with a random split ratio")
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


def _by_lines_chance(
    ending: float, first: tuple[float, float], later: tuple[float, float]
) -> float:
    """Chance of winning where the limit is a line over the share of the fork where one stands.

    As `_by_share_chance`, but the limit at a fork of share r lies on a line from its value at
    r = 1/2 to that at r = 1, one line for the first fork and another for all later ones.  All
    shares from 1/2 to 1 are equally likely.

    Parameters
    ----------
    ending : float
        Chance that a point is an end.
    first, later : pair of float
        The limits at the ends of the two lines, in [1/2, 1].

    Returns
    -------
    float
        To about six digits: the midpoint rule with 20 and with 40 shares, extrapolated.

    Examples
    --------
    >>> round(_by_lines_chance(0.5, (0.7, 0.7), (0.7, 0.7)), 5)
    0.73222
    >>> round(_by_lines_chance(0.5, (0.72, 0.5), (0.82, 0.73)), 5)
    0.73252
    """
    for ends in (first, later):
        for end in ends:
            require_number("the limit", end, 0.5, 1)
    coarse, fine = (_on_shares(ending, first, later, shares) for shares in (20, 40))
    return (4 * fine - coarse) / 3


def _on_shares(
    e: float, first: tuple[float, float], later: tuple[float, float], shares: int
) -> float:
    r"""The same on so many shares :math:`r`: the power series of :math:`g(x, r)`, term by term.

    One move wins :math:`\lambda b + (1 - \lambda b)\,U(a) + SE\,(1 - a)\int_{q \le l(r)} g(b, q)`.
    """
    s, r = 1 - e, 0.5 + (np.arange(shares) + 0.5) / (2 * shares)
    cells = np.arange(shares)[None, :]

    def limits(ends: tuple[float, float]) -> tuple[np.ndarray, np.ndarray]:
        """What a look below finds for each unit of the low branch, and the shares within."""
        line = ends[0] + (ends[1] - ends[0]) * (2 * r - 1)
        within = np.clip((line[:, None] - 0.5) * 2 * shares - cells, 0, 1) / shares
        return e * (1 + s * (1 - line**2)), within

    terms, means = np.zeros((_TERMS + 1, shares)), np.zeros(_TERMS + 1)
    found, within = limits(later)
    for n in range(1, _TERMS + 1):
        known = found * (1 - r) + e * r if n == 1 else np.zeros(shares)
        if n == 2:
            known -= found * e * (1 - r) * r
        if n > 1:
            known -= found * (1 - r) * s * means[n - 1] * r ** (n - 1)
            known -= s * e * r * (1 - r) ** (n - 1) * (within @ terms[n - 1])
        onward = s * (r**n)[:, None] / shares + s * e * ((1 - r) ** n)[:, None] * within
        terms[n] = np.linalg.solve(np.eye(shares) - onward, known)
        means[n] = terms[n].mean()
    found, within = limits(first)
    powers = np.arange(_TERMS + 1)
    high = e * r + s * (r[:, None] ** powers) @ means
    low = np.sum(within * ((1 - r)[:, None] ** powers @ terms), axis=1)
    return float(np.mean(found * (1 - r) + (1 - found * (1 - r)) * high + s * e * (1 - r) * low))


def _gain_of_other_looks(solution: _GridSolution) -> float:
    r"""How much another pair of looks, at one fork, gains on the solved plan at most.

    Every pair is tried: either branch first; then, if it splits, the other branch or one of the two
    points below it.  Afterwards the plan goes on as solved, and forgets what it saw, but for a win
    that it walks to.  What is seen :math:`c = E\,v` of the time to win at a point of value
    :math:`v` below a branch adds nothing to that branch, of chance :math:`g`: a plan that looks low
    first cannot miss such a win once it is there.  So a look at the point is worth
    :math:`c + \max((1 - c)U, g - c)`, with :math:`U` the chance at the other branch, unseen.

    Parameters
    ----------
    solution : _GridSolution
        Of a plan that looks low first.

    Returns
    -------
    float
        The largest gain over all forks of the grid, as a chance of winning; 0 but for rounding if
        no pair of looks does better anywhere.

    Examples
    --------
    >>> from chancegames.games.tree_solitaire.grid import grid_chance
    >>> from chancegames.games.tree_solitaire.policies import LowFirst
    >>> rules = Rules(0.5, UniformRatio(0.5, 1.0))
    >>> abs(_gain_of_other_looks(grid_chance(rules, LowFirst(2), best=True))) < 1e-9
    True
    >>> round(_gain_of_other_looks(grid_chance(rules, LowFirst(2))), 3)
    0.005
    """
    _, _, e, ratios, _, weights = _posed(*solution.asked, solution.points, solution.nodes)
    s, n, table = 1 - e, len(ratios), solution.table
    branches = np.empty((2, n + 1))  # by their ratio; the last entry is for an unseen one
    most = -1.0
    for i in range(1, solution.points + 1):
        x = (i / solution.points) ** 2
        for k, r in enumerate(ratios):
            values = np.array([r * x, (1 - r) * x])
            for value, row in zip(values, branches, strict=True):
                _row(table, value, row, 0)
            seen, unseen = branches[:, :n], e * values + s * branches[:, n]
            better = np.maximum(seen[0][:, None], seen[1][None, :])
            for first, other in ((0, 1), (1, 0)):
                value = values[first]
                after = better @ weights if first == 0 else weights @ better
                looks = [e * (values[other] + (1 - values[other]) * seen[first]) + s * after]
                for part in (ratios, 1 - ratios):
                    c = e * part * value
                    looks.append(c + np.maximum((1 - c) * unseen[other], seen[first] - c))
                best = weights @ np.maximum.reduce(looks)
                chance = e * (value + (1 - value) * unseen[other]) + s * best
                most = max(most, float(chance - x * table[i, k]))
    return most


def _within(smallest: Number, limit: Number) -> Callable[[int, int], Number]:
    """Moments of the shares up to a limit, which may be the smallest share itself."""
    if limit > smallest:
        return UniformRatio(smallest, limit).moment
    return lambda high, low: smallest**high * (1 - smallest) ** low
