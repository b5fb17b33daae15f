"""Sources 000 and 001 on the model and the conservation of utility: sections 2, 3, appendix A."""

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

from chancegames.games.game421.hands import digits, hand
from chancegames.games.game421.hands import utility as known_utility
from chancegames.games.game421.policies import monkey, shared
from chancegames.games.game421.rounds import (
    RoundPolicy,
    evaluate_round,
    moves,
    running,
    solve_round,
    tables,
)
from chancegames.maths.dice import Combination, distribution
from chancegames.maths.solution import Number
from chancegames.models.game421 import PLAYERS, RANKING, End, Round, Utility, tokens
from chancegames.sources.albarede2007.costs import Costs
from chancegames.sources.albarede2007.judging import _random_round
from chancegames.sources.albarede2007.papers import GOALS, OPEN, ROUND, WHOLE
from chancegames.sources.albarede2007.strategies import chance
from chancegames.sources.registry import Finding

LISTED = 16  # hands that the source lists before it says how the others follow


# Section 2: the model.


@ROUND.says("albarede2007-text-025", false={"sequences": False}, reads="665 221")
@ROUND.says("albarede2000-eq54", false={"sequences": False}, reads="16 665 221")
def _order_of_hands(sequences: bool = True) -> Finding:
    """Sixteen hands are listed; the others follow as numbers, from 665 down to 221.

    The listed ones are those that the appendix names: 421, three of a kind, a pair of 1s, and
    sequences.  The others are found among all hands, and hold the rest of the model's order.
    """

    def is_named(a: int, b: int, c: int) -> bool:
        run = sequences and (b - a, c - b) == (1, 1)
        return (a, b, c) == (1, 2, 4) or a == c or a == b == 1 or run

    hands = Round().hands
    rest = sorted((digits(dice) for dice in hands if not is_named(*dice)), reverse=True)
    listed = len(hands) - len(rest)
    holds = listed == LISTED and (rest[0], rest[-1]) == ("665", "221")
    holds &= rest == [digits(dice) for dice in RANKING[LISTED:]]
    return Finding(holds, f"{listed} listed, then {rest[0]} ... {rest[-1]}")


@ROUND.says("albarede2007-s6.3", false={"goal": "653"})
def _best_and_worst(goal: str = "421") -> Finding:
    """The best and the worst hand share all dice but one, so aiming at the best risks the worst.

    Who aims at 421 ends with 221 more often than who throws three dice without any aim; who aims at
    three other faces does so less often.
    """
    best, worst = RANKING[0], RANKING[-1]
    close = len(shared(best, worst)) == 2
    risk, plain = chance(Round(), hand(goal), worst, 3), distribution(3)[worst]
    chances = f"{float(risk):.3f} for {goal}, {float(plain):.3f} unaimed"
    return Finding(close and risk > plain, f"chance of {digits(worst)}: {chances}")


@ROUND.gives("albarede2007-fig1", dice=2, faces=3, casts=3)
def _fate_tree(dice: int, faces: int, casts: int) -> str:
    """Size of the first player's fate tree with merged states."""
    rules = Round(dice, faces, casts)
    inner = list(Costs(rules).nodes)
    ends = len(rules.hands) * len(rules.ends)
    events = sum(len(tables(rules, state)) for _, state in inner)
    return f"{len(inner)} dated states with dice to cast, {events} events, {ends} dated ends"


@ROUND.gives("albarede2000-T05-001", hands=("421",))
@ROUND.gives("albarede2000-T05-002", hands=("111",))
@ROUND.gives("albarede2000-T05-004", hands=("654", "543", "432", "321"))
@ROUND.gives("albarede2000-T05-005", hands=("665", "632", "322", "221"))
@WHOLE.gives("albarede2007-T13-001", hands=("421",))
@WHOLE.gives("albarede2007-T13-002", hands=("111",))
@WHOLE.gives("albarede2007-T13-005", hands=("654", "543", "432", "321"))
@WHOLE.gives("albarede2007-T13-006", hands=("665", "632", "322", "221"))
def _tokens_of(hands: tuple[str, ...]) -> int:
    """Tokens of the hands, if all have the same."""
    (number,) = {tokens(hand(shown)) for shown in hands}
    return number


_FROM_ACES = {"faces": range(1, 7)}


@ROUND.says("albarede2000-T05-003", false=_FROM_ACES)
@WHOLE.says("albarede2007-T13-003", pairs=False, false=_FROM_ACES)
@WHOLE.says("albarede2007-T13-004", brelans=False, false=_FROM_ACES)
def _tokens_by_face(
    faces: range = range(2, 7), pairs: bool = True, brelans: bool = True
) -> Finding:
    """A pair of 1 with an f, and a brelan of f, are worth f tokens, from f = 2 on."""
    kinds = {f: [(1, 1, f)] * pairs + [(f, f, f)] * brelans for f in faces}
    holds = all(tokens(shown) == f for f, hands in kinds.items() for shown in hands)
    return Finding(holds, f"for f = {min(faces)} to {max(faces)}")


# Section 3: conservation of utility.


def densities(rules: Round, policy: RoundPolicy) -> list[dict[Combination, Number]]:
    """Density of the state at each date (equation 26): a round that is over stays as it is."""
    found: list[dict[Combination, Number]] = []
    over: dict[Combination, Number] = {}
    for here, ended in running(rules, policy):
        over = {hand: over.get(hand, 0) + ended.get(hand, 0) for hand in {*over, *ended}}
        found.append({**here, **over})
    return found


