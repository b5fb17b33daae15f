"""Simultaneous race: exact games, linear programmes, brute force, best replies, real dice."""

from fractions import Fraction
from functools import cache
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chancegames.games.dice_battle import one_throw
from chancegames.games.dice_battle import simultaneous as at_once
from chancegames.games.dice_battle.policies import blind, uniform
from chancegames.games.dice_battle.race_policy import always, by_state
from chancegames.games.dice_battle.race_simulation import play_at_once
from chancegames.games.dice_battle.rules import Rules
from chancegames.games.dice_battle.simultaneous import Finish
from chancegames.games.dice_battle.simultaneous_policies import (
    Reading,
    best_reply,
    evaluate,
    heuristic,
)
from chancegames.maths import matrix_game

RULES = st.builds(Rules, dice=st.integers(1, 4), faces=st.integers(2, 6))
GOALS = st.integers(1, 6)
FINISHES = st.sampled_from(Finish)
EXACTNESS = 1e-12


def finished(a, b, finish):
    """Payoff of a finished race, from the wording of the rule."""
    if a <= 0 and b <= 0:
        return (a < b) - (a > b) if finish is Finish.HIGHER_TOTAL else 0
    return 1 if a <= 0 else -1


def brute_force_value(goal, rules, finish):
    """Value of the race from all ordered throws of both players; games solved exactly."""

    def lefts(d, a):
        for faces in product(range(1, rules.faces + 1), repeat=d):
            yield a - (1 if 1 in faces else sum(faces))

    @cache
    def value(a, b):
        if min(a, b) <= 0:
            return Fraction(finished(a, b, finish))
        rows = [[entry(a, b, d, e) for e in rules.throws] for d in rules.throws]
        return matrix_game.solve(rows).value

    def entry(a, b, d, e):
        outcomes = [value(*pair) for pair in product(lefts(d, a), lefts(e, b))]
        return sum(outcomes) / len(outcomes)

    return value


@pytest.mark.parametrize("finish", Finish)
@pytest.mark.parametrize("rules", [Rules(2), Rules(3, 3)])
def test_values_equal_brute_force_over_ordered_throws(rules, finish):
    value = brute_force_value(5, rules, finish)
    solution = at_once.solve_exactly(5, rules, finish)
    for a, b in product(range(1, 6), repeat=2):
        assert solution.values[a, b] == value(a, b)


@settings(max_examples=20, deadline=None)
@given(RULES, GOALS, FINISHES)
def test_compiled_table_equals_fractions(rules, goal, finish):
    exact = at_once.solve_exactly(goal, rules, finish)
    floats = at_once.solve(goal, rules, finish)
    assert np.abs(exact.table.astype(float) - floats.table).max() < EXACTNESS
    assert floats.gap < EXACTNESS
    assert exact.mixed_states() == floats.mixed_states()
    for i, j in product(range(goal), repeat=2):
        assert exact.best_throws(i, j) == floats.best_throws(i, j)


@pytest.mark.parametrize("finish", Finish)
def test_every_state_against_the_linear_programme(finish):
    solution = at_once.solve(8, Rules(6), finish)
    for i, j in product(range(8), repeat=2):
        programme = matrix_game.linear_programme(solution.matrix(i, j))
        assert programme.value == pytest.approx(solution.value(i, j), abs=1e-7)


@settings(max_examples=20, deadline=None)
@given(RULES, st.integers(1, 25), FINISHES)
def test_every_state_has_a_certificate(rules, goal, finish):
    """Both stored strategies, evaluated against all pure replies of the stored game."""
    solution = at_once.solve(goal, rules, finish)
    for i, j in product(range(goal), repeat=2):
        matrix, value = solution.matrix(i, j), solution.value(i, j)
        mine = np.array([solution.strategy(i, j).get(d, 0.0) for d in rules.throws])
        other = np.array([solution.strategy(j, i).get(d, 0.0) for d in rules.throws])
        likeliest = max(solution.strategy(i, j), key=solution.strategy(i, j).get)
        best = solution.best_throws(i, j)
        assert solution.throws[goal - i, goal - j] == (min(best) if best else likeliest)
        assert (mine @ matrix).min() == pytest.approx(value, abs=EXACTNESS)
        assert (matrix @ other).max() == pytest.approx(value, abs=EXACTNESS)


@settings(max_examples=20, deadline=None)
@given(RULES, st.integers(1, 25), FINISHES)
def test_the_game_is_fair(rules, goal, finish):
    solution = at_once.solve(goal, rules, finish)
    assert (solution.values == -solution.values.T).all()
    assert (solution.values.diagonal()[1:] == 0).all()
    smaller = at_once.solve(max(1, goal - 3), rules, finish)
    assert (solution.strategies[: len(smaller.values), : len(smaller.values)]
            == smaller.strategies).all()  # fmt: skip


