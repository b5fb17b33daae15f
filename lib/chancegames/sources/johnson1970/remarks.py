"""What the source says in passing: formulas on the way, remarks on trials, misprints."""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import cache
from itertools import islice, pairwise, permutations, product
from math import sqrt

from chancegames.base.findings import chi_square_tail
from chancegames.games.tree_solitaire.drift import DriftGame, drift_chance, drift_move, drift_moves
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
from chancegames.games.tree_solitaire.trees import Point, best_first
from chancegames.games.tree_solitaire.weighing import WeighedHigh, depreciation_factor, worth
from chancegames.models.tree_solitaire import Form, Number, Rules
from chancegames.sources.johnson1970.diagrams import model_chances
from chancegames.sources.johnson1970.source import (
    ENDINGS,
    GRID,
    MARGIN,
    ONE,
    OTHER,
    TREES,
    TWO,
    WORTH,
    game,
    variable_game,
)
from chancegames.sources.johnson1970.statements import TABULATED
from chancegames.sources.johnson1970.tables import DRIFT, PLAYED
from chancegames.sources.johnson1970.valued import trees
from chancegames.sources.registry import Arguments, Expectation, Finding, Question, tallied

# Chapters 1 and 2.


@TREES.statement("johnson1970-ch1-finite", false_variant={"endings": (0.4,)}, reads=(".5",))
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
    return Finding(min(shares) > 1 - 1e-9, f"finite with chance {min(shares):.6f} at least")


@TREES.statement("johnson1970-ch1-position", false_variant={"kind": "split"})
def _branches_of_a_point(kind: str = "end") -> Finding:
    """A point of this kind has two branches, in a tree with one of either."""
    fork = Point(1, "split", 0.6, Point(0.6, "loss"), Point(0.4, "win"))
    found = [p for _, p in fork.walk() if (p.kind == "split") is (kind == "split")]
    two = [p.high is not None and p.low is not None for p in found]
    return tallied(two, f"{{}} points of the kind {kind} have branches")


@TREES.statement(
    "johnson1970-ch2-ends-TSI",
    false_variant={"formula": "dependent"},
    reads=("1", "1", "1", "1", "2", "2", "1", "1", "1", "1"),
)
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


@TREES.statement(
    "johnson1970-ch2-ends-TSD", false_variant={"formula": "independent"}, reads=("1", "1", "2", "2")
)
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


@TREES.statement(
    "johnson1970-ch2-fig2.1",
    false_variant={"order": (0.6, 0.4, 0.5, 0.3, 0.2, 0.1)},
    reads=(".6", ".5", ".4", ".3", ".2", ".1"),
)
def _order_of_the_figure(order: Sequence[float] = (0.6, 0.5, 0.4, 0.3, 0.2, 0.1)) -> Finding:
    """Highest value first, in the one tree of six values .6 to .1: .6 of 1, .5 of .6, .3 of .5."""
    five = Point(0.5, "split", 0.6, Point(0.3, "loss"), Point(0.2, "loss"))
    six = Point(0.6, "split", 0.5 / 0.6, five, Point(0.1, "loss"))
    tree = Point(1, "split", 0.6, six, Point(0.4, "loss"))
    looks, _ = best_first(tree)
    found = tuple(float(tree.at(path).value) for path in looks)
    return Finding(found == tuple(order), ", ".join(f"{value:g}" for value in found))


# Chapter 3.


@ONE.statement("johnson1970-ch3-values", false_variant={"ratio": Fraction(1, 2)})
def _values_of_a_ply(ratio: Fraction = Fraction(3, 4), plies: int = 12) -> Finding:
    """On the n-th ply there are n values, A^i B^j with i + j = n - 1 (at A = 1/2 one)."""
    layer, equal = {Fraction(1)}, []
    for n in range(1, plies + 1):
        equal.append(len(layer) == n)
        layer = {share * value for value in layer for share in (ratio, 1 - ratio)}
    return tallied(equal, "n values on {} plies")


@ONE.statement("johnson1970-ch3-quotient", false_variant={"form": "independent"}, reads=("2",))
def _quotient_of_low(form: Form = "dependent", moves: int = 4) -> Finding:
    """LSTRAT's chances fall by S^2 A + ESA from move to move, every outcome weighed."""
    equal = []
    for e, a in GRID[1::7]:
        chances = model_chances(Rules(e, a, form), LSTRAT, moves)
        s = 1 - e
        equal += [late == (s**2 * a + e * s * a) * soon for soon, late in pairwise(chances)]
    return tallied(equal, "{} moves")


# Chapter 4.


def _led(above: str, below: str, games: Iterable[tuple[float, float]]) -> list[float]:
    """By how much one strategy leads another, in games of the independent form."""
    one, other = strategy(above), strategy(below)
    rules = [Rules(e, a) for e, a in games]
    return [float(win_chance(r, one) - win_chance(r, other)) for r in rules]


def _closes(below: Sequence[str], games: Sequence[tuple[float, float]]) -> Finding:
    """Whether the leads of LSTRAT are positive, shrink from game to game, and nearly vanish."""
    leads = [_led("LSTRAT", name, games) for name in below]
    falls = [all(a > b > 0 for a, b in pairwise(lead)) and lead[-1] < 1e-3 for lead in leads]
    shown = ", ".join(f"{n} {lead[-1]:.1g} behind" for n, lead in zip(below, leads, strict=True))
    return Finding(all(falls), f"{shown} in the last of {len(games)} games", "tested")


