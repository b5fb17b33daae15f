"""Source 000, Albarede 2007, *Serendipity in 421*: the statements of the text.

The tables are in `albarede2007_tables`.
"""

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, product
from math import comb

import numpy as np

from chancegames.dice import arrangements, law
from chancegames.game421.chances import (
    canonical_couple,
    chance,
    classes,
    failures,
    result_law,
    success,
)
from chancegames.game421.costs import (
    goal_operations,
    history_operations,
    mean_max_operations,
    meta_operations,
    nodes,
)
from chancegames.game421.goals import CHARACTERS, Character, GoalDriven, Prospects
from chancegames.game421.laws import NAMES, POINTS, effects, judged, named
from chancegames.game421.policies import meet, monkey, pure_strategies, ratchet
from chancegames.game421.ratchet import ratchet_map
from chancegames.game421.rules import PLAYERS, Round
from chancegames.game421.solve import fokker_planck, mean_max, mean_mean
from chancegames.game421.utilities import (
    LISTED,
    aims,
    combination,
    digits,
    random_utility,
    ranking,
    sample,
    stationary,
)
from chancegames.replications.albarede2007_tables import GOALS, OPEN, REACHING, ROUND, SOURCE
from chancegames.replications.registry import Finding

#: Goals that stand for all others, modulo renamed faces.
CANONICAL = ("1", "11", "21", "111", "211", "321")

#: How many random utilities of our own for each player, for the laws of section 6.1.
DRAWS = 300


# Section 2: the model.


@SOURCE.answers({"albarede2007-text-001": {"hand": "221"}}, page=ROUND)
def cardinality(hand: str) -> int:
    """Ordered throws that show a combination."""
    return arrangements(combination(hand))


@SOURCE.answers({"albarede2007-text-002": {"hand": "21", "other": "11"}}, page=ROUND)
def likelier(hand: str, other: str) -> Fraction:
    """How many times likelier one combination of two dice is than another."""
    return law(2)[combination(hand)] / law(2)[combination(other)]


@SOURCE.answers({"albarede2007-text-003": {}}, page=ROUND)
def final_classes() -> int:
    """Classes of final states modulo renamed faces."""
    return len(classes(Round())[0])


@SOURCE.answers(
    {"albarede2007-text-004": {"diagonal": False}, "albarede2007-text-005": {"diagonal": True}},
    page=ROUND,
)
def couple_classes(diagonal: bool) -> int:
    """Classes of couples modulo renamed faces, all or those of equal components."""
    return sum(g == c or not diagonal for g, c in classes(Round())[1])


def couple_is(goal: str, final: str, representative: tuple[str, str]) -> Finding:
    """Check the canonical representative of a couple."""
    found = canonical_couple(combination(goal), combination(final))
    expected = tuple(combination(c) for c in representative)
    return Finding(found == expected, f"({digits(found[0])}, {digits(found[1])})")


@SOURCE.statement("albarede2007-text-006", page=ROUND, neighbour={"final": "431"})
def couple_of_the_text(final: str = "442") -> Finding:
    """The couple (421, 442) is represented by (321, 211)."""
    return couple_is("421", final, ("321", "211"))


@SOURCE.statement("albarede2007-text-012", page=REACHING, neighbour={"final": "652"})
def couple_of_the_guide(final: str = "655") -> Finding:
    """The couple (641, 655) is represented by (321, 441)."""
    return couple_is("641", final, ("321", "441"))


@SOURCE.statement("albarede2007-text-025", page=ROUND, neighbour={"last": "322"})
def order_of_hands(first_unlisted: str = "665", last: str = "221") -> Finding:
    """Sixteen hands are listed; the others follow as numbers, from 665 down to 221."""
    hands = [digits(c) for c in ranking()]
    rest = hands[len(LISTED) :]
    holds = rest == sorted(rest, reverse=True) and (rest[0], rest[-1]) == (first_unlisted, last)
    return Finding(holds, f"{len(LISTED)} listed, then {rest[0]} ... {rest[-1]}")


