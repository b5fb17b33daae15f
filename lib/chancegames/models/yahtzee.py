r"""Yahtzee for one player: the rules as data, and the recursion in exact arithmetic.

Thirteen boxes.  A turn is a roll of five dice and up to two re-rolls of any of them; then the dice
go to one open box.  Between turns a *card* says all that matters for what is still to come: which
boxes are filled, the upper total up to 63, and whether the Yahtzee box holds 50.  Within a turn a
state adds the dice and the re-rolls that are left.  With :math:`E` the expected points still to
come, :math:`r` a roll, :math:`k` the dice kept and :math:`n` re-rolls left,

.. math::

    E(S) &= E(S, \emptyset, 2), \\
    E(S, k, n) &= \sum_r P(r \mid k)\, E(S, r, n), \\
    E(S, r, n) &= \max_{k \subseteq r} E(S, k, n - 1) \quad (n > 0), \\
    E(S, r, 0) &= \max_b \bigl(\text{points}(S, r, b) + E(S \cdot b)\bigr).

The variants differ in what *five of a kind* may do once the Yahtzee box is filled; that joker rule
is `Rules.placements` and stands nowhere else.  `FREE` are the rules of Verhoeff (1999, section 2),
`FORCED` those in the box of the game; what Glenn (2006) prints of either fits both.  `NONE` is the
game without joker and without the 100-point bonus (Glenn 2006, section 6).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from fractions import Fraction
from functools import cache
from typing import Generic, Literal, NamedTuple, TypeVar

from chancegames.base.checks import door, require_integer, require_one_of, shown
from chancegames.maths.dice import (
    Combination,
    combinations,
    distribution,
    keeps,
    merge,
    require_dice,
)
from chancegames.maths.game import Chance, Choice, FiniteGame, Node, Terminal
from chancegames.maths.solution import Number


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

        >>> Box.FULL_HOUSE.label
        'full house'
        """
        return self.name.lower().replace("_", " ")


UPPER, LOWER = tuple(Box)[:6], tuple(Box)[6:]
UPPER_TARGET = 63
DICE, REROLLS = 5, 2
#: Boxes that pay the sum of the dice, and how many of them must be alike.
SUMS = {Box.THREE_OF_A_KIND: 3, Box.FOUR_OF_A_KIND: 4, Box.CHANCE: 1}
#: Boxes that ask for a straight, and its length.
RUNS = {Box.SMALL_STRAIGHT: 4, Box.LARGE_STRAIGHT: 5}
#: Boxes that pay a fixed number of points.
FIXED = {Box.FULL_HOUSE: 25, Box.SMALL_STRAIGHT: 30, Box.LARGE_STRAIGHT: 40, Box.YAHTZEE: 50}
JOKER_MODES = ("none", "free", "forced")
LARGEST_BONUS = 10_000
Anchor = TypeVar("Anchor")


def five_dice(dice: Sequence[int] | str) -> Combination:
    """Five dice as a sorted tuple, from faces or from digits such as ``"66612"``.

    Raises
    ------
    ValueError
        If these are not five faces from 1 to 6.

    Examples
    --------
    >>> five_dice("36361")
    (1, 3, 3, 6, 6)
    """
    return require_dice(dice, size=DICE)


@door
def points(box: Box, dice: Sequence[int] | str) -> int:
    """Points that five dice score in a box, without joker or bonus.

    >>> points(Box.SIXES, "66612"), points(Box.FULL_HOUSE, "66611"), points(Box.CHANCE, "12345")
    (18, 25, 15)
    """
    return _points(Box(box), five_dice(dice))


@cache  # a game asks again and again, and there are 13 times 252 answers
def _points(box: Box, dice: Combination) -> int:
    if box < 6:
        return (box + 1) * dice.count(box + 1)
    counts = sorted(map(dice.count, {*dice}))
    if box in SUMS:
        return sum(dice) if counts[-1] >= SUMS[box] else 0
    if box in RUNS:
        fits = any({*range(low, low + RUNS[box])} <= {*dice} for low in (1, 2, 3))
    else:
        fits = counts == ([2, 3] if box == Box.FULL_HOUSE else [5])
    return FIXED[box] if fits else 0


@cache
def possible_points(box: Box) -> frozenset[int]:
    """Every score that a box can hold.

    >>> sorted(possible_points(Box.TWOS))
    [0, 2, 4, 6, 8, 10]
    """
    return frozenset(_points(box, dice) for dice in combinations(DICE))


@cache  # every card asks, and there are only 64 sets
def reachable_totals(filled: frozenset[Box]) -> frozenset[int]:
    """Upper totals, capped at 63, that the filled upper boxes among `filled` can show.

    >>> sorted(reachable_totals(frozenset({Box.THREES, Box.CHANCE})))
    [0, 3, 6, 9, 12, 15]
    """
    totals = {0}
    for box in filled.intersection(UPPER):
        totals = {min(UPPER_TARGET, t + n * (box + 1)) for t in totals for n in range(6)}
    return frozenset(totals)


