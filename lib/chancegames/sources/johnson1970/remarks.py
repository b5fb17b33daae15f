"""What chapters 1 to 4 say in passing: formulas on the way, remarks on trials, misprints."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import pairwise, permutations, product
from math import erf, sqrt

from chancegames.base.findings import chi_square_tail
from chancegames.games.tree_solitaire.forks import fork
from chancegames.games.tree_solitaire.policies import HSTRAT, LSTRAT, Sight, strategy
from chancegames.games.tree_solitaire.ratio import UniformRatio
from chancegames.games.tree_solitaire.series import win_chance
from chancegames.games.tree_solitaire.trees import Point, best_first, grow, play
from chancegames.models.tree_solitaire import Form, Number, Rules
from chancegames.sources.johnson1970.diagrams import model_chances
from chancegames.sources.johnson1970.source import (
    GRID,
    MARGIN,
    ONE,
    RATIOS,
    TREES,
    TWO,
    _variable_game,
    game,
)
from chancegames.sources.johnson1970.statements import TABULATED
from chancegames.sources.johnson1970.tables import PLAYED
from chancegames.sources.registry import Expectation, Finding, tallied

# Chapters 1 and 2.


@TREES.says("johnson1970-ch1-finite", false={"endings": (0.4,)}, reads=".5")
def _finite_tree(endings: Sequence[float] = (0.55, 0.6, 0.75, 0.95)) -> Finding:
    """With E > 1/2 the trees of 1, 2, 3, ... end points have all the probability among them.

    Each shape of K end points has the chance E^K S^(K - 1); the shapes are Catalan numbers.  The
    sum of 4000 sizes leaves out less than 1e-9 for the E tested.
    """
    shares = []
    for e in endings:
        term, total = e, 0.0
        for ends in range(1, 4001):
            total += term
            term *= e * (1 - e) * 2 * (2 * ends - 1) / (ends + 1)
        shares.append(total)
    return Finding(
        min(shares) > 1 - 1e-9, f"finite with chance {min(shares):.6f} at least", "tested"
    )


@TREES.says("johnson1970-ch1-position", false={"kind": "split"})
def _branches_of_a_point(kind: str = "end") -> Finding:
    """A point of this kind has two branches, in trees that are grown by the rules."""
    grown = [grow(_variable_game(0.6), seed) for seed in range(20)]
    points = [p for tree in grown for _, p in tree.walk()]
    found = [p for p in points if (p.kind == "split") is (kind == "split")]
    two = [p.high is not None and p.low is not None for p in found]
    return tallied(two, f"{{}} points of the kind {kind} have branches", "tested")


@TREES.says("johnson1970-ch2-ends-TSI", false={"formula": "dependent"}, reads="1 1 1 1 2 2 1 1 1 1")
def _ends_looked_at(formula: Form = "independent") -> Finding:
    """Mean number of end points looked at until the win, over all ways to win and lose (TSI)."""

    def counted(values: Sequence[Fraction]) -> Fraction:
        mean = Fraction(0)
        for wins in product((True, False), repeat=len(values)):
            chance = Fraction(1)
            for value, won in zip(values, wins, strict=True):
                chance *= value if won else 1 - value
            mean += chance * (wins.index(True) + 1) if any(wins) else 0
        return mean

    reading = "looks in trees that have a win; in one without, all end points are looked at in vain"
    return _looks(formula, counted, reading)


@TREES.says("johnson1970-ch2-ends-TSD", false={"formula": "independent"}, reads="1 1 2 2")
def _ends_looked_at_if_dependent(formula: Form = "dependent") -> Finding:
    """The same if one end point wins: each loss divides what the others are worth (TSD)."""

    def counted(values: Sequence[Fraction]) -> Fraction:
        mean, open_still, left = Fraction(0), Fraction(1), Fraction(1)
        for n, value in enumerate(values, start=1):
            now = value / left
            mean += open_still * now * n
            open_still, left = open_still * (1 - now), left - value
        return mean

    return _looks(formula, counted)


def _looks(
    form: Form, counted: Callable[[Sequence[Fraction]], Fraction], reading: str = ""
) -> Finding:
    """Whether the printed sum is what is counted, in every order, and least from high to low."""
    values = [Fraction(n, 15) for n in (5, 4, 3, 2, 1)]
    found = {}
    equal = []
    for order in permutations(values):
        total, passed = Fraction(0), Fraction(1)
        for n, value in enumerate(order, start=1):
            total += passed * value * n
            passed *= 1 - value if form == "independent" else 1
        found[order] = counted(order)
        equal.append(found[order] == total)
    # without a win all are looked at, in whatever order
    blank = Fraction(1)
    for value in values:
        blank *= 1 - value if reading else 0
    best = min(found, key=found.__getitem__)
    shown = f"{sum(equal)} of {len(equal)} orders; {float(found[best]):.4f} from high to low"
    shown += f", {float(found[best] + len(values) * blank):.4f} with trees without a win" * bool(
        reading
    )
    holds = all(equal) and best == tuple(values)
    return Finding(holds, shown, reading=reading if holds else "")


@TREES.says(
    "johnson1970-ch2-fig2.1",
    false={"order": (0.6, 0.4, 0.5, 0.3, 0.2, 0.1)},
    reads=".6 .5 .4 .3 .2 .1",
)
def _order_of_the_figure(order: Sequence[float] = (0.6, 0.5, 0.4, 0.3, 0.2, 0.1)) -> Finding:
    """Highest value first, in the one tree of six values .6 to .1: .6 of 1, .5 of .6, .3 of .5."""
    five = Point(0.5, "split", 0.6, Point(0.3, "loss"), Point(0.2, "loss"))
    six = Point(0.6, "split", 0.5 / 0.6, five, Point(0.1, "loss"))
    tree = Point(1, "split", 0.6, six, Point(0.4, "loss"))
    looks, _ = best_first(tree)
    found = tuple(float(tree.at(path).value) for path in looks)
    return Finding(found == tuple(order), ", ".join(f"{value:g}" for value in found))


@TREES.says("johnson1970-ch1-sum", false={"ends": False}, reads="1")
def _ends_share_the_top(ends: bool = True) -> Finding:
    """The end points of a finite tree have values that add up to 1 (the split points have not)."""
    grown = [grow(_variable_game(0.6), seed) for seed in range(20)]
    sums = [sum(p.value for _, p in tree.walk() if (p.kind != "split") is ends) for tree in grown]
    return tallied((abs(total - 1) < 1e-12 for total in sums), "1 in {} trees", "tested")


@TREES.says("johnson1970-ch2-proportion", false={"share": 0.5})
def _share_of_ends_seen(share: float = 0.6, trees: int = 4000) -> Finding:
    """Of the points looked at until the win the share E are end points: played with E = .6.

    Each look adds an end point with chance E, whatever was seen before: a fair game, whose result
    stays fair wherever it is broken off, and in whatever order the looks are made.
    """
    shown, far = [], []
    for order in (max, min):
        grown = (grow(Rules(0.6, 0.75), seed) for seed in range(trees))
        ends = [t.at(path).kind != "split" for t in grown for path in best_first(t, order)[0]]
        far.append(abs(sum(ends) - share * len(ends)) / sqrt(share * (1 - share) * len(ends)))
        shown.append(f"{sum(ends)} of {len(ends)}")
    return Finding(max(far) < 4, f"{' and '.join(shown)} points looked at", "tested")


# Chapter 3.


@ONE.says("johnson1970-ch3-values", false={"even": 2})
def _values_of_a_ply(even: int = 1, plies: int = 12) -> Finding:
    """On the n-th ply there are n values, A^(n-1) (B/A)^j, all different unless A = B = 1/2."""
    equal = []
    for ratio in RATIOS:
        layer = {Fraction(1)}
        for n in range(1, plies + 1):
            equal.append(len(layer) == (n if ratio > 1 / 2 else even))
            layer = {share * value for value in layer for share in (ratio, 1 - ratio)}
    shown = f"A above 1/2: n values on each of {plies} plies; A = 1/2: one value"
    if not all(equal):
        return Finding(False, "other numbers of values")
    return Finding(True, shown, but="A = 1/2, where a ply has one value")


@ONE.says("johnson1970-ch3-quotient", false={"form": "independent"}, reads="2")
def _quotient_of_low(form: Form = "dependent", moves: int = 4) -> Finding:
    """LSTRAT's chances fall by S^2 A + ESA from move to move, every outcome weighed."""
    equal = []
    for e, a in GRID[1::7]:
        chances = model_chances(Rules(e, a, form), LSTRAT, moves)
        s = 1 - e
        equal += [late == (s**2 * a + e * s * a) * soon for soon, late in pairwise(chances)]
    return tallied(equal, "{} moves")


