"""Strategies for one goal, counted and compared; classes and charts of couples (goal, result)."""

from collections import defaultdict
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import zip_longest

from chancegames.games.game421.hands import digits
from chancegames.games.game421.policies import (
    aimed,
    canonical,
    ratchet,
    result_law,
    shared,
    towards,
)
from chancegames.games.game421.rounds import RoundPolicy, evaluate_round, tables
from chancegames.maths.dice import Combination, combinations
from chancegames.maths.solution import Number
from chancegames.models.game421 import Round, require_dice

Couple = tuple[Combination, Combination]


def chance(rules: Round, goal: Combination, final: Combination, date: int) -> Fraction:
    """Chance :math:`q(i, k, d^*, j, d)` to end at `final` after exactly `date` casts.

    Equation (40): the casts of `rules` are the :math:`k` that are left, and the player tries to
    reach `goal` most probably.  A goal of no die is reached after 0 casts, as equation (43) says
    and equation (44), as printed, denies: see `nothing_left`.

    Examples
    --------
    >>> chance(Round(), (1, 2, 4), (1, 2, 4), 3)
    Fraction(21043, 186624)
    """
    final = require_dice(final, rules.faces, rules.dice)
    return result_law(rules, goal).get((date, final), Fraction(0))


def nothing_left(date: int, casts_left: int = 2) -> Number:
    """Chance that a goal of no die is reached after exactly `date` casts, of so many left.

    By self-similarity (41): a round that has ended at its goal is worth 1 if it ended `date` casts
    ago, and 0 otherwise.

    Examples
    --------
    >>> nothing_left(0), nothing_left(1)
    (Fraction(1, 1), Fraction(0, 1))
    """
    rules, now = Round(1, casts=casts_left + 1), 1
    utility = {(j, h): int((j, h) == (now + date, (1,))) for j in rules.ends for h in rules.hands}
    dated = replace(rules, utility=utility)
    return evaluate_round(dated, ratchet(rules, (1,))).value_at((now, (1,)))


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


def is_most_probable(rules: Round, goal: Combination, policy: RoundPolicy) -> bool:
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
    states : tuple of tuples of combinations
        The states within reach at each date.
    events : tuple of tuples of (state, table, options)
        For each cast, what can be on the table and which states may follow.
    """

    states: tuple[tuple[Combination, ...], ...]
    events: tuple[tuple[Branch, ...], ...]


def fate_tree(rules: Round) -> FateTree:
    """Build the fate tree of a round, states merged.

    Examples
    --------
    >>> tree = fate_tree(Round(2, 3, 3))
    >>> [len(s) for s in tree.states], [len(e) for e in tree.events]
    ([1, 10, 10, 6], [6, 15, 15])
    """
    states: list[tuple[Combination, ...]] = [((),)]
    events: list[tuple[Branch, ...]] = []
    for date in range(1, rules.casts + 1):
        cast = tuple(
            (s, table, rules.options(date, s, table))
            for s in states[-1]
            if len(s) < rules.dice
            for table, _ in tables(rules, s)
        )
        found = {o for *_, options in cast for o in options}
        events.append(cast)
        states.append(tuple(sorted(found, key=lambda s: (len(s), s))))
    return FateTree(tuple(states), tuple(events))
