"""The theorems, conjectures, formulas, drawings and programs."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from math import erf, sqrt

import numpy as np

from chancegames.replications.johnson1970.proofs import enclosed
from chancegames.replications.johnson1970.source import (
    ENDING,
    ENDINGS,
    ONE,
    OTHER,
    RATIO,
    RATIOS,
    SOURCE,
    TREES,
    TWO,
    WORTH,
    game,
    policy,
    variable_game,
)
from chancegames.replications.johnson1970.tables import both_prefers_low, variable_chance
from chancegames.replications.registry import Finding
from chancegames.tree_solitaire import listings
from chancegames.tree_solitaire.depreciation import depreciation_factor, worth
from chancegames.tree_solitaire.diagrams import (
    expected_moves,
    fork,
    move_chances,
    ten_moves,
)
from chancegames.tree_solitaire.drift import DriftGame, drift_chance, flat_chance
from chancegames.tree_solitaire.enumeration import Knowledge, chances_by_enumeration, kinds
from chancegames.tree_solitaire.ordinal import ordinal_strategies, ordinal_value
from chancegames.tree_solitaire.policies import (
    HSTRAT,
    LSTRAT,
    STRAT,
    STRATEGIES,
    BothBranches,
    Coin,
    HighFirst,
)
from chancegames.tree_solitaire.rules import TreeSolitaire, UniformRatio, constant_game
from chancegames.tree_solitaire.search import counted_search_cost, end_point_share, search_cost
from chancegames.tree_solitaire.series import win_chance, win_grid
from chancegames.tree_solitaire.trees import mean_value_variance

#: The games of table 4.1.
TABULATED = (
    *((0.5, a) for a in (0.5, 2 / 3, 0.75, 0.9, 0.95, 0.99)),
    *((e, 0.5) for e in (0.75, 0.9, 0.99)),
    *((e, 0.75) for e in (0.25, 0.75, 0.9)),
)

GRID = tuple((e, a) for e in ENDINGS for a in RATIOS)


# Chapters 2 and 3: no look, one look in the dependent form, unlimited looks.


@SOURCE.statement("johnson1970-ch2-nostrat", page=TREES, neighbour={"shift": 2})
def no_strategy(shift: int = 1) -> Finding:
    """NOSTRAT wins with E / (E + 1), whatever the ratio."""
    equal = [
        win_chance(Coin(), constant_game(e, a, "dependent")) == e / (e + shift) for e, a in GRID
    ]
    return Finding(all(equal), f"equal in {sum(equal)} of {len(GRID)} games")


@SOURCE.statement("johnson1970-ch2-strat", page=TREES, neighbour={"looks": 1})
def plain_strategy(looks: int = 0) -> Finding:
    """STRAT wins with EA / (1 - SA)."""
    equal = [
        win_chance(HighFirst(looks), constant_game(e, a, "dependent")) == e * a / (1 - (1 - e) * a)
        for e, a in GRID
    ]
    return Finding(all(equal), f"equal in {sum(equal)} of {len(GRID)} games")


@SOURCE.statement("johnson1970-ch2-papert", page=TREES, neighbour={"highest": False})
def highest_first(highest: bool = True, budget: int = 6) -> Finding:
    """No order of looks, however adaptive, needs fewer of them; both forms, exact."""
    games = [constant_game(e, a, f) for e, a in GRID[::5] for f in ("independent", "dependent")]
    equal = [
        search_cost(g, budget, max if highest else min) == search_cost(g, budget) for g in games
    ]
    return Finding(all(equal), f"least in {sum(equal)} of {len(games)} games", "tested")


@SOURCE.statement("johnson1970-thm3.1", page=ONE, neighbour={"name": "LSTRAT"})
def theorem_3_1(name: str = "HSTRAT") -> Finding:
    """HSTRAT in the dependent form wins with E(A + EB) / (1 - S(A + EB))."""
    equal = []
    for e, a in GRID:
        share = a + e * (1 - a)
        value = win_chance(policy(name), constant_game(e, a, "dependent"))
        equal.append(value == e * share / (1 - (1 - e) * share))
    return Finding(all(equal), f"equal in {sum(equal)} of {len(GRID)} games")


@SOURCE.statement("johnson1970-thm3.2", page=ONE, neighbour={"name": "HSTRAT"})
def theorem_3_2(name: str = "LSTRAT") -> Finding:
    """LSTRAT in the dependent form wins with E / (1 - SA)."""
    equal = [
        win_chance(policy(name), constant_game(e, a, "dependent")) == e / (1 - (1 - e) * a)
        for e, a in GRID
    ]
    return Finding(all(equal), f"equal in {sum(equal)} of {len(GRID)} games")


@SOURCE.statement("johnson1970-thm3.3", page=ONE, neighbour={"ratios": (Fraction(1),)})
def theorem_3_3(ratios: Sequence[Fraction] = RATIOS) -> Finding:
    """STRAT < HSTRAT < LSTRAT in the dependent form, for E < 1 and A < 1.

    W_L - W_H = E S^2 B^2 / ((1 - SA)(1 - S(A + EB))), an identity checked in rationals.
    """
    ordered = []
    for e in ENDINGS:
        for a in ratios:
            plain, high, low = (
                win_chance(p, constant_game(e, a, "dependent")) for p in (STRAT, HSTRAT, LSTRAT)
            )
            s, b = 1 - e, 1 - a
            gap = e * s**2 * b**2 / ((1 - s * a) * (1 - s * (a + e * b)))
            ordered.append(plain < high < low and low - high == gap)
    return Finding(all(ordered), f"{sum(ordered)} of {len(ordered)} games")


@SOURCE.statement("johnson1970-lemma", page=ONE, neighbour={"form": "independent"})
def constant_quotient(form: str = "dependent", moves: int = 4) -> Finding:
    """Every outcome weighed: each move's chance is SA + BES times the one before."""
    e, a = ENDING, RATIO
    chances = chances_by_enumeration(HSTRAT, constant_game(e, a, form), moves)
    quotients = {late / soon for soon, late in pairwise(chances)}
    expected = (1 - e) * a + (1 - a) * e * (1 - e)
    return Finding(quotients == {expected}, ", ".join(f"{float(q):.4f}" for q in sorted(quotients)))


