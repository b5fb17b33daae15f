"""Where the largest odd number of coins begins to be best, for hundreds of coins.

``python -m tests.coins.test_border`` finds it in twenty seconds, and writes data/border.csv, from
where the chapter has it.  Numbers are doubles.  A chance is an average of at most ``coins + 1``
others, and the largest of such averages; rounding moves each by less than ``coins + 5`` units, and
a game has at most ``coins + points`` flips: so no chance is off by more than `rounding`.
"""

from functools import cache
from math import comb

import numpy as np

from chancegames import coins
from chancegames.base.files import read_rows, write_whole
from chancegames.base.paths import DATA

BORDER = DATA / "border.csv"
MOST = 470
ROWS = tuple(read_rows(BORDER, ("coins", "points", "loses")).values())
#: Where the guess of 1.4 points for each coin first fails.
FIRST = next(r for r in ROWS if int(r["coins"]) > 4 and int(r["points"]) >= 1.4 * int(r["coins"]))


def rounding(held, points):
    """How far a chance of winning may be off."""
    return (held + points) * (held + 5) * np.finfo(float).eps


@cache
def solve(most, per_coin=1.5):
    """The chances of winning, and for each number of coins the last points before the border.

    These are the most points, up to so many a coin, at which the largest odd number is not best,
    and how much it loses there.  Even numbers are never best.
    """
    to = int(per_coin * most)
    odd = range(1, most + 1, 2)
    law = np.zeros((len(odd), most + 1))  # as many heads win as tails lose
    for row, flipped in zip(law, odd, strict=True):
        for shown in range(flipped // 2 + 1, flipped + 1):
            row[shown] = comb(flipped, shown) / 2**flipped
    win = np.zeros((most + 1, to + 1))
    win[:, 0] = 1
    border = {}
    for held in range(1, most + 1):
        own = np.ascontiguousarray(law[: (held + 1) // 2, 1 : held + 1])
        bad = own @ win[held - 1 :: -1][:held]
        chances = np.ones(held + to + 1)  # from held points too many to all points to go
        for points in range(1, to + 1):
            found = own @ chances[points : held + points][::-1] + bad[:, points]
            win[held, points] = chances[held + points] = found.max()
            loses = found.max() - found[-1]
            if loses > 2 * rounding(most, to) and points <= per_coin * held:
                border[held] = points, loses
    return win, border


def test_it_solves_the_game():
    win, _ = solve(12)
    exact = coins.solve(coins.Rules(12, 18))
    for held in range(1, 13):
        for points in range(1, 19):
            assert abs(win[held, points] - float(exact.value_at((held, points)))) < 1e-14


def test_the_table_is_what_it_finds():
    """All of it: the chapter names the first number of coins at which a guess fails."""
    _, border = solve(MOST)
    assert [(int(row["coins"]), int(row["points"])) for row in ROWS] == [
        (held, points) for held, (points, _) in border.items()
    ]
    for row, (_, loses) in zip(ROWS, border.values(), strict=True):
        assert abs(float(row["loses"]) - loses) < 1e-11 + 1e-5 * loses


def test_the_guess_fails_by_far_more_than_rounding():
    """A thousand times more, as the chapter says."""
    assert float(FIRST["loses"]) > 1000 * rounding(MOST, 3 * MOST // 2)


def test_where_the_guess_first_fails_two_coins_fewer_are_best():
    """As the chapter says, for the odd numbers; no even one is best anywhere."""
    held, points = int(FIRST["coins"]), int(FIRST["points"])
    flipped, (win, _) = held - 2, solve(MOST)
    chance = sum(
        comb(flipped, heads)
        / 2**flipped
        * win[(held, points - heads) if 2 * heads > flipped else (held - flipped + heads, points)]
        for heads in range(flipped + 1)
    )
    assert abs(chance - win[held, points]) < rounding(held, points)


if __name__ == "__main__":
    lines = [f"{held},{points},{loses:.6g}" for held, (points, loses) in solve(MOST)[1].items()]
    write_whole(BORDER, "\n".join(["coins,points,loses", *lines, ""]))
    print(f"{len(lines)} numbers of coins")