@SOURCE.statement("albarede2007-s6.3", page=ROUND, neighbour={"worst": "222"})
def best_and_worst(best: str = "421", worst: str = "221") -> Finding:
    """The best and the worst hand share all dice but one; aiming at the best risks the worst."""
    hands = ranking()
    extreme = (hands[0], hands[-1]) == (combination(best), combination(worst))
    close = len(meet(combination(best), combination(worst))) == 2
    risk = chance("first", combination(best), combination(worst), 3, 3)
    shown = f"aiming at {best} ends with {worst} with chance {risk} = {float(risk):.3f}"
    return Finding(extreme and close and risk > 0, shown)


@SOURCE.answers({"albarede2007-fig1": {"dice": 2, "faces": 3, "casts": 3}}, page=ROUND)
def fate_tree(dice: int, faces: int, casts: int) -> str:
    """Size of the first player's fate tree with merged states."""
    rules = Round(dice, faces, casts)
    inner = list(nodes(rules))
    ends = len(rules.finals) * len(rules.ends)
    events = sum(len(rules.tables(state)) for _, state in inner)
    return f"{len(inner)} dated states with dice to cast, {events} events, {ends} dated ends"


# Section 3: conservation of utility.


def printed_products(rules: Round, utility: dict, policy_seed: int) -> list[Fraction]:
    """Scalar products of equation (30) at each date, for the monkey or a best strategy."""
    solution = mean_max(rules, random_utility(rules, policy_seed))
    policy = solution.equiprobable if policy_seed else monkey(rules)
    values, flow = mean_mean(rules, policy, utility), fokker_planck(rules, policy)
    return [
        sum((p * values[j, s] for s, p in flow.density(j).items()), Fraction(0))
        for j in range(rules.casts + 1)
    ]


@SOURCE.statement("albarede2007-eq30", page=ROUND, neighbour={"utility": "casts"})
def utility_is_conserved(utility: str = "Total", seeds: int = 3) -> Finding:
    """The scalar product of utility and density is the same at every date.

    For utilities that do not depend on the date, as equation (28) asks; for two players.
    """
    rules = [Round(player=player) for player in PLAYERS]
    products = [
        printed_products(r, _by_name(r, utility), seed) for r in rules for seed in range(seeds)
    ]
    spread = max(max(p) - min(p) for p in products)
    shown = f"largest difference between dates {spread}"
    return Finding(spread == 0, shown, scope="tested")


def _by_name(rules: Round, name: str) -> dict:
    if name == "casts":
        return {(date, c): date for date in rules.ends for c in rules.finals}
    return sample(rules, name)


@SOURCE.statement("albarede2007-text-022", page=OPEN, neighbour={"utility": "Total"})
def dated_utility_is_conserved(utility: str = "casts") -> Finding:
    """The scalar product is conserved for any Markovian utility of a first player.

    The smallest counterexample: one die with one face, two casts, the number of casts made as
    utility.  A round that ended at date 1 is counted at date 2 with the utility of date 2.
    """
    rules = Round(1, 1, 2)
    products = printed_products(rules, _by_name(rules, utility), 0)
    return Finding(len(set(products)) == 1, "at the dates: " + ", ".join(map(str, products)))


# Section 4.1 and 4.2: one goal.


@SOURCE.answers(
    {
        "albarede2007-text-007": {"hand": "211", "faces": 2},
        "albarede2007-text-008": {"hand": "11", "faces": 2},
    },
    page=REACHING,
)
def chance_of_hand(hand: str, faces: int) -> Fraction:
    """Chance of a combination in one throw of its number of dice."""
    return law(len(hand), range(1, faces + 1))[combination(hand)]


def best_steps(rules: Round, goal: str, event: str) -> set[str]:
    """Best next states, written as digits, when the first cast shows the event."""
    solution = mean_max(rules, aims(rules, combination(goal)))
    return {digits(s) for s in solution.best(1, (), combination(event))}


def _only(dice: int, faces: int, goal: str, event: str, casts: Iterable[int]) -> set[str]:
    found = {frozenset(best_steps(Round(dice, faces, j), goal, event)) for j in casts}
    return set().union(*found) if len(found) == 1 else {f"{len(found)} different answers"}


