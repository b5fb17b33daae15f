"""The coins game: you hold coins and need points; the general solver plays it from the model.

>>> from chancegames import coins
>>> rules = coins.Rules(coins=3, points=4)
>>> coins.solve(rules).value
Fraction(25, 64)
>>> coins.evaluate(rules, coins.flip_at_most(1)).value
Fraction(11, 32)
>>> coins.distribution(rules, coins.flip_at_most(1)).at_least(1)
Fraction(11, 32)
>>> played = coins.simulate(rules, coins.flip_at_most(1), games=2000, seed=1)
>>> f"{played.mean:.2f} ± {played.standard_error:.2f}, exactly {11 / 32:.2f}"
'0.34 ± 0.01, exactly 0.34'
"""

from chancegames.maths.game import distribution, evaluate, simulate, solve
from chancegames.models.coins import Reading, Rules, flip_at_most

__all__ = ["Reading", "Rules", "distribution", "evaluate", "flip_at_most", "simulate", "solve"]
