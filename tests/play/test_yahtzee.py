"""The table of Yahtzee: what is packed comes back within half a step."""

from functools import cache

import numpy as np
import pytest

from chancegames.games.yahtzee.curve import read_curve
from chancegames.games.yahtzee.layout import (
    DISTINCT,
    MISSED,
    OPEN_BOXES,
    REACHABLE,
    ROLL_CHANCE,
    ROLLS,
    ROWS,
    anchor,
)
from chancegames.games.yahtzee.scoring import _open_boxes, _turn_values
from chancegames.games.yahtzee.targets import best_chances
from chancegames.models.yahtzee import FORCED, Box, Card
from chancegames.show.play.yahtzee import (
    CURVE,
    NEEDS,
    OPENINGS,
    STEPS,
    _differences,
    _kept_opening,
    _planes,
)


def unpacked(planes_of_bytes, steps):
    """Another road: add up, set by set and mask by mask, and put values where they belong."""
    low, middle, high = (plane.astype(np.int64) for plane in planes_of_bytes.values())
    folded = low + 256 * middle + 65536 * high
    signed = np.where(folded % 2, -(folded + 1) // 2, folded // 2).reshape(-1, 192)
    subsets = np.array([[own & other == own for own in range(64)] for other in range(64)])
    signed = (signed.reshape(-1, 3, 64) @ subsets.T).reshape(-1, 192)
    values, at = {}, 0
    for mask in range(64):
        totals = np.flatnonzero(DISTINCT[mask])
        sums = signed[at : at + len(totals)].cumsum(axis=0)
        values |= {(mask, total): row / steps for total, row in zip(totals, sums, strict=True)}
        at += len(totals)
    assert at == len(signed)
    return values


def test_packed_values_come_back_within_half_a_step():
    values = np.random.default_rng(1).uniform(0, 100, (3, 64, 64, 64))
    values[:, :, ~REACHABLE] = np.nan
    by_mask = values.reshape(192, 64, 64)
    for (mask, total), row in unpacked(_planes(_differences(values)), STEPS).items():
        shown = total if REACHABLE[mask, total] else np.flatnonzero(REACHABLE[mask, :total])[-1]
        assert np.abs(row - by_mask[:, mask, shown]).max() <= 0.5 / STEPS


def test_numbers_that_are_too_large_are_refused():
    with pytest.raises(ValueError, match="does not fit into three bytes"):
        _planes(np.array([1 << 23]))


@cache
def opening(name):
    """Chances of every need by card, and half a step."""
    left, steps = OPENINGS[name]
    table = _kept_opening(name)
    assert not table.arrays["high"].any()
    folded = table.arrays["low"].astype(np.int64) + 256 * table.arrays["middle"].astype(np.int64)
    curved = np.where(folded % 2, -(folded + 1) // 2, folded // 2).reshape(-1, NEEDS)
    rows = (steps + curved.cumsum(axis=1).cumsum(axis=1)) / steps
    sets = [index for index in range(len(OPEN_BOXES)) if OPEN_BOXES[index] in left]
    cards = [(index, total) for index in sets for total in np.flatnonzero(DISTINCT[index % 64])]
    return dict(zip(cards, rows, strict=True)), 0.5 / steps


def card_at(index, total):
    """A card of a set of filled boxes, with an upper total that it can show."""
    total = int(np.flatnonzero(REACHABLE[index % 64, : total + 1])[-1])
    filled = frozenset(np.array(Box)[~_open_boxes(index)].tolist())
    return Card(frozenset(map(Box, filled)), total, index // 4096 == 2)


def before_a_turn(card, rows, needs):
    """Chances of needs at a card from those of the cards after it."""
    finals = np.zeros((ROLLS, len(needs)))
    for roll, dice in enumerate(ROWS[:ROLLS]):
        for box, gain in FORCED.placements(card, dice).items():
            index, total = anchor(card.fill(box, dice))
            row = np.concatenate([[1.0], rows[index, max(total, int(MISSED[index % 64]))]])
            finals[roll] = np.maximum(finals[roll], row[np.clip(needs - gain, 0, NEEDS)])
    return [float(ROLL_CHANCE @ _turn_values(final, 2)[:ROLLS]) for final in finals.T]


def test_the_first_roll_from_the_table_of_openings():
    """The chance before a game, known from elsewhere, comes back by one turn."""
    rows, error = opening("yahtzee-opening")
    needs = np.arange(10, NEEDS, 35)
    again = before_a_turn(Card(), rows, needs)
    assert np.abs(read_curve(CURVE).greatest[needs] - again).max() <= error + 1e-9


@pytest.mark.parametrize("name", OPENINGS)
def test_a_row_of_an_opening_is_one_turn_from_the_next_rows(name):
    rows, error = opening(name)
    above, rounding = opening("yahtzee-opening")
    left = OPENINGS[name][0][-1]
    chosen = [key for key in above if OPEN_BOXES[key[0]] == left + 1]
    draw = np.random.default_rng(6)
    for place in draw.choice(len(chosen), 4, replace=False):
        needs = np.sort(draw.choice(np.arange(1, NEEDS + 1), 25, replace=False))
        again = before_a_turn(card_at(*chosen[place]), rows, needs)
        shown = above[chosen[place]][needs - 1]
        assert np.abs(shown - again).max() <= error + rounding + 1e-9


def test_cards_of_the_largest_opening_are_solved_again():
    rows, error = opening("yahtzee-opening-11")
    draw = np.random.default_rng(7)
    for place in draw.choice(len(rows), 2, replace=False):
        index, total = [*rows][place]
        card, need = card_at(index, total), int(draw.integers(120, 280))
        again = best_chances(start=card, smallest=need, largest=need).chance(card, need)
        assert rows[index, total][need - 1] == pytest.approx(again, abs=error + 1e-9)
