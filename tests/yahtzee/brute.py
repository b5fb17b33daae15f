"""Yahtzee end games solved the long way, in exact fractions, from the rules alone.

No lattice and no table of the package: every keep meets every outcome of its re-roll.
"""

from collections import Counter
from fractions import Fraction
from functools import cache

from chancegames.dice import combinations, keeps, law, merge
from chancegames.yahtzee.rules import UPPER_TARGET, fill, legal_boxes, points_for

ROLLS = combinations(5)


@cache
def outcomes(kept):
    """Every roll that `kept` can become, with its probability."""
    chances = Counter()
    for rolled, chance in law(5 - len(kept)).items():
        chances[merge(kept, rolled)] += chance
    return tuple(chances.items())


def turn_value(final):
    """Mean over the first roll of the best keeps, for values of the final rolls."""
    best = final
    for _ in range(2):
        worth = {
            kept: sum(chance * best[roll] for roll, chance in outcomes(kept))
            for kept in {k for roll in ROLLS for k in keeps(roll)}
        }
        best = {roll: max(worth[k] for k in keeps(roll)) for roll in ROLLS}
    return sum(chance * best[roll] for roll, chance in law(5).items())


def expected(rules, card, cache_):
    """Expected future score of a card under optimal play."""
    if not card.open:
        return Fraction(rules.upper_bonus if card.upper == UPPER_TARGET else 0)
    if card not in cache_:
        cache_[card] = turn_value(
            {
                roll: max(
                    points_for(rules, card, roll, box)
                    + expected(rules, fill(card, roll, box), cache_)
                    for box in legal_boxes(rules, card, roll)
                )
                for roll in ROLLS
            }
        )
    return cache_[card]


def reach(rules, card, need, cache_):
    """Greatest chance of at least `need` more points."""
    if not card.open:
        earned = rules.upper_bonus if card.upper == UPPER_TARGET else 0
        return Fraction(int(need <= earned))
    if need <= 0:
        return Fraction(1)
    if (card, need) not in cache_:
        cache_[card, need] = turn_value(
            {
                roll: max(
                    reach(
                        rules,
                        fill(card, roll, box),
                        need - points_for(rules, card, roll, box),
                        cache_,
                    )
                    for box in legal_boxes(rules, card, roll)
                )
                for roll in ROLLS
            }
        )
    return cache_[card, need]
