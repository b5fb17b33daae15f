"""Sources 000 and 001 on goal-driven policies: what they are worth, and what they cost."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cache, partial
from itertools import pairwise, permutations, product

import numpy as np

from chancegames.games.game421.goals import CHARACTERS, Character, GoalDriven, Prospects
from chancegames.games.game421.hands import Aim
from chancegames.games.game421.policies import result_law
from chancegames.games.game421.rounds import Mixture, ends, evaluate_round, solve_round, tables
from chancegames.maths.dice import Combination
from chancegames.maths.solution import Number
from chancegames.models.game421 import PLAYERS, Round
from chancegames.sources.albarede2007.costs import Costs
from chancegames.sources.albarede2007.judging import PRUNED, judged, named
from chancegames.sources.albarede2007.papers import GOALS, OPEN
from chancegames.sources.registry import Finding, tallied


@GOALS.says("albarede2007-s5.1-bound", false={"most": 0}, reads="1")
@GOALS.says("albarede2007-s5.1-bullet", most=0, false={"most": 1}, reads="0")
def _policy_utility_is_at_most(most: int = 1) -> Finding:
    """Policy utility is 1 at the most (and not, as the next line has it, 0 at the most)."""
    values = [judgement.of(c) for judgement in judged() for c in PRUNED]
    shown = f"largest of {len(values)} values: {max(values)}"
    return Finding(max(values) <= most, shown, scope="tested")


@OPEN.says("albarede2007-text-021", false={"policy": "mean-max"})
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


@OPEN.says("albarede2007-s5.3-covariance", false={"loses": "equiprobable"})
def _lexicographic_ties_lose_covariance(loses: str = "lexicographic") -> Finding:
    """With equal chances for ties all policies rename faces as the utility does; else not.

    For two dice with three faces and the goals 11 and 32, whichever names the faces have.
    """
    kept = {
        (ties, c): _covariant(partial(GoalDriven, character=replace(c, ties=ties)), Round(2, 3, 2))
        for ties, c in product(("equiprobable", "lexicographic"), CHARACTERS)
    }
    lost = {ties for (ties, _), covariant in kept.items() if not covariant}
    return Finding(lost == {loses}, f"lost with {', '.join(sorted(lost)) or 'neither'} ties")


@OPEN.says("albarede2007-s4.1-covariant", false={"choice": "policy"})
def _best_play_is_covariant(choice: str = "equiprobable") -> Finding:
    """Best play renames faces as the utility does (not: the first of the best choices)."""
    shapes = [Round(2, 4, 2, player) for player in PLAYERS]
    covariant = [_covariant(lambda r: getattr(solve_round(r), choice), s) for s in shapes]
    return tallied(covariant, "{} players", "tested")


def _covariant(policy: Callable[[Round], Mixture], shape: Round) -> bool:
    sides = range(1, shape.faces + 1)
    plain = list(product(range(1, shape.casts + 1), shape.hands))

    def outcome(names: tuple[int, ...]) -> list[Number]:
        def renamed(dice: Combination) -> Combination:
            return tuple(sorted(names[face - 1] for face in dice))

        rules = replace(shape, utility=Aim.at(renamed((1, 1)), renamed((2, 3))))
        law = ends(rules, policy(rules))
        return [law.get((date, renamed(dice)), 0) for date, dice in plain]

    laws = [outcome(names) for names in permutations(sides)]
    return all(law == laws[0] for law in laws)


def _growth(merged: bool) -> list[int]:
    """Operations of mean-max with 2 to 6 casts."""
    costs = [Costs(Round(casts=j)) for j in range(2, 7)]
    return [c.mean_max if merged else c.histories for c in costs]


@OPEN.says("albarede2007-s5.3-exp", false={"merged": False})
@OPEN.says("albarede2000-s5.1-unbounded", false={"merged": False})
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


@OPEN.says("albarede2000-appC-linear", false={"merged": False}, reads="2007 5.3")
def _merged_tree_is_linear(merged: bool = True) -> Finding:
    """With states merged, each cast more adds the same to the tree."""
    steps = {b - a for a, b in pairwise(_growth(merged))}
    shown = f"{min(steps)} operations a cast" if len(steps) == 1 else f"{len(steps)} step sizes"
    return Finding(len(steps) == 1, shown)


@OPEN.says("albarede2007-s5.3-asymptotic", false={"merged": False})
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


@OPEN.says("albarede2000-s6-bounded", false={"compiled": True})
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


@OPEN.says("albarede2007-s5.3-monkey", false={"price": Fraction(0)})
def _monkey_wins_at_a_price(price: Fraction = Fraction(1, 100)) -> Finding:
    """If an operation costs enough, the monkey has a greater free utility than mean-max.

    So it is with space: mean-max keeps the values of the states of two dates, the monkey none.
    """
    dear = [1 - price * n for n in (Costs(Round()).mean_max, 2 * len(Round().states))]
    shown = " or ".join(f"{float(free):.2f}" for free in dear)
    return Finding(max(dear) < 0, f"at {price} an operation or a number kept: mean-max {shown}")


@OPEN.says("albarede2007-s5.2-pruning", false={"share": Fraction(1, 2)})
def _pruning_is_a_stratagem(share: Fraction = Fraction(1)) -> Finding:
    """Mean-max may be pruned: who has found the greatest utility of all need not look any further.

    The value is the same, and fewer choices are compared (not: who has found half of it).
    """
    rules, looked = Round(), [0, 0]

    @cache
    def worth(date: int, kept: Combination, top: Fraction | None) -> Fraction:
        if len(kept) == rules.dice:
            return rules.worth(date, kept)
        total = Fraction(0)
        for table, weight in tables(rules, kept):
            found: list[Fraction] = []
            for option in reversed(rules.options(date + 1, kept, table)):
                looked[top is None] += 1
                found.append(worth(date + 1, option, top))
                if top is not None and found[-1] >= top:
                    break
            total += weight * max(found)
        return total / Fraction(rules.faces) ** (rules.dice - len(kept))

    top = share * max(rules.worth(3, final) for final in rules.hands)
    same = worth(0, (), top) == worth(0, (), None) == solve_round(rules).value
    value = "the same" if same else "another"
    shown = f"{looked[0]} choices compared for {looked[1]}; {value} value"
    return Finding(same and looked[0] < looked[1], shown)


@OPEN.says("albarede2000-appC-slow", false={"date": 3})
def _slower_for_one_decision(date: int = 1) -> Finding:
    """To choose by goals takes more operations than to take the greatest of as many values.

    (False variant: at the last cast, where there is nothing to choose.)
    """
    options = Round().options(date, (), (1, 2, 4))
    own = sum(Costs(Round())._evaluation(date, option, False) for option in options)
    return Finding(own > len(options), f"{own} operations for {len(options)} choices")


OPEN.discusses("albarede2007-s4.3.1-explodes")


@OPEN.says("albarede2007-eq59", false={"characters": CHARACTERS[1:2]})
def _mean_max_costs_most(characters: tuple[Character, ...] = CHARACTERS) -> Finding:
    """Mean-max costs most to compute and least to judge.

    Counted in operations with all states merged, five of the eight characters cost more: the four
    with serendipity, and of those without it the dynamic one with horizon 1.
    """
    costs = Costs(Round())
    own = [costs.of(c) for c in characters]
    holds = max(own) <= costs.mean_max <= min(map(costs.meta, own))
    return Finding(holds, f"mean-max {costs.mean_max}, goal-driven up to {max(own)}")


@OPEN.says("albarede2007-eq60", false={"characters": CHARACTERS[-1:]}, reads="2")
def _cheap_is_slow_to_judge(characters: tuple[Character, ...] = CHARACTERS) -> Finding:
    """The product of computing and meta-computing cost is at least that of mean-max, squared."""
    costs = Costs(Round())
    least = min(own * costs.meta(own) for own in map(costs.of, characters))
    bound = costs.mean_max**2
    return Finding(least >= bound, f"least product {least}, bound {bound}")


@OPEN.says("albarede2007-s5.4-monkey", false={"least_to_judge": True})
def _monkey_is_slow_to_judge(least_to_judge: bool = False) -> Finding:
    """Of the Markovian policies the monkey costs least to compute, and most to judge.

    Counted in operations it costs least in both: to judge a policy it has to be computed as well.
    """
    costs = Costs(Round())
    monkeys, others = costs.meta(0), [costs.meta(costs.of(c)) for c in CHARACTERS if c.dynamic]
    holds = monkeys < min(others) if least_to_judge else monkeys > max(others)
    return Finding(holds, f"monkey {monkeys}, the others {min(others)} to {max(others)}")


@OPEN.says("albarede2007-s5.4-horizon", false={"excepted": False})
def _shorter_horizons_cost_less(excepted: bool = True) -> Finding:
    """A shorter horizon costs less to compute, for each character.

    But to draw a goal again at every date, counting misses, costs more than to look ahead once.
    """
    costs, drawn = Costs(Round()), [c for c in CHARACTERS if not c.horizon]
    dearer = [str(c) for c in drawn if costs.of(c) >= costs.of(replace(c, horizon=1))]
    shown = f"dearer with horizon 0: {'; '.join(dearer) or 'none'}"
    but = excepted and len(dearer) == 1
    return Finding(but or not dearer, shown, but=dearer[0] if but else "")


@OPEN.gives("albarede2007-fig2", utility="Total")
def _stratagem_and_panic(utility: str) -> str:
    """A cheaper and better policy beside a dearer and worse one, both without serendipity."""
    described = []
    for plain in CHARACTERS[:2]:
        own = named("first", utility).of(replace(plain, never_worst=True))
        cost = Costs(Round()).of(plain)
        described.append(f"horizon {plain.horizon}: utility {float(own):.3f}, {cost} operations")
    return "; ".join(described)
