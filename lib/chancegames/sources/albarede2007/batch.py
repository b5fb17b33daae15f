r"""Goal-driven characters on many utilities at once, in floating point.

All that a goal-driven player weighs is linear in the utility, up to a choice of the greatest: the
promise of a goal is a row of weights times the utility, and the step towards a goal does not ask
for the utility at all.  So a whole batch of utilities is handled as one array whose last axis is
the utility, with the same equations as in `goals`.  Ties are real here (renaming faces makes some
promises equal), so values are compared up to `BLUR`.
"""

from collections.abc import Callable, Sequence
from functools import cache, cached_property
from itertools import product

import numpy as np
from numpy.typing import NDArray

from chancegames.games.game421.goals import Character, what_is_left
from chancegames.games.game421.policies import most_probably, result_law
from chancegames.games.game421.rounds import tables
from chancegames.maths.dice import Combination, merge
from chancegames.models.game421 import Round

Array = NDArray[np.float64]

#: Values closer than this count as equal; distinct ones must be a hundred times further apart.
BLUR = 1e-11


class _Batch:
    """One kind of round with many utilities.

    Parameters
    ----------
    rounds : sequence of Round

    Raises
    ------
    ValueError
        If the rounds differ in more than their utility, or there are none.
    """

    def __init__(self, rounds: Sequence[Round]) -> None:
        shapes = {Round(r.dice, r.faces, r.casts, r.player) for r in rounds}
        if len(shapes) != 1:
            raise ValueError(f"a batch is one kind of round with many utilities, not {shapes}")
        (self.rules,) = shapes
        ends = product(self.rules.ends, self.rules.hands)
        worth = np.array([[float(r.worth(*end)) for r in rounds] for end in ends])
        self.utilities: Array = worth.reshape(len(self.rules.ends), -1, len(rounds))
        self.number = {state: n for n, state in enumerate(self.rules.states)}
        self.inner = len(self.rules.states) - len(self.rules.hands)
        self._promises: dict[tuple[int, Combination, bool], Array] = {}

    @cached_property
    def worst(self) -> Array:
        """Smallest utility of an end."""
        return np.asarray(self.utilities.min(axis=(0, 1)))

    def worth(self, date: int) -> Array:
        """Utility of all states at `date`, minus infinity where the round cannot be over."""
        found = np.full((len(self.number), self.utilities.shape[2]), -np.inf)
        if date in self.rules.ends:
            found[self.inner :] = self.utilities[self.rules.ends.index(date)]
        return found

    def promises(self, date: int, state: Combination, serendipity: bool) -> Array:
        """What each goal that includes `state` promises (equations 51 and 52), goals in rows."""
        key = (date, state, serendipity)
        if key not in self._promises:
            left = what_is_left(self.rules, date, len(state))
            places = [self.number[merge(state, f)] - self.inner for f in left.hands]
            first = self.rules.ends.index(date + left.ends[0])
            worth = self.utilities[first:, places].reshape(-1, self.utilities.shape[2])
            self._promises[key] = _weights(left, serendipity) @ worth
        return self._promises[key]

    def outlook(self, date: int, serendipity: bool) -> Array:
        """Goal-driven utility of all states at `date`."""
        found = self.worth(date)
        for state in self.rules.states[: self.inner] if date < self.rules.casts else ():
            found[self.number[state]] = self.promises(date, state, serendipity).max(axis=0)
        return found

    def cast(self, date: int, state: Combination) -> list[tuple[float, list[int]]]:
        """List the chance of each table after a cast, with the numbers of its options."""
        throws = self.rules.faces ** (self.rules.dice - len(state))
        return [
            (weight / throws, [self.number[o] for o in self.rules.options(date, state, table)])
            for table, weight in tables(self.rules, state)
        ]

    def followed(
        self, seen: Array, honest: Array, date: int, state: Combination, pruned: bool
    ) -> Array:
        """Mean of `honest` before a cast, for a player who then chooses by `seen`."""
        total = np.zeros(self.utilities.shape[2])
        for chance, options in self.cast(date, state):
            shown = seen[options]
            if pruned and len(options) > 1 and options[-1] >= self.inner:
                dominated = shown[-1] <= self.worst
                shown[-1, dominated] = -np.inf
            total += chance * _mean_of_best(shown, honest[options])
        return total

    def backward(self, step: Callable[[int, Combination, Array], Array]) -> Array:
        """Fold `step(date, state, ahead)` back from the last date to the first."""
        ahead = self.worth(self.rules.casts)
        for date in reversed(range(self.rules.casts)):
            now = self.worth(date)
            for state in self.rules.states[: self.inner] if date else ((),):
                now[self.number[state]] = step(date, state, ahead)
            ahead = now
        return np.asarray(ahead[0])

    def plain(self, taken: Callable[..., Array]) -> Array:
        """Utility of a player who takes the mean of the options, the monkey, or their maximum."""

        def step(date: int, state: Combination, ahead: Array) -> Array:
            casts = self.cast(date + 1, state)
            return np.asarray(np.sum([p * taken(ahead[o], axis=0) for p, o in casts], axis=0))

        return self.backward(step)

    def of(self, character: Character) -> Array:
        """Utility of a character with a horizon of 0 or 1 and equiprobable ties.

        Raises
        ------
        ValueError
            If the character is another one.
        """
        if character.horizon > 1 or character.ties != "equiprobable":
            raise ValueError(f"only horizons 0 and 1 with equiprobable ties, not {character}")
        serendipity = character.serendipity
        if not character.horizon:
            return (
                self._redrawn(serendipity) if character.dynamic else self._fixed(0, (), serendipity)
            )
        seen = [self.outlook(j, serendipity) for j in range(self.rules.casts + 1)]
        if character.dynamic:
            return self.backward(
                lambda date, state, ahead: self.followed(
                    seen[date + 1], ahead, date + 1, state, character.never_worst
                )
            )
        honest = self.worth(1)
        for state in self.rules.states[: self.inner] if self.rules.casts > 1 else ():
            honest[self.number[state]] = self._fixed(1, state, serendipity)
        return self.followed(seen[1], honest, 1, (), character.never_worst)

    def _fixed(self, date: int, state: Combination, serendipity: bool) -> Array:
        """Mean of the honest promises over the best goals."""
        seen, honest = (self.promises(date, state, s) for s in (serendipity, True))
        return _mean_of_best(seen, honest)

    def _redrawn(self, serendipity: bool) -> Array:
        """Utility of drawing one of the best goals again at every date."""

        def step(date: int, state: Combination, ahead: Array) -> Array:
            seen = self.promises(date, state, serendipity)
            filled = np.where(np.isfinite(ahead), ahead, 0.0)
            return _mean_of_best(seen, _towards(self.rules, date, state) @ filled)

        return self.backward(step)


