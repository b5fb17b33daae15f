r"""The race of simultaneous throws: a zero-sum stochastic game, solved by backward induction.

Both players choose a number of dice without seeing the other's choice, throw at the same time and
add their scores.  Whoever reaches the goal wins; what happens if both do in the same round is a
rule (`Finish`).  A state is what each player lacks; at each state the players meet in the matrix
game

.. math:: M_{de}(a, b) = \sum_{k,l} P(d, k)\, P(e, l)\, v(a-k, b-l)

(source 004, section "forme générale"), whose value is :math:`v(a, b) = -v(b, a)`.  As every throw
scores at least 1 the states have an order, so that one sweep solves them all (Shapley 1953).

>>> from chancegames.games.dice_battle.rules import Rules
>>> thirty = solve(30, Rules(dice=6))
>>> thirty.value(0, 0), thirty.best_throws(0, 0)
(0.0, (6,))
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from functools import cache, cached_property

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from chancegames.games.dice_battle import simultaneous_kernel
from chancegames.games.dice_battle.race_policy import RacePolicy
from chancegames.games.dice_battle.race_table import Number, RaceTable, check_goal
from chancegames.games.dice_battle.rules import Rules
from chancegames.games.dice_battle.scores import score_law
from chancegames.maths import matrix_game

#: A pure throw whose guarantee is this close to the value counts as optimal in a float table.
TIE = 1e-12
#: The fractions of a larger table have hundreds of digits.
MAX_EXACT_GOAL = 30


class Finish(Enum):
    """Who wins if both players reach the goal in the same round.

    Attributes
    ----------
    DRAW
        Nobody: the rule of source 004.
    HIGHER_TOTAL
        The higher total, as in the battle over one throw; equal totals draw.
    """

    DRAW = "both reach the goal: a draw"
    HIGHER_TOTAL = "both reach the goal: the higher total wins"


@dataclass(frozen=True, eq=False)
class SimultaneousSolution(RaceTable):
    """Values and equilibrium strategies of every state of a simultaneous race.

    Attributes
    ----------
    goal : int
    rules : Rules
    finish : Finish
    table : ndarray of float or Fraction, shape (pad + goal + 1, pad + goal + 1)
        Entry ``[pad + a, pad + b]``: expected gain (win 1, loss -1) of a player who lacks ``a``
        against one who lacks ``b``; ``pad`` rows hold the finished races.
    strategies : ndarray of float or Fraction, shape (goal + 1, goal + 1, dice)
        Entry ``[a, b, d - 1]``: probability that he throws ``d`` dice.
    gap : float or Fraction
        The largest certificate gap of all matrix games.
    method : str
    """

    goal: int
    rules: Rules
    finish: Finish
    table: np.ndarray
    strategies: np.ndarray
    gap: Number
    method: str

    @property
    def values(self) -> np.ndarray:
        """The table without finished races, shape (goal + 1, goal + 1), by points lacked."""
        return self.table[_pad(self.rules) :, _pad(self.rules) :]

    def strategy(self, own: int, other: int, goal: int | None = None) -> Mapping[int, Number]:
        """An equilibrium strategy at two scores.

        Parameters
        ----------
        own, other, goal
            As for `value`.

        Returns
        -------
        mapping of int to number
            Only the numbers of dice that are thrown at all.

        Raises
        ------
        ValueError
            If this is no state of the race.
        """
        weights = self.strategies[self.lacks(own, other, goal)]
        return {dice: w for dice, w in enumerate(weights.tolist(), start=1) if w > 0}

    def matrix(self, own: int, other: int, goal: int | None = None) -> np.ndarray:
        """The matrix game at two scores, built from the table of values.

        Parameters
        ----------
        own, other, goal
            As for `value`.

        Returns
        -------
        ndarray of float or Fraction, shape (dice, dice)

        Raises
        ------
        ValueError
            If this is no state of the race.
        """
        return self.matrices[self.lacks(own, other, goal)]

    @cached_property
    def matrices(self) -> np.ndarray:
        """The matrix games of all states, shape (goal + 1, goal + 1, dice, dice)."""
        return games_of_rows(self.table[:-1], points_laws(self.rules, exact=self.is_exact))

    @cached_property
    def optima(self) -> np.ndarray:
        """Which throws guarantee the value, shape (goal + 1, goal + 1, dice), by points lacked."""
        tolerance = 0 if self.is_exact else TIE
        return self.matrices.min(axis=3) >= self.values[:, :, None] - tolerance

    @cached_property
    def throws(self) -> np.ndarray:
        """One number of dice for each state, shape (goal + 1, goal + 1), by points lacked.

        The fewest dice that are optimal; where a player has to mix, the likeliest number.
        """
        mixing = ~self.optima.any(axis=2)
        return 1 + np.where(mixing, self.strategies.argmax(axis=2), self.optima.argmax(axis=2))

    def mixed_states(self) -> tuple[tuple[int, int], ...]:
        """All states, by points *lacked*, at which no single number of dice is optimal.

        Returns
        -------
        tuple of (int, int)
        """
        mixing = ~self.optima.any(axis=2)
        mixing[0, :] = mixing[:, 0] = False
        return tuple((int(a), int(b)) for a, b in np.argwhere(mixing))

    def policy(self) -> RacePolicy:
        """The equilibrium as a policy.

        Returns
        -------
        RacePolicy
        """
        choice = np.arange((self.goal + 1) ** 2, dtype=np.int32)
        laws = self.strategies.copy().reshape(-1, self.rules.dice)
        laws[laws.sum(axis=1) == 0, 0] = 1  # row and column 0, which are not states
        return RacePolicy("equilibrium", laws, choice.reshape(self.goal + 1, self.goal + 1))

    def _best(self, a: int, b: int) -> Iterable[int]:
        return (np.flatnonzero(self.optima[a, b]) + 1).tolist()


def solve(goal: int, rules: Rules, finish: Finish = Finish.DRAW) -> SimultaneousSolution:
    """Solve the simultaneous race in floats for all states, and so for every smaller goal.

    Parameters
    ----------
    goal : int
        Points to reach, the source's *N*.
    rules : Rules
        Every throw must score at least 1.
    finish : Finish, optional

    Returns
    -------
    SimultaneousSolution

    Raises
    ------
    ValueError
        If the goal is not an integer of at least 1, its table would be too large, or a throw
        may score 0.

    Notes
    -----
    Source 004, section "forme générale".  Time and memory grow with the square of the goal.

    Examples
    --------
    >>> solution = solve(6, Rules(dice=4))
    >>> round(solution.value(0, 4), 4), solution.best_throws(0, 4)
    (-0.24, (2,))
    """
    number = _check(goal, rules)
    table = simultaneous_kernel.finished_table(number, _pad(rules), finish is Finish.HIGHER_TOTAL)
    strategies = np.zeros((number + 1, number + 1, rules.dice))
    gap = simultaneous_kernel.fill(table, strategies, _kernel_laws(rules))
    method = "backward induction, compiled matrix games"
    return SimultaneousSolution(number, rules, finish, table, strategies, gap, method)


def solve_exactly(goal: int, rules: Rules, finish: Finish = Finish.DRAW) -> SimultaneousSolution:
    """Solve a small simultaneous race in Fractions.

    Parameters
    ----------
    goal : int
        Points to reach, at most `MAX_EXACT_GOAL`.
    rules : Rules
    finish : Finish, optional

    Returns
    -------
    SimultaneousSolution
        With a certificate gap of exactly 0.

    Raises
    ------
    ValueError
        As for `solve`, or if the goal is above `MAX_EXACT_GOAL`.

    Examples
    --------
    >>> solve_exactly(2, Rules(dice=2)).value(0, 1)
    Fraction(-1, 6)
    """
    number, pad = _check(goal, rules), _pad(rules)
    if number > MAX_EXACT_GOAL:
        raise ValueError(f"exact simultaneous races go to {MAX_EXACT_GOAL}, not to {number}")
    higher = finish is Finish.HIGHER_TOTAL
    floats = simultaneous_kernel.finished_table(number, pad, higher)
    table = np.vectorize(Fraction, otypes=[object])(floats.astype(int))
    strategies = np.full((number + 1, number + 1, rules.dice), Fraction(0))
    points = points_laws(rules, exact=True)
    for a in range(1, number + 1):
        games = games_of_rows(table[a : pad + a, : pad + a + 1], points)[0]
        for b in range(1, a + 1):
            game = matrix_game.solve(games[b])
            table[pad + a, pad + b], table[pad + b, pad + a] = game.value, -game.value
            strategies[b, a], strategies[a, b] = game.column_strategy, game.row_strategy
    method = "backward induction, exact matrix games"
    return SimultaneousSolution(number, rules, finish, table, strategies, Fraction(0), method)


def games_of_rows(table: np.ndarray, points: np.ndarray) -> np.ndarray:
    """Matrix games of whole rows of states, from the values after the next round.

    Parameters
    ----------
    table : ndarray of float or Fraction, shape (pad + rows - 1, pad + goal + 1)
        The ``pad + rows - 1`` rows of the padded table before the last of the states' own.
    points : ndarray of float or Fraction, shape (dice, pad)
        From `points_laws`.

    Returns
    -------
    ndarray of float or Fraction, shape (rows, goal + 1, dice, dice)
        Entry ``[r, b, d - 1, e - 1]``: expected value if the row player throws ``d`` dice and
        the other, who lacks ``b``, throws ``e``.

    Examples
    --------
    A die with two faces scores 1 or 2; who lacks 1 arrives, and both arriving is a draw.

    >>> table = simultaneous_kernel.finished_table(1, 2, False)
    >>> games_of_rows(table[1:3], points_laws(Rules(dice=1, faces=2)))[0, 1]
    array([[0.]])
    """
    backwards = points[:, ::-1].T
    after_mine = sliding_window_view(table[:, :-1], len(backwards), axis=0) @ backwards
    return sliding_window_view(after_mine, len(backwards), axis=1) @ backwards


@cache
def points_laws(rules: Rules, exact: bool = False) -> np.ndarray:
    """Laws of the score of every number of dice, as a matrix.

    Parameters
    ----------
    rules : Rules
    exact : bool, optional

    Returns
    -------
    ndarray of float or Fraction, shape (dice, faces * dice)
        Entry ``[d - 1, k - 1]`` is P(d, k).

    Examples
    --------
    >>> points_laws(Rules(dice=1, faces=2)).tolist()
    [[0.5, 0.5]]
    """
    _check_bust(rules)
    laws = np.full((rules.dice, _pad(rules)), Fraction(0))
    for dice in rules.throws:
        for score, p in score_law(dice, rules).items():
            laws[dice - 1, score - 1] += p
    laws = laws if exact else laws.astype(float)
    laws.flags.writeable = False
    return laws


def _check(goal: int, rules: Rules) -> int:
    number = check_goal(goal, 8 + 16 * rules.dice + 8 * rules.dice**2)
    _check_bust(rules)
    return number


def _check_bust(rules: Rules) -> None:
    if rules.bust_score == 0:
        raise ValueError("the simultaneous race is solved for throws that score at least 1")


def _pad(rules: Rules) -> int:
    return rules.faces * rules.dice


def _kernel_laws(rules: Rules) -> simultaneous_kernel.Laws:
    pad, throws = _pad(rules), np.array(rules.throws)
    reversed_laws = np.ascontiguousarray(points_laws(rules)[:, ::-1])
    return simultaneous_kernel.Laws(reversed_laws, pad - rules.faces * throws, pad - 2 * throws)
