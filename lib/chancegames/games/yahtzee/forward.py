"""A policy played forward: the exact distribution of the score, what each box brings, and games.

A table policy goes through all anchors from the first card to the last (Glenn 2006, section 7), in
float64; any other is followed by the general solver, with few open boxes.
"""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cached_property, lru_cache, reduce
from itertools import product
from operator import iadd
from typing import Any, NamedTuple

import numpy as np

from chancegames.base.checks import door, require_integer, shown
from chancegames.games.yahtzee.kernels import player
from chancegames.games.yahtzee.layout import (
    DISTINCT,
    FIFTY,
    MISSED,
    SETS,
    TOTALS,
    Floats,
    Ints,
    _following,
    anchor,
)
from chancegames.games.yahtzee.policies import TablePolicy
from chancegames.games.yahtzee.solver import _processors, _small_enough
from chancegames.games.yahtzee.targets import _most_so_far
from chancegames.maths import game
from chancegames.maths.solution import Distribution, Estimate, Policy
from chancegames.models.yahtzee import Action, Box, Card, Rules, State

MOST_GAMES = 10_000_000
MOST_MEMORY = 4e9  # bytes
_AT_ONCE = 8192  # games
_MARGIN = 7  # zeros after each row: the kernel moves eight scores at a time


@dataclass(frozen=True, kw_only=True)
class Summary:
    """What a policy brings: mean and spread of the final score, and where the points come from.

    Attributes
    ----------
    mean, standard_deviation : float
        Of the final score, in points.
    box_means, box_zeros : ndarray, shape (13,)
        Expected points of each box without Yahtzee bonuses, and the chance of a zero in it.
    upper_bonus_chance : float
    yahtzee_bonus_mean, yahtzee_bonus_chance : float
        Expected points from Yahtzee bonuses, and the chance of at least one.
    """

    mean: float
    standard_deviation: float
    box_means: Floats = field(repr=False)
    box_zeros: Floats = field(repr=False)
    upper_bonus_chance: float
    yahtzee_bonus_mean: float
    yahtzee_bonus_chance: float


class ScoreDistribution(Distribution):
    """Probability of each final score, with its summary.

    Attributes
    ----------
    chances : ndarray, read-only
        Probability of each score from 0 up.
    summary : Summary
    """

    def __init__(self, chances: Floats, summary: Summary):
        scores = np.flatnonzero(chances > 0).tolist()
        super().__init__({score: float(chances[score]) for score in scores})
        chances.flags.writeable = False
        self.chances, self.summary = chances, summary

    @cached_property
    def tail(self) -> Floats:
        """Chance of at least each score from 0 up."""
        return np.cumsum(self.chances[::-1])[::-1]

    @property
    def mean(self) -> float:
        """Expected score."""
        return self.summary.mean

    @property
    def standard_deviation(self) -> float:
        """Root of the variance, in points."""
        return self.summary.standard_deviation


@door
def distribution(
    rules: Rules,
    policy: Policy[State, Action],
    start: Card | None = None,
    threads: int | None = None,
) -> Distribution:
    """Probability of each final score for a player who follows a policy.

    Parameters
    ----------
    rules : Rules
    policy : callable
        A table policy, for which a whole game takes a second or two and half a gigabyte; or any
        other, with at most three open boxes.
    start : Card, optional
        The card to start from, with nothing scored so far; the empty card unless given.
    threads : int, optional
        As many as there are processors unless given.

    Returns
    -------
    ScoreDistribution
        For a table policy; a whole game's is remembered unless `threads` are given.

    Raises
    ------
    ValueError
        As `evaluate`, or if it would take more than 4 GB.

    Examples
    --------
    >>> from chancegames.games.yahtzee.policies import greedy
    >>> from chancegames.models.yahtzee import FORCED
    >>> left = Card(frozenset(Box) - {Box.YAHTZEE})
    >>> {score: round(p, 4) for score, p in distribution(FORCED, greedy(FORCED), left).items()}
    {0: 0.954, 50: 0.046}
    """
    if not isinstance(policy, TablePolicy):
        return game.distribution(_small_enough(rules, start or Card()), policy)
    found: ScoreDistribution = _told(rules, policy, start, threads, moments=False)
    return found


