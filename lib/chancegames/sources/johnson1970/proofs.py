"""Proofs that exceptions of the ledger refer to, with the slips that give the printed numbers.

A proof encloses the right value on a road of its own; with the slip put in it must fail.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import islice

from chancegames.games.tree_solitaire.drift import drift_move, drift_moves
from chancegames.games.tree_solitaire.forks import _walk, expected_moves, move_chances
from chancegames.games.tree_solitaire.policies import HSTRAT, LSTRAT, strategy
from chancegames.games.tree_solitaire.series import win_chance
from chancegames.models.tree_solitaire import Number, Rules
from chancegames.sources.johnson1970 import listings
from chancegames.sources.johnson1970.source import game
from chancegames.sources.johnson1970.tables import (
    DRIFT,
    SHOWN,
    TABLES,
    WITH_LOOKS,
    _first_moves,
    _table_number,
    both_prefers_low,
)
from chancegames.sources.registry import ANSWERS, Finding

HALF, THREE_QUARTERS = Fraction(1, 2), Fraction(3, 4)


@cache
def _enclosed(
    name: str, ending: Fraction, ratio: Fraction, moves: int = 40
) -> tuple[Number, Number]:
    """Exact bounds of a chance of winning: some moves played, the rest lost, or won if it can be.

    Whatever its player has seen, short of a win, a game at a fork of value x is won with chance x
    at most, for at most so many winning ends are to be expected below it.  Without knowledge, cut
    off after n levels: of a point of value y at most y, by induction, since it is an end with
    chance E and wins then with chance y, and otherwise a fork whose branches' values add up to y.
    The points are independent; a split that was seen leaves y below it, and a loss takes its y
    away.  A win that was seen is collected almost surely: it counts as won, or, beyond the moves,
    in the upper bound alone.

    Returns
    -------
    lower, upper : Fraction

    Examples
    --------
    >>> [round(float(bound), 5) for bound in _enclosed("HSTRAT", HALF, HALF, moves=6)]
    [0.47992, 0.48189]
    """
    rules, low = Rules(ending, ratio), 1 - ratio
    steps = list(islice(_walk(rules, strategy(name)), moves + 1))
    seen = sum(sum(wins) for _, wins in steps[:moves])
    rest = sum(chance * ratio**i * low**j for (i, j), chance in steps[moves][0].items())
    return sum(move_chances(rules, strategy(name), moves)), seen + rest


@ANSWERS.proof(
    "johnson1970-4.1-031",
    "johnson1970-4.5-019",
    damaged=["johnson1970-4.5-013"],
    false={"tail": False},
)
def _strat_by_moves(tail: bool = True, terms: int = 11) -> Finding:
    """STRAT's closed form is its first moves plus a geometric tail, exactly.

    The first of the two printed numbers is the sum of eleven moves, cut after five digits.
    """
    shown, equal, cut = [], [], []
    for e, a in ((Fraction(1, 4), Fraction(3, 4)), (HALF, Fraction(19, 20))):
        first = sum(move_chances(Rules(e, a), strategy("STRAT"), terms))
        closed = e * a / (1 - (1 - e) * a)
        rest = ((1 - e) * a) ** terms * closed if tail else 0
        equal.append(first + rest == closed)
        cut.append(Fraction(int(first * 10**5), 10**5))
        shown.append(f"{float(closed):.5f} ({terms} moves: {float(first):.6f})")
    slips = dict.fromkeys(("johnson1970-4.1-031", "johnson1970-4.5-019"), cut[0])
    return Finding(all(equal), ", ".join(shown), slips=slips)


@ANSWERS.proof("johnson1970-4.4_values-043", false={"name": "BSTRAT"})
def _limits_enclosed(name: str = "ooLSTRAT") -> Finding:
    """OoLSTRAT at two points of table 4.4, enclosed in exact rationals."""
    shown, inside, beside = [], [], []
    for e, a in ((Fraction(3, 4), Fraction(3, 4)), (HALF, Fraction(2, 3))):
        lower, upper = _enclosed("ooLSTRAT", e, a)
        value = win_chance(Rules(float(e), float(a)), strategy(name))
        inside.append(lower - Fraction(1, 10**9) <= value <= upper + Fraction(1, 10**9))
        other = win_chance(Rules(float(e), float(a)), strategy("BSTRAT"))
        beside.append(other)
        shown.append(f"{float(lower):.6f} (BSTRAT {other:.5f})")
    slips = {"johnson1970-4.4_values-043": beside[0]}
    return Finding(all(inside), ", ".join(shown), slips=slips)


@ANSWERS.proof(damaged=["johnson1970-4.3-003"], false={"last": 3})
def _third_term_of_the_column(last: int = 2) -> Finding:
    """LSTRAT's third move: the last of its five digits, and what it does to the column's sum."""
    chances = move_chances(Rules(HALF, Fraction(3, 4)), LSTRAT, 10)
    digits = [round(float(c) + 1e-12, 5) for c in chances]
    shown = f"{float(chances[2]):.7f}; ten rounded terms sum to {sum(digits):.5f}"
    return Finding(round(float(chances[2]) * 10**5) % 10 == last, shown)


def _ratio(names: Sequence[str], divisor: Fraction) -> Fraction:
    """The best chance of some strategies over a divisor, to two digits.

    The best lower bound gives it, the best upper bound, and the best sum of a series.
    """
    lower, upper = zip(*(_enclosed(name, HALF, HALF) for name in names), strict=True)
    series = [Fraction(win_chance(Rules(0.5, 0.5), strategy(name))) for name in names]
    (ratio,) = {round(Fraction(max(chances)) / divisor, 2) for chances in (lower, upper, series)}
    return ratio


@ANSWERS.proof(
    "johnson1970-4.5-002",
    "johnson1970-4.5-003",
    false={"third": Fraction(33, 100)},
)
def _third_cut_to_33(third: Fraction = Fraction(1, 3)) -> Finding:
    """How much one look and two multiply the chance without; by .33 they give what is printed."""
    least, most = _enclosed("STRAT", HALF, HALF)
    right = [_ratio(names, third) for names in WITH_LOOKS.values()]
    slips = [_ratio(names, Fraction(33, 100)) for names in WITH_LOOKS.values()]
    words = (" and ".join(str(float(ratio)) for ratio in both) for both in (right, slips))
    holds = least <= third <= most and right[0] != slips[0] and right[1] != slips[1]
    printed = ("johnson1970-4.5-002", "johnson1970-4.5-003")
    shown = "{}, but over .33 {}".format(*words)
    return Finding(holds, shown, slips=dict(zip(printed, slips, strict=True)))


@ANSWERS.proof(
    "johnson1970-4.5-006",
    "johnson1970-4.5-011",
    "johnson1970-4.5-012",
    "johnson1970-4.5-014",
    false={"plain": Fraction(33, 100)},
)
def _ratios_enclosed(plain: Fraction | None = None) -> Finding:
    """Table 4.5: other ratios in exact bounds, and what carelessness at the desk makes of them.

    Two are cut and not rounded to two digits, two are read to the nearest .005.
    """
    shown, inside, ratios = [], [], {}
    for number, a, name in (
        ("006", Fraction(2, 3), "BSTRAT"),
        ("011", Fraction(9, 10), "LSTRAT"),
        ("012", Fraction(9, 10), "2LSTRAT"),
        ("014", Fraction(19, 20), "LSTRAT"),
    ):
        without = HALF * a / (1 - HALF * a)
        lower, upper = (bound / without for bound in _enclosed(name, HALF, a))
        value = Fraction(win_chance(Rules(0.5, float(a)), strategy(name))) / (plain or without)
        inside.append(lower - Fraction(1, 10**9) <= value <= upper + Fraction(1, 10**9))
        shown.append(f"{float(lower):.4f}")
        ratios[number] = lower
    slips: dict[str, Number] = {
        f"johnson1970-4.5-{number}": Fraction(int(100 * ratios[number]), 100)
        for number in ("006", "011")
    }
    slips |= {
        f"johnson1970-4.5-{number}": Fraction(round(200 * ratios[number]), 200)
        for number in ("012", "014")
    }
    return Finding(all(inside), " ".join(shown), slips=slips)


@ANSWERS.proof(
    "johnson1970-5.1-005",
    "johnson1970-5.1-009",
    "johnson1970-5.1-017",
    damaged=["johnson1970-5.1-021"],
    false={"overrun": True},
)
def _tenth_over_ninth(overrun: bool = False) -> Finding:
    """HSTRAT's last ratio of table 5.1: the exact diagram against the program's bookkeeping.

    With the overrun of the program's arrays two of the four printed values come out; with the ninth
    chance rounded to four digits the third does, and the fourth if its last digit reads 1: the scan
    shows 11 at its end, and in this table no 4, but 1 in its place.
    """
    shown, equal, over, short = [], [], [], []
    for e, a in (
        (HALF, Fraction(2, 3)),
        (HALF, THREE_QUARTERS),
        (THREE_QUARTERS, HALF),
        (THREE_QUARTERS, THREE_QUARTERS),
    ):
        *_, ninth, tenth = move_chances(Rules(e, a), HSTRAT, 10)
        chances = listings.PROGRAMS["HSTRAT"](float(e), float(a), overrun=overrun)
        equal.append(abs(chances[-1] / chances[-2] - float(tenth / ninth)) < 1e-9)
        *_, before, last = listings.PROGRAMS["HSTRAT"](float(e), float(a), overrun=True)
        over.append(last / before)
        short.append(float(tenth) / float(f"{float(ninth):.3e}"))
        slip = f"overrun {over[-1]:.5f}, ninth to four digits {short[-1]:.5f}"
        shown.append(f"{float(tenth / ninth):.5f} ({slip})")
    numbers = zip((5, 9, 17), (*over[:2], short[2]), strict=True)
    slips = {f"johnson1970-5.1-{number:03}": value for number, value in numbers}
    return Finding(all(equal), ", ".join(shown), slips=slips)


@ANSWERS.proof(
    "johnson1970-6.1-002",
    "johnson1970-6.2-003",
    "johnson1970-6.2-004",
    "johnson1970-6.2-005",
    "johnson1970-6.2-006",
    "johnson1970-6.2-008",
    "johnson1970-6.2-010",
    "johnson1970-6.2-011",
    "johnson1970-6.2-012",
    "johnson1970-6.2-016",
    "johnson1970-6.2-017",
    damaged=["johnson1970-6.2-018"],
    false={"slip": True},
)
def _game_three_adds_up(slip: bool = False) -> Finding:
    """On every move of game 3, won, lost and undecided add up; with the slips they do not.

    The slips: LSTRAT loses on the second move without having looked low first; HSTRAT is two
    steps down after two moves without having found a split point there.  Two further moves in the
    ratio of the last two, and no more, make HSTRAT's printed correction.
    """
    second = _first_moves("LSTRAT")[1][1]
    looked = 1 - DRIFT.ending * DRIFT.chance(0)
    third = _first_moves("HSTRAT")[2][1]
    extra = _two_steps_down() * (1 / (1 - DRIFT.ending) - 1)
    wrong = {"LSTRAT": second / looked - second, "HSTRAT": extra} if slip else {}
    totals = [_balance(name) + wrong.get(name, 0) for name in ("STRAT", "HSTRAT", "LSTRAT")]
    shown = f"LSTRAT {second} (slip {second / looked}), HSTRAT {third} (slip {third + extra})"
    low, high = (sum(lose for _, lose in _first_moves(name)) for name in ("LSTRAT", "HSTRAT"))
    ratio = (third + extra) / _first_moves("HSTRAT")[1][1]
    lost = high + extra + (third + extra) * (ratio + ratio**2)
    printed = {3: third + extra, 4: high + extra, 5: lost, 6: 1 - lost}
    printed |= {8: second / looked, 10: low + second / looked - second}
    slips = {f"johnson1970-6.2-{number:03}": value for number, value in printed.items()}
    return Finding(totals == [1, 1, 1], shown, slips=slips)


def _balance(name: str) -> Number:
    """Chances won, lost and still playing after three moves of game 3."""
    settled = sum(win + lose for win, lose in _first_moves(name))
    *_, (standing, _, _) = islice(drift_moves(DRIFT, strategy(name)), 4)
    return settled + sum(standing.values())


def _two_steps_down() -> Number:
    """Chance that HSTRAT goes down twice and then loses."""
    one, two = (drift_move(DRIFT, HSTRAT, level) for level in (0, -1))
    return one.low * two.low * drift_move(DRIFT, HSTRAT, -2).lose


@ANSWERS.proof("johnson1970-in_text-013", false={"share": 0.556})
def _low_branch_above_the_cut(share: float = 0.553) -> Finding:
    """B'STRAT goes low at a first fork whose high branch has this share of the value."""
    holds = both_prefers_low(share)
    return Finding(
        holds, f"at H/(H+L) = {share} the low branch {'is' if holds else 'is not'} taken"
    )


