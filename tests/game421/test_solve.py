import random
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chancegames.games.game421.hands import utility
from chancegames.games.game421.lattice import _solve_floating
from chancegames.games.game421.policies import monkey, most_probably, result_law
from chancegames.games.game421.rounds import (
    ends,
    evaluate_round,
    play,
    solve_round,
    tables,
)
from chancegames.games.game421.verbs import distribution, simulate
from chancegames.maths import game
from chancegames.models.game421 import Round
from chancegames.sources.albarede2007.judging import _random_round
from chancegames.sources.albarede2007.rounds import densities, products

from .brute import greatest

small = st.builds(
    Round,
    dice=st.integers(1, 3),
    faces=st.integers(1, 3),
    casts=st.integers(1, 3),
    player=st.sampled_from(["first", "next"]),
)


def random_policy(rules, seed):
    """A mixed Markovian strategy drawn at random."""

    def choose(state):
        draw = random.Random(repr((seed, state)))
        options = rules.options(*state)
        weights = [draw.randint(1, 5) for _ in options]
        return {o: Fraction(w, sum(weights)) for o, w in zip(options, weights, strict=True)}

    return choose


@st.composite
def rounds_with_utilities(draw):
    rules, worth = draw(small), st.fractions(-2, 2, max_denominator=5)
    return replace(rules, utility={(j, c): draw(worth) for j in rules.ends for c in rules.hands})


@settings(max_examples=40, deadline=None)
@given(rounds_with_utilities())
def test_the_model_has_the_values_and_best_choices_of_the_fast_solver(rules):
    """The general solver takes the model as it is."""
    quick, plain = solve_round(rules), game.solve(rules)
    assert quick.value == plain.value
    assert quick.residual == plain.residual == 0
    for state, node in plain.nodes.items():
        assert quick.value_at(state) == plain.value_at(state)
        if isinstance(node, game.Choice):
            assert quick.action_values(state) == plain.action_values(state)
            assert quick.policy(state) == plain.policy(state)


@settings(max_examples=30, deadline=None)
@given(rounds_with_utilities(), st.integers(0, 99))
def test_a_policy_is_judged_as_by_the_general_solver(rules, seed):
    policy = random_policy(rules, seed)
    judged, plain = evaluate_round(rules, policy), game.evaluate(rules, policy)
    assert judged.value == plain.value
    assert judged.residual == 0
    for state in plain.nodes:
        assert judged.value_at(state) == plain.value_at(state)
    assert dict(distribution(rules, policy)) == dict(game.distribution(rules, policy))
    estimate = simulate(rules, policy, 2000, seed)
    assert abs(estimate.z(judged.value)) < 5


@pytest.mark.parametrize("player", ["first", "next"])
@pytest.mark.parametrize("shape", [(2, 2, 2), (2, 3, 2), (3, 2, 2), (1, 4, 3), (2, 2, 3)])
def test_best_play_is_that_of_the_tree_of_ordered_throws(shape, player):
    for seed in range(3):
        rules = _random_round(Round(*shape, player), seed, grain=7)
        assert solve_round(rules).value == greatest(rules)


@given(small, st.integers(0, 99))
@settings(deadline=None)
def test_no_policy_beats_best_play(rules, seed):
    rules = _random_round(rules, seed, grain=5)
    best = solve_round(rules)
    assert evaluate_round(rules, best.equiprobable).value == best.value
    assert evaluate_round(rules, best.policy).value == best.value
    assert evaluate_round(rules, random_policy(rules, seed)).value <= best.value


@given(small, st.integers(0, 99))
@settings(deadline=None)
def test_utility_is_conserved_at_every_date(rules, seed):
    rules, policy = _random_round(rules, seed), random_policy(rules, seed)
    assert sum(ends(rules, policy).values()) == 1
    assert all(sum(density.values()) == 1 for density in densities(rules, policy))
    assert set(products(rules, policy)) == {evaluate_round(rules, policy).value}


def test_the_printed_conservation_law_needs_a_utility_without_dates():
    duration = {(date, (face,)): date for date in (1, 2) for face in (1, 2)}
    rules = Round(dice=1, faces=2, casts=2, utility=duration)
    policy = monkey(rules)
    value = evaluate_round(rules, policy).value
    assert products(rules, policy, kept=False)[2] == 2 > value == products(rules, policy)[2]


@given(small, st.integers(0, 99), st.integers(-3, 3), st.integers(1, 4))
@settings(deadline=None)
def test_best_play_is_unchanged_by_scale_and_zero(rules, seed, zero, scale):
    rules = _random_round(rules, seed, grain=9)
    moved = replace(rules, utility={end: scale * u + zero for end, u in rules.utility.items()})
    assert solve_round(moved).value == scale * solve_round(rules).value + zero


