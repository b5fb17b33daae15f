"""The table of the quiz: what three questions are worth, for the picture in its chapter."""

from fractions import Fraction
from itertools import product

import numpy as np

from chancegames.maths.game import solve
from chancegames.models.quiz import Quiz
from chancegames.show.play.tables import Table

#: Steps from nothing to certainty: chances are told in twentieths.
STEPS = 20


def _table(steps: int = STEPS) -> Table:
    """Make the table.

    Returns
    -------
    Table
        Its array ``worth[a - 1, b - 1, c - 1]``: the value of three questions that are answered
        with a, b and c chances in `steps`, for one who holds 1.

    Examples
    --------
    >>> float(_table(2).arrays["worth"][0, 1, 1])
    4.0
    """
    each = [Fraction(n, steps) for n in range(1, steps + 1)]
    worth = [float(solve(Quiz(chances)).value) for chances in product(each, repeat=3)]
    arrays = {"worth": np.array(worth, np.float32).reshape(steps, steps, steps)}
    return Table("quiz", 1, {"steps": steps}, arrays=arrays)


MAKERS = {"quiz": _table}
