"""The lattice solver in NumPy alone: the same additions and maxima, so the same numbers.

Slower than `kernels` by an order of magnitude, and used where numba is missing.  A chunk of
anchors of one layer (same number of open boxes, so independent) is solved side by side; lanes are
(set, upper total) pairs.
"""

import numpy as np

from chancegames.games.yahtzee.lattice import (
    DICE,
    EXTENSIONS,
    GROUPS,
    MULTISETS,
    PARTS,
    ROLL_CHANCE,
    ROLLS,
    SIZES,
)
from chancegames.games.yahtzee.layout import (
    CLOSED,
    HALVES,
    HIGH_HALF,
    LANE_RANGE,
    LOW_HALF,
    PATTERN_OF_ROLL,
    PATTERNS,
    STRIDE,
)

_CHUNK = 16  # sets at a time: about 512 lanes, whose rows stay in the L2 cache
_SIZE_RUNS = [np.flatnonzero(size == SIZES) for size in range(DICE)]
_GROUP_PARTS = [
    (slice(first, end), np.array([PARTS[row] for row in range(first, end)]).T)
    for _, first, end in GROUPS
]


def mean_of_keeps(x: np.ndarray) -> None:
    """Fill every keep of fewer than five dice with the mean of its extensions, in place.

    Parameters
    ----------
    x : ndarray, shape (462, lanes)
        By lattice row; rows 0 to 251 are given.
    """
    for size in range(DICE - 1, -1, -1):
        rows = _SIZE_RUNS[size]
        total = x[EXTENSIONS[rows - ROLLS, 0]]
        for face in range(1, 6):
            total += x[EXTENSIONS[rows - ROLLS, face]]
        x[rows[0] : rows[-1] + 1] = total * (1 / 6)


def best_keeps(x: np.ndarray) -> None:
    """Replace every row by the maximum over all that may be kept of it, in place.

    Parameters
    ----------
    x : ndarray, shape (462, lanes)
        By lattice row.
    """
    for rows, parts in _GROUP_PARTS:
        for part in parts:
            np.maximum(x[rows], x[part], out=x[rows])


def _turn(x: np.ndarray) -> np.ndarray:
    for _ in range(2):
        mean_of_keeps(x)
        best_keeps(x)
    weighted = x[:ROLLS] * ROLL_CHANCE[:, None]
    sums = np.zeros((4, x.shape[1]))
    for start in range(0, ROLLS, 4):  # four running sums, in the order of the kernel
        sums += weighted[start : start + 4]
    return (sums[0] + sums[1]) + (sums[2] + sums[3])


def next_starts(sets: np.ndarray) -> np.ndarray:
    """Flat starts of the rows each set can lead to, shape (14, len(sets)); see `kernels`."""
    upper, lower, yahtzee = sets % 64, sets // 64 % 64, sets // 4096
    starts = np.full((14, len(sets)), CLOSED)
    for i in range(6):
        bit = 1 << i
        starts[i] = np.where(upper & bit, CLOSED, sets | bit)
        starts[6 + i] = np.where(lower & bit, CLOSED, sets | bit * 64)
    starts[12] = np.where(yahtzee, CLOSED, sets + 4096)
    starts[13] = np.where(yahtzee, CLOSED, sets + 2 * 4096)
    return starts * STRIDE


def _upper_parts(values: np.ndarray, at: np.ndarray) -> np.ndarray:
    rows = np.array(
        [
            [values[at[face] + count * (face + 1)] + count * (face + 1) for count in range(6)]
            for face in range(6)
        ]
    )
    parts = [rows[3 * half + np.arange(3)[:, None], HALVES.T].max(axis=0) for half in range(2)]
    return np.concatenate(parts)


def _lower_parts(values: np.ndarray, at: np.ndarray) -> np.ndarray:
    lower = values[at[6:13]]
    zero = np.maximum(lower[:5].max(axis=0), lower[6])
    points = PATTERNS[:, 1].astype(float)[:, None]
    best = np.maximum(zero, lower[5] + points)
    gains = (points, points, 25.0, 30.0, 40.0)
    for i, gain in enumerate(gains):
        scores = (PATTERNS[:, 0] >> i & 1 == 1)[:, None]
        np.maximum(best, lower[i] + gain, out=best, where=scores)
    return best


def _five_of_a_kind(values, at, face, sets, rules) -> np.ndarray:
    joker, bonus, is_house = rules
    points, used = 5.0 * (face + 1), sets // 4096 > 0
    own = values[at[face] + 5 * (face + 1)] + points
    own_filled, has_lower = sets >> face & 1 == 1, sets // 64 % 64 != 63
    forced = used & (joker == 2)
    full = forced | (used & (joker == 1) & own_filled)
    fixed = [np.where(full, gain, 0.0) for gain in (25.0, 30.0, 40.0)]
    if is_house:
        fixed[0] = np.full(len(sets), 25.0)
    gains = [points, points, *fixed, points]
    lower = np.max([values[at[6 + i]] + gain for i, gain in enumerate(gains)], axis=0)
    lower = np.maximum(lower, values[at[13]] + 50.0)
    others = np.max([values[at[i]] for i in range(6) if i != face], axis=0)
    best = own
    best = np.where(~forced | (own_filled & has_lower), np.maximum(best, lower), best)
    best = np.where(~forced | (own_filled & ~has_lower), np.maximum(best, others), best)
    return np.where(sets // 4096 == 2, best + bonus, best)


def _final_rolls(values: np.ndarray, sets: np.ndarray, totals: np.ndarray, rules) -> np.ndarray:
    at = next_starts(sets) + totals
    upper, lower = _upper_parts(values, at), _lower_parts(values, at)
    x = np.empty((MULTISETS, len(sets)))
    for face in range(6):
        x[face] = _five_of_a_kind(values, at, face, sets, rules)
    ordinary = slice(6, ROLLS)
    np.maximum(upper[LOW_HALF[ordinary]], upper[56 + HIGH_HALF[ordinary]], out=x[ordinary])
    np.maximum(x[ordinary], lower[PATTERN_OF_ROLL[ordinary]], out=x[ordinary])
    return x


def solve_sets(values: np.ndarray, sets: np.ndarray, rules: np.ndarray) -> None:
    """Fill the rows of `sets`, all of whose successors are already filled.

    Parameters
    ----------
    values : float64 array, shape ((SETS + 1) * STRIDE,)
        The table, flat; written in the rows of `sets`.
    sets : int64 array
        Numbers of the sets to solve.
    rules : int64 array, shape (3,)
        Joker mode (0 none, 1 free, 2 forced), Yahtzee bonus, five of a kind is a full house.
    """
    table = values.reshape(-1, STRIDE)
    for begin in range(0, len(sets), _CHUNK):
        chunk = sets[begin : begin + _CHUNK]
        first, last = LANE_RANGE[chunk % 64].T
        lanes = np.repeat(chunk, last - first + 1)
        totals = np.concatenate([np.arange(a, b + 1) for a, b in zip(first, last, strict=True)])
        values[lanes * STRIDE + totals] = _turn(_final_rolls(values, lanes, totals, rules))
        for index, a, b in zip(chunk, first, last, strict=True):
            table[index, :a] = table[index, a]
            if b == 63:
                table[index, 64:] = table[index, 63]
