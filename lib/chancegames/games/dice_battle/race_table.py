"""What the tables of both races share: their size, their states, how one asks for a value.

A table is indexed by what the players still lack; a reader of source 004 asks by scores.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from fractions import Fraction

import numpy as np

from chancegames.base.checks import require_positive_integer

Number = Fraction | float

#: No table larger than this is allocated.
MAX_BYTES = 2**31


class RaceTable(ABC):
    """A solved race, asked by scores.

    Attributes
    ----------
    goal : int
        The largest goal that the table serves.
    values : ndarray of float or Fraction, shape (goal + 1, goal + 1)
        By points lacked.
    """

    goal: int
    values: np.ndarray

    def value(self, own: int, other: int, goal: int | None = None) -> Number:
        """Expected gain (win 1, loss -1) at two *scores*: EG(i, j) of source 004.

        In the race in turn it is the gain of the player who is to throw.

        Parameters
        ----------
        own, other : int
            Points already scored, from 0 to below the goal.
        goal : int, optional
            A goal up to that of the table, which is the default.

        Returns
        -------
        float or Fraction

        Raises
        ------
        ValueError
            If this is no state of the race.

        Examples
        --------
        >>> from chancegames.games.dice_battle import race
        >>> from chancegames.games.dice_battle.rules import Rules
        >>> round(race.solve(10, Rules(dice=4)).value(8, 9), 4)
        0.6667
        """
        return self.values.item(self.lacks(own, other, goal))

    def best_throws(self, own: int, other: int, goal: int | None = None) -> tuple[int, ...]:
        """*All* optimal numbers of dice at two scores.

        Parameters
        ----------
        own, other, goal
            As for `value`.

        Returns
        -------
        tuple of int
            Exactly the ties if the table is exact, else those within a rounding error.  Empty if
            both throw at once and the player has to mix.

        Raises
        ------
        ValueError
            If this is no state of the race.

        Examples
        --------
        >>> from chancegames.games.dice_battle import race
        >>> from chancegames.games.dice_battle.rules import Rules
        >>> race.solve(10, Rules(dice=4)).best_throws(9, 0)
        (1, 2, 3, 4)
        """
        return tuple(self._best(*self.lacks(own, other, goal)))

    @abstractmethod
    def _best(self, a: int, b: int) -> Iterable[int]:
        """All optimal numbers of dice, by points lacked."""

    def lacks(self, own: int, other: int, goal: int | None = None) -> tuple[int, int]:
        """What both players lack at two scores: where the tables hold that state.

        Parameters
        ----------
        own, other, goal
            As for `value`.

        Returns
        -------
        tuple of int

        Raises
        ------
        ValueError
            If this is no state of the race.
        """
        return check_state(own, other, goal, self.goal)

    @property
    def is_exact(self) -> bool:
        """Whether the values are Fractions."""
        return self.values.dtype == object


def check_goal(goal: object, bytes_per_state: int) -> int:
    """Return the goal if it is an integer of at least 1 whose table is of bearable size.

    Parameters
    ----------
    goal : object
        Points to reach.
    bytes_per_state : int
        Memory for one entry of all tables together.

    Returns
    -------
    int

    Raises
    ------
    ValueError
        If the goal is not such an integer; nothing has been allocated.

    Examples
    --------
    >>> check_goal(4_000_000, 16)
    Traceback (most recent call last):
        ...
    ValueError: a race to 4000000 needs 256,000 GB of memory, the limit is 2 GB
    """
    number = require_positive_integer("the goal", goal)
    check_memory(f"a race to {number}", (number + 1) ** 2 * bytes_per_state)
    return number


def check_memory(what: str, needed: int) -> None:
    """Refuse what would not fit into memory, before anything is allocated.

    Parameters
    ----------
    what : str
        For the message.
    needed : int
        Bytes.

    Raises
    ------
    ValueError
        If more is needed than `MAX_BYTES`.

    Examples
    --------
    >>> check_memory("a table", 10**12)
    Traceback (most recent call last):
        ...
    ValueError: a table needs 1,000 GB of memory, the limit is 2 GB
    """
    if needed > MAX_BYTES:
        raise ValueError(
            f"{what} needs {needed / 1e9:,.0f} GB of memory, the limit is {MAX_BYTES / 1e9:.0f} GB"
        )


def check_state(own: object, other: object, goal: object, largest: int) -> tuple[int, int]:
    """Turn two scores into what both players lack.

    Parameters
    ----------
    own, other : object
        Points already scored.
    goal : object
        Points to reach; None for `largest`.
    largest : int
        The goal of the table that is asked.

    Returns
    -------
    tuple of int
        Points lacked by the player and by the opponent.

    Raises
    ------
    ValueError
        If these are not integers, or no state that the table knows.

    Examples
    --------
    >>> check_state(8, 9, None, 10)
    (2, 1)
    >>> check_state(10, 9, None, 10)
    Traceback (most recent call last):
        ...
    ValueError: no state in a race to 10, of at most 10: scores 10 and 9
    """
    total = largest if goal is None else goal
    numbers = own, other, total
    integers = all(hasattr(n, "__index__") and not isinstance(n, bool) for n in numbers)
    if not integers or not (0 <= own < total and 0 <= other < total and total <= largest):
        raise ValueError(
            f"no state in a race to {total}, of at most {largest}: scores {own} and {other}"
        )
    return int(total - own), int(total - other)
