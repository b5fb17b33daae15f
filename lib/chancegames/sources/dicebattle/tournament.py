"""Source 004, *Dice battle*: the tournament of the race in turn ("mise en oeuvre").

All curves are exact; the source plays 10,000 games for each pair of players.
"""

from collections.abc import Iterable
from functools import cache
from itertools import product

import numpy as np

from chancegames.base.findings import spans
from chancegames.games.dice_battle import Race, race
from chancegames.games.dice_battle.planned import _planners
from chancegames.sources.dicebattle.program import GOALS
from chancegames.sources.registry import Finding, Page

PAGE = Page("race-to-n")
OTHER_RULES = Page("eight-faces")

#: The range on which statements about "every D" and "every N" are tested.
TESTED_DICE = range(1, 21)
TESTED_GOAL = 300

#: How far rounding may lead a float of a table astray.
ROUNDING = 1e-11

#: Where the lost curves are sampled.
CURVE_DICE = (2, 4, 6, 10)
CURVE_GOALS = (10, 20, 50, 100)


@PAGE.says("dicebattle-C03", false={"pairs": (("random", "optimal"),)})
def _opener_is_ahead(
    pairs: Iterable[tuple[str, str]] = tuple((p, p) for p in ("optimal", "blind", "random")),
) -> Finding:
    """Between equal strategies the opener gains, for every D and N.

    Proof.  Players who ignore the scores are two copies of one clock, and the gain of the opener
    is the chance of a dead heat.  For optimal players, by induction, V(a, b) never rises with a and
    never falls with b, and V(n, n - 1) < V(n, n).  A die thrown scores at least 1 and so leaves
    -V(n, m) with m < n, or a win: hence V(n, n) > -V(n, n).  The check computes all gains, and at
    every state what the induction says.
    """
    least = min(min(openings(*pair, dice)) for pair in pairs for dice in TESTED_DICE)
    shown = f"least gain {least:+.4f}, D to {max(TESTED_DICE)}, N to {TESTED_GOAL}"
    return Finding(least > 0 and all(map(_turn_is_worth_something, TESTED_DICE)), shown)


@OTHER_RULES.says("dicebattle-C04", false={"first": 2})
def _edge_fades(first: int | None = None) -> Finding:
    """The opener's gain between equal strategies falls with every point of N, for every D tested.

    At the smallest N it swings: they are the exceptions (false variant: without
    any from `first` on).
    """
    curves = [openings(p, p, d) for p in ("optimal", "blind", "random") for d in TESTED_DICE]
    steps = np.diff(np.array(curves))
    swings = [n + 1 for n in range(1, TESTED_GOAL) if (steps[:, n - 1] >= 0).any()]
    settled = max(swings) if first is None else first
    last = max(curve[-1] for curve in curves)
    shown = f"falls with every point from N = {settled} on; at most {last:.3f} at N = {TESTED_GOAL}"
    holds = max(swings) <= settled < TESTED_GOAL // 2
    return Finding(holds, shown, "tested", but=f"N below {settled}" if holds else "")


@PAGE.says("dicebattle-C05", false={"dice": (1,)})
def _blind_opponent_widens(dice: Iterable[int] = TESTED_DICE[1:]) -> Finding:
    """The optimal opener gains more against blind than against optimal, for N from 2 on."""
    more = [
        against_blind - against_equal
        for d in dice
        for against_blind, against_equal in zip(
            openings("optimal", "blind", d)[1:],
            openings("optimal", "optimal", d)[1:],
            strict=True,
        )
    ]
    shown = f"by at least {min(more):.1e}, D from 2 to {max(TESTED_DICE)}, N from 2 on"
    return Finding(min(more) > 0, shown, "tested")


@OTHER_RULES.says("dicebattle-C06", false={"against": "random"})
def _advantage_over_blind_fades(against: str = "blind") -> Finding:
    """The optimal opener's mean gain against blind falls from each third of the goals to the next.

    (False variant: against the random player it grows.)
    """
    thirds = {
        d: np.array(openings("optimal", against, d)).reshape(3, -1).mean(axis=1)
        for d in TESTED_DICE
    }
    falls = all((np.diff(means) < 0).all() for means in thirds.values())
    means = ", ".join(f"{mean:.3f}" for mean in thirds[10])
    return Finding(falls, f"D = 10: {means} on average over N to 100, 200, 300", "tested")


