r"""Goal-driven policies: how a player plays who tries for one combination at a time.

With :math:`q` the probabilities of `result_law`, what a state promises to such a player is

.. math:: u^*(j, d) = \max_{d^*} \sum_k \sum_{d'} q(J - j, d^*, k, d')\, u(j + k, d + d')

where the inner sum runs over all results with serendipity (equation 52 of Albarede 2007) and over
:math:`d' = d^*` alone without (equation 51).  A policy looks `horizon` decisions ahead, takes
:math:`u^*` for what lies beyond, and either fixes its goal there or, if dynamic, looks again after
every cast.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from itertools import product
from math import lcm
from typing import Any, TypeVar

from chancegames.base.checks import door, require_integer, require_one_of, shown
from chancegames.games.game421.policies import aimed, result_law, towards
from chancegames.games.game421.rounds import Mixture, _choices, evaluate_round, moves, tables
from chancegames.maths.dice import Combination, merge
from chancegames.maths.solution import Number
from chancegames.models.game421 import End, Round, State

Key = TypeVar("Key")
Law = Mapping[Combination, Number]


@door
@dataclass(frozen=True)
class Character:
    """How a player who aims at one hand chooses it, and when.

    Attributes
    ----------
    serendipity : bool
        Count what it is worth to miss the goal.
    horizon : int
        Number of decisions looked ahead before goals are compared, at least 0.
    dynamic : bool
        Look again after every cast, instead of holding on to the first goal.
    never_worst : bool
        Never end early on a hand of the smallest utility.  To end so is dominated: no other choice
        can do worse.
    ties : {"equiprobable", "lexicographic"}
        How to choose among equal goals, options and dilemmas: with equal probabilities, or the
        first in the order "fewer dice first, then lexicographic".

    Raises
    ------
    ValueError
        If the horizon is no integer of at least 0, or the rule for ties is unknown.
    """

    serendipity: bool
    horizon: int
    dynamic: bool
    never_worst: bool = False
    ties: str = "equiprobable"

    def __post_init__(self) -> None:
        require_one_of("ties", self.ties, ("equiprobable", "lexicographic"))
        require_integer("the horizon", self.horizon, smallest=0)

    def __str__(self) -> str:
        words = [f"horizon {self.horizon}", "dynamic" if self.dynamic else "static"]
        return ", ".join([*words, "serendipity"] if self.serendipity else words)


#: The eight characters with a horizon below two.
CHARACTERS = tuple(
    Character(serendipity, horizon, dynamic)
    for serendipity, dynamic, horizon in product((False, True), (False, True), (0, 1))
)


def best_of(values: Mapping[Key, Any]) -> list[Key]:
    """List the keys of the greatest value.

    Examples
    --------
    >>> best_of({"a": 1, "b": 2, "c": 2})
    ['b', 'c']
    """
    top = max(values.values())
    return [key for key, value in values.items() if value == top]


class Prospects:
    """What goals promise at the states of one round.

    Parameters
    ----------
    rules : Round

    Raises
    ------
    ValueError
        If an end has no finite utility.
    """

    def __init__(self, rules: Round) -> None:
        self.rules = rules
        ends = product(rules.ends, rules.hands)
        self.utility: dict[End, Fraction] = {end: rules.worth(*end) for end in ends}
        self.worst = min(self.utility.values())
        self._bare = Round(rules.dice, rules.faces, rules.casts, rules.player)
        self._scale = lcm(*(worth.denominator for worth in self.utility.values()))
        self._scaled = {end: int(worth * self._scale) for end, worth in self.utility.items()}
        self._promised = cache(self._promises)
        self._best = cache(lambda *state: best_of(self.of(*state)))

    def of(self, casts: int, kept: Combination, serendipity: bool) -> dict[Combination, Fraction]:
        """What each goal that holds the dice kept promises.

        Returns
        -------
        dict
            Goal -> sum of equation (51) or, with serendipity, (52).
        """
        return self._promised(casts, kept, serendipity)

    def _promises(
        self, casts: int, kept: Combination, serendipity: bool
    ) -> dict[Combination, Fraction]:
        if len(kept) == self.rules.dice:
            return {kept: self.utility[casts, kept]}
        left = what_is_left(self._bare, casts, len(kept))
        goals = {final: merge(kept, final) for final in left.hands}
        worth = {
            (j, final): self._scaled[casts + j, whole]
            for j in left.ends
            for final, whole in goals.items()
        }
        found = {}
        for goal, whole in goals.items():
            everything, successes, scale = _weights(left, goal)
            counted = everything if serendipity else successes
            total = sum(weight * worth[end] for end, weight in counted)
            found[whole] = Fraction(total, scale * self._scale)
        return found

    def value_at(self, casts: int, kept: Combination, serendipity: bool) -> Fraction:
        """Goal-driven utility of a state before a cast (equations 51 and 52)."""
        return max(self.of(casts, kept, serendipity).values())

    def goals(self, casts: int, kept: Combination, serendipity: bool) -> list[Combination]:
        """Goals that promise most."""
        return self._best(casts, kept, serendipity)


@cache
def what_is_left(rules: Round, casts: int, kept: int) -> Round:
    """The round that is left after so many casts with so many dice kept, whatever it is worth.

    >>> what_is_left(Round(), 1, 1)
    Round(dice=2, faces=6, casts=2, player='first')
    """
    return Round(rules.dice - kept, rules.faces, rules.casts - casts, rules.player)


Weights = tuple[tuple[End, int], ...]


@cache
def _weights(rules: Round, goal: Combination) -> tuple[Weights, Weights, int]:
    """Law of the results and of successes alone, as integers over one denominator."""
    law = result_law(rules, goal)
    scale = lcm(*(p.denominator for p in law.values()))
    ends = tuple((end, int(p * scale)) for end, p in law.items())
    return ends, tuple(end for end in ends if end[0][1] == goal), scale


@door
class GoalDriven:
    """A goal-driven player in one round: a policy, and what it is worth.

    A static player remembers a goal, which a policy cannot: called as a policy it mixes, at each
    state, what its goals ask for, by how probably each of them has led there.  That ends the round
    with the same probabilities.

    Parameters
    ----------
    rules : Round or Prospects
    character : Character

    Examples
    --------
    >>> player = GoalDriven(Round(), Character(serendipity=True, horizon=1, dynamic=True))
    >>> player((1, (), (1, 1, 6)))
    {(1, 1, 6): Fraction(1, 1)}
    """

    def __init__(self, rules: Round | Prospects, character: Character) -> None:
        self.prospects = rules if isinstance(rules, Prospects) else Prospects(rules)
        self.rules, self.character = self.prospects.rules, character
        self._seen, self._held = cache(self._outlook), cache(self._fixed)
        self._towards = cache(lambda goal: _strategy(aimed(self.rules, goal), character.ties))

    def __call__(self, state: State) -> Law:
        """Probability of each choice of dice to keep."""
        _choices(self.rules, state)
        return self._choose(state)

    def _choose(self, state: State) -> Law:
        if self.character.dynamic:
            return self.look(state) if self.character.horizon else self.redraw(state)
        return self.look(state) if state[0] <= self.character.horizon else self._remembered(state)

    def outlook(self, depth: int, casts: int, kept: Combination) -> Fraction:
        """Value of a state before a cast as seen by looking `depth` decisions ahead."""
        return self._seen(depth, casts, kept)

    def _outlook(self, depth: int, casts: int, kept: Combination) -> Fraction:
        if depth == 0 or len(kept) == self.rules.dice or casts == self.rules.casts:
            return self.prospects.value_at(casts, kept, self.character.serendipity)
        total = sum(
            weight * max(self._compared(depth - 1, (casts + 1, kept, table)).values())
            for table, weight in tables(self.rules, kept)
        )
        return total / Fraction(self.rules.faces) ** (self.rules.dice - len(kept))

    def _compared(self, depth: int, state: State) -> dict[Combination, Fraction]:
        casts, _, table = state
        seen = {s: self.outlook(depth, casts, s) for s in self.rules.options(*state)}
        full = table in seen and self.prospects.utility.get((casts, table)) == self.prospects.worst
        if self.character.never_worst and full and len(seen) > 1:
            del seen[table]
        return seen

    def _untied(self, equals: list[Combination]) -> list[Combination]:
        return equals if self.character.ties == "equiprobable" else equals[:1]

    def goals(self, casts: int, kept: Combination) -> list[Combination]:
        """Goals that are drawn from at a state before a cast."""
        return self._untied(self.prospects.goals(casts, kept, self.character.serendipity))

    def look(self, state: State) -> Law:
        """Choose by looking ahead (Albarède 2007, equation 57)."""
        depth = self.character.horizon - 1
        if not self.character.dynamic:
            depth -= state[0] - 1
        best = self._untied(best_of(self._compared(depth, state)))
        return dict.fromkeys(best, Fraction(1, len(best)))

    def redraw(self, state: State) -> Law:
        """Draw one of the best goals before the cast, then take a step towards it."""
        goals = self.goals(state[0] - 1, state[1])
        asked: dict[tuple[Combination, int], int] = defaultdict(int)
        for goal in goals:
            law = self._towards(goal)(state)
            for option in law:  # all with the same probability
                asked[option, len(law)] += 1
        return _added((o, Fraction(times, n * len(goals))) for (o, n), times in asked.items())

    def _remembered(self, state: State) -> Law:
        """What the goals ask for, each weighed by how probably it has led here."""
        came = self._memory[state[0] - 1].get(state[1], {})
        total = sum(came.values())
        if not total:
            raise ValueError(f"{shown(state)} is no state that this player reaches")
        shares = ((p / total, self._towards(goal)(state)) for goal, p in came.items())
        return _added((o, share * p) for share, law in shares for o, p in law.items())

    @cached_property
    def _memory(self) -> Sequence[dict[Combination, dict[Combination, Number]]]:
        """By casts made: dice kept -> goal held -> probability of both; empty while looking."""
        return list(self._remembering())

    def _remembering(self) -> Iterator[dict[Combination, dict[Combination, Number]]]:
        free: dict[Combination, Number] = {(): Fraction(1)}
        held: dict[tuple[Combination, Combination], Number] = {}
        for casts in range(self.rules.casts):
            if casts == self.character.horizon:
                for kept, p in free.items():
                    goals = self.goals(casts, kept)
                    held |= {(kept, goal): p / Fraction(len(goals)) for goal in goals}
            found: dict[Combination, dict[Combination, Number]] = defaultdict(dict)
            for (kept, goal), p in held.items():
                found[kept][goal] = p
            yield found
            free = self._ahead({(kept, None): p for kept, p in free.items()}, casts)
            held = self._ahead(held, casts)

    def _ahead(self, here: Mapping[Any, Number], casts: int) -> dict[Any, Number]:
        found: dict[Any, Number] = defaultdict(Fraction)
        for (kept, goal), p in here.items():
            policy = self.look if goal is None else self._towards(goal)
            if goal is None and casts >= self.character.horizon:
                continue
            for option, chance in moves(self.rules, policy, casts, kept).items():
                if len(option) < self.rules.dice:
                    found[option if goal is None else (option, goal)] += p * chance
        return found

    @cached_property
    def value(self) -> Number:
        """What the policy is worth; for a static player by what its goals promise."""
        if not self.character.dynamic:
            return self._static(0, ())
        policy = self.look if self.character.horizon else self.redraw
        return evaluate_round(self.rules, policy).value

    def _static(self, casts: int, kept: Combination) -> Fraction:
        if casts == self.character.horizon or len(kept) == self.rules.dice:
            return self._held(casts, kept)
        total = Fraction(0)
        for table, weight in tables(self.rules, kept):
            law = self.look((casts + 1, kept, table))
            worth = (Fraction(p) * self._static(casts + 1, s) for s, p in law.items())
            total += weight * sum(worth, Fraction(0))
        return total / int(self.rules.faces ** (self.rules.dice - len(kept)))

    def _fixed(self, casts: int, kept: Combination) -> Fraction:
        goals = self.goals(casts, kept)
        if self.character.ties == "equiprobable" or len(kept) == self.rules.dice:
            honest = self.prospects.of(casts, kept, True)
            return sum((honest[goal] for goal in goals), Fraction(0)) / len(goals)
        judged = evaluate_round(self.rules, self._towards(goals[0]), (casts, kept))
        return Fraction(judged.value_at((casts, kept)))


@cache
def _strategy(aim: Round, ties: str) -> Mixture:
    """Best play of a round with one goal, each state asked once."""
    return cache(towards(aim).equiprobable if ties == "equiprobable" else towards(aim).policy)


def _added(parts: Iterable[tuple[Combination, Number]]) -> dict[Combination, Number]:
    """Add up what belongs to the same combination."""
    found: dict[Combination, Number] = {}
    for option, part in parts:
        found[option] = found[option] + part if option in found else part
    return found
