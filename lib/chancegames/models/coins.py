r"""The coins game: flip as many of your coins as you wish, until you have the points you need.

A state is a pair: coins left, points still needed.  An action is how many coins to flip.  A *bad*
throw loses some of the coins flipped; any other throw keeps them all and earns a point for each
head.  Enough points win, no coins left lose.  With 1 for a win and 0 for a loss, the value of a
state is the chance of winning:

.. math:: V(c, p) = \max_{1 \le n \le c} \sum_{(l, e)} P_n(l, e)\, V(c - l, p - e),

where a throw of :math:`n` coins loses :math:`l` coins and earns :math:`e` points.

Source 002, "Coins".  It prints the condition for a bad throw twice and differently, hence the
readings.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from chancegames.base.checks import door, require_integer, require_one_of, shown
from chancegames.maths.game import Chance, Choice, Node, Terminal
from chancegames.maths.solution import Policy

State = tuple[int, ...]
IS_BAD: dict[str, Callable[[int, int], bool]] = {
    "≥": lambda tails, heads: tails >= heads,
    "=": lambda tails, heads: tails == heads,
    ">": lambda tails, heads: tails > heads,
    "always": lambda tails, heads: True,
}
LOST: dict[str, Callable[[int, int], int]] = {
    "tails": lambda tails, heads: tails,
    "heads": lambda tails, heads: heads,
    "throw": lambda tails, heads: tails + heads,
}

#: Most coins, and most points: solving the largest game exactly takes some five seconds.
MOST = 40


@door
@dataclass(frozen=True)
class Reading:
    """How to read the rule for a bad throw: which throws are bad, and what they cost.

    The lecture notes leave it open; the default is the usual game.

    Attributes
    ----------
    bad : {"≥", "=", ">", "always"}
        How the tails of a bad throw compare with its heads.
    lost : {"tails", "heads", "throw"}
        Which of the coins flipped a bad throw loses.
    bad_earns : bool
        Whether a bad throw earns its heads all the same.
    """

    bad: str = "≥"
    lost: str = "tails"
    bad_earns: bool = False

    def __post_init__(self) -> None:
        require_one_of("the comparison of tails with heads", self.bad, IS_BAD)
        require_one_of("what a bad throw loses", self.lost, LOST)
        require_one_of("whether a bad throw earns its heads", self.bad_earns, [False, True])

    def effect(self, tails: int, heads: int) -> tuple[int, int]:
        """Coins lost and points earned by a throw.

        >>> Reading().effect(tails=2, heads=1), Reading().effect(tails=1, heads=2)
        ((2, 0), (0, 2))
        """
        if not IS_BAD[self.bad](tails, heads):
            return 0, heads
        return LOST[self.lost](tails, heads), heads if self.bad_earns else 0

    def throw(self, flipped: int) -> dict[tuple[int, int], Fraction]:
        """Probability of each pair of coins lost and points earned.

        A throw that changes nothing is flipped again until something changes: that takes the loop
        out of the game and leaves the chances of winning as they are.

        >>> Reading().throw(2)
        {(2, 0): Fraction(1, 4), (1, 0): Fraction(1, 2), (0, 2): Fraction(1, 4)}
        """
        require_integer("the number of coins flipped", flipped, 1, MOST)
        ways: Counter[tuple[int, int]] = Counter()
        for heads in range(flipped + 1):
            ways[self.effect(flipped - heads, heads)] += comb(flipped, heads)
        ways.pop((0, 0), None)
        return {change: Fraction(n, ways.total()) for change, n in ways.items()}


@door
@dataclass(frozen=True)
class Rules:
    """How many coins you hold, and how many points win: `Rules(coins=3, points=4)`.

    Attributes
    ----------
    coins, points : int
        Coins to begin with and points to win, from 1 to 40.
    reading : Reading

    Examples
    --------
    Three coins, four points to win: flip all three.

    >>> from chancegames.maths.game import solve
    >>> best = solve(Rules(coins=3, points=4))
    >>> best.value, best.policy((3, 4))
    (Fraction(25, 64), {3: 1})
    """

    coins: int
    points: int
    reading: Reading = Reading()

    def __post_init__(self) -> None:
        require_integer("the number of coins", self.coins, 1, MOST)
        require_integer("the number of points", self.points, 1, MOST)
        if not isinstance(self.reading, Reading):
            raise ValueError(f"the reading must be a Reading, not {shown(self.reading)}")

    @property
    def start(self) -> State:
        """All coins, all points still needed."""
        return self.coins, self.points

    def node(self, state: State) -> Node:
        """Win, lose, choose how many coins to flip, or flip them."""
        coins, points, *flipped = state
        if points <= 0:
            return Terminal(1)
        if coins == 0:
            return Terminal(0)
        if not flipped:
            counts = range(1, coins + 1)
            return Choice(counts, [(coins, points, n) for n in counts])
        throw = self.reading.throw(*flipped)
        nexts = [(coins - lost, points - earned) for lost, earned in throw]
        return Chance([*throw.values()], nexts)


@door
def flip_at_most(most: int) -> Policy[State, int]:
    """Policy that flips a given number of coins, or all that are left if they are fewer.

    >>> flip_at_most(2)((5, 3))
    {2: 1}
    """
    require_integer("the number of coins to flip", most)
    return lambda state: {min(most, state[0]): 1}
