"""Game 3 really played, with steps at their means or random: look by look, move by move.

Nothing here knows the chances of :mod:`.drift` or the integral equation of :mod:`.scatter`.
"""

import numpy as np

from chancegames.base.checks import require_integer, shown
from chancegames.base.compiled import compiled
from chancegames.games.tree_solitaire.drift import DriftGame
from chancegames.games.tree_solitaire.policies import Strategy
from chancegames.games.tree_solitaire.scatter import ScatterGame
from chancegames.games.tree_solitaire.series import BOTH, COIN, HIGH, LOW, _encode
from chancegames.games.tree_solitaire.simulation import LOSS, MOST_GAMES, SPLIT, UNSEEN, WIN
from chancegames.maths.solution import Estimate
from chancegames.models.tree_solitaire import require_number


@compiled(inline="always")
def _drawn(rng: np.random.Generator, ending: float, value: float) -> int:
    """What a point of this value turns out to be; a value below 0 never wins, above 1 always."""
    u = rng.random()
    if u >= ending:
        return SPLIT
    return WIN if u < ending * value else LOSS


@compiled(cache=True)
def _play(
    rng: np.random.Generator,
    family: int,
    looks: int,
    ending: float,
    top: float,
    step: float,
    spread: float,
    games: int,
) -> int:
    """Wins in `games` games; a fork's branches lie `step` or random steps off."""
    wins = 0
    for _ in range(games):
        value, kind = top, SPLIT
        while kind == SPLIT:
            rise, fall = step, -step
            if spread > 0:
                one, other = spread * (2 * rng.random() - 1), spread * (2 * rng.random() - 1)
                rise, fall = max(one, other), min(one, other)
            above = below = UNSEEN
            if family == BOTH or (family == HIGH and looks == 1):
                above = _drawn(rng, ending, value + rise)
            if family == BOTH or family == LOW:  # noqa: SIM109 - numba compares faster
                below = _drawn(rng, ending, value + fall)
            low = above == LOSS or (below == WIN and above != WIN)
            if family == COIN:
                low = rng.random() < 0.5
            kind = below if low else above
            value += fall if low else rise
            if kind == UNSEEN:
                kind = _drawn(rng, ending, value)
        wins += kind == WIN
    return wins


def play_drift(
    game: DriftGame | ScatterGame, strategy: Strategy, games: int, seed: int
) -> Estimate:
    """Play game 3 and estimate the chance of winning.

    Parameters
    ----------
    game : DriftGame or ScatterGame
        Steps at their means, or random; E of at least 1/10000.
    strategy : Coin, HighFirst(0 or 1), LowFirst(1) or BothBranches
    games : int
        From 1 to 10**10.
    seed : int
        Seed of a PCG64 stream.

    Raises
    ------
    ValueError
        If a number is out of range, or the strategy another one.

    Examples
    --------
    >>> from chancegames.games.tree_solitaire.policies import HSTRAT
    >>> abs(play_drift(DriftGame(0.5, 0.5, 1 / 6), HSTRAT, 4000, 1).z(0.9165)) < 4
    True
    """
    require_integer("the number of games", games, 1, MOST_GAMES)
    require_number("E of games that are played", game.ending, 1e-4, 1)
    family, looks = _encode(strategy)
    if looks not in (0, 1):
        raise ValueError(f"game 3 is not played with {shown(strategy)}: it looks too deep")
    steps = (0.0, float(game.spread)) if isinstance(game, ScatterGame) else (float(game.step), 0.0)
    rng = np.random.Generator(np.random.PCG64(require_integer("the seed", seed, smallest=0)))
    wins = int(_play(rng, family, looks, float(game.ending), float(game.top), *steps, games))
    return Estimate.of_moments(games, wins, wins)
