"""Source 004, *Dice battle*: the tournament of the race in turn ("mise en oeuvre").

All curves are exact; the source plays 10,000 games for each pair of players.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import pairwise

import numpy as np

from chancegames.base.findings import spans
from chancegames.games.dice_battle import Race, blind, race, uniform
from chancegames.games.dice_battle.policies import TablePolicy
from chancegames.maths import game
from chancegames.sources.registry import Finding, Replication

SOURCE = Replication("dicebattle")
PAGE = "race-to-n"

#: The range on which statements about "every D" and "every N" are tested.
TESTED_DICE = range(1, 21)
TESTED_GOAL = 300

#: How far rounding may lead a float of a table astray.
ROUNDING = 1e-11

#: Where the lost curves are sampled.
CURVE_DICE = (2, 4, 6, 10)
CURVE_GOALS = (10, 20, 50, 100)


@SOURCE.statement("dicebattle-N10", "dicebattle-N11", page=PAGE, neighbour={"unit": "gain"})
def edges_of_the_opener(unit: str = "share") -> Finding:
    """For some D to 20 and N to 300, both printed edges round to what is computed there.

    The source speaks of the expected gain, but its curves stand against a line of 50 % chances:
    as shares of wins above one half both numbers fit at the same N and D, as gains they do not,
    up to that N.  The bound is ours; longer races would fit as gains, too (`fitting_goals`).
    """
    fits = {dice: fitting_goals(unit, TESTED_GOAL, dice) for dice in TESTED_DICE}
    shown = "; ".join(f"D = {d}, N = {spans(goals)}" for d, goals in fits.items() if goals)
    names = {"share": "shares of wins", "gain": "gains"}
    return Finding(
        bool(shown), f"as {names[unit]}, N to {TESTED_GOAL}: {shown or 'nowhere'}", "tested"
    )


def fitting_goals(
    unit: str, goal: int, dice: int, percents: tuple[int, int] = (4, 7)
) -> tuple[int, ...]:
    """All N at which optimal against optimal and optimal against blind round to the percents.

    Parameters
    ----------
    unit : {"share", "gain"}
        Share of wins above one half, or expected gain.
    goal : int
        The largest N that is tried.
    dice : int
        The source's D.
    percents : tuple of int, optional

    Returns
    -------
    tuple of int

    Examples
    --------
    >>> fitting_goals("gain", 100, 4)
    ()
    """
    scale = {"share": 50, "gain": 100}[unit]
    edges = (openings("optimal", other, dice, goal) for other in ("optimal", "blind"))
    return tuple(
        n
        for n, pair in enumerate(zip(*edges, strict=True), start=1)
        if all(abs(scale * edge - p) <= 0.5 for edge, p in zip(pair, percents, strict=True))
    )


@SOURCE.statement("dicebattle-C03", page=PAGE, neighbour={"pairs": (("random", "optimal"),)})
def opener_is_ahead(
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


@SOURCE.statement("dicebattle-C04", page=PAGE, neighbour={"settled": 50})
def edge_fades(settled: int = 99, block: int = 20) -> Finding:
    """The opener's gain between equal strategies falls from block to block of N.

    From `settled` on it falls with every point of N, for every D and N tested.
    """
    curves = [openings(p, p, d) for p in ("optimal", "blind", "random") for d in TESTED_DICE]
    blocks = np.array([_largest(curve, block) for curve in curves])
    falls = (np.diff(np.array(curves)[:, settled - 1 :]) < 0).all() and (np.diff(blocks) < 0).all()
    last = [max(column) for column in (blocks[:, 1], blocks[:, -1])]
    shown = (
        f"at most {last[0]:.3f} for N from {block + 1} to {2 * block}, "
        f"{last[1]:.3f} for N from {TESTED_GOAL - block + 1} to {TESTED_GOAL}"
    )
    return Finding(bool(falls), shown, "tested")


@SOURCE.statement("dicebattle-C05", page=PAGE, neighbour={"dice": (1,)})
def blind_opponent_widens(dice: Iterable[int] = TESTED_DICE[1:]) -> Finding:
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


@SOURCE.statement("dicebattle-C06", page=PAGE, neighbour={"block": 10})
def advantage_over_blind_fades(block: int = 20) -> Finding:
    """The largest gain of the optimal opener against blind falls from block to block of N.

    (Neighbour: of blocks of ten.  There is no such order from one N to the next: the gain swings
    with the distance between N and a multiple of a good throw.)
    """
    blocks = [_largest(openings("optimal", "blind", d), block) for d in TESTED_DICE]
    falls = all(b < a for row in blocks for a, b in pairwise(row))
    first, last = (blocks[9][place] for place in (1, -1))
    shown = (
        f"D = 10: at most {first:.3f} for N from {block + 1} to {2 * block}, "
        f"{last:.3f} for N from {TESTED_GOAL - block + 1} to {TESTED_GOAL}"
    )
    return Finding(falls, shown, "tested")


@SOURCE.statement("dicebattle-C07", page=PAGE, neighbour={"dice": range(6, 21), "small_too": False})
def blind_first_then_optimal(dice: Iterable[int] = TESTED_DICE, small_too: bool = True) -> Finding:
    """Blind opens and leads up to some N, optimal leads from there on; for at least one D.

    N = 1 is left out: there the opener wins whatever he throws.
    """
    curves = {d: np.array(openings("blind", "optimal", d))[1:] for d in dice}
    taken_over = {d: curve[-1] < 0 for d, curve in curves.items()}
    in_order = [
        d
        for d, curve in curves.items()
        if taken_over[d] and (not small_too or (np.diff(np.sign(curve)) <= 0).all())
    ]
    behind = min((d for d in curves if curves[d][0] < 0), default=None)
    shown = (
        f"no takeover up to N = {TESTED_GOAL} for D below {min(d for d in dice if taken_over[d])}; "
        f"from D = {behind} on blind is behind already at N = 2"
    )
    return Finding(bool(in_order), shown, "tested")


@SOURCE.statement("dicebattle-C08", page=PAGE, neighbour={"dice": range(1, 5)})
def optimal_second_is_helpless(
    dice: Iterable[int] = TESTED_DICE, goals: Iterable[int] = range(2, 11)
) -> Finding:
    """For small N the blind opener is ahead of the optimal second player."""
    ahead = all(min(_along("blind", "optimal", d, goals)) > 0 for d in dice)
    short = Race(goal=2, dice=6)
    cast = {"first": blind(short), "second": race.solve(short).policy}
    gain = game.evaluate(short, lambda state: cast[state[2]](state[:2])).value
    return Finding(ahead, f"N = 2, D = 6: the blind opener gains {float(gain):.4f}")


@SOURCE.statement("dicebattle-C09", page=PAGE, neighbour={"goals": (50,)})
def dice_act_chaotically(goals: Iterable[int] = range(91, TESTED_GOAL + 1)) -> Finding:
    """The opener's gain has no order in D: it does not fall with every die more, from D = 2 on."""
    table = np.array([_along("optimal", "optimal", d, goals) for d in TESTED_DICE[1:]])
    steps = np.diff(table, axis=0)
    same = len({openings("blind", "blind", d) for d in range(6, 21)}) == 1
    if not (same and (steps < 0).all()):
        return Finding(True, "not in order")
    small = min(d for d in TESTED_DICE[1:-1] if abs(steps[d - 2 :]).max() < 0.01)
    shown = (
        f"optimal: falls with every die more, at every N from {min(goals)} to {max(goals)}, "
        f"by less than 0.01 from D = {small} on; blind: equal from D = 6 on"
    )
    return Finding(False, shown)


