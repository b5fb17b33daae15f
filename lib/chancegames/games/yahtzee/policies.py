"""Players who know what each card is worth to them, and think perfectly within a turn.

Such a policy is a table: the worth of every card, in points.  At each roll it takes what is best
for the points gained plus the worth of the next card.  The solved game is one, a greedy player
another; a player who plays perfectly by *other* rules than those of the game has the values of
``solve(other_rules)``.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np

from chancegames.base.checks import door, require_one_of, shown
from chancegames.games.yahtzee.layout import (
    CLOSED,
    FIRST,
    KEPT,
    MISSED,
    REACHABLE,
    ROLLS,
    ROW_OF,
    ROWS,
    SETS,
    STRIDE,
    TIE,
    TOTALS,
    Floats,
    Ints,
    _following,
    anchor,
)
from chancegames.games.yahtzee.scoring import _open_boxes, _scoring, _turn_values, five_of_a_kind
from chancegames.games.yahtzee.vector import _aligned
from chancegames.models.yahtzee import (
    DICE,
    REROLLS,
    UPPER,
    UPPER_TARGET,
    Action,
    Box,
    Card,
    Rules,
    State,
    Turn,
)

TABLE = (3, 64, 64, TOTALS)
"""Shape of a table of cards: state of the Yahtzee box (open, 0, 50), mask of the other filled lower
boxes, mask of the filled upper boxes, upper total."""
TIES = ("most", "fewest")
EMPTY = Card()


class _Plan(NamedTuple):
    """What a policy does with each of the 252 rolls at a card: box, and row of the dice kept."""

    boxes: Ints
    kept: tuple[Ints, Ints]  # with one re-roll left, with two


@door
@dataclass(frozen=True, eq=False)
class TablePolicy:
    """Policy that maximises points gained this turn plus the worth of the next card.

    Attributes
    ----------
    rules : Rules
        Of the game that is played.
    worth : ndarray of float64, shape (3, 64, 64, 64)
        Worth of each card, laid out as `TABLE` says; upper totals that have missed the bonus for
        good must be worth the same.  What no play from `start` leads to may be NaN.
    ties : {"most", "fewest"}
        Which of equal keeps to hold (equal: to within 1e-9 points).
    start : Card
        The policy knows what follows this card.

    Raises
    ------
    ValueError
        If the table does not fit.

    Examples
    --------
    >>> from chancegames.models.yahtzee import FORCED
    >>> TablePolicy(FORCED, np.zeros(TABLE))(Turn(Card(), 0, (2, 6, 6, 6, 6)))
    {<Box.THREE_OF_A_KIND: 6>: 1}
    """

    rules: Rules
    worth: Floats
    ties: str = "most"
    start: Card = EMPTY

    def __post_init__(self) -> None:
        """Refuse a table that says nothing of some card."""
        require_one_of("ties", self.ties, TIES)
        worth = np.array(self.worth, dtype=float)
        if worth.shape != TABLE:
            raise ValueError(f"the worths of cards must have shape {TABLE}, not {worth.shape}")
        worth.flags.writeable = False
        object.__setattr__(self, "worth", worth)
        sets = np.concatenate(_following(self.start))
        asked, known = worth.reshape(SETS, TOTALS)[sets], REACHABLE[sets % 64]
        if not np.isfinite(asked[known]).all():
            raise ValueError("some card that can follow has no worth, or an infinite one")
        missed = known & (np.arange(TOTALS) <= MISSED[sets % 64, None])
        if (missed & (asked != asked[:, :1])).any():
            raise ValueError("cards that have missed the upper bonus for good are worth the same")

    def __call__(self, state: State) -> dict[Action, int]:
        """The dice to keep, or the box once no re-roll is left.

        Raises
        ------
        ValueError
            If there is nothing to choose.
        """
        turn = _rolled_turn(state)
        plan, row = self.plan(turn.card), ROW_OF[turn.dice]
        if turn.rerolls:
            return {ROWS[plan.kept[turn.rerolls - 1][row]]: 1}
        return {Box(plan.boxes[row]): 1}

    @cached_property
    def player(self) -> tuple[Floats, Ints, int, bool]:
        """What the kernels need to know of the policy and its rules."""
        rules, most = self.rules, self.ties == "most"
        return _padded(self.worth), five_of_a_kind(rules), rules.yahtzee_bonus, most

    def require(self, rules: Rules, start: Card) -> None:
        """Refuse a game by other rules, or from a card that cannot follow the policy's own."""
        if self.rules != rules:
            name, own, given = next(
                (name, own, vars(rules)[name])
                for name, own in vars(self.rules).items()
                if own != vars(rules)[name]
            )
            told = f"{name} is {shown(own)}, not {shown(given)}"
            raise ValueError(f"the policy was made for other rules: there {told}")
        if not _can_follow(self.start, start):
            raise ValueError("this card cannot follow the card that the policy was made for")

    def plan(self, card: Card) -> _Plan:
        """What to do with each roll at a card."""
        if not card.open or not _can_follow(self.start, card):
            raise ValueError("this card is full, or cannot follow the card that was solved")
        return _plan(self, *anchor(card))


def _can_follow(start: Card, card: Card) -> bool:
    """Whether a card has the boxes of another filled and more, and a filled Yahtzee box alike.

    (Whatever its upper total is: all of them are solved.)
    """
    held = Box.YAHTZEE not in start.filled or start.yahtzee_scored == card.yahtzee_scored
    return held and start.filled <= card.filled