@door
def summary(
    rules: Rules, policy: TablePolicy, start: Card | None = None, threads: int | None = None
) -> Summary:
    """Mean and spread of the final score of a table policy, and what each box brings.

    Three moments flow from anchor to anchor in place of a distribution, which takes a fraction of
    its time and memory.  Parameters and errors are those of `distribution`.

    Examples
    --------
    >>> from chancegames.games.yahtzee.solver import solve
    >>> solution = solve(start=Card(frozenset(Box) - {Box.CHANCE}))
    >>> played = summary(solution.rules, solution.policy, solution.start)
    >>> round(played.mean, 4), round(played.standard_deviation, 4)
    (23.3333, 3.1623)
    """
    found: Summary = _told(rules, policy, start, threads, moments=True)
    return found


@door
def scores_by_cause(
    rules: Rules, policy: TablePolicy, boxes: Sequence[Box], start: Card | None = None
) -> dict[tuple[bool, ...], Floats]:
    """Probability of each final score, split by upper bonus, Yahtzee, and points in some boxes.

    A game with points in some boxes is one that is left when games with a zero there are dropped;
    so one distribution for each subset of the boxes, and inclusion and exclusion, tell all.

    Parameters
    ----------
    rules : Rules
    policy : TablePolicy
    boxes : sequence of Box
        Open at the start, and not Yahtzee; the time doubles with each.
    start : Card, optional
        The empty card unless given.

    Returns
    -------
    dict
        Probability of each score from 0 up, by whether the upper bonus is earned, whether the
        Yahtzee box holds 50, and whether each of the boxes holds points.

    Examples
    --------
    >>> from chancegames.games.yahtzee.policies import greedy
    >>> from chancegames.models.yahtzee import FORCED
    >>> left = Card(frozenset(Box) - {Box.YAHTZEE, Box.CHANCE})
    >>> split = scores_by_cause(FORCED, greedy(FORCED), [Box.CHANCE], left)
    >>> {cause: round(float(n.sum()), 4) for cause, n in split.items() if n.sum() > 1e-12}
    {(False, False, True): 0.9354, (False, True, True): 0.0646}
    """
    first = _accepted(rules, policy, start)
    if not {*boxes} <= {*first.open} - {Box.YAHTZEE}:
        raise ValueError(f"the boxes must be open at the start, unlike {shown(boxes)}")
    places = [player.BOX_OF_PLACE.tolist().index(box) for box in boxes]
    held = {}  # by boxes that hold points, whatever the others hold
    for scored in product((False, True), repeat=len(boxes)):
        required = sum(1 << place for place, is_held in zip(places, scored, strict=True) if is_held)
        flown, _ = _play_forward(policy, first, _processors(), moments=False, required=required)
        ends = _by_end(rules, flown)
        for bonus, fifty in product((False, True), repeat=2):
            held[bonus, fifty, *scored] = ends[int(bonus), int(fifty)]
    for place in range(2, len(boxes) + 2):  # take away those that hold points in one box more
        for cause in held:
            if not cause[place]:
                held[cause] = held[cause] - held[*cause[:place], True, *cause[place + 1 :]]
    return held


def _told(
    rules: Rules, policy: TablePolicy, start: Card | None, threads: int | None, moments: bool
) -> Any:
    """The summary of a table policy, or its distribution."""
    first = _accepted(rules, policy, start)
    whole = threads is None and first == Card()
    return (_whole_game if whole else _ended)(policy, first, _processors(threads), moments)


def _accepted(rules: Rules, policy: TablePolicy, start: Card | None) -> Card:
    """The card to start from; refuses a policy of other rules, or from elsewhere."""
    first = start or Card()
    policy.require(rules, first)
    return first


