"""Source 004, *Dice battle*: the optimum of the one-throw battle against the blind player."""

from fractions import Fraction
from functools import cache
from itertools import pairwise

from chancegames.games.dice_battle import OneRoll, blind, one_roll
from chancegames.maths.solution import Distribution
from chancegames.sources.dicebattle_one_throw import PAGE, TESTED_DICE
from chancegames.sources.registry import Finding, Replication

SOURCE = Replication("dicebattle")


@SOURCE.statement("dicebattle-C22", page=PAGE, neighbour={"bad": Fraction(1, 50)})
def bad_against_blind(bad: Fraction = Fraction(-1, 50)) -> Finding:
    """The optimum's expected gain against the blind player is below `bad` for every D."""
    gains = {d: _against_blind(d).mean for d in TESTED_DICE}
    shown = f"0 for D up to 5, {float(gains[6]):+.4f} from D = 6 on"
    constant = len({gains[d] for d in TESTED_DICE if d > 5}) == 1
    return Finding(constant and all(gain < bad for gain in gains.values()), shown)


@SOURCE.statement("dicebattle-C23", page=PAGE, neighbour={"direction": -1})
def large_dice_hurt(direction: int = 1) -> Finding:
    """The optimum's gain against the blind player falls as D grows (neighbour: never falls)."""
    gains = [direction * _against_blind(d).mean for d in TESTED_DICE]
    never_rises = all(b <= a for a, b in pairwise(gains))
    gain = abs(gains[-1])
    shown = f"D = 2: {float(abs(gains[1])):.4f}; D = 20: {float(gain):+.4f}"
    return Finding(never_rises and len(set(gains)) > 1, shown)


@SOURCE.statement("dicebattle-C32", page=PAGE, neighbour={"draw_counts": 0})
def bad_only_by_counting(draw_counts: int = -1, dice: int = 10) -> Finding:
    """With draws counted as losses the optimum seems to lose; with draws at 0 it does not."""
    match = _against_blind(dice)
    seeming = match.mean + draw_counts * match[0]
    shown = f"{float(seeming):+.3f} with draws lost, {float(match.mean):+.3f} with draws at 0"
    return Finding(seeming < 0 <= match.mean, shown)


@SOURCE.statement("dicebattle-N08", page=PAGE, neighbour={"draws": Fraction(36, 100)})
def half_are_draws(draws: Fraction = Fraction(50, 100)) -> Finding:
    """Optimal against blind: about this share of draws (within 5 points) for some D above 5."""
    shares = {d: Fraction(_against_blind(d)[0]) for d in TESTED_DICE}
    near = [d for d, share in shares.items() if d > 5 and abs(share - draws) <= Fraction(1, 20)]
    largest = max(shares.values())
    return Finding(bool(near), f"at most {float(largest):.4f}")


@SOURCE.statement("dicebattle-N09", page=PAGE, neighbour={"bound": Fraction(6, 10)})
def draws_as_wins(bound: Fraction = Fraction(7, 10)) -> Finding:
    """With draws won, the optimum's share of wins exceeds the bound for some D."""
    matches = [_against_blind(d) for d in TESTED_DICE]
    share = max(match[1] + match[0] for match in matches)
    gain = 2 * share - 1
    shown = f"share of at most {float(share):.4f}, gain of at most {float(gain):.4f}"
    return Finding(share > bound, shown)


@SOURCE.answers({"dicebattle-fig7": {"draw_counts": -1}}, page=PAGE)
@SOURCE.answers({"dicebattle-fig8": {"draw_counts": 1}}, page=PAGE)
def curve_against_blind(draw_counts: int) -> tuple[float, ...]:
    """Expected gain of the optimum against the blind player for D = 1 to 7."""
    matches = [_against_blind(d) for d in range(1, 8)]
    return tuple(round(float(m.mean + draw_counts * m[0]), 4) for m in matches)


@cache
def _against_blind(dice: int) -> Distribution:
    rules = OneRoll(dice=dice)
    return one_roll.distribution(rules, one_roll.solve(rules).policy, blind(rules))
