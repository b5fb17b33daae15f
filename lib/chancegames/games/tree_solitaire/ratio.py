"""Ratios other than one number: drawn uniformly for each fork, or shares of several branches."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import comb, fsum

from chancegames.base.checks import require_integer, shown
from chancegames.models.tree_solitaire import Number, require_number

#: Highest power whose mean is found, exactly.
MOST_POWER = 10_000


@dataclass(frozen=True)
class UniformRatio:
    """Each fork draws its split ratio uniformly from `smallest` to `largest`.

    Attributes
    ----------
    smallest, largest : number
        The ends of the range, 1/2 <= smallest < largest <= 1.

    Examples
    --------
    >>> UniformRatio().mean, UniformRatio().moment(1, 1)
    (Fraction(3, 4), Fraction(1, 6))
    """

    smallest: Number = Fraction(1, 2)
    largest: Number = Fraction(1)

    def __post_init__(self) -> None:
        require_number("the smallest split ratio", self.smallest, Fraction(1, 2), 1)
        require_number("the largest split ratio", self.largest, Fraction(1, 2), 1)
        if not self.smallest < self.largest:
            raise ValueError(
                "the smallest split ratio must lie below the largest, "
                f"not {self.smallest}, {self.largest}"
            )

    @property
    def mean(self) -> Number:
        """Expected share of the high branch."""
        return (self.smallest + self.largest) / 2

    def moment(self, high: int, low: int) -> Number:
        """Expected value of R**high (1 - R)**low, without rounding on the way."""
        for power in (high, low):
            require_integer("a power of the ratio", power, 0, MOST_POWER)
        a, b = Fraction(self.smallest), Fraction(self.largest)
        powers = range(high + 1, high + low + 2)
        total = sum((-1) ** k * comb(low, k) * (b**n - a**n) / n for k, n in enumerate(powers)) / (
            b - a
        )
        exact = not isinstance(self.smallest, float) and not isinstance(self.largest, float)
        return total if exact else float(total)


@dataclass(frozen=True)
class Shares:
    """Beyond the source: each fork has several branches, which get fixed shares of its value.

    "The low branch" becomes the second highest, as the source suggests (Johnson, 1970, chapter 6).
    A strategy that knows a high and a low branch then plays as before, the moments of a fork are
    those of its two highest branches, and so the power series goes through word for word.

    Attributes
    ----------
    shares : tuple of numbers
        At least two, not increasing, summing to 1.

    Examples
    --------
    >>> Shares((Fraction(1, 2), Fraction(1, 3), Fraction(1, 6))).moment(1, 1)
    Fraction(1, 6)
    """

    shares: tuple[Number, ...]

    def __post_init__(self) -> None:
        if not isinstance(self.shares, Sequence):
            raise ValueError(f"shares are a sequence of numbers, not {shown(self.shares)}")
        for share in self.shares:
            require_number("the share of a branch", share, 0, 1)
        falling = all(a >= b for a, b in pairwise(self.shares))
        if len(self.shares) < 2 or not falling or abs(fsum(self.shares) - 1) > 1e-12:
            raise ValueError(
                "the shares of two branches or more must not increase, and sum to 1, "
                f"not {shown(self.shares)}"
            )
        object.__setattr__(self, "shares", tuple(self.shares))

    @property
    def mean(self) -> Number:
        """Share of the highest branch."""
        return self.shares[0]

    def moment(self, high: int, low: int) -> Number:
        """Powers of the two highest shares, multiplied."""
        return self.shares[0] ** high * self.shares[1] ** low
