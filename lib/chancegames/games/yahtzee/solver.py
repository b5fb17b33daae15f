r"""Optimal Solitaire Yahtzee: the expected future score of every anchor.

The recursion is that of `models.yahtzee`, with the keeps averaged one die at a time,

.. math:: E(S, k, n) = \tfrac16 \sum_f E(S, k + f, n) \quad (|k| < 5),

where :math:`n` re-rolls are left once the dice are complete (Verhoeff 1999; Glenn 2006, sections
4.1 and 5).  The upper bonus is booked at the end of the game.  Anchors are solved by layers, from
one open box to thirteen.
"""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

import numpy as np

from chancegames.base.checks import door, require_integer, shown
from chancegames.games.yahtzee.kernels.player import _follow_sets, _scratch
from chancegames.games.yahtzee.kernels.value import WORK, _solve_sets
from chancegames.games.yahtzee.layout import (
    CLOSED,
    LAYERS,
    REACHABLE,
    ROLLS,
    ROW_OF,
    SETS,
    STRIDE,
    TOTALS,
    Floats,
    Ints,
    _following,
    anchor,
)
from chancegames.games.yahtzee.policies import (
    TABLE,
    TablePolicy,
    _box_worths,
    _known_dice,
    _padded,
    _rolled_turn,
)
from chancegames.games.yahtzee.scoring import _turn_values, five_of_a_kind
from chancegames.games.yahtzee.vector import _aligned
from chancegames.maths import game
from chancegames.maths.dice import keeps
from chancegames.maths.solution import Policy, Solution
from chancegames.models.yahtzee import FORCED, REROLLS, Action, Box, Card, Rules, State, Turn

_SETS_AT_A_TIME = 32
MOST_THREADS = 256
MOST_OPEN = 3
"""Open boxes up to which a policy that is no table is followed exactly."""


