"""From rules to a graph: walk through all reachable positions once and write them down in layers.

The walk is breadth first and the layers are peeled off from the end of the game, both in loops:
however long a game is, no recursion limit is met.
"""

import gc
from array import array
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from numbers import Rational

import numpy as np
from numpy.typing import NDArray

from chancegames.maths.graph.arrays import (
    CHANCE,
    CHOICE,
    TERMINAL,
    Chance,
    Choice,
    Game,
    Node,
    Position,
    Rules,
    Terminal,
)

KINDS = {Terminal: TERMINAL, Choice: CHOICE, Chance: CHANCE}
REMEMBERED = 10_000  # tuples of labels or probabilities that are checked and converted once
PROBABILITY_TOLERANCE = 1e-9  # how far floating-point probabilities may sum from 1


def explore(start: Position, rules: Rules, exact: bool = False) -> Game:
    """Write down the graph of all positions reachable from `start`.

    Parameters
    ----------
    start : hashable
        Where the game begins.
    rules : callable or mapping
        Gives the node of a position.
    exact : bool, optional
        Keep all numbers as rationals; they must then be integers or Fractions.

    Returns
    -------
    Game

    Notes
    -----
    Labels and probabilities that many positions share are checked and converted once if they are
    given as one tuple.

    Raises
    ------
    ValueError
        Naming the position, if a position is dangling (the rules give no node, or no move),
        probabilities are negative or do not sum to 1, a payoff or score is not finite (or, when
        exact, not rational), the columns of a node differ in length, two moves have one label, or
        there is a cycle.

    Examples
    --------
    Stop with 1, or flip a coin for 3 or nothing.

    >>> rules = {
    ...     "start": Choice(["stop", "flip"], ["one", "coin"]),
    ...     "coin": Chance([Fraction(1, 2)] * 2, ["three", "none"]),
    ...     "one": Terminal(1), "three": Terminal(3), "none": Terminal(0),
    ... }
    >>> game = explore("start", rules, exact=True)
    >>> game.positions
    ('one', 'three', 'none', 'coin', 'start')
    """
    rows = _Rows(exact)
    with _no_collection():
        rows.walk(start, rules.get if isinstance(rules, Mapping) else rules)
    columns = rows.columns()
    _check(columns, rows.positions)
    return _in_layers(columns, rows.positions, rows.labels, _heights(columns, rows.positions))


