"""Sources 000 and 001 on what they say in passing, between their equations and tables."""

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, permutations, product
from math import log, log10
from typing import Any

from chancegames.games.game421.goals import CHARACTERS, Character, GoalDriven, Prospects
from chancegames.games.game421.hands import Aim, digits, hand
from chancegames.games.game421.policies import (
    aimed,
    bernoulli,
    canonical,
    monkey,
    most_probably,
    ratchet,
    shared,
    towards,
)
from chancegames.games.game421.rounds import (
    Mixture,
    RoundSolution,
    evaluate_round,
    solve_round,
    tables,
)
from chancegames.maths.dice import Combination, combinations, distribution
from chancegames.models.game421 import PLAYERS, RANKING, TOKENS, Round
from chancegames.sources.albarede2007.costs import Costs, FreeUtility
from chancegames.sources.albarede2007.goals import _full_states_are_worth_their_utility
from chancegames.sources.albarede2007.judging import NAMES, PRUNED, judge, named, playing_for
from chancegames.sources.albarede2007.papers import GOALS, OPEN, ROUND, WHOLE
from chancegames.sources.albarede2007.ratchet import RatchetMap
from chancegames.sources.albarede2007.rounds import _tokens_of
from chancegames.sources.albarede2007.strategies import classes
from chancegames.sources.registry import Finding, tallied

ROUND.discusses("albarede2007-appC-indifference", "albarede2000-s1-chess", verdict="opinion")
GOALS.discusses("albarede2000-s5.3-unaided", verdict="opinion")


# Section 2: renamed faces, the order of the hands.


def _renames(one: tuple[Combination, ...], other: tuple[Combination, ...]) -> bool:
    """Whether one renaming of four faces turns some combinations into some others."""
    return any(
        tuple(tuple(sorted(names[f - 1] for f in part)) for part in one) == other
        for names in permutations((1, 2, 3, 4))
    )


FOUR_FACES = combinations(3, (1, 2, 3, 4))


@ROUND.says("albarede2007-s2.3.1-invariant", false={"renamed": False})
def _alike_hands_are_alike_likely(renamed: bool = True) -> Finding:
    """Hands that differ by the names of the faces have the same chance (not: all hands)."""
    law = distribution(3, (1, 2, 3, 4))
    same = [
        law[a] == law[b]
        for a, b in product(FOUR_FACES, repeat=2)
        if not renamed or _renames((a,), (b,))
    ]
    return tallied(same, "{} pairs", "tested")


@ROUND.says("albarede2007-s2.3.1-diagonal", false={"second": (1, 2, 3)})
def _couples_of_equals(second: Combination | None = None) -> Finding:
    """(d, d) and (d', d') differ by names of faces if and only if d and d' do.

    By trying all names, and by the representatives that the tables are ordered by.
    """
    same = []
    for a, b in product(FOUR_FACES, repeat=2):
        couples = (a, second or a), (b, second or b)
        alike = {_renames(*couples), canonical(*couples[0]) == canonical(*couples[1])}
        same.append(alike == {_renames((a,), (b,))})
    return tallied(same, "{} pairs", "tested")


@ROUND.says("albarede2007-s2.3.1-pair", false={"other": "321"}, reads="442 211")
@ROUND.says(
    "albarede2000-s4.2-655", one="441", other="655", false={"other": "654"}, reads="441 655"
)
def _alike(one: str = "442", other: str = "211") -> Finding:
    """Two hands differ by the names of the faces alone."""
    found = [digits(canonical(hand(shown))[0]) for shown in (one, other)]
    return Finding(found[0] == found[1], f"{one} to {found[0]}, {other} to {found[1]}")


@ROUND.says("albarede2007-s2.3.1-couple", false={"never": True})
def _couple_of_representatives(never: bool = False) -> Finding:
    """The representative of a couple is not that of its parts, but for couples of equals.

    Not always.  In the source's own example, (421, 442), it is.
    """
    couples = classes(Round())[1]
    same = [c for c in couples if c == tuple(canonical(part)[0] for part in c)]
    off = [c for c in same if c[0] != c[1]]
    shown = f"the same for {len(off)} of {len(couples) - 3} classes of unequal couples"
    if never:
        return Finding(not off, shown)
    holds = len(same) - len(off) == 3 and len(same) < len(couples)
    return Finding(holds, shown, reading="'not' as 'not always'", facts=("421, 442",))


