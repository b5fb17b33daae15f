r"""Finite games against chance: states, actions, and backward induction in exact arithmetic.

A game says where it starts and, for each state, which of three things happens there:

``Terminal(payoff)``
    the game is over and pays `payoff`;
``Choice(actions, nexts, scores)``
    the player picks one of `actions`, wins the score that stands beside it and goes on to the
    state beside it;
``Chance(probabilities, nexts, scores)``
    chance picks one of the outcomes.

From every state the game ends after finitely many moves, and no state comes back.  Then the
expected score still to come obeys

.. math::
    E(s) &= \text{payoff}(s), \\
    E(s) &= \max_{a} ( r(s, a) + E(\text{next}(s, a)) ), \\
    E(s) &= \sum_{o} P(o)\, ( r(s, o) \\
    &\qquad + E(\text{next}(s, o)) )

at a terminal, a choice and a chance state, and is found by going through the states from the end
of the game to its start.  (Source 002 calls it E(pos).)  A `Choice` with ``minimise=True`` belongs
to an opponent who wants the smallest value.

Four verbs answer for every such game: `solve`, `evaluate`, `distribution`, `simulate`.  They need
the standard library alone and keep whatever numbers the game uses: Fractions stay exact.  Games of
a million states are for `chancegames.maths.graph`.

Examples
--------
A die may be rolled three times; the last roll counts, and you may stop after any roll.

>>> from fractions import Fraction
>>> def node(state):
...     rolls_left, face = state
...     if face and rolls_left:
...         return Choice(["stop", "roll"], [(0, face), (rolls_left, 0)])
...     if rolls_left:
...         rolled = [(rolls_left - 1, face) for face in range(1, 7)]
...         return Chance([Fraction(1, 6)] * 6, rolled)
...     return Terminal(face)
>>> solution = solve(FiniteGame((3, 0), node))
>>> solution.value
Fraction(14, 3)
>>> solution.policy((2, 4)), solution.regret((2, 5), "roll")
({'roll': 1}, Fraction(3, 4))
"""

from bisect import bisect
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from math import isfinite
from numbers import Rational, Real
from random import Random
from typing import Any, Generic, NamedTuple, Protocol

from chancegames.base.checks import door, is_hashable, require_integer, shown
from chancegames.maths.solution import (
    Action,
    Distribution,
    Estimate,
    Number,
    Policy,
    Solution,
    State,
    _require_distribution,
    checked,
)

#: The largest game that the solvers of this module take; `chancegames.maths.graph` takes more.
MOST_STATES = 1_000_000
#: Limits of `simulate`; games at most, and moves in a game at most.
MOST_GAMES, MOST_MOVES = 10_000_000, 10_000


class Terminal(NamedTuple):
    """The end of a game and what it pays."""

    payoff: Number = 0


class Choice(NamedTuple):
    """A state where the player acts.

    Attributes
    ----------
    actions : sequence
        Distinct.
    nexts : sequence of states
        Where each action leads.
    scores : sequence of numbers, optional
        What each action wins on the way; nothing if empty.
    minimise : bool, optional
        Whether an opponent acts here, who wants the smallest value.
    """

    actions: Sequence[Any]
    nexts: Sequence[Any]
    scores: Sequence[Number] = ()
    minimise: bool = False


class Chance(NamedTuple):
    """A state where chance acts.

    Attributes
    ----------
    probabilities : sequence of numbers
        At least 0 each, summing to 1.
    nexts : sequence of states
        Where each outcome leads.
    scores : sequence of numbers, optional
        What each outcome wins on the way; nothing if empty.
    """

    probabilities: Sequence[Number]
    nexts: Sequence[Any]
    scores: Sequence[Number] = ()


Node = Terminal | Choice | Chance


class Game(Protocol[State]):
    """What the solvers ask of a game: where it starts, and what happens at a state."""

    @property
    def start(self) -> State:
        """Where the game starts."""

    def node(self, state: State, /) -> Node:
        """What happens at a state."""


