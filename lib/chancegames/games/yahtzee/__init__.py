"""Yahtzee for one player, solved: the best average, the whole distribution, every target.

A state is a `Card`, or a `Turn` with dice to keep or to place.  The empty card is where a game
starts; each verb takes another as `start`.

>>> from chancegames import yahtzee
>>> from chancegames.games.yahtzee import Box, Card, Turn
>>> solution = yahtzee.solve(yahtzee.FORCED)
>>> round(solution.value, 4)
254.5877
>>> roll = Turn(Card(), rerolls=2, dice=(1, 1, 6, 6, 6))
>>> solution.policy(roll), round(solution.regret(roll, (6, 6)), 2)
({(6, 6, 6): 1}, 11.18)
>>> greedy = yahtzee.greedy(yahtzee.FORCED)
>>> round(yahtzee.evaluate(yahtzee.FORCED, greedy).value, 2)
217.31

A policy of your own is any function of the state.  With three boxes open or fewer it is followed
exactly, and simulated from any card; a `TablePolicy` is followed exactly through a whole game.

>>> def hoard(turn):
...     if turn.rerolls:
...         return turn.dice
...     return next(iter(yahtzee.FORCED.placements(turn.card, turn.dice)))
>>> left = Card(frozenset(Box) - {Box.CHANCE})
>>> yahtzee.evaluate(yahtzee.FORCED, hoard, start=left).value
Fraction(35, 2)
>>> played = yahtzee.simulate(yahtzee.FORCED, hoard, games=200, seed=1, start=left)
>>> f"{played.mean:.1f} ± {played.standard_error:.1f}"
'17.5 ± 0.3'
"""

from chancegames.games.yahtzee.advise import Option, advise, card_of, disagreements, replay
from chancegames.games.yahtzee.forward import (
    ScoreDistribution,
    Summary,
    distribution,
    scores_by_cause,
    simulate,
    simulated_scores,
    summary,
)
from chancegames.games.yahtzee.policies import TablePolicy, greedy, par
from chancegames.games.yahtzee.solver import YahtzeeSolution, evaluate, solve
from chancegames.games.yahtzee.targets import Chances, best_chances
from chancegames.models.yahtzee import (
    FORCED,
    FREE,
    LOWER,
    NONE,
    NONE_FULL_HOUSE,
    UPPER,
    VARIANTS,
    Box,
    Card,
    Rules,
    Turn,
    points,
)

__all__ = [
    "FORCED",
    "FREE",
    "LOWER",
    "NONE",
    "NONE_FULL_HOUSE",
    "UPPER",
    "VARIANTS",
    "Box",
    "Card",
    "Chances",
    "Option",
    "Rules",
    "ScoreDistribution",
    "Summary",
    "TablePolicy",
    "Turn",
    "YahtzeeSolution",
    "advise",
    "best_chances",
    "card_of",
    "disagreements",
    "distribution",
    "evaluate",
    "greedy",
    "par",
    "points",
    "replay",
    "scores_by_cause",
    "simulate",
    "simulated_scores",
    "solve",
    "summary",
]
