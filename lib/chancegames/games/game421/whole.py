"""The whole game of 421 solved and judged: a stochastic game, with the chance to win as its value.

The rules are those of `.match`.  The value is found by iterating Shapley's operator from below,
with a game that never ends counted as lost.  Done for both players this bounds the value from above
too, so each answer carries proved bounds (up to the rounding of floating point).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property, partial
from itertools import product
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from chancegames.base.checks import door, is_hashable, require_one_of, shown
from chancegames.games.game421.lattice import Floats, _backwards
from chancegames.games.game421.match import Game, GamePolicy, Position, Turn
from chancegames.games.game421.rounds import _choices, ends, evaluate_round
from chancegames.games.game421.sets import (
    HANDS,
    INNER_STATES,
    NOBODY,
    NUMBER,
    OTHER,
    PLACE,
    STARTER,
    _best_keep,
    _Laws,
    _laws,
    _plan,
    _Plans,
    _results,
)
from chancegames.maths.dice import Combination
from chancegames.maths.solution import Number, Solution, checked
from chancegames.models.game421 import End, Round

MOST_TOKENS = 10  # that a set can move
MOST_SWEEPS = 100_000
TOLERANCE = 1e-10  # sweep until no chance changes by more


@cache
def _targets(rules: Game) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """What follows each result of a set: number of the position, and whether its starter stays.

    Both by position, loser and tokens, shape (positions, 3, 11).  Beyond the positions, the next
    starter has lost (the first) or won (the second).
    """
    number = {position: n for n, position in enumerate(rules.positions)}
    shape = (len(number), 3, MOST_TOKENS + 1)
    after, same = np.zeros(shape, np.int64), np.zeros(shape, bool)
    amounts = range(1, MOST_TOKENS + 1)
    for position, loser, amount in product(number, (STARTER, OTHER, NOBODY), amounts):
        place = number[position], loser, amount
        following, same[place] = rules.after(position, loser, amount)
        over = len(number) + (following[1] == 0)
        after[place] = over if rules.over(following) else number[following]
    return after, same


def _with_ends(values: Floats) -> Floats:
    """Chances of one player (rows: as starter, as the other) with those of a finished game."""
    return np.concatenate((values, [[0.0, 1.0], [1.0, 0.0]]), axis=1)


def _ahead(rules: Game, values: Floats, number: int, role: int) -> Floats:
    """Chance of one player after each pair of hands, who has a role in the set at a position."""
    after, same = (table[number] for table in _targets(rules))
    loser, amount = _results(rules.tie)
    chances: Floats = values[np.where(same, role, 1 - role), after]
    found: Floats = chances[loser, amount]
    return found


@dataclass(frozen=True, eq=False)
class GameSolution(Solution[Any, Combination]):
    """Chances to win the whole game of one player: by best play, or by a policy.

    Attributes
    ----------
    rules : Game
    values : float array, shape (2, positions)
        Chance to win as the starter of the next set, and as the other player.
    gap : float
        Largest distance between the proved bounds; for given policies, how far the chances miss
        their equations.
    players : (policy, policy), optional
        This player's policy and the opponent's, if they are given.
    """

    rules: Game
    values: Floats = field(repr=False)
    gap: float
    method: str
    players: tuple[GamePolicy, GamePolicy] | None = None

    @property
    def value(self) -> float:
        """Chance to win of a player who starts the game."""
        return self.value_at(self.rules.start)

    @property
    def residual(self) -> float:
        """The gap."""
        return self.gap

    @door
    def value_at(self, state: Position | Turn, role: int = STARTER) -> float:
        """Chance to win: at a turn, or before a set, for its starter (with `role` 1, the other).

        Raises
        ------
        ValueError
            If it is no position or turn of this game.
        """
        if isinstance(state, tuple) and len(state) == 6:
            values, law = self.action_values(state), self.policy(state)
            return sum(float(p) * values[kept] for kept, p in law.items())
        require_one_of("the role", role, (STARTER, OTHER))
        return float(self.values[role, self._number(state)])

    @door
    def payoff(self, position: Position, role: int = STARTER) -> Floats:
        """Chance to win after each pair of hands, the starter's in rows; shape (56, 56)."""
        require_one_of("the role", role, (STARTER, OTHER))
        return _ahead(self.rules, _with_ends(self.values), self._number(position), role)

    def plans(self, position: Position) -> _Plans:
        """Chances while a set is played, of both players at their best."""
        self._number(position)
        if position not in self._plans:
            self._plans[position] = _plan(self.payoff(position), self.rules.casts)
        return self._plans[position]

    def action_values(self, state: Turn) -> dict[Combination, float]:
        """Chance to win after each choice of dice to keep.

        Raises
        ------
        ValueError
            If it is no turn of this game.
        """
        turn, position, rules = _in_set(self.rules, state)
        options = _choices(rules, turn[3:])
        if self.players is None:
            values = _values_of(self.plans(position), turn)
            shift = 1.0 if turn.answered else 0.0
            return {kept: shift + float(values[NUMBER[kept]]) for kept in options}
        judged = evaluate_round(
            self._as_round(turn, position, rules),
            lambda s: self.players[0](Turn(*turn[:3], *s)),  # type: ignore[index]
        )
        return {kept: float(value) for kept, value in judged.action_values(turn[3:]).items()}

    def _as_round(self, turn: Turn, position: Position, rules: Round) -> Round:
        """The rest of the set as a round: worth what the opponent's policy makes of it."""
        assert self.players is not None
        if turn.answered:
            payoff = self.payoff(position, OTHER)[PLACE[turn.answered[1]]]
            worth: Mapping[End, Number] = dict(
                zip(((rules.casts, hand) for hand in HANDS), map(float, payoff), strict=True)
            )
        else:
            reply = _followed(self.rules, self.players[1], position).reply
            payoff = self.payoff(position)
            worth = {
                (casts, hand): float(reply[casts, n] @ payoff[n])
                for casts in rules.ends
                for n, hand in enumerate(HANDS)
            }
        return Round(casts=rules.casts, player=rules.player, utility=worth)

    def policy(self, state: Turn) -> Mapping[Combination, Number]:
        """Probability of each choice: the best one, with more dice among equals, or as given."""
        turn, position, rules = _in_set(self.rules, state)
        if self.players is not None:
            options = dict.fromkeys(_choices(rules, turn[3:]), 0)
            return checked(turn, options, self.players[0](turn))
        return _guided(self.plans(position), turn, rules)

    def laws(self, position: Position) -> _Laws:
        """Where best play of a set leads."""
        return _laws(self.plans(position))

    def closing_in(self, position: Position, sweeps: int) -> list[tuple[float, float]]:
        """Floor and ceiling of the starter's chance in the discharge, after so many sets.

        The floor counts a game that has not ended by then as lost, the ceiling as won.  Each sweep
        looks one set further ahead, for all its positions at once.

        Examples
        --------
        >>> floors, ceilings = zip(*solve_game(Game(pot=3)).closing_in((0, 1), 20))
        >>> floors[0] < floors[1] < ceilings[1] < ceilings[0], ceilings[-1] - floors[-1] < 1e-5
        (True, True)
        """
        number, found = self._number(position), []
        values = _with_ends(np.zeros_like(self.values))
        splits = [n for n, (pot, _) in enumerate(self.rules.positions) if pot == 0]
        for _ in range(sweeps):
            before = values.copy()
            for split, role in product(splits, (STARTER, OTHER)):
                values[role, split] = _best_worth(self.rules, before, split, role)
            found.append((float(values[STARTER, number]), float(1 - values[OTHER, number])))
        return found

    @cached_property
    def _plans(self) -> dict[Position, _Plans]:
        return {}

    def _number(self, position: Any) -> int:
        if not is_hashable(position) or position not in set(self.rules.positions):
            raise ValueError(
                f"a position is the tokens in the pot and a player's own, such as "
                f"{self.rules.start}, not {shown(position)}"
            )
        return self.rules.positions.index(position)


