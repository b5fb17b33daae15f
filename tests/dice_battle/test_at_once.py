"""Race at once: exact games, linear programs, brute force, best replies, real dice."""

from fractions import Fraction
from functools import cache
from itertools import product
from typing import get_args

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chancegames import dice_battle
from chancegames.games.dice_battle import AtOnce, OneRoll, always, at_once, blind, by_state, uniform
from chancegames.games.dice_battle.one_roll import payoff_matrix
from chancegames.maths import matrix_game
from chancegames.models.dice_battle import Finish
from chancegames.sources.dicebattle.at_once import heuristic

FINISHES = get_args(Finish)


def races(longest):
    return st.builds(
        AtOnce, goal=st.integers(1, longest), dice=st.integers(1, 4), faces=st.integers(2, 6),
        finish=st.sampled_from(FINISHES),
    )  # fmt: skip


SHORT, LONG = races(6), races(25)
EXACTNESS = 1e-12


def states(rules):
    return product(range(1, rules.goal + 1), repeat=2)


def random_policy(rules, seed):
    size = rules.goal + 1, rules.goal + 1
    return by_state(np.random.default_rng(seed).integers(1, rules.dice + 1, size), rules)


def finished(a, b, finish):
    """Payoff of a finished race, from the wording of the rule."""
    if a <= 0 and b <= 0:
        return (a < b) - (a > b) if finish == "higher total" else 0
    return 1 if a <= 0 else -1


def brute_force_value(rules):
    """Value of the race from all ordered rolls of both players; games solved exactly."""

    def lefts(d, a):
        for faces in product(range(1, rules.faces + 1), repeat=d):
            yield a - (1 if 1 in faces else sum(faces))

    @cache
    def value(a, b):
        if min(a, b) <= 0:
            return Fraction(finished(a, b, rules.finish))
        rows = [[entry(a, b, d, e) for e in rules.rolls] for d in rules.rolls]
        return matrix_game.solve(rows).value

    def entry(a, b, d, e):
        outcomes = [value(*pair) for pair in product(lefts(d, a), lefts(e, b))]
        return sum(outcomes) / len(outcomes)

    return value


@pytest.mark.parametrize("finish", FINISHES)
@pytest.mark.parametrize(("dice", "faces"), [(2, 6), (3, 3)])
def test_values_equal_brute_force_over_ordered_rolls(dice, faces, finish):
    rules = AtOnce(goal=5, dice=dice, faces=faces, finish=finish)
    value = brute_force_value(rules)
    for (a, b), solved in at_once.exactly(rules).items():
        assert solved.value == value(a, b)


@settings(max_examples=20, deadline=None)
@given(SHORT)
def test_the_kernel_equals_fractions(rules):
    exact, floats = at_once.exactly(rules), at_once.solve(rules)
    assert floats.residual < EXACTNESS
    mixed = set()
    for state, solved in exact.items():
        assert abs(floats.value_at(state) - float(solved.value)) < EXACTNESS
        matrix = np.array(floats.matrix(state))
        guarantees = [min(row) for row in rules.matrix(state, _value(rules, exact))]
        best = tuple(d for d, g in enumerate(guarantees, 1) if g == solved.value)
        assert floats.best(state) == best
        assert matrix.min(axis=1) == pytest.approx([float(g) for g in guarantees])
        if not best:
            mixed.add(state)
    assert set(floats.mixed_states()) == mixed


def _value(rules, exact):
    return lambda a, b: rules.payoff(a, b) if min(a, b) <= 0 else exact[a, b].value


@pytest.mark.parametrize("finish", FINISHES)
def test_every_state_against_the_linear_program(finish):
    rules = AtOnce(goal=8, dice=6, finish=finish)
    solution = at_once.solve(rules)
    for state in states(rules):
        program = matrix_game.linear_program(solution.matrix(state))
        assert program.value == pytest.approx(solution.value_at(state), abs=1e-7)


@settings(max_examples=20, deadline=None)
@given(LONG)
def test_every_state_has_a_certificate(rules):
    """Both stored strategies, evaluated against all pure replies of the stored game."""
    solution = at_once.solve(rules)
    for own, other in states(rules):
        matrix, value = solution.matrix((own, other)), solution.value_at((own, other))
        mine, theirs = (
            np.array([solution.policy(seen).get(d, 0.0) for d in rules.rolls])
            for seen in ((own, other), (other, own))
        )
        best = solution.best((own, other))
        assert solution.dice[own, other] == (min(best) if best else 1 + mine.argmax())
        assert (mine @ matrix).min() == pytest.approx(value, abs=EXACTNESS)
        assert (matrix @ theirs).max() == pytest.approx(value, abs=EXACTNESS)
        assert [*solution.action_values((own, other)).values()] == pytest.approx(matrix @ theirs)


@settings(max_examples=20, deadline=None)
@given(LONG)
def test_the_game_is_fair(rules):
    values = at_once.solve(rules).values
    assert (values[1:, 1:] == -values[1:, 1:].T).all()
    assert np.abs(values).max() <= 1 + EXACTNESS


