"""Matrices as tuples of numbers, checked once at the door."""

from collections.abc import Iterable
from fractions import Fraction
from math import isfinite
from numbers import Rational, Real
from typing import Any

import numpy as np

from chancegames.base.checks import shown

Number = Fraction | float
Vector = tuple[Number, ...]
Matrix = tuple[Vector, ...]

#: The most payoffs of a game: a linear program with so many takes a minute.
MOST = 1_000_000


def _as_matrix(entries: Iterable[Iterable[object]]) -> Matrix:
    """Turn nested sequences or a NumPy array into a matrix of one kind of number.

    Parameters
    ----------
    entries : iterable of iterables of real numbers, shape (m, n)
        Payoffs to the row player.

    Returns
    -------
    tuple of tuples
        All Fractions if every entry is an integer or a Fraction, else all floats.

    Raises
    ------
    ValueError
        If the matrix is empty, ragged or too large, or an entry is no finite real number.

    Examples
    --------
    >>> _as_matrix([[1, 2], [3, 4]])[1]
    (Fraction(3, 1), Fraction(4, 1))
    >>> _as_matrix([[1, 2], [3]])
    Traceback (most recent call last):
        ...
    ValueError: the rows of a matrix game must have equal lengths, not 2 and 1
    """
    try:
        rows = tuple(tuple(_number(entry) for entry in row) for row in entries)
    except TypeError:
        told = f"a matrix game needs a sequence of rows of numbers, not {shown(entries)}"
        raise ValueError(told) from None
    if not rows or not rows[0]:
        raise ValueError(f"a matrix game needs a row and a column at least, not {shown(entries)}")
    if len(rows) * len(rows[0]) > MOST:
        raise ValueError(f"a matrix game has at most {MOST:,} payoffs")
    for row in rows:
        if len(row) != len(rows[0]):
            raise ValueError(
                "the rows of a matrix game must have equal lengths, "
                f"not {len(rows[0])} and {len(row)}"
            )
    return rows if _is_exact(rows) else _as_floats(rows)


def _is_exact(matrix: Matrix) -> bool:
    """Tell whether all entries are Fractions."""
    return all(isinstance(entry, Fraction) for row in matrix for entry in row)


def _as_floats(matrix: Matrix) -> tuple[tuple[float, ...], ...]:
    """Turn every entry into a float.

    Raises
    ------
    ValueError
        If an entry is too large for a float.
    """
    try:
        return tuple(tuple(float(entry) for entry in row) for row in matrix)
    except OverflowError:
        raise ValueError("a matrix game in floats needs entries below 1e308") from None


def _payoffs(matrix: Matrix, column_strategy: Vector) -> Vector:
    """Expected payoff of every row against a mixed column strategy, :math:`Ay`.

    >>> _payoffs(((1, -1), (0, 2)), (0.5, 0.5))
    (0.0, 1.0)
    """
    return tuple(sum(a * y for a, y in zip(row, column_strategy, strict=True)) for row in matrix)


def _number(entry: Any) -> Number:
    """A Fraction where the entry is rational, else a finite float."""
    if isinstance(entry, Rational):
        return Fraction(int(entry.numerator), int(entry.denominator))
    if not isinstance(entry, Real) or not isfinite(entry):
        item = entry.item() if isinstance(entry, np.generic) else entry
        raise ValueError(f"a matrix game needs finite real numbers, not {shown(item)}")
    return float(entry)
