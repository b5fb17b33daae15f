"""The table of the coins game: the map that moves in its chapter, and a game told flip by flip."""

import random
from collections.abc import Callable, Iterable

import numpy as np

from chancegames.games import coins
from chancegames.maths.solution import Solution
from chancegames.show.play.tables import Table

#: Size of the map.
COINS, POINTS = 20, 30


def _by_rule(state: tuple[int, ...]) -> dict[int, int]:
    """Flip one while no more points are needed than coins held and one for every eight coins.

    Else flip the largest odd number; of four coins flip one in any case.

    Examples
    --------
    >>> _by_rule((6, 9)), _by_rule((6, 5)), _by_rule((4, 9))
    ({5: 1}, {1: 1}, {1: 1})
    >>> _by_rule((16, 18)), _by_rule((16, 19))
    ({1: 1}, {15: 1})
    """
    held, needed = state
    few = needed <= held + held // 8 or held == 4
    return {1: 1} if few else {held - (held % 2 == 0): 1}


def _table(most_coins: int = COINS, most_points: int = POINTS) -> Table:
    """Make the table, for the game as first printed.

    Returns
    -------
    Table
        Its arrays: ``values[c - 1, p - 1]``, the best chance of winning with c coins and p points
        to go; ``rule``, that of the rule of thumb; ``flips``, how many coins to flip there, the
        fewest if several are best;
        ``throws[n - 1]``, what n coins may do: chance, coins lost, points earned, filled up with
        zeros.

    Examples
    --------
    >>> small = _table(3, 4)
    >>> int(small.arrays["flips"][2, 3]), float(small.arrays["values"][2, 3])
    (3, 0.390625)
    """
    rules = coins.Rules(most_coins, most_points)
    best: Solution[tuple[int, ...], int] = coins.solve(rules)
    held, needed = range(1, most_coins + 1), range(1, most_points + 1)
    throws = np.zeros((most_coins, most_coins + 1, 3))
    for n in held:
        ways = [(float(p), *change) for change, p in rules.reading.throw(n).items()]
        throws[n - 1, : len(ways)] = ways
    by_rule = coins.evaluate(rules, _by_rule)
    values, kept = (
        np.array([[float(play.value_at((c, p))) for p in needed] for c in held])
        for play in (best, by_rule)
    )
    flips = [[next(iter(best.policy((c, p)))) for p in needed] for c in held]
    arrays = {
        "values": values,
        "rule": kept,
        "flips": np.array(flips, dtype=np.uint8),
        "throws": throws,
    }
    return Table("coins-map", 2, {"coins": most_coins, "points": most_points}, arrays=arrays)


def _played(
    square: tuple[int, int], policy: Callable[[tuple[int, ...]], Iterable[int]], seed: int
) -> list[dict[str, int | str]]:
    """Tell a game from so many coins and points, played by a policy that does not mix.

    Examples
    --------
    >>> for row in _played((2, 1), _by_rule, seed=7):
    ...     print(*row.values())
    2 1 1 T bad: 1 coin gone
    1 1 1 H good: 1 point, won
    """
    (held, needed), faces, rows = square, random.Random(seed), []
    while held > 0 and needed > 0:
        (flipped,) = policy((held, needed))
        shown = [faces.choice("HT") for _ in range(flipped)]
        heads = shown.count("H")
        lost, earned = coins.Reading().effect(flipped - heads, heads)
        row = {"coins": held, "points to go": needed, "flip": flipped}
        held, needed = held - lost, needed - earned
        said = f"good: {_some(earned, 'point')}" if earned else f"bad: {_some(lost, 'coin')} gone"
        end = ", won" if needed <= 0 else ", lost" if held == 0 else ""
        rows.append(row | {"they show": " ".join(shown), "so": said + end})
    return rows


def _some(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


MAKERS = {"coins-map": _table}
