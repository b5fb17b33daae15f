"""Rounds of 421 in floating point: for rounds too large for fractions, and for the whole game.

All combinations of at most D dice are numbered, the fewer dice the first, then lexicographically,
so that those of at most n dice are the first ones.  From a state, the best of what may be kept of
a cast grows die by die: it is that of the whole cast, or of the cast without one of its dice.  The
work is one step for each pair of a state and a combination cast from it, and for each distinct
face in the latter.
"""

from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from chancegames.base.compiled import ONCE, compiled
from chancegames.games.game421.rounds import RoundSolution, _no_state
from chancegames.maths.dice import Combination
from chancegames.models.game421 import End, Round

Floats = NDArray[np.float64]

#: Steps that a round may take, some ten seconds.
MOST_STEPS = 1_000_000_000


class _Lattice(NamedTuple):
    """All combinations of at most so many dice, numbered, with the steps between them.

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
    chance: Floats


@lru_cache(maxsize=8)
def _lattice(dice: int, faces: int) -> _Lattice:
    """Number the combinations of at most `dice` dice.

    Examples
    --------
    >>> _lattice(3, 6).offsets
    array([ 0,  1,  7, 28, 84])
    """
    sizes = [comb(n + faces - 1, n) for n in range(dice + 1)]
    offsets = np.concatenate(([0], np.cumsum(sizes))).astype(np.int64)
    plus, drops, lost, starts, chance = _steps(offsets, faces)
    end = starts[-1]
    return _Lattice(offsets, plus, drops[:end].copy(), lost[:end].copy(), starts, chance)


@compiled(cache=True)
def _steps(offsets: Any, faces: int) -> Any:
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


@compiled(**ONCE)
def _drop(
    state: int, last: Any, prefix: Any, child: Any, starts: Any, drops: Any, lost: Any
) -> None:
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


@compiled(cache=True)
def _step_back(after: Any, before: Any, states: int, choose: bool, grid: Any) -> None:
    """Fill `before` for the first `states` combinations with the mean of the greatest of `after`.

    Without `choose` all dice are kept.
    """
    offsets, plus, drops, lost, starts, chance = grid
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


@dataclass(frozen=True, eq=False)
class _FloatSolution(RoundSolution):
    """Values of best play as an array, by casts made and dice kept, in the order of `rules.states`.

    Minus infinity where a next player must not be.
    """

    values: Any = field(repr=False)

    @property
    def residual(self) -> float:
        """Largest amount by which a value misses the recursion: rounding, as steps are repeated."""
        again = _backwards(self.rules, self.values[list(self.rules.ends), -len(self.rules.hands) :])
        known = np.isfinite(self.values)
        return float(np.abs(again[known] - self.values[known]).max())

    def _known(self, state: End) -> float:
        casts, kept = state
        if 0 <= casts <= self.rules.casts and kept in self._number:
            value = float(self.values[casts, self._number[kept]])
            if np.isfinite(value):
                return value
        raise ValueError(_no_state(state, self.rules))

    @cached_property
    def _number(self) -> dict[Combination, int]:
        return {state: n for n, state in enumerate(self.rules.states)}


def _solve_floating(rules: Round) -> RoundSolution:
    """Best play in a round, in floating point.

    Raises
    ------
    ValueError
        If an end has no finite utility, or the round takes more than a billion steps.

    Examples
    --------
    >>> round(_solve_floating(Round(dice=2, casts=1, utility=sum)).value, 12)
    7.0
    """
    if comb(rules.dice + 2 * rules.faces, rules.dice) * rules.casts > MOST_STEPS:
        raise ValueError(f"{rules} takes more than {MOST_STEPS:,} steps")
    worth = [[float(rules.worth(j, hand)) for hand in rules.hands] for j in rules.ends]
    values = _backwards(rules, np.array(worth))
    return _FloatSolution(rules, values, [], "backward induction in floating point")


def _backwards(rules: Round, worth: Floats) -> Floats:
    """Values of best play, by casts made and state; `worth` by date and hand, checked before."""
    grid = _lattice(rules.dice, rules.faces)
    values = np.full((rules.casts + 1, grid.offsets[-1]), -np.inf)
    values[list(rules.ends), grid.offsets[-2] :] = worth
    for date in reversed(range(rules.casts)):
        states = int(grid.offsets[-2]) if date else 1
        _step_back(values[date + 1], values[date], states, date + 1 < rules.casts, grid)
    return values
