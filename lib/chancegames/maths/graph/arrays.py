"""From a game to its graph: walk once through all states that can be reached, and write them down.

The walk is breadth first, in a loop: however long a game is, no recursion limit is met.
"""

import gc
from array import array
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from chancegames.base.checks import shown
from chancegames.maths.game import (
    MOST_MOVES,
    Chance,
    Choice,
    Game,
    Node,
    Terminal,
    _plain,
    not_a_state,
)
from chancegames.maths.graph.kernels import CHANCE, CHOICE, OPPONENT, TERMINAL, _reverse_order
from chancegames.maths.solution import TOLERANCE

#: The largest graph that is written down: some 10 GB and five minutes.
MOST_STATES = 20_000_000
KINDS: dict[type, int] = {Terminal: TERMINAL, Choice: CHOICE, Chance: CHANCE}
REMEMBERED = 10_000  # tuples of actions or probabilities that are checked and converted once


@dataclass(frozen=True, eq=False)
class Graph:
    """A finite game of `n` states and `m` edges, as arrays; made by `explore`.

    The edges of state ``i`` are ``first[i]`` to ``first[i + 1]``.  A graph is a game as well: it
    has a `start` and a `node` for each state.

    Attributes
    ----------
    states : tuple, length n
        In order of discovery, the start first.
    actions : tuple, length n
        Actions of each choice, None elsewhere.
    kind : array of int8, shape (n,)
        `TERMINAL`, `CHOICE`, `CHANCE`, or `OPPONENT`: a choice of the smallest value.
    payoff : array, shape (n,)
        What a terminal pays, 0 elsewhere.
    first : array of int64, shape (n + 1,)
        Where the edges of each state begin.
    following : array of int32, shape (m,)
        State that each edge leads to.
    probability : array, shape (m,)
        Of each edge of a chance state, 1 elsewhere.
    score : array, shape (m,)
        What is won along each edge.
    order : array of int32, shape (n,)
        The states, each after those that it leads to.
    """

    states: tuple[Any, ...]
    actions: tuple[Sequence[Any] | None, ...]
    kind: NDArray[np.int8]
    payoff: NDArray[np.float64]
    first: NDArray[np.int64]
    following: NDArray[np.int32]
    probability: NDArray[np.float64]
    score: NDArray[np.float64]
    order: NDArray[np.int32]

    def __len__(self) -> int:
        """Count the states."""
        return len(self.states)

    @property
    def start(self) -> Any:
        """Where the game starts."""
        return self.states[0]

    @cached_property
    def _numbers(self) -> dict[Any, int]:
        return {state: i for i, state in enumerate(self.states)}

    def number(self, state: Any) -> int:
        """Look up where a state stands in the arrays.

        Raises
        ------
        ValueError
            If the game has no such state.
        """
        try:
            return self._numbers[state]
        except (KeyError, TypeError):
            raise ValueError(not_a_state(state, self.states[0])) from None

    @property
    def owner(self) -> NDArray[np.int64]:
        """State that each edge leaves, shape (m,)."""
        return np.repeat(np.arange(len(self)), np.diff(self.first))

    def edges(self, i: int) -> slice:
        """Edges of state number `i`."""
        return slice(int(self.first[i]), int(self.first[i + 1]))

    def node(self, state: Any) -> Node:
        """What happens at a state, as the game said it."""
        i = self.number(state)
        edges = self.edges(i)
        nexts = [self.states[j] for j in self.following[edges]]
        scores = self.score[edges].tolist()
        if (actions := self.actions[i]) is not None:
            return Choice(actions, nexts, scores, bool(self.kind[i] == OPPONENT))
        if not nexts:
            return Terminal(float(self.payoff[i]))
        return Chance(self.probability[edges].tolist(), nexts, scores)


def explore(rules: Game[Any]) -> Graph:
    """Write down the graph of all states that can be reached.

    Actions and probabilities that many states share are checked and converted once if they are
    given as one tuple.

    Raises
    ------
    ValueError
        Naming the state, if it has no node or leads nowhere, probabilities are negative or do not
        sum to 1, a payoff or score is not finite, the columns of a node differ in length, two
        actions have one name, or there is a cycle; also if there are more than `MOST_STATES`, or
        who always goes the last way makes more than `MOST_MOVES` moves.

    Examples
    --------
    Stop with 1, or flip a coin for 3 or nothing.

    >>> from chancegames.maths.game import FiniteGame
    >>> graph = explore(FiniteGame("start", {
    ...     "start": Choice(["stop", "flip"], ["one", "coin"]),
    ...     "coin": Chance([0.5, 0.5], ["three", "none"]),
    ...     "one": Terminal(1), "three": Terminal(3), "none": Terminal(0)}.get))
    >>> graph.states, graph.order.tolist()
    (('start', 'one', 'coin', 'three', 'none'), [1, 3, 4, 2, 0])
    """
    _require_end(rules)
    rows = _Rows()
    with _no_collection():
        rows.walk(rules)
    kind, degree = np.asarray(rows.kind), np.asarray(rows.degree)
    first = np.concatenate(([0], np.cumsum(degree, dtype=np.int64)))
    following = np.asarray(rows.following)
    graph = Graph(
        states=tuple(rows.states),
        actions=tuple(rows.actions),
        kind=kind,
        payoff=_filled(kind == TERMINAL, rows.payoff, 0),
        first=first,
        following=following,
        probability=_filled(np.repeat(kind == CHANCE, degree), rows.probability, 1),
        score=_filled(np.repeat(np.asarray(rows.scored) > 0, degree), rows.score, 0),
        order=_order(first, following, rows.states),
    )
    _check(graph)
    return graph


