"""Games as decision processes: the arrays alone have the value of the game."""

import numpy as np
import pytest

from chancegames.maths import quantecon
from chancegames.maths.game import Chance, Choice, FiniteGame, Terminal, solve
from chancegames.maths.quantecon import to_quantecon
from chancegames.models import coins


def backwards(process):
    """Value of each state, by the arrays and nothing else."""
    values = np.zeros(len(process.states))
    for _ in range(process.steps):
        ahead = process.rewards + process.transitions @ values
        values = np.full(len(values), -np.inf)
        np.maximum.at(values, process.sources, ahead)
    return values


@pytest.mark.parametrize("rules", [coins.Rules(2, 3), coins.Rules(4, 3)])
def test_every_state_has_the_value_of_the_game(rules):
    process = to_quantecon(rules)
    found = dict(zip(process.states, backwards(process), strict=True))
    assert found.pop(None) == 0
    assert found == pytest.approx({s: float(v) for s, v in solve(rules).values.items()})


def test_scores_on_the_way_and_payoffs_count():
    nodes = {
        "a": Choice(["stay", "go"], ["b", "end"], [1, 2]),
        "b": Chance([0.25, 0.75], ["end", "end"], [8, 0]),
        "end": Terminal(5),
    }
    process = to_quantecon(FiniteGame("a", nodes.get))
    assert backwards(process)[process.states.index("a")] == 1 + 2 + 5


def test_an_opponent_and_a_game_too_large_are_refused(monkeypatch):
    nodes = {0: Choice(["x"], [1], minimise=True), 1: Terminal()}
    with pytest.raises(ValueError, match="has no opponent"):
        to_quantecon(FiniteGame(0, nodes.get))
    monkeypatch.setattr(quantecon, "MOST_TRANSITIONS", 24)
    with pytest.raises(ValueError, match="more than 24 transition"):
        to_quantecon(coins.Rules(1, 1))
