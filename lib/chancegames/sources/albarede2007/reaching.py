"""Sources 000 and 001 on the chances of one combination: sections 4.1 and 4.2, tables 1 to 9."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from math import comb, factorial, prod

from chancegames.games.game421.hands import digits, hand
from chancegames.games.game421.policies import (
    canonical,
    monkey,
    most_probably,
    ratchet,
    result_law,
    shared,
    success,
)
from chancegames.games.game421.rounds import ends, moves, running
from chancegames.maths.dice import Combination, arrangements, combinations, distribution
from chancegames.maths.solution import Number
from chancegames.models.game421 import PLAYERS, End, Round
from chancegames.sources.albarede2007.fates import _fates
from chancegames.sources.albarede2007.papers import OPEN, REACH, ROUND
from chancegames.sources.albarede2007.strategies import chance, classes, failures
from chancegames.sources.registry import ANSWERS, Finding, tallied

#: Goals that stand for all others, modulo renamed faces.
CANONICAL = ("1", "11", "21", "111", "211", "321")
WHOLE_HANDS = tuple(hand(goal) for goal in CANONICAL[3:])


# Numbers in tables and in the text.


@REACH.gives(
    "albarede2000-T0[6789]-*",
    "albarede2000-T10-*",
    "albarede2007-T01-*",
    "albarede2007-T0[345789]-*",
)
def _result_chance(
    player: str,
    goal: str,
    final: str | None = None,
    casts: int = 0,
    at_most_casts: int | None = None,
) -> Fraction:
    """Chance of a result at the last of the casts, or of the goal with at most so many."""
    dice = len(goal)
    if at_most_casts is not None:
        return success(Round(dice, casts=at_most_casts, player=player), goal)
    rules = Round(dice, casts=casts, player=player)
    return chance(rules, hand(goal), hand(final or goal), casts)


@REACH.gives("albarede2007-T02", player="first")
@REACH.gives("albarede2007-T06", player="next")
def _lost_failures(player: str) -> str:
    """Failure chances for goals of one and two dice, whose table is lost."""
    cells = {**failures(1, player), **failures(2, player)}
    return "; ".join(
        f"{''.join(map(str, goal))}>{''.join(map(str, final))}: {', '.join(map(str, chances))}"
        for (goal, final), chances in cells.items()
    )


@ANSWERS.proof(damaged=["albarede2007-T04-024"], false={"final": "222"})
def _first_cast_is_a_lottery(final: str = "322", twin: str = "211") -> Finding:
    """Hands with one pair have the same chance at the first cast, whatever the goal (46).

    So the head of the cell 211>322 is that of 211>211 and of the next players' table 8; the scan
    repeats the head of the cell above, whose final state is a brelan.
    """
    shown = distribution(3)[hand(final)]
    same = {chance(Round(casts=1, player=p), (1, 1, 2), hand(final), 1) for p in PLAYERS}
    return Finding(same == {distribution(3)[hand(twin)]}, f"chance of {final} in one cast: {shown}")


@ROUND.gives("albarede2000-text-001", "albarede2007-text-001", shown="221")
def _cardinality(shown: str) -> int:
    """Ordered throws that show a combination."""
    return arrangements(hand(shown))


@ROUND.gives("albarede2000-text-002", shown="21", faces=6)
@ROUND.gives("albarede2000-text-003", shown="11", faces=6)
@ROUND.gives("albarede2000-text-004", shown="11", faces=2)
@ROUND.gives("albarede2000-text-005", shown="211", faces=2)
@REACH.gives("albarede2007-text-007", shown="211", faces=2)
@REACH.gives("albarede2007-text-008", shown="11", faces=2)
def _chance_of_hand(shown: str, faces: int) -> Fraction:
    """Chance of a combination in one throw of its number of dice."""
    return distribution(len(shown), range(1, faces + 1))[hand(shown)]


@ROUND.gives("albarede2007-text-002", one="21", other="11")
def _likelier(one: str, other: str) -> Fraction:
    """How many times likelier one combination is than another."""
    return _chance_of_hand(one, 6) / _chance_of_hand(other, 6)


@REACH.gives("albarede2007-text-013", goal="421", final="221")
def _miss_at_the_last_cast(goal: str, final: str) -> Fraction:
    """Chance of a first player to end with another hand at the last of three casts."""
    return chance(Round(), hand(goal), hand(final), 3)


@ROUND.gives("albarede2007-text-003")
def _final_classes() -> int:
    """Classes of final states modulo renamed faces."""
    return len(classes(Round())[0])


@ROUND.gives("albarede2000-text-006", "albarede2007-text-004", diagonal=False)
@ROUND.gives("albarede2000-text-007", "albarede2007-text-005", diagonal=True)
def _couple_classes(diagonal: bool) -> int:
    """Classes of couples modulo renamed faces, all or those of equal components."""
    return sum(g == c or not diagonal for g, c in classes(Round())[1])


_SMALL = {"goal": "641", "final": "655", "printed": ("321", "441")}


@ROUND.says(
    "albarede2000-text-008", "albarede2007-text-006", false={"final": "431"}, reads="321 211"
)
@REACH.says("albarede2007-text-012", **_SMALL, false={"final": "652"}, reads="321 441")
@REACH.says("albarede2000-text-009", **_SMALL, false={"final": "652"}, reads="123 144")
@REACH.says(
    "albarede2000-guide", **_SMALL | {"final": "652"}, false={"final": "655"}, reads="123 144"
)
def _couple(
    goal: str = "421", final: str = "442", printed: tuple[str, str] = ("321", "211")
) -> Finding:
    """A couple (goal, result) has this representative; shown with the smallest face first.

    The player's guide of 2000 looks the result 652 up at (123, 144), which is the couple of 655,
    named in the same breath; that of 652 is (123, 145), whose chances are twice as great.
    """
    found = canonical(hand(goal), hand(final))
    shown = "({}, {})".format(*(digits(c)[::-1] for c in found))
    return Finding(found == tuple(map(hand, printed)), shown)


# One cast.


@ROUND.says("albarede2000-eq1", "albarede2007-eq1", false={"arranged": False}, reads="1 1 1 1")
def _multinomial(arranged: bool = True, most: int = 4) -> Finding:
    """A combination has the chance p^d |d|! / d!, and the sum is 1: all throws are counted."""
    right = []
    for size, faces in product(range(1, most + 1), repeat=2):
        throws = list(product(range(1, faces + 1), repeat=size))
        for d in combinations(size, range(1, faces + 1)):
            ways = factorial(size) // prod(factorial(d.count(f)) for f in set(d))
            counted = Fraction(sum(tuple(sorted(t)) == d for t in throws), len(throws))
            right.append(counted == Fraction(ways if arranged else 1, faces**size))
    return tallied(right, "{} combinations", "tested")


@REACH.says(
    "albarede2000-eq43", "albarede2007-s4.2.1-ratio", false={"beyond": 1}, reads="1 1 1 1 1 1 1"
)
def _a_die_more_is_no_likelier(beyond: int = 0, most: int = 5) -> Finding:
    """One die more is never likelier, as long as there are no more dice than faces.

    In general: the ratio is (|d| + 1) / (F (d_1 + 1)), and |d| + 1 is F at the most.
    """
    ratios, printed = [], []
    for faces in range(1, most + 1):
        sides = range(1, faces + 1)
        for size in range(faces + beyond):
            below, above = distribution(size, sides), distribution(size + 1, sides)
            ratios += [above[tuple(sorted((1, *d)))] / p for d, p in below.items()]
            printed += [Fraction(size + 1, faces * (d.count(1) + 1)) for d in below]
    shown = f"largest of {len(ratios)} ratios {max(ratios)}"
    return Finding(ratios == printed and max(ratios) <= 1, shown)


@REACH.says("albarede2007-s4.2.1-chain", false={"least_spare": 0}, reads="2 1 2 2 3 3")
def _chain_of_distinct_faces(least_spare: int = 1, most: int = 7) -> Finding:
    """1/F > 2!/F^2 > ... > D!/F^D if and only if D < F, for D >= 2.

    In general: each step multiplies by n/F, so that the last one decides.
    """
    right = []
    for dice, faces in product(range(2, most), range(1, most)):
        terms = [Fraction(factorial(n), faces**n) for n in range(1, dice + 1)]
        falls = all(a > b for a, b in pairwise(terms))
        right.append(falls == (dice + least_spare <= faces))
    return tallied(right, "{} pairs (D, F)")


@REACH.says("albarede2007-s4.2.1-eventually", false={"date": 1})
def _fewer_dice_than_faces_in_the_end(date: int | None = None) -> Finding:
    """Whatever D and F, every fate comes to a date at which fewer dice are left than faces."""
    left = {}
    for dice, faces in ((2, 1), (3, 2), (3, 3)):
        rules = Round(dice, faces)
        still = list(running(rules, monkey(rules)))[date or rules.casts][0]
        left[dice, faces] = max((dice - len(kept) for kept in still), default=0)
    shown = ", ".join(f"{n} left of {d} dice with F = {f}" for (d, f), n in left.items())
    return Finding(all(n < f for (_, f), n in left.items()), shown)


# One goal: properties of the chances.


@OPEN.says("albarede2007-text-015", false={"unless": "all dice but one"})
def _players_fail_alike(unless: str = "exactly one face") -> Finding:
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


@REACH.says("albarede2007-text-016", false={"strict_from": 1}, reads="1 2 2 1 1")
@REACH.says("albarede2000-eq50", false={"strict_from": 1}, reads="1 1 2 2 1")
def _first_player_succeeds_more(strict_from: int = 2) -> Finding:
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


#: Who has no state without a die and with casts left.
NEXT = "a next player with casts left, who may not have ended"


def _nothing_left(date: int, casts_left: int = 2, player: str = "first") -> Fraction | None:
    """Chance that a goal of no die is reached after exactly `date` casts, of so many left.

    By self-similarity (41), over all fates of one die that is kept after its first cast: how many
    make so many casts more.  None if there is no such fate.

    Examples
    --------
    >>> _nothing_left(0), _nothing_left(1), _nothing_left(0, player="next")
    (Fraction(1, 1), Fraction(0, 1), None)
    """
    rules = Round(1, 2, casts_left + 1, player)
    over = [fate for fate in _fates(rules, monkey(rules)) if fate.states[1]]
    later = [fate.chance for fate in over if sum(map(bool, fate.events[1:])) == date]
    return sum(later, Fraction(0)) / sum(fate.chance for fate in over) if over else None


@OPEN.says("albarede2007-text-018", false={"delta_of": "j"}, reads="0 0 0")
@REACH.says("albarede2000-eq47", delta_of="j", false={"delta_of": "k"}, reads="0 0 0")
def _nothing_left_to_reach(delta_of: str = "k") -> Finding:
    """Equation (44): q(i, k, 0, j, 0) is 1 if and only if k, as printed, is 0.

    With (43) and (45) it must be 1 if and only if j is 0, as the paper of 2000 prints it.  A next
    player with casts left has no such state: he may not have ended.
    """
    asked = [(k, j) for k, j in product(range(3), repeat=2) if j <= k]
    wrong = [
        f"q(k={k}, j={j}) = {_nothing_left(j, k)}"
        for k, j in asked
        if _nothing_left(j, k) != ({"k": k, "j": j}[delta_of] == 0)
    ]
    last = [k for k, j in asked if _nothing_left(j, k, "next") is not None]
    if wrong or set(last) != {0}:
        return Finding(False, wrong[0] if wrong else f"next players with {last} casts left")
    return Finding(True, f"{len(asked)} equal for a first player", but=NEXT)


@REACH.says("albarede2007-eq43", false={"for_any_goal": True}, reads="0 0")
@REACH.says("albarede2000-eq46", for_any_goal=True, false={"for_any_goal": False}, reads="0 0")
def _reached_at_once(for_any_goal: bool = False) -> Finding:
    """Without a cast only a goal of no die is reached, and it is reached for certain.

    The paper of 2000 prints that each goal is, with no cast left.  Then no die is left either, and
    it is true of that; its domain (45) has goals of any number of dice.
    """
    chances: dict[int, Number | None] = {0: _nothing_left(0)}
    for n in (1, 2, 3):
        chances[n] = chance(Round(n), WHOLE_HANDS[0][:n], WHOLE_HANDS[0][:n], 0)
    holds = all(p == (for_any_goal or not n) for n, p in chances.items())
    shown = ", ".join(f"{n} dice: {p}" for n, p in sorted(chances.items()))
    if not holds:
        return Finding(False, shown, reading="goals of any number of dice, as in (45)")
    but = NEXT if _nothing_left(0, player="next") is None else ""
    return Finding(True, shown, "tested", but=but)


@OPEN.says("albarede2007-text-020", false={"faces": 6}, reads="1 1")
def _success_needs_no_deadline(casts: int = 4, goal: str = "211", faces: int = 4) -> Finding:
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


@REACH.says("albarede2000-s4.2-deadline", false={"players": ("first",)}, reads="1")
def _success_of_any_player(players: tuple[str, ...] = PLAYERS) -> Finding:
    """p1(J, d, j, d) = p_i(j, d, j, d): as printed for any player i, where 1 must be meant."""
    wrong = [
        f"goal {goal}, date {j}: {one} for the first player, {other} for the {player} one"
        for goal, j, player in product(CANONICAL, (1, 2), players)
        for aim in [hand(goal)]
        for one in [chance(Round(len(aim)), aim, aim, j)]
        for other in [chance(Round(len(aim), 6, j, player), aim, aim, j)]
        if one != other
    ]
    return Finding(not wrong, wrong[0] if wrong else "equal in all cases")


Law = tuple[str, int, Combination, Mapping[End, Fraction]]


@cache
def _laws() -> list[Law]:
    """Where play for a goal leads: player, casts, goal, chance of each end."""
    goals = [hand(g) for g in (*CANONICAL, "5", "64", "655", "543")]
    return [
        (player, k, goal, result_law(Round(len(goal), 6, k, player), goal))
        for player, k, goal in product(PLAYERS, (1, 2, 3), goals)
    ]


@REACH.says("albarede2000-eq48", false={"casts": 2}, reads="1 1")
def _one_cast(casts: int = 1) -> Finding:
    """With one cast, chance decides alone."""
    laws = [(g, found) for _, k, g, found in _laws() if k == casts]
    right = (found == {(1, c): p for c, p in distribution(len(g)).items()} for g, found in laws)
    return tallied(right, "{} laws", "tested")


@REACH.says("albarede2000-eq49", false={"players": PLAYERS}, reads="2 0")
@REACH.says(
    "albarede2000-s4.2-misses", players=PLAYERS, missed=True, false={"missed": False}, reads="0"
)
def _over_at_the_last_cast(players: tuple[str, ...] = ("next",), missed: bool = False) -> Finding:
    """These players never end early, or not unless they have the goal."""
    asked = [(k, g, found) for i, k, g, found in _laws() if i in players]
    right = (all(j == k or (missed and c == g) for j, c in found) for k, g, found in asked)
    return tallied(right, "{} laws", "tested")


@REACH.says("albarede2000-s4.2-sums", false={"missed": False}, reads="0 1 1 2 1")
def _sums(missed: bool = True) -> Finding:
    """The chances of all results sum to 1, misses included."""
    sums = (sum(p for (_, c), p in found.items() if missed or c == g) for *_, g, found in _laws())
    return tallied((total == 1 for total in sums), "{} laws", "tested")


@REACH.says(
    "albarede2007-eq42-49", false={"equations": (42, 43, 45, 46, 47, 48, 49)}, reads="42 49"
)
def _eight_properties(equations: tuple[int, ...] = tuple(range(42, 50))) -> Finding:
    """Equations (42) to (49) hold for three dice with six faces and three casts."""
    properties: Mapping[int, Callable[[], bool]] = {
        42: _invariant,
        43: lambda: _reached_at_once().holds,
        44: lambda: _nothing_left_to_reach().holds,
        45: lambda: _sums().holds,
        46: lambda: _one_cast().holds,
        47: lambda: _over_at_the_last_cast(("first",), missed=True).holds,
        48: lambda: _over_at_the_last_cast().holds,
        49: lambda: all(_success_needs_no_deadline(3, g, 6).holds for g in CANONICAL),
    }
    wrong = [f"({number})" for number in equations if not properties[number]()]
    shown = f"{len(equations) - len(wrong)} hold; false: {' '.join(wrong) or 'none'}"
    return Finding(not wrong, shown, facts=(43,))


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


# The dice that are left (appendix B).


@OPEN.says(
    "albarede2000-text-011", "albarede2000-appB", "albarede2007-text-023", false={"goal": "221"}
)
@OPEN.says("albarede2007-appB", false={"goal": "221"}, reads="1 1 5 6")
def _dice_left_are_binomial(goal: str = "666", casts: int = 4) -> Finding:
    """The dice left after j casts follow a binomial law with chance (5/6)^j, for a brelan."""
    rules = Round(casts=casts)
    gaps: list[Fraction] = []
    over = Fraction(0)
    for date, (here, ended) in enumerate(running(rules, ratchet(rules, goal))):
        over += sum((Fraction(p) for p in ended.values()), Fraction(0))
        alive = Fraction(5, 6) ** date
        for left in range(rules.dice + 1) if 0 < date < casts else ():
            found = sum(
                (Fraction(p) for s, p in here.items() if len(s) == rules.dice - left), Fraction(0)
            )
            found += 0 if left else over
            gaps.append(found - _binomial(left, alive))
    shown = f"largest difference {max(map(abs, gaps))}"
    return Finding(not any(gaps), shown, scope="tested")


def _binomial(left: int, alive: Fraction) -> Fraction:
    return comb(3, left) * alive**left * (1 - alive) ** (3 - left)


@OPEN.says("albarede2000-appB-offspring", "albarede2007-appB-offspring", false={"players": PLAYERS})
def _dice_die_independently(players: tuple[str, ...] = ("first",)) -> Finding:
    """Dice live on independently of each other iff the goal is a brelan, for these players only.

    Dice that do so, alike as they are, leave a binomial number of them, which is asked of the first
    cast.  With the goal 221 and the event 211 one of the two 1s is kept, and the other is not.
    """
    independent = set()
    for player, goal in product(PLAYERS, WHOLE_HANDS):
        rules, number = Round(player=player), [Fraction(0)] * 4
        for kept, p in moves(rules, most_probably(rules, goal), 0, ()).items():
            number[3 - len(kept)] += Fraction(p)
        alive = sum((n * p for n, p in enumerate(number)), Fraction(0)) / 3
        if number == [_binomial(n, alive) for n in range(4)]:
            independent.add((player, digits(goal)))
    pairs = "; ".join(f"{player} player, {goal}" for player, goal in sorted(independent))
    one_kept = ratchet(Round(), "221")((1, (), (1, 1, 2))) == {(1, 2): 1}
    return Finding(one_kept and independent == {(p, "111") for p in players}, pairs)
