"""The coins game thrown coin by coin: no graph, no law of a throw."""

from collections import Counter
from collections.abc import Callable

import numpy as np

from chancegames.base.checks import require_positive_integer
from chancegames.games.coins.rules import CoinRules, effect
from chancegames.maths.graph import Simulation


def simulate(
    rules: CoinRules,
    choose: Callable[[tuple[int, int]], int],
    coins: int,
    points: int,
    games: int,
    seed: int,
) -> Simulation:
    """Play the coins game many times and count the wins.

    Games that stand at the same place are thrown side by side, each with coins of its own.

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
    >>> from chancegames.games.coins.policies import flip_one
    >>> from chancegames.games.coins.rules import FIRST_PRINTED
    >>> result = simulate(FIRST_PRINTED, flip_one, coins=3, points=3, games=1000, seed=1)
    >>> abs(result.z(1 / 2)) < 4
    True
    """
    for name, value in ("coins", coins), ("points", points), ("games", games):
        require_positive_integer(f"the number of {name}", value)
    random = np.random.default_rng(seed)
    standing, wins = Counter({(coins, points): games}), 0
    while standing:
        here, standing = standing, Counter()
        for place, count in sorted(here.items()):
            for after, times in _throw(rules, choose(place), place, count, random):
                if after[1] <= 0:
                    wins += times
                elif after[0]:
                    standing[after] += times
    share = wins / games
    return Simulation(games, share, (share * (1 - share) / games) ** 0.5)


def _throw(rules: CoinRules, flipped: int, place: tuple[int, int], count: int, random):
    """Places that `count` games at one place come to, each with how often."""
    heads = random.integers(0, 2, (count, flipped)).sum(axis=1)
    for shown, times in zip(*np.unique(heads, return_counts=True), strict=True):
        lost, earned = effect(rules, flipped, int(shown))
        yield (place[0] - lost, place[1] - earned), int(times)
