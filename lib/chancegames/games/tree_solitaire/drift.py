r"""Game 3: values that drift instead of shrinking (Johnson, 1970, chapter 6).

The branches of a fork of value :math:`v` have the values :math:`v+A` and :math:`v-A` (the source
takes the means of two random steps); an end point of value :math:`v` wins with probability
:math:`v` cut to [0, 1].  The value of a position no longer falls as the game goes on.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil

from chancegames.games.tree_solitaire.policies import BothBranches, HighFirst, LowFirst, Policy
from chancegames.games.tree_solitaire.rules import Number, require_ending


@dataclass(frozen=True)
class DriftGame:
    """The rules of one class of games of form 3.

    Parameters
    ----------
    ending : Fraction or float
        Probability E that a point ends the tree, in (0, 1].
    top : Fraction or float
        Value T of the top, in [0, 1].
    step : Fraction or float
        What a branch's value differs by from its fork's, A >= 0.

    Raises
    ------
    ValueError
        If a number is out of range.

    Examples
    --------
    >>> from fractions import Fraction
    >>> DriftGame(Fraction(1, 2), Fraction(1, 2), Fraction(1, 6)).chance(3)
    Fraction(1, 1)
    """

    ending: Number
    top: Number
    step: Number

    def __post_init__(self) -> None:
        require_ending(self.ending)
        require_top(self.top)
        if self.step < 0:
            raise ValueError(f"the step must not be negative, not {self.step}")

    def chance(self, level: int) -> Number:
        """Chance that an end point `level` steps above the top's value wins."""
        value = self.top + level * self.step
        return min(max(value, 0 * value), 1 + 0 * value)


def require_top(top: Number) -> None:
    """Raise ValueError unless 0 <= `top` <= 1."""
    if not 0 <= top <= 1:
        raise ValueError(f"the value of the top must lie in [0, 1], not {top}")


@dataclass(frozen=True)
class Outcomes:
    """A move: the chances to win, to lose, and to go on from the high and the low branch."""

    win: Number
    lose: Number
    high: Number
    low: Number


def outcomes(policy: Policy, game: DriftGame, level: int) -> Outcomes:
    """What STRAT, HSTRAT, LSTRAT or BSTRAT does at a fork `level` steps above the top's value.

    Parameters
    ----------
    policy : HighFirst(0 or 1), LowFirst(1) or BothBranches
        The strategy.
    game : DriftGame
        The rules.
    level : int
        Where the fork stands.

    Returns
    -------
    Outcomes

    Raises
    ------
    ValueError
        If the strategy is another one.

    Examples
    --------
    >>> from fractions import Fraction
    >>> from chancegames.games.tree_solitaire.policies import HSTRAT
    >>> game = DriftGame(Fraction(1, 2), Fraction(1, 2), Fraction(1, 6))
    >>> outcomes(HSTRAT, game, 0).win, outcomes(HSTRAT, game, 0).lose
    (Fraction(13, 36), Fraction(1, 18))
    """
    e, s = game.ending, 1 - game.ending
    high, low = e * game.chance(level + 1), e * game.chance(level - 1)
    if policy == HighFirst(0):
        return Outcomes(high, e - high, s, 0)
    if policy == HighFirst(1):
        return Outcomes(high + (e - high) * low, (e - high) * (e - low), s, (e - high) * s)
    if policy == LowFirst(1):
        return Outcomes(low + (1 - low) * high, (1 - low) * (e - high), (1 - low) * s, 0)
    if policy == BothBranches():
        win = 1 - (1 - high) * (1 - low)
        return Outcomes(win, (e - high) * (e - low), (1 - low) * s, (e - high) * s)
    raise ValueError(f"game 3 is not solved for {policy!r}")


def moves(policy: Policy, game: DriftGame) -> Iterator[tuple[Number, Number]]:
    """Chances to win and to lose on move 1, 2, ..., without end; exact if the game's numbers are.

    Parameters
    ----------
    policy, game
        As for :func:`outcomes`.

    Yields
    ------
    win, lose

    Examples
    --------
    >>> from fractions import Fraction
    >>> from itertools import islice
    >>> from chancegames.games.tree_solitaire.policies import LSTRAT
    >>> game = DriftGame(Fraction(1, 2), Fraction(1, 2), Fraction(1, 6))
    >>> [str(lose) for _, lose in islice(moves(LSTRAT, game), 3)]
    ['5/36', '5/192', '0']
    """
    here: dict[int, Number] = {0: 1}
    while True:
        win = lose = 0
        there: dict[int, Number] = {}
        for level, chance in here.items():
            step = outcomes(policy, game, level)
            win, lose = win + chance * step.win, lose + chance * step.lose
            for way, on in ((1, step.high), (-1, step.low)):
                if on:
                    there[level + way] = there.get(level + way, 0) + chance * on
        yield win, lose
        here = there


