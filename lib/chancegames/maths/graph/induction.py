"""Backward induction and its companions on the arrays of a graph, in floating point."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from chancegames.base.checks import shown
from chancegames.maths.game import Game
from chancegames.maths.graph.arrays import Graph, explore
from chancegames.maths.graph.kernels import CHANCE, OPPONENT, TERMINAL, _fill_back
from chancegames.maths.solution import Number, Policy, Solution, checked

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class GraphSolution(Solution[Any, Any]):
    """Value of every state of a graph, under the best or a given policy.

    Attributes
    ----------
    graph : Graph
    values : array, shape (n,)
        E of each state.
    played : array of int32, shape (n,)
        The first of the best edges of each choice; anything elsewhere.
    followed : array, shape (m,), optional
        Probability of each edge under the policy that was evaluated; None for the best.
    """

    graph: Graph
    values: Floats
    method: str
    played: NDArray[np.int32]
    followed: Floats | None = None

    @property
    def value(self) -> float:
        """E(start), the value of the game."""
        return float(self.values[0])

    @cached_property
    def edge_weights(self) -> Floats:
        """Probability of each edge, given its state, under the policy played; shape (m,)."""
        if self.followed is not None:
            return self.followed
        graph, chooses = self.graph, _chooses(self.graph)
        weights = np.where(np.repeat(chooses, np.diff(graph.first)), 0.0, graph.probability)
        weights[self.played[chooses]] = 1
        return weights

    @property
    def residual(self) -> float:
        """Largest amount by which a value misses the recursion.

        For the best play an action that gains more than the one played counts as well.
        """
        graph, owner = self.graph, self.graph.owner
        gains = graph.score + self.values[graph.following]
        expected = graph.payoff + np.bincount(owner, self.edge_weights * gains, len(graph))
        misses = np.abs(self.values - expected)
        if self.followed is None:
            better = np.where(graph.kind == OPPONENT, -1.0, 1.0)[owner] * (
                gains - self.values[owner]
            )
            misses = np.concatenate((misses, better[_chooses(graph)[owner]]))
        return float(misses.max())

    def value_at(self, state: Any) -> float:
        """E(state)."""
        return float(self.values[self.graph.number(state)])

    def action_values(self, state: Any) -> dict[Any, Number]:
        """Score and value to come of each action of a state."""
        i = self.graph.number(state)
        edges = self.graph.edges(i)
        gains = self.graph.score[edges] + self.values[self.graph.following[edges]]
        return dict(zip(_actions(self.graph, i), gains.tolist(), strict=True))

    def policy(self, state: Any) -> dict[Any, Number]:
        """Probability of each action played: the first of the best, or the policy evaluated."""
        i = self.graph.number(state)
        weights = self.edge_weights[self.graph.edges(i)].tolist()
        return {a: w for a, w in zip(_actions(self.graph, i), weights, strict=True) if w}

    def minimises(self, state: Any) -> bool:
        """Whether an opponent acts at a state, who wants the smallest value."""
        return bool(self.graph.kind[self.graph.number(state)] == OPPONENT)


def solve(rules: Game[Any]) -> GraphSolution:
    """Find the best expected score from every state, and the first action that attains it.

    Parameters
    ----------
    rules : Graph, or any game, which is then explored

    Raises
    ------
    ValueError
        As `explore`, or if a value is too large for floating point.

    Examples
    --------
    >>> from chancegames.maths.game import Chance, Choice, FiniteGame, Terminal
    >>> solution = solve(FiniteGame("start", {
    ...     "start": Choice(["stop", "flip"], ["one", "coin"]),
    ...     "coin": Chance([0.5, 0.5], ["three", "none"]),
    ...     "one": Terminal(1), "three": Terminal(3), "none": Terminal(0)}.get))
    >>> solution.value, solution.policy("start")
    (1.5, {'flip': 1.0})
    """
    graph = _explored(rules)
    return solve_each(graph, graph.payoff)[0]


def solve_each(
    graph: Graph, payoffs: ArrayLike, policy: Policy[Any, Any] | None = None
) -> list[GraphSolution]:
    """Solve a game for several payoffs in one pass, or evaluate a policy.

    Parameters
    ----------
    graph : Graph
    payoffs : array, shape (n,) or (n, k)
        What each state pays if it is terminal, in k columns.
    policy : optional
        The one that is followed; else each payoff is played for as well as can be.

    Returns
    -------
    list of k solutions

    Raises
    ------
    ValueError
        If the payoffs have another shape, or a value is not finite.

    Examples
    --------
    >>> from chancegames.maths.game import Chance, FiniteGame, Terminal
    >>> coin = Chance([0.5, 0.5], [0, 1])
    >>> graph = explore(FiniteGame(2, lambda n: coin if n == 2 else Terminal()))
    >>> [each.value for each in solve_each(graph, [[0, 0], [1, 0], [0, 6]])]
    [0.5, 3.0]
    """
    if policy is None:
        return _solutions(graph, payoffs, graph.kind, graph.probability)
    weights = _edge_weights(graph, policy)
    as_chance = np.where(graph.kind == TERMINAL, TERMINAL, CHANCE).astype(np.int8)
    return _solutions(graph, payoffs, as_chance, weights, weights)


def evaluate(rules: Game[Any], policy: Policy[Any, Any]) -> GraphSolution:
    """Find the value of every state for a player who follows `policy`.

    Raises
    ------
    ValueError
        As `solve`, or if the policy plays what it may not.

    Examples
    --------
    >>> from chancegames.maths.game import Choice, FiniteGame, Terminal
    >>> game = FiniteGame(0, [Choice("ab", [1, 2]), Terminal(5), Terminal(7)].__getitem__)
    >>> evaluate(game, lambda state: {"a": 0.5, "b": 0.5}).value
    6.0
    """
    graph = _explored(rules)
    return solve_each(graph, graph.payoff, policy)[0]


def _edge_weights(graph: Graph, policy: Policy[Any, Any]) -> Floats:
    """Probability of each edge under a policy; that of a solution of this graph is an array."""
    solution = getattr(policy, "__self__", None)
    if isinstance(solution, GraphSolution) and solution.graph is graph:
        return solution.edge_weights
    if not callable(policy):
        raise ValueError(f"a policy is a function of the state, not {shown(policy)}")
    weights = graph.probability.copy()
    for i in np.flatnonzero(_chooses(graph)).tolist():
        actions, state = _actions(graph, i), graph.states[i]
        played = checked(state, dict.fromkeys(actions), policy(state))
        weights[graph.edges(i)] = [played.get(action, 0) for action in actions]
    return weights


def _explored(rules: Game[Any]) -> Graph:
    return rules if isinstance(rules, Graph) else explore(rules)


def _chooses(graph: Graph) -> NDArray[np.bool_]:
    """Whether someone chooses at each state."""
    chooses: NDArray[np.bool_] = (graph.kind != TERMINAL) & (graph.kind != CHANCE)
    return chooses


def _actions(graph: Graph, i: int) -> Any:
    if (actions := graph.actions[i]) is None:
        state = shown(graph.states[i])
        raise ValueError(f"there is nothing to choose at {state}: this is no Choice")
    return actions


def _solutions(
    graph: Graph,
    payoffs: ArrayLike,
    kind: NDArray[np.int8],
    probability: Floats,
    followed: Floats | None = None,
) -> list[GraphSolution]:
    """A solution for each column of payoffs."""
    values = np.array(payoffs, float)
    if values.ndim not in (1, 2) or len(values) != len(graph):
        raise ValueError(f"there are payoffs of {len(graph)} states, not {values.shape}")
    values = values.reshape(len(graph), -1)
    played = np.zeros(values.shape, np.int32)
    edges = graph.first, graph.following, probability, graph.score
    _fill_back(graph.order, kind, *edges, values, played)
    if not np.isfinite(values[0]).all() or not np.isfinite(values).all():
        bad = next(i for i in graph.order if not np.isfinite(values[i]).all())
        raise ValueError(f"state {shown(graph.states[bad])} has no finite value")
    method = "backward induction" if followed is None else "policy evaluation"
    columns = zip(values.T, played.T, strict=True)
    return [GraphSolution(graph, each, method, best, followed) for each, best in columns]