@door
@dataclass(frozen=True)
class FiniteGame(Generic[State]):
    """A game made of a start and a function (or of the `get` of a dict)."""

    start: State
    node: Callable[[State], Node]

    def __post_init__(self) -> None:
        """Refuse a start that is no state.

        Raises
        ------
        ValueError
            If it cannot be hashed.
        """
        if not is_hashable(self.start):
            raise ValueError(f"the start {shown(self.start)} is not hashable")


@dataclass(frozen=True, eq=False)
class GameSolution(Solution[State, Action]):
    """Value of every state that can be reached.

    Attributes
    ----------
    values : mapping
        E of each state, from the end of the game to its start.
    nodes : mapping
        What happens at each state.
    followed : callable, optional
        The policy that was evaluated; None for the best.
    """

    start: State
    values: Mapping[State, Number]
    nodes: Mapping[State, Node]
    method: str
    followed: Policy[State, Action] | None = None

    @property
    def value(self) -> Number:
        """E(start), the value of the game."""
        return self.values[self.start]

    @property
    def residual(self) -> Number:
        """Largest amount by which a value misses the recursion."""
        misses: list[Number] = [
            self.values[state] - _value(state, node, self.values, self.followed)
            for state, node in self.nodes.items()
        ]
        return max(max(misses), -min(misses))

    def value_at(self, state: State) -> Number:
        """E(state).

        Raises
        ------
        ValueError
            If the state cannot be reached in this game.
        """
        self._node(state)
        return self.values[state]

    def action_values(self, state: State) -> dict[Action, Number]:
        """Score and value to come of each action of a state.

        Raises
        ------
        ValueError
            If the state cannot be reached, or there is nothing to choose.
        """
        node = self._node(state)
        if not isinstance(node, Choice):
            raise ValueError(f"there is nothing to choose at {shown(state)}: this is no Choice")
        return dict(zip(node.actions, _gains(node, self.values), strict=True))

    def policy(self, state: State) -> Mapping[Action, Number]:
        """Probability of each action played: the first of the best, or the policy evaluated."""
        if self.followed:
            return checked(state, self.action_values(state), self.followed(state))
        return super().policy(state)

    def minimises(self, state: State) -> bool:
        """Whether an opponent acts at a state, who wants the smallest value."""
        node = self._node(state)
        return isinstance(node, Choice) and node.minimise

    def _node(self, state: State) -> Node:
        if not is_hashable(state) or state not in self.nodes:
            raise ValueError(not_a_state(state, self.start))
        return self.nodes[state]


def not_a_state(state: object, start: object) -> str:
    """How a state of another game is refused."""
    return f"{shown(state)} is not a state of this game, which starts at {shown(start, 70)}"


@door
def solve(rules: Game[State]) -> GameSolution[State, Any]:
    """Find the value of every state under best play, and the actions that attain it.

    Exact where the game's numbers are; in floating point each value is off by the rounding of its
    sums.  A million states take some ten seconds, and Ctrl-C stops at once; a game without end is
    refused after ten thousand moves.

    Raises
    ------
    ValueError
        If the game does not follow the rules of this module, or has too many states: see `states`.

    Examples
    --------
    Stop with one point, or flip a coin for three or nothing.

    >>> from fractions import Fraction
    >>> half = Fraction(1, 2)
    >>> game = FiniteGame("start", {
    ...     "start": Choice(["stop", "flip"], ["one", "coin"]),
    ...     "coin": Chance([half, half], ["three", "none"]),
    ...     "one": Terminal(1), "three": Terminal(3), "none": Terminal(0)}.get)
    >>> solve(game).value, solve(game).policy("start")
    (Fraction(3, 2), {'flip': 1})
    """
    return _backwards(rules, None, "backward induction")


