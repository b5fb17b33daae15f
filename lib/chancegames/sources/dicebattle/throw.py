"""Source 004, *Dice battle*: the law of a throw, and the player who looks at no score."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import pairwise

from chancegames.games.dice_battle import OneRoll, mean_score
from chancegames.sources.dicebattle.counting import _convolved, _counted_law
from chancegames.sources.registry import Finding, Page, tallied

PAGE = Page("one-throw-each")


# The law of one throw ("modélisation").


@PAGE.says("dicebattle-F01", false={"faces": (1, 2, 3, 4, 5, 6)}, reads="2 6 1 5 1 1 5")
def _conditional_recurrence(faces: Iterable[int] = (2, 3, 4, 5, 6), dice: int = 8) -> Finding:
    """Q(d, k), the law given that no die shows a 1, obeys the source's recurrence."""
    conditional = {0: Fraction(1)}
    equal = []
    for d in range(1, dice + 1):
        conditional = _convolved(conditional, tuple(faces))
        law = OneRoll(dice=dice).scores(d)
        sums = {k: p / (1 - law[1]) for k, p in law.items() if k > 1}
        equal.append(conditional == sums)
    return Finding(
        all(equal),
        f"equal for d = 1 to {equal.index(False) if False in equal else dice}",
        "tested",
    )


@PAGE.says("dicebattle-F02", false={"safe": Fraction(4, 6)}, reads="5 6 1 1 5 6")
def _law_of_a_throw(safe: Fraction = Fraction(5, 6), dice: int = 4) -> Finding:
    """A throw escapes the 1 with probability (5/6)^d; counted over all ordered throws."""
    rules = OneRoll(dice=dice)
    equal = [
        rules.scores(d) == _counted_law(d) and rules.scores(d)[1] == 1 - safe**d
        for d in rules.rolls
    ]
    return tallied(equal, "{} laws equal", "tested")


@PAGE.says("dicebattle-F03", false={"lowest_face": 3}, reads="2 2 1 6")
def _impossible_scores(lowest_face: int = 2, dice: int = 20) -> Finding:
    """The scores above 1 are exactly those from 2d to 6d."""
    rules = OneRoll(dice=dice)
    equal = [
        {k for k in rules.scores(d) if k > 1} == set(range(lowest_face * d, 6 * d + 1))
        for d in rules.rolls
    ]
    return tallied(equal, f"{lowest_face}d to 6d above 1 for {{}} numbers of dice")


@PAGE.says("dicebattle-F04", false={"mean_face": 3}, reads="4 5 6 1 5 6")
def _mean_of_a_throw(mean_face: int = 4, dice: int = 20) -> Finding:
    """EP(d) = 4d(5/6)^d + 1 - (5/6)^d, against the mean of the law.

    In general: without a 1 each die shows 4 on average.
    """
    rules = OneRoll(dice=dice)
    equal = [
        mean_score(rules, d) == mean_face * d * Fraction(5, 6) ** d + 1 - Fraction(5, 6) ** d
        for d in rules.rolls
    ]
    return tallied(equal, "{} means equal")


# The blind player.


@PAGE.gives("dicebattle-N02", dice=4)
@PAGE.gives("dicebattle-N03", dice=1)
def _chance_of_two_points(dice: int) -> Fraction:
    """Probability that a throw scores at least 2."""
    return 1 - OneRoll(dice=dice).scores(dice)[1]


@PAGE.says("dicebattle-N04", false={"ratio": Fraction(6, 10)})
def _half_the_chance(ratio: Fraction = Fraction(5, 10)) -> Finding:
    """Four dice have half the chance of one die to score at least 2, to one digit."""
    exact = _chance_of_two_points(4) / _chance_of_two_points(1)
    return Finding(abs(exact - ratio) <= Fraction(1, 20), f"{exact} = {float(exact):.3f}")


@PAGE.says("dicebattle-N07", false={"most": 5})
def _blind_throws_six(most: int = 6, dice: int = 60) -> Finding:
    """The blind player throws min(6, D) dice.

    Since EP(d) - 1 = (4d - 1)(5/6)^d, the step from d to d + 1 gains if and only if 4d < 21;
    the check runs over a range that the sign of 21 - 4d extends to every D.
    """
    means = [mean_score(OneRoll(dice=dice), d) for d in range(1, dice + 1)]
    steps = [b > a for a, b in pairwise(means)]
    signs = [4 * d < 21 for d in range(1, dice)]
    holds = steps == signs and all(_blind_throws(d) == (min(most, d),) for d in range(1, 31))
    return Finding(holds, f"largest mean score at {_blind_throws(dice)[0]} dice")


@PAGE.says("dicebattle-C01", false={"rational": (1,)})
def _few_dice_are_rational(rational: tuple[int, ...] = (1, 2), dice: int = 4) -> Finding:
    """N = 10, D = 4, at 8 against 9: the optimal numbers of dice.

    Every throw scores at least 1, so the opponent, who lacks one point, wins next turn: all that
    counts is the chance of 2 points now.
    """
    chances = {d: _chance_of_two_points(d) for d in range(1, dice + 1)}
    best = tuple(d for d, p in chances.items() if p == max(chances.values()))
    shown = f"chance of winning {chances[1]} with one die, {chances[2]} with two"
    return Finding(best == rational, shown)


@PAGE.says("dicebattle-C02", false={"bust_score": 0}, reads="2")
def _lost_without_two_points(bust_score: int = 1, dice: int = 4) -> Finding:
    """At 8 against 9 with N = 10, the opponent's next throw reaches 10 whatever it shows."""
    rules = OneRoll(dice=dice, bust_score=bust_score)
    least = min(min(rules.scores(d)) for d in rules.rolls)
    return Finding(9 + least >= 10, f"every throw scores at least {least}")


@PAGE.says("dicebattle-C33", false={"thrown": 3}, reads="1")
def _all_dice_risk_most(thrown: int = 4, dice: int = 4) -> Finding:
    """Of the throws allowed this one shows a 1 most often, and so loses at 8 against 9."""
    risks = {d: 1 - _chance_of_two_points(d) for d in range(1, dice + 1)}
    return Finding(max(risks, key=risks.__getitem__) == thrown, f"{float(risks[thrown]):.3f}")


def _blind_throws(dice: int) -> tuple[int, ...]:
    """All numbers of dice with the largest expected score."""
    means = {d: mean_score(OneRoll(dice=dice), d) for d in range(1, dice + 1)}
    return tuple(d for d, mean in means.items() if mean == max(means.values()))
