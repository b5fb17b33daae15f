r"""What a strategy costs to compute, in counted operations, and when a cheaper one is worth it.

An operation is one product added to a sum or one comparison.  A strategy is computed for every
dated state at which it may be asked; the chances of one goal count as known, as the source
assumes when it speaks of tables compiled before the game.  The *free utility* of a policy is
:math:`\bar U - \lambda T` (section 5.3).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from math import comb

from chancegames.games.game421.goals import CHARACTERS, Character
from chancegames.games.game421.rounds import tables
from chancegames.maths.dice import Combination
from chancegames.maths.solution import Number
from chancegames.models.game421 import Round
from chancegames.sources.albarede2007.judging import judge


@cache
def _deciding(rules: Round, last: bool, kept: Combination) -> tuple[int, int]:
    """Count tables and options seen from a state; at the last cast there is no choice."""
    date = rules.casts if last else 1
    seen = tables(rules, kept)
    return len(seen), sum(len(rules.options(date, kept, t)) for t, _ in seen)


@dataclass(frozen=True)
class Costs:
    """What strategies cost in one kind of round, in operations.

    Attributes
    ----------
    rules : Round

    Examples
    --------
    >>> [Costs(Round(casts=j)).mean_max for j in (2, 3, 4)]
    [1036, 2428, 3820]
    >>> [Costs(Round(casts=j)).histories for j in (1, 2, 3)]
    [112, 13496, 945574]
    """

    rules: Round

    @property
    def nodes(self) -> Iterator[tuple[int, Combination]]:
        """The dated states at which dice remain to be cast.

        Examples
        --------
        >>> list(Costs(Round(1, 6, 2)).nodes)
        [(0, ()), (1, ())]
        """
        for date in range(self.rules.casts):
            for state in self.rules.states if date else ((),):
                if len(state) < self.rules.dice:
                    yield date, state

    @cached_property
    def _decisions(self) -> list[tuple[int, int]]:
        last = self.rules.casts - 1
        return [_deciding(self.rules, date == last, state) for date, state in self.nodes]

    @property
    def mean_max(self) -> int:
        """Mean-max with merged states: one operation a table, one an option."""
        return sum(map(sum, self._decisions))

    @property
    def judging(self) -> int:
        """Judging any strategy by mean-mean: one operation for each option of each table."""
        return sum(options for _, options in self._decisions)

    @property
    def histories(self) -> int:
        """Mean-max on the whole tree of histories, nothing merged."""
        rules = self.rules
        ahead = dict.fromkeys(rules.states, 0)
        for date in reversed(range(1, rules.casts + 1)):
            ahead = {
                state: sum(
                    1 + sum(1 + ahead[o] for o in rules.options(date, state, table))
                    for table, _ in tables(rules, state)
                )
                if len(state) < rules.dice
                else 0
                for state in rules.states
            }
        return ahead[()]

    def _evaluation(self, date: int, state: Combination, serendipity: bool) -> int:
        """One goal-driven utility: a product a result and a comparison a goal."""
        left = self.rules.dice - len(state)
        if not left:
            return 1
        goals = comb(left + self.rules.faces - 1, left)
        successes = self.rules.casts - date if self.rules.player == "first" else 1
        return goals * (successes + 1 + (goals - 1 if serendipity else 0))

    def of(self, character: Character) -> int:
        """A goal-driven strategy; the ratchet that follows a fixed goal costs nothing here.

        Raises
        ------
        ValueError
            If the horizon is neither 0 nor 1.

        Examples
        --------
        >>> Costs(Round()).of(Character(False, 0, False))
        224
        """
        if character.horizon > 1:
            raise ValueError(
                f"operations are counted for horizons 0 and 1, not {character.horizon}"
            )
        rules, serendipity = self.rules, character.serendipity
        if not character.horizon:
            asked = self.nodes if character.dynamic else [(0, ())]
            return sum(self._evaluation(*node, serendipity) for node in asked)
        last = rules.casts - 1 if character.dynamic else min(1, rules.casts - 1)
        evaluated = sum(
            self._evaluation(date, s, serendipity)
            for date in range(1, last + 1)
            for s in rules.states
            if len(s) < rules.dice or rules.player == "first"
        )
        compared = (_deciding(rules, False, s)[1] for date, s in self.nodes if date < last)
        return evaluated + sum(compared)

    def meta(self, own: int) -> int:
        """Knowing the policy utility of a strategy that itself costs `own` (equation 58).

        The strategy and the monkey's are computed and judged, and mean-max is computed.
        """
        return own + 2 * self.judging + self.mean_max


@dataclass(frozen=True)
class FreeUtility:
    """Policies of one round with their policy utility and cost (section 5.3).

    Attributes
    ----------
    utilities, operations : mapping
        Policy -> policy utility (58), and counted operations.

    Examples
    --------
    >>> FreeUtility({"best": Fraction(1), "none": Fraction(0)}, {"best": 10, "none": 0}).stretches
    ((Fraction(0, 1), 'best'), (Fraction(1, 10), 'none'))
    """

    utilities: Mapping[str, Number]
    operations: Mapping[str, int]

    @classmethod
    def of(cls, rules: Round) -> "FreeUtility":
        """Mean-max, the monkey and the eight characters on the utility of a round.

        Raises
        ------
        ValueError
            If the monkey plays best, so that there is no scale.
        """
        judgement, costs = judge(rules), Costs(rules)
        utilities = {str(c): judgement.of(c) for c in CHARACTERS}
        operations = {str(c): costs.of(c) for c in CHARACTERS}
        return cls(
            {"mean-max": Fraction(1), "monkey": Fraction(0), **utilities},
            {"mean-max": costs.mean_max, "monkey": 0, **operations},
        )

    @cached_property
    def stretches(self) -> tuple[tuple[Fraction, str], ...]:
        """From which price of an operation on each policy is the best; of equals the cheaper."""
        now = max(self.utilities, key=lambda n: (self.utilities[n], -self.operations[n]))
        found = [(Fraction(0), now)]
        while cheaper := [n for n, own in self.operations.items() if own < self.operations[now]]:
            prices = {
                n: Fraction(self.utilities[now] - self.utilities[n])
                / (self.operations[now] - self.operations[n])
                for n in cheaper
            }
            now = min(cheaper, key=lambda n: (prices[n], self.operations[n]))
            found.append((prices[now], now))
        return tuple(found)
