"""The whole game of 421 for two players, a stochastic game: charge, discharge, chance to win.

Appendix A of Albarede (2007): in a set the starter plays a round as first player and the other one
as next player with as many casts.  The loser of the set gets tokens, from the pot during the charge
and from the winner during the discharge.  A player wins who has no token when the pot is empty, or
later gets rid of all.  What the appendix leaves open is a field of `GameRules`.

The value is found by iterating Shapley's operator from below, with a game that never ends counted
as lost; by symmetry this bounds the value from above too, so each answer carries proved bounds (up
to the rounding of floating point).
"""

from dataclasses import dataclass
from functools import cache
from itertools import product

import numpy as np
from numba import njit
from numpy.typing import NDArray

from chancegames.base.checks import require_positive_integer
from chancegames.base.compiled import INNER
from chancegames.games.game421.fast import lattice, step_back
from chancegames.games.game421.rules import Round
from chancegames.games.game421.utilities import ranking, tokens

A, B, NOBODY = 0, 1, 2
MOST_TOKENS = 10
State = tuple[int, int, int]
CHOICES = {
    "starter": ("loser", "winner", "alternate"),
    "tie": ("second", "void"),
    "short_pot": ("rest", "winner"),
    "short_hand": ("rest", "void"),
}


@dataclass(frozen=True)
class GameRules:
    """What appendix A says of the whole game, and named readings of what it leaves open.

    Parameters
    ----------
    pot : int
        Number of tokens, 11 in the source.
    starter : {"loser", "winner", "alternate"}
        Who starts the next set (open in the source).
    tie : {"second", "void"}
        After equal hands the second player gets the tokens, as the source proposes, or nobody.
    short_pot : {"rest", "winner"}
        If the pot holds too little the loser gets the rest, or the winner pays what is missing.
    short_hand : {"rest", "void"}
        A winner who has too few tokens pays all of them and so wins, or pays none.

    Raises
    ------
    ValueError
        If a choice is unknown or the pot is not positive.
    """

    pot: int = 11
    starter: str = "loser"
    tie: str = "second"
    short_pot: str = "rest"
    short_hand: str = "rest"

    def __post_init__(self) -> None:
        """Check the choices."""
        require_positive_integer("the number of tokens", self.pot)
        for name, known in CHOICES.items():
            if getattr(self, name) not in known:
                raise ValueError(f"{name} must be one of {known}, not {getattr(self, name)!r}")

    def states(self) -> list[State]:
        """List the states (tokens in the pot, tokens of A, starter), the emptier pot first."""
        charge = [(p, a) for p in range(1, self.pot + 1) for a in range(self.pot - p + 1)]
        discharge = [(0, a) for a in range(1, self.pot)]
        return [(p, a, s) for p, a in discharge + charge for s in (A, B)]

    def after(self, state: State, loser: int, amount: int) -> State:
        """Return the state after a set that `loser` lost for `amount` tokens.

        Examples
        --------
        >>> GameRules().after((11, 0, A), B, 10)
        (1, 0, 1)
        >>> GameRules().after((0, 3, A), B, 10)
        (0, 0, 1)
        """
        pot, of_a, starter = state
        if loser == NOBODY:
            return pot, of_a, 1 - starter if self.starter == "alternate" else starter
        hands = [of_a, self.pot - pot - of_a]
        paid = min(amount, pot)
        owed = amount - paid if pot == 0 or self.short_pot == "winner" else 0
        if pot or hands[1 - loser] >= owed or self.short_hand == "rest":
            owed = min(owed, hands[1 - loser])
        else:
            owed = 0
        hands[loser] += paid + owed
        hands[1 - loser] -= owed
        following = {"loser": loser, "winner": 1 - loser, "alternate": 1 - starter}
        return pot - paid, hands[A], following[self.starter]