@WHOLE.gives("albarede2007-appA-order", hands=("664", "663"), given=True)
def _places(hands: tuple[str, str]) -> str:
    """Where two hands stand in the order of the game."""
    found = (f"{shown} at place {RANKING.index(hand(shown)) + 1}" for shown in hands)
    return ", ".join(found)


@WHOLE.says("albarede2000-appA-order", false={"worse": "653"}, reads="655 654")
def _better(better: str = "655", worse: str = "654") -> Finding:
    """Of two hands that the list leaves out the greater number is better (654 is in it)."""
    found = RANKING.index(hand(better)) < RANKING.index(hand(worse))
    return Finding(found, _places((better, worse)))


@WHOLE.says("albarede2000-appA-one-die", false={"worst": "332"}, reads="421 221")
def _one_die_apart(worst: str = "221") -> Finding:
    """The best and the worst hand have all dice but one in common."""
    common = shared(RANKING[0], hand(worst))
    return Finding(hand(worst) == RANKING[-1] and len(common) == 2, f"{digits(common)} in common")


WHOLE.gives("albarede2000-appA-411", hands=("411",), given=True)(_tokens_of)


@WHOLE.says("albarede2000-s2.3-order", false={"order": "numbers"}, reads="54")
def _better_hands_gain_more(order: str = "of the game") -> Finding:
    """A better hand never brings fewer tokens, whatever the other player has thrown.

    For two players: who has the better hand is rid of the tokens that it moves.
    """
    ranked = list(RANKING) if order == "of the game" else sorted(RANKING, key=digits, reverse=True)

    def gain(own: int, other: int) -> int:
        return TOKENS[ranked[own]] if own < other else -TOKENS[ranked[other]] * (own > other)

    places = range(len(ranked))
    falls = [gain(a, other) >= gain(a + 1, other) for a in places[:-1] for other in places]
    return tallied(falls, "{} cases", "tested")


# Section 4: one goal.


@OPEN.says("albarede2000-s4.1-criterion", "albarede2007-s4.2.1-criterion", false={"most_casts": 2})
def _ratchet_if_chances_fall(most_casts: int = 9) -> Finding:
    """The ratchet is most probably successful if and only if p falls with each die that is added.

    So it is with two casts.  With more p falls at (3, 6), and the ratchet fails for the goal 211.
    """
    wrong = []
    for dice, faces in product((1, 2, 3), (2, 3, 4, 5, 6)):
        sides = range(1, faces + 1)
        laws = [distribution(n, sides) for n in range(dice + 1)]
        falls = all(
            more[tuple(sorted((f, *d)))] <= p
            for less, more in pairwise(laws)
            for d, p in less.items()
            for f in sides
        )
        best = RatchetMap(dice, faces, most_casts).optimal_up_to
        if (best >= most_casts) != falls:
            wrong.append(f"({dice}, {faces}) up to {best} casts")
    return Finding(not wrong, "best at (D, F) = " + ", ".join(wrong) if wrong else "in all cases")


@OPEN.says("albarede2000-appC-produces", false={"faces": (4, 5, 6)})
def _ratchet_or_bernoulli(faces: tuple[int, ...] = (2, 4, 5, 6)) -> Finding:
    """Best play for one goal is the ratchet if D < F, and else the Bernoulli policy.

    Of three dice with two faces neither: for 211 it keeps nothing of 222, and 21 of 221.
    """
    neither = []
    for f in faces:
        rules = Round(faces=f, casts=2)
        for goal in {canonical(shown)[0] for shown in rules.hands}:
            best = towards(aimed(rules, goal))
            named_policy = ratchet(rules, goal) if rules.dice < f else bernoulli(rules, goal)
            off = [t for t, _ in tables(rules, ()) if not _is_best(best, named_policy, t)]
            neither += [f"F = {f}, {digits(goal)} after {digits(t)}" for t in off]
    return Finding(not neither, "; ".join(neither) or f"for F = {faces}", facts=("222, 21",))


def _is_best(best: RoundSolution, policy: Mixture, table: Combination) -> bool:
    state = (1, (), table)
    return set(policy(state)) <= set(best.best(state))


