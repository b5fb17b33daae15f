r"""What a position is worth: depreciation factors, and two strategies that use them.

Johnson (1970, chapter 5) supposes that the chance of winning from a split point of value :math:`x`
is about :math:`Kx`, with the same :math:`K` one move on, and solves one move's equation for
:math:`K`.  As :math:`x\to 0` the factor tends to the chance of winning in the dependent form.

If the split ratio varies, a split point already looked at is worth more or less than its value
says.  B'STRAT and H'STRAT look where BSTRAT and HSTRAT do, and move to the point worth most.
"""

from dataclasses import dataclass

import numba

from chancegames.base.compiled import INNER
from chancegames.games.tree_solitaire.diagrams import Fork, fork
from chancegames.games.tree_solitaire.policies import BothBranches, Branch, HighFirst, Policy, View
from chancegames.games.tree_solitaire.rules import ConstantRatio, Number, TreeSolitaire


def depreciation_factor(policy: Policy, game: TreeSolitaire, x: Number) -> Number:
    """The factor K with which one move reproduces itself: K x = win + K (value moved to).

    Parameters
    ----------
    policy : Coin, HighFirst(0 or 1), LowFirst or BothBranches
        A strategy that arrives at every fork knowing nothing.
    game : TreeSolitaire
        The rules, independent form; of the ratio only the mean is used.
    x : Fraction or float
        Value of the point, in (0, 1].

    Returns
    -------
    number
        Exact if the numbers given are.

    Raises
    ------
    ValueError
        If `x` is outside (0, 1], or the strategy arrives knowing something.

    Notes
    -----
    Johnson (1970), chapter 5: K_L, K_H and K_B.

    Examples
    --------
    >>> from fractions import Fraction
    >>> from chancegames.games.tree_solitaire.policies import LSTRAT
    >>> from chancegames.games.tree_solitaire.rules import constant_game
    >>> depreciation_factor(LSTRAT, constant_game(Fraction(1, 2), Fraction(3, 4)), Fraction(1))
    Fraction(29, 43)
    """
    if not 0 < x <= 1:
        raise ValueError(f"the value of a point must lie in (0, 1], not {x}")
    if isinstance(policy, HighFirst) and policy.looks > 1:
        raise ValueError(f"{policy.name} arrives at a fork knowing something: no factor is defined")
    a, step = game.ratio.mean, _mean_fork(policy, game, x)
    return sum(step.wins) / (x * (1 - step.high * a - step.low * (1 - a)))


def _mean_fork(policy: Policy, game: TreeSolitaire, x: Number) -> Fork:
    """One move at a fork that splits in the mean ratio."""
    return fork(policy, TreeSolitaire(game.ending, ConstantRatio(game.ratio.mean)), x)


def worth(policy: Policy, game: TreeSolitaire, x: Number, ratio: Number) -> Number:
    """Worth of a split point of known value and known split ratio: one move, then factors.

    Parameters
    ----------
    policy : HighFirst(1) or BothBranches
        The strategy that goes on from there.
    game : TreeSolitaire
        The rules; the mean ratio stands for the ratios not yet seen.
    x : Fraction or float
        The value of the point, in (0, 1].
    ratio : Fraction or float
        The split ratio of the point, in [1/2, 1].

    Returns
    -------
    number
        Johnson's C_H or C_B (1970, chapter 5).

    Examples
    --------
    >>> from fractions import Fraction
    >>> from chancegames.games.tree_solitaire.rules import constant_game
    >>> game = constant_game(Fraction(1, 2), Fraction(3, 4))
    >>> round(float(worth(BothBranches(), game, Fraction(1, 2), Fraction(1, 2))), 6)
    0.364583
    """
    step = fork(policy, TreeSolitaire(game.ending, ConstantRatio(ratio)), x)
    total = sum(step.wins)
    for chance, share in ((step.high, ratio), (step.low, 1 - ratio)):
        if chance * share:
            total += chance * share * x * depreciation_factor(policy, game, share * x)
    return total


