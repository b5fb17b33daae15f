"""Anchors and components: solve a large game in parts, with memory for the anchors alone.

An *anchor* is a position where the player's turn starts; the *component* of an anchor is what can
be reached from it without passing another anchor.  Once the anchors that a component leads to have
their values, the component can be solved, its anchor's value written down, and all the rest
forgotten.  What is played inside is found again by solving the component again.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from chancegames.maths.graph.arrays import TERMINAL, Choice, Game, Node, Position, Rules, Terminal
from chancegames.maths.graph.explore import explore
from chancegames.maths.graph.solve import Solution, backward_induction


@dataclass(frozen=True, eq=False)
class AnchorSolution:
    """The value of every anchor of a game.

    Attributes
    ----------
    start : position
        The anchor where the game starts.
    values : dict
        E(anchor), the anchors in the order in which they were solved.
    sizes : dict
        Number of positions in the component of each anchor, itself included.
    rules : callable
    is_anchor : callable
    exact : bool
    """

    start: Position
    values: dict[Position, Fraction | float]
    sizes: dict[Position, int]
    rules: Callable[[Position], Node]
    is_anchor: Callable[[Position], bool]
    exact: bool

    @property
    def value(self) -> Fraction | float:
        """E(start), the value of the game."""
        return self.values[self.start]

    def component(self, anchor: Position) -> Solution:
        """Solve the component of `anchor` again: its values and policy."""
        game = component(anchor, self.rules, self.is_anchor, self.values.__getitem__, self.exact)
        return backward_induction(game)


def component(
    anchor: Position,
    rules: Callable[[Position], Node],
    is_anchor: Callable[[Position], bool],
    value: Callable[[Position], Fraction | float],
    exact: bool = False,
) -> Game:
    """Write down the component of one anchor, with the anchors it leads to as final positions.

    Parameters
    ----------
    anchor : position
    rules : callable
        Gives the node of a position.
    is_anchor : callable
    value : callable
        What the other anchors pay: their E, or anything while only the graph matters.
    exact : bool, optional

    Returns
    -------
    Game
    """

    def cut(position: Position) -> Node:
        if position != anchor and is_anchor(position):
            return Terminal(value(position))
        return rules(position)

    return explore(anchor, cut, exact)


def solve_by_anchors(
    start: Position,
    rules: Rules,
    is_anchor: Callable[[Position], bool],
    exact: bool = False,
) -> AnchorSolution:
    """Solve a game component by component.

    Parameters
    ----------
    start : position
        An anchor.
    rules : callable or mapping
        Gives the node of a position.
    is_anchor : callable
        Whether a turn starts at a position.
    exact : bool, optional

    Returns
    -------
    AnchorSolution

    Raises
    ------
    ValueError
        As `explore`; also if the anchors lie on a cycle.

    Examples
    --------
    Three throws of a coin, one point a head; every throw is a component.

    >>> from chancegames.maths.graph import Chance
    >>> def rules(n):
    ...     return Chance([0.5, 0.5], [n - 1] * 2, [0, 1]) if n else Terminal()
    >>> solution = solve_by_anchors(3, rules, lambda n: True)
    >>> solution.value, list(solution.values), sum(solution.sizes.values())
    (1.5, [0, 1, 2, 3], 4)
    """
    lookup = rules if callable(rules) else rules.get
    sizes: dict[Position, int] = {}

    def exits(anchor: Position) -> Node:
        game = component(anchor, lookup, is_anchor, lambda _: 0, exact)
        ends = [game.positions[i] for i in range(len(game)) if game.kind[i] == TERMINAL]
        others = [p for p in ends if p != anchor and is_anchor(p)]
        sizes[anchor] = len(game) - len(others)
        return Choice(others, others) if others else Terminal()

    values: dict[Position, Fraction | float] = {}
    for anchor in explore(start, exits).positions:  # what an anchor leads to comes before it
        game = component(anchor, lookup, is_anchor, values.__getitem__, exact)
        values[anchor] = backward_induction(game).value
    return AnchorSolution(start, values, sizes, lookup, is_anchor, exact)
