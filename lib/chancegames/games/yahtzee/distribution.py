"""The exact law of the final score under a policy, and what each box contributes.

The policy plays every turn exactly, for points gained plus a *guide*'s worth of the next anchor
(see `flow`).  The law is carried forward from the empty card (Glenn 2006, section 7), in float64.
"""

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np

from chancegames.base.checks import require_positive_integer
from chancegames.games.yahtzee.layout import (
    DISTINCT,
    FIFTY,
    LAYERS,
    LOWER_SIX,
    MISSED,
    SETS,
    TOTALS,
    anchor,
)
from chancegames.games.yahtzee.rules import UPPER, Card, Rules, possible_points
from chancegames.games.yahtzee.solve import Solution, follows, padded, rules_array
from chancegames.games.yahtzee.turn import BASE_POINTS, JOKER_POINTS

try:
    from chancegames.games.yahtzee import flow
except ImportError:  # pragma: no cover - numba is installed with the package
    flow = None

TIES = ("most", "fewest")
HIGHEST = 1575
"""The highest score of a game: thirteen Yahtzees, placed at best."""

_MARGIN = 7  # zeros after each law: the kernel moves eight scores at a time


@dataclass(frozen=True, kw_only=True)
class ScoreSummary:
    """What a policy brings: mean and spread of the final score, and where the points come from.

    Parameters
    ----------
    mean, standard_deviation : float
        Of the final score, in points.
    box_means, box_zeros : ndarray, shape (13,)
        Expected points of each box without Yahtzee bonuses, and the chance of a zero in it.
    upper_bonus_chance : float
        Chance of the upper bonus.
    yahtzee_bonus_mean, yahtzee_bonus_chance : float
        Expected points from Yahtzee bonuses, and the chance of at least one.
    """

    mean: float
    standard_deviation: float
    box_means: np.ndarray = field(repr=False)
    box_zeros: np.ndarray = field(repr=False)
    upper_bonus_chance: float
    yahtzee_bonus_mean: float
    yahtzee_bonus_chance: float