@SOURCE.statement("albarede2007-text-009", page=REACHING, neighbour={"faces": 6})
def bernoulli_only(faces: int = 2, casts: tuple[int, ...] = (2, 3, 4, 5)) -> Finding:
    """With three dice of two faces, goal 211, event 222: to cast all again is the only best."""
    best = _only(3, faces, "211", "222", casts)
    return Finding(best == {""}, f"push away {sorted(best)}", scope="tested")


@SOURCE.statement("albarede2007-text-010", page=REACHING, neighbour={"faces": 3})
def bernoulli_and_ratchet(faces: int = 2, casts: tuple[int, ...] = (2, 3, 4, 5)) -> Finding:
    """With two dice of two faces, goal 21, event 11: Bernoulli and ratchet are both best."""
    best = _only(2, faces, "21", "11", casts)
    return Finding(best == {"", "1"}, f"push away {sorted(best)}", scope="tested")


@SOURCE.statement("albarede2007-text-011", page=REACHING, neighbour={"faces": 2, "goal": "221"})
def ratchet_only(
    faces: int = 6, goal: str = "421", event: str = "651", casts: tuple[int, ...] = (2, 3, 4, 5)
) -> Finding:
    """With three dice of six faces, goal 421, event 651: to keep the 1 is the only best."""
    seen = event if faces == 6 else "111"
    best = _only(3, faces, goal, seen, casts)
    return Finding(best == {"1"}, f"push away {sorted(best)}", scope="tested")


@SOURCE.answers({"albarede2007-text-013": {"goal": "421", "final": "221"}}, page=REACHING)
def miss_at_the_last_cast(goal: str, final: str) -> Fraction:
    """Chance of a first player to end with another hand at the last of three casts."""
    return chance("first", combination(goal), combination(final), 3, 3)


@SOURCE.statement("albarede2007-text-014", page=OPEN, neighbour={"casts": 2})
def next_players_strategies(casts: int = 3) -> Finding:
    """A next player has (distinct goal faces)^(casts - 1) best pure strategies.

    True for two casts with six faces.  With three casts, dilemmas also come up after dice were
    pushed away.
    """
    rules = Round(casts=casts, player="next")
    counts = {g: pure_strategies(rules, combination(g)) for g in CANONICAL[3:]}
    holds = all(n == len(set(g)) ** (casts - 1) for g, n in counts.items())
    return Finding(holds, ", ".join(f"{g}: {n}" for g, n in counts.items()))


@SOURCE.statement("albarede2007-text-015", page=OPEN, neighbour={"unless": "all dice but one"})
def players_fail_alike(unless: str = "exactly one face") -> Finding:
    """First and next players fail alike unless goal and final state share exactly this much.

    The right exception is that all dice but one agree.
    """
    wrong = []
    for size in (1, 2, 3):
        first, following = failures(size, "first"), failures(size, "next")
        for goal, final in first:
            faces, dice = len(set(goal) & set(final)), len(meet(goal, final))
            excepted = faces == 1 if unless == "exactly one face" else dice == size - 1
            if not excepted and first[goal, final] != following[goal, final]:
                pair = first[goal, final][-1], following[goal, final][-1]
                wrong.append(f"{digits(goal)}>{digits(final)}: {pair[0]} and {pair[1]}")
    return Finding(not wrong, f"{len(wrong)} couples differ; {wrong[0]}" if wrong else "none")


@SOURCE.statement("albarede2007-text-016", page=REACHING, neighbour={"strict_from": 1})
def first_player_succeeds_more(strict_from: int = 2) -> Finding:
    """Any-time success s1 >= s2 = q2 >= q1, strictly with more than one cast."""
    holds = True
    for goal, k in product(map(combination, CANONICAL), (1, 2, 3)):
        s1, s2 = (success(player, goal, k) for player in PLAYERS)
        q1, q2 = (chance(player, goal, goal, k, k) for player in PLAYERS)
        holds &= s1 >= s2 == q2 >= q1
        holds &= k < strict_from or s1 > s2 > q1
    return Finding(holds, f"{len(CANONICAL)} goals, 1 to 3 casts")


