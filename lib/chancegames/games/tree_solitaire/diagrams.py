r"""Move by move: the chance of winning on the first, second, ... move.

Johnson's diagrams (1970, chapters 3 and 4, appendix A) follow the law of the value of the point
the player stands on.  With a constant split ratio the value after :math:`n` moves is
:math:`A^iB^j` with :math:`i+j=n`, so that :math:`n+1` numbers (twice that for XHSTRAT, which
arrives either knowing nothing or knowing that the next X - 1 high branches split) carry the whole
law to the next move.  Numbers are exact if the game's are.

A win seen two or more levels down is counted on the move that can first reach it, as the source
does.  (XLSTRAT may find another win on the way and take it: the total is the same.)
"""

from collections import defaultdict
from dataclasses import dataclass
from functools import singledispatch
from math import inf

from chancegames.games.tree_solitaire.policies import (
    BothBranches,
    Coin,
    HighFirst,
    LowFirst,
    Policy,
)
from chancegames.games.tree_solitaire.rules import ConstantRatio, Number, TreeSolitaire


@dataclass(frozen=True)
class Fork:
    """What happens at a fork whose top has a given value.

    Attributes
    ----------
    wins : tuple of numbers
        Chance of a win reached in one move, in two, ...
    high, low : number
        Chance to move to the high (low) branch and find that it splits.
    high_state : int
        State in which the high branch is entered: 1 if it is known that its next high branches
        split.  The low branch is entered in state 0.
    """

    wins: tuple[Number, ...]
    high: Number
    low: Number
    high_state: int = 0


@singledispatch
def fork(policy: Policy, game: TreeSolitaire, x: Number, state: int = 0) -> Fork:
    """What `policy` does at a fork of value `x` of the independent form.

    Parameters
    ----------
    policy : Coin, HighFirst, LowFirst or BothBranches
        The strategy.
    game : TreeSolitaire
        The rules, with a constant split ratio.
    x : Fraction or float
        Value of the fork's top.
    state : int
        1 if XHSTRAT arrives knowing that the next X - 1 high branches split.

    Returns
    -------
    Fork

    Examples
    --------
    >>> from fractions import Fraction
    >>> from chancegames.games.tree_solitaire.policies import LSTRAT
    >>> from chancegames.games.tree_solitaire.rules import constant_game
    >>> fork(LSTRAT, constant_game(Fraction(1, 2), Fraction(3, 4)), Fraction(1)).wins
    (Fraction(29, 64),)
    """
    raise ValueError(f"no diagram is known for {policy!r}")


@fork.register
def _(policy: Coin, game: TreeSolitaire, x: Number, state: int = 0) -> Fork:
    e, s = game.ending, game.splitting
    return Fork((e * x / 2,), s / 2, s / 2)


@fork.register
def _(policy: BothBranches, game: TreeSolitaire, x: Number, state: int = 0) -> Fork:
    e, s = game.ending, game.splitting
    high, low = game.ratio.high * x, (1 - game.ratio.high) * x
    win = 1 - (1 - e * high) * (1 - e * low)
    return Fork((win,), s * (1 - e * low), e * (1 - high) * s)


@fork.register
def _(policy: LowFirst, game: TreeSolitaire, x: Number, state: int = 0) -> Fork:
    e, s, a = game.ending, game.splitting, game.ratio.high
    low = (1 - a) * x
    if policy.looks == inf:
        seen = [e * low / (1 - s * a)]
    else:
        seen = [e * low * (s * a) ** depth for depth in range(policy.looks)]
    rest = 1 - sum(seen)
    return Fork((seen[0] + rest * e * a * x, *seen[1:]), rest * s, 0)


@fork.register
def _(policy: HighFirst, game: TreeSolitaire, x: Number, state: int = 0) -> Fork:
    e, s, a = game.ending, game.splitting, game.ratio.high
    if policy.looks == 0:
        return Fork((e * a * x,), s, 0)
    if policy.looks == inf:
        seen, ends = [e * a * x / (1 - s * a)], 1
    else:
        known = policy.looks - 1 if state else 0
        depths = range(known, policy.looks)
        seen = [0] * known + [s ** (d - known) * e * a ** (d + 1) * x for d in depths]
        ends = 1 - s ** (policy.looks - known)
    lost = ends - sum(seen)
    wins = (seen[0] + lost * e * (1 - a) * x, *seen[1:])
    return Fork(wins, 1 - ends, lost * s, int(policy.looks > 1))


def move_chances(policy: Policy, game: TreeSolitaire, moves: int) -> tuple[Number, ...]:
    """Chance of winning on each of the first moves, independent form.

    Parameters
    ----------
    policy : Coin, HighFirst, LowFirst or BothBranches
        The strategy.
    game : TreeSolitaire
        The rules: independent form, constant split ratio.
    moves : int
        How many moves, at least 1.

    Returns
    -------
    tuple of numbers
        The chance of winning on move 1, ..., `moves`; exact if the game's numbers are.

    Raises
    ------
    ValueError
        If the game has another form or a random ratio, or `moves` is below 1.

    Examples
    --------
    >>> from fractions import Fraction
    >>> from chancegames.games.tree_solitaire.policies import HSTRAT
    >>> from chancegames.games.tree_solitaire.rules import constant_game
    >>> move_chances(HSTRAT, constant_game(Fraction(1, 2), Fraction(3, 4)), 2)
    (Fraction(25, 64), Fraction(2581, 16384))
    """
    _require_diagram(game)
    if moves < 1:
        raise ValueError(f"the number of moves must be at least 1, not {moves}")
    chances = [0] * (moves + policy_depth(policy))
    here = {(0, 0, 0): 1}  # (high moves, low moves, state) -> chance to stand there
    for move in range(moves):
        here = _advance(policy, game, here, chances, move)
    return tuple(chances[:moves])


