r"""Finite zero-sum matrix games: value, optimal mixed strategies, and the proof of both.

The row player chooses row :math:`i`, the column player column :math:`j`, and the column player
pays :math:`A_{ij}` to the row player.  By von Neumann's minimax theorem there are a number
:math:`v` and mixed strategies :math:`x, y` with

.. math:: \min_j (x^\top A)_j = v = \max_i (A y)_i .

The two sides are a *certificate*: whoever evaluates them needs to trust no solver.

================  ===========================================================================
`solve`           value and strategies; exact for integers and Fractions, PuLP for floats
`best_replies`    what to answer to a public mixed strategy
`domination`      whether some mixture of other rows beats a row everywhere
`uniqueness`      whether complementary slackness leaves one optimal row strategy only
================  ===========================================================================

This room does not know where a matrix came from.
"""

from chancegames.maths.matrix_game.analysis import (
    Domination,
    Uniqueness,
    best_replies,
    domination,
    uniqueness,
)
from chancegames.maths.matrix_game.matrix import Matrix, Vector
from chancegames.maths.matrix_game.program import linear_program
from chancegames.maths.matrix_game.solution import Solution, certify
from chancegames.maths.matrix_game.solver import solve

__all__ = [
    "Domination",
    "Matrix",
    "Solution",
    "Uniqueness",
    "Vector",
    "best_replies",
    "certify",
    "domination",
    "linear_program",
    "solve",
    "uniqueness",
]
