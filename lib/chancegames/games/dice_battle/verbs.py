"""The four verbs: the rules say which solver answers."""

from types import ModuleType

from chancegames.base.checks import door, shown
from chancegames.games.dice_battle import at_once, one_roll, race, simulation
from chancegames.games.dice_battle.at_once import AtOnceSolution
from chancegames.games.dice_battle.one_roll import _OneRollSolution
from chancegames.games.dice_battle.race import RaceSolution
from chancegames.maths.solution import Distribution, Estimate, Policy
from chancegames.models.dice_battle import AtOnce, OneRoll, Race, State

_SOLVERS: dict[type, ModuleType] = {OneRoll: one_roll, Race: race, AtOnce: at_once}

Rules = OneRoll | Race | AtOnce
Player = Policy[State, int]
AnySolution = _OneRollSolution | RaceSolution | AtOnceSolution


@door
def solve(rules: Rules, opponent: Player | None = None) -> AnySolution:
    """Find the optimal policy, or the best reply to a known one.

    One roll is exact.  A race is solved in floating point: its `residual` says how far a value
    misses the recursion, and it takes at most 10**10 multiplications (ten seconds) and 2 GB, which
    is a goal of 5,500 with ten dice in turns, and of 1,400 at once.

    Parameters
    ----------
    rules : OneRoll, Race or AtOnce
    opponent : policy, optional
        Of an opponent who does not play optimally.

    Raises
    ------
    ValueError
        If the game is too large to solve, or the known policy does not fit the rules.

    Examples
    --------
    >>> round(solve(Race()).value, 4), solve(Race(), opponent=lambda state: {6: 1}).policy((1, 9))
    (0.0687, {1: Fraction(1, 1)})
    """
    return _solver(rules).solve(rules, opponent)  # type: ignore[no-any-return]


@door
def evaluate(rules: Rules, policy: Player, opponent: Player | None = None) -> AnySolution:
    """Find what a policy gains, at every state.

    Parameters
    ----------
    rules : OneRoll, Race or AtOnce
    policy : callable
        From a state, ``(0, 0)`` in `OneRoll`, to a number of dice or the probability of each; it
        begins if players take turns.
    opponent : policy, optional
        Of the opponent: the optimal one if it is not given.

    Raises
    ------
    ValueError
        As `solve`.

    Examples
    --------
    >>> six = evaluate(Race(), lambda state: {6: 1})
    >>> round(six.value, 4)
    -0.0313
    """
    return _solver(rules).evaluate(rules, policy, _opponent(rules, opponent))  # type: ignore[no-any-return]


@door
def distribution(rules: Rules, policy: Player, opponent: Player | None = None) -> Distribution:
    """Probability of a win (1), a draw (0; none if players take turns), a loss (-1).

    The arguments are those of `evaluate`.

    Examples
    --------
    >>> distribution(OneRoll(dice=1), lambda state: {1: 1})[0]
    Fraction(1, 6)
    """
    return _solver(rules).distribution(rules, policy, _opponent(rules, opponent))  # type: ignore[no-any-return]


@door
def simulate(
    rules: Rules, policy: Player, games: int, seed: int, opponent: Player | None = None
) -> Estimate:
    """Mean gain in games played out roll by roll; arguments as for `evaluate`.

    Examples
    --------
    >>> played = simulate(OneRoll(), lambda state: {5: 1}, games=1000, seed=1)
    >>> f"{played.mean:.2f} ± {played.standard_error:.2f}"
    '-0.03 ± 0.03'
    """
    _solver(rules)
    return simulation._simulate(rules, policy, _opponent(rules, opponent), games, seed)


def _solver(rules: Rules) -> ModuleType:
    if type(rules) not in _SOLVERS:
        names = ", ".join(kind.__name__ for kind in _SOLVERS)
        raise ValueError(f"the dice battle has the rules {names}, not {shown(rules)}")
    return _SOLVERS[type(rules)]


def _opponent(rules: Rules, opponent: Player | None) -> Player:
    return solve(rules).policy if opponent is None else opponent
