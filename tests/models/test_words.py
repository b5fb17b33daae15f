"""A word means one thing, in whatever module it stands."""

from fractions import Fraction

import numpy as np
import pytest

from chancegames import dice_battle, game421
from chancegames.games.dice_battle import at_once, race
from chancegames.games.game421.sets import NOBODY, OTHER, STARTER, _results
from chancegames.models import dice_battle as model


@pytest.mark.parametrize(
    "solve",
    [
        lambda: race.solve(dice_battle.Race(goal=9, dice=3)).value_at,
        lambda: at_once.solve(dice_battle.AtOnce(goal=9, dice=3)).value_at,
        lambda: dice_battle.solve(dice_battle.Race(goal=9, dice=3)).value_at,
    ],
)
def test_own_and_other_are_points_that_are_lacked(solve):
    value = solve()
    assert value((1, 9)) > value((5, 5)) > value((9, 1))
    assert max(value((own, 9)) for own in range(1, 10)) == value((1, 9))


def test_own_and_other_are_points_that_are_lacked_for_policies_too():
    seen = set()

    def careful(state):
        seen.add(state)
        return {1: 1}

    won = dice_battle.evaluate(dice_battle.Race(goal=3, dice=1, faces=2), careful, opponent=careful)
    assert 0 < won.win_rate < 1
    assert (3, 3) in seen
    assert all(min(state) >= 1 for state in seen)  # nobody who lacks nothing has to roll
    assert model.Race(goal=3).start[:2] == (3, 3)


def test_the_loser_of_a_set_is_a_player_and_not_a_role():
    loser, amount = _results("void")
    assert set(np.unique(loser)) == {STARTER, OTHER, NOBODY}
    mirrored = np.where(loser == NOBODY, NOBODY, 1 - loser)
    assert (mirrored == loser.T).all()
    assert (amount == amount.T).all()
    rules = game421.Game(starter="loser")  # who starts the next set has the three tokens
    assert rules.after((11, 0), STARTER, 3) == ((8, 3), True)
    assert rules.after((11, 0), OTHER, 3) == ((8, 3), False)


def test_casts_of_a_round_are_casts_at_most_and_those_of_a_state_are_made():
    round_ = game421.Round(casts=3)
    assert (1, 2, 4) in round_.options(1, (), (1, 2, 4))  # one cast is enough
    chances = [game421.success(game421.Round(casts=casts), "421") for casts in (1, 2, 3)]
    assert chances == sorted(chances)
    assert chances[0] == Fraction(6, 216)
    assert set(round_.options(3, (), (5, 5, 6))) == {(5, 5, 6)}  # none is left