@dataclass(frozen=True, eq=False)
class YahtzeeSolution(Solution[State, Action]):
    """Expected points still to come, at every card that can follow the start.

    Attributes
    ----------
    rules : Rules
    start : Card
    values : ndarray of float64, shape (3, 64, 64, 64), read-only
        By state of the Yahtzee box (open, 0, 50), mask of the other filled lower boxes, mask of
        the filled upper boxes, and upper total; NaN where no play from the start leads.
    method : str
    followed : TablePolicy, optional
        The policy that was evaluated; None for the best.
    squares : ndarray of float64, shape (3, 64, 64, 64), read-only, optional
        Mean square of the points still to come, for a policy that was evaluated.

    Examples
    --------
    >>> solution = solve(FORCED, start=Card(frozenset(Box) - {Box.YAHTZEE, Box.CHANCE}))
    >>> solution.policy(Turn(solution.start, 1, (1, 2, 6, 6, 6)))
    {(6, 6, 6): 1}
    >>> round(solution.regret(Turn(solution.start, 1, (1, 2, 6, 6, 6)), (6, 6)), 4)
    2.9377
    """

    rules: Rules
    start: Card
    values: Floats = field(repr=False)
    method: str = "backward induction"
    followed: TablePolicy | None = field(default=None, repr=False)
    squares: Floats | None = field(default=None, repr=False)

    @property
    def value(self) -> float:
        """Expected points from the start on, upper bonus included."""
        return self.value_at(self.start)

    @property
    def residual(self) -> float:
        """Largest amount by which a value misses one more sweep of the recursion.

        The sweep is that of the solver, so this finds a table that is not solved, and not a kernel
        that is wrong; the tests hold the kernels against the model.
        """
        again = [_padded(known) for known in (self.values, self.squares) if known is not None]
        layers = _following(self.start)
        for sets in reversed(layers[1:]):  # those that follow are still as they were
            _sweep(again, sets, self.rules, self.followed)
        new = _public(again[0], np.concatenate(layers))
        return float(np.nanmax(np.abs(new - self.values)))

    @cached_property
    def policy(self) -> TablePolicy:  # called as the method is
        """What to do at each state; the best, keeping the most dice of equal ones."""
        return self.followed or TablePolicy(self.rules, self.values, start=self.start)

    def value_at(self, state: State) -> float:
        """Expected points still to come at a card, or within a turn.

        Raises
        ------
        ValueError
            If this is no state of Yahtzee, or cannot follow the start.
        """
        if isinstance(state, Card):
            return float(self.values.reshape(SETS, TOTALS)[self._anchor(state)])
        turn = state if isinstance(state, Turn) and not state.rolled else _rolled_turn(state)
        if not _known_dice(turn.dice) or turn.rerolls not in range(REROLLS + 1):
            raise ValueError(
                "a turn has 0, 1 or 2 re-rolls and at most five increasing faces, "
                f"not {turn.rerolls} and {shown(turn.dice)}"
            )
        return float(self._turn(turn.card, turn.rerolls)[ROW_OF[turn.dice]])

    def deviation_at(self, card: Card) -> float:
        """Standard deviation of the points still to come at a card.

        Raises
        ------
        ValueError
            If the card cannot follow the start, or no policy was evaluated.

        Examples
        --------
        >>> chance_left = Card(frozenset(Box) - {Box.CHANCE})
        >>> best = solve(FORCED, start=chance_left).policy
        >>> round(evaluate(FORCED, best, start=chance_left).deviation_at(chance_left), 4)
        3.1623
        """
        if self.squares is None:
            raise ValueError("only a policy that was evaluated has a deviation: evaluate the best")
        at = self._anchor(card)
        square = float(self.squares.reshape(SETS, TOTALS)[at])
        return float(np.sqrt(max(0.0, square - self.value_at(card) ** 2)))

    def action_values(self, state: State) -> dict[Action, float]:
        """Expected points still to come for each keep, or for each box once no re-roll is left.

        Raises
        ------
        ValueError
            If there is nothing to choose, or the state cannot follow the start.
        """
        turn = _rolled_turn(state)
        if turn.rerolls:
            x = self._turn(turn.card, turn.rerolls - 1)
            return {kept: float(x[ROW_OF[kept]]) for kept in keeps(turn.dice)}
        worths = _box_worths(self.rules, self.values, *self._anchor(turn.card))[
            :, ROW_OF[turn.dice]
        ]
        return {box: float(worths[box]) for box in Box if np.isfinite(worths[box])}

    def _anchor(self, card: Card) -> tuple[int, int]:
        if not isinstance(card, Card):
            raise ValueError(f"a turn of Yahtzee begins at a Card, not at {shown(card)}")
        index, total = anchor(card)
        if np.isnan(self.values.reshape(SETS, TOTALS)[index, total]):
            raise ValueError("this card cannot follow the card that was solved")
        return index, total

    def _turn(self, card: Card, rerolls: int) -> Floats:
        worths = _box_worths(self.rules, self.values, *self._anchor(card))
        if not card.open:
            raise ValueError("the card is full: the game is over")
        if self.followed is None:
            return _turn_values(worths.max(axis=0), rerolls)
        plan = self.followed.plan(card)
        return _turn_values(worths[plan.boxes, np.arange(ROLLS)], rerolls, plan.kept)


@door
def solve(
    rules: Rules = FORCED, start: Card | None = None, threads: int | None = None
) -> YahtzeeSolution:
    """Solve Yahtzee for one player, from the full card back to the empty one.

    The whole game takes about a seventh of a second on one processor; any card takes less.  Nothing
    is subtracted, and some 1,400 roundings lie between the last roll and the first: a value is off
    by less than a part in 10**12 of it.

    Parameters
    ----------
    rules : Rules, optional
        The variant; the official forced joker unless given.
    start : Card, optional
        Solve only what can follow this card; the empty card unless given.
    threads : int, optional
        As many as there are processors unless given.

    Returns
    -------
    YahtzeeSolution
        The same one again for a whole game, unless `threads` are given.

    Raises
    ------
    ValueError
        If the rules or the start are none, or `threads` is not from 1 to 256.

    Examples
    --------
    >>> round(solve(start=Card(frozenset(Box) - {Box.CHANCE})).value, 4)
    23.3333
    """
    first = start or Card()
    if threads is None and first == Card():
        return _whole_game(rules)
    (values,) = _backwards(rules, first, None, threads)
    return YahtzeeSolution(rules, first, values, "backward induction")


@lru_cache(maxsize=8)  # chapters, replications and tests ask for a few variants again and again
def _whole_game(rules: Rules) -> YahtzeeSolution:
    return solve(rules, threads=_processors())


