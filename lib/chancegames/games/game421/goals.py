r"""Goal-driven policies: what a round is worth to a player who plays for one combination at a time.

With :math:`q` the chances of `chances.chance`, the goal-driven utility of a dated state is

.. math:: u^*(j, d) = \max_{d^*} \sum_k \sum_{d'} q(i, J - j, d^*, k, d')\, u(j + k, d + d')

where the inner sum runs over all results with serendipity (equation 52) and over
:math:`d' = d^*` alone without (equation 51).  A policy looks `horizon` decisions ahead, takes
:math:`u^*` for what lies beyond, and either fixes its goal there or, if dynamic, looks again at
every date.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, cached_property
from itertools import product
from math import lcm
from typing import TypeVar

from chancegames.games.game421.chances import result_law
from chancegames.games.game421.policies import monkey
from chancegames.games.game421.rules import Dated, Round, Utility
from chancegames.games.game421.solve import Law, Policy, mean_max, mean_mean, value_of
from chancegames.games.game421.utilities import aims
from chancegames.maths.dice import Combination, merge

Key = TypeVar("Key")


@dataclass(frozen=True)
class Character:
    """What sort of goal-driven player one is (section 4.3.1).

    Parameters
    ----------
    serendipity : bool
        Count the utility of missing the goal.
    horizon : int
        Number of decisions looked ahead before goals are compared, at least 0.
    dynamic : bool
        Look again at every date, instead of holding on to the first goal.
    never_worst : bool
        Never end early on a combination of least utility: a rule that no source states, and that
        four cells of table 11 of Albarede (2007) obey.  To end so is dominated: no other option
        can do worse.
    ties : {"equiprobable", "lexicographic"}
        How to choose among equals: with equal chances (2007), or the first in the order "the
        shorter first, then lexicographic" (2000), for goals, options and next players' dilemmas.
    """

    serendipity: bool
    horizon: int
    dynamic: bool
    never_worst: bool = False
    ties: str = "equiprobable"

    def __post_init__(self) -> None:
        """Check the horizon and the rule for ties."""
        if self.ties not in ("equiprobable", "lexicographic"):
            raise ValueError(f"ties must be equiprobable or lexicographic, not {self.ties!r}")
        if not isinstance(self.horizon, int) or self.horizon < 0:
            raise ValueError(f"the horizon must be an integer of at least 0, not {self.horizon!r}")


CHARACTERS = tuple(
    Character(serendipity, horizon, dynamic)
    for serendipity, dynamic, horizon in product((False, True), (False, True), (0, 1))
)


def best_of(values: Mapping[Key, Fraction]) -> list[Key]:
    """List the keys of the greatest value.

    Examples
    --------
    >>> best_of({"a": 1, "b": 2, "c": 2})
    ['b', 'c']
    """
    top = max(values.values())
    return [key for key, value in values.items() if value == top]


def mean(values: Iterable[Fraction]) -> Fraction:
    """Mean of some fractions.

    Examples
    --------
    >>> mean([Fraction(1), Fraction(1, 2)])
    Fraction(3, 4)
    """
    listed = list(values)
    return sum(listed, Fraction(0)) / len(listed)


@dataclass(frozen=True)
class _Weights:
    """Law of results with integers over one denominator, to add up quickly."""

    everything: tuple[tuple[Dated, int], ...]
    successes: tuple[tuple[Dated, int], ...]
    scale: int

    def promise(self, worth: Mapping[Dated, int], serendipity: bool) -> int:
        """Add up what results are worth, or successes alone."""
        ends = self.everything if serendipity else self.successes
        return sum(weight * worth[end] for end, weight in ends)


@cache
def _weights(rules: Round, goal: Combination) -> _Weights:
    law = result_law(rules, goal)
    scale = lcm(*(p.denominator for p in law.values()))
    ends = tuple((end, int(p * scale)) for end, p in law.items())
    return _Weights(ends, tuple(end for end in ends if end[0][1] == goal), scale)


@cache
def goal_strategy(rules: Round, goal: Combination, ties: str) -> Policy:
    """Reach `goal` most probably, ties broken by the named rule.

    Examples
    --------
    >>> goal_strategy(Round(player="next"), (1, 2, 4), "lexicographic")(1, (), (1, 2, 4))
    {(1, 2): Fraction(1, 1)}
    """
    solution = mean_max(rules, aims(rules, goal))
    return cache(solution.equiprobable if ties == "equiprobable" else solution.lexicographic)


class Prospects:
    """Goal-driven utilities of the dated states of one round.

    Parameters
    ----------
    rules : Round
    utility : mapping
        Rational utility of each end.

    Raises
    ------
    ValueError
        If the utility misses an end.
    """

    def __init__(self, rules: Round, utility: Utility) -> None:
        """Keep the round and its utility."""
        self.rules, self.utility = rules, rules.require_utility(utility)
        ends = [(date, final) for date in rules.ends for final in rules.finals]
        self._scale = lcm(*(utility[end].denominator for end in ends))
        self._scaled = {
            end: utility[end].numerator * (self._scale // utility[end].denominator) for end in ends
        }
        self._known: dict[tuple[Dated, bool], dict[Combination, Fraction]] = {}
        self._best: dict[tuple[Dated, bool], list[Combination]] = {}

    @cached_property
    def worst(self) -> Fraction:
        """Least utility of an end."""
        return min(self.utility[j, c] for j in self.rules.ends for c in self.rules.finals)

    def of(self, date: int, state: Combination, serendipity: bool) -> dict[Combination, Fraction]:
        """Find the utility of trying each goal that includes `state`, from `date` on.

        Returns
        -------
        dict
            Goal -> sum of equation (51) or, with serendipity, (52).
        """
        key = ((date, state), serendipity)
        if key not in self._known:
            self._known[key] = self._promises(date, state, serendipity)
        return self._known[key]

    def _promises(
        self, date: int, state: Combination, serendipity: bool
    ) -> dict[Combination, Fraction]:
        if len(state) == self.rules.dice:
            return {state: Fraction(self.utility[date, state])}
        left = self.rules.after(date, len(state))
        merged = {final: merge(state, final) for final in left.finals}
        worth = {
            (j, final): self._scaled[date + j, whole]
            for j in left.ends
            for final, whole in merged.items()
        }
        weights = {whole: _weights(left, goal) for goal, whole in merged.items()}
        return {
            whole: Fraction(found.promise(worth, serendipity), found.scale * self._scale)
            for whole, found in weights.items()
        }

    def utility_of(self, date: int, state: Combination, serendipity: bool) -> Fraction:
        """Goal-driven utility of a dated state (equations 51 and 52)."""
        return max(self.of(date, state, serendipity).values())

    def goals(self, date: int, state: Combination, serendipity: bool) -> list[Combination]:
        """List the most useful goals at a dated state."""
        key = ((date, state), serendipity)
        if key not in self._best:
            self._best[key] = best_of(self.of(date, state, serendipity))
        return self._best[key]


class GoalDriven:
    """A goal-driven player in one round: choices and their utility.

    Parameters
    ----------
    prospects : Prospects
    character : Character

    Examples
    --------
    >>> from chancegames.games.game421.utilities import sample
    >>> prospects = Prospects(Round(), sample(Round(), "delta123"))
    >>> GoalDriven(prospects, Character(True, 0, False)).value
    Fraction(42571, 186624)
    """

    def __init__(self, prospects: Prospects, character: Character) -> None:
        """Keep the prospects and the character."""
        self.prospects, self.character = prospects, character
        self.rules = prospects.rules
        self._seen: dict[tuple[int, Dated], Fraction] = {}
        self._strategies: dict[Combination, Policy] = {}
        self._held: dict[Dated, Fraction] = {}

    def outlook(self, depth: int, date: int, state: Combination) -> Fraction:
        """Find the utility of a dated state as seen by looking `depth` decisions ahead."""
        key = (depth, (date, state))
        if key not in self._seen:
            self._seen[key] = self._outlook(depth, date, state)
        return self._seen[key]

    def _outlook(self, depth: int, date: int, state: Combination) -> Fraction:
        if depth == 0 or len(state) == self.rules.dice or date == self.rules.casts:
            return self.prospects.utility_of(date, state, self.character.serendipity)
        total = sum(
            weight * max(self._compared(depth - 1, date + 1, state, table).values())
            for table, weight in self.rules.tables(state)
        )
        return total / Fraction(self.rules.faces) ** (self.rules.dice - len(state))

    def _compared(
        self, depth: int, date: int, kept: Combination, table: Combination
    ) -> dict[Combination, Fraction]:
        options = self.rules.options(date, kept, table)
        seen = {option: self.outlook(depth, date, option) for option in options}
        full = table in seen and self.prospects.utility.get((date, table)) == self.prospects.worst
        if self.character.never_worst and full and len(seen) > 1:
            del seen[table]
        return seen

    def _untied(self, equals: list[Combination]) -> list[Combination]:
        return equals if self.character.ties == "equiprobable" else equals[:1]

    def goals(self, date: int, state: Combination) -> list[Combination]:
        """List the goals that are drawn from at a dated state."""
        return self._untied(self.prospects.goals(date, state, self.character.serendipity))

    def look(self, date: int, kept: Combination, table: Combination) -> Law:
        """Choose by looking ahead, ties with equal chances (equation 57)."""
        depth = self.character.horizon - 1
        if not self.character.dynamic:
            depth -= date - 1
        best = self._untied(best_of(self._compared(depth, date, kept, table)))
        return dict.fromkeys(best, Fraction(1, len(best)))

    def redraw(self, date: int, kept: Combination, table: Combination) -> Law:
        """Draw one of the best goals before the cast, then take a step towards it."""
        goals = self.goals(date - 1, kept)
        asked: dict[tuple[Combination, int], int] = defaultdict(int)
        for goal in goals:
            choice = self._towards(goal)(date, kept, table)
            for option in choice:
                asked[option, len(choice)] += 1
        law: dict[Combination, Fraction] = {}
        for (option, equals), times in asked.items():
            part = Fraction(times, equals * len(goals))
            law[option] = law[option] + part if option in law else part
        return law

    def _towards(self, goal: Combination) -> Policy:
        if goal not in self._strategies:
            self._strategies[goal] = goal_strategy(self.rules, goal, self.character.ties)
        return self._strategies[goal]

    @cached_property
    def value(self) -> Fraction:
        """Utility of the policy from the start of the round."""
        if not self.character.dynamic:
            return self._static(0, ())
        policy = self.look if self.character.horizon else self.redraw
        return value_of(self.rules, policy, self.prospects.utility)

    def _static(self, date: int, state: Combination) -> Fraction:
        """Find the utility of a dated state to a player who fixes the goal at the horizon."""
        if date == self.character.horizon or len(state) == self.rules.dice:
            if (date, state) not in self._held:
                self._held[date, state] = self._fixed(date, state)
            return self._held[date, state]
        total = Fraction(0)
        for table, weight in self.rules.tables(state):
            law = self.look(date + 1, state, table)
            total += weight * sum(p * self._static(date + 1, o) for o, p in law.items())
        return total / self.rules.faces ** (self.rules.dice - len(state))

    def _fixed(self, date: int, state: Combination) -> Fraction:
        goals = self.goals(date, state)
        if self.character.ties == "equiprobable" or self.rules.player == "first":
            honest = self.prospects.of(date, state, True)
            return mean(honest[goal] for goal in goals)
        start = (date, state)
        return mean_mean(self.rules, self._towards(goals[0]), self.prospects.utility, start)[start]


def policy_utility(value: Fraction, lowest: Fraction, greatest: Fraction) -> Fraction:
    """Place the utility of a policy between the monkey's and the best (equation 58).

    Raises
    ------
    ValueError
        If the monkey already plays best, so that there is no scale.

    Examples
    --------
    >>> policy_utility(Fraction(3), Fraction(1), Fraction(5))
    Fraction(1, 2)
    """
    if lowest == greatest:
        raise ValueError("every policy has the same utility: there is no scale")
    return (value - lowest) / (greatest - lowest)


@dataclass(frozen=True)
class Judgement:
    """Policy utilities of one utility function and player (tables 10 to 12).

    Attributes
    ----------
    lowest, greatest : Fraction
        Utility of the monkey and of best play.
    utilities : mapping
        Character -> utility of its policy.
    """

    lowest: Fraction
    greatest: Fraction
    utilities: Mapping[Character, Fraction]

    def of(self, character: Character) -> Fraction:
        """Policy utility (58) of a character."""
        return policy_utility(self.utilities[character], self.lowest, self.greatest)

    def fuzzy(self) -> bool:
        """Fuzzy as in 2007: serendipity strictly helps at every horizon and dynamism."""
        return all(
            value < self.utilities[replace(c, serendipity=True)]
            for c, value in self.utilities.items()
            if not c.serendipity
        )

    def fuzzy_2000(self) -> bool:
        """Fuzzy as in 2000: without serendipity, horizon and revision lower the utility."""
        values = {
            (c.horizon, c.dynamic): value
            for c, value in self.utilities.items()
            if not c.serendipity
        }
        return values[1, True] < values[0, False]


def judge(
    rules: Round, utility: Utility, characters: Iterable[Character] = CHARACTERS
) -> Judgement:
    """Judge goal-driven policies on one utility, exactly.

    Examples
    --------
    >>> from chancegames.games.game421.utilities import sample
    >>> judgement = judge(Round(), sample(Round(), "delta123+456"))
    >>> float(round(judgement.of(Character(False, 0, False)), 3)), judgement.fuzzy()
    (0.684, False)
    """
    prospects = Prospects(rules, utility)
    values = {c: GoalDriven(prospects, c).value for c in characters}
    return Judgement(
        value_of(rules, monkey(rules), utility), mean_max(rules, utility).value, values
    )
