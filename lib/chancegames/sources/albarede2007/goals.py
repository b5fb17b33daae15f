"""Sources 000 and 001 on goal-driven policies: sections 4.3 to 6, tables 10 to 12."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, permutations, product
from typing import Any

import numpy as np

from chancegames.games.game421.goals import (
    CHARACTERS,
    Character,
    GoalDriven,
    Prospects,
    what_is_left,
)
from chancegames.games.game421.hands import Aim
from chancegames.games.game421.policies import most_probably, result_law, shared, success
from chancegames.games.game421.rounds import ends, evaluate_round, solve_round, tables
from chancegames.maths.dice import Combination, merge
from chancegames.maths.solution import Number
from chancegames.models.game421 import PLAYERS, Round
from chancegames.sources.albarede2007.costs import Costs
from chancegames.sources.albarede2007.judging import (
    NAMES,
    POINTS,
    PRUNED,
    Judgement,
    chosen_goals,
    duplicity_gain,
    effects,
    judged,
    named,
    playing_for,
    random_round,
)
from chancegames.sources.albarede2007.papers import GOALS, OPEN, on
from chancegames.sources.albarede2007.reaching import _nothing_left as nothing_left
from chancegames.sources.registry import Finding, Question

says, gives = on(GOALS)

#: Table 12 shows one of the two columns with serendipity, and not the same one in every cell:
#: where static and dynamic play differ, the cell tells which it is by its value alone.  Utility ->
#: dynamism at horizon 0 and 1; elsewhere both columns print the same.
SURVIVED: Mapping[str, tuple[bool, bool]] = {
    "delta123+234": (True, True),
    "delta111+222": (False, True),
    "delta123+345+156": (True, True),
    "delta111+222+113+223": (True, True),
    "transfer": (False, False),
    "Total": (False, True),
    "Times(face-1)": (False, True),
    "Times": (False, True),
}

#: How many random utilities of our own for each player, for the laws of section 6.1.
DRAWS = 300


# Tables 10 to 12.


@gives("albarede2007-T10-*")
def _fuzziness(
    player: str, utility: str, without: Sequence[float] = (), with_it: Sequence[float] = ()
) -> bool | None:
    """Whether serendipity strictly helps at every horizon and dynamism.

    Of a random utility that is asked of the numbers that tables 11 and 12 print for it, without
    serendipity and with it: static with horizon 0 and 1, then dynamic.  Of next players one column
    with serendipity is lost: what does not help in either is not fuzzy, else nothing is known.
    """
    if not utility.startswith("random"):
        return named(player, utility).fuzzy()
    if len(with_it) == len(without):
        return all(plain < lucky for plain, lucky in zip(without, with_it, strict=True))
    least = map(min, without[:2], without[2:])
    return False if any(a >= b for a, b in zip(least, with_it, strict=True)) else None


def _with_dynamism(question: Question) -> Mapping[str, Any]:
    """Read a null dynamism of table 12 as that of the column which survived in this cell."""
    args = dict(question.args)
    if args["dynamism"] is None:
        survived = SURVIVED.get(args["utility"], (False, False))
        args["dynamism"] = survived[args["horizon"]]
    return args


@gives("albarede2007-T1[12]-*", reads=_with_dynamism)
def _goal_driven_utility(
    player: str, utility: str, serendipity: bool, dynamism: bool, horizon: int
) -> Number | None:
    """Policy utility (58) of a goal-driven player who never ends early on the worst result."""
    if utility.startswith("random"):
        return None
    character = Character(serendipity, horizon, dynamism, never_worst=True)
    return named(player, utility).of(character)


# Section 4.3: goal-driven policies.


@gives({"albarede2007-text-024": {"casts": 3}}, given=True)
def _strictly_reduced_policies(casts: int) -> int:
    """Goal-driven policies with a horizon below all decisions but one: a definition, counted."""
    return len(list(product((False, True), (False, True), range(casts - 1))))


@says("albarede2007-s4.3-mixture", false_variant={"weights": "by state"})
def _no_mixture_is_most_useful(weights: str = "fixed", utility: str = "transfer") -> Finding:
    """No mixture of strategies that each aim at one hand is most useful.

    With fixed weights it is true: all goals of positive weight would have to be most useful, and
    none is.  With weights that depend on the state and the event it is false, as long as the table
    never shows all faces: every choice is what some goal asks for.
    """
    rules = playing_for(utility)
    best, alone = solve_round(rules).value, max(Prospects(rules).of(0, (), True).values())
    asked = all(
        set(rules.options(date, kept, table)) <= {shared(g, table) for g in goals}
        for date, kept in product((1, 2), rules.states)
        if len(kept) < rules.dice and (kept == () or date > 1)
        for goals in [[g for g in rules.hands if shared(g, kept) == kept]]
        for table, _ in tables(rules, kept)
    )
    shown = f"best goal {float(alone):.4f}, best play {float(best):.4f}"
    if weights != "fixed":
        return Finding(not asked, shown)
    reading = "weights that do not depend on the state and the event" if asked else ""
    return Finding(alone < best, shown, reading=reading)


@says("albarede2007-text-017", page=OPEN, false_variant={"other": 1})
def _serendipity_raises_the_outlook(other: int = -1) -> Finding:
    """Goal-driven utility without serendipity is at most that with it.

    True for utilities that are nowhere negative.  The smallest counterexample: one die, two
    faces, one cast, one face worth 0 and the other -1; to miss a goal counts as 0 without
    serendipity, which is more than it is worth.
    """
    prospects = Prospects(Round(1, 2, 1, utility=lambda hand: other * (hand[0] - 1)))
    without, with_it = (prospects.value_at(0, (), s) for s in (False, True))
    return Finding(without <= with_it, f"without serendipity {without}, with it {with_it}")


@says("albarede2007-eq53", false_variant={"delta_of": "k"}, reads="44")
def _full_states_are_worth_their_utility(delta_of: str = "j") -> Finding:
    """Of a state of all dice both goal-driven utilities are the utility itself.

    With (44) as it must be meant.  As it is printed, the sum in (51) has no term but at the end.
    """
    utility = {1: Fraction(2), 2: Fraction(5), 3: Fraction(3)}
    right = []
    for j in utility:
        left = range(3 - j + 1)
        q = [nothing_left(k, 3 - j) if delta_of == "j" else Fraction(j == 3) for k in left]
        right.append(sum(p * utility[j + k] for p, k in zip(q, left, strict=True)) == utility[j])
    return Finding(all(right), f"at {sum(right)} of {len(right)} dates")


@says("albarede2007-eq54", false_variant={"casts_left": 2}, reads="1")
@says("albarede2000-s5.2-horizon", false_variant={"casts_left": 2})
def _last_cast_needs_no_goal(casts_left: int = 1) -> Finding:
    """With serendipity and one cast left, goal-driven utility is the greatest utility.

    With one cast left the law of the result is the same for all goals, so that the sum of
    equation (52) is the utility itself, whatever the final utilities.  Therefore a horizon that
    leaves one cast makes best play, here for the tokens.
    """
    same = all(
        len({tuple(sorted(result_law(Round(n, 6, casts_left, p), g).items())) for g in goals}) == 1
        for p, n in product(PLAYERS, (1, 2, 3))
        for goals in [Round(n).hands]
    )
    rules = Round()
    player = GoalDriven(rules, Character(True, rules.casts - casts_left, False))
    best = player.value == solve_round(rules).value
    return Finding(same and best, f"one law for all goals: {same}")


@says("albarede2007-eq55", false_variant={"serendipity": False})
def _constant_goals_are_seen_through(
    serendipity: bool = True, utility: str = "transfer"
) -> Finding:
    """Where best play from a state aims at one hand throughout, u*_Y is the utility of best play.

    And only there.
    """
    rules = playing_for(utility)
    best, prospects = solve_round(rules), Prospects(rules)
    right, constant = [], 0
    for kept in (s for s in rules.states if 0 < len(s) < rules.dice):
        goals = (g for g in rules.hands if shared(g, kept) == kept)
        top = best.value_at((1, kept))
        reached = [
            evaluate_round(rules, most_probably(rules, g), (1, kept)).value_at((1, kept)) == top
            for g in goals
        ]
        constant += any(reached)
        right.append(any(reached) == (prospects.value_at(1, kept, serendipity) == top))
    return Finding(all(right), f"{constant} of {len(right)} states", scope="tested")


@says("albarede2007-eq56", "albarede2007-eq64", false_variant={"utility": "random"})
def _advice_is_a_reading_of_table_1(utility: str = "transfer") -> Finding:
    """For a utility without dates (62) is (63): any-time success times the goal's utility."""
    equal = []
    for player in PLAYERS:
        rules = Round(player=player)
        rules = random_round(rules, 1) if utility == "random" else playing_for(utility, player)
        prospects = Prospects(rules)
        last = rules.ends[-1]
        for state in (s for s in rules.states if len(s) < rules.dice):
            left = what_is_left(Round(player=player), 1, len(state))
            weighted = max(
                success(left, goal) * rules.worth(last, merge(state, goal)) for goal in left.hands
            )
            equal.append(weighted == prospects.value_at(1, state, False))
    return Finding(all(equal), f"equal at {sum(equal)} of {len(equal)} states")


