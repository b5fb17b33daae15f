"""The table of Yahtzee: what is packed comes back within half a step."""

import numpy as np
import pytest

from chancegames.games.yahtzee.layout import DISTINCT, REACHABLE
from chancegames.show.play.yahtzee import STEPS, differences, planes


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
    for (mask, total), row in unpacked(planes(differences(values)), STEPS).items():
        shown = total if REACHABLE[mask, total] else np.flatnonzero(REACHABLE[mask, :total])[-1]
        assert np.abs(row - by_mask[:, mask, shown]).max() <= 0.5 / STEPS


def test_numbers_that_are_too_large_are_refused():
    with pytest.raises(ValueError, match="does not fit into three bytes"):
        planes(np.array([1 << 23]))
