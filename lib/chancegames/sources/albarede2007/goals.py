"""Sources 000 and 001 on goal-driven policies: section 4.3, tables 10 to 12."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product

from chancegames.games.game421.goals import (
    CHARACTERS,
    Character,
    GoalDriven,
    Prospects,
    what_is_left,
)
from chancegames.games.game421.policies import most_probably, result_law, shared, success
from chancegames.games.game421.rounds import evaluate_round, solve_round, tables
from chancegames.maths.dice import merge
from chancegames.maths.solution import Number
from chancegames.models.game421 import PLAYERS, Round
from chancegames.sources.albarede2007.costs import Costs
from chancegames.sources.albarede2007.judging import (
    NAMES,
    PRUNED,
    _random_round,
    named,
    playing_for,
)
from chancegames.sources.albarede2007.papers import GOALS, OPEN
from chancegames.sources.albarede2007.reaching import _nothing_left as nothing_left
from chancegames.sources.registry import ANSWERS, Finding, tallied

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


# Tables 10 to 12.


@GOALS.gives("albarede2007-T10-*")
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


@GOALS.gives("albarede2007-T1[12]-*")
def _goal_driven_utility(
    player: str, utility: str, serendipity: bool, dynamism: bool | None, horizon: int
) -> Number | None:
    """Policy utility (58) of a goal-driven player, by the rules as stated.

    A null dynamism of table 12 is that of the column which survived in this cell.
    """
    if utility.startswith("random"):
        return None
    if dynamism is None:
        dynamism = SURVIVED.get(utility, (False, False))[horizon]
    return named(player, utility, CHARACTERS).of(Character(serendipity, horizon, dynamism))


#: Cells of table 11 that do not come out by the rules as stated: utility and dynamism, all with
#: horizon 1 and without serendipity.
UNSTATED = {
    "052": ("transfer", True),
    "060": ("Max", True),
    "066": ("Total", False),
    "068": ("Total", True),
}


@ANSWERS.proof(read=[f"albarede2007-T11-{n}" for n in UNSTATED], false={"pruned": CHARACTERS})
def _never_on_the_worst(pruned: tuple[Character, ...] = PRUNED) -> Finding:
    """A player who never ends early on the worst result changes just these cells of table 11.

    To end so is dominated; the source prunes dominated strategies, and does not say which.
    """
    changed = {
        (name, c.dynamic): named("first", name, pruned).of(p)
        for name, (c, p) in product(NAMES, zip(CHARACTERS, pruned, strict=True))
        if named("first", name, CHARACTERS).of(c) != named("first", name, pruned).of(p)
    }
    slips = {f"albarede2007-T11-{n}": changed.get(cell, 0) for n, cell in UNSTATED.items()}
    shown = ", ".join(f"{name} {float(value):.3f}" for (name, _), value in changed.items())
    return Finding(changed.keys() == {*UNSTATED.values()}, shown or "none", slips=slips)


# Section 4.3: goal-driven policies.


@GOALS.gives("albarede2007-text-024", casts=3, given=True)
def _strictly_reduced_policies(casts: int) -> int:
    """Goal-driven policies with a horizon below all decisions but one: a definition, counted."""
    return len(list(product((False, True), (False, True), range(casts - 1))))


@GOALS.says("albarede2007-s4.3-mixture", false={"weights": "by state"})
def _no_mixture_is_most_useful(weights: str = "fixed") -> Finding:
    """No mixture of strategies that each aim at one hand is most useful.

    With fixed weights it is true: all goals of positive weight would have to be most useful, and
    none is.  With weights that depend on the state and the event it is false, as long as the table
    never shows all faces: every choice is what some goal asks for.
    """
    rules = playing_for("transfer")
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


@OPEN.says("albarede2007-text-017", false={"other": 1})
def _serendipity_raises_the_outlook(other: int = -1) -> Finding:
    """Goal-driven utility without serendipity is at most that with it.

    True for utilities that are nowhere negative.  The smallest counterexample: one die, two
    faces, one cast, one face worth 0 and the other -1; to miss a goal counts as 0 without
    serendipity, which is more than it is worth.
    """
    prospects = Prospects(Round(1, 2, 1, utility=lambda hand: other * (hand[0] - 1)))
    without, with_it = (prospects.value_at(0, (), s) for s in (False, True))
    return Finding(without <= with_it, f"without serendipity {without}, with it {with_it}")


@GOALS.says("albarede2007-eq53", false={"delta_of": "k"}, reads="1 44")
def _full_states_are_worth_their_utility(delta_of: str = "j") -> Finding:
    """Of a state of all dice both goal-driven utilities are the utility itself.

    With (44) as it must be meant.  As it is printed, the sum in (51) has no term but at the end.
    """
    utility = {1: Fraction(2), 2: Fraction(5), 3: Fraction(3)}
    right = []
    for j in utility:
        left = range(3 - j + 1)
        q = [nothing_left(k, 3 - j) if delta_of == "j" else Fraction(j == 3) for k in left]
        right.append(
            sum(p * utility[j + k] for p, k in zip(q, left, strict=True) if p) == utility[j]
        )
    return Finding(all(right), f"at {sum(right)} of {len(right)} dates")


@GOALS.says("albarede2007-eq54", false={"casts_left": 2}, reads="1 1")
@GOALS.says("albarede2000-s5.2-horizon", false={"casts_left": 2})
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
    return Finding(same and best, "one law for all goals" if same else "goals differ")


@GOALS.says("albarede2007-s4.3.1-horizon", false={"nearer": 1}, reads="53 1 54")
def _deep_horizons_play_best(nearer: int = 0) -> Finding:
    """A horizon of all casts makes best play, and with serendipity one of all but the last does."""
    equal = []
    for player, dynamic, lucky in product(PLAYERS, (False, True), (False, True)):
        rules = playing_for("transfer", player)
        character = Character(lucky, rules.casts - lucky - nearer, dynamic)
        equal.append(GoalDriven(rules, character).value == solve_round(rules).value)
    return tallied(equal, "{} players", "tested")


@GOALS.says("albarede2007-s4.3.1-53", false={"equation": 54}, reads="53 1")
def _equation_for_deep_horizons(equation: int = 53) -> Finding:
    """With serendipity a horizon of all casts but one is mean-max by (53), and slower.

    A slip for (54): what (53) says of states of all dice, (54) says of every state at that date.
    """
    rules = playing_for("transfer")
    best, prospects, date = solve_round(rules), Prospects(rules), rules.casts - 1
    full = [len(state) == rules.dice for state in rules.states]
    same = [prospects.value_at(date, s, True) == best.value_at((date, s)) for s in rules.states]
    costs = Costs(Round(casts=2))
    own, least = costs.of(Character(True, 1, True)), costs.mean_max
    shown = f"(53) covers {sum(full)} of {len(full)} states, (54) {sum(same)}; {own} > {least}"
    return Finding(all(same if equation == 54 else full) and own > least, shown)


@GOALS.says("albarede2007-eq55", false={"serendipity": False}, reads="52")
def _constant_goals_are_seen_through(serendipity: bool = True) -> Finding:
    """Where best play from a state aims at one hand throughout, u*_Y is the utility of best play.

    And only there.
    """
    rules = playing_for("transfer")
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


@GOALS.says("albarede2007-eq56", false={"utility": "random"})
@GOALS.says("albarede2007-eq64", false={"utility": "random"}, reads="1 2")
def _advice_is_a_reading_of_table_1(utility: str = "transfer") -> Finding:
    """For a utility without dates (62) is (63): any-time success times the goal's utility."""
    equal = []
    for player in PLAYERS:
        rules = Round(player=player)
        rules = _random_round(rules, 1) if utility == "random" else playing_for(utility, player)
        prospects = Prospects(rules)
        last = rules.ends[-1]
        for state in (s for s in rules.states if len(s) < rules.dice):
            left = what_is_left(Round(player=player), 1, len(state))
            weighted = max(
                success(left, goal) * rules.worth(last, merge(state, goal)) for goal in left.hands
            )
            equal.append(weighted == prospects.value_at(1, state, False))
    return Finding(all(equal), f"equal at {sum(equal)} of {len(equal)} states")


@GOALS.says("albarede2000-eq52", false={"player": "first"})
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


@GOALS.says("albarede2000-s5.3-revised", false={"last": 2})
def _revised_play_ends_best(last: int = 1) -> Finding:
    """With serendipity and revision, a horizon of h decisions makes the last h decisions best."""
    rules = playing_for("transfer")
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
