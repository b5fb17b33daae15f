"""Source 000, Albarede 2007: playing for one combination, sections 4.1 and 4.2."""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from itertools import product

from chancegames.games.game421.hands import digits, hand
from chancegames.games.game421.policies import (
    aimed,
    canonical,
    most_probably,
    result_law,
    shared,
    success,
    towards,
)
from chancegames.games.game421.rounds import ends
from chancegames.maths.dice import Combination, law
from chancegames.maths.solution import Number
from chancegames.models.game421 import PLAYERS, End, Round
from chancegames.sources.albarede2007.both import OPEN, REACHING
from chancegames.sources.albarede2007.strategies import (
    chance,
    failures,
    nothing_left,
    pure_strategies,
)
from chancegames.sources.registry import Finding, Replication

SOURCE = Replication("albarede2007")


#: Goals that stand for all others, modulo renamed faces.
CANONICAL = ("1", "11", "21", "111", "211", "321")


# Section 4.1 and 4.2: one goal.


def best_steps(rules: Round, goal: str, event: str) -> set[str]:
    """Best next states, written as digits, when the first cast shows the event."""
    best = towards(aimed(rules, goal)).best((1, (), hand(event)))
    return {digits(kept) for kept in best}


def _only(dice: int, faces: int, goal: str, event: str, casts: Iterable[int]) -> set[str]:
    found = {frozenset(best_steps(Round(dice, faces, j), goal, event)) for j in casts}
    return set().union(*found) if len(found) == 1 else {f"{len(found)} different answers"}


@SOURCE.statement("albarede2007-text-009", page=REACHING, false_variant={"faces": 6})
def bernoulli_only(faces: int = 2, casts: tuple[int, ...] = (2, 3, 4, 5)) -> Finding:
    """With three dice of two faces, goal 211, event 222: to cast all again is the only best."""
    best = _only(3, faces, "211", "222", casts)
    return Finding(best == {""}, f"push away {sorted(best)}", scope="tested")


@SOURCE.statement("albarede2007-text-010", page=REACHING, false_variant={"faces": 3})
def bernoulli_and_ratchet(faces: int = 2, casts: tuple[int, ...] = (2, 3, 4, 5)) -> Finding:
    """With two dice of two faces, goal 21, event 11: Bernoulli and ratchet are both best."""
    best = _only(2, faces, "21", "11", casts)
    return Finding(best == {"", "1"}, f"push away {sorted(best)}", scope="tested")


@SOURCE.statement(
    "albarede2007-text-011",
    page=REACHING,
    false_variant={"goal": "211", "event": "652", "kept": "2", "casts": (10,)},
)
def ratchet_only(
    goal: str = "421", event: str = "651", kept: str = "1", casts: tuple[int, ...] = (2, 3, 4, 5)
) -> Finding:
    """With three dice of six faces, goal 421, event 651: to keep the 1 is the only best.

    And the chance at once falls with each die that is added: p(421) < p(42), p(41) < p(4), p(21) <
    p(2).  To keep what the goal can use is not always best: 211 after 652 with nine casts to come.
    """
    best = _only(3, 6, goal, event, casts)
    parts = [(goal, goal[:2]), (goal[0] + goal[2], goal[0]), (goal[1:], goal[1])]
    falls = all(law(len(a))[hand(a)] < law(len(b))[hand(b)] for a, b in parts)
    return Finding(falls and best == {kept}, f"push away {sorted(best)}", scope="tested")


@SOURCE.answers({"albarede2007-text-013": {"goal": "421", "final": "221"}}, page=REACHING)
def miss_at_the_last_cast(goal: str, final: str) -> Fraction:
    """Chance of a first player to end with another hand at the last of three casts."""
    return chance(Round(), hand(goal), hand(final), 3)


@SOURCE.statement("albarede2007-text-014", page=OPEN, false_variant={"casts": 2})
def next_players_strategies(casts: int = 3) -> Finding:
    """A next player has (distinct goal faces)^(casts - 1) best pure strategies.

    True for two casts with six faces.  With three casts, dilemmas also come up after dice were
    pushed away.
    """
    rules = Round(casts=casts, player="next")
    counts = {g: pure_strategies(rules, hand(g)) for g in CANONICAL[3:]}
    holds = all(n == len(set(g)) ** (casts - 1) for g, n in counts.items())
    return Finding(holds, ", ".join(f"{g}: {n}" for g, n in counts.items()))


@SOURCE.statement("albarede2007-text-015", page=OPEN, false_variant={"unless": "all dice but one"})
def players_fail_alike(unless: str = "exactly one face") -> Finding:
    """First and next players fail alike unless goal and final state share exactly this much.

    The right exception is that all dice but one agree.
    """
    wrong = []
    for size in (1, 2, 3):
        first, following = failures(size, "first"), failures(size, "next")
        for goal, final in first:
            faces, dice = len(set(goal) & set(final)), len(shared(goal, final))
            excepted = faces == 1 if unless == "exactly one face" else dice == size - 1
            if not excepted and first[goal, final] != following[goal, final]:
                pair = first[goal, final][-1], following[goal, final][-1]
                wrong.append(f"{digits(goal)}>{digits(final)}: {pair[0]} and {pair[1]}")
    return Finding(not wrong, f"{len(wrong)} couples differ; {wrong[0]}" if wrong else "none")