@given(small, st.integers(0, 99), st.randoms(use_true_random=False))
@settings(deadline=None)
def test_best_play_is_covariant(rules, seed, draw):
    """Renaming faces in the utility renames them in the strategy (section 4.1)."""
    names = list(range(1, rules.faces + 1))
    draw.shuffle(names)

    def renamed(c):
        return tuple(sorted(names[f - 1] for f in c))

    rules = _random_round(rules, seed, grain=4)
    utility = {(j, renamed(c)): u for (j, c), u in rules.utility.items()}
    best, other = solve_round(rules), solve_round(replace(rules, utility=utility))
    for date, kept in best.values:
        assert best.value_at((date, kept)) == other.value_at((date, renamed(kept)))
    for table, _ in tables(rules, ()):
        options = {renamed(o) for o in best.best((1, (), table))}
        assert options == set(other.best((1, (), renamed(table))))


def test_the_monkey_is_best_play_of_a_flat_utility():
    for player in ("first", "next"):
        flat = solve_round(Round(player=player, utility=lambda hand: 0)).equiprobable
        for name in ("Times", "transfer"):
            rules = Round(player=player, utility=utility(name))
            value = evaluate_round(rules, monkey(rules)).value
            assert evaluate_round(rules, flat).value == value


BROKEN = {
    "has no action": lambda state: {state[2]: Fraction(1)},
    "sum to Fraction": lambda state: {state[1]: Fraction(1, 2)},
    "hold -1": lambda state: {(): Fraction(2), state[1]: Fraction(-1)},
    "an action or the probability of each": lambda state: list(state[1]),
}


@pytest.mark.parametrize("message", BROKEN)
def test_a_policy_that_breaks_the_rules_is_refused(message):
    rules, policy = Round(player="next", utility=sum), BROKEN[message]
    if message == "hold -1":
        policy = lambda s: {o: n for o, n in zip(rules.options(*s), (2, -1))}  # noqa: B905, C416, E731
    for verb in (evaluate_round, ends, distribution):
        with pytest.raises(ValueError, match=message):
            verb(rules, policy)
    with pytest.raises(ValueError, match=message):
        play(rules, policy, 10, seed=1)


def test_a_policy_that_never_keeps_a_die_ends_with_the_last_cast():
    never = lambda state: {state[1]: 1}  # noqa: E731
    with pytest.raises(ValueError, match="has no action"):
        play(Round(), never, 10, seed=1)


def test_floats_of_a_policy_are_reckoned_in_floats():
    rules = Round(1, 2, 2, utility=sum)
    mixed = lambda s: {(): 0.5, s[2]: 0.5} if s[0] == 1 else {s[2]: 1}  # noqa: E731
    assert isinstance(evaluate_round(rules, mixed).value, float)
    assert evaluate_round(rules, mixed).value == pytest.approx(1.5)


def test_simulated_rounds_agree_with_their_value():
    rules = Round(utility=utility("Times"))
    best = solve_round(rules)
    assert abs(simulate(rules, best.equiprobable, 4000, seed=421).z(best.value)) < 4


def test_the_frequencies_of_ends_are_their_chances():
    rules = Round(player="next")
    found = play(rules, most_probably(rules, (1, 2, 4)), 6000, seed=7)
    law = result_law(rules, (1, 2, 4))
    assert set(found) <= set(law)
    square = sum((found[e] - 6000 * float(p)) ** 2 / (6000 * float(p)) for e, p in law.items())
    freedom = len(law) - 1
    assert abs(square - freedom) < 5 * (2 * freedom) ** 0.5
    for games in (0, 10**12):
        with pytest.raises(ValueError, match="games"):
            play(rules, monkey(rules), games, seed=1)


@pytest.mark.parametrize("player", ["first", "next"])
@pytest.mark.parametrize("shape", [(3, 6, 3), (1, 1, 1), (4, 3, 3), (2, 5, 4), (5, 2, 2)])
def test_the_float_solver_agrees_with_the_exact_one(shape, player):
    rules = _random_round(Round(*shape, player), 7)
    exact, quick = solve_round(rules), _solve_floating(rules)
    for state in exact.values:
        assert quick.value_at(state) == pytest.approx(float(exact.value_at(state)), abs=1e-13)
    assert quick.residual < 1e-13
    table = rules.hands[0]
    options = exact.action_values((1, (), table))
    assert quick.action_values((1, (), table)) == pytest.approx(
        {kept: float(value) for kept, value in options.items()}
    )


STRANGE = [(), (1,), (0, (1,)), (4, (1, 1, 1)), (1, (7,)), (1, (), (1, 1)), (1, (), (7, 7, 7)), 3]


@pytest.mark.parametrize("state", STRANGE)
def test_a_state_that_is_not_of_the_round_is_refused(state):
    rules = Round()
    judged = evaluate_round(rules, monkey(rules))
    for solution in (solve_round(rules), judged, _solve_floating(rules)):
        with pytest.raises(ValueError, match=r"state|to choose"):
            solution.value_at(state)


def test_rounds_beyond_the_stated_steps_are_refused():
    with pytest.raises(ValueError, match="exact steps"):
        solve_round(Round(10, 6, 10, utility=sum))
    with pytest.raises(ValueError, match="more than 1,000,000,000 steps"):
        _solve_floating(Round(20, 5, 37, utility=sum))
