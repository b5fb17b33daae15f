"""The statements of chapters 5 and 6: what a position is worth, and other solitaires."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import islice, pairwise, product

import numpy as np

from chancegames.games.tree_solitaire.drift import DriftGame, drift_chance, drift_move, drift_moves
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
from chancegames.sources.johnson1970.source import (
    ENDING,
    ENDINGS,
    GRID,
    OTHER,
    WORTH,
    game,
    variable_game,
)
from chancegames.sources.johnson1970.tables import DRIFT, both_prefers_low, variable_chance
from chancegames.sources.johnson1970.valued import (
    Rule,
    ValuedGame,
    counted_search_cost,
    end_point_share,
    grow_valued,
    mean_value_variance,
    trees,
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


@WORTH.statement("johnson1970-ch5-VLVH", false_variant={"second": "BSTRAT"}, reads="2")
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


@WORTH.statement(
    "johnson1970-ch5-bprime", "johnson1970-ch5-clearly", false_variant={"ending": 0.75}
)
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


@WORTH.statement("johnson1970-ch5-cut", false_variant={"cut": 0.56}, reads=".55")
def _cut_off_of_both(cut: float = 0.55) -> Finding:
    """Above this share of the value the low branch is never chosen, whatever the ratios."""
    shares = np.arange(cut, 0.7, 0.001)
    chosen = [float(q) for q in shares for x in (1.0, 0.5, 0.05) if both_prefers_low(q, x)]
    shown = f"chosen at H/(H+L) = {max(chosen):.3f}" if chosen else "never chosen above"
    return Finding(not chosen, shown)


VALUES = tuple(Fraction(1, n) for n in (1, 2, 10, 1000))


@WORTH.statement("johnson1970-ch5-less", false_variant={"form": "dependent", "endings": (1.0,)})
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


@WORTH.statement("johnson1970-ch5-order", false_variant={"names": ("LSTRAT", "BSTRAT")})
def _low_factor_is_higher(names: Sequence[str] = ("LSTRAT", "HSTRAT")) -> Finding:
    """K_L > K_H, at every value: the same is subtracted above, and the same added below."""
    first, second = map(strategy, names)
    higher = [
        depreciation_factor(Rules(e, a), first, x) > depreciation_factor(Rules(e, a), second, x)
        for e, a in GRID
        for x in VALUES
    ]
    return tallied(higher, "{} positions")


@WORTH.statement("johnson1970-ch5-rises", false_variant={"names": ("STRAT",)})
def _factors_rise(names: Sequence[str] = ("LSTRAT", "HSTRAT")) -> Finding:
    """K_L and K_H grow as the value falls, and stay below their limits (STRAT's is constant)."""
    rising = []
    for policy in map(strategy, names):
        for e, a in GRID:
            factors = [depreciation_factor(Rules(e, a), policy, x) for x in VALUES]
            limit = win_chance(Rules(e, a, "dependent"), policy)
            rising.append(all(b > a for a, b in pairwise([*factors, limit])))
    return tallied(rising)


@WORTH.statement("johnson1970-ch5-between", false_variant={"shrunk": 4})
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


@WORTH.statement("johnson1970-ch5-CB", false_variant={"seen": 1}, reads="1 1 1 1 1 1")
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


@WORTH.statement("johnson1970-ch5-CH", false_variant={"seen": 1}, reads="1 1 1")
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


@WORTH.statement("johnson1970-ch5-improve", false_variant={"other": "HSTRAT"})
def _refinement(other: str = "H'STRAT with S K_H") -> Finding:
    """H'STRAT wins more if the low branch is weighed as a fork of the mean ratio."""
    rules = variable_game()
    pairs = []
    for points, nodes in ((48, 160), (64, 200)):  # both err by more than they differ, but alike
        refined, plain = (
            grid_chance(rules, WeighedHigh(rules, kind), points=points, nodes=nodes).value
            for kind in (True, False)
        )
        pairs.append((refined, win_chance(rules, HSTRAT) if other == "HSTRAT" else plain))
    won = {refined > compared for refined, compared in pairs}
    shown = f"{pairs[-1][0]:.7f} with it, {other} {pairs[-1][1]:.7f}"
    return Finding(
        won == {True}, f"{shown}; {'the same' if len(won) == 1 else 'no one'} order on two grids"
    )


@WORTH.statement("johnson1970-ch5-inverse", false_variant={"inverted": False}, reads="1")
def _ratio_upside_down(inverted: bool = True) -> Finding:
    """D(I)/D(I+1) approaches S(A + EB) or SA: it is D(I+1)/D(I) that does."""
    near, shown = [], []
    for name, limit in (("HSTRAT", Fraction(7, 16)), ("LSTRAT", Fraction(3, 8))):
        ratio = float(ten_moves(game(), strategy(name)).ratios[-1])
        near.append(abs((1 / ratio if inverted else ratio) - limit) < 0.01)
        shown.append(f"{name} {1 / ratio:.4f}, inverse {ratio:.4f}, limit {float(limit):.4f}")
    return Finding(all(near), "; ".join(shown))


@WORTH.statement("johnson1970-ch5-series", false_variant={"form": "independent"})
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


@WORTH.statement("johnson1970-ch5-unfavorable", false_variant={"greater": 0.7})
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


@WORTH.statement("johnson1970-ch5-simple", false_variant={"rule": "weighed"})
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


WORTH.discussed("johnson1970-ch5-twice", "johnson1970-ch5-doubling")


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


@OTHER.statement("johnson1970-ch6-fn1", false_variant={"splits": 0}, reads="2 1")
def _share_of_end_points(splits: int = -1, most: int = 8) -> Finding:
    """K end points have K - 1 split points above them: counted on every shape."""
    counts = {1: {0}}
    for k in range(2, most + 1):
        counts[k] = {1 + x + y for i in range(1, k) for x in counts[i] for y in counts[k - i]}
    equal = [counts[k] == {k + splits} for k in counts]
    shares = [end_point_share(k) for k in counts]
    falling = all(later < soon for soon, later in pairwise(shares))
    return Finding(all(equal) and falling, f"{shares[1]}, {shares[2]}, ... {shares[-1]}")


@OTHER.statement("johnson1970-thm6.1", false_variant={"tops": (Fraction(1),)}, reads="0 1 0 1")
def _theorem_6_1(tops: Sequence[Fraction] = ENDINGS) -> Finding:
    """Game 3 without steps: HSTRAT beats LSTRAT by a positive multiple of (1 - E)(1 - T)."""
    holds = []
    for e, t in product(ENDINGS, tops):
        flat = DriftGame(e, t, Fraction(0))
        high, low = (drift_chance(flat, policy).value for policy in (HSTRAT, LSTRAT))
        gap = t * (1 - e) * (1 - t) / ((e + t - e * t) * (1 + t - e * t))
        holds.append(high - low == gap and high > low)
    return tallied(holds)


@OTHER.statement("johnson1970-ch6-conj", false_variant={"than": "BSTRAT"})
def _caution_wins_in_game_3(than: str = "LSTRAT") -> Finding:
    """Game 3: nothing beats HSTRAT, which wins more often than LSTRAT if T + A < 1 and E < 1.

    At a fork with end points' chances h and l and futures f_h and f_l, HSTRAT's move gains
    ES((1 - h) f_l - l (1 - f_h)).  Going high for ever meets better end points only, so that
    LSTRAT's future is worth at least an end point in its place: f_h >= h and f_l >= l.  With that
    future HSTRAT's move gains at every fork.  The identity is checked in rationals for arbitrary
    futures, both facts and the gains on a grid.
    """
    other = strategy(than)
    identity = [_drift_identity(other, e, level) for e in ENDINGS for level in (-1, 0, 1)]
    gaps: list[tuple[float, bool]] = []
    above: list[bool] = []
    for t in np.linspace(0.05, 0.95, 4):
        for a in (0.02, 1 / 6, 0.3, 0.45, 0.9):
            for e in (0.05, 0.3, 0.5, 0.8, 0.95):
                rules = DriftGame(e, float(t), a)
                high, low = drift_chance(rules, HSTRAT, 80), drift_chance(rules, other, 80)
                above.append(low.upper >= t)
                gaps.append((float(high.lower - low.upper), bool(t + a < 1)))
    ahead = all(gap > 1e-9 if inside else abs(gap) < 1e-12 for gap, inside in gaps)
    shown = f"identity at {sum(identity)} of {len(identity)} forks; equal where T + A >= 1"
    return Finding(all(identity) and all(above) and ahead, shown)


def _drift_identity(other: Strategy, ending: Fraction, level: int) -> bool:
    """Whether HSTRAT's move gains over the other's what the proof says."""
    equal = []
    for top, step, up, down in product(*[(Fraction(1, 6), Fraction(1, 2), Fraction(6, 7))] * 4):
        rules = DriftGame(ending, top, step)  # any futures will do
        h, low = rules.chance(level + 1), rules.chance(level - 1)
        high, second = drift_move(rules, HSTRAT, level), drift_move(rules, other, level)
        gain = high.win - second.win
        gain += (high.high - second.high) * up + (high.low - second.low) * down
        equal.append(gain == ending * (1 - ending) * ((1 - h) * down - low * (1 - up)))
    return all(equal)


@OTHER.statement("johnson1970-ch6-value", false_variant={"all_three": 0})
def _value_of_three(all_three: int = 1) -> Finding:
    """A + B + C - AB - AC - BC + ABC is the chance that one of three wins, counted out."""
    equal = []
    for a, b, c in product((Fraction(1, 5), Fraction(1, 2), Fraction(6, 7)), repeat=3):
        counted = Fraction(0)
        for wins in product((True, False), repeat=3):
            chance = Fraction(1)
            for value, won in zip((a, b, c), wins, strict=True):
                chance *= value if won else 1 - value
            counted += chance * any(wins)
        equal.append(counted == a + b + c - a * b - a * c - b * c + all_three * a * b * c)
    return tallied(equal, "equal for {} triples")


@OTHER.statement("johnson1970-ch6-closed", false_variant={"formula": "powers"})
def _no_closed_formula(formula: str = "Catalan", most: int = 40) -> Finding:
    """No short formula counts the binary trees of K end points; here they are, by the first fork.

    The Catalan number of `valued.trees` does, a product of three factorials.
    """
    counts = {1: 1}
    for k in range(2, most + 1):
        counts[k] = sum(counts[i] * counts[k - i] for i in range(1, k))
    short = {k: {"Catalan": trees(k), "powers": 2 ** (k - 1)}[formula] for k in counts}
    equal = [short[k] == count for k, count in counts.items()]
    shown = f"{formula}: right for {sum(equal)} of {len(equal)} K, {counts[10]} trees for K = 10"
    return Finding(not all(equal), shown, facts=(1, 2))


@OTHER.statement("johnson1970-thm6.1-W", false_variant={"swapped": True}, reads="1 2 1")
def _closed_forms(swapped: bool = False) -> Finding:
    """W_H and W_L of game 3 without steps, as printed."""
    equal = []
    for e, t in product(ENDINGS, repeat=2):
        flat = DriftGame(e, t, Fraction(0))
        high = t * (1 + e - e * t) / (e + t - e * t)
        low = t * (2 - e * t) / (1 + t - e * t)
        policies = (LSTRAT, HSTRAT) if swapped else (HSTRAT, LSTRAT)
        equal.append([drift_chance(flat, p).value for p in policies] == [high, low])
    return tallied(equal, "equal in {} games")


@OTHER.statement("johnson1970-ch6-predominates", false_variant={"late": 3}, reads="3 10")
def _caution_pays_late(soon: int = 3, late: int = 10) -> Finding:
    """LSTRAT has won more after 3 moves of game 3, HSTRAT after 10."""
    won = {
        (policy.name, moves): sum(win for _, win, _ in islice(drift_moves(DRIFT, policy), moves))
        for policy in (HSTRAT, LSTRAT)
        for moves in (soon, late)
    }
    shown = "; ".join(
        f"after {n} moves {float(won['HSTRAT', n]):.4f} to {float(won['LSTRAT', n]):.4f}"
        for n in (soon, late)
    )
    holds = won["LSTRAT", soon] > won["HSTRAT", soon] and won["HSTRAT", late] > won["LSTRAT", late]
    return Finding(holds, shown)


@OTHER.statement("johnson1970-ch6-step", false_variant={"names": ("LSTRAT",)})
def _steps_improve(names: Sequence[str] = ("HSTRAT", "LSTRAT")) -> Finding:
    """With steps, both the chance to win on a move and the chance to go on grow, at the top.

    HSTRAT goes on with S + E(1 - h)S, which falls as the chance h of its high branch grows.
    """
    shown, holds = [], True
    for name in names:
        still, stepping = (
            drift_move(DriftGame(DRIFT.ending, DRIFT.top, step), strategy(name))
            for step in (Fraction(0), DRIFT.step)
        )
        before, after = (move.high + move.low for move in (still, stepping))
        holds = holds and stepping.win > still.win and after > before
        shown.append(f"{name} wins {stepping.win} for {still.win}, goes on {after} for {before}")
    return Finding(holds, "; ".join(shown))


@OTHER.statement("johnson1970-ch6-down", false_variant={"rule": "mean"})
def _values_fall(rule: Rule = "some") -> Finding:
    """Game 1: a branch is worth no more than its fork, and no less than the least end point."""
    falls = []
    for seed in range(20):
        tree = grow_valued(ValuedGame(0.6, rule, 0.2, 0.9), seed)
        points = [p for _, p in tree.walk()]
        below = [b.value <= p.value for p in points for b in (p.high, p.low) if b is not None]
        falls.append(all(below) and min(p.value for p in points) >= 0.2)
    return tallied(falls, "{} trees", "tested")


@OTHER.statement("johnson1970-ch6-ends", false_variant={"rule": "sum"})
def _varies_less_with_more_ends(rule: str = "mean", most: int = 40) -> Finding:
    """Game 2: the more end points below a split point, the less its value varies.

    The mean variance over all trees of so many end points, that of one being 1.
    """
    variances, part = {1: Fraction(1)}, Fraction(1, 4 if rule == "mean" else 1)
    for k in range(2, most + 1):
        shapes = ((i, k - i, Fraction(trees(i) * trees(k - i), trees(k))) for i in range(1, k))
        variances[k] = part * sum(
            (share * (variances[i] + variances[j]) for i, j, share in shapes), Fraction(0)
        )
    falls = [late < soon for soon, late in pairwise(variances.values())]
    shown = ", ".join(str(variances[k]) for k in (2, 3, 4))
    return Finding(all(falls), f"{shown}, ... {float(variances[most]):.3f}", "tested")


@OTHER.statement("johnson1970-ch6-flat", false_variant={"rule": "some"}, reads="2")
def _equal_ends_make_all_equal(rule: Rule = "mean") -> Finding:
    """Game 2 with one value for all end points is game 3 without steps: all points have it."""
    grown = [grow_valued(ValuedGame(0.6, rule, 0.3, 0.3), seed) for seed in range(20)]
    alike = [{round(p.value, 12) for _, p in tree.walk()} == {0.3} for tree in grown]
    return tallied(alike, "{} trees", "tested")


@OTHER.statement("johnson1970-ch6-mean", false_variant={"shift": 1})
def _branches_lie_evenly(shift: int = 0) -> Finding:
    """Game 3: the higher branch is worth C + A and the lower C - A on average.

    For laws of mean 0, symmetric or not: the two branches always add up to two draws.
    """
    laws = [{-1: Fraction(1, 2), 1: Fraction(1, 2)}, {-1: Fraction(2, 3), 2: Fraction(1, 3)}]
    even, shown = [], []
    for law in laws:
        pairs = [(x + shift, y + shift, law[x] * law[y]) for x, y in product(law, repeat=2)]
        high, low = (sum(p * pick(x, y) for x, y, p in pairs) for pick in (max, min))
        even.append(high == -low and high > 0)
        shown.append(f"C + {high} and C - {-low}")
    return Finding(all(even), ", ".join(shown))


@OTHER.statement("johnson1970-thm6.1-steps", false_variant={"swapped": True}, reads="1 1 1 1")
def _win_or_go_on(swapped: bool = False) -> Finding:
    """Game 3 without steps: the chances to win at a position, and to go on past it."""
    equal = []
    for e, t in product(ENDINGS, repeat=2):
        flat, s = DriftGame(e, t, Fraction(0)), 1 - e
        high = e * t * (1 + e - e * t), s * (1 + e - e * t)
        low = e * t + (1 - e * t) * e * t, (1 - e * t) * s
        for policy, printed in (
            (HSTRAT, low if swapped else high),
            (LSTRAT, high if swapped else low),
        ):
            move = drift_move(flat, policy)
            equal.append((move.win, move.high + move.low) == printed)
    return tallied(equal, "{} equal")


@OTHER.statement("johnson1970-thm6.1-gap", false_variant={"times": 2}, reads="1 1 2 1 1")
def _gap_of_the_theorem(times: int = 1) -> Finding:
    """(1 + E - ET)(1 + T - ET) - (2 - ET)(T + E - ET) is (1 - E)(1 - T)."""
    equal = []
    for e, t in product(ENDINGS, repeat=2):
        gap = (1 + e - e * t) * (1 + t - e * t) - (2 - e * t) * (t + e - e * t)
        equal.append(gap == times * (1 - e) * (1 - t))
    return tallied(equal, "equal in {} games")