@cache
def results(tie: str) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Loser (0 the starter, 1 the other, 2 nobody) and tokens for each pair of hands.

    Returns
    -------
    loser, amount : int arrays, shape (56, 56)
        Rows: the starter's hand; columns: the other's; hands in lexicographic order.

    Examples
    --------
    >>> loser, amount = results("second")
    >>> int(loser[0, 1]), int(amount[0, 1])
    (1, 7)
    """
    place = {hand: n for n, hand in enumerate(ranking())}
    hands = Round().finals
    order = np.array([place[h] for h in hands])
    worth = np.array([tokens(h) for h in hands])
    mine, yours = order[:, None], order[None, :]
    loser = np.where(mine > yours, 0, np.where(mine < yours, 1, NOBODY if tie == "void" else 1))
    return loser, np.where(mine > yours, worth[None, :], worth[:, None])


@njit(**INNER)
def replies_back(after, before, states, choose, offsets, plus, drops, lost, starts, chance):
    """Step back like `fast.step_back`, for one next player an entry of the last axis."""
    dice, width = len(offsets) - 2, after.shape[1]
    place = np.empty(offsets[-1], np.int32)
    best = np.empty((offsets[-1], width))
    size = 0
    for state in range(states):
        while offsets[size + 1] <= state:
            size += 1
        place[0] = state
        for who in range(width):
            best[0, who], before[state, who] = after[state, who], 0.0
        for cast in range(1, offsets[dice - size + 1]):
            k = starts[cast]
            place[cast] = plus[place[drops[k]], lost[k]]
            for who in range(width):
                best[cast, who] = after[place[cast], who]
            if choose:
                for k in range(starts[cast], starts[cast + 1]):
                    for who in range(width):
                        other = best[drops[k], who]
                        best[cast, who] = other if other > best[cast, who] else best[cast, who]
            if cast >= offsets[dice - size]:
                for who in range(width):
                    before[state, who] += chance[cast] * best[cast, who]


@njit(cache=True)
def set_value(payoff, plans, steps):
    """Value to the starter of a set with this payoff for each pair of hands.

    Fills `plans` (4, 84) with the starter's values of dated states.
    """
    total, hands = plans.shape[1], len(payoff)
    inner = total - hands
    after, before = np.empty((total, hands)), np.empty((total, hands))
    for state in range(total):
        for hand in range(hands):
            final = state >= inner
            after[state, hand] = -payoff[hand, state - inner] if final else -np.inf
        for date in range(4):
            plans[date, state] = -np.inf
    for casts in range(1, 4):
        replies_back(after, before, inner if casts < 3 else 1, casts > 1, *steps)
        for hand in range(hands):
            plans[casts, inner + hand] = -before[0, hand]
            for state in range(total):
                after[state, hand] = before[state, hand] if state < inner else -np.inf
    for date in range(2, -1, -1):
        step_back(plans[date + 1], plans[date], inner if date else 1, date < 2, *steps)
    return plans[0, 0]


def role_of(loser: NDArray[np.int64], side: int) -> NDArray[np.int64]:
    """Say who lost (A, B or nobody) where the results say which role, if `side` started the set.

    Examples
    --------
    >>> role_of(np.array([0, 1, 2]), B).tolist()
    [1, 0, 2]
    """
    return np.where((loser == NOBODY) | (side == A), loser, 1 - loser)


def sweep(values: NDArray[np.float64], fixed: tuple, part: tuple[int, int], steps: tuple) -> float:
    """Improve the chances of A in the states of `part` in place; return the greatest change."""
    targets, starters, loser, amount = fixed
    change, plans = 0.0, np.empty((4, 84))
    for state in range(*part):
        side = starters[state]
        chances = values[targets[state]][role_of(loser, side), amount]
        worth = set_value(chances if side == A else 1 - chances, plans, steps)
        worth = worth if side == A else 1 - worth
        change = max(change, abs(worth - values[state]))
        values[state] = worth
    return change


@dataclass(frozen=True)
class GameValue:
    """Chances to win the whole game.

    Attributes
    ----------
    rules : GameRules
    lower : mapping
        State (pot, tokens of A, starter) -> chance that A wins, a lower bound.
    gap : float
        Greatest distance to the upper bound over all states.
    sweeps : int
        Sweeps over the discharge.
    """

    rules: GameRules
    lower: dict[State, float]
    gap: float
    sweeps: int

    def chance(self, state: State) -> float:
        """Chance that A wins, in the middle of its bounds."""
        return (self.lower[state] + self.upper(state)) / 2

    def upper(self, state: State) -> float:
        """Upper bound: what the mirrored state leaves to the other player."""
        pot, of_a, starter = state
        return 1 - self.lower[pot, self.rules.pot - pot - of_a, 1 - starter]

    @property
    def starting(self) -> float:
        """Chance to win of the player who starts the game."""
        return self.chance((self.rules.pot, 0, A))


def target_table(rules: GameRules, states: list[State]) -> NDArray[np.int64]:
    """Number the state that follows each result of a set.

    Parameters
    ----------
    rules : GameRules
    states : list of states

    Returns
    -------
    int array, shape (states, 3, 11)
        By state, loser (A, B or nobody) and tokens; numbers beyond the states mean that A has lost
        (the first) or won (the second).

    Examples
    --------
    >>> rules = GameRules(pot=1)
    >>> target_table(rules, rules.states())[0, :2, 1] - len(rules.states())
    array([0, 1])
    """
    number = {state: n for n, state in enumerate(states)}
    targets = np.zeros((len(states), 3, MOST_TOKENS + 1), np.int64)
    for state, who, amount in product(states, (A, B, NOBODY), range(1, MOST_TOKENS + 1)):
        after = rules.after(state, who, amount)
        if after[0] == 0 and after[1] in (0, rules.pot):
            target = len(states) + (after[1] == 0)
        else:
            target = number[after]
        targets[number[state], who, amount] = target
    return targets


def grid_steps() -> tuple:
    """Return the numbered combinations of three dice, as `fast.step_back` wants them.

    Examples
    --------
    >>> len(grid_steps()), grid_steps()[0].tolist()
    (6, [0, 1, 7, 28, 84])
    """
    grid = lattice(3, 6)
    return grid.offsets, grid.plus, grid.drops, grid.lost, grid.starts, grid.chance


@cache
def solve_game(
    rules: GameRules | None = None, tolerance: float = 1e-10, most: int = 10_000
) -> GameValue:
    """Solve the whole game for two players who both want to win; each game once.

    Parameters
    ----------
    rules : GameRules, optional
    tolerance : float
        Stop when a sweep changes no chance by more; the gap that is then left is measured.
    most : int
        Sweeps at most.

    Returns
    -------
    GameValue

    Raises
    ------
    RuntimeError
        If the sweeps do not settle.

    Examples
    --------
    >>> game = solve_game(GameRules(pot=2))
    >>> game.starting > 0.5, game.gap < 1e-9
    (True, True)
    """
    if rules is None:
        return solve_game(GameRules(), tolerance, most)
    states = rules.states()
    starters = np.array([s for _, _, s in states])
    fixed = (target_table(rules, states), starters, *results(rules.tie))
    values = np.append(np.zeros(len(states)), [0.0, 1.0])
    first, sweeps = 0, []
    for pot in range(rules.pot + 1):
        last = first + sum(p == pot for p, _, _ in states)
        limit = most if _cyclic(rules, pot) else 1
        sweeps.append(_settle(values, fixed, (first, last), limit, tolerance))
        first = last
    lower = dict(zip(states, values[:-2].tolist(), strict=True))
    bounds = GameValue(rules, lower, 0.0, sweeps[0])
    gap = max(bounds.upper(state) - lower[state] for state in states)
    return GameValue(rules, lower, gap, sweeps[0])


def _settle(
    values: NDArray[np.float64], fixed: tuple, part: tuple[int, int], limit: int, tolerance: float
) -> int:
    """Sweep over the states of `part` until they settle; one sweep is enough without cycles."""
    for count in range(1, limit + 1):
        if sweep(values, fixed, part, grid_steps()) <= tolerance or limit == 1:
            return count
    raise RuntimeError(f"the chances did not settle within {limit} sweeps")


def _cyclic(rules: GameRules, pot: int) -> bool:
    """Tell whether a set can leave the pot as it is."""
    return pot == 0 or rules.tie == "void"


def chance_after(game: GameValue, state: State, who: int, amount: int) -> float:
    """Chance of the starter of a set to win the game, once `who` has lost it for `amount` tokens.

    Examples
    --------
    >>> chance_after(solve_game(GameRules(pot=2)), (2, 0, A), B, 7)
    1.0
    """
    after = game.rules.after(state, who, amount)
    ended = after[0] == 0 and after[1] in (0, game.rules.pot)
    chance = float(after[1] == 0) if ended else game.chance(after)
    return chance if state[2] == A else 1 - chance


def set_payoff(game: GameValue, state: State) -> NDArray[np.float64]:
    """Chance of the starter of a set to win the game, for each pair of hands.

    Returns
    -------
    float array, shape (56, 56)
        Rows: the starter's hand; columns: the other's.

    Examples
    --------
    >>> set_payoff(solve_game(GameRules(pot=1)), (1, 0, A))[0, :2].tolist()
    [1.0, 1.0]
    """
    amounts = range(1, MOST_TOKENS + 1)
    sides = (state[2], 1 - state[2], NOBODY)
    known = [[chance_after(game, state, who, n) for n in amounts] for who in sides]
    loser, amount = results(game.rules.tie)
    return np.array(known)[loser, amount - 1]


def set_plan(game: GameValue, state: State) -> NDArray[np.float64]:
    """Chance to win of the starter at each dated state of a set.

    Returns
    -------
    float array, shape (4, 84)
        Rows: casts made; columns: states of a round, as in ``Round().states``; minus infinity
        where no round is.

    Examples
    --------
    >>> game = solve_game(GameRules(pot=2))
    >>> bool(abs(set_plan(game, (2, 0, A))[0, 0] - game.starting) < 1e-9)
    True
    """
    plans = np.empty((4, 84))
    set_value(set_payoff(game, state), plans, grid_steps())
    return plans