@SOURCE.statement("johnson1970-ch3-approx", page=ONE, neighbour={"within": 0.001})
def random_ratio(within: float = 0.025) -> Finding:
    """A random ratio of the same mean: exactly the same if dependent, else within a margin."""
    uniform, constant = UniformRatio(), RATIO
    gaps, equal = [], []
    for p in STRATEGIES:
        pair = [win_chance(p, TreeSolitaire(ENDING, uniform, "dependent"))]
        pair.append(win_chance(p, constant_game(ENDING, constant, "dependent")))
        equal.append(pair[0] == pair[1])
        gaps += [
            abs(win_chance(p, variable_game(e)) - win_chance(p, constant_game(e, 0.75)))
            for e in (0.1, 0.5, 0.9)
        ]
    shown = f"dependent: equal; independent: at most {max(gaps):.4f} apart"
    return Finding(all(equal) and max(gaps) <= within, shown, "tested")


# Chapter 4: the independent form.


@SOURCE.statement("johnson1970-ch4-conj1", page=ONE, neighbour={"endings": (Fraction(1),)})
def low_beats_high(endings: Sequence[Fraction] = ENDINGS) -> Finding:
    """W_L > W_H in the independent form: see :func:`from_any_position`, at the top."""
    return _fork_identity(endings, (Fraction(1),))


@SOURCE.statement("johnson1970-ch5-pos", page=WORTH, neighbour={"endings": (Fraction(1),)})
def from_any_position(endings: Sequence[Fraction] = ENDINGS) -> Finding:
    """LSTRAT beats HSTRAT from a position of any value."""
    return _fork_identity(endings, (Fraction(1), Fraction(1, 2), Fraction(1, 100)))


