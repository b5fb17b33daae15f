"""Policies for the coins game that need no solving."""

from collections.abc import Callable
from math import inf

Policy = Callable[[tuple[int, int]], int]


def flip_at_most(most: float) -> Policy:
    """Policy that flips so many coins, or all that are left if they are fewer.

    Parameters
    ----------
    most : int or inf

    Returns
    -------
    callable
        Number of coins to flip at a position (coins left, points needed).

    Examples
    --------
    >>> flip_at_most(2)((5, 3)), flip_one((5, 3)), flip_all((5, 3))
    (2, 1, 5)
    """

    def flip(position: tuple[int, int]) -> int:
        coins, _ = position
        return min(most, coins)

    return flip


flip_one, flip_all = flip_at_most(1), flip_at_most(inf)
