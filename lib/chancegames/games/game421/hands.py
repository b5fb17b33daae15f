"""Hands as players write them, and what a hand can be worth."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import prod
from numbers import Integral

from chancegames.base.checks import door, is_hashable, shown
from chancegames.maths.dice import Combination, require_dice
from chancegames.models.game421 import TOKENS, tokens

Hand = Sequence[int] | str | int


def hand(digits: Hand) -> Combination:
    """Read a combination off its digits or its faces, in any order.

    Raises
    ------
    ValueError
        If it is neither: digits go from 1 to 9.

    Examples
    --------
    >>> hand(421), hand("421"), hand((4, 2, 1))
    ((1, 2, 4), (1, 2, 4), (1, 2, 4))
    """
    if isinstance(digits, str | int | Integral):
        return require_dice(str(digits), faces=9)
    return require_dice(digits, faces=None)


@door
def digits(faces: Sequence[int] | str) -> str:
    """Write a combination as players do, the greatest face first; its faces go up to 9.

    Examples
    --------
    >>> digits((1, 2, 4))
    '421'
    """
    return "".join(map(str, require_dice(faces, faces=9)[::-1]))


@door
@dataclass(frozen=True)
class Aim:
    """The utility of a player who wants certain hands and nothing else: 1 for them, 0 for others.

    Attributes
    ----------
    hands : frozenset of combinations

    Examples
    --------
    >>> Aim.at("421")("421"), Aim.at("421", "111")((1, 1, 2))
    (1, 0)
    """

    hands: frozenset[Combination]

    @classmethod
    def at(cls, *hands: Hand) -> "Aim":
        """Aim at any of these hands."""
        return cls(frozenset(map(hand, hands)))

    def __call__(self, shown: Sequence[int] | str) -> int:
        """Whether the dice show what is wanted."""
        known = isinstance(shown, tuple) and is_hashable(shown) and shown in TOKENS  # and sorted
        return int((shown if known else hand(shown)) in self.hands)


def _product_less_one(faces: Combination) -> int:
    """Product of the faces, each less one."""
    return prod(face - 1 for face in faces)


#: Utilities of hands by the names that the sources give them.
UTILITIES: dict[str, Callable[[Combination], int]] = {
    **{
        f"delta{points}": Aim.at(*points.split("+"))
        for points in (
            "123",
            "123+456",
            "123+234",
            "111+222",
            "123+345+156",
            "111+222+113+223",
        )
    },
    "transfer": tokens,
    "Max": max,
    "Total": sum,
    "Times(face-1)": _product_less_one,
    "Times": prod,
}


@door
def utility(name: str) -> Callable[[Combination], int]:
    """Utility by its name: hands of equal worth such as ``delta123+456``, or one of `UTILITIES`.

    Raises
    ------
    ValueError
        If there is no such utility.

    Examples
    --------
    >>> utility("Total")((1, 2, 4)), utility("delta123+456")((4, 5, 6))
    (7, 1)
    """
    if name in UTILITIES:
        return UTILITIES[name]
    if not name.startswith("delta"):
        raise ValueError(
            f"no utility is called {shown(name, 40)}; known: delta..., {', '.join(UTILITIES)}"
        )
    points = name.removeprefix("delta").split("+")
    return Aim.at(*(require_dice(hand(point), size=3) for point in points))