NEAR_ONE = (0.9, 0.99, 0.999, 0.9999)


@TWO.statement("johnson1970-ch4-near-A", false_variant={"below": ("BSTRAT",)})
def _alike_at_uneven_splits(below: Sequence[str] = ("HSTRAT", "STRAT")) -> Finding:
    """W_H and W approach W_L from below as A goes to 1, at E = 1/2 (BSTRAT from above)."""
    return _closes(below, [(0.5, a) for a in NEAR_ONE])


@TWO.statement("johnson1970-ch4-near-E", false_variant={"below": ("HSTRAT", "STRAT")})
def _alike_at_early_ends(below: Sequence[str] = ("HSTRAT",)) -> Finding:
    """W_H, but not W, approaches W_L from below as E goes to 1, at A = 3/4."""
    return _closes(below, [(e, 0.75) for e in NEAR_ONE])


@TWO.statement("johnson1970-ch4-above", false_variant={"names": ("LSTRAT", "NOSTRAT")})
def _looks_help(names: Sequence[str] = ("LSTRAT", "HSTRAT")) -> Finding:
    """W_L and W_H are above W in every game of table 4.1 (NOSTRAT's chance is not)."""
    leads = [lead > 0 for name in names for lead in _led(name, "STRAT", TABULATED)]
    return tallied(leads, "above in {} cases")


@TWO.statement("johnson1970-ch4-beyond", false_variant={"against": "ooLSTRAT"})
def _one_look_beats_all(against: str = "ooHSTRAT") -> Finding:
    """In certain cases one look of LSTRAT is better than HSTRAT without a limit."""
    ahead = sum(lead > 1e-9 for lead in _led("LSTRAT", against, TABULATED))
    return Finding(ahead > 0, f"ahead in {ahead} of {len(TABULATED)} games of table 4.1")


def _pair(question: Question) -> Arguments:
    side, ratio = question.quantity.split()[:2]
    return {"name": side.removeprefix("W_") + "STRAT", "ratio": ratio}


@cache
def _exact(name: str, ratio: str) -> float:
    rules = variable_game() if ratio == "variable" else game()
    return float(win_chance(rules, strategy(name)))


@MARGIN.answers("johnson1970-p37-*", reads=_pair)
def _utilizations_apart(name: str, ratio: str) -> Expectation:
    """By how much two fair estimates of the same chance differ: by nothing, on average."""
    return Expectation(0.0, _error_of_difference(name, ratio, PLAYED))


def _error_of_difference(name: str, ratio: str, games: int) -> float:
    chance = _exact(name, ratio)
    return sqrt(2 * chance * (1 - chance) / games)


@MARGIN.statement(
    "johnson1970-ch4-significant",
    false_variant={"games": 10_000},
    reads=(".01100", ".00710", ".00570"),
)
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


@MARGIN.statement("johnson1970-ch4-between", false_variant={"ratio": "variable"})
def _between_the_utilizations(ratio: str = "constant") -> Finding:
    """The chance of the diagrams lies between the two estimates.

    (False variant: with a variable ratio, for HSTRAT.)  LSTRAT's second estimate is the first and
    the printed difference.
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


@MARGIN.statement(
    "johnson1970-ch4-games",
    false_variant={"trial": 30_000, "trials": 1},
    reads=("20", "000", "10", "000"),
)
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


@TWO.statement(
    "johnson1970-ch4-ooH",
    false_variant={"ratios": (Fraction(13, 20), Fraction(7, 10))},
    reads=("2", "2", "3"),
)
def _looks_in_common(
    ratios: Sequence[Fraction] = (Fraction(1, 2), Fraction(2, 3), Fraction(3, 4), Fraction(9, 10)),
    few: Sequence[int] = (2, 3),
) -> Finding:
    """Unlimited HSTRAT follows highest-first on its first 2 or 3 looks, down the high branches.

    Highest-first leaves the chain for the low branch of the first fork as soon as that is worth
    more; ties count as following.
    """
    common = {a: _followed(a) for a in ratios}
    shown = ", ".join(f"{looks} at A = {a}" for a, looks in common.items())
    between = [n / 1000 for n in range(500, 1000) if _followed(Fraction(n, 1000)) in few]
    facts = (between[0], between[-1])
    return Finding(set(common.values()) <= set(few), shown, facts=facts)


def _followed(ratio: Fraction) -> int:
    """On how many looks highest-first stays on the chain of high branches."""
    looks = 1
    while ratio ** (looks + 1) >= 1 - ratio:
        looks += 1
    return looks


# Chapter 5.

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


@WORTH.statement(
    "johnson1970-ch5-CB", false_variant={"seen": 1}, reads=("1", "1", "1", "1", "1", "1")
)
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


@WORTH.statement("johnson1970-ch5-CH", false_variant={"seen": 1}, reads=("1", "1", "1"))
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
    refined, plain = (
        grid_chance(rules, WeighedHigh(rules, kind), points=64, nodes=200) for kind in (True, False)
    )
    compared: Number = win_chance(rules, HSTRAT) if other == "HSTRAT" else plain.value
    shown = f"{refined.value:.7f} with it, {other} {compared:.7f}"
    return Finding(refined.value > compared, f"{shown}; errors of about {refined.error:.0e}")


# Chapter 6.


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


@OTHER.statement("johnson1970-thm6.1-W", false_variant={"swapped": True}, reads=("1", "2", "1"))
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


@OTHER.statement("johnson1970-ch6-predominates", false_variant={"late": 3}, reads=("3", "10"))
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
