"""Finite games too large for exact arithmetic: the same verbs, on arrays of floating-point numbers.

`explore` walks once through a game of `chancegames.maths.game` and writes down its graph; `solve`
and `evaluate` are then one pass over arrays, and `solve_each` is one pass for several payoffs.  A
graph is a game itself, so `distribution`, `simulate` and all else of `chancegames.maths.game` take
it.

Examples
--------
A die may be rolled three times; the last roll counts, and you may stop after any roll.

>>> from chancegames.maths.game import Chance, Choice, FiniteGame, Terminal
>>> def node(state):
...     rolls_left, face = state
...     if face and rolls_left:
...         return Choice(["stop", "roll"], [(0, face), (rolls_left, 0)])
...     if rolls_left:
...         return Chance([1 / 6] * 6, [(rolls_left - 1, face) for face in range(1, 7)])
...     return Terminal(face)
>>> solution = solve(FiniteGame((3, 0), node))
>>> round(solution.value, 6), solution.policy((2, 4)), len(solution.graph)
(4.666667, {'roll': 1.0}, 21)
"""

from chancegames.maths.game import distribution, simulate
from chancegames.maths.graph.arrays import Graph, explore
from chancegames.maths.graph.induction import (
    GraphSolution,
    evaluate,
    solve,
    solve_each,
)

__all__ = [
    "Graph",
    "GraphSolution",
    "distribution",
    "evaluate",
    "explore",
    "simulate",
    "solve",
    "solve_each",
]
