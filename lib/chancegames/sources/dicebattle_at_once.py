"""Source 004, *Dice battle*: the race of simultaneous throws ("forme générale")."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache
from itertools import product

import numpy as np

from chancegames.games.dice_battle import race, simultaneous
from chancegames.games.dice_battle.race_policy import RacePolicy
from chancegames.games.dice_battle.rules import Rules
from chancegames.games.dice_battle.simultaneous import TIE, SimultaneousSolution
from chancegames.games.dice_battle.simultaneous_policies import Reading, best_reply, heuristic
from chancegames.sources.dicebattle_counting import counted_scores
from chancegames.sources.registry import Finding, Replication

SOURCE = Replication("dicebattle")
PAGE = "both-at-once"

#: The range on which statements about "every D" and "every N" are tested.
TESTED_DICE = range(1, 13)
TESTED_GOAL = 80


@SOURCE.statement("dicebattle-F14", page=PAGE, neighbour={"both": 1})
def gain_after_a_round(both: int = 0) -> Finding:
    """EG1(i, j) of a pair of throws, counted over all ordered throws of both players.

    Beyond the goal it is 1, -1, or `both` if both players get there.
    """
    solution = simultaneous.solve_exactly(5, Rules(3))
    differences = [
        abs(solution.matrix(i, j)[d - 1, e - 1] - _counted_gain(solution, i, j, d, e, both))
        for i, j in product(range(5), repeat=2)
        for d, e in product(solution.rules.throws, repeat=2)
    ]
    return Finding(max(differences) == 0, f"N = 5, D = 3: largest difference {max(differences)}")


@SOURCE.statement("dicebattle-C25", page=PAGE, neighbour={"lead": 1})
def same_score_same_behaviour(lead: int = 0) -> Finding:
    """At equal scores both have the same single optimal throw (neighbour: `lead` points apart).

    One point before the goal every throw is optimal; that state is left out.
    """
    differ = [
        (dice, n)
        for dice in TESTED_DICE
        for n in range(2, TESTED_GOAL - lead + 1)
        if len({_best(dice)[n, n + lead], _best(dice)[n + lead, n]}) > 1
        or len(_best(dice)[n, n + lead]) != 1
    ]
    return Finding(not differ, f"D to {max(TESTED_DICE)}, N to {TESTED_GOAL}", "tested")


@SOURCE.statement("dicebattle-C26", page=PAGE, neighbour={"goals": range(65, TESTED_GOAL + 1)})
def opens_with_six(goals: Iterable[int] = range(2, TESTED_GOAL + 1)) -> Finding:
    """With six dice allowed, an optimal player opens with six dice, as a blind one does."""
    wanted = list(goals)
    last = {d: max((n for n in wanted if _best(d)[n, n] != (6,)), default=0) for d in range(6, 13)}
    early = ", ".join(f"{_best(10)[n, n][0]} dice at N = {n}" for n in (5, 10, 20, 30))
    shown = f"from N = {last[6] + 1} on for D = 6, from N = {last[10] + 1} on for D = 10"
    return Finding(not any(last.values()), f"{shown}; D = 10: {early}")


@SOURCE.statement("dicebattle-C27", page=PAGE, neighbour={"direction": -1})
def bolder_when_behind(direction: int = 1, margin: int = 20) -> Finding:
    """On average over the states with one best throw, more dice behind than ahead, fewer near N."""
    holds = True
    for dice in range(2, 13):
        behind = _mean_dice(dice, lambda a, b: a >= b + margin)
        ahead = _mean_dice(dice, lambda a, b: b >= a + margin)
        near, far = (
            _mean_dice(dice, lambda a, b: a <= 20),
            _mean_dice(dice, lambda a, b: a > 40),
        )
        holds &= direction * (behind - ahead) > 0 and direction * (far - near) > 0
    shown = f"D = {dice}: {behind:.1f} dice {margin} behind, {ahead:.1f} ahead; "
    return Finding(holds, f"{shown}{near:.1f} within 20 of N, {far:.1f} beyond 40", "tested")


@SOURCE.statement("dicebattle-C28", page=PAGE, neighbour={"bound": 0.0})
def scheme_of_the_race_in_turn(bound: float = 0.02) -> Finding:
    """The optimal table of the race in turn, used at once, concedes less than the bound."""
    worst = {
        d: max(best_reply(_in_turn(d).policy(), TESTED_GOAL, Rules(d)).openings())
        for d in TESTED_DICE
    }
    dice = max(worst, key=worst.__getitem__)
    same = ", ".join(f"{_share_of_common_throws(d):.0%} for D = {d}" for d in (2, 6, 10))
    shown = f"concedes at most {worst[dice]:.4f}, for D = {dice}; same throw in {same}"
    return Finding(worst[dice] < bound, f"{shown} of the states", "tested")


@SOURCE.statement("dicebattle-C29", page=PAGE, neighbour={"reading": "worst case", "dice": (6,)})
def best_for_every_reply(
    reading: str = "every reply", dice: Iterable[int] = TESTED_DICE[1:]
) -> Finding:
    """At each state there is a d1 that maximises EG1 for every d2 (neighbour: for the worst d2).

    In the worst case reading the rule is optimal wherever nobody has to mix, as for D = 6.
    """
    if reading == "worst case":
        conceded = max(max(best_reply(_guarded(d), TESTED_GOAL, Rules(d)).openings()) for d in dice)
        return Finding(conceded <= TIE, f"concedes {conceded:.1e}", "tested")
    shares = {d: _share_with_dominant_throw(d) for d in dice}
    shown = ", ".join(f"D = {d}: {shares[d]:.1%}" for d in (2, 6, 10))
    return Finding(min(shares.values()) == 1, f"states with such a throw: {shown}")


@SOURCE.statement("dicebattle-C30", page=PAGE, neighbour={"dice": 7, "states": ((37, 27),)})
def no_single_decision(dice: int = 6, states: Iterable[tuple[int, int]] | None = None) -> Finding:
    """At every state (by points lacked) a player has to mix (neighbour: at the state named)."""
    best = _best(dice)
    wanted = list(best) if states is None else list(states)
    pure = [state for state in wanted if best[state]]
    counts = {d: len(_at_once(d).mixed_states()) for d in (6, 7, 10)}
    shown = ", ".join(f"{count} for D = {d}" for d, count in counts.items())
    return Finding(not pure, f"of {TESTED_GOAL**2} states, players must mix in {shown}")


# Shared by several statements; states by points lacked.


@cache
def _at_once(dice: int) -> SimultaneousSolution:
    return simultaneous.solve(TESTED_GOAL, Rules(dice))


@cache
def _in_turn(dice: int) -> race.RaceSolution:
    return race.solve(TESTED_GOAL, Rules(dice))


@cache
def _guarded(dice: int) -> RacePolicy:
    return heuristic(Reading.GUARDED, TESTED_GOAL, Rules(dice))


@cache
def _best(dice: int) -> dict[tuple[int, int], tuple[int, ...]]:
    """All pure optimal throws at each state."""
    optima = _at_once(dice).optima
    states = product(range(1, TESTED_GOAL + 1), repeat=2)
    return {state: tuple((np.flatnonzero(optima[state]) + 1).tolist()) for state in states}


def _mean_dice(dice: int, where: Callable[[int, int], bool]) -> float:
    """Mean number of dice over the states that have one best throw."""
    thrown = [best[0] for state, best in _best(dice).items() if len(best) == 1 and where(*state)]
    return float(np.mean(thrown))


def _share_of_common_throws(dice: int) -> float:
    """Share of the states at which the throw of the race in turn is optimal at once, too."""
    throws = _in_turn(dice).throws[1:, 1:, None] - 1
    return float(np.take_along_axis(_at_once(dice).optima[1:, 1:], throws, axis=2).mean())


def _share_with_dominant_throw(dice: int) -> float:
    """Share of the states at which one throw is best against every throw of the other."""
    matrices = _at_once(dice).matrices[1:, 1:]
    best = matrices >= matrices.max(axis=2, keepdims=True) - TIE
    return float(best.all(axis=3).any(axis=2).mean())


def _counted_gain(
    solution: SimultaneousSolution, i: int, j: int, d: int, e: int, both: int
) -> Fraction:
    """Mean over all ordered throws of both players."""
    goal = solution.goal

    def payoff(m: int, n: int) -> Fraction:
        if m >= goal or n >= goal:
            return Fraction(both if m >= goal and n >= goal else 1 if m >= goal else -1)
        return solution.value(m, n)

    pairs = product(counted_scores(d).items(), counted_scores(e).items())
    total = sum(p * q * payoff(i + k, j + n) for (k, p), (n, q) in pairs)
    return total / 6 ** (d + e)