@door
def evaluate(rules: Game[State], policy: Policy[State, Action]) -> GameSolution[State, Action]:
    """Find the value of every state for a player who follows `policy`.

    Raises
    ------
    ValueError
        As `solve`, or if the policy plays what it may not.

    Examples
    --------
    >>> from fractions import Fraction
    >>> game = FiniteGame(0, [Choice("ab", [1, 2]), Terminal(5), Terminal(7)].__getitem__)
    >>> evaluate(game, lambda state: {"a": Fraction(1, 2), "b": Fraction(1, 2)}).value
    Fraction(6, 1)
    """
    return _backwards(rules, policy, "policy evaluation")


@door
def distribution(rules: Game[State], policy: Policy[State, Action]) -> Distribution:
    """Find the probability of each result: what the end pays and what was scored on the way.

    Raises
    ------
    ValueError
        As `evaluate`.

    Examples
    --------
    >>> from fractions import Fraction
    >>> half = Fraction(1, 2)
    >>> def node(coins):
    ...     return Chance([half] * 2, [coins - 1] * 2, [0, 1]) if coins else Terminal()
    >>> distribution(FiniteGame(2, node), lambda state: {})
    Distribution({0: Fraction(1, 4), 1: Fraction(1, 2), 2: Fraction(1, 4)})
    """
    nodes = states(rules)
    arriving: dict[State, defaultdict[Number, Number]] = {rules.start: defaultdict(int, {0: 1})}
    final: defaultdict[Number, Number] = defaultdict(int)
    pairs = 0
    for state in reversed(nodes):
        if state not in arriving:
            continue
        node, here = nodes[state], arriving.pop(state)
        if (pairs := pairs + len(here)) > MOST_STATES:
            raise ValueError(f"more than {MOST_STATES:,} pairs of a state and a score can occur")
        if isinstance(node, Terminal):
            for score, mass in here.items():
                final[score + node.payoff] += mass
            continue
        for chance, following, won in _edges(state, node, policy):
            there = arriving.setdefault(following, defaultdict(int))
            for score, mass in here.items():
                there[score + won] += mass * chance
    return Distribution(final)


@door
def visits(rules: Game[State], policy: Policy[State, Action]) -> dict[State, Number]:
    """Probability that each state is visited by a player who follows `policy`.

    Raises
    ------
    ValueError
        As `evaluate`.

    Examples
    --------
    >>> from fractions import Fraction
    >>> coin = Chance([Fraction(1, 2)] * 2, ["heads", "tails"])
    >>> game = FiniteGame("coin", lambda state: coin if state == "coin" else Terminal())
    >>> visits(game, lambda state: {})["tails"]
    Fraction(1, 2)
    """
    nodes = states(rules)
    visited: dict[State, Number] = dict.fromkeys(reversed(nodes), 0)
    visited[rules.start] = 1
    for state, mass in visited.items():
        node = nodes[state]
        if mass and not isinstance(node, Terminal):
            for chance, following, _ in _edges(state, node, policy):
                visited[following] += mass * chance
    return visited


@door
def keep_score(rules: Game[State], payoff: Callable[[Number], Number]) -> FiniteGame[Any]:
    """Rewrite a game so that its states remember the score and its end pays `payoff` of it.

    Any aim at the final score becomes the mean of a payoff, at the price of more states: pairs of
    a state of `game` and the score so far.  Nothing is won on the way any more.

    Examples
    --------
    Two coins, a point for each head: the chance of a point at least.

    >>> def node(coins):
    ...     return Chance([.5, .5], [coins - 1] * 2, [0, 1]) if coins else Terminal()
    >>> solve(keep_score(FiniteGame(2, node), lambda score: score >= 1)).value
    0.75
    """

    def kept(state: tuple[State, Number]) -> Node:
        place, so_far = state
        node = rules.node(place)
        _require_node(place, node)
        if isinstance(node, Terminal):
            return Terminal(payoff(so_far + node.payoff))
        scores = node.scores or [0] * len(node.nexts)
        nexts = [(after, so_far + won) for after, won in zip(node.nexts, scores, strict=True)]
        return node._replace(nexts=nexts, scores=())

    return FiniteGame((rules.start, 0), kept)


