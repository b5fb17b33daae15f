r"""The exact law of the score of one throw (source 004, "modélisation").

Given that no die shows a 1, every die is uniform on the :math:`F-1` other faces; the number of
ways to reach a sum obeys

.. math:: W(d, k) = \sum_{j=2}^{F} W(d-1, k-j), \qquad W(0, 0) = 1,

so that :math:`P(d, k) = W(d, k) / F^d` for the sums, and the bust score has all the rest,
:math:`1 - ((F-1)/F)^d`.
"""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cache, lru_cache
from types import MappingProxyType

from chancegames.games.dice_battle.rules import Rules
from chancegames.games.dice_battle.strategy import Strategy, checked

ScoreLaw = Mapping[int, Fraction]


@cache
def score_law(dice: int, rules: Rules) -> ScoreLaw:
    """Law of the score of `dice` dice thrown together.

    Parameters
    ----------
    dice : int
        Number of dice thrown, from 1 to ``rules.dice``.
    rules : Rules

    Returns
    -------
    mapping of int to Fraction
        Probability of each possible score in points, increasing; the values sum to 1.

    Raises
    ------
    ValueError
        If the rules do not allow such a throw.

    Notes
    -----
    Source 004, section "modélisation": P(d, k).

    Examples
    --------
    >>> {score: str(p) for score, p in score_law(1, Rules(dice=1)).items()}
    {1: '1/6', 2: '1/6', 3: '1/6', 4: '1/6', 5: '1/6', 6: '1/6'}
    >>> score_law(2, Rules(dice=2))[1]
    Fraction(11, 36)
    """
    number = rules.check_throw(dice)
    throws = rules.faces**number
    ways = {rules.bust_score: throws - (rules.faces - 1) ** number, **_ways(number, rules.faces)}
    return MappingProxyType({score: Fraction(w, throws) for score, w in ways.items()})


def mean_score(dice: int, rules: Rules) -> Fraction:
    """Expected score of a throw, in points.

    Parameters
    ----------
    dice : int
        Number of dice thrown.
    rules : Rules

    Returns
    -------
    Fraction

    Notes
    -----
    Source 004, section "variante séquentielle": EP(d).

    Examples
    --------
    >>> mean_score(1, Rules(dice=1))
    Fraction(7, 2)
    """
    return sum(score * p for score, p in score_law(dice, rules).items())


def mixed_score_law(strategy: Strategy, rules: Rules) -> ScoreLaw:
    """Law of the score of a player who draws the number of dice at random.

    Parameters
    ----------
    strategy : mapping of int to Fraction
        Probability of throwing each number of dice.
    rules : Rules

    Returns
    -------
    mapping of int to Fraction
        Probability of each score, increasing.

    Raises
    ------
    ValueError
        If the strategy is not a probability law over allowed throws.

    Examples
    --------
    >>> mixed_score_law({1: Fraction(1, 2), 2: Fraction(1, 2)}, Rules(dice=2))[1]
    Fraction(17, 72)
    """
    law: Counter[int] = Counter()
    for dice, weight in checked(strategy, rules).items():
        for score, p in score_law(dice, rules).items():
            law[score] += weight * p
    return MappingProxyType(dict(sorted(law.items())))


def _ways(dice: int, faces: int) -> Mapping[int, int]:
    """Ordered throws without a 1, counted by their sum; one die after the other."""
    for fewer in range(dice):
        _one_die_more(fewer, faces)
    return _one_die_more(dice - 1, faces)


@lru_cache(maxsize=256)
def _one_die_more(dice: int, faces: int) -> Mapping[int, int]:
    """The counts for `dice` + 1 dice, from those for `dice`, which are known."""
    shorter = _one_die_more(dice - 1, faces) if dice else {0: 1}
    longer: Counter[int] = Counter()
    for total, count in shorter.items():
        for face in range(2, faces + 1):
            longer[total + face] += count
    return dict(sorted(longer.items()))