@settings(max_examples=20, deadline=None)
@given(LONG, st.integers(0, 99))
def test_nobody_gains_against_the_equilibrium(rules, seed):
    solution = at_once.solve(rules)
    match = at_once.evaluate(rules, random_policy(rules, seed), solution.policy)
    assert (match.values <= solution.values + EXACTNESS)[1:, 1:].all()
    assert match.residual < EXACTNESS
    assert np.abs(at_once.solve(rules, opponent=solution.policy).openings).max() < EXACTNESS


@settings(max_examples=20, deadline=None)
@given(LONG, st.integers(0, 99))
def test_the_best_reply_earns_what_it_promises(rules, seed):
    known = random_policy(rules, seed)
    reply = at_once.solve(rules, opponent=known)
    match = at_once.evaluate(rules, reply.policy, known)
    assert match.values[1:, 1:] == pytest.approx(reply.values[1:, 1:], abs=EXACTNESS)
    assert reply.openings.min() >= -EXACTNESS
    assert reply.residual < EXACTNESS


@settings(max_examples=20, deadline=None)
@given(SHORT, st.integers(0, 99))
def test_the_three_results_by_going_forward(rules, seed):
    """Wins, draws and losses from the start, with no table of values."""
    first, second = random_policy(rules, seed), uniform(rules)
    here, results = {(rules.goal, rules.goal): 1.0}, {1: 0.0, 0: 0.0, -1: 0.0}
    while here:
        after = {}
        for (a, b), mass in here.items():
            ((dice, _),) = first((a, b)).items()
            for k, p in rules.scores(dice).items():
                for other in rules.rolls:
                    for n, q in rules.scores(other).items():
                        part = mass * float(p * q) / rules.dice
                        left = a - k, b - n
                        if min(left) <= 0:
                            results[finished(*left, rules.finish)] += part
                        else:
                            after[left] = after.get(left, 0.0) + part
        here = after
    found = dice_battle.distribution(rules, first, second)
    for result, chance in results.items():
        assert found.get(result, 0) == pytest.approx(chance, abs=EXACTNESS)


def test_the_best_reply_is_the_best_of_all_policies():
    rules = AtOnce(goal=2, dice=2, faces=3)
    known = always({1: Fraction(1, 3), 2: Fraction(2, 3)})
    values = []
    for rolls in product((1, 2), repeat=4):
        table = np.ones((3, 3), dtype=int)
        table[1:, 1:] = np.reshape(rolls, (2, 2))
        values.append(at_once.evaluate(rules, by_state(table, rules), known).value)
    assert at_once.solve(rules, opponent=known).value == pytest.approx(max(values))


@settings(max_examples=15, deadline=None)
@given(races(20).filter(lambda rules: rules.finish == "draw"))
def test_the_guarded_heuristic_is_optimal_where_nobody_mixes(rules):
    """Pure equilibria are what maximizing the worst case finds; the values then agree."""
    if not at_once.solve(rules).mixed_states():
        policy = heuristic("worst case", rules)
        assert np.abs(at_once.solve(rules, opponent=policy).openings).max() < EXACTNESS


def test_an_equilibrium_can_need_a_mixture():
    """The smallest such state of the variant with four dice, in exact numbers."""
    rules = AtOnce(goal=5, dice=4, finish="higher total")
    exact = at_once.exactly(rules)
    state = at_once.solve(rules).mixed_states()[0]
    matrix = rules.matrix(state, _value(rules, exact))
    guaranteed, conceded = max(map(min, matrix)), min(map(max, zip(*matrix, strict=True)))
    assert guaranteed < exact[state].value < conceded


@pytest.mark.parametrize("goal", [1, 2])
@pytest.mark.parametrize("dice", range(1, 8))
def test_the_shortest_race_with_higher_total_is_one_roll_each(dice, goal):
    """Written for one roll alone, by another method: matrix and optimum must be the same."""
    rules, one = AtOnce(goal=goal, dice=dice, finish="higher total"), OneRoll(dice=dice)
    exact = at_once.exactly(rules)
    matrix = rules.matrix((goal, goal), _value(rules, exact))
    assert matrix == [list(row) for row in payoff_matrix(one)]
    optimum = exact[goal, goal].policy("row")
    assert {d + 1: w for d, w in optimum.items()} == dice_battle.solve(one).policy()


@pytest.mark.parametrize("finish", FINISHES)
@pytest.mark.parametrize("goal", [3, 30])
def test_real_dice_agree_with_the_table(goal, finish):
    rules = AtOnce(goal=goal, dice=6, finish=finish)
    first, second = at_once.solve(rules).policy, blind(rules)
    expected = dice_battle.evaluate(rules, first, second).value
    played = dice_battle.simulate(rules, first, games=20_000, seed=99, opponent=second)
    assert abs(played.z(expected)) <= 4