@contextmanager
def _no_collection() -> Iterator[None]:
    """Positions are tuples by the million, none in a cycle: looking for cycles takes a quarter."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


class _Rows:
    """The graph in order of discovery, one row a position, growing while it is walked.

    Only what the rules say is recorded: a payoff for terminal positions, probabilities for chance
    positions, scores where there are any.
    """

    def __init__(self, exact: bool):
        self.exact = exact
        self.positions: list = []
        self.labels: list = []
        self.kind = array("b")
        self.scored = array("b")
        self.degree = array("i")
        self.next = array("i")
        self.seen: dict[int, tuple] = {}  # tuples met before, and what was made of them
        # a list keeps rationals as they are, an array of doubles converts and compacts them
        self.payoff, self.probability, self.score = ([] if exact else array("d") for _ in range(3))

    def walk(self, start: Position, rules: Callable[[Position], Node]) -> None:
        """Breadth first; a position seen for the first time is given the next number."""
        number: defaultdict = defaultdict()
        number.default_factory = number.__len__
        number[start]
        self.positions.append(start)
        for position in self.positions:  # grows while it is read
            node = rules(position)
            try:
                self._add(position, node, number.__getitem__)
            except (TypeError, OverflowError) as error:
                message = f"position {position!r} has the unusable node {node!r}: {error}"
                raise ValueError(message) from error
            if new := len(number) - len(self.positions):
                self.positions += [*islice(reversed(number), new)][::-1]

    def _add(self, position: Position, node: Node, number: Callable) -> None:
        kind = KINDS.get(type(node))
        if kind is None:
            raise ValueError(f"position {position!r} is dangling: the rules give {node!r} for it")
        self.kind.append(kind)
        if kind == TERMINAL:
            self.payoff.append(node.payoff)
            self.degree.append(0)
            self.labels.append(None)
            self.scored.append(False)
            return
        names, nexts, scores, *minimise = node
        if any(minimise):
            raise ValueError(f"position {position!r} belongs to an opponent: use maths.game")
        degree = len(nexts)
        if not degree or len(names) != degree or len(scores) not in (0, degree):
            raise _bad_lengths(position, names, nexts, scores)
        if kind == CHOICE:
            self._check_labels(position, names)
            self.labels.append(names)
        else:
            self.probability.extend(self._numbers(names))
            self.labels.append(None)
        self.next.extend(map(number, nexts))
        self.degree.append(degree)
        self.scored.append(len(scores) > 0)
        self.score.extend(scores)

    def _check_labels(self, position: Position, labels: Sequence) -> None:
        if id(labels) in self.seen:
            return
        if len(set(labels)) < len(labels):
            raise ValueError(f"position {position!r} has two moves of one label: {labels!r}")
        self._remember(labels, labels)

    def _numbers(self, probabilities: Sequence) -> Sequence:
        """Probabilities as they are kept."""
        if self.exact:
            return probabilities
        if id(probabilities) in self.seen:
            return self.seen[id(probabilities)][1]
        numbers = array("d", probabilities)
        self._remember(probabilities, numbers)
        return numbers

    def _remember(self, column: Sequence, result: Sequence) -> None:
        """Keep what was made of a tuple, which many positions may share and none can change."""
        if type(column) is tuple and len(self.seen) < REMEMBERED:
            self.seen[id(column)] = column, result

    def columns(self) -> "_Columns":
        """Turn the rows into arrays, with what the rules left unsaid filled in."""
        kind, degree = _array(self.kind), _array(self.degree)
        owner = np.repeat(np.arange(len(kind), dtype=np.int32), degree)
        return _Columns(
            kind=kind,
            first=np.concatenate(([0], np.cumsum(degree))),
            owner=owner,
            next=_array(self.next),
            payoff=self._filled(kind == TERMINAL, self.payoff, 0),
            probability=self._filled(kind[owner] == CHANCE, self.probability, 1),
            score=self._filled(_array(self.scored)[owner] > 0, self.score, 0),
            exact=self.exact,
        )

    def _filled(self, said: NDArray, numbers: Sequence, otherwise: int) -> NDArray:
        column = np.full(len(said), otherwise, object if self.exact else float)
        column[said] = _array([_unbounded(x) for x in numbers] if self.exact else numbers)
        return column


@dataclass(frozen=True)
class _Columns:
    """The graph as arrays like those of `Game`, positions in order of discovery."""

    kind: NDArray
    first: NDArray
    owner: NDArray
    next: NDArray
    payoff: NDArray
    probability: NDArray
    score: NDArray
    exact: bool


def _unbounded(number: object) -> object:
    """Take a rational out of NumPy's integers, which overflow, even inside a Fraction."""
    if type(number) is int or not isinstance(number, Rational):
        return number
    return Fraction(int(number.numerator), int(number.denominator))


def _array(column: array | list) -> NDArray:
    """View a column as an array; a list becomes one of objects."""
    return np.array(column, object) if isinstance(column, list) else np.asarray(column)


def _bad_lengths(position: Position, names: Sequence, nexts: Sequence, scores: Sequence):
    if not len(nexts):
        return ValueError(f"position {position!r} is dangling: no move leaves it")
    sizes = len(names), len(nexts), len(scores)
    return ValueError(f"position {position!r} has columns of different lengths: {sizes}")


def _check(graph: _Columns, positions: list) -> None:
    """Refuse numbers that mean nothing, naming the first position that holds one."""
    want = "an integer or a Fraction" if graph.exact else "a finite number"
    here = np.arange(len(positions))
    for name, owner in ("payoff", here), ("score", graph.owner), ("probability", graph.owner):
        column = getattr(graph, name)
        for i in np.flatnonzero(~_is_number(column, graph.exact))[:1]:
            position = positions[owner[i]]
            raise ValueError(f"position {position!r} has the {name} {column[i]}, not {want}")
    for i in np.flatnonzero(graph.probability < 0)[:1]:
        position, negative = positions[graph.owner[i]], graph.probability[i]
        raise ValueError(f"position {position!r} has the negative probability {negative}")
    _check_sums(graph, positions)


