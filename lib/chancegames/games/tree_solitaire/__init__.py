"""Tree Solitaire: go down a random tree with a look or two ahead (Johnson, 1970).

The model is :mod:`chancegames.models.tree_solitaire`.  A `Strategy` is a policy with a rule where
to look and a rule where to move; those of this package are judged with no move left out.

>>> from fractions import Fraction
>>> from chancegames import tree_solitaire
>>> rules = tree_solitaire.Rules(Fraction(1, 2), Fraction(3, 4))
>>> best = tree_solitaire.solve(rules, looks=1, moves=2)
>>> best.value, best.policy(best.play.start)
(Fraction(9923, 16384), {('look', 'L'): 1})
>>> lstrat = tree_solitaire.strategy("LSTRAT")
>>> round(tree_solitaire.evaluate(rules, lstrat).value, 6)
0.687679
>>> played = tree_solitaire.simulate(rules, lstrat, games=20_000, seed=1)
>>> f"{played.mean:.3f} ± {played.standard_error:.3f}"
'0.685 ± 0.003'

A policy of your own is any function of the state, followed through as many looks and moves as you
say.  This one looks at the low branch and goes there for a win.

>>> def low(state):
...     if state.looks:
...         return "look", "L"
...     return "move", "L" if ("L", "win") in state.known else "H"
>>> tree_solitaire.evaluate(rules, low, looks=1, moves=2).value == best.value
True
"""

from chancegames.base.checks import door
from chancegames.games.tree_solitaire.best import _BestLooks
from chancegames.games.tree_solitaire.evaluation import _Evaluation, _Followed
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
from chancegames.games.tree_solitaire.simulation import _has_kernel, simulate
from chancegames.games.tree_solitaire.weighing import WeighedBoth, WeighedHigh
from chancegames.maths.solution import Distribution, Policy, Solution
from chancegames.models.tree_solitaire import Action, Number, Play, Rules, State

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
        If the form is dependent, the ratio random, or the moves are more than 100 with no look or
        one, 8 with two looks, 4 with three, or 3 with four.

    Examples
    --------
    With one look the low branch is the one to look at.

    >>> best = solve(Rules(0.5, 0.75))
    >>> round(best.value, 4), best.policy(best.play.start)
    (0.6875, {('look', 'L'): 1})
    """
    return _BestLooks(rules, looks, moves)


@door
def evaluate(
    rules: Rules, policy: Policy[State, Action], looks: int = 1, moves: int = 8
) -> Solution[State, Action]:
    """Find the chance of winning with a policy.

    Parameters
    ----------
    rules : Rules
    policy : callable
        A strategy of this package, no move left out; or any function of a `State`, followed move
        by move.
    looks, moves : int, optional
        For such a function: looks before each move, and moves until the play is broken off as lost,
        so that the value falls short by at most (1 - E)**moves.

    Raises
    ------
    ValueError
        If the policy does what it may not; and for a function, if the ratio is random, or its play
        leads to more than 300,000 states: simulate it then.  (With two looks, twenty moves of the
        independent form have some hundred, ten of the dependent form some ten thousand.)

    Examples
    --------
    >>> [round(evaluate(Rules(0.5, 0.75), player).value, 3) for player in (HSTRAT, LSTRAT)]
    [0.661, 0.688]
    """
    return (
        _Evaluation(rules, policy)
        if _has_kernel(policy)
        else _Followed(Play(rules, looks, moves), policy)
    )


def distribution(
    rules: Rules, policy: Policy[State, Action], looks: int = 1, moves: int = 8
) -> Distribution:
    """Probability of a loss (0) and of a win (1); for the rest see `evaluate`.

    Examples
    --------
    >>> round(distribution(Rules(0.5, 0.75), LSTRAT)[0], 3)
    0.312
    """
    won: Number = evaluate(rules, policy, looks, moves).value
    return Distribution({0: 1 - won, 1: won})
