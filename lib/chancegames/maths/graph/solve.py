r"""Backward induction: the value of every position, from the end of the game to its start.

With :math:`E(p)` the expected payoff still to come once position :math:`p` has been reached,

.. math::
    E(p) = \text{payoff}(p), \qquad
    E(p) = \max_{c} \bigl( s(p, c) + E(\text{next}(p, c)) \bigr), \qquad
    E(p) = \sum_{o} P(o) \bigl( s(p, o) + E(\text{next}(p, o)) \bigr)

at a terminal, a choice and a chance position.  This is the lecture's recurrence for the expected
future score; where all scores :math:`s` are 0 it is the one for a payoff at the end.

A *policy* is an array: which move is played at each choice position.  The same lines run on
float64 and on object arrays of Fractions.
"""

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from chancegames.maths.graph.arrays import CHOICE, TERMINAL, Game, Position


@dataclass(frozen=True, eq=False)
class Solution:
    """The value of every position of a game, under the best or under a given policy.

    Attributes
    ----------
    game : Game
    values : array, shape (n,)
        E(pos): Fractions if the game is exact, else float64.
    policy : array of int32, shape (n,)
        Which move is played, counted from 0 among the position's moves; -1 where there is no
        choice.
    method : str
        "backward induction" or "policy evaluation".
    """

    game: Game
    values: NDArray
    policy: NDArray
    method: str

    @property
    def value(self) -> Fraction | float:
        """E(start), the value of the game."""
        return self.values.item(self.game.start)

    @property
    def residual(self) -> Fraction | float:
        """Largest amount by which a value misses the recurrence, 0 if exact.

        All edges at once, without layers.  For backward induction a move that gains more than the
        one played counts as well.
        """
        game, owner = self.game, self.game.owner
        gains = game.score + self.values[game.next]
        followed = game.payoff.copy()
        np.add.at(followed, owner, edge_weights(game, self.policy) * gains)
        misses = [*abs(self.values - followed)]
        if self.method == "backward induction":
            misses += [*(gains - self.values[owner])[game.kind[owner] == CHOICE]]
        return max(misses)

    def value_of(self, position: Position) -> Fraction | float:
        """E(position)."""
        return self.values.item(self.game.index(position))

    def choice_at(self, position: Position) -> Hashable:
        """Label of the move played at a choice position."""
        i = self.game.index(position)
        return self.game.labels[i][self.policy[i]]

    def move_values(self, position: Position) -> dict[Hashable, Fraction | float]:
        """Score and value to come of each move at a choice position, by label."""
        i = self.game.index(position)
        edges = slice(self.game.first[i], self.game.first[i + 1])
        gains = self.game.score[edges] + self.values[self.game.next[edges]]
        return dict(zip(self.game.labels[i], gains.tolist(), strict=True))


def backward_induction(game: Game) -> Solution:
    """Solve a game: the best expected payoff from every position, and a move that attains it.

    Of several best moves the first is kept, as in the lecture's algorithm (`>` and not `>=`).

    Parameters
    ----------
    game : Game

    Returns
    -------
    Solution

    Raises
    ------
    ValueError
        If a value is too large for floating point.

    Examples
    --------
    >>> from chancegames.maths.graph import Chance, Choice, Terminal, explore
    >>> game = explore("start", {
    ...     "start": Choice(["stop", "flip"], ["one", "coin"]),
    ...     "coin": Chance([Fraction(1, 2)] * 2, ["three", "none"]),
    ...     "one": Terminal(1), "three": Terminal(3), "none": Terminal(0)}, exact=True)
    >>> solution = backward_induction(game)
    >>> solution.value, solution.choice_at("start")
    (Fraction(3, 2), 'flip')
    """
    values = game.payoff.copy()
    policy = np.full(len(game), -1, np.int32)
    with np.errstate(over="ignore", invalid="ignore"):  # refused block by block
        for kind, here, edges, starts, room in _blocks(game):
            gains = _gains(game, values, edges, room)
            if kind == CHOICE:
                np.maximum.reduceat(gains, starts, out=values[here])
                _refuse_overflow(game, values, here)
                policy[here] = _first_best(gains, values[here], starts)
            else:
                gains *= game.probability[edges]
                np.add.reduceat(gains, starts, out=values[here])
                _refuse_overflow(game, values, here)
    return Solution(game, values, policy, "backward induction")


def evaluate(game: Game, policy: NDArray) -> Solution:
    """Find the value of every position when the moves are those of `policy`.

    Parameters
    ----------
    game : Game
    policy : array of int, shape (n,)
        A move of every choice position, as in `Solution.policy` or from `policy_of`.

    Returns
    -------
    Solution

    Raises
    ------
    ValueError
        If a choice position is given a move that it does not have, or a value is too large for
        floating point.

    Examples
    --------
    >>> from chancegames.maths.graph import Choice, Terminal, explore
    >>> game = explore(0, {0: Choice("ab", [1, 2]), 1: Terminal(5), 2: Terminal(7)})
    >>> evaluate(game, policy_of(game, lambda position: "a")).value
    5.0
    """
    values = game.payoff.copy()
    weight = edge_weights(game, policy)
    with np.errstate(over="ignore", invalid="ignore"):  # refused block by block
        for _, here, edges, starts, room in _blocks(game):
            gains = _gains(game, values, edges, room)
            gains *= weight[edges]
            np.add.reduceat(gains, starts, out=values[here])
            _refuse_overflow(game, values, here)
    return Solution(game, values, np.asarray(policy, np.int32), "policy evaluation")