@SOURCE.statement("dicebattle-C10", page=PAGE, neighbour={"goals": range(18, TESTED_GOAL + 1)})
def random_is_far_below_optimal(goals: Iterable[int] = range(2, TESTED_GOAL + 1)) -> Finding:
    """A random opener gains less than -0.1 against optimal, for every D from 2 on."""
    return _far_below("optimal", goals)


@SOURCE.statement("dicebattle-C11", page=PAGE, neighbour={"goals": range(64, TESTED_GOAL + 1)})
def random_is_far_below_blind(goals: Iterable[int] = range(2, TESTED_GOAL + 1)) -> Finding:
    """A random opener gains less than -0.1 against blind, for every D from 2 on."""
    return _far_below("blind", goals)


@SOURCE.answers(
    {
        "dicebattle-fig1": {"first": "optimal", "second": "optimal"},
        "dicebattle-fig2": {"first": "blind", "second": "blind"},
        "dicebattle-fig3": {"first": "optimal", "second": "blind"},
        "dicebattle-fig4": {"first": "blind", "second": "optimal"},
        "dicebattle-fig5": {"first": "random", "second": "optimal"},
        "dicebattle-fig6": {"first": "random", "second": "blind"},
    },
    page=PAGE,
)
def curves(first: str, second: str) -> tuple[tuple[float, ...], ...]:
    """Expected gain of the opener: a row for D = 2, 4, 6, 10, a column for N = 10, 20, 50, 100."""
    return tuple(
        tuple(round(gain, 4) for gain in _along(first, second, dice, CURVE_GOALS))
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
    cast = _players(dice, goal)
    rules = Race(goal=goal, dice=dice)
    return tuple(race.evaluate(rules, cast[first], cast[second]).openings.tolist())


@cache
def _players(dice: int, goal: int = TESTED_GOAL) -> dict[str, TablePolicy]:
    rules = Race(goal=goal, dice=dice)
    return {"optimal": race.solve(rules).policy, "blind": blind(rules), "random": uniform(rules)}


@cache
def _turn_is_worth_something(dice: int) -> bool:
    """What the induction behind C03 says of every state of the table, up to rounding."""
    values = race.solve(Race(goal=TESTED_GOAL, dice=dice)).values[1:, 1:]
    monotone = np.diff(values, axis=0).max() <= ROUNDING and np.diff(values).min() >= -ROUNDING
    level, ahead = values.diagonal()[1:], values.diagonal(-1)
    return bool(monotone and (ahead < level).all() and (values + values.T).min() >= -ROUNDING)


def _largest(curve: Sequence[float], block: int) -> list[float]:
    """The largest entry of each block of neighbouring goals."""
    return [max(curve[start : start + block]) for start in range(0, len(curve), block)]


def _along(first: str, second: str, dice: int, goals: Iterable[int]) -> list[float]:
    return [openings(first, second, dice)[goal - 1] for goal in goals]


def _far_below(second: str, goals: Iterable[int], bound: float = -0.1) -> Finding:
    gains = {(d, n): openings("random", second, d)[n - 1] for d in TESTED_DICE[1:] for n in goals}
    near = [n for (_, n), gain in gains.items() if gain >= bound]
    d, n = max(gains, key=gains.__getitem__)
    shown = f"D = {d}, N = {n}: {gains[d, n]:+.3f}"
    return Finding(not near, f"{shown}; below {bound} from N = {max(near, default=n - 1) + 1} on")