@SOURCE.statement("albarede2007-text-018", page=OPEN, neighbour={"delta_of": "j"})
def nothing_left_to_reach(delta_of: str = "k") -> Finding:
    """Equation (44): q(i, k, 0, j, 0) is 1 if and only if k, as printed, is 0.

    With (43) and (45) it must be 1 if and only if j is 0, as the paper of 2000 prints it.
    """
    wrong = [
        f"q(k={k}, j={j}) = {chance('first', (), (), j, k)}"
        for k, j in product(range(3), repeat=2)
        if j <= k and chance("first", (), (), j, k) != ({"k": k, "j": j}[delta_of] == 0)
    ]
    return Finding(not wrong, wrong[0] if wrong else "all equal")


@SOURCE.statement(
    "albarede2007-text-019", page=OPEN, neighbour={"most_casts": 2, "faces": (2, 3, 4, 5, 6)}
)
def ratchet_if_and_only_if(
    most_casts: int = 9, faces: tuple[int, ...] = (1, 2, 3, 4, 5, 6)
) -> Finding:
    """The ratchet is most probably successful if and only if D <= F.

    True for two casts and two faces at least.  With more casts it fails for the goal 211 though
    D <= F, and with one face it is best though D > F.
    """
    maps = {(d, f): ratchet_map(d, f, most_casts) for d in (1, 2, 3) for f in faces}
    wrong = [
        f"({d}, {f}): best up to {m.optimal_up_to} casts"
        for (d, f), m in maps.items()
        if (m.optimal_up_to >= most_casts) != (d <= f)
    ]
    return Finding(not wrong, "; ".join(wrong) or "best exactly where D <= F")


@SOURCE.statement("albarede2007-text-020", page=OPEN, neighbour={"faces": 6})
def success_needs_no_deadline(casts: int = 4, goal: str = "211", faces: int = 4) -> Finding:
    """Equation (49): q(1, k, d, j, d) = q(1, j, d, j, d), for k casts at most.

    True as long as the ratchet is best.  With four faces and four casts, or six and nine, a first
    player who wants 211 casts a single 2 again.
    """
    aim = combination(goal)
    pairs = [
        (j, chance("first", aim, aim, j, casts, faces), chance("first", aim, aim, j, j, faces))
        for j in range(1, casts + 1)
    ]
    wrong = [f"j = {j}: {a} against {b}" for j, a, b in pairs if a != b]
    return Finding(not wrong, wrong[0] if wrong else f"equal for j = 1 to {casts}")


@SOURCE.statement(
    "albarede2007-eq42-49", page=REACHING, neighbour={"equations": (42, 43, 45, 46, 47, 48, 49)}
)
def eight_properties(equations: tuple[int, ...] = tuple(range(42, 50))) -> Finding:
    """Equations (42) to (49) hold for three dice with six faces and three casts."""
    holds = {number: _PROPERTIES[number]() for number in equations}
    wrong = [f"({number})" for number, true in holds.items() if not true]
    return Finding(not wrong, f"{len(holds) - len(wrong)} hold; false: {' '.join(wrong) or 'none'}")


def _laws() -> list[tuple[str, int, tuple[int, ...], dict]]:
    goals = [combination(g) for g in (*CANONICAL, "5", "64", "655", "543")]
    return [
        (player, k, goal, result_law(Round(len(goal), 6, k, player), goal))
        for player, k, goal in product(PLAYERS, (1, 2, 3), goals)
    ]


def _invariant() -> bool:
    """Equation (42), on the round itself, for a goal that is not its own representative."""
    for player, goal in product(PLAYERS, ((5, 6, 6), (3, 4, 5))):
        rules = Round(player=player)
        solved = fokker_planck(rules, mean_max(rules, aims(rules, goal)).equiprobable).ended
        by_class: dict[tuple, set] = {}
        for date, c in product(rules.ends, rules.finals):
            couple = (date, canonical_couple(goal, c)[1])
            by_class.setdefault(couple, set()).add(solved.get((date, c), Fraction(0)))
        if any(len(chances) > 1 for chances in by_class.values()):
            return False
    return True


