"""Sources 000 and 001 on playing for one combination: which steps are best, and how many ways."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import product
from typing import Any

from chancegames.games.game421.hands import digits, hand
from chancegames.games.game421.policies import aimed, canonical, ratchet, shared, success, towards
from chancegames.games.game421.rounds import ends, evaluate_round, tables
from chancegames.maths.dice import Combination
from chancegames.maths.solution import Number
from chancegames.models.game421 import PLAYERS, Round, State
from chancegames.sources.albarede2007.costs import Costs
from chancegames.sources.albarede2007.papers import OPEN, REACH
from chancegames.sources.albarede2007.ratchet import RatchetMap
from chancegames.sources.albarede2007.reaching import CANONICAL, WHOLE_HANDS, _chance_of_hand
from chancegames.sources.albarede2007.strategies import pure_strategies
from chancegames.sources.registry import Finding

_TWO_DICE: dict[str, Any] = {"goal": "21", "event": "11", "kept": ("", "1")}


def _best_at_first(
    faces: int, goal: str, event: str, casts: Iterable[int] = (2, 3, 4, 5)
) -> set[str]:
    """Best next states, written as digits, when the first cast shows the event."""
    rounds = [Round(len(goal), faces, j) for j in casts]
    best = [towards(aimed(rules, goal)).best((1, (), hand(event))) for rules in rounds]
    found = {frozenset(map(digits, kept)) for kept in best}
    return set(*found) if len(found) == 1 else {f"{len(found)} different answers"}


def _words(best: set[str]) -> str:
    return f"best to keep {' or '.join(kept or 'nothing' for kept in sorted(best))}"


@REACH.says("albarede2000-s4.1-211", "albarede2007-text-009", false={"faces": 6})
@REACH.says("albarede2000-s4.1-21", "albarede2007-text-010", **_TWO_DICE, false={"faces": 3})
def _bernoulli_is_best(
    faces: int = 2, goal: str = "211", event: str = "222", kept: tuple[str, ...] = ("",)
) -> Finding:
    """With dice of two faces it is best to keep just these after this event."""
    best = _best_at_first(faces, goal, event)
    return Finding(best == set(kept), _words(best), scope="tested")


@REACH.says(
    "albarede2000-s4.1-421",
    "albarede2007-text-011",
    false={"goal": "211", "event": "652", "kept": "2", "casts": (10,)},
)
def _ratchet_only(
    goal: str = "421", event: str = "651", kept: str = "1", casts: tuple[int, ...] = (2, 3, 4, 5)
) -> Finding:
    """With three dice of six faces, goal 421, event 651: to keep the 1 is the only best.

    And the chance at once falls with each die that is added: p(421) < p(42), p(41) < p(4), p(21) <
    p(2).  To keep what the goal can use is not always best: 211 after 652 with nine casts to come.
    """
    best = _best_at_first(6, goal, event, casts)
    parts = [(goal, goal[:2]), (goal[0] + goal[2], goal[0]), (goal[1:], goal[1])]
    falls = all(_chance_of_hand(more, 6) < _chance_of_hand(less, 6) for more, less in parts)
    return Finding(falls and best == {kept}, _words(best), scope="tested")


@OPEN.says(
    "albarede2000-text-010",
    "albarede2007-text-019",
    false={"most_casts": 2, "faces": (2, 3, 4, 5, 6)},
)
def _ratchet_if_and_only_if(
    most_casts: int = 9, faces: tuple[int, ...] = (1, 2, 3, 4, 5, 6)
) -> Finding:
    """The ratchet is most probably successful iff D <= F, and nothing else is iff D < F.

    Both halves are true for two casts and two faces at least.  With more casts the ratchet fails
    for the goal 211 though D < F, and with one face it is best though D > F.
    """
    maps = {(d, f): RatchetMap(d, f, most_casts) for d in (1, 2, 3) for f in faces}
    best = [
        f"({d}, {f}) up to {m.optimal_up_to} casts"
        for (d, f), m in maps.items()
        if (m.optimal_up_to >= most_casts) != (d <= f)
    ]
    only = [
        f"({d}, {f}) up to {m.unique_up_to} casts"
        for (d, f), m in maps.items()
        if (m.unique_up_to >= most_casts) != (d < f)
    ]
    shown = [
        f"{word} at (D, F) = {', '.join(w)}"
        for word, w in (("best", best), ("only best", only))
        if w
    ]
    return Finding(not shown, "; ".join(shown) or "best where D <= F, only best where D < F")


@OPEN.says("albarede2007-s5.2-ratchet", false={"casts": 9})
def _ratchet_is_a_stratagem(casts: int = 3) -> Finding:
    """In a round of 421 the ratchet succeeds as often as mean-max, and costs less to compute.

    Counted are a minimum for each table it can see, and a look at each end to tell that only one
    hand is worth anything.
    """
    rules = Round(casts=casts)
    lost: Number = Fraction(0)
    own = 0
    for goal in WHOLE_HANDS:
        lost += (
            success(rules, goal) - evaluate_round(aimed(rules, goal), ratchet(rules, goal)).value
        )
        below = {shared(goal, s) for s in rules.states} - {goal}
        decided = len(tables(rules, ())) + (casts - 2) * sum(len(tables(rules, s)) for s in below)
        own = max(own, decided + len(rules.hands) * len(rules.ends))
    shown = f"loses {lost}; {own} operations, mean-max {Costs(rules).mean_max}"
    return Finding(not lost and own < Costs(rules).mean_max, shown)


# One goal: next players.


def _too_early(rules: Round, goal: Combination) -> Iterable[State]:
    """States in which a next player sees the goal before the last cast."""
    below = {shared(goal, kept) for kept in rules.states} - {goal}
    dates = range(1, rules.casts)
    return [(date, kept, goal) for date in dates for kept in (below if date > 1 else {()})]


@REACH.says("albarede2000-s4.1-recast", "albarede2007-s4.2.1-recast", false={"faces": (2,)})
def _recast_any_one_die(faces: tuple[int, ...] = (3, 4, 5, 6), most_casts: int = 5) -> Finding:
    """A next player who has the goal too early casts any one die again, whichever.

    One die misses its face to the end with chance 1 - 1/F at the last cast, and no other cast
    succeeds as often.  With two faces two different dice do as well as one.
    """
    wrong, asked = [], 0
    for f, casts in product(faces, range(2, most_casts + 1)):
        rules = Round(faces=f, casts=casts, player="next")
        for goal in {canonical(shown)[0] for shown in rules.hands}:
            for state in _too_early(rules, goal):
                best = set(towards(aimed(rules, goal)).best(state))
                asked += 1
                if best != {kept for kept in rules.options(*state) if len(kept) == 2}:
                    wrong.append(f"F = {f}, {digits(goal)}: {sorted(map(digits, best))}")
    return Finding(not wrong, wrong[0] if wrong else f"in all {asked} states", scope="tested")


@REACH.says("albarede2000-s4.1-brelan", "albarede2007-s4.2.1-dilemma", false={"goals": ("211",)})
def _no_dilemma(goals: tuple[str, ...] = ("111", "11", "1")) -> Finding:
    """For a brelan a next player has one best strategy only, for any other goal several."""
    counts = {g: pure_strategies(Round(len(g), player="next"), hand(g)) for g in CANONICAL}
    holds = {g for g, n in counts.items() if n == 1} == {*goals}
    return Finding(holds, ", ".join(f"{g}: {n}" for g, n in counts.items()))


@OPEN.says("albarede2000-s4.1-count", "albarede2007-text-014", false={"casts": 2}, reads="1")
def _next_players_strategies(casts: int = 3) -> Finding:
    """A next player has (distinct goal faces)^(casts - 1) best pure strategies.

    True for two casts with six faces.  With three casts, dilemmas also come up after dice were
    pushed away.
    """
    rules = Round(casts=casts, player="next")
    counts = {g: pure_strategies(rules, hand(g)) for g in CANONICAL[3:]}
    holds = all(n == len(set(g)) ** (casts - 1) for g, n in counts.items())
    return Finding(holds, ", ".join(f"{g}: {n}" for g, n in counts.items()))


@OPEN.says("albarede2007-s4.2.1-next", false={"casts": 3})
def _next_players_ratchet(casts: int = 9) -> Finding:
    """Apart from dilemmas a next player does best by the ratchet, with D < F.

    True in a round of 421.  With nine casts it fails as it does for the first player.
    """
    rules = Round(casts=casts, player="next")
    wrong = [
        f"{digits(goal)} after {digits(table)}: keep {digits(best[0]) or 'none'}"
        for goal in WHOLE_HANDS
        for table, _ in tables(rules, ())
        for best in [towards(aimed(rules, goal)).best((1, (), table))]
        if table != goal and best != (shared(goal, table),)
    ]
    return Finding(not wrong, f"with {casts} casts, {wrong[0]}" if wrong else "in all states")


@REACH.says("albarede2000-s4.2-dilemmas", "albarede2007-s4.2.2-ties", false={"casts": 1})
def _ties_move_misses_of_next_players(casts: int = 3) -> Finding:
    """How ties are broken matters to no first player, and to a next one off the diagonal only.

    Where the goal is a brelan it never matters.
    """
    moved: dict[str, list[str]] = {}
    for player, goal in product(PLAYERS, WHOLE_HANDS):
        best = towards(aimed(Round(casts=casts, player=player), goal))
        one, other = (ends(best.rules, rule) for rule in (best.equiprobable, best.policy))
        apart = {end[1] for end in {*one, *other} if one.get(end) != other.get(end)}
        moved.setdefault(player, []).append("yes" if apart and goal not in apart else "no")
        if goal in apart:
            moved[player][-1] = "the goal"
    holds = moved == {"first": ["no"] * 3, "next": ["no", "yes", "yes"]}
    shown = "; ".join(f"{p}: {', '.join(found)}" for p, found in moved.items())
    return Finding(holds, f"for 111, 211 and 321, {shown}")
