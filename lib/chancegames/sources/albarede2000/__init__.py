"""Source 001, Albarede 2000, *Fate stochastic management*: its benchmark and its appendices.

What it says in common with the paper of 2007 is in `albarede2007`.  Ties are broken in the order
"the shorter list first, then lexicographic", and a horizon of one decision goes with revision at
every date.
"""

from collections import Counter, defaultdict
from fractions import Fraction
from functools import cache
from itertools import pairwise, product

from chancegames.games.game421.goals import Character, GoalDriven, best_of
from chancegames.games.game421.hands import digits, hand
from chancegames.games.game421.policies import most_probably, result_law
from chancegames.games.game421.rounds import ends, play, solve_round
from chancegames.maths.solution import Number
from chancegames.models.game421 import PLAYERS, RANKING, Round
from chancegames.sources.albarede2007.judging import _prospects, named, playing_for
from chancegames.sources.albarede2007.papers import GOALS, OPEN, REACH
from chancegames.sources.registry import Finding

#: The utilities of tables 1 to 4, from peaked to fuzzy.
UTILITIES = ("delta123", "delta123+224+345", "transfer", "Total")
PEAKED, FUZZY = UTILITIES[:2], UTILITIES[2:]


# Tables 1 to 4: goal-driven policies.


@cache
def _greatest(player: str, utility: str) -> Number:
    """Utility of best play."""
    return solve_round(playing_for(utility, player)).value


@cache
def _optimality(player: str, utility: str, horizon: int, serendipity: bool) -> Number:
    """Utility of a policy as a share of the first player's greatest one."""
    character = Character(serendipity, horizon, dynamic=bool(horizon), ties="lexicographic")
    value = GoalDriven(_prospects(player, utility), character).value
    return value / _greatest("first", utility)


@GOALS.gives("albarede2000-T0[1234]-*")
def _benchmark(
    u: str, i: int | None = None, h: int | None = None, seren: int | None = None
) -> Number:
    """Greatest first-player utility, or the share of it that a player's policy reaches."""
    if i is None:
        return _greatest("first", u)
    player = PLAYERS[i - 1]
    if h is None:
        return _greatest(player, u) / _greatest("first", u)
    return _optimality(player, u, h, bool(seren))


# Section 5.4: what the benchmark shows.


@GOALS.says("albarede2000-s5.4-4", false={"player": "first"})
def _next_players_are_handicapped(player: str = "next") -> Finding:
    """The best a next player can do is less than the best of a first player, for each utility."""
    shares = [float(_greatest(player, u) / _greatest("first", u)) for u in UTILITIES]
    return Finding(max(shares) < 1, "; ".join(f"{share:.5f}" for share in shares))


@GOALS.says("albarede2000-s5.4-5", false={"utilities": UTILITIES[1:]})
def _fuzziness_eases_the_handicap(utilities: tuple[str, ...] = UTILITIES) -> Finding:
    """The handicap is less with a fuzzier utility.

    True from the second utility on.  From one goal to three it grows, in the printed tables too.
    """
    shares = [_greatest("next", u) / _greatest("first", u) for u in utilities]
    shown = "; ".join(f"{u}: {float(s):.5f}" for u, s in zip(utilities, shares, strict=True))
    return Finding(all(a < b for a, b in pairwise(shares)), shown)


@cache
def _serendipity_gain(utility: str, horizon: int) -> Number:
    with_it, without = (_optimality("first", utility, horizon, s) for s in (True, False))
    return with_it - without


@GOALS.says("albarede2000-s5.4-1", false={"deeper": 0})
def _serendipity_contributes(deeper: int = 1) -> Finding:
    """Serendipity adds to the optimality of the first player, more with the greater horizon.

    "Positive" includes 0, as the author says of his words in 2007 (footnote 1).  With a single goal
    a miss is worth nothing, so that there is nothing to gain at either horizon.
    """
    gains = {u: [_serendipity_gain(u, h) for h in (0, 1)] for u in UTILITIES}
    shown = ", ".join(f"{float(a):+.3f} to {float(b):+.3f}" for a, b in gains.values())
    none = [u for u, gain in gains.items() if not any(gain)]
    more = all(gain[deeper] > gain[1 - deeper] for u, gain in gains.items() if u not in none)
    if min(map(min, gains.values())) >= 0 and more and none == ["delta123"]:
        return Finding(True, shown, but="delta123, with a single goal, where it adds nothing")
    return Finding(False, shown)


@GOALS.says("albarede2000-s6-short", false={"horizon": 1})
def _short_sight_gets_no_help(horizon: int = 0) -> Finding:
    """With no horizon serendipity hardly helps: by less than a twentieth of best play."""
    gains = [_serendipity_gain(u, horizon) for u in UTILITIES]
    shown = ", ".join(f"{float(gain):+.3f}" for gain in gains)
    return Finding(max(gains) < Fraction(1, 20), shown)


def _depth_gains(
    serendipity: bool, utilities: tuple[str, ...], players: tuple[str, ...] = ("first",)
) -> dict[tuple[str, str], Number]:
    """What horizon and revision add to the optimality."""
    return {
        (p, u): _optimality(p, u, 1, serendipity) - _optimality(p, u, 0, serendipity)
        for p, u in product(players, utilities)
    }


@GOALS.says("albarede2000-s5.4-2", false={"serendipity": False})
def _depth_helps_with_serendipity(serendipity: bool = True) -> Finding:
    """With serendipity, horizon and revision never harm the first player."""
    gains = _depth_gains(serendipity, UTILITIES).values()
    shown = ", ".join(f"{float(g):+.4f}" for g in gains)
    holds = min(gains) >= 0
    return Finding(holds, f"never negative: {shown}" if holds else shown)


