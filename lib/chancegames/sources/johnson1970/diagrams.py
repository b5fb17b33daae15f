r"""The source's own arithmetic: ten moves and a tail, and its diagrams of the dependent form.

In the dependent form a look that shows a losing end point of value :math:`v` divides the values of
all others by :math:`1-v`, so a point is known by the way that led to it, not by numbers of high and
low moves alone.  What is here is read off the model, state by state.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

from chancegames.games.tree_solitaire.forks import move_chances
from chancegames.games.tree_solitaire.policies import Strategy
from chancegames.maths.game import Chance, Choice, FiniteGame, Node, solve
from chancegames.maths.solution import checked
from chancegames.models.tree_solitaire import Number, Play, Rules, State


def model_chances(rules: Rules, strategy: Strategy, moves: int) -> tuple[Number, ...]:
    """Chance of winning on each of the first moves: the model solved for 1, 2, ... moves.

    Every outcome of every look that the strategy makes is weighed, in either form.

    Examples
    --------
    >>> from fractions import Fraction
    >>> from chancegames.games.tree_solitaire.policies import LSTRAT
    >>> model_chances(Rules(Fraction(1, 2), Fraction(3, 4), "dependent"), LSTRAT, 2)
    (Fraction(1, 2), Fraction(3, 16))
    """
    within = []
    for most in range(1, moves + 1):
        play = Play(rules, getattr(strategy, "looks", 2), most)
        within.append(solve(FiniteGame(play.start, partial(_followed, play, strategy))).value)
    return tuple(late - soon for soon, late in pairwise([0 * rules.ending, *within]))


def _followed(play: Play, strategy: Strategy, state: State | str) -> Node:
    """A node of the model with the strategy's choice made: nothing else is explored."""
    node = play.node(state)
    if isinstance(node, Choice) and isinstance(state, State):
        law = checked(state, dict.fromkeys(node.actions), strategy(state))
        return Chance([*law.values()], [state._replace(act=act) for act in law])
    return node


@dataclass(frozen=True)
class Standing:
    """A split point where the player may stand.

    Attributes
    ----------
    way : str
        One letter a move: H to the high branch, L to the low one; of LSTRAT, which moves high
        unless it has won, S if the low branch split and E if it was a losing end point.
    step : number
        Chance of this last move, from the point before.
    chance : number
        Chance to stand there.
    value : number
        Chance that the winning end point lies below, after what was seen.
    """

    way: str
    step: Number
    chance: Number
    value: Number


def dependent_standings(
    rules: Rules, strategy: Strategy, moves: int
) -> tuple[tuple[Standing, ...], ...]:
    """Where HSTRAT or LSTRAT stands before the first move and after each, dependent form.

    Raises
    ------
    ValueError
        If the form is independent or the ratio random.

    Notes
    -----
    Johnson (1970), figures 3.1 and 3.2.

    Examples
    --------
    >>> from fractions import Fraction
    >>> from chancegames.games.tree_solitaire.policies import HSTRAT
    >>> rules = Rules(Fraction(1, 2), Fraction(3, 4), "dependent")
    >>> [(s.way, str(s.chance), str(s.value)) for s in dependent_standings(rules, HSTRAT, 1)[1]]
    [('H', '1/2', '3/4'), ('L', '1/16', '1')]
    """
    if rules.form != "dependent":
        raise ValueError("these diagrams are for the dependent form")
    play, one = Play(rules, 1, moves + 1), 1 + 0 * rules.ending
    layers: list[tuple[tuple[Standing, State], ...]]
    layers = [((Standing("", one, one, one), play.start),)]
    for _ in range(moves):
        layers.append(
            tuple(
                (Standing(here.way + letter, step, here.chance * step, on.value), on)
                for here, state in layers[-1]
                for letter, step, on in sorted(
                    _moved(play, strategy, state, one, ""), key=lambda moved: moved[0] in "LE"
                )
            )
        )
    return tuple(tuple(standing for standing, _ in layer) for layer in layers)


def _moved(
    play: Play, strategy: Strategy, state: State, chance: Number, shown: str
) -> Iterator[tuple[str, Number, State]]:
    """Split points that one move leads to: a letter, the chance, and the state there."""
    (verb, path), *_ = strategy(state)
    asked = state._replace(act=(verb, path))
    node = play.node(asked)
    assert isinstance(node, Chance)
    for share, on in zip(node.probabilities, node.nexts, strict=True):
        if verb == "move" and isinstance(on, State):
            yield shown or path, chance * share, on
        elif verb == "look" and dict(on.known)[path] != "win":
            seen = "" if path == "H" else "SE"[dict(on.known)[path] == "loss"]
            yield from _moved(play, strategy, on, chance * share, seen)


@dataclass(frozen=True)
class TenMoves:
    """The source's approximation: ten moves, the rest as a geometric series.

    Attributes
    ----------
    chances : tuple of numbers
        Chance of winning on moves 1 to 10.
    """

    chances: tuple[Number, ...]

    @property
    def sum(self) -> Number:
        """Chance of winning within ten moves."""
        return sum(self.chances)

    @property
    def correction(self) -> Number:
        """What follows move 10 if each chance is to the one before as the tenth to the ninth."""
        ninth, tenth = self.chances[-2:]
        return tenth / (1 - tenth / ninth) - tenth if tenth else tenth

    @property
    def total(self) -> Number:
        """Sum and correction."""
        return self.sum + self.correction

    @property
    def ratios(self) -> tuple[Number, ...]:
        """Each chance divided by the one before it."""
        return tuple(b / a for a, b in zip(self.chances, self.chances[1:], strict=False))


def ten_moves(rules: Rules, strategy: Strategy) -> TenMoves:
    """The source's ten-move rule (chapter 4 and appendix A).

    Examples
    --------
    >>> from chancegames.games.tree_solitaire.policies import LSTRAT
    >>> f"{ten_moves(Rules(0.25, 0.75), LSTRAT).total:.6f}"
    '0.518470'
    """
    return TenMoves(move_chances(rules, strategy, 10))
