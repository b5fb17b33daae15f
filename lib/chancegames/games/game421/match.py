"""The whole game of 421 for two players: charge, discharge, and games played die by die.

In a set the starter plays a round as first player and the other one as next player with as many
casts.  The loser of the set gets tokens, from the pot during the charge and from the winner during
the discharge.  A player wins who has no token when the pot is empty, or later gets rid of all.
(Appendix A of Albarede 2007; what it leaves open is a field of `Game`.)
"""

import random
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any, NamedTuple

from chancegames.base.checks import door, require_integer, require_one_of
from chancegames.games.game421.sets import NOBODY, OTHER, PLACE, STARTER, _results
from chancegames.maths.dice import Combination
from chancegames.maths.solution import Estimate, Policy, checked
from chancegames.models.game421 import TOKENS, End, Round

MOST_POT, MOST_CASTS = 60, 12
MOST_SETS = 5_000

#: Tokens in the pot, and tokens of the player who starts the set.
Position = tuple[int, int]
GamePolicy = Policy["Turn", Combination]
CHOICES = {
    "starter": ("loser", "winner", "alternate"),
    "tie": ("second", "void"),
    "short_pot": ("rest", "winner"),
    "short_hand": ("rest", "void"),
}


class Turn(NamedTuple):
    """A state of the whole game in which a player chooses what to keep.

    Attributes
    ----------
    pot, own : int
        Tokens in the pot, and of the player whose turn it is.
    answered : tuple
        Empty if this player started the set, else ``(casts, hand)`` of the starter.
    casts : int
        Casts that this player has made in this set.
    kept, table : tuple of int
        Dice kept before this cast, and all dice in sight.
    """

    pot: int
    own: int
    answered: End | tuple[()]
    casts: int
    kept: Combination
    table: Combination


@door
@dataclass(frozen=True)
class Game:
    """The whole game for two players: its tokens, and who begins and who pays on a tie.

    Attributes
    ----------
    pot : int
        Number of tokens, 11 in the source; 60 at most.
    starter : {"loser", "winner", "alternate"}
        Who starts the next set (open in the source).
    tie : {"second", "void"}
        After equal hands the second player gets the tokens, as the source proposes, or nobody.
    short_pot : {"rest", "winner"}
        If the pot holds too little the loser gets the rest, or the winner pays what is missing.
    short_hand : {"rest", "void"}
        A winner who has too few tokens pays all of them and so wins, or pays none.
    casts : int
        Casts of a round at most, 3 in the source; 12 at most.

    Raises
    ------
    ValueError
        If a choice is unknown, or a number out of range.

    Examples
    --------
    To begin is worth less with a cast less.

    >>> from chancegames.games.game421.whole import solve_game
    >>> [round(solve_game(Game(casts=casts)).value, 3) for casts in (2, 3)]
    [0.525, 0.558]
    """

    pot: int = 11
    starter: str = "loser"
    tie: str = "second"
    short_pot: str = "rest"
    short_hand: str = "rest"
    casts: int = 3

    def __post_init__(self) -> None:
        tokens = require_integer("the number of tokens", self.pot, 1, MOST_POT)
        object.__setattr__(self, "pot", tokens)
        casts = require_integer("the number of casts", self.casts, 1, MOST_CASTS)
        object.__setattr__(self, "casts", casts)
        for name, known in CHOICES.items():
            require_one_of(name, getattr(self, name), known)

    @property
    def start(self) -> Position:
        """All tokens in the pot."""
        return self.pot, 0

    @cached_property
    def positions(self) -> tuple[Position, ...]:
        """Positions at which a set begins, the emptier pot first."""
        charge = ((p, own) for p in range(1, self.pot + 1) for own in range(self.pot - p + 1))
        return (*((0, own) for own in range(1, self.pot)), *charge)

    @cached_property
    def reachable(self) -> frozenset[Position]:
        """Positions that can come up at the start of a set, whatever dice and players do."""
        found = [self.start]
        losers = (STARTER, OTHER) if self.tie == "second" else (STARTER, OTHER, NOBODY)
        for position in found:
            for loser, amount in product(losers, set(TOKENS.values())):
                following, _ = self.after(position, loser, amount)
                if not self.over(following) and following not in found:
                    found.append(following)
        return frozenset(found)

    def over(self, position: Position) -> bool:
        """Whether the pot is empty and one of the players has no token."""
        return position[0] == 0 and position[1] in (0, self.pot)

    @door
    def after(self, position: Position, loser: int, amount: int) -> tuple[Position, bool]:
        """What follows a set that somebody lost for so many tokens.

        Parameters
        ----------
        position : (int, int)
            Tokens in the pot and of the set's starter.
        loser : int
            The starter (0), the other player (1) or nobody (2).
        amount : int

        Returns
        -------
        position : (int, int)
            As the player sees it who starts the next set.
        same : bool
            Whether that is the player who started this one.

        Examples
        --------
        >>> Game().after((11, 0), OTHER, 10), Game().after((0, 3), OTHER, 10)
        (((1, 10), False), ((0, 11), False))
        """
        pot, own = position
        hands = [own, self.pot - pot - own]
        paid = 0
        if loser != NOBODY:
            paid = min(amount, pot)
            owed = amount - paid if pot == 0 or self.short_pot == "winner" else 0
            if not pot and hands[1 - loser] < owed and self.short_hand == "void":
                owed = 0
            owed = min(owed, hands[1 - loser])
            hands[loser] += paid + owed
            hands[1 - loser] -= owed
        winner = 1 - loser if loser != NOBODY else STARTER
        known = {"loser": 1 - winner if loser != NOBODY else STARTER, "winner": winner}
        following = known.get(self.starter, OTHER)
        return (pot - paid, hands[following]), following == STARTER


