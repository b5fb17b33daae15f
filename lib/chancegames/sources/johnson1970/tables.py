"""The numbers: tables 4.1 to 6.2, and those in the text.

The values of tables 4.1 to 4.4 follow the source's ten-move rule, which is what it prints; the
chapter shows the limit beside it.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from itertools import islice
from math import sqrt

from chancegames.games.tree_solitaire.drift import DriftGame, drift_chance, drift_moves
from chancegames.games.tree_solitaire.forks import expected_moves
from chancegames.games.tree_solitaire.grid import grid_chance
from chancegames.games.tree_solitaire.policies import HSTRAT, BothBranches, strategy
from chancegames.games.tree_solitaire.series import win_chance
from chancegames.games.tree_solitaire.weighing import WeighedBoth, WeighedHigh, worth
from chancegames.models.tree_solitaire import Number, Rules
from chancegames.sources.johnson1970.diagrams import TenMoves, model_chances, ten_moves
from chancegames.sources.johnson1970.source import (
    ENDING,
    MARGIN,
    ONE,
    OTHER,
    TREES,
    TWO,
    WORTH,
    _variable_game,
    game,
)
from chancegames.sources.registry import Arguments, Expectation

#: Games behind a printed share, at least: the source plays "20,000 or more", in trials of 10,000.
PLAYED = 20_000

#: Decimals to which the source ranks: what agrees so far is a tie.
PLACES = 5

DRIFT = DriftGame(Fraction(1, 2), Fraction(1, 2), Fraction(1, 6))


def _ten_move_rule(name: str, E: str = "1/2", A: str = "3/4") -> TenMoves:
    """The ten-move rule at printed parameters."""
    return ten_moves(game(E, A), strategy(name))


# Chapters 2 and 3.


@TREES.gives("johnson1970-in_text-001", name="NOSTRAT")
@TREES.gives("johnson1970-in_text-002", name="STRAT")
@ONE.gives("johnson1970-in_text-003", name="HSTRAT")
@ONE.gives("johnson1970-in_text-004", name="LSTRAT")
def _dependent_chance(name: str) -> Number:
    """Chance of winning at E = 1/2, A = 3/4 in the dependent form."""
    return win_chance(Rules(Fraction(1, 2), Fraction(3, 4), "dependent"), strategy(name))


# Chapter 4.


@TWO.gives(
    "johnson1970-4.1-0[0-3]*",
    "johnson1970-4.1-04[0-2]*",
    "johnson1970-4.4_values-*",
    quantity=r"(?P<name>\S*STRAT)",
)
def _chance(name: str, E: str = "1/2", A: str = "3/4") -> Number:
    """Chance of winning in the independent form, by ten moves; STRAT wins alike in both forms."""
    if name == "STRAT":
        return win_chance(Rules(Fraction(E), Fraction(A), "dependent"), strategy(name))
    return _ten_move_rule(name, E, A).total


@TWO.gives("johnson1970-4.1-043")
def _unnamed_row() -> str:
    """A row whose parameters cannot be read."""
    return "its parameters cannot be read"


@TWO.gives("johnson1970-4.2-001", name="LSTRAT")
@TWO.gives("johnson1970-4.2-002", name="HSTRAT")
def _diagram_value(name: str) -> Number:
    """The diagram's value beside which the trials are printed."""
    return _ten_move_rule(name).total


@MARGIN.gives("johnson1970-4.2_Monte_Carlo-*", quantity=r"W_(?P<side>.) (?P<ratio>\w+)")
def _trial(side: str, ratio: str) -> Expectation:
    """What the trials of chapter 4 estimate."""
    rules = _variable_game() if ratio == "variable" else game()
    return _estimate(win_chance(rules, strategy(f"{side}STRAT")))


def _estimate(value: Number) -> Expectation:
    return Expectation(float(value), sqrt(value * (1 - value) / PLAYED))


@TWO.gives("johnson1970-4.3-*", quantity=r"(?P<what>\S+) (?P<name>\S+)")
def _table_4_3(what: str, name: str) -> Number:
    """Chance of winning on a move, their sum, the correction or the total."""
    rule = ten_moves(Rules(Fraction(1, 2), Fraction(3, 4)), strategy(name))
    if what.startswith("D("):
        return rule.chances[int(what[2:-1]) - 1]
    found: Number = getattr(rule, what)
    return found


