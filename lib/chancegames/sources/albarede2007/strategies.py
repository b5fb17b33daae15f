"""Strategies for one goal, counted and compared; classes and charts of couples (goal, result)."""

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import zip_longest

from chancegames.games.game421.hands import digits
from chancegames.games.game421.policies import aimed, canonical, result_law, shared, towards
from chancegames.games.game421.rounds import Mixture, tables
from chancegames.maths.dice import Combination, combinations, require_dice
from chancegames.models.game421 import Round

Couple = tuple[Combination, Combination]


def chance(rules: Round, goal: Combination, final: Combination, date: int) -> Fraction:
    """Chance :math:`q(i, k, d^*, j, d)` to end at `final` after exactly `date` casts.

    Equation (40): the casts of `rules` are the :math:`k` that are left, and the player tries to
    reach `goal` most probably.

    Examples
    --------
    >>> chance(Round(), (1, 2, 4), (1, 2, 4), 3)
    Fraction(21043, 186624)
    """
    final = require_dice(final, rules.faces, rules.dice)
    return result_law(rules, goal).get((date, final), Fraction(0))


def classes(rules: Round) -> tuple[tuple[Combination, ...], tuple[Couple, ...]]:
    """List the classes, modulo renamed faces, of final states and of couples of them.

    Examples
    --------
    >>> singles, couples = classes(Round())
    >>> len(singles), len(couples)
    (3, 31)
    """
    singles = sorted({canonical(hand)[0] for hand in rules.hands})
    couples = {_couple(goal, hand) for goal in singles for hand in rules.hands}
    return tuple(singles), tuple(sorted(couples))


def _couple(goal: Combination, final: Combination) -> Couple:
    first, second = canonical(goal, final)
    return first, second


def failures(size: int, player: str) -> dict[Couple, tuple[Fraction, ...]]:
    """Tabulate, for goals of one to three dice, the chance of every other result at the last cast.

    Returns
    -------
    dict
        Canonical couple (goal, final) -> chances for 1, 2, ... casts (as many as `size`, 2 at
        least), as in tables 2 to 9 of Albarede (2007).

    Raises
    ------
    ValueError
        If there are more than three dice.

    Examples
    --------
    >>> failures(1, "first")
    {((1,), (2,)): (Fraction(1, 6), Fraction(5, 36))}
    """
    if size not in (1, 2, 3):
        raise ValueError(f"the charts are for goals of one to three dice, not {size!r}")
    hands = combinations(size)
    couples = {_couple(goal, final) for goal in hands for final in hands if goal != final}
    rounds = [Round(size, 6, casts, player) for casts in range(1, max(size, 2) + 1)]
    return {c: tuple(chance(r, *c, r.casts) for r in rounds) for c in sorted(couples)}


def chart(size: int, player: str) -> list[dict[str, str]]:
    """Lay the failure chances out as in the sources: goals in rows, classes of results in columns.

    Returns
    -------
    list of dict
        Row by row: the goal's representative, and for each class of final states a cell
        ``final: chances`` or nothing.

    Examples
    --------
    >>> chart(1, "next")
    [{'goal': '1', '1': '2: 1/6, 1/6'}]
    """
    cells: dict[tuple[str, str], list[str]] = defaultdict(list)
    for (goal, final), chances in failures(size, player).items():
        column = digits(canonical(final)[0])
        cells[digits(goal), column].append(f"{digits(final)}: {', '.join(map(str, chances))}")
    columns = sorted({column for _, column in cells})
    rows: list[dict[str, str]] = []
    for name in sorted({name for name, _ in cells}):
        filled = [cells[name, column] for column in columns]
        rows.extend(
            {"goal": name} | dict(zip(columns, row, strict=True))
            for row in zip_longest(*filled, fillvalue="")
        )
    return rows


def is_most_probable(rules: Round, goal: Combination, policy: Mixture) -> bool:
    """Tell whether a policy chooses only best options for `goal`, wherever it can lead.

    Every state below the goal is tried at every date, so the answer holds for any history.

    Examples
    --------
    >>> from chancegames.games.game421.policies import ratchet
    >>> is_most_probable(Round(), (1, 1, 2), ratchet(Round(), (1, 1, 2)))
    True
    """
    best = towards(aimed(rules, goal))
    tried = (
        (date, kept, table)
        for date in range(1, rules.casts + 1)
        for kept in (rules.states if date > 1 else ((),))
        if len(kept) < rules.dice and shared(kept, goal) == kept
        for table, _ in tables(rules, kept)
    )
    return all(set(policy(state)) <= set(best.best(state)) for state in tried)


def pure_strategies(rules: Round, goal: Combination) -> int:
    """Count the pure strategies that reach `goal` most probably.

    Two strategies are told apart by what they choose at some date, state and table that best play
    can reach; states are merged over histories.

    Examples
    --------
    >>> pure_strategies(Round(player="next", casts=2), (1, 2, 4))
    3
    """
    solution = towards(aimed(rules, goal))
    count, reached = 1, set[Combination]([()])
    for date in range(1, rules.casts + 1):
        ahead: set[Combination] = set()
        for kept in reached:
            for table, _ in tables(rules, kept):
                best = solution.best((date, kept, table))
                count *= len(best)
                ahead.update(o for o in best if len(o) < rules.dice)
        reached = ahead
    return count


Branch = tuple[Combination, Combination, tuple[Combination, ...]]


@dataclass(frozen=True)
class FateTree:
    """All that can happen in a round, one node for each dated state.

    Attributes
    ----------
    rules : Round

    Examples
    --------
    >>> tree = FateTree(Round(2, 3, 3))
    >>> [len(s) for s in tree.states], [len(e) for e in tree.events]
    ([1, 10, 10, 6], [6, 15, 15])
    """

    rules: Round

    @property
    def states(self) -> tuple[tuple[Combination, ...], ...]:
        """The states within reach at each date."""
        ends = ({o for *_, options in cast for o in options} for cast in self.events)
        return ((),), *(tuple(sorted(s, key=lambda s: (len(s), s))) for s in ends)

    @cached_property
    def events(self) -> tuple[tuple[Branch, ...], ...]:
        """For each cast what can be on the table, as (state, table, states that may follow)."""
        rules, found = self.rules, []
        reached: set[Combination] = {()}
        for date in range(1, rules.casts + 1):
            cast = tuple(
                (s, table, rules.options(date, s, table))
                for s in sorted(reached, key=lambda s: (len(s), s))
                if len(s) < rules.dice
                for table, _ in tables(rules, s)
            )
            reached = {o for *_, options in cast for o in options}
            found.append(cast)
        return tuple(found)