def _in_set(rules: Game, state: Any) -> tuple[Turn, Position, Round]:
    """A turn with the position at which its set began, as the starter sees it, and its round.

    Raises
    ------
    ValueError
        If it is no turn of this game.
    """
    try:
        turn = Turn(*state)
        own = rules.pot - turn.pot - turn.own if turn.answered else turn.own
        casts, hand = turn.answered or (rules.casts, HANDS[0])
        if (turn.pot, own) in rules.positions and hand in PLACE and 1 <= casts <= rules.casts:
            played = Round(casts=casts, player="next" if turn.answered else "first")
            _choices(played, turn[3:])
            return turn, (turn.pot, own), played
    except (TypeError, ValueError):
        pass
    like = tuple(Turn(*rules.start, (), 1, (), (1, 1, 4)))
    raise ValueError(f"a turn of this game is one such as Turn{like}, not {shown(state)}")


def _values_of(plans: _Plans, turn: Turn) -> Floats:
    """Values of the states of the round after this turn, to the player whose turn it is."""
    found: Floats
    if not turn.answered:
        found = plans.starter[turn.casts]
        return found
    casts, hand = turn.answered
    found = plans.reply[casts - turn.casts, :, PLACE[hand]]
    return found


def _guided(plans: _Plans, turn: Turn, rules: Round) -> dict[Combination, int]:
    last = turn.casts == rules.casts
    return {turn.table if last else _best_keep(_values_of(plans, turn), turn.kept, turn.table): 1}


