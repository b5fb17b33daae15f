r"""What a position is worth: depreciation factors, and two strategies that use them.

Johnson (1970, chapter 5) supposes that the chance of winning from a split point of value :math:`x`
is about :math:`Kx`, with the same :math:`K` one move on, and solves one move's equation for
:math:`K`.  As :math:`x\to 0` the factor tends to the chance of winning in the dependent form.

If the split ratio varies, a split point already looked at is worth more or less than its value
says.  B'STRAT and H'STRAT look where BSTRAT and HSTRAT do, and move to the point worth most.
"""

from dataclasses import dataclass
from typing import Any

from numba.extending import register_jitable

from chancegames.base.checks import door
from chancegames.games.tree_solitaire.forks import fork
from chancegames.games.tree_solitaire.policies import BSTRAT, HSTRAT, Sight, Strategy, View
from chancegames.models.tree_solitaire import Number, Rules, require_number


def depreciation_factor(rules: Rules, strategy: Strategy, x: Number) -> Number:
    """The factor K with which one move reproduces itself: K x = win + K (value moved to).

    Parameters
    ----------
    rules : Rules
        Independent form; of the ratio only the mean is used.
    strategy : Coin, HighFirst(0 or 1), LowFirst or BothBranches
        A strategy that arrives at every fork knowing nothing.
    x : number
        Value of the point, in (0, 1].

    Returns
    -------
    number
        Exact if the numbers given are.

    Raises
    ------
    ValueError
        If `x` is outside (0, 1], or the strategy arrives knowing something.

    Notes
    -----
    Johnson (1970), chapter 5: K_L, K_H and K_B.

    Examples
    --------
    >>> from fractions import Fraction
    >>> from chancegames.games.tree_solitaire.policies import LSTRAT
    >>> depreciation_factor(Rules(Fraction(1, 2), Fraction(3, 4)), LSTRAT, Fraction(1))
    Fraction(29, 43)
    """
    _require_point(x)
    a = rules.mean
    step = fork(Rules(rules.ending, a), strategy, x)
    if step.known:
        raise ValueError(
            f"{strategy.name} arrives at a fork knowing something: it has no factor",
        )
    return step.win / (x * (1 - step.high * a - step.low * (1 - a)))


def _require_point(x: Number) -> None:
    require_number("the value of a point", x, 0, 1)
    if not x > 0:
        raise ValueError("the value of a point must be above 0, not 0")


def worth(rules: Rules, strategy: Strategy, x: Number, ratio: Number) -> Number:
    """Worth of a split point of known value and known split ratio: one move, then factors.

    Parameters
    ----------
    rules : Rules
        The mean ratio stands for the ratios not yet seen.
    strategy : HighFirst(1) or BothBranches
        The strategy that goes on from there.
    x : number
        Value of the point, in (0, 1].
    ratio : number
        Split ratio of the point, in [1/2, 1].

    Returns
    -------
    number
        Johnson's C_H or C_B (1970, chapter 5).

    Examples
    --------
    >>> from fractions import Fraction
    >>> rules = Rules(Fraction(1, 2), Fraction(3, 4))
    >>> round(float(worth(rules, BSTRAT, Fraction(1, 2), Fraction(1, 2))), 6)
    0.364583
    """
    _require_point(x)
    step = fork(Rules(rules.ending, ratio), strategy, x)
    total = step.win
    for chance, share in ((step.high, ratio), (step.low, 1 - ratio)):
        if chance * share:
            factor = depreciation_factor(rules, strategy, share * x)
            total += chance * factor * share * x
    return total


