r"""The race in turns (Hog), in floats, at all states and for every goal up to its own.

The recursion is that of `chancegames.models.dice_battle`, compiled; rolls that may score 0 are
solved as well, a state together with its mirror image.

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

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from chancegames.base.compiled import CONTRACT, INNER, compiled
from chancegames.games.dice_battle.policies import TablePolicy, _as_table, _chosen
from chancegames.games.dice_battle.tables import (
    TIE,
    Floats,
    Ints,
    TableSolution,
    _check_size,
    score_matrix,
    weights,
)
from chancegames.maths.solution import Distribution, Policy
from chancegames.models.dice_battle import Race, State

Choice = NDArray[np.int32]

#: Entry of a choice table that leaves the roll to the maximising player.
FREE = -1


class _Player(NamedTuple):
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


@dataclass(frozen=True, eq=False)
class RaceSolution(TableSolution):
    """A race in turns.

    Attributes
    ----------
    theirs : ndarray of float, shape (goal + 1, goal + 1)
        Entry ``[own, other]``: expected gain of the *opponent* when it is the opponent's turn, who
        needs `own` points.
    """

    theirs: Floats

    @property
    def dice(self) -> NDArray[np.int64]:
        """The likeliest number of dice at each state, shape (goal + 1, goal + 1)."""
        likeliest: NDArray[np.int64] = weights(self.table, slice(None)).argmax(axis=2)
        return likeliest + 1

    @property
    def replies(self) -> Floats:
        """Expected gain for every goal if the opponent begins, shape (goal,)."""
        return -self.theirs.diagonal()[1:]

    @property
    def win_rate(self) -> float:
        """Share of the races won, if each player begins every other one."""
        return float(2 + self.value + self.replies[-1]) / 4

    def _gains(self, own: int) -> Floats:
        """After a score of k the opponent is to roll, and needs what she needed before."""
        scores = score_matrix(self.rules)
        after = np.full((self.rules.goal + 1, scores.shape[1]), -1.0)
        counted = min(own, scores.shape[1])
        after[:, :counted] = self.theirs[:, own : own - counted : -1]
        return -after @ scores.T


def solve(rules: Race, opponent: Policy[State, int] | None = None) -> RaceSolution:
    """The optimal policy, or the best reply to a known one (fewest dice on a tie).

    Time and memory grow with the square of the goal.

    Raises
    ------
    ValueError
        If the race is too large, or the known policy does not fit it.

    Notes
    -----
    Source 004, section "programmation dynamique": EG(i, j) and d*.

    Examples
    --------
    >>> solution = solve(Race(goal=10, dice=4))
    >>> round(solution.value_at((2, 1)), 4), solution.best((10, 10))
    (0.6667, (3,))
    """
    _check_size(rules)
    free = _player(rules, None)
    if opponent is None:
        mine, rolls, _ = _filled(rules, free, free, symmetric=True)
        return RaceSolution(rules, mine, _chosen(rolls, rules), "backward induction", mine)
    known = _player(rules, _as_table(opponent, rules, rules.goal))
    mine, rolls, theirs = _filled(rules, free, known)
    return RaceSolution(rules, mine, _chosen(rolls, rules), "best reply", theirs)


def evaluate(rules: Race, policy: Policy[State, int], opponent: Policy[State, int]) -> RaceSolution:
    """Expected gain of two policies against each other, at all states.

    Raises
    ------
    ValueError
        If the race is too large, or a policy does not fit it.

    Examples
    --------
    >>> from chancegames.games.dice_battle.policies import always
    >>> evaluate(Race(goal=2, dice=1), always(1), always(1)).openings.round(4).tolist()
    [1.0, 0.7222]
    """
    _check_size(rules)
    table = _as_table(policy, rules, rules.goal)
    known = _player(rules, _as_table(opponent, rules, rules.goal))
    mine, _, theirs = _filled(rules, _player(rules, table), known)
    return RaceSolution(rules, mine, table, "policy evaluation", theirs)


def distribution(
    rules: Race, policy: Policy[State, int], opponent: Policy[State, int]
) -> Distribution:
    """Probability of a win (1) and a loss (-1) of the player who begins."""
    gain = min(1.0, max(-1.0, evaluate(rules, policy, opponent).value))
    return Distribution({1: (1 + gain) / 2, -1: (1 - gain) / 2})


def _filled(
    rules: Race, me: _Player, them: _Player, symmetric: bool = False
) -> tuple[Floats, NDArray[np.int32], Floats]:
    """Values of the player, mixtures the player uses, values of the opponent."""
    pad, size = rules.faces * rules.dice, rules.goal + 1
    mine = _padded_table(rules.goal, pad)
    theirs = mine if symmetric else _padded_table(rules.goal, pad)
    my_rolls = np.zeros((size, size), dtype=np.int32)
    their_rolls = my_rolls if symmetric else np.zeros((size, size), dtype=np.int32)
    _fill_tables(mine, theirs, my_rolls, their_rolls, me, them, symmetric)
    return mine[:, pad:], my_rolls, theirs[:, pad:]


def _player(rules: Race, table: TablePolicy | None) -> _Player:
    """A policy, or the free choice of any roll, as arrays for the kernel."""
    scores = score_matrix(rules)
    if table is None or table.choice is None:
        choice = np.full((rules.goal + 1,) * 2, FREE, dtype=np.int32)
    else:
        choice, scores = table.choice, table.mixtures.astype(np.float64) @ scores
    backwards = np.ascontiguousarray(scores[:, :0:-1])
    backwards[:, -1] = 0
    used = backwards > 0
    first, last = used.argmax(1), used.shape[1] - 1 - used[:, ::-1].argmax(1)
    ones, zeros = scores[:, 1].copy(), scores[:, 0].copy()
    return _Player(backwards, first, last, ones, zeros, choice)


def _padded_table(goal: int, pad: int) -> Floats:
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
    >>> _padded_table(1, 2)[1].tolist()
    [-1.0, -1.0, -1.0, 0.0]
    """
    table = np.zeros((goal + 1, pad + goal + 1))
    table[:, : pad + 1] = -1.0
    return table


