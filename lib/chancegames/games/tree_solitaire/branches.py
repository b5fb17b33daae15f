r"""Beyond the source: trees with m branches at each fork.

A fork shares its value in fixed parts :math:`p_1 \ge p_2 \ge \dots \ge p_m`, and "the low branch"
becomes the second highest, as the source suggests (Johnson, 1970, chapter 6).  The fork identity

.. math:: L - H = ES\,[\,p_2x\,(1 - f(p_1x)) - (1 - p_1x)\,f(p_2x)\,] \ge 0

holds unchanged, so LSTRAT beats HSTRAT on these trees too.  Chances of winning are power series in
the value, as in :mod:`chancegames.games.tree_solitaire.series`.
"""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from chancegames.base.checks import require_positive_integer
from chancegames.games.tree_solitaire.policies import HighFirst, LowFirst, Policy
from chancegames.games.tree_solitaire.rules import Number, require_ending


def branch_chance(
    policy: Policy, ending: Number, shares: Sequence[Number], terms: int = 64
) -> Number:
    """Chance of winning the independent form on a tree whose forks have several branches.

    Parameters
    ----------
    policy : HighFirst(0 or 1) or LowFirst(1)
        STRAT; HSTRAT, which looks at the highest branch and flees to the second; LSTRAT, which
        looks at the second and else moves to the highest.
    ending : Fraction or float
        E, in (0, 1].
    shares : sequence of numbers
        What each branch gets of its fork's value: not increasing, summing to 1, at least two.
    terms : int, optional
        Terms of the series.

    Returns
    -------
    number

    Raises
    ------
    ValueError
        If the shares do not decrease or do not sum to 1, or the strategy is another one.

    Examples
    --------
    >>> from chancegames.games.tree_solitaire.policies import LSTRAT
    >>> round(branch_chance(LSTRAT, 0.5, [0.75, 0.25]), 9)
    0.687678792
    >>> round(branch_chance(LSTRAT, 0.5, [0.5, 0.3, 0.2]), 6)
    0.468921
    """
    _check(policy, ending, shares)
    first, second, s = shares[0], shares[1], 1 - ending
    flees, snatches = policy == HighFirst(1), policy == LowFirst(1)
    found = [0 * ending]
    for n in range(1, terms + 1):
        now = ending * first if n == 1 else 0
        back = 0 * ending
        if flees:
            now += ending**2 * second * (n == 1) - ending**2 * first * second * (n == 2)
            back = -ending * s * first * second ** (n - 1)
        elif snatches:
            now += ending * second * (n == 1) - ending**2 * first * second * (n == 2)
            back = -ending * s * second * first ** (n - 1)
        here = s * first**n + (ending * s * second**n if flees else 0)
        found.append((now + back * found[-1]) / (1 - here))
    return sum(found)


def _check(policy: Policy, ending: Number, shares: Sequence[Number]) -> None:
    """Refuse what `branch_chance` says it refuses."""
    require_ending(ending)
    falling = all(a >= b >= 0 for a, b in pairwise(shares))
    if len(shares) < 2 or not falling or abs(sum(shares) - 1) > 1e-12:
        raise ValueError("the shares of two branches or more must not increase and must sum to 1")
    if policy not in (HighFirst(0), HighFirst(1), LowFirst(1)):
        raise ValueError(f"trees with several branches are not solved for {policy!r}")


def play_branches(
    policy: Policy, ending: float, shares: Sequence[float], games: int, seed: int
) -> float:
    """Play games on such trees, look by look.

    Parameters
    ----------
    policy, ending, shares
        As for :func:`branch_chance`.
    games : int
        How many games.
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
    >>> from chancegames.games.tree_solitaire.policies import STRAT
    >>> play_branches(STRAT, 1.0, [1.0, 0.0, 0.0], games=10, seed=0)
    1.0
    """
    _check(policy, ending, shares)
    games = require_positive_integer("the number of games", games)
    rng = np.random.Generator(np.random.PCG64(seed))

    def drawn(value: float) -> str:
        if rng.random() >= ending:
            return "split"
        return "win" if rng.random() < value else "loss"

    won = 0
    for _ in range(games):
        x, kind = 1.0, "split"
        while kind == "split":
            if policy == LowFirst(1) and drawn(shares[1] * x) == "win":
                kind = "win"
                break
            kind = drawn(shares[0] * x)
            place = 0
            if policy == HighFirst(1) and kind == "loss":
                kind, place = drawn(shares[1] * x), 1
            x *= shares[place]
        won += kind == "win"
    return won / games