@dataclass(frozen=True)
class Card:
    """What a score card says that matters for the rest of the game, called an anchor.

    Attributes
    ----------
    filled : frozenset of Box
        Boxes that are used up.
    upper : int
        Total of the upper section; 63 stands for everything from 63 on.
    yahtzee_scored : bool
        Whether the Yahtzee box holds 50.

    Raises
    ------
    ValueError
        If a box is unknown, or no game shows such a card.

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
        known = isinstance(self.filled, frozenset | set) and self.filled <= {*Box}
        if not known or any(isinstance(box, bool) for box in self.filled):
            raise ValueError(f"the filled boxes must be a set of boxes, not {shown(self.filled)}")
        object.__setattr__(self, "filled", frozenset(map(Box, self.filled)))
        upper = require_integer("the upper total", self.upper, 0, UPPER_TARGET)
        object.__setattr__(self, "upper", upper)
        if upper not in reachable_totals(self.filled):
            names = ", ".join(box.label for box in sorted(self.filled.intersection(UPPER)))
            raise ValueError(
                f"an upper total of {upper} cannot come from the upper boxes filled "
                f"({names or 'none'})"
            )
        require_one_of("whether the Yahtzee box holds 50", self.yahtzee_scored, (False, True))
        if self.yahtzee_scored and Box.YAHTZEE not in self.filled:
            raise ValueError("the Yahtzee box cannot hold 50 while it is open")

    @property
    def open(self) -> tuple[Box, ...]:
        """The boxes still open, in card order."""
        return tuple(box for box in Box if box not in self.filled)

    def fill(self, box: Box, dice: Sequence[int] | str) -> "Card":
        """Return the card after the dice were written into an open box.

        Raises
        ------
        ValueError
            If the box is filled already, or these are not five dice.

        Examples
        --------
        >>> Card().fill(Box.FIVES, "55512").upper
        15
        """
        if box not in self.open:
            known = ", ".join(str(int(b)) for b in self.open)
            raise ValueError(f"the open boxes are {known}, not {shown(box)}")
        scored = points(box, dice)
        upper = self.upper + (scored if box in UPPER else 0)
        fifty = self.yahtzee_scored or (box == Box.YAHTZEE and scored > 0)
        return Card(self.filled | {box}, min(UPPER_TARGET, upper), fifty)


class Turn(NamedTuple, Generic[Anchor]):
    """Card, re-rolls left and dice: where the player chooses.

    Attributes
    ----------
    card : Card
        Or what another game remembers between turns.
    rerolls : int
        Re-rolls left, after this one if dice are about to be rolled.
    dice : tuple of int
        The dice shown, increasing; or, before a roll, the dice kept.
    rolled : bool
        Whether the player is to move, and not the dice.
    """

    card: Anchor
    rerolls: int
    dice: Combination
    rolled: bool = True


State = Card | Turn[Card]
Action = Box | Combination


@door
@dataclass(frozen=True)
class Rules:
    """What a joker may do, and what the bonuses pay: one variant, such as `FORCED`.

    Attributes
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

    Examples
    --------
    The general solver takes the rules as they are, or a card of theirs; here chance is left.

    >>> from chancegames.maths.game import solve
    >>> solve(last(Box.CHANCE)).value
    Fraction(70, 3)
    """

    name: str
    joker: Literal["forced", "free", "none"]
    yahtzee_bonus: int = 100
    five_is_full_house: bool = False
    upper_bonus: int = 35

    def __post_init__(self) -> None:
        """Refuse a variant that is not known."""
        require_one_of("the joker rule", self.joker, JOKER_MODES)
        for bonus in (self.yahtzee_bonus, self.upper_bonus):
            require_integer("a bonus", bonus, smallest=0, largest=LARGEST_BONUS)

    @property
    def start(self) -> Card:
        """The empty card."""
        return Card()

    @door
    def placements(self, card: Card, dice: Sequence[int] | str) -> dict[Box, int]:
        """Boxes that the dice may go to, with the points there, any Yahtzee bonus included.

        Examples
        --------
        A second Yahtzee of fours must fill the fours; if they are filled, it is a joker.

        >>> card = Card(frozenset({Box.YAHTZEE}), yahtzee_scored=True)
        >>> FORCED.placements(card, "44444")
        {<Box.FOURS: 3>: 120}
        >>> FORCED.placements(card.fill(Box.FOURS, "44441"), "44444")[Box.LARGE_STRAIGHT]
        140
        """
        dice = five_dice(dice)
        legal: Sequence[Box] = card.open
        if len(set(dice)) > 1:
            return {box: _points(box, dice) for box in legal}
        own, joker = Box(dice[0] - 1), False  # five of a kind
        if Box.YAHTZEE in card.filled and self.joker != "none":
            joker = own in card.filled
            if self.joker == "forced":
                lower = [box for box in legal if box in LOWER]
                legal = (lower or legal) if joker else [own]
        full = dict(FIXED) if joker else {}
        if self.five_is_full_house:
            full[Box.FULL_HOUSE] = FIXED[Box.FULL_HOUSE]
        bonus = self.yahtzee_bonus if card.yahtzee_scored else 0
        return {box: bonus + full.get(box, _points(box, dice)) for box in legal}

    def node(self, state: State) -> Node:
        """Roll, choose what to keep, choose a box, or the end of the game."""
        if isinstance(state, Turn) and state.rolled and not state.rerolls:
            placed = self.placements(state.card, state.dice)
            nexts = [state.card.fill(box, state.dice) for box in placed]
            return Choice([*placed], nexts, [*placed.values()])
        if isinstance(state, Card) and not state.open:
            earned = state.upper == UPPER_TARGET
            return Terminal(self.upper_bonus if earned else 0)
        return roll_or_keep(state)


def roll_or_keep(
    state: Anchor | Turn[Anchor],
    dice: int = DICE,
    faces: int = 6,
    rerolls: int = REROLLS,
) -> Node:
    """Roll, or choose what to keep, in a game with so many dice, faces and re-rolls.

    A state that is no `Turn` is the beginning of one.
    """
    if not isinstance(state, Turn):
        state = Turn(state, rerolls, (), rolled=False)
    card, left, shown, rolled = state
    if rolled:
        kept = _kept(shown)
        return Choice(kept, [Turn(card, left - 1, each, False) for each in kept])
    rolls, chances = _rolls(shown, dice, faces)
    return Chance(chances, [Turn(card, left, roll) for roll in rolls])


@cache
def _rolls(
    kept: Combination, dice: int, faces: int
) -> tuple[tuple[Combination, ...], tuple[Fraction, ...]]:
    """What the dice kept can become, and how likely it is."""
    thrown = distribution(dice - len(kept), range(1, faces + 1))
    return tuple(merge(kept, more) for more in thrown), tuple(thrown.values())


_kept = cache(keeps)
FORCED = Rules("forced", "forced")
FREE = Rules("free", "free")
NONE = Rules("none", "none", yahtzee_bonus=0)
NONE_FULL_HOUSE = Rules("none-full-house", "none", yahtzee_bonus=0, five_is_full_house=True)
VARIANTS = {rules.name: rules for rules in (FORCED, FREE, NONE, NONE_FULL_HOUSE)}


def last(*boxes: Box, rules: Rules = FORCED) -> FiniteGame[State]:
    """The end of a game: these boxes are open, and all others hold nothing.

    >>> last(Box.SIXES, Box.CHANCE).start.open
    (<Box.SIXES: 5>, <Box.CHANCE: 12>)
    """
    return FiniteGame(Card(frozenset(Box) - {*boxes}), rules.node)


@door
@dataclass(frozen=True)
class OneTurn:
    """One turn of the whole game, which ends with the worth of the card that it leads to.

    Attributes
    ----------
    card : Card
        Before the turn.
    worth : callable
        Expected points still to come from each card after it: in the book a table of all cards.
    rules : Rules

    Examples
    --------
    If later turns are worth nothing, whatever the card, a turn should score as much as it can.

    >>> from chancegames.maths.game import solve
    >>> greedy = OneTurn(Card(), lambda card: 0.0)
    >>> float(round(solve(greedy).value, 2))
    28.46
    """

    card: Card
    worth: Callable[[Card], Number]
    rules: Rules = FORCED

    @property
    def start(self) -> Card:
        """The card before the turn."""
        return self.card

    def node(self, state: State) -> Node:
        """As in the whole game; but a card after the turn ends it."""
        if isinstance(state, Card) and state != self.card:
            return Terminal(self.worth(state))
        return self.rules.node(state)


def shelf(card: Card) -> int:
    """Where a card stands in a table of all: by Yahtzee box, lower boxes, upper boxes, total.

    >>> shelf(Card()), shelf(Card(frozenset({Box.TWOS}), upper=6))
    (0, 134)
    """
    lower = [box for box in LOWER if box != Box.YAHTZEE]
    masks = [sum((box in card.filled) << i for i, box in enumerate(b)) for b in (lower, UPPER)]
    yahtzee = card.yahtzee_scored + (Box.YAHTZEE in card.filled)
    return ((64 * yahtzee + masks[0]) * 64 + masks[1]) * 64 + card.upper
