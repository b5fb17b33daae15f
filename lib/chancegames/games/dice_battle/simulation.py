"""Games played roll by roll: a check in which no table of values and no score has a say.

The dice are thrown one by one with a seeded generator.
"""

import numpy as np
from numpy.typing import NDArray

from chancegames.base.checks import require_integer
from chancegames.games.dice_battle.policies import TablePolicy, _as_table
from chancegames.games.dice_battle.tables import _check_size
from chancegames.maths.solution import Estimate, Policy
from chancegames.models.dice_battle import AtOnce, OneRoll, Race, State

Ints = NDArray[np.int64]

#: Games played side by side: bounds the memory whatever the number of games.
BATCH = 1 << 15
#: No simulation plays more games.
MAX_GAMES = 10**8
#: How often a roll must score in a race where a bust scores nothing, or races hardly end.
RAREST_SCORE = 1e-4


def _simulate(
    rules: OneRoll | Race | AtOnce,
    policy: Policy[State, int],
    opponent: Policy[State, int],
    games: int,
    seed: int,
) -> Estimate:
    """Mean gain of the first player, who begins if players take turns.

    Raises
    ------
    ValueError
        If `games` is not an integer from 1 to 10**8, `seed` is none of at least 0, a race is too
        long to be solved or would hardly end, or a policy does not fit the rules.

    Examples
    --------
    >>> from chancegames.games.dice_battle.policies import always
    >>> _simulate(Race(goal=1, dice=1), always(1), always(1), games=100, seed=1).mean
    1.0
    """
    games = require_integer("the number of games", games, 1, MAX_GAMES)
    if not isinstance(rules, OneRoll):
        _check_size(rules)
    goal = 0 if isinstance(rules, OneRoll) else rules.goal
    players = [_Player(rules, _as_table(p, rules, goal)) for p in (policy, opponent)]
    if goal and max(player.rarest for player in players) < RAREST_SCORE:
        raise ValueError(
            "both players roll so many dice that less than one roll in 10,000 scores: "
            "such a race hardly ends"
        )
    draw = np.random.default_rng(require_integer("the seed", seed, smallest=0))
    play = {OneRoll: _one_roll, Race: _in_turns, AtOnce: _at_once}[type(rules)]
    total = squares = 0
    for start in range(0, games, BATCH):
        gains = play(players, min(BATCH, games - start), goal, draw)
        total, squares = total + int(gains.sum()), squares + int((gains**2).sum())
    return Estimate.of_moments(games, total, squares)


class _Player:
    """One player's decisions and rolls for a whole batch of games."""

    def __init__(self, rules: OneRoll | Race | AtOnce, table: TablePolicy) -> None:
        self.cumulative = table.mixtures.astype(np.float64).cumsum(axis=1)
        self.choice = table.choice
        self.rules = rules
        no_bust = (1 - 1 / rules.faces) ** np.arange(1, rules.dice + 1)
        self.rarest = 1.0 if rules.bust_score else float((table.mixtures @ no_bust).min())

    def scores(self, own: Ints, other: Ints, draw: np.random.Generator) -> Ints:
        """Draw the numbers of dice, roll them, add the faces up."""
        assert self.choice is not None
        cumulative = self.cumulative[self.choice[own, other]]
        chance = draw.random((own.size, 1)) * cumulative[:, -1:]
        dice = 1 + (cumulative <= chance).sum(axis=1)
        faces = draw.integers(1, self.rules.faces + 1, size=(own.size, self.rules.dice))
        faces[np.arange(self.rules.dice) >= dice[:, None]] = 0
        faces[(faces == 1).any(axis=1)] = 0
        sums: Ints = faces.sum(axis=1)
        return np.maximum(sums, self.rules.bust_score)


def _one_roll(players: list[_Player], games: int, goal: int, draw: np.random.Generator) -> Ints:
    nothing = np.zeros(games, dtype=np.int64)
    mine, theirs = (player.scores(nothing, nothing, draw) for player in players)
    gains: Ints = np.sign(mine - theirs)
    return gains


def _in_turns(players: list[_Player], games: int, goal: int, draw: np.random.Generator) -> Ints:
    needs, gains = np.full((2, games), goal), np.zeros(games, dtype=np.int64)
    active, mover = np.arange(games), 0
    while active.size:
        own, other = needs[mover, active], needs[1 - mover, active]
        needs[mover, active] = own - players[mover].scores(own, other, draw)
        arrived = needs[mover, active] <= 0
        gains[active[arrived]] = 1 - 2 * mover
        active, mover = active[~arrived], 1 - mover
    return gains


def _at_once(players: list[_Player], games: int, goal: int, draw: np.random.Generator) -> Ints:
    rules = players[0].rules
    assert isinstance(rules, AtOnce)
    needs, gains = np.full((2, games), goal), np.zeros(games, dtype=np.int64)
    active = np.arange(games)
    while active.size:
        own, other = needs[:, active]
        needs[0, active] = own - players[0].scores(own, other, draw)
        needs[1, active] = other - players[1].scores(other, own, draw)
        there = needs[:, active] <= 0
        gains[active] = there[0].astype(np.int64) - there[1]
        if rules.finish == "higher total":
            both = active[there.all(axis=0)]
            gains[both] = np.sign(needs[1, both] - needs[0, both])
        active = active[~there.any(axis=0)]
    return gains