@compiled(cache=True, fastmath=CONTRACT)
def _fill_tables(
    mine: Floats,
    theirs: Floats,
    my_rolls: Choice,
    their_rolls: Choice,
    me: _Player,
    them: _Player,
    symmetric: bool,
) -> None:
    """Fill both padded tables and the laws chosen, in place.

    Parameters
    ----------
    mine, theirs : ndarray of float, shape (goal + 1, pad + goal + 1)
        From `_padded_table`; the same array if `symmetric`.
    my_rolls, their_rolls : ndarray of int32, shape (goal + 1, goal + 1)
        Overwritten by the law used at each state; the same array if `symmetric`.
    me, them : _Player
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
def _options(player: _Player, a: int, b: int) -> tuple[int, int]:
    """Range of laws that the player may use at this state."""
    law = player.choice[a, b]
    return (0, len(player.ones)) if law == FREE else (law, law + 1)


@compiled(**INNER, fastmath=CONTRACT)
def _sums(
    sums: Floats, start: int, stop: int, player: _Player, after: Floats, a: int, b: int
) -> None:
    """Expected gain of each law over the rolls that score at least 1."""
    pad = after.shape[1] - len(after)
    for law in range(start, stop):
        total = player.ones[law] * after[b, pad + a - 1]
        total += _expectation(player, law, after, b, a)
        sums[law] = -total


@compiled(**INNER, fastmath=CONTRACT)
def _expectation(player: _Player, law: int, after: Floats, b: int, a: int) -> float:
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
    player: _Player,
    replies: Floats,
    reply_start: int,
    reply_stop: int,
    other: _Player,
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