def _meets(name: str, kinds: Mapping[str, str]) -> tuple[str, str]:
    """The branch to which a strategy moves at a fork whose points are of these kinds; its kind."""
    policy, view = strategy(name), {"": Sight("split")}
    while path := policy.look(view):
        view[path] = Sight(kinds[path])
    branch = policy.move(view) or ""
    return branch, kinds[branch]


FORKS = tuple({"H": high, "L": low} for high, low in product(("win", "loss", "split"), repeat=2))


@ONE.says("johnson1970-ch3-aggressive", false={"name": "HSTRAT"})
def _misses_no_win(name: str = "LSTRAT") -> Finding:
    """If either branch is a win, LSTRAT moves to one."""
    won = [_meets(name, kinds)[1] == "win" for kinds in FORKS if "win" in kinds.values()]
    return tallied(won, "{} forks with a win")


@ONE.says("johnson1970-ch3-cautious", false={"name": "LSTRAT"})
def _loses_only_if_both_do(name: str = "HSTRAT") -> Finding:
    """HSTRAT does not lose on a move unless both branches are losses."""
    open_still = [kinds for kinds in FORKS if set(kinds.values()) != {"loss"}]
    saved = [_meets(name, kinds)[1] != "loss" for kinds in open_still]
    return tallied(saved, "{} forks with a branch that is no loss")


