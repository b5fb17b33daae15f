"""Source 000, Albarede 2007: the model and the conservation of utility, sections 2 and 3."""

from fractions import Fraction

from chancegames.games.game421.chances import chance, classes
from chancegames.games.game421.costs import nodes
from chancegames.games.game421.policies import meet, monkey
from chancegames.games.game421.rules import PLAYERS, Round
from chancegames.games.game421.solve import fokker_planck, mean_max, mean_mean
from chancegames.games.game421.utilities import (
    LISTED,
    combination,
    digits,
    random_utility,
    ranking,
    sample,
)
from chancegames.maths.dice import law
from chancegames.sources.albarede_shared import OPEN, ROUND
from chancegames.sources.registry import Finding, Replication

SOURCE = Replication("albarede2007")


# Section 2: the model.


@SOURCE.answers({"albarede2007-text-002": {"hand": "21", "other": "11"}}, page=ROUND)
def likelier(hand: str, other: str) -> Fraction:
    """How many times likelier one combination of two dice is than another."""
    return law(2)[combination(hand)] / law(2)[combination(other)]


@SOURCE.answers({"albarede2007-text-003": {}}, page=ROUND)
def final_classes() -> int:
    """Classes of final states modulo renamed faces."""
    return len(classes(Round())[0])


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
