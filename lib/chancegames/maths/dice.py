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
from numbers import Integral
from typing import Any

from chancegames.base.checks import is_listed, require_integer, shown

Combination = tuple[int, ...]

#: The most combinations that are listed.
MOST = 1_000_000
_DIGITS = {str(face): face for face in range(1, 10)}


def require_dice(
    dice: Sequence[int] | str, faces: int | None = 6, size: int | None = None
) -> Combination:
    """Return dice in increasing order: a sequence of faces, or digits such as ``"421"``.

    Raises
    ------
    ValueError
        If they are neither, a face is not on the dice, or their number is not `size`.

    Examples
    --------
    >>> require_dice((4, 2, 1)), require_dice("421"), require_dice([6, 6, 1], size=3)
    ((1, 2, 4), (1, 2, 4), (1, 6, 6))
    """
    if type(dice) is not tuple and not isinstance(dice, str) and not is_listed(dice):
        told = "dice are given by their faces, such as (4, 2, 1) or '421'"
        raise ValueError(f"{told}, not {shown(dice)}")
    known = []
    for face in dice:
        number: Any = _DIGITS.get(face) if isinstance(face, str) else face
        plain = type(number) is int  # nearly all are, and it is asked fast
        whole = plain or (isinstance(number, Integral) and not isinstance(number, bool))
        if not whole or not 1 <= number <= (faces or number):
            most = f"to {faces}" if faces else "on"
            raise ValueError(f"the dice must show faces from 1 {most}, not {shown(dice)}")
        known.append(int(number))
    if size is not None and len(known) != size:
        raise ValueError(f"there must be {size} dice, not {len(known)} as in {shown(dice)}")
    return tuple(sorted(known))


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
