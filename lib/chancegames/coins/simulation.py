"""The coins game thrown coin by coin: no graph, no law of a throw."""

from collections.abc import Callable

import numpy as np

from chancegames.coins.rules import CoinRules, effect
from chancegames.dice import require_positive_integer
from chancegames.game import Simulation


def simulate(
    rules: CoinRules,
    choose: Callable[[tuple[int, int]], int],
    coins: int,
    points: int,
    games: int,
    seed: int,
) -> Simulation:
    """Play the coins game many times and count the wins.

    Parameters
    ----------
    rules : CoinRules
    choose : callable
        Number of coins to flip, given coins left and points needed.
    coins, points : int
        At the start, at least 1.
    games : int
        At least 1.
    seed : int
        Of NumPy's default generator.

    Returns
    -------
    Simulation
        Its mean is the share of games won.

    Raises
    ------
    ValueError
        If a number is not an integer of at least 1.

    Examples
    --------
    >>> from chancegames.coins.policies import flip_one
    >>> from chancegames.coins.rules import FIRST_PRINTED
    >>> result = simulate(FIRST_PRINTED, flip_one, coins=3, points=3, games=1000, seed=1)
    >>> abs(result.z(1 / 2)) < 4
    True
    """
    for name, value in ("coins", coins), ("points", points), ("games", games):
        require_positive_integer(f"the number of {name}", value)
    random = np.random.default_rng(seed)
    wins = sum(_won(rules, choose, coins, points, random) for _ in range(games))
    share = wins / games
    return Simulation(games, share, (share * (1 - share) / games) ** 0.5)


def _won(
    rules: CoinRules, choose: Callable, coins: int, points: int, random: np.random.Generator
) -> bool:
    while coins and points > 0:
        flipped = choose((coins, points))
        heads = int(random.integers(0, 2, flipped).sum())
        lost, earned = effect(rules, flipped, heads)
        coins, points = coins - lost, points - earned
    return points <= 0
