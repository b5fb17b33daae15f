"""Source 001, Albarede 2000, *Fate stochastic management*: its ten tables and its text.

What it says in common with the paper of 2007 is in `albarede2007.both`.  Ties are broken in the
order "the shorter list first, then lexicographic", and a horizon of one decision goes with revision
at every date.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from itertools import pairwise, product

from chancegames.games.game421.goals import Character, GoalDriven, Prospects, best_of
from chancegames.games.game421.hands import digits, hand
from chancegames.games.game421.policies import most_probably, result_law
from chancegames.games.game421.rounds import evaluate_round, moves, play, running, solve_round
from chancegames.maths.solution import Number
from chancegames.models.game421 import PLAYERS, Round, tokens
from chancegames.sources.albarede2007.both import (
    GOALS,
    OF_2000,
    OPEN,
    REACHING,
    ROUND,
    couple_is,
)
from chancegames.sources.albarede2007.costs import history_operations, mean_max_operations
from chancegames.sources.albarede2007.judging import named, playing_for
from chancegames.sources.registry import Finding, Replication

SOURCE = Replication("albarede2000").including(OF_2000)

#: The utilities of tables 1 to 4, from peaked to fuzzy.
UTILITIES = ("delta123", "delta123+224+345", "transfer", "Total")
PEAKED, FUZZY = UTILITIES[:2], UTILITIES[2:]


# Tables 1 to 4: goal-driven policies.


@cache
def greatest(player: str, utility: str) -> Number:
    """Utility of best play."""
    return solve_round(playing_for(utility, player)).value


@cache
def optimality(player: str, utility: str, horizon: int, serendipity: bool) -> Number:
    """Utility of a policy as a share of the first player's greatest one."""
    character = Character(serendipity, horizon, dynamic=bool(horizon), ties="lexicographic")
    value = GoalDriven(_prospects(player, utility), character).value
    return value / greatest("first", utility)


@cache
def _prospects(player: str, utility: str) -> Prospects:
    return Prospects(playing_for(utility, player))


@SOURCE.answers("albarede2000-T0[1234]-*", page=GOALS)
def benchmark(
    u: str, i: int | None = None, h: int | None = None, seren: int | None = None
) -> Number:
    """Greatest first-player utility, or the share of it that a player's policy reaches."""
    if i is None:
        return greatest("first", u)
    player = PLAYERS[i - 1]
    if h is None:
        return greatest(player, u) / greatest("first", u)
    return optimality(player, u, h, bool(seren))


# Table 5: tokens.


@SOURCE.statement("albarede2000-T05-003", page=ROUND, false_variant={"faces": range(1, 7)})
def tokens_of_pairs_and_brelans(faces: range = range(2, 7)) -> Finding:
    """A pair of 1 with an f, and a brelan of f, are worth f tokens, from f = 2 on."""
    found = {f: {tokens((1, 1, f)), tokens((f, f, f))} for f in faces}
    return Finding(all({f} == n for f, n in found.items()), f"for f = {min(faces)} to {max(faces)}")


# The player's guide.


@SOURCE.statement("albarede2000-guide", page=REACHING, false_variant={"result": "655"})
def guide_for_the_result(result: str = "652") -> Finding:
    """For the goal 641 and the result 652 the guide looks up the couple (123, 144).

    The couple of 652 is (123, 145), whose chances are twice as great; (123, 144) is that of 655,
    which the guide names in the same breath.
    """
    return couple_is("641", result, ("123", "144"))


# Section 3: transport.


@SOURCE.statement("albarede2000-s3.3", page=ROUND, false_variant={"factor": 1})
def direct_is_slower(factor: int | None = None) -> Finding:
    """To add up utility from the density costs as many backward passes as the utility has points.

    Counted in products: one forward pass gives the density of all final states at once, with as
    many products as the one backward pass.
    """
    rules = playing_for("Total")
    policy = solve_round(rules).equiprobable
    flow = list(running(rules, policy))
    judged = evaluate_round(rules, policy)
    direct = sum(p * sum(hand) for _, ended in flow for hand, p in ended.items())

    def products(states: Iterable[tuple[int, tuple[int, ...]]]) -> int:
        return sum(len(moves(rules, policy, date, state)) for date, state in states)

    forward = products((date, s) for date in range(rules.casts) for s in flow[date][0])
    backward = products(dated for dated in judged.values if len(dated[1]) < rules.dice)
    same = direct == judged.value
    claimed = len(rules.hands) if factor is None else factor
    shown = f"one forward pass is enough: {forward} products for {len(rules.hands)} final states"
    return Finding(same and forward == claimed * backward, shown)


# Section 5.4: what the benchmark shows.


