r"""Game 3 as it is defined: each branch's value is its fork's plus a random step of mean 0.

Both branches of a fork of value :math:`v` draw a step, by themselves, from one symmetric law.  The
source puts the higher and the lower branch at their means, :math:`v+A` and :math:`v-A`
(:mod:`.drift`), and leaves it to a Monte Carlo trial to show what the scatter does.  Here the
steps are uniform on :math:`[-w, w]`; the greater of two is :math:`w/3` on average, so that
:math:`A = w/3`.

The chance of winning :math:`f(v)` solves an integral equation.  Let :math:`c(y)` be :math:`y` cut
to [0, 1] and :math:`C` its integral; let :math:`h` and :math:`l` be the higher and the lower value.
What a strategy needs of :math:`f` are four means, each a single integral over the window
:math:`[v-w, v+w]`, because one of the two steps can be integrated away:

.. math::

   \mathsf E f(h) &= k\int (y-v+w)\,f(y)\,dy, &
   \mathsf E\,c(l)f(h) &= k\int (C(y)-C(v-w))\,f(y)\,dy,

   \mathsf E f(l) &= k\int (v+w-y)\,f(y)\,dy, &
   \mathsf E\,c(h)f(l) &= k\int (C(v+w)-C(y))\,f(y)\,dy,

with :math:`k = 1/(2w^2)`.  The equation is iterated on a grid, from 0 up and from 1 down.

Source: Johnson (1970), chapter 6, game 3.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from chancegames.base.checks import shown
from chancegames.games.tree_solitaire.drift import DriftGame, _Enclosed
from chancegames.games.tree_solitaire.policies import BSTRAT, HSTRAT, LSTRAT, STRAT, Strategy
from chancegames.models.tree_solitaire import Number, Rules, require_number

Array = NDArray[np.float64]
#: Strategies that move low after a loss above, and that move low to a win.
FLEEING, SNATCHING = (HSTRAT, BSTRAT), (LSTRAT, BSTRAT)
#: Spreads that the equation is solved for: smaller ones cancel the digits of its integrals.
SPREADS = 1e-3, 10


@dataclass(frozen=True)
class ScatterGame:
    """The rules of one class of games of form 3, with uniform steps.

    Attributes
    ----------
    ending : number
        Probability E that a point ends the tree, in (0, 1].
    top : number
        Value T of the top, in [0, 1].
    spread : number
        The largest step w, from 0 to 100.

    Examples
    --------
    >>> from fractions import Fraction
    >>> ScatterGame(Fraction(1, 2), Fraction(1, 2), Fraction(1, 2)).at_means.step
    Fraction(1, 6)
    """

    ending: Number
    top: Number
    spread: Number

    def __post_init__(self) -> None:
        Rules(self.ending, 1)
        require_number("the value of the top", self.top, 0, 1)
        require_number("the spread", self.spread, 0, 100)

    @property
    def at_means(self) -> DriftGame:
        """The source's simplification: the higher and the lower branch at their means."""
        return DriftGame(self.ending, self.top, self.spread / 3)


def scatter_chance(
    game: ScatterGame, strategy: Strategy, points: int = 16, depth: int = 40
) -> _Enclosed:
    """Chance of winning game 3 with random steps, from its integral equation.

    Parameters
    ----------
    game : ScatterGame
        With E of at least 1/1000 and a spread from 1/1000 to 10.
    strategy : HighFirst(0 or 1), LowFirst(1) or BothBranches
    points : int, optional
        Grid points in a spread, even, from 2 to 100.  The rule is Simpson's; with 16 of them the
        error of the grid was at most 2e-6 for spreads up to 2.
    depth : int, optional
        How many spreads are kept above and below the top, from 1 to 1000.

    Returns
    -------
    Enclosed
        Bounds for the equation on the grid: values beyond its ends count as lost and as won.
        They leave room for rounding.

    Raises
    ------
    ValueError
        If a number is out of range, or the strategy another one.

    Examples
    --------
    >>> game = ScatterGame(0.5, 0.5, 0.5)
    >>> round(scatter_chance(game, HSTRAT).value, 6), round(scatter_chance(game, LSTRAT).value, 6)
    (0.862659, 0.7895)
    """
    if strategy not in (STRAT, HSTRAT, LSTRAT, BSTRAT):
        raise ValueError(f"game 3 is not solved for {shown(strategy)}")
    require_number("E of the integral equation", game.ending, 1e-3, 1)
    require_number("the spread of the integral equation", game.spread, *SPREADS)
    if points not in range(2, 101, 2) or depth not in range(1, 1001):
        raise ValueError("the grid needs an even number of points, 2 to 100, and a depth to 1000")
    equation = _Equation(game, strategy, points, depth)
    rounding = 1e-12 + 1e-15 * (depth + 1 / equation.w) ** 2 / equation.e
    lower, upper = equation.solved(0.0), equation.solved(1.0)
    return _Enclosed(max(0.0, lower - rounding), min(1.0, upper + rounding))


