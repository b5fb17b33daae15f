"""Play rounds at random, die by die: a second road to every chance and utility."""

import random
from collections import Counter

import numpy as np

from chancegames.base.checks import require_positive_integer
from chancegames.games.game421.rules import Dated, Round
from chancegames.games.game421.solve import Law, Policy
from chancegames.maths.dice import Combination


def play(rules: Round, policy: Policy, draw: random.Random) -> Dated:
    """Play one round.

    Parameters
    ----------
    rules : Round
    policy : callable
        Gives the law of the next state.
    draw : random.Random

    Returns
    -------
    (int, tuple of int)
        Casts made and the final state.
    """
    date, kept = 0, ()
    while len(kept) < rules.dice:
        date += 1
        rolled = tuple(draw.randint(1, rules.faces) for _ in range(rules.dice - len(kept)))
        law = policy(date, kept, tuple(sorted(kept + rolled)))
        kept = draw.choices(list(law), [float(p) for p in law.values()])[0]
    return date, kept


def simulate(rules: Round, policy: Policy, rounds: int, seed: int) -> Counter[Dated]:
    """Count the ends of many rounds.

    Rounds that stand in the same state are thrown side by side, each with dice of its own; the
    policy is asked once for each result.

    Parameters
    ----------
    rules : Round
    policy : callable
    rounds : int
        At least 1.
    seed : int
        Of NumPy's default generator.

    Returns
    -------
    Counter
        End ``(casts made, final state)`` -> how often.

    Raises
    ------
    ValueError
        If `rounds` is no integer of at least 1.

    Examples
    --------
    >>> from chancegames.games.game421.policies import monkey
    >>> simulate(Round(), monkey(Round()), 100, seed=1).total()
    100
    """
    require_positive_integer("the number of rounds", rounds)
    draw = np.random.default_rng(seed)
    standing, ends, date = Counter({(): rounds}), Counter(), 0
    while standing:
        date, here, standing = date + 1, standing, Counter()
        for kept, count in sorted(here.items()):
            for table, times in _cast(rules, kept, count, draw):
                for state, share in _choose(policy(date, kept, table), times, draw):
                    if len(state) == rules.dice:
                        ends[date, state] += share
                    else:
                        standing[state] += share
    return ends


def _cast(rules: Round, kept: Combination, count: int, draw: np.random.Generator):
    """Tables that `count` casts beside the dice kept give, each with how often."""
    shape = (count, rules.dice - len(kept))
    rolled = np.sort(draw.integers(0, rules.faces, shape), axis=1)
    written = rolled @ rules.faces ** np.arange(shape[1])  # one number is quicker to count
    _, first, times = np.unique(written, return_index=True, return_counts=True)
    for table, often in zip((rolled[first] + 1).tolist(), times.tolist(), strict=True):
        yield tuple(sorted((*kept, *table))), often


def _choose(law: Law, times: int, draw: np.random.Generator):
    """Next states that a policy's law gives in so many casts, each with how often."""
    chances = np.array([float(chance) for chance in law.values()])
    for state, often in zip(law, draw.multinomial(times, chances / chances.sum()), strict=True):
        if often:
            yield state, int(often)
