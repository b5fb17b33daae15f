"""Rules of thumb for the table, and what each costs compared with perfect play.

A rule of thumb is a policy simple enough to be remembered; *At the table* says it in words.
"""

from fractions import Fraction
from functools import cache

from chancegames import coins, dice_battle, game421
from chancegames.maths.game import evaluate, solve

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
    kept = solve(a_round).value
    unchanged = game421.evaluate(a_round, game421.five_lines(a_round, changes=False)).value
    return {
        "coins": f"Against perfect play this loses {float(100 * max(lost)):.1f} games in 100 at "
        f"worst, with up to {COINS} coins and {POINTS} points, and "
        f"{float(100 * sum(lost, Fraction(0)) / len(lost)):.1f} on average.",
        "hog": f"Even the laziest rule, always six dice, wins {float(100 * always_six):.0f} games "
        "in 100 against a perfect opponent if you begin; perfect play wins "
        f"{float(100 * perfect):.0f}.",
        "421": f"All of this together is best play, exactly: {float(kept):.2f} tokens per round. "
        f"Whoever forgets the three changes still gets {float(unchanged):.2f}.",
    }