def _ended(policy: TablePolicy, start: Card, threads: int, moments: bool) -> Any:
    flown, stats = _play_forward(policy, start, threads, moments)
    return (_summed_up if moments else _collect)(policy.rules, flown, stats)


#: Seconds each, and one setting of a chapter asks what another has asked.
_whole_game = lru_cache(maxsize=8)(_ended)


@door
def simulate(
    rules: Rules, policy: Policy[State, Action], games: int, seed: int, start: Card | None = None
) -> Estimate:
    """Mean of the final scores of games played with pseudo-random dice.

    Parameters
    ----------
    rules : Rules
    policy : callable
        A table policy plays some ten thousand games a second, any other some hundred.
    games : int
        At most ten million, or ten thousand.
    seed : int
    start : Card, optional
        The empty card unless given.

    Raises
    ------
    ValueError
        If the policy plays what it may not, or `games` or `seed` is out of range.

    Examples
    --------
    >>> from chancegames.games.yahtzee.policies import greedy
    >>> from chancegames.models.yahtzee import FORCED
    >>> played = simulate(FORCED, greedy(FORCED), games=1000, seed=1)
    >>> f"{played.mean:.0f} ± {played.standard_error:.0f}"
    '219 ± 1'
    """
    first = start or Card()
    if isinstance(policy, TablePolicy):
        scores = simulated_scores(rules, policy, games, seed, start).astype(float)
        return Estimate.of_moments(len(scores), float(scores.sum()), float(scores @ scores))
    count = require_integer("the number of games", games, 1, MOST_GAMES // 1000)
    return game.simulate(game.FiniteGame(first, rules.node), policy, count, seed)


@door
def simulated_scores(
    rules: Rules, policy: TablePolicy, games: int, seed: int, start: Card | None = None
) -> Ints:
    """Final scores of games of a table policy; see `simulate`.

    Returns
    -------
    ndarray of int64, shape (games,)

    Examples
    --------
    >>> from chancegames.games.yahtzee.policies import greedy
    >>> from chancegames.models.yahtzee import FORCED
    >>> simulated_scores(FORCED, greedy(FORCED), games=4, seed=1).tolist()
    [192, 203, 202, 209]
    """
    first = _accepted(rules, policy, start)
    count = require_integer("the number of games", games, largest=MOST_GAMES)
    dice = np.random.default_rng(require_integer("the seed", seed, smallest=0))
    left = [min(_AT_ONCE, count - done) for done in range(0, count, _AT_ONCE)]
    return np.concatenate([_played(policy, first, dice, n) for n in left])


def _played(policy: TablePolicy, start: Card, dice: np.random.Generator, games: int) -> Ints:
    throws = dice.integers(0, 6, (games, len(Box), 15))
    index, total = anchor(start)
    state = np.tile([index * TOTALS + total, 0], (games, 1))
    work = player._scratch()
    for turn in range(len(start.open)):
        order = np.argsort(state[:, 0], kind="stable")  # games at one anchor share their plans
        dice_of_turn = np.ascontiguousarray(throws[:, turn])
        player._play_turn(order, state, dice_of_turn, policy.player, work)
    scores: Ints = state[:, 1] + policy.rules.upper_bonus * (state[:, 0] % TOTALS == TOTALS - 1)
    return scores


class _Flow(NamedTuple):
    """What has come to the anchors with equally many open boxes: distributions or moments.

    The row of each flat anchor begins in `law` where `offsets` says; `lucky` is the probability of
    having had a Yahtzee bonus.
    """

    anchors: Ints
    offsets: Ints
    law: Floats
    lucky: Floats

    def finished(self) -> Iterator[tuple[Floats, bool, bool]]:
        """Row of each finished card, whether it has the upper bonus, and 50 for a Yahtzee."""
        for at in self.anchors:
            row = self.law[self.offsets[at] : self.offsets[at + 1]]
            yield row, at % TOTALS == TOTALS - 1, at // TOTALS // 4096 == FIFTY


def _rows(rules: Rules, start: Card, sets: Ints, moments: bool) -> tuple[Ints, Ints]:
    """Flat anchors of some sets, and where the row of each flat anchor starts in one array."""
    anchors = (sets[:, None] * TOTALS + np.arange(TOTALS))[DISTINCT[sets % 64]]
    widths = np.zeros(SETS * TOTALS + 1, dtype=np.int64)
    scores = 1 + np.maximum(0, _most_so_far(rules, start, anchors))
    widths[anchors + 1] = 3 if moments else scores + _MARGIN
    return anchors, np.cumsum(widths)


def _play_forward(
    policy: TablePolicy, start: Card, threads: int, moments: bool, required: int = 0
) -> tuple[_Flow, Floats]:
    *_, ended = _turns(policy, start, threads, moments, required)
    return ended


def _turns(
    policy: TablePolicy, start: Card, threads: int, moments: bool, required: int = 0
) -> Iterator[tuple[_Flow, Floats]]:
    """What has come to the anchors before each turn and at the end, to be used before the next."""
    rules = policy.rules
    layers = [_rows(rules, start, sets, moments) for sets in reversed(_following(start))]
    largest = max(int(offsets[-1]) for _, offsets in layers) + _MARGIN
    if (needed := 8 * largest * (threads + 1)) > MOST_MEMORY:
        raise ValueError(
            f"the distribution of such scores would take {needed / 1e9:.0f} GB on {threads} "
            f"threads, more than {MOST_MEMORY / 1e9:.0f}: ask for a summary or a later card"
        )
    # Reused from layer to layer: fresh memory for each would take longer than the arithmetic.
    buffers = [np.empty(largest) for _ in range(threads + 1)]
    scratch = [player._scratch() for _ in range(threads)]
    current = buffers.pop()
    flown, stats = _certain(*layers[0], start, current), np.zeros((15, 2))
    yield flown, stats
    with ThreadPoolExecutor(threads) as pool:
        for anchors, offsets in layers[1:]:
            parts = _by_set(flown.anchors, threads)
            jobs = [
                pool.submit(_push, part, policy, moments, required, flown, offsets, buffer, work)
                for part, buffer, work in zip(parts, buffers, scratch, strict=True)
            ]
            done = [job.result() for job in jobs]
            # In place: the rows are the bulk of the memory.
            law, lucky, gained = (reduce(iadd, arrays) for arrays in zip(*done, strict=True))
            buffers[0], current = current, buffers[0]
            flown = _Flow(anchors, offsets, law, lucky)
            stats += gained
            yield flown, stats


def _by_set(anchors: Ints, parts: int) -> list[Ints]:
    """Deal the sets out: the anchors of one set are planned together."""
    number = np.cumsum(np.diff(anchors // TOTALS, prepend=anchors[0] // TOTALS) != 0)
    return [anchors[number % parts == i] for i in range(parts)]


def _certain(anchors: Ints, offsets: Ints, start: Card, buffer: Floats) -> _Flow:
    """At the start there is one anchor, and no points."""
    law = buffer[: offsets[-1]]
    law[:] = 0.0
    index, total = anchor(start)
    law[offsets[index * TOTALS + max(total, MISSED[index % 64])]] = 1.0
    return _Flow(anchors, offsets, law, np.zeros(SETS * TOTALS))


def _push(
    anchors: Ints,
    policy: TablePolicy,
    moments: bool,
    required: int,
    flown: _Flow,
    offsets: Ints,
    buffer: Floats,
    work: player.Work,
) -> tuple[Floats, Floats, Floats]:
    law, lucky, stats = buffer[: offsets[-1]], np.zeros(SETS * TOTALS), np.zeros((15, 2))
    law[:] = 0.0
    old, new = flown[1:], (offsets, law, lucky)
    player._push(anchors, policy.player, moments, required, old, new, stats, work)
    return law, lucky, stats


def _parts(flown: _Flow, stats: Floats, upper_bonus_chance: float) -> dict[str, Any]:
    """Where the points come from; the Yahtzee box has two places."""
    boxes = np.zeros((len(Box), 2))
    np.add.at(boxes, player.BOX_OF_PLACE, stats[:14])
    boxes.flags.writeable = False
    return {
        "box_means": boxes[:, 0],
        "box_zeros": boxes[:, 1],
        "upper_bonus_chance": float(upper_bonus_chance),
        "yahtzee_bonus_mean": float(stats[14, 0]),
        "yahtzee_bonus_chance": float(flown.lucky.sum()),
    }


def _collect(rules: Rules, flown: _Flow, stats: Floats) -> ScoreDistribution:
    ends = _by_end(rules, flown)
    chances = ends.sum(axis=(0, 1))
    scores = np.arange(len(chances))
    mean = float(chances @ scores)
    deviation = float(np.sqrt(chances @ (scores - mean) ** 2))
    parts = _parts(flown, stats, float(ends[1].sum()))
    return ScoreDistribution(chances, Summary(mean=mean, standard_deviation=deviation, **parts))


def _by_end(rules: Rules, flown: _Flow) -> Floats:
    """Probability of each final score, by upper bonus and by 50 in the Yahtzee box."""
    longest = int(np.diff(flown.offsets).max()) - _MARGIN
    chances = np.zeros((2, 2, longest + rules.upper_bonus))
    for row, earned, fifty in flown.finished():
        shift = rules.upper_bonus if earned else 0
        chances[int(earned), int(fifty), shift : shift + len(row) - _MARGIN] += row[:-_MARGIN]
    return chances


def _summed_up(rules: Rules, flown: _Flow, stats: Floats) -> Summary:
    mean, square, bonus = 0.0, 0.0, 0.0
    for (chance, first, second), earned, _ in flown.finished():
        shift = rules.upper_bonus if earned else 0
        mean += first + shift * chance
        square += second + shift * (2 * first + shift * chance)
        bonus += chance if earned else 0.0
    deviation = float(np.sqrt(max(0.0, square - mean**2)))
    parts = _parts(flown, stats, bonus)
    return Summary(mean=float(mean), standard_deviation=deviation, **parts)


def _by_source(policy: TablePolicy, state: State) -> Floats:
    """Where the points come from, on average, after a moment of the first turn.

    Parameters
    ----------
    policy : TablePolicy
    state : Card or Turn
        A turn on the empty card; or a card, whose points so far do not count.

    Returns
    -------
    ndarray, shape (15,)
        Expected points of each box, of the upper bonus, and of Yahtzee bonuses.

    Examples
    --------
    >>> from chancegames.games.yahtzee.solver import solve
    >>> left = solve(start=Card(frozenset(Box) - {Box.CHANCE}))
    >>> round(float(_by_source(left.policy, left.start)[Box.CHANCE]), 4)
    23.3333
    """
    known: dict[State, Floats] = {}

    def after(state: State) -> Floats:
        if state not in known:
            known[state] = ended(state) if isinstance(state, Card) else turned(state)
        return known[state]

    def ended(card: Card) -> Floats:
        played = summary(policy.rules, policy, card)
        bonus = played.upper_bonus_chance * policy.rules.upper_bonus
        return np.array([*played.box_means, bonus, played.yahtzee_bonus_mean])

    def turned(state: State) -> Floats:
        node: Any = policy.rules.node(state)
        if isinstance(node, game.Chance):
            weights = np.array(node.probabilities, float)
            mean: Floats = weights @ np.array([after(then) for then in node.nexts])
            return mean
        brought = np.zeros(len(Box) + 2)
        for action, chance in policy(state).items():
            place = node.actions.index(action)
            brought += float(chance) * after(node.nexts[place])
            if isinstance(action, Box):
                brought[action] += float(chance) * node.scores[place]
        return brought

    return after(state)
