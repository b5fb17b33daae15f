r"""Playing to beat a score: the greatest chance of at least :math:`x` points, for every :math:`x`.

This is the question of Cremers (2002): the policy with the best average is not the one that is
likeliest to beat a given score.  With :math:`Q(S, n)` the greatest chance of :math:`n` more points
from anchor :math:`S`, a turn is the same lattice of means and maxima as for the average, on

.. math:: Q(S, r, n) = \max_b Q\bigl(S \cdot b,\; n - \text{points}(S, r, b)\bigr),

and :math:`Q = 1` for :math:`n \le 0`; at a full card a need of up to the upper bonus is met if the
upper total is 63.  One solution holds the answer for every card and every target at once.
"""

from dataclasses import dataclass, field

import numpy as np

from chancegames.base.checks import door, require_integer
from chancegames.games.yahtzee.kernels.chances import _solve_anchors
from chancegames.games.yahtzee.kernels.value import WORK
from chancegames.games.yahtzee.layout import (
    ALIKE,
    DISTINCT,
    FIFTY,
    LOWER_SIX,
    MISSED,
    OPEN,
    OPEN_BOXES,
    SETS,
    TOTALS,
    ZERO,
    Flags,
    Floats,
    Ints,
    _following,
    anchor,
)
from chancegames.games.yahtzee.scoring import five_of_a_kind
from chancegames.games.yahtzee.solver import _in_pieces
from chancegames.games.yahtzee.vector import _aligned
from chancegames.models.yahtzee import FIXED, FORCED, UPPER, Box, Card, Rules, possible_points

MOST_NEED = 1_000_000
MOST_MEMORY = 4e9  # bytes
_ANCHORS_AT_A_TIME = 256
_FIRST = DISTINCT & (np.arange(TOTALS) == ALIKE)
"""Upper totals that are solved, by mask of filled upper boxes; the others have such a future."""


@dataclass(frozen=True, eq=False)
class Chances:
    """What `best_chances` has found: ask it `.chance(card, points)`.

    Attributes
    ----------
    rules : Rules
    start : Card
        Only what can follow this card is solved.
    smallest, largest : int
        The smallest and the largest need at `start` that is solved.
    table : ndarray of float64, read-only
        All rows, flat.
    rows : ndarray of int64, shape (3, SETS * 64)
        Where need 0 of each anchor would lie, the need above which it is solved, -1 if nowhere, and
        the most it can still score; of anchors with the same future the first.
    """

    rules: Rules
    start: Card
    smallest: int
    largest: int
    table: Floats = field(repr=False)
    rows: Ints = field(repr=False)

    def lookup(self, sets: Ints, totals: Ints, needs: Ints) -> Floats:
        """Greatest chance of `needs` more points, at anchors given by set and upper total.

        Parameters
        ----------
        sets, totals, needs : ndarray of int
            Of one shape; needs that a game from the smallest or more can leave.
        """
        row, base, top = self.rows[:, sets * TOTALS + ALIKE[sets % 64, totals]]
        chances: Floats = self.table[row + np.clip(needs, base, top + 1)]
        return chances

    @door
    def chance(self, card: Card, need: int) -> float:
        """Greatest chance of scoring at least `need` more points from `card`.

        Parameters
        ----------
        card : Card
            One that can follow `start`.
        need : int
            Points still needed, upper bonus included.

        Raises
        ------
        ValueError
            If `card` cannot follow `start`, or `need` is beyond what was solved.
        """
        need = require_integer("the points needed", need, -MOST_NEED, MOST_NEED)
        index, total = anchor(card)
        flat = np.array([index * TOTALS + ALIKE[index % 64, total]])
        base = int(self.rows[1, flat[0]])
        if base < 0:
            raise ValueError("this card cannot follow the card that was solved")
        if need > self.largest and self.largest < most_to_come(self.rules, flat)[0]:
            raise ValueError(f"only needs of up to {self.largest} points were solved, not {need}")
        if need <= base and base > 0:
            raise ValueError(f"only needs above {base} points were solved for this card")
        return float(self.lookup(*(np.array([n]) for n in (index, total, need)))[0])


