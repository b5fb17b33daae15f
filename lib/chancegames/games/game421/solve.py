r"""Find and judge strategies of a round of 421, exactly, by backward induction.

A *policy* is a function of the date, the state and the table that gives the law of the next state,
a Markovian strategy.  With :math:`p` the law of the table seen from state :math:`d`,

.. math::

    u(j, d) &= \sum_t p(t)\, \max_{d'} u(j + 1, d') & \text{(mean-max, equation 32)} \\
    u(j, d) &= \sum_{d'} \sigma(j, d, d')\, u(j + 1, d') & \text{(mean-mean, equation 29)} \\
    \rho(j + 1, d') &= \sum_d \rho(j, d)\, \sigma(j, d, d') & \text{(Fokker-Planck, equation 26)}

where :math:`\sigma(j, d, d') = \sum_t p(t) P(j + 1, d, t, d')` (equation 27).  The numbers in
brackets are those of Albarede (2007).  States reached over different histories are merged, so the
work grows linearly with the number of casts.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from math import lcm

from chancegames.games.game421.rules import Dated, Round, Utility
from chancegames.maths.dice import Combination

Law = Mapping[Combination, Fraction]
Policy = Callable[[int, Combination, Combination], Law]

#: Value of a state that a next player must not enter.
NEVER = float("-inf")


@dataclass(frozen=True)
class Solution:
    """Best play in a round, by mean-max.

    Attributes
    ----------
    round : Round
    values : mapping
        Greatest utility of each dated state, times `scale` ``* faces ** (dice * casts left)``.
    scale : int
        Least common denominator of the utility.
    """

    round: Round
    values: Mapping[Dated, int] = field(repr=False)
    scale: int

    @property
    def value(self) -> Fraction:
        """Greatest utility of the round."""
        return self.at(0, ())

    def at(self, date: int, state: Combination) -> Fraction:
        """Greatest utility once `state` is reached at `date`."""
        left = self.round.dice * (self.round.casts - date)
        return Fraction(self.values[date, state], self.scale * self.round.faces**left)

    def best(self, date: int, kept: Combination, table: Combination) -> tuple[Combination, ...]:
        """List the most useful options (equation 33), the shorter first, then lexicographic."""
        options = self.round.options(date, kept, table)
        values = [self.values[date, option] for option in options]
        top = max(values)
        return tuple(o for o, v in zip(options, values, strict=True) if v == top)

    def equiprobable(self, date: int, kept: Combination, table: Combination) -> Law:
        """Choose among the best options with equal chances (equation 35)."""
        best = self.best(date, kept, table)
        return dict.fromkeys(best, Fraction(1, len(best)))

    def lexicographic(self, date: int, kept: Combination, table: Combination) -> Law:
        """Choose the first best option, the shorter first, then lexicographic (2000)."""
        return {self.best(date, kept, table)[0]: Fraction(1)}


def mean_max(rules: Round, utility: Utility) -> Solution:
    """Solve a round by backward induction, exactly.

    Parameters
    ----------
    rules : Round
    utility : mapping
        Rational utility of each end ``(date, final state)``; dates of a next player: the last.

    Returns
    -------
    Solution

    Raises
    ------
    ValueError
        If the utility misses an end of the round or is not rational.

    Examples
    --------
    The greatest chance of 421 with three casts (Albarede 2007, table 1, line 321):

    >>> aim = {(j, c): int(c == (1, 2, 4)) for j in (1, 2, 3) for c in Round().finals}
    >>> mean_max(Round(), aim).value
    Fraction(42571, 186624)
    """
    rules.require_utility(utility)
    scale = lcm(*(utility[j, c].denominator for j in rules.ends for c in rules.finals))
    ahead = _final_values(rules, utility, scale, rules.casts)
    values = {(rules.casts, state): value for state, value in ahead.items()}
    for date in reversed(range(rules.casts)):
        now = _final_values(rules, utility, scale, date)
        for kept in rules.states if date else ((),):
            if len(kept) < rules.dice:
                now[kept] = _mean_of_max(rules, ahead, date + 1 < rules.casts, kept)
        values.update(((date, state), value) for state, value in now.items())
        ahead = now
    return Solution(rules, values, scale)


def _final_values(rules: Round, utility: Utility, scale: int, date: int) -> dict[Combination, int]:
    if date not in rules.ends:
        return {}
    unit = rules.faces ** (rules.dice * (rules.casts - date))
    worth = ((c, utility[date, c]) for c in rules.finals)
    return {c: u.numerator * (scale // u.denominator) * unit for c, u in worth}


def _mean_of_max(
    rules: Round, ahead: Mapping[Combination, int], choice: bool, kept: Combination
) -> int:
    greatest = _greatest(rules, ahead, kept) if choice else ahead
    total = sum(weight * greatest[table] for table, weight in rules.tables(kept))
    return total * rules.faces ** len(kept)


def _greatest(
    rules: Round, ahead: Mapping[Combination, int], kept: Combination
) -> dict[Combination, int]:
    """Find the greatest value between `kept` and each combination that includes it.

    It is that of the combination itself, or of the combination without one of its dice.
    """
    best = {kept: ahead[kept]}
    for size in range(len(kept) + 1, rules.dice + 1):
        for table, _ in replace(rules, dice=size).tables(kept):
            top = ahead.get(table, NEVER)
            for part in _without_one(table):
                if part in best and best[part] > top:
                    top = best[part]
            best[table] = top
    return best


@cache
def _without_one(table: Combination) -> tuple[Combination, ...]:
    places = (i for i, face in enumerate(table) if not i or face != table[i - 1])
    return tuple(table[:i] + table[i + 1 :] for i in places)


def transition(rules: Round, policy: Policy, date: int, kept: Combination) -> Law:
    """Law of the state at `date` + 1, seen from state `kept` at `date` (equation 27).

    Raises
    ------
    ValueError
        If the policy chooses what is no option, or its chances do not add up to 1.

    Examples
    --------
    >>> stop = lambda date, kept, table: {table: Fraction(1)}
    >>> transition(Round(1, 2, 2), stop, 0, ())[2,]
    Fraction(1, 2)
    """
    throws = rules.faces ** (rules.dice - len(kept))
    counted: dict[tuple[Combination, int], int] = defaultdict(int)
    for table, weight in rules.tables(kept):
        choice = policy(date + 1, kept, table)
        if not _adds_up(choice) or not choice.keys() <= set(rules.options(date + 1, kept, table)):
            raise ValueError(f"no law over the options at {date + 1}, {kept}, {table}: {choice}")
        for option, chance in choice.items():
            counted[option, chance.denominator] += weight * chance.numerator
    law: dict[Combination, Fraction] = {}
    for (option, denominator), count in counted.items():
        part = Fraction(count, denominator * throws)
        law[option] = law[option] + part if option in law else part
    return law


def _adds_up(choice: Law) -> bool:
    """Tell whether chances add up to 1, with integers."""
    parts: dict[int, int] = defaultdict(int)
    for chance in choice.values():
        parts[chance.denominator] += chance.numerator
    whole = lcm(*parts)
    return sum(n * (whole // d) for d, n in parts.items()) == whole


def mean_mean(
    rules: Round, policy: Policy, utility: Utility, start: Dated = (0, ())
) -> dict[Dated, Fraction]:
    """Judge a policy: the utility of every dated state that it can reach (equation 29).

    Parameters
    ----------
    rules : Round
    policy : callable
        ``policy(date, kept, table)`` gives the law of the next state.
    utility : mapping
        Rational utility of each end ``(date, final state)``.
    start : (int, tuple of int), optional
        The dated state from which the policy is followed.

    Returns
    -------
    dict
        Utility of each dated state within reach; that of `start` is the policy's.

    Examples
    --------
    >>> rules = Round(dice=1, faces=2, casts=2)
    >>> utility = {(1, (1,)): 0, (1, (2,)): 1, (2, (1,)): 0, (2, (2,)): 1}
    >>> mean_mean(rules, mean_max(rules, utility).equiprobable, utility)[0, ()]
    Fraction(3, 4)
    """
    rules.require_utility(utility)
    moves: dict[int, dict[Combination, Law]] = {}
    reached = {start[1]}
    for date in range(start[0], rules.casts):
        moves[date] = {s: transition(rules, policy, date, s) for s in reached}
        reached = {t for law in moves[date].values() for t in law if len(t) < rules.dice}
    values: dict[Dated, Fraction] = {end: Fraction(u) for end, u in utility.items()}
    for date in reversed(moves):
        for state, law in moves[date].items():
            values[date, state] = sum(
                (p * values[date + 1, t] for t, p in law.items() if values[date + 1, t]),
                Fraction(0),
            )
    return values


def value_of(rules: Round, policy: Policy, utility: Utility) -> Fraction:
    """Find the utility of a policy from the start of the round.

    Examples
    --------
    >>> rules = Round(1, 6, 1)
    >>> total = {(1, c): sum(c) for c in rules.finals}
    >>> value_of(rules, mean_max(rules, total).equiprobable, total)
    Fraction(7, 2)
    """
    return mean_mean(rules, policy, utility)[0, ()]


@dataclass(frozen=True)
class Flow:
    """Where a policy leads: law of the state at each date, and of the end of the round.

    Attributes
    ----------
    running : tuple of mappings
        For each date, the chance of each state of a round that is still running.
    ended : mapping
        Chance of each end ``(date, final state)``.
    """

    running: tuple[Law, ...]
    ended: Mapping[Dated, Fraction]

    def density(self, date: int) -> dict[Combination, Fraction]:
        """Law of the state at `date`, a round that is over staying as it is (equation 26)."""
        law = defaultdict(Fraction, self.running[date])
        for (ended, state), chance in self.ended.items():
            if ended <= date:
                law[state] += chance
        return dict(law)

    def conserved(self, values: Mapping[Dated, Fraction], date: int) -> Fraction:
        """Add up utility still ahead at `date` and utility already gained (equation 30, mended).

        The scalar product of equation (30) counts a round that is over with the utility of the
        present date; here it keeps that of the date at which it ended.
        """
        ahead = sum(p * values[date, s] for s, p in self.running[date].items())
        gained = sum(p * values[end] for end, p in self.ended.items() if end[0] <= date)
        return Fraction(ahead + gained)


def fokker_planck(rules: Round, policy: Policy) -> Flow:
    """Follow the law of the state forward in time (equation 26).

    Examples
    --------
    >>> rules = Round(dice=1, faces=2, casts=2)
    >>> aim = {(j, (f,)): f - 1 for j in (1, 2) for f in (1, 2)}
    >>> flow = fokker_planck(rules, mean_max(rules, aim).equiprobable)
    >>> flow.ended[1, (2,)], flow.running[1]
    (Fraction(1, 2), {(): Fraction(1, 2)})
    """
    running: list[dict[Combination, Fraction]] = [{(): Fraction(1)}]
    ended: dict[Dated, Fraction] = defaultdict(Fraction)
    for date in range(rules.casts):
        ahead: dict[Combination, Fraction] = defaultdict(Fraction)
        for state, chance in running[-1].items():
            for option, move in transition(rules, policy, date, state).items():
                if len(option) == rules.dice:
                    ended[date + 1, option] += chance * move
                else:
                    ahead[option] += chance * move
        running.append(dict(ahead))
    return Flow(tuple(running), dict(ended))
