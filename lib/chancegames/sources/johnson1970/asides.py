"""What the memo says between its formulas and tables: reasons, and lines of a calculation."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations, product
from statistics import fmean

from chancegames.games.tree_solitaire.drift import DriftGame, drift_chance
from chancegames.games.tree_solitaire.forks import fork
from chancegames.games.tree_solitaire.policies import HSTRAT, LSTRAT, strategy
from chancegames.games.tree_solitaire.series import win_chance
from chancegames.maths.game import solve
from chancegames.models.tree_solitaire import Form, Number, Play, Rules
from chancegames.sources.johnson1970.diagrams import _moved, model_chances
from chancegames.sources.johnson1970.source import GRID, ONE, OTHER, TREES, TWO, WORTH
from chancegames.sources.johnson1970.valued import Rule, ValuedGame, bold_chance, grow_valued
from chancegames.sources.registry import Finding, tallied

SOME = GRID[1::5]
STRAT = strategy("STRAT")
FORMS: tuple[Form, ...] = ("independent", "dependent")


# Chapters 1 and 2.


@TREES.says("johnson1970-ch1-loss", false={"form": "independent"}, reads="1")
def _others_gain_by_a_loss(form: Form = "dependent") -> Finding:
    """A losing end point of value A divides what the others are worth by 1 - A.

    With four end points, over all ways to win and lose that the form allows.
    """
    values = [Fraction(n, 10) for n in (1, 2, 3, 4)]
    ways = {}
    for won in product((True, False), repeat=4):
        chance = Fraction(1)
        for value, wins in zip(values, won, strict=True):
            chance *= value if wins else 1 - value
        ways[won] = chance
    if form == "dependent":
        ways = {tuple(i == j for j in range(4)): values[i] for i in range(4)}
    right = [
        sum(p for won, p in ways.items() if won[j] and not won[i])
        == values[j] / (1 - values[i]) * sum(p for won, p in ways.items() if not won[i])
        for i, j in permutations(range(4), 2)
    ]
    return tallied(right, "{} pairs", "tested")


@TREES.says("johnson1970-ch2-increased", false={"now": False}, reads="1 1 1")
def _gain_after_two_losses(now: bool = True) -> Finding:
    """The third end point's chance after two losses is A_3 / (1 - A_2), as each stands by then.

    Not as they were at first, which is what A is in the sum that the memo draws from it.
    """
    right = []
    for one, two, three in permutations([Fraction(n, 10) for n in (1, 2, 3, 4)], 3):
        left = 1 - one if now else 1
        right.append(three / left / (1 - two / left) == three / (1 - one - two))
    shown = f"right in {sum(right)} of {len(right)} orders"
    return Finding(all(right), shown, reading="A as it stands at each look" if all(right) else "")


@TREES.says("johnson1970-ch2-best", false={"looks": 1})
def _best_without_a_look(looks: int = 0, moves: int = 3) -> Finding:
    """To move to the higher branch is the best that one can do without a look."""
    best = [
        solve(Play(Rules(e, a), looks, moves)).value
        == sum(model_chances(Rules(e, a), STRAT, moves))
        for e, a in SOME
    ]
    return tallied(best, "best in {} games", "tested")


@TREES.says("johnson1970-ch2-both", false={"names": ("HSTRAT",)})
def _alike_without_a_look(names: Sequence[str] = ("NOSTRAT", "STRAT"), moves: int = 3) -> Finding:
    """Without looks a strategy wins as often in the dependent form as in the other."""
    same = [
        model_chances(Rules(e, a), strategy(n), moves)
        == model_chances(Rules(e, a, "dependent"), strategy(n), moves)
        for (e, a), n in product(SOME, names)
    ]
    return tallied(same, "{} cases", "tested")


def _open(form: Form, e: Number, a: Number, x: Number) -> list[tuple[Number, Number]]:
    """Chance and value of the split points to which HSTRAT moves on from one of value x."""
    play = Play(Rules(e, a, form), 1, 2)
    moved = _moved(play, HSTRAT, play.start._replace(value=x), 1 + 0 * e, "")
    return [(chance, on.value) for _, chance, on in sorted(moved, key=lambda move: move[0])]


@TREES.says("johnson1970-ch1-decrease", false={"step": Fraction(1, 6)})
def _values_fall_of_necessity(step: Fraction = Fraction(0)) -> Finding:
    """The value of a position is less after each move (not in game 3, where it may rise).

    But not if A = 1; nor in the dependent form after a losing look at the first fork, which leaves
    all that there is to the other branch, as the memo's own diagram has it.
    """
    kept = {
        (form, x)
        for form, (e, a), n in product(FORMS, GRID, range(1, 9))
        for x in [Fraction(n, 8)]
        for _, value in _open(form, e, a, x)
        if value + step >= x
    }
    shown = "not less: " + ", ".join(f"{form} from {x}" for form, x in sorted(kept))
    holds = [(str(form), x) for form, x in kept] == [("dependent", Fraction(1))]
    but = "A = 1, and the first move of the dependent form after a losing look"
    return Finding(holds, shown, but=but if holds else "")


# Chapter 3.


@ONE.says("johnson1970-ch3-distribution", false={"form": "independent"})
def _the_mean_is_not_enough(form: Form = "dependent") -> Finding:
    """The mean value at a ply does not follow from that at the ply before, but from its law.

    In the dependent form it does follow: chance and value of what is left are linear in the value,
    as each factor 1 - AX cancels; this is why the lemma holds.  In the independent form it is true.
    """
    half = Fraction(1, 2)
    even, spread = {half: Fraction(1)}, {half / 2: half, 3 * half / 2: half}
    apart = []
    for e, a in GRID:
        means = []
        for law in (even, spread):
            nexts = [(p * q, v) for x, p in law.items() for q, v in _open(form, e, a, x)]
            means.append(sum(p * v for p, v in nexts) / sum(p for p, _ in nexts))
        apart.append(means[0] != means[1])
    shown = f"two laws of mean 1/2 lead to different means in {sum(apart)} of {len(apart)} games"
    return Finding(all(apart), shown)


@ONE.says("johnson1970-ch3-first-H", false={"form": "independent"}, reads="2")
@ONE.says("johnson1970-ch3-first-L", name="LSTRAT", false={"form": "independent"}, reads="2")
def _first_move(name: str = "HSTRAT", form: Form = "dependent") -> Finding:
    """The chance to win on the first move: AE + BE^2 with HSTRAT, EB + ESA + E^2 A with LSTRAT."""
    right = []
    for e, a in SOME:
        low = e * (1 - a) + e * (1 - e) * a + e**2 * a
        printed = low if name == "LSTRAT" else a * e + (1 - a) * e**2
        right.append(model_chances(Rules(e, a, form), strategy(name), 1)[0] == printed)
    return tallied(right, "{} games", "tested")


# Chapters 4 and 5.


@TWO.says("johnson1970-ch4-one-limit", false={"ratio": 0.75}, reads=".5")
def _one_limit(ratio: float = 0.5) -> Finding:
    """At A = 1/2 HSTRAT and LSTRAT without a limit are the same thing."""
    gaps = [
        float(win_chance(Rules(e, ratio), strategy("ooLSTRAT")))
        - float(win_chance(Rules(e, ratio), strategy("ooHSTRAT")))
        for e in (0.25, 0.5, 0.75)
    ]
    return Finding(max(map(abs, gaps)) < 1e-12, f"at most {max(map(abs, gaps)):.1g} apart")


@TWO.says("johnson1970-ch4-avoids", false={"names": ("2LSTRAT", "BSTRAT")})
def _avoids_losing_ends(names: Sequence[str] = ("BSTRAT", "LSTRAT")) -> Finding:
    """BSTRAT moves to a losing end point less often than LSTRAT, from any position tested."""
    chances = [
        [fork(Rules(e, a), strategy(name), x).lose for name in names]
        for (e, a), x in product(GRID, (Fraction(1), Fraction(1, 3)))
    ]
    return tallied((a < b for a, b in chances), "{} positions", "tested")


@WORTH.says("johnson1970-ch5-constant", false={"form": "independent"})
def _worth_in_proportion(form: Form = "dependent", moves: int = 4) -> Finding:
    """In the dependent form HSTRAT wins from X with X times a constant, on each move."""

    def won(e: Number, a: Number, x: Number, left: int) -> Number:
        (_, high), (_, low) = onward = _open(form, e, a, x)
        now = e * high + e * (1 - high) * e * low
        return now + (sum(p * won(e, a, v, left - 1) for p, v in onward) if left > 1 else 0)

    values = [Fraction(n, 4) for n in (1, 2, 3, 4)]
    same = [len({won(e, a, x, moves) / x for x in values}) == 1 for e, a in SOME]
    return tallied(same, "constant in {} games", "tested")


@WORTH.says("johnson1970-ch5-KB", false={"form": "independent"})
def _best_of_both(form: Form = "dependent") -> Finding:
    """BSTRAT's limit has LSTRAT's chance on the next move and HSTRAT's ratio of chances."""
    right = []
    for e, a in SOME:
        both, high, low = (
            model_chances(Rules(e, a, form), strategy(n), 2) for n in ("BSTRAT", "HSTRAT", "LSTRAT")
        )
        right.append(both[0] == low[0] >= high[0] and both[1] / both[0] == high[1] / high[0])
    return tallied(right, "{} games", "tested")


