"""The committed table of Hog by other rules: a random sample is solved anew."""

import random

import pytest

from chancegames.book import hogs
from chancegames.games.dice_battle import Race, race


def test_rows_of_the_table_are_what_is_computed():
    for kept in random.sample(hogs.read(), 12):  # others in every run
        rules = Race(goal=kept.goal, dice=hogs.DICE, faces=kept.faces, bust_score=kept.bust_score)
        solved = race.solve(rules)
        assert kept.dice == solved.best((kept.goal, kept.goal))[0], kept
        assert kept.wins == pytest.approx(50 + 50 * solved.value, abs=6e-5), kept
        if kept.lead == kept.lead:  # between two whole leads, of which one is too small
            lead = int(kept.lead)
            assert solved.value_at((kept.goal, kept.goal - lead)) > -1e-4, kept
            assert solved.value_at((kept.goal, kept.goal - lead - 1)) < 1e-4, kept
        else:
            assert solved.value_at((kept.goal, 1)) >= 0, kept


def test_the_table_has_every_race_once():
    keys = [(o.faces, o.bust_score, o.goal) for o in hogs.read()]
    goals = range(1, hogs.GOAL + 1)
    assert keys == [(f, b, g) for f in hogs.FACES for b in (1, 0) for g in goals]
