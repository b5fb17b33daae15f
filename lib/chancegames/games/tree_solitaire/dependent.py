r"""The diagrams of the dependent form, as the source draws them (Johnson, 1970, chapter 3).

Exactly one end point wins.  A look that shows a losing end point of value :math:`v` divides the
values of all others by :math:`1-v`, so a point is known by the way that led to it, not by numbers
of high and low moves alone.
"""

from dataclasses import dataclass

from chancegames.games.tree_solitaire.policies import HSTRAT, LSTRAT, Policy
from chancegames.games.tree_solitaire.rules import ConstantRatio, Number, TreeSolitaire


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
    policy: Policy, game: TreeSolitaire, moves: int
) -> tuple[tuple[Standing, ...], ...]:
    """Where the player stands before the first move and after each, dependent form.

    Parameters
    ----------
    policy : HighFirst(1) or LowFirst(1)
        HSTRAT or LSTRAT.
    game : TreeSolitaire
        The rules: dependent form, constant split ratio.
    moves : int
        How many moves, at least 0.

    Returns
    -------
    tuple of tuple of Standing
        For 0, 1, ..., `moves` moves; exact if the game's numbers are.

    Raises
    ------
    ValueError
        If the game has another form or a random ratio, or the strategy is another one.

    Notes
    -----
    Johnson (1970), figures 3.1 and 3.2.

    Examples
    --------
    >>> from fractions import Fraction
    >>> from chancegames.games.tree_solitaire.rules import constant_game
    >>> game = constant_game(Fraction(1, 2), Fraction(3, 4), "dependent")
    >>> [(s.way, str(s.chance), str(s.value)) for s in dependent_standings(HSTRAT, game, 1)[1]]
    [('H', '1/2', '3/4'), ('L', '1/16', '1')]
    """
    _check(policy, game)
    layers = [(Standing("", 1, 1, 1),)]
    for _ in range(moves):
        layers.append(tuple(there for here in layers[-1] for there in _steps(policy, game, here)))
    return tuple(layers)


def dependent_move_chances(policy: Policy, game: TreeSolitaire, moves: int) -> tuple[Number, ...]:
    """Chance of winning on each of the first moves, dependent form, point by point.

    Parameters
    ----------
    policy, game, moves
        As for :func:`dependent_standings`.

    Returns
    -------
    tuple of number

    Raises
    ------
    ValueError
        As by :func:`dependent_standings`.

    Examples
    --------
    >>> from fractions import Fraction
    >>> from chancegames.games.tree_solitaire.rules import constant_game
    >>> game = constant_game(Fraction(1, 2), Fraction(3, 4), "dependent")
    >>> dependent_move_chances(HSTRAT, game, 2)
    (Fraction(7, 16), Fraction(49, 256))
    """
    layers = dependent_standings(policy, game, max(moves - 1, 0))[:moves]
    return tuple(sum(s.chance * _win(policy, game, s.value) for s in layer) for layer in layers)


def _check(policy: Policy, game: TreeSolitaire) -> None:
    if game.form != "dependent" or not isinstance(game.ratio, ConstantRatio):
        raise ValueError("these diagrams are for the dependent form and a constant split ratio")
    if policy not in (HSTRAT, LSTRAT):
        raise ValueError(f"no diagram of the dependent form is known for {policy!r}")


def _branches(game: TreeSolitaire, value: Number) -> tuple[Number, Number]:
    return game.ratio.high * value, (1 - game.ratio.high) * value


def _steps(policy: Policy, game: TreeSolitaire, here: Standing) -> list[Standing]:
    """Points moved to: the look shows an end point that loses, or a split point."""
    e, s = game.ending, game.splitting
    high, low = _branches(game, here.value)
    if policy == HSTRAT:
        split, lost, seen, left = ("H", s, high), "L", high, low
    else:
        split, lost, seen, left = ("S", s * s, high), "E", low, high
    steps = [split]
    if seen < 1:  # else it cannot lose
        steps.append((lost, e * (1 - seen) * s, left / (1 - seen)))
    return [Standing(here.way + way, p, here.chance * p, value) for way, p, value in steps]


def _win(policy: Policy, game: TreeSolitaire, value: Number) -> Number:
    """Chance of winning on the next move from a point of this value."""
    e, s = game.ending, game.splitting
    high, low = _branches(game, value)
    if policy == HSTRAT:
        return e * high + e * e * low
    return e * low + s * e * high + e * e * high
