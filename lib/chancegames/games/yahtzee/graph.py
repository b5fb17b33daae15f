"""The Yahtzee graph counted: anchors, components, and how few of them matter.

Source 002 ("Analysis of 1-player finite probabilistic games") counts the positions of Yahtzee
twice: with the whole sheet remembered, and with only what affects the score still to come.  Here
each factor of both products is counted from the rules.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain, combinations
from math import prod
from typing import NamedTuple

from chancegames.base.checks import require_integer
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
class _TurnGraph:
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


def turn_graph(number: int = DICE, faces: int = 6, rerolls: int = REROLLS) -> _TurnGraph:
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
    >>> turn = turn_graph(number=2, faces=2, rerolls=1)
    >>> turn.names, turn.counts, turn.positions
    (('anchor', 'rolls', 'keeps', 'rolls'), (1, 3, 6, 3), 13)
    """
    number = require_integer("the number of dice", number)
    faces = require_integer("the number of faces", faces)
    rerolls = require_integer("the number of rerolls", rerolls, smallest=0)
    rolls = dice.combinations(number, range(1, faces + 1))
    keeps = set(chain.from_iterable(map(dice.keeps, rolls)))
    layers = [("keeps", len(keeps)), ("rolls", len(rolls))] * rerolls
    names, counts = zip(("anchor", 1), ("rolls", len(rolls)), *layers, strict=True)
    return _TurnGraph(names, counts)


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


class _Anchors(NamedTuple):
    """How many anchors there are, the more is forgotten the fewer.

    Attributes
    ----------
    sheets : int
        Whole score sheets: the product of `box_states`.
    full : int
        Of these, the full ones: no turn begins with them.
    slots : int
        Of what affects the score still to come: twelve boxes are filled or not; the Yahtzee box is
        open, holds 0 or holds points; the upper total counts up to its target.
    reachable : int
        Slots that some play leads to.  The lower section is free: any set of its boxes can be
        filled, with the Yahtzee box in any state, whatever the upper section holds.  An upper total
        must come from the boxes filled.
    solved : int
        Of these, all that have missed the upper bonus for good counted once for each set of boxes:
        they have the same future, and the solver solves one.
    distinct : int
        Whose futures differ in value: reachable totals with equal `hopes` are one anchor, and where
        every box is filled the Yahtzee box no longer matters.
    strategic : int
        That may differ in what to play: an upper total that has reached its target and one that
        cannot reach it any more call for the same play.  Where every box is filled nothing is left
        to play, and one anchor stands for all.  As many futures differ in value if the bonus is
        paid as soon as the total reaches its target.
    """

    sheets: int
    full: int
    slots: int
    reachable: int
    solved: int
    distinct: int
    strategic: int


def count_anchors() -> _Anchors:
    """Count the anchors, with more and more forgotten.

    Examples
    --------
    >>> counted = count_anchors()
    >>> counted.slots == 2**12 * 3 * 64
    True
    >>> round(counted.full / counted.sheets, 3)
    0.098
    >>> counted.reachable, counted.solved
    (536448, 359616)
    """
    upper_sets = (frozenset(c) for n in range(len(UPPER) + 1) for c in combinations(UPPER, n))
    tables = [hopes(filled) for filled in upper_sets]  # all boxes filled: the last
    classes = [len({*table.values()}) for table in tables]
    merged = sum(0 in table.values() and UPPER_TARGET in table for table in tables)
    lower = 3 << len(LOWER) - 1  # six boxes filled or not, and three states of the Yahtzee box
    return _Anchors(
        sheets=prod(box_states().values()),
        full=prod(states - 1 for states in box_states().values()),
        slots=lower * (UPPER_TARGET + 1) << len(UPPER),
        reachable=lower * sum(map(len, tables)),
        solved=lower * sum(len(table) - max(0, [*table.values()].count(0) - 1) for table in tables),
        distinct=lower * sum(classes) - classes[-1],
        strategic=lower * (sum(classes) - merged) - 1,
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
