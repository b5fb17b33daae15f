"""Source 004, *Dice battle*: the recursion of the race in turn, and the case that it sets aside."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import product

from chancegames.games.dice_battle import at_once, race
from chancegames.maths import game
from chancegames.models.dice_battle import AtOnce, Race, gains
from chancegames.sources.dicebattle_zero_scores import Pair, solved_pairs
from chancegames.sources.registry import Finding, Replication

SOURCE = Replication("dicebattle")
PAGE = "race-to-n"

#: The race that the source uses as its example, small enough for fractions.
EXAMPLE = Race(goal=10, dice=4)

#: Its states, by scores as the source has them.
SCORES = tuple(product(range(EXAMPLE.goal), repeat=2))


# The recursion ("programmation dynamique").


@SOURCE.statement("dicebattle-F05a", page=PAGE, neighbour={"sign": 1})
def recursion(sign: int = -1) -> Finding:
    """EG(i, j) is the sum of P(d*, k) times minus EG(j, i+k), at every state of the example."""
    equal = [
        _eg(i, j) == sum(p * sign * _eg(j, i + k) for k, p in EXAMPLE.scores(_best(i, j)).items())
        for i, j in SCORES
    ]
    return Finding(all(equal), f"{sum(equal)} of {len(equal)} states of the race to 10, D = 4")


@SOURCE.statement("dicebattle-F05b", page=PAGE, neighbour={"finished_only": True})
def same_player_throws_again(finished_only: bool = False) -> Finding:
    """-EG(j, i+k) = EG(i+k, j), for every score k that may follow a state.

    EG is the gain of the player who is to throw.  The left side says that it is the other's turn,
    the right side that the same player throws again; they agree only when the race is over.
    """
    pairs = [(j, i + k) for i, j in SCORES for k in range(1, 25)]
    wrong = [
        (j, n)
        for j, n in pairs
        if (n >= EXAMPLE.goal or not finished_only) and -_eg(j, n) != _eg(n, j)
    ]
    if not wrong:
        return Finding(True, "equal wherever the race is over")
    j, n = wrong[0]
    shown = f"-EG({j}, {n}) = {float(-_eg(j, n)):.3f}, EG({n}, {j}) = {float(_eg(n, j)):.3f}"
    return Finding(False, f"N = 10, D = 4: {shown}")


@SOURCE.statement("dicebattle-F06", page=PAGE, neighbour={"rule": "min"})
def greedy_in_the_table(rule: str = "max") -> Finding:
    """Throwing the d* that maximises the sum earns EG everywhere, and no reply earns more."""
    choose = {"max": max, "min": min}[rule]
    table = _table()
    chosen = {state: choose(table[state], key=table[state].__getitem__) for state in table}
    greedy = game.evaluate(EXAMPLE, lambda state: {chosen[state[:2]]: 1})
    earns = all(
        value == (1 if state[2] == "first" else -1) * max(table[state[:2]].values())
        for state, value in greedy.values.items()
        if len(state) == 3 and state[1] > 0
    )
    reply = race.solve(EXAMPLE, against=lambda state: {chosen[state]: 1}).value
    holds = earns and reply <= _eg(0, 0) + 1e-12
    return Finding(holds, f"best reply as opener: {reply:.4f}, EG: {float(_eg(0, 0)):.4f}")


# Throws that may score 0, the case called impossible.


@SOURCE.statement("dicebattle-F07", page=PAGE, neighbour={"simultaneous": True})
def values_are_opposite(simultaneous: bool = False) -> Finding:
    """EGN(j, i) = -EGN(i, j), in the race in turn (neighbour: in the race of both at once)."""
    if simultaneous:
        games = at_once.exactly(AtOnce(goal=6, dice=2))
        opposite = all(games[a, b].value == -games[b, a].value for a, b in games)
        return Finding(opposite, "true of simultaneous throws")
    opener, _ = solved_pairs(Race(goal=2, dice=1, bust_score=0))[2, 2].saddle()
    return Finding(opener == -opener, f"N = 2, D = 1: EGN(0, 0) = {opener}, not its own opposite")


@SOURCE.statement("dicebattle-F08", page=PAGE, neighbour={"part": "game without zero scores"})
def zero_score_splits(part: str = "scores from 1 on") -> Finding:
    """EGN(i, j) = EG(i, j) + P(d, 0) * -EGN(j, i), EG standing for the sum over k >= 1."""
    pairs = _zero_scores()
    equal = []
    for i, j in SCORES:
        here, there = _needs(i, j), _needs(j, i)
        value, best = pairs[here].saddle()
        gain, zero = pairs[here].here[best]
        eg = gain if part == "scores from 1 on" else _eg(i, j)
        equal.append(value == eg - zero * pairs[there].saddle()[0])
    return Finding(all(equal), f"{sum(equal)} of {len(equal)} states of the race to 10, D = 4")


@SOURCE.statement("dicebattle-F09", page=PAGE, neighbour={"zero": Fraction(1)})
def cannot_be_solved(zero: Fraction | None = None) -> Finding:
    """The two equations that tie EGN(i, j) to EGN(j, i) have no unique solution.

    Their determinant is 1 - P(d, 0) P(d', 0), which vanishes only if no throw ever scores
    (neighbour).  For the example all states are solved, and the solution satisfies the equations.
    """
    pairs = _zero_scores()
    worst = pairs[1, 1].here[EXAMPLE.dice][1] if zero is None else zero
    determinant = 1 - worst * worst
    solved = all(_solves(pair) for pair in pairs.values())
    shown = f"N = 10, D = 4: determinants from {float(determinant):.3f} up, EGN(0, 0) = "
    start, _ = pairs[EXAMPLE.goal, EXAMPLE.goal].saddle()
    return Finding(determinant == 0 or not solved, f"{shown}{float(start):.4f}")


# Shared by several statements.


@cache
def _table() -> Mapping[tuple[int, int], Mapping[int, Fraction]]:
    return gains(EXAMPLE)


@cache
def _zero_scores() -> Mapping[tuple[int, int], Pair]:
    return solved_pairs(Race(goal=EXAMPLE.goal, dice=EXAMPLE.dice, bust_score=0))


def _needs(i: int, j: int) -> tuple[int, int]:
    """What both need at two scores."""
    return EXAMPLE.goal - i, EXAMPLE.goal - j


def _eg(i: int, j: int) -> Fraction:
    """EG with the source's base cases: 1 if i has reached the goal, else -1 if j has."""
    if i >= EXAMPLE.goal:
        return Fraction(1)
    return Fraction(-1) if j >= EXAMPLE.goal else max(_table()[_needs(i, j)].values())


def _best(i: int, j: int) -> int:
    """d* at two scores, the fewest dice on a tie."""
    values = _table()[_needs(i, j)]
    return max(values, key=values.__getitem__)


def _solves(pair: Pair) -> bool:
    """Whether both values satisfy both equations with the best rolls."""
    (x, _), (y, _) = pair.saddle(), pair.mirrored.saddle()
    return x == max(s - z * y for s, z in pair.here.values()) and y == max(
        t - w * x for t, w in pair.there.values()
    )