@door
def simulate(rules: Game[State], policy: Policy[State, Action], games: int, seed: int) -> Estimate:
    """Play a game many times: a check that shares nothing with backward induction but the rules.

    Raises
    ------
    ValueError
        If `games` is not from 1 to ten million, `seed` is negative, a game lasts more than
        ten thousand moves, or the policy plays what it may not.

    Examples
    --------
    >>> coins = FiniteGame(2, lambda n: Chance([.5, .5], [n - 1] * 2, [0, 1]) if n else Terminal())
    >>> played = simulate(coins, lambda state: {}, games=1000, seed=1)
    >>> f"{played.mean:.2f} ± {played.standard_error:.2f} heads of two coins"
    '1.02 ± 0.02 heads of two coins'
    """
    require_integer("the number of games", games, 1, MOST_GAMES)
    random = Random(require_integer("the seed", seed, smallest=0))
    tables: dict[State, _Table[State]] = {}
    total = squares = 0.0
    for _ in range(games):
        score = _play(rules, policy, tables, random)
        total += score
        squares += score * score
    return Estimate.of_moments(games, total, squares)


_Table = tuple[list[tuple[State, float]], list[float], float]


def _play(
    rules: Game[State],
    policy: Policy[State, Action],
    tables: dict[State, _Table[State]],
    random: Random,
) -> float:
    """Final score of one game; what may come after the states that it meets is kept."""
    state, score = rules.start, 0.0
    for _ in range(MOST_MOVES + 1):  # the end, too, is looked at
        if state not in tables:
            tables[state] = _table(state, _plain(state, rules.node(state)), policy)
        outcomes, summed, payoff = tables[state]
        if not outcomes:
            return score + payoff
        last = len(outcomes) - 1
        drawn = bisect(summed, random.random() * summed[-1], 0, last) if last else 0
        state, won = outcomes[drawn]
        score += won
    raise ValueError(f"a game did not end within {MOST_MOVES:,} moves")


def _table(state: State, node: Node, policy: Policy[State, Action]) -> _Table[State]:
    """States that may follow, with scores and summed probabilities; or the payoff alone."""
    if isinstance(node, Terminal):
        return [], [], float(node.payoff)
    chances, nexts, scores = zip(*_edges(state, node, policy), strict=True)
    return [*zip(nexts, map(float, scores), strict=True)], [*accumulate(map(float, chances))], 0.0


@door
def states(rules: Game[State], most: int | None = None) -> dict[State, Node]:
    """All states that can be reached, each after those it leads to, with what happens there.

    Raises
    ------
    ValueError
        Naming the state, if a node is not one of the three kinds or its parts do not fit, a number
        is none or not finite, probabilities do not sum to 1, or the state leads back to itself;
        or if there are more than `most`, or `MOST_STATES`, or `MOST_MOVES` lead on from the start.

    Examples
    --------
    >>> list(states(FiniteGame(2, lambda n: Choice(["down"], [n - 1]) if n else Terminal())))
    [0, 1, 2]
    """
    most = MOST_STATES if most is None else require_integer("the most states", most, 1, MOST_STATES)
    done: dict[State, Node] = {}
    open_nodes: dict[State, Node] = {}  # the way from the start to here
    to_do: list[State] = [rules.start]
    while to_do:
        state = to_do[-1]
        if state in done:
            to_do.pop()
        elif state in open_nodes:  # all it leads to is done
            done[state] = open_nodes.pop(to_do.pop())
        elif len(open_nodes) > MOST_MOVES:  # found soon: the way goes down before it goes aside
            raise ValueError(f"a game did not end within {MOST_MOVES:,} moves")
        elif len(done) + len(open_nodes) == most:
            raise ValueError(f"this game has more than {most:,} states")
        else:
            node = open_nodes[state] = _plain(state, rules.node(state))
            if not isinstance(node, Terminal):
                for following in node.nexts:
                    if following in open_nodes:
                        raise ValueError(
                            f"state {shown(following)} can come back: it lies on a cycle"
                        )
                to_do.extend(following for following in node.nexts if following not in done)
    return done


