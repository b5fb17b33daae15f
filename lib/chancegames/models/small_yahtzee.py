"""Small Yahtzees of any size, without jokers: to be solved whole, and counted.

An *anchor* is what is remembered between turns: the whole sheet, or only what matters.  The turn is
that of `models.yahtzee`, each keep and each roll a state of its own.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from chancegames.base.checks import door, require_integer, shown
from chancegames.maths.dice import Combination
from chancegames.maths.game import Choice, Node, Terminal
from chancegames.models.yahtzee import Turn, roll_or_keep

NodeOf = Callable[[Any], Node]


@door
@dataclass(frozen=True)
class SmallYahtzee:
    """A Yahtzee of any size, without jokers.

    Its boxes are one for each face (the sum of the dice that show it), then "chance" (the sum of
    all dice), then "alike" (a fixed score if all dice are alike).

    Attributes
    ----------
    dice, faces : int
    rerolls : int
        Re-rolls in a turn, at least 0.
    boxes : int
        How many of the boxes, in that order, stand on the sheet.
    target, bonus : int
        A total of at least `target` in the boxes of the faces earns the bonus.
    alike : int
        Score of the box "alike".
    """

    dice: int = 2
    faces: int = 3
    rerolls: int = 1
    boxes: int = 3
    target: int = 0
    bonus: int = 0
    alike: int = 10

    def __post_init__(self) -> None:
        """Refuse sizes that make no game."""
        for name in ("dice", "faces", "boxes"):
            require_integer(f"the number of {name}", getattr(self, name))
        for name in ("rerolls", "target", "bonus", "alike"):
            require_integer(f"the number of {name}", getattr(self, name), smallest=0)
        if self.boxes > self.faces + 2:
            raise ValueError(f"there are {self.faces + 2} boxes at most, not {shown(self.boxes)}")

    def points(self, box: int, dice: Combination) -> int:
        """Points that all dice score in a box, counted from 0.

        >>> small = SmallYahtzee(dice=3, faces=3, boxes=5)
        >>> [small.points(box, (1, 3, 3)) for box in range(5)]
        [1, 0, 6, 7, 0]
        """
        if box < self.faces:
            return (box + 1) * dice.count(box + 1)
        if box == self.faces:
            return sum(dice)
        return self.alike if len(set(dice)) == 1 else 0

    def turn(self, state: Any) -> Node | None:
        """What happens in a turn before the last decision, and None at that."""
        if isinstance(state, Turn) and state.rolled and not state.rerolls:
            return None
        return roll_or_keep(state, self.dice, self.faces, self.rerolls)


class Sheet(NamedTuple):
    """An anchor that remembers the whole sheet: the points in each box, None while it is open."""

    points: tuple[int | None, ...]


class Outline(NamedTuple):
    """An anchor that remembers what matters: which boxes are filled, the total up to the target."""

    filled: tuple[bool, ...]
    total: int


def is_anchor(state: object) -> bool:
    """Whether a turn starts (or the game ends) at a state.

    >>> is_anchor(Outline((False,), 0)), is_anchor(Turn(Outline((False,), 0), 2, (), False))
    (True, False)
    """
    return not isinstance(state, Turn)


@door
def sheet_rules(small: SmallYahtzee) -> tuple[Sheet, NodeOf]:
    """Start and node of a small Yahtzee with the whole sheet kept, the final score paid.

    >>> from chancegames.maths.game import FiniteGame, solve
    >>> solution = solve(FiniteGame(*sheet_rules(SmallYahtzee(boxes=2))))
    >>> len(solution.nodes), solution.value
    (170, Fraction(316, 81))
    """

    def node(state: Any) -> Node:
        if isinstance(state, Sheet) and None not in state.points:
            points = [held or 0 for held in state.points]
            total = sum(points[: small.faces])
            return Terminal(sum(points) + (small.bonus if total >= small.target else 0))
        if within := small.turn(state):
            return within
        held = state.card.points
        boxes = [box for box, points in enumerate(held) if points is None]
        scores = [small.points(box, state.dice) for box in boxes]
        nexts = [Sheet(_with(held, box, n)) for box, n in zip(boxes, scores, strict=True)]
        return Choice(boxes, nexts)

    return Sheet((None,) * small.boxes), node


@door
def outline_rules(small: SmallYahtzee) -> tuple[Outline, NodeOf]:
    """Start and node of a small Yahtzee with what matters kept, scores paid on the way.

    >>> from chancegames.maths.game import FiniteGame, solve
    >>> solution = solve(FiniteGame(*outline_rules(SmallYahtzee(boxes=2))))
    >>> len(solution.nodes), solution.value
    (70, Fraction(316, 81))
    """

    def node(state: Any) -> Node:
        if isinstance(state, Outline) and all(state.filled):
            return Terminal(small.bonus if state.total >= small.target else 0)
        if within := small.turn(state):
            return within
        (held, total), dice = state.card, state.dice
        boxes = [box for box, filled in enumerate(held) if not filled]
        scores, nexts = [small.points(box, dice) for box in boxes], []
        for box, score in zip(boxes, scores, strict=True):
            after = total + score if box < small.faces else total
            nexts.append(Outline(_with(held, box, True), min(small.target, after)))
        return Choice(boxes, nexts, scores)

    return Outline((False,) * small.boxes, 0), node


def _with(held: tuple[Any, ...], box: int, now: object) -> tuple[Any, ...]:
    return (*held[:box], now, *held[box + 1 :])
