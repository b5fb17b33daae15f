r"""Solve and judge rounds of 421 exactly, with the states of all histories merged.

What `models.game421` says in Fractions, one table and one option at a time, is done here in
integers: all values of one date share a denominator, and the best of what may be kept of a cast
grows die by die.  A policy is followed by

.. math::

    u(j, d) = \sum_{d'} \sigma(j, d, d')\, u(j + 1, d'), \qquad
    \rho(j + 1, d') = \sum_d \rho(j, d)\, \sigma(j, d, d'),

backward for what it is worth and forward for where it leads, with :math:`\sigma(j, d, d')` the
probability to go on with the dice :math:`d'`.  (Equations 26, 27, 29 and 32 of Albarede 2007.)  The
work grows linearly with the number of casts.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, cached_property
from math import comb, lcm, log2
from numbers import Integral

import numpy as np

from chancegames.base.checks import door, is_hashable, require_integer, shown
from chancegames.maths.dice import Combination, arrangements, combinations, merge
from chancegames.maths.solution import Number, Policy, Solution, checked
from chancegames.models.game421 import End, Round, State

Law = Mapping[Combination, Number]
RoundPolicy = Policy[State, Combination]
Mixture = Callable[[State], Law]  # how the policies of this package answer

#: Steps of exact arithmetic that a round may take, some five seconds.
MOST_STEPS = 2_000_000
NEVER = float("-inf")  # value of a state that a next player must not enter


def tables(rules: Round, kept: Combination) -> tuple[tuple[Combination, int], ...]:
    """What can be on the table after a cast, with integer weights.

    Returns
    -------
    tuple of (table, weight)
        The weights sum to ``faces ** (dice - len(kept))``.

    Examples
    --------
    >>> tables(Round(dice=2, faces=2), (1,))
    (((1, 1), 1), ((1, 2), 1))
    """
    return _tables(rules.dice, rules.faces, kept)


@cache
def _tables(dice: int, faces: int, kept: Combination) -> tuple[tuple[Combination, int], ...]:
    casts = _casts(dice - len(kept), faces)
    return tuple((tuple(sorted(kept + cast)), weight) for cast, weight in casts)


@cache
def _dealt(
    dice: int, faces: int, player: str, last: bool, kept: Combination
) -> tuple[tuple[Combination, int, tuple[Combination, ...]], ...]:
    """As `tables`, with what may be kept of each after the last cast, or after another one."""
    rules = Round(dice, faces, 1 if last else 2, player)
    found = _tables(dice, faces, kept)
    return tuple((table, weight, rules.options(1, kept, table)) for table, weight in found)


@cache
def _casts(dice: int, faces: int) -> tuple[tuple[Combination, int], ...]:
    return tuple((cast, arrangements(cast)) for cast in combinations(dice, range(1, faces + 1)))


@dataclass(frozen=True, eq=False)
class RoundSolution(Solution[State, Combination]):
    """Values of a round, of best play or of a policy.

    Attributes
    ----------
    rules : Round
    values : dict
        ``(casts made, dice kept)`` -> value, times the unit of its date.
    units : sequence of numbers
        By casts made.
    method : str
    followed : callable, optional
        The policy that was evaluated; None for best play.
    """

    rules: Round
    values: dict[End, Number] = field(repr=False)
    units: list[int] = field(repr=False)
    method: str
    followed: RoundPolicy | None = None

    @property
    def value(self) -> Number:
        """What the round is worth."""
        return self.value_at(self.rules.start)

    def value_at(self, state: State) -> Number:
        """Value of ``(casts made, dice kept)``, or of a state with a table.

        Raises
        ------
        ValueError
            If it is no state of this round, or the policy evaluated has no answer there.
        """
        known = isinstance(state, tuple) and len(state) in (2, 3) and is_hashable(state)
        if not known or not isinstance(state[0], Integral):
            raise ValueError(_no_state(state, self.rules))
        if len(state) == 3:
            values = self.action_values(state)
            return sum(
                (p * values[action] for action, p in self.policy(state).items()), Fraction(0)
            )
        found = self._known(state)
        return found if isinstance(found, float) else Fraction(found, self.units[state[0]])

    def action_values(self, state: State) -> dict[Combination, Number]:
        """Value of each choice of dice to keep.

        Raises
        ------
        ValueError
            As `value_at`, or if there is nothing to choose.
        """
        return {kept: self.value_at((state[0], kept)) for kept in _choices(self.rules, state)}

    def best(self, state: State) -> tuple[Combination, ...]:
        """All choices of greatest value: the fewer dice the first, then lexicographic."""
        options = _choices(self.rules, state)
        values = [self._known((state[0], kept)) for kept in options]
        top = max(values)
        return tuple(kept for kept, value in zip(options, values, strict=True) if value == top)

    def policy(self, state: State) -> Mapping[Combination, Number]:
        """Probability of each choice: the first of the best, or as the policy evaluated has it."""
        if self.followed:
            return checked(
                state, dict.fromkeys(_choices(self.rules, state), 0), self.followed(state)
            )
        return {self.best(state)[0]: Fraction(1)}

    def equiprobable(self, state: State) -> Mapping[Combination, Number]:
        """All best choices with equal probabilities."""
        best = self.best(state)
        return dict.fromkeys(best, Fraction(1, len(best)))

    @property
    def residual(self) -> Number:
        """Largest amount by which a value misses the recursion, option by option; 0 if exact."""
        gaps: list[Number] = [Fraction(0)]
        for casts, kept in list(self.values):
            if len(kept) < self.rules.dice:
                mean: Number = sum(
                    weight * self._chosen((casts + 1, kept, table))
                    for table, weight in tables(self.rules, kept)
                )
                throws = self.rules.faces ** (self.rules.dice - len(kept))
                gaps.append(abs(mean / throws - self.value_at((casts, kept))))
        return max(gaps)

    def _chosen(self, state: State) -> Number:
        return self.value_at(state) if self.followed else max(self.action_values(state).values())

    def _known(self, state: End) -> Number:
        """Value in the unit of its date; where the policy never leads, found when asked."""
        if state not in self.values:
            casts, kept = state
            if not self.followed or not 0 < casts < self.rules.casts or kept not in self._running:
                raise ValueError(_no_state(state, self.rules))
            self.values.update(evaluate_round(self.rules, self.followed, state).values)
        return self.values[state]

    @cached_property
    def _running(self) -> frozenset[Combination]:
        return frozenset(state for state in self.rules.states if len(state) < self.rules.dice)


def _no_state(state: object, rules: Round) -> str:
    """How a state of another round is refused."""
    like = 1, (), (rules.faces,) * rules.dice
    return (
        f"a state of this round is one such as {shown(like)}, the casts made, the dice kept and "
        f"all dice, not {shown(state)}"
    )


def _choices(rules: Round, state: State) -> tuple[Combination, ...]:
    """What may be kept at a state with a table.

    Raises
    ------
    ValueError
        If it is no state of this round at which there is something to choose.

    Examples
    --------
    >>> _choices(Round(), (3, (1,), (1, 1, 2)))
    ((1, 1, 2),)
    """
    try:
        casts, kept, table = state
        if len(kept) < rules.dice and isinstance(table, tuple):
            return rules.options(casts, kept, table)
    except (TypeError, ValueError):
        pass
    raise ValueError(_no_state(state, rules))


@dataclass(frozen=True, eq=False)
class _Playing:
    """A policy that makes sure, when a stranger asks, that the state is one of its rounds.

    Attributes
    ----------
    rules : Round
    answer : callable
        From a state of such a round to the probability of each choice.

    Examples
    --------
    >>> players = _Playing(Round(), lambda state: {state[2]: 1})
    >>> players((1, (), (4, 5, 9)))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    ValueError: a state of this round is one such as (1, (), (6, 6, 6)), ... not (1, (), (4, 5, 9))
    """

    rules: Round
    answer: Mixture

    def __call__(self, state: State) -> Law:
        """Probability of each choice."""
        _choices(self.rules, state)
        return self.answer(state)

    def within(self, rules: Round) -> Mixture:
        """What answers at states of these rules, unchecked if they are states of its own."""
        own = self.rules
        same = (own.dice, own.faces, own.casts) == (rules.dice, rules.faces, rules.casts)
        return self.answer if same else self


def solve_round(rules: Round) -> RoundSolution:
    """Best play in a round, exactly.

    Raises
    ------
    ValueError
        If an end has no finite utility, or the round takes more than two million steps.

    Examples
    --------
    >>> best = solve_round(Round(utility=lambda hand: hand == (1, 2, 4)))
    >>> best.value, best.residual
    (Fraction(42571, 186624), Fraction(0, 1))
    """
    _require_small(rules)
    utility = {(j, hand): rules.worth(j, hand) for j in rules.ends for hand in rules.hands}
    scale = lcm(*(worth.denominator for worth in utility.values()))
    left = reversed(range(rules.casts + 1))
    units = [scale * rules.faces ** (rules.dice * casts) for casts in left]
    dated: list[dict[Combination, int]] = [{} for _ in units]
    for (j, hand), worth in utility.items():
        dated[j][hand] = worth.numerator * (units[j] // worth.denominator)
    for date in reversed(range(rules.casts)):
        for kept in rules.states if date else ((),):
            if len(kept) < rules.dice:
                choose = date + 1 < rules.casts
                dated[date][kept] = _mean(rules, dated[date + 1], choose, kept)
    values: dict[End, Number] = {(j, s): v for j, row in enumerate(dated) for s, v in row.items()}
    return RoundSolution(rules, values, units, "backward induction")


def _require_small(rules: Round) -> None:
    digits = 1 + rules.dice * rules.casts * log2(rules.faces) / 2000
    if comb(rules.dice + 2 * rules.faces, rules.dice) * rules.casts * digits > MOST_STEPS:
        raise ValueError(f"{rules} takes more than {MOST_STEPS:,} exact steps: ask for exact=False")


def _mean(rules: Round, ahead: Mapping[Combination, int], choose: bool, kept: Combination) -> int:
    """Mean over the casts of the best that may be kept, in the unit of the date before."""
    best = _best_above(rules, ahead, kept) if choose else ahead
    total = sum(weight * best[table] for table, weight in tables(rules, kept))
    return total * int(rules.faces ** len(kept))


def _best_above(
    rules: Round, ahead: Mapping[Combination, int], kept: Combination
) -> dict[Combination, int]:
    """Best value between the dice kept and each combination that holds them.

    It is that of the combination itself, or of the combination without one of its dice.
    """
    best = {kept: ahead[kept]}
    for size in range(len(kept) + 1, rules.dice + 1):
        for table, _ in _tables(size, rules.faces, kept):
            top = ahead.get(table, NEVER)
            for part in _without_one(table):
                if part in best and best[part] > top:
                    top = best[part]
            best[table] = top  # type: ignore[assignment]  # a part is possible
    return best


@cache
def _without_one(table: Combination) -> tuple[Combination, ...]:
    places = (i for i, face in enumerate(table) if not i or face != table[i - 1])
    return tuple(table[:i] + table[i + 1 :] for i in places)


def moves(rules: Round, policy: RoundPolicy, casts: int, kept: Combination) -> Law:
    """Probability of what a policy keeps after the next cast, seen from before it.

    Raises
    ------
    ValueError
        If the policy keeps what it may not, or its probabilities are no distribution.

    Examples
    --------
    >>> moves(Round(1, 2, 2), lambda state: {state[2]: 1}, 0, ())[2,]
    Fraction(1, 2)
    """
    throws = rules.faces ** (rules.dice - len(kept))
    counted: dict[tuple[Combination, int], int] = defaultdict(int)
    found: dict[Combination, Number] = {}
    asked = policy.within(rules) if isinstance(policy, _Playing) else policy
    last = casts + 1 == rules.casts
    for table, weight, options in _dealt(rules.dice, rules.faces, rules.player, last, kept):
        state = (casts + 1, kept, table)
        law = asked(state)
        ratios = _ratios(law, options)
        if ratios is None:
            for option, chance in checked(state, options, law).items():
                found[option] = found.get(option, 0) + chance * Fraction(weight, throws)
        else:
            for option, above, below in ratios:
                counted[option, below] += weight * above
    for (option, denominator), count in counted.items():
        part = Fraction(count, denominator * throws)
        found[option] = found[option] + part if option in found else part
    return found


def _ratios(
    law: object, options: tuple[Combination, ...]
) -> list[tuple[Combination, int, int]] | None:
    """A law as numerators and denominators, if it is one over these options and exact."""
    if type(law) is not dict:
        return None
    found, total, scale = [], 0, 1
    for option, chance in law.items():
        if type(chance) not in (int, Fraction) or option not in options:
            return None
        above, below = chance.as_integer_ratio()
        if above < 0:
            return None
        if scale % below:
            total, scale = total * (lcm(scale, below) // scale), lcm(scale, below)
        total += above * (scale // below)
        found.append((option, above, below))
    return found if total == scale else None


def evaluate_round(rules: Round, policy: RoundPolicy, start: End = (0, ())) -> RoundSolution:
    """Value of every state ``(casts made, dice kept)`` that a policy reaches from `start`.

    Raises
    ------
    ValueError
        If the policy keeps what it may not, its probabilities are no distribution, or an end has
        no finite utility.

    Examples
    --------
    >>> rules = Round(dice=1, faces=2, casts=2, utility=sum)
    >>> evaluate_round(rules, solve_round(rules).equiprobable).value
    Fraction(7, 4)
    """
    _require_small(rules)
    steps: dict[int, dict[Combination, Law]] = {}
    reached = {start[1]}
    for date in range(start[0], rules.casts):
        steps[date] = {kept: moves(rules, policy, date, kept) for kept in reached}
        reached = {s for law in steps[date].values() for s in law if len(s) < rules.dice}
    values: dict[End, Number] = {
        (j, hand): rules.worth(j, hand) for j in rules.ends for hand in rules.hands
    }
    for date in reversed(steps):
        for kept, law in steps[date].items():
            worth = ((p, values[date + 1, s]) for s, p in law.items())
            values[date, kept] = sum((p * value for p, value in worth if value), Fraction(0))
    units = [1] * (rules.casts + 1)
    return RoundSolution(rules, values, units, "policy evaluation", policy)


def running(rules: Round, policy: RoundPolicy) -> Iterator[tuple[dict[Combination, Number], Law]]:
    """Where a policy leads, cast by cast: rounds still running, and those just ended.

    Yields
    ------
    running, ended : mappings
        Probability of the dice kept after 0, 1, 2, ... casts.
    """
    here: dict[Combination, Number] = {(): Fraction(1)}
    yield here, {}
    for date in range(rules.casts):
        ahead: dict[Combination, Number] = {}
        for kept, chance in here.items():
            for option, move in moves(rules, policy, date, kept).items():
                ahead[option] = ahead.get(option, 0) + chance * move
        ended = {hand: p for hand, p in ahead.items() if len(hand) == rules.dice}
        here = {kept: p for kept, p in ahead.items() if len(kept) < rules.dice}
        yield here, ended


@door
def ends(rules: Round, policy: RoundPolicy) -> dict[End, Number]:
    """Probability of each end of a round.

    Returns
    -------
    dict
        ``(casts made, hand)`` -> probability, in Fractions if those of the policy are.

    Raises
    ------
    ValueError
        If the policy keeps what it may not, or its probabilities are no distribution.

    Examples
    --------
    >>> ends(Round(dice=1, faces=2, casts=1), lambda state: {state[2]: 1})
    {(1, (1,)): Fraction(1, 2), (1, (2,)): Fraction(1, 2)}
    """
    _require_small(rules)
    dated = enumerate(running(rules, policy))
    return {(date, hand): p for date, (_, ended) in dated for hand, p in ended.items()}


@door
def play(rules: Round, policy: RoundPolicy, games: int, seed: int) -> Counter[End]:
    """Play many rounds die by die: how often each end ``(casts made, hand)`` came up.

    Rounds that stand in the same state are cast side by side, each with dice of its own; the policy
    is asked once for each result.

    Parameters
    ----------
    rules : Round
    policy : callable
    games : int
        From 1 to a hundred million.
    seed : int
        Of NumPy's default generator.

    Raises
    ------
    ValueError
        If there are too few or too many games, or the policy plays what it may not.

    Examples
    --------
    >>> play(Round(), lambda state: {state[2]: 1}, games=100, seed=1).total()
    100
    """
    require_integer("the number of games", games, 1, 10**8)
    draw = np.random.default_rng(require_integer("the seed", seed, smallest=0))
    standing: Counter[Combination] = Counter({(): games})
    found, date = Counter[End](), 0
    while standing:
        date, here, standing = date + 1, standing, Counter()
        for kept, count in sorted(here.items()):
            for table, times in _cast(rules, kept, count, draw):
                for state, share in _choose(rules, policy, (date, kept, table), times, draw):
                    if len(state) == rules.dice:
                        found[date, state] += share
                    else:
                        standing[state] += share
    return found


def _cast(
    rules: Round, kept: Combination, count: int, draw: np.random.Generator
) -> Iterator[tuple[Combination, int]]:
    """Tables that `count` casts beside the dice kept give, each with how often."""
    shape = (min(count, 10**6), rules.dice - len(kept))
    seen: Counter[Combination] = Counter()
    for first in range(0, count, shape[0]):
        rolled = np.sort(draw.integers(1, rules.faces + 1, shape)[: count - first], axis=1)
        throws, times = np.unique(rolled, axis=0, return_counts=True)
        seen.update(dict(zip(map(tuple, throws.tolist()), times.tolist(), strict=True)))
    for cast, often in seen.items():
        yield merge(kept, cast), often


def _choose(
    rules: Round, policy: RoundPolicy, state: State, times: int, draw: np.random.Generator
) -> Iterator[tuple[Combination, int]]:
    """What a policy keeps in so many casts, each with how often."""
    law = checked(state, dict.fromkeys(rules.options(*state), 0), policy(state))
    chances = np.array([float(chance) for chance in law.values()])
    for kept, often in zip(law, draw.multinomial(times, chances / chances.sum()), strict=True):
        if often:
            yield kept, int(often)