def most_to_come(rules: Rules, anchors: Ints) -> Ints:
    """Bound from above what can still be scored: every open box full, every bonus earned.

    Parameters
    ----------
    rules : Rules
    anchors : ndarray of int
        Flat anchors ``set * 64 + total``.

    Examples
    --------
    >>> most_to_come(FORCED, np.array([0])).tolist()
    [1575]
    """
    sets, totals = anchors // TOTALS, anchors % TOTALS
    is_open = sets // 4096 == OPEN
    most = _full_boxes(~sets, *UPPER, *LOWER_SIX) + FIXED[Box.YAHTZEE] * is_open
    most += rules.yahtzee_bonus * (OPEN_BOXES[sets] - is_open) * (sets // 4096 != ZERO)
    bound: Ints = most + rules.upper_bonus * (totals > MISSED[sets % 64])
    return bound


def _most_so_far(rules: Rules, start: Card, anchors: Ints) -> Ints:
    """Bound from above what has been scored since `start`: new boxes full, every bonus earned.

    The upper bonus, which is booked at the end, is not in it.

    Parameters
    ----------
    rules : Rules
    start : Card
    anchors : ndarray of int
        Flat anchors ``set * 64 + total``.

    Examples
    --------
    >>> _most_so_far(FORCED, Card(), np.array([SETS * TOTALS - 1])).tolist()
    [1540]
    """
    sets, totals = anchors // TOTALS, anchors % TOTALS
    first, upper_before = anchor(start)
    new = sets & ~first
    upper, exact = _full_boxes(new, *UPPER), totals < TOTALS - 1
    upper[exact] = np.minimum(upper, totals - upper_before)[exact]
    fifty = sets // 4096 == FIFTY
    bonuses = np.bitwise_count(new & 4095).astype(np.int64) * rules.yahtzee_bonus
    yahtzee = fifty * (bonuses + FIXED[Box.YAHTZEE] * (first // 4096 == OPEN))
    so_far: Ints = upper + _full_boxes(new >> 6, *LOWER_SIX) + yahtzee
    return so_far


def _full_boxes(masks: Ints, *boxes: Box) -> Ints:
    """The most that the boxes of each bit mask can hold."""
    most = np.zeros(len(masks), dtype=np.int64)
    for place, box in enumerate(boxes):
        most += (masks >> place & 1) * max(possible_points(box))
    return most


@door
def best_chances(
    rules: Rules = FORCED,
    start: Card | None = None,
    smallest: int = 0,
    largest: int = MOST_NEED,
) -> Chances:
    """Find how often one can reach each target at best, such as 50 more points from a card.

    The whole game takes a minute and a quarter on two processors and 1.6 GB; a card with eight open
    boxes about a second.  A need only falls as a game goes on, so needs up to `largest` can be
    solved alone.

    Parameters
    ----------
    rules : Rules, optional
        The variant; the official forced joker unless given.
    start : Card, optional
        The empty card unless given.
    smallest, largest : int, optional
        The needs to solve for, all unless given; a single large one, or the very largest, take a
        fraction of the time.

    Raises
    ------
    ValueError
        If the needs are out of order or range, or would take more than 4 GB.

    Examples
    --------
    >>> yahtzee_left = Card(frozenset(Box) - {Box.YAHTZEE})
    >>> round(best_chances(start=yahtzee_left).chance(yahtzee_left, 50), 6)
    0.046029
    """
    first = start or Card()
    low = require_integer("the smallest need", smallest, -MOST_NEED, MOST_NEED)
    high = require_integer("the largest need", largest, 1, MOST_NEED)
    if low > high:
        raise ValueError(f"the smallest need, {low}, is above the largest, {high}")
    layers = _following(first)
    rows = _rows(rules, first, np.concatenate(layers), low, high)
    solved = [_anchors(layer, _FIRST) for layer in layers]
    table = _edges(solved, rows)
    _work_back(rules, solved, rows, table)
    table.flags.writeable = False
    return Chances(rules, first, low, high, table, rows)


def _work_back(rules: Rules, layers: list[Ints], rows: Ints, table: Floats) -> None:
    """Fill the rows of all cards from those of the finished ones."""
    asked = [layer[rows[1][layer] < rows[2][layer]] for layer in layers]
    rule = five_of_a_kind(rules), rules.yahtzee_bonus

    def run(anchors: Ints) -> None:
        _solve_anchors(table, anchors, rows, *rule, _aligned(WORK))

    _in_pieces(run, asked[1:], _ANCHORS_AT_A_TIME)


def _anchors(sets: Ints, chosen: Flags) -> Ints:
    anchors: Ints = (sets[:, None] * TOTALS + np.arange(TOTALS))[chosen[sets % 64]]
    return anchors


def _rows(
    rules: Rules, start: Card, sets: Ints, smallest: int, largest: int, beyond: bool = False
) -> Ints:
    """Where each anchor's row lies, from which need on it is solved, and up to which.

    Needs beyond what can still come have no chance, and are left out unless asked for.
    """
    rows = np.full((3, SETS * TOTALS), -1)
    members, lowest = _anchors(sets, DISTINCT), np.full(SETS * TOTALS, MOST_NEED)
    first = members - members % TOTALS + ALIKE[members // TOTALS % 64, members % TOTALS]
    np.minimum.at(lowest, first, smallest - _most_so_far(rules, start, members))
    anchors = _anchors(sets, _FIRST)
    tops = np.full(len(anchors), largest)
    if not beyond:
        tops = np.minimum(tops, most_to_come(rules, anchors))
    bases = np.where(lowest[anchors] > tops, tops, np.maximum(0, lowest[anchors] - 1))
    widths = 8 + (tops - bases + 7) // 8 * 8 + 8
    if (needed := 8 * int(widths.sum())) > MOST_MEMORY:
        raise ValueError(f"these targets would take {needed / 1e9:.0f} GB: ask for fewer")
    # Kernels read a row below 0 as none: however much a row leaves out, its need 0 lies above.
    room = 8 * (int(bases.max()) // 8)
    rows[:, anchors] = room + np.cumsum(widths) - widths + 7 - bases, bases, tops
    return rows


def _edges(layers: list[Ints], rows: Ints) -> Floats:
    """Make the table, with the rows' edges of ones and zeros and the finished cards."""
    anchors = np.concatenate(layers)
    first, end = rows[0] + rows[1], rows[0] + rows[2]
    table = _aligned(int((end[anchors] + 16).max()))
    for lane in range(8):
        table[first[anchors] - lane] = 1.0
        table[end[anchors] + 1 + lane] = 0.0
    for card in layers[0]:
        table[first[card] + 1 : end[card] + 1] = 1.0
    return table
