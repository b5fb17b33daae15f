"""The battle over one throw, really thrown: a second road to every probability."""

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

import numpy as np

from chancegames.base.checks import require_positive_integer
from chancegames.games.dice_battle.rules import Rules
from chancegames.games.dice_battle.strategy import Strategy, checked

#: Games thrown at once: bounds the memory whatever the number of games.
BATCH = 1 << 16


@dataclass(frozen=True)
class Simulation:
    """Outcome of some simulated games.

    Attributes
    ----------
    wins, draws, losses : int
        Of the first player.
    """

    wins: int
    draws: int
    losses: int

    @property
    def games(self) -> int:
        """Number of games."""
        return self.wins + self.draws + self.losses

    @property
    def gain(self) -> float:
        """Mean gain of a game: a win counts 1, a loss -1."""
        return (self.wins - self.losses) / self.games

    @property
    def standard_error(self) -> float:
        """Standard error of `gain`, in the same unit."""
        decided = (self.wins + self.losses) / self.games
        return sqrt((decided - self.gain**2) / self.games)

    def z(self, exact: Fraction | float) -> float:
        """Distance from an exact gain in standard errors.

        Parameters
        ----------
        exact : Fraction or float

        Returns
        -------
        float
            0 if both agree without any spread.
        """
        distance = self.gain - float(exact)
        return distance / self.standard_error if distance else 0.0


def generator(seed: int) -> np.random.Generator:
    """NumPy's PCG64 with a seed that gives the same games again.

    Parameters
    ----------
    seed : int
        At least 0.

    Returns
    -------
    numpy.random.Generator

    Raises
    ------
    ValueError
        If the seed is no such integer.

    Examples
    --------
    >>> int(generator(1).integers(1, 7))
    3
    """
    if isinstance(seed, bool) or not hasattr(seed, "__index__") or seed < 0:
        raise ValueError(f"a seed is an integer of at least 0, not {seed!r}")
    return np.random.default_rng(seed)


def simulate(
    first: Strategy,
    second: Strategy,
    rules: Rules,
    *,
    games: int,
    seed: int,
) -> Simulation:
    """Throw dice for two strategies, game after game, following nothing but the rules.

    Parameters
    ----------
    first, second : mapping of int to Fraction
        Probability of throwing each number of dice.
    rules : Rules
    games : int
        How many games, at least 1.
    seed : int
        Of NumPy's PCG64; equal seeds give equal games.

    Returns
    -------
    Simulation

    Raises
    ------
    ValueError
        If `games` is not a positive integer, the seed is none, or a strategy is not a probability
        law over allowed throws.

    Examples
    --------
    >>> one = {1: Fraction(1)}
    >>> simulate(one, one, Rules(1), games=6, seed=1).games
    6
    """
    left = require_positive_integer("the number of games", games)
    rng = generator(seed)
    mine, theirs = checked(first, rules), checked(second, rules)
    counts = np.zeros(3, dtype=np.int64)
    while left > 0:
        size = min(left, BATCH)
        difference = _scores(mine, rules, size, rng) - _scores(theirs, rules, size, rng)
        counts += np.bincount(1 - np.sign(difference), minlength=3)
        left -= size
    return Simulation(*map(int, counts))


def _scores(strategy: Strategy, rules: Rules, games: int, rng: np.random.Generator) -> np.ndarray:
    """Scores of `games` throws; unused dice show nothing."""
    numbers = np.array(list(strategy))
    thrown = rng.choice(numbers, size=games, p=[float(w) for w in strategy.values()])
    faces = rng.integers(1, rules.faces + 1, size=(games, numbers.max()))
    used = np.arange(numbers.max()) < thrown[:, None]
    bust = ((faces == 1) & used).any(axis=1)
    return np.where(bust, rules.bust_score, (faces * used).sum(axis=1))
