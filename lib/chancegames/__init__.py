"""Exact solvers for games of chance and choice, and the book that is made with them.

One import a game, the same four verbs for each::

    from chancegames import coins, dice_battle, game421, tree_solitaire, yahtzee

`solve(rules)` gives the best play as a `Solution`, `evaluate(rules, policy)` the value of a policy
of your own, `distribution(rules, policy)` the probability of each result, and
`simulate(rules, policy, games, seed)` an `Estimate`.  A policy is any function that answers a state
with an action, or with the probability of each.  In Yahtzee such a function is evaluated with at
most three boxes open, and simulated from any card; on a tree it is followed through as many looks
and moves as you name.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from chancegames.games import coins, dice_battle, game421, tree_solitaire, yahtzee

__all__ = ["coins", "dice_battle", "game421", "tree_solitaire", "yahtzee"]


def __dir__() -> list[str]:
    """The games, and not what their import needs."""
    return __all__


def __getattr__(name: str) -> Any:
    """A game is imported when it is asked for: models need nothing that fast solvers need."""
    if name in __all__:
        game = import_module(f"chancegames.games.{name}")
        vars(game)["__dir__"] = lambda: game.__all__  # and not its rooms and imports
        return game
    raise AttributeError(f"module 'chancegames' has no attribute {name!r}")
