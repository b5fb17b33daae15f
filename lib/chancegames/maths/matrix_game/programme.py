"""Matrix games as linear programmes, written for PuLP and solved by HiGHS."""

from math import isfinite

import pulp

from chancegames.maths.matrix_game.matrix import (
    Vector,
    as_floats,
    as_matrix,
    as_mixed_strategy,
    transpose,
)
from chancegames.maths.matrix_game.solution import Solution, certify

METHOD = "linear programme (PuLP, HiGHS)"

#: The largest certificate gap, relative to the spread of the payoffs, accepted of the solver.
GAP_TOLERANCE = 1e-6


def linear_programme(matrix: object) -> Solution:
    """Solve a matrix game by two linear programmes, one for each player.

    The row player maximises a number ``v`` that every column pays at least; the column player's
    programme is the same for ``-A`` transposed.

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

    Notes
    -----
    Source 004 (*Dice battle*), section "jeu en un coup", second programme.

    Examples
    --------
    >>> solution = linear_programme([[0.0, 1.0], [1.0, 0.0]])
    >>> round(solution.value, 9), [round(p, 9) for p in solution.row_strategy]
    (0.5, [0.5, 0.5])
    """
    rows = as_floats(as_matrix(matrix))
    lowest = min(map(min, rows))
    spread = (max(map(max, rows)) - lowest) or 1.0
    if not isfinite(spread):
        raise ValueError("the payoffs of a matrix game lie too far apart for floats")
    unit = tuple(tuple((entry - lowest) / spread for entry in row) for row in rows)
    negated = tuple(tuple(-entry for entry in column) for column in transpose(unit))
    solution = certify(
        rows, _optimum(*maximin_problem(unit)), _optimum(*maximin_problem(negated)), METHOD
    )
    if not solution.gap <= GAP_TOLERANCE * spread:
        raise ValueError(f"the certificate of the linear programme leaves a gap: {solution.gap}")
    return solution


def best_reply_programme(matrix: object, row_strategy: object) -> Vector:
    """Answer a public row strategy by the linear programme of source 004.

    Maximise ``q'(-A')p`` over probability vectors ``q``.

    Parameters
    ----------
    matrix : matrix of real numbers, shape (m, n)
    row_strategy : probability vector, shape (m,)

    Returns
    -------
    tuple of floats, shape (n,)
        One optimal reply (a vertex; there may be others, see `best_replies`).

    Raises
    ------
    ValueError
        If the input is not a matrix or not a mixed strategy.

    Notes
    -----
    Source 004 (*Dice battle*), section "jeu en un coup", first programme.

    Examples
    --------
    >>> best_reply_programme([[1.0, -1.0], [-1.0, 1.0]], [0.75, 0.25])
    (0.0, 1.0)
    """
    rows = as_matrix(matrix)
    p = as_mixed_strategy(row_strategy, len(rows))
    problem = pulp.LpProblem("best_reply", pulp.LpMaximize)
    q = _probabilities(problem, len(rows[0]))
    problem += pulp.lpSum(
        -float(sum(a * w for a, w in zip(column, p, strict=True))) * variable
        for column, variable in zip(transpose(rows), q, strict=True)
    )
    problem += pulp.lpSum(q) == 1
    return _optimum(problem, q)


def maximin_problem(matrix: object) -> tuple[pulp.LpProblem, list[pulp.LpVariable]]:
    """Write the row player's programme: the largest value that every column pays.

    Parameters
    ----------
    matrix : matrix of real numbers, shape (m, n)

    Returns
    -------
    LpProblem
        Printing it shows the programme.
    list of LpVariable
        The weights of the rows.

    Raises
    ------
    ValueError
        If the matrix is not one.

    Notes
    -----
    Source 004 (*Dice battle*), section "jeu en un coup", second programme.

    Examples
    --------
    >>> problem, weights = maximin_problem([[0, 1], [1, 0]])
    >>> len(weights), problem.numConstraints()
    (2, 3)
    """
    rows = as_matrix(matrix)
    problem = pulp.LpProblem("maximin", pulp.LpMaximize)
    p = _probabilities(problem, len(rows))
    value = problem.add_variable("value")
    problem += value
    problem += pulp.lpSum(p) == 1
    for column in transpose(rows):
        problem += value <= pulp.lpSum(float(a) * w for a, w in zip(column, p, strict=True))
    return problem, p


def _probabilities(problem: pulp.LpProblem, number: int) -> list[pulp.LpVariable]:
    return [problem.add_variable(f"p{i}", lowBound=0, upBound=1) for i in range(1, number + 1)]


def _optimum(problem: pulp.LpProblem, variables: list[pulp.LpVariable]) -> Vector:
    """Run HiGHS, insist on an optimum, return a probability vector free of round-off signs."""
    status = problem.solve(pulp.HiGHS(msg=False))
    if status != pulp.LpStatusOptimal:
        raise ValueError(f"the linear programme was not solved: {pulp.LpStatus[status]}")
    weights = [max(0.0, variable.value()) for variable in variables]
    total = sum(weights)
    return tuple(weight / total for weight in weights)