@settings(max_examples=15, deadline=None)
@given(RULES, st.integers(1, 20), FINISHES, st.integers(0, 99))
def test_nobody_gains_against_the_equilibrium(rules, goal, finish, seed):
    solution = at_once.solve(goal, rules, finish)
    reply = best_reply(solution.policy(), goal, rules, finish)
    assert np.abs(reply.values - solution.values)[1:, 1:].max() < EXACTNESS
    throws = np.random.default_rng(seed).integers(1, rules.dice + 1, size=(goal + 1, goal + 1))
    match = evaluate(by_state(throws, rules, "any"), solution.policy(), goal, rules, finish)
    assert (match.openings() <= EXACTNESS).all()


@settings(max_examples=15, deadline=None)
@given(RULES, st.integers(1, 15), FINISHES)
def test_best_reply_earns_what_it_promises(rules, goal, finish):
    known = always(uniform(rules), rules)
    reply = best_reply(known, goal, rules, finish)
    match = evaluate(reply.first, known, goal, rules, finish)
    assert np.abs(match.values - reply.values)[1:, 1:].max() < EXACTNESS
    assert (reply.openings() >= -EXACTNESS).all()


def test_best_reply_is_the_best_of_all_policies():
    rules = Rules(2, 3)
    known = always({1: Fraction(1, 3), 2: Fraction(2, 3)}, rules)
    gains = []
    for throws in product((1, 2), repeat=4):
        table = np.ones((3, 3), dtype=int)
        table[1:, 1:] = np.reshape(throws, (2, 2))
        gains.append(evaluate(by_state(table, rules, ""), known, 2, rules).openings()[-1])
    assert best_reply(known, 2, rules).openings()[-1] == pytest.approx(max(gains))


@settings(max_examples=15, deadline=None)
@given(RULES, st.integers(1, 20))
def test_guarded_heuristic_is_optimal_where_nobody_mixes(rules, goal):
    """Pure equilibria are what maximising the worst case finds; the values then agree."""
    solution = at_once.solve(goal, rules)
    policy = heuristic(Reading.GUARDED, goal, rules)
    if not solution.mixed_states():
        assert np.abs(best_reply(policy, goal, rules).openings()).max() < EXACTNESS


def test_equilibrium_can_need_a_mixture():
    """The smallest such state of the named variant with four dice, in exact numbers."""
    solution = at_once.solve_exactly(5, Rules(4), Finish.HIGHER_TOTAL)
    a, b = solution.mixed_states()[0]
    matrix = solution.matrix(5 - a, 5 - b)
    assert matrix.min(axis=1).max() < solution.values[a, b] < matrix.max(axis=0).min()


@pytest.mark.parametrize("goal", [1, 2])
@pytest.mark.parametrize("dice", range(1, 8))
def test_shortest_race_with_higher_total_is_the_battle_over_one_throw(dice, goal):
    """Written for one throw alone, by another road: matrix and optimum must be the same."""
    rules = Rules(dice)
    solution = at_once.solve_exactly(goal, rules, Finish.HIGHER_TOTAL)
    assert solution.matrix(0, 0).tolist() == [list(row) for row in one_throw.payoff_matrix(rules)]
    assert solution.strategy(0, 0) == one_throw.equilibrium(rules)


@pytest.mark.parametrize("goal", [3, 30])
def test_real_dice_agree_with_the_table(goal):
    rules = Rules(6)
    first, second = at_once.solve(goal, rules).policy(), always(blind(rules), rules)
    expected = evaluate(first, second, goal, rules).openings()[-1]
    played = play_at_once(first, second, goal, rules, games=20_000, seed=99)
    assert abs(played.z(expected)) <= 4


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: at_once.solve(0, Rules(2)), "goal must be an integer of at least 1"),
        (lambda: at_once.solve(1.5, Rules(2)), "goal must be an integer of at least 1"),
        (lambda: at_once.solve(10**6, Rules(10)), "needs 968,002 GB of memory"),
        (lambda: at_once.solve(5, Rules(2, bust_score=0)), "score at least 1"),
        (lambda: at_once.solve_exactly(31, Rules(2)), "exact simultaneous races go to 30"),
        (lambda: at_once.solve(5, Rules(2)).matrix(5, 0), "no state in a race to 5"),
        (lambda: heuristic(Reading.AVERAGED, 0, Rules(2)), "goal must be an integer"),
        (lambda: best_reply(always(uniform(Rules(2)), Rules(2)), 5, Rules(3)), "for 2 dice, not 3"),
        (lambda: best_reply(by_state(np.ones((3, 3), int), Rules(2), "p"), 5, Rules(2)),
         "'p' knows races to 2, not to 5"),
    ],
)  # fmt: skip
def test_bad_input_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_throws_that_score_nothing_are_refused_at_every_door():
    rules = Rules(2, bust_score=0)
    one = always({1: Fraction(1)}, rules)
    with pytest.raises(ValueError, match="throws that score at least 1"):
        at_once.points_laws(rules)
    with pytest.raises(ValueError, match="throws that score at least 1"):
        evaluate(one, one, 5, rules)