@says("albarede2000-eq52", false_variant={"player": "first"})
def _misses_need_a_rule_for_ties(player: str = "next") -> Finding:
    """Equation (52) cannot be used for next players, because of dilemmas.

    Not without a rule: with ties broken otherwise a goal promises otherwise.  With one, such as
    equal chances, it can, and the paper of 2007 does.
    """
    rules = playing_for("Total", player)
    promised = [
        GoalDriven(rules, Character(True, 0, False, ties=ties)).value
        for ties in ("equiprobable", "lexicographic")
    ]
    shown = "equiprobable {:.4f}, lexicographic {:.4f}".format(*map(float, promised))
    apart = promised[0] != promised[1]
    return Finding(apart, shown, reading="as long as no rule for ties is given" if apart else "")


@says("albarede2000-s5.3-revised", false_variant={"last": 2})
def _revised_play_ends_best(last: int = 1, utility: str = "transfer") -> Finding:
    """With serendipity and revision, a horizon of h decisions makes the last h decisions best."""
    rules = playing_for(utility)
    best, player = solve_round(rules), GoalDriven(rules, Character(True, 1, True))
    right = [
        set(player.look(state)) <= set(best.best(state))
        for date in range(rules.casts - last, rules.casts)
        for kept in (rules.states if date > 1 else ((),))
        if len(kept) < rules.dice
        for table, _ in tables(rules, kept)
        for state in [(date, kept, table)]
    ]
    return Finding(all(right), f"in {sum(right)} of {len(right)} states")


