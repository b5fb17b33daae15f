"""Policies for the coins game that need no solving."""


def flip_one(position: tuple[int, int]) -> int:
    """Flip a single coin, whatever the position.

    Parameters
    ----------
    position : tuple of int
        Coins left, points needed.

    Returns
    -------
    int
        Number of coins to flip.

    Examples
    --------
    >>> flip_one((5, 3))
    1
    """
    return 1


def flip_all(position: tuple[int, int]) -> int:
    """Flip every coin that is left.

    Parameters
    ----------
    position : tuple of int
        Coins left, points needed.

    Returns
    -------
    int
        Number of coins to flip.

    Examples
    --------
    >>> flip_all((5, 3))
    5
    """
    coins, _ = position
    return coins
