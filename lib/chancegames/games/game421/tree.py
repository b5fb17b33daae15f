"""The fate tree with merged states, for looking at (the solvers do not need it)."""

from dataclasses import dataclass

from chancegames.games.game421.rules import Round
from chancegames.maths.dice import Combination

Branch = tuple[Combination, Combination, tuple[Combination, ...]]


@dataclass(frozen=True)
class FateTree:
    """All that can happen in a round, one node for each dated state.

    Attributes
    ----------
    states : tuple of tuples of combinations
        The states within reach at each date.
    events : tuple of tuples of (state, table, options)
        For each cast, what can be on the table and which states may follow.
    """

    states: tuple[tuple[Combination, ...], ...]
    events: tuple[tuple[Branch, ...], ...]


def fate_tree(rules: Round) -> FateTree:
    """Build the fate tree of a round.

    Examples
    --------
    >>> tree = fate_tree(Round(2, 3, 3))
    >>> [len(s) for s in tree.states], [len(e) for e in tree.events]
    ([1, 10, 10, 6], [6, 15, 15])
    """
    states, events = [((),)], []
    for date in range(1, rules.casts + 1):
        open_states = (s for s in states[-1] if len(s) < rules.dice)
        cast = tuple(
            (s, table, rules.options(date, s, table))
            for s in open_states
            for table, _ in rules.tables(s)
        )
        found = {o for *_, options in cast for o in options}
        events.append(cast)
        states.append(tuple(sorted(found, key=lambda s: (len(s), s))))
    return FateTree(tuple(states), tuple(events))
