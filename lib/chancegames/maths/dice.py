r"""Combinations of dice: multisets of faces, their probabilities, what may be kept of them.

A throw of dice that cannot be told apart is a *combination*: a multiset of faces, written here as
a tuple in increasing order.  A throw of :math:`n` dice with :math:`F` faces shows the combination
in which face :math:`f` occurs :math:`n_f` times with the multinomial probability

.. math:: \frac{n!}{\prod_f n_f!} F^{-n}.

This module knows dice and nothing of any game.
"""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import comb, factorial, prod

from chancegames.base.checks import require_integer, shown

Combination = tuple[int, ...]

#: The most combinations that are listed.
MOST = 1_000_000


def combinations(dice: int, faces: Sequence[int] = range(1, 7)) -> tuple[Combination, ...]:
    """All combinations of `dice` dice, in lexicographic order.

    Parameters
    ----------
    dice : int
        Number of dice, at least 0.
    faces : sequence of int, optional
        The faces of one die, increasing.

    Returns
    -------
    tuple of combinations
        ``comb(dice + len(faces) - 1, dice)`` increasing tuples of faces.

    Raises
    ------
    ValueError
        If `dice` is no integer of at least 0, or there are more than `MOST` combinations.

    Examples
    --------
    >>> combinations(2, (1, 2))
    ((1, 1), (1, 2), (2, 2))
    >>> len(combinations(5))
    252
    """
    dice = require_integer("the number of dice", dice, smallest=0)
    if (number := comb(max(dice + len(faces) - 1, 0), dice)) > MOST:
        raise ValueError(f"{dice} dice have {shown(number)} combinations, more than {MOST:,}")
    return tuple(combinations_with_replacement(faces, dice))


def arrangements(combination: Combination) -> int:
    """Count the ordered throws that show `combination` (its multinomial coefficient).

    Parameters
    ----------
    combination : tuple of int
        Faces shown, in any order.

    Returns
    -------
    int

    Examples
    --------
    >>> arrangements((1, 2, 2))
    3
    """
    repeats = Counter(combination).values()
    return factorial(len(combination)) // prod(map(factorial, repeats))


def distribution(dice: int, faces: Sequence[int] = range(1, 7)) -> dict[Combination, Fraction]:
    """Probability of each combination that a throw of fair dice may show.

    Parameters
    ----------
    dice : int
        Number of dice, at least 0.
    faces : sequence of int, optional
        The faces of one die, increasing.

    Returns
    -------
    dict
        Probability of each combination; the values sum to 1.

    Examples
    --------
    >>> distribution(2, (1, 2))[1, 2]
    Fraction(1, 2)
    """
    found = combinations(dice, faces)
    throws = len(faces) ** dice
    return {c: Fraction(arrangements(c), throws) for c in found}


def keeps(combination: Combination) -> tuple[Combination, ...]:
    """List the distinct sub-multisets of `combination`: what may be kept for the next roll.

    Parameters
    ----------
    combination : tuple of int
        Faces shown.

    Returns
    -------
    tuple of combinations
        ``prod(n_f + 1)`` increasing tuples, the smallest first, then lexicographic.

    Examples
    --------
    >>> keeps((1, 2, 2))
    ((), (1,), (2,), (1, 2), (2, 2), (1, 2, 2))
    """
    counts = sorted(Counter(combination).items())
    choices = product(*(range(n + 1) for _, n in counts))
    kept = (
        tuple(f for (f, _), n in zip(counts, choice, strict=True) for _ in range(n))
        for choice in choices
    )
    return tuple(sorted(kept, key=lambda k: (len(k), k)))


def merge(kept: Combination, rolled: Combination) -> Combination:
    """Put the dice kept and the dice rolled together into one combination.

    Parameters
    ----------
    kept, rolled : tuple of int

    Returns
    -------
    tuple of int
        All faces, increasing.

    Examples
    --------
    >>> merge((2, 5), (1, 2))
    (1, 2, 2, 5)
    """
    return tuple(sorted(kept + rolled))