# Chapter 6.


@OTHER.says("johnson1970-ch6-same", false={"rule": "some"})
def _same_mean(rule: Rule = "mean") -> Finding:
    """In game 2 a split point has the same expected value as an end point."""
    worth = ValuedGame(0.5, rule).worth
    ends = {0.0: 0.125, 0.5: 0.25, 1.0: 0.625}
    mean = sum(v * p for v, p in ends.items())
    split = sum(p * q * worth(v, w) for (v, p), (w, q) in product(ends.items(), repeat=2))
    return Finding(split == mean, f"end point {mean}, split point {split}", "tested")


@OTHER.says("johnson1970-ch6-far", false={"far": 0.0})
def _far_from_the_mean(far: float = 0.3, few: int = 3, trees: int = 400) -> Finding:
    """In game 2 a point far from the mean has few end points below it, or is one."""
    game = ValuedGame(0.6, "mean")
    points = [p for seed in range(trees) for _, p in grow_valued(game, seed).walk()]
    beyond = [p for p in points if abs(p.value - 0.5) >= far]
    shares = [fmean(len(p.ends()) <= n for p in beyond) for n in (1, few)]
    shown = "{:.0%} are end points, {:.0%} have {} at most".format(*shares, few)
    return Finding(shares[1] > 0.95, f"of those {far:g} off: {shown}", "tested")


