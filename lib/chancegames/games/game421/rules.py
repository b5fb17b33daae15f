"""Rules of the round of 421 as frozen data: dates, states, options, order, tokens.

A *state* is the combination of the dice pushed away, at an integer *date* :math:`j`, the number of
casts made.  Then all other dice are cast; the *table* is the combination of all dice now seen.  An
*option* is a next state: it lies between the old state and the table (equations (2) to (4) of
Albarede 2007).  The round is over when all dice are pushed away.  The first player may end early;
a next player must cast exactly as often as the first did (equation (10)).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from itertools import product
from numbers import Integral

from chancegames.base.checks import require_positive_integer
from chancegames.maths.dice import Combination, arrangements, combinations

Dated = tuple[int, Combination]
Utility = Mapping[Dated, Fraction]
PLAYERS = ("first", "next")


@dataclass(frozen=True)
class Round:
    """A round of 421.

    Parameters
    ----------
    dice, faces, casts : int
        Numbers of dice, of faces of a die, and of casts at most, each at least 1.
    player : {"first", "next"}
        The first player may stop early; a next player casts exactly `casts` times.

    Raises
    ------
    ValueError
        If a number is not an integer of at least 1 or the player is unknown.

    Examples
    --------
    >>> Round().finals[0]
    (1, 1, 1)
    >>> len(Round().finals), len(Round().states)
    (56, 84)
    """

    dice: int = 3
    faces: int = 6
    casts: int = 3
    player: str = "first"

    def __post_init__(self) -> None:
        """Check the numbers and the player."""
        for name in ("dice", "faces", "casts"):
            require_positive_integer(f"the number of {name}", getattr(self, name))
        if self.player not in PLAYERS:
            raise ValueError(f"the player must be 'first' or 'next', not {self.player!r}")

    @cached_property
    def states(self) -> tuple[Combination, ...]:
        """All combinations of at most `dice` dice: the shorter first, then lexicographic."""
        sizes = range(self.dice + 1)
        return tuple(s for n in sizes for s in combinations(n, range(1, self.faces + 1)))

    @cached_property
    def finals(self) -> tuple[Combination, ...]:
        """The combinations of all dice, in lexicographic order."""
        return combinations(self.dice, range(1, self.faces + 1))

    @property
    def ends(self) -> range:
        """Dates at which the round can end."""
        return (
            range(1, self.casts + 1)
            if self.player == "first"
            else range(self.casts, self.casts + 1)
        )

    def after(self, casts: int, kept: int) -> "Round":
        """Return the round that is left after `casts` casts with `kept` dice pushed away.

        Examples
        --------
        >>> Round().after(1, 1)
        Round(dice=2, faces=6, casts=2, player='first')
        """
        return Round(self.dice - kept, self.faces, self.casts - casts, self.player)

    def tables(self, kept: Combination) -> tuple[tuple[Combination, int], ...]:
        """List what can be on the table after a cast from `kept`, with integer weights.

        Returns
        -------
        tuple of (table, weight)
            The weights sum to ``faces ** (dice - len(kept))``.

        Examples
        --------
        >>> Round(dice=2, faces=2).tables((1,))
        (((1, 1), 1), ((1, 2), 1))
        """
        return _tables(self.dice, self.faces, kept)

    def options(self, date: int, kept: Combination, table: Combination) -> tuple[Combination, ...]:
        """List the states that may follow at `date`: the shorter first, then lexicographic.

        Raises
        ------
        ValueError
            If there is no choice at that date, or a die pushed away is not on the table.

        Examples
        --------
        >>> Round().options(1, (), (1, 1, 2))
        ((), (1,), (2,), (1, 1), (1, 2), (1, 1, 2))
        >>> Round(player="next").options(1, (1,), (1, 1, 2))
        ((1,), (1, 1), (1, 2))
        >>> Round().options(3, (1,), (1, 1, 2))
        ((1, 1, 2),)
        """
        if not 1 <= date <= self.casts:
            raise ValueError(f"the date of a choice must be from 1 to {self.casts}, not {date!r}")
        between = _between(kept, table)
        if date == self.casts:
            return between[-1:]
        return between[:-1] if self.player == "next" else between

    def require_utility(self, utility: Utility) -> Utility:
        """Return `utility` if it gives a rational for every end of the round.

        Raises
        ------
        ValueError
            If a dated final state is missing or its value is no rational number.
        """
        for end in ((date, final) for date in self.ends for final in self.finals):
            if end not in utility:
                raise ValueError(f"the utility misses the final state {end[1]} at date {end[0]}")
            if not isinstance(utility[end], (int, Fraction)):  # a tuple is much the faster
                raise ValueError(f"the utility of {end} must be rational, not {utility[end]!r}")
        return utility


@cache
def _throws(dice: int, faces: int) -> tuple[tuple[Combination, int], ...]:
    return tuple((t, arrangements(t)) for t in combinations(dice, range(1, faces + 1)))


@cache
def _tables(dice: int, faces: int, kept: Combination) -> tuple[tuple[Combination, int], ...]:
    return tuple((tuple(sorted(kept + t)), n) for t, n in _throws(dice - len(kept), faces))


@cache
def _between(low: Combination, high: Combination) -> tuple[Combination, ...]:
    """List the combinations between `low` and `high`, the shorter first, then lexicographic."""
    if not contains(high, low):
        raise ValueError(f"the dice pushed away, {low}, are not all on the table {high}")
    faces = sorted(set(high))
    ranges = [range(low.count(f), high.count(f) + 1) for f in faces]
    found = (
        tuple(f for f, n in zip(faces, counts, strict=True) for _ in range(n))
        for counts in product(*ranges)
    )
    return tuple(sorted(found, key=lambda s: (len(s), s)))


def require_dice(dice: Combination, faces: int = 6, size: int | None = None) -> Combination:
    """Return `dice` sorted if they are dice of so many faces, and so many of them.

    Raises
    ------
    ValueError
        If a face is not on the dice or their number is wrong.

    Examples
    --------
    >>> require_dice((4, 2, 1))
    (1, 2, 4)
    """
    if not all(isinstance(f, Integral) and 1 <= f <= faces for f in dice):
        raise ValueError(f"the dice must show faces from 1 to {faces}, not {dice!r}")
    if size is not None and len(dice) != size:
        raise ValueError(f"there must be {size} dice, not {len(dice)} as in {dice!r}")
    return tuple(sorted(dice))


def contains(whole: Combination, part: Combination) -> bool:
    """Tell whether `part` is a sub-combination of `whole`.

    Examples
    --------
    >>> contains((1, 2, 2), (2, 2)), contains((1, 2, 4), (2, 2))
    (True, False)
    """
    return all(whole.count(f) >= part.count(f) for f in set(part))


def minus(whole: Combination, part: Combination) -> Combination:
    """Take the dice of `part` out of `whole`.

    Examples
    --------
    >>> minus((1, 2, 2), (2,))
    (1, 2)
    """
    rest = list(whole)
    for face in part:
        rest.remove(face)
    return tuple(rest)
