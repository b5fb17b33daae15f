"""Beyond the mean: the whole law of the final score, and the best chance of reaching a target.

The two forms of the lecture's recurrence are one step apart.  With *scores on the way* a position
needs to remember only what affects the future.  `keep_score` puts the score so far back into the
position; then any payoff of the final score can be maximised, at the price of a larger graph.
"""

from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from numbers import Real

from numpy.typing import NDArray

from chancegames.maths.graph.arrays import Game, Node, Position, Terminal
from chancegames.maths.graph.explore import explore
from chancegames.maths.graph.solve import Solution, backward_induction, edge_weights


def score_distribution(game: Game, policy: NDArray) -> dict[Real, Fraction | float]:
    """Law of the final score (all scores on the way and the payoff) under `policy`.

    Parameters
    ----------
    game : Game
    policy : array of int, shape (n,)
        As in `Solution.policy`.

    Returns
    -------
    dict
        Probability of each final score that can occur, by increasing score.

    Examples
    --------
    >>> from chancegames.maths.graph import Chance
    >>> game = explore(2, lambda n: Chance([0.5, 0.5], [n - 1] * 2, [0, 1]) if n else Terminal())
    >>> score_distribution(game, backward_induction(game).policy)
    {0.0: 0.25, 1.0: 0.5, 2.0: 0.25}
    """
    weight = edge_weights(game, policy).tolist()
    first, nexts, scores = game.first.tolist(), game.next.tolist(), game.score.tolist()
    waiting: dict[int, dict] = {game.start: {0: 1}}
    final: defaultdict = defaultdict(int)
    for i in range(game.start, -1, -1):  # a move leads to a smaller number
        for so_far, mass in waiting.pop(i, {}).items():
            if first[i] == first[i + 1]:
                final[so_far + game.payoff.item(i)] += mass
            for e in range(first[i], first[i + 1]):
                if weight[e]:
                    law = waiting.setdefault(nexts[e], defaultdict(int))
                    law[so_far + scores[e]] += mass * weight[e]
    return dict(sorted(final.items()))


def keep_score(game: Game, payoff: Callable[[Real], Real]) -> Game:
    """Rewrite a game so that its positions remember the score and its end pays `payoff` of it.

    Parameters
    ----------
    game : Game
        Scores on the way and payoffs at the end.
    payoff : callable
        What a final score is worth.

    Returns
    -------
    Game
        Positions are pairs of a position of `game` and the score so far; no scores on the way.

    Examples
    --------
    >>> from chancegames.maths.graph import Chance
    >>> game = explore(2, lambda n: Chance([0.5, 0.5], [n - 1] * 2, [0, 1]) if n else Terminal())
    >>> backward_induction(keep_score(game, lambda score: score**2)).value
    1.5
    """

    def rules(state: tuple[Position, Real]) -> Node:
        position, so_far = state
        node = game.node(position)
        if isinstance(node, Terminal):
            return Terminal(payoff(so_far + node.payoff))
        reached = [(p, so_far + s) for p, s in zip(node.nexts, node.scores, strict=True)]
        return node._replace(nexts=reached, scores=())

    return explore((game.positions[game.start], 0), rules, game.exact)


def reach_score(game: Game, target: Real) -> Solution:
    """Solve for the greatest probability of a final score of at least `target`.

    Parameters
    ----------
    game : Game
    target : real number

    Returns
    -------
    Solution
        Of the game whose positions remember the score (see `keep_score`).

    Examples
    --------
    >>> from chancegames.maths.graph import Chance
    >>> game = explore(2, lambda n: Chance([0.5, 0.5], [n - 1] * 2, [0, 1]) if n else Terminal())
    >>> reach_score(game, 1).value
    0.75
    """
    return backward_induction(keep_score(game, lambda score: int(score >= target)))