def _fork_identity(endings: Sequence[Fraction], values: Sequence[Fraction]) -> Finding:
    """At each fork LSTRAT's move gains ES(Bx(1 - f(Ax)) - (1 - Ax) f(Bx)) over HSTRAT's.

    `f` is what the rest of the play is worth. No strategy wins more than the value of its point,
    f(y) <= y, since the end points below share it; so the gain is at least
    ES (1 - Ax)(Bx - f(Bx)) >= 0 whatever the ratio of this fork, random or not.  The identity is
    checked for arbitrary numbers f, the strict gain with HSTRAT's own f.
    """
    gains, equal = [], []
    for e in endings:
        for a in RATIOS:
            b, s, rules = 1 - a, 1 - e, constant_game(e, a)
            for x in values:
                low, high = fork(LSTRAT, rules, x), fork(HSTRAT, rules, x)
                for up, down in ((Fraction(1, 7), Fraction(1, 9)), (Fraction(2, 3), Fraction(0))):
                    gap = sum(low.wins) + low.high * up
                    gap -= sum(high.wins) + high.high * up + high.low * down
                    equal.append(gap == e * s * (b * x * (1 - up) - (1 - a * x) * down))
                up, down = (win_chance(HSTRAT, game(e, a), float(y)) for y in (a * x, b * x))
                gains.append(float(e * s) * (float(b * x) * (1 - up) - float(1 - a * x) * down))
    shown = f"identity at {len(equal)} forks; least gain {min(gains):.2g}"
    return Finding(all(equal) and min(gains) > 0, shown)


@SOURCE.statement("johnson1970-ch4-var", page=TWO, neighbour={"names": ("STRAT",)})
def variable_wins_more(names: Sequence[str] = ("LSTRAT", "HSTRAT")) -> Finding:
    """A uniform ratio wins more than the constant of the same mean."""
    gains = []
    for name in names:
        for e in np.linspace(0.05, 0.95, 10):
            for least, greatest in ((0.5, 1.0), (0.5, 0.75), (0.7, 0.9), (0.9, 1.0)):
                random = TreeSolitaire(float(e), UniformRatio(least, greatest))
                constant = constant_game(float(e), (least + greatest) / 2)
                gains.append(win_chance(policy(name), random) - win_chance(policy(name), constant))
    return Finding(min(gains) > 1e-12, f"{min(gains):.2g} to {max(gains):.4f}", "tested")


@SOURCE.statement("johnson1970-ch4-xl", page=TWO, neighbour={"ratios": (Fraction(3, 4),)})
def low_is_not_always_best(ratios: Sequence[Fraction] = (ENDING, Fraction(2, 3))) -> Finding:
    """BSTRAT beats 2LSTRAT at E = 1/2 and these ratios: bounds in exact rationals."""
    beaten = [enclosed("BSTRAT", ENDING, a)[0] > enclosed("2LSTRAT", ENDING, a)[1] for a in ratios]
    chances = (win_chance(policy(n), game("1/2", ratios[0])) for n in ("BSTRAT", "2LSTRAT"))
    return Finding(all(beaten), "{:.5f} > {:.5f}".format(*chances))


@SOURCE.statement("johnson1970-ch4-lh", page=TWO, neighbour={"ratios": (Fraction(3, 4),)})
def low_beats_second_high(ratios: Sequence[Fraction] = (Fraction(1, 2), Fraction(3, 4))) -> Finding:
    """LSTRAT beats 2HSTRAT at E = 1/4, 1/2 and 3/4, in exact bounds."""
    shown = "no counterexample"
    for e in (Fraction(1, 4), Fraction(1, 2), Fraction(3, 4)):
        for a in ratios:
            (_, low), (second, _) = enclosed("LSTRAT", e, a), enclosed("2HSTRAT", e, a)
            if second > low:
                shown = f"E = {e}, A = {a}: {float(low):.5f} < {float(second):.5f}"
    return Finding(shown == "no counterexample", shown)


