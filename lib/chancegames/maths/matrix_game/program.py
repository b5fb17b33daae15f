"""Matrix games as linear programs, written for PuLP and solved by HiGHS."""

from collections.abc import Iterable
from math import isfinite

import pulp

from chancegames.maths.matrix_game.matrix import Matrix, Vector, _as_floats, _as_matrix
from chancegames.maths.matrix_game.solution import Solution, certify

METHOD = "linear program (PuLP, HiGHS)"

#: The largest certificate gap, relative to the spread of the payoffs, accepted of the solver.
GAP_TOLERANCE = 1e-6


def linear_program(matrix: Iterable[Iterable[object]]) -> Solution:
    """Solve a matrix game by two linear programs, one for each player.

    The row player maximizes a number ``v`` that every column pays at least; the column player's
    program is the same for ``-A`` transposed.

    Parameters
    ----------
    matrix : matrix of real numbers, shape (m, n)

    Returns
    -------
    Solution
        In floats, with its certificate.

    Raises
    ------
    ValueError
        If the matrix is not one, if the solver does not report an optimum, or if the
        certificate does not close.

    Examples
    --------
    >>> solution = linear_program([[0.0, 1.0], [1.0, 0.0]])
    >>> round(solution.value, 9), [round(p, 9) for p in solution.row_strategy]
    (0.5, [0.5, 0.5])
    """
    rows = _as_floats(_as_matrix(matrix))
    lowest = min(map(min, rows))
    spread = (max(map(max, rows)) - lowest) or 1.0
    if not isfinite(spread):
        raise ValueError("the payoffs of a matrix game lie too far apart for floats")
    unit = tuple(tuple((entry - lowest) / spread for entry in row) for row in rows)
    negated = tuple(tuple(-entry for entry in column) for column in zip(*unit, strict=True))
    solution = certify(rows, _maximin(unit), _maximin(negated), METHOD)
    if not solution.residual <= GAP_TOLERANCE * spread:
        raise ValueError(f"the certificate of the linear program leaves a gap: {solution.residual}")
    return solution


def _maximin(matrix: Matrix) -> Vector:
    """The row player's weights for the largest value that every column pays, found by HiGHS."""
    problem = pulp.LpProblem("maximin", pulp.LpMaximize)
    names = (f"p{i}" for i in range(1, len(matrix) + 1))
    p = [problem.add_variable(name, lowBound=0, upBound=1) for name in names]
    value = problem.add_variable("value")
    problem += value
    problem += pulp.lpSum(p) == 1
    for column in zip(*matrix, strict=True):
        problem += value <= pulp.lpSum(a * w for a, w in zip(column, p, strict=True))
    status = problem.solve(pulp.HiGHS(msg=False))
    if status != pulp.LpStatusOptimal:
        raise ValueError(f"the linear program was not solved: {pulp.LpStatus[status]}")
    weights = [max(0.0, variable.value()) for variable in p]  # free of round-off signs
    total = sum(weights)
    return tuple(weight / total for weight in weights)
