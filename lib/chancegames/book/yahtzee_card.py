"""A whole game of Yahtzee from the card of *At the table*: what to keep, where to write.

The card looks at the dice and at the boxes that are open, and never at the points so far.  So what
comes of it is found exactly, set of open boxes by set of open boxes.
"""

from collections.abc import Iterator
from functools import cache

import numpy as np

from chancegames import yahtzee
from chancegames.games.yahtzee.layout import (
    LAYERS,
    ROLL_CHANCE,
    ROLLS,
    ROW_OF,
    ROWS,
    SETS,
    TOTALS,
    Floats,
    Ints,
)
from chancegames.games.yahtzee.policies import _box_worths, par
from chancegames.games.yahtzee.scoring import _open_boxes, _scoring, _turn_values
from chancegames.maths.dice import Combination
from chancegames.models.yahtzee import (
    FORCED,
    REROLLS,
    UPPER,
    UPPER_TARGET,
    Box,
    Card,
    State,
    Turn,
    points,
)

#: What an open box is worth, roughly, in the order of the card; found by trying.
NUMBERS = (6, 8, 10, 13, 15, 17, 24, 22, 20, 29, 28, 9, 25)
BY_PRICE = {box: float(price) for box, price in zip(Box, NUMBERS, strict=True)}

#: Boxes that decide what the card keeps.
_ASKED = frozenset({*UPPER, Box.FULL_HOUSE, Box.SMALL_STRAIGHT, Box.LARGE_STRAIGHT})
_RUNS = (2, 3, 4, 5, 6), (1, 2, 3, 4, 5), (3, 4, 5, 6), (2, 3, 4, 5), (1, 2, 3, 4)


def _kept(dice: Combination, free: frozenset[Box]) -> Combination:
    """What the card keeps of five dice while these boxes are open: the first line that fits.

    Examples
    --------
    >>> _kept((2, 3, 4, 5, 5), frozenset(Box)), _kept((2, 3, 4, 5, 5), frozenset({Box.SIXES}))
    ((2, 3, 4, 5), (5, 5))
    """
    return next(_lines(dice, free), ())


def _lines(dice: Combination, free: frozenset[Box]) -> Iterator[Combination]:
    """Every line of the card that fits, from the first on."""
    if Box.FULL_HOUSE in free and points(Box.FULL_HOUSE, dice):
        three = max(dice, key=dice.count)
        if three < 4 or Box(three - 1) not in free:
            yield dice
    if free & {Box.SMALL_STRAIGHT, Box.LARGE_STRAIGHT}:
        yield from (run for run in _RUNS if {*run} <= {*dice})
    faces = sorted({*dice}, reverse=True)
    alike = {face: (face,) * dice.count(face) for face in faces}
    yield from (alike[face] for face in faces if len(alike[face]) >= 3)
    yield from (alike[face] for face in faces if len(alike[face]) == 2 and Box(face - 1) in free)
    if Box.SMALL_STRAIGHT in free:
        yield from (run for run in ((3, 4, 5), (2, 3, 4)) if {*run} <= {*dice})
    yield from (alike[face] for face in faces if len(alike[face]) == 2 and face >= 4)
    yield from ((face,) for face in faces if Box(face - 1) in free)


def _player(state: State) -> dict[Combination | Box, int]:
    """Keep and write as the card says; a policy for the verbs of `chancegames.yahtzee`.

    Examples
    --------
    >>> from chancegames.models.yahtzee import Card
    >>> _player(Turn(Card(), 0, (1, 2, 4, 6, 6)))
    {<Box.ACES: 0>: 1}
    """
    assert isinstance(state, Turn)
    if state.rerolls:
        return {_kept(state.dice, frozenset(state.card.open)): 1}
    gains = FORCED.placements(state.card, state.dice)
    return {max(gains, key=lambda box: gains[box] - BY_PRICE[box]): 1}


def _averages() -> tuple[float, float]:
    """Average score of who rolls by the list: with the most points written, and by the prices."""
    most, priced = _worths()[:, 0, 0]
    return float(most), float(priced)


@cache
def _worths() -> Floats:
    """What is still to come, for both: rows for sets of filled boxes, columns for upper totals."""
    guides = [par(FORCED, prices).worth for prices in ({}, BY_PRICE)]
    worths = np.zeros((len(guides), SETS, TOTALS))
    worths[:, LAYERS[0], UPPER_TARGET] = FORCED.upper_bonus
    for index in np.concatenate(LAYERS[1:]):
        for guide, worth in zip(guides, worths, strict=True):
            worth[index] = _worth(index, guide, worth)
    return worths


def _worth(index: int, guide: Floats, worth: Floats) -> Floats:
    """What is still to come with a set of boxes filled, for each upper total.

    The guide chooses the box; it knows prices, and no totals.
    """
    score = _scoring(FORCED, index, 0)
    boxes = _box_worths(FORCED, guide, index, 0).argmax(axis=0), np.arange(ROLLS)
    chances = _ends(
        frozenset(box for box, is_open in zip(Box, _open_boxes(index), strict=True) if is_open)
        & _ASKED
    )
    cards, which = np.unique(TOTALS * score.sets[boxes] + score.totals[boxes], return_inverse=True)
    sets, gains = np.divmod(cards[:, None], TOTALS)
    after = worth[sets, np.minimum(UPPER_TARGET, np.arange(TOTALS) + gains)]
    there: Floats = chances @ score.points[boxes] + np.bincount(which, chances) @ after
    return there


@cache
def _ends(free: frozenset[Box]) -> Floats:
    """Chance that a turn by the card ends with each of the 252 rolls."""
    rows: Ints = np.array([ROW_OF[_kept(roll, free)] for roll in ROWS[:ROLLS]])
    chances = ROLL_CHANCE
    for _ in range(REROLLS):
        chances = np.bincount(rows, chances, len(ROWS)) @ _thrown()
    return chances


def _full_house_cost() -> float:
    """What the card loses at worst by keeping a full house of the first roll, and stopping."""
    best, free = yahtzee.solve(FORCED), frozenset(Box)
    kept = [
        roll for roll in ROWS[:ROLLS] if points(Box.FULL_HOUSE, roll) and _kept(roll, free) == roll
    ]
    ends = [(Turn(Card(), REROLLS, roll), Turn(Card(), 0, roll)) for roll in kept]
    return float(max(best.value_at(first) - best.value_at(last) for first, last in ends))


@cache
def _thrown() -> Floats:
    """Chance of each roll, by what was kept: shape (462, 252)."""
    return np.transpose([_turn_values(sure, 0) for sure in np.eye(ROLLS)])