# Section 5: what policies are worth, and what they cost.


@says("albarede2007-s5.1-bound", false_variant={"most": 0}, reads="1")
@says("albarede2007-s5.1-bullet", arguments={"most": 0}, false_variant={"most": 1}, reads="0")
def _policy_utility_is_at_most(most: int = 1) -> Finding:
    """Policy utility is 1 at the most (and not, as the next line has it, 0 at the most)."""
    values = [judgement.of(c) for judgement in judged() for c in PRUNED]
    shown = f"largest of {len(values)} values: {max(values)}"
    return Finding(max(values) <= most, shown, scope="tested")


@says("albarede2007-text-021", page=OPEN, false_variant={"policy": "mean-max"})
def _ties_do_not_matter(policy: str = "goal-driven") -> Finding:
    """Lexicographic ties instead of equiprobable ones conserve utility.

    True of mean-max, where ties are between equal utilities, and of no more.
    """
    rules = Round(2, 2, 2, utility=Aim.at("11", "21"))
    if policy == "mean-max":
        best = solve_round(rules)
        values = [
            evaluate_round(rules, choose).value for choose in (best.equiprobable, best.policy)
        ]
    else:
        prospects, plain = Prospects(rules), Character(False, 1, True)
        other = replace(plain, ties="lexicographic")
        values = [GoalDriven(prospects, character).value for character in (plain, other)]
    shown = "equiprobable {}, lexicographic {}".format(*values)
    return Finding(values[0] == values[1], shown)


@says("albarede2007-s5.3-covariance", page=OPEN, false_variant={"loses": "equiprobable"})
def _lexicographic_ties_lose_covariance(loses: str = "lexicographic") -> Finding:
    """With equal chances for ties all policies rename faces as the utility does; else not.

    For two dice with three faces and the goals 11 and 32, whichever names the faces have.
    """
    kept = {
        (ties, c): _covariant(replace(c, ties=ties))
        for ties, c in product(("equiprobable", "lexicographic"), CHARACTERS)
    }
    lost = {ties for (ties, _), covariant in kept.items() if not covariant}
    return Finding(lost == {loses}, f"lost with {', '.join(sorted(lost)) or 'neither'} ties")


def _covariant(character: Character) -> bool:
    def outcome(names: tuple[int, ...]) -> dict[Any, Number]:
        def renamed(dice: Combination) -> Combination:
            return tuple(sorted(names[face - 1] for face in dice))

        rules = Round(2, 3, 2, utility=Aim.at(renamed((1, 1)), renamed((2, 3))))
        law = ends(rules, GoalDriven(rules, character))
        return {(date, dice): law.get((date, renamed(dice)), 0) for date, dice in PLAIN}

    PLAIN = list(product((1, 2), Round(2, 3, 2).hands))
    laws = [outcome(names) for names in permutations((1, 2, 3))]
    return all(law == laws[0] for law in laws)


