r"""Backward induction over the simultaneous race, compiled: a matrix game at each state.

With :math:`v(a, b)` for the value to the row player, who lacks :math:`a` points while the other
lacks :math:`b`, the game at a state is

.. math:: M_{de}(a, b) = \sum_k P(d, k) \, R_e(a-k, b), \qquad
          R_e(a', b) = \sum_l P(e, l) \, v(a', b-l) ;

the inner sum does not depend on :math:`d` and is shared by the states above it.  Tables are
padded: rows and columns of players who lack nothing or less hold the payoffs of the finished
race, so that no sum needs a case for its end.  Only states with :math:`a \ge b` are solved; the
others are their mirror images.
"""

from typing import NamedTuple

import numpy as np
from numba import njit

from chancegames.base.compiled import INNER
from chancegames.maths.matrix_game.kernel import solve_in_place

#: Let the compiler fuse and reorder sums.
CONTRACT = {"contract", "reassoc", "nsz"}


class Laws(NamedTuple):
    """Laws of the score of every number of dice, as arrays for compiled code.

    Attributes
    ----------
    reversed : ndarray of float, shape (dice, pad)
        Entry ``[d - 1, pad - k]`` is P(d, k).
    first : ndarray of int, shape (dice,)
        Where the sums begin in each row.
    last : ndarray of int, shape (dice,)
        Where they end (inclusive); the bust score 1 stands apart, in the last column.
    """

    reversed: np.ndarray
    first: np.ndarray
    last: np.ndarray


def finished_table(goal: int, pad: int, higher_total_wins: bool) -> np.ndarray:
    """Padded table that holds the payoffs of finished races, and 0 elsewhere.

    Parameters
    ----------
    goal, pad : int
    higher_total_wins : bool
        Whether the higher total wins if both reach the goal at once; else that is a draw.

    Returns
    -------
    ndarray of float, shape (pad + goal + 1, pad + goal + 1)
        Entry ``[pad + a, pad + b]``, with negative a and b for points beyond the goal.

    Examples
    --------
    >>> finished_table(1, 1, True)
    array([[ 0.,  1.,  1.],
           [-1.,  0.,  1.],
           [-1., -1.,  0.]])
    """
    size = pad + goal + 1
    table = np.zeros((size, size))
    table[: pad + 1, pad + 1 :] = 1.0
    table[pad + 1 :, : pad + 1] = -1.0
    if higher_total_wins:
        for i in range(pad + 1):
            table[i, i + 1 : pad + 1] = 1.0
            table[i, :i] = -1.0
    return table


@njit(cache=True)
def fill(table: np.ndarray, strategies: np.ndarray, laws: Laws) -> float:
    """Solve every state, in place.

    Parameters
    ----------
    table : ndarray of float, shape (pad + goal + 1, pad + goal + 1)
        From `finished_table`; overwritten by the values.
    strategies : ndarray of float, shape (goal + 1, goal + 1, dice)
        Overwritten: at ``[a, b]`` the optimal strategy of a player who lacks a against b.
    laws : Laws

    Returns
    -------
    float
        The largest certificate gap of all games.
    """
    dice, pad = laws.reversed.shape
    goal = len(table) - pad - 1
    inner = np.empty((len(table), goal + 1, dice))
    matrix, reply = np.empty((dice, dice)), np.empty(dice)
    tableau, labels = np.empty((dice + 1, dice + 1)), np.empty(2 * dice, np.int64)
    worst = 0.0
    for a in range(1, goal + 1):
        for b in range(1, a + 1):
            _inner_sums(inner, table, laws, pad + a - 1, b)
        for row in range(a, pad + a - 1):
            _inner_sums(inner, table, laws, row, a)
        for b in range(1, a + 1):
            _matrix(matrix, inner, laws, a, b)
            mine = strategies[a, b]
            value, gap = solve_in_place(matrix, mine, reply, tableau, labels)
            worst = max(worst, gap)
            if a != b:
                table[pad + a, pad + b] = value
                table[pad + b, pad + a] = -value
                for d in range(dice):  # (assigned whole, numba compiles an error text for seconds)
                    strategies[b, a, d] = reply[d]
    return worst


@njit(**INNER, fastmath=CONTRACT)
def _inner_sums(inner: np.ndarray, table: np.ndarray, laws: Laws, row: int, b: int) -> None:
    """Sum of P(e, l) v(row, b - l) over l for every e (unsigned indices vectorise)."""
    dice, pad = laws.reversed.shape
    line, shift = np.uint64(row), np.uint64(b)
    for e in range(dice):
        law, first, end = np.uint64(e), np.uint64(laws.first[e]), np.uint64(laws.last[e] + 1)
        total = laws.reversed[e, pad - 1] * table[row, pad + b - 1]
        for step in range(end - first):
            t = first + step
            total += laws.reversed[law, t] * table[line, shift + t]
        inner[row, b, e] = total


@njit(**INNER, fastmath=CONTRACT)
def _matrix(matrix: np.ndarray, inner: np.ndarray, laws: Laws, a: int, b: int) -> None:
    """Expected value after every pair of throws."""
    dice, pad = laws.reversed.shape
    column, shift, width = np.uint64(b), np.uint64(a), np.uint64(dice)
    for d in range(width):
        bust = laws.reversed[d, pad - 1]
        for e in range(width):
            matrix[d, e] = bust * inner[np.uint64(pad + a - 1), column, e]
        for t in range(np.uint64(laws.first[d]), np.uint64(laws.last[d] + 1)):
            p = laws.reversed[d, t]
            for e in range(width):
                matrix[d, e] += p * inner[shift + t, column, e]
