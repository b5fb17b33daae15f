"""Matrices and mixed strategies as tuples of numbers, checked once at the door."""

from collections.abc import Iterable
from fractions import Fraction
from math import isfinite
from numbers import Rational, Real

import numpy as np

Number = Fraction | float
Matrix = tuple[tuple[Number, ...], ...]
Vector = tuple[Number, ...]

#: How far the probabilities of a float strategy may sum from 1.
SUM_TOLERANCE = 1e-9


def as_number(entry: object, where: str = "a matrix game") -> Number:
    """Turn one entry into a Fraction where it is rational, else into a finite float.

    Parameters
    ----------
    entry : object
        An int, Fraction, float or NumPy scalar.
    where : str, optional
        What the number belongs to, for the message.

    Returns
    -------
    Fraction or float

    Raises
    ------
    ValueError
        If the entry is not a finite real number.

    Examples
    --------
    >>> as_number(2), as_number(0.5)
    (Fraction(2, 1), 0.5)
    """
    if isinstance(entry, Rational):
        return Fraction(entry)
    if not isinstance(entry, Real) or not isfinite(entry):
        raise ValueError(f"{where} needs finite real numbers, not {_shown(entry)!r}")
    return float(entry)


def _shown(entry: object) -> object:
    """A scalar of NumPy as the plain number that it is."""
    return entry.item() if isinstance(entry, np.generic) else entry


def as_matrix(entries: Iterable[Iterable[object]]) -> Matrix:
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
        If the matrix is empty or ragged, or an entry is not a finite real number.

    Examples
    --------
    >>> as_matrix([[1, 2], [3, 4]])[1]
    (Fraction(3, 1), Fraction(4, 1))
    >>> as_matrix([[1, 2], [3]])
    Traceback (most recent call last):
        ...
    ValueError: the rows of a matrix game must have equal lengths, not 2 and 1
    """
    try:
        rows = tuple(tuple(as_number(entry) for entry in row) for row in entries)
    except TypeError:
        raise ValueError("a matrix game needs a matrix: a sequence of rows of numbers") from None
    if not rows or not rows[0]:
        raise ValueError("a matrix game needs at least one row and one column")
    for row in rows:
        if len(row) != len(rows[0]):
            raise ValueError(
                "the rows of a matrix game must have equal lengths, "
                f"not {len(rows[0])} and {len(row)}"
            )
    return _of_one_kind(rows)


def as_mixed_strategy(weights: Iterable[object], actions: int) -> Vector:
    """Check that `weights` is a probability vector over `actions` pure strategies.

    Parameters
    ----------
    weights : iterable of real numbers, shape (actions,)
        Probabilities.
    actions : int
        How many pure strategies there are.

    Returns
    -------
    tuple
        Fractions or floats.

    Raises
    ------
    ValueError
        If the length is wrong, a weight is negative or no finite number, or the sum is not 1
        (exactly for Fractions, within `SUM_TOLERANCE` for floats).

    Examples
    --------
    >>> as_mixed_strategy([Fraction(1, 2), Fraction(1, 2)], 2)
    (Fraction(1, 2), Fraction(1, 2))
    >>> as_mixed_strategy([0.5, 0.4], 2)
    Traceback (most recent call last):
        ...
    ValueError: a mixed strategy must sum to 1, not 0.9
    """
    (strategy,) = _of_one_kind((tuple(as_number(w, "a mixed strategy") for w in weights),))
    if len(strategy) != actions:
        raise ValueError(f"a mixed strategy here needs {actions} weights, not {len(strategy)}")
    if min(strategy) < 0:
        raise ValueError(f"a mixed strategy has no negative weight such as {min(strategy)}")
    tolerance = SUM_TOLERANCE if isinstance(strategy[0], float) else 0
    if abs(sum(strategy) - 1) > tolerance:
        raise ValueError(f"a mixed strategy must sum to 1, not {sum(strategy)}")
    return strategy


def is_exact(matrix: Matrix) -> bool:
    """Tell whether the entries are Fractions.

    Parameters
    ----------
    matrix : Matrix

    Returns
    -------
    bool

    Examples
    --------
    >>> is_exact(as_matrix([[1]])), is_exact(as_matrix([[1.0]]))
    (True, False)
    """
    return isinstance(matrix[0][0], Fraction)


def transpose(matrix: Matrix) -> Matrix:
    """Exchange rows and columns.

    Parameters
    ----------
    matrix : Matrix, shape (m, n)

    Returns
    -------
    Matrix, shape (n, m)

    Examples
    --------
    >>> transpose(((1, 2, 3),))
    ((1,), (2,), (3,))
    """
    return tuple(zip(*matrix, strict=True))


def payoffs(matrix: Matrix, column_strategy: Vector) -> Vector:
    """Expected payoff of every row against a mixed column strategy, :math:`Ay`.

    Parameters
    ----------
    matrix : Matrix, shape (m, n)
    column_strategy : tuple of numbers, shape (n,)

    Returns
    -------
    tuple of numbers, shape (m,)

    Examples
    --------
    >>> payoffs(((1, -1), (0, 2)), (0.5, 0.5))
    (0.0, 1.0)
    """
    return tuple(sum(a * y for a, y in zip(row, column_strategy, strict=True)) for row in matrix)


def _of_one_kind(rows: Matrix) -> Matrix:
    if all(isinstance(entry, Fraction) for row in rows for entry in row):
        return rows
    return as_floats(rows)


def as_floats(matrix: Matrix) -> Matrix:
    """Turn every entry into a float.

    Parameters
    ----------
    matrix : Matrix

    Returns
    -------
    Matrix of floats

    Raises
    ------
    ValueError
        If an entry is too large for a float.

    Examples
    --------
    >>> as_floats(((Fraction(1, 2),),))
    ((0.5,),)
    """
    try:
        return tuple(tuple(float(entry) for entry in row) for row in matrix)
    except OverflowError:
        raise ValueError("a matrix game in floats needs entries below 1e308") from None