@ONE.says("johnson1970-ch3-chain", false={"last": 3}, reads="1 1 0 2 2 0")
def _lines_of_the_proof(last: int = 2) -> Finding:
    """Each line of the proof of theorem 3.3 is S^2 B^2."""
    equal = []
    for e, a in GRID:
        b, s = 1 - a, 1 - e
        lines = {
            1 - s * (a + b * e) - (a + b * e) * (1 - s * a),
            1 - s * a - s * b * e - a - b * e + s * a**2 + b * e * s * a,
            1 - s * a - s * b * (1 - s) - a - b * (1 - s) + s * a**2 + s * a * b * (1 - s),
            1 - s * (a + b) + s**2 * b - (a + b) + s * b + s * a * (a + b) - s**2 * a * b,
            1 - s + s**2 * b * (1 - a) - 1 + s * (a + b),
        }
        equal.append(lines == {s**2 * b**last})
    return tallied(equal, "equal in {} games")


@ONE.says("johnson1970-ch3-numerator", false={"power": 1}, reads="1 2 1 2")
def _numerator(power: int = 2) -> Finding:
    """The numerator of W_L - W_H in the dependent form is S^2 B^2, but for a factor E."""
    equal = []
    for e, a in GRID:
        high, low = (win_chance(Rules(e, a, "dependent"), p) for p in (HSTRAT, LSTRAT))
        below = (1 - (1 - e) * a) * (1 - (1 - e) * (a + e * (1 - a)))
        equal.append((low - high) * below == e * (1 - e) ** 2 * (1 - a) ** power)
    shown = f"E (1 - E)^2 (1 - A)^2 in {sum(equal)} of {len(equal)} games"
    reading = "the factor E, which the proof divides out, left aside" if all(equal) else ""
    return Finding(all(equal), shown, reading=reading)


# Chapter 4.


def _led(
    above: str, below: str, games: Iterable[tuple[float, float]], form: Form = "independent"
) -> list[float]:
    """By how much one strategy leads another."""
    one, other = strategy(above), strategy(below)
    rules = [Rules(e, a, form) for e, a in games]
    return [float(win_chance(r, one) - win_chance(r, other)) for r in rules]


#: Games in which one of A and E approaches 1.
_NEAR = {
    "A": [(0.5, a) for a in (0.9, 0.99, 0.999, 0.9999)],
    "E": [(e, 0.75) for e in (0.9, 0.99, 0.999, 0.9999)],
}