def reach(game: Game, policy: NDArray) -> NDArray:
    """Probability that each position is visited when the moves are those of `policy`.

    Parameters
    ----------
    game : Game
    policy : array of int, shape (n,)

    Returns
    -------
    array, shape (n,)
        1 at the start; the terminal positions together have 1 as well.

    Examples
    --------
    >>> from chancegames.maths.graph import Chance, Terminal, explore
    >>> rules = {"roll": Chance([0.25, 0.75], "ab"), "a": Terminal(), "b": Terminal()}
    >>> game = explore("roll", rules)
    >>> reach(game, backward_induction(game).policy)
    array([0.25, 0.75, 1.  ])
    """
    weight, degrees = edge_weights(game, policy), game.degrees
    mass = np.zeros_like(game.payoff)
    mass[game.start] = 1
    for _, here, edges, *_ in reversed([*_blocks(game)]):
        arriving = np.repeat(mass[here], degrees[here]) * weight[edges]
        np.add.at(mass, game.next[edges], arriving)
    return mass


def policy_of(game: Game, choose: Callable[[Position], Hashable]) -> NDArray:
    """Write a policy given as a function down as an array.

    Parameters
    ----------
    game : Game
    choose : callable
        Label of the move to play, given a choice position.

    Returns
    -------
    array of int32, shape (n,)

    Raises
    ------
    ValueError
        If `choose` names a move that the position does not have.
    """
    policy = np.full(len(game), -1, np.int32)
    for i in np.flatnonzero(game.kind == CHOICE).tolist():
        position, labels = game.positions[i], list(game.labels[i])
        label = choose(position)
        if label not in labels:
            raise ValueError(f"position {position!r} has no move {label!r}, only {labels!r}")
        policy[i] = labels.index(label)
    return policy


def edge_weights(game: Game, policy: NDArray) -> NDArray:
    """Probability of each edge, given its position, when the moves are those of `policy`.

    Parameters
    ----------
    game : Game
    policy : array of int, shape (n,)

    Returns
    -------
    array, shape (m,)

    Raises
    ------
    ValueError
        If the policy is no array of integers, or a choice position is given a move that it does
        not have.
    """
    policy = np.asarray(policy)
    if policy.shape != (len(game),):
        raise ValueError(f"a policy of this game has shape {(len(game),)}, not {policy.shape}")
    if policy.dtype.kind not in "iu":
        raise ValueError(f"a policy numbers the moves by integers, not by {policy.dtype}")
    chosen = np.flatnonzero(game.kind == CHOICE)
    missing = (policy[chosen] < 0) | (policy[chosen] >= game.degrees[chosen])
    for i in chosen[missing][:1]:
        raise ValueError(f"position {game.positions[i]!r} has no move number {policy[i]}")
    weight = game.probability.copy()
    weight[game.kind[game.owner] == CHOICE] = 0
    weight[game.first[chosen] + policy[chosen]] = 1
    return weight


def _blocks(game: Game) -> Iterator[tuple[int, slice, slice, NDArray, NDArray]]:
    """Blocks of choice or chance positions, from the end of the game to its start.

    Each with its kind, its positions, their edges, where each position's edges start, and room for
    a number an edge.  The room is the same memory again and again: fresh memory for each block
    would cost as much time as the arithmetic.
    """
    room = np.empty(int(np.diff(game.first[game.blocks]).max()), game.payoff.dtype)
    for low, high in pairwise(game.blocks.tolist()):
        if game.kind[low] != TERMINAL:
            begin, end = game.first[low], game.first[high]
            starts = game.first[low:high] - begin
            yield game.kind[low], slice(low, high), slice(begin, end), starts, room[: end - begin]


def _refuse_overflow(game: Game, values: NDArray, here: slice) -> None:
    """Refuse values that floating point cannot hold, naming the first position that has one."""
    if not game.exact:
        for i in np.flatnonzero(~np.isfinite(values[here]))[:1] + here.start:
            position = game.positions[i]
            raise ValueError(f"position {position!r} has a value too large for floating point")


def _gains(game: Game, values: NDArray, edges: slice, room: NDArray) -> NDArray:
    """Score of each edge and value of the position it leads to, written into `room`."""
    gains = values.take(game.next[edges], out=room, mode="clip")  # no index needs clipping
    if game.has_scores:
        gains += game.score[edges]
    return gains


def _first_best(gains: NDArray, best: NDArray, starts: NDArray) -> NDArray:
    """First move of each position that gains the best."""
    sizes = np.diff(starts, append=len(gains))
    attained = np.flatnonzero(gains == np.repeat(best, sizes))
    return attained[np.searchsorted(attained, starts)] - starts
