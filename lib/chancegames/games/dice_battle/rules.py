"""The rules of a throw, as data (source 004, introduction)."""

from dataclasses import dataclass

from chancegames.base.checks import require_positive_integer


@dataclass(frozen=True)
class Rules:
    """What a throw is worth and how many dice it may have.

    A throw of :math:`d` dice scores the sum of its faces, unless one of them is a 1: then it
    scores `bust_score` whatever the others show.

    Attributes
    ----------
    dice : int
        The largest number of dice in a throw, the source's *D*.
    faces : int
        Faces of a die, numbered from 1.
    bust_score : int
        Score of a throw with a 1 in it: 1 in the source, 0 in the variant that the source sets
        aside as impossible to solve.

    Raises
    ------
    ValueError
        If `dice` or `faces` is not an integer of at least 1 (2 for faces), or `bust_score` is
        neither 0 nor 1.

    Examples
    --------
    >>> Rules(dice=10)
    Rules(dice=10, faces=6, bust_score=1)
    >>> Rules(dice=0)
    Traceback (most recent call last):
        ...
    ValueError: the number of dice must be an integer of at least 1, not 0
    """

    dice: int
    faces: int = 6
    bust_score: int = 1

    def __post_init__(self) -> None:
        require_positive_integer("the number of dice", self.dice)
        if require_positive_integer("the number of faces", self.faces) < 2:
            raise ValueError("a die without a face other than 1 always shows it: use 2 faces")
        if self.bust_score not in (0, 1):
            raise ValueError(f"a throw with a 1 scores 0 or 1, not {self.bust_score!r}")

    @property
    def throws(self) -> range:
        """The numbers of dice that may be thrown, from 1 to `dice`."""
        return range(1, self.dice + 1)

    def check_throw(self, dice: object) -> int:
        """Return `dice` if that many may be thrown.

        Raises
        ------
        ValueError
            If `dice` is not an integer from 1 to the largest number allowed.
        """
        if require_positive_integer("the number of dice thrown", dice) > self.dice:
            raise ValueError(f"a throw has 1 to {self.dice} dice, not {dice}")
        return int(dice)