def _growth(merged: bool) -> list[int]:
    """Operations of mean-max with 2 to 6 casts."""
    costs = [Costs(Round(casts=j)) for j in range(2, 7)]
    return [c.mean_max if merged else c.histories for c in costs]


@says("albarede2007-s5.3-exp", page=OPEN, false_variant={"merged": False})
@says("albarede2000-s5.1-unbounded", page=OPEN, false_variant={"merged": False})
def _mean_max_is_exponential(merged: bool = True) -> Finding:
    """The operations of mean-max grow exponentially with the casts, those of goals at most squared.

    True of the tree of histories; with the states merged, as the source's own programs do, each
    cast more costs the same.
    """
    costs = _growth(merged)
    quadratic = all(
        len(set(np.diff([Costs(Round(casts=j)).of(c) for j in range(2, 9)], 2))) == 1
        for c in CHARACTERS
    )
    exponential = all(b > 2 * a for a, b in pairwise(costs))
    return Finding(
        exponential and quadratic, "operations for 2 to 6 casts: " + ", ".join(map(str, costs))
    )


@says("albarede2000-appC-linear", page=OPEN, false_variant={"merged": False}, reads="2007 5.3")
def _merged_tree_is_linear(merged: bool = True) -> Finding:
    """With states merged, each cast more adds the same to the tree."""
    steps = {b - a for a, b in pairwise(_growth(merged))}
    shown = f"{min(steps)} operations a cast" if len(steps) == 1 else f"{len(steps)} step sizes"
    return Finding(len(steps) == 1, shown)


@says("albarede2007-s5.3-asymptotic", page=OPEN, false_variant={"merged": False})
def _goals_win_with_many_casts(merged: bool = True) -> Finding:
    """With many casts every goal-driven policy of bounded horizon costs less than mean-max.

    True of the tree of histories.  With states merged it holds of the static ones alone: what a
    dynamic one costs grows with the square of the casts, and mean-max costs the same a cast.
    """
    casts = 60 if merged else 8
    costs = Costs(Round(casts=casts))
    bound = costs.mean_max if merged else costs.histories
    dearer = sum(costs.of(c) >= bound for c in CHARACTERS)
    return Finding(not dearer, f"{dearer} of {len(CHARACTERS)} cost more at {casts} casts")


@says("albarede2000-s6-bounded", page=OPEN, false_variant={"compiled": True})
def _goals_cost_the_same_each_time(compiled: bool = False) -> Finding:
    """To choose a goal takes a number of operations that does not grow with the casts.

    True for a utility that does not depend on the date, with the chance of success at any time
    compiled.  As (51) stands it has one term for each cast left.
    """
    laws = [result_law(Round(casts=casts), (1, 1, 2)) for casts in (3, 4, 5)]
    terms = [1 if compiled else sum(dice == (1, 1, 2) for _, dice in ends) for ends in laws]
    products = ", ".join(str(len(Round().hands) * n) for n in terms)
    reading = "" if len(set(terms)) == 1 else "(51) as it stands, a term for each cast"
    return Finding(
        not reading, f"products for a goal at 3, 4, 5 casts: {products}", reading=reading
    )


@says("albarede2007-s5.3-monkey", page=OPEN, false_variant={"price": Fraction(0)})
def _monkey_wins_at_a_price(price: Fraction = Fraction(1, 1000)) -> Finding:
    """If an operation costs enough, the monkey has a greater free utility than mean-max.

    So it is with space: mean-max has to keep a value for each state, the monkey none.
    """
    dear = 1 - price * Costs(Round()).mean_max
    return Finding(dear < 0, f"at {price} an operation: monkey 0, mean-max {float(dear):.3f}")


@says("albarede2007-eq59", page=OPEN, false_variant={"characters": CHARACTERS[1:2]})
def _mean_max_costs_most(characters: tuple[Character, ...] = CHARACTERS) -> Finding:
    """Mean-max costs most to compute and least to judge.

    Counted in operations with all states merged, five of the eight characters cost more: the four
    with serendipity, and of those without it the dynamic one with horizon 1.
    """
    costs = Costs(Round())
    own = [costs.of(c) for c in characters]
    holds = max(own) <= costs.mean_max <= min(map(costs.meta, own))
    return Finding(holds, f"mean-max {costs.mean_max}, goal-driven up to {max(own)}")


