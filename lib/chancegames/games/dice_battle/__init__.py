"""Dice battle, known as Hog: one roll each, the race in turns, and the race at once.

A policy answers a state, ``(own, other)``, with the number of dice: what each player needs to reach
the goal.  In one roll each there is no score to look at, so that it is asked at ``(0, 0)`` alone.

>>> from chancegames import dice_battle
>>> hog = dice_battle.Race(goal=100, dice=10)
>>> best = dice_battle.solve(hog)
>>> best.policy((100, 100)), best.best((2, 1))
({6: Fraction(1, 1)}, (1,))
>>> always_six = dice_battle.always(6)
>>> wins = dice_battle.distribution(hog, always_six)[1]
>>> f"always six dice wins {wins:.1%} as the opener against the best player"
'always six dice wins 48.4% as the opener against the best player'
>>> played = dice_battle.simulate(hog, always_six, games=2000, seed=1)
>>> f"mean gain {played.mean:.2f} ± {played.standard_error:.2f}, exactly {2 * wins - 1:.2f}"
'mean gain -0.01 ± 0.02, exactly -0.03'
"""

from chancegames.games.dice_battle.policies import always, blind, by_state, mean_score, uniform
from chancegames.games.dice_battle.verbs import distribution, evaluate, simulate, solve
from chancegames.models.dice_battle import AtOnce, OneRoll, Race

__all__ = [
    "AtOnce",
    "OneRoll",
    "Race",
    "always",
    "blind",
    "by_state",
    "distribution",
    "evaluate",
    "mean_score",
    "simulate",
    "solve",
    "uniform",
]
