"""Chances of each result when playing for one combination: tables 1 to 9 of 2007, 6 to 10 of 2000.

The round that is left with :math:`n` dice and :math:`k` casts is a round itself (section 2.3.2),
and renaming faces changes no chance (equation 42).  So the laws of a handful of canonical goals
give them all.
"""

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import zip_longest

from chancegames.base.checks import require_positive_integer
from chancegames.games.game421.policies import most_probably
from chancegames.games.game421.rules import Dated, Round, require_dice
from chancegames.games.game421.solve import fokker_planck
from chancegames.games.game421.utilities import digits
from chancegames.maths.dice import Combination, combinations


def canonical(goal: Combination) -> tuple[Combination, dict[int, int]]:
    """Rename faces so that the face sum of the goal is least.

    Returns
    -------
    goal : tuple of int
    names : dict
        New name of each face of the old goal.

    Raises
    ------
    ValueError
        If a face is no integer of at least 1.

    Examples
    --------
    >>> canonical((2, 2, 4))
    ((1, 1, 2), {2: 1, 4: 2})
    """
    for face in goal:
        require_positive_integer("a face", face)
    by_use = sorted(set(goal), key=lambda f: (-goal.count(f), f))
    names = {face: name for name, face in enumerate(by_use, 1)}
    return tuple(sorted(names[f] for f in goal)), names


def canonical_couple(goal: Combination, final: Combination) -> tuple[Combination, Combination]:
    """Rename faces to the canonical representative of a couple (section 2.3.1).

    Raises
    ------
    ValueError
        If a face is no integer of at least 1.

    Examples
    --------
    >>> canonical_couple((1, 2, 4), (2, 4, 4))
    ((1, 2, 3), (1, 1, 2))
    """
    for face in (*goal, *final):
        require_positive_integer("a face", face)
    faces = sorted(set(goal) | set(final), key=lambda f: (-goal.count(f), -final.count(f), f))
    names = {face: name for name, face in enumerate(faces, 1)}
    renamed = (tuple(sorted(names[f] for f in c)) for c in (goal, final))
    return tuple(renamed)


def classes(rules: Round) -> tuple[tuple[Combination, ...], tuple[tuple[Combination, ...], ...]]:
    """List the classes, modulo renamed faces, of final states and of couples of them.

    Examples
    --------
    >>> singles, couples = classes(Round())
    >>> len(singles), len(couples)
    (3, 31)
    """
    singles = sorted({canonical(c)[0] for c in rules.finals})
    couples = {canonical_couple(g, c) for g in singles for c in rules.finals}
    return tuple(singles), tuple(sorted(couples))


@cache
def _canonical_law(rules: Round, goal: Combination) -> Mapping[Dated, Fraction]:
    return fokker_planck(rules, most_probably(rules, goal)).ended


@cache
def result_law(rules: Round, goal: Combination) -> Mapping[Dated, Fraction]:
    """Law of the end of the round for a player who tries to reach `goal` most probably.

    Parameters
    ----------
    rules : Round
        Of the dice and casts that are left.
    goal : tuple of int
        As many faces as dice, increasing.

    Returns
    -------
    mapping
        Chance of each end ``(casts made, final state)``.

    Examples
    --------
    >>> result_law(Round(dice=1, casts=2), (1,))[2, (2,)]
    Fraction(5, 36)
    """
    canon, names = canonical(require_dice(goal, rules.faces, rules.dice))
    free = iter(sorted(set(range(1, rules.faces + 1)) - set(goal)))
    back = {name: face for face, name in names.items()}
    back |= {name: next(free) for name in range(len(back) + 1, rules.faces + 1)}
    law = _canonical_law(rules, canon)
    return {(j, tuple(sorted(back[f] for f in c))): p for (j, c), p in law.items()}


def chance(
    player: str, goal: Combination, final: Combination, casts: int, at_most: int, faces: int = 6
) -> Fraction:
    r"""Chance :math:`q(i, k, d^*, j, d)` to end at `final` after exactly `casts` casts.

    Equation (40): `at_most` casts are left, and the player tries to reach `goal` most probably.
    Where no die is left the round is over: the chance is 1 after 0 casts, as equation (43) says
    and equation (44), as printed, denies.

    Examples
    --------
    >>> chance("first", (1, 2, 4), (1, 2, 4), 3, 3)
    Fraction(21043, 186624)
    """
    goal = require_dice(goal, faces)
    final = require_dice(final, faces, len(goal))
    if not goal or not at_most:
        return Fraction(not final and not casts)
    rules = Round(len(goal), faces, at_most, player)
    return result_law(rules, goal).get((casts, final), Fraction(0))


def success(player: str, goal: Combination, at_most: int, faces: int = 6) -> Fraction:
    """Chance to reach `goal` with `at_most` casts at most (equation 50).

    Examples
    --------
    >>> success("first", (1, 2, 4), 3)
    Fraction(42571, 186624)
    """
    goal = require_dice(goal, faces)
    dates = range(at_most + 1)
    return sum((chance(player, goal, goal, j, at_most, faces) for j in dates), Fraction(0))


def failures(size: int, player: str, faces: int = 6) -> dict[tuple, tuple[Fraction, ...]]:
    """Tabulate, for goals of `size` dice, the chance of every other result at the last cast.

    Returns
    -------
    dict
        Canonical couple (goal, final) -> chances for 1, 2, ... casts (as many as `size`, 2 at
        least), as in tables 2 to 9 of Albarede (2007).

    Examples
    --------
    >>> failures(1, "first")
    {((1,), (2,)): (Fraction(1, 6), Fraction(5, 36))}
    """
    couples = {
        canonical_couple(goal, final)
        for goal in combinations(size, range(1, faces + 1))
        for final in combinations(size, range(1, faces + 1))
        if goal != final
    }
    casts = range(1, max(size, 2) + 1)
    return {c: tuple(chance(player, *c, j, j, faces) for j in casts) for c in sorted(couples)}


def chart(size: int, player: str) -> list[dict[str, str]]:
    """Lay the failure chances out as in the sources: goals in lines, classes of results in columns.

    Returns
    -------
    list of dict
        Line by line: the goal's representative, and for each class of final states a cell
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
    lines = []
    for goal in sorted({goal for goal, _ in cells}):
        filled = [cells[goal, column] for column in columns]
        rows = zip_longest(*filled, fillvalue="")
        lines.extend({"goal": goal} | dict(zip(columns, row, strict=True)) for row in rows)
    return lines
