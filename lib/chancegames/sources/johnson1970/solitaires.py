"""The statements of chapter 6: other solitaires."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import islice, pairwise, product

import numpy as np

from chancegames.games.tree_solitaire.drift import DriftGame, drift_chance, drift_move, drift_moves
from chancegames.games.tree_solitaire.policies import HSTRAT, LSTRAT, Strategy, strategy
from chancegames.sources.johnson1970.source import ENDINGS, OTHER
from chancegames.sources.johnson1970.tables import DRIFT
from chancegames.sources.johnson1970.valued import (
    Rule,
    ValuedGame,
    _trees,
    counted_search_cost,
    end_point_share,
    grow_valued,
    mean_value_variance,
)
from chancegames.sources.registry import Finding, tallied


@OTHER.says("johnson1970-ch6-g1", false={"lowest": False})
def _lowest_first(lowest: bool = True) -> Finding:
    """Game 1 with equal end points: lowest value first costs least, exact for 3 to 9 of them."""
    order = min if lowest else max
    trees = product(range(3, 10), (Fraction(1, 100), Fraction(1, 2), Fraction(9, 10)))
    least = (counted_search_cost(*tree, order) == counted_search_cost(*tree) for tree in trees)
    return tallied(least, "least in {} trees", "tested")


@OTHER.says("johnson1970-ch6-g2", false={"share": 1})
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


@OTHER.says("johnson1970-ch6-fn1", false={"splits": 0}, reads="2 1")
def _share_of_end_points(splits: int = -1, most: int = 8) -> Finding:
    """K end points have K - 1 split points above them: counted on every shape."""
    counts = {1: {0}}
    for k in range(2, most + 1):
        counts[k] = {1 + x + y for i in range(1, k) for x in counts[i] for y in counts[k - i]}
    equal = [counts[k] == {k + splits} for k in counts]
    shares = [end_point_share(k) for k in counts]
    falling = all(later < soon for soon, later in pairwise(shares))
    return Finding(all(equal) and falling, f"{shares[1]}, {shares[2]}, ... {shares[-1]}")


@OTHER.says("johnson1970-thm6.1", false={"tops": (Fraction(1),)}, reads="0 1 0 1")
def _theorem_6_1(tops: Sequence[Fraction] = ENDINGS) -> Finding:
    """Game 3 without steps: HSTRAT beats LSTRAT by a positive multiple of (1 - E)(1 - T)."""
    holds = []
    for e, t in product(ENDINGS, tops):
        flat = DriftGame(e, t, Fraction(0))
        high, low = (drift_chance(flat, policy).value for policy in (HSTRAT, LSTRAT))
        gap = t * (1 - e) * (1 - t) / ((e + t - e * t) * (1 + t - e * t))
        holds.append(high - low == gap and high > low)
    return tallied(holds)


@OTHER.says("johnson1970-ch6-conj", false={"than": "BSTRAT"})
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


@OTHER.says("johnson1970-ch6-value", false={"all_three": 0})
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


@OTHER.says("johnson1970-ch6-closed", false={"formula": "powers"})
def _no_closed_formula(formula: str = "Catalan", most: int = 40) -> Finding:
    """No short formula counts the binary trees of K end points; here they are, by the first fork.

    The Catalan number of `valued._trees` does, a product of three factorials.
    """
    counts = {1: 1}
    for k in range(2, most + 1):
        counts[k] = sum(counts[i] * counts[k - i] for i in range(1, k))
    short = {k: {"Catalan": _trees(k), "powers": 2 ** (k - 1)}[formula] for k in counts}
    equal = [short[k] == count for k, count in counts.items()]
    shown = f"{formula}: right for {sum(equal)} of {len(equal)} K, {counts[10]} trees for K = 10"
    return Finding(not all(equal), shown, facts=(1, 2))


@OTHER.says("johnson1970-thm6.1-W", false={"swapped": True}, reads="1 2 1")
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


@OTHER.says("johnson1970-ch6-predominates", false={"late": 3}, reads="3 10")
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


@OTHER.says("johnson1970-ch6-step", false={"names": ("LSTRAT",)})
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


@OTHER.says("johnson1970-ch6-down", false={"rule": "mean"})
def _values_fall(rule: Rule = "some") -> Finding:
    """Game 1: a branch is worth no more than its fork, and no less than the least end point."""
    falls = []
    for seed in range(20):
        tree = grow_valued(ValuedGame(0.6, rule, 0.2, 0.9), seed)
        points = [p for _, p in tree.walk()]
        below = [b.value <= p.value for p in points for b in (p.high, p.low) if b is not None]
        falls.append(all(below) and min(p.value for p in points) >= 0.2)
    return tallied(falls, "{} trees", "tested")


@OTHER.says("johnson1970-ch6-ends", false={"rule": "sum"})
def _varies_less_with_more_ends(rule: str = "mean", most: int = 40) -> Finding:
    """Game 2: the more end points below a split point, the less its value varies.

    The mean variance over all trees of so many end points, that of one being 1.
    """
    variances, part = {1: Fraction(1)}, Fraction(1, 4 if rule == "mean" else 1)
    for k in range(2, most + 1):
        shapes = ((i, k - i, Fraction(_trees(i) * _trees(k - i), _trees(k))) for i in range(1, k))
        variances[k] = part * sum(
            (share * (variances[i] + variances[j]) for i, j, share in shapes), Fraction(0)
        )
    falls = [late < soon for soon, late in pairwise(variances.values())]
    shown = ", ".join(str(variances[k]) for k in (2, 3, 4))
    return Finding(all(falls), f"{shown}, ... {float(variances[most]):.3f}", "tested")


@OTHER.says("johnson1970-ch6-flat", false={"rule": "some"}, reads="2")
def _equal_ends_make_all_equal(rule: Rule = "mean") -> Finding:
    """Game 2 with one value for all end points is game 3 without steps: all points have it."""
    grown = [grow_valued(ValuedGame(0.6, rule, 0.3, 0.3), seed) for seed in range(20)]
    alike = [{round(p.value, 12) for _, p in tree.walk()} == {0.3} for tree in grown]
    return tallied(alike, "{} trees", "tested")


@OTHER.says("johnson1970-ch6-mean", false={"shift": 1})
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


@OTHER.says("johnson1970-thm6.1-steps", false={"swapped": True}, reads="1 1 1 1")
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


@OTHER.says("johnson1970-thm6.1-gap", false={"times": 2}, reads="1 1 2 1 1")
def _gap_of_the_theorem(times: int = 1) -> Finding:
    """(1 + E - ET)(1 + T - ET) - (2 - ET)(T + E - ET) is (1 - E)(1 - T)."""
    gaps = (
        (1 + e - e * t) * (1 + t - e * t) - (2 - e * t) * (t + e - e * t)
        == times * (1 - e) * (1 - t)
        for e, t in product(ENDINGS, repeat=2)
    )
    return tallied(gaps, "equal in {} games")
