r"""The graph of a finite probabilistic game, as arrays in layers.

A *position* is any hashable value.  The rules of a game are a function (or a mapping) that answers,
for a position, one of the nodes of `chancegames.maths.game`: `Terminal`, `Choice` or `Chance`.
`chancegames.maths.graph.explore` walks from a start position through all that can be reached and
writes the graph down once; every later question is a few passes over arrays.

**Layers.**  The *height* of a position is the length of the longest way from it to the end.
Positions are numbered by increasing height: a move always leads to a smaller number, so that
counting up is the reverse of a topological order.  Positions of equal height and kind form a
*block*; none of them leads to another, so a block is solved by one vector operation.
"""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from chancegames.maths.game import Chance, Choice, Node, Terminal

Position = Hashable
TERMINAL, CHOICE, CHANCE = 0, 1, 2


Rules = Callable[[Position], Node] | Mapping[Position, Node]


@dataclass(frozen=True, eq=False)
class Game:
    """A finite probabilistic game of `n` positions and `m` moves, in layers.

    Made by `explore`.  The edges of position ``i`` are ``first[i]`` to ``first[i + 1]``.

    Attributes
    ----------
    positions : tuple, length n
        By increasing height, terminal positions first.
    labels : tuple, length n
        Names of the moves of each choice position, None elsewhere.
    kind : array of int8, shape (n,)
        `TERMINAL`, `CHOICE` or `CHANCE`.
    payoff : array, shape (n,)
        What a terminal position pays, 0 elsewhere.
    first : array of int64, shape (n + 1,)
        Where the edges of each position start.
    next : array of int64, shape (m,)
        Position that each edge leads to, always smaller than the one it leaves.
    probability : array, shape (m,)
        Probability of a chance edge, 1 for a choice edge.
    score : array, shape (m,)
        What is won along each edge.
    blocks : array of int64, shape (b + 1,)
        Bounds of the runs of positions that have one height and one kind.
    start : int
        Number of the start position.
    exact : bool
        Whether the numbers are rationals (object arrays) or float64.
    """

    positions: tuple
    labels: tuple
    kind: NDArray
    payoff: NDArray
    first: NDArray
    next: NDArray
    probability: NDArray
    score: NDArray
    blocks: NDArray
    start: int
    exact: bool

    def __len__(self) -> int:
        """Count the positions."""
        return len(self.positions)

    @cached_property
    def _numbers(self) -> dict[Position, int]:
        return {position: i for i, position in enumerate(self.positions)}

    def index(self, position: Position) -> int:
        """Look up the number of `position`.

        Raises
        ------
        ValueError
            If the game has no such position.
        """
        if position not in self._numbers:
            raise ValueError(f"position {position!r} is not a position of this game")
        return self._numbers[position]

    @cached_property
    def has_scores(self) -> bool:
        """Whether anything is won on the way."""
        return bool(self.score.any())

    @property
    def degrees(self) -> NDArray:
        """Number of moves or outcomes of each position, shape (n,)."""
        return np.diff(self.first)

    @property
    def owner(self) -> NDArray:
        """Position that each edge leaves, shape (m,)."""
        return np.repeat(np.arange(len(self)), self.degrees)

    def node(self, position: Position) -> Node:
        """Give back what the rules say of `position`.

        Parameters
        ----------
        position : hashable
            A position of the game.

        Returns
        -------
        Terminal, Choice or Chance

        Raises
        ------
        ValueError
            If the game has no such position.
        """
        i = self.index(position)
        edges = slice(self.first[i], self.first[i + 1])
        nexts = [self.positions[j] for j in self.next[edges]]
        if self.kind[i] == TERMINAL:
            return Terminal(self.payoff[i])
        if self.kind[i] == CHOICE:
            return Choice(self.labels[i], nexts, self.score[edges].tolist())
        return Chance(self.probability[edges].tolist(), nexts, self.score[edges].tolist())
