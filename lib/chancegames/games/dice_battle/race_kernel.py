r"""Backward induction over the race table, compiled.

Write :math:`U(a, b)` for the value to the first player when he is to roll, needs :math:`a` points
and the other needs :math:`b`; :math:`W(b, a)` for the value to the second player when she is to
throw in the same position.  With :math:`d` dice rolled by him, :math:`e` by her,

.. math:: U = S_d - z_d W, \qquad W = T_e - z_e U,

where :math:`S_d = -\sum_{k \ge 1} P(d, k)\, W(b, a-k)` uses earlier entries only and
:math:`z_d = P(d, 0)` is the chance of a roll that changes nothing.  If no roll scores 0, both
maxima are plain.  Otherwise the pair of equations has the solution

.. math:: U_{de} = \frac{S_d - z_d T_e}{1 - z_d z_e}, \qquad U = \max_d \min_e U_{de}.

Tables are padded on the left: entries for a player who needs nothing or less hold -1, the loss
of the one who is to roll, so that no sum needs a case for the end of the game.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from chancegames.base.compiled import INNER, compiled

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Choice = NDArray[np.int32]

#: A roll must be better by more than this to displace one with fewer dice.
TIE = 1e-12
#: Entry of a choice table that leaves the roll to the maximising player.
FREE = -1
#: Let the compiler fuse and reorder sums.
CONTRACT = {"contract", "reassoc", "nsz"}


class Player(NamedTuple):
    """One player as arrays.

    Attributes
    ----------
    reversed_laws : ndarray of float, shape (laws, pad)
        Entry ``[l, pad - k]`` is the probability that law ``l`` scores ``k``, for k >= 2.
    first, last : ndarray of int, shape (laws,)
        Where the nonzero part of each row begins and ends (inclusive).
    ones, zeros : ndarray of float, shape (laws,)
        Probability of scoring 1, and of scoring 0.
    choice : ndarray of int32, shape (goal + 1, goal + 1)
        Law in use when the player needs ``a`` and the other ``b``, or `FREE`.
    """

    reversed_laws: Floats
    first: Ints
    last: Ints
    ones: Floats
    zeros: Floats
    choice: Choice


def padded_table(goal: int, pad: int) -> Floats:
    """Table of values with -1 wherever the player who does not roll has finished.

    Parameters
    ----------
    goal, pad : int

    Returns
    -------
    ndarray of float, shape (goal + 1, pad + goal + 1)
        Entry ``[a, pad + b]``: who rolls needs ``a``, the other ``b``.

    Examples
    --------
    >>> padded_table(1, 2)[1].tolist()
    [-1.0, -1.0, -1.0, 0.0]
    """
    table = np.zeros((goal + 1, pad + goal + 1))
    table[:, : pad + 1] = -1.0
    return table


@compiled(cache=True, fastmath=CONTRACT)
def fill(
    mine: Floats,
    theirs: Floats,
    my_rolls: Choice,
    their_rolls: Choice,
    me: Player,
    them: Player,
    symmetric: bool,
) -> None:
    """Fill both padded tables and the laws chosen, in place.

    Parameters
    ----------
    mine, theirs : ndarray of float, shape (goal + 1, pad + goal + 1)
        From `padded_table`; the same array if `symmetric`.
    my_rolls, their_rolls : ndarray of int32, shape (goal + 1, goal + 1)
        Overwritten by the law used at each state; the same array if `symmetric`.
    me, them : Player
    symmetric : bool
        Both players are the same and free: half of the states suffice.
    """
    goal = len(mine) - 1
    my_sums = np.empty(len(me.ones))
    their_sums = np.empty(len(them.ones))
    for a in range(1, goal + 1):
        for b in range(a if symmetric else 1, goal + 1):
            mine_from, mine_to = _options(me, a, b)
            their_from, their_to = _options(them, b, a)
            _sums(my_sums, mine_from, mine_to, me, theirs, a, b)
            _sums(their_sums, their_from, their_to, them, mine, b, a)
            i = _best(my_sums, mine_from, mine_to, me, their_sums, their_from, their_to, them)
            e = _best(their_sums, their_from, their_to, them, my_sums, mine_from, mine_to, me)
            pad = mine.shape[1] - goal - 1
            loop = me.zeros[i] * them.zeros[e]
            mine[a, pad + b] = (my_sums[i] - me.zeros[i] * their_sums[e]) / (1.0 - loop)
            theirs[b, pad + a] = (their_sums[e] - them.zeros[e] * my_sums[i]) / (1.0 - loop)
            my_rolls[a, b] = i
            their_rolls[b, a] = e


@compiled(**INNER)
def _options(player: Player, a: int, b: int) -> tuple[int, int]:
    """Range of laws that the player may use at this state."""
    law = player.choice[a, b]
    return (0, len(player.ones)) if law == FREE else (law, law + 1)


@compiled(**INNER, fastmath=CONTRACT)
def _sums(
    sums: Floats, start: int, stop: int, player: Player, after: Floats, a: int, b: int
) -> None:
    """Expected gain of each law over the rolls that score at least 1."""
    pad = after.shape[1] - len(after)
    for law in range(start, stop):
        total = player.ones[law] * after[b, pad + a - 1]
        total += _expectation(player, law, after, b, a)
        sums[law] = -total


@compiled(**INNER, fastmath=CONTRACT)
def _expectation(player: Player, law: int, after: Floats, b: int, a: int) -> float:
    """Sum of P(k) after(b, a - k) over k >= 2 (unsigned indices let the compiler vectorise)."""
    first, end = np.uint64(player.first[law]), np.uint64(player.last[law] + 1)
    row, shift, line = np.uint64(b), np.uint64(a), np.uint64(law)
    total = 0.0
    for step in range(end - first):
        t = first + step
        total += player.reversed_laws[line, t] * after[row, shift + t]
    return total


@compiled(**INNER)
def _best(
    sums: Floats,
    start: int,
    stop: int,
    player: Player,
    replies: Floats,
    reply_start: int,
    reply_stop: int,
    other: Player,
) -> int:
    """Law with the largest gain against the best reply (the first of equals)."""
    best, best_gain = start, -np.inf
    for law in range(start, stop):
        gain, zero = sums[law], player.zeros[law]
        if zero > 0.0:
            gain = np.inf
            for e in range(reply_start, reply_stop):
                pair = (sums[law] - zero * replies[e]) / (1.0 - zero * other.zeros[e])
                gain = min(gain, pair)
        if gain > best_gain + TIE:
            best, best_gain = law, gain
    return best
