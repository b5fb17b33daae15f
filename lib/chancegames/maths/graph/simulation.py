"""Playing a game many times: a check that shares nothing with backward induction but the graph."""

from dataclasses import dataclass
from math import copysign, inf

import numpy as np
from numpy.typing import NDArray

from chancegames.base.checks import require_positive_integer
from chancegames.maths.graph.arrays import TERMINAL, Game
from chancegames.maths.graph.solve import edge_weights


@dataclass(frozen=True)
class Simulation:
    """Mean final score of simulated games.

    Attributes
    ----------
    games : int
    mean : float
    standard_error : float
    """

    games: int
    mean: float
    standard_error: float

    def z(self, exact: float) -> float:
        """How many standard errors the mean lies above an exact value; 0 if it equals it.

        Infinite, with the sign of the gap, if the games had one score only and it is off.
        """
        gap = self.mean - float(exact)
        if not gap:
            return 0.0
        return gap / self.standard_error if self.standard_error else copysign(inf, gap)


def simulate(game: Game, policy: NDArray, games: int, seed: int) -> Simulation:
    """Play a game many times side by side.

    Parameters
    ----------
    game : Game
    policy : array of int, shape (n,)
        As in `Solution.policy`.
    games : int
        At least 1.
    seed : int
        Of NumPy's default generator.

    Returns
    -------
    Simulation

    Raises
    ------
    ValueError
        If `games` is not an integer of at least 1, or the policy does not fit the game.

    Examples
    --------
    >>> from chancegames.maths.graph import Chance, Terminal, backward_induction, explore
    >>> game = explore(2, lambda n: Chance([0.5, 0.5], [n - 1] * 2, [0, 1]) if n else Terminal())
    >>> result = simulate(game, backward_induction(game).policy, games=1000, seed=1)
    >>> abs(result.z(1)) < 4
    True
    """
    games = require_positive_integer("the number of games", games)
    random = np.random.default_rng(seed)
    weight = edge_weights(game, policy).astype(float)
    before = np.concatenate(([0.0], np.cumsum(weight)))  # weight of all edges before each edge
    score = game.score.astype(float)
    here = np.full(games, game.start)
    total = np.zeros(games)
    playing = np.arange(games)
    while (playing := playing[game.kind[here[playing]] != TERMINAL]).size:
        low, high = game.first[here[playing]], game.first[here[playing] + 1]
        drawn = before[low] + random.random(playing.size) * (before[high] - before[low])
        edge = np.clip(np.searchsorted(before, drawn, side="right") - 1, low, high - 1)
        total[playing] += score[edge]
        here[playing] = game.next[edge]
    total += game.payoff[here].astype(float)
    return Simulation(games, float(total.mean()), float(total.std() / np.sqrt(games)))
