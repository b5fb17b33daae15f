"""Tree Solitaire: go down a random tree with a look or two ahead (Johnson, 1970).

The model is :mod:`chancegames.models.tree_solitaire`; a strategy is a policy that says where to
look and where to move.

>>> from fractions import Fraction
>>> from chancegames import tree_solitaire
>>> rules = tree_solitaire.Rules(Fraction(1, 2), Fraction(3, 4))
>>> best = tree_solitaire.solve(rules, looks=1, moves=2)
>>> best.value, best.policy(best.play.start)
(Fraction(9923, 16384), {('look', 'L'): 1})
>>> lstrat = tree_solitaire.strategy("LSTRAT")
>>> round(tree_solitaire.evaluate(rules, lstrat).value, 6)
0.687679
>>> abs(tree_solitaire.simulate(rules, lstrat, games=20_000, seed=1).z(0.687679)) < 4
True
"""

from chancegames.base.checks import door
from chancegames.games.tree_solitaire.best import _BestLooks
from chancegames.games.tree_solitaire.evaluation import _Evaluation
from chancegames.games.tree_solitaire.policies import (
    BSTRAT,
    HSTRAT,
    LSTRAT,
    STRAT,
    STRATEGIES,
    BothBranches,
    Coin,
    HighFirst,
    LowFirst,
    Sight,
    Strategy,
    strategy,
)
from chancegames.games.tree_solitaire.ratio import Shares, UniformRatio
from chancegames.games.tree_solitaire.series import win_grid
from chancegames.games.tree_solitaire.simulation import simulate
from chancegames.games.tree_solitaire.weighing import WeighedBoth, WeighedHigh
from chancegames.maths.solution import Distribution
from chancegames.models.tree_solitaire import Number, Play, Rules, State

__all__ = [
    "BSTRAT",
    "HSTRAT",
    "LSTRAT",
    "STRAT",
    "STRATEGIES",
    "BothBranches",
    "Coin",
    "HighFirst",
    "LowFirst",
    "Play",
    "Rules",
    "Shares",
    "Sight",
    "State",
    "Strategy",
    "UniformRatio",
    "WeighedBoth",
    "WeighedHigh",
    "distribution",
    "evaluate",
    "simulate",
    "solve",
    "strategy",
    "win_grid",
]


@door
def solve(rules: Rules, looks: int = 1, moves: int = 8) -> _BestLooks:
    """Find the best use of so many looks before each move, by a player who forgets nothing.

    The play is broken off as lost after `moves` moves, so that the value falls short of that of an
    endless play by at most (1 - E)**moves.

    Raises
    ------
    ValueError
        If the form is dependent, the ratio random, or the game too large: see `_BestLooks`.
    """
    return _BestLooks(rules, looks, moves)


@door
def evaluate(rules: Rules, strategy: Strategy) -> _Evaluation:
    """Find the chance of winning with a strategy, no move left out.

    Raises
    ------
    ValueError
        If there is no method for this strategy: play it by
        `maths.game.evaluate(Play(rules, looks, moves), strategy)`, move by move.
    """
    return _Evaluation(rules, strategy)


def distribution(rules: Rules, strategy: Strategy) -> Distribution:
    """Probability of a loss (0) and of a win (1)."""
    won: Number = evaluate(rules, strategy).value
    return Distribution({0: 1 - won, 1: won})
