"""The statements of chapter 5: what a position is worth."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise, product

import numpy as np

from chancegames.games.tree_solitaire.forks import fork
from chancegames.games.tree_solitaire.grid import grid_chance
from chancegames.games.tree_solitaire.policies import (
    HSTRAT,
    LSTRAT,
    STRATEGIES,
    BothBranches,
    Strategy,
    strategy,
)
from chancegames.games.tree_solitaire.series import win_chance
from chancegames.games.tree_solitaire.weighing import WeighedHigh, depreciation_factor, worth
from chancegames.models.tree_solitaire import Form, Rules
from chancegames.sources.johnson1970.diagrams import model_chances, ten_moves
from chancegames.sources.johnson1970.source import ENDING, GRID, WORTH, _variable_game, game
from chancegames.sources.johnson1970.tables import _variable_chance, both_prefers_low
from chancegames.sources.registry import Finding, tallied


@WORTH.says("johnson1970-ch5-K", false={"times": 1}, reads="1 1 2 1 1 1 2")
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


@WORTH.says("johnson1970-ch5-VLVH", false={"second": "BSTRAT"}, reads="2")
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


@WORTH.says("johnson1970-ch5-bprime", "johnson1970-ch5-clearly", false={"ending": 0.75})
def _weighing_is_best(ending: float = 0.5) -> Finding:
    """B'STRAT beats 2LSTRAT and BSTRAT with a variable ratio."""
    names = ("B'STRAT", "2LSTRAT", "BSTRAT")
    weighed, *others = (_variable_chance(name, ending) for name in names)
    shown = f"B' {weighed:.5f}, 2L {others[0]:.5f}, B {others[1]:.5f}"
    return Finding(weighed > max(others), shown)


@WORTH.says("johnson1970-ch5-hprime", false={"weighing": "B'STRAT"})
def _weighing_high(weighing: str = "H'STRAT") -> Finding:
    """H'STRAT gains less than a hundredth over HSTRAT and stays below LSTRAT; B'STRAT does not."""
    names = (weighing, "HSTRAT", "LSTRAT")
    weighed, high, bound = (_variable_chance(name, float(ENDING)) for name in names)
    shown = f"{weighing} {weighed:.5f}, HSTRAT {high:.5f}, LSTRAT {bound:.5f}"
    return Finding(0 < weighed - high < 0.01 and weighed < bound, shown)


@WORTH.says("johnson1970-ch5-fig5.1", false={"high": 0.52})
def _highest_grandchild(high: float = 0.6) -> Finding:
    """A low branch whose own high branch is the highest is worth less, however it splits."""
    rules, both = game(), BothBranches()
    least = worth(rules, both, high, 0.5)
    most = worth(rules, both, 1 - high, 1.0)
    return Finding(least > most, f"high at least {least:.4f}, low at most {most:.4f}")


@WORTH.says("johnson1970-ch5-cut", false={"cut": 0.56}, reads=".55")
def _cut_off_of_both(cut: float = 0.55) -> Finding:
    """Above this share of the value the low branch is never chosen, whatever the ratios."""
    shares = np.arange(cut, 0.7, 0.001)
    chosen = [float(q) for q in shares for x in (1.0, 0.5, 0.05) if both_prefers_low(q, x)]
    shown = f"chosen at H/(H+L) = {max(chosen):.3f}" if chosen else "never chosen above"
    return Finding(not chosen, shown)


VALUES = tuple(Fraction(1, n) for n in (1, 2, 10, 1000))


@WORTH.says("johnson1970-ch5-less", false={"form": "dependent", "endings": (1.0,)})
def _less_than_its_value(
    form: Form = "independent", endings: Sequence[float] = (0.25, 0.5, 0.75)
) -> Finding:
    """The chance of winning from a split point is less than its value, for every strategy.

    (False variant: if all points are ends, of which one wins, a look finds it.)
    """
    values = (1.0,) if form == "dependent" else (1.0, 0.3, 0.01)
    less = [
        win_chance(Rules(e, 0.75, form), policy, x) < x
        for policy in STRATEGIES
        for e, x in product(endings, values)
    ]
    return tallied(less, "less in {} cases", "tested")


