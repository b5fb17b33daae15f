"""Source 004, *Dice battle*: laws of the score by roads that the library does not take."""

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from typing import TypeVar

Weight = TypeVar("Weight", Fraction, float)


@cache
def _counted_scores(dice: int) -> Counter[int]:
    """How many ordered throws score what.

    Parameters
    ----------
    dice : int

    Returns
    -------
    Counter

    Examples
    --------
    >>> _counted_scores(2)[1], _counted_scores(2)[4]
    (11, 1)
    """
    throws = product(range(1, 7), repeat=dice)
    return Counter(1 if 1 in faces else sum(faces) for faces in throws)


def _counted_law(dice: int) -> dict[int, Fraction]:
    """Law of the score by counting all ordered throws.

    Parameters
    ----------
    dice : int

    Returns
    -------
    dict of int to Fraction

    Examples
    --------
    >>> _counted_law(1)[6]
    Fraction(1, 6)
    """
    return {score: Fraction(ways, 6**dice) for score, ways in _counted_scores(dice).items()}


def _convolved(law: Mapping[int, Weight], faces: Iterable[int]) -> dict[int, Weight]:
    """One step of the source's recurrence: the next die is uniform on `faces`.

    Parameters
    ----------
    law : dict of int to Fraction or float
    faces : tuple of int

    Returns
    -------
    dict of int to Fraction or float

    Examples
    --------
    >>> _convolved({0: Fraction(1)}, (2, 3))
    {2: Fraction(1, 2), 3: Fraction(1, 2)}
    """
    shown = tuple(faces)
    longer: dict[int, Weight] = {}
    for total, p in law.items():
        for face in shown:
            more = p / len(shown)
            longer[total + face] = longer[total + face] + more if total + face in longer else more
    return longer


def _float_law(dice: int) -> dict[int, float]:
    """P(d, k) in floats, by the source's own recurrence.

    Parameters
    ----------
    dice : int

    Returns
    -------
    dict of int to float

    Examples
    --------
    >>> round(_float_law(2)[1], 4)
    0.3056
    """
    conditional = {0: 1.0}
    for _ in range(dice):
        conditional = _convolved(conditional, (2, 3, 4, 5, 6))
    return {1: 1 - (5 / 6) ** dice, **{k: (5 / 6) ** dice * p for k, p in conditional.items()}}
