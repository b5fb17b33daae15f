"""Play the whole game at random, set by set and die by die: a second road to its value."""

import random
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache

import numpy as np
from numpy.typing import NDArray

from chancegames.base.checks import require_positive_integer
from chancegames.games.game421 import fast
from chancegames.games.game421.rules import Round
from chancegames.games.game421.simulate import play
from chancegames.games.game421.solve import Law, Policy
from chancegames.games.game421.utilities import ranking, tokens
from chancegames.games.game421.whole import NOBODY, A, B, GameValue, State, chance_after, set_plan
from chancegames.maths.dice import Combination

_NUMBER = {state: n for n, state in enumerate(Round().states)}
_PLACE = {hand: n for n, hand in enumerate(ranking())}


@cache
def outcome(tie: str, mine: Combination, yours: Combination) -> tuple[int, int]:
    """Compare two hands: the loser (0 the starter, 1 the other, 2 nobody) and the tokens.

    Examples
    --------
    >>> outcome("second", (1, 2, 4), (1, 1, 1)), outcome("void", (1, 2, 4), (1, 2, 4))
    ((1, 10), (2, 10))
    """
    if mine == yours and tie == "void":
        return NOBODY, tokens(mine)
    starter_wins = _PLACE[mine] <= _PLACE[yours]
    return int(starter_wins), tokens(mine if starter_wins else yours)


@dataclass
class Table:
    """Two players who know the value of the game and play best against each other.

    Parameters
    ----------
    game : GameValue
    draw : random.Random
    """

    game: GameValue
    draw: random.Random
    _plans: dict = field(default_factory=dict)
    _known: dict = field(default_factory=dict)

    def play(self) -> int:
        """Play one game and return its winner, A or B."""
        pot = self.game.rules.pot
        state = (pot, 0, A)
        while not (state[0] == 0 and state[1] in (0, pot)):
            state = self._set(state)
        return A if state[1] == 0 else B

    def _set(self, state: State) -> State:
        casts, mine = play(Round(), self._policy(state, None), self.draw)
        reply = Round(casts=casts, player="next")
        _, yours = play(reply, self._policy(state, (casts, mine)), self.draw)
        loser, amount = outcome(self.game.rules.tie, mine, yours)
        who = loser if loser == NOBODY or state[2] == A else 1 - loser
        return self.game.rules.after(state, who, amount)

    def _policy(self, state: State, answered: tuple[int, Combination] | None) -> Policy:
        if (state, answered) in self._plans:
            return self._plans[state, answered]
        plan = set_plan(self.game, state) if answered is None else self._reply(state, *answered)
        casts = len(plan) - 1
        rules = Round(casts=casts, player="first" if answered is None else "next")

        @cache
        def choose(date: int, kept: Combination, table: Combination) -> Law:
            options = rules.options(date, kept, table)
            return {max(options, key=lambda o: plan[date, _NUMBER[o]]): Fraction(1)}

        self._plans[state, answered] = choose
        return choose

    def _reply(self, state: State, casts: int, mine: Combination) -> NDArray[np.float64]:
        """Plan of the second player, who wins as often as the starter does not."""
        replies, worth = Round(casts=casts, player="next"), []
        known = self._known.setdefault(state, {})
        for yours in replies.finals:
            result = outcome(self.game.rules.tie, mine, yours)
            if result not in known:
                who = result[0] if result[0] == NOBODY or state[2] == A else 1 - result[0]
                known[result] = 1 - chance_after(self.game, state, who, result[1])
            worth.append(known[result])
        return fast.mean_max(replies, [worth]).values


def simulate_game(game: GameValue, games: int, seed: int) -> float:
    """Share of simulated games that the player who starts wins.

    Parameters
    ----------
    game : GameValue
    games : int
        At least 1.
    seed : int

    Returns
    -------
    float

    Raises
    ------
    ValueError
        If `games` is no integer of at least 1.

    Examples
    --------
    >>> from chancegames.games.game421.whole import GameRules, solve_game
    >>> 0 <= simulate_game(solve_game(GameRules(pot=2)), 5, seed=1) <= 1
    True
    """
    require_positive_integer("the number of games", games)
    table = Table(game, random.Random(seed))
    return sum(table.play() == A for _ in range(games)) / games
