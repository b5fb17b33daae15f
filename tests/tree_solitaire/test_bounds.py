"""The exact bounds of a chance of winning that the proofs on Johnson's memo rest on."""

from fractions import Fraction
from itertools import islice

import pytest

from chancegames.games.tree_solitaire.forks import _walk
from chancegames.games.tree_solitaire.policies import strategy
from chancegames.games.tree_solitaire.series import win_chance
from chancegames.models.tree_solitaire import Rules
from chancegames.sources.johnson1970.proofs import _enclosed

NAMES = ("STRAT", "LSTRAT", "HSTRAT", "2LSTRAT", "2HSTRAT", "BSTRAT", "ooLSTRAT", "ooHSTRAT")
GAMES = [
    (Fraction(1, 2), Fraction(1, 2)),
    (Fraction(1, 4), Fraction(3, 4)),
    (Fraction(2, 3), Fraction(9, 10)),
]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("ending, ratio", GAMES)
def test_more_moves_bring_the_bounds_together_around_the_sum_of_the_series(name, ending, ratio):
    exact = win_chance(Rules(float(ending), float(ratio)), strategy(name))
    lowers, uppers = zip(
        *(_enclosed(name, ending, ratio, moves) for moves in (2, 4, 8, 16)), strict=True
    )
    assert list(lowers) == sorted(lowers) and list(uppers) == sorted(uppers, reverse=True)
    assert lowers[-1] - Fraction(1, 10**9) <= exact <= uppers[-1] + Fraction(1, 10**9)
    assert uppers[-1] - lowers[-1] < Fraction(1, 1000)


def test_who_prefers_a_fork_to_a_loss_plays_on_more_often_than_one_point_in_two_is_a_fork():
    """So a power of S bounds no chance that a game goes on, and the bounds need the values."""
    rules = Rules(Fraction(1, 2), Fraction(1, 2))
    standings, _ = next(islice(_walk(rules, strategy("HSTRAT")), 40, None))
    assert sum(standings.values()) > 1000 * rules.splitting**38
