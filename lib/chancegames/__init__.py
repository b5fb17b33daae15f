"""Exact solvers for games of chance and choice, and the book that is made with them.

One import a game, the same four verbs for each::

    from chancegames import coins, dice_battle, game421, tree_solitaire, yahtzee

`solve(rules)` gives the best play as a `Solution`, `evaluate(rules, policy)` the value of a policy
of your own, `distribution(rules, policy)` the probability of each result, and
`simulate(rules, policy, games, seed)` an `Estimate`.  A policy answers a state with the
probability of each action.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from chancegames.games import coins, dice_battle, game421, tree_solitaire, yahtzee

__all__ = ["coins", "dice_battle", "game421", "tree_solitaire", "yahtzee"]


def __getattr__(name: str) -> Any:
    """A game is imported when it is asked for: models need nothing that fast solvers need."""
    if name in __all__:
        return import_module(f"chancegames.games.{name}")
    raise AttributeError(f"module 'chancegames' has no attribute {name!r}")
