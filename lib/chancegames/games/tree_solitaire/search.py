r"""Unlimited look-ahead: which open point to look at next, at least cost.

With no limit on the looks a win is found if there is one; what counts is the number of looks.
Papert's theorem (Johnson, 1970, chapter 2): look at the open point of highest value.  Here the
least expected number of looks under any adaptive order is found by dynamic programming over the
sets of open points, with a budget of looks so that the tree need not be finite.

The second half is the reverse case of chapter 6, game 1, where all end points win with the same
chance and a point's value tells how many end points lie below it.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from math import comb

from chancegames.games.tree_solitaire.rules import Number, TreeSolitaire

Order = Callable[[tuple[Number, ...]], Number]


def search_cost(game: TreeSolitaire, budget: int, order: Order | None = None) -> Number:
    """Expected number of looks until a win is found or the budget is spent.

    Parameters
    ----------
    game : TreeSolitaire
        The rules, with a constant split ratio, in either form.
    budget : int
        Most looks, at least 1.
    order : callable, optional
        From the values of the open points, which to look at: `max` or `min`, say.  Without it the
        least cost under any order that may depend on all that was seen.

    Returns
    -------
    number
        Exact if the game's numbers are.

    Raises
    ------
    ValueError
        If the budget is below 1.

    Examples
    --------
    >>> from chancegames.games.tree_solitaire.rules import constant_game
    >>> game = constant_game(Fraction(1, 2), Fraction(3, 4))
    >>> search_cost(game, 5, max) == search_cost(game, 5) < search_cost(game, 5, min)
    True
    """
    if budget < 1:
        raise ValueError(f"the budget must be at least one look, not {budget}")
    a, e, dependent = game.ratio.mean, game.ending, game.form == "dependent"

    @cache
    def cost(points: tuple[Number, ...], lost: Number, looks: int) -> Number:
        if not points or looks == 0:
            return 0
        choices = (order(points),) if order else set(points)
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
    if ends < 1:
        raise ValueError(f"a tree has at least one end point, not {ends}")
    return Fraction(ends, 2 * ends - 1)


def trees(ends: int) -> int:
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
    >>> [trees(k) for k in range(1, 6)]
    [1, 1, 2, 5, 14]
    """
    return comb(2 * ends - 2, ends - 1) // ends


def counted_search_cost(
    ends: int, win: Number, order: Callable[[tuple[int, ...]], int] | None = None
) -> Number:
    """Game 1 with equal end points: expected looks until a win is found or the tree exhausted.

    Given its number of end points, every shape of a tree grown at random is equally likely.

    Parameters
    ----------
    ends : int
        End points of the whole tree, at least 2; every open point's number is known.
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
        If `ends` is below 2.

    Examples
    --------
    >>> half = Fraction(1, 2)
    >>> counted_search_cost(6, half, min) == counted_search_cost(6, half)
    True
    """
    if ends < 2:
        raise ValueError(f"a fork has at least two end points below it, not {ends}")

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
            trees(i) * trees(k - i) * cost(tuple(sorted((*rest, i, k - i)))) for i in range(1, k)
        )
        return sum(shapes) * Fraction(1, trees(k))

    return forks(ends, ())
