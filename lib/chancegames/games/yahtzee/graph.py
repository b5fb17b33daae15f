"""The Yahtzee graph counted: anchors, components, and how few of them matter.

Source 002 ("Analysis of 1-player finite probabilistic games") counts the positions of Yahtzee
twice: with the whole sheet remembered, and with only what affects the score still to come.  Here
each factor of both products is counted from the rules.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain, combinations
from math import prod

from chancegames.base.checks import require_integer, require_positive_integer
from chancegames.maths import dice
from chancegames.models.yahtzee import (
    DICE,
    FORCED,
    LOWER,
    REROLLS,
    UPPER,
    UPPER_TARGET,
    Box,
    possible_points,
    reachable_totals,
)


@dataclass(frozen=True)
class TurnGraph:
    """Positions of one component by layers, in the order in which a turn passes through them.

    Attributes
    ----------
    names : tuple of str
        "anchor", then "rolls" and "keeps" in turn.
    counts : tuple of int
        Positions in each layer.
    """

    names: tuple[str, ...]
    counts: tuple[int, ...]

    @property
    def positions(self) -> int:
        """Positions of a component, its anchor included."""
        return sum(self.counts)


def turn_graph(number: int = DICE, faces: int = 6, rerolls: int = REROLLS) -> TurnGraph:
    """Count the positions of a turn, layer by layer.

    Parameters
    ----------
    number, faces : int, optional
        Dice, and faces of each, at least 1.
    rerolls : int, optional
        Re-rolls after the first cast, at least 0.

    Raises
    ------
    ValueError
        If a number is too small or no integer.

    Examples
    --------
    >>> turn_graph(number=2, faces=2, rerolls=1)
    TurnGraph(names=('anchor', 'rolls', 'keeps', 'rolls'), counts=(1, 3, 6, 3))
    """
    number = require_positive_integer("the number of dice", number)
    faces = require_positive_integer("the number of faces", faces)
    rerolls = require_integer("the number of rerolls", rerolls, smallest=0)
    rolls = dice.combinations(number, range(1, faces + 1))
    keeps = set(chain.from_iterable(map(dice.keeps, rolls)))
    layers = [("keeps", len(keeps)), ("rolls", len(rolls))] * rerolls
    names, counts = zip(("anchor", 1), ("rolls", len(rolls)), *layers, strict=True)
    return TurnGraph(names, counts)


def box_states() -> dict[Box, int]:
    """Count what can stand in each box when the whole sheet is remembered.

    A box is open or holds one of its scores.  The Yahtzee box, once it holds its points, may have
    earned the bonus on any number of later turns, of which there are as many as there are other
    boxes.


    Examples
    --------
    >>> box_states()[Box.ACES]
    7
    """
    held = {box: set(possible_points(box)) for box in Box}
    full = max(held[Box.YAHTZEE])
    held[Box.YAHTZEE] |= {full + FORCED.yahtzee_bonus * turns for turns in range(len(Box))}
    return {box: 1 + len(scores) for box, scores in held.items()}


def whole_sheet_anchors() -> int:
    """Count the sheets: the product of `box_states`.

    Examples
    --------
    >>> whole_sheet_anchors() % 7**6
    0
    """
    return prod(box_states().values())


def outline_slots() -> int:
    """Count the slots for what affects the score still to come.

    Twelve boxes are filled or not; the Yahtzee box is open, holds 0 or holds points; the upper
    total counts up to its target.

    Examples
    --------
    >>> outline_slots() == 2**12 * 3 * 64
    True
    """
    return 3 * (UPPER_TARGET + 1) << len(Box) - 1


def _upper_sets() -> list[frozenset[Box]]:
    """Every set of filled upper boxes, the full one last."""
    return [frozenset(c) for n in range(len(UPPER) + 1) for c in combinations(UPPER, n)]


def _lower_states() -> int:
    """States of the lower section: six boxes filled or not, and the Yahtzee box."""
    return 3 << len(LOWER) - 1


def reachable_anchors() -> int:
    """Count the slots that some play leads to.

    The lower section is free: any set of its boxes can be filled, with the Yahtzee box in any
    state, whatever the upper section holds.  An upper total must come from the boxes filled.

    Examples
    --------
    >>> reachable_anchors() < outline_slots()
    True
    """
    return _lower_states() * sum(
        len(reachable_totals(frozenset(filled))) for filled in _upper_sets()
    )


def hopes(filled: Iterable[Box]) -> dict[int, int]:
    """How much of the upper bonus is left to hope for, by upper total.

    Parameters
    ----------
    filled : iterable of Box
        Filled upper boxes.

    Returns
    -------
    dict
        For each reachable upper total, how many of the totals that the open upper boxes can add
        reach the target.  Two totals with equal hopes have the same future: whatever is added,
        both reach the target or neither does.

    Examples
    --------
    The sixes alone are open, so that only totals from 33 on leave any hope.

    >>> table = hopes(UPPER[:5])
    >>> [table[total] for total in (32, 33, 38, 39, 63)]
    [0, 1, 1, 2, 6]
    """
    gains = {0}
    for box in set(UPPER) - set(filled):
        gains = {gain + count * (box + 1) for gain in gains for count in range(DICE + 1)}
    return {
        total: sum(total + gain >= UPPER_TARGET for gain in gains)
        for total in sorted(reachable_totals(frozenset(filled)))
    }


def distinct_anchors() -> int:
    """Count the reachable anchors whose futures differ in value.

    Reachable totals with equal `hopes` are one anchor, and where every box is filled the Yahtzee
    box no longer matters.

    Examples
    --------
    >>> distinct_anchors() < reachable_anchors()
    True
    """
    classes = [len(set(hopes(filled).values())) for filled in _upper_sets()]
    full_sheet = classes[-1]
    return _lower_states() * sum(classes) - full_sheet


def strategic_anchors() -> int:
    """Count the reachable anchors that may differ in what to play.

    An upper total that has reached its target and one that cannot reach it any more call for the
    same play.  Where every box is filled nothing is left to play, and one anchor stands for all.

    Examples
    --------
    >>> strategic_anchors() < distinct_anchors()
    True
    """
    classes = []
    for filled in _upper_sets():
        table = hopes(filled)
        merged = 0 in table.values() and UPPER_TARGET in table
        classes.append(len(set(table.values())) - merged)
    finished = 2 * classes[-1]  # the Yahtzee box holds 0 or points
    return _lower_states() * sum(classes) - finished + 1
