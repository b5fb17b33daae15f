"""The games in other tools: they load them, and find the same values.

These tests need the extra ``interop`` and run by themselves: ``make interop``.
"""

import csv
import io
from fractions import Fraction
from itertools import islice

import gymnasium
import numpy as np
import pygambit
import pyspiel
import pytest
from benchmarks import bench_learning
from gymnasium.utils.env_checker import check_env
from quantecon.markov import DiscreteDP
from quantecon.markov.ddp import backward_induction

from chancegames.base.paths import ROOT
from chancegames.book import asides
from chancegames.games import environments
from chancegames.maths import gambit, game
from chancegames.maths.quantecon import to_quantecon
from chancegames.models import coins, dice_battle
from tests import examples

RULES = [coins.Rules(2, 3), coins.Rules(3, 3)]
MATRIX = [
    [0, Fraction(-1, 2), Fraction(1, 3)],
    [Fraction(1, 2), 0, Fraction(-1, 5)],
    [Fraction(-1, 3), Fraction(1, 5), 0],
]


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_gambit_finds_the_value_of_a_tree_exactly(rules):
    tree = pygambit.read_efg(io.BytesIO(gambit.extensive_form(rules, "coins").encode()))
    found = pygambit.nash.enumpure_solve(tree).equilibria
    assert {Fraction(str(payoff)) for one in found for _, payoff in one.payoffs} == {
        game.solve(rules).value
    }


def test_gambit_finds_the_value_of_a_race_exactly():
    race = dice_battle.Race(goal=3, dice=2, faces=2)
    tree = pygambit.read_efg(io.BytesIO(gambit.extensive_form(race, "a race").encode()))
    (_, gain), _ = pygambit.nash.lp_solve(tree, rational=True).equilibrium.payoffs
    assert Fraction(str(gain)) == game.solve(race).value


def test_gambit_solves_a_matrix_game_exactly():
    table = pygambit.read_nfg(io.BytesIO(gambit.normal_form(MATRIX, "three throws").encode()))
    found = pygambit.nash.lp_solve(table, rational=True)
    assert found.equilibrium.max_regret() == 0


@pytest.mark.parametrize("rules", [*RULES, dice_battle.Race(goal=4, dice=2, faces=3)], ids=str)
def test_openspiel_finds_the_value_of_a_tree(rules):
    tree = pyspiel.load_efg_game(gambit.extensive_form(rules, "coins"))

    def value(state):
        """What every player gets."""
        if state.is_terminal():
            return np.array(state.returns())
        if state.is_chance_node():
            return sum(p * value(state.child(a)) for a, p in state.chance_outcomes())
        after = [value(state.child(action)) for action in state.legal_actions()]
        return max(after, key=lambda gains: gains[state.current_player()])

    assert value(tree.new_initial_state())[0] == pytest.approx(float(game.solve(rules).value))


@pytest.mark.parametrize("rules", RULES, ids=str)
@pytest.mark.filterwarnings("ignore:infinite horizon")
def test_quantecon_finds_the_value_of_a_decision_process(rules):
    one = to_quantecon(rules)
    program = DiscreteDP(one.rewards, one.transitions, 1, one.sources, one.actions)
    values, _ = backward_induction(program, one.steps)
    for state, value in game.solve(rules).values.items():
        assert values[0][one.states.index(state)] == pytest.approx(float(value))


@pytest.mark.parametrize("name", environments.ENVIRONMENTS)
def test_gymnasium_accepts_every_environment(name):
    check_env(gymnasium.make(f"chancegames.games.environments:{name}").unwrapped)


@pytest.mark.parametrize("name", environments.ENVIRONMENTS)
def test_without_regret_an_environment_pays_its_value(name):
    """Always the best action: the mean reward is the exact optimum, within its standard error."""
    env = gymnasium.make(f"chancegames.games.environments:{name}").unwrapped
    rewards = []
    for number in range(2000):
        _, info = env.reset(seed=421 + number)
        total, over = 0.0, False
        while not over:
            best = int(np.argmax(info["action_values"]))
            _, reward, over, _, info = env.step(best)
            assert info["regret"] <= 1e-12
            total += reward
        rewards.append(total)
    error = np.std(rewards) / len(rewards) ** 0.5
    assert abs(np.mean(rewards) - float(env.solution.value)) < 5 * error


def test_an_opponent_of_hog_must_have_the_dice():
    with pytest.raises(ValueError, match="from 1 to 4, not 9"):
        gymnasium.make("chancegames.games.environments:Hog-v0", opponent=9)


def test_the_committed_curves_are_those_of_the_learners_on_the_page():
    page = examples.names(bench_learning.PAGE)
    with asides.LEARNING.open(encoding="utf-8") as file:
        kept = [(r["learner"], int(r["rounds"]), float(r["lost"])) for r in csv.DictReader(file)]
    again = [*bench_learning.itself(page), *islice(bench_learning.truth(page), 3)]
    for row, (learner, rounds, lost) in zip(kept, again, strict=False):
        assert row == (learner, rounds, pytest.approx(float(lost), abs=1e-6))


def test_every_line_of_the_page_does_what_it_says():
    result = examples.run(ROOT / "book/library/elsewhere.md")
    assert result.attempted > 20
    assert not result.failed
