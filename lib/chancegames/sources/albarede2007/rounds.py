"""Source 000, Albarede 2007: the model and the conservation of utility, sections 2 and 3."""

from dataclasses import replace
from fractions import Fraction

from chancegames.games.game421.hands import digits, hand
from chancegames.games.game421.hands import utility as known_utility
from chancegames.games.game421.policies import monkey, shared
from chancegames.games.game421.rounds import (
    RoundPolicy,
    evaluate_round,
    running,
    solve_round,
    tables,
)
from chancegames.maths.dice import Combination, law
from chancegames.maths.solution import Number
from chancegames.models.game421 import PLAYERS, RANKING, Round, Utility, tokens
from chancegames.sources.albarede2007.both import OPEN, ROUND
from chancegames.sources.albarede2007.costs import nodes
from chancegames.sources.albarede2007.judging import random_round
from chancegames.sources.albarede2007.strategies import chance, classes
from chancegames.sources.registry import Finding, Replication

SOURCE = Replication("albarede2007")

LISTED = 16  # hands that the source lists before it says how the others follow


# Section 2: the model.


@SOURCE.answers({"albarede2007-text-002": {"one": "21", "other": "11"}}, page=ROUND)
def likelier(one: str, other: str) -> Fraction:
    """How many times likelier one combination of two dice is than another."""
    return law(2)[hand(one)] / law(2)[hand(other)]


@SOURCE.answers({"albarede2007-text-003": {}}, page=ROUND)
def final_classes() -> int:
    """Classes of final states modulo renamed faces."""
    return len(classes(Round())[0])


@SOURCE.statement("albarede2007-text-025", page=ROUND, false_variant={"last": "322"})
def order_of_hands(first_unlisted: str = "665", last: str = "221") -> Finding:
    """Sixteen hands are listed; the others follow as numbers, from 665 down to 221.

    Seen from the tokens: no hand moves more of them than a better one, and the unlisted ones are
    those that move a single token.
    """
    worth = [tokens(dice) for dice in RANKING]
    rest = [digits(dice) for dice, n in zip(RANKING, worth, strict=True) if n == 1]
    holds = worth == sorted(worth, reverse=True) and len(RANKING) - len(rest) == LISTED
    holds &= rest == sorted(rest, reverse=True) and (rest[0], rest[-1]) == (first_unlisted, last)
    return Finding(holds, f"{LISTED} listed, then {rest[0]} ... {rest[-1]}")


@SOURCE.statement("albarede2007-s6.3", page=ROUND, false_variant={"goal": "653"})
def best_and_worst(goal: str = "421") -> Finding:
    """The best and the worst hand share all dice but one, so aiming at the best risks the worst.

    Who aims at 421 ends with 221 more often than who throws three dice without any aim; who aims at
    three other faces does so less often.
    """
    best, worst = RANKING[0], RANKING[-1]
    close = len(shared(best, worst)) == 2
    risk, plain = chance(Round(), hand(goal), worst, 3), law(3)[worst]
    chances = f"{float(risk):.3f} for {goal}, {float(plain):.3f} unaimed"
    return Finding(close and risk > plain, f"chance of {digits(worst)}: {chances}")


@SOURCE.answers({"albarede2007-fig1": {"dice": 2, "faces": 3, "casts": 3}}, page=ROUND)
def fate_tree(dice: int, faces: int, casts: int) -> str:
    """Size of the first player's fate tree with merged states."""
    rules = Round(dice, faces, casts)
    inner = list(nodes(rules))
    ends = len(rules.hands) * len(rules.ends)
    events = sum(len(tables(rules, state)) for _, state in inner)
    return f"{len(inner)} dated states with dice to cast, {events} events, {ends} dated ends"


# Section 3: conservation of utility.


def densities(rules: Round, policy: RoundPolicy) -> list[dict[Combination, Number]]:
    """Density of the state at each date (equation 26): a round that is over stays as it is."""
    found: list[dict[Combination, Number]] = []
    over: dict[Combination, Number] = {}
    for here, ended in running(rules, policy):
        over = {hand: over.get(hand, 0) + ended.get(hand, 0) for hand in {*over, *ended}}
        found.append({**here, **over})
    return found


def printed_products(rules: Round, policy: RoundPolicy) -> list[Number]:
    """Scalar products of equation (30) at each date: a round that is over has the present date."""
    values = evaluate_round(rules, policy)
    return [
        sum((p * values.value_at((j, s)) for s, p in density.items()), Fraction(0))
        for j, density in enumerate(densities(rules, policy))
    ]


def kept_products(rules: Round, policy: RoundPolicy) -> list[Number]:
    """The same with a round that is over keeping the utility of the date at which it ended."""
    values, found = evaluate_round(rules, policy), []
    gained: Number = Fraction(0)
    for j, (here, ended) in enumerate(running(rules, policy)):
        gained += sum(p * values.value_at((j, s)) for s, p in ended.items())
        found.append(gained + sum(p * values.value_at((j, s)) for s, p in here.items()))
    return found


@SOURCE.statement("albarede2007-eq30", page=ROUND, false_variant={"utility": "casts"})
def utility_is_conserved(utility: str = "Total", seeds: int = 3) -> Finding:
    """The scalar product of utility and density is the same at every date.

    For utilities that do not depend on the date, as equation (28) asks; for two players.
    """
    products = [
        printed_products(rules, policy)
        for player in PLAYERS
        for rules in [_worth(Round(player=player), utility)]
        for policy in [monkey(rules), *(_best_of_random(rules, s) for s in range(1, seeds))]
    ]
    spread = max(max(p) - min(p) for p in products)
    shown = f"largest difference between dates {spread}"
    return Finding(spread == 0, shown, scope="tested")


def _worth(rules: Round, name: str) -> Round:
    dated: Utility = {(date, c): date for date in rules.ends for c in rules.hands}
    return replace(rules, utility=dated if name == "casts" else known_utility(name))


def _best_of_random(rules: Round, seed: int) -> RoundPolicy:
    return solve_round(random_round(rules, seed)).equiprobable


@SOURCE.statement("albarede2007-text-022", page=OPEN, false_variant={"utility": "Total"})
def dated_utility_is_conserved(utility: str = "casts") -> Finding:
    """The scalar product is conserved for any Markovian utility of a first player.

    So it is if the utility does not depend on the date, as equation (28) asks just before.  Of
    other Markovian utilities, which the source samples too, it is false: one die with one face, two
    casts, the number of casts made as utility.  A round that ended at date 1 is counted at date 2
    with the utility of date 2.
    """
    rules = _worth(Round(1, 1, 2), utility)
    products = printed_products(rules, monkey(rules))
    shown = "at the dates: " + ", ".join(map(str, products))
    if len(set(products)) == 1:
        return Finding(True, shown)
    reading = "any utility of the date and the final state"
    return Finding(False, shown, reading=reading, facts=("equation (28)",))
