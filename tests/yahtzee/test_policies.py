"""Simple players: none beats the optimum, and bad tables are refused."""

import pytest

from chancegames.games.yahtzee import (
    FORCED,
    NONE,
    Box,
    Card,
    TablePolicy,
    distribution,
    greedy,
    par,
    solve,
)

LATE = Card(frozenset(Box) - {Box.ACES, Box.SIXES, Box.FULL_HOUSE, Box.CHANCE}, 42)
PARS = {Box.ACES: 3, Box.SIXES: 18, Box.FULL_HOUSE: 15, Box.CHANCE: 22}


@pytest.mark.parametrize("name", ["greedy", "par", "par with bonus", "no jokers"])
def test_no_simple_player_beats_the_optimum(solution, name):
    players = {
        "greedy": greedy(FORCED),
        "par": par(FORCED, PARS),
        "par with bonus": par(FORCED, PARS, bonus=35.0),
        "no jokers": TablePolicy(FORCED, solve(NONE, start=LATE).values, start=LATE),
    }
    law = distribution(FORCED, players[name], start=LATE)
    assert law.chances.sum() == pytest.approx(1, abs=1e-12)
    assert law.mean <= solution.value_at(LATE) + 1e-9


def test_the_par_player_learns_from_the_pars():
    """With nothing but chance left, every table plays alike."""
    card = Card(frozenset(Box) - {Box.CHANCE}, 63)
    plain = distribution(FORCED, greedy(FORCED), start=card)
    assert plain == distribution(FORCED, par(FORCED, PARS, 35.0), start=card)


@pytest.mark.parametrize(
    ("pars", "bonus", "message"),
    [
        ({"sixes": 18.0}, 0.0, "pars belong to boxes"),
        ({99: 18.0}, 0.0, "pars belong to boxes"),
        ({Box.SIXES: float("nan")}, 0.0, "each a number"),
        ({}, float("inf"), "must be finite"),
    ],
)
def test_bad_pars_are_refused(pars, bonus, message):
    with pytest.raises(ValueError, match=message):
        par(FORCED, pars, bonus)
