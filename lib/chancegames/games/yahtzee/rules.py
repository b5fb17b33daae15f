"""Yahtzee's rules as frozen data: boxes, scores, cards, and the named joker variants.

Thirteen boxes; a turn is a roll of five dice and up to two re-rolls of any of them; then the dice
go to one open box.  The variants differ in what *five of a kind* may do once the Yahtzee box is
filled.  `FREE` are the rules of Verhoeff (1999, section 2) and of Glenn (2006, section 2), whose
optimum the literature quotes; `FORCED` are the rules in the box of the game; `NONE` is the game
without joker and without the 100-point bonus (Glenn 2006, section 6).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from typing import Literal

from chancegames.maths.dice import combinations

UPPER_TARGET = 63
JOKER_MODES = ("none", "free", "forced")


class Box(IntEnum):
    """The thirteen boxes in the order of the score card."""

    ACES = 0
    TWOS = 1
    THREES = 2
    FOURS = 3
    FIVES = 4
    SIXES = 5
    THREE_OF_A_KIND = 6
    FOUR_OF_A_KIND = 7
    FULL_HOUSE = 8
    SMALL_STRAIGHT = 9
    LARGE_STRAIGHT = 10
    YAHTZEE = 11
    CHANCE = 12

    @property
    def label(self) -> str:
        """The name in plain words.

        Examples
        --------
        >>> Box.FULL_HOUSE.label
        'full house'
        """
        return self.name.lower().replace("_", " ")


UPPER = tuple(Box)[:6]
LOWER = tuple(Box)[6:]
_UPPER_BOXES = frozenset(UPPER)
_SUM_BOXES = {Box.THREE_OF_A_KIND: 3, Box.FOUR_OF_A_KIND: 4, Box.CHANCE: 0}
FULL_HOUSE_POINTS, SMALL_STRAIGHT_POINTS, LARGE_STRAIGHT_POINTS = 25, 30, 40
YAHTZEE_POINTS = 50
_FIXED = {
    Box.FULL_HOUSE: FULL_HOUSE_POINTS,
    Box.SMALL_STRAIGHT: SMALL_STRAIGHT_POINTS,
    Box.LARGE_STRAIGHT: LARGE_STRAIGHT_POINTS,
}


@dataclass(frozen=True)
class Rules:
    """One variant of the rules.

    Parameters
    ----------
    name : str
        Name of the variant, as on the command line and in a stored table.
    joker : {"forced", "free", "none"}
        What five of a kind may do once the Yahtzee box is filled.  ``forced``: it must go to its
        own upper box if open, else to any open lower box at full value, else it scores zero in an
        upper box.  ``free``: any open box; full value in the full house and straights only when
        its own upper box is filled.  ``none``: it is nothing special.
    yahtzee_bonus : int
        Points for each further five of a kind while the Yahtzee box holds 50.
    five_is_full_house : bool
        Whether five of a kind scores as a full house even without a joker.
    upper_bonus : int
        Points for an upper total of at least 63.
    """

    name: str
    joker: Literal["forced", "free", "none"]
    yahtzee_bonus: int = 100
    five_is_full_house: bool = False
    upper_bonus: int = 35

    def __post_init__(self) -> None:
        """Refuse a variant the solver does not know."""
        if self.joker not in JOKER_MODES:
            raise ValueError(f"the joker rule must be one of {JOKER_MODES}, not {self.joker!r}")
        if min(self.yahtzee_bonus, self.upper_bonus) < 0:
            raise ValueError("a bonus must not be negative")


FORCED = Rules("forced", "forced")
FREE = Rules("free", "free")
NONE = Rules("none", "none", yahtzee_bonus=0)
NONE_FULL_HOUSE = Rules("none-full-house", "none", yahtzee_bonus=0, five_is_full_house=True)
VARIANTS = {rules.name: rules for rules in (FORCED, FREE, NONE, NONE_FULL_HOUSE)}


def parse_dice(dice: Sequence[int] | str) -> tuple[int, ...]:
    """Five dice as a sorted tuple, from faces or from digits such as ``"66612"``.

    Parameters
    ----------
    dice : sequence of int or str
        The five faces, in any order.

    Returns
    -------
    tuple of int

    Raises
    ------
    ValueError
        If these are not five faces between 1 and 6.

    Examples
    --------
    >>> parse_dice("36361")
    (1, 3, 3, 6, 6)
    """
    faces = tuple(dice)
    known = all(str(f) in {"1", "2", "3", "4", "5", "6"} for f in faces)
    if len(faces) != 5 or not known:
        raise ValueError(f"the dice must be five faces from 1 to 6, such as 66612, not {dice!r}")
    return tuple(sorted(int(f) for f in faces))


def box_points(box: Box, dice: Sequence[int], joker: bool = False) -> int:
    """Points that five dice score in a box, without any bonus.

    Parameters
    ----------
    box : Box
    dice : sequence of int
        Five faces.
    joker : bool, optional
        Whether five of a kind counts in full in the full house and the straights.

    Returns
    -------
    int

    Examples
    --------
    >>> box_points(Box.SIXES, (1, 2, 6, 6, 6))
    18
    >>> box_points(Box.FULL_HOUSE, (6,) * 5), box_points(Box.FULL_HOUSE, (6,) * 5, joker=True)
    (0, 25)
    """
    most = max(dice.count(f) for f in dice)
    if box in UPPER:
        return (box + 1) * dice.count(box + 1)
    if box in _SUM_BOXES:
        return sum(dice) if most >= _SUM_BOXES[box] else 0
    if box == Box.YAHTZEE:
        return YAHTZEE_POINTS if most == 5 else 0
    fits = joker and most == 5
    if box == Box.FULL_HOUSE:
        fits = fits or sorted(dice.count(f) for f in set(dice)) == [2, 3]
    else:
        length = 4 if box == Box.SMALL_STRAIGHT else 5
        fits = fits or any(set(range(f, f + length)) <= set(dice) for f in range(1, 8 - length))
    return _FIXED[box] if fits else 0


def reachable_totals(filled: Iterable[Box]) -> frozenset[int]:
    """Upper totals, capped at 63, that the filled upper boxes among `filled` can show.

    Parameters
    ----------
    filled : iterable of Box

    Returns
    -------
    frozenset of int

    Examples
    --------
    >>> sorted(reachable_totals([Box.THREES, Box.CHANCE]))
    [0, 3, 6, 9, 12, 15]
    """
    return _totals_of(_UPPER_BOXES.intersection(filled))


@cache  # every card asks, and there are only 64 sets
def _totals_of(upper_boxes: frozenset[Box]) -> frozenset[int]:
    totals = {0}
    for box in upper_boxes:
        totals = {min(UPPER_TARGET, t + n * (box + 1)) for t in totals for n in range(6)}
    return frozenset(totals)


@dataclass(frozen=True)
class Card:
    """What a score card says that matters for the rest of the game: an anchor.

    Parameters
    ----------
    filled : frozenset of Box
        Boxes that are used up.
    upper : int
        Total of the upper section; 63 stands for everything from 63 on.
    yahtzee_scored : bool
        Whether the Yahtzee box holds 50.

    Examples
    --------
    >>> Card().open == tuple(Box)
    True
    >>> Card(frozenset({Box.THREES}), upper=4)
    Traceback (most recent call last):
    ...
    ValueError: an upper total of 4 cannot come from the upper boxes filled (threes)
    """

    filled: frozenset[Box] = frozenset()
    upper: int = 0
    yahtzee_scored: bool = False

    def __post_init__(self) -> None:
        """Refuse a card that cannot occur."""
        if self.upper not in reachable_totals(self.filled):
            names = ", ".join(box.label for box in sorted(self.filled & set(UPPER))) or "none"
            raise ValueError(
                f"an upper total of {self.upper} cannot come from the upper boxes filled ({names})"
            )
        if self.yahtzee_scored and Box.YAHTZEE not in self.filled:
            raise ValueError("the Yahtzee box cannot hold 50 while it is open")

    @property
    def open(self) -> tuple[Box, ...]:
        """The boxes still open, in card order."""
        return tuple(box for box in Box if box not in self.filled)


def card_of(scores: Mapping[Box, int]) -> tuple[Card, int]:
    """Card and points of a score sheet, from what stands in its boxes.

    Parameters
    ----------
    scores : mapping of Box to int
        Points in each filled box, without any bonus.

    Returns
    -------
    card : Card
    points : int
        Sum of the boxes.  The solver books the upper bonus at the end of the game and each
        Yahtzee bonus when it is thrown, so neither is in it.

    Raises
    ------
    ValueError
        If a box cannot hold such a score.

    Examples
    --------
    >>> card, points = card_of({Box.SIXES: 24, Box.YAHTZEE: 50})
    >>> card.upper, card.yahtzee_scored, points
    (24, True, 74)
    """
    for box, points in scores.items():
        if points not in possible_points(Box(box)):
            raise ValueError(f"{Box(box).label} cannot hold {points} points")
    upper = min(UPPER_TARGET, sum(points for box, points in scores.items() if box in UPPER))
    scored = scores.get(Box.YAHTZEE) == YAHTZEE_POINTS
    return Card(frozenset(map(Box, scores)), upper, scored), sum(scores.values())


@cache
def possible_points(box: Box) -> frozenset[int]:
    """Every score that a box can hold.

    Parameters
    ----------
    box : Box

    Returns
    -------
    frozenset of int

    Examples
    --------
    >>> sorted(possible_points(Box.TWOS))
    [0, 2, 4, 6, 8, 10]
    """
    return frozenset(
        box_points(box, dice, joker) for dice in combinations(5) for joker in (False, True)
    )


def _is_joker(rules: Rules, card: Card, dice: Sequence[int]) -> bool:
    return rules.joker != "none" and len(set(dice)) == 1 and Box.YAHTZEE in card.filled


def legal_boxes(rules: Rules, card: Card, dice: Sequence[int]) -> tuple[Box, ...]:
    """Boxes in which the dice may be scored.

    Parameters
    ----------
    rules : Rules
    card : Card
    dice : sequence of int
        Five faces.

    Returns
    -------
    tuple of Box
        In card order.

    Examples
    --------
    >>> card = Card(frozenset({Box.YAHTZEE}), yahtzee_scored=True)
    >>> legal_boxes(FORCED, card, (4,) * 5)
    (<Box.FOURS: 3>,)
    >>> len(legal_boxes(FREE, card, (4,) * 5))
    12
    """
    if rules.joker != "forced" or not _is_joker(rules, card, dice):
        return card.open
    own = UPPER[dice[0] - 1]
    if own in card.open:
        return (own,)
    lower = tuple(box for box in card.open if box in LOWER)
    return lower or card.open


def points_for(rules: Rules, card: Card, dice: Sequence[int], box: Box) -> int:
    """Points that the dice bring in a box of this card, any Yahtzee bonus included.

    Parameters
    ----------
    rules : Rules
    card : Card
    dice : sequence of int
        Five faces.
    box : Box
        One of the legal boxes.

    Returns
    -------
    int

    Examples
    --------
    >>> card = Card(frozenset({Box.FOURS, Box.YAHTZEE}), upper=12, yahtzee_scored=True)
    >>> points_for(FORCED, card, (4,) * 5, Box.LARGE_STRAIGHT)
    140
    """
    special = _is_joker(rules, card, dice)
    joker = special and UPPER[dice[0] - 1] in card.filled
    house = rules.five_is_full_house and box == Box.FULL_HOUSE
    bonus = rules.yahtzee_bonus if len(set(dice)) == 1 and card.yahtzee_scored else 0
    return box_points(box, dice, joker or house) + bonus


def fill(card: Card, dice: Sequence[int], box: Box) -> Card:
    """Return the card after scoring the dice in a box.

    Parameters
    ----------
    card : Card
    dice : sequence of int
        Five faces.
    box : Box
        An open box.

    Returns
    -------
    Card

    Examples
    --------
    >>> fill(Card(), (5, 5, 5, 1, 2), Box.FIVES).upper
    15
    """
    gained = box_points(box, dice) if box in UPPER else 0
    scored = card.yahtzee_scored or (box == Box.YAHTZEE and len(set(dice)) == 1)
    return Card(card.filled | {box}, min(UPPER_TARGET, card.upper + gained), scored)
