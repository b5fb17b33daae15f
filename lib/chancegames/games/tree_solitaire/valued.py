r"""Games 1 and 2: end points get their values first, split points from what hangs below them.

The tree grows as in Tree Solitaire.  Each end point draws a value :math:`v`, and wins with
probability :math:`v`; a split point with branches of values :math:`h` and :math:`l` is worth

* :math:`1-(1-h)(1-l)` in game 1, the chance that *some* end point below it wins;
* :math:`(h+l)/2` in game 2, the *mean* of its branches.

The branch of higher value is called high.

Source: Johnson (1970), chapter 6, games 1 and 2.  It leaves the law of the end points' values
open; here it is uniform, and one value for all of them is allowed.
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from chancegames.games.tree_solitaire.rules import require_ending
from chancegames.games.tree_solitaire.trees import Point, mean_value_variance, some_win_value

Rule = Literal["some", "mean"]


@dataclass(frozen=True)
class ValuedGame:
    """The rules of one class of games of form 1 or 2.

    Parameters
    ----------
    ending : Fraction or float
        Probability E that a point ends the tree, in [1/2, 1]: all values come from the end points.
    rule : {"some", "mean"}
        What a split point is worth: game 1 or game 2.
    least, greatest : float, optional
        Range of the uniform law of the end points' values, within [0, 1].

    Raises
    ------
    ValueError
        If a number is out of range or the rule is unknown.

    Examples
    --------
    >>> ValuedGame(0.5, "mean").split_variance
    0.027777777777777776
    """

    ending: float
    rule: Rule
    least: float = 0.0
    greatest: float = 1.0

    def __post_init__(self) -> None:
        require_ending(self.ending)
        if self.ending < 0.5:
            raise ValueError("a tree with E < 1/2 may have no end")
        if self.rule not in ("some", "mean"):
            raise ValueError(f"the rule must be some or mean, not {self.rule!r}")
        if not 0 <= self.least <= self.greatest <= 1:
            raise ValueError(
                "the values must satisfy 0 <= least <= greatest <= 1, "
                f"not {self.least}, {self.greatest}"
            )

    def worth(self, one: float, other: float) -> float:
        """Value of a split point, from those of its branches."""
        return some_win_value((one, other)) if self.rule == "some" else (one + other) / 2

    @property
    def split_variance(self) -> float:
        """Variance of a split point's value in game 2.

        Raises
        ------
        ValueError
            In game 1.
        """
        if self.rule != "mean":
            raise ValueError("the variance of a split point is known for the rule of means")
        return mean_value_variance(self.ending) * (self.greatest - self.least) ** 2 / 12


def grow_valued(game: ValuedGame, seed: int, most: int = 10_000) -> Point:
    """Grow a whole tree of game 1 or 2.

    Parameters
    ----------
    game : ValuedGame
        The rules.
    seed : int
        Seed of a PCG64 stream.
    most : int, optional
        Most split points allowed.

    Returns
    -------
    Point
        The top, a split point; no point has a split ratio.

    Raises
    ------
    ValueError
        If the tree outgrows `most` (at E = 1/2 its mean size is infinite).

    Examples
    --------
    >>> tree = grow_valued(ValuedGame(0.6, "some", 0.5, 0.5), seed=1)
    >>> tree.value == 1 - 0.5 ** len(tree.ends())
    True
    """
    rng = np.random.Generator(np.random.PCG64(seed))
    return _built(_shape(rng, float(game.ending), most), game, rng)


def _shape(rng: np.random.Generator, ending: float, most: int) -> list[bool]:
    """Whether each point splits, each point before those below it; the top does."""
    splits, open_points, forks = [True], 2, 1
    while open_points:
        split = bool(rng.random() >= ending)
        forks += split
        if forks > most:
            break
        splits.append(split)
        open_points += 1 if split else -1
    if forks > most:
        raise ValueError("the tree outgrew the number of points allowed")
    return splits


def _built(splits: list[bool], game: ValuedGame, rng: np.random.Generator) -> Point:
    """From the last point to the top, so that both branches stand before their fork."""
    ready: list[Point] = []
    for split in reversed(splits):
        if split:
            one, other = ready.pop(), ready.pop()
            high, low = (one, other) if one.value >= other.value else (other, one)
            ready.append(Point(game.worth(high.value, low.value), "split", None, high, low))
        else:
            value = float(rng.uniform(game.least, game.greatest))
            ready.append(Point(value, "win" if rng.random() < value else "loss"))
    return ready.pop()