_PROPERTIES = {
    42: _invariant,
    43: lambda: all(chance(i, g, g, 0, k) == 0 for i, k, g, _ in _laws()),
    44: lambda: nothing_left_to_reach().holds,
    45: lambda: all(sum(ends.values()) == 1 for *_, ends in _laws()),
    46: lambda: all(
        ends == {(1, c): p for c, p in law(len(g)).items()} for _, k, g, ends in _laws() if k == 1
    ),
    47: lambda: all(j == k or c == g for i, k, g, ends in _laws() if i == "first" for j, c in ends),
    48: lambda: all(j == k for i, k, g, ends in _laws() if i == "next" for j, _ in ends),
    49: lambda: all(success_needs_no_deadline(3, g, 6).holds for g in CANONICAL),
}


@SOURCE.statement(
    "albarede2007-text-023", "albarede2007-appB", page=OPEN, neighbour={"goal": "221"}
)
def dice_left_are_binomial(goal: str = "666", casts: int = 4) -> Finding:
    """The dice left after j casts follow a binomial law with chance (5/6)^j, for a brelan."""
    rules = Round(casts=casts)
    flow = fokker_planck(rules, ratchet(rules, combination(goal)))
    gaps = []
    for date, left in product(range(1, casts), range(rules.dice + 1)):
        alive = Fraction(5, 6) ** date
        found = sum(p for s, p in flow.density(date).items() if len(s) == rules.dice - left)
        gaps.append(found - comb(3, left) * alive**left * (1 - alive) ** (3 - left))
    return Finding(not any(gaps), f"largest difference {max(map(abs, gaps))}")


# Section 4.3: goal-driven policies.


@SOURCE.answers({"albarede2007-text-024": {}}, page=GOALS)
def strictly_reduced_policies() -> int:
    """Goal-driven policies with a horizon below two decisions."""
    return len(CHARACTERS)


@SOURCE.statement("albarede2007-text-017", page=OPEN, neighbour={"other": 1})
def serendipity_raises_the_outlook(other: int = -1) -> Finding:
    """Goal-driven utility without serendipity is at most that with it.

    True for utilities that are nowhere negative.  The smallest counterexample: one die, two
    faces, one cast, one face worth 0 and the other -1; to miss a goal counts as 0 without
    serendipity, which is more than it is worth.
    """
    rules = Round(1, 2, 1)
    prospects = Prospects(rules, stationary(rules, lambda c: other * (c[0] - 1)))
    without, with_it = (prospects.utility_of(0, (), s) for s in (False, True))
    return Finding(without <= with_it, f"without {without}, with {with_it}")


@SOURCE.statement("albarede2007-eq54", page=GOALS, neighbour={"casts_left": 2})
def last_cast_needs_no_goal(casts_left: int = 1) -> Finding:
    """With serendipity and one cast left, goal-driven utility is the greatest utility.

    With one cast left the law of the result is the same for all goals, so that the sum of
    equation (52) is the utility itself, whatever the final utilities.
    """
    same = all(
        len({tuple(sorted(result_law(Round(n, 6, casts_left, p), g).items())) for g in goals}) == 1
        for p, n in product(PLAYERS, (1, 2, 3))
        for goals in [Round(n).finals]
    )
    return Finding(same, f"one law for all goals: {same}")


@SOURCE.statement("albarede2007-eq64", page=GOALS, neighbour={"utility": "random"})
def advice_is_a_reading_of_table_1(utility: str = "transfer") -> Finding:
    """For a utility without dates (62) is (63): any-time success times the goal's utility."""
    equal = []
    for player in PLAYERS:
        rules = Round(player=player)
        values = random_utility(rules, 1) if utility == "random" else sample(rules, utility)
        prospects = Prospects(rules, values)
        last = rules.ends[-1]
        for state in (s for s in rules.states if len(s) < rules.dice):
            weighted = max(
                success(player, _rest(goal, state), 2) * values[last, goal]
                for goal in prospects.of(1, state, False)
            )
            equal.append(weighted == prospects.utility_of(1, state, False))
    return Finding(all(equal), f"equal at {sum(equal)} of {len(equal)} states")


def _rest(goal: tuple[int, ...], state: tuple[int, ...]) -> tuple[int, ...]:
    counts = {f: goal.count(f) - state.count(f) for f in sorted(set(goal))}
    return tuple(f for f, n in counts.items() for _ in range(n))


