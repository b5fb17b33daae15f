"""The answer to a matrix game, and the certificate that proves it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from chancegames.base.checks import door, shown
from chancegames.maths import solution
from chancegames.maths.matrix_game.matrix import Matrix, Number, Vector, _as_matrix, _payoffs
from chancegames.maths.solution import _require_distribution

#: Whose decision it is: the only two states of a matrix game.
Player = Literal["row", "column"]


@dataclass(frozen=True)
class Solution(solution.Solution[Player, int]):
    """Value and strategies of a matrix game with what each action earns against them.

    Attributes
    ----------
    value : Fraction or float
        What the row player can expect.
    row_strategy, column_strategy : tuple of numbers
        Optimal mixed strategies.
    row_payoffs, column_payoffs : tuple of numbers
        What the row player receives if every row meets the column strategy, and if the row
        strategy meets every column.
    method : str

    Examples
    --------
    >>> from chancegames.maths.matrix_game import solve
    >>> pennies = solve([[1, -1], [-1, 1]])
    >>> pennies.value, pennies.policy("column"), pennies.residual
    (Fraction(0, 1), {0: Fraction(1, 2), 1: Fraction(1, 2)}, Fraction(0, 1))
    """

    row_strategy: Vector
    column_strategy: Vector
    row_payoffs: Vector
    column_payoffs: Vector
    method: str
    rounded_value: Number | None = None

    @property
    def guaranteed(self) -> Number:
        """The row strategy earns at least this against anything."""
        return min(self.column_payoffs)

    @property
    def conceded(self) -> Number:
        """The column strategy pays at most this against anything."""
        return max(self.row_payoffs)

    @property
    def value(self) -> Number:
        """The middle of the certificate, unless it is known better."""
        middle = (self.guaranteed + self.conceded) / 2
        return middle if self.rounded_value is None else self.rounded_value

    @property
    def residual(self) -> Number:
        """Gap of the certificate, conceded less guaranteed; 0 proves both strategies optimal."""
        return self.conceded - self.guaranteed

    def value_at(self, state: Player) -> Number:
        """What this player can expect."""
        return self.value if self._is_row(state) else -self.value

    def action_values(self, state: Player) -> dict[int, Number]:
        """What each row, or column, earns its player against the other's strategy."""
        if self._is_row(state):
            return dict(enumerate(self.row_payoffs))
        return {column: -paid for column, paid in enumerate(self.column_payoffs)}

    def policy(self, state: Player) -> Mapping[int, Number]:
        """The rows, or columns, of positive weight."""
        weights = self.row_strategy if self._is_row(state) else self.column_strategy
        return {action: weight for action, weight in enumerate(weights) if weight > 0}

    @staticmethod
    def _is_row(state: Player) -> bool:
        if not isinstance(state, str) or state not in ("row", "column"):
            raise ValueError(f"the players are 'row' and 'column', not {shown(state)}")
        return state == "row"


def _require_mixture(weights: Vector, size: int) -> None:
    """Refuse what is no mixed strategy of so many actions."""
    _require_distribution("the weights of a mixed strategy", weights)
    if len(weights) != size:
        raise ValueError(f"a mixed strategy here needs {size} weights, not {len(weights)}")


@door
def certify(matrix: Matrix, row_strategy: Vector, column_strategy: Vector, method: str) -> Solution:
    """Play both strategies against every pure reply and wrap them as a solution.

    Raises
    ------
    ValueError
        If the matrix is none, or a strategy no mixture of its actions.

    Examples
    --------
    >>> certify(((1, -1), (-1, 1)), (0.5, 0.5), (1.0, 0.0), "a guess").residual
    1.0
    """
    matrix = _as_matrix(matrix)
    for weights, size in ((row_strategy, len(matrix)), (column_strategy, len(matrix[0]))):
        _require_mixture(weights, size)
    columns = tuple(zip(*matrix, strict=True))
    return Solution(
        row_strategy,
        column_strategy,
        _payoffs(matrix, column_strategy),
        _payoffs(columns, row_strategy),
        method,
    )