def _simulate_game(
    rules: Game, policy: GamePolicy, games: int, seed: int, opponent: GamePolicy
) -> Estimate:
    """Share of games that a policy wins which starts them, played die by die.

    Raises
    ------
    ValueError
        If there is no game or more than a million, a policy keeps what it may not, or a game does
        not end within 5,000 sets.

    Examples
    --------
    >>> from chancegames.games.game421.whole import solve_game
    >>> rules = Game(pot=2)
    >>> best = solve_game(rules).policy
    >>> _simulate_game(rules, best, games=5, seed=1, opponent=best).n
    5
    """
    require_integer("the number of games", games, 1, 10**6)
    draw = random.Random(require_integer("the seed", seed, smallest=0))
    wins = sum(_one_game(rules, (policy, opponent), draw) for _ in range(games))
    return Estimate.of_moments(games, wins, wins)


def _one_game(rules: Game, players: tuple[GamePolicy, GamePolicy], draw: random.Random) -> bool:
    """Play one game and tell whether the first player wins it."""
    position, starting = rules.start, 0
    for _ in range(MOST_SETS):
        if rules.over(position):
            return (position[1] == 0) == (starting == 0)
        pot, own = position
        casts, mine = _one_round(Round(casts=rules.casts), players[starting], (pot, own, ()), draw)
        reply, other = Round(casts=casts, player="next"), rules.pot - pot - own
        facing = (pot, other, (casts, mine))
        _, yours = _one_round(reply, players[1 - starting], facing, draw)
        loser, amount = (table[PLACE[mine], PLACE[yours]] for table in _results(rules.tie))
        position, same = rules.after(position, int(loser), int(amount))
        starting = starting if same else 1 - starting
    raise ValueError(f"a game did not end within {MOST_SETS:,} sets")


def _one_round(
    rules: Round, policy: GamePolicy, facing: tuple[int, int, Any], draw: random.Random
) -> End:
    casts = 0
    kept: Combination = ()
    while len(kept) < rules.dice:
        casts += 1
        cast = (draw.randint(1, rules.faces) for _ in range(rules.dice - len(kept)))
        pot, own, answered = facing
        turn = Turn(pot, own, answered, casts, kept, tuple(sorted((*kept, *cast))))
        law = checked(turn, dict.fromkeys(rules.options(*turn[3:]), 0), policy(turn))
        kept = draw.choices(list(law), [float(p) for p in law.values()])[0]
    return casts, kept