def standing_levels(policy: Policy, game: DriftGame, count: int) -> tuple[dict[int, Number], ...]:
    """Law of the level of the split point where the player stands, after 0 to `count` moves.

    Parameters
    ----------
    policy, game
        As for :func:`outcomes`.
    count : int
        How many moves.

    Returns
    -------
    tuple of dict
        Level to chance.

    Examples
    --------
    >>> from fractions import Fraction
    >>> from chancegames.games.tree_solitaire.policies import HSTRAT
    >>> game = DriftGame(Fraction(1, 2), Fraction(1, 2), Fraction(1, 6))
    >>> standing_levels(HSTRAT, game, 1)[1]
    {1: Fraction(1, 2), -1: Fraction(1, 12)}
    """
    laws: list[dict[int, Number]] = [{0: 1}]
    for _ in range(count):
        there: dict[int, Number] = {}
        for level, chance in laws[-1].items():
            step = outcomes(policy, game, level)
            for way, on in ((1, step.high), (-1, step.low)):
                if on:
                    there[level + way] = there.get(level + way, 0) + chance * on
        laws.append(there)
    return tuple(laws)


@dataclass(frozen=True)
class DriftSolution:
    """Chance of winning, enclosed.

    Attributes
    ----------
    lower, upper : float
        Bounds: the ladder of values is cut off below, once as lost and once as won.
    """

    lower: float
    upper: float

    @property
    def value(self) -> float:
        """The middle of the bounds."""
        return (self.lower + self.upper) / 2


def drift_chance(policy: Policy, game: DriftGame, depth: int = 60) -> DriftSolution:
    """Chance of winning game 3, from the linear equations of all levels.

    Parameters
    ----------
    policy, game
        As for :func:`outcomes`; the step must be positive.
    depth : int, optional
        How many levels below the top are kept.

    Returns
    -------
    DriftSolution
        Bounds that meet as `depth` grows.

    Raises
    ------
    ValueError
        If the step is 0 (use :func:`flat_chance`) or `depth` is below 1.

    Examples
    --------
    >>> from chancegames.games.tree_solitaire.policies import HSTRAT
    >>> round(drift_chance(HSTRAT, DriftGame(0.5, 0.5, 1 / 6)).value, 9)
    0.916472804
    """
    if game.step == 0:
        raise ValueError("with step 0 there is one level only: use flat_chance")
    if depth < 1:
        raise ValueError(f"the depth must be at least 1, not {depth}")
    floats = DriftGame(float(game.ending), float(game.top), float(game.step))
    ceiling = ceil((1 - floats.top) / floats.step) + 2
    steps = [outcomes(policy, floats, level) for level in range(-depth, ceiling + 1)]
    return DriftSolution(*(_climbed(steps, depth, edge) for edge in (0.0, 1.0)))


def _climbed(steps: Sequence[Outcomes], start: int, edge: float) -> float:
    """Value of the level `start` above the lowest one, when all below that count `edge`.

    Each level's value is written as p + q times that of the next one up.  From two steps above
    value 1 on, nothing can be lost before the value falls: STRAT, HSTRAT, LSTRAT and BSTRAT go up
    for ever or win, so the level above the highest counts 1.
    """
    p, q, lines = edge, 0.0, []
    for step in steps:
        rest = 1 - step.low * q
        p, q = (step.win + step.low * p) / rest, step.high / rest
        lines.append((p, q))
    value = 1.0
    for p, q in reversed(lines[start:]):
        value = p + q * value
    return value


def flat_chance(policy: Policy, game: DriftGame) -> Number:
    """Chance of winning when the step is 0: every point has the top's value (theorem 6.1).

    Parameters
    ----------
    policy, game
        As for :func:`outcomes`; only the game's ending probability and top are used.

    Returns
    -------
    number
        Exact if the game's numbers are.

    Examples
    --------
    >>> from fractions import Fraction
    >>> from chancegames.games.tree_solitaire.policies import HSTRAT, LSTRAT
    >>> game = DriftGame(Fraction(1, 2), Fraction(1, 2), Fraction(0))
    >>> flat_chance(HSTRAT, game), flat_chance(LSTRAT, game)
    (Fraction(5, 6), Fraction(7, 10))
    """
    step = outcomes(policy, DriftGame(game.ending, game.top, 0 * game.top), 0)
    return step.win / (step.win + step.lose)
