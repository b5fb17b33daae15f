"""Anchors and components: solve a large game in parts, with memory for the anchors alone.

An *anchor* is a state where the player's turn starts; the *component* of an anchor is what can be
reached from it without passing another anchor.  Once the anchors that a component leads to have
their values, the component can be solved, its anchor's value written down, and all the rest
forgotten.  What is played inside is found again by solving the component again.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from chancegames.maths.game import Choice, FiniteGame, Game, Node, Terminal, solve, states
from chancegames.maths.solution import Number, Solution

IsAnchor = Callable[[Any], bool]
Solver = Callable[[FiniteGame[Any]], Solution[Any, Any]]


@dataclass(frozen=True, eq=False)
class _AnchorSolution:
    """The value of every anchor of a game.

    Attributes
    ----------
    values : dict
        E of each anchor, in the order in which they were solved: the start is last.
    sizes : dict
        Number of states in the component of each anchor, itself included.
    """

    game: Game[Any]
    is_anchor: IsAnchor
    solver: Solver
    values: dict[Any, Number]
    sizes: dict[Any, int]

    @property
    def value(self) -> Number:
        """E(start), the value of the game."""
        return self.values[self.game.start]

    def component(self, anchor: Any) -> Solution[Any, Any]:
        """Solve the component of `anchor` again: its values and policy."""
        return self.solver(component(self.game, anchor, self.is_anchor, self.values.__getitem__))


def component(
    rules: Game[Any], anchor: Any, is_anchor: IsAnchor, value: Callable[[Any], Number]
) -> FiniteGame[Any]:
    """The component of one anchor as a game; the anchors that it leads to end it.

    Parameters
    ----------
    rules : Game
    anchor : state
    is_anchor : callable
        Whether a turn starts at a state.
    value : callable
        What the other anchors pay: their E, or anything while only the states matter.
    """

    def node(state: Any) -> Node:
        if state != anchor and is_anchor(state):
            return Terminal(value(state))
        return rules.node(state)

    return FiniteGame(anchor, node)


def solve_by_anchors(
    rules: Game[Any], is_anchor: IsAnchor, solver: Solver = solve
) -> _AnchorSolution:
    """Solve a game component by component.

    Parameters
    ----------
    rules : Game
        It starts at an anchor.
    is_anchor : callable
        Whether a turn starts at a state.
    solver : callable, optional
        `solve` of `chancegames.maths.game` or of `chancegames.maths.graph`.

    Raises
    ------
    ValueError
        As the solver; also if the anchors lie on a cycle.

    Examples
    --------
    Three flips of a coin, a point for each head; every flip is a component.

    >>> from chancegames.maths.game import Chance
    >>> def node(n):
    ...     return Chance([0.5, 0.5], [n - 1] * 2, [0, 1]) if n else Terminal()
    >>> solution = solve_by_anchors(FiniteGame(3, node), lambda n: True)
    >>> solution.value, list(solution.values), sum(solution.sizes.values())
    (1.5, [0, 1, 2, 3], 4)
    """
    sizes: dict[Any, int] = {}

    def exits(anchor: Any) -> Node:
        inside = states(component(rules, anchor, is_anchor, lambda _: 0))
        others = [state for state in inside if state != anchor and is_anchor(state)]
        sizes[anchor] = len(inside) - len(others)
        return Choice(others, others) if others else Terminal()

    values: dict[Any, Number] = {}
    for anchor in states(FiniteGame(rules.start, exits)):  # what it leads to comes before it
        here = component(rules, anchor, is_anchor, values.__getitem__)
        values[anchor] = solver(here).value
    return _AnchorSolution(rules, is_anchor, solver, values, sizes)