@WORTH.says("johnson1970-ch5-order", false={"names": ("LSTRAT", "BSTRAT")})
def _low_factor_is_higher(names: Sequence[str] = ("LSTRAT", "HSTRAT")) -> Finding:
    """K_L > K_H, at every value: the same is subtracted above, and the same added below."""
    first, second = map(strategy, names)
    higher = [
        depreciation_factor(Rules(e, a), first, x) > depreciation_factor(Rules(e, a), second, x)
        for e, a in GRID
        for x in VALUES
    ]
    return tallied(higher, "{} positions")


@WORTH.says("johnson1970-ch5-rises", false={"names": ("STRAT",)})
def _factors_rise(names: Sequence[str] = ("LSTRAT", "HSTRAT")) -> Finding:
    """K_L and K_H grow as the value falls, and stay below their limits (STRAT's is constant)."""
    rising = []
    for policy in map(strategy, names):
        for e, a in GRID:
            factors = [depreciation_factor(Rules(e, a), policy, x) for x in VALUES]
            limit = win_chance(Rules(e, a, "dependent"), policy)
            rising.append(all(b > a for a, b in pairwise([*factors, limit])))
    return tallied(rising)


@WORTH.says("johnson1970-ch5-between", false={"shrunk": 4})
def _between_factor_and_limit(shrunk: int = 1) -> Finding:
    """The chance from a point of value X lies between X K(X) and X times the limit of K.

    (False variant: between X K(X/4) and that.)
    """
    inside = []
    for policy in (LSTRAT, HSTRAT):
        for e in (0.2, 0.5, 0.8):
            for x in (1.0, 0.5, 0.1):
                chance = win_chance(game(e, "3/4"), policy, x)
                low = x * depreciation_factor(game(e, "3/4"), policy, x / shrunk)
                high = x * win_chance(Rules(e, 0.75, "dependent"), policy)
                inside.append(low < chance < high)
    return tallied(inside, "{} positions", "tested")


def _depreciated(e: Fraction, a: Fraction, x: Fraction, both: bool) -> Fraction:
    """The source's K_H and K_B as functions: what a position of value x is worth."""
    b, s = 1 - a, 1 - e
    above = e * x * (1 - e * a * b * x) if both else e * x * (a + e * b - e * a * b * x)
    return above / (1 - s * (a + e * b) + (1 + both) * s * e * a * b * x)


@WORTH.says("johnson1970-ch5-CB", false={"seen": 1}, reads="1 1 1 1 1 1")
def _worth_of_both(seen: Fraction | None = None) -> Finding:
    """C_B of a fork of known ratio; E(1 - RX) is the chance that the high branch lost.

    (False variant: with another factor in place of that E.)
    """

    def printed(e: Fraction, a: Fraction, x: Fraction, r: Fraction) -> Fraction:
        high, low, s = r * x, (1 - r) * x, 1 - e
        win = e * high + (1 - e * high) * e * low
        down = (seen or e) * (1 - high) * s * _depreciated(e, a, low, both=True)
        return win + down + (1 - e * low) * s * _depreciated(e, a, high, both=True)

    return _worths(BothBranches(), printed)


@WORTH.says("johnson1970-ch5-CH", false={"seen": 1}, reads="1 1 1")
def _worth_of_high(seen: Fraction | None = None) -> Finding:
    """C_H of a fork of known ratio, read in the same way."""

    def printed(e: Fraction, a: Fraction, x: Fraction, r: Fraction) -> Fraction:
        high, low, s = r * x, (1 - r) * x, 1 - e
        below = e * low + s * _depreciated(e, a, low, both=False)
        up = e * high + s * _depreciated(e, a, high, both=False)
        return up + (seen or e) * (1 - high) * below

    return _worths(HSTRAT, printed)


def _worths(policy: Strategy, printed: Callable[..., Fraction]) -> Finding:
    cases = product(GRID[::3], VALUES[:3], (Fraction(1, 2), Fraction(4, 5)))
    return tallied(
        (worth(Rules(e, a), policy, x, r) == printed(e, a, x, r) for (e, a), x, r in cases),
        "equal at {} forks",
    )