@TWO.gives("johnson1970-4.4_rankings-*")
def _ranking(E: str, A: str) -> str:
    """The strategies in order, ties to five places in brackets."""
    names = ("ooL", "2L", "B", "ooH", "L", "2H", "H")
    groups: dict[float, list[str]] = {}
    for name in names:
        groups.setdefault(round(float(_chance(name + "STRAT", E, A)), PLACES), []).append(name)
    tied = {value: "=".join(found) for value, found in groups.items()}
    return " ".join(
        f"[{tied[value]}]" if len(groups[value]) > 1 else tied[value]
        for value in sorted(tied, reverse=True)
    )


#: The memo's strategies with one look at most before each step, and with two.
WITH_LOOKS = {"one look": ("LSTRAT", "HSTRAT"), "two looks": ("BSTRAT", "2LSTRAT", "2HSTRAT")}


@TWO.gives("johnson1970-4.5-*", quantity=r"A=\S+ (?P<looks>.+)")
def _table_4_5(E: str, A: str, looks: str) -> Number:
    """Chance without a look (W), or by how much the best one or two looks multiply it."""
    without = _chance("STRAT", E, A)
    if looks == "W":
        return without
    rules = Rules(float(Fraction(E)), float(Fraction(A)))
    return max(win_chance(rules, strategy(name)) for name in WITH_LOOKS[looks]) / without


@TWO.gives("johnson1970-in_text-005", name="LSTRAT", move=2)
@TWO.gives("johnson1970-in_text-006", name="LSTRAT", move=10)
@TWO.gives("johnson1970-in_text-007", name="HSTRAT", move=2)
@TWO.gives("johnson1970-in_text-008", name="HSTRAT", move=10)
def _successive_ratio(name: str, move: int) -> Number:
    """Chance of winning on a move divided by the one before."""
    return _ten_move_rule(name).ratios[move - 2]


@TWO.gives("johnson1970-in_text-009")
def _sixth_move() -> Number:
    """How much likelier HSTRAT wins on the sixth move than LSTRAT."""
    return _ten_move_rule("HSTRAT").chances[5] / _ten_move_rule("LSTRAT").chances[5]


@WORTH.gives("johnson1970-in_text-010")
def _second_low_over_both() -> Number:
    """W_2L - W_B at E = 1/2, A = 3/4."""
    return _chance("2LSTRAT") - _chance("BSTRAT")


@TWO.gives("johnson1970-in_text-011", name="LSTRAT")
@TWO.gives("johnson1970-in_text-012", name="BSTRAT")
def _length_ratio(name: str) -> Number:
    """How many more moves a play takes at E = 1/4 than at E = 1/2."""
    long, short = (expected_moves(game(E), strategy(name)) for E in ("1/4", "1/2"))
    return long / short


# Chapter 5.


@WORTH.gives("johnson1970-5.1-*", quantity=r"A=\S+ (?P<what>.+)")
def _table_5_1(E: str, A: str, what: str) -> Number:
    """The tenth move's chance over the ninth's, or the ratio of any two in the dependent form."""
    e, a = Fraction(E), Fraction(A)
    limits = {"S(A+EB)": "HSTRAT", "SA": "LSTRAT"}
    if what in limits:
        first, second = model_chances(Rules(e, a, "dependent"), strategy(limits[what]), 2)
        return second / first
    return float(ten_moves(Rules(e, a), strategy(what.split()[-1])).ratios[-1])


@cache
def _variable_chance(name: str, ending: float) -> Number:
    """Chance of winning with a variable ratio, of an ordinal or of a weighed strategy."""
    rules = _variable_game(ending)
    weighed = {"B'STRAT": WeighedBoth(rules), "H'STRAT": WeighedHigh(rules)}
    if name in weighed:
        points, nodes = (64, 200) if name == "H'STRAT" else (32, 32)  # as fine as six digits ask
        return grid_chance(rules, weighed[name], points=points, nodes=nodes).value
    return win_chance(rules, strategy(name))


@WORTH.gives("johnson1970-5.2_ch.5_Monte_Carlo-001", name="BSTRAT")
@WORTH.gives("johnson1970-5.2_ch.5_Monte_Carlo-002", name="B'STRAT")
@WORTH.gives("johnson1970-5.2_ch.5_Monte_Carlo-003", name="2LSTRAT")
@WORTH.gives("johnson1970-5.2_ch.5_Monte_Carlo-004", name="HSTRAT")
@WORTH.gives("johnson1970-5.2_ch.5_Monte_Carlo-005", name="H'STRAT")
def _table_5_2(name: str) -> Expectation:
    """What the trials of chapter 5 estimate."""
    return _estimate(_variable_chance(name, float(ENDING)))


