"""Source 004, *Dice battle*: the optimum of the one-throw battle against the blind player."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

from chancegames.games.dice_battle.planned import _against_blind
from chancegames.maths.solution import Number
from chancegames.sources.dicebattle.one_throw import TESTED_DICE
from chancegames.sources.dicebattle.program import PLANNED, ROLLED
from chancegames.sources.registry import Finding, Page

PAGE = Page("one-throw-each")


#: What separates the two ways to count: the source's own mean is of 1 for a win and -1 otherwise.
COUNT = "a draw counts as a loss, as in the mean of 1 for a win and -1 otherwise that it estimates"


@PAGE.says("dicebattle-C22", false={"draw_counts": 0})
def _bad_against_blind(draw_counts: int = -1, bad: Fraction = Fraction(-1, 10)) -> Finding:
    """The optimum's result against the blind player is below `bad` for every D (one throw: no N).

    The source counts 1 for a win and -1 otherwise, so that a draw counts as a loss (false variant:
    a draw counts 0).
    """
    gains = _counted(draw_counts)
    shown = f"draws lost: {_span(gains)}; draws at 0: {_span(_counted(0))}"
    return Finding(all(gain < bad for gain in gains), shown, reading=COUNT)


@PAGE.says("dicebattle-C23", false={"draw_counts": 0})
def _large_dice_hurt(draw_counts: int = -1) -> Finding:
    """The optimum's result against the blind player never rises with D from 2 on, and falls."""
    gains = _counted(draw_counts)[1:]
    falls = all(b <= a for a, b in pairwise(gains)) and gains[-1] < gains[0]
    lost, zero = _counted(-1), _counted(0)
    shown = (
        f"draws lost: {float(lost[1]):+.4f} for D = 2, {float(lost[5]):+.4f} from D = 6 on; "
        f"draws at 0: {float(zero[1]):+.4f} and {float(zero[5]):+.4f}"
    )
    return Finding(falls, shown, reading=COUNT)


@PAGE.says("dicebattle-C32", false={"draw_counts": 0})
def _bad_only_by_counting(draw_counts: int = -1, dice: int = 10) -> Finding:
    """With draws counted as losses the optimum seems to lose; with draws at 0 it does not."""
    match = _against_blind(dice)
    seeming = match.mean + draw_counts * match[0]
    shown = f"{float(seeming):+.3f} with draws lost, {float(match.mean):+.3f} with draws at 0"
    return Finding(seeming < 0 <= match.mean, shown)


@PAGE.says("dicebattle-N08", false={"faces": ROLLED}, reads="50")
def _half_are_draws(faces: int = PLANNED, draws: Fraction = Fraction(50, 100)) -> Finding:
    """Optimal against blind: about this share of draws (within 5 points) for some D above 5.

    So it is (false variant) with the dice of five faces that the students' program rolls.
    """
    shares = {d: Fraction(_against_blind(d, faces)[0]) for d in TESTED_DICE}
    near = [d for d, share in shares.items() if d > 5 and abs(share - draws) <= Fraction(1, 20)]
    facts = (float(max(_against_blind(d, ROLLED)[0] for d in TESTED_DICE if d > 5)),)
    return Finding(bool(near), f"at most {float(max(shares.values())):.4f}", facts=facts)


@PAGE.says("dicebattle-N09", false={"faces": ROLLED}, reads="0.7")
def _draws_as_wins(faces: int = PLANNED, bound: Fraction = Fraction(7, 10)) -> Finding:
    """With draws won, the share of wins is more than the bound for some D.

    (The expected gain, which the source names, is smaller still.)
    """
    shares = {
        sides: max(float(m[1] + m[0]) for m in (_against_blind(d, sides) for d in TESTED_DICE))
        for sides in (faces, ROLLED)
    }
    share = shares[faces]
    shown = f"share of at most {share:.4f}, gain of at most {2 * share - 1:.4f}"
    return Finding(share > bound, shown, facts=(shares[ROLLED],))


@PAGE.gives("dicebattle-fig7", draw_counts=-1, given=True)
@PAGE.gives("dicebattle-fig8", draw_counts=1, given=True)
def _curve_against_blind(draw_counts: int) -> tuple[float, ...]:
    """Expected gain of the optimum against the blind player for D = 1 to 7."""
    matches = [_against_blind(d) for d in range(1, 8)]
    return tuple(round(float(m.mean + draw_counts * m[0]), 4) for m in matches)


def _counted(draw_counts: int) -> list[Number]:
    """Mean result for every D tested, if a draw counts so much."""
    return [m.mean + draw_counts * m[0] for m in map(_against_blind, TESTED_DICE)]


def _span(gains: Sequence[Number]) -> str:
    return f"{float(min(gains)):+.4f} to {float(max(gains)):+.4f}"