@SOURCE.statement("albarede2000-s5.4-1", page=GOALS, false_variant={"deeper": 0})
def serendipity_contributes(deeper: int = 1) -> Finding:
    """Serendipity adds to the optimality of the first player, more with the greater horizon.

    "Positive" includes 0, as the author says of his words in 2007 (footnote 1).  With a single goal
    a miss is worth nothing, so that there is nothing to gain at either horizon.
    """
    gains = {
        (u, h): optimality("first", u, h, True) - optimality("first", u, h, False)
        for u, h in product(UTILITIES, (0, 1))
    }
    shown = ", ".join(f"{float(gains[u, 0]):+.3f} to {float(gains[u, 1]):+.3f}" for u in UTILITIES)
    none = [u for u in UTILITIES if not gains[u, 0] and not gains[u, 1]]
    more = all(gains[u, deeper] > gains[u, 1 - deeper] for u in UTILITIES if u not in none)
    if min(gains.values()) >= 0 and more and none == ["delta123"]:
        return Finding(True, shown, but="delta123, with a single goal, where it adds nothing")
    return Finding(False, shown)


def depth_gains(
    serendipity: bool, utilities: tuple[str, ...], players: tuple[str, ...]
) -> dict[tuple[str, str], Number]:
    """What horizon and revision add to the optimality."""
    return {
        (p, u): optimality(p, u, 1, serendipity) - optimality(p, u, 0, serendipity)
        for p, u in product(players, utilities)
    }


@SOURCE.statement("albarede2000-s5.4-2", page=GOALS, false_variant={"serendipity": False})
def depth_helps_with_serendipity(serendipity: bool = True) -> Finding:
    """With serendipity, horizon and revision never harm the first player."""
    gains = depth_gains(serendipity, UTILITIES, ("first",))
    shown = ", ".join(f"{float(g):+.4f}" for g in gains.values())
    holds = all(g >= 0 for g in gains.values())
    return Finding(holds, f"never negative: {shown}" if holds else shown)


@SOURCE.statement("albarede2000-s5.4-3", page=GOALS, false_variant={"players": ("first",)})
def depth_harms_if_fuzzy(players: tuple[str, ...] = PLAYERS) -> Finding:
    """Without serendipity they help with peaked utilities and harm with fuzzy ones.

    So it is for the first player; for a next player with the tokens as utility they help.
    """
    peaked = depth_gains(False, PEAKED, players)
    fuzzy = depth_gains(False, FUZZY, players)
    wrong = [f"{p}, {u}: {float(g):+.5f}" for (p, u), g in fuzzy.items() if g >= 0]
    holds = all(g >= 0 for g in peaked.values()) and not wrong
    return Finding(holds, "; ".join(wrong) or "negative for both fuzzy utilities")


@SOURCE.statement(
    "albarede2000-fuzzy", page=GOALS, false_variant={"utilities": ("delta123", "Total")}
)
def fuzziness_is_redefined(utilities: tuple[str, ...] = UTILITIES) -> Finding:
    """The two papers define fuzziness differently: some utility is fuzzy in one sense only."""
    known = [u for u in utilities if u != "delta123+224+345"]
    apart = [
        f"{u} ({p})"
        for p, u in product(PLAYERS, known)
        if named(p, u).fuzzy() != named(p, u).fuzzy_2000()
    ]
    return Finding(bool(apart), "apart for " + (", ".join(apart) or "none"))


# Section 6 and appendix C.


@SOURCE.statement("albarede2000-toy", page=OPEN, false_variant={"earned": (1, 0)})
def utility_leaves_a_choice(earned: tuple[int, int] = (0, 0)) -> Finding:
    """In the toy game P earns nothing either way, so utility does not tell what P says."""
    best = best_of({"white": Fraction(earned[0]), "black": Fraction(earned[1])})
    return Finding(len(best) > 1, f"best: {' or '.join(best)}")


@SOURCE.statement("albarede2000-appC-linear", page=OPEN, false_variant={"merged": False})
def merged_tree_is_linear(merged: bool = True, most: int = 7) -> Finding:
    """With states merged, each cast more adds the same to the tree."""
    count = mean_max_operations if merged else history_operations
    costs = [count(Round(casts=j)) for j in range(2, most)]
    steps = {b - a for a, b in pairwise(costs)}
    shown = f"{min(steps)} operations a cast" if len(steps) == 1 else f"{len(steps)} step sizes"
    return Finding(len(steps) == 1, shown)


@SOURCE.statement("albarede2000-appC-mc", page=REACHING, false_variant={"played": "543"})
def monte_carlo_agrees(played: str = "421", rounds: int = 20_000, seed: int = 2000) -> Finding:
    """Simulated rounds agree with the chances of results, within four standard errors."""
    rules, expected = Round(), result_law(Round(), hand("421"))
    ends = play(rules, most_probably(rules, played), rounds, seed)
    seen: Counter[tuple[int, str]] = Counter()
    chances: defaultdict[tuple[int, str], Fraction] = defaultdict(Fraction)
    for end, p in expected.items():
        name = digits(end[1]) if end[1] == hand("421") else "other"
        seen[end[0], name] += ends[end]
        chances[end[0], name] += p
    off = [
        abs(seen[k] / rounds - float(p)) / float(p * (1 - p) / rounds) ** 0.5
        for k, p in chances.items()
    ]
    shown = f"at most {max(off):.1f} standard errors off in {len(off)} cells"
    return Finding(max(off) < 4, shown, scope="tested")
