r"""A round of 421: cast three dice up to three times, and keep what you like of what you see.

A state is ``(casts made, dice kept)`` when the other dice are about to be cast, and ``(casts made,
dice kept, table)`` when they have been: the *table* is all dice in sight.  An action names the dice
to keep from now on, those kept before among them.  The round is over when all dice are kept; then
it is worth what its *utility* says of the hand.  With :math:`p(t)` the probability of a table,

.. math:: V(j, d) = \sum_t p(t) \max_{d'} V(j + 1, d'), \qquad V(j, d) = u(j, d)
          \text{ if } d \text{ holds all dice}.

The first player of a set may stop early; a next player has to cast exactly as often as the first
did, so must not keep the last die too soon.  Sources 000 and 001: equations (2) to (4), (10) and
(32) of Albarede (2007).  The order of the hands is its equation (65), the tokens its table 13.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, cached_property
from math import comb, isfinite
from numbers import Rational, Real
from types import MappingProxyType
from typing import Any

from chancegames.base.checks import require_integer, require_one_of, shown
from chancegames.maths import dice as throws
from chancegames.maths.dice import Combination, require_dice
from chancegames.maths.game import Chance, Choice, Node, Terminal
from chancegames.maths.solution import Number

State = tuple[Any, ...]
End = tuple[int, Combination]

#: What a round is worth: a function of the hand, or a number for each ``(casts made, hand)``.
Utility = Callable[[Combination], Number] | Mapping[End, Number]

PLAYERS = ("first", "next")
MOST_STATES = 2_000_000

_FIRST = (421, 111, 611, 666, 511, 555, 411, 444, 311, 333, 211, 222, 654, 543, 432, 321)
_NUMBERS = {int("".join(map(str, hand[::-1]))) for hand in throws.combinations(3)}
_REST = sorted(_NUMBERS - {*_FIRST}, reverse=True)

#: The 56 hands of three dice from best to worst, each in increasing order of its faces.
RANKING: tuple[Combination, ...] = tuple(
    tuple(map(int, str(number)[::-1])) for number in (*_FIRST, *_REST)
)


def _passing(place: int, hand: Combination) -> int:
    if place < 2:
        return (10, 7)[place]
    if place < 12:  # three of a kind, or two 1s: the other face, or the only one
        return hand[-1]
    return 2 if place < len(_FIRST) else 1


#: Tokens that pass when a hand is the best of a set.
TOKENS: Mapping[Combination, int] = MappingProxyType(
    {hand: _passing(place, hand) for place, hand in enumerate(RANKING)}
)


def tokens(hand: Sequence[int] | str) -> int:
    """Tokens that pass when `hand` is the best of a set: faces or digits, in any order.

    Raises
    ------
    ValueError
        If it is no hand of three dice.

    Examples
    --------
    >>> [tokens(hand) for hand in ["421", (1, 1, 1), (1, 1, 6), (6, 6, 6), (3, 4, 5)]]
    [10, 7, 6, 6, 2]
    """
    return TOKENS[require_dice(hand, size=3)]


@cache
def between(kept: Combination, table: Combination) -> tuple[Combination, ...]:
    """Combinations that hold the dice kept and lie on the table: the fewer dice the first.

    >>> between((1,), (1, 1, 2))
    ((1,), (1, 1), (1, 2), (1, 1, 2))
    """
    loose = list(table)
    for face in kept:
        if face not in loose:
            raise ValueError(f"the dice kept, {kept}, are not all on the table {table}")
        loose.remove(face)
    found = (throws.merge(kept, more) for more in throws.keeps(tuple(loose)))
    return tuple(sorted(found, key=lambda dice: (len(dice), dice)))


@cache
def _options(
    dice: int, faces: int, most: int, casts: int, kept: Combination, table: Combination
) -> tuple[Combination, ...]:
    if casts not in range(1, most + 1):
        raise ValueError(f"there are casts 1 to {most}, not {shown(casts)}")
    return between(require_dice(kept, faces), require_dice(table, faces, dice))


def _exactly(worth: object, hand: Combination) -> Fraction:
    """A finite number as a Fraction."""
    if type(worth) is Fraction:
        return worth
    if type(worth) is int:  # most utilities, and much the fastest
        return Fraction(worth)
    if isinstance(worth, Rational):
        return Fraction(int(worth.numerator), int(worth.denominator))
    if isinstance(worth, Real) and isfinite(worth):
        return Fraction(float(worth))
    raise ValueError(f"the utility of {hand} must be a finite number, not {shown(worth)}")


@dataclass(frozen=True)
class Round:
    """A round of 421 and what its end is worth.

    Attributes
    ----------
    dice, faces, casts : int
        Numbers of dice, of faces of a die, and of casts at most, each at least 1.
    player : {"first", "next"}
        The first player may stop early; a next player casts exactly `casts` times.
    utility : callable or mapping
        What each end is worth, a finite number: a function of the hand, or a mapping from
        ``(casts made, hand)``.  The tokens that a hand moves, if nothing is said.

    Raises
    ------
    ValueError
        If a number is not an integer of at least 1, the player is unknown, the utility misses an
        end, or there are more than two million states.

    Examples
    --------
    >>> from chancegames.maths.game import solve
    >>> solve(Round(dice=1, casts=2, utility=sum)).value
    Fraction(17, 4)
    """

    dice: int = 3
    faces: int = 6
    casts: int = 3
    player: str = "first"
    utility: Utility = field(default=tokens, hash=False, repr=False)

    def __post_init__(self) -> None:
        for name in ("dice", "faces", "casts"):
            number = require_integer(f"the number of {name}", getattr(self, name))
            object.__setattr__(self, name, number)
        require_one_of("the player", self.player, PLAYERS)
        fewer, total = min(self.dice, self.faces), self.dice + self.faces
        if fewer > 40 or comb(total, fewer) * self.casts > MOST_STATES:
            raise ValueError(f"a round has at most {MOST_STATES:,} states: {shown(self)} has more")
        if isinstance(self.utility, Mapping):
            exact = {(casts, h): self.worth(casts, h) for casts in self.ends for h in self.hands}
            object.__setattr__(self, "utility", MappingProxyType(exact))
        elif not callable(self.utility):
            raise ValueError(f"a utility is a function or a mapping, not {shown(self.utility)}")

    @property
    def start(self) -> State:
        """No cast made, no dice kept."""
        return 0, ()

    def node(self, state: State) -> Node:
        """Cast the dice that are not kept, choose what to keep, or be done."""
        casts, kept, *table = state
        if table:
            actions = self.options(casts, kept, table[0])
            return Choice(actions, [(casts, action) for action in actions])
        if len(kept) == self.dice:
            return Terminal(self.worth(casts, kept))
        rolls = throws.distribution(self.dice - len(kept), range(1, self.faces + 1))
        nexts = [(casts + 1, kept, throws.merge(kept, roll)) for roll in rolls]
        return Chance([*rolls.values()], nexts)

    def options(self, casts: int, kept: Combination, table: Combination) -> tuple[Combination, ...]:
        """What may be kept: anything between the dice kept before and all that lie on the table.

        >>> Round().options(1, (), (1, 1, 2))
        ((), (1,), (2,), (1, 1), (1, 2), (1, 1, 2))
        >>> Round().options(3, (1,), (1, 1, 2)), Round(player="next").options(1, (1,), (1, 1, 2))
        (((1, 1, 2),), ((1,), (1, 1), (1, 2)))
        """
        try:
            found = _options(self.dice, self.faces, self.casts, casts, kept, table)
        except TypeError:
            raise ValueError(f"dice are tuples, not {shown(kept)} or {shown(table)}") from None
        if casts == self.casts:
            return found[-1:]
        return found[:-1] if self.player == "next" else found

    def worth(self, casts: int, hand: Combination) -> Fraction:
        """Utility of an end, exactly.

        Raises
        ------
        ValueError
            If the utility has nothing to say of it, or no finite number.

        Examples
        --------
        >>> Round().worth(2, (1, 2, 4))
        Fraction(10, 1)
        """
        if callable(self.utility):
            return _exactly(self.utility(hand), hand)
        if (casts, hand) not in self.utility:
            raise ValueError(f"the utility misses the hand {hand} after cast {casts}")
        return _exactly(self.utility[casts, hand], hand)

    @cached_property
    def states(self) -> tuple[Combination, ...]:
        """What may be kept, from no die to all; the fewer dice the first, then lexicographic."""
        faces = range(1, self.faces + 1)
        return tuple(s for n in range(self.dice + 1) for s in throws.combinations(n, faces))

    @cached_property
    def hands(self) -> tuple[Combination, ...]:
        """The combinations of all dice, in lexicographic order."""
        return throws.combinations(self.dice, range(1, self.faces + 1))

    @property
    def ends(self) -> range:
        """Numbers of casts after which the round can end."""
        return range(1 if self.player == "first" else self.casts, self.casts + 1)
