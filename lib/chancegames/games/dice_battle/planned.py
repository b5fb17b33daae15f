"""Players who plan for dice of six faces, and roll others.

What comes out if a strategy is right, and the dice of its games are not those that it was made for.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from chancegames.games.dice_battle import one_roll, race
from chancegames.games.dice_battle.policies import TablePolicy, blind, uniform
from chancegames.maths.solution import Distribution
from chancegames.models.dice_battle import OneRoll, Race


def _win_shares(goal: int, dice: int, first: str, second: str, faces: int) -> NDArray[np.float64]:
    """Exact shares of races that the first player wins, if the dice have so many faces.

    Both plan for dice of six faces, whatever they roll.

    Parameters
    ----------
    goal, dice : int
    first, second : {"optimal", "blind", "random"}
        The first of them begins.
    faces : int

    Returns
    -------
    ndarray of float, shape (goal,)
        For every goal up to this one.

    Examples
    --------
    >>> [round(float(_win_shares(40, 10, "optimal", "blind", f)[-1]), 3) for f in (6, 5)]
    [0.632, 0.578]
    """
    cast = _planners(goal, dice)
    rules = Race(goal=goal, dice=dice, faces=faces)
    return (1 + race.evaluate(rules, cast[first], cast[second]).openings) / 2


@cache
def _planners(goal: int, dice: int) -> dict[str, TablePolicy]:
    """The strategies of the race, made for dice of six faces.

    Examples
    --------
    >>> _planners(10, 4)["blind"]((10, 10))
    {4: Fraction(1, 1)}
    """
    rules = Race(goal=goal, dice=dice)
    return {"optimal": race.solve(rules).policy, "blind": blind(rules), "random": uniform(rules)}


@cache
def _against_blind(dice: int, faces: int = 6) -> Distribution:
    """One roll each: how games of the optimal player against the blind one end.

    Both plan for dice of six faces, whatever they roll.

    Examples
    --------
    >>> [round(float(_against_blind(10, faces)[0]), 4) for faces in (6, 5)]
    [0.3636, 0.453]
    """
    planned, rolled = OneRoll(dice=dice), OneRoll(dice=dice, faces=faces)
    return one_roll.distribution(rolled, one_roll.solve(planned).policy, blind(planned))