class _Equation:
    """One move, as an operator on the values at a grid centred at the top."""

    def __init__(self, game: ScatterGame, strategy: Strategy, points: int, depth: int) -> None:
        self.e, self.w, self.points = float(game.ending), float(game.spread), points
        self.flees, self.snatches = strategy in FLEEING, strategy in SNATCHING
        reach = points * depth
        steps: Array = np.arange(-reach - points, reach + points + 1, dtype=np.float64) * (
            self.w / points
        )
        self.beyond = float(game.top) + steps  # the grid, and a window beyond either end
        self.integral = _integral(self.beyond)
        self.win = self._win(self.beyond[points:-points])
        simpson = np.full(2 * points + 1, 2.0)
        simpson[1::2], simpson[[0, -1]] = 4.0, 1.0
        self.weights = simpson * (self.w / points / 3) / (2 * self.w**2)
        self.rise = self.weights * (self.w + steps[reach : reach + 2 * points + 1])

    def _win(self, v: Array) -> Array:
        """Chance to win on this move."""
        e, w = self.e, self.w
        upper, lower = _integral(v + w), _integral(v - w)
        mean = (upper - lower) / (2 * w)
        high = (2 * w * upper - _second_integral(v + w) + _second_integral(v - w)) / (2 * w**2)
        low = 2 * mean - high
        if self.snatches:
            return e * (high + low) - (e * mean) ** 2
        return e * high + (e**2 * (low - mean**2) if self.flees else 0)

    def applied(self, f: Array) -> Array:
        """What values `f` (grid and windows beyond) are worth a move earlier, on the grid."""
        e, s, n = self.e, 1 - self.e, self.points
        worth = self.win + s * np.correlate(f, self.rise)
        if not (self.flees or self.snatches):
            return worth
        plain, weighed = (np.correlate(g, self.weights) for g in (f, self.integral * f))
        if self.snatches:  # the low end point did not win
            worth -= e * s * (weighed - self.integral[: -2 * n] * plain)
        if self.flees:  # the high end point lost
            fall = np.correlate(f, self.rise[::-1])
            worth += e * s * (fall - self.integral[2 * n :] * plain + weighed)
        return worth

    def solved(self, edge: float) -> float:
        """Value of the top when all values start at `edge`; monotone, so it stays a bound."""
        f, n = np.full(len(self.beyond), edge), self.points
        if edge == 0.0:  # above 1 all end points win until as many moves down are made
            sure = np.floor(np.maximum((self.beyond[-n] - 1) / self.w, 0))
            f[-n:] = 1 - (1 - self.e) ** sure
        change, before = 2.0, 3.0
        while 1e-13 < change < before:  # a contraction: only rounding ends its decrease
            new = self.applied(f)
            change, before = np.abs(new - f[n:-n]).max(), change
            f[n:-n] = new
        return float(f[len(f) // 2])


def _integral(y: Array) -> Array:
    """Integral from 0 to y of a value cut to [0, 1]."""
    cut = np.clip(y, 0, 1)
    return cut * cut / 2 + np.maximum(y - 1, 0)


def _second_integral(y: Array) -> Array:
    """Integral of :func:`_integral` from 0 to y."""
    cut, over = np.clip(y, 0, 1), np.maximum(y - 1, 0)
    return cut**3 / 6 + over / 2 + over * over / 2
