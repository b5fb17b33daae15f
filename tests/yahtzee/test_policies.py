"""Simple players: their guides, and that none beats the optimum."""

import numpy as np
import pytest

from chancegames.games.yahtzee.distribution import score_law
from chancegames.games.yahtzee.policies import greedy, par
from chancegames.games.yahtzee.rules import NONE, Box, Card
from chancegames.games.yahtzee.solve import solve

LATE = Card(frozenset(Box) - {Box.ACES, Box.SIXES, Box.FULL_HOUSE, Box.CHANCE}, 42)
PARS = {Box.ACES: 3, Box.SIXES: 18, Box.FULL_HOUSE: 15, Box.CHANCE: 22}


@pytest.mark.parametrize("name", ["greedy", "par", "par with bonus", "no jokers"])
def test_no_simple_player_beats_the_optimum(solution, name):
    guides = {
        "greedy": greedy(),
        "par": par(PARS),
        "par with bonus": par(PARS, bonus=35.0),
        "no jokers": solve(NONE, start=LATE).values,
    }
    law = score_law(solution, guide=guides[name], start=LATE)
    assert law.chances.sum() == pytest.approx(1, abs=1e-12)
    assert law.mean <= solution.value(LATE) + 1e-9


def test_the_par_player_learns_from_the_pars(solution):
    """With nothing but chance left, every guide plays alike."""
    card = Card(frozenset(Box) - {Box.CHANCE}, 63)
    plain = score_law(solution, guide=greedy(), start=card)
    wise = score_law(solution, guide=par(PARS, 35.0), start=card)
    assert np.array_equal(plain.chances, wise.chances)