@says("albarede2007-eq60", page=OPEN, false_variant={"characters": CHARACTERS[-1:]}, reads="2")
def _cheap_is_slow_to_judge(characters: tuple[Character, ...] = CHARACTERS) -> Finding:
    """The product of computing and meta-computing cost is at least that of mean-max, squared."""
    costs = Costs(Round())
    least = min(own * costs.meta(own) for own in map(costs.of, characters))
    bound = costs.mean_max**2
    return Finding(least >= bound, f"least product {least}, bound {bound}")


@says("albarede2007-s5.4-monkey", page=OPEN, false_variant={"least_to_judge": True})
def _monkey_is_slow_to_judge(least_to_judge: bool = False) -> Finding:
    """Of the Markovian policies the monkey costs least to compute, and most to judge.

    Counted in operations it costs least in both: to judge a policy it has to be computed as well.
    """
    costs = Costs(Round())
    monkeys, others = costs.meta(0), [costs.meta(costs.of(c)) for c in CHARACTERS if c.dynamic]
    holds = monkeys < min(others) if least_to_judge else monkeys > max(others)
    return Finding(holds, f"monkey {monkeys}, the others {min(others)} to {max(others)}")


@says("albarede2007-s5.4-horizon", page=OPEN, false_variant={"excepted": False})
def _shorter_horizons_cost_less(excepted: bool = True) -> Finding:
    """A shorter horizon costs less to compute, for each character.

    But to draw a goal again at every date, counting misses, costs more than to look ahead once.
    """
    costs, drawn = Costs(Round()), [c for c in CHARACTERS if not c.horizon]
    dearer = [str(c) for c in drawn if costs.of(c) >= costs.of(replace(c, horizon=1))]
    shown = f"dearer with horizon 0: {'; '.join(dearer) or 'none'}"
    but = excepted and len(dearer) == 1
    return Finding(but or not dearer, shown, but=dearer[0] if but else "")


@gives({"albarede2007-fig2": {"utility": "Total"}}, page=OPEN)
def _stratagem_and_panic(utility: str) -> str:
    """A cheaper and better policy beside a dearer and worse one, both without serendipity."""
    described = []
    for plain in CHARACTERS[:2]:
        own = named("first", utility).of(replace(plain, never_worst=True))
        cost = Costs(Round()).of(plain)
        described.append(f"horizon {plain.horizon}: utility {float(own):.3f}, {cost} operations")
    return "; ".join(described)


# Section 6: six laws, and advice.


@says("albarede2007-law-1", false_variant={"share": Fraction(9, 10)})
def _many_utilities_are_fuzzy(share: Fraction = Fraction(1, 2)) -> Finding:
    """Some utilities are fuzzy, most random ones among them (on our own draws)."""
    fuzzy = [judgement.fuzzy() for judgement in judged((), DRAWS)]
    holds = sum(fuzzy) > share * len(fuzzy)
    return Finding(holds, f"{sum(fuzzy)} of {len(fuzzy)} random utilities", scope="tested")


@says("albarede2007-law-2", false_variant={"share": Fraction(1)})
def _point_sums_are_not_fuzzy(share: Fraction = Fraction(1, 2)) -> Finding:
    """Some utilities are not fuzzy, most of those with goals of equal worth among them."""
    clear = [not judgement.fuzzy() for judgement in judged(POINTS)]
    holds = sum(clear) > share * len(clear) or sum(clear) == len(clear)
    return Finding(holds, f"{sum(clear)} of {len(clear)} with goals of equal worth", scope="tested")


def _all() -> list[Judgement]:
    return judged(NAMES, DRAWS)


@says("albarede2007-law-3", false_variant={"strictly": True})
def _serendipity_is_useful(strictly: bool = False) -> Finding:
    """Serendipity almost never harms (in one case of ten at most), and does not always help."""
    gains = effects(_all(), {"serendipity": True}, lambda c: True)
    good, better = sum(g >= 0 for g in gains), sum(g > 0 for g in gains)
    holds = good >= Fraction(9, 10) * len(gains) and (better == len(gains)) == strictly
    shown = f"not worse in {good} of {len(gains)} cases, better in {better}"
    return Finding(holds, f"{shown}; worse only with {_harmed_by_serendipity()}", scope="tested")


