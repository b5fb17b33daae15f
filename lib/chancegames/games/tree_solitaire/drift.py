r"""Game 3: values that drift instead of shrinking (Johnson, 1970, chapter 6).

The branches of a fork of value :math:`v` have the values :math:`v+A` and :math:`v-A` (the source
takes the means of two random steps); an end point of value :math:`v` wins with probability
:math:`v` cut to [0, 1].  The value of a position no longer falls as the game goes on.

What a strategy does at a fork is that of :func:`.forks.one_move`, with other values.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from typing import NamedTuple

from chancegames.base.checks import require_positive_integer
from chancegames.games.tree_solitaire.forks import one_move
from chancegames.games.tree_solitaire.policies import Strategy
from chancegames.models.tree_solitaire import Number, Rules, require_number

#: Levels between the top's value and 1 that are solved at most.
MOST_LEVELS = 100_000


@dataclass(frozen=True)
class DriftGame:
    """The rules of one class of games of form 3.

    Attributes
    ----------
    ending : number
        Probability E that a point ends the tree, in (0, 1].
    top : number
        Value T of the top, in [0, 1].
    step : number
        What a branch's value differs by from its fork's, from 0 to 100.

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
        Rules(self.ending, 1)
        require_number("the value of the top", self.top, 0, 1)
        require_number("the step", self.step, 0, 100)

    def chance(self, level: int) -> Number:
        """Chance that an end point `level` steps above the top's value wins."""
        value = self.top + level * self.step
        return min(max(value, 0 * value), 1 + 0 * value)


class DriftMove(NamedTuple):
    """A move: the chances to win, to lose, and to go on from the high and the low branch."""

    win: Number
    lose: Number
    high: Number
    low: Number


def drift_move(game: DriftGame, strategy: Strategy, level: int = 0) -> DriftMove:
    """What a strategy of one level does at a fork `level` steps above the top's value.

    Examples
    --------
    >>> from fractions import Fraction
    >>> from chancegames.games.tree_solitaire.policies import HSTRAT
    >>> move = drift_move(DriftGame(Fraction(1, 2), Fraction(1, 2), Fraction(1, 6)), HSTRAT)
    >>> move.win, move.lose
    (Fraction(13, 36), Fraction(1, 18))
    """
    step = one_move(strategy, game.ending)
    return DriftMove(*step.at(game.chance(level + 1), game.chance(level - 1)))


def drift_moves(
    game: DriftGame, strategy: Strategy
) -> Iterator[tuple[dict[int, Number], Number, Number]]:
    """Before move 1, 2, ...: where the player stands; and the chances to win and to lose on it.

    Yields
    ------
    levels : dict
        Level of the split point to the chance to stand there.
    win, lose : number
        Exact if the game's numbers are.

    Examples
    --------
    >>> from fractions import Fraction
    >>> from itertools import islice
    >>> from chancegames.games.tree_solitaire.policies import LSTRAT
    >>> game = DriftGame(Fraction(1, 2), Fraction(1, 2), Fraction(1, 6))
    >>> [str(lose) for _, _, lose in islice(drift_moves(game, LSTRAT), 3)]
    ['5/36', '5/192', '0']
    """
    here: dict[int, Number] = {0: 1 + 0 * game.ending}
    while True:
        win = lose = 0 * game.ending
        there: dict[int, Number] = {}
        for level, chance in here.items():
            move = drift_move(game, strategy, level)
            win, lose = win + chance * move.win, lose + chance * move.lose
            for way, on in ((1, move.high), (-1, move.low)):
                if on:
                    before = there.get(level + way, 0)
                    there[level + way] = before + chance * on
        yield here, win, lose
        here = there


@dataclass(frozen=True)
class Enclosed:
    """A chance of winning, enclosed.

    Attributes
    ----------
    lower, upper : float
        Bounds: what lies beyond the values kept counts once as lost and once as won.
    """

    lower: float
    upper: float

    @property
    def value(self) -> float:
        """The middle of the bounds."""
        return (self.lower + self.upper) / 2


def drift_chance(game: DriftGame, strategy: Strategy, depth: int = 60) -> Enclosed:
    """Chance of winning game 3, from the linear equations of all levels.

    Parameters
    ----------
    game : DriftGame
        With a step of at least (1 - top) / 100000.
    strategy : HighFirst(0 or 1), LowFirst(1) or BothBranches
    depth : int, optional
        How many levels below the top are kept, from 1 to 100000.

    Returns
    -------
    Enclosed
        Bounds that meet as `depth` grows.

    Raises
    ------
    ValueError
        If the step is 0 (use :func:`flat_chance`) or so small that there are too many levels,
        `depth` is out of range, or the strategy another one.

    Examples
    --------
    >>> from chancegames.games.tree_solitaire.policies import HSTRAT
    >>> round(drift_chance(DriftGame(0.5, 0.5, 1 / 6), HSTRAT).value, 9)
    0.916472804
    """
    if game.step == 0:
        raise ValueError("with step 0 there is one level only: use flat_chance")
    require_positive_integer("the depth", depth)
    floats = DriftGame(float(game.ending), float(game.top), float(game.step))
    above = (1 - floats.top) / floats.step
    if max(depth, above) > MOST_LEVELS:
        raise ValueError(f"game 3 is solved on at most {MOST_LEVELS:,} levels above and below")
    sure = DriftMove(*one_move(strategy, floats.ending).at(1, 1))
    if max(sure.lose, sure.low) > 1e-12:
        raise ValueError(f"game 3 is not solved for {strategy.name}, which leaves what is sure")
    levels = range(-depth, ceil(above) + 3)
    moves = [drift_move(floats, strategy, level) for level in levels]
    return Enclosed(*(_climbed(moves, depth, edge) for edge in (0.0, 1.0)))


def _climbed(moves: Sequence[DriftMove], start: int, edge: float) -> float:
    """Value of the level `start` above the lowest one, when all below that count `edge`.

    Each level's value is written as p + q times that of the next one up.  From two steps above
    value 1 on, nothing can be lost before the value falls: STRAT, HSTRAT, LSTRAT and BSTRAT go up
    for ever or win, so the level above the highest counts 1.
    """
    p, q, lines = edge, 0.0, []
    for move in moves:
        rest = 1 - move.low * q
        p, q = (move.win + move.low * p) / rest, move.high / rest
        lines.append((p, q))
    value = 1.0
    for p, q in reversed(lines[start:]):
        value = float(p + q * value)
    return value


def flat_chance(game: DriftGame, strategy: Strategy) -> Number:
    """Chance of winning when the step is 0: every point has the top's value (theorem 6.1).

    Only the game's ending probability and top are used.  Exact if they are.

    Examples
    --------
    >>> from fractions import Fraction
    >>> from chancegames.games.tree_solitaire.policies import HSTRAT, LSTRAT
    >>> game = DriftGame(Fraction(1, 2), Fraction(1, 2), Fraction(0))
    >>> flat_chance(game, HSTRAT), flat_chance(game, LSTRAT)
    (Fraction(5, 6), Fraction(7, 10))
    """
    move = drift_move(DriftGame(game.ending, game.top, 0 * game.top), strategy)
    return move.win / (move.win + move.lose)
