"""The four verbs of 421: for a round against chance, and for the whole game of two players."""

from typing import Any, overload

from chancegames.games.game421.lattice import FloatSolution, solve_floating
from chancegames.games.game421.rounds import (
    RoundPolicy,
    RoundSolution,
    distribute_round,
    evaluate_round,
    simulate_round,
    solve_round,
)
from chancegames.games.game421.whole import (
    Game,
    GamePolicy,
    GameSolution,
    distribute_game,
    evaluate_game,
    simulate_game,
    solve_game,
)
from chancegames.maths.solution import Distribution, Estimate
from chancegames.models.game421 import Round


def _require_opponent(opponent: Any) -> Any:
    if opponent is None:
        raise ValueError("the whole game has two players: give the opponent's policy as well")
    return opponent


def _unknown(rules: object) -> ValueError:
    return ValueError(f"421 is played by a Round or a Game, not by {rules!r}")


@overload
def solve(rules: Game) -> GameSolution: ...
@overload
def solve(rules: Round, exact: bool = True) -> RoundSolution | FloatSolution: ...


def solve(rules: Round | Game, exact: bool = True) -> RoundSolution | FloatSolution | GameSolution:
    """Best play: of a round in Fractions (or, if not `exact`, in floating point), or of a game.

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
    if isinstance(rules, Round):
        return solve_round(rules) if exact else solve_floating(rules)
    raise _unknown(rules)


@overload
def evaluate(rules: Game, policy: GamePolicy, opponent: GamePolicy) -> GameSolution: ...
@overload
def evaluate(rules: Round, policy: RoundPolicy) -> RoundSolution: ...


def evaluate(
    rules: Round | Game, policy: Any, opponent: GamePolicy | None = None
) -> RoundSolution | GameSolution:
    """What a policy is worth: in a round, or in the whole game against an opponent's policy.

    Raises
    ------
    ValueError
        If a policy keeps what it may not, or its probabilities are no distribution.

    Examples
    --------
    >>> evaluate(Round(utility=sum), lambda state: {state[2]: 1}).value
    Fraction(21, 2)
    """
    if isinstance(rules, Game):
        return evaluate_game(rules, policy, _require_opponent(opponent))
    if isinstance(rules, Round):
        return evaluate_round(rules, policy)
    raise _unknown(rules)


def distribution(
    rules: Round | Game, policy: Any, opponent: GamePolicy | None = None
) -> Distribution:
    """Probability of each utility of a round; of losing (0) and winning (1) the whole game.

    Examples
    --------
    >>> distribution(Round(), lambda state: {state[2]: 1}).at_least(10)
    Fraction(1, 36)
    """
    if isinstance(rules, Game):
        return distribute_game(rules, policy, _require_opponent(opponent))
    if isinstance(rules, Round):
        return distribute_round(rules, policy)
    raise _unknown(rules)


def simulate(
    rules: Round | Game,
    policy: Any,
    games: int,
    seed: int,
    opponent: GamePolicy | None = None,
) -> Estimate:
    """Mean utility of rounds, or share of whole games won, played die by die.

    Examples
    --------
    >>> abs(simulate(Round(utility=sum), lambda s: {s[2]: 1}, games=1000, seed=1).z(10.5)) < 4
    True
    """
    if isinstance(rules, Game):
        return simulate_game(rules, policy, games, seed, _require_opponent(opponent))
    if isinstance(rules, Round):
        return simulate_round(rules, policy, games, seed)
    raise _unknown(rules)
