r"""Beyond the source: trees with m branches at each fork.

A fork shares its value in fixed parts :math:`p_1 \ge p_2 \ge \dots \ge p_m`, and "the low branch"
becomes the second highest, as the source suggests (Johnson, 1970, chapter 6).  The fork identity

.. math:: L - H = ES\,[\,p_2x\,(1 - f(p_1x)) - (1 - p_1x)\,f(p_2x)\,] \ge 0

holds unchanged, so LSTRAT beats HSTRAT on these trees too.  Chances of winning are power series in
the value, as in :mod:`chancegames.games.tree_solitaire.series`.
"""

from collections.abc import Sequence
from itertools import pairwise
from math import fsum

import numpy as np

from chancegames.base.checks import require_positive_integer
from chancegames.games.tree_solitaire.forks import one_move
from chancegames.games.tree_solitaire.policies import HSTRAT, LSTRAT, STRAT, Strategy
from chancegames.models.tree_solitaire import Number, Rules, require_number


def branch_chance(
    strategy: Strategy, ending: Number, shares: Sequence[Number], terms: int = 64
) -> Number:
    """Chance of winning the independent form on a tree whose forks have several branches.

    Parameters
    ----------
    strategy : HighFirst(0 or 1) or LowFirst(1)
        STRAT; HSTRAT, which looks at the highest branch and flees to the second; LSTRAT, which
        looks at the second and else moves to the highest.
    ending : number
        E, in (0, 1].
    shares : sequence of numbers
        What each branch gets of its fork's value: not increasing, summing to 1, at least two.
    terms : int, optional
        Terms of the series, from 1 to 1000.

    Raises
    ------
    ValueError
        If the shares increase or do not sum to 1, a number is out of range, or the strategy is
        another one.

    Examples
    --------
    >>> round(branch_chance(LSTRAT, 0.5, [0.75, 0.25]), 9)
    0.687678792
    >>> round(branch_chance(LSTRAT, 0.5, [0.5, 0.3, 0.2]), 6)
    0.468921
    """
    _check(strategy, ending, shares)
    require_number("the number of terms", terms, 1, 1000)
    p, q = shares[:2]
    win, _, high, low = one_move(strategy, ending)
    found = [0 * ending, 0 * ending]
    for n in range(1, terms + 1):
        now = (win[1] * p + win[2] * q) * (n == 1) + win[3] * p * q * (n == 2)
        for (_, by_p, by_q, by_both), share in ((high, p), (low, q)):
            now += (by_p * p + by_q * q) * share ** (n - 1) * found[-1] if n > 1 else 0
            now += by_both * p * q * share ** (n - 2) * found[-2] if n > 2 else 0
        found.append(now / (1 - high[0] * p**n - low[0] * q**n))
    return sum(found)


def _check(strategy: Strategy, ending: Number, shares: Sequence[Number]) -> None:
    """Refuse what `branch_chance` says it refuses."""
    Rules(ending, 1)
    for share in shares:
        require_number("the share of a branch", share, 0, 1)
    falling = all(a >= b for a, b in pairwise(shares))
    if len(shares) < 2 or not falling or abs(fsum(shares) - 1) > 1e-12:
        raise ValueError("the shares of two branches or more must not increase and must sum to 1")
    if strategy not in (STRAT, HSTRAT, LSTRAT):
        raise ValueError(f"trees with several branches are not solved for {strategy!r}")


def play_branches(
    strategy: Strategy, ending: float, shares: Sequence[float], games: int, seed: int
) -> float:
    """Play games on such trees, look by look.

    Parameters
    ----------
    strategy, ending, shares
        As for :func:`branch_chance`.
    games : int
        How many games, at most a million.
    seed : int
        Seed of a PCG64 stream.

    Returns
    -------
    float
        Share of games won.

    Raises
    ------
    ValueError
        As by :func:`branch_chance`, or if the number of games is no positive integer.

    Examples
    --------
    >>> play_branches(STRAT, 1.0, [1.0, 0.0, 0.0], games=10, seed=0)
    1.0
    """
    _check(strategy, ending, shares)
    games = require_positive_integer("the number of games", games)
    require_number("the number of games", games, 1, 10**6)
    require_number("E of games that are played", ending, 1e-4, 1)
    rng = np.random.Generator(np.random.PCG64(seed))

    def drawn(value: float) -> str:
        if rng.random() >= ending:
            return "split"
        return "win" if rng.random() < value else "loss"

    won = 0
    for _ in range(games):
        x, kind = 1.0, "split"
        while kind == "split":
            if strategy == LSTRAT and drawn(shares[1] * x) == "win":
                kind = "win"
                break
            kind = drawn(shares[0] * x)
            place = 0
            if strategy == HSTRAT and kind == "loss":
                kind, place = drawn(shares[1] * x), 1
            x *= shares[place]
        won += kind == "win"
    return won / games
