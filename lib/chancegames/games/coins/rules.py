"""Rules of the coins game, one frozen value for each way the lecture's notes can be read.

A player holds coins and needs points.  On each turn the player flips as many of the coins as
wished.  A *bad* throw loses some of the coins flipped; any other throw keeps them all and earns a
point a head.  Enough points win, no coins left lose.  The notes (source 002, "Coins") print the
condition for a bad throw twice and differently, hence the variants.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import comb
from operator import eq, ge, gt
from typing import Literal

IS_BAD = {"≥": ge, "=": eq, ">": gt, "always": lambda tails, heads: True}


@dataclass(frozen=True)
class CoinRules:
    """One reading of the rules.

    Attributes
    ----------
    name : str
    bad : {"≥", "=", ">", "always"}
        How the tails of a bad throw compare with its heads.
    lost : {"tails", "heads", "throw"}
        Which of the coins flipped a bad throw loses.
    bad_earns : bool
        Whether a bad throw earns its heads nevertheless.
    """

    name: str
    bad: Literal["≥", "=", ">", "always"]
    lost: Literal["tails", "heads", "throw"] = "tails"
    bad_earns: bool = False


FIRST_PRINTED = CoinRules("as first printed: #T ≥ #H loses the tails", "≥")
LAST_PRINTED = CoinRules("as last printed: #T = #H loses the tails", "=")
MORE_TAILS = CoinRules("#T > #H loses the tails", ">")
WHOLE_THROW = CoinRules("#T ≥ #H loses the whole throw", "≥", lost="throw")
HEADS_LOST = CoinRules("#T ≥ #H loses the heads", "≥", lost="heads")
EVERY_THROW = CoinRules("every throw loses its tails and earns its heads", "always", bad_earns=True)
READINGS = (FIRST_PRINTED, LAST_PRINTED, MORE_TAILS, WHOLE_THROW, HEADS_LOST, EVERY_THROW)


def effect(rules: CoinRules, flipped: int, heads: int) -> tuple[int, int]:
    """Coins lost and points earned by a throw.

    Parameters
    ----------
    rules : CoinRules
    flipped : int
    heads : int
        At most `flipped`.

    Returns
    -------
    tuple of int
        Coins lost, points earned.

    Examples
    --------
    >>> effect(FIRST_PRINTED, flipped=3, heads=1), effect(FIRST_PRINTED, flipped=3, heads=2)
    ((2, 0), (0, 2))
    """
    tails = flipped - heads
    if not IS_BAD[rules.bad](tails, heads):
        return 0, heads
    lost = {"tails": tails, "heads": heads, "throw": flipped}[rules.lost]
    return lost, heads if rules.bad_earns else 0


def throw_law(rules: CoinRules, flipped: int) -> dict[tuple[int, int], Fraction]:
    """Exact law of what a throw changes, given that it changes something.

    Under some readings a throw may change nothing.  The player then is where they were, may flip
    the same coins again, and does so until something changes: that takes the loop out of the game
    and leaves the chances of winning as they are.

    Parameters
    ----------
    rules : CoinRules
    flipped : int
        At least 1.

    Returns
    -------
    dict
        Probability of each pair of coins lost and points earned.

    Examples
    --------
    >>> throw_law(FIRST_PRINTED, 2)
    {(2, 0): Fraction(1, 4), (1, 0): Fraction(1, 2), (0, 2): Fraction(1, 4)}
    >>> throw_law(LAST_PRINTED, 1)
    {(0, 1): Fraction(1, 1)}
    """
    ways: dict[tuple[int, int], int] = {}
    for heads in range(flipped + 1):
        change = effect(rules, flipped, heads)
        ways[change] = ways.get(change, 0) + comb(flipped, heads)
    ways.pop((0, 0), None)
    return {change: Fraction(n, sum(ways.values())) for change, n in ways.items()}