@TWO.says("johnson1970-ch4-near-A", false={"below": ("BSTRAT",)})
@TWO.says(
    "johnson1970-ch4-near-E", below=("HSTRAT",), near="E", false={"below": ("HSTRAT", "STRAT")}
)
def _closes(
    below: Sequence[str] = ("HSTRAT", "STRAT"), near: str = "A", form: Form = "independent"
) -> Finding:
    """W_L leads, less and less, and nearly vanishes as A or E goes to 1.

    W_H and W approach it from below as A does (BSTRAT from above), as E does W_H, but not W.
    """
    leads = [_led("LSTRAT", name, _NEAR[near], form) for name in below]
    falls = [all(a > b > 0 for a, b in pairwise(lead)) and lead[-1] < 1e-3 for lead in leads]
    shown = ", ".join(f"{n} {lead[-1]:.1g} behind" for n, lead in zip(below, leads, strict=True))
    return Finding(all(falls), f"{shown} in the last of {len(_NEAR[near])} games", "tested")


@TWO.says("johnson1970-ch4-near-TSD", false={"form": "independent", "even": "STRAT"})
def _alike_in_both_forms(form: Form = "dependent", even: str = "HSTRAT") -> Finding:
    """Both could have been said of the dependent form: W_H and W for A near 1, W_H for E near 1."""
    parts = [_closes(form=form), _closes((even,), "E", form)]
    return Finding(all(p.holds for p in parts), "; ".join(p.shown for p in parts), "tested")


@ONE.says("johnson1970-ch4-conj1", false={"against": "BSTRAT"})
def _low_beats_high(against: str = "HSTRAT") -> Finding:
    """W_L > W_H in every game of table 4.1 (not W_L > W_B)."""
    leads = [lead > 1e-9 for lead in _led("LSTRAT", against, TABULATED)]
    return tallied(leads, "ahead in {} games of table 4.1")


@TWO.says("johnson1970-ch4-above", false={"names": ("LSTRAT", "NOSTRAT")})
def _looks_help(names: Sequence[str] = ("LSTRAT", "HSTRAT")) -> Finding:
    """W_L and W_H are above W in every game of table 4.1 (NOSTRAT's chance is not)."""
    leads = [lead > 0 for name in names for lead in _led(name, "STRAT", TABULATED)]
    return tallied(leads, "above in {} cases")


@TWO.says("johnson1970-ch4-beyond", false={"against": "ooLSTRAT"})
def _one_look_beats_all(against: str = "ooHSTRAT") -> Finding:
    """In certain cases one look of LSTRAT is better than HSTRAT without a limit."""
    ahead = sum(lead > 1e-9 for lead in _led("LSTRAT", against, TABULATED))
    return Finding(ahead > 0, f"ahead in {ahead} of {len(TABULATED)} games of table 4.1")


@TWO.says("johnson1970-ch4-XL", false={"ahead": "H"})
def _low_beats_high_with_more_looks(ahead: str = "L") -> Finding:
    """XLSTRAT wins more than XHSTRAT: in table 4.1's games, with one look, two, and no limit.

    At A = 1/2 the two limits are one strategy.
    """
    behind = "HL".replace(ahead, "")
    leads = {x: _led(f"{x}{ahead}STRAT", f"{x}{behind}STRAT", TABULATED) for x in ("", "2", "oo")}
    ties = [a for lead, (_, a) in zip(leads["oo"], TABULATED, strict=True) if abs(lead) < 1e-12]
    ahead_in = sum(lead > 1e-12 for found in leads.values() for lead in found)
    cases = len(leads) * len(TABULATED)
    but = "the two limits at A = .5, which tie" if set(ties) == {0.5} else ""
    holds = ahead_in + len(ties) == cases
    shown = f"ahead in {ahead_in} of {cases} cases, tied in {len(ties)}"
    return Finding(holds, shown, "tested", but=but if holds else "")