@WORTH.says("johnson1970-ch5-improve", false={"other": "HSTRAT"})
def _refinement(other: str = "H'STRAT with S K_H") -> Finding:
    """H'STRAT wins more if the low branch is weighed as a fork of the mean ratio."""
    rules = _variable_game()
    pairs = []
    for points, nodes in ((48, 160), (64, 200)):  # both err by more than they differ, but alike
        refined, plain = (
            grid_chance(rules, WeighedHigh(rules, kind), points=points, nodes=nodes).value
            for kind in (True, False)
        )
        pairs.append((refined, win_chance(rules, HSTRAT) if other == "HSTRAT" else plain))
    won = {refined > compared for refined, compared in pairs}
    shown = f"{pairs[-1][0]:.7f} with it, {other} {pairs[-1][1]:.7f}"
    order = "the same" if len(won) == 1 else "no one"
    return Finding(won == {True}, f"{shown}; {order} order on two grids", scope="tested")


@WORTH.says("johnson1970-ch5-inverse", false={"inverted": False}, reads="1")
def _ratio_upside_down(inverted: bool = True) -> Finding:
    """D(I)/D(I+1) approaches S(A + EB) or SA: it is D(I+1)/D(I) that does."""
    near, shown = [], []
    for name, limit in (("HSTRAT", Fraction(7, 16)), ("LSTRAT", Fraction(3, 8))):
        ratio = float(ten_moves(game(), strategy(name)).ratios[-1])
        near.append(abs((1 / ratio if inverted else ratio) - limit) < 0.01)
        shown.append(f"{name} {1 / ratio:.4f}, inverse {ratio:.4f}, limit {float(limit):.4f}")
    return Finding(all(near), "; ".join(shown))


@WORTH.says("johnson1970-ch5-series", false={"form": "independent"})
def _first_move_and_ratio(form: Form = "dependent", moves: int = 3) -> Finding:
    """Of a small value X the chances begin with XE, or XE(A + EB), and fall by SA, or S(A + EB).

    As X goes to 0 the form does not matter, and in the dependent form it holds at any X.  The
    greater ratio is HSTRAT's, the greater first chance and the greater sum are LSTRAT's.
    """
    equal = []
    for e, a in GRID[1::7]:
        share = a + e * (1 - a)
        for policy, first, ratio in (
            (LSTRAT, e, (1 - e) * a),
            (HSTRAT, e * share, (1 - e) * share),
        ):
            chances = model_chances(Rules(e, a, form), policy, moves)
            equal.append(chances == tuple(first * ratio**k for k in range(moves)))
        equal.append(
            share > a
            and e > e * share
            and e / (1 - (1 - e) * a) > e * share / (1 - (1 - e) * share)
        )
    return tallied(equal, "{} cases")


@WORTH.says("johnson1970-ch5-unfavorable", false={"greater": 0.7})
def _worth_less_in_spite_of_its_value(greater: float = 0.52) -> Finding:
    """Of two positions the one of greater value may win less often, as its value splits evenly."""
    lower = []
    for name in ("LSTRAT", "HSTRAT", "BSTRAT"):
        even, steep = (
            _from_a_known_fork(strategy(name), x, ratio)
            for x, ratio in ((greater, 0.5), (1 - greater, 1.0))
        )
        lower.append(even < steep)
    return tallied(lower, f"values {greater:g} and {1 - greater:g}: less with {{}} strategies")


def _from_a_known_fork(policy: Strategy, x: float, ratio: float) -> float:
    """Chance of winning from a fork of known ratio, played on at E = 1/2, A = 3/4."""
    step = fork(Rules(0.5, ratio), policy, x)
    on = [float(win_chance(game(), policy, share * x)) for share in (ratio, 1 - ratio)]
    return float(step.win + step.high * on[0] + step.low * on[1])


@WORTH.says("johnson1970-ch5-simple", false={"rule": "weighed"})
def _highest_grandchild_loses(rule: str = "grandchild", nodes: int = 12) -> Finding:
    """To go to the low branch whenever its high branch is the highest point costs, on average.

    Weighed by C_B, over a fork and two branches that split anywhere; against BSTRAT's choice.
    """
    rules, both, ratios = game(), BothBranches(), (np.arange(nodes) + 0.5) / (2 * nodes) + 0.5
    gains = []
    for r, up, down in product(ratios, repeat=3):
        high, low = (float(worth(rules, both, x, q)) for x, q in ((r, up), (1 - r, down)))
        leaves = (1 - r) * down > r * up if rule == "grandchild" else low > high
        gains.append(low - high if leaves else 0.0)
    mean = float(np.mean(gains))
    return Finding(mean < 0, f"{mean:+.5f} a fork where both branches split", "tested")


WORTH.discusses("johnson1970-ch5-twice", "johnson1970-ch5-doubling")
