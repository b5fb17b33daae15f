r"""One door to the solvers: exact numbers in, exact solution out.

Shift the payoffs so that all are positive; then the game is the linear program

.. math:: \max \sum_j y_j \quad\text{subject to}\quad A y \le 1,\; y \ge 0,

whose optimum is :math:`1/v`, whose solution is proportional to the optimal column strategy and
whose dual solution is proportional to the optimal row strategy (Dantzig 1951).  The exact solver
keeps the simplex tableau as integers over one common denominator, the last pivot (Edmonds'
fraction-free elimination: every entry is a minor of the first tableau, so each division is exact).
Bland's rule excludes cycles, so the method ends for every matrix.
"""

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from math import lcm

from chancegames.maths.matrix_game.matrix import Matrix, _as_matrix, _is_exact
from chancegames.maths.matrix_game.program import linear_program
from chancegames.maths.matrix_game.solution import Solution, certify

#: The largest gap, beside the value or the smallest payoff, that is left to the linear program.
SHARP = 1e-9
#: Games of no more payoffs are solved in rationals if the linear program leaves more.
SMALL = 400
#: The most payoffs of an exact game: 100 by 100 small integers take some ten seconds.
MOST_EXACT = 10_000


def solve(matrix: Iterable[Iterable[object]]) -> Solution:
    """Solve a finite zero-sum matrix game.

    Parameters
    ----------
    matrix : matrix of real numbers, shape (m, n)
        Payoffs to the row player; nested sequences or a NumPy array.

    Returns
    -------
    Solution
        In Fractions with a residual of exactly 0 if every entry is an integer or a Fraction,
        otherwise in floats with the gap that HiGHS left; or, where the payoffs of a small game lie
        so far apart that the gap hides the small ones, with the gap that rounding leaves.

    Raises
    ------
    ValueError
        If the matrix is empty or ragged, an entry is not a finite real number, there are more than
        10,000 payoffs (in floats a million), or the float solver reports no optimum.

    Examples
    --------
    Rock, paper, scissors with rock worth double:

    >>> solution = solve([[0, -1, 2], [1, 0, -1], [-2, 1, 0]])
    >>> solution.value, [str(p) for p in solution.row_strategy]
    (Fraction(0, 1), ['1/4', '1/2', '1/4'])
    >>> round(solve([[1e12, 0.0], [0.0, 1.0]]).value, 6)
    1.0
    """
    checked = _as_matrix(matrix)
    if _is_exact(checked):
        if len(checked) * len(checked[0]) > MOST_EXACT:
            raise ValueError(f"an exact matrix game has at most {MOST_EXACT:,} payoffs: use floats")
        return _integer_simplex(checked)
    solution = linear_program(checked)
    small = len(checked) * len(checked[0]) <= SMALL
    return _rounded(checked) if small and not _is_sharp(solution, checked) else solution


def _is_sharp(solution: Solution, matrix: Matrix) -> bool:
    """Whether the gap is small beside the value or the smallest payoff."""
    smallest = min((abs(float(entry)) for row in matrix for entry in row if entry), default=0.0)
    return float(solution.residual) <= SHARP * max(abs(float(solution.value)), smallest)


def _rounded(matrix: Matrix) -> Solution:
    """Solve in rationals, which all floats are, and round the strategies."""
    exact = _integer_simplex(tuple(tuple(Fraction(entry) for entry in row) for row in matrix))
    rows, columns = (
        tuple(map(float, strategy)) for strategy in (exact.row_strategy, exact.column_strategy)
    )
    rounded = certify(matrix, rows, columns, f"{exact.method}, rounded")
    return replace(rounded, rounded_value=float(exact.value))


def _integer_simplex(matrix: Matrix) -> Solution:
    """Solve a game with payoffs in Fractions; the certificate closes with gap 0."""
    height, width = len(matrix), len(matrix[0])
    tableau, basis = _first_tableau(_positive_integers(matrix))
    denominator = 1
    while (column := _entering(tableau)) is not None:
        row = _leaving(tableau, basis, column)
        denominator = _pivot(tableau, row, column, denominator)
        basis[row] = column
    costs = tableau[-1]
    rows = _normalized(costs[width : width + height])
    primal = {variable: tableau[i][-1] for i, variable in enumerate(basis)}
    columns = _normalized([primal.get(j, 0) for j in range(width)])
    return certify(matrix, rows, columns, "integer simplex")


def _positive_integers(matrix: Matrix) -> list[list[int]]:
    """Scale and shift the payoffs to positive integers: optimal strategies do not change."""
    exact = [[Fraction(entry) for entry in row] for row in matrix]
    scale = lcm(*(entry.denominator for row in exact for entry in row))
    integers = [[int(entry * scale) for entry in row] for row in exact]
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


def _normalized(weights: list[int]) -> tuple[Fraction, ...]:
    total = sum(weights)
    return tuple(Fraction(weight, total) for weight in weights)