@GOALS.says("albarede2000-s5.4-3", false={"players": ("first",)}, reads="3 4")
def _depth_harms_if_fuzzy(players: tuple[str, ...] = PLAYERS) -> Finding:
    """Without serendipity they help with peaked utilities and harm with fuzzy ones.

    So it is for the first player; for a next player with the tokens as utility they help.
    """
    fuzzy = _depth_gains(False, FUZZY, players)
    wrong = [f"{p}, {u}: {float(g):+.5f}" for (p, u), g in fuzzy.items() if g >= 0]
    holds = min(_depth_gains(False, PEAKED, players).values()) >= 0 and not wrong
    return Finding(holds, "; ".join(wrong) or "negative for both fuzzy utilities")


@GOALS.says("albarede2000-s5.3-h0", false={"in_vain": True}, reads="0")
def _no_horizon_needs_no_revision(in_vain: bool = False) -> Finding:
    """Without a horizon a policy knows what to do wherever it leads, and needs no revision.

    Not that revision were in vain: with the sum of the faces it adds something.
    """
    gains, known = {}, []
    for name in UTILITIES:
        prospects = _prospects("first", name)
        plain, revised = (
            GoalDriven(prospects, Character(False, 0, dynamic, ties="lexicographic"))
            for dynamic in (False, True)
        )
        known.append(sum(ends(prospects.rules, plain).values()) == 1)
        gains[name] = (revised.value - plain.value) / _greatest("first", name)
    shown = ", ".join(f"{name} {float(gain):+.3f}" for name, gain in gains.items())
    holds = all(known) and not (in_vain and any(gains.values()))
    reading = "that it always knows what to do; revised, it may do better" if holds else ""
    return Finding(holds, f"revision adds: {shown}", reading=reading)


@GOALS.says("albarede2000-s5.4-unrealistic", false={"names": ("transfer",)})
def _against_the_order(names: tuple[str, ...] = UTILITIES) -> Finding:
    """The utilities are impossible in a real set, where a better hand is worth no less.

    But for the tokens, which respect the order of the hands.
    """
    worth = {name: [playing_for(name).worth(3, hand) for hand in RANKING] for name in names}
    possible = [name for name, row in worth.items() if all(a >= b for a, b in pairwise(row))]
    holds = len(possible) < len(names)
    but = ", ".join(possible) if holds else ""
    return Finding(holds, f"in order: {', '.join(possible) or 'none'}", but=but)


@GOALS.says("albarede2000-s5.4-increasing", false={"utilities": UTILITIES[1:]})
def _utilities_get_fuzzier(utilities: tuple[str, ...] = UTILITIES) -> Finding:
    """The utilities are listed in the order of their fuzziness, as the section measures it itself.

    That is by how little horizon and revision help without serendipity.  The three hands, which
    they help most, stand after the one, which they cannot help.
    """
    gains = {u: gain for (_, u), gain in _depth_gains(False, utilities).items()}
    shown = ", ".join(f"{u} {float(gain):+.3f}" for u, gain in gains.items())
    return Finding(all(b <= a for a, b in pairwise(gains.values())), shown)


@GOALS.says("albarede2000-s6-revision", false={"serendipity": True})
def _revision_can_be_dramatic(serendipity: bool = False) -> Finding:
    """With a fuzzy utility and no serendipity, revision takes away a tenth of best play or more.

    It does so with the sum of the faces; with the tokens it takes away less.
    """
    gains = {u: g for (_, u), g in _depth_gains(serendipity, FUZZY).items()}
    shown = ", ".join(f"{u} {float(g):+.3f}" for u, g in gains.items())
    small = [u for u, g in gains.items() if g > -Fraction(1, 10)]
    holds = small == ["transfer"] and gains["transfer"] < 0
    return Finding(holds, shown, but="transfer, where it takes away little" if holds else "")


@GOALS.says("albarede2000-fuzzy", false={"utilities": ("delta123", "Total")}, reads="2007")
def _fuzziness_is_redefined(utilities: tuple[str, ...] = UTILITIES) -> Finding:
    """The two papers define fuzziness differently: some utility is fuzzy in one sense only."""
    known = [u for u in utilities if u != "delta123+224+345"]
    apart = [
        f"{u} ({p})"
        for p, u in product(PLAYERS, known)
        if named(p, u).fuzzy() != named(p, u).fuzzy_2000()
    ]
    return Finding(bool(apart), "apart for " + (", ".join(apart) or "none"))


# Section 6 and appendix C.


@OPEN.says("albarede2000-toy", false={"share": Fraction(1, 10)})
def _utility_leaves_a_choice(share: Fraction = Fraction(0)) -> Finding:
    """In the toy game P earns nothing either way, so utility does not tell what P says.

    If P says white A pays a euro to B, if black B to A.  (False variant: with the secret agreement
    that the source fears, by which A gives P a share of what he gains or loses.)
    """
    gains = {"white": {"A": -1, "B": 1}, "black": {"A": 1, "B": -1}}
    best = {says: best_of({w: g[says] for w, g in gains.items()}) for says in ("A", "B")}
    best["P"] = best_of({word: share * gain["A"] for word, gain in gains.items()})
    shown = "; ".join(f"{who}: {' or '.join(words)}" for who, words in best.items())
    return Finding(len(best["P"]) > 1, f"best for {shown}")


@REACH.says("albarede2000-appC-mc", false={"played": "543"})
def _monte_carlo_agrees(played: str = "421", rounds: int = 20_000, seed: int = 2000) -> Finding:
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
