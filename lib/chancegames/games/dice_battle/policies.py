"""How many dice the players of source 004 throw when they look at no score."""

from collections.abc import Mapping
from fractions import Fraction

from chancegames.games.dice_battle.rules import Rules
from chancegames.games.dice_battle.scores import mean_score


def blind_throws(rules: Rules) -> tuple[int, ...]:
    """All numbers of dice with the largest expected score.

    Parameters
    ----------
    rules : Rules

    Returns
    -------
    tuple of int
        The whole set of maximisers, increasing.

    Notes
    -----
    Source 004, section "variante séquentielle": the blind strategy.

    Examples
    --------
    >>> blind_throws(Rules(dice=10)), blind_throws(Rules(dice=4))
    ((6,), (4,))
    """
    means = {dice: mean_score(dice, rules) for dice in rules.throws}
    best = max(means.values())
    return tuple(dice for dice, mean in means.items() if mean == best)


def blind(rules: Rules) -> Mapping[int, Fraction]:
    """The blind player: maximise the expected score of this throw (fewest dice on a tie).

    Parameters
    ----------
    rules : Rules

    Returns
    -------
    mapping of int to Fraction
        A strategy that throws one number of dice for sure.

    Examples
    --------
    >>> blind(Rules(dice=10))
    {6: Fraction(1, 1)}
    """
    return {blind_throws(rules)[0]: Fraction(1)}


def uniform(rules: Rules) -> Mapping[int, Fraction]:
    """The random player: every number of dice with the same chance.

    Parameters
    ----------
    rules : Rules

    Returns
    -------
    mapping of int to Fraction

    Notes
    -----
    Source 004, section "variante séquentielle": the random strategy.

    Examples
    --------
    >>> uniform(Rules(dice=2))
    {1: Fraction(1, 2), 2: Fraction(1, 2)}
    """
    return dict.fromkeys(rules.throws, Fraction(1, rules.dice))