def products(rules: Round, policy: RoundPolicy, kept: bool = True) -> list[Number]:
    """Scalar products of equation (30) at each date.

    A round that is over keeps the utility of the date at which it ended, or, if not `kept`, has
    that of the present date, as is printed.
    """
    values, found = evaluate_round(rules, policy), []
    over: dict[End, Number] = {}
    for j, (here, ended) in enumerate(running(rules, policy)):
        over |= {(j, s): p for s, p in ended.items()}
        now = {**{(j, s): p for s, p in here.items()}, **over}
        parts = (p * values.value_at((d if kept else j, s)) for (d, s), p in now.items())
        found.append(sum(parts, Fraction(0)))
    return found


@ROUND.says("albarede2007-eq30", false={"utility": "casts"}, reads="0 0")
def _utility_is_conserved(utility: str = "Total") -> Finding:
    """The scalar product of utility and density is the same at every date.

    For utilities that do not depend on the date, as equation (28) asks; for two players.
    """
    found = [
        products(rules, policy, kept=False)
        for player in PLAYERS
        for rules in [_worth(Round(player=player), utility)]
        for policy in [
            monkey(rules),
            *(solve_round(_random_round(rules, seed)).equiprobable for seed in (1, 2)),
        ]
    ]
    spread = max(max(p) - min(p) for p in found)
    return Finding(spread == 0, f"largest difference between dates {spread}", scope="tested")


def _worth(rules: Round, name: str) -> Round:
    dated: Utility = {(date, c): date for date in rules.ends for c in rules.hands}
    return replace(rules, utility=dated if name == "casts" else known_utility(name))


@OPEN.says("albarede2007-text-022", false={"utility": "Total"}, reads="0 1 1 0 0")
def _dated_utility_is_conserved(utility: str = "casts") -> Finding:
    """The scalar product is conserved for any Markovian utility of a first player.

    So it is if the utility does not depend on the date, as equation (28) asks just before.  Of
    other Markovian utilities, which the source samples too, it is false: one die with one face, two
    casts, the number of casts made as utility.  A round that ended at date 1 is counted at date 2
    with the utility of date 2.
    """
    rules = _worth(Round(1, 1, 2), utility)
    found = products(rules, monkey(rules), kept=False)
    shown = "the product at dates 0, 1, 2: " + ", ".join(map(str, found))
    if len(set(found)) == 1:
        return Finding(True, shown)
    reading = "any utility of the date and the final state"
    return Finding(False, shown, reading=reading, facts=("equation (28)",))


@ROUND.says("albarede2000-s3.3", false={"factor": 1})
def _direct_is_slower(factor: int | None = None) -> Finding:
    """To add up utility from the density costs as many backward passes as the utility has points.

    Counted in products: one forward pass gives the density of all final states at once, with as
    many products as the one backward pass.
    """
    rules = _worth(Round(), "Total")
    policy = solve_round(rules).equiprobable
    flow = list(running(rules, policy))
    judged = evaluate_round(rules, policy)
    direct = sum(p * sum(hand) for _, ended in flow for hand, p in ended.items())

    def work(states: Iterable[End]) -> int:
        return sum(len(moves(rules, policy, date, state)) for date, state in states)

    forward = work((date, s) for date in range(rules.casts) for s in flow[date][0])
    backward = work(dated for dated in judged.values if len(dated[1]) < rules.dice)
    claimed = len(rules.hands) if factor is None else factor
    shown = f"one forward pass is enough: {forward} products for {len(rules.hands)} final states"
    return Finding(direct == judged.value and forward == claimed * backward, shown)


@ROUND.says("albarede2007-s3.3-cost", false={"dates": (1, 2)})
def _cheapest_date(dates: tuple[int, ...] = (0, 1, 2, 3)) -> Finding:
    """The work in equation (30) depends on the date at which both sides meet; one date costs least.

    Going back to the date and forward to it takes each transition once, whichever date it is.  What
    differs is the scalar product, one product for each state of the date.  So date 0 is cheapest,
    which is plain backward induction: no date between is.
    """
    rules = Round()
    flow = list(running(rules, monkey(rules)))
    steps = sum(
        len(moves(rules, monkey(rules), j, s)) for j, (now, _) in enumerate(flow) for s in now
    )
    work = [steps + len(density) for density in densities(rules, monkey(rules))]
    best = [date for date, n in enumerate(work) if n == min(work)]
    shown = "; ".join(f"date {date}: {n} products" for date, n in enumerate(work))
    return Finding(len(best) == 1 and best[0] in dates, shown)


@GOALS.says("albarede2007-s3.4", false={"goals": ("421", "421")})
def _to_hold_a_goal_is_not_markovian(goals: tuple[str, str] = ("421", "653")) -> Finding:
    """Whoever draws a goal and holds on to it does not choose by the last state and event alone.

    A cast after which none is kept tells which goal it was, and the next choice depends on it.
    """
    rules = Round()
    one, other = (hand(goal) for goal in goals)
    told = {t for t, _ in tables(rules, ()) if not shared(one, t) and shared(other, t)}
    asked = {t for t, _ in tables(rules, ()) if shared(one, t) != shared(other, t)}
    shown = f"{len(told)} casts tell the goal, and {len(asked)} are then answered otherwise"
    return Finding(bool(told and asked), shown)
