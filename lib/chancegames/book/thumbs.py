"""Rules of thumb for the table, and what each costs compared with perfect play.

A rule of thumb is a policy simple enough to be remembered; *At the table* says it in words.
"""

from collections import Counter
from fractions import Fraction
from functools import cache
from typing import Any

from chancegames import coins, dice_battle
from chancegames.maths.dice import Combination
from chancegames.maths.game import evaluate, solve
from chancegames.models import game421

#: Size of the map of coins and points on which the rule for coins is judged.
COINS, POINTS = 20, 30


def _flip(state: tuple[int, ...]) -> dict[int, int]:
    """Coins: with more points to go than coins, flip the largest odd number; else flip one.

    Examples
    --------
    >>> _flip((6, 9)), _flip((6, 5))
    ({5: 1}, {1: 1})
    """
    held, needed = state
    return {1: 1} if needed <= held else {held - (held % 2 == 0): 1}


def _keep(state: tuple[Any, ...]) -> dict[Combination, int]:
    """421: stop with 421, 611 or three of a kind (not 222 at once); else keep what 421 needs.

    That is two aces, or an ace, a four, and a two only beside one of them.

    Examples
    --------
    >>> _keep((1, (), (1, 4, 6))), _keep((1, (), (2, 5, 6))), _keep((2, (1,), (1, 3, 3)))
    ({(1, 4): 1}, {(): 1}, {(1,): 1})
    """
    casts, kept, table = state
    seen = Counter(table)
    alike = len(seen) == 1 and (table != (2, 2, 2) or casts > 1)
    if casts == 3 or alike or table in ((1, 2, 4), (1, 1, 6)):
        return {table: 1}
    wanted = [1, 1] if seen[1] > 1 else [face for face in (1, 4) if seen[face]]
    if 2 in seen and len(wanted) == 1:
        wanted.append(2)
    options = game421.Round().options(casts, kept, table)

    def fit(option: Combination) -> tuple[int, int]:
        """How many of the dice wanted an option has, and how few others."""
        return sum(min(option.count(f), wanted.count(f)) for f in {*wanted}), -len(option)

    return {max(options, key=fit): 1}


@cache
def costs() -> dict[str, str]:
    """What the rules of thumb win, in a sentence each, by the name of the game.

    Examples
    --------
    >>> sorted(costs())
    ['421', 'coins', 'hog']
    """
    rules = coins.Rules(COINS, POINTS)
    best, own = solve(rules), evaluate(rules, _flip)
    squares = [(c, p) for c in range(1, COINS + 1) for p in range(1, POINTS + 1)]
    lost = [best.value_at(square) - own.value_at(square) for square in squares]
    hog = dice_battle.Race()
    perfect = (1 + dice_battle.solve(hog).value) / 2
    always_six = dice_battle.distribution(hog, dice_battle.always(6))[1]
    a_round = game421.Round()
    return {
        "coins": f"Against perfect play this loses {float(100 * max(lost)):.1f} games in 100 at "
        f"worst, with up to {COINS} coins and {POINTS} points, and "
        f"{float(100 * sum(lost, Fraction(0)) / len(lost)):.1f} on average.",
        "hog": f"Even the laziest rule, always six dice, wins {float(100 * always_six):.0f} games "
        "in 100 against a perfect opponent if you begin; perfect play wins "
        f"{float(100 * perfect):.0f}.",
        "421": f"Played so, a round is worth {float(evaluate(a_round, _keep).value):.2f} tokens; "
        f"with perfect play it is worth {float(solve(a_round).value):.2f}.",
    }
