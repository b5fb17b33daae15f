"""The exact law of the final score under a policy, and what each box contributes.

The policy plays every turn exactly, for points gained plus a *guide*'s worth of the next anchor
(see `flow`).  The law is carried forward from the empty card (Glenn 2006, section 7), in float64.
"""

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

import numpy as np

from chancegames.dice import require_positive_integer
from chancegames.yahtzee.layout import (
    DISTINCT,
    FIFTY,
    LAYERS,
    LOWER_SIX,
    MISSED,
    SETS,
    TOTALS,
    anchor,
)
from chancegames.yahtzee.rules import UPPER, Card, Rules, possible_points
from chancegames.yahtzee.solve import Solution, follows, padded, rules_array
from chancegames.yahtzee.turn import BASE_POINTS, JOKER_POINTS

try:
    from chancegames.yahtzee import flow
except ImportError:  # pragma: no cover - numba is installed with the package
    flow = None

TIES = ("most", "fewest")
HIGHEST = 1575
"""The highest score of a game: thirteen Yahtzees, placed at best."""


@dataclass(frozen=True)
class ScoreLaw:
    """Law of the final score of a game.

    Parameters
    ----------
    chances : ndarray, shape (1576,), read-only
        Probability of each final score from 0 up.
    box_means, box_zeros : ndarray, shape (13,)
        Expected points of each box without Yahtzee bonuses, and the chance of a zero in it.
    upper_bonus_chance : float
        Chance of the upper bonus.
    yahtzee_bonus_mean, yahtzee_bonus_chance : float
        Expected points from Yahtzee bonuses, and the chance of at least one.
    """

    chances: np.ndarray = field(repr=False)
    box_means: np.ndarray = field(repr=False)
    box_zeros: np.ndarray = field(repr=False)
    upper_bonus_chance: float
    yahtzee_bonus_mean: float
    yahtzee_bonus_chance: float

    @property
    def mean(self) -> float:
        """Expected score, in points."""
        return float(self.chances @ np.arange(len(self.chances)))

    @property
    def standard_deviation(self) -> float:
        """Standard deviation of the score, in points."""
        spread = (np.arange(len(self.chances)) - self.mean) ** 2
        return float(np.sqrt(self.chances @ spread))

    @property
    def tail(self) -> np.ndarray:
        """Chance of at least each score, shape (1576,)."""
        return np.cumsum(self.chances[::-1])[::-1]

    def quantile(self, level: float) -> int:
        """Smallest score that is not exceeded with probability at least `level`.

        Parameters
        ----------
        level : float
            Between 0 and 1.

        Returns
        -------
        int

        Raises
        ------
        ValueError
            If `level` is not a probability.
        """
        if not 0 <= level <= 1:
            raise ValueError(f"the level must be a probability, not {level!r}")
        return int(np.searchsorted(np.cumsum(self.chances), level))


def score_law(
    solution: Solution,
    guide: np.ndarray | None = None,
    ties: str = "most",
    start: Card | None = None,
    threads: int | None = None,
) -> ScoreLaw:
    """Law of the final score when every turn is played for points plus the guide's worth.

    Parameters
    ----------
    solution : Solution
        Gives the rules, and the guide of optimal play.
    guide : ndarray, shape (3, 64, 64, 64), optional
        Worth of each anchor in the player's eyes, one value for all upper totals that have missed
        the bonus; `solution.values` unless given, which is optimal play.
    ties : {"most", "fewest"}, optional
        Which of equal keeps to hold (equal: to within 1e-9 points).
    start : Card, optional
        The card to start from, with nothing scored so far; the empty card unless given.
    threads : int, optional
        As many as there are processors unless given.

    Returns
    -------
    ScoreLaw

    Raises
    ------
    ValueError
        If `ties` is unknown, or the guide does not have the shape of the table.
    """
    common = _player(solution, guide, ties)
    count = require_positive_integer("threads", threads or os.cpu_count() or 1)
    laws, stats = _play_forward(solution.rules, common, start or Card(), count)
    return _collect(solution.rules, laws, stats)


def simulate(
    solution: Solution,
    games: int,
    seed: int,
    guide: np.ndarray | None = None,
    ties: str = "most",
) -> np.ndarray:
    """Play games with pseudo-random dice, by the same policies as `score_law`.

    Parameters
    ----------
    solution : Solution
    games : int
        How many games.
    seed : int
        Of NumPy's default generator.
    guide : ndarray, optional
    ties : {"most", "fewest"}, optional
        Both as for `score_law`.

    Returns
    -------
    ndarray of int, shape (games,)
        Final scores.

    Raises
    ------
    ValueError
        If `games` is not positive, `ties` unknown, or the guide of another shape.
    """
    common = _player(solution, guide, ties)
    count = require_positive_integer("the number of games", games)
    throws = np.random.default_rng(seed).integers(0, 6, (count, 13, 3, 5))
    return flow.play(throws, *common, solution.rules.upper_bonus)


@dataclass(frozen=True)
class _Rows:
    """Where the laws of the anchors with equally many open boxes lie in one array."""

    anchors: np.ndarray
    offsets: np.ndarray

    @property
    def size(self) -> int:
        return int(self.offsets[-1])


