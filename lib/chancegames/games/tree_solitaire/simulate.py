"""Games really played: points are drawn when they are looked at, looks are made, moves are made.

Nothing here knows a diagram or a formula for the chance of winning.  A point keeps what was drawn
for it until the game is over, so a point seen from above and looked at again is the same point;
what is never looked at is never drawn, which is why E < 1/2 can be played in the independent
form.  In the dependent form the one winning end point is placed on the way down: a split point
above it has it on its high branch with probability R.

Random numbers come from NumPy's PCG64, one stream a worker, spawned from one seed: the result
depends on the seed and the number of workers, and on nothing else.
"""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import sqrt

import numba
import numpy as np

from chancegames.base.checks import require_positive_integer
from chancegames.base.compiled import INNER
from chancegames.games.tree_solitaire.depreciation import (
    WeighedBoth,
    WeighedHigh,
    both_worth,
    high_factor,
    high_worth,
)
from chancegames.games.tree_solitaire.policies import Policy
from chancegames.games.tree_solitaire.rules import ConstantRatio, TreeSolitaire
from chancegames.games.tree_solitaire.series import BOTH, COIN, HIGH, LOW, encode

BOTH_WEIGHED, HIGH_WEIGHED, HIGH_WEIGHED_PLAIN = 10, 11, 12
UNSEEN, WIN, LOSS, SPLIT = range(4)


VALUE, RATIO, KIND, HIGH_CHILD, HOLDS = range(5)  # what is kept of a point: columns of `points`


@numba.njit(inline="always")
def _see(rng, rules, points, i):  # pragma: no cover - compiled
    """Look at point i: draw its kind, and its split ratio, unless it was seen before."""
    if points[i, KIND] == UNSEEN:
        e, least, width, dependent = rules
        u = rng.random()
        if u >= e:
            points[i, KIND] = SPLIT
            points[i, RATIO] = least + width * rng.random() if width > 0 else least
        elif dependent > 0:
            points[i, KIND] = WIN if points[i, HOLDS] > 0 else LOSS
        else:
            points[i, KIND] = WIN if u < e * points[i, VALUE] else LOSS
    return points[i, KIND]


@numba.njit(inline="always")
def _open(rng, rules, points, used, i):  # pragma: no cover - compiled
    """Hang the fork below split point i; return how many points are in use."""
    if points[i, HIGH_CHILD] > 0:
        return used
    points[i, HIGH_CHILD] = used
    x, r = points[i, VALUE], points[i, RATIO]
    points[used, VALUE], points[used + 1, VALUE] = x * r, x * (1 - r)
    for k in (used, used + 1):
        points[k, KIND], points[k, HIGH_CHILD], points[k, HOLDS] = UNSEEN, 0, 0
    if rules[3] > 0 and points[i, HOLDS] > 0:
        points[used + (0 if rng.random() < r else 1), HOLDS] = 1
    return used + 2


@numba.njit(**INNER)
def _grown(old):  # pragma: no cover - compiled
    """Twice the room: what a game needs depends on its length, not on the number of games."""
    new = np.empty((2 * len(old), old.shape[1]))
    for i in range(len(old)):  # (a slice assignment takes seconds to compile, for its error text)
        for j in range(old.shape[1]):
            new[i, j] = old[i, j]
    return new


@numba.njit(cache=True, nogil=True)
def _play(rng, rules, mean, family, looks, games):  # pragma: no cover - compiled
    """Wins and moves in `games` games, with any strategy."""
    points = np.empty((256, 5))
    wins = moves = 0
    for _ in range(games):
        ratio = rules[1] + rules[2] * rng.random() if rules[2] > 0 else rules[1]
        points[0, VALUE], points[0, RATIO], points[0, KIND] = 1.0, ratio, SPLIT
        points[0, HIGH_CHILD], points[0, HOLDS] = 0, 1
        used, here = 1, 0
        while points[here, KIND] == SPLIT:
            if used + 4 > len(points):
                points = _grown(points)
            used = _open(rng, rules, points, used, here)
            high = int(points[here, HIGH_CHILD])
            low = high + 1
            go = high
            if family == LOW or family == HIGH:  # noqa: SIM109 - numba compares faster
                at, seen, last = (low if family == LOW else high), 0, SPLIT
                while last == SPLIT and seen != looks:
                    if seen > 0:
                        if used + 4 > len(points):
                            points = _grown(points)
                        used = _open(rng, rules, points, used, at)
                        at = int(points[at, HIGH_CHILD])
                    last = int(_see(rng, rules, points, at))
                    seen += 1
                if (family == LOW) == (last == WIN) and (family == LOW or last == LOSS):
                    go = low
            elif family == COIN:
                go = high if rng.random() < 0.5 else low
            else:
                go = _weigh(rng, rules, points, mean, family, high)
            here = go
            moves += 1
            _see(rng, rules, points, here)
        wins += points[here, KIND] == WIN
    return wins, moves