@SOURCE.statement("johnson1970-ch2-five", page=TWO, neighbour={"named": ("2HSTRAT", "2LSTRAT")})
def five_strategies(named: Sequence[str] = ("BSTRAT", "2HSTRAT", "2LSTRAT")) -> Finding:
    """No ordinal strategy of two looks beats the best of the named, nor one of one look LSTRAT."""
    moves, excess = 14, []
    plans = {1: ("HSTRAT", "LSTRAT"), 2: named}
    for e in (0.4, 0.6, 0.8):
        for a in (0.5, 0.75, 0.95):
            rules = constant_game(e, a)
            for looks, names in plans.items():
                best = max(ordinal_value(p, rules, moves) for p in ordinal_strategies(looks))
                excess.append(best - max(win_chance(policy(n), rules) for n in names))
    count = sum(1 for looks in (1, 2) for _ in ordinal_strategies(looks))
    shown = f"{count} strategies; largest excess {max(excess):.2g}"
    return Finding(max(excess) <= 1e-12, shown, "tested")


@SOURCE.statement("johnson1970-ch4-mono", page=TWO, neighbour={"ratios": (1.0,)})
def more_caution_wins_more(ratios: Sequence[float] = (0.5, 0.6, 0.75, 0.9)) -> Finding:
    """XHSTRAT wins more with each look, X = 1 to 6."""
    endings = np.linspace(0.1, 0.9, 9)
    chances = win_grid([HighFirst(x) for x in range(1, 7)], endings, np.array(ratios))
    least = float(np.diff(chances, axis=0).min())
    return Finding(least > 1e-12, f"least gain {least:.2g}", "tested")


@SOURCE.statement("johnson1970-ch4-digits", page=TWO, neighbour={"endings": (0.5, 0.75)})
def ten_moves_suffice(endings: Sequence[float] = (0.25, 0.5, 0.75)) -> Finding:
    """The ten-move rule gives the limit's five places, at A = 3/4."""
    worst = []
    for e in endings:
        for p in (LSTRAT, HSTRAT, BothBranches()):
            rules = constant_game(e, 0.75)
            rule, limit = ten_moves(p, rules).total, win_chance(p, rules)
            worst.append((abs(rule - limit), f"{p.name} at E = {e}: {rule:.5f}, limit {limit:.5f}"))
    return Finding(max(worst)[0] <= 1e-5, max(worst)[1])


@SOURCE.statement("johnson1970-ch4-first", page=TWO, neighbour={"games": ((0.1, 0.75),)})
def advantage_comes_first(games: Sequence[tuple[float, float]] = TABULATED) -> Finding:
    """LSTRAT leads HSTRAT on the first move or the first two, in the games of table 4.1."""
    leads = []
    for e, a in games:
        low, high = (move_chances(p, constant_game(e, a), 12) for p in (LSTRAT, HSTRAT))
        leads.append(sum(x > y for x, y in zip(low, high, strict=True)))
    return Finding(set(leads) <= {1, 2}, f"ahead on {min(leads)} to {max(leads)} moves", "tested")


@SOURCE.statement("johnson1970-ch4-length", page=TREES, neighbour={"name": "LSTRAT"})
def length_of_a_path(name: str = "STRAT") -> Finding:
    """Without looks a play takes 1/E moves on average."""
    gaps = [abs(expected_moves(policy(name), constant_game(e, 0.75)) - 1 / e) for e in (0.25, 0.5)]
    return Finding(max(gaps) < 1e-9, f"at most {max(gaps):.2g} from 1/E")


@SOURCE.statement("johnson1970-ch4-margin", page=TWO, neighbour={"margin": 0.004})
def trials_agree(margin: float = 0.0004, games: int = 30_000) -> Finding:
    """Two trials of this many games differ by no more than the margin, more often than not."""
    chance = win_chance(LSTRAT, game())
    spread = sqrt(2 * chance * (1 - chance) / games)
    likely = erf(margin / spread / sqrt(2))
    shown = f"chance {likely:.2f} for two trials; standard deviation {spread:.4f}"
    return Finding(likely > 0.5, shown)


SOURCE.discussed("johnson1970-ch4-rng", page=TWO)


# Chapter 5.