def _require_end(rules: Game[Any]) -> None:
    """Refuse a game without end before it fills the memory: go one way, always the last."""
    state: Any = rules.start
    met: set[Any] = set()
    with suppress(TypeError, AttributeError, IndexError):  # the walk says what is wrong
        while state not in met and len(met) <= MOST_MOVES + 1:
            met.add(state)
            state = rules.node(state).nexts[-1]  # type: ignore[union-attr]
    if len(met) > MOST_MOVES + 1:  # one state more than moves
        raise ValueError(f"a game did not end within {MOST_MOVES:,} moves")


@contextmanager
def _no_collection() -> Iterator[None]:
    """States are tuples by the million, none in a cycle: looking for cycles takes a quarter."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


class _Rows:
    """The graph in order of discovery, one row a state, growing while it is walked.

    Only what the game says is recorded: a payoff for terminals, probabilities for chance, scores
    where there are any.
    """

    def __init__(self) -> None:
        self.states: list[Any] = []
        self.actions: list[Sequence[Any] | None] = []
        self.kind, self.scored = array("b"), array("b")
        self.degree, self.following = array("i"), array("i")
        self.payoff, self.probability, self.score = array("d"), array("d"), array("d")
        self.seen: dict[int, tuple[Any, Any]] = {}  # tuples met before, and what was made of them

    def walk(self, rules: Game[Any]) -> None:
        """Breadth first; a state seen for the first time is given the next number."""
        number: defaultdict[Any, int] = defaultdict()
        number.default_factory = number.__len__
        number[rules.start]
        self.states.append(rules.start)
        for state in self.states:  # grows while it is read
            node = rules.node(state)
            try:
                self._add(state, node, number.__getitem__)
            except (TypeError, OverflowError) as error:
                _plain(state, node)  # says what is wrong, unless a number is too large for a float
                raise ValueError(f"state {shown(state)} has an unusable node: {error}") from error
            if new := len(number) - len(self.states):
                self.states += [*islice(reversed(number), new)][::-1]
            if len(self.states) > MOST_STATES:
                raise ValueError(f"this game has more than {MOST_STATES:,} states")

    def _add(self, state: Any, node: Any, number: Callable[[Any], int]) -> None:
        kind = KINDS.get(type(node), -1)
        names, nexts, scores = node[:3] if kind in (CHOICE, CHANCE) else ((), (), ())
        fits = len(names) == len(nexts) and len(scores) in (0, len(nexts))
        if kind < 0 or not fits or (kind != TERMINAL and not len(nexts)):
            _plain(state, node)  # says what is wrong
        if kind == TERMINAL:
            self.payoff.append(node.payoff)
        elif kind == CHANCE:
            self.probability.extend(self._once(names, partial(array, "d")))
        elif len(self._once(names, set)) < len(names):
            _plain(state, node)
        elif node.minimise:
            kind = OPPONENT
        self.kind.append(kind)
        self.actions.append(names if kind in (CHOICE, OPPONENT) else None)
        self.following.extend(map(number, nexts))
        self.degree.append(len(nexts))
        self.scored.append(len(scores) > 0)
        self.score.extend(scores)

    def _once(self, column: Sequence[Any], make: Callable[[Sequence[Any]], Any]) -> Any:
        """What is made of a column; of a tuple, which many may share and none can change, once."""
        if id(column) in self.seen:
            return self.seen[id(column)][1]
        made = make(column)
        if type(column) is tuple and len(self.seen) < REMEMBERED:
            self.seen[id(column)] = column, made
        return made


def _filled(
    said: NDArray[np.bool_], numbers: Sequence[float], otherwise: float
) -> NDArray[np.float64]:
    column = np.full(len(said), float(otherwise))
    column[said] = np.asarray(numbers)
    return column


def _order(
    first: NDArray[np.int64], following: NDArray[np.int32], states: list[Any]
) -> NDArray[np.int32]:
    """Every state after those that it leads to; a cycle is refused, and shown in short."""
    order, cycle = _reverse_order(first, following)
    if cycle.size:
        loop = [shown(states[i]) for i in (*cycle, cycle[0])]
        way = " -> ".join(loop if len(loop) < 7 else [*loop[:4], "...", loop[-1]])
        raise ValueError(f"state {loop[0]} lies on a cycle: {way}"[:300])
    return order


def _check(graph: Graph) -> None:
    """Refuse numbers that mean nothing, in the words of the exact solver."""
    bad = ~np.isfinite(graph.payoff)
    bad[graph.owner[~(np.isfinite(graph.score) & (graph.probability >= 0))]] = True
    sums = np.bincount(graph.owner, graph.probability, len(graph))
    bad |= (graph.kind == CHANCE) & ~(np.abs(sums - 1) <= TOLERANCE)
    for i in np.flatnonzero(bad)[:1]:
        _plain(graph.states[i], graph.node(graph.states[i]))
