"""A split ratio drawn uniformly for each fork."""

from dataclasses import dataclass
from fractions import Fraction
from math import comb

from chancegames.models.tree_solitaire import Number, require_number


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
        a, b = Fraction(self.smallest), Fraction(self.largest)
        powers = range(high + 1, high + low + 2)
        total = sum((-1) ** k * comb(low, k) * (b**n - a**n) / n for k, n in enumerate(powers)) / (
            b - a
        )
        exact = not isinstance(self.smallest, float) and not isinstance(self.largest, float)
        return total if exact else float(total)
