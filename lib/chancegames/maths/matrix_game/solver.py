"""One door to the solvers: exact numbers in, exact solution out."""

from dataclasses import replace
from fractions import Fraction

from chancegames.maths.matrix_game.exact import solve_exactly
from chancegames.maths.matrix_game.matrix import Matrix, as_matrix, is_exact
from chancegames.maths.matrix_game.programme import linear_programme
from chancegames.maths.matrix_game.solution import Solution, certify

#: The largest gap, beside the value or the smallest payoff, that is left to the linear programme.
SHARP = 1e-9
#: Games of no more payoffs are solved in rationals if the linear programme leaves more.
SMALL = 400


def solve(matrix: object) -> Solution:
    """Solve a finite zero-sum matrix game.

    Parameters
    ----------
    matrix : matrix of real numbers, shape (m, n)
        Payoffs to the row player; nested sequences or a NumPy array.

    Returns
    -------
    Solution
        In Fractions with a gap of exactly 0 if every entry is an integer or a Fraction,
        otherwise in floats with the gap that HiGHS left; or, where the payoffs of a small game lie
        so far apart that the gap hides the small ones, with the gap that rounding leaves.

    Raises
    ------
    ValueError
        If the matrix is empty or ragged, an entry is not a finite real number, or the float
        solver reports anything but an optimum.

    Examples
    --------
    Rock, paper, scissors with stone worth double:

    >>> solution = solve([[0, -1, 2], [1, 0, -1], [-2, 1, 0]])
    >>> solution.value, [str(p) for p in solution.row_strategy]
    (Fraction(0, 1), ['1/4', '1/2', '1/4'])
    >>> round(solve([[1e12, 0.0], [0.0, 1.0]]).value, 6)
    1.0
    """
    checked = as_matrix(matrix)
    if is_exact(checked):
        return solve_exactly(checked)
    solution = linear_programme(checked)
    small = len(checked) * len(checked[0]) <= SMALL
    return _rounded(checked) if small and not _is_sharp(solution, checked) else solution


def _is_sharp(solution: Solution, matrix: Matrix) -> bool:
    """Whether the gap is small beside the value or the smallest payoff."""
    least = min((abs(entry) for row in matrix for entry in row if entry), default=0.0)
    return solution.gap <= SHARP * max(abs(solution.value), least)


def _rounded(matrix: Matrix) -> Solution:
    """Solve in rationals, which all floats are, and round the strategies."""
    exact = solve_exactly(tuple(tuple(map(Fraction, row)) for row in matrix))
    rows, columns = (
        tuple(map(float, strategy)) for strategy in (exact.row_strategy, exact.column_strategy)
    )
    rounded = certify(matrix, rows, columns, f"{exact.method}, rounded")
    return replace(rounded, value=float(exact.value))