@PAGE.says("dicebattle-C07", false={"goals": range(2, 21)})
def _blind_first_then_optimal(goals: Iterable[int] = GOALS, dice: int = 10) -> Finding:
    """Blind opens and leads up to some N of the program's, optimal leads from there on."""
    gains = openings("blind", "optimal", dice)
    leads = [gains[n - 1] > 0 for n in goals]
    in_order = leads[0] and not leads[-1] and leads == sorted(leads, reverse=True)
    behind = spans(n for n in range(2, TESTED_GOAL + 1) if gains[n - 1] < 0)
    but = "goals between those that the program tried" if in_order else ""
    return Finding(in_order, f"D = {dice}: blind is behind at N = {behind}", "tested", but=but)


@PAGE.says("dicebattle-C08", false={"goals": range(2, 61)})
def _optimal_second_is_helpless(
    dice: Iterable[int] = TESTED_DICE, goals: Iterable[int] = range(2, 27)
) -> Finding:
    """For small N the blind opener is ahead of the optimal second player, later he is not.

    But in the shortest races many dice do him no good, as he throws six of them for two points.
    """
    gains = {d: openings("blind", "optimal", d) for d in dice}
    behind = {(d, n) for d, n in product(dice, goals) if gains[d][n - 1] <= 0}
    short = all((d == 5 and 3 <= n <= 5) or (d > 5 and n <= 10) for d, n in behind)
    largest = max(gains)
    ahead = spans(n for n in range(1, TESTED_GOAL + 1) if gains[largest][n - 1] > 0 and n > 1)
    but = "D = 5 with N from 3 to 5, and D from 6 on with N up to 10"
    shown = f"D = {largest}: ahead at N = {ahead}; behind in {len(behind)} of the shorter races"
    return Finding(short, shown, "tested", but=but if short else "")


@PAGE.gives("dicebattle-fig1", first="optimal", second="optimal", given=True)
@PAGE.gives("dicebattle-fig2", first="blind", second="blind", given=True)
@PAGE.gives("dicebattle-fig3", first="optimal", second="blind", given=True)
@PAGE.gives("dicebattle-fig4", first="blind", second="optimal", given=True)
@PAGE.gives("dicebattle-fig5", first="random", second="optimal", given=True)
@PAGE.gives("dicebattle-fig6", first="random", second="blind", given=True)
def _curves(first: str, second: str) -> tuple[tuple[float, ...], ...]:
    """Expected gain of the opener: a row for D = 2, 4, 6, 10, a column for N = 10, 20, 50, 100."""
    return tuple(
        tuple(round(openings(first, second, dice)[n - 1], 4) for n in CURVE_GOALS)
        for dice in CURVE_DICE
    )


# Shared by several statements.


@cache
def openings(first: str, second: str, dice: int, goal: int = TESTED_GOAL) -> tuple[float, ...]:
    """Exact gain of the opener for every goal up to the tested one.

    Parameters
    ----------
    first, second : {"optimal", "blind", "random"}
    dice : int
    goal : int, optional

    Returns
    -------
    tuple of float
        Entry ``n - 1`` belongs to the goal ``n``.

    Examples
    --------
    >>> [round(gain, 4) for gain in openings("blind", "blind", 1, 2)]
    [1.0, 0.7222]
    """
    cast = _planners(goal, dice)
    rules = Race(goal=goal, dice=dice)
    return tuple(race.evaluate(rules, cast[first], cast[second]).openings.tolist())


@cache
def _turn_is_worth_something(dice: int) -> bool:
    """What the induction behind C03 says of every state of the table, up to rounding."""
    values = race.solve(Race(goal=TESTED_GOAL, dice=dice)).values[1:, 1:]
    monotone = np.diff(values, axis=0).max() <= ROUNDING and np.diff(values).min() >= -ROUNDING
    level, ahead = values.diagonal()[1:], values.diagonal(-1)
    return bool(monotone and (ahead < level).all() and (values + values.T).min() >= -ROUNDING)


def _along(first: str, second: str, goal: int) -> list[float]:
    """Gain of the opener at one goal, by D from 2 on."""
    return [openings(first, second, dice)[goal - 1] for dice in TESTED_DICE[1:]]


@PAGE.says("dicebattle-C10", false={"first": 2})
@PAGE.says("dicebattle-C11", second="blind", first=64, false={"first": 2})
def _random_is_far_below(second: str = "optimal", first: int = 18, bound: float = -0.1) -> Finding:
    """A random opener gains less than -0.1 against that player, for D from 2, N from `first`."""
    goals = range(first, TESTED_GOAL + 1)
    gains = {n: max(_along("random", second, n)) for n in range(2, TESTED_GOAL + 1)}
    near = [n for n in goals if gains[n] >= bound]
    highest = max(gains, key=gains.__getitem__)
    shown = f"at most {gains[highest]:+.3f}, at N = {highest}; below {bound} from N = {first} on"
    but = "" if near else f"N up to {first - 1}, and D = 1, which leaves no choice"
    return Finding(not near, shown, "tested", but=but)
