"""Duplicity: choosing among equally good goals only after the next event (section 4.3.1).

The source leaves it for future work.  Here a player who has several best goals casts first, then
compares the steps that each of them asks for by what that goal is then worth, and draws among the
best pairs of goal and step.
"""

from collections import Counter
from fractions import Fraction

from chancegames.games.game421.goals import GoalDriven, Law, best_of
from chancegames.games.game421.rounds import tables
from chancegames.maths.dice import Combination
from chancegames.models.game421 import State

Pair = tuple[Combination, Combination]


class _Duplicitous(GoalDriven):
    """A goal-driven player with duplicity.

    With a horizon and dynamism goals are only ever compared, never chosen: duplicity changes
    nothing there.  A static player with duplicity is no policy; only `value` is to be had.

    Examples
    --------
    >>> from chancegames.games.game421.goals import Character, Prospects
    >>> from chancegames.games.game421.hands import utility
    >>> from chancegames.models.game421 import Round
    >>> prospects = Prospects(Round(utility=utility("delta123+456")))
    >>> plain = Character(False, 0, False)
    >>> _Duplicitous(prospects, plain).value > GoalDriven(prospects, plain).value
    True
    """

    def pairs(self, state: State) -> list[Pair]:
        """List the best pairs (goal, next state) once the table is seen."""
        casts, kept, table = state
        seen: dict[Pair, Fraction] = {}
        for goal in self.goals(casts - 1, kept):
            for option in self._towards(goal)(state):
                prospects = self.prospects.of(casts, option, self.character.serendipity)
                seen[goal, option] = prospects[table if len(option) == self.rules.dice else goal]
        return best_of(seen)

    def redraw(self, state: State) -> Law:
        """Step towards one of the goals that the cast has shown to be best."""
        pairs = self.pairs(state)
        counted = Counter(option for _, option in pairs)
        return {option: Fraction(n, len(pairs)) for option, n in counted.items()}

    def _fixed(self, casts: int, kept: Combination) -> Fraction:
        if len(kept) == self.rules.dice or casts == self.rules.casts:
            return self.prospects.value_at(casts, kept, True)
        total = Fraction(0)
        for table, weight in tables(self.rules, kept):
            pairs = self.pairs((casts + 1, kept, table))
            honest = (
                self.prospects.of(casts + 1, o, True)[table if len(o) == self.rules.dice else g]
                for g, o in pairs
            )
            total += weight * sum(honest, Fraction(0)) / len(pairs)
        return total / int(self.rules.faces ** (self.rules.dice - len(kept)))
