r"""Tree Solitaire: how the tree grows, how value is split, and which end points win.

A tree begins with a *fork*.  Each of its two bottom points is an *end point* with probability
:math:`E`, the ending probability, and otherwise a *split point* below which a new fork hangs.
The top has value 1; a fork shares the value :math:`x` of its top between its high branch,
:math:`Rx`, and its low branch, :math:`(1-R)x`, where :math:`R` is the *split ratio*, a constant or
drawn afresh for each fork.

* In the **independent** form an end point of value :math:`v` wins with probability :math:`v`, by
  itself.
* In the **dependent** form exactly one end point wins, and it is this one with probability
  :math:`v`.

The player goes down from the top; what his looks may show and how he moves is a *policy*
(:mod:`chancegames.games.tree_solitaire.policies`).

Source: D. S. Johnson, *Look-ahead strategies in one person games with randomly generated game
trees*, MIT AI Memo 205 (1970), chapters 1 and 2.
"""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

Number = Fraction | float
Form = Literal["independent", "dependent"]


@dataclass(frozen=True)
class ConstantRatio:
    """Each fork gives the share `high` of its value to its high branch.

    Parameters
    ----------
    high : Fraction or float
        The split ratio, from 1/2 to 1.

    Raises
    ------
    ValueError
        If `high` is outside [1/2, 1].

    Examples
    --------
    >>> ConstantRatio(Fraction(3, 4)).moment(1, 1)
    Fraction(3, 16)
    """

    high: Number

    def __post_init__(self) -> None:
        if not Fraction(1, 2) <= self.high <= 1:
            raise ValueError(f"the split ratio must lie in [1/2, 1], not {self.high}")

    @property
    def mean(self) -> Number:
        """Expected share of the high branch."""
        return self.high

    def moment(self, high: int, low: int) -> Number:
        """Expected value of R**high (1 - R)**low."""
        return self.high**high * (1 - self.high) ** low


@dataclass(frozen=True)
class UniformRatio:
    """Each fork draws its split ratio uniformly from [`least`, `greatest`].

    Parameters
    ----------
    least, greatest : Fraction or float
        The ends of the range, 1/2 <= least < greatest <= 1.

    Raises
    ------
    ValueError
        If the range is empty or leaves [1/2, 1].

    Examples
    --------
    >>> UniformRatio().mean, UniformRatio().moment(1, 1)
    (Fraction(3, 4), Fraction(1, 6))
    """

    least: Number = Fraction(1, 2)
    greatest: Number = Fraction(1)

    def __post_init__(self) -> None:
        if not Fraction(1, 2) <= self.least < self.greatest <= 1:
            raise ValueError(
                "a range of split ratios must satisfy 1/2 <= least < greatest <= 1, "
                f"not {self.least}, {self.greatest}"
            )

    @property
    def mean(self) -> Number:
        """Expected share of the high branch."""
        return (self.least + self.greatest) / 2

    def moment(self, high: int, low: int) -> Number:
        """Expected value of R**high (1 - R)**low."""
        return self._integral(high, low) / (self.greatest - self.least)

    def _integral(self, i: int, j: int) -> Number:
        """Integral of r**i (1 - r)**j, by parts on the smaller exponent: no cancellation."""
        a, b = self.least, self.greatest
        if i == 0:
            return ((1 - a) ** (j + 1) - (1 - b) ** (j + 1)) / (j + 1)
        if j == 0:
            return (b ** (i + 1) - a ** (i + 1)) / (i + 1)
        if i <= j:
            edge = a**i * (1 - a) ** (j + 1) - b**i * (1 - b) ** (j + 1)
            return (edge + i * self._integral(i - 1, j + 1)) / (j + 1)
        edge = b ** (i + 1) * (1 - b) ** j - a ** (i + 1) * (1 - a) ** j
        return (edge + j * self._integral(i + 1, j - 1)) / (i + 1)


Ratio = ConstantRatio | UniformRatio


@dataclass(frozen=True)
class TreeSolitaire:
    """The rules of one class of games.

    Parameters
    ----------
    ending : Fraction or float
        Probability E that a point ends the tree, in (0, 1].
    ratio : ConstantRatio or UniformRatio
        How a fork shares its value.
    form : {"independent", "dependent"}
        Whether each end point wins by itself, or exactly one wins.

    Raises
    ------
    ValueError
        If `ending` is outside (0, 1] or `form` is unknown.

    Examples
    --------
    >>> game = TreeSolitaire(Fraction(1, 2), ConstantRatio(Fraction(3, 4)))
    >>> game.splitting, game.finite
    (Fraction(1, 2), True)
    """

    ending: Number
    ratio: Ratio
    form: Form = field(default="independent")

    def __post_init__(self) -> None:
        require_ending(self.ending)
        if self.form not in ("independent", "dependent"):
            raise ValueError(f"the form must be independent or dependent, not {self.form!r}")

    @property
    def splitting(self) -> Number:
        """Probability S = 1 - E that a point splits."""
        return 1 - self.ending

    @property
    def finite(self) -> bool:
        """Whether the tree is finite almost surely: E >= 1/2 (a critical branching process)."""
        return self.ending >= Fraction(1, 2)


def require_ending(ending: Number) -> None:
    """Raise ValueError unless 0 < `ending` <= 1."""
    if not 0 < ending <= 1:
        raise ValueError(f"the ending probability must lie in (0, 1], not {ending}")


def constant_game(ending: Number, high: Number, form: Form = "independent") -> TreeSolitaire:
    """Tree Solitaire with a constant split ratio.

    Parameters
    ----------
    ending : Fraction or float
        E, in (0, 1].
    high : Fraction or float
        A, in [1/2, 1].
    form : {"independent", "dependent"}
        The form of the game.

    Returns
    -------
    TreeSolitaire

    Examples
    --------
    >>> constant_game(Fraction(1, 2), Fraction(3, 4)).ratio.mean
    Fraction(3, 4)
    """
    return TreeSolitaire(ending, ConstantRatio(high), form)
