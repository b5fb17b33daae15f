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