@TWO.says("johnson1970-ch4-half", false={"looks": ("oo",)}, reads=".5")
def _differ_until_the_limit(looks: Sequence[str] = ("", "2", "3", "4", "8")) -> Finding:
    """At A = 1/2 XLSTRAT and XHSTRAT differ for each X, and not in the limit."""
    leads = [_led(f"{x}LSTRAT", f"{x}HSTRAT", [(0.5, 0.5)])[0] for x in looks]
    limit = abs(_led("ooLSTRAT", "ooHSTRAT", [(0.5, 0.5)])[0])
    holds = min(map(abs, leads)) > 1e-6 > limit
    return Finding(holds, f"least difference {min(map(abs, leads)):.2g}, in the limit {limit:.0e}")


@TWO.says("johnson1970-ch4-fig4.1", false={"looks": (1, 2)}, reads="2 3")
def _three_looks_see_it(looks: Sequence[int] = (2, 3), a: float = 0.75) -> Finding:
    """In the tree of figure 4.1 2HSTRAT moves to A, then to AB, and 3HSTRAT at once to B > AB."""
    third = Point(a**2, "split", a, Point(a**3, "loss"), Point(a**2 * (1 - a), "loss"))
    second = Point(a, "split", a, third, Point(a * (1 - a), "win"))
    tree = Point(1, "split", a, second, Point(1 - a, "win"))
    ways = ["".join(move.branch for move in play(tree, strategy(f"{x}HSTRAT"))[0]) for x in looks]
    return Finding(ways == ["HL", "L"], ", ".join(ways))


@TWO.says("johnson1970-appA-2L-low", false={"name": "2HSTRAT"})
def _low_only_to_win(name: str = "2LSTRAT") -> Finding:
    """2LSTRAT comes to a low split point B only on its way to a win that it has seen at AB."""
    never = [fork(Rules(e, a), strategy(name), Fraction(1)).low == 0 for e, a in GRID]
    return tallied(never, "never to an open low branch in {} games")


@TWO.says("johnson1970-appA-2H-split", false={"known": {"split", "win"}}, reads="2")
def _known_after_a_high_move(known: Collection[str] = frozenset({"split"})) -> Finding:
    """Whoever comes from B to a split point AB with 2HSTRAT knows what A^2 B is."""
    kinds = [{"H": "split", "HH": below, "L": "split"} for below in ("win", "loss", "split")]
    found = {seen["HH"] for seen in kinds if _meets("2HSTRAT", seen)[0] == "H"}
    return Finding(found == set(known), "a " + " or a ".join(sorted(found)))


@TWO.says("johnson1970-appA-B-win", false={"name": "HSTRAT"}, reads="1")
def _won_at_a_successor(name: str = "BSTRAT") -> Finding:
    """The chance of winning at one of the two successors is EXB + (1 - EXB)EXA."""
    x = Fraction(2, 3)
    wins = [(fork(Rules(e, a), strategy(name), x).win, e * x * (1 - a), e * x * a) for e, a in GRID]
    return tallied((won == low + (1 - low) * high for won, low, high in wins), "equal in {} games")


@cache
def _exact(name: str, ratio: str) -> float:
    rules = _variable_game() if ratio == "variable" else game()
    return float(win_chance(rules, strategy(name)))


@MARGIN.gives("johnson1970-p37-*", quantity=r"W_(?P<side>.) (?P<ratio>\w+)")
def _utilizations_apart(side: str, ratio: str) -> Expectation:
    """By how much two fair estimates of the same chance differ: by nothing, on average."""
    return Expectation(0.0, _error_of_difference(f"{side}STRAT", ratio, PLAYED))


def _error_of_difference(name: str, ratio: str, games: int) -> float:
    chance = _exact(name, ratio)
    return sqrt(2 * chance * (1 - chance) / games)


@MARGIN.says("johnson1970-ch4-ranking", false={"names": ("2LSTRAT", "BSTRAT")})
def _trials_keep_the_order(names: Sequence[str] = ("LSTRAT", "HSTRAT")) -> Finding:
    """Trials rank the two strategies rightly, almost surely: by the chance of all four pairs."""
    better, worse = (_exact(name, "constant") for name in names)
    spread = sqrt((better * (1 - better) + worse * (1 - worse)) / PLAYED)
    kept = ((1 + erf((better - worse) / spread / sqrt(2))) / 2) ** 4
    return Finding(kept > 0.99, f"all four pairs in order with chance {kept:.4f}")


