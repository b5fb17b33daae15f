r"""The race at once: a matrix game at each state, solved by backward induction.

The matrix at a state is that of `chancegames.models.dice_battle.AtOnce.matrix`; its value is the
value of the state, :math:`v(a, b) = -v(b, a)`.  As every roll scores at least 1 the states have an
order, so that one sweep solves them all (Shapley 1953).

The game at a state is

.. math:: M_{de}(a, b) = \sum_k P(d, k) \, R_e(a-k, b), \qquad
          R_e(a', b) = \sum_l P(e, l) \, v(a', b-l) ;

the inner sum does not depend on :math:`d` and is shared by the states above it.  Tables are
padded: rows and columns of players who need nothing or less hold the payoffs of the finished
race, so that no sum needs a case for its end.  Only states with :math:`a \ge b` are solved; the
others are their mirror images.

>>> thirty = solve(AtOnce(goal=30, dice=6))
>>> thirty.value, thirty.best((30, 30))
(0.0, (6,))
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
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
from chancegames.maths import matrix_game
from chancegames.maths.matrix_game.kernel import solve_in_place
from chancegames.maths.solution import Distribution, Number, Policy
from chancegames.models.dice_battle import AtOnce, State

#: The fractions of a longer race have hundreds of digits.
MAX_EXACT_GOAL = 30

#: From a row of states and its matrix games, shape (goal, dice, dice), to values and rolls.
Decision = Callable[[int, Floats], tuple[Floats, Ints]]


class _Laws(NamedTuple):
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


@dataclass(frozen=True, eq=False)
class AtOnceSolution(TableSolution):
    """A race at once.

    Attributes
    ----------
    padded : ndarray of float, shape (pad + goal + 1, pad + goal + 1)
        The values, with `pad` rows and columns of finished races before them.
    opponent : TablePolicy
        The opponent's policy.
    """

    rules: AtOnce
    padded: Floats
    opponent: TablePolicy

    def matrix(self, state: State) -> Floats:
        """The matrix game at a state, shape (dice, dice).

        Raises
        ------
        ValueError
            If this is no state of the race.
        """
        own, other = self.rules.check_state(state)
        matrix: Floats = self._games(own)[other]
        return matrix

    @cached_property
    def matrices(self) -> Floats:
        """The matrix games of all states, shape (goal + 1, goal + 1, dice, dice)."""
        return _games_of_rows(self.padded[:-1], self.rules)

    @cached_property
    def optima(self) -> NDArray[np.bool_]:
        """Which rolls guarantee the value by themselves, shape (goal + 1, goal + 1, dice)."""
        guarantees: NDArray[np.bool_] = self.matrices.min(axis=3) >= self.values[:, :, None] - TIE
        return guarantees

    @property
    def dice(self) -> Ints:
        """One number of dice for each state, shape (goal + 1, goal + 1).

        The fewest that guarantee the value; where the player has to mix, the likeliest.
        """
        dice: Ints = 1 + self.optima.argmax(axis=2)
        mixing = ~self.optima.any(axis=2)
        dice[mixing] = 1 + weights(self.table, slice(None)).argmax(axis=2)[mixing]
        return dice

    def best(self, state: State) -> tuple[int, ...]:
        """All numbers of dice that guarantee the value by themselves: none if one must mix."""
        optimal = self.optima[self.rules.check_state(state)]
        return tuple((np.flatnonzero(optimal) + 1).tolist())

    def mixed_states(self) -> tuple[State, ...]:
        """All states at which no single number of dice guarantees the value."""
        mixing = np.argwhere(~self.optima[1:, 1:].any(axis=2)) + 1
        return tuple((int(own), int(other)) for own, other in mixing)

    def _games(self, own: int) -> Floats:
        pad = len(self.padded) - self.rules.goal - 1
        games: Floats = _games_of_rows(self.padded[own : pad + own], self.rules)[0]
        return games

    def _gains(self, own: int) -> Floats:
        theirs = weights(self.opponent, slice(None))[:, own]
        gains: Floats = np.einsum("bde,be->bd", self._games(own), theirs)
        return gains


def solve(rules: AtOnce, opponent: Policy[State, int] | None = None) -> AtOnceSolution:
    """The equilibrium, or the best reply to a known policy (fewest dice on a tie).

    Time and memory grow with the square of the goal.

    Raises
    ------
    ValueError
        If the race is too large, or the known policy does not fit it.

    Notes
    -----
    Source 004, section "forme générale".

    Examples
    --------
    >>> solution = solve(AtOnce(goal=6, dice=4))
    >>> round(solution.value_at((6, 2)), 4), solution.best((6, 2))
    (-0.24, (2,))
    """
    _check_size(rules)
    if opponent is not None:
        known = _as_table(opponent, rules, rules.goal)
        padded, rolls = _against(rules, known)
        return _solution(rules, padded, _chosen(rolls, rules), "best reply", known)
    size, pad = rules.goal + 1, rules.faces * rules.dice
    padded = _finished_table(rules)
    strategies = np.zeros((size, size, rules.dice))
    throws = np.array(rules.rolls)
    reversed_scores = np.ascontiguousarray(score_matrix(rules)[:, :0:-1])
    _fill(padded, strategies, _Laws(reversed_scores, pad - rules.faces * throws, pad - 2 * throws))
    strategies[0, :, 0] = strategies[:, 0, 0] = 1  # which are no states
    choice = np.arange(size**2, dtype=np.int32).reshape(size, size)
    table = TablePolicy(strategies.reshape(-1, rules.dice), choice)
    return _solution(rules, padded, table, "backward induction, matrix games", table)


def evaluate(
    rules: AtOnce, policy: Policy[State, int], opponent: Policy[State, int]
) -> AtOnceSolution:
    """Expected gain of two policies against each other, at all states.

    Raises
    ------
    ValueError
        If the race is too large, or a policy does not fit it.

    Examples
    --------
    >>> from chancegames.games.dice_battle.policies import always
    >>> evaluate(AtOnce(goal=2, dice=2), always(1), always(2)).openings.round(4).tolist()
    [0.0, 0.1389]
    """
    _check_size(rules)
    table, known = (_as_table(player, rules, rules.goal) for player in (policy, opponent))
    padded, _ = _against(rules, known, table)
    return _solution(rules, padded, table, "policy evaluation", known)


def distribution(
    rules: AtOnce, policy: Policy[State, int], opponent: Policy[State, int]
) -> Distribution:
    """Probability of a win (1), a draw (0) and a loss (-1)."""
    _check_size(rules)
    table, known = (_as_table(player, rules, rules.goal) for player in (policy, opponent))
    pad = rules.faces * rules.dice
    drawn = np.zeros_like(_finished_table(rules))
    drawn[: pad + 1, : pad + 1] = _finished_table(rules)[: pad + 1, : pad + 1] == 0
    gain, draw = (float(_against(rules, known, table, t)[0][-1, -1]) for t in (None, drawn))
    return Distribution({1: (1 - draw + gain) / 2, 0: draw, -1: (1 - draw - gain) / 2})


def exactly(rules: AtOnce) -> dict[State, matrix_game.Solution]:
    """The matrix game at every state, solved in Fractions.

    Raises
    ------
    ValueError
        If the goal is above 30.

    Examples
    --------
    >>> exactly(AtOnce(goal=2, dice=2))[2, 1].value
    Fraction(-1, 6)
    """
    if rules.goal > MAX_EXACT_GOAL:
        raise ValueError(f"exact races at once go to {MAX_EXACT_GOAL} points, not {rules.goal}")
    found: dict[State, matrix_game.Solution] = {}

    def value(own: int, other: int) -> Number:
        over = min(own, other) <= 0
        return Fraction(rules.payoff(own, other)) if over else found[own, other].value

    needs = range(1, rules.goal + 1)
    for state in sorted(product(needs, needs), key=sum):
        found[state] = matrix_game.solve(rules.matrix(state, value))
    return found


def _games_of_rows(table: Floats, rules: AtOnce) -> Floats:
    """Matrix games of whole rows of states, from the values after the next round.

    Parameters
    ----------
    table : ndarray of float, shape (pad + rows - 1, pad + goal + 1)
        The ``pad + rows - 1`` rows of the padded table before the last of the states' own.
    rules : AtOnce

    Returns
    -------
    ndarray of float, shape (rows, goal + 1, dice, dice)
        Entry ``[r, b, d - 1, e - 1]``: expected value if the row player rolls ``d`` dice and the
        other, who needs ``b``, rolls ``e``.

    Examples
    --------
    A die with two faces scores 1 or 2: who needs 1 arrives, and both arriving is a draw.

    >>> coin = AtOnce(goal=1, dice=1, faces=2)
    >>> _games_of_rows(_finished_table(coin)[1:3], coin)[0, 1]
    array([[0.]])
    """
    backwards = score_matrix(rules)[:, :0:-1].T
    after_mine = sliding_window_view(table[:, :-1], len(backwards), axis=0) @ backwards
    games: Floats = sliding_window_view(after_mine, len(backwards), axis=1) @ backwards
    return games


def sweep(
    rules: AtOnce, decide: Decision, finished: Floats | None = None
) -> tuple[Floats, NDArray[np.int32]]:
    """Backward induction: `decide` turns the matrix games of a row into values and rolls.

    Both players score at least 1, so that no state of a row depends on another one of it.

    Parameters
    ----------
    rules : AtOnce
    decide : callable
    finished : ndarray of float, shape (pad + goal + 1, pad + goal + 1), optional
        What finished races pay, if not a win 1 and a loss -1; overwritten.

    Returns
    -------
    ndarray of float, shape (pad + goal + 1, pad + goal + 1)
        The values, with `pad` rows and columns of finished races before them.
    ndarray of int, shape (goal + 1, goal + 1)
        The rolls.
    """
    pad = rules.faces * rules.dice
    padded = _finished_table(rules) if finished is None else finished
    rolls = np.zeros((rules.goal + 1, rules.goal + 1), dtype=np.int32)
    for own in range(1, rules.goal + 1):
        games = _games_of_rows(padded[own : pad + own], rules)[0, 1:]
        padded[pad + own, pad + 1 :], rolls[own, 1:] = decide(own, games)
    return padded, rolls


def _against(
    rules: AtOnce,
    known: TablePolicy,
    table: TablePolicy | None = None,
    finished: Floats | None = None,
) -> tuple[Floats, NDArray[np.int32]]:
    """What a policy gains against a known one; without a policy, the best reply and its rolls."""
    theirs = weights(known, slice(None))
    mine = None if table is None else weights(table, slice(None))

    def decide(own: int, games: Floats) -> tuple[Floats, Ints]:
        gains = np.einsum("bde,be->bd", games, theirs[1:, own])
        if mine is None:
            return first_best(gains)
        return np.einsum("bd,bd->b", mine[own, 1:], gains), np.zeros(len(games), dtype=np.int64)

    return sweep(rules, decide, finished)


def _solution(
    rules: AtOnce, padded: Floats, table: TablePolicy, method: str, opponent: TablePolicy
) -> AtOnceSolution:
    pad = rules.faces * rules.dice
    return AtOnceSolution(rules, padded[pad:, pad:], table, method, padded, opponent)


def first_best(ratings: Floats) -> tuple[Floats, Ints]:
    """The largest rating in each row, and the first column that reaches it.

    >>> first_best(np.array([[0.0, 1.0, 1.0]]))
    (array([1.]), array([1]))
    """
    best = ratings.max(axis=1)
    return best, np.argmax(ratings >= best[:, None] - TIE, axis=1)


def _finished_table(rules: AtOnce) -> Floats:
    """Padded table that holds the payoffs of finished races, and 0 elsewhere.

    Returns
    -------
    ndarray of float, shape (pad + goal + 1, pad + goal + 1)
        Entry ``[pad + own, pad + other]``, with negative needs for points beyond the goal; `pad`
        is the highest score of a roll.

    Examples
    --------
    >>> _finished_table(AtOnce(dice=1, faces=2, goal=1, finish="higher total"))
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
def _fill(table: Floats, strategies: Floats, laws: _Laws) -> None:
    """Solve every state, in place.

    Parameters
    ----------
    table : ndarray of float, shape (pad + goal + 1, pad + goal + 1)
        From `_finished_table`; overwritten by the values.
    strategies : ndarray of float, shape (goal + 1, goal + 1, dice)
        Overwritten: at ``[a, b]`` the optimal strategy of a player who needs a against b.
    laws : _Laws
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
def _inner_sums(inner: Floats, table: Floats, laws: _Laws, row: int, b: int) -> None:
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
def _matrix(matrix: Floats, inner: Floats, laws: _Laws, a: int, b: int) -> None:
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