def _is_number(column: NDArray, exact: bool) -> NDArray:
    if not exact:
        return np.isfinite(column)
    return np.fromiter((isinstance(x, Rational) for x in column), bool, len(column))


def _check_sums(graph: _Columns, positions: list) -> None:
    moving = np.flatnonzero(graph.kind != TERMINAL)
    sums = np.add.reduceat(graph.probability, graph.first[moving])
    off = np.abs(sums - 1) > (0 if graph.exact else PROBABILITY_TOLERANCE)
    for i in np.flatnonzero(off & (graph.kind[moving] == CHANCE))[:1]:
        raise ValueError(
            f"position {positions[moving[i]]!r} has probabilities that sum to {sums[i]}, not 1"
        )


def _heights(graph: _Columns, positions: list) -> NDArray:
    """Length of the longest way from each position to the end, peeling layer after layer.

    A layer is what is left without a move once all lower layers are taken away.
    """
    into = np.argsort(graph.next)  # edges sorted by where they lead
    source = graph.owner[into]
    first = np.searchsorted(graph.next[into], np.arange(len(positions) + 1))
    open_moves = np.diff(graph.first)
    height = np.full(len(positions), -1)
    layer = np.flatnonzero(open_moves == 0)
    level = 0
    while layer.size:
        height[layer] = level
        before = source[_ranges(first[layer], first[layer + 1])]
        np.subtract.at(open_moves, before, 1)
        layer = np.unique(before[open_moves[before] == 0])
        level += 1
    _refuse_cycle(graph, positions, np.flatnonzero(height < 0))
    return height


def _refuse_cycle(graph: _Columns, positions: list, left: NDArray) -> None:
    """Walk among the positions that never became free until one comes again."""
    if not left.size:
        return
    stuck = set(left.tolist())
    here = int(left[0])
    way: dict[int, int] = {}  # position: how many steps from the first
    while here not in way:
        way[here] = len(way)
        after = graph.next[graph.first[here] : graph.first[here + 1]].tolist()
        here = next(i for i in after if i in stuck)
    loop = [repr(positions[i]) for i in [*[*way][way[here] :], here]]
    shown = " -> ".join(loop if len(loop) < 7 else [*loop[:4], "...", loop[-1]])
    raise ValueError(f"position {loop[0]} lies on a cycle: {shown}")


def _in_layers(graph: _Columns, positions: list, labels: list, height: NDArray) -> Game:
    """Renumber the positions by height and kind, and put the edges in that order."""
    order = np.lexsort((graph.kind, height))
    rank = np.empty_like(order)
    rank[order] = np.arange(len(order))
    edges = _ranges(graph.first[order], graph.first[order + 1])
    degrees = np.diff(graph.first)[order]
    payoff = graph.payoff[order]
    return Game(
        positions=tuple(positions[i] for i in order.tolist()),
        labels=tuple(labels[i] for i in order.tolist()),
        kind=graph.kind[order],
        payoff=np.array([Fraction(x) for x in payoff], object) if graph.exact else payoff,
        first=np.concatenate(([0], np.cumsum(degrees))),
        next=rank[graph.next[edges]],
        probability=graph.probability[edges],
        score=graph.score[edges],
        blocks=_bounds(height[order], graph.kind[order]),
        start=int(rank[0]),
        exact=graph.exact,
    )


def _bounds(*keys: Iterable) -> NDArray:
    """Where runs of equal keys start, and where the last one ends."""
    table = np.stack([np.asarray(key) for key in keys])
    changes = np.flatnonzero((np.diff(table, axis=1) != 0).any(axis=0)) + 1
    return np.concatenate(([0], changes, [table.shape[1]]))


def _ranges(starts: NDArray, stops: NDArray) -> NDArray:
    """Join the ranges ``starts[i]`` to ``stops[i]`` into one array of indices."""
    sizes = stops - starts
    shift = np.repeat(starts - np.concatenate(([0], np.cumsum(sizes)[:-1])), sizes)
    return shift + np.arange(sizes.sum())