def _require_diagram(game: TreeSolitaire) -> None:
    """Refuse games whose points are not told apart by the moves that led there alone."""
    if game.form != "independent" or not isinstance(game.ratio, ConstantRatio):
        raise ValueError("the diagrams are for the independent form and a constant split ratio")


def policy_depth(policy: Policy) -> int:
    """Most moves after which a win seen now is reached (limits are counted at once)."""
    looks = getattr(policy, "looks", 1)
    return 1 if looks in (0, inf) else looks


def _advance(policy: Policy, game: TreeSolitaire, here: dict, chances: list, move: int) -> dict:
    """Add this move's wins to `chances`; return the law of the points moved to."""
    a = game.ratio.high
    there: dict = defaultdict(int)
    for (i, j, state), chance in here.items():
        step = fork(policy, game, a**i * (1 - a) ** j, state)
        for delay, win in enumerate(step.wins):
            chances[move + delay] += chance * win
        if step.high:
            there[i + 1, j, step.high_state] += chance * step.high
        if step.low:
            there[i, j + 1, 0] += chance * step.low
    return there


def standings(
    policy: Policy, game: TreeSolitaire, moves: int
) -> tuple[dict[tuple[int, int], Number], ...]:
    """Law of the split point where the player stands, before the first move and after each.

    Parameters
    ----------
    policy, game, moves
        As for :func:`move_chances`.

    Returns
    -------
    tuple of dict
        For 0, 1, ..., `moves` moves: (high moves, low moves) to the chance of standing at a split
        point so reached, of value A**high B**low.

    Raises
    ------
    ValueError
        If the game has another form or a random ratio.

    Examples
    --------
    >>> from fractions import Fraction
    >>> from chancegames.games.tree_solitaire.policies import STRAT
    >>> from chancegames.games.tree_solitaire.rules import constant_game
    >>> standings(STRAT, constant_game(Fraction(1, 2), Fraction(3, 4)), 1)[1]
    {(1, 0): Fraction(1, 2)}
    """
    _require_diagram(game)
    here: dict = {(0, 0, 0): 1}
    laws = []
    for move in range(moves + 1):
        law: dict[tuple[int, int], Number] = defaultdict(int)
        for (i, j, _), chance in here.items():
            law[i, j] += chance
        laws.append(dict(law))
        here = _advance(policy, game, here, [0] * (moves + policy_depth(policy) + 1), move)
    return tuple(laws)


def expected_moves(policy: Policy, game: TreeSolitaire, within: int = 400) -> Number:
    """Expected number of moves of a play, of a strategy that sees wins one level deep.

    Parameters
    ----------
    policy : Coin, HighFirst(0 or 1), LowFirst(1) or BothBranches
        The strategy.
    game : TreeSolitaire
        The rules: independent form, constant split ratio.
    within : int, optional
        Longest play counted; what is missing is at most S**within / E.

    Returns
    -------
    number

    Raises
    ------
    ValueError
        If the strategy looks deeper: its wins are counted on the move that reaches them.  If the
        game has another form or a random ratio.

    Examples
    --------
    >>> from chancegames.games.tree_solitaire.policies import STRAT
    >>> from chancegames.games.tree_solitaire.rules import constant_game
    >>> round(expected_moves(STRAT, constant_game(0.25, 0.75)), 9)
    4.0
    """
    _require_diagram(game)
    if getattr(policy, "looks", 1) > 1:
        raise ValueError(f"the moves of {policy.name} are not counted: it looks too deep")
    here, total = {(0, 0, 0): 1}, 0
    for move in range(within):
        standing = sum(here.values())
        if standing < 1e-18:
            break
        total += standing
        here = _advance(policy, game, here, [0] * (within + 1), move)
    return total


@dataclass(frozen=True)
class TenMoves:
    """The source's approximation: ten moves, the rest as a geometric series.

    Attributes
    ----------
    chances : tuple of numbers
        Chance of winning on moves 1 to 10.
    """

    chances: tuple[Number, ...]

    @property
    def sum(self) -> Number:
        """Chance of winning within ten moves."""
        return sum(self.chances)

    @property
    def correction(self) -> Number:
        """What follows move 10 if each chance is to the one before as the tenth to the ninth."""
        ninth, tenth = self.chances[-2:]
        return tenth / (1 - tenth / ninth) - tenth if tenth else tenth

    @property
    def total(self) -> Number:
        """Sum and correction."""
        return self.sum + self.correction

    @property
    def ratios(self) -> tuple[Number, ...]:
        """Each chance divided by the one before it."""
        return tuple(b / a for a, b in zip(self.chances, self.chances[1:], strict=False))


def ten_moves(policy: Policy, game: TreeSolitaire) -> TenMoves:
    """The source's ten-move rule (chapter 4 and appendix A).

    Parameters
    ----------
    policy, game
        As for :func:`move_chances`.

    Returns
    -------
    TenMoves

    Examples
    --------
    >>> from chancegames.games.tree_solitaire.policies import LSTRAT
    >>> from chancegames.games.tree_solitaire.rules import constant_game
    >>> f"{ten_moves(LSTRAT, constant_game(0.25, 0.75)).total:.6f}"
    '0.518470'
    """
    return TenMoves(move_chances(policy, game, 10))
