"""Play rounds at random, die by die: a second road to every chance and utility."""

import random
from collections import Counter

from chancegames.dice import require_positive_integer
from chancegames.game421.rules import Dated, Round
from chancegames.game421.solve import Policy


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

    Parameters
    ----------
    rules : Round
    policy : callable
    rounds : int
        At least 1.
    seed : int

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
    >>> from chancegames.game421.policies import monkey
    >>> simulate(Round(), monkey(Round()), 100, seed=1).total()
    100
    """
    require_positive_integer("the number of rounds", rounds)
    draw = random.Random(seed)
    return Counter(play(rules, policy, draw) for _ in range(rounds))
