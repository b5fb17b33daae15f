r"""Games 1 and 2: end points get their values first, split points from what hangs below them.

The tree grows as in Tree Solitaire.  Each end point draws a value :math:`v`, and wins with
probability :math:`v`; a split point with branches of values :math:`h` and :math:`l` is worth

* :math:`1-(1-h)(1-l)` in game 1, the chance that *some* end point below it wins;
* :math:`(h+l)/2` in game 2, the *mean* of its branches.

The branch of higher value is called high.

Source: Johnson (1970), chapter 6, games 1 and 2.  It leaves the law of the end points' values
open; here it is uniform, and one value for all of them is allowed.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import comb, prod
from typing import Literal

import numpy as np

from chancegames.base.checks import require_integer
from chancegames.games.tree_solitaire.trees import Point
from chancegames.models.tree_solitaire import Number, Rules, require_number

#: End points of a tree whose search is solved within seconds.
MOST_ENDS = 14
Rule = Literal["some", "mean"]


@dataclass(frozen=True)
class ValuedGame:
    """The rules of one class of games of form 1 or 2.

    Parameters
    ----------
    ending : Fraction or float
        Probability E that a point ends the tree, in [1/2, 1]: all values come from the end points.
    rule : {"some", "mean"}
        What a split point is worth: game 1 or game 2.
    smallest, largest : float, optional
        Range of the uniform law of the end points' values, within [0, 1].

    Raises
    ------
    ValueError
        If a number is out of range or the rule is unknown.

    Examples
    --------
    >>> ValuedGame(0.5, "mean").split_variance
    0.027777777777777776
    """

    ending: float
    rule: Rule
    smallest: float = 0.0
    largest: float = 1.0

    def __post_init__(self) -> None:
        Rules(self.ending, 1)
        if self.ending < 0.5:
            raise ValueError("a tree with E < 1/2 may have no end")
        if self.rule not in ("some", "mean"):
            raise ValueError(f"the rule must be some or mean, not {self.rule!r}")
        require_number("the smallest value", self.smallest, 0, 1)
        require_number("the largest value", self.largest, self.smallest, 1)

    def worth(self, one: float, other: float) -> float:
        """Value of a split point, from those of its branches."""
        return some_win_value((one, other)) if self.rule == "some" else (one + other) / 2

    @property
    def split_variance(self) -> float:
        """Variance of a split point's value in game 2.

        Raises
        ------
        ValueError
            In game 1.
        """
        if self.rule != "mean":
            raise ValueError("the variance of a split point is known for the rule of means")
        return mean_value_variance(self.ending) * (self.largest - self.smallest) ** 2 / 12


def grow_valued(game: ValuedGame, seed: int, most: int = 10_000) -> Point:
    """Grow a whole tree of game 1 or 2.

    Parameters
    ----------
    game : ValuedGame
        The rules.
    seed : int
        Seed of a PCG64 stream.
    most : int, optional
        Most split points allowed.

    Returns
    -------
    Point
        The top, a split point; no point has a split ratio.

    Raises
    ------
    ValueError
        If the tree outgrows `most` (at E = 1/2 its mean size is infinite).

    Examples
    --------
    >>> tree = grow_valued(ValuedGame(0.6, "some", 0.5, 0.5), seed=1)
    >>> tree.value == 1 - 0.5 ** len(tree.ends())
    True
    """
    rng = np.random.Generator(np.random.PCG64(seed))
    return _built(_shape(rng, float(game.ending), most), game, rng)


def _shape(rng: np.random.Generator, ending: float, most: int) -> list[bool]:
    """Whether each point splits, each point before those below it; the top does."""
    splits, open_points, forks = [True], 2, 1
    while open_points:
        split = bool(rng.random() >= ending)
        forks += split
        if forks > most:
            break
        splits.append(split)
        open_points += 1 if split else -1
    if forks > most:
        raise ValueError("the tree outgrew the number of points allowed")
    return splits


def _built(splits: list[bool], game: ValuedGame, rng: np.random.Generator) -> Point:
    """From the last point to the top, so that both branches stand before their fork."""
    ready: list[Point] = []
    for split in reversed(splits):
        if split:
            one, other = ready.pop(), ready.pop()
            high, low = (one, other) if one.value >= other.value else (other, one)
            ready.append(Point(game.worth(high.value, low.value), "split", None, high, low))
        else:
            value = float(rng.uniform(game.smallest, game.largest))
            ready.append(Point(value, "win" if rng.random() < value else "loss"))
    return ready.pop()


def some_win_value(chances: tuple[float, ...]) -> float:
    """Game 1: a split point is worth the chance that some end point below it wins.

    Parameters
    ----------
    chances : tuple of numbers
        Chance of each end point below it.

    Returns
    -------
    number

    Examples
    --------
    >>> some_win_value((0.5, 0.5))
    0.75
    """
    return 1 - prod(1 - c for c in chances)


def mean_value_variance(ending: float) -> float:
    """Game 2: variance of a split point's value, that of an end point being 1.

    A split point's value is the mean of its branches', each an end point with probability E:
    v = (E + (1 - E) v) / 2, hence E / (1 + E).

    Parameters
    ----------
    ending : Fraction or float
        E.

    Returns
    -------
    number

    Examples
    --------
    >>> from fractions import Fraction
    >>> mean_value_variance(Fraction(1, 2))
    Fraction(1, 3)
    """
    return ending / (1 + ending)


def end_point_share(ends: int) -> Fraction:
    """Share of end points among the points below and including one with `ends` end points.

    Parameters
    ----------
    ends : int
        At least 1.

    Returns
    -------
    Fraction
        A binary tree with K end points has K - 1 split points (chapter 6, game 1).

    Raises
    ------
    ValueError
        If `ends` is below 1.

    Examples
    --------
    >>> [str(end_point_share(k)) for k in (1, 2, 3)]
    ['1', '2/3', '3/5']
    """
    require_integer("the number of end points", ends)
    return Fraction(ends, 2 * ends - 1)


def _trees(ends: int) -> int:
    """Number of binary trees with `ends` end points, a Catalan number.

    Parameters
    ----------
    ends : int
        At least 1.

    Returns
    -------
    int

    Examples
    --------
    >>> [_trees(k) for k in range(1, 6)]
    [1, 1, 2, 5, 14]
    """
    require_integer("the number of end points", ends)
    return comb(2 * ends - 2, ends - 1) // ends


@cache
def bold_chance(ends: int, win: Number) -> Number:
    """Game 1 with equal end points: LSTRAT's chance in a tree with so many of them.

    HSTRAT wins with win * (2 - win) in every such tree: its high branch splits until two end points
    are left, so that no other end point is ever tried.

    Parameters
    ----------
    ends : int
        End points of the tree, at least 2.
    win : number
        Chance that an end point wins.

    Examples
    --------
    >>> [str(bold_chance(k, Fraction(1, 2))) for k in (2, 3, 4)]
    ['3/4', '7/8', '9/10']
    """
    total = 0 * win
    for i in range(1, ends):
        low, high = sorted((i, ends - i))
        on = bold_chance(high, win) if high > 1 else win
        on = win + (1 - win) * on if low == 1 else on
        total += on * _trees(i) * _trees(ends - i)
    return total / _trees(ends)


def counted_search_cost(
    ends: int, win: Number, order: Callable[[tuple[int, ...]], int] | None = None
) -> Number:
    """Game 1 with equal end points: expected looks until a win is found or the tree exhausted.

    Given its number of end points, every shape of a tree grown at random is equally likely.

    Parameters
    ----------
    ends : int
        End points of the whole tree, from 2 to 14; every open point's number is known.
    win : Fraction or float
        Chance that an end point wins.
    order : callable, optional
        From the numbers of the open points, which to look at: `min` is "lowest value first".
        Without it the least cost under any order.

    Returns
    -------
    number

    Raises
    ------
    ValueError
        If `ends` or `win` is out of range.

    Examples
    --------
    >>> half = Fraction(1, 2)
    >>> counted_search_cost(6, half, min) == counted_search_cost(6, half)
    True
    """
    if not 2 <= require_integer("the number of end points", ends) <= MOST_ENDS:
        raise ValueError(f"a fork has from 2 to {MOST_ENDS} end points below it, not {ends}")
    require_number("the chance that an end point wins", win, 0, 1)

    @cache
    def cost(points: tuple[int, ...]) -> Number:
        if not points:
            return 0
        choices = (order(points),) if order else set(points)
        return 1 + min(after(points, k) for k in choices)

    def after(points: tuple[int, ...], k: int) -> Number:
        rest = list(points)
        rest.remove(k)
        if k == 1:
            return (1 - win) * cost(tuple(rest))
        return forks(k, tuple(rest))

    def forks(k: int, rest: tuple[int, ...]) -> Number:
        shapes = (
            _trees(i) * _trees(k - i) * cost(tuple(sorted((*rest, i, k - i)))) for i in range(1, k)
        )
        return sum(shapes) * Fraction(1, _trees(k))

    return forks(ends, ())
