"""The literature on Solitaire Yahtzee: Verhoeff 1999, Glenn 2006, and values of open solvers."""

from collections import Counter
from fractions import Fraction
from functools import cache, reduce
from math import prod
from operator import or_

import numpy as np

from chancegames.games import yahtzee
from chancegames.games.yahtzee.graph import count_anchors
from chancegames.games.yahtzee.targets import most_to_come
from chancegames.maths.dice import combinations, keeps
from chancegames.models.yahtzee import (
    FREE,
    LOWER,
    UPPER,
    UPPER_TARGET,
    VARIANTS,
    Box,
    Card,
    possible_points,
    reachable_totals,
)
from chancegames.sources.registry import ANSWERS, Finding, Page

PAGE = Page("the-best-average")
TARGETS = Page("beating-a-score")


@cache
def _law(rules: str) -> yahtzee.ScoreDistribution:
    """The law for Verhoeff's player who, among equal keeps, holds the fewest dice."""
    law = yahtzee.distribution(VARIANTS[rules], _player(rules, "fewest"))
    assert isinstance(law, yahtzee.ScoreDistribution)
    return law


@cache
def _player(rules: str, ties: str) -> yahtzee.TablePolicy:
    return yahtzee.TablePolicy(VARIANTS[rules], yahtzee.solve(VARIANTS[rules]).values, ties)


def _summary(rules: str, ties: str) -> yahtzee.Summary:
    if ties == "fewest":
        return _law(rules).summary
    return yahtzee.summary(VARIANTS[rules], _player(rules, ties))


# The optimum.


@PAGE.gives("yahtzee-V01", "yahtzee-W01", "yahtzee-G13", "yahtzee-O02", rules="free")
@PAGE.gives("yahtzee-G12", "yahtzee-O03", rules="none")
@PAGE.gives("yahtzee-O01", rules="forced")
def _optimum(rules: str) -> float:
    """Largest expected score."""
    return yahtzee.solve(VARIANTS[rules]).value


# The law of the score under the optimal policy.  Verhoeff's deviation is that of a player who,
# among equal keeps, holds the fewest dice; one who holds the most has a smaller one.


@PAGE.gives("yahtzee-V02")
def _deviation(rules: str, ties: str = "fewest") -> float:
    """Standard deviation of the score."""
    return _summary(rules, ties).standard_deviation


@PAGE.gives("yahtzee-V03")
def _median(rules: str) -> int:
    """Median of the score."""
    return int(_law(rules).quantile(0.5))


@PAGE.gives("yahtzee-V1-*")
def _mean_of_box(rules: str, box: str) -> float:
    """Points that a box or a bonus brings on average."""
    law = _law(rules).summary
    if box == "upper bonus":
        return VARIANTS[rules].upper_bonus * law.upper_bonus_chance
    return law.yahtzee_bonus_mean if box == "yahtzee bonus" else float(law.box_means[Box[box]])


@PAGE.gives("yahtzee-V2-*")
def _zeros_of_box(rules: str, box: str) -> float:
    """Share of games in which a box or a bonus brings nothing."""
    law = _law(rules).summary
    if box == "upper bonus":
        return 1 - law.upper_bonus_chance
    return (
        1 - law.yahtzee_bonus_chance if box == "yahtzee bonus" else float(law.box_zeros[Box[box]])
    )


@ANSWERS.proof("yahtzee-V2-15", false={"margin": 1e-5})
def _bonus_share_is_far_from_a_tie(margin: float = 1e-6) -> Finding:
    """The share without a Yahtzee bonus rounds down to four digits, however ties are broken.

    It lies below the half-way point between two printed numbers by more than the margin.
    """
    shares = [1 - _summary("free", ties).yahtzee_bonus_chance for ties in ("most", "fewest")]
    fractions = [10_000 * share % 1 for share in shares]
    holds = all(fraction < 0.5 - 10_000 * margin for fraction in fractions)
    return Finding(holds, ", ".join(f"{share:.8f}" for share in shares))


# Counting (Glenn 2006, sections 4.1 to 4.3).