@dataclass(frozen=True, kw_only=True)
class ScoreLaw(ScoreSummary):
    """Law of the final score of a game, and its summary.

    Parameters
    ----------
    chances : ndarray, shape (1576,), read-only
        Probability of each final score from 0 up.
    """

    chances: np.ndarray = field(repr=False)

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
        The same one again for a whole game played optimally, unless `threads` are given.

    Raises
    ------
    ValueError
        If `ties` is unknown, or the guide does not have the shape of the table.
    """
    if guide is None and threads is None and start in (None, Card()) and ties in TIES:
        return _whole_law(solution, ties)
    player = _player(solution, guide, ties)
    count = require_positive_integer("threads", threads or os.cpu_count() or 1)
    laws, stats = _play_forward(solution.rules, player, start or Card(), count, moments=False)
    return _collect_law(solution.rules, laws, stats)


def score_summary(
    solution: Solution,
    guide: np.ndarray | None = None,
    ties: str = "most",
    start: Card | None = None,
    threads: int | None = None,
) -> ScoreSummary:
    """Mean and spread of the final score, and what each box brings, without the whole law.

    Three moments flow from anchor to anchor in place of a law, which takes a fraction of its time
    and memory.

    Parameters
    ----------
    solution, guide, ties, start, threads
        As for `score_law`.

    Returns
    -------
    ScoreSummary
        The same one again for a whole game played by the same guide, unless `threads` are given.

    Raises
    ------
    ValueError
        As for `score_law`.

    Examples
    --------
    >>> from chancegames.games.yahtzee.rules import Box
    >>> from chancegames.games.yahtzee.solve import solve
    >>> card = Card(frozenset(Box) - {Box.CHANCE})
    >>> played = score_summary(solve(start=card), start=card)
    >>> round(played.mean, 4), round(played.standard_deviation, 4)
    (23.3333, 3.1623)
    """
    if threads is None and start in (None, Card()) and ties in TIES:
        known = None if guide is None else np.asarray(guide, dtype=float).tobytes()
        return _whole_summary(solution, ties, known, np.shape(guide))
    player = _player(solution, guide, ties)
    count = require_positive_integer("threads", threads or os.cpu_count() or 1)
    laws, stats = _play_forward(solution.rules, player, start or Card(), count, moments=True)
    return _collect_summary(solution.rules, laws, stats)


@lru_cache(maxsize=4)  # seconds each, and one setting of a chapter asks what another has asked
def _whole_law(solution: Solution, ties: str) -> ScoreLaw:
    return score_law(solution, ties=ties, threads=os.cpu_count() or 1)


@lru_cache(maxsize=8)
def _whole_summary(
    solution: Solution, ties: str, guide: bytes | None, shape: tuple[int, ...]
) -> ScoreSummary:
    table = None if guide is None else np.frombuffer(guide).reshape(shape)
    return score_summary(solution, table, ties, threads=os.cpu_count() or 1)


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
    player, work = _player(solution, guide, ties), flow.scratch()
    count = require_positive_integer("the number of games", games)
    throws = np.random.default_rng(seed).integers(0, 6, (count, 13, 15))
    state = np.zeros((count, 2), dtype=np.int64)
    for turn in range(13):
        order = np.argsort(state[:, 0], kind="stable")  # games at one anchor share their plans
        flow.play_turn(order, state, np.ascontiguousarray(throws[:, turn]), *player, work)
    bonus = solution.rules.upper_bonus * (state[:, 0] % TOTALS == TOTALS - 1)
    return state[:, 1] + bonus


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


def _rows(rules: Rules, start: Card, open_boxes: int, moments: bool) -> _Rows:
    sets = LAYERS[open_boxes][follows(LAYERS[open_boxes], start)]
    anchors = (sets[:, None] * TOTALS + np.arange(TOTALS))[DISTINCT[sets % 64]]
    widths = np.zeros(SETS * TOTALS + 1, dtype=np.int64)
    widths[anchors + 1] = 3 if moments else _widths(rules, anchors // TOTALS) + _MARGIN
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


def _play_forward(rules: Rules, player: tuple, start: Card, threads: int, moments: bool):
    layers = [_rows(rules, start, n, moments) for n in range(len(start.open), -1, -1)]
    largest = max(rows.size for rows in layers)
    # Reused from layer to layer: fresh memory for each would take longer than the arithmetic.
    buffers = [np.empty(largest + _MARGIN) for _ in range(threads + 1)]
    scratch = [flow.scratch() for _ in range(threads)]
    current = buffers.pop()
    laws, stats = _certain(layers[0], start, current), np.zeros((15, 2))
    with ThreadPoolExecutor(threads) as pool:
        for rows in layers[1:]:
            parts = _by_set(laws.rows.anchors, threads)
            jobs = [
                pool.submit(_push, part, player, moments, laws, rows, buffer, work)
                for part, buffer, work in zip(parts, buffers, scratch, strict=True)
            ]
            done = [job.result() for job in jobs]
            law, lucky, gained = (_total(arrays) for arrays in zip(*done, strict=True))
            buffers[0], current = current, buffers[0]
            laws = _Laws(rows, law, lucky)
            stats += gained
    return laws, stats


def _by_set(anchors: np.ndarray, parts: int) -> list[np.ndarray]:
    """Deal the sets out: the anchors of one set are planned together."""
    number = np.cumsum(np.diff(anchors // TOTALS, prepend=anchors[0] // TOTALS) != 0)
    return [anchors[number % parts == i] for i in range(parts)]


def _certain(rows: _Rows, start: Card, buffer: np.ndarray) -> _Laws:
    """At the start there is one anchor, and no points."""
    law = buffer[: rows.size]
    law[:] = 0.0
    index, total = anchor(start)
    law[rows.offsets[index * TOTALS + max(total, MISSED[index % 64])]] = 1.0
    return _Laws(rows, law, np.zeros(SETS * TOTALS))


def _push(anchors, player: tuple, moments: bool, laws: _Laws, rows: _Rows, buffer, work):
    law, lucky, stats = buffer[: rows.size], np.zeros(SETS * TOTALS), np.zeros((15, 2))
    law[:] = 0.0
    new = (rows.offsets, law, lucky)
    flow.push(anchors, *player, moments, laws.arrays, new, stats, work)
    return law, lucky, stats


def _total(arrays: tuple[np.ndarray, ...]) -> np.ndarray:
    """Add up what the threads found, in place: the laws are the bulk of the memory."""
    total = arrays[0]
    for array in arrays[1:]:
        total += array
    return total


def _finished(laws: _Laws):
    """Row of each finished card, and whether it has earned the upper bonus."""
    for at in laws.rows.anchors:
        row = laws.law[laws.rows.offsets[at] : laws.rows.offsets[at + 1]]
        yield row, at % TOTALS == TOTALS - 1


def _parts(laws: _Laws, stats: np.ndarray, upper_bonus_chance: float) -> dict:
    """Where the points come from; the Yahtzee box has two places."""
    boxes = np.zeros((13, 2))
    np.add.at(boxes, flow.BOX_OF_PLACE, stats[:14])
    boxes.flags.writeable = False
    return {
        "box_means": boxes[:, 0],
        "box_zeros": boxes[:, 1],
        "upper_bonus_chance": float(upper_bonus_chance),
        "yahtzee_bonus_mean": float(stats[14, 0]),
        "yahtzee_bonus_chance": float(laws.lucky.sum()),
    }


def _collect_law(rules: Rules, laws: _Laws, stats: np.ndarray) -> ScoreLaw:
    chances, bonus = np.zeros(HIGHEST + 1), 0.0
    for row, earned in _finished(laws):
        shift = rules.upper_bonus if earned else 0
        chances[shift : shift + len(row) - _MARGIN] += row[:-_MARGIN]
        bonus += row.sum() if earned else 0.0
    chances.flags.writeable = False
    scores = np.arange(HIGHEST + 1)
    mean = float(chances @ scores)
    deviation = float(np.sqrt(chances @ (scores - mean) ** 2))
    parts = _parts(laws, stats, bonus)
    return ScoreLaw(mean=mean, standard_deviation=deviation, chances=chances, **parts)


def _collect_summary(rules: Rules, laws: _Laws, stats: np.ndarray) -> ScoreSummary:
    mean, square, bonus = 0.0, 0.0, 0.0
    for (chance, first, second), earned in _finished(laws):
        shift = rules.upper_bonus if earned else 0
        mean += first + shift * chance
        square += second + shift * (2 * first + shift * chance)
        bonus += chance if earned else 0.0
    deviation = float(np.sqrt(max(0.0, square - mean**2)))
    parts = _parts(laws, stats, bonus)
    return ScoreSummary(mean=float(mean), standard_deviation=deviation, **parts)
