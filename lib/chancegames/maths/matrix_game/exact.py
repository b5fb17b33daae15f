r"""Matrix games in exact rationals, by a simplex method that never leaves the integers.

Shift the payoffs so that all are positive; then the game is the linear programme

.. math:: \max \sum_j y_j \quad\text{subject to}\quad A y \le 1,\; y \ge 0,

whose optimum is :math:`1/v`, whose solution is proportional to the optimal column strategy and
whose dual solution is proportional to the optimal row strategy (Dantzig 1951).  The tableau is
kept as integers over one common denominator, the last pivot (Edmonds' fraction-free elimination:
every entry is a minor of the first tableau, so each division is exact).  Bland's rule excludes
cycles, so the method ends for every matrix.
"""

from fractions import Fraction
from math import lcm

from chancegames.maths.matrix_game.matrix import Matrix
from chancegames.maths.matrix_game.solution import Solution, certify

METHOD = "integer simplex"


def solve_exactly(matrix: Matrix) -> Solution:
    """Solve a game with rational payoffs; the certificate closes with gap 0.

    Parameters
    ----------
    matrix : Matrix of Fractions, shape (m, n)

    Returns
    -------
    Solution

    Examples
    --------
    >>> solve_exactly(((Fraction(3), Fraction(-1)), (Fraction(-2), Fraction(1)))).value
    Fraction(1, 7)
    """
    height, width = len(matrix), len(matrix[0])
    tableau, basis = _first_tableau(_positive_integers(matrix))
    denominator = 1
    while (column := _entering(tableau)) is not None:
        row = _leaving(tableau, basis, column)
        denominator = _pivot(tableau, row, column, denominator)
        basis[row] = column
    costs = tableau[-1]
    rows = _normalised(costs[width : width + height])
    primal = {variable: tableau[i][-1] for i, variable in enumerate(basis)}
    columns = _normalised([primal.get(j, 0) for j in range(width)])
    return certify(matrix, rows, columns, METHOD)


def _positive_integers(matrix: Matrix) -> list[list[int]]:
    """Scale and shift the payoffs to positive integers: optimal strategies do not change."""
    scale = lcm(*(entry.denominator for row in matrix for entry in row))
    integers = [[int(entry * scale) for entry in row] for row in matrix]
    shift = 1 - min(map(min, integers))
    return [[entry + shift for entry in row] for row in integers]


def _first_tableau(payoffs: list[list[int]]) -> tuple[list[list[int]], list[int]]:
    """Constraint rows ``[A | I | 1]`` over the cost row ``[-1 | 0 | 0]``, slacks as basis."""
    height, width = len(payoffs), len(payoffs[0])
    rows = [[*payoff, *(int(i == k) for k in range(height)), 1] for i, payoff in enumerate(payoffs)]
    costs = [-1] * width + [0] * (height + 1)
    return [*rows, costs], list(range(width, width + height))


def _entering(tableau: list[list[int]]) -> int | None:
    """Bland: the first column that improves the objective."""
    return next((j for j, cost in enumerate(tableau[-1][:-1]) if cost < 0), None)


def _leaving(tableau: list[list[int]], basis: list[int], column: int) -> int:
    """Bland: the smallest ratio; among equals the variable of the smallest index."""
    candidates = [i for i in range(len(basis)) if tableau[i][column] > 0]
    return min(candidates, key=lambda i: (Fraction(tableau[i][-1], tableau[i][column]), basis[i]))


def _pivot(tableau: list[list[int]], row: int, column: int, denominator: int) -> int:
    """Exchange one basis variable; return the new common denominator, the pivot itself."""
    pivot_row = tableau[row]
    pivot = pivot_row[column]
    for i, other in enumerate(tableau):
        if i != row:
            factor = other[column]
            tableau[i] = [
                (pivot * a - factor * b) // denominator
                for a, b in zip(other, pivot_row, strict=True)
            ]
    return pivot


def _normalised(weights: list[int]) -> tuple[Fraction, ...]:
    total = sum(weights)
    return tuple(Fraction(weight, total) for weight in weights)