@numba.njit(**INNER)
def _weigh(rng, rules, points, mean, family, high):  # pragma: no cover - compiled
    """Where BSTRAT, B'STRAT and H'STRAT move to."""
    e, low = rules[0], high + 1
    up = _see(rng, rules, points, high)
    if family == BOTH or family == BOTH_WEIGHED:  # noqa: SIM109 - numba compares faster
        down = _see(rng, rules, points, low)
        if (down == WIN and up != WIN) or up == LOSS:
            return low
        if family == BOTH or up != SPLIT or down != SPLIT:
            return high
        stay = both_worth(e, mean, points[high, VALUE], points[high, RATIO])
        return low if both_worth(e, mean, points[low, VALUE], points[low, RATIO]) > stay else high
    if up != SPLIT:
        return low if up == LOSS else high
    x = points[low, VALUE]
    split = high_worth(e, mean, x, mean) if family == HIGH_WEIGHED else x * high_factor(e, mean, x)
    stay = high_worth(e, mean, points[high, VALUE], points[high, RATIO])
    return low if e * x + (1 - e) * split > stay else high


@numba.njit(cache=True, nogil=True)
def _play_low(rng, rules, games):  # pragma: no cover - compiled
    """Wins and moves in `games` games of the independent form with LSTRAT.

    One look at the low branch, which is left for good unless it wins: no point need be kept.
    """
    e, least, width, _ = rules
    wins = moves = 0
    for _ in range(games):
        x = 1.0
        while True:
            moves += 1
            r = least + width * rng.random() if width > 0 else least
            if rng.random() < e * (1 - r) * x:
                wins += 1
                break
            x *= r
            u = rng.random()
            if u < e:
                wins += u < e * x
                break
    return wins, moves


@dataclass(frozen=True)
class Sample:
    """The outcome of a simulation.

    Attributes
    ----------
    games, wins, moves : int
        How many games, wins and moves there were.
    """

    games: int
    wins: int
    moves: int

    @property
    def mean(self) -> float:
        """Share of games won."""
        return self.wins / self.games

    @property
    def standard_error(self) -> float:
        """Standard error of that share."""
        return sqrt(self.mean * (1 - self.mean) / self.games)

    @property
    def length(self) -> float:
        """Mean number of moves in a game."""
        return self.moves / self.games


def _code(policy: Policy, game: TreeSolitaire) -> tuple[int, int]:
    if isinstance(policy, WeighedBoth | WeighedHigh):
        if policy.game != game:
            raise ValueError("the strategy weighs positions by the rules of another game")
        if isinstance(policy, WeighedBoth):
            return BOTH_WEIGHED, 2
        return (HIGH_WEIGHED if policy.refined else HIGH_WEIGHED_PLAIN), 1
    return encode(policy)


def simulate(
    policy: Policy, game: TreeSolitaire, games: int, seed: int, workers: int = 2
) -> Sample:
    """Play `games` games.

    Parameters
    ----------
    policy : Policy
        A strategy of :mod:`.policies` or :mod:`.depreciation`.
    game : TreeSolitaire
        The rules, in either form, with a constant or a random split ratio.
    games : int
        How many games, at least 1.
    seed : int
        Seed of the spawned PCG64 streams.
    workers : int, optional
        Threads, each with a stream of its own; the result depends on their number.

    Returns
    -------
    Sample

    Raises
    ------
    ValueError
        If `games` or `workers` is no positive integer, if the strategy is unknown, or if the form
        is dependent and E < 1/2: the tree is then infinite with positive probability, and the
        winning end point need not exist.

    Examples
    --------
    >>> from chancegames.games.tree_solitaire.policies import LSTRAT
    >>> from chancegames.games.tree_solitaire.rules import constant_game
    >>> sample = simulate(LSTRAT, constant_game(0.5, 0.75), 20_000, seed=1970)
    >>> abs(sample.mean - 0.687679) < 4 * sample.standard_error
    True
    """
    games = require_positive_integer("the number of games", games)
    workers = require_positive_integer("the number of workers", workers)
    if game.form == "dependent" and not game.finite:
        raise ValueError(
            "the dependent form cannot be played with E < 1/2: the tree may have no end"
        )
    code, rules, mean = _code(policy, game), _rules(game), float(game.ratio.mean)
    streams = [
        np.random.Generator(np.random.PCG64(s)) for s in np.random.SeedSequence(seed).spawn(workers)
    ]
    shares = [games // workers + (i < games % workers) for i in range(workers)]

    def play(stream: np.random.Generator, share: int) -> tuple[int, int]:
        if code == (LOW, 1) and game.form == "independent":
            return _play_low(stream, rules, share)
        return _play(stream, rules, mean, *code, share)

    with ThreadPoolExecutor(workers) as pool:
        counts = list(pool.map(play, streams, shares))
    return Sample(games, sum(int(c[0]) for c in counts), sum(int(c[1]) for c in counts))


def _rules(game: TreeSolitaire) -> tuple[float, float, float, float]:
    """E, the least ratio, the width of its range, and 1 for the dependent form."""
    ratio, dependent = game.ratio, float(game.form == "dependent")
    if isinstance(ratio, ConstantRatio):
        return float(game.ending), float(ratio.high), 0.0, dependent
    width = float(ratio.greatest) - float(ratio.least)
    return float(game.ending), float(ratio.least), width, dependent
