"""One roll each, at the same moment: a matrix game, solved in exact rationals."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

import numpy as np

from chancegames.base.checks import is_hashable, shown
from chancegames.games.dice_battle.policies import TablePolicy, _as_table
from chancegames.maths import matrix_game
from chancegames.maths.solution import Distribution, Number, Policy, Solution
from chancegames.models.dice_battle import OneRoll, Rolls, State

#: The one state: there is no score to look at.
START: State = (0, 0)


@dataclass(frozen=True)
class _OneRollSolution(Solution[State, int]):
    """What a mixture of rolls gains against another.

    Attributes
    ----------
    rules : OneRoll
    own, opponent : mapping of int to number
        Probability of each number of dice, of the player and of the opponent.
    method : str
    residual : number
        For an equilibrium, the gap of its certificate.
    """

    rules: OneRoll
    own: Mapping[int, Number]
    opponent: Mapping[int, Number]
    method: str
    gap: Number = 0

    @property
    def value(self) -> Number:
        """Expected gain: a win counts 1, a draw 0, a loss -1."""
        gains = self.action_values()
        return sum(weight * gains[dice] for dice, weight in self.own.items())

    @property
    def residual(self) -> Number:
        """Gap of the certificate; 0 where the opponent is given."""
        return self.gap

    def value_at(self, state: State = START) -> Number:
        """Expected gain at the only state, ``(0, 0)``."""
        _check(state)
        return self.value

    def action_values(self, state: State = START) -> dict[int, Number]:
        """Expected gain of each number of dice against the opponent."""
        _check(state)
        matrix = payoff_matrix(self.rules)
        return {
            dice: sum(weight * matrix[dice - 1][e - 1] for e, weight in self.opponent.items())
            for dice in self.rules.rolls
        }

    def policy(self, state: State = START) -> Mapping[int, Number]:
        """Probability of each number of dice."""
        _check(state)
        return self.own


@cache
def payoff_matrix(rules: Rolls) -> tuple[tuple[Fraction, ...], ...]:
    """Expected gain of every roll against every other.

    Returns
    -------
    tuple of tuples of Fraction, shape (dice, dice)
        Entry ``[d - 1][e - 1]`` is P(X > Y) - P(X < Y); antisymmetric.

    Notes
    -----
    Source 004, section "jeu en un coup": EG1(d1, d2).

    Examples
    --------
    >>> payoff_matrix(OneRoll(dice=2))[1][0]
    Fraction(3, 8)
    """
    wins = np.array(_win_matrix(rules), object)
    return tuple(map(tuple, (wins - wins.T).tolist()))


@cache
def _win_matrix(rules: Rolls) -> tuple[tuple[Fraction, ...], ...]:
    """Probability P(X > Y) that a roll scores more than another, shape (dice, dice).

    Examples
    --------
    >>> _win_matrix(OneRoll(dice=1))
    ((Fraction(5, 12),),)
    """
    scores = range(rules.dice * rules.faces + 1)
    laws = ((rules.faces**dice, rules.scores(dice)) for dice in rules.rolls)
    ways = np.array([[int(law.get(k, 0) * rolls) for k in scores] for rolls, law in laws], object)
    below = ways.cumsum(axis=1) - ways
    return tuple(
        tuple(Fraction(won, rules.faces ** (d + e)) for e, won in enumerate(row, 1))
        for d, row in enumerate((ways @ below.T).tolist(), 1)
    )


def solve(rules: OneRoll, opponent: Policy[State, int] | None = None) -> _OneRollSolution:
    """The optimal mixture, or the best reply to a known one."""
    if opponent is None:
        solved = matrix_game.solve(payoff_matrix(rules))
        optimum = {dice + 1: weight for dice, weight in solved.policy("row").items()}
        return _OneRollSolution(rules, optimum, optimum, solved.method, solved.residual)
    known = _mixture(rules, opponent)
    gains = _OneRollSolution(rules, {}, known, "best reply").action_values()
    return _OneRollSolution(rules, {max(gains, key=gains.__getitem__): 1}, known, "best reply")


def evaluate(
    rules: OneRoll, policy: Policy[State, int], opponent: Policy[State, int]
) -> _OneRollSolution:
    """What a mixture gains against another."""
    mine, theirs = _mixture(rules, policy), _mixture(rules, opponent)
    return _OneRollSolution(rules, mine, theirs, "policy evaluation")


def distribution(
    rules: OneRoll, policy: Policy[State, int], opponent: Policy[State, int]
) -> Distribution:
    """Probability of a win (1), a draw (0) and a loss (-1)."""
    mine, theirs, wins = _mixture(rules, policy), _mixture(rules, opponent), _win_matrix(rules)
    pairs = [(d - 1, e - 1, p * q) for d, p in mine.items() for e, q in theirs.items()]
    win = sum(weight * wins[d][e] for d, e, weight in pairs)
    draw = sum(weight * (1 - wins[d][e] - wins[e][d]) for d, e, weight in pairs)
    loss = sum(weight * wins[e][d] for d, e, weight in pairs)
    return Distribution({1: win, 0: draw, -1: loss})


def _mixture(rules: OneRoll, policy: Policy[State, int]) -> dict[int, Number]:
    table = _as_table(policy, rules)
    return TablePolicy(table.mixtures)(START)


def _check(state: object) -> None:
    if not isinstance(state, tuple) or not is_hashable(state) or state != START:
        raise ValueError(f"one roll each has the single state {START}, not {shown(state)}")