@OPEN.says("albarede2000-s4.2-large", false={"shape": (1, 2, 2)})
def _too_many_strategies(shape: tuple[int, int, int] = (3, 6, 3)) -> Finding:
    """Pure strategies are far more than the nodes of the fate tree, and too many to be listed.

    Counted are choices at each state and event of the merged tree, all but those of the last cast.
    """
    rules = Round(*shape)
    options = [
        len(rules.options(date + 1, kept, table))
        for date, kept in Costs(rules).nodes
        if date + 1 < rules.casts
        for table, _ in tables(rules, kept)
    ]
    power = sum(map(log10, options))
    shown = f"10^{power:.0f} strategies, a tree of {Costs(rules).histories:,} nodes"
    return Finding(power > max(50, log10(Costs(rules).histories)), shown)


@OPEN.says("albarede2000-appB-221", false={"goal": "211"}, reads="221 1 211 1")
@OPEN.says("albarede2007-appB-221", false={"goal": "211"}, reads="221 1 2 211 1")
def _one_of_two_dice_dies(goal: str = "221", event: str = "211") -> Finding:
    """Of two dice that show 1, one is cast again if and only if the other is not."""
    (kept,) = ratchet(Round(), goal)((1, (), hand(event)))
    return Finding(kept.count(1) == 1, f"{digits(kept)} is kept")


# Section 4.3 of 2007 and section 5 of 2000: goals.


@GOALS.says("albarede2007-s4.3-flat", false={"utility": "transfer"})
def _all_goals_of_a_flat_utility(utility: str = "flat") -> Finding:
    """For a flat utility all goals are most useful.

    If a miss counts; by (51), where it does not, those most often reached are.
    """
    rules = Round(utility=lambda _: 1) if utility == "flat" else playing_for(utility)
    best = [len(Prospects(rules).goals(0, (), serendipity)) for serendipity in (True, False)]
    shown = f"{best[0]} of {len(rules.hands)} goals if a miss counts, {best[1]} if not"
    holds = best[0] == len(rules.hands)
    reading = "a miss is worth what it is" if holds else ""
    return Finding(holds, shown, reading=reading, facts=("equation (51)", 0))


@GOALS.says("albarede2000-s5.1-flat", false={"utility": "transfer"})
def _any_goal_will_do(utility: str = "flat") -> Finding:
    """With a constant utility to play for any goal is as good as best play."""
    found = set()
    for player in PLAYERS:
        rules = replace(playing_for("transfer", player))
        rules = replace(rules, utility=lambda _: 1) if utility == "flat" else rules
        best = solve_round(rules).value
        found |= {
            evaluate_round(rules, most_probably(rules, g)).value == best
            for g in ("111", "211", "321", "665")
        }
    every = found == {True}
    return Finding(every, f"{'every' if every else 'not every'} goal is as good", "tested")


@GOALS.says("albarede2007-s4.3-peaked", false={"hands": ("421", "653")}, reads="37")
def _one_goal_of_a_peak(hands: tuple[str, ...] = ("421",)) -> Finding:
    """For a utility of one hand this is the only most useful goal."""
    found = {
        tuple(map(digits, Prospects(Round(player=p, utility=Aim.at(*hands))).goals(0, (), s)))
        for p, s in product(PLAYERS, (True, False))
    }
    return Finding(found == {("421",)}, "; ".join(", ".join(f) for f in sorted(found)), "tested")


@GOALS.says("albarede2007-s4.3-criterion", false={"names": ("delta123",)})
def _not_by_the_final_utility(names: tuple[str, ...] = NAMES) -> Finding:
    """To choose the goal by its final utility is never better than by the initial one, often worse.

    Whoever takes the hand of greatest utility, where it is a single one, loses by it.
    """
    lost = {}
    for name in names:
        rules = playing_for(name)
        top = max(rules.worth(3, h) for h in rules.hands)
        promised = Prospects(rules).of(0, (), True)
        best = max(p for g, p in promised.items() if rules.worth(3, g) == top)
        lost[name] = max(promised.values()) - best
    worse = [f"{name} {float(v):.3f}" for name, v in lost.items() if v > 0]
    return Finding(min(lost.values()) >= 0 and bool(worse), "lost: " + ", ".join(worse), "tested")


