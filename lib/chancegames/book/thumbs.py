"""Rules of thumb for the table, and what each costs compared with perfect play.

A rule of thumb is a policy simple enough to be remembered; *At the table* says it in words.
"""

from fractions import Fraction
from functools import cache

from chancegames import coins, dice_battle, game421
from chancegames.games.dice_battle import race
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


def roll(state: tuple[int, int], lines: int = 4) -> dict[int, int]:
    """Hog: so many dice by the first lines of the rule to remember.

    One: always six.  Two: never more than one for every three points needed, rounded up.  Three:
    seven if ten or more behind, five if ten or more ahead.  Four: ten if the other needs 25 or less
    and one needs 30 or more.

    Examples
    --------
    >>> roll((100, 100)), roll((40, 20)), roll((8, 50)), roll((8, 50), lines=1)
    ({6: 1}, {10: 1}, {3: 1}, {6: 1})
    """
    need, other = state
    dice = 6
    if lines >= 3 and abs(need - other) >= 10:
        dice = 7 if need > other else 5
    if lines >= 4 and other <= 25 and need >= 30:
        dice = 10
    return {min(dice, -(-need // 3)) if lines >= 2 else dice: 1}


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
    perfect = race.solve(hog).policy
    thumb, always_six = (
        100 * race.evaluate(hog, policy, perfect).win_rate
        for policy in (roll, dice_battle.always(6))
    )
    a_round = game421.Round()
    kept = solve(a_round).value
    unchanged = game421.evaluate(a_round, game421.five_lines(a_round, changes=False)).value
    return {
        "coins": f"Against perfect play this loses {float(100 * max(lost)):.1f} games in 100 at "
        f"worst, with up to {COINS} coins and {POINTS} points, and "
        f"{float(100 * sum(lost, Fraction(0)) / len(lost)):.1f} on average.",
        "hog": f"If you take turns to begin, these rules win {thumb:.1f} games in 100 against a "
        f"perfect opponent. Even the laziest rule, always six dice, wins {always_six:.1f}.",
        "421": f"All of this together is best play, exactly: {float(kept):.2f} tokens per round. "
        f"Whoever forgets the three changes still gets {float(unchanged):.2f}.",
    }
