"""Yahtzee for the general solver: the real rules, and small Yahtzees of any size.

An *anchor* is what is remembered between turns.  A turn is a cast of all dice and some re-rolls of
any of them, then a box is filled.  Each keep and each roll is a position of its own, so that a
component is the turn graph of the lecture: anchor, rolls, keeps, rolls, keeps, rolls.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from chancegames.base.checks import require_positive_integer
from chancegames.games.yahtzee.rules import UPPER_TARGET, Card, Rules, fill, legal_boxes, points_for
from chancegames.maths.dice import Combination, keeps, law, merge
from chancegames.maths.game import Chance, Choice, Node, Terminal


class Turn(NamedTuple):
    """A position within a turn.

    Attributes
    ----------
    anchor : hashable
        What was remembered when the turn began.
    rerolls : int
        Re-rolls still allowed after this position.
    dice : tuple of int
        All dice if `rolled`, else the dice kept while the others are about to be rolled.
    rolled : bool
        Whether the player is to move, and not the dice.
    """

    anchor: Hashable
    rerolls: int
    dice: Combination
    rolled: bool


def is_anchor(position: Hashable) -> bool:
    """Whether a turn starts (or the game ends) at a position.

    Examples
    --------
    >>> is_anchor(Card()), is_anchor(Turn(Card(), 2, (), False))
    (True, False)
    """
    return not isinstance(position, Turn)


def turn_rules(
    dice: int, faces: int, rerolls: int, payoff: Callable, scoring: Callable
) -> Callable[[Hashable], Node]:
    """Rules of a game made of turns, for a `chancegames.maths.game.FiniteGame`.

    Parameters
    ----------
    dice, faces, rerolls : int
        A turn: so many dice, so many faces each, so many re-rolls.
    payoff : callable
        What an anchor pays if the game is over there, None if it is not.
    scoring : callable
        Labels, next anchors and scores, given an anchor and the last roll of its turn.

    Returns
    -------
    callable
        Node of a position; positions are anchors and `Turn`.
    """
    laws = [law(n, range(1, faces + 1)) for n in range(dice + 1)]
    chances = [tuple(each.values()) for each in laws]
    kept_of = cache(keeps)

    @cache
    def rolls(kept: Combination) -> list[Combination]:
        return [merge(kept, more) for more in laws[dice - len(kept)]]

    def roll(anchor: Hashable, left: int, kept: Combination) -> Chance:
        nexts = [Turn(anchor, left, rolled, True) for rolled in rolls(kept)]
        return Chance(chances[dice - len(kept)], nexts)

    def node(position: Hashable) -> Node:
        if is_anchor(position):
            over = payoff(position)
            return roll(position, rerolls, ()) if over is None else Terminal(over)
        anchor, left, shown, rolled = position
        if not rolled:
            return roll(anchor, left, shown)
        if not left:
            return Choice(*scoring(anchor, shown))
        options = kept_of(shown)
        return Choice(options, [Turn(anchor, left - 1, kept, False) for kept in options])

    return node


def yahtzee_rules(rules: Rules) -> Callable[[Hashable], Node]:
    """Encode Yahtzee itself; anchors are the cards of `chancegames.games.yahtzee.rules`.

    Parameters
    ----------
    rules : Rules

    Returns
    -------
    callable
        Node of a position, scores on the way, the upper bonus at the end.

    Examples
    --------
    Only the box of the aces is open, nothing can be lost: five dice, three rolls each.

    >>> from chancegames.maths.anchors import solve_by_anchors
    >>> from chancegames.maths.game import FiniteGame
    >>> from chancegames.games.yahtzee.rules import FORCED, Box
    >>> aces = Card(frozenset(Box) - {Box.ACES})
    >>> solution = solve_by_anchors(FiniteGame(aces, yahtzee_rules(FORCED)), is_anchor)
    >>> solution.value, solution.sizes[aces]
    (Fraction(455, 216), 1681)
    """

    def payoff(card: Card) -> int | None:
        if card.open:
            return None
        return rules.upper_bonus if card.upper >= UPPER_TARGET else 0

    def scoring(card: Card, dice: Combination) -> tuple[list, list, list]:
        boxes = legal_boxes(rules, card, dice)
        after = [fill(card, dice, box) for box in boxes]
        return list(boxes), after, [points_for(rules, card, dice, box) for box in boxes]

    return turn_rules(5, 6, 2, payoff, scoring)


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
            require_positive_integer(f"the number of {name}", getattr(self, name))
        require_positive_integer("the number of rolls in a turn", self.rerolls + 1)
        if self.boxes > self.faces + 2:
            raise ValueError(f"there are {self.faces + 2} boxes at most, not {self.boxes}")

    def points(self, box: int, dice: Combination) -> int:
        """Points that all dice score in a box, counted from 0.

        Examples
        --------
        >>> small = SmallYahtzee(dice=3, faces=3, boxes=5)
        >>> [small.points(box, (1, 3, 3)) for box in range(5)]
        [1, 0, 6, 7, 0]
        """
        if box < self.faces:
            return (box + 1) * dice.count(box + 1)
        if box == self.faces:
            return sum(dice)
        return self.alike if len(set(dice)) == 1 else 0


class Sheet(NamedTuple):
    """An anchor that remembers the whole sheet: the points in each box, None while it is open."""

    points: tuple[int | None, ...]


class Outline(NamedTuple):
    """An anchor that remembers what matters: which boxes are filled, the total up to the target."""

    filled: tuple[bool, ...]
    total: int


def sheet_rules(small: SmallYahtzee) -> tuple[Sheet, Callable[[Hashable], Node]]:
    """Encode a small Yahtzee in the first form: the whole sheet kept, the final score paid.

    Parameters
    ----------
    small : SmallYahtzee

    Returns
    -------
    start : Sheet
    rules : callable

    Examples
    --------
    >>> from chancegames.maths.game import FiniteGame, solve
    >>> solution = solve(FiniteGame(*sheet_rules(SmallYahtzee(boxes=2))))
    >>> len(solution.nodes), solution.value
    (170, Fraction(316, 81))
    """

    def payoff(sheet: Sheet) -> int | None:
        if None in sheet.points:
            return None
        total = sum(sheet.points[: small.faces])
        return sum(sheet.points) + (small.bonus if total >= small.target else 0)

    def scoring(sheet: Sheet, dice: Combination) -> tuple[list, list]:
        open_boxes = [box for box, points in enumerate(sheet.points) if points is None]
        return open_boxes, [
            Sheet((*sheet.points[:box], small.points(box, dice), *sheet.points[box + 1 :]))
            for box in open_boxes
        ]

    start = Sheet((None,) * small.boxes)
    return start, turn_rules(small.dice, small.faces, small.rerolls, payoff, scoring)


def outline_rules(small: SmallYahtzee) -> tuple[Outline, Callable[[Hashable], Node]]:
    """Encode a small Yahtzee in the second form: what matters kept, scores paid on the way.

    Parameters
    ----------
    small : SmallYahtzee

    Returns
    -------
    start : Outline
    rules : callable

    Examples
    --------
    >>> from chancegames.maths.game import FiniteGame, solve
    >>> solution = solve(FiniteGame(*outline_rules(SmallYahtzee(boxes=2))))
    >>> len(solution.nodes), solution.value
    (70, Fraction(316, 81))
    """

    def payoff(outline: Outline) -> int | None:
        if not all(outline.filled):
            return None
        return small.bonus if outline.total >= small.target else 0

    def scoring(outline: Outline, dice: Combination) -> tuple[list, list, list]:
        open_boxes = [box for box, filled in enumerate(outline.filled) if not filled]
        scores = [small.points(box, dice) for box in open_boxes]
        nexts = [
            Outline(
                (*outline.filled[:box], True, *outline.filled[box + 1 :]),
                min(small.target, outline.total + (score if box < small.faces else 0)),
            )
            for box, score in zip(open_boxes, scores, strict=True)
        ]
        return open_boxes, nexts, scores

    start = Outline((False,) * small.boxes, 0)
    return start, turn_rules(small.dice, small.faces, small.rerolls, payoff, scoring)