@GOALS.gives("albarede2007-s4.3.1-deep", horizon=2)
def _deep_without_serendipity(horizon: int) -> str:
    """Policy utility with a horizon of all decisions but the last cast, dynamic, misses left out.

    The worst and the best over the utilities of the tables, which the source leaves out of them.
    """
    deep = Character(False, horizon, True)
    found = {p: [judge(playing_for(n, p), [deep]).of(deep) for n in NAMES] for p in PLAYERS}
    return "; ".join(f"{p} player {float(min(v)):.3f} to {max(v)}" for p, v in found.items())


GOALS.says("albarede2000-s5.2-full", false={"delta_of": "k"}, reads="47 51 52")(
    _full_states_are_worth_their_utility
)


@OPEN.says("albarede2000-s5.1-nim", "albarede2007-s5.2-nim", false={"more": 0})
def _congruence_wins_at_nim(more: int = 1, most: int = 60) -> Finding:
    """In Nim with one heap, of which 1 to k go at a time, leave a multiple of k + 1."""
    right = []
    for k in range(2, 8):
        won = [False]
        for heap in range(1, most):
            won.append(not all(won[heap - take] for take in range(1, min(k, heap) + 1)))
        right.append(won == [heap % (k + more) != 0 for heap in range(most)])
    return tallied(right, "{} k", "tested")


@OPEN.says("albarede2000-s5.2-duplicity", false={"of_states": False})
def _dilemma_and_duplicity(of_states: bool = True) -> Finding:
    """A dilemma implies duplicity, but not conversely.

    A next player who has 421 too early may keep any two dice, and each pair leaves another goal; of
    the goals of one state there is no tie.  A first player has ties of goals and never a dilemma.
    """
    rules = Round(player="next", utility=Aim.at("421"))
    kept = solve_round(rules).best((1, (), hand("421")))
    goals = [Prospects(rules).goals(1, state, False) for state in kept]
    ties = len(kept) > 1 if of_states else any(len(g) > 1 for g in goals)
    free = Prospects(Round(utility=Aim.at("421", "653"))).goals(0, (), False)
    shown = f"{len(kept)} states tie, each with {len(goals[0])} goal; without a dilemma "
    holds = ties and len(free) > 1
    reading = "a tie between states as one between the goals they leave" if holds else ""
    return Finding(holds, f"{shown}{len(free)} goals tie", reading=reading)


@OPEN.says("albarede2000-s5.3-period", false={"sense": "at most"})
def _period_of_revision(sense: str = "at least") -> Finding:
    """Who foresees h decisions has to look again after h of them: earlier will do, later not."""
    horizons, casts = range(1, 6), 30
    seen = {
        (h, period): {n for start in range(0, casts, period) for n in range(start, start + h)}
        >= set(range(casts))
        for h, period in product(horizons, range(1, 9))
    }
    at_least = all(ok == (period >= h) for (h, period), ok in seen.items())
    at_most = all(ok == (period <= h) for (h, period), ok in seen.items())
    if sense == "at most":
        return Finding(not at_most, "periods up to h foresee every decision")
    shown = (
        f"periods up to h {'foresee' if at_most else 'do not foresee'} every decision, "
        f"those from h on {'do' if at_least else 'do not'}"
    )
    return Finding(at_most, shown, reading="at least once in h decisions")


@GOALS.says("albarede2000-s5.4-one-goal", false={"goals": (("421", "653"),)})
def _best_with_one_goal(
    goals: Iterable[tuple[str, ...]] = (("111",), ("211",), ("321",)),
) -> Finding:
    """With a utility of one hand every goal-driven policy plays best."""
    equal = [
        GoalDriven(Prospects(rules), Character(s, h, dynamic=bool(h), ties="lexicographic")).value
        == solve_round(rules).value
        for player, hands in product(PLAYERS, goals)
        for rules in [Round(player=player, utility=Aim.at(*hands))]
        for s, h in product((False, True), (0, 1))
    ]
    return tallied(equal, "{} policies and goals", "tested")


@GOALS.says("albarede2000-s6-optimal", "albarede2007-s6.1-not-best", false={"names": NAMES[:1]})
def _goals_are_not_always_best(names: tuple[str, ...] = NAMES) -> Finding:
    """No goal-driven policy of a reduced horizon is best for every utility; mean-max is."""
    least = [min(named("first", name).of(c) for name in names) for c in PRUNED]
    shown = ", ".join(f"{float(v):.3f}" for v in least)
    return Finding(max(least) < 1, f"least policy utility of each: {shown}")


