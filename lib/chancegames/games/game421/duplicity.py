"""Duplicity: choosing among equally good goals only after the next event (section 4.3.1).

The source leaves it for future work.  Here a player who has several best goals casts first, then
compares the steps that each of them asks for by what that goal is then worth, and draws among the
best pairs of goal and step.
"""

from fractions import Fraction

from chancegames.games.game421.goals import GoalDriven, best_of
from chancegames.games.game421.solve import Law
from chancegames.maths.dice import Combination

Pair = tuple[Combination, Combination]


class Duplicitous(GoalDriven):
    """A goal-driven player with duplicity.

    With a horizon and dynamism goals are only ever compared, never chosen: duplicity changes
    nothing there.

    Examples
    --------
    >>> from chancegames.games.game421.goals import Character, Prospects
    >>> from chancegames.games.game421.rules import Round
    >>> from chancegames.games.game421.utilities import sample
    >>> prospects = Prospects(Round(), sample(Round(), "delta123+456"))
    >>> plain = Character(False, 0, False)
    >>> Duplicitous(prospects, plain).value > GoalDriven(prospects, plain).value
    True
    """

    def pairs(self, date: int, kept: Combination, table: Combination) -> list[Pair]:
        """List the best pairs (goal, next state) once the table is seen."""
        seen: dict[Pair, Fraction] = {}
        for goal in self.goals(date - 1, kept):
            for option in self._towards(goal)(date, kept, table):
                prospects = self.prospects.of(date, option, self.character.serendipity)
                seen[goal, option] = prospects[table if len(option) == self.rules.dice else goal]
        return best_of(seen)

    def redraw(self, date: int, kept: Combination, table: Combination) -> Law:
        """Step towards one of the goals that the cast has shown to be best."""
        law: dict[Combination, Fraction] = {}
        pairs = self.pairs(date, kept, table)
        for _, option in pairs:
            law[option] = law.get(option, Fraction(0)) + Fraction(1, len(pairs))
        return law

    def _fixed(self, date: int, state: Combination) -> Fraction:
        if len(state) == self.rules.dice or date == self.rules.casts:
            return self.prospects.utility_of(date, state, True)
        total = Fraction(0)
        for table, weight in self.rules.tables(state):
            pairs = self.pairs(date + 1, state, table)
            honest = (
                self.prospects.of(date + 1, o, True)[table if len(o) == self.rules.dice else g]
                for g, o in pairs
            )
            total += weight * sum(honest, Fraction(0)) / len(pairs)
        return total / self.rules.faces ** (self.rules.dice - len(state))
