"""Games for one player as decision processes: what QuantEcon's ``DiscreteDP`` takes."""

from math import isqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from chancegames.base.checks import door
from chancegames.maths.game import Chance, Choice, Game, Node, states
from chancegames.maths.solution import State

#: Largest number of transition probabilities, 8 bytes each.
MOST_TRANSITIONS = 25_000_000


class _DecisionProcess(NamedTuple):
    """A game as ``DiscreteDP(rewards, transitions, 1, sources, actions)`` takes it.

    Attributes
    ----------
    rewards : shape (pairs,)
        Expected reward of each pair of a state and an action.
    transitions : shape (pairs, states)
    sources, actions : shape (pairs,)
        State and action of each pair, as numbers.
    states : list
        The game's states by their numbers; then one more where a game that is over stays.
    steps : int
        After so many steps every game is over: the horizon of ``backward_induction``.
    """

    rewards: NDArray[np.float64]
    transitions: NDArray[np.float64]
    sources: NDArray[np.int64]
    actions: NDArray[np.int64]
    states: list[Any]
    steps: int


@door
def to_quantecon(rules: Game[State]) -> _DecisionProcess:
    """Write a game for one player as a decision process without discount.

    A state where chance acts has one action, and so has the end, which pays and leads to rest.

    Parameters
    ----------
    rules : Game

    Returns
    -------
    _DecisionProcess

    Raises
    ------
    ValueError
        If an opponent acts, or there are more than `MOST_TRANSITIONS` probabilities.

    Examples
    --------
    >>> from chancegames.models.coins import Rules
    >>> process = to_quantecon(Rules(coins=1, points=1))
    >>> process.transitions.shape, process.steps
    ((5, 5), 3)
    """
    nodes = states(rules, isqrt(MOST_TRANSITIONS))  # no fewer pairs than states
    number: dict[Any, int] = {state: n for n, state in enumerate(nodes)}
    pairs = [(n, *pair) for n, node in enumerate(nodes.values()) for pair in _actions(node)]
    if (len(pairs) + 1) * (len(nodes) + 1) > MOST_TRANSITIONS:
        raise ValueError(f"this game has more than {MOST_TRANSITIONS:,} transition probabilities")
    transitions = np.zeros((len(pairs) + 1, len(nodes) + 1))
    for row, (_, _, _, ahead) in enumerate(pairs):
        for following, chance in ahead:
            transitions[row, number.get(following, -1)] += chance
    transitions[-1, -1] = 1
    rest = (len(nodes), 0, 0.0)
    sources, actions, rewards = zip(*(pair[:3] for pair in pairs), rest, strict=True)
    steps: dict[State, int] = {}
    for state, node in nodes.items():  # each after those it leads to
        steps[state] = 1 + max((steps[n] for n in getattr(node, "nexts", ())), default=0)
    return _DecisionProcess(
        np.array(rewards, float),
        transitions,
        np.array(sources),
        np.array(actions),
        [*nodes, None],
        steps[rules.start],
    )


def _actions(node: Node) -> list[tuple[int, float, list[tuple[Any, float]]]]:
    """Number, expected reward and what follows of each action; the end leads to no state."""
    if isinstance(node, Choice):
        if node.minimise:
            raise ValueError("a decision process has no opponent")
        scores = node.scores or [0] * len(node.nexts)
        ways = zip(scores, node.nexts, strict=True)
        return [(n, float(score), [(after, 1.0)]) for n, (score, after) in enumerate(ways)]
    if isinstance(node, Chance):
        chances = [float(chance) for chance in node.probabilities]
        scores = node.scores or [0] * len(chances)
        mean = sum(c * float(score) for c, score in zip(chances, scores, strict=True))
        return [(0, mean, [*zip(node.nexts, chances, strict=True)])]
    return [(0, float(node.payoff), [(_Rest, 1.0)])]


class _Rest:
    """What follows the end; no state of any game."""
