r"""Unlimited look-ahead: which open point to look at next, at least cost.

With no limit on the looks a win is found if there is one; what counts is the number of looks.
Papert's theorem (Johnson, 1970, chapter 2): look at the open point of highest value.  Here the
smallest expected number of looks under any adaptive order is found by dynamic programming over the
sets of open points, with a budget of looks so that the tree need not be finite.
"""

from collections.abc import Callable
from functools import cache
from itertools import pairwise

from chancegames.base.checks import require_integer, shown
from chancegames.models.tree_solitaire import Number, Rules

Order = Callable[[tuple[Number, ...]], Number]

#: Looks of a budget that is spent within seconds.
MOST_LOOKS = 9


def search_cost(rules: Rules, budget: int, order: Order | None = None) -> Number:
    """Expected number of looks until a win is found or the budget is spent.

    Parameters
    ----------
    rules : Rules
        In either form, with a constant split ratio.
    budget : int
        Most looks, from 1 to 9.
    order : callable, optional
        From the values of the open points, which to look at: `max` or `min`, say.  Without it the
        smallest cost under any order that may depend on all that was seen.

    Returns
    -------
    number
        Exact if the rules' numbers are.

    Raises
    ------
    ValueError
        If the budget is out of range, the ratio random, or the order names no open point.

    Examples
    --------
    >>> from fractions import Fraction
    >>> rules = Rules(Fraction(1, 2), Fraction(3, 4))
    >>> search_cost(rules, 5, max) == search_cost(rules, 5) < search_cost(rules, 5, min)
    True
    """
    require_integer("the budget of looks", budget, 1, MOST_LOOKS)
    if not rules.constant:
        raise ValueError("the cost of a search is found for a constant split ratio")
    a, e, dependent = rules.mean, rules.ending, rules.form == "dependent"

    @cache
    def cost(points: tuple[Number, ...], lost: Number, looks: int) -> Number:
        if not points or looks == 0:
            return 0
        choices = {order(points)} if order else set(points)
        if not choices <= set(points):
            raise ValueError(f"the order looks at {shown(choices.pop())}, which is no open point")
        return 1 + min(after(points, v, lost, looks - 1) for v in choices)

    def after(points: tuple[Number, ...], v: Number, lost: Number, looks: int) -> Number:
        rest = list(points)
        rest.remove(v)
        win = v / (1 - lost) if dependent else v
        below = tuple(sorted([*rest, a * v, (1 - a) * v]))
        total = (1 - e) * cost(below, lost, looks)
        if win != 1:
            gone = lost + v if dependent else lost
            total += e * (1 - win) * cost(tuple(rest), gone, looks)
        return total

    return cost(tuple(sorted((a + 0 * e, 1 - a + 0 * e))), 0 * e, budget)


def ceiling(rules: Rules, levels: int = 100) -> Number:
    """Chance that some end point wins: what a player wins who looks at everything.

    Parameters
    ----------
    rules : Rules
        Independent form, constant split ratio.
    levels : int, optional
        End points further down, from 1 to 400 levels, count as lost: at most (1 - E)**levels.

    Returns
    -------
    number
        Exact if the rules' numbers are.

    Raises
    ------
    ValueError
        If the number of levels is out of range, the form dependent or the ratio random.

    Examples
    --------
    >>> round(ceiling(Rules(0.5, 0.75)), 4)
    0.7572
    """
    if require_integer("the number of levels", levels) > 400:
        raise ValueError(f"at most 400 levels are followed, not {levels}")
    if not rules.constant or rules.form != "independent":
        raise ValueError("the ceiling is for the independent form and a constant split ratio")
    e = rules.ending
    below = [1 + 0 * e] * (levels + 1)  # chance that nothing wins below each split point
    for level in range(levels, 0, -1):
        values = [rules.moment(level - lows, lows) for lows in range(level + 1)]
        none = [e * (1 - v) + (1 - e) * p for v, p in zip(values, below, strict=True)]
        below = [high * low for high, low in pairwise(none)]
    return 1 - below[0]