@SOURCE.statement("albarede2007-text-021", page=OPEN, neighbour={"policy": "mean-max"})
def ties_do_not_matter(policy: str = "goal-driven") -> Finding:
    """Lexicographic ties instead of equiprobable ones conserve utility.

    True of mean-max, where ties are between equal utilities, and of no more.
    """
    rules = Round(2, 2, 2)
    utility = sample(rules, "delta11+21")
    if policy == "mean-max":
        best = mean_max(rules, utility)
        choices = (best.equiprobable, best.lexicographic)
        values = [mean_mean(rules, choice, utility)[0, ()] for choice in choices]
    else:
        prospects, plain = Prospects(rules, utility), Character(False, 1, True)
        other = replace(plain, ties="lexicographic")
        values = [GoalDriven(prospects, character).value for character in (plain, other)]
    shown = "equiprobable {}, lexicographic {}".format(*values)
    return Finding(values[0] == values[1], shown)


# Section 5: costs.


@SOURCE.statement("albarede2007-s5.3-exp", page=OPEN, neighbour={"merged": False})
def mean_max_is_exponential(merged: bool = True, most: int = 7) -> Finding:
    """The operations of mean-max grow exponentially with the casts, those of goals at most squared.

    True of the tree of histories; with the states merged, as the source's own programs do, each
    cast more costs the same.
    """
    count = mean_max_operations if merged else history_operations
    costs = [count(Round(casts=j)) for j in range(2, most)]
    exponential = all(b > 2 * a for a, b in pairwise(costs))
    quadratic = all(
        len(set(np.diff([goal_operations(Round(casts=j), c) for j in range(2, 9)], 2))) == 1
        for c in CHARACTERS
    )
    return Finding(exponential and quadratic, "operations " + ", ".join(map(str, costs)))


@SOURCE.statement(
    "albarede2007-eq59", page=OPEN, neighbour={"characters": (Character(False, 1, False),)}
)
def mean_max_costs_most(characters: tuple[Character, ...] = CHARACTERS) -> Finding:
    """Mean-max costs most to compute and least to judge.

    Counted in operations with all states merged, five of the eight characters cost more: the four
    with serendipity, and of those without it the dynamic one with horizon 1.
    """
    rules = Round()
    most = mean_max_operations(rules)
    own = [goal_operations(rules, c) for c in characters]
    holds = max(own) <= most <= min(meta_operations(rules, n) for n in own)
    return Finding(holds, f"mean-max {most}, goal-driven up to {max(own)}")


@SOURCE.statement(
    "albarede2007-eq60", page=OPEN, neighbour={"characters": (Character(True, 1, True),)}
)
def cheap_is_slow_to_judge(characters: tuple[Character, ...] = CHARACTERS) -> Finding:
    """The product of computing and meta-computing cost is at least that of mean-max, squared."""
    rules = Round()
    costs = [goal_operations(rules, c) for c in characters]
    least = min(own * meta_operations(rules, own) for own in costs)
    bound = mean_max_operations(rules) ** 2
    return Finding(least >= bound, f"least product {least}, bound {bound}")


@SOURCE.answers({"albarede2007-fig2": {"utility": "Total"}}, page=OPEN)
def stratagem_and_panic(utility: str) -> str:
    """A cheaper and better policy beside a dearer and worse one, both without serendipity."""
    rules, judgement = Round(), named("first", utility)
    described = []
    for horizon in (0, 1):
        plain = Character(False, horizon, False)
        own = judgement.of(replace(plain, never_worst=True))
        cost = goal_operations(rules, plain)
        described.append(f"horizon {horizon}: utility {float(own):.3f}, {cost} operations")
    return "; ".join(described)


# Section 6.1: the laws.


@SOURCE.statement("albarede2007-law-1", page=GOALS, neighbour={"share": Fraction(9, 10)})
def many_utilities_are_fuzzy(share: Fraction = Fraction(1, 2)) -> Finding:
    """Some utilities are fuzzy, most random ones among them (on our own draws)."""
    fuzzy = [judgement.fuzzy() for judgement in judged((), DRAWS)]
    holds = sum(fuzzy) > share * len(fuzzy)
    return Finding(holds, f"{sum(fuzzy)} of {len(fuzzy)} random utilities", scope="tested")


