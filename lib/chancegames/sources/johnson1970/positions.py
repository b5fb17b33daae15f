"""The statements of chapters 5 and 6: what a position is worth, and other solitaires."""

from fractions import Fraction
from itertools import pairwise

import numpy as np

from chancegames.games.tree_solitaire.drift import DriftGame, drift_chance, drift_move
from chancegames.games.tree_solitaire.forks import fork
from chancegames.games.tree_solitaire.policies import (
    HSTRAT,
    LSTRAT,
    BothBranches,
    Strategy,
    strategy,
)
from chancegames.games.tree_solitaire.series import win_chance
from chancegames.games.tree_solitaire.weighing import depreciation_factor, worth
from chancegames.models.tree_solitaire import Rules
from chancegames.sources.johnson1970.source import (
    ENDING,
    ENDINGS,
    GRID,
    OTHER,
    WORTH,
    game,
)
from chancegames.sources.johnson1970.tables import both_prefers_low, variable_chance
from chancegames.sources.johnson1970.valued import (
    counted_search_cost,
    end_point_share,
    mean_value_variance,
)
from chancegames.sources.registry import Finding, tallied

# Chapter 5.


@WORTH.statement("johnson1970-ch5-K", false_variant={"times": 1})
def _factors(times: int = 2, x: Fraction = Fraction(1, 3)) -> Finding:
    """K_L, K_H and K_B as printed, and their limits; `times` counts E S A B x in K_B."""
    equal = []
    for e, a in GRID:
        b, s, rules = 1 - a, 1 - e, Rules(e, a)
        loss = e * a * b * x
        k = {
            LSTRAT: e * (1 - loss) / (1 - s * a + s * loss),
            HSTRAT: e * (a + e * b - loss) / (1 - s * (a + e * b) + s * loss),
            BothBranches(): e * (1 - loss) / (1 - s * (a + e * b) + times * s * loss),
        }
        equal += [depreciation_factor(rules, p, x) == value for p, value in k.items()]
        limits = {LSTRAT: e / (1 - s * a), BothBranches(): e / (1 - s * (a + e * b))}
        dependent = Rules(e, a, "dependent")
        equal += [win_chance(dependent, p) == limit for p, limit in limits.items()]
    return tallied(equal, "{} equal")


@WORTH.statement("johnson1970-ch5-VLVH", false_variant={"second": "BSTRAT"}, reads=("2",))
def _equal_estimates(second: str = "HSTRAT", x: Fraction = Fraction(2, 5)) -> Finding:
    """If a split point were worth its value, LSTRAT and HSTRAT would be worth the same."""
    equal = []
    for e, a in GRID:
        b, rules = 1 - a, Rules(e, a)
        for name in ("LSTRAT", second):
            step = fork(rules, strategy(name), x)
            value = sum(step.wins) + step.high * a * x + step.low * b * x
            equal.append(value == e * b * x + a * x - e * a * b * x**2)
    return tallied(equal, "{} equal")


@WORTH.statement("johnson1970-ch5-bprime", false_variant={"ending": 0.75})
def _weighing_is_best(ending: float = 0.5) -> Finding:
    """B'STRAT beats 2LSTRAT and BSTRAT with a variable ratio."""
    names = ("B'STRAT", "2LSTRAT", "BSTRAT")
    weighed, *others = (variable_chance(name, ending) for name in names)
    shown = f"B' {weighed:.5f}, 2L {others[0]:.5f}, B {others[1]:.5f}"
    return Finding(weighed > max(others), shown)


@WORTH.statement("johnson1970-ch5-hprime", false_variant={"weighing": "B'STRAT"})
def _weighing_high(weighing: str = "H'STRAT") -> Finding:
    """H'STRAT gains less than a hundredth over HSTRAT and stays below LSTRAT; B'STRAT does not."""
    names = (weighing, "HSTRAT", "LSTRAT")
    weighed, high, bound = (variable_chance(name, float(ENDING)) for name in names)
    shown = f"{weighing} {weighed:.5f}, HSTRAT {high:.5f}, LSTRAT {bound:.5f}"
    return Finding(0 < weighed - high < 0.01 and weighed < bound, shown)


@WORTH.statement("johnson1970-ch5-fig5.1", false_variant={"high": 0.52})
def _highest_grandchild(high: float = 0.6) -> Finding:
    """A low branch whose own high branch is the highest is worth less, however it splits."""
    rules, both = game(), BothBranches()
    least = worth(rules, both, high, 0.5)
    most = worth(rules, both, 1 - high, 1.0)
    return Finding(least > most, f"high at least {least:.4f}, low at most {most:.4f}")


@WORTH.statement("johnson1970-ch5-cut", false_variant={"cut": 0.56}, reads=(".55",))
def _cut_off_of_both(cut: float = 0.55) -> Finding:
    """Above this share of the value the low branch is never chosen, whatever the ratios."""
    shares = np.arange(cut, 0.7, 0.001)
    chosen = [float(q) for q in shares for x in (1.0, 0.5, 0.05) if both_prefers_low(q, x)]
    shown = f"chosen at H/(H+L) = {max(chosen):.3f}" if chosen else "never chosen above"
    return Finding(not chosen, shown)


# Chapter 6.


