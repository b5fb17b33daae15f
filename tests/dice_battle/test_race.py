"""Sequential race: brute force over real throws, Markov chains, and what any solution obeys."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chancegames.games.dice_battle import race
from chancegames.games.dice_battle.exact_race import evaluate_exactly, pair_at, solve_exactly
from chancegames.games.dice_battle.policies import blind, uniform
from chancegames.games.dice_battle.race_policy import always, by_state
from chancegames.games.dice_battle.race_simulation import play_in_turn
from chancegames.games.dice_battle.rules import Rules
from chancegames.games.dice_battle.scores import mixed_score_law

RULES = st.builds(
    Rules, dice=st.integers(1, 5), faces=st.integers(2, 7), bust_score=st.integers(0, 1)
)
GOALS = st.integers(1, 12)
EXACTNESS = 1e-13


def random_policy(goal, rules, seed):
    """Throws drawn at random, one number of dice a state."""
    throws = np.random.default_rng(seed).integers(1, rules.dice + 1, size=(goal + 1, goal + 1))
    return by_state(throws, rules, f"random policy {seed}")


def brute_force_values(goal, rules):
    """EG(i, j) straight from the rules: all ordered throws, scores instead of points lacked."""

    def score(faces):
        return rules.bust_score if 1 in faces else sum(faces)

    @cache
    def value(i, j):
        return max(expectation(d, i, j) for d in rules.throws)

    def expectation(d, i, j):
        throws = list(product(range(1, rules.faces + 1), repeat=d))
        after = (i + score(faces) for faces in throws)
        return Fraction(sum(1 if n >= goal else -value(j, n) for n in after)) / len(throws)

    return {(i, j): value(i, j) for i in range(goal) for j in range(goal)}


def chain_value(first, second, goal, rules):
    """Win minus loss of the first player, from the linear equations of the Markov chain."""
    states = list(product((0, 1), range(1, goal + 1), range(1, goal + 1)))
    number = {state: n for n, state in enumerate(states)}
    matrix, constant = np.eye(len(states)), np.zeros(len(states))
    for mover, a, b in states:
        row = number[mover, a, b]
        for d, weight in (first, second)[mover].law(a, b).items():
            for faces in product(range(1, rules.faces + 1), repeat=d):
                p = float(weight) / rules.faces**d
                left = a - (rules.bust_score if 1 in faces else sum(faces))
                if left <= 0:
                    constant[row] += p * (1 - 2 * mover)
                else:
                    matrix[row, number[1 - mover, b, left]] -= p
    return np.linalg.solve(matrix, constant)[number[0, goal, goal]]


@pytest.mark.parametrize("rules", [Rules(3), Rules(2, 5), Rules(4, 3)])
def test_values_equal_brute_force_over_ordered_throws(rules):
    solution = solve_exactly(9, rules)
    for (i, j), value in brute_force_values(9, rules).items():
        assert solution.value(i, j) == value


@settings(max_examples=30, deadline=None)
@given(RULES, GOALS)
def test_compiled_table_equals_fractions(rules, goal):
    exact, floats = solve_exactly(goal, rules), race.solve(goal, rules)
    assert np.abs(exact.values.astype(float) - floats.values)[1:].max() < EXACTNESS
    assert (exact.throws == floats.throws).all()
    for i, j in product(range(goal), repeat=2):
        assert exact.best_throws(i, j) == floats.best_throws(i, j)


@settings(max_examples=30, deadline=None)
@given(RULES, GOALS)
def test_exact_table_satisfies_the_optimality_equation(rules, goal):
    """With a bust of 0 the equation is a contraction: who satisfies it is the only solution."""
    solution = solve_exactly(goal, rules)
    for i, j in product(range(goal), repeat=2):
        assert max(solution.gains(i, j).values()) == solution.value(i, j)


@settings(max_examples=30, deadline=None)
@given(RULES, GOALS)
def test_table_serves_smaller_goals(rules, goal):
    large, small = race.solve(goal + 5, rules), race.solve(goal, rules)
    assert (large.openings()[:goal] == small.openings()).all()
    assert large.value(0, 0, goal) == small.value(0, 0)
    assert large.best_throws(0, 0, goal) == small.best_throws(0, 0)


@settings(max_examples=30, deadline=None)
@given(RULES, GOALS)
def test_lacking_more_never_helps(rules, goal):
    values = race.solve(goal, rules).values[1:, 1:]
    assert (np.diff(values, axis=0) <= EXACTNESS).all()
    assert (np.diff(values, axis=1) >= -EXACTNESS).all()
    assert np.abs(values).max() <= 1


@settings(max_examples=15, deadline=None)
@given(RULES, GOALS)
def test_having_the_turn_never_hurts_and_helps_at_equal_scores(rules, goal):
    """In fractions: what the chapter proves of optimal players."""
    values = solve_exactly(goal, rules).values[1:, 1:]
    assert (values + values.T >= 0).all()
    assert (values.diagonal() > 0).all()
    assert (np.diff(values, axis=0) <= 0).all()
    assert (np.diff(values, axis=1) >= 0).all()


@pytest.mark.parametrize("bust_score", [0, 1])
@pytest.mark.parametrize("seed", range(4))
def test_pair_of_policies_equals_markov_chain(bust_score, seed):
    rules = Rules(3, 4, bust_score)
    first, second = random_policy(5, rules, seed), always(uniform(rules), rules)
    expected = chain_value(first, second, 5, rules)
    assert race.evaluate(first, second, 5, rules).openings()[-1] == pytest.approx(expected)
    assert float(evaluate_exactly(first, second, 5, rules).openings()[-1]) == pytest.approx(
        expected
    )


@settings(max_examples=25, deadline=None)
@given(RULES, GOALS, st.integers(0, 99))
def test_exact_and_compiled_evaluation_agree(rules, goal, seed):
    first, second = random_policy(goal, rules, seed), always(blind(rules), rules)
    exact = evaluate_exactly(first, second, goal, rules)
    floats = race.evaluate(first, second, goal, rules)
    assert np.abs(exact.openings().astype(float) - floats.openings()).max() < EXACTNESS
    assert np.abs(exact.replies().astype(float) - floats.replies()).max() < EXACTNESS


@settings(max_examples=30, deadline=None)
@given(RULES, GOALS, st.integers(0, 99))
def test_nobody_gains_against_the_optimum(rules, goal, seed):
    solution = race.solve(goal, rules)
    challenger = random_policy(goal, rules, seed)
    match = race.evaluate(challenger, solution.policy(), goal, rules)
    assert (match.first_values[1:, 1:] <= solution.values[1:, 1:] + EXACTNESS).all()
    assert (match.second_values[1:, 1:] >= solution.values[1:, 1:] - EXACTNESS).all()


@settings(max_examples=20, deadline=None)
@given(RULES, GOALS)
def test_optimum_is_its_own_best_reply(rules, goal):
    solution = race.solve(goal, rules)
    reply = race.best_reply(solution.policy(), goal, rules)
    assert np.abs(reply.openings() - solution.openings()).max() < EXACTNESS


@pytest.mark.parametrize("bust_score", [0, 1])
def test_best_reply_is_the_best_of_all_policies(bust_score):
    """Every pure policy of a race to 2 with two dice: four states, sixteen policies."""
    rules = Rules(2, 3, bust_score)
    known = always({1: Fraction(1, 3), 2: Fraction(2, 3)}, rules)
    gains = []
    for throws in product((1, 2), repeat=4):
        table = np.ones((3, 3), dtype=int)
        table[1:, 1:] = np.reshape(throws, (2, 2))
        gains.append(evaluate_exactly(by_state(table, rules, ""), known, 2, rules).openings()[-1])
    reply = race.best_reply(known, 2, rules)
    assert reply.openings()[-1] == pytest.approx(float(max(gains)))
    assert evaluate_exactly(reply.first, known, 2, rules).openings()[-1] == max(gains)


@settings(max_examples=20, deadline=None)
@given(RULES, GOALS, st.integers(0, 99))
def test_best_reply_earns_what_it_promises(rules, goal, seed):
    known = random_policy(goal, rules, seed)
    reply = race.best_reply(known, goal, rules)
    match = race.evaluate(reply.first, known, goal, rules)
    assert np.abs(match.first_values - reply.first_values)[1:, 1:].max() < EXACTNESS
    assert (reply.openings() >= race.solve(goal, rules).openings() - EXACTNESS).all()


@pytest.mark.parametrize("state", [(0, 0), (3, 5), (7, 7)])
def test_the_impossible_pair_by_substitution(state):
    solution = solve_exactly(8, Rules(6, bust_score=0))
    pair = pair_at(solution, *state)
    exact = solution.value(*state), solution.value(*reversed(state))
    assert (pair.saddle()[0], pair.mirrored.saddle()[0]) == exact
    errors = [abs(y - exact[1]) for _, y in pair.iterates(12)]
    assert all(late <= early * pair.contraction for early, late in pairwise(errors))
    assert 0 < errors[-1] < errors[1]


def finishing_times(policy, goal, rules):
    """P(T = t) of the number of turns that one player needs, t = 1, 2, ..., by going forward."""
    here, times = {goal: Fraction(1)}, []
    law = mixed_score_law(policy.law(goal, goal), rules)
    while here:
        after = Counter()
        for (lack, p), (score, q) in product(here.items(), law.items()):
            after[max(0, lack - score)] += p * q
        times.append(after.pop(0, Fraction(0)))
        here = after
    return times


@pytest.mark.parametrize("law", [{4: Fraction(1)}, {1: Fraction(1, 4), 3: Fraction(3, 4)}])
@pytest.mark.parametrize("goal", [1, 5, 12])
def test_edge_of_opening_is_the_chance_of_finishing_in_the_same_turn(law, goal):
    """Players who ignore the scores are two copies of one clock; the opener wins a dead heat."""
    rules = Rules(4)
    policy = always(law, rules)
    edge = evaluate_exactly(policy, policy, goal, rules).openings()[-1]
    assert edge == sum(p * p for p in finishing_times(policy, goal, rules))


def test_optimal_ties_are_all_reported():
    solution = solve_exactly(10, Rules(4))
    assert solution.best_throws(9, 3) == (1, 2, 3, 4)


@pytest.mark.parametrize("goal", [2, 7, 40])
def test_real_dice_agree_with_the_table(goal):
    rules = Rules(6)
    first, second = race.solve(goal, rules).policy(), always(uniform(rules), rules)
    expected = race.evaluate(first, second, goal, rules).openings()[-1]
    played = play_in_turn(first, second, goal, rules, games=20_000, seed=2024)
    assert abs(played.z(expected)) <= 4


def test_real_dice_agree_when_a_bust_scores_nothing():
    rules = Rules(5, bust_score=0)
    first, second = always(blind(rules), rules), race.solve(30, rules).policy()
    expected = race.evaluate(first, second, 30, rules).openings()[-1]
    played = play_in_turn(first, second, 30, rules, games=20_000, seed=7)
    assert abs(played.z(expected)) <= 4


ONE = always({1: Fraction(1)}, Rules(2))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: race.solve(0, Rules(2)), "goal must be an integer of at least 1"),
        (lambda: race.solve(2.5, Rules(2)), "goal must be an integer of at least 1"),
        (lambda: race.solve(3_000_000, Rules(2)), "needs 144,000 GB of memory"),
        (lambda: race.evaluate(ONE, ONE, 10**6, Rules(2)), "needs 32,000 GB of memory"),
        (lambda: race.solve(5, Rules(2)).value(5, 0), "no state in a race to 5"),
        (lambda: race.solve(5, Rules(2)).value(-1, 0), "no state in a race to 5"),
        (lambda: race.solve(5, Rules(2)).value(0.5, 0), "no state in a race to 5"),
        (lambda: race.solve(5, Rules(2)).value(0, 0, 6), "no state in a race to 6"),
        (lambda: always({0: Fraction(1)}, Rules(2)), "dice thrown must be an integer"),
        (lambda: always({3: Fraction(1)}, Rules(2)), "a throw has 1 to 2 dice, not 3"),
        (lambda: always({1.5: Fraction(1)}, Rules(2)), "dice thrown must be an integer"),
        (lambda: always({1: Fraction(1, 2)}, Rules(2)), "must sum to 1"),
        (lambda: always({1: 0.5, 2: 0.6}, Rules(2)), "must sum to 1"),
        (lambda: always({1: 0.5, 2: np.nan}, Rules(2)), "a mixed strategy needs finite .* not nan"),
        (lambda: by_state(np.zeros((3, 3), int), Rules(2), ""), "an integer of at least 1, not 0$"),
        (lambda: by_state(np.full((3, 3), 3), Rules(2), ""), "a throw has 1 to 2 dice, not 3"),
        (lambda: by_state(np.ones((3, 3)), Rules(2), ""), "needs integers in shape"),
        (lambda: by_state(np.ones((3, 2), int), Rules(2), ""), "needs integers in shape"),
        (lambda: race.evaluate(ONE, ONE, 5, Rules(3)), "is for 2 dice, not 3"),
        (lambda: race.best_reply(by_state(np.ones((3, 3), int), Rules(2), "p"), 5, Rules(2)),
         "'p' knows races to 2, not to 5"),
        (lambda: evaluate_exactly(ONE, ONE, 5, Rules(3)), "is for 2 dice, not 3"),
        (lambda: solve_exactly(61, Rules(2)), "exact races go to 60 points"),
        (lambda: pair_at(race.solve(5, Rules(2)), 0, 0), "needs an exact solution"),
        (lambda: by_state([[1, 2], [3]], Rules(2), ""), "needs integers in shape"),
        (lambda: play_in_turn(ONE, ONE, 5, Rules(2), games=10**12, seed=0), "GB of memory"),
        (lambda: play_in_turn(ONE, ONE, 5, Rules(2), games=0, seed=0), "games must be an integer"),
    ],
)  # fmt: skip
def test_bad_input_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_a_simulated_policy_must_fit_the_rules_and_the_seed_must_be_one():
    six = always({6: Fraction(1)}, Rules(6))
    one = always({1: Fraction(1)}, Rules(3))
    with pytest.raises(ValueError, match="is for 6 dice, not 3"):
        play_in_turn(six, one, 10, Rules(3), games=10, seed=1)
    for seed in (1.5, -1, True, None):
        with pytest.raises(ValueError, match="a seed is an integer of at least 0"):
            play_in_turn(one, one, 10, Rules(3), games=10, seed=seed)


@pytest.mark.parametrize("state", [(7, 0), (-1, 0), (0, 5), (0.5, 0)])
def test_a_pair_of_equations_of_no_state_is_refused(state):
    with pytest.raises(ValueError, match="score"):
        pair_at(solve_exactly(5, Rules(2, bust_score=0)), *state)
