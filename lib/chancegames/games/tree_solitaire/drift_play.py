"""Game 3 really played, with steps at their means or random: look by look, move by move.

Nothing here knows the chances of :mod:`.drift` or the integral equation of :mod:`.scatter`.
"""

import numba
import numpy as np

from chancegames.games.tree_solitaire.drift import DriftGame
from chancegames.games.tree_solitaire.policies import Policy
from chancegames.games.tree_solitaire.scatter import ScatterGame
from chancegames.games.tree_solitaire.series import BOTH, COIN, HIGH, LOW, encode
from chancegames.games.tree_solitaire.simulate import LOSS, SPLIT, UNSEEN, WIN, Sample


@numba.njit(inline="always")
def _drawn(rng, ending, value):  # pragma: no cover - compiled
    """What a point of this value turns out to be; a value below 0 never wins, above 1 always."""
    u = rng.random()
    if u >= ending:
        return SPLIT
    return WIN if u < ending * value else LOSS


@numba.njit(cache=True)
def _play(rng, family, looks, ending, top, step, spread, games):  # pragma: no cover - compiled
    """Wins and moves in `games` games; a fork's branches lie `step` or random steps off."""
    wins = moves = 0
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
            moves += 1
        wins += kind == WIN
    return wins, moves


def play_drift(policy: Policy, game: DriftGame | ScatterGame, games: int, seed: int) -> Sample:
    """Play game 3.

    Parameters
    ----------
    policy : Coin, HighFirst(0 or 1), LowFirst(1) or BothBranches
        A strategy that looks no deeper than one level.
    game : DriftGame or ScatterGame
        The rules: steps at their means, or random.
    games : int
        How many games, at least 1.
    seed : int
        Seed of a PCG64 stream.

    Returns
    -------
    Sample

    Raises
    ------
    ValueError
        If `games` is below 1, or the strategy is another one.

    Examples
    --------
    >>> from chancegames.games.tree_solitaire.policies import HSTRAT, STRAT
    >>> abs(play_drift(HSTRAT, DriftGame(0.5, 0.5, 1 / 6), 4000, 1).mean - 0.9165) < 0.02
    True
    >>> sample = play_drift(STRAT, ScatterGame(1, 0.5, 0.3), 4000, seed=1)
    >>> abs(sample.mean - 0.6) < 4 * sample.standard_error
    True
    """
    if games < 1:
        raise ValueError("the number of games must be at least 1")
    family, looks = encode(policy)
    if looks not in (0, 1):
        raise ValueError(f"game 3 is not played with {policy!r}: it looks too deep")
    steps = (0.0, float(game.spread)) if isinstance(game, ScatterGame) else (float(game.step), 0.0)
    rng = np.random.Generator(np.random.PCG64(seed))
    wins, moves = _play(rng, family, looks, float(game.ending), float(game.top), *steps, games)
    return Sample(games, int(wins), int(moves))
