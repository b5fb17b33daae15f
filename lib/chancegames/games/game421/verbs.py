"""The four verbs of 421: for a round against chance, and for the whole game of two players."""

from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from chancegames.base.checks import door
from chancegames.games.game421.lattice import _solve_floating
from chancegames.games.game421.match import Game, GamePolicy, _simulate_game
from chancegames.games.game421.rounds import RoundSolution, ends, evaluate_round, play, solve_round
from chancegames.games.game421.sets import OTHER
from chancegames.games.game421.whole import GameSolution, _evaluate_game, solve_game
from chancegames.maths.solution import Distribution, Estimate, Number
from chancegames.models.game421 import Round


def _opponent(rules: Game, opponent: GamePolicy | None) -> GamePolicy:
    return solve_game(rules).policy if opponent is None else opponent


@door
def solve(rules: Round | Game, exact: bool = True) -> RoundSolution | GameSolution:
    """Best play: of a round in Fractions (or, if not `exact`, in floating point), or of a game.

    An exact round takes at most two million steps (five seconds); in floating point a billion (ten
    seconds), each value off by the rounding of its sums.  The chances of a game lie within
    `residual` of the truth, which is proved up to rounding.

    Raises
    ------
    ValueError
        If an end has no finite utility, or the round is too large for the method.

    Examples
    --------
    >>> best = solve(Round())
    >>> best.value, best.policy((1, (), (1, 4, 6)))
    (Fraction(349621, 93312), {(1, 4): Fraction(1, 1)})
    """
    if isinstance(rules, Game):
        return solve_game(rules)
    return (solve_round if exact else _solve_floating)(rules)


@door
def evaluate(
    rules: Round | Game, policy: Callable[..., Any], opponent: GamePolicy | None = None
) -> RoundSolution | GameSolution:
    """What a policy is worth: in a round, or in the whole game against an opponent.

    Parameters
    ----------
    rules : Round or Game
    policy : callable
        Of a `Round`, it answers ``(casts made, dice kept, all dice in sight)``; of a `Game`, a
        `Turn`.  Any function is followed exactly: of a round in milliseconds, of the whole game in
        some ten seconds, for it is asked at 18,872 turns of each of 76 positions.
    opponent : callable, optional
        The policy of the other player of a `Game`: the best one if it is not given.

    Raises
    ------
    ValueError
        If a policy keeps what it may not, or its probabilities are no distribution.

    Examples
    --------
    >>> evaluate(Round(utility=sum), lambda state: {state[2]: 1}).value
    Fraction(21, 2)

    Put nothing aside, and stay with the first cast, or with the last of as many as the starter's.

    >>> def once(turn):
    ...     over = not turn.answered or turn.casts == turn.answered[0]
    ...     return turn.table if over else turn.kept
    >>> round(evaluate(Game(pot=2), once).value, 3)
    0.445
    """
    if isinstance(rules, Game):
        return _evaluate_game(rules, policy, _opponent(rules, opponent))
    return evaluate_round(rules, policy)


@door
def distribution(
    rules: Round | Game, policy: Callable[..., Any], opponent: GamePolicy | None = None
) -> Distribution:
    """Probability of each utility of a round; of losing (0) and winning (1) the whole game.

    For the rest see `evaluate`.

    Examples
    --------
    >>> distribution(Round(), lambda state: {state[2]: 1}).at_least(10)
    Fraction(1, 36)
    """
    if isinstance(rules, Game):
        won = _evaluate_game(rules, policy, _opponent(rules, opponent)).value
        lost = _evaluate_game(rules, _opponent(rules, opponent), policy)
        return Distribution({0: lost.value_at(rules.start, OTHER), 1: won})
    found: dict[Number, Number] = defaultdict(Fraction)
    for end, chance in ends(rules, policy).items():
        found[rules.worth(*end)] += chance
    return Distribution(found)


@door
def simulate(
    rules: Round | Game,
    policy: Callable[..., Any],
    games: int,
    seed: int,
    opponent: GamePolicy | None = None,
) -> Estimate:
    """Mean utility of rounds, or share of whole games won, played die by die.

    For the rest see `evaluate`.

    Examples
    --------
    Three dice that are never cast again show 10.5 points on average.

    >>> played = simulate(Round(utility=sum), lambda state: {state[2]: 1}, games=1000, seed=1)
    >>> f"{played.mean:.2f} ± {played.standard_error:.2f}"
    '10.59 ± 0.09'
    """
    if isinstance(rules, Game):
        return _simulate_game(rules, policy, games, seed, _opponent(rules, opponent))
    found = play(rules, policy, games, seed)
    worth = [(float(rules.worth(*end)), often) for end, often in found.items()]
    total = sum(value * often for value, often in worth)
    return Estimate.of_moments(games, total, sum(value**2 * often for value, often in worth))