@OPEN.says("albarede2000-s6-fool", false={"players": ("next",)})
def _the_fool_wants_it_flat(players: tuple[str, ...] = ("first",)) -> Finding:
    """To play at random is best for a flat utility only.

    For a first player: if all choices are worth the same, so is to stop with any hand.  A next
    player has no real choice if he is to make the sum even: the last die decides, however it is
    reached.
    """
    known = {name: playing_for(name).utility for name in NAMES}
    utilities = {"an even sum": lambda final: 1 - sum(final) % 2, **known}
    best = {
        (player, name)
        for player, (name, utility) in product(PLAYERS, utilities.items())
        for rules in [Round(player=player, utility=utility)]
        if evaluate_round(rules, monkey(rules)).value == solve_round(rules).value
    }
    shown = "best also for " + (", ".join(f"{p} player, {n}" for p, n in sorted(best)) or "none")
    holds = not any(player in players for player, _ in best)
    return Finding(holds, shown, but="a next player who wants an even sum" if holds else "")


@OPEN.says("albarede2000-s6-entropy", false={"least": 5}, reads="1 2")
@OPEN.says("albarede2007-appC-entropy", outcomes=3, false={"least": 5})
def _entropy_is_greatest_if_equal(outcomes: int = 2, parts: int = 12, least: int = 0) -> Finding:
    """Of all laws in twelfths the equal one has the greatest entropy (with constraints, another).

    In general, as x log x is convex.
    """
    laws = [
        law
        for law in product(range(parts + 1), repeat=outcomes)
        if sum(law) == parts and law[0] * 6 >= parts * least
    ]
    entropy = {law: -sum(n * log(n / parts) for n in law if n) for law in laws}
    best = max(entropy, key=entropy.__getitem__)
    return Finding(len(set(best)) == 1, "; ".join(str(Fraction(n, parts)) for n in best))


@OPEN.says("albarede2007-s5.3-cheaper", false={"excepted": False})
def _less_of_anything_is_cheaper(excepted: bool = True) -> Finding:
    """Without serendipity, with less horizon or without dynamism a policy costs less to compute."""
    costs, dearer = Costs(Round()), []
    changes: dict[str, Any] = {"serendipity": False, "horizon": 0, "dynamic": False}
    for c, (name, less) in product(CHARACTERS, changes.items()):
        plainer = replace(c, **{name: less})
        if plainer != c and costs.of(plainer) >= costs.of(c):
            dearer.append(f"{c} with {name} {less}")
    but = dearer[0] if excepted and len(dearer) == 1 else ""
    return Finding(bool(but) or not dearer, "dearer: " + ("; ".join(dearer) or "none"), but=but)


@OPEN.says("albarede2007-s5.3-c0", false={"price": Fraction(1, 1000)}, reads="0")
def _best_play_if_free(price: Fraction = Fraction(0)) -> Finding:
    """If computing costs nothing, mean-max has the greatest free utility of all ten policies."""
    best = []
    for name in NAMES:
        free = FreeUtility.of(playing_for(name))
        gains = {n: u - price * free.operations[n] for n, u in free.utilities.items()}
        best.append(gains["mean-max"] == max(gains.values()))
    return tallied(best, "{} utilities", "tested")


@OPEN.says("albarede2007-s5.3-legendre", false={"of": "monkey"})
def _greatest_free_utility(of: str = "any", utility: str = "transfer") -> Finding:
    """Free utility is a Legendre transform, if the cost is linear.

    Of one policy it is a line in the price.  The greatest over all policies is the transform, down
    to a sign: convex, and with a kink at each price where another policy becomes the best.
    """
    free = FreeUtility.of(playing_for(utility))
    names = list(free.utilities) if of == "any" else [of]
    prices = [Fraction(n, 20_000) for n in range(61)]
    best = [max(free.utilities[n] - p * free.operations[n] for n in names) for p in prices]
    turns = [c - 2 * b + a for a, b, c in zip(best, best[1:], best[2:], strict=False)]
    convex = min(turns) >= 0 and any(turns)
    reading = "of the policy that is best at each price" if convex else ""
    return Finding(convex, f"{len(free.stretches)} policies are best in turn", reading=reading)
