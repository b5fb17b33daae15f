"""The frozen answer to a matrix game, and the certificate that proves it."""

from dataclasses import dataclass

from chancegames.maths.matrix_game.matrix import Matrix, Number, Vector, payoffs, transpose


@dataclass(frozen=True)
class Solution:
    """Value and optimal strategies of a matrix game with their certificate.

    Attributes
    ----------
    value : Fraction or float
        What the row player can expect.
    row_strategy, column_strategy : tuple of numbers
        Optimal mixed strategies.
    guaranteed : Fraction or float
        ``min_j (x'A)_j``: the row strategy earns at least this against anything.
    conceded : Fraction or float
        ``max_i (Ay)_i``: the column strategy pays at most this against anything.
    method : str
        How it was found.

    Examples
    --------
    >>> from chancegames.maths.matrix_game import solve
    >>> solve([[1, -1], [-1, 1]]).gap
    Fraction(0, 1)
    """

    value: Number
    row_strategy: Vector
    column_strategy: Vector
    guaranteed: Number
    conceded: Number
    method: str

    @property
    def gap(self) -> Number:
        """``conceded - guaranteed``: 0 proves optimality, exactly for Fractions."""
        return self.conceded - self.guaranteed


def certify(matrix: Matrix, row_strategy: Vector, column_strategy: Vector, method: str) -> Solution:
    """Evaluate both strategies against every pure reply and wrap them as a solution.

    Parameters
    ----------
    matrix : Matrix, shape (m, n)
    row_strategy : tuple of numbers, shape (m,)
    column_strategy : tuple of numbers, shape (n,)
    method : str
        Recorded in the solution.

    Returns
    -------
    Solution
        Its value is the middle of the certificate, its gap the sum of both regrets.

    Examples
    --------
    >>> certify(((1, -1), (-1, 1)), (0.5, 0.5), (1.0, 0.0), "a guess").gap
    1.0
    """
    guaranteed = min(payoffs(transpose(matrix), row_strategy))
    conceded = max(payoffs(matrix, column_strategy))
    return Solution(
        value=(guaranteed + conceded) / 2,
        row_strategy=row_strategy,
        column_strategy=column_strategy,
        guaranteed=guaranteed,
        conceded=conceded,
        method=method,
    )