@WORTH.gives("johnson1970-5.2_ch.5_Monte_Carlo-006", first="B'STRAT", second="BSTRAT")
@WORTH.gives(
    "johnson1970-5.2_ch.5_Monte_Carlo-007",
    "johnson1970-5.2_ch.5_Monte_Carlo-009",
    first="H'STRAT",
    second="HSTRAT",
)
@WORTH.gives("johnson1970-5.2_ch.5_Monte_Carlo-008", first="LSTRAT", second="HSTRAT")
def _difference(first: str, second: str) -> Expectation:
    """What the difference of two printed shares estimates."""
    one, two = _table_5_2(first), _table_5_2(second)
    return Expectation(one.value - two.value, sqrt(one.standard_error**2 + two.standard_error**2))


def _bisected(prefers_low: Callable[[float], bool]) -> float:
    """Largest share H/(H+L) at which the low branch can still be chosen."""
    low, high = 0.5, 0.9
    while high - low > 1e-12:
        middle = (low + high) / 2
        low, high = (middle, high) if prefers_low(middle) else (low, middle)
    return low


def both_prefers_low(share: float, total: float = 1.0) -> bool:
    """B'STRAT, two split points: the high one split evenly, the low one not at all."""
    rules, both = game(), BothBranches()
    return worth(rules, both, share * total, 0.5) < worth(rules, both, (1 - share) * total, 1.0)


def _high_prefers_low(share: float, total: float = 1.0) -> bool:
    """H'STRAT at a high branch that was seen to split evenly."""
    rules = game()
    low = WeighedHigh(rules).low_worth((1 - share) * total)
    return worth(rules, HSTRAT, share * total, 0.5) < low


#: Whether a weighing strategy leaves the high branch, by its share and the value of the fork.
_PREFERS_LOW = {"B'STRAT": both_prefers_low, "H'STRAT": _high_prefers_low}


@WORTH.gives("johnson1970-in_text-013", name="B'STRAT")
@WORTH.gives("johnson1970-in_text-014", name="H'STRAT")
@WORTH.gives("johnson1970-in_text-015", name="H'STRAT", high=0.006)
def cut_off(name: str, total: float = 1.0, high: float | None = None) -> Number:
    """Cut-off of B'STRAT or H'STRAT at a fork of value `total`.

    Or at one whose high branch has the value `high`, whatever the fork is worth then.  The high
    branch splits evenly.
    """
    prefers_low = _PREFERS_LOW[name]
    return _bisected(lambda share: prefers_low(share, high / share if high else total))


# Chapter 6.


def _first_moves(name: str, count: int = 3) -> list[tuple[Number, Number]]:
    """Exact chances to win and to lose on the first moves of game 3."""
    return [(win, lose) for _, win, lose in islice(drift_moves(DRIFT, strategy(name)), count)]


@OTHER.gives("johnson1970-p64-T")
def _top_of_game_three() -> Number:
    """The least top from which three steps up are a sure win, as page 66 says of the third move."""
    return 1 - 3 * DRIFT.step


@OTHER.gives("johnson1970-6.1-*", quantity=r"(?P<name>\S+) (?P<what>.+)")
def _table_6_1(name: str, what: str) -> Number:
    """Chance of winning on a move of game 3, or the sum of three."""
    won = [win for win, _ in _first_moves(name)]
    return sum(won) if what == "sum" else won[int(what[-1]) - 1]


@OTHER.gives("johnson1970-6.2-*", quantity=r"(?P<name>\S+) (?P<what>.+)")
def _table_6_2(name: str, what: str) -> Number:
    """Chance of losing game 3: on a move, on three, on any; and of winning."""
    lost = [lose for _, lose in _first_moves(name)]
    if what.startswith("lose"):
        return lost[int(what.split()[-1]) - 1]
    if what == "sum":
        return sum(lost)
    win = drift_chance(DRIFT, strategy(name), depth=120).value
    return win if what == "1-sum" else 1 - win


# The numbers of the tables themselves.

#: Tables in the order of their chapters; 4.5 ranks the strategies, as the text says.
SHOWN = {4: ("one look", "trials", "moves", "limits", "ranking", "ratios"), 5: ("ratios", "trials")}


#: Where a number is printed that is not the table's own: which table is meant.
TABLES: Mapping[str, Arguments] = {
    "p42-caption": {"chapter": 4, "shows": "ranking"},
    "p43-caption": {"chapter": 4, "shows": "ratios"},
    "p53-table": {"chapter": 4, "shows": "limits"},
    "p56-caption": {"chapter": 5, "shows": "trials"},
}


def _table_number(chapter: int, shows: str) -> Fraction:
    """Number of a table: its chapter, and its place there."""
    return chapter + Fraction(SHOWN[chapter].index(shows) + 1, 10)


for _where, _table in TABLES.items():
    WORTH.gives(f"johnson1970-{_where}", **_table)(_table_number)
