"""Simple players, as guides: what such a player takes each anchor to be worth.

A guide of shape (3, 64, 64, 64), given to `distribution.score_law`, is judged exactly.  A player
who plays perfectly by *other* rules than those of the game is a guide too: the values of
``solve(other_rules)``.
"""

from collections.abc import Mapping

import numpy as np

from chancegames.games.yahtzee.layout import SETS, TOTALS
from chancegames.games.yahtzee.rules import UPPER, UPPER_TARGET, Box
from chancegames.games.yahtzee.turn import open_boxes

_SHAPE = (3, 64, 64, TOTALS)


def greedy() -> np.ndarray:
    """Guide of a player who takes as many points as possible this turn (Glenn 2006, section 7).

    Returns
    -------
    ndarray of float64, shape (3, 64, 64, 64)
        Zero everywhere.

    Examples
    --------
    >>> bool(greedy().any())
    False
    """
    return np.zeros(_SHAPE)


def par(pars: Mapping[Box, float], bonus: float = 0.0) -> np.ndarray:
    """Guide of a player who knows what each box should bring, and minds the upper bonus.

    Parameters
    ----------
    pars : mapping of Box to float
        What an open box is held to be worth, in points.
    bonus : float, optional
        Credited while the upper total would reach 63 with three of each face still open.

    Returns
    -------
    ndarray of float64, shape (3, 64, 64, 64)

    Examples
    --------
    >>> guide = par({Box.CHANCE: 22.0}, bonus=35.0)
    >>> float(guide[0, 0, 0, 0]), float(guide[0, 32, 0, 0]), float(guide[0, 32, 1, 2])
    (57.0, 35.0, 0.0)
    """
    is_open = np.array([open_boxes(index) for index in range(SETS)])
    worth = is_open @ np.array([pars.get(box, 0.0) for box in Box])
    three_each = is_open[:, list(UPPER)] @ (3 * np.arange(1, 7))
    on_track = three_each[:, None] + np.arange(TOTALS) >= UPPER_TARGET
    return (worth[:, None] + bonus * on_track).reshape(_SHAPE)