@SOURCE.statement("johnson1970-ch5-K", page=WORTH, neighbour={"times": 1})
def factors(times: int = 2, x: Fraction = Fraction(1, 3)) -> Finding:
    """K_L, K_H and K_B as printed, and their limits; `times` counts E S A B x in K_B."""
    equal = []
    for e, a in GRID:
        b, s, rules = 1 - a, 1 - e, constant_game(e, a)
        loss = e * a * b * x
        k = {
            LSTRAT: e * (1 - loss) / (1 - s * a + s * loss),
            HSTRAT: e * (a + e * b - loss) / (1 - s * (a + e * b) + s * loss),
            BothBranches(): e * (1 - loss) / (1 - s * (a + e * b) + times * s * loss),
        }
        equal += [depreciation_factor(p, rules, x) == value for p, value in k.items()]
        limits = {LSTRAT: e / (1 - s * a), BothBranches(): e / (1 - s * (a + e * b))}
        dependent = constant_game(e, a, "dependent")
        equal += [win_chance(p, dependent) == limit for p, limit in limits.items()]
    return Finding(all(equal), f"{sum(equal)} of {len(equal)} equal")


@SOURCE.statement("johnson1970-ch5-VLVH", page=WORTH, neighbour={"second": "BSTRAT"})
def equal_estimates(second: str = "HSTRAT", x: Fraction = Fraction(2, 5)) -> Finding:
    """If a split point were worth its value, LSTRAT and HSTRAT would be worth the same."""
    equal = []
    for e, a in GRID:
        b, rules = 1 - a, constant_game(e, a)
        for name in ("LSTRAT", second):
            step = fork(policy(name), rules, x)
            value = sum(step.wins) + step.high * a * x + step.low * b * x
            equal.append(value == e * b * x + a * x - e * a * b * x**2)
    return Finding(all(equal), f"{sum(equal)} of {len(equal)} equal")


@SOURCE.statement("johnson1970-ch5-bprime", page=WORTH, neighbour={"ending": 0.75})
def weighing_is_best(ending: float = 0.5) -> Finding:
    """B'STRAT beats 2LSTRAT and BSTRAT with a variable ratio."""
    rules = variable_game(ending)
    names = ("B'STRAT", "2LSTRAT", "BSTRAT")
    weighed, *others = (variable_chance(name, rules) for name in names)
    shown = f"B' {weighed:.5f}, 2L {others[0]:.5f}, B {others[1]:.5f}"
    return Finding(weighed > max(others), shown)


@SOURCE.statement("johnson1970-ch5-hprime", page=WORTH, neighbour={"below": "HSTRAT"})
def weighing_high(below: str = "LSTRAT") -> Finding:
    """H'STRAT gains less than a hundredth over HSTRAT and stays below LSTRAT."""
    weighed, high = variable_chance("H'STRAT"), variable_chance("HSTRAT")
    bound = variable_chance(below)
    shown = f"H' {weighed:.5f}, H {high:.5f}, {below} {bound:.5f}"
    return Finding(0 < weighed - high < 0.01 and weighed < bound, shown)


@SOURCE.statement("johnson1970-ch5-fig5.1", page=WORTH, neighbour={"high": 0.52})
def highest_grandchild(high: float = 0.6) -> Finding:
    """A low branch whose own high branch is the highest is worth less, however it splits."""
    rules, both = game(), BothBranches()
    least = worth(both, rules, high, 0.5)
    most = worth(both, rules, 1 - high, 1.0)
    return Finding(least > most, f"high at least {least:.4f}, low at most {most:.4f}")


@SOURCE.statement("johnson1970-ch5-cut", page=WORTH, neighbour={"cut": 0.56})
def cut_off_of_both(cut: float = 0.55) -> Finding:
    """Above this share of the value the low branch is never chosen, whatever the ratios."""
    shares = np.arange(cut, 0.7, 0.001)
    chosen = [float(q) for q in shares for x in (1.0, 0.5, 0.05) if both_prefers_low(q, x)]
    shown = f"chosen at H/(H+L) = {max(chosen):.3f}" if chosen else "never chosen above"
    return Finding(not chosen, shown)


# Chapter 6.


