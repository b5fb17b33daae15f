"""One door to the solvers: exact numbers in, exact solution out."""

from chancegames.matrix_game.exact import solve_exactly
from chancegames.matrix_game.matrix import as_matrix, is_exact
from chancegames.matrix_game.programme import linear_programme
from chancegames.matrix_game.solution import Solution


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
        otherwise in floats with the gap that HiGHS left.

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
    """
    checked = as_matrix(matrix)
    return solve_exactly(checked) if is_exact(checked) else linear_programme(checked)
