r"""Game 3: values that drift instead of shrinking (Johnson, 1970, chapter 6).

The branches of a fork of value :math:`v` have the values :math:`v+A` and :math:`v-A` (the source
takes the means of two random steps); an end point of value :math:`v` wins with probability
:math:`v` cut to [0, 1].  The value of a position no longer falls as the game goes on.

What a strategy does at a fork is that of :func:`.forks._one_move`, with other values.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil

from chancegames.base.checks import require_integer
from chancegames.games.tree_solitaire.forks import _Fork, _one_move
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


def drift_move(game: DriftGame, strategy: Strategy, level: int = 0) -> _Fork:
    """What a strategy of one level does at a fork `level` steps above the top's value.

    Examples
    --------
    >>> from fractions import Fraction
    >>> from chancegames.games.tree_solitaire.policies import HSTRAT
    >>> move = drift_move(DriftGame(Fraction(1, 2), Fraction(1, 2), Fraction(1, 6)), HSTRAT)
    >>> move.win, move.lose
    (Fraction(13, 36), Fraction(1, 18))
    """
    step = _one_move(strategy, game.ending)
    return step.at(game.chance(level + 1), game.chance(level - 1))


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
class _Enclosed:
    """A chance of winning, enclosed.

    Attributes
    ----------
    lower, upper : number
        Bounds: what lies beyond the values kept counts once as lost and once as won.
    """

    lower: Number
    upper: Number

    @property
    def value(self) -> Number:
        """The middle of the bounds."""
        return (self.lower + self.upper) / 2


def drift_chance(game: DriftGame, strategy: Strategy, depth: int = 60) -> _Enclosed:
    """Chance of winning game 3, from the linear equations of all levels.

    Parameters
    ----------
    game : DriftGame
        With a step of at least (1 - top) / 100000, or none: then every point has the top's value,
        and the chance is exact if the game's numbers are (theorem 6.1).
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
        If the step is so small that there are too many levels, `depth` is out of range, or the
        strategy another one.

    Examples
    --------
    >>> from chancegames.games.tree_solitaire.policies import HSTRAT
    >>> round(drift_chance(DriftGame(0.5, 0.5, 1 / 6), HSTRAT).value, 9)
    0.916472804
    >>> from fractions import Fraction
    >>> drift_chance(DriftGame(Fraction(1, 2), Fraction(1, 2), 0), HSTRAT).value
    Fraction(5, 6)
    """
    if game.step == 0:
        move = drift_move(game, strategy)
        return _Enclosed(*[move.win / (move.win + move.lose)] * 2)
    require_integer("the depth", depth)
    floats = DriftGame(float(game.ending), float(game.top), float(game.step))
    above = (1 - floats.top) / floats.step
    if max(depth, above) > MOST_LEVELS:
        raise ValueError(f"game 3 is solved on at most {MOST_LEVELS:,} levels above and below")
    step = _one_move(strategy, floats.ending)
    sure = step.at(1, 1)
    if max(sure.lose, sure.low) > 1e-12:
        raise ValueError(f"game 3 is not solved for {strategy.name}, which leaves what is sure")
    chances = [floats.chance(level) for level in range(-depth - 1, ceil(above) + 4)]
    moves = [step.at(high, low) for low, high in zip(chances, chances[2:], strict=False)]
    return _Enclosed(*(_climbed(moves, depth, edge) for edge in (0.0, 1.0)))


def _climbed(moves: Sequence[_Fork], start: int, edge: float) -> float:
    """Value of the level `start` above the lowest one, when all below that count `edge`.

    Each level's value is written as p + q times that of the next one up.  From two steps above
    value 1 on, nothing can be lost before the value falls: STRAT, HSTRAT, LSTRAT and BSTRAT go up
    for ever or win, so the level above the highest counts 1.
    """
    p, q, lines = edge, 0.0, []
    for (win,), _, high, low, _ in moves:
        rest = 1 - low * q
        p, q = (win + low * p) / rest, high / rest
        lines.append((p, q))
    value = 1.0
    for p, q in reversed(lines[start:]):
        value = float(p + q * value)
    return value