@OTHER.says("johnson1970-ch6-third", false={"moves": 2}, reads="3 1")
def _certain_from_the_third_move(moves: int = 3) -> Finding:
    """With T = 1/2 and A = 1/6 three moves up lead to the value 1, and nothing is lost there."""
    game = DriftGame(Fraction(1, 2), Fraction(1, 2), Fraction(1, 6))
    return Finding(game.chance(moves) == 1, f"an end point wins with {game.chance(moves)}")


@OTHER.says("johnson1970-ch6-cause", false={"fall": ("TSI", "TSD")})
def _bold_where_values_fall(fall: Sequence[str] = ("TSI", "TSD", "game 1")) -> Finding:
    """LSTRAT beats HSTRAT where values fall on the way down, and loses to it where they do not.

    In both forms of the memo's game and in game 1 with equal end points they fall; in game 2 with
    equal ones and in game 3 not.
    """
    half = Fraction(1, 2)
    leads = {
        form: win_chance(rules, LSTRAT) - win_chance(rules, HSTRAT)
        for form, rules in (
            ("TSI", Rules(0.5, 0.75)),
            ("TSD", Rules(half, Fraction(3, 4), "dependent")),
        )
    }
    leads["game 1"] = min(bold_chance(k, half) - half * (2 - half) for k in range(3, 9))
    for name, step in (("game 2", 0.0), ("game 3", 1 / 6)):
        game = DriftGame(0.5, 0.5, step)
        leads[name] = drift_chance(game, LSTRAT).value - drift_chance(game, HSTRAT).value
    shown = ", ".join(f"{name} {float(lead):+.3f}" for name, lead in leads.items())
    right = all((lead > 0) == (name in fall) for name, lead in leads.items())
    return Finding(right, f"LSTRAT ahead by {shown}", "tested")