@PAGE.gives("yahtzee-G01")
def _filled_cards() -> int:
    """Ways to fill a card, each box open or with a score it can hold."""
    return prod(1 + len(possible_points(box)) for box in Box)


@ANSWERS.proof("yahtzee-G01", false={"zero_in": Box.ACES})
def _zero_in_chance(zero_in: Box = Box.CHANCE) -> Finding:
    """The printed count follows from its own formula, which lets chance hold a zero.

    Three boxes have 28 ways there; with a zero added to the box named, so they have here.
    """
    scores = {box: possible_points(box) for box in Box}
    scores[zero_in] |= {0}
    ways = prod(1 + len(some) for some in scores.values())
    holds = ways == 7**6 * 28**3 * 3**4 and 0 not in possible_points(zero_in)
    return Finding(holds, f"{ways} with a zero in {zero_in.label}")


@PAGE.gives("yahtzee-G02")
def _starts_of_turns() -> int:
    """Anchors when it does not matter whether a filled Yahtzee box holds 50."""
    return UPPER_TARGET + 1 << len(Box)


@PAGE.gives("yahtzee-G05", part="rolls")
@PAGE.gives("yahtzee-G06", part="keeps")
@PAGE.gives("yahtzee-G07", part="states")
@PAGE.gives("yahtzee-G08", part="roll edges")
@PAGE.gives("yahtzee-G09", part="keep edges")
@PAGE.gives("yahtzee-G10", part="edges")
def _size_of_turn(part: str) -> int:
    """Sizes of the graph of one turn."""
    rolls = combinations(5)
    kept = {keep for roll in rolls for keep in keeps(roll)}
    roll_edges = sum(len(keeps(roll)) for roll in rolls)
    keep_edges = sum(len(combinations(5 - len(keep))) for keep in kept)
    return {
        "rolls": len(rolls),
        "keeps": len(kept),
        "states": 1 + 3 * len(rolls) + 2 * len(kept),
        "roll edges": roll_edges,
        "keep edges": keep_edges,
        "edges": len(rolls) + 2 * (roll_edges + keep_edges) + len(Box) * len(rolls),
    }[part]


@PAGE.gives("yahtzee-G1-*")
def _pattern_of_roll(pattern: str, column: str) -> int:
    """How many rolls have a pattern such as aabcd, and how many keeps each has."""
    wanted = sorted(Counter(pattern).values())
    rolls = [r for r in combinations(5) if sorted(Counter(r).values()) == wanted]
    (of_each,) = {len(keeps(roll)) for roll in rolls}
    return len(rolls) if column == "occurrences" else of_each


@PAGE.gives("yahtzee-G2-*")
def _kept_dice(kept: int, column: str) -> int:
    """How many keeps have so many dice, and how many outcomes each has."""
    return len(combinations(kept if column == "occurrences" else 5 - kept))


@PAGE.gives("yahtzee-G11")
def _unreachable_totals() -> int:
    """Pairs of filled upper boxes and total up to 63 that the recursion calls unreachable."""
    return (UPPER_TARGET + 1) * 64 - sum(len(_exact_totals(boxes)) for boxes in _upper_sets())


def _upper_sets() -> list[tuple[Box, ...]]:
    return [tuple(box for box in UPPER if mask >> box & 1) for mask in range(64)]


def _exact_totals(boxes: tuple[Box, ...]) -> set[int]:
    totals = {0}
    for box in boxes:
        totals = {t + count * (box + 1) for t in totals for count in range(6)}
    return {t for t in totals if t <= UPPER_TARGET}


@ANSWERS.proof("yahtzee-G11", false={"difference": 0})
def _reachable_twice_over(difference: int = 2) -> Finding:
    """Counting dice one by one, and the solver's own table, both contradict the printed count.

    The solver's totals stand for 63 *or more*, so it calls two more pairs reachable: those of
    boxes that can exceed 63 but not hit it.
    """
    capped = sum(len(reachable_totals(frozenset(boxes))) for boxes in _upper_sets())
    exact = sum(len(_exact_totals(boxes)) for boxes in _upper_sets())
    listed = sum(len(_totals_by_listing(boxes)) for boxes in _upper_sets())
    holds = exact == listed and capped - exact == difference
    return Finding(holds, f"{4096 - exact} unreachable, {4096 - capped} if 63 means 63 or more")


