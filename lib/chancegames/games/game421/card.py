"""What a player can carry in a pocket: which dice to keep, which goals to have in mind."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from chancegames.games.game421.goals import best_of
from chancegames.games.game421.rules import Round, Utility
from chancegames.games.game421.solve import mean_max
from chancegames.games.game421.utilities import digits
from chancegames.maths.dice import Combination


@dataclass(frozen=True)
class Advice:
    """Best choice after the first cast.

    Attributes
    ----------
    table : tuple of int
        What the dice show.
    keep : tuple of combinations
        The most useful states to go on from; the whole table means to stop.
    utility : Fraction
        What the round is then worth.
    """

    table: Combination
    keep: tuple[Combination, ...]
    utility: Fraction


def first_choices(rules: Round, utility: Utility) -> tuple[Advice, ...]:
    """Best choices after the first cast, for each table.

    Examples
    --------
    >>> from chancegames.games.game421.utilities import sample
    >>> advice = first_choices(Round(), sample(Round(), "transfer"))
    >>> next(a.keep for a in advice if a.table == (1, 1, 3))
    ((1, 1),)
    """
    solution = mean_max(rules, utility)
    found = []
    for table, _ in rules.tables(()):
        keep = solution.best(1, (), table)
        found.append(Advice(table, keep, solution.at(1, keep[0])))
    return tuple(found)


def by_kept(advice: Iterable[Advice]) -> dict[str, list[str]]:
    """Group the tables by what to keep of them, both written as players do.

    Examples
    --------
    >>> by_kept([Advice((1, 1, 3), ((1, 1),), Fraction(1))])
    {'11': ['311']}
    """
    groups: dict[str, list[str]] = {}
    for a in advice:
        name = " or ".join(digits(k) or "nothing" for k in a.keep)
        groups.setdefault(name, []).append(digits(a.table))
    return dict(sorted(groups.items(), key=lambda item: (-len(item[0]), item[0])))


def exceptions(rules: Round, utility: Utility) -> list[tuple[Combination, Combination, tuple]]:
    """List where dice already pushed away forbid or change what the card says at the last choice.

    For a first player, who may stop.  Only the states that best play reaches after the first cast
    are looked at.

    Returns
    -------
    list of (kept, table, best keeps)

    Examples
    --------
    >>> from chancegames.games.game421.utilities import sample
    >>> exceptions(Round(), sample(Round(), "transfer"))[0]
    ((4,), (1, 1, 4), ((1, 1, 4),))
    """
    solution = mean_max(rules, utility)
    last = rules.casts - 1
    fresh = {a.table: a.keep for a in first_choices(rules.after(last - 1, 0), utility)}
    reached = {k for a in first_choices(rules, utility) for k in a.keep if len(k) < rules.dice}
    return [
        (kept, table, best)
        for kept in sorted(reached, key=lambda k: (len(k), k))
        for table, _ in rules.tables(kept)
        for best in [solution.best(last, kept, table)]
        if not set(fresh[table]) <= set(best)
    ]


def weighted_goals(
    successes: Mapping[Combination, Fraction], utility: Utility, date: int, most: int = 8
) -> list[tuple[Combination, Fraction]]:
    """Rank goals by final utility times any-time success chance (section 6.2).

    Parameters
    ----------
    successes : mapping
        Any-time success chance of each goal.
    utility : mapping
        Utility of ends; taken at `date`.
    date : int
    most : int, optional
        How many goals to list.

    Returns
    -------
    list of (goal, product)
        The greatest first.
    """
    products = {goal: p * utility[date, goal] for goal, p in successes.items()}
    order = []
    while products and len(order) < most:
        best = best_of(products)[0]
        order.append((best, Fraction(products.pop(best))))
    return order
