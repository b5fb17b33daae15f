r"""Backward induction over the simultaneous race, compiled: a matrix game at each state.

With :math:`v(a, b)` for the value to the row player, who needs :math:`a` points while the other
needs :math:`b`, the game at a state is

.. math:: M_{de}(a, b) = \sum_k P(d, k) \, R_e(a-k, b), \qquad
          R_e(a', b) = \sum_l P(e, l) \, v(a', b-l) ;

the inner sum does not depend on :math:`d` and is shared by the states above it.  Tables are
padded: rows and columns of players who need nothing or less hold the payoffs of the finished
race, so that no sum needs a case for its end.  Only states with :math:`a \ge b` are solved; the
others are their mirror images.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from chancegames.base.compiled import INNER, compiled
from chancegames.maths.matrix_game.kernel import solve_in_place
from chancegames.models.dice_battle import AtOnce

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

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

    reversed: Floats
    first: Ints
    last: Ints


def finished_table(rules: AtOnce) -> Floats:
    """Padded table that holds the payoffs of finished races, and 0 elsewhere.

    Returns
    -------
    ndarray of float, shape (pad + goal + 1, pad + goal + 1)
        Entry ``[pad + own, pad + other]``, with negative needs for points beyond the goal; `pad`
        is the highest score of a roll.

    Examples
    --------
    >>> finished_table(AtOnce(dice=1, faces=2, goal=1, finish="higher total"))
    array([[ 0.,  1.,  1.,  1.],
           [-1.,  0.,  1.,  1.],
           [-1., -1.,  0.,  1.],
           [-1., -1., -1.,  0.]])
    """
    pad = rules.dice * rules.faces
    need = np.arange(-pad, rules.goal + 1)
    own, other = need[:, None], need[None, :]
    if rules.finish == "higher total":
        over = np.minimum(own, other) <= 0
        return np.where(over, np.sign(other - own), 0).astype(np.float64)
    return (own <= 0).astype(np.float64) - (other <= 0)


@compiled(cache=True)
def fill(table: Floats, strategies: Floats, laws: Laws) -> None:
    """Solve every state, in place.

    Parameters
    ----------
    table : ndarray of float, shape (pad + goal + 1, pad + goal + 1)
        From `finished_table`; overwritten by the values.
    strategies : ndarray of float, shape (goal + 1, goal + 1, dice)
        Overwritten: at ``[a, b]`` the optimal strategy of a player who needs a against b.
    laws : Laws
    """
    dice, pad = laws.reversed.shape
    goal = len(table) - pad - 1
    inner = np.empty((len(table), goal + 1, dice))
    matrix, reply = np.empty((dice, dice)), np.empty(dice)
    tableau, labels = np.empty((dice + 1, dice + 1)), np.empty(2 * dice, np.int64)
    for a in range(1, goal + 1):
        for b in range(1, a + 1):
            _inner_sums(inner, table, laws, pad + a - 1, b)
        for row in range(a, pad + a - 1):
            _inner_sums(inner, table, laws, row, a)
        for b in range(1, a + 1):
            _matrix(matrix, inner, laws, a, b)
            mine = strategies[a, b]
            value, _ = solve_in_place(matrix, mine, reply, tableau, labels)
            if a != b:
                table[pad + a, pad + b] = value
                table[pad + b, pad + a] = -value
                for d in range(dice):  # (assigned whole, numba compiles an error text for seconds)
                    strategies[b, a, d] = reply[d]


@compiled(**INNER, fastmath=CONTRACT)
def _inner_sums(inner: Floats, table: Floats, laws: Laws, row: int, b: int) -> None:
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


@compiled(**INNER, fastmath=CONTRACT)
def _matrix(matrix: Floats, inner: Floats, laws: Laws, a: int, b: int) -> None:
    """Expected value after every pair of rolls."""
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