@ANSWERS.proof(lost=["johnson1970-in_text-011", "johnson1970-in_text-012"], false={"cost": 0.0})
def _fixed_cost_of_a_game(cost: float = 2.7) -> Finding:
    """A cost a game, counted in moves, lowers both factors of computer time, one cost for both."""
    shown, lower, slips = [], [], {}
    for number, name in ((11, "LSTRAT"), (12, "BSTRAT")):
        long, short = (expected_moves(game(E), strategy(name)) for E in ("1/4", "1/2"))
        factor = (long + cost) / (short + cost)
        lower.append(1 < factor < long / short)
        slips[f"johnson1970-in_text-{number:03}"] = factor
        shown.append(f"{name}: {long:.3f} moves to {short:.3f}, times {factor:.3f} with {cost}")
    return Finding(all(lower), "; ".join(shown), slips=slips)


@ANSWERS.proof(*(f"johnson1970-{where}" for where in TABLES), false={"less": 0})
def _one_table_too_low(less: int = 1) -> Finding:
    """Each of four printed numbers is that of the table before, so that two tables share it."""
    slips = {where: _table_number(**table) - Fraction(less, 10) for where, table in TABLES.items()}
    taken = [
        any(
            _table_number(t["chapter"], shows) == slips[where]
            for shows in SHOWN[t["chapter"]]
            if shows != t["shows"]
        )
        for where, t in TABLES.items()
    ]
    shown = ", ".join(f"{float(slip)} for {float(slip) + less / 10:.1f}" for slip in slips.values())
    return Finding(
        all(taken), shown, slips={f"johnson1970-{where}": v for where, v in slips.items()}
    )