@OTHER.statement("johnson1970-ch6-g1", false_variant={"lowest": False})
def _lowest_first(lowest: bool = True) -> Finding:
    """Game 1 with equal end points: lowest value first costs least, exact for 3 to 9 of them."""
    order, equal = (min if lowest else max), []
    for ends in range(3, 10):
        for win in (Fraction(1, 100), Fraction(1, 2), Fraction(9, 10)):
            cost = counted_search_cost(ends, win, order)
            equal.append(cost == counted_search_cost(ends, win))
    return tallied(equal, "least in {} trees", "tested")


@OTHER.statement("johnson1970-ch6-g2", false_variant={"share": 1})
def _smaller_variance(share: float = 0.5, levels: int = 400) -> Finding:
    """Game 2: a split point's value varies less than an end point's, level by level.

    It is a share of the sum of two independent branches, each an end point with probability E;
    were it the whole sum, it would vary more.  The closed form is E/(1 + E).
    """
    ratios = []
    for e in (float(ending) for ending in ENDINGS if ending >= 0.5):
        variance = 0.0
        for _ in range(levels):
            variance = share**2 * 2 * (e + (1 - e) * variance)
        ratios.append(variance)
    closed = [mean_value_variance(float(e)) for e in ENDINGS if e >= 0.5]
    near = all(abs(x - y) < 1e-12 for x, y in zip(ratios, closed, strict=True))
    return Finding(near and max(ratios) < 1, f"{min(ratios):.3f} to {max(ratios):.3f} of it")


@OTHER.statement("johnson1970-ch6-fn1", false_variant={"splits": 0}, reads=("2", "1"))
def _share_of_end_points(splits: int = -1, most: int = 8) -> Finding:
    """K end points have K - 1 split points above them: counted on every shape."""
    counts = {1: {0}}
    for k in range(2, most + 1):
        counts[k] = {1 + x + y for i in range(1, k) for x in counts[i] for y in counts[k - i]}
    equal = [counts[k] == {k + splits} for k in counts]
    shares = [end_point_share(k) for k in counts]
    falling = all(later < soon for soon, later in pairwise(shares))
    return Finding(all(equal) and falling, f"{shares[1]}, {shares[2]}, ... {shares[-1]}")


@OTHER.statement("johnson1970-thm6.1", false_variant={"ahead": LSTRAT}, reads=("0", "1", "0", "1"))
def _theorem_6_1(ahead: Strategy = HSTRAT) -> Finding:
    """Game 3 without steps: HSTRAT beats LSTRAT by a positive multiple of (1 - E)(1 - T)."""
    holds = []
    for e in ENDINGS:
        for t in ENDINGS:
            flat, behind = DriftGame(e, t, Fraction(0)), {HSTRAT: LSTRAT, LSTRAT: HSTRAT}[ahead]
            high, low = drift_chance(flat, ahead).value, drift_chance(flat, behind).value
            gap = t * (1 - e) * (1 - t) / ((e + t - e * t) * (1 + t - e * t))
            holds.append(high - low == gap and high > low)
    return tallied(holds)


@OTHER.statement("johnson1970-ch6-conj", false_variant={"than": "BSTRAT"})
def _caution_wins_in_game_3(than: str = "LSTRAT") -> Finding:
    """Game 3: HSTRAT wins at least as often, and more often wherever T + A < 1 and E < 1.

    At a fork with end points' chances h and l and futures f_h and f_l, HSTRAT's move gains
    ES((1 - h) f_l - l (1 - f_h)).  Going high for ever meets better end points only, so that
    LSTRAT's future is worth at least an end point in its place: f_h >= h and f_l >= l.  With that
    future HSTRAT's move gains at every fork.  The identity is checked in rationals for arbitrary
    futures, both facts and the gains on a grid.
    """
    other = strategy(than)
    identity = [_drift_identity(other, e, level) for e in ENDINGS for level in (-1, 0, 1)]
    gaps, above = [], []
    for t in np.linspace(0.05, 0.95, 4):
        for a in (0.02, 1 / 6, 0.3, 0.9):
            for e in (0.05, 0.5, 0.8):
                rules = DriftGame(e, float(t), a)
                high, low = drift_chance(rules, HSTRAT, 80), drift_chance(rules, other, 80)
                above.append(low.upper >= t)
                gaps.append((high.lower - low.upper, t + a < 1))
    ahead = all(gap > 1e-9 if inside else gap >= -1e-12 for gap, inside in gaps)
    shown = f"identity at {sum(identity)} of {len(identity)} forks; least gain {min(gaps)[0]:.1g}"
    return Finding(all(identity) and all(above) and ahead, shown)


def _drift_identity(other: Strategy, ending: Fraction, level: int) -> bool:
    """Whether HSTRAT's move gains over the other's what the proof says."""
    rules = DriftGame(ending, Fraction(1, 2), Fraction(1, 6))
    up, down = Fraction(4, 7), Fraction(2, 9)  # any futures will do
    h, low = rules.chance(level + 1), rules.chance(level - 1)
    high, second = drift_move(rules, HSTRAT, level), drift_move(rules, other, level)
    gain = high.win - second.win + (high.high - second.high) * up + (high.low - second.low) * down
    return gain == ending * (1 - ending) * ((1 - h) * down - low * (1 - up))
