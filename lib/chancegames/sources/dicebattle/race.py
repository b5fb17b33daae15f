"""Source 004, *Dice battle*: the recursion of the race in turn, and the case that it sets aside."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import product

from chancegames.games.dice_battle import at_once
from chancegames.games.dice_battle import race as in_turns
from chancegames.maths import game
from chancegames.models.dice_battle import AtOnce, Race, gains
from chancegames.sources.dicebattle.zero_scores import _Pair, solved_pairs
from chancegames.sources.registry import Finding, Page, tallied

PAGE = Page("race-to-n")

#: The race that the source uses as its example, small enough for fractions.
EXAMPLE = Race(goal=10, dice=4)

#: Its states, by scores as the source has them.
SCORES = tuple(product(range(EXAMPLE.goal), repeat=2))


# The recursion ("programmation dynamique").


@PAGE.says("dicebattle-F05a", false={"sign": 1})
def _recursion(sign: int = -1) -> Finding:
    """EG(i, j) is the sum of P(d*, k) times minus EG(j, i+k), at every state of a short race.

    EG is counted here by playing every optimal race forward from each state to its end, so that the
    recursion which the library solves has no say in it.
    """
    race = Race(goal=6, dice=3)
    table = gains(race)
    best = {state: max(values, key=values.__getitem__) for state, values in table.items()}

    def counted(own: int, other: int) -> Fraction:
        if own <= 0 or other <= 0:
            return Fraction(1 if own <= 0 else -1)
        here = game.FiniteGame((own, other, "first"), race.node)
        return Fraction(game.distribution(here, lambda state: {best[state[:2]]: 1}).mean)

    equal = [
        counted(own, other) == sum(p * sign * counted(other, own - k) for k, p in law)
        for (own, other), dice in best.items()
        for law in [race.scores(dice).items()]
    ]
    return tallied(equal, "{} states of the race to 6, D = 3", "tested")


@PAGE.says("dicebattle-F05b", false={"finished_only": True})
def _same_player_throws_again(finished_only: bool = False) -> Finding:
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


@PAGE.says("dicebattle-F06", false={"rule": "min"})
def _greedy_in_the_table(rule: str = "max") -> Finding:
    """Throwing the d* that maximizes the sum earns EG everywhere, and no reply earns more."""
    races = [EXAMPLE, Race(goal=15, dice=3), Race(goal=8, dice=6), Race(goal=12, dice=2, faces=4)]
    slack = [_greedy(race, rule) for race in races]
    shown = f"N = 10, D = 4: best reply as opener: {slack[0][0]:.4f}, EG: {float(_eg(0, 0)):.4f}"
    return Finding(all(holds for _, holds in slack), f"{shown}; {len(races)} races tried", "tested")


def _greedy(race: Race, rule: str) -> tuple[float, bool]:
    """What the best reply to the greedy policy gains, and whether the policy earns its table."""
    choose = {"max": max, "min": min}[rule]
    table = gains(race)
    chosen = {state: choose(table[state], key=table[state].__getitem__) for state in table}
    greedy = game.evaluate(race, lambda state: {chosen[state[:2]]: 1})
    earns = all(
        value == (1 if state[2] == "first" else -1) * max(table[state[:2]].values())
        for state, value in greedy.values.items()
        if len(state) == 3 and state[1] > 0
    )
    reply = in_turns.solve(race, opponent=lambda state: {chosen[state]: 1}).value
    best = max(table[race.goal, race.goal].values())
    return reply, earns and reply <= best + 1e-12


@PAGE.says("dicebattle-C35", false={"merged": True})
def _paths_are_too_many(merged: bool = False, goal: int = 100) -> Finding:
    """To follow every path of a race to 100 takes more than 10^20 steps; its states are few.

    (False variant: the states, which is what remembering the values found leaves to do.)
    """
    race = Race(goal=goal, dice=6)

    @cache
    def paths(own: int, other: int) -> int:
        scores = [k for dice in race.rolls for k in race.scores(dice)]
        return sum(1 if k >= own else paths(other, own - k) for k in scores)

    steps = goal**2 if merged else paths(goal, goal)
    return Finding(steps > 10**20, f"{steps:.2g} ways for N = {goal}, D = {race.dice}")


# Throws that may score 0, the case called impossible.


@PAGE.says("dicebattle-F07", false={"simultaneous": True})
def _values_are_opposite(simultaneous: bool = False) -> Finding:
    """EGN(j, i) = -EGN(i, j), in the race in turn (false variant: in the race of both at once)."""
    if simultaneous:
        games = at_once.exactly(AtOnce(goal=6, dice=2))
        opposite = all(games[a, b].value == -games[b, a].value for a, b in games)
        return Finding(opposite, "true of simultaneous throws")
    opener, _ = solved_pairs(Race(goal=2, dice=1, bust_score=0))[2, 2].saddle()
    return Finding(opener == -opener, f"N = 2, D = 1: EGN(0, 0) = {opener}, not its own opposite")


@PAGE.says("dicebattle-F08", false={"part": "game without zero scores"}, reads="0")
def _zero_score_splits(part: str = "scores from 1 on") -> Finding:
    """EGN(i, j) = EG(i, j) + P(d, 0) * -EGN(j, i), EG standing for the sum over k >= 1.

    EGN is counted here by playing optimal races forward, turn by turn, until less than 1e-15 of
    them is still running (false variant: EG of the game in which no throw scores 0).
    """
    race = Race(goal=4, dice=2, bust_score=0)
    other_game = gains(Race(goal=4, dice=2))
    pairs = solved_pairs(race)
    best = {state: pair.saddle()[1] for state, pair in pairs.items()}
    errors = []
    for state, dice in best.items():
        gain, zero = pairs[state].here[dice]
        if part != "scores from 1 on":
            gain = max(other_game[state].values())
        mirrored = _played_forward(race, best, state[::-1])
        errors.append(abs(_played_forward(race, best, state) - float(gain - zero * mirrored)))
    equal = [error < 1e-12 for error in errors]
    return tallied(equal, "{} states of the race to 4, D = 2", "tested")


def _played_forward(
    race: Race, best: Mapping[tuple[int, int], int], state: tuple[int, int]
) -> float:
    """Gain of the player who is to throw, by following all plays to their ends."""
    here, turn, gain = {state: 1.0}, 1, 0.0
    while sum(here.values()) > 1e-15:
        after: dict[tuple[int, int], float] = {}
        for (own, other), mass in here.items():
            for score, p in race.scores(best[own, other]).items():
                if score >= own:
                    gain += turn * mass * float(p)
                else:
                    place = other, own - score
                    after[place] = after.get(place, 0.0) + mass * float(p)
        here, turn = after, -turn
    return gain


@PAGE.says("dicebattle-F09", false={"zero": Fraction(1)})
def _cannot_be_solved(zero: Fraction | None = None) -> Finding:
    """The two equations that tie EGN(i, j) to EGN(j, i) have no unique solution.

    Their determinant is 1 - P(d, 0) P(d', 0), which vanishes only if no throw ever scores
    (false variant).  For the example all states are solved, and the solution satisfies the
    equations.
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
def _zero_scores() -> Mapping[tuple[int, int], _Pair]:
    return solved_pairs(Race(goal=EXAMPLE.goal, dice=EXAMPLE.dice, bust_score=0))


def _eg(i: int, j: int) -> Fraction:
    """EG with the source's base cases: 1 if i has reached the goal, else -1 if j has."""
    if i >= EXAMPLE.goal:
        return Fraction(1)
    return (
        Fraction(-1)
        if j >= EXAMPLE.goal
        else max(_table()[EXAMPLE.goal - i, EXAMPLE.goal - j].values())
    )


def _solves(pair: _Pair) -> bool:
    """Whether both values satisfy both equations with the best rolls."""
    (x, _), (y, _) = pair.saddle(), pair.mirrored.saddle()
    return x == max(s - z * y for s, z in pair.here.values()) and y == max(
        t - w * x for t, w in pair.there.values()
    )
