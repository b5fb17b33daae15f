"""The coins game as a finite probabilistic game, solved exactly.

State: coins left and points still needed.  Action: how many coins to flip.  Payoff: 1 for a win,
0 for a loss, so that E(pos) is the chance of winning.
"""

from chancegames.base.checks import require_positive_integer
from chancegames.games.coins.rules import CoinRules, throw_law
from chancegames.maths.graph import (
    Chance,
    Choice,
    Game,
    Solution,
    Terminal,
    backward_induction,
    explore,
)

WON, LOST = "won", "lost"


def coin_game(rules: CoinRules, coins: int, points: int) -> Game:
    """Write down the graph of the coins game, in exact rationals.

    Parameters
    ----------
    rules : CoinRules
    coins : int
        Coins at the start, at least 1.
    points : int
        Points that win, at least 1.

    Returns
    -------
    Game
        Choice positions are pairs (coins left, points needed), chance positions have the number of
        coins flipped as a third entry, and the end is "won" or "lost".

    Raises
    ------
    ValueError
        If `coins` or `points` is not an integer of at least 1.

    Examples
    --------
    >>> from chancegames.games.coins.rules import FIRST_PRINTED
    >>> coin_game(FIRST_PRINTED, 1, 1).positions
    ('lost', 'won', (1, 1, 1), (1, 1))
    """
    coins = require_positive_integer("the number of coins", coins)
    points = require_positive_integer("the number of points", points)
    laws = {flipped: throw_law(rules, flipped) for flipped in range(1, coins + 1)}

    def after(left: int, needed: int) -> object:
        if needed <= 0:
            return WON
        return (left, needed) if left else LOST

    def node(position: tuple | str) -> Terminal | Choice | Chance:
        if isinstance(position, str):
            return Terminal(int(position == WON))
        left, needed, *flipped = position
        if not flipped:
            counts = range(1, left + 1)
            return Choice(counts, [(left, needed, count) for count in counts])
        law = laws[flipped[0]]
        nexts = [after(left - lost, needed - earned) for lost, earned in law]
        return Chance(list(law.values()), nexts)

    return explore((coins, points), node, exact=True)


def solve(rules: CoinRules, coins: int, points: int) -> Solution:
    """Find the best chance of winning, and how many coins to flip, from every position.

    Parameters
    ----------
    rules : CoinRules
    coins, points : int
        At least 1.

    Returns
    -------
    Solution
        Every pair of at most `coins` coins and `points` points is a position of its game, so that
        one solution holds a whole table.

    Raises
    ------
    ValueError
        If `coins` or `points` is not an integer of at least 1.

    Examples
    --------
    >>> from chancegames.games.coins.rules import FIRST_PRINTED
    >>> solution = solve(FIRST_PRINTED, coins=3, points=4)
    >>> solution.value, solution.choice_at((3, 4))
    (Fraction(25, 64), 3)
    """
    return backward_induction(coin_game(rules, coins, points))
