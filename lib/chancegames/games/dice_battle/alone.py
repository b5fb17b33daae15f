"""One player alone on the way home: how often somebody has arrived after so many turns.

Such chances explain a race, in which both players try to be early; they do not solve it.
"""

from collections.abc import Callable, Mapping

#: By number of dice, the chance of each score of a roll.
Rolls = Mapping[int, Mapping[int, float]]


def _home_by(rolls: Rolls, plan: Mapping[int, int], need: int, turns: int) -> list[float]:
    """Chance to be home after each of so many turns, with the dice that a plan has for each need.

    Examples
    --------
    >>> coin = {1: {1: 0.5, 2: 0.5}}
    >>> _home_by(coin, {1: 1, 2: 1}, need=2, turns=3)
    [0.5, 1.0, 1.0]
    """
    left, found = {need: 1.0}, []
    for _ in range(turns):
        after: dict[int, float] = {}
        for lacking, chance in left.items():
            for score, p in rolls[plan[lacking]].items():
                after[lacking - score] = after.get(lacking - score, 0.0) + chance * p
        left = {lacking: chance for lacking, chance in after.items() if lacking > 0}
        found.append(1 - sum(left.values(), 0.0))
    return found


def _home_in(rolls: Rolls) -> Callable[..., float]:
    """Chance to be home: a function of the number of rolls, the need and, if given, the first roll.

    Every roll but the first has the number of dice that is best for this.

    Examples
    --------
    >>> chance = _home_in({1: {2: 1.0}, 2: {1: 0.75, 4: 0.25}})
    >>> chance(1, 4), chance(2, 4), chance(2, 4, 2)
    (0.25, 1.0, 0.4375)
    """
    known: dict[tuple[int, int], float] = {}

    def roll(left: int, need: int, dice: int) -> float:
        return sum(p * chance(left - 1, need - score) for score, p in rolls[dice].items())

    def chance(left: int, need: int, first: int | None = None) -> float:
        if need <= 0 or left == 0:
            return float(need <= 0)
        if first is not None:
            return roll(left, need, first)
        if (left, need) not in known:
            known[left, need] = max(roll(left, need, dice) for dice in rolls)
        return known[left, need]

    return chance
