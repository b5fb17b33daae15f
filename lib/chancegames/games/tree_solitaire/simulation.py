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
from typing import TypeGuard

import numpy as np
from numpy.typing import NDArray

from chancegames.base.checks import door, require_integer, shown
from chancegames.base.compiled import INNER, compiled
from chancegames.games.tree_solitaire.policies import Strategy
from chancegames.games.tree_solitaire.ratio import UniformRatio
from chancegames.games.tree_solitaire.series import BOTH, COIN, FAMILIES, HIGH, LOW, _encode
from chancegames.games.tree_solitaire.weighing import (
    WeighedBoth,
    WeighedHigh,
    _high_worth,
    _unseen_worth,
    both_worth,
)
from chancegames.maths import game
from chancegames.maths.solution import Estimate, Policy
from chancegames.models.tree_solitaire import Action, Play, Rules, State

Array = NDArray[np.float64]
Rates = tuple[float, float, float, float]
BOTH_WEIGHED, HIGH_WEIGHED, HIGH_WEIGHED_PLAIN = 10, 11, 12
UNSEEN, WIN, LOSS, SPLIT = range(4)


VALUE, RATIO, KIND, HIGH_CHILD, HOLDS = range(5)  # what is kept of a point: columns of `points`


@compiled(inline="always")
def _see(rng: np.random.Generator, rules: Rates, points: Array, i: int) -> int:
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
    return int(points[i, KIND])


@compiled(inline="always")
def _open(rng: np.random.Generator, rules: Rates, points: Array, used: int, i: int) -> int:
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


@compiled(**INNER)
def _grown(old: Array) -> Array:
    """Twice the room: what a game needs depends on its length, not on the number of games."""
    new = np.empty((2 * len(old), old.shape[1]))
    for i in range(len(old)):  # (a slice assignment takes seconds to compile, for its error text)
        for j in range(old.shape[1]):
            new[i, j] = old[i, j]
    return new


@compiled(cache=True, nogil=True)
def _play(
    rng: np.random.Generator, rules: Rates, mean: float, family: int, looks: int, games: int
) -> tuple[int, int]:
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


@compiled(**INNER)
def _weigh(
    rng: np.random.Generator, rules: Rates, points: Array, mean: float, family: int, high: int
) -> int:
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
    leave = _unseen_worth(e, mean, points[low, VALUE], family == HIGH_WEIGHED)
    stay = _high_worth(e, mean, points[high, VALUE], points[high, RATIO])
    return low if leave > stay else high


@compiled(cache=True, nogil=True)
def _play_low(
    rng: np.random.Generator,
    rules: Rates,
    games: int,
) -> tuple[int, int]:
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


def _has_kernel(policy: object) -> TypeGuard[Strategy]:
    """Whether a policy is a strategy that the kernels and the series know."""
    return type(policy) in {*FAMILIES, WeighedBoth, WeighedHigh}


def _code(rules: Rules, strategy: Strategy) -> tuple[int, int]:
    if isinstance(strategy, WeighedBoth | WeighedHigh):
        if strategy.rules != rules:
            raise ValueError("the strategy weighs positions by the rules of another game")
        if isinstance(strategy, WeighedBoth):
            return BOTH_WEIGHED, 2
        return (HIGH_WEIGHED if strategy.refined else HIGH_WEIGHED_PLAIN), 1
    return _encode(strategy)


#: Most games of a simulation, and most threads.
MOST_GAMES, MOST_WORKERS = 10**10, 64