@door
def evaluate(
    rules: Rules,
    policy: Policy[State, Action],
    start: Card | None = None,
    threads: int | None = None,
) -> Solution[State, Action]:
    """Find the points still to come from every card, for a player who follows a policy.

    Parameters
    ----------
    rules : Rules
    policy : callable
        A `TablePolicy`, for which a whole game takes about a second; or any other, with at most
        three open boxes (some seconds), for it is asked at every state.
    start : Card, optional
        The empty card unless given.
    threads : int, optional
        As many as there are processors unless given.

    Raises
    ------
    ValueError
        If the policy knows other rules or another start, plays what it may not, or the card has
        too many open boxes for it.

    Examples
    --------
    >>> from chancegames.games.yahtzee.policies import greedy
    >>> sixes_left = Card(frozenset(Box) - {Box.SIXES, Box.CHANCE}, upper=45)
    >>> round(float(evaluate(FORCED, greedy(FORCED), start=sixes_left).value), 4)
    48.5289
    """
    first = start or Card()
    if isinstance(policy, TablePolicy):
        policy.require(rules, first)
        values, squares = _backwards(rules, first, policy, threads)
        return YahtzeeSolution(rules, first, values, "policy evaluation", policy, squares)
    return game.evaluate(_small_enough(rules, first), policy)


def _small_enough(rules: Rules, start: Card) -> game.FiniteGame[State]:
    """The game for the general solver, if few enough boxes are open."""
    if len(start.open) > MOST_OPEN:
        raise ValueError(
            f"a policy that is no table is followed exactly with {MOST_OPEN} open boxes at most, "
            f"not {len(start.open)}: simulate it, or give a TablePolicy"
        )
    return game.FiniteGame(start, rules.node)


def _backwards(
    rules: Rules, start: Card, followed: TablePolicy | None, threads: int | None
) -> list[Floats]:
    """Means of the points to come at every card, and mean squares if a policy is followed."""
    bonus, layers = float(rules.upper_bonus), _following(start)
    tables = [_terminal_table(bonus)] + [_terminal_table(bonus**2)] * (followed is not None)
    run = lambda sets: _sweep(tables, sets, rules, followed)  # noqa: E731
    _in_pieces(run, layers[1:], _SETS_AT_A_TIME, threads)
    return [_public(table, np.concatenate(layers)) for table in tables]


def _processors(threads: int | None = None) -> int:
    """How many threads to run: so many, or as many as there are processors."""
    wanted = (os.cpu_count() or 1) if threads is None else threads
    return require_integer("the number of threads", wanted, smallest=1, largest=MOST_THREADS)


def _in_pieces(
    run: Callable[[Ints], object], layers: list[Ints], size: int, threads: int | None = None
) -> None:
    """Run layer after layer, each cut into pieces of so many entries for the threads."""
    with ThreadPoolExecutor(_processors(threads)) as pool:
        for layer in layers:
            list(pool.map(run, [layer[i : i + size] for i in range(0, len(layer), size)]))


def _sweep(tables: list[Floats], sets: Ints, rules: Rules, followed: TablePolicy | None) -> None:
    """Fill the rows of these sets from those that can follow."""
    if followed is None:
        fives, bonus = five_of_a_kind(rules), rules.yahtzee_bonus
        _solve_sets(tables[0], sets, fives, bonus, _aligned(WORK))
    else:
        _follow_sets(tables[0], tables[1], sets, followed.player, _scratch())


def _terminal_table(bonus: float) -> Floats:
    """Make a table as the kernels read it, zero but for finished cards and closed boxes."""
    table = _aligned((SETS + 1) * STRIDE)
    table[:] = 0.0
    rows = table.reshape(-1, STRIDE)
    rows[CLOSED] = -np.inf
    rows[LAYERS[0], TOTALS - 1 :] = bonus
    return table


def _public(table: Floats, sets: Ints) -> Floats:
    values = np.full((SETS, TOTALS), np.nan)
    solved = table.reshape(-1, STRIDE)[sets, :TOTALS]
    values[sets] = np.where(REACHABLE[sets % 64], solved, np.nan)
    values.flags.writeable = False
    return values.reshape(TABLE)