@cache
def solve_game(rules: Game) -> GameSolution:
    """Solve the whole game for two players who both want to win; each game once.

    Raises
    ------
    ArithmeticError
        If the chances do not settle.

    Examples
    --------
    >>> game = solve_game(Game(pot=2))
    >>> game.value > 0.5, game.residual < 1e-9
    (True, True)
    """
    lower = _settled(rules, partial(_best_worth, rules))
    upper = 1 - lower[::-1]
    gap = float((upper - lower).max())
    return GameSolution(rules, (lower + upper) / 2, gap, "iteration from below, for both players")


def _best_worth(rules: Game, values: Floats, number: int, role: int) -> float:
    """Chance of one player before a set that both play best, from those after it."""
    ahead = _ahead(rules, values, number, role)
    value = _plan(ahead if role == STARTER else 1 - ahead, rules.casts).starter[0, 0]
    return float(value if role == STARTER else 1 - value)


def _settled(rules: Game, worth: Callable[[Floats, int, int], float]) -> Floats:
    """Improve the chances of one player from 0 until they settle, pot by pot."""
    values = _with_ends(np.zeros((2, len(rules.positions))))
    pots = np.array([pot for pot, _ in rules.positions])
    for pot in range(rules.pot + 1):
        part = np.flatnonzero(pots == pot).tolist()
        can_stay = pot == 0 or rules.tie == "void"
        for _ in range(MOST_SWEEPS if can_stay else 1):
            if _sweep(worth, values, part) <= TOLERANCE:
                break
        else:
            if can_stay:
                raise ArithmeticError(f"the chances did not settle within {MOST_SWEEPS} sweeps")
    return values[:, :-2]


def _sweep(
    worth: Callable[[Floats, int, int], float], values: Floats, part: Iterable[int]
) -> float:
    """Improve the chances of one player at some positions, in place; return the largest change."""
    change = 0.0
    for number, role in product(part, (STARTER, OTHER)):
        found = worth(values, number, role)
        change = max(change, abs(found - values[role, number]))
        values[role, number] = found
    return change


@door
class ForTokens:
    """A policy of the whole game: play each set for the tokens that pass in it.

    Parameters
    ----------
    rules : Game
    capped : bool
        Count only tokens that the pot or the winner's hand still holds, instead of all that the
        better hand says.

    Examples
    --------
    >>> ForTokens(Game())(Turn(11, 0, (), 1, (), (1, 1, 4)))
    {(1, 1, 4): 1}
    """

    def __init__(self, rules: Game, capped: bool = False) -> None:
        self.rules, self.capped = rules, capped
        self._plans = cache(
            lambda gains: _plan(np.frombuffer(gains).reshape(len(HANDS), -1), rules.casts)
        )
        self._laws = cache(lambda gains: _laws(self._plans(gains)))

    def gains(self, position: Position) -> Floats:
        """Tokens that the starter gets rid of, or gets (negative), for each pair of hands."""
        loser, amount = _results(self.rules.tie)
        if not self.capped:
            return np.where(loser == STARTER, -amount, np.where(loser == OTHER, amount, 0)) * 1.0
        passing = np.zeros((3, MOST_TOKENS + 1))
        for who, tokens in product((STARTER, OTHER), range(1, MOST_TOKENS + 1)):
            (pot, own), same = self.rules.after(position, who, tokens)
            mine = own if same else self.rules.pot - pot - own
            yours = self.rules.pot - pot - mine
            before = position[1], self.rules.pot - position[0] - position[1]
            passing[who, tokens] = (yours - before[1]) if who == OTHER else (before[0] - mine)
        return passing[loser, amount]

    def __call__(self, state: Turn) -> Mapping[Combination, Number]:
        """The choice that promises most tokens; with more dice among equals."""
        turn, position, rules = _in_set(self.rules, state)
        return _guided(self._plans(self.gains(position).tobytes()), turn, rules)

    def laws(self, position: Position) -> _Laws:
        """Where such play of a set leads, in either role."""
        return self._laws(self.gains(position).tobytes())


@runtime_checkable
class _Known(Protocol):
    """What can tell of itself where it leads, at any position of its game."""

    rules: Any

    def laws(self, position: Position) -> _Laws: ...


def _followed(rules: Game, policy: GamePolicy, position: Position) -> _Laws:
    """Where a policy leads in either role of a set; asked turn by turn if it cannot tell."""
    owner: object = getattr(policy, "__self__", policy)
    if isinstance(owner, _Known) and owner.rules == rules and not getattr(owner, "players", None):
        return owner.laws(position)
    return _asked(rules, policy, position)