@dataclass(frozen=True)
class _Laws:
    """Laws of the score so far at those anchors, and their part with a Yahtzee bonus."""

    rows: _Rows
    law: np.ndarray
    lucky: np.ndarray

    @property
    def arrays(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        return self.rows.offsets, self.law, self.lucky


def _rows(rules: Rules, start: Card, open_boxes: int) -> _Rows:
    sets = LAYERS[open_boxes][follows(LAYERS[open_boxes], start)]
    anchors = (sets[:, None] * TOTALS + np.arange(TOTALS))[DISTINCT[sets % 64]]
    widths = np.zeros(SETS * TOTALS + 1, dtype=np.int64)
    widths[anchors + 1] = _widths(rules, anchors // TOTALS)
    return _Rows(anchors, np.cumsum(widths))


def _widths(rules: Rules, sets: np.ndarray) -> np.ndarray:
    """More than any score so far: full boxes, and a bonus for each other box with a Yahtzee."""
    upper, lower, yahtzee = sets % 64, sets // 64 % 64, sets // 4096
    width = np.ones(len(sets), dtype=np.int64)
    filled = np.zeros(len(sets), dtype=np.int64)
    for mask, boxes in ((upper, UPPER), (lower, LOWER_SIX)):
        for i, box in enumerate(boxes):
            width += (mask >> i & 1) * max(possible_points(box))
            filled += mask >> i & 1
    return width + (yahtzee == FIFTY) * (50 + rules.yahtzee_bonus * filled)


def _player(solution: Solution, guide: np.ndarray | None, ties: str) -> tuple:
    """Gather what the kernels need to know of a policy and its rules."""
    table = solution.values if guide is None else guide
    if flow is None:
        raise ValueError("playing a policy forward needs numba, which is not installed")
    if ties not in TIES:
        raise ValueError(f"ties must be one of {TIES}, not {ties!r}")
    if table.shape != solution.values.shape:
        raise ValueError(f"the guide must have shape {solution.values.shape}, not {table.shape}")
    points = (BASE_POINTS, JOKER_POINTS, rules_array(solution.rules))
    return (padded(table), *points, ties == "most")


def _play_forward(rules: Rules, common: tuple, start: Card, threads: int):
    layers = [_rows(rules, start, n) for n in range(len(start.open), -1, -1)]
    largest = max(rows.size for rows in layers)
    # Reused from layer to layer: fresh memory for each would take longer than the arithmetic.
    buffers = [np.empty(largest) for _ in range(threads + 1)]
    current = buffers.pop()
    laws, stats = _certain(layers[0], start, current), np.zeros((14, 2))
    with ThreadPoolExecutor(threads) as pool:
        for rows in layers[1:]:
            parts = [laws.rows.anchors[i::threads] for i in range(threads)]
            jobs = [
                pool.submit(_push, part, common, laws, rows, buffer)
                for part, buffer in zip(parts, buffers, strict=True)
            ]
            done = [job.result() for job in jobs]
            law, lucky, gained = (_total(arrays) for arrays in zip(*done, strict=True))
            buffers[0], current = current, buffers[0]
            laws = _Laws(rows, law, lucky)
            stats += gained
    return laws, stats


def _certain(rows: _Rows, start: Card, buffer: np.ndarray) -> _Laws:
    """At the start there is one anchor, and no points."""
    law = buffer[: rows.size]
    law[:] = 0.0
    index, total = anchor(start)
    law[rows.offsets[index * TOTALS + max(total, MISSED[index % 64])]] = 1.0
    return _Laws(rows, law, np.zeros(SETS * TOTALS))


def _push(anchors: np.ndarray, common: tuple, laws: _Laws, rows: _Rows, buffer: np.ndarray):
    law, lucky, stats = buffer[: rows.size], np.zeros(SETS * TOTALS), np.zeros((14, 2))
    law[:] = 0.0
    flow.push(anchors, *common, laws.arrays, (rows.offsets, law, lucky), stats)
    return law, lucky, stats


def _total(arrays: tuple[np.ndarray, ...]) -> np.ndarray:
    """Add up what the threads found, in place: the laws are the bulk of the memory."""
    total = arrays[0]
    for array in arrays[1:]:
        total += array
    return total


def _collect(rules: Rules, laws: _Laws, stats: np.ndarray) -> ScoreLaw:
    chances, bonus = np.zeros(HIGHEST + 1), 0.0
    for at in laws.rows.anchors:
        row = laws.law[laws.rows.offsets[at] : laws.rows.offsets[at + 1]]
        earned = at % TOTALS == TOTALS - 1
        shift = rules.upper_bonus if earned else 0
        chances[shift : shift + len(row)] += row
        bonus += row.sum() if earned else 0.0
    for array in (chances, stats):
        array.flags.writeable = False
    lucky = float(laws.lucky.sum())
    extra = float(stats[13, 0])
    return ScoreLaw(chances, stats[:13, 0], stats[:13, 1], float(bonus), extra, lucky)