@dataclass(frozen=True)
class WeighedBoth:
    """B'STRAT: look at both branches; of two split points go to the one worth more.

    Parameters
    ----------
    game : TreeSolitaire
        The rules from which the worth is reckoned.

    Examples
    --------
    >>> from chancegames.games.tree_solitaire.policies import Sight
    >>> from chancegames.games.tree_solitaire.rules import constant_game
    >>> policy = WeighedBoth(constant_game(0.5, 0.75))
    >>> policy.move({"H": Sight("split", 0.51, 0.5), "L": Sight("split", 0.49, 0.9)})
    'L'
    """

    game: TreeSolitaire
    name = "B'STRAT"

    def look(self, view: View) -> str | None:
        """The high branch, then the low one."""
        return BothBranches().look(view)

    def move(self, view: View) -> Branch:
        """As BSTRAT, but between two split points by their worth."""
        high, low = view["H"], view["L"]
        if high.kind == low.kind == "split":
            high_worth = worth(BothBranches(), self.game, high.value, high.ratio)
            return (
                "L" if worth(BothBranches(), self.game, low.value, low.ratio) > high_worth else "H"
            )
        return BothBranches().move(view)


@dataclass(frozen=True)
class WeighedHigh:
    """H'STRAT: look at the high branch; if it splits badly, go to the low one unseen.

    Parameters
    ----------
    game : TreeSolitaire
        The rules from which the worth is reckoned.
    refined : bool
        Whether the low branch, should it split, is weighed as a fork of the mean ratio (the
        source's improvement) or by its depreciation factor alone.

    Examples
    --------
    >>> from chancegames.games.tree_solitaire.policies import Sight
    >>> from chancegames.games.tree_solitaire.rules import constant_game
    >>> here, high = Sight("split", 1.0, 0.51), Sight("split", 0.51, 0.5)
    >>> WeighedHigh(constant_game(0.5, 0.75)).move({"": here, "H": high})
    'L'
    """

    game: TreeSolitaire
    refined: bool = True
    name = "H'STRAT"

    def look(self, view: View) -> str | None:
        """The high branch."""
        return HighFirst(1).look(view)

    def move(self, view: View) -> Branch:
        """As HSTRAT, but leave a split point that is worth less than the low branch."""
        high = view["H"]
        if high.kind != "split":
            return HighFirst(1).move(view)
        stay = worth(HighFirst(1), self.game, high.value, high.ratio)
        return "L" if self.low_worth(view[""].value - high.value) > stay else "H"

    def low_worth(self, low: Number) -> Number:
        """Worth of a low branch of value `low` that was not looked at."""
        game, mean = self.game, self.game.ratio.mean
        if not low:
            return low
        if self.refined:
            split = worth(HighFirst(1), game, low, mean)
        else:
            split = low * depreciation_factor(HighFirst(1), game, low)
        return game.ending * low + game.splitting * split


@numba.njit(**INNER)
def high_factor(e, a, x):  # pragma: no cover - compiled
    """K_H, for the simulator."""
    b, s = 1 - a, 1 - e
    return e * (a + e * b - e * a * b * x) / (1 - s * (a + e * b) + e * s * a * b * x)


@numba.njit(**INNER)
def both_factor(e, a, x):  # pragma: no cover - compiled
    """K_B, for the simulator."""
    b, s = 1 - a, 1 - e
    return e * (1 - e * a * b * x) / (1 - s * (a + e * b) + 2 * e * s * a * b * x)


@numba.njit(**INNER)
def high_worth(e, a, x, r):  # pragma: no cover - compiled
    """C_H, for the simulator."""
    h, b = r * x, (1 - r) * x
    s = 1 - e
    low = e * b + s * b * high_factor(e, a, b)
    return e * h + s * h * high_factor(e, a, h) + e * (1 - h) * low


@numba.njit(**INNER)
def both_worth(e, a, x, r):  # pragma: no cover - compiled
    """C_B, for the simulator."""
    h, b = r * x, (1 - r) * x
    s = 1 - e
    win = 1 - (1 - e * h) * (1 - e * b)
    on = (1 - e * b) * s * h * both_factor(e, a, h) + e * (1 - h) * s * b * both_factor(e, a, b)
    return win + on