@SOURCE.statement("albarede2007-text-016", page=REACHING, false_variant={"strict_from": 1})
def first_player_succeeds_more(strict_from: int = 2) -> Finding:
    """Any-time success s1 >= s2 = q2 >= q1, strictly with more than one cast.

    For one to three dice of two to six faces, up to four casts, and every kind of goal.
    """
    holds, tried = True, 0
    for dice, faces, k in product((1, 2, 3), range(2, 7), (1, 2, 3, 4)):
        first, following = (Round(dice, faces, k, player) for player in PLAYERS)
        for goal in {canonical(shown)[0] for shown in first.hands}:
            tried += 1
            s1, s2 = (success(rules, goal) for rules in (first, following))
            q1, q2 = (chance(rules, goal, goal, k) for rules in (first, following))
            holds &= s1 >= s2 == q2 >= q1
            holds &= k < strict_from or s1 > s2 > q1
    return Finding(holds, f"{tried} goals and numbers of casts", scope="tested")


@SOURCE.statement("albarede2007-text-018", page=OPEN, false_variant={"delta_of": "j"})
def nothing_left_to_reach(delta_of: str = "k") -> Finding:
    """Equation (44): q(i, k, 0, j, 0) is 1 if and only if k, as printed, is 0.

    With (43) and (45) it must be 1 if and only if j is 0, as the paper of 2000 prints it.
    """
    wrong = [
        f"q(k={k}, j={j}) = {nothing_left(j)}"
        for k, j in product(range(3), repeat=2)
        if j <= k and nothing_left(j) != ({"k": k, "j": j}[delta_of] == 0)
    ]
    return Finding(not wrong, wrong[0] if wrong else "all equal")


@SOURCE.statement("albarede2007-text-020", page=OPEN, false_variant={"faces": 6})
def success_needs_no_deadline(casts: int = 4, goal: str = "211", faces: int = 4) -> Finding:
    """Equation (49): q(1, k, d, j, d) = q(1, j, d, j, d), for k casts at most.

    True as long as the ratchet is best.  With four faces and four casts, or six and nine, a first
    player who wants 211 casts a single 2 again.
    """
    aim = hand(goal)
    long, dates = Round(len(aim), faces, casts), range(1, casts + 1)
    pairs = [
        (j, chance(long, aim, aim, j), chance(Round(len(aim), faces, j), aim, aim, j))
        for j in dates
    ]
    wrong = [f"j = {j}: {a} against {b}" for j, a, b in pairs if a != b]
    return Finding(not wrong, wrong[0] if wrong else f"equal for j = 1 to {casts}")


@SOURCE.statement(
    "albarede2007-eq42-49", page=REACHING, false_variant={"equations": (42, 43, 45, 46, 47, 48, 49)}
)
def eight_properties(equations: tuple[int, ...] = tuple(range(42, 50))) -> Finding:
    """Equations (42) to (49) hold for three dice with six faces and three casts."""
    holds = {number: _PROPERTIES[number]() for number in equations}
    wrong = [f"({number})" for number, true in holds.items() if not true]
    return Finding(not wrong, f"{len(holds) - len(wrong)} hold; false: {' '.join(wrong) or 'none'}")


def _laws() -> list[tuple[str, int, Combination, Mapping[End, Fraction]]]:
    goals = [hand(g) for g in (*CANONICAL, "5", "64", "655", "543")]
    return [
        (player, k, goal, result_law(Round(len(goal), 6, k, player), goal))
        for player, k, goal in product(PLAYERS, (1, 2, 3), goals)
    ]


def _invariant() -> bool:
    """Equation (42), on the round itself, for a goal that is not its own representative."""
    for player, goal in product(PLAYERS, ((5, 6, 6), (3, 4, 5))):
        rules = Round(player=player)
        solved = ends(rules, most_probably(rules, goal))
        by_class: dict[tuple[int, Combination], set[Number]] = {}
        for date, c in product(rules.ends, rules.hands):
            couple = (date, canonical(goal, c)[1])
            by_class.setdefault(couple, set()).add(solved.get((date, c), Fraction(0)))
        if any(len(chances) > 1 for chances in by_class.values()):
            return False
    return True


_PROPERTIES: Mapping[int, Callable[[], bool]] = {
    42: _invariant,
    43: lambda: all((0, g) not in ends for *_, g, ends in _laws()),
    44: lambda: nothing_left_to_reach().holds,
    45: lambda: all(sum(ends.values()) == 1 for *_, ends in _laws()),
    46: lambda: all(
        ends == {(1, c): p for c, p in law(len(g)).items()} for _, k, g, ends in _laws() if k == 1
    ),
    47: lambda: all(j == k or c == g for i, k, g, ends in _laws() if i == "first" for j, c in ends),
    48: lambda: all(j == k for i, k, g, ends in _laws() if i == "next" for j, _ in ends),
    49: lambda: all(success_needs_no_deadline(3, g, 6).holds for g in CANONICAL),
}
