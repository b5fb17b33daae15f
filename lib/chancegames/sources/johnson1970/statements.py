"""The statements of chapters 2 to 4: theorems, formulas, conjectures."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from math import erf, prod, sqrt

import numpy as np

from chancegames.games.tree_solitaire.forks import expected_moves, fork, move_chances
from chancegames.games.tree_solitaire.policies import (
    HSTRAT,
    LSTRAT,
    STRATEGIES,
    BothBranches,
    HighFirst,
    strategy,
)
from chancegames.games.tree_solitaire.ratio import UniformRatio
from chancegames.games.tree_solitaire.search import search_cost
from chancegames.games.tree_solitaire.series import coefficients, win_chance, win_grid
from chancegames.models.tree_solitaire import Form, Number, Rules
from chancegames.sources.johnson1970.chain import chain_coefficients
from chancegames.sources.johnson1970.diagrams import model_chances, ten_moves
from chancegames.sources.johnson1970.ordinal import ordinal_strategies, ordinal_value
from chancegames.sources.johnson1970.proofs import _enclosed
from chancegames.sources.johnson1970.source import (
    ENDING,
    ENDINGS,
    FIVE,
    GRID,
    MARGIN,
    ONE,
    RATIO,
    RATIOS,
    TREES,
    TWO,
    WORTH,
    _variable_game,
    game,
)
from chancegames.sources.registry import Finding, tallied

#: The games of table 4.1.
TABULATED = (
    *((0.5, a) for a in (0.5, 2 / 3, 0.75, 0.9, 0.95, 0.99)),
    *((e, 0.5) for e in (0.75, 0.9, 0.99)),
    *((e, 0.75) for e in (0.25, 0.75, 0.9)),
)


# Chapters 2 and 3: no look, one look in the dependent form, unlimited looks.


#: Chance of winning in the dependent form, by strategy, from E and A.
FORMULAS: Mapping[str, Callable[[Fraction, Fraction], Fraction]] = {
    "NOSTRAT": lambda e, a: e / (e + 1),
    "STRAT": lambda e, a: e * a / (1 - (1 - e) * a),
    "HSTRAT": lambda e, a: e * (a + e * (1 - a)) / (1 - (1 - e) * (a + e * (1 - a))),
    "LSTRAT": lambda e, a: e / (1 - (1 - e) * a),
}


@TREES.says("johnson1970-ch2-nostrat", name="NOSTRAT", false={"formula": "STRAT"}, reads="1")
@TREES.says("johnson1970-ch2-strat", name="STRAT", false={"formula": "LSTRAT"}, reads="1")
@ONE.says("johnson1970-thm3.1", name="HSTRAT", false={"formula": "LSTRAT"}, reads="1")
@ONE.says("johnson1970-thm3.2", name="LSTRAT", false={"formula": "STRAT"}, reads="1")
def _wins_by_formula(name: str, formula: str = "") -> Finding:
    """A strategy wins the dependent form with the chance of one of `FORMULAS`, in rationals."""
    policy, chance = strategy(name), FORMULAS[formula or name]
    return tallied(
        (win_chance(Rules(e, a, "dependent"), policy) == chance(e, a) for e, a in GRID),
        "equal in {} games",
    )


@TREES.says("johnson1970-ch2-papert", false={"highest": False})
def _highest_first(highest: bool = True, budget: int = 5) -> Finding:
    """No order of looks, however adaptive, needs fewer of them; both forms.

    The proof stands in the chapter; here the best of all orders is found in rationals.
    """
    games = [Rules(e, a, f) for e, a in GRID[::5] for f in ("independent", "dependent")]
    equal = [
        search_cost(g, budget, max if highest else min) == search_cost(g, budget) for g in games
    ]
    return tallied(equal, "least in {} games")


@ONE.says("johnson1970-thm3.3", false={"ratios": (*RATIOS, Fraction(1))})
def _theorem_3_3(ratios: Sequence[Fraction] = RATIOS) -> Finding:
    """STRAT < HSTRAT < LSTRAT in the dependent form, for E < 1 and A < 1 (not for A = 1).

    W_L - W_H = E S^2 B^2 / ((1 - SA)(1 - S(A + EB))), an identity checked in rationals.
    """
    ordered = []
    for e in ENDINGS:
        for a in ratios:
            rules = Rules(e, a, "dependent")
            plain, high, low = (win_chance(rules, p) for p in (HighFirst(0), HSTRAT, LSTRAT))
            s, b = 1 - e, 1 - a
            gap = e * s**2 * b**2 / ((1 - s * a) * (1 - s * (a + e * b)))
            ordered.append(plain < high < low and low - high == gap)
    return tallied(ordered)


@ONE.says("johnson1970-lemma", false={"form": "independent"})
def _constant_quotient(form: Form = "dependent", moves: int = 4) -> Finding:
    """Each move's chance is SA + BES times the one before: every outcome weighed in three games.

    From a split point of value v the play goes on to a split point: to the high branch, of value
    Av, with chance S, or with chance E(1 - Av)S, if the high branch is an end point that loses, to
    the low branch, which then is worth Bv/(1 - Av).  Together that is v(SA + BES), whatever v is.
    """
    equal = []
    for e, a in GRID[1::7]:
        chances = model_chances(Rules(e, a, form), HSTRAT, moves)
        quotient = (1 - e) * a + (1 - a) * e * (1 - e)
        equal += [late == quotient * soon for soon, late in pairwise(chances)]
    return tallied(equal, "{} moves")


@ONE.says("johnson1970-ch3-approx", false={"constant": Fraction(9, 10)})
def _random_ratio(constant: Fraction = RATIO, within: float = 0.025) -> Finding:
    """A random ratio of the same mean: exactly the same if dependent, else within a margin.

    A constant ratio of another mean gives neither.
    """
    uniform = UniformRatio()
    gaps: list[float] = []
    equal = []
    for p in STRATEGIES:
        pair = [win_chance(Rules(ENDING, uniform, "dependent"), p)]
        pair.append(win_chance(Rules(ENDING, constant, "dependent"), p))
        equal.append(pair[0] == pair[1])
        gaps += [
            abs(float(win_chance(_variable_game(e), p) - win_chance(Rules(e, float(constant)), p)))
            for e in (0.1, 0.5, 0.9)
        ]
    same = f"{sum(equal)} of {len(equal)} equal"
    shown = f"dependent: {same}; independent: at most {max(gaps):.4f} apart"
    return Finding(all(equal) and max(gaps) <= within, shown, "tested")


# Chapter 4: the independent form.


@WORTH.says("johnson1970-ch5-pos", false={"least": Fraction(0)})
def _from_any_position(least: Fraction = Fraction(1, 100)) -> Finding:
    """LSTRAT beats HSTRAT from a position of any value (not of value 0).

    At each fork LSTRAT's move gains ES(Bx(1 - f(Ax)) - (1 - Ax) f(Bx)) over HSTRAT's, where `f`
    is what the rest of the play is worth.  No strategy wins more than the value of its point,
    f(y) <= y, since the end points below share it; so the gain is at least
    ES (1 - Ax)(Bx - f(Bx)) >= 0 whatever the ratio of this fork, random or not.  The identity is
    checked for arbitrary numbers f, the strict gain with HSTRAT's own f.
    """
    gains, equal = [], []
    for e in ENDINGS:
        for a in RATIOS:
            b, s, rules = 1 - a, 1 - e, Rules(e, a)
            for x in (Fraction(1), Fraction(1, 2), least):
                low, high = fork(rules, LSTRAT, x), fork(rules, HSTRAT, x)
                for up, down in ((Fraction(1, 7), Fraction(1, 9)), (Fraction(2, 3), Fraction(0))):
                    gap = sum(low.wins) + low.high * up
                    gap -= sum(high.wins) + high.high * up + high.low * down
                    equal.append(gap == e * s * (b * x * (1 - up) - (1 - a * x) * down))
                own = [float(win_chance(game(e, a), HSTRAT, float(y))) for y in (a * x, b * x)]
                gain = float(b * x) * (1 - own[0]) - float(1 - a * x) * own[1]
                gains.append(float(e * s) * gain)
    shown = f"identity at {len(equal)} forks; least gain {min(gains):.2g}"
    return Finding(all(equal) and min(gains) > 0, shown)


@TWO.says("johnson1970-ch4-var", false={"names": ("STRAT",)})
def _variable_wins_more(names: Sequence[str] = ("LSTRAT", "HSTRAT")) -> Finding:
    """A random ratio wins more than the constant of the same mean, whatever its law on [1/2, 1].

    What one move is worth, followed by the play `f` of the constant game, is strictly convex in
    the ratio of the fork; so a random ratio gains at each fork.  The proof stands in the chapter.
    Its two steps are checked, the second derivative in rationals and the bound on f'' on a grid,
    and the gain itself for four laws.
    """
    formula = [_second_derivative(name) for name in names]
    bounds = [
        _curvature_margin(name, e, a) for name in names for e in (0.1, 0.5, 0.9) for a in (0.5, 0.8)
    ]
    gains = []
    for policy in map(strategy, names):
        for e in np.linspace(0.05, 0.95, 10):
            for least, greatest in ((0.5, 1.0), (0.5, 0.75), (0.7, 0.9), (0.9, 1.0)):
                random = Rules(float(e), UniformRatio(least, greatest))
                constant = Rules(float(e), (least + greatest) / 2)
                gains.append(win_chance(random, policy) - win_chance(constant, policy))
    shown = f"convex; gains {min(gains):.2g} to {max(gains):.4f}"
    return Finding(all(formula) and min(bounds) > 0 and min(gains) > 1e-12, shown)


def _second_derivative(name: str) -> bool:
    """Whether the chapter's second derivative in R is right, for f(u) = pu + qu^2.

    One move is then a cubic in R, of which the second difference quotient is the derivative.
    """
    e, x, r, d, p, q = (
        Fraction(*pair) for pair in ((2, 5), (2, 3), (3, 4), (1, 8), (3, 7), (-1, 9))
    )
    s, high, low = 1 - e, r * x, (1 - r) * x

    def move(ratio: Fraction) -> Number:
        step = fork(Rules(e, ratio), strategy(name), x)
        up, down = (y * (p + q * y) for y in (ratio * x, (1 - ratio) * x))
        return sum(step.wins) + step.high * up + step.low * down

    slope = {"LSTRAT": p + 2 * q * high, "HSTRAT": p + 2 * q * low, "STRAT": -e / s}[name]
    bends = {"LSTRAT": 1 - e * low, "HSTRAT": 1 + e * (1 - high), "STRAT": Fraction(1)}[name]
    quotient = (move(r + d) - 2 * move(r) + move(r - d)) / (d * d)
    return bool(quotient == x * x * (2 * e * (e + s * slope) + 2 * q * s * bends))


def _curvature_margin(name: str, e: float, a: float) -> float:
    """Least value of 2E (E + S f') + S k f'' on a grid: k is 1 for LSTRAT, 1 + E for HSTRAT."""
    series = np.array([0.0, *coefficients(Rules(e, a), strategy(name), 40)], dtype=float)
    chance, s = np.polynomial.Polynomial(series), 1 - e
    x = np.linspace(0, 1, 21)
    slope, bend = chance.deriv()(x), chance.deriv(2)(x)
    return float((2 * e * (e + s * slope) + s * (1 + e * (name == "HSTRAT")) * bend).min())


@TWO.says("johnson1970-ch4-xl", false={"ratios": (Fraction(3, 4),)}, reads="2 .5 .66667")
def _low_is_not_always_best(ratios: Sequence[Fraction] = (ENDING, Fraction(2, 3))) -> Finding:
    """BSTRAT beats 2LSTRAT at E = 1/2 and these ratios: bounds in exact rationals."""
    beaten = [
        _enclosed("BSTRAT", ENDING, a)[0] > _enclosed("2LSTRAT", ENDING, a)[1] for a in ratios
    ]
    chances = (win_chance(game("1/2", ratios[0]), strategy(n)) for n in ("BSTRAT", "2LSTRAT"))
    return Finding(all(beaten), "{:.5f} > {:.5f}".format(*chances))


#: The games of table 4.4, and one that it leaves out.
RANKED = (
    (Fraction(1, 4), Fraction(3, 4)),
    *((ENDING, Fraction(a)) for a in ("1/2", "2/3", "3/4", "9/10", "19/20", "99/100")),
    (Fraction(3, 4), Fraction(3, 4)),
)
UNRANKED = (Fraction(3, 4), Fraction(1, 2))


@TWO.says("johnson1970-ch4-lh", false={"games": (*RANKED, UNRANKED)})
def _low_beats_second_high(games: Sequence[tuple[Fraction, Fraction]] = RANKED) -> Finding:
    """LSTRAT beats 2HSTRAT in every game of the table that the paragraph reads, in exact bounds.

    So it does not in all games.
    """
    ahead = [_enclosed("LSTRAT", e, a, 24)[0] > _enclosed("2HSTRAT", e, a, 24)[1] for e, a in games]
    (_, low), (second, _) = (_enclosed(name, *UNRANKED, 24) for name in ("LSTRAT", "2HSTRAT"))
    shown = f"better in {sum(ahead)} of {len(games)} games of the table; at E = {UNRANKED[0]}, "
    shown += f"A = {UNRANKED[1]} {float(low):.5f} < {float(second):.5f}"
    reading = "a summary of the table" if second > low else ""
    return Finding(all(ahead), shown, scope="tested", reading=reading)


@FIVE.says("johnson1970-ch2-five", false={"named": ("2HSTRAT", "2LSTRAT")})
def _five_strategies(named: Sequence[str] = ("BSTRAT", "2LSTRAT")) -> Finding:
    """No ordinal strategy of two looks beats the best of the named, nor one of one look LSTRAT.

    The proof, for all E and A, is in the chapter; the tests check its identities in rationals and
    its inequalities on a grid.  Here all strategies are enumerated in nine games.
    """
    excess = []
    plans = {1: ("LSTRAT",), 2: named}
    for e, moves in ((0.4, 14), (0.6, 8), (0.8, 5)):  # beyond them lies less than a thousandth
        for a in (0.5, 0.75, 0.95):
            rules = Rules(e, a)
            for looks, names in plans.items():
                best = max(ordinal_value(rules, p, moves) for p in ordinal_strategies(looks))
                excess.append(best - max(win_chance(rules, strategy(n)) for n in names))
    count = len({plan for looks in plans for plan in ordinal_strategies(looks)})
    above = sum(each > 1e-12 for each in excess)
    shown = f"{count} strategies, in nine games, with one look and with two: "
    shown += f"above the best named in {above} of these {len(excess)} cases"
    return Finding(not above, shown)


@TWO.says("johnson1970-ch4-mono", false={"ratios": (Fraction(1),)})
def _more_caution_wins_more(ratios: Sequence[Fraction] = RATIOS) -> Finding:
    """XHSTRAT wins more with each look, in every game with E < 1 and A < 1.

    The proof is that of :mod:`chancegames.sources.johnson1970.chain`.  Its equation is checked
    against the series in rationals, and the gains for X = 1 to 6.
    """
    equal = [
        chain_coefficients(x, Rules(e, a), 5) == coefficients(Rules(e, a), HighFirst(x), 5)
        for e in ENDINGS[::2]
        for a in ratios[::2]
        for x in (1, 2, 4)
    ]
    grid = np.linspace(0.1, 0.9, 9), np.array(ratios, dtype=float)
    chances = win_grid([HighFirst(x) for x in range(1, 7)], *grid)
    least = float(np.diff(chances, axis=0).min())
    shown = f"{sum(equal)} of {len(equal)} series equal; least gain {least:.2g}"
    return Finding(all(equal) and least > 1e-12, shown)


@TWO.says("johnson1970-ch4-digits", false={"endings": (0.5, 0.75)}, reads="5")
def _ten_moves_suffice(endings: Sequence[float] = (0.25, 0.5, 0.75)) -> Finding:
    """The ten-move rule gives the limit's five places, at A = 3/4."""
    worst = []
    for e in endings:
        for p in (LSTRAT, HSTRAT, BothBranches()):
            rules = Rules(e, 0.75)
            rule, limit = ten_moves(rules, p).total, win_chance(rules, p)
            worst.append(
                (abs(float(rule - limit)), f"{p.name} at E = {e}: {rule:.5f}, limit {limit:.5f}")
            )
    return Finding(max(worst)[0] <= 1e-5, max(worst)[1])


@TWO.says("johnson1970-ch4-first", false={"games": ((0.5, 0.75),)})
def _advantage_comes_first(games: Sequence[tuple[float, float]] = TABULATED) -> Finding:
    """LSTRAT leads HSTRAT on the first move or the first two, in the games of table 4.1."""
    leads = []
    for e, a in games:
        low, high = (move_chances(Rules(e, a), p, 12) for p in (LSTRAT, HSTRAT))
        leads.append(sum(x > y for x, y in zip(low, high, strict=True)))
    return Finding(max(leads) <= 2, f"ahead on {min(leads)} to {max(leads)} moves", "tested")


@TREES.says("johnson1970-ch4-length", false={"name": "LSTRAT"}, reads="1")
def _length_of_a_path(name: str = "STRAT") -> Finding:
    """Without looks a play takes 1/E moves on average: enclosed in rationals, in any such game.

    After n moves it is still going with chance S^n, whatever A: the moves add up to a geometric
    series, of which 12 terms and the tail S^12 / E are 1/E exactly.
    """
    equal = []
    for e, a in GRID:
        twelve = expected_moves(Rules(e, a), strategy(name), 12)
        equal.append(twelve + (1 - e) ** 12 / e == 1 / e)
    return tallied(equal, "1/E in {} games")


#: Printed bounds of what two trials differ by, each with the number of games of a trial.
MARGINS = ((0.0004, 10_000), (0.0001, 10_000), (0.0003, 10_000))


@MARGIN.says(
    "johnson1970-ch4-margin",
    false={"times": 100},
    reads=".00040 10 000 .00010 .00030 10 000 .00020",
)
def _trials_agree(times: int = 1) -> Finding:
    """Fair trials differ by no more than the printed margins, times a factor, more often than not.

    Two fair trials of n games differ by a nearly normal number of variance 2 W (1 - W) / n, and by
    whole games: a margin of four wins is one of four and a half.
    """
    chance = win_chance(game(), LSTRAT)
    spreads = [sqrt(2 * chance * (1 - chance) / games) for _, games in MARGINS]
    shares = [
        erf((times * margin + 0.5 / games) / spread / sqrt(2))
        for (margin, games), spread in zip(MARGINS, spreads, strict=True)
    ]
    each = ", ".join(f"{share:.2f}" for share in shares)
    shown = f"chances {each}, together {prod(shares):.5f}; standard deviation {spreads[0]:.4f}"
    return Finding(prod(shares) > 0.5, shown)


MARGIN.discusses("johnson1970-ch4-rng", "johnson1970-p32-hand")
