r"""What a strategy is worth: the chance of winning, and what each look and move at a fork adds.

A player at a split point of value :math:`x` has seen the kinds of some of its two branches, and
may look at so many more.  He makes the best of this move and plays on by a strategy that arrives
at each fork knowing nothing.  A branch of value :math:`v` is then worth 1 if it is a win, 0 if it
is a loss, :math:`f(v)` if it splits, and :math:`Ev + (1-E)f(v)` unseen; a look is worth the mean
over what it may show.
"""

from collections.abc import Mapping
from typing import NamedTuple

from chancegames.games.tree_solitaire.grid import grid_chance
from chancegames.games.tree_solitaire.policies import HighFirst, Strategy
from chancegames.games.tree_solitaire.series import encode, win_chance
from chancegames.games.tree_solitaire.weighing import WeighedBoth, WeighedHigh
from chancegames.maths.solution import Solution
from chancegames.models.tree_solitaire import Action, Number, Rules, require_number

KINDS = ("win", "loss", "split")


class Place(NamedTuple):
    """A fork where the player thinks.

    Attributes
    ----------
    value : number
        Of the split point above the fork, in (0, 1].
    seen : mapping
        Kind of each branch looked at, by "H" and "L".
    looks : int
        Looks left for this move, at least 0.
    """

    value: Number
    seen: Mapping[str, str] = {}
    looks: int = 0


class Evaluation(Solution[Place, Action]):
    """The chance of winning with a strategy, from any fork, no move left out.

    Parameters
    ----------
    rules : Rules
    strategy : Strategy
        One of the families of :mod:`.policies`; with a random split ratio also one of
        :mod:`.weighing`.
    """

    method = "policy evaluation"

    def __init__(self, rules: Rules, strategy: Strategy) -> None:
        self.rules, self.strategy = rules, strategy
        self._grid = None
        if isinstance(strategy, WeighedBoth | WeighedHigh):
            self._grid = grid_chance(rules, strategy)
        else:
            encode(strategy)

    @property
    def value(self) -> Number:
        """Chance of winning from the top."""
        return self._grid.value if self._grid else win_chance(self.rules, self.strategy)

    @property
    def residual(self) -> Number:
        """Bound of the error: 0 where numbers are exact, 1e-13 for a series, else the grid's."""
        if self._grid:
            return self._grid.error
        return 1e-13 if isinstance(self.value, float) else 0

    def value_at(self, state: Place | Number) -> Number:
        """Chance of winning from a fork; a number stands for a fork of which nothing is seen.

        With looks left, or something seen, the best is made of this move.
        """
        if isinstance(state, Place):
            return max(self.action_values(state).values())
        if self._grid:
            raise ValueError("on a grid the chance of winning is found from the top only")
        return win_chance(self.rules, self.strategy, state)

    def action_values(self, state: Place) -> Mapping[Action, Number]:
        """Chance of winning after each look that is left and each move.

        Raises
        ------
        ValueError
            If the form is dependent, the ratio random or the place none, or the strategy profits
            from what it saw from an earlier point.
        """
        self._require(state)
        high, ending = self.rules.mean, self.rules.ending
        shares = {"H": high * state.value, "L": (1 - high) * state.value}
        on = {way: win_chance(self.rules, self.strategy, v) for way, v in shares.items()}

        def worth(way: str, known: Mapping[str, str]) -> Number:
            unseen = ending * shares[way] + (1 - ending) * on[way]
            return {"win": 1, "loss": 0, "split": on[way]}.get(known.get(way, ""), unseen)

        def look(way: str, known: Mapping[str, str], left: int) -> Number:
            law = self.rules.kinds(shares[way])
            after = ((chance, {**known, way: kind}) for kind, chance in law.items())
            return sum(chance * max(ranked(view, left - 1).values()) for chance, view in after)

        def ranked(known: Mapping[str, str], left: int) -> dict[Action, Number]:
            found: dict[Action, Number] = {("move", way): worth(way, known) for way in shares}
            unseen = [way for way in shares if way not in known] if left else []
            return found | {("look", way): look(way, known, left) for way in unseen}

        return ranked(state.seen, state.looks)

    def _require(self, place: Place) -> None:
        if self.rules.form != "independent" or not self.rules.constant:
            raise ValueError("choices are ranked for the independent form and a constant ratio")
        if self._grid or (isinstance(self.strategy, HighFirst) and self.strategy.looks > 1):
            raise ValueError(f"{self.strategy!r} does not arrive at a fork knowing nothing")
        require_number("the value of a point", place.value, 0, 1)
        require_number("the number of looks left", place.looks, 0, 2)
        if not place.value > 0:
            raise ValueError("the value of a point must be above 0")
        if not set(place.seen.items()) <= {(way, kind) for way in "HL" for kind in KINDS}:
            raise ValueError(f"{place!r} is no place at a fork")
