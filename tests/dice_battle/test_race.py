"""Race in turns: brute force over real rolls, Markov chains, and what any solution obeys."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chancegames import dice_battle
from chancegames.games.dice_battle import Race, always, blind, by_state, race, uniform
from chancegames.maths import game
from chancegames.models.dice_battle import gains
from chancegames.sources.dicebattle.zero_scores import solved_pairs

RACES = st.builds(
    Race, goal=st.integers(1, 12), dice=st.integers(1, 5), faces=st.integers(2, 7),
    bust_score=st.integers(0, 1),
)  # fmt: skip
EXACTNESS = 1e-13


def states(rules):
    return product(range(1, rules.goal + 1), repeat=2)


def random_policy(rules, seed):
    """Rolls drawn at random, one number of dice a state."""
    size = rules.goal + 1, rules.goal + 1
    return by_state(np.random.default_rng(seed).integers(1, rules.dice + 1, size), rules)


def both(first, second):
    """One policy for the general solver, out of those of two players."""
    return lambda state: {"first": first, "second": second}[state[2]](state[:2])


def brute_force_values(rules):
    """EG(i, j) straight from the rules: all ordered rolls, scores instead of points needed."""

    def score(faces):
        return rules.bust_score if 1 in faces else sum(faces)

    @cache
    def value(i, j):
        return max(expectation(d, i, j) for d in rules.rolls)

    def expectation(d, i, j):
        rolls = list(product(range(1, rules.faces + 1), repeat=d))
        after = (i + score(faces) for faces in rolls)
        return Fraction(sum(1 if n >= rules.goal else -value(j, n) for n in after)) / len(rolls)

    return {(i, j): value(i, j) for i in range(rules.goal) for j in range(rules.goal)}


def chain_value(first, second, rules):
    """Win minus loss of the first player, from the linear equations of the Markov chain."""
    places = [(mover, *state) for mover in (0, 1) for state in states(rules)]
    number = {place: n for n, place in enumerate(places)}
    matrix, constant = np.eye(len(places)), np.zeros(len(places))
    for mover, own, other in places:
        row = number[mover, own, other]
        for d, weight in (first, second)[mover]((own, other)).items():
            for faces in product(range(1, rules.faces + 1), repeat=d):
                p = float(weight) / rules.faces**d
                left = own - (rules.bust_score if 1 in faces else sum(faces))
                if left <= 0:
                    constant[row] += p * (1 - 2 * mover)
                else:
                    matrix[row, number[1 - mover, other, left]] -= p
    return np.linalg.solve(matrix, constant)[number[0, rules.goal, rules.goal]]


@pytest.mark.parametrize("sizes", [(3, 6), (2, 5), (4, 3)])
def test_values_equal_brute_force_over_ordered_rolls(sizes):
    rules = Race(goal=9, dice=sizes[0], faces=sizes[1])
    table = gains(rules)
    for (i, j), value in brute_force_values(rules).items():
        assert max(table[9 - i, 9 - j].values()) == value


@settings(max_examples=15, deadline=None)
@given(st.builds(Race, goal=st.integers(1, 6), dice=st.integers(1, 3), faces=st.integers(2, 6)))
def test_the_general_solver_takes_the_model_as_it_is(rules):
    table, general = gains(rules), game.solve(rules)
    for state, value in general.values.items():
        if len(state) == 3 and state[1] > 0:
            own, other, player = state
            sign = 1 if player == "first" else -1
            assert value == sign * max(table[own, other].values())
            assert general.action_values(state) == {
                dice: sign * gain for dice, gain in table[own, other].items()
            }


@settings(max_examples=30, deadline=None)
@given(RACES.filter(lambda rules: rules.bust_score))
def test_the_kernel_equals_the_model(rules):
    exact, floats = gains(rules), race.solve(rules)
    for state in states(rules):
        values = exact[state]
        best = max(values.values())
        assert abs(floats.value_at(state) - float(best)) < EXACTNESS
        assert floats.best(state) == tuple(d for d, gain in values.items() if gain == best)
        assert floats.policy(state) == {floats.best(state)[0]: 1}
        for dice, gain in floats.action_values(state).items():
            assert abs(gain - float(values[dice])) < EXACTNESS
    assert floats.residual < EXACTNESS


@settings(max_examples=30, deadline=None)
@given(RACES.map(lambda r: Race(goal=r.goal, dice=r.dice, faces=r.faces, bust_score=0)))
def test_the_kernel_solves_the_pairs_of_rolls_that_score_nothing(rules):
    """The equation is a contraction: who satisfies it, in fractions, is the only solution."""
    floats = race.solve(rules)
    for state, pair in solved_pairs(rules).items():
        value, best = pair.saddle()
        assert abs(floats.value_at(state) - float(value)) < EXACTNESS
        assert best in floats.best(state)
        mirrored = pair.mirrored.saddle()[0]
        assert max(s - z * mirrored for s, z in pair.here.values()) == value
    assert floats.residual < EXACTNESS


@settings(max_examples=30, deadline=None)
@given(RACES)
def test_a_race_serves_smaller_goals(rules):
    longer = Race(
        goal=rules.goal + 5, dice=rules.dice, faces=rules.faces, bust_score=rules.bust_score
    )
    large, small = race.solve(longer), race.solve(rules)
    assert (large.openings[: rules.goal] == small.openings).all()
    start = rules.goal, rules.goal
    assert large.value_at(start) == small.value
    assert large.best(start) == small.best(start)


@settings(max_examples=15, deadline=None)
@given(RACES)
def test_what_the_chapter_proves_of_optimal_players(rules):
    values = race.solve(rules).values[1:, 1:]
    assert (np.diff(values, axis=0) <= EXACTNESS).all(), "needing more never helps"
    assert (np.diff(values, axis=1) >= -EXACTNESS).all()
    assert (values + values.T >= -EXACTNESS).all(), "having the turn never hurts"
    assert (values.diagonal() > 0).all()
    assert np.abs(values).max() <= 1 + EXACTNESS


@pytest.mark.parametrize("bust_score", [0, 1])
@pytest.mark.parametrize("seed", range(4))
def test_a_pair_of_policies_equals_the_markov_chain(bust_score, seed):
    rules = Race(goal=5, dice=3, faces=4, bust_score=bust_score)
    first, second = random_policy(rules, seed), uniform(rules)
    expected = chain_value(first, second, rules)
    assert dice_battle.evaluate(rules, first, second).value == pytest.approx(expected)
    wins = dice_battle.distribution(rules, first, second)[1]
    assert wins == pytest.approx((1 + expected) / 2)
    second_seat = (1 - chain_value(second, first, rules)) / 2
    rate = race.evaluate(rules, first, second).win_rate
    assert rate == pytest.approx((wins + second_seat) / 2)


@settings(max_examples=15, deadline=None)
@given(
    st.builds(Race, goal=st.integers(1, 6), dice=st.integers(1, 3), faces=st.integers(2, 6)),
    st.integers(0, 99),
)
def test_the_general_solver_evaluates_policies_as_the_kernel_does(rules, seed):
    first, second = random_policy(rules, seed), uniform(rules)
    exact = game.evaluate(rules, both(first, second))
    floats = race.evaluate(rules, first, second)
    assert floats.value == pytest.approx(float(exact.value), abs=EXACTNESS)
    assert floats.residual < EXACTNESS
    answer = race.evaluate(rules, second, first)
    assert floats.replies[-1] == pytest.approx(-answer.value, abs=EXACTNESS)


@settings(max_examples=30, deadline=None)
@given(RACES, st.integers(0, 99))
def test_nobody_gains_against_the_optimum(rules, seed):
    solution = race.solve(rules)
    match = race.evaluate(rules, random_policy(rules, seed), solution.policy)
    assert (match.values[1:, 1:] <= solution.values[1:, 1:] + EXACTNESS).all()
    assert (match.theirs[1:, 1:] >= solution.values[1:, 1:] - EXACTNESS).all()


@settings(max_examples=20, deadline=None)
@given(RACES)
def test_the_optimum_is_its_own_best_reply(rules):
    solution = race.solve(rules)
    reply = race.solve(rules, opponent=solution.policy)
    assert np.abs(reply.openings - solution.openings).max() < EXACTNESS
    assert reply.residual < EXACTNESS


@pytest.mark.parametrize("bust_score", [0, 1])
def test_the_best_reply_is_the_best_of_all_policies(bust_score):
    """Every pure policy of a race to 2 with two dice: four states, sixteen policies."""
    rules = Race(goal=2, dice=2, faces=3, bust_score=bust_score)
    known = always({1: Fraction(1, 3), 2: Fraction(2, 3)})
    values = []
    for rolls in product((1, 2), repeat=4):
        table = np.ones((3, 3), dtype=int)
        table[1:, 1:] = np.reshape(rolls, (2, 2))
        values.append(chain_value(by_state(table, rules), known, rules))
    assert race.solve(rules, opponent=known).value == pytest.approx(max(values))


def against(rules, policy):
    """The race against a known opponent: a game of one player, for the general solver."""

    def node(state):
        own, other, player, *rolled = state
        if player == "second" and other > 0 and not rolled:
            mixture = policy((own, other))
            return game.Chance([*mixture.values()], [(*state, dice) for dice in mixture])
        return rules.node(state)

    return game.FiniteGame(rules.start, node)


@pytest.mark.parametrize("mixture", [{1: 1}, {3: 1}, {1: Fraction(1, 3), 2: Fraction(2, 3)}])
def test_the_best_reply_is_that_of_the_general_solver(mixture):
    rules, known = Race(goal=12, dice=3), always(mixture)
    exact, reply = game.solve(against(rules, known)), race.solve(rules, opponent=known)
    for state, value in exact.values.items():
        if len(state) == 3 and state[1] > 0 and state[2] == "first":
            assert reply.value_at(state[:2]) == pytest.approx(float(value), abs=EXACTNESS)


@settings(max_examples=20, deadline=None)
@given(RACES, st.integers(0, 99))
def test_the_best_reply_earns_what_it_promises(rules, seed):
    known = random_policy(rules, seed)
    reply = race.solve(rules, opponent=known)
    match = race.evaluate(rules, reply.policy, known)
    assert np.abs(match.values - reply.values)[1:, 1:].max() < EXACTNESS
    assert (reply.openings >= race.solve(rules).openings - EXACTNESS).all()


@pytest.mark.parametrize("needs", [(8, 8), (5, 3), (1, 1)])
def test_the_impossible_pair_by_substitution(needs):
    pair = solved_pairs(Race(goal=8, dice=6, bust_score=0))[needs]
    there = pair.mirrored.saddle()[0]
    errors = [abs(y - there) for _, y in pair.iterates(12)]
    assert all(b <= a * pair.contraction for a, b in pairwise(errors))
    assert 0 < errors[-1] < errors[1]


def finishing_times(mixture, rules):
    """P(T = t) of the number of turns that one player needs, t = 1, 2, ..., by going forward."""
    law = Counter()
    for dice, weight in mixture.items():
        for score, p in rules.scores(dice).items():
            law[score] += weight * p
    here, times = {rules.goal: Fraction(1)}, []
    while here:
        after = Counter()
        for (need, p), (score, q) in product(here.items(), law.items()):
            after[max(0, need - score)] += p * q
        times.append(after.pop(0, Fraction(0)))
        here = after
    return times


@pytest.mark.parametrize("mixture", [{4: Fraction(1)}, {1: Fraction(1, 4), 3: Fraction(3, 4)}])
@pytest.mark.parametrize("goal", [1, 5, 12])
def test_the_edge_of_opening_is_the_chance_of_finishing_in_the_same_turn(mixture, goal):
    """Players who ignore the scores are two copies of one clock; the opener wins a dead heat."""
    rules, policy = Race(goal=goal, dice=4), always(mixture)
    edge = dice_battle.evaluate(rules, policy, policy).value
    assert edge == pytest.approx(float(sum(p * p for p in finishing_times(mixture, rules))))


@pytest.mark.parametrize("goal", [2, 7, 40])
def test_real_dice_agree_with_the_table(goal):
    rules = Race(goal=goal, dice=6)
    first, second = race.solve(rules).policy, uniform(rules)
    expected = dice_battle.evaluate(rules, first, second).value
    played = dice_battle.simulate(rules, first, games=20_000, seed=2024, opponent=second)
    assert abs(played.z(expected)) <= 4


def test_real_dice_agree_when_a_bust_scores_nothing():
    rules = Race(goal=30, dice=5, bust_score=0)
    first, second = blind(rules), race.solve(rules).policy
    expected = dice_battle.evaluate(rules, first, second).value
    played = dice_battle.simulate(rules, first, games=20_000, seed=7, opponent=second)
    assert abs(played.z(expected)) <= 4