def _totals_by_listing(boxes: tuple[Box, ...]) -> set[int]:
    """The same totals as bits of one integer: a second road."""
    bits = 1
    for box in boxes:
        bits = reduce(or_, [bits << count * (box + 1) for count in range(6)])
    return {n for n in range(UPPER_TARGET + 1) if bits >> n & 1}


@PAGE.gives("yahtzee-O05", part="slots")
@PAGE.gives("yahtzee-O06", part="reachable")
def _anchors(part: str) -> int:
    """Slots of the table, and anchors that play can reach."""
    return int(getattr(count_anchors(), part))


# Last turns (sections 4.1 and 8).


def _last(box: str) -> Card:
    return Card(frozenset(Box) - {Box[box]})


@TARGETS.gives("yahtzee-G03", box="ACES")
@TARGETS.gives("yahtzee-G04", box="YAHTZEE")
def _chance_of_points(box: str) -> float:
    """Chance of any points in the only open box, by the policy that is best for that."""
    return yahtzee.best_chances(FREE, start=_last(box)).chance(_last(box), 1)


@PAGE.gives("yahtzee-G17", box="YAHTZEE")
def _last_box(box: str) -> float:
    """Average of the only open box."""
    return yahtzee.solve(FREE, start=_last(box)).value


@PAGE.gives("yahtzee-G16", dice=5)
def _last_chance(dice: int) -> Fraction:
    """Average of chance alone, exactly: each die is played for itself, three rolls of it."""
    best = Fraction(0)
    for _ in range(3):
        best = sum((max(Fraction(face), best) for face in range(1, 7)), Fraction(0)) / 6
    assert abs(float(dice * best) - _last_box("CHANCE")) < 1e-12
    return dice * best


@TARGETS.gives("yahtzee-G14", rules="free")
@TARGETS.gives("yahtzee-G15", rules="none")
def _largest_score(rules: str) -> int:
    """The largest score: a bound that the best dice in a good order attain."""
    variant, card, points = VARIANTS[rules], Card(), 0
    for box in (Box.YAHTZEE, *UPPER, *(b for b in LOWER if b != Box.YAHTZEE)):
        placed = {roll: variant.placements(card, roll) for roll in combinations(5)}
        roll = max((r for r in placed if box in placed[r]), key=lambda r: placed[r][box])
        points, card = points + placed[roll][box], card.fill(box, roll)
    points += variant.upper_bonus if card.upper == UPPER_TARGET else 0
    bound = int(most_to_come(variant, np.array([0]))[0])
    if points != bound:
        raise ArithmeticError(f"the order of boxes reaches {points}, short of {bound}")
    return points


# Other strategies (section 7, table 3).


@PAGE.gives("yahtzee-G3-7a", strategy="optimal", column="mean")
@PAGE.gives("yahtzee-G3-7b", strategy="optimal", column="deviation")
@PAGE.gives("yahtzee-G3-3a", strategy="greedy", column="mean")
@PAGE.gives("yahtzee-G3-3b", strategy="greedy", column="deviation")
def _strategy(strategy: str, column: str) -> float:
    """Mean and standard deviation of the score of a strategy."""
    law = _law("free").summary if strategy == "optimal" else _greedy(0.0)
    return law.mean if column == "mean" else law.standard_deviation


@cache
def _greedy(preference: float) -> yahtzee.Summary:
    """The greedy player; `preference` for filling lower (or, negative, upper) boxes in ties."""
    pars = dict.fromkeys(LOWER, -preference)
    return yahtzee.summary(FREE, yahtzee.par(FREE, pars))


@ANSWERS.proof(lost=["yahtzee-G3-3a", "yahtzee-G3-3b"], false={"preference": 0.0})
def _greed_depends_on_ties(preference: float = 1e-6) -> Finding:
    """Greedy play leaves ties to be broken, and how they are broken moves its average."""
    plain, other = _greedy(0.0).mean, _greedy(preference).mean
    return Finding(abs(plain - other) > 1, f"{plain:.2f} by card order, {other:.2f} lower first")
