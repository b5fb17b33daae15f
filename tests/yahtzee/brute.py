"""Yahtzee end games solved the long way, in exact fractions, from the rules alone.

No lattice and no table of the package: every keep meets every outcome of its re-roll.
"""

from collections import Counter
from fractions import Fraction
from functools import cache
from math import lcm

from chancegames.maths.dice import combinations, distribution, keeps, merge
from chancegames.models.yahtzee import UPPER_TARGET

ROLLS = combinations(5)
KEPT = {roll: keeps(roll) for roll in ROLLS}
KEEPS = sorted({kept for of_roll in KEPT.values() for kept in of_roll})


@cache
def outcomes(kept):
    """Every roll that `kept` can become, with its share of 6**5 equally likely ways."""
    ways = Counter()
    for rolled, chance in distribution(5 - len(kept)).items():
        ways[merge(kept, rolled)] += int(chance * 6**5)
    return tuple(ways.items())


def turn_value(final):
    """Mean over the first roll of the best keeps, for values of the final rolls.

    In whole numbers over a common denominator, which each of the three rolls raises by 6**5.
    """
    scale = lcm(*(Fraction(value).denominator for value in final.values()))
    best = {roll: int(scale * value) for roll, value in final.items()}
    for _ in range(2):
        worth = {kept: sum(ways * best[roll] for roll, ways in outcomes(kept)) for kept in KEEPS}
        best = {roll: max(worth[kept] for kept in KEPT[roll]) for roll in ROLLS}
    return Fraction(sum(ways * best[roll] for roll, ways in outcomes(())), scale * 6**15)


@cache  # for all tests: end games share their last boxes
def expected(rules, card):
    """Expected future score of a card under optimal play."""
    if not card.open:
        return Fraction(rules.upper_bonus if card.upper == UPPER_TARGET else 0)
    return turn_value(
        {
            roll: max(
                points + expected(rules, card.fill(box, roll))
                for box, points in rules.placements(card, roll).items()
            )
            for roll in ROLLS
        }
    )


@cache
def reach(rules, card, need):
    """Greatest chance of at least `need` more points."""
    if not card.open:
        earned = rules.upper_bonus if card.upper == UPPER_TARGET else 0
        return Fraction(int(need <= earned))
    if need <= 0:
        return Fraction(1)
    return turn_value(
        {
            roll: max(
                reach(rules, card.fill(box, roll), need - points)
                for box, points in rules.placements(card, roll).items()
            )
            for roll in ROLLS
        }
    )
