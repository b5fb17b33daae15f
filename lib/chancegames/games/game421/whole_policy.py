"""Best first choices of the whole game, token state by token state."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from chancegames.games.game421.rules import Round
from chancegames.games.game421.utilities import digits
from chancegames.games.game421.whole import A, GameValue, State, set_plan
from chancegames.maths.dice import Combination

Keeps = Mapping[Combination, tuple[Combination, ...]]


def first_keeps(game: GameValue, state: State) -> dict[Combination, tuple[Combination, ...]]:
    """List what the starter of a set does best to keep after the first cast.

    Parameters
    ----------
    game : GameValue
    state : (int, int, int)
        Tokens in the pot, tokens of A, starter.

    Returns
    -------
    dict
        What the dice show -> the states that no other option beats by more than the game's proved
        bounds can tell; the whole table means to stop.

    Examples
    --------
    >>> from chancegames.games.game421.whole import GameRules, solve_game
    >>> first_keeps(solve_game(GameRules(pot=2)), (2, 0, A))[1, 2, 4]
    ((1, 2, 4),)
    """
    plan, normal = set_plan(game, state), Round()
    number = {s: n for n, s in enumerate(normal.states)}
    found = {}
    for table in normal.finals:
        worth = {option: plan[1, number[option]] for option in normal.options(1, (), table)}
        least = max(worth.values()) - max(game.gap, 1e-12)
        found[table] = tuple(option for option, value in worth.items() if value >= least)
    return found


def stops(game: GameValue, state: State) -> tuple[Combination, ...]:
    """List the hands at which the starter of a set does well to stop after the first cast.

    Examples
    --------
    >>> from chancegames.games.game421.whole import GameRules, solve_game
    >>> (1, 2, 4) in stops(solve_game(GameRules(pot=2)), (2, 0, A))
    True
    """
    return tuple(hand for hand, keeps in first_keeps(game, state).items() if hand in keeps)


@dataclass(frozen=True)
class TokenPolicy:
    """What the starter of a set does after the first cast, for each state of the tokens.

    Attributes
    ----------
    keeps : mapping
        (tokens in the pot, tokens of the starter) -> what the dice show -> best keeps.
    stopping : mapping
        (pot, own) -> chance that the first cast ends the round.
    """

    keeps: Mapping[tuple[int, int], Keeps]
    stopping: Mapping[tuple[int, int], float]

    def unwanted(self, hand: Combination) -> list[tuple[int, int]]:
        """List the states (pot, own) in which it is a mistake to stop at a hand."""
        return [place for place, row in self.keeps.items() if hand not in row[hand]]

    def advice(self, hand: Combination) -> str:
        """Tell what to keep of a hand, the most frequent advice first, with numbers of states."""
        names = (
            " or ".join(digits(keep) or "nothing" for keep in row[hand])
            for row in self.keeps.values()
        )
        counted = Counter(names).most_common()
        return ", ".join(f"{name} ({times})" for name, times in counted)


def token_policy(game: GameValue) -> TokenPolicy:
    """Find the best first choices in all states of the tokens.

    Examples
    --------
    >>> from chancegames.games.game421.whole import GameRules, solve_game
    >>> policy = token_policy(solve_game(GameRules(pot=2)))
    >>> list(policy.keeps), policy.advice((1, 2, 4))
    ([(0, 1), (1, 0), (1, 1), (2, 0)], '421 (4)')
    """
    states = [state for state in game.rules.states() if state[2] == A]
    keeps = {state[:2]: first_keeps(game, state) for state in states}
    weights = dict(Round().tables(()))
    stopping = {
        place: sum(weights[hand] for hand, kept in row.items() if hand in kept)
        / sum(weights.values())
        for place, row in keeps.items()
    }
    return TokenPolicy(keeps, stopping)