@MARGIN.gives("johnson1970-ch4-mean")
def _mean_of_the_variable_ratio() -> Number:
    """Of a ratio that is equally likely anywhere from 1/2 to 1."""
    return UniformRatio().mean


@MARGIN.says("johnson1970-ch4-significant", false={"games": 10_000}, reads=".01100 .00710 .00570")
def _significant(games: int = PLAYED, apart: Sequence[float] = (0.011, 0.0071, 0.0057)) -> Finding:
    """The legible differences between the utilizations I and II are too large for luck.

    Together, if one chance in twenty is taken for the limit; by itself none is three standard
    errors large.
    """
    cells = (("LSTRAT", "constant"), ("HSTRAT", "constant"), ("LSTRAT", "variable"))
    errors = [d / _error_of_difference(*c, games) for d, c in zip(apart, cells, strict=True)]
    tail = chi_square_tail(sum(z * z for z in errors), len(errors))
    shown = ", ".join(f"{z:.1f}" for z in errors)
    reading = "all together, at one chance in twenty; by itself none is three standard errors large"
    return Finding(
        tail < 0.05,
        f"{shown} standard errors; together by chance once in {1 / tail:.0f}",
        reading=reading if tail < 0.05 and max(errors) < 3 else "",
    )


@MARGIN.says("johnson1970-ch4-between", false={"ratio": "variable"})
def _between_the_utilizations(ratio: str = "constant") -> Finding:
    """The chance of the diagrams lies between the two estimates.

    (False variant: with a variable ratio, for HSTRAT.)  LSTRAT's second estimate is the first and
    the printed difference; its first was read with the help of this sentence, so it tests HSTRAT.
    """
    estimates = {
        ("HSTRAT", "constant"): (0.6593, 0.6664),
        ("LSTRAT", "constant"): (0.6799, 0.6799 + 0.011),
        ("HSTRAT", "variable"): (0.6595, 0.6707),
    }
    shown, inside = [], []
    for (name, kind), (low, high) in estimates.items():
        if kind == ratio:
            inside.append(low < _exact(name, kind) < high)
            shown.append(f"{name}: {low:.5f} < {_exact(name, kind):.5f} < {high:.5f}")
    return Finding(all(inside), "; ".join(shown))


@MARGIN.says("johnson1970-ch4-games", false={"trial": 30_000, "trials": 1}, reads="20 000 10 000")
def _games_of_an_estimate(trial: int = 10_000, trials: int = 2) -> Finding:
    """The printed shares of chapters 4 and 5 are whole numbers of wins in so many trials.

    (False variant: in one trial of 30,000 games, as the scan has it.)
    """
    shares = ("67990", "65930", "66640", "67070", "65950", "72435", "73200", "72810", "67265")
    wins = [Fraction(int(share), 10**5) * trial * trials for share in shares]
    whole = [won.denominator == 1 for won in wins]
    halves = sum((won / trials).denominator == 2 for won in wins)
    shown = (
        f"{{}} shares are whole wins of {trials * trial:,} games, {halves} half wins of {trial:,}"
    )
    return tallied(whole, shown)


@TWO.says(
    "johnson1970-ch4-ooH", false={"ratios": (Fraction(13, 20), Fraction(7, 10))}, reads="2 2 3"
)
def _looks_in_common(
    ratios: Sequence[Fraction] = (Fraction(1, 2), Fraction(2, 3), Fraction(3, 4), Fraction(9, 10)),
) -> Finding:
    """Unlimited HSTRAT follows highest-first on its first 2 or 3 looks, down the high branches.

    Highest-first leaves the chain for the low branch of the first fork as soon as that is worth
    more; ties count as following.
    """
    common = {a: _followed(a) for a in ratios}
    shown = ", ".join(f"{looks} at A = {a}" for a, looks in common.items())
    between = [n / 1000 for n in range(500, 1000) if _followed(Fraction(n, 1000)) in (2, 3)]
    facts = (between[0], between[-1])
    return Finding(set(common.values()) <= {2, 3}, shown, facts=facts)


def _followed(ratio: Fraction) -> int:
    """On how many looks highest-first stays on the chain of high branches."""
    looks = 1
    while ratio ** (looks + 1) >= 1 - ratio:
        looks += 1
    return looks