def _played(
    rules: Rules, strategy: Strategy, games: int, seed: int, workers: int = 2
) -> tuple[int, int]:
    """Wins and moves in `games` games: arguments as for :func:`simulate`."""
    games = require_integer("the number of games", games, 1, MOST_GAMES)
    workers = require_integer("the number of workers", workers, 1, MOST_WORKERS)
    seed = require_integer("the seed", seed, smallest=0)
    if rules.form == "dependent" and rules.ending < 0.5:
        raise ValueError(
            "the dependent form cannot be played with E < 1/2: the tree may have no end"
        )
    if rules.ending < 1e-4:
        raise ValueError("games with E < 1/10000 last too long to be played")
    code, kernel_rules, mean = _code(rules, strategy), _kernel_rules(rules), float(rules.mean)
    streams = [
        np.random.Generator(np.random.PCG64(s)) for s in np.random.SeedSequence(seed).spawn(workers)
    ]
    shares = [games // workers + (i < games % workers) for i in range(workers)]

    def play(stream: np.random.Generator, share: int) -> tuple[int, int]:
        if code == (LOW, 1) and rules.form == "independent":
            wins, moves = _play_low(stream, kernel_rules, share)
        else:
            wins, moves = _play(stream, kernel_rules, mean, *code, share)
        return int(wins), int(moves)

    with ThreadPoolExecutor(workers) as pool:
        counts = list(pool.map(play, streams, shares))
    return sum(wins for wins, _ in counts), sum(moves for _, moves in counts)


@door
def simulate(
    rules: Rules,
    policy: Policy[State, Action],
    games: int,
    seed: int,
    workers: int = 2,
    looks: int = 1,
    moves: int = 8,
) -> Estimate:
    """Estimate the chance of winning: play so many games, and count.

    Parameters
    ----------
    rules : Rules
        In either form, with a constant or a random split ratio.
    policy : callable
        A strategy of :mod:`.policies` or :mod:`.weighing`, or any function of a `State`.
    games : int
        From 1 to 10**10 of a strategy, a million in a fraction of a second; at most ten million of
        a function, some fifty thousand a second.
    seed : int
        At least 0.
    workers : int, optional
        Threads, from 1 to 64, each with a stream of its own; the result depends on their number.
    looks, moves : int, optional
        For a function, as in `evaluate`: but any number of moves is played.

    Raises
    ------
    ValueError
        If a number is out of range, a function does what it may not, or the games of a strategy
        may never end: in the dependent form with E < 1/2, and with E < 1/10000.

    Examples
    --------
    >>> from chancegames.games.tree_solitaire.policies import LSTRAT
    >>> played = simulate(Rules(0.5, 0.75), LSTRAT, games=20_000, seed=1970)
    >>> f"{played.mean:.3f} ± {played.standard_error:.3f}"
    '0.688 ± 0.003'
    """
    if not _has_kernel(policy):
        return game.simulate(Play(rules, looks, moves), policy, games, seed)
    wins, _ = _played(rules, policy, games, seed, workers)
    return Estimate.of_moments(games, wins, wins)


def from_one_stream(rules: Rules, games: int, seed: int, apart: int) -> tuple[int, int]:
    """Games won by LSTRAT in two trials of the independent form that use the same numbers.

    Parameters
    ----------
    rules : Rules
    games, seed
        As for :func:`simulate`, for each of the two.
    apart : int
        How many random numbers later in the stream the second trial begins.

    Examples
    --------
    >>> one, other = from_one_stream(Rules(0.5, 0.75), 10_000, seed=1, apart=400)
    >>> abs(one - other) < 60
    True
    """
    wins = []
    for start in (0, apart):
        bits = np.random.PCG64(seed).advance(start)
        wins.append(int(_play_low(np.random.Generator(bits), _kernel_rules(rules), games)[0]))
    return wins[0], wins[1]


def _kernel_rules(rules: Rules) -> tuple[float, float, float, float]:
    """E, the smallest ratio, the width of its range, and 1 for the dependent form."""
    ratio, dependent = rules.ratio, float(rules.form == "dependent")
    if rules.constant:
        return float(rules.ending), float(rules.mean), 0.0, dependent
    if not isinstance(ratio, UniformRatio):
        raise ValueError(f"games are played with a constant or a uniform ratio, not {shown(ratio)}")
    width = float(ratio.largest) - float(ratio.smallest)
    return float(rules.ending), float(ratio.smallest), width, dependent
