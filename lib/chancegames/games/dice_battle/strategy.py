"""A strategy that looks at no score: a law over the number of dice."""

from collections.abc import Mapping
from fractions import Fraction

from chancegames.games.dice_battle.rules import Rules
from chancegames.maths.matrix_game import as_mixed_strategy

Strategy = Mapping[int, Fraction | float]


def checked(strategy: Strategy, rules: Rules) -> Strategy:
    """Return the strategy if it is a law over throws that the rules allow.

    Parameters
    ----------
    strategy : mapping of int to Fraction or float
        Probability of throwing each number of dice.
    rules : Rules

    Returns
    -------
    mapping of int to Fraction or float
        All Fractions if every weight is rational, else all floats.

    Raises
    ------
    ValueError
        If a number of dice is not allowed or the weights are not a probability law.

    Examples
    --------
    >>> checked({1: 1}, Rules(dice=3))
    {1: Fraction(1, 1)}
    >>> checked({1: Fraction(1, 2)}, Rules(dice=3))
    Traceback (most recent call last):
        ...
    ValueError: a mixed strategy must sum to 1, not 1/2
    """
    if not strategy:
        raise ValueError("a mixed strategy needs at least one number of dice")
    thrown = [rules.check_throw(dice) for dice in strategy]
    weights = as_mixed_strategy(strategy.values(), len(thrown))
    return dict(zip(thrown, weights, strict=True))