@SOURCE.statement("johnson1970-ch6-g1", page=OTHER, neighbour={"lowest": False})
def lowest_first(lowest: bool = True) -> Finding:
    """Game 1 with equal end points: lowest value first costs least, exact for 3 to 9 of them."""
    order, equal = (min if lowest else max), []
    for ends in range(3, 10):
        for win in (Fraction(1, 100), Fraction(1, 2), Fraction(9, 10)):
            cost = counted_search_cost(ends, win, order)
            equal.append(cost == counted_search_cost(ends, win))
    return Finding(all(equal), f"least in {sum(equal)} of {len(equal)} trees", "tested")


@SOURCE.statement("johnson1970-ch6-g2", page=OTHER, neighbour={"bound": Fraction(1, 4)})
def smaller_variance(bound: Fraction = Fraction(1)) -> Finding:
    """Game 2: a split point's value varies E/(1 + E) as much as an end point's."""
    ratios = [mean_value_variance(e) for e in ENDINGS]
    return Finding(max(ratios) < bound, f"{min(ratios)} to {max(ratios)} of it")


@SOURCE.statement("johnson1970-ch6-fn1", page=OTHER, neighbour={"splits": 0})
def share_of_end_points(splits: int = -1, most: int = 8) -> Finding:
    """K end points have K - 1 split points above them: counted on every shape."""
    counts = {1: {0}}
    for k in range(2, most + 1):
        counts[k] = {1 + x + y for i in range(1, k) for x in counts[i] for y in counts[k - i]}
    equal = [counts[k] == {k + splits} for k in counts]
    shares = [end_point_share(k) for k in counts]
    falling = all(later < soon for soon, later in pairwise(shares))
    return Finding(all(equal) and falling, f"{shares[1]}, {shares[2]}, ... {shares[-1]}")


@SOURCE.statement("johnson1970-thm6.1", page=OTHER, neighbour={"tops": (Fraction(1),)})
def theorem_6_1(tops: Sequence[Fraction] = ENDINGS) -> Finding:
    """Game 3 without steps: HSTRAT beats LSTRAT by a positive multiple of (1 - E)(1 - T)."""
    holds = []
    for e in ENDINGS:
        for t in tops:
            flat = DriftGame(e, t, Fraction(0))
            high, low = flat_chance(HSTRAT, flat), flat_chance(LSTRAT, flat)
            gap = t * (1 - e) * (1 - t) / ((e + t - e * t) * (1 + t - e * t))
            holds.append(high - low == gap and high > low)
    return Finding(all(holds), f"{sum(holds)} of {len(holds)} games")


@SOURCE.statement("johnson1970-ch6-conj", page=OTHER, neighbour={"than": "BSTRAT"})
def caution_wins_in_game_3(than: str = "LSTRAT") -> Finding:
    """Game 3: HSTRAT wins at least as often, for tops, steps and ending probabilities."""
    gaps = []
    for t in np.linspace(0.05, 0.95, 7):
        for a in (0.02, 0.1, 1 / 6, 0.3, 0.5, 0.9):
            for e in (0.05, 0.3, 0.5, 0.8):
                rules = DriftGame(e, float(t), a)
                high, other = drift_chance(HSTRAT, rules, 80), drift_chance(policy(than), rules, 80)
                gaps.append(high.lower - other.upper)
    return Finding(min(gaps) >= -1e-12, f"least advantage {min(gaps):.2g}", "tested")


# Drawings and programs.


@SOURCE.answers("johnson1970-fig1.*", page=TREES)
@SOURCE.answers("johnson1970-fig2.1", page=TREES)
@SOURCE.answers("johnson1970-fig3.*", page=ONE)
@SOURCE.answers("johnson1970-fig4.1", page=TWO)
@SOURCE.answers("johnson1970-fig5.1", page=WORTH)
@SOURCE.answers("johnson1970-fig6.1", page=OTHER)
def drawing() -> str:
    """The drawings are made anew, from a tree or a law that the library computes."""
    return "drawn anew"