def _mean_of_best(seen: Array, honest: Array) -> Array:
    """Mean of `honest` over the rows in which `seen` is greatest, column by column.

    Parameters
    ----------
    seen, honest : float arrays, shape (rows, utilities)

    Examples
    --------
    >>> _mean_of_best(np.array([[1.0], [1.0], [0.0]]), np.array([[2.0], [4.0], [9.0]])).tolist()
    [3.0]
    """
    best = seen >= seen.max(axis=0) - BLUR
    return np.asarray((best * honest).sum(axis=0) / best.sum(axis=0))


def _merged(values: Array) -> list[float]:
    """Make values equal that are closer to their neighbor than `BLUR`.

    Raises
    ------
    ArithmeticError
        If two values are neither that close nor clearly apart.

    Examples
    --------
    >>> _merged(np.array([1.0, 2.0, 1.0 + 1e-15]))
    [1.0, 2.0, 1.0]
    """
    order = np.argsort(values, kind="stable")
    gaps = np.diff(values[order], prepend=-np.inf)
    if ((gaps > BLUR) & (gaps < 100 * BLUR)).any():
        raise ArithmeticError("two values are too close to compare: judge them in fractions")
    found = np.empty_like(values)
    found[order] = values[order][gaps > BLUR][np.cumsum(gaps > BLUR) - 1]
    return [float(value) for value in found]


@cache
def _weights(left: Round, serendipity: bool) -> Array:
    """Chance of each end for each goal, goals in rows; without serendipity, of successes only."""
    place = {end: n for n, end in enumerate(product(left.ends, left.hands))}
    found = np.zeros((len(left.hands), len(place)))
    for row, goal in enumerate(left.hands):
        for end, chance in result_law(left, goal).items():
            if serendipity or end[1] == goal:
                found[row, place[end]] = chance
    return found


@cache
def _towards(rules: Round, date: int, state: Combination) -> Array:
    """Law of the next state for each goal that includes `state`, goals in rows."""
    left = what_is_left(rules, date, len(state))
    number = {s: n for n, s in enumerate(rules.states)}
    throws = rules.faces ** (rules.dice - len(state))
    found = np.zeros((len(left.hands), len(number)))
    for row, goal in enumerate(left.hands):
        policy = most_probably(rules, merge(state, goal))
        for table, weight in tables(rules, state):
            for option, chance in policy((date + 1, state, table)).items():
                found[row, number[option]] += weight / throws * float(chance)
    return found