def _backwards(
    rules: Game[State], policy: Policy[State, Action] | None, method: str
) -> GameSolution[State, Action]:
    nodes = states(rules)
    values: dict[State, Number] = {}
    for state, node in nodes.items():
        values[state] = value = _value(state, node, values, policy)
        if isinstance(value, float) and not isfinite(value):
            raise ValueError(f"state {shown(state)} has a value too large for floating point")
    return GameSolution(rules.start, values, nodes, method, policy)


def _value(
    state: State,
    node: Node,
    values: Mapping[State, Number],
    policy: Policy[State, Action] | None,
) -> Number:
    """One step of the recursion."""
    if isinstance(node, Terminal):
        return node.payoff
    if isinstance(node, Choice) and policy is None:
        return (min if node.minimise else max)(_gains(node, values))
    edges = _edges(state, node, policy)
    return sum(chance * (won + values[following]) for chance, following, won in edges)


def _gains(node: Choice | Chance, values: Mapping[State, Number]) -> list[Number]:
    """Score and value to come along each edge of a node."""
    to_come = [values[following] for following in node.nexts]
    return [a + b for a, b in zip(node.scores, to_come, strict=True)] if node.scores else to_come


def _edges(
    state: State, node: Choice | Chance, policy: Policy[State, Action] | None
) -> list[tuple[Number, State, Number]]:
    """Edges that may be taken: probability, following state, score."""
    scores = node.scores or [0] * len(node.nexts)
    if isinstance(node, Chance):
        return list(zip(node.probabilities, node.nexts, scores, strict=True))
    assert policy is not None
    where = {action: i for i, action in enumerate(node.actions)}
    played = checked(state, where, policy(state))
    return [(p, node.nexts[where[a]], scores[where[a]]) for a, p in played.items()]


def _require_node(state: State, node: Node) -> None:
    """Refuse what is no node, in one sentence that names the state."""
    if isinstance(node, Terminal):
        return
    here = f"state {shown(state)}"
    if not isinstance(node, Choice | Chance):
        raise ValueError(f"{here} has the node {shown(node)}, no Terminal, Choice or Chance")
    if not all(isinstance(column, Sequence) for column in node[:3]):
        raise ValueError(f"{here} has columns that are no sequences: {shown(node)}")
    if not len(node.nexts) == len(node[0]) or len(node.scores) not in (0, len(node.nexts)):
        raise ValueError(f"{here} has columns of different lengths: {shown(node)}")
    if not node.nexts:
        raise ValueError(f"{here} leads nowhere")
    if isinstance(node, Chance):
        _require_distribution(f"the probabilities at {here}", node.probabilities)
    for thing in (*node.nexts, *(node.actions if isinstance(node, Choice) else ())):
        if not is_hashable(thing):
            raise ValueError(f"{here} leads to {shown(thing)}, which is not hashable")
    if isinstance(node, Choice) and len({*node.actions}) < len(node.actions):
        raise ValueError(f"{here} has two actions of one name: {shown(node.actions)}")


def _plain(state: State, node: Node) -> Node:
    """Checked node with Python's own numbers, which do not overflow as NumPy's do.

    Raises
    ------
    ValueError
        If it is no node.
    """
    _require_node(state, node)
    if isinstance(node, Terminal):
        return Terminal(_number(state, node.payoff))
    scores = [_number(state, score) for score in node.scores]
    if isinstance(node, Choice):
        return node._replace(scores=scores)
    return Chance([_number(state, p) for p in node.probabilities], node.nexts, scores)


def _number(state: State, number: Number) -> Number:
    if isinstance(number, Rational):
        exact = Fraction(int(number.numerator), int(number.denominator))
        return int(exact) if isinstance(number, int) else exact
    if isinstance(number, Real) and isfinite(number):
        return float(number)
    raise ValueError(f"state {shown(state)} has {shown(number)} where a finite number belongs")