@SOURCE.statement("johnson1970-appA-CALLER", page=TWO, neighbour={"corrected": False})
def program_output(corrected: bool = True) -> Finding:
    """OUTPUT adds a geometric tail to ten moves."""
    rule = ten_moves(LSTRAT, game())
    total, _, both = listings.output(rule.chances)
    found = both if corrected else total
    return Finding(abs(found - rule.total) < 1e-12, f"{found:.6f} against {rule.total:.6f}")


PROGRAMS = {
    "LSTRAT": listings.lstrat,
    "HSTRAT": listings.hstrat,
    "2LSTRAT": listings.two_lstrat,
    "2HSTRAT": listings.two_hstrat,
    "BSTRAT": listings.bstrat,
}


def _program(name: str, against: str) -> Finding:
    """The largest gap between a program and a strategy's diagram, over some games."""
    gaps = []
    for e in (0.25, 0.5, 0.75):
        for a in (0.5, 0.75, 0.9):
            pairs = zip(
                PROGRAMS[name](e, a), move_chances(policy(against), game(e, a), 10), strict=True
            )
            gaps += [abs(x - y) for x, y in pairs]
    return Finding(max(gaps) < 1e-12, f"ten moves, at most {max(gaps):.0e} apart", "tested")


@SOURCE.statement("johnson1970-appA-LSTRAT", page=TWO, neighbour={"against": "HSTRAT"})
def program_lstrat(against: str = "LSTRAT") -> Finding:
    """LSTRAT's program computes its diagram."""
    return _program("LSTRAT", against)


@SOURCE.statement("johnson1970-appA-HSTRAT", page=TWO, neighbour={"against": "LSTRAT"})
def program_hstrat(against: str = "HSTRAT") -> Finding:
    """HSTRAT's program computes its diagram, if its arrays are long enough."""
    return _program("HSTRAT", against)


@SOURCE.statement("johnson1970-appA-2LSTRAT", page=TWO, neighbour={"against": "LSTRAT"})
def program_2lstrat(against: str = "2LSTRAT") -> Finding:
    """2LSTRAT's program computes its diagram."""
    return _program("2LSTRAT", against)


@SOURCE.statement("johnson1970-appA-2HSTRAT", page=TWO, neighbour={"against": "HSTRAT"})
def program_2hstrat(against: str = "2HSTRAT") -> Finding:
    """2HSTRAT's program computes its diagram."""
    return _program("2HSTRAT", against)


@SOURCE.statement("johnson1970-appA-BSTRAT", page=TWO, neighbour={"against": "HSTRAT"})
def program_bstrat(against: str = "BSTRAT") -> Finding:
    """BSTRAT's program computes its diagram."""
    return _program("BSTRAT", against)


@SOURCE.statement("johnson1970-appA-LIMITS", page=TWO, neighbour={"names": ("LSTRAT", "HSTRAT")})
def program_limits(names: Sequence[str] = ("ooHSTRAT", "ooLSTRAT")) -> Finding:
    """LIMITS computes the two limits, to what ten moves leave open."""
    gaps = []
    for e, a in ((0.5, 0.5), (0.5, 0.75), (0.75, 0.75)):
        for name, chances in zip(names, listings.limits(e, a), strict=True):
            gaps.append(win_chance(policy(name), game(e, a)) - listings.output(chances)[2])
    return Finding(max(map(abs, gaps)) < 1e-4, f"at most {max(map(abs, gaps)):.0e} apart", "tested")


@SOURCE.statement("johnson1970-appB", page=WORTH, neighbour={"form": "independent"})
def program_of_appendix_b(form: str = "dependent") -> Finding:
    """Appendix B plays this form: what a low end point wins with once the high one has lost.

    The program draws the low branch with its own value, whatever the high one did.
    """
    rules = constant_game(ENDING, RATIO, form)
    lost = next(k for k, kind, _ in kinds(rules, Knowledge(Fraction(1)), "H") if kind == "loss")
    true = next(chance for _, kind, chance in kinds(rules, lost, "L") if kind == "win")
    drawn = ENDING * (1 - RATIO)
    return Finding(true == drawn, f"{form}: {true}, the program draws {drawn}")