def _harmed_by_serendipity() -> str:
    """Name the characters whom serendipity ever harms."""
    pairs = [(c, replace(c, serendipity=True)) for c in PRUNED if not c.serendipity]
    worse = [
        str(plain)
        for plain, lucky in pairs
        if any(j.utilities[lucky] < j.utilities[plain] for j in _all())
    ]
    return "; ".join(worse) or "none"


@says("albarede2007-law-4", false_variant={"serendipity": False})
def _serendipity_makes_depth_useful(serendipity: bool = True) -> Finding:
    """With serendipity neither horizon nor dynamism ever lowers the utility."""
    gains = _gains_of_depth(_all(), serendipity)
    worse = sum(g < 0 for g in gains)
    return Finding(worse == 0, f"worse in {worse} of {len(gains)} cases", scope="tested")


def _gains_of_depth(judgements: list[Judgement], serendipity: bool) -> list[Number]:
    changes = ({"horizon": 1}, {"dynamic": True})
    return [
        gain
        for change in changes
        for gain in effects(judgements, change, lambda c: c.serendipity == serendipity)
    ]


def _harmed(judgements: list[Judgement], serendipity: bool) -> Fraction:
    gains = _gains_of_depth(judgements, serendipity)
    return Fraction(sum(g < 0 for g in gains), len(gains))


@says("albarede2007-law-5", false_variant={"above_all_fuzzy": False})
def _depth_harms_without_serendipity(above_all_fuzzy: bool = True) -> Finding:
    """Without serendipity depth is often harmful (in one case of five), above all if fuzzy.

    So it is on the utilities of the source's own tables, from which it was inferred.  On random
    utilities of our own depth is often harmful too, but less often if the utility is fuzzy.
    """
    own, ours = judged(NAMES), judged((), DRAWS)
    often = all(_harmed(group, False) > Fraction(1, 5) for group in (own, ours))
    shares = {
        (where, fuzzy): _harmed([j for j in group if j.fuzzy() == fuzzy], False)
        for where, group in (("tables", own), ("random", ours))
        for fuzzy in (True, False)
    }
    more = [shares[where, True] > shares[where, False] for where in ("tables", "random")]
    shown = "; ".join(
        f"{where}: harmful in {float(shares[where, True]):.1%} of the fuzzy cases, "
        f"{float(shares[where, False]):.1%} of the others"
        for where in ("tables", "random")
    )
    if not above_all_fuzzy:
        return Finding(often and not any(more), shown, "tested")
    reading = "" if all(more) else "a summary of the source's own tables"
    return Finding(often and more[0], shown, "tested", reading=reading)


@says("albarede2007-law-6", false_variant={"fuzzy": True})
def _depth_beats_serendipity(fuzzy: bool = False) -> Finding:
    """For utilities that are not fuzzy, depth is often (one case in three) better than serendipity.

    Compared are a horizon with dynamism, without serendipity, and serendipity without either.
    """
    deep = Character(False, 1, True, never_worst=True)
    lucky = Character(True, 0, False, never_worst=True)
    group = [judgement for judgement in _all() if judgement.fuzzy() == fuzzy]
    better = sum(j.utilities[deep] > j.utilities[lucky] for j in group)
    shown = f"better in {better} of {len(group)} utilities"
    return Finding(better > Fraction(1, 3) * len(group), shown, scope="tested")


@says("albarede2007-s6.2-dynamism", false_variant={"serendipity": True})
def _dynamism_is_uncertain(serendipity: bool = False) -> Finding:
    """With a horizon and without serendipity dynamism costs more for sure, and may help or harm.

    For utilities as they are advised: a few chosen hands with weights, here of our own.
    """
    gains = effects(
        chosen_goals(DRAWS),
        {"dynamic": True},
        lambda c: c.horizon == 1 and c.serendipity == serendipity,
    )
    static, dynamic = (Costs(Round()).of(Character(serendipity, 1, d)) for d in (False, True))
    helps, harms = sum(g > 0 for g in gains), sum(g < 0 for g in gains)
    shown = f"helps in {helps}, harms in {harms} of {len(gains)} cases"
    return Finding(dynamic > static and min(helps, harms) > 0, shown)


@says("albarede2007-s6.2-duplicity", page=OPEN, false_variant={"names": ("delta123",)})
def _duplicity_may_help(names: tuple[str, ...] = NAMES) -> Finding:
    """Duplicity may add utility, for a player who draws a goal and does not count the misses."""
    gains = [duplicity_gain("first", name, Character(False, 0, False)) for name in names]
    return Finding(max(gains) > 0, f"adds in {sum(g > 0 for g in gains)} of {len(gains)} utilities")
