r"""A small matrix game in floats, compiled: for tables that hold one game per state.

The method is the simplex method on the *condensed* tableau, which has one column per nonbasic
variable instead of one per variable: for an :math:`m \times n` game a pivot touches
:math:`(m+1)(n+1)` numbers.  Saddle points in pure strategies are found before any pivot, and
whatever comes out is evaluated against all pure replies: each game returns its certificate gap.
(`chancegames.maths.matrix_game.solve` is the exact solver and the judge of this one.)
"""

import numpy as np
from numpy.typing import NDArray

from chancegames.base.compiled import CONTRACT, ONCE, compiled

#: Reduced costs and pivots smaller than this count as zero (payoffs are scaled to 1..2).
ZERO = 1e-12


Floats = NDArray[np.float64]
Labels = NDArray[np.int64]


@compiled(cache=True, fastmath=CONTRACT)
def solve_in_place(
    matrix: Floats,
    row_strategy: Floats,
    column_strategy: Floats,
    tableau: Floats,
    labels: Labels,
) -> tuple[float, float]:
    """Solve one game inside compiled code, without allocation.

    Parameters
    ----------
    matrix : ndarray of float, shape (m, n)
        Payoffs to the row player, finite.
    row_strategy, column_strategy : ndarray of float, shapes (m,) and (n,)
        Overwritten by the optimal strategies.
    tableau : ndarray of float, shape (m + 1, n + 1)
        Workspace.
    labels : ndarray of int64, shape (m + n,)
        Workspace.

    Returns
    -------
    tuple of float
        The value of the game (the middle of the certificate) and the certificate gap.

    Examples
    --------
    >>> x, y = np.empty(2), np.empty(2)
    >>> work = np.empty((3, 3)), np.empty(4, np.int64)
    >>> solve_in_place(np.array([[2.0, 1.0], [0.0, -1.0]]), x, y, *work)
    (1.0, 0.0)
    """
    row_strategy[:] = 0.0
    column_strategy[:] = 0.0
    row, column = _saddle_point(matrix)
    if row >= 0:
        row_strategy[row] = 1.0
        column_strategy[column] = 1.0
        return float(matrix[row, column]), 0.0
    _fill(tableau, labels, matrix)
    _pivot_to_optimum(tableau, labels)
    _read_strategies(tableau, labels, row_strategy, column_strategy)
    return _certificate(matrix, row_strategy, column_strategy, tableau)


@compiled(**ONCE)
def _saddle_point(matrix: Floats) -> tuple[int, int]:
    """Find an entry that is smallest in its row and largest in its column, or (-1, -1)."""
    m, n = matrix.shape
    best_row, guaranteed = 0, -np.inf
    for i in range(m):
        smallest = matrix[i, 0]
        for j in range(1, n):
            smallest = min(smallest, matrix[i, j])
        if smallest > guaranteed:
            best_row, guaranteed = i, smallest
    for j in range(n):
        if matrix[best_row, j] == guaranteed:
            i = 0
            while i < m and matrix[i, j] <= guaranteed:
                i += 1
            if i == m:
                return best_row, j
    return -1, -1


@compiled(**ONCE)
def _fill(tableau: Floats, labels: Labels, matrix: Floats) -> None:
    """Set up max sum(y), A y <= 1 with payoffs scaled to 1..2 (positive, so bounded)."""
    m, n = matrix.shape
    low, high = matrix[0, 0], matrix[0, 0]
    for i in range(m):
        for j in range(n):
            low, high = min(low, matrix[i, j]), max(high, matrix[i, j])
    scale = 1.0 / (high - low)
    for i in range(m):
        for j in range(n):
            tableau[i, j] = (matrix[i, j] - low) * scale + 1.0
        tableau[i, n] = 1.0
    for j in range(n):
        tableau[m, j] = -1.0
    tableau[m, n] = 0.0
    for variable in range(m + n):
        labels[variable] = variable  # nonbasic y: 0..n-1, then basic slacks: n..n+m-1


@compiled(**ONCE)
def _pivot_to_optimum(tableau: Floats, labels: Labels) -> None:
    """Dantzig's steepest column while it is quick, Bland's first column if it drags on."""
    m, n = tableau.shape[0] - 1, tableau.shape[1] - 1
    for step in range(50 * (m + n)):
        column = _entering(tableau, labels, step > 5 * (m + n))
        if column < 0:
            return
        row = _leaving(tableau, labels, column)
        _pivot(tableau, row, column)
        labels[column], labels[n + row] = labels[n + row], labels[column]


@compiled(**ONCE)
def _entering(tableau: Floats, labels: Labels, bland: bool) -> int:
    m, n = tableau.shape[0] - 1, tableau.shape[1] - 1
    chosen, smallest = -1, -ZERO
    for j in range(n):
        if bland:
            if tableau[m, j] < -ZERO and (chosen < 0 or labels[j] < labels[chosen]):
                chosen = j
        elif tableau[m, j] < smallest:
            chosen, smallest = j, tableau[m, j]
    return chosen


@compiled(**ONCE)
def _leaving(tableau: Floats, labels: Labels, column: int) -> int:
    """Smallest ratio, compared without division; among equals the smallest label."""
    m, n = tableau.shape[0] - 1, tableau.shape[1] - 1
    chosen, top, bottom = -1, 1.0, 0.0  # the ratio to beat, infinite at first
    for i in range(m):
        pivot = tableau[i, column]
        if pivot > ZERO:
            less = tableau[i, n] * bottom - top * pivot
            if less < 0.0 or (less == 0.0 and labels[n + i] < labels[n + chosen]):
                chosen, top, bottom = i, tableau[i, n], pivot
    return chosen


@compiled(**ONCE)
def _pivot(tableau: Floats, row: int, column: int) -> None:
    height, width = tableau.shape  # (views of rows would cost more than the arithmetic)
    inverse = 1.0 / tableau[row, column]
    tableau[row, column] = 1.0
    for j in range(width):
        tableau[row, j] *= inverse
    for i in range(height):
        if i != row:
            factor = tableau[i, column]
            tableau[i, column] = 0.0
            for j in range(width):
                tableau[i, j] -= factor * tableau[row, j]


@compiled(**ONCE)
def _read_strategies(
    tableau: Floats, labels: Labels, row_strategy: Floats, column_strategy: Floats
) -> None:
    """Basic y are the column strategy, reduced costs of the slacks the row strategy."""
    m, n = tableau.shape[0] - 1, tableau.shape[1] - 1
    for i in range(m):
        if labels[n + i] < n:
            column_strategy[labels[n + i]] = max(0.0, tableau[i, n])
    for j in range(n):
        if labels[j] >= n:
            row_strategy[labels[j] - n] = max(0.0, tableau[m, j])
    row_strategy /= row_strategy.sum()
    column_strategy /= column_strategy.sum()


@compiled(**ONCE)
def _certificate(
    matrix: Floats, row_strategy: Floats, column_strategy: Floats, paid: Floats
) -> tuple[float, float]:
    """Both sides against every pure reply; `paid` is workspace for one number a column."""
    m, n = matrix.shape
    conceded, guaranteed = -np.inf, np.inf
    for j in range(n):
        paid[0, j] = 0.0
    for i in range(m):
        received, weight = 0.0, row_strategy[i]
        for j in range(n):
            received += matrix[i, j] * column_strategy[j]
            paid[0, j] += weight * matrix[i, j]
        conceded = max(conceded, received)
    for j in range(n):
        guaranteed = min(guaranteed, paid[0, j])
    return (guaranteed + conceded) / 2, conceded - guaranteed