@door
@dataclass(frozen=True)
class WeighedBoth(Strategy):
    """B'STRAT: look at both branches; of two split points go to the one worth more.

    Attributes
    ----------
    rules : Rules
        From which the worth is reckoned.

    Examples
    --------
    >>> strategy = WeighedBoth(Rules(0.5, 0.75))
    >>> strategy.move({"H": Sight("split", 0.51, 0.5), "L": Sight("split", 0.49, 0.9)})
    'L'
    """

    rules: Rules
    name = "B'STRAT"

    def look(self, view: View) -> str | None:
        """The high branch, then the low one."""
        return BSTRAT.look(view)

    def move(self, view: View) -> str | None:
        """As BSTRAT, but between two split points by their worth."""
        high, low = view["H"], view["L"]
        if high.kind == low.kind == "split":
            values = [_weighed(self.rules, BSTRAT, sight) for sight in (high, low)]
            return "L" if values[1] > values[0] else "H"
        return BSTRAT.move(view)


def _weighed(rules: Rules, strategy: Strategy, sight: Sight) -> Number:
    if sight.ratio is None:
        raise ValueError("a strategy that weighs has to see the split ratio of a split point")
    return worth(rules, strategy, sight.value, sight.ratio)


@door
@dataclass(frozen=True)
class WeighedHigh(Strategy):
    """H'STRAT: look at the high branch; if it splits badly, go to the low one unseen.

    Attributes
    ----------
    rules : Rules
        From which the worth is reckoned.
    refined : bool
        Whether the low branch, should it split, is weighed as a fork of the mean ratio (the
        source's improvement) or by its depreciation factor alone.

    Examples
    --------
    >>> here, high = Sight("split", 1.0, 0.51), Sight("split", 0.51, 0.5)
    >>> WeighedHigh(Rules(0.5, 0.75)).move({"": here, "H": high})
    'L'
    """

    rules: Rules
    refined: bool = True
    name = "H'STRAT"

    def look(self, view: View) -> str | None:
        """The high branch."""
        return HSTRAT.look(view)

    def move(self, view: View) -> str | None:
        """As HSTRAT, but leave a split point that is worth less than the low branch."""
        high = view["H"]
        if high.kind != "split":
            return HSTRAT.move(view)
        stay = _weighed(self.rules, HSTRAT, high)
        return "L" if self.low_worth(view[""].value - high.value) > stay else "H"

    def low_worth(self, low: Number) -> Number:
        """Worth of a low branch of value `low` that was not looked at."""
        found: Number = _unseen_worth(self.rules.ending, self.rules.mean, low, self.refined)
        return found


@register_jitable
def _high_factor(e: Any, a: Any, x: Any) -> Any:
    """K_H, for numbers and arrays, in kernels too."""
    b, s = 1 - a, 1 - e
    return e * (a + e * b - e * a * b * x) / (1 - s * (a + e * b) + e * s * a * b * x)


@register_jitable
def _both_factor(e: Any, a: Any, x: Any) -> Any:
    """K_B, for numbers and arrays, in kernels too."""
    b, s = 1 - a, 1 - e
    return e * (1 - e * a * b * x) / (1 - s * (a + e * b) + 2 * e * s * a * b * x)


@register_jitable
def _high_worth(e: Any, a: Any, x: Any, r: Any) -> Any:
    """C_H, for numbers and arrays, in kernels too."""
    h, b = r * x, (1 - r) * x
    s = 1 - e
    low = e * b + s * b * _high_factor(e, a, b)
    return e * h + s * h * _high_factor(e, a, h) + e * (1 - h) * low


@register_jitable
def both_worth(e: Any, a: Any, x: Any, r: Any) -> Any:
    """C_B, for numbers and arrays, in kernels too."""
    h, b = r * x, (1 - r) * x
    s = 1 - e
    win = 1 - (1 - e * h) * (1 - e * b)
    on = (1 - e * b) * s * h * _both_factor(e, a, h) + e * (1 - h) * s * b * _both_factor(e, a, b)
    return win + on


@register_jitable
def _unseen_worth(e: Any, a: Any, x: Any, refined: bool) -> Any:
    """Worth of a branch that was not looked at, for a player who looks at high branches."""
    split = _high_worth(e, a, x, a) if refined else x * _high_factor(e, a, x)
    return e * x + (1 - e) * split