@lru_cache(maxsize=1024)
def _plan(policy: TablePolicy, index: int, total: int) -> _Plan:
    worths = _box_worths(policy.rules, policy.worth, index, total)
    boxes, best = np.zeros(ROLLS, dtype=np.int64), worths[0]
    for box in range(1, len(Box)):  # the first of equal ones, in card order
        better = worths[box] > best + TIE
        boxes, best = np.where(better, box, boxes), np.where(better, worths[box], best)
    kept = []
    sign = -1 if policy.ties == "most" else 1  # rows with more dice have smaller numbers
    for n in range(REROLLS):
        worth_kept = _turn_values(worths.max(axis=0), n)[KEPT]
        enough = np.maximum.reduceat(worth_kept, FIRST) - TIE
        keys = np.where(worth_kept > np.repeat(enough, _KEPT_COUNTS), sign * KEPT, -len(ROWS))
        kept.append(np.abs(np.maximum.reduceat(keys, FIRST)))
    return _Plan(boxes, (kept[0], kept[1]))


_KEPT_COUNTS = np.diff([*FIRST, len(KEPT)])


def _box_worths(rules: Rules, worth: Floats, index: int, total: int) -> Floats:
    """Points and worth of the next card for each box and final roll; -inf where not legal.

    Parameters
    ----------
    rules : Rules
    worth : ndarray, shape (3, 64, 64, 64)
    index, total : int
        An anchor, as `layout.anchor` numbers it.

    Returns
    -------
    ndarray of float64, shape (13, 252)
    """
    score = _scoring(rules, index, total)
    future = worth.reshape(SETS, TOTALS)[score.sets, score.totals]
    return np.where(score.legal, score.points + future, -np.inf)


def _rolled_turn(state: State) -> Turn[Card]:
    """The state, if a player is to move there.

    Raises
    ------
    ValueError
        If it is none of Yahtzee's, or there is nothing to choose.
    """
    if not isinstance(state, Turn) or not isinstance(state.card, Card) or not state.rolled:
        raise ValueError(f"a choice is made at a Turn with its dice rolled, not at {shown(state)}")
    if not state.card.open:
        raise ValueError("the card is full: the game is over")
    if state.rerolls not in range(REROLLS + 1):
        raise ValueError(f"the re-rolls left are 0, 1 or 2, not {shown(state.rerolls)}")
    if not _known_dice(state.dice) or len(state.dice) < DICE:
        raise ValueError(f"the dice of a roll must be five increasing faces: {shown(state.dice)}")
    return state


def _known_dice(dice: object) -> bool:
    """Whether dice are written as states have them: increasing faces in a tuple."""
    faces = dice if isinstance(dice, tuple) else ("none",)
    whole = all(isinstance(f, int | np.integer) and not isinstance(f, bool) for f in faces)
    return whole and faces in ROW_OF


def _padded(values: Floats) -> Floats:
    """Lay a table of cards out as the kernels read it.

    Upper totals that have missed the bonus share one future, which the kernels read at the largest
    of them.  No play may lead to that one (fours and sixes cannot show 7), but one always leads to
    0: the value there stands for all.  Where no play leads at all stands 0.

    Parameters
    ----------
    values : ndarray, shape (3, 64, 64, 64)

    Returns
    -------
    ndarray, shape ((SETS + 1) * STRIDE,)
        Rows of `STRIDE` totals, starting on a cache line, the last row -inf for closed boxes.
    """
    table = _aligned((SETS + 1) * STRIDE)
    rows = table.reshape(-1, STRIDE)
    rows[:SETS, :TOTALS] = np.nan_to_num(values.reshape(SETS, TOTALS))
    for mask in np.flatnonzero(MISSED > 0):
        rows[mask:SETS:64, : MISSED[mask] + 1] = rows[mask:SETS:64, :1]
    rows[:SETS, TOTALS:] = rows[:SETS, TOTALS - 1 : TOTALS]
    rows[CLOSED] = -np.inf
    return table


@door
def greedy(rules: Rules, ties: str = "most") -> TablePolicy:
    """Player who takes as many points as possible this turn (Glenn 2006, section 7).

    >>> from chancegames.models.yahtzee import FORCED
    >>> greedy(FORCED)(Turn(Card(), 0, (2, 6, 6, 6, 6)))
    {<Box.THREE_OF_A_KIND: 6>: 1}
    """
    return TablePolicy(rules, np.zeros(TABLE), ties)


@door
def par(
    rules: Rules, pars: Mapping[Box, float], bonus: float = 0.0, ties: str = "most"
) -> TablePolicy:
    """Player who knows what each box should bring, and minds the upper bonus.

    Parameters
    ----------
    rules : Rules
    pars : mapping of Box to float
        What an open box is held to be worth, in points; nothing if left out.
    bonus : float, optional
        Credited while the upper total would reach 63 with three of each face still open.
    ties : {"most", "fewest"}, optional

    Raises
    ------
    ValueError
        If a par belongs to no box or is not finite.

    Examples
    --------
    >>> from chancegames.models.yahtzee import FORCED
    >>> worth = par(FORCED, {Box.CHANCE: 22.0}, bonus=35.0).worth
    >>> float(worth[0, 0, 0, 0]), float(worth[0, 32, 0, 0]), float(worth[0, 32, 1, 2])
    (57.0, 35.0, 0.0)
    """
    if not {*pars} <= {*Box}:
        raise ValueError(f"pars belong to boxes, not to {shown({*pars} - {*Box})}")
    if not np.isfinite([float(par) for par in (bonus, *pars.values())]).all():
        raise ValueError("pars and the bonus must be finite")
    is_open = np.array([_open_boxes(index) for index in range(SETS)])
    worth = is_open @ np.array([float(pars.get(box, 0.0)) for box in Box])
    three_each = is_open[:, list(UPPER)] @ (3 * np.arange(1, 7))
    on_track = three_each[:, None] + np.arange(TOTALS) >= UPPER_TARGET
    return TablePolicy(rules, (worth[:, None] + bonus * on_track).reshape(TABLE), ties)
