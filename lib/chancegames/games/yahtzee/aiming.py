"""How much of aiming at a score it takes: a rule of thumb, and aiming in the last turns only.

The rule: play for the average.  But when only a Yahtzee can still bring the points that are
missing, keep the face of which there is most and nothing else (of two pairs the one whose box is
open, else the higher), and write no zero for Yahtzee while another box is open.
"""

from typing import NamedTuple

import numpy as np

from chancegames.base.checks import door, require_integer
from chancegames.games.yahtzee.forward import _Flow, _turns
from chancegames.games.yahtzee.layout import (
    COUNTS,
    OPEN_BOXES,
    ROLLS,
    ROW_OF,
    TOTALS,
    ZERO,
    Flags,
    Floats,
    Ints,
    anchor,
)
from chancegames.games.yahtzee.policies import TablePolicy, _box_worths, _plan
from chancegames.games.yahtzee.scoring import _open_boxes, _scoring, _turn_values
from chancegames.games.yahtzee.solver import _processors
from chancegames.games.yahtzee.targets import MOST_NEED, Chances
from chancegames.models.yahtzee import DICE, REROLLS, UPPER, UPPER_TARGET, Box, Card

_MOST: Ints = COUNTS[:ROLLS].max(axis=1)
_ALIKE_ROWS = np.array([[ROW_OF[(face,) * n] for n in range(DICE + 1)] for face in range(1, 7)])


_AT_ONCE = 1_000_000  # probabilities whose chances are looked up together


class _Turn(NamedTuple):
    """What a turn can lead to, and which of it each of the 252 final rolls does."""

    ends: list[tuple[int, int, int]]  # next anchor, points
    of_roll: Ints
    kept: tuple[Ints, Ints]


@door
def chance_by_thumb(chances: Chances, average: TablePolicy, card: Card, need: int) -> float:
    """Chance of at least `need` more points for a player who goes by the rule of thumb.

    Parameters
    ----------
    chances : Chances
        Solved from a card whose Yahtzee box is open, for needs from 0 on.
    average : TablePolicy
        What to do as long as something else than a Yahtzee can bring the points.
    card : Card
        One that can follow the card that was solved.
    need : int
        Points still needed, upper bonus included.

    Raises
    ------
    ValueError
        If the chances or the policy do not go with the card or with each other.

    Examples
    --------
    >>> from chancegames.games.yahtzee.solver import solve
    >>> from chancegames.games.yahtzee.targets import best_chances
    >>> left = Card(frozenset(Box) - {Box.YAHTZEE})
    >>> round(chance_by_thumb(best_chances(start=left), solve(start=left).policy, left, 50), 6)
    0.046029
    """
    need = require_integer("the points needed", need, -MOST_NEED, MOST_NEED)
    chances.chance(card, need)  # refuses what was not solved
    average.require(chances.rules, card)
    if Box.YAHTZEE in chances.start.filled or chances.smallest > 0:
        raise ValueError("the chances must be solved from an open Yahtzee box, for all needs")
    turns: dict[tuple[int, int, bool], _Turn] = {}
    known: dict[tuple[int, int, int], float] = {}

    def chance(index: int, total: int, need: int) -> float:
        if need <= 0:
            return 1.0
        if not OPEN_BOXES[index]:
            return float(total == UPPER_TARGET and need <= chances.rules.upper_bonus)
        if (index, total, need) not in known:
            known[index, total, need] = by_turn(index, total, need)
        return known[index, total, need]

    def by_turn(index: int, total: int, need: int) -> float:
        sets = np.array([index, index % 4096 + 4096 * ZERO])  # as it is, and without a Yahtzee
        best, best_without = chances.lookup(sets, np.array([total] * 2), np.array([need] * 2))
        if not best:
            return 0.0
        key = index, total, not best_without
        if key not in turns:
            turns[key] = _turn(average, *key)
        ends, of_roll, kept = turns[key]
        final = np.array([chance(i, upper, need - points) for i, upper, points in ends])[of_roll]
        return float(_turn_values(final, REROLLS, kept)[ROW_OF[()]])

    index, total = anchor(card)
    return chance(index, total, need)


@door
def chances_by_turn(chances: Chances, average: TablePolicy, need: int) -> tuple[float, ...]:
    """Chance of at least `need` points for a player who begins to aim only after some turns.

    Parameters
    ----------
    chances : Chances
        The game from its `start` on, solved for that need.
    average : TablePolicy
        What is played in the first turns.
    need : int
        Points needed from `start`, upper bonus included.

    Returns
    -------
    tuple of float
        After no turn (the greatest chance), after one, ... and after the last (the chance of a
        player who never aims).

    Raises
    ------
    ValueError
        If the need was not solved, or the policy is for other rules or cards.

    Examples
    --------
    >>> from chancegames.games.yahtzee.solver import solve
    >>> from chancegames.games.yahtzee.targets import best_chances
    >>> left = Card(frozenset(Box) - {Box.CHANCE})
    >>> found = chances_by_turn(best_chances(start=left), solve(start=left).policy, 30)
    >>> [round(chance, 4) for chance in found]
    [0.0133, 0.0041]
    """
    chances.chance(chances.start, need)  # refuses what was not solved
    average.require(chances.rules, chances.start)
    turns = _turns(average, chances.start, _processors(), moments=False)
    return tuple(_to_come(chances, flown, need) for flown, _ in turns)


def _to_come(chances: Chances, flown: _Flow, need: int) -> float:
    """Chance of a player who plays on for the need from wherever the games have come to."""
    total, held = 0.0, np.flatnonzero(flown.law)
    for places in np.array_split(held, 1 + held.size // _AT_ONCE):
        flat = np.searchsorted(flown.offsets, places, side="right") - 1
        needs = need - (places - flown.offsets[flat])
        total += float(flown.law[places] @ chances.lookup(flat // TOTALS, flat % TOTALS, needs))
    return total


def _turn(average: TablePolicy, index: int, total: int, only_yahtzee: bool) -> _Turn:
    """Work out one turn of the rule, for the average or for a Yahtzee."""
    boxes, kept = _plan(average, index, total)
    if only_yahtzee:
        others = _box_worths(average.rules, average.worth, index, total)
        others[Box.YAHTZEE, _MOST < DICE] = -np.inf
        zero = (boxes == Box.YAHTZEE) & np.isfinite(others.max(axis=0))
        boxes = np.where(zero, others.argmax(axis=0), boxes)
        kept = (_most_alike(_open_boxes(index), kept[0]), _most_alike(_open_boxes(index), kept[1]))
    score, rolls = _scoring(average.rules, index, total), np.arange(ROLLS)
    found = np.stack([table[boxes, rolls] for table in (score.sets, score.totals, score.points)])
    ends, of_roll = np.unique(found, axis=1, return_inverse=True)
    return _Turn([tuple(end) for end in ends.T.tolist()], of_roll.ravel(), kept)


def _most_alike(is_open: Flags, otherwise: Ints) -> Ints:
    """Row of the dice to keep of each roll: the face that shows most, if it shows twice."""
    ranks: Floats = COUNTS[:ROLLS] + 0.5 * is_open[list(UPPER)] + np.arange(6) / 100
    rows: Ints = np.where(_MOST > 1, _ALIKE_ROWS[ranks.argmax(axis=1), _MOST], otherwise)
    return rows
