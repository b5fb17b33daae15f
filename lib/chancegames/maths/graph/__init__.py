r"""Finite probabilistic games of one player, and the one theory behind all games of this project.

A game is a finite directed graph without cycles.  Its positions are *terminal*, *choice* or
*chance* positions, and :math:`E(\text{pos})`, the expected payoff still to come, is found by going
through the positions in reverse topological order (`chancegames.maths.graph.solve`).

Examples
--------
A die may be rolled three times; the last roll counts, and one may stop at any roll.

>>> from fractions import Fraction
>>> def rules(position):
...     rolls_left, face = position
...     if face and rolls_left:
...         return Choice(["stop", "roll"], [(0, face), (rolls_left, 0)])
...     if rolls_left:
...         rolled = [(rolls_left - 1, face) for face in range(1, 7)]
...         return Chance([Fraction(1, 6)] * 6, rolled)
...     return Terminal(face)
>>> solution = backward_induction(explore((3, 0), rules, exact=True))
>>> solution.value
Fraction(14, 3)
>>> [solution.choice_at((2, face)) for face in (4, 5)]
['roll', 'stop']
"""

from chancegames.maths.graph.anchors import AnchorSolution, component, solve_by_anchors
from chancegames.maths.graph.arrays import CHANCE, CHOICE, TERMINAL, Chance, Choice, Game, Terminal
from chancegames.maths.graph.explore import explore
from chancegames.maths.graph.scores import keep_score, reach_score, score_distribution
from chancegames.maths.graph.simulation import Simulation, simulate
from chancegames.maths.graph.solve import (
    Solution,
    backward_induction,
    edge_weights,
    evaluate,
    policy_of,
    reach,
)

__all__ = [
    "CHANCE",
    "CHOICE",
    "TERMINAL",
    "AnchorSolution",
    "Chance",
    "Choice",
    "Game",
    "Simulation",
    "Solution",
    "Terminal",
    "backward_induction",
    "component",
    "edge_weights",
    "evaluate",
    "explore",
    "keep_score",
    "policy_of",
    "reach",
    "reach_score",
    "score_distribution",
    "simulate",
    "solve_by_anchors",
]
