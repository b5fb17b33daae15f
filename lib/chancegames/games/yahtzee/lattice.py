r"""The lattice of keeps: the tables that turn one Yahtzee turn into sums and maxima.

The 462 multisets of at most five dice form a lattice under "one die more".  A turn needs

* the mean of a keep :math:`k`, by its six one-die extensions,
  :math:`\bar v(k) = \frac16 \sum_f \bar v(k + f)`, from five dice down to none;
* the best keep within a roll :math:`r`, by its one-die-smaller parts,
  :math:`m(r) = \max\bigl(\bar v(r), \max_f m(r - f)\bigr)`, from none up to five dice.

Both walk the same :math:`210 \cdot 6 = 1260` edges, against the 4368 edges of the full graph from
keeps to rolls (Glenn 2006, section 4.2): this is Pawlewicz's and Glenn's (2007) refinement.

Rows are numbered once, here: the 252 rolls first, then the keeps of four dice, three, ... and the
empty keep last; within a size by the number of distinct faces, then lexicographically.  So the six
five-of-a-kind rolls are rows 0 to 5, and equal numbers of parts lie together.
"""

import numpy as np

from chancegames.maths.dice import Combination, arrangements, combinations, keeps, merge

DICE, FACES = 5, range(1, 7)
ROLLS = 252
MULTISETS = 462
EMPTY = MULTISETS - 1


def _ordered(size: int) -> list[Combination]:
    return sorted(combinations(size), key=lambda c: (len(set(c)), c))


ROWS: tuple[Combination, ...] = tuple(c for size in range(DICE, -1, -1) for c in _ordered(size))
ROW_OF: dict[Combination, int] = {c: row for row, c in enumerate(ROWS)}
ROLL_CHANCE = np.array([arrangements(c) / 6**DICE for c in ROWS[:ROLLS]])
EXTENSIONS = np.array(
    [[ROW_OF[merge(c, (f,))] for f in FACES] for c in ROWS[ROLLS:]], dtype=np.int64
)


def _without(c: Combination, face: int) -> Combination:
    at = c.index(face)
    return c[:at] + c[at + 1 :]


PARTS: tuple[tuple[int, ...], ...] = tuple(
    tuple(ROW_OF[_without(c, f)] for f in sorted(set(c))) for c in ROWS
)


def _groups() -> list[tuple[int, int, int]]:
    """List the runs of rows with equally many parts, smallest keeps first: (parts, first, end)."""
    runs: list[tuple[int, int, int]] = []
    for size in range(1, DICE + 1):
        rows = [row for row, c in enumerate(ROWS) if len(c) == size]
        for count in sorted({len(PARTS[row]) for row in rows}):
            same = [row for row in rows if len(PARTS[row]) == count]
            runs.append((count, same[0], same[-1] + 1))
    return runs


GROUPS = _groups()
_KEPT = [[ROW_OF[kept] for kept in keeps(roll)] for roll in ROWS[:ROLLS]]
KEPT = np.concatenate(_KEPT)
"""Rows of all that may be kept of each roll, roll after roll; `FIRST` says where each begins."""
FIRST = np.cumsum([0, *map(len, _KEPT[:-1])])
COUNTS = np.array([[c.count(f) for f in FACES] for c in ROWS], dtype=np.int64)
SUMS = COUNTS @ np.arange(1, 7)
