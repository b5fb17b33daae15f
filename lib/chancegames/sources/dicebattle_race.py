"""Source 004, *Dice battle*: the recursion of the race in turn, and the case that it sets aside."""

from fractions import Fraction
from itertools import product

import numpy as np

from chancegames.games.dice_battle import race, simultaneous
from chancegames.games.dice_battle.exact_race import (
    Pair,
    evaluate_exactly,
    pair_at,
    solve_exactly,
)
from chancegames.games.dice_battle.race import RaceSolution
from chancegames.games.dice_battle.race_policy import by_state
from chancegames.games.dice_battle.rules import Rules
from chancegames.games.dice_battle.scores import score_law
from chancegames.sources.registry import Finding, Replication

SOURCE = Replication("dicebattle")
PAGE = "race-to-n"

#: The race that the source uses as its example, small enough for fractions.
EXAMPLE = (10, 4)


# The recursion ("programmation dynamique").


@SOURCE.statement("dicebattle-F05a", page=PAGE, neighbour={"sign": 1})
def recursion(sign: int = -1) -> Finding:
    """EG(i, j) is the sum of P(d*, k) times minus EG(j, i+k), at every state of the example."""
    solution = solve_exactly(*_example())
    equal = [
        solution.value(i, j)
        == sum(
            p * sign * _extended(solution, j, i + k)
            for k, p in score_law(solution.best_throws(i, j)[0], solution.rules).items()
        )
        for i, j in _states(solution)
    ]
    return Finding(all(equal), f"{sum(equal)} of {len(equal)} states of the race to 10, D = 4")


@SOURCE.statement("dicebattle-F05b", page=PAGE, neighbour={"finished_only": True})
def same_player_throws_again(finished_only: bool = False) -> Finding:
    """-EG(j, i+k) = EG(i+k, j), for every score k that may follow a state.

    EG is the gain of the player who is to throw.  The left side says that it is the other's turn,
    the right side that the same player throws again; they agree only when the race is over.
    """
    solution = solve_exactly(*_example())
    goal = solution.goal
    pairs = [(i, j, i + k) for i, j in _states(solution) for k in range(1, 25)]
    wrong = [
        (j, n)
        for i, j, n in pairs
        if (n >= goal or not finished_only)
        and -_extended(solution, j, n) != _extended(solution, n, j)
    ]
    if not wrong:
        return Finding(True, "equal wherever the race is over")
    j, n = wrong[0]
    left, right = -_extended(solution, j, n), _extended(solution, n, j)
    shown = f"-EG({j}, {n}) = {float(left):.3f}, EG({n}, {j}) = {float(right):.3f}"
    return Finding(False, f"N = 10, D = 4: {shown}")


@SOURCE.statement("dicebattle-F06", page=PAGE, neighbour={"rule": "min"})
def greedy_in_the_table(rule: str = "max") -> Finding:
    """Throwing the d* that maximises the sum earns EG everywhere, and no reply earns more."""
    solution = solve_exactly(*_example())
    chosen = np.ones_like(solution.throws)
    for i, j in _states(solution):
        gains = solution.gains(i, j)
        best = {"max": max, "min": min}[rule](gains.values())
        chosen[solution.goal - i, solution.goal - j] = next(d for d in gains if gains[d] == best)
    policy = by_state(chosen, solution.rules, rule)
    earned = evaluate_exactly(policy, policy, solution.goal, solution.rules).first_values
    reply = race.best_reply(policy, solution.goal, solution.rules).openings()[-1]
    holds = (earned[1:] == solution.values[1:]).all() and reply <= solution.value(0, 0) + 1e-12
    return Finding(bool(holds), f"best reply as opener: {reply:.4f}, EG: {_decimal(solution)}")


# Throws that may score 0, the case called impossible.


@SOURCE.statement("dicebattle-F07", page=PAGE, neighbour={"at_once": True})
def values_are_opposite(at_once: bool = False) -> Finding:
    """EGN(j, i) = -EGN(i, j), in the race in turn (neighbour: in the race of both at once)."""
    if at_once:
        values = simultaneous.solve_exactly(6, Rules(2)).values[1:, 1:]
        return Finding(bool((values == -values.T).all()), "true of simultaneous throws")
    solution = solve_exactly(2, Rules(1, bust_score=0))
    opener = solution.value(0, 0)
    return Finding(opener == -opener, f"N = 2, D = 1: EGN(0, 0) = {opener}, not its own opposite")


@SOURCE.statement("dicebattle-F08", page=PAGE, neighbour={"part": "game without zero scores"})
def zero_score_splits(part: str = "scores from 1 on") -> Finding:
    """EGN(i, j) = EG(i, j) + P(d, 0) * -EGN(j, i), EG standing for the sum over k >= 1."""
    goal, dice = EXAMPLE
    solution = solve_exactly(goal, Rules(dice, bust_score=0))
    other = solve_exactly(goal, Rules(dice))
    equal = []
    for i, j in _states(solution):
        gain, zero = pair_at(solution, i, j).here[solution.best_throws(i, j)[0]]
        eg = gain if part == "scores from 1 on" else other.value(i, j)
        equal.append(solution.value(i, j) == eg - zero * solution.value(j, i))
    return Finding(all(equal), f"{sum(equal)} of {len(equal)} states of the race to 10, D = 4")


@SOURCE.statement("dicebattle-F09", page=PAGE, neighbour={"zero": Fraction(1)})
def cannot_be_solved(zero: Fraction | None = None) -> Finding:
    """The two equations that tie EGN(i, j) to EGN(j, i) have no unique solution.

    Their determinant is 1 - P(d, 0) P(d', 0), which vanishes only if no throw ever scores
    (neighbour).  For the example all states are solved, and the solution satisfies the equations.
    """
    goal, dice = EXAMPLE
    solution = solve_exactly(goal, Rules(dice, bust_score=0))
    worst = score_law(dice, solution.rules)[0] if zero is None else zero
    determinant = 1 - worst * worst
    pairs = {state: pair_at(solution, *state) for state in _states(solution)}
    solved = all(_solves(pair, solution, *state) for state, pair in pairs.items())
    shown = f"N = 10, D = 4: determinants from {float(determinant):.3f} up, EGN(0, 0) = "
    return Finding(determinant == 0 or not solved, shown + _decimal(solution))


# Shared by several statements.


def _example() -> tuple[int, Rules]:
    goal, dice = EXAMPLE
    return goal, Rules(dice)


def _states(solution: RaceSolution) -> list[tuple[int, int]]:
    return list(product(range(solution.goal), repeat=2))


def _extended(solution: RaceSolution, i: int, j: int) -> Fraction:
    """EG with the source's base cases: 1 if i has reached the goal, else -1 if j has."""
    if i >= solution.goal:
        return Fraction(1)
    return Fraction(-1) if j >= solution.goal else solution.value(i, j)


def _solves(pair: Pair, solution: RaceSolution, i: int, j: int) -> bool:
    """Whether EGN(i, j) and EGN(j, i) satisfy both equations with the best throws."""
    x, y = solution.value(i, j), solution.value(j, i)
    return x == max(s - z * y for s, z in pair.here.values()) and y == max(
        t - w * x for t, w in pair.there.values()
    )


def _decimal(solution: RaceSolution) -> str:
    return f"{float(solution.value(0, 0)):.4f}"
