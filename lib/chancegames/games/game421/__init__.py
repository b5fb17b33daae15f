"""421: a round against chance, played for tokens or for anything else, and the whole game of two.

>>> from chancegames import game421
>>> best = game421.solve(game421.Round())
>>> round(float(best.value), 2), best.policy((1, (), (1, 4, 6)))
(3.75, {(1, 4): Fraction(1, 1)})

A policy answers a state, ``(casts made, dice kept, all dice in sight)``, with what it
keeps, or with the probability of each choice.

>>> wanted = game421.Round(utility=game421.Aim.at("421"))
>>> round(float(game421.solve(wanted).value), 3)
0.228
>>> float(game421.evaluate(wanted, game421.monkey(wanted)).value) < 0.05
True
>>> round(float(game421.distribution(game421.Round(), best.policy).at_least(7)), 3)
0.219
>>> played = game421.simulate(game421.Round(), best.policy, games=1000, seed=1)
>>> f"{played.mean:.2f} ± {played.standard_error:.2f}, exactly {float(best.value):.2f}"
'3.67 ± 0.11, exactly 3.75'

The whole game has two players; the opponent is the best one, unless you name another.

>>> rules = game421.Game(pot=2)
>>> game421.evaluate(rules, game421.ForTokens(rules)).value < game421.solve(rules).value
True
"""

from chancegames.games.game421.card import five_lines
from chancegames.games.game421.goals import CHARACTERS, Character, GoalDriven
from chancegames.games.game421.hands import UTILITIES, Aim, digits, hand, utility
from chancegames.games.game421.match import Game, Turn
from chancegames.games.game421.policies import bernoulli, monkey, most_probably, ratchet, success
from chancegames.games.game421.rounds import ends, play
from chancegames.games.game421.verbs import distribution, evaluate, simulate, solve
from chancegames.games.game421.whole import ForTokens, guaranteed
from chancegames.models.game421 import RANKING, Round, tokens

__all__ = [
    "CHARACTERS",
    "RANKING",
    "UTILITIES",
    "Aim",
    "Character",
    "ForTokens",
    "Game",
    "GoalDriven",
    "Round",
    "Turn",
    "bernoulli",
    "digits",
    "distribution",
    "ends",
    "evaluate",
    "five_lines",
    "guaranteed",
    "hand",
    "monkey",
    "most_probably",
    "play",
    "ratchet",
    "simulate",
    "solve",
    "success",
    "tokens",
    "utility",
]