def _asked(rules: Game, policy: GamePolicy, position: Position) -> _Laws:
    """Where a policy leads that is asked at every turn of a set."""
    pot, own = position
    starter = np.zeros((rules.casts + 1, len(HANDS)))
    reply = np.zeros((rules.casts + 1, len(HANDS), len(HANDS)))
    for (casts, hand), p in _ends(Round(casts=rules.casts), policy, pot, own, ()).items():
        starter[casts, PLACE[hand]] = p
    other = rules.pot - pot - own
    for end in product(range(1, rules.casts + 1), HANDS):
        answers = _ends(Round(casts=end[0], player="next"), policy, pot, other, end)
        for (_, hand), p in answers.items():
            reply[end[0], PLACE[end[1]], PLACE[hand]] = p
    return _Laws(starter, reply)


def _ends(rules: Round, policy: GamePolicy, *place: Any) -> dict[End, Number]:
    """Probability of each end of one player's part of a set; a refusal tells the turn."""
    try:
        return ends(rules, lambda s: policy(Turn(*place, *s)))
    except ValueError as refused:
        told = refused
    ends(rules, lambda s: checked(t := Turn(*place, *s), rules.options(*s), policy(t)))
    raise told


def _evaluate_game(rules: Game, policy: GamePolicy, opponent: GamePolicy) -> GameSolution:
    """Chances of a policy against another one; a game that never ends is won by nobody.

    A policy is asked at every turn of every position, unless it knows where it leads, as that of
    `solve_game` and `ForTokens` do.

    Raises
    ------
    ValueError
        If a policy keeps what it may not, or its probabilities are no distribution.

    Examples
    --------
    >>> rules = Game(pot=2)
    >>> best = solve_game(rules)
    >>> judged = _evaluate_game(rules, best.policy, best.policy)
    >>> abs(judged.value - best.value) < 1e-9
    True
    """
    positions = rules.positions
    both = [(_followed(rules, policy, p), _followed(rules, opponent, p)) for p in positions]
    size = len(positions)
    matrix, won = np.zeros((2 * size, 2 * size)), np.zeros(2 * size)
    for number, role in product(range(size), (STARTER, OTHER)):
        first, second = both[number] if role == STARTER else both[number][::-1]
        row = role * size + number
        for following, player, p in _following(rules, number, role, first, second):
            if following < size:
                matrix[row, player * size + following] += p
            else:
                won[row] += p * _with_ends(np.zeros((2, 0)))[player, following - size]
    ending = matrix.sum(axis=1) < 1 - 1e-12  # then whatever leads there
    for _ in range(2 * size):
        ending |= matrix[:, ending].sum(axis=1) > 0
    chances = np.zeros(2 * size)
    inner = np.ix_(ending, ending)
    chances[ending] = np.linalg.solve(np.eye(int(ending.sum())) - matrix[inner], won[ending])
    miss = float(np.abs(matrix @ chances + won - chances).max())
    return GameSolution(
        rules, chances.reshape(2, size), miss, "linear equations", (policy, opponent)
    )


def _following(
    rules: Game, number: int, role: int, starter: _Laws, other: _Laws
) -> Iterator[tuple[int, int, float]]:
    """Position, role there of the player who has `role` here, and probability of both."""
    pairs = np.einsum("ki,kij->ij", starter.starter, other.reply)
    loser, amount = _results(rules.tie)
    law = np.zeros((3, MOST_TOKENS + 1))
    np.add.at(law, (loser, amount), pairs)
    after, same = (table[number] for table in _targets(rules))
    for place in zip(*np.nonzero(law), strict=True):
        yield int(after[place]), role if same[place] else 1 - role, float(law[place])


@door
def guaranteed(rules: Game, policy: GamePolicy) -> GameSolution:
    """Chances of a policy against an opponent who knows it and replies best.

    Iterated from below until they settle; a game that never ends counts as lost.

    Raises
    ------
    ValueError
        If the policy does what it may not, or its probabilities are no distribution.
    ArithmeticError
        If the chances do not settle.

    Examples
    --------
    >>> rules = Game(pot=2)
    >>> best = solve_game(rules)
    >>> abs(guaranteed(rules, best.policy).value - best.value) < 1e-8
    True
    """
    known = [_followed(rules, policy, position) for position in rules.positions]

    def worth(values: Floats, number: int, role: int) -> float:
        ahead, law = _ahead(rules, values, number, role), known[number]
        if role == STARTER:
            ends_of = _plan(ahead, rules.casts).starter[1:, INNER_STATES:]
            return float((law.starter[1:] * ends_of).sum())
        replied = np.einsum("kij,ij->ki", law.reply, 1 - ahead)
        return 1 - float(_backwards(Round(casts=rules.casts), replied[1:])[0, 0])

    return GameSolution(rules, _settled(rules, worth), TOLERANCE, "iteration from below")
