r"""A quiz: each right answer doubles what you hold, a wrong one takes all, and you may stop.

A state counts the right answers so far, each worth a factor of two; you begin with 1 in your hand.
With :math:`p_i` for the chance that the :math:`i`-th answer is right, of :math:`n`,

.. math:: V_i = \max\bigl(2^i,\; p_{i+1} V_{i+1}\bigr), \qquad V_n = 2^n.

It is the smallest game of this book, and an example of how to write one.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from chancegames.base.checks import door, require_integer, shown
from chancegames.maths.game import Chance, Choice, Node, Terminal

#: Most questions.
MOST = 30


@door
@dataclass(frozen=True)
class Quiz:
    """A quiz that you may leave with what you hold.

    Attributes
    ----------
    chances : tuple of Fraction
        Of a right answer to each question, from 0 to 1; up to `MOST` of them.

    Examples
    --------
    The next question alone is a bad bet, and yet you should take it.

    >>> from chancegames.maths.game import solve
    >>> best = solve(Quiz((Fraction(9, 20), Fraction(7, 10), Fraction(4, 5))))
    >>> float(best.value), best.policy((0,))
    (2.016, {'go on': 1})
    """

    chances: tuple[Fraction, ...]

    def __post_init__(self) -> None:
        if not isinstance(self.chances, tuple):
            raise ValueError(f"the chances must be a tuple, not {shown(self.chances)}")
        require_integer("the number of questions", len(self.chances), 1, MOST)
        for chance in self.chances:
            if not isinstance(chance, Fraction) or not 0 <= chance <= 1:
                told = "a chance must be a Fraction from 0 to 1"
                raise ValueError(f"{told}, not {shown(chance)}")

    @property
    def start(self) -> tuple[Any, ...]:
        """No question answered yet."""
        return (0,)

    def node(self, state: tuple[Any, ...]) -> Node:
        """Go home, decide whether to go on, or hear whether you were right."""
        right, *then = state
        if then == ["wrong"]:
            return Terminal(0)
        if then == ["stop"] or right == len(self.chances):
            return Terminal(2**right)
        if not then:
            return Choice(["stop", "go on"], [(right, "stop"), (right, "go on")])
        chance = self.chances[right]
        return Chance([chance, 1 - chance], [(right + 1,), (right, "wrong")])
