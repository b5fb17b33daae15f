import random
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chancegames.games.game421 import fast
from chancegames.games.game421.chances import result_law
from chancegames.games.game421.policies import monkey, most_probably
from chancegames.games.game421.rules import Round
from chancegames.games.game421.simulate import simulate
from chancegames.games.game421.solve import fokker_planck, mean_max, mean_mean, value_of
from chancegames.games.game421.utilities import random_utility, sample, stationary

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

    def choose(date, kept, table):
        draw = random.Random(repr((seed, date, kept, table)))
        options = rules.options(date, kept, table)
        weights = [draw.randint(1, 5) for _ in options]
        return {o: Fraction(w, sum(weights)) for o, w in zip(options, weights, strict=True)}

    return choose


def as_array(rules, utility):
    return [[float(utility[date, c]) for c in rules.finals] for date in rules.ends]


@pytest.mark.parametrize("player", ["first", "next"])
@pytest.mark.parametrize("shape", [(2, 2, 2), (2, 3, 2), (3, 2, 2), (1, 4, 3), (2, 2, 3)])
def test_mean_max_is_that_of_the_tree_of_ordered_throws(shape, player):
    rules = Round(*shape, player)
    for seed in range(3):
        utility = random_utility(rules, seed, grain=7)
        assert mean_max(rules, utility).value == greatest(rules, utility)


@given(small, st.integers(0, 99))
@settings(deadline=None)
def test_no_policy_beats_mean_max(rules, seed):
    utility = random_utility(rules, seed, grain=5)
    best = mean_max(rules, utility)
    assert value_of(rules, best.equiprobable, utility) == best.value
    assert value_of(rules, best.lexicographic, utility) == best.value
    assert value_of(rules, random_policy(rules, seed), utility) <= best.value


@given(small, st.integers(0, 99))
@settings(deadline=None)
def test_utility_is_conserved_at_every_date(rules, seed):
    utility, policy = random_utility(rules, seed), random_policy(rules, seed)
    values, flow = mean_mean(rules, policy, utility), fokker_planck(rules, policy)
    assert sum(flow.ended.values()) == 1
    for date in range(rules.casts + 1):
        assert sum(flow.density(date).values()) == 1
        assert flow.conserved(values, date) == values[0, ()]


def test_the_printed_conservation_law_needs_a_utility_without_dates():
    rules = Round(dice=1, faces=2, casts=2)
    duration = {(date, c): date for date in rules.ends for c in rules.finals}
    policy = monkey(rules)
    values, flow = mean_mean(rules, policy, duration), fokker_planck(rules, policy)
    printed = sum(p * duration[2, s] for s, p in flow.density(2).items())
    assert printed == 2 > values[0, ()] == flow.conserved(values, 2)


@given(small, st.integers(0, 99), st.integers(-3, 3), st.integers(1, 4))
@settings(deadline=None)
def test_best_play_is_unchanged_by_scale_and_zero(rules, seed, zero, scale):
    utility = random_utility(rules, seed, grain=9)
    moved = {end: scale * u + zero for end, u in utility.items()}
    assert mean_max(rules, moved).value == scale * mean_max(rules, utility).value + zero


@given(small, st.integers(0, 99), st.randoms(use_true_random=False))
@settings(deadline=None)
def test_mean_max_is_covariant(rules, seed, draw):
    """Renaming faces in the utility renames them in the strategy (section 4.1)."""
    names = list(range(1, rules.faces + 1))
    draw.shuffle(names)

    def renamed(c):
        return tuple(sorted(names[f - 1] for f in c))

    utility = random_utility(rules, seed, grain=4)
    other = mean_max(rules, {(j, renamed(c)): u for (j, c), u in utility.items()})
    best = mean_max(rules, utility)
    for date, kept in best.values:
        assert best.at(date, kept) == other.at(date, renamed(kept))
    for table, _ in rules.tables(()):
        options = {renamed(o) for o in best.best(1, (), table)}
        assert options == set(other.best(1, (), renamed(table)))


def test_the_monkey_is_mean_max_of_a_flat_utility():
    for player in ("first", "next"):
        rules = Round(player=player)
        flat = mean_max(rules, stationary(rules, lambda c: 0)).equiprobable
        for utility in (sample(rules, "Times"), sample(rules, "transfer")):
            assert value_of(rules, flat, utility) == value_of(rules, monkey(rules), utility)


def test_a_policy_that_breaks_the_rules_is_refused():
    rules = Round(player="next")
    with pytest.raises(ValueError, match="no law over the options"):
        value_of(rules, lambda date, kept, table: {table: Fraction(1)}, sample(rules, "Total"))
    with pytest.raises(ValueError, match="no law over the options"):
        fokker_planck(Round(), lambda date, kept, table: {kept: Fraction(1, 2)})


def test_simulated_rounds_agree_with_mean_mean():
    rules = Round()
    utility = sample(rules, "Times")
    policy = mean_max(rules, utility).equiprobable
    ends = simulate(rules, policy, 4000, seed=421)
    results = [float(utility[end]) for end in ends.elements()]
    error = np.std(results) / len(results) ** 0.5
    assert abs(np.mean(results) - float(value_of(rules, policy, utility))) < 4 * error


def test_the_frequencies_of_ends_are_their_chances():
    rules = Round(player="next")
    ends = simulate(rules, most_probably(rules, (1, 2, 4)), 6000, seed=7)
    law = result_law(rules, (1, 2, 4))
    assert set(ends) <= set(law)
    square = sum((ends[e] - 6000 * float(p)) ** 2 / (6000 * float(p)) for e, p in law.items())
    freedom = len(law) - 1
    assert abs(square - freedom) < 5 * (2 * freedom) ** 0.5
    with pytest.raises(ValueError, match="number of rounds"):
        simulate(rules, monkey(rules), 0, seed=1)


@pytest.mark.parametrize("player", ["first", "next"])
@pytest.mark.parametrize("shape", [(3, 6, 3), (1, 1, 1), (4, 3, 3), (2, 5, 4), (5, 2, 2)])
def test_the_float_solver_agrees_with_the_exact_one(shape, player):
    rules = Round(*shape, player)
    utility = random_utility(rules, 7)
    exact, quick = mean_max(rules, utility), fast.mean_max(rules, as_array(rules, utility))
    assert len(rules.states) == quick.values.shape[1]
    number = {state: n for n, state in enumerate(rules.states)}
    for date, state in exact.values:
        value = quick.values[date, number[state]]
        assert value == pytest.approx(float(exact.at(date, state)), abs=1e-13)


@pytest.mark.parametrize("worth", [float("nan"), float("inf")])
def test_the_float_solver_refuses_what_is_no_number(worth):
    with pytest.raises(ValueError, match="finite"):
        fast.mean_max(Round(casts=1), [[worth] * 56])


def test_the_float_solver_refuses_a_wrong_shape_and_too_large_rounds():
    with pytest.raises(ValueError, match="shape"):
        fast.mean_max(Round(), [[0.0] * 56])
    with pytest.raises(ValueError, match="more than"):
        fast.mean_max(Round(20, 20, 1), [[0.0]])
