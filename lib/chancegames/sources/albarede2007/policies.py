"""Source 000, Albarede 2007: goal-driven policies and what they cost, sections 4.3 and 5."""

from dataclasses import replace
from itertools import pairwise, product

import numpy as np

from chancegames.games.game421.goals import (
    CHARACTERS,
    Character,
    GoalDriven,
    Prospects,
    what_is_left,
)
from chancegames.games.game421.hands import Aim
from chancegames.games.game421.policies import result_law, success
from chancegames.games.game421.rounds import evaluate_round, solve_round
from chancegames.maths.dice import merge
from chancegames.models.game421 import PLAYERS, Round
from chancegames.sources.albarede2007.both import GOALS, OPEN
from chancegames.sources.albarede2007.costs import (
    goal_operations,
    history_operations,
    mean_max_operations,
    meta_operations,
)
from chancegames.sources.albarede2007.judging import named, playing_for, random_round
from chancegames.sources.registry import Finding, Replication

SOURCE = Replication("albarede2007")


# Section 4.3: goal-driven policies.


@SOURCE.answers({"albarede2007-text-024": {"casts": 3}}, page=GOALS, given=True)
def strictly_reduced_policies(casts: int) -> int:
    """Goal-driven policies with a horizon below all decisions but one: a definition, counted."""
    return len(list(product((False, True), (False, True), range(casts - 1))))


@SOURCE.statement("albarede2007-text-017", page=OPEN, false_variant={"other": 1})
def serendipity_raises_the_outlook(other: int = -1) -> Finding:
    """Goal-driven utility without serendipity is at most that with it.

    True for utilities that are nowhere negative.  The smallest counterexample: one die, two
    faces, one cast, one face worth 0 and the other -1; to miss a goal counts as 0 without
    serendipity, which is more than it is worth.
    """
    prospects = Prospects(Round(1, 2, 1, utility=lambda hand: other * (hand[0] - 1)))
    without, with_it = (prospects.value_at(0, (), s) for s in (False, True))
    return Finding(without <= with_it, f"without {without}, with {with_it}")


@SOURCE.statement("albarede2007-eq54", page=GOALS, false_variant={"casts_left": 2})
def last_cast_needs_no_goal(casts_left: int = 1) -> Finding:
    """With serendipity and one cast left, goal-driven utility is the greatest utility.

    With one cast left the law of the result is the same for all goals, so that the sum of
    equation (52) is the utility itself, whatever the final utilities.
    """
    same = all(
        len({tuple(sorted(result_law(Round(n, 6, casts_left, p), g).items())) for g in goals}) == 1
        for p, n in product(PLAYERS, (1, 2, 3))
        for goals in [Round(n).hands]
    )
    return Finding(same, f"one law for all goals: {same}")


@SOURCE.statement("albarede2007-eq64", page=GOALS, false_variant={"utility": "random"})
def advice_is_a_reading_of_table_1(utility: str = "transfer") -> Finding:
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


@SOURCE.statement("albarede2007-text-021", page=OPEN, false_variant={"policy": "mean-max"})
def ties_do_not_matter(policy: str = "goal-driven") -> Finding:
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


# Section 5: costs.


@SOURCE.statement("albarede2007-s5.3-exp", page=OPEN, false_variant={"merged": False})
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
    "albarede2007-eq59", page=OPEN, false_variant={"characters": (Character(False, 1, False),)}
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
    "albarede2007-eq60", page=OPEN, false_variant={"characters": (Character(True, 1, True),)}
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
