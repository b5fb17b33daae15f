"""What a solution leaves to ask: best replies, domination, uniqueness."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from chancegames.base.checks import door, require_integer, shown
from chancegames.maths.matrix_game.matrix import (
    Matrix,
    Number,
    Vector,
    _as_matrix,
    _is_exact,
    _payoffs,
)
from chancegames.maths.matrix_game.solution import Solution, _require_mixture, certify
from chancegames.maths.matrix_game.solver import solve


@dataclass(frozen=True)
class Domination:
    """Whether a row is strictly dominated, with the witness either way.

    Attributes
    ----------
    strictly : bool
        True if `mixture` pays more than the row against every column.
    margin : Fraction
        The best guaranteed advantage of a mixture of the other rows over the row.
    mixture : tuple of Fraction
        Weights over all rows (0 on the row itself) that reach the margin.
    belief : tuple of Fraction
        A column strategy against which no mixture gains more than the margin; if the margin
        is not positive, the row is a best reply to this belief.
    """

    strictly: bool
    margin: Number
    mixture: Vector
    belief: Vector


@dataclass(frozen=True)
class Uniqueness:
    """The linear system that complementary slackness imposes on every optimal row strategy.

    Attributes
    ----------
    proved : bool
        True if the system has one solution, so that the row strategy is unique.
    rows, columns : tuple of int
        Rows that may carry weight, columns that must pay exactly the value.
    rank : int
        Rank of the system; uniqueness is proved if it equals ``len(rows)``.
    """

    proved: bool
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    rank: int


@door
def best_replies(
    matrix: Iterable[Iterable[object]], row_strategy: Iterable[Number]
) -> tuple[int, ...]:
    """Find every pure best reply of the column player to a public row strategy.

    Returns
    -------
    tuple of int
        The columns that pay the least; every mixture of them is a best reply, too.

    Raises
    ------
    ValueError
        If the input is not a matrix or not a mixed strategy.

    Examples
    --------
    >>> best_replies([[1, -1], [-1, 1]], [Fraction(1, 2), Fraction(1, 2)])
    (0, 1)
    """
    rows, weights = _as_matrix(matrix), tuple(row_strategy)
    _require_mixture(weights, len(rows))
    (strategy,) = _as_matrix([weights])
    received = _payoffs(tuple(zip(*rows, strict=True)), strategy)
    return tuple(j for j, r in enumerate(received) if r == min(received))


@door
def domination(matrix: Iterable[Iterable[object]], row: int) -> Domination:
    """Decide exactly whether a row is strictly dominated by a mixture of the others.

    The advantages of the other rows over this one form a matrix game; the row is strictly
    dominated if and only if the value of that game is positive.

    Parameters
    ----------
    matrix : matrix of integers or Fractions, shape (m, n)
        With at least two rows.
    row : int
        Index of the row in question.

    Returns
    -------
    Domination

    Raises
    ------
    ValueError
        If the matrix is not exact, or `row` is not one of at least two rows.

    Examples
    --------
    >>> domination([[0, 0], [3, -1], [-1, 3]], 0).strictly
    True
    """
    rows = _exact_matrix(matrix)
    if len(rows) == 1:
        raise ValueError(f"a row is dominated by another one, and {shown(matrix)} has one alone")
    require_integer("the row", row, 0, len(rows) - 1)
    advantages = tuple(
        tuple(a - b for a, b in zip(other, rows[row], strict=True))
        for i, other in enumerate(rows)
        if i != row
    )
    game = solve(advantages)
    mixture = (*game.row_strategy[:row], Fraction(0), *game.row_strategy[row:])
    return Domination(game.value > 0, game.value, mixture, game.column_strategy)


@door
def uniqueness(matrix: Iterable[Iterable[object]], solution: Solution) -> Uniqueness:
    """Try to prove that the optimal row strategy of a solved game is the only one.

    Let :math:`(x, y)` be optimal.  Complementary slackness binds *every* optimal row strategy:
    it puts weight only on rows that are best replies to :math:`y`, and every column that
    :math:`y` uses must pay exactly the value.  If these equations and the sum 1 have a single
    solution, the optimal row strategy is unique.  (The converse needs a strictly complementary
    pair, so `proved` False proves nothing.)

    Parameters
    ----------
    matrix : matrix of integers or Fractions, shape (m, n)
    solution : Solution
        An exact solution of it.

    Returns
    -------
    Uniqueness

    Raises
    ------
    ValueError
        If matrix or solution are not exact, or the certificate does not close.

    Examples
    --------
    >>> from chancegames.maths.matrix_game import solve
    >>> pennies = [[1, -1], [-1, 1]]
    >>> uniqueness(pennies, solve(pennies)).proved
    True
    """
    rows = _exact_matrix(matrix)
    if (len(rows), len(rows[0])) != (len(solution.row_strategy), len(solution.column_strategy)):
        raise ValueError("the solution is not one of this matrix game: the sizes differ")
    checked = certify(rows, solution.row_strategy, solution.column_strategy, solution.method)
    if checked.residual != 0:
        raise ValueError(f"uniqueness needs an exact solution, not one with gap {checked.residual}")
    received = _payoffs(rows, solution.column_strategy)
    used = tuple(i for i, payoff in enumerate(received) if payoff == solution.value)
    binding = tuple(j for j, weight in enumerate(solution.column_strategy) if weight > 0)
    equations = [[rows[i][j] - solution.value for i in used] for j in binding]
    rank = _rank([*equations, [Fraction(1)] * len(used)])
    return Uniqueness(rank == len(used), used, binding, rank)


def _exact_matrix(matrix: Iterable[Iterable[object]]) -> Matrix:
    rows = _as_matrix(matrix)
    if not _is_exact(rows):
        raise ValueError("this needs a matrix of integers or Fractions")
    return rows


def _rank(matrix: Sequence[Sequence[Number]]) -> int:
    """Rank by Gaussian elimination, in Fractions."""
    rows = [list(row) for row in matrix]
    rank = 0
    for column in range(len(rows[0])):
        pivot = next((i for i in range(rank, len(rows)) if rows[i][column] != 0), None)
        if pivot is None:
            continue
        rows[rank], rows[pivot] = rows[pivot], rows[rank]
        for i in range(rank + 1, len(rows)):
            factor = rows[i][column] / rows[rank][column]
            rows[i] = [a - factor * b for a, b in zip(rows[i], rows[rank], strict=True)]
        rank += 1
    return rank
