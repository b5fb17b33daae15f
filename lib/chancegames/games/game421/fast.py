"""Mean-max in floating point, for rounds too large for fractions.

All combinations of at most D dice are numbered, the shorter first, then lexicographically, so that
those of at most n dice are the first ones.  From a state, the greatest value of what may be kept
of a cast grows die by die: it is that of the whole cast, or of the cast without one of its dice.
The work is one step for each pair of a state and a combination cast from it, and for each distinct
face in the latter.
"""

from dataclasses import dataclass
from functools import lru_cache
from math import comb

import numpy as np
from numba import njit
from numpy.typing import ArrayLike, NDArray

from chancegames.base.compiled import ONCE
from chancegames.games.game421.rules import Round

MOST_STATES = 2_000_000


@dataclass(frozen=True)
class Lattice:
    """All combinations of at most `dice` dice, numbered, with the steps between them.

    Attributes
    ----------
    offsets : int array, shape (dice + 2,)
        Number of the first combination of each size; the last entry is how many there are.
    plus : int array, shape (combinations of less than `dice` dice, faces)
        Number of the combination with one die more.
    drops, lost, starts : int arrays
        ``drops[starts[c]:starts[c + 1]]`` are the combinations with one die less than `c`, and
        `lost` the faces (from 0) taken off.
    chance : float array
        Chance to throw each combination with as many dice as it has.
    """

    offsets: NDArray[np.int64]
    plus: NDArray[np.int32]
    drops: NDArray[np.int32]
    lost: NDArray[np.int16]
    starts: NDArray[np.int64]
    chance: NDArray[np.float64]


@lru_cache(maxsize=8)
def lattice(dice: int, faces: int) -> Lattice:
    """Build the numbered combinations of at most `dice` dice.

    Raises
    ------
    ValueError
        If there would be more than two million of them.

    Examples
    --------
    >>> lattice(3, 6).offsets
    array([ 0,  1,  7, 28, 84])
    """
    total = comb(dice + faces, dice)
    if total > MOST_STATES:
        raise ValueError(f"{total} combinations are more than the {MOST_STATES} that fit in memory")
    sizes = [comb(n + faces - 1, n) for n in range(dice + 1)]
    offsets = np.concatenate(([0], np.cumsum(sizes))).astype(np.int64)
    plus, drops, lost, starts, chance = _steps(offsets, faces)
    end = starts[-1]
    return Lattice(offsets, plus, drops[:end].copy(), lost[:end].copy(), starts, chance)


@njit(cache=True)
def _steps(offsets, faces):
    total, inner = offsets[-1], offsets[-2]
    last = np.zeros(total, np.int16)
    prefix = np.zeros(total, np.int32)
    child = np.zeros(total, np.int32)
    plus = np.zeros((inner, faces), np.int32)
    starts = np.zeros(total + 1, np.int64)
    size = min(len(offsets) - 2, faces)
    drops = np.zeros(total * size, np.int32)
    lost = np.zeros(total * size, np.int16)
    chance = np.ones(total)
    made = 1
    for state in range(total):
        if state < inner:
            child[state] = made
            for face in range(last[state], faces):
                last[made], prefix[made] = face, state
                made += 1
            for face in range(faces):
                if face >= last[state]:
                    plus[state, face] = child[state] + face - last[state]
                else:
                    low = plus[prefix[state], face]
                    plus[state, face] = child[low] + last[state] - last[low]
        starts[state + 1] = starts[state]
        if state:
            _drop(state, last, prefix, child, starts, drops, lost)
            chance[state] = 0.0
            for k in range(starts[state], starts[state + 1]):
                chance[state] += chance[drops[k]] / faces
    return plus, drops, lost, starts, chance


@njit(**ONCE)
def _drop(state, last, prefix, child, starts, drops, lost):
    """List the combinations with one die less than `state`, the greatest face off first."""
    end = starts[state]
    before, face = prefix[state], last[state]
    drops[end], lost[end] = before, face
    end += 1
    for k in range(starts[before], starts[before + 1]):
        if before and lost[k] != face:
            drops[end] = child[drops[k]] + face - last[drops[k]]
            lost[end] = lost[k]
            end += 1
    starts[state + 1] = end


@njit(cache=True)
def step_back(after, before, states, choose, offsets, plus, drops, lost, starts, chance):
    """Fill `before` for the first `states` combinations with the mean of the greatest of `after`.

    Without `choose` all dice are pushed away.
    """
    dice = len(offsets) - 2
    place = np.empty(offsets[-1], np.int32)
    best = np.empty(offsets[-1])
    size = 0
    for state in range(states):
        while offsets[size + 1] <= state:
            size += 1
        place[0] = state
        best[0] = after[state]
        whole = offsets[dice - size]
        total = 0.0
        for cast in range(1, offsets[dice - size + 1]):
            k = starts[cast]
            place[cast] = plus[place[drops[k]], lost[k]]
            top = after[place[cast]]
            if choose:
                for k in range(starts[cast], starts[cast + 1]):
                    top = max(top, best[drops[k]])
            best[cast] = top
            if cast >= whole:
                total += chance[cast] * top
        before[state] = total


@dataclass(frozen=True)
class FloatSolution:
    """Best play in floating point.

    Attributes
    ----------
    round : Round
    values : float array, shape (casts + 1, combinations of at most `dice` dice)
        Greatest utility of each dated state; states in the order of `lattice`; minus infinity
        where a next player must not be.
    """

    round: Round
    values: NDArray[np.float64]

    @property
    def value(self) -> float:
        """Greatest utility of the round."""
        return float(self.values[0, 0])


def mean_max(rules: Round, utility: ArrayLike) -> FloatSolution:
    """Solve a round by backward induction in floating point.

    Parameters
    ----------
    rules : Round
    utility : array, shape (dates at which the round can end, final states)
        Final states in lexicographic order.

    Returns
    -------
    FloatSolution

    Raises
    ------
    ValueError
        If the shape is wrong, a value is no number or there are more than two million states.

    Examples
    --------
    >>> rules = Round(dice=2, faces=6, casts=1)
    >>> round(mean_max(rules, [[sum(c) for c in rules.finals]]).value, 12)
    7.0
    """
    grid = lattice(rules.dice, rules.faces)
    worth = np.asarray(utility, dtype=float)
    finals = int(grid.offsets[-1] - grid.offsets[-2])
    if worth.shape != (len(rules.ends), finals):
        raise ValueError(f"the utility must have shape {(len(rules.ends), finals)}")
    if not np.isfinite(worth).all():
        raise ValueError("the utility must be finite everywhere")
    values = np.full((rules.casts + 1, grid.offsets[-1]), -np.inf)
    values[list(rules.ends), grid.offsets[-2] :] = worth
    steps = (grid.offsets, grid.plus, grid.drops, grid.lost, grid.starts, grid.chance)
    for date in reversed(range(rules.casts)):
        states = int(grid.offsets[-2]) if date else 1
        step_back(values[date + 1], values[date], states, date + 1 < rules.casts, *steps)
    return FloatSolution(rules, values)
