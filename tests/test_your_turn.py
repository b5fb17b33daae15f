"""The hints of *Write your own player* do what they promise: the goal is read from the page."""

import re
from fractions import Fraction
from pathlib import Path

import pytest

from chancegames import coins, dice_battle

PAGE = Path("book/your-turn.md").read_text(encoding="utf-8")


def goal(model):
    return float(re.search(rf"chancegames\.models\.{model}\n:within: (\S+)", PAGE)[1])


def test_one_coin_when_ahead_and_the_largest_odd_number_when_behind_reach_the_goal():
    def policy(state):
        held, needed = state
        return {1 if needed <= held else held - (held % 2 == 0): Fraction(1)}

    rules = coins.Rules(coins=15, points=17)
    assert "rules = Rules(coins=15, points=17)" in PAGE
    loss = coins.solve(rules).value - coins.evaluate(rules, policy).value
    assert 0 < loss <= goal("coins")


@pytest.mark.parametrize(("points", "solved"), [(3, True), (4, False)])
def test_a_die_for_every_three_points_reaches_the_goal(points, solved):
    rules = dice_battle.Race(goal=15, dice=4)
    assert "rules = Race(goal=15, dice=4)" in PAGE

    def policy(state):
        return {min(4, -(-state[0] // points)): 1}

    loss = dice_battle.solve(rules).value - dice_battle.evaluate(rules, policy).value
    assert (loss <= goal("dice_battle")) == solved