@SOURCE.statement("albarede2007-law-2", page=GOALS, neighbour={"share": Fraction(1)})
def point_sums_are_not_fuzzy(share: Fraction = Fraction(1, 2)) -> Finding:
    """Some utilities are not fuzzy, most sums of points among them."""
    clear = [not judgement.fuzzy() for judgement in judged(POINTS)]
    holds = sum(clear) > share * len(clear) or sum(clear) == len(clear)
    return Finding(holds, f"{sum(clear)} of {len(clear)} sums of points", scope="tested")


def _all() -> list:
    return judged(NAMES, DRAWS)


@SOURCE.statement("albarede2007-law-3", page=GOALS, neighbour={"strictly": True})
def serendipity_is_useful(strictly: bool = False) -> Finding:
    """Serendipity almost never harms (in one case of ten at most), and does not always help."""
    gains = effects(_all(), {"serendipity": True}, lambda c: True)
    good, better = sum(g >= 0 for g in gains), sum(g > 0 for g in gains)
    holds = good >= Fraction(9, 10) * len(gains) and (better == len(gains)) == strictly
    shown = f"never worse in {good} of {len(gains)} cases, better in {better}"
    return Finding(holds, shown, scope="tested")


@SOURCE.statement("albarede2007-law-4", page=GOALS, neighbour={"serendipity": False})
def serendipity_makes_depth_useful(serendipity: bool = True) -> Finding:
    """With serendipity neither horizon nor dynamism ever lowers the utility."""
    gains = _gains_of_depth(_all(), serendipity)
    worse = sum(g < 0 for g in gains)
    return Finding(worse == 0, f"worse in {worse} of {len(gains)} cases", scope="tested")


def _gains_of_depth(judgements: list, serendipity: bool) -> list[Fraction]:
    changes = ({"horizon": 1}, {"dynamic": True})
    return [
        gain
        for change in changes
        for gain in effects(judgements, change, lambda c: c.serendipity == serendipity)
    ]


def _harmed(judgements: list, serendipity: bool) -> Fraction:
    gains = _gains_of_depth(judgements, serendipity)
    return Fraction(sum(g < 0 for g in gains), len(gains))


@SOURCE.statement("albarede2007-law-5", page=GOALS, neighbour={"above_all_fuzzy": False})
def depth_harms_without_serendipity(above_all_fuzzy: bool = True) -> Finding:
    """Without serendipity depth is often harmful (in one case of five), above all if fuzzy.

    It is often harmful, and less often so if the utility is fuzzy.
    """
    groups = {True: [], False: []}
    for judgement in _all():
        groups[judgement.fuzzy()].append(judgement)
    shares = {fuzzy: _harmed(group, False) for fuzzy, group in groups.items()}
    overall = _harmed(_all(), False)
    shown = (
        f"harmful in {float(overall):.1%} of all cases, {float(shares[True]):.1%} of the fuzzy, "
        f"{float(shares[False]):.1%} of the others"
    )
    most = shares[above_all_fuzzy] > shares[not above_all_fuzzy]
    holds = overall > Fraction(1, 5) and most
    return Finding(holds, shown, scope="tested")


@SOURCE.statement("albarede2007-law-6", page=GOALS, neighbour={"fuzzy": True})
def depth_beats_serendipity(fuzzy: bool = False) -> Finding:
    """For utilities that are not fuzzy, depth is often (one case in three) better than serendipity.

    Compared are a horizon with dynamism, without serendipity, and serendipity without either.
    """
    deep = Character(False, 1, True, never_worst=True)
    lucky = Character(True, 0, False, never_worst=True)
    group = [judgement for judgement in _all() if judgement.fuzzy() == fuzzy]
    better = sum(j.utilities[deep] > j.utilities[lucky] for j in group)
    shown = f"better in {better} of {len(group)} utilities"
    return Finding(better > Fraction(1, 3) * len(group), shown, scope="tested")
