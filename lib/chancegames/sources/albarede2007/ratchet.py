r"""When is the ratchet most probably successful?  The exact answer, for any dice, faces and casts.

The first player tries to reach one combination.  Let :math:`s_k(r)` be the greatest chance to
throw the missing dice :math:`r` with :math:`k` casts.  After a cast the ratchet keeps all it can
use.  That is best in a round of J casts if and only if none of :math:`s_1, \ldots, s_{J - 1}` grows
when a die is added to what is missing (the chapter *Keep the die that fits?* has the proof).  The
source tests :math:`s_1 = p` alone, which decides rounds of two casts only.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from itertools import product
from math import comb, factorial, prod

from chancegames.base.checks import require_integer
from chancegames.maths.dice import Combination, combinations, require_dice

Counts = tuple[int, ...]
MOST_STEPS = 1_000_000


@cache
def _casts(dice: int, wanted: int, faces: int) -> tuple[tuple[Counts, int], ...]:
    """List the counts of each of `wanted` faces in a cast, with their numbers of throws."""
    found = []
    for counts in product(range(dice + 1), repeat=wanted):
        rest = dice - sum(counts)
        if rest >= 0:
            ways = factorial(dice) // prod(map(factorial, (*counts, rest)))
            found.append((counts, ways * (faces - wanted) ** rest))
    return tuple(found)


def _less(missing: Counts, counts: Counts) -> Counts:
    return tuple(max(m - c, 0) for m, c in zip(missing, counts, strict=True))


@cache
def _between(low: Counts, high: Counts) -> tuple[Counts, ...]:
    ranges = [range(a, b + 1) for a, b in zip(low, high, strict=True)]
    return tuple(product(*ranges))


@cache
def chances(goal: Combination, faces: int, casts: int, free: bool) -> list[dict[Counts, Fraction]]:
    """Chances to complete the goal, from each set of missing dice, with 0, 1, ... `casts` casts.

    Parameters
    ----------
    goal : tuple of int
    faces, casts : int
    free : bool
        True for best play, False for the ratchet.

    Returns
    -------
    list of dict
        Missing dice, as counts of the goal's faces -> chance.

    Raises
    ------
    ValueError
        If the goal is not made of faces of the dice, or the work is too much.

    Examples
    --------
    >>> chances((1, 2, 4), 6, 3, free=True)[3][1, 1, 1]
    Fraction(42571, 186624)
    """
    require_integer("the number of casts", casts)
    full = tuple(goal.count(f) for f in sorted(set(require_dice(goal, faces))))
    if comb(sum(full) + faces, faces) * casts > MOST_STEPS:
        raise ValueError(f"{len(goal)} dice of {faces} faces in {casts} casts are too many")
    states = _between((0,) * len(full), full)
    unit = faces ** sum(full)
    table = [{s: int(not any(s)) for s in states}]
    for _ in range(casts):
        table.append({s: _ahead(s, table[-1], unit, faces, free) for s in states})
    return [{s: Fraction(n, unit**k) for s, n in row.items()} for k, row in enumerate(table)]


def _ahead(missing: Counts, later: Mapping[Counts, int], unit: int, faces: int, free: bool) -> int:
    """Chance times `unit` to the power of the casts, from the same with one cast less."""
    dice, total = sum(missing), 0
    for counts, ways in _casts(dice, len(missing), faces):
        smallest = _less(missing, counts)
        total += ways * (
            max(later[c] for c in _between(smallest, missing)) if free else later[smallest]
        )
    return total * int(unit // faces**dice)


def _first_growth(table: Sequence[Mapping[Counts, Fraction]]) -> int | None:
    """Find the smallest J for which some chance of J - 1 casts grows by a die missing, if any."""
    states = set(table[0])
    pairs = [
        (less, more)
        for less in states
        for place in range(len(less))
        if (more := (*less[:place], less[place] + 1, *less[place + 1 :])) in states
    ]
    growing = (k for k in range(1, len(table)) if any(table[k][m] > table[k][n] for n, m in pairs))
    return next((k + 1 for k in growing), None)


def _first_tie(table: Sequence[Mapping[Counts, Fraction]], faces: int) -> int | None:
    """Find the smallest number of casts with which the ratchet, where it leads, has an equal.

    Also where another choice is better.  None if it is the only best as far as the table goes,
    which is one of free play.
    """
    reached = [{max(table[0], key=sum)}]
    for casts in range(2, len(table) + 1):
        for before, held in enumerate(reached):
            left = table[casts - 1 - before]
            for missing in held:
                for fewest in _left_by_ratchet(missing, faces):
                    others = (c for c in _between(fewest, missing) if c != fewest)
                    if any(left[c] >= left[fewest] for c in others):
                        return casts
        reached.append({c for m in reached[-1] for c in _left_by_ratchet(m, faces) if any(c)})
    return None


def _left_by_ratchet(missing: Counts, faces: int) -> set[Counts]:
    """List what can be missing after a cast of a player who keeps all that is of use."""
    casts = _casts(sum(missing), len(missing), faces)
    return {_less(missing, counts) for counts, ways in casts if ways}


@dataclass(frozen=True)
class RatchetMap:
    """Where the ratchet is best: for each goal, up to renamed faces, the casts at which it fails.

    Attributes
    ----------
    dice, faces, casts : int
        Casts: as far as is looked.

    Raises
    ------
    ValueError
        If a number is no integer of at least 1.

    Examples
    --------
    >>> RatchetMap(2, 6, 4).first_failure
    {(1, 1): None, (1, 2): None}
    """

    dice: int
    faces: int
    casts: int

    def __post_init__(self) -> None:
        for name in ("dice", "faces", "casts"):
            require_integer(f"the number of {name}", getattr(self, name))

    @property
    def _free(self) -> Mapping[Combination, list[dict[Counts, Fraction]]]:
        """The greatest chances, by goal."""
        kinds = {
            tuple(sorted((goal.count(f) for f in set(goal)), reverse=True))
            for goal in combinations(self.dice, range(1, self.faces + 1))
        }
        goals = (
            tuple(f for f, n in enumerate(kind, 1) for _ in range(n))
            for kind in sorted(kinds, reverse=True)
        )
        return {goal: chances(goal, self.faces, self.casts, free=True) for goal in goals}

    @cached_property
    def first_failure(self) -> dict[Combination, int | None]:
        """Goal -> smallest number of casts at which the ratchet loses, or None if it never does."""
        found = {}
        for goal, free in self._free.items():
            whole, held = max(free[0], key=sum), chances(goal, self.faces, self.casts, free=False)
            lost = (k for k, row in enumerate(free) if row[whole] != held[k][whole])
            found[goal] = next(lost, None)
        return found

    @property
    def first_growth(self) -> dict[Combination, int | None]:
        """Goal -> smallest number of casts at which the condition fails, or None."""
        return {goal: _first_growth(free[:-1]) for goal, free in self._free.items()}

    @cached_property
    def first_tie(self) -> dict[Combination, int | None]:
        """Goal -> smallest number of casts at which the ratchet is not the only best, or None."""
        return {goal: _first_tie(free[:-1], self.faces) for goal, free in self._free.items()}

    @property
    def optimal_up_to(self) -> int:
        """Greatest number of casts looked at up to which it is best for all goals."""
        return self._up_to(self.first_failure)

    @property
    def unique_up_to(self) -> int:
        """Greatest number of casts looked at up to which it is the only best for all goals."""
        return self._up_to(self.first_tie)

    def _up_to(self, first: Mapping[Combination, int | None]) -> int:
        return min((n for n in first.values() if n is not None), default=self.casts + 1) - 1
