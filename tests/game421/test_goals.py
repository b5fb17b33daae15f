import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chancegames.games.game421.goals import CHARACTERS, Character, GoalDriven, Prospects
from chancegames.games.game421.hands import utility
from chancegames.games.game421.policies import most_probably
from chancegames.games.game421.rounds import evaluate_round, solve_round
from chancegames.maths.dice import distribution
from chancegames.models.game421 import Round
from chancegames.sources.albarede2007.costs import Costs, FreeUtility
from chancegames.sources.albarede2007.duplicity import _Duplicitous
from chancegames.sources.albarede2007.judging import _Judgement, _random_round, judge

small = st.builds(
    Round,
    dice=st.integers(1, 2),
    faces=st.integers(1, 3),
    casts=st.integers(1, 3),
    player=st.sampled_from(["first", "next"]),
)


def driven(rules, *character, **rule):
    return GoalDriven(rules, Character(*character, **rule))


def worth(name, *shape):
    return Round(*shape, utility=utility(name))


@given(small, st.integers(0, 99))
@settings(deadline=None)
def test_no_character_beats_mean_max(rules, seed):
    rules = _random_round(rules, seed, grain=5)
    best = solve_round(rules).value
    prospects = Prospects(rules)
    for c in CHARACTERS:
        assert GoalDriven(prospects, c).value <= best
        assert _Duplicitous(prospects, c).value <= best


@given(small, st.integers(0, 99), st.booleans())
@settings(deadline=None)
def test_a_full_horizon_is_mean_max(rules, seed, dynamic):
    """Without serendipity at the last date (53), with it one date earlier (54)."""
    rules = _random_round(rules, seed, grain=5)
    best = solve_round(rules).value
    assert driven(rules, False, rules.casts, dynamic).value == best
    assert driven(rules, True, rules.casts - 1, dynamic).value == best


@given(small, st.integers(0, 99), st.sampled_from(["equiprobable", "lexicographic"]))
@settings(deadline=None)
def test_a_character_is_a_policy_that_is_worth_its_value(rules, seed, ties):
    """Static players too, though what they do depends on a goal that a policy cannot remember."""
    prospects = Prospects(_random_round(rules, seed, grain=3))
    for c in CHARACTERS:
        player = GoalDriven(prospects, replace(c, ties=ties))
        assert evaluate_round(prospects.rules, player).value == player.value


@given(small, st.integers(0, 99), st.integers(-3, 3))
@settings(deadline=None)
def test_with_serendipity_the_zero_of_utility_does_not_matter(rules, seed, zero):
    rules = _random_round(rules, seed, grain=5)
    moved = replace(rules, utility={end: u + zero for end, u in rules.utility.items()})
    for horizon in (0, 1):
        for dynamic in (False, True):
            plain = driven(rules, True, horizon, dynamic).value
            assert driven(moved, True, horizon, dynamic).value == plain + zero


def test_without_serendipity_the_zero_of_utility_matters():
    plain = judge(Round(utility=sum))
    moved = judge(Round(utility=lambda c: sum(c) - 3))
    assert any(plain.of(c) != moved.of(c) for c in CHARACTERS if not c.serendipity)
    assert all(plain.of(c) == moved.of(c) for c in CHARACTERS if c.serendipity)


def test_serendipity_can_lower_goal_driven_utility_below_zero():
    """One die, two faces, one cast: the smallest case against u*_N <= u*_Y."""
    prospects = Prospects(Round(1, 2, 1, utility=lambda c: 1 - c[0]))
    assert prospects.value_at(0, (), False) == 0 > prospects.value_at(0, (), True)


@given(small, st.integers(0, 99))
@settings(deadline=None)
def test_serendipity_raises_goal_driven_utility_that_is_not_negative(rules, seed):
    prospects = Prospects(_random_round(rules, seed))
    for state in rules.states:
        for date in range(1, rules.casts):
            if len(state) < rules.dice:
                without, with_it = (prospects.value_at(date, state, s) for s in (False, True))
                assert without <= with_it


@cache
def towards(rules, goal):
    return most_probably(rules, goal)


def simulate(rules, prospects, character, draw):
    """Play one round as the words of section 4.3.1 say, remembering the goal."""
    date, kept, goal = 0, (), None
    while len(kept) < rules.dice:
        if date >= character.horizon and (goal is None or character.dynamic):
            goal = draw.choice(prospects.goals(date, kept, character.serendipity))
        date += 1
        rolled = (draw.randint(1, rules.faces) for _ in range(rules.dice - len(kept)))
        table = tuple(sorted(kept + tuple(rolled)))
        if character.horizon and (character.dynamic or date == 1):
            worth = {
                o: prospects.value_at(date, o, character.serendipity)
                for o in rules.options(date, kept, table)
            }
            kept = draw.choice([o for o, v in worth.items() if v == max(worth.values())])
        else:
            law = towards(rules, goal)((date, kept, table))
            kept = draw.choice(list(law))
    return prospects.utility[date, kept]


@pytest.mark.parametrize("player", ["first", "next"])
@pytest.mark.parametrize("character", CHARACTERS)
def test_simulated_rounds_agree_with_the_judgement(player, character):
    rules, draw = (
        Round(2, 4, 3, player, lambda c: c[0] * c[1] + (c == (1, 1)) * 12),
        random.Random(7),
    )
    prospects = Prospects(rules)
    results = [float(simulate(rules, prospects, character, draw)) for _ in range(1500)]
    exact = float(GoalDriven(prospects, character).value)
    assert abs(np.mean(results) - exact) < 4 * np.std(results) / len(results) ** 0.5


def test_lexicographic_ties_change_the_utility_of_goal_driven_play():
    rules = worth("delta123+224+345")
    plain = driven(rules, False, 1, True).value
    assert driven(rules, False, 1, True, ties="lexicographic").value > plain


@pytest.mark.parametrize("horizon", [0, 1])
def test_lexicographic_static_play_of_a_next_player_is_judged(horizon):
    rules = worth("Times", 2, 4, 3, "next")
    value = driven(rules, False, horizon, False, ties="lexicographic").value
    assert value <= solve_round(rules).value


def test_ending_early_on_the_worst_result_is_dominated():
    for name in ("transfer", "Max", "Total", "Times"):
        rules = worth(name)
        plain = driven(rules, False, 1, True).value
        assert driven(rules, False, 1, True, never_worst=True).value >= plain


def test_duplicity_helps_with_two_goals_and_is_nothing_with_one():
    one, two = (Prospects(worth(name)) for name in ("delta123", "delta123+456"))
    plain = Character(False, 0, False)

    def gain(prospects, character):
        return _Duplicitous(prospects, character).value - GoalDriven(prospects, character).value

    assert gain(one, plain) == 0 < gain(two, plain)
    assert all(gain(p, Character(s, 1, True)) == 0 for p in (one, two) for s in (False, True))


@pytest.mark.parametrize("horizon", [-1, 1.5, "1"])
def test_a_horizon_must_be_a_whole_number(horizon):
    with pytest.raises(ValueError, match="horizon must be an integer"):
        Character(True, horizon, False)


def test_ties_and_scales_are_checked():
    with pytest.raises(ValueError, match="ties must be"):
        Character(True, 0, False, ties="first")
    with pytest.raises(ValueError, match="no scale"):
        _Judgement(1, 1, {CHARACTERS[0]: 1}).of(CHARACTERS[0])


def test_merged_states_make_mean_max_linear_in_the_casts():
    costs = [Costs(Round(casts=j)).mean_max for j in range(2, 8)]
    assert len(set(np.diff(costs))) == 1
    trees = [Costs(Round(2, 3, j)).histories for j in range(1, 6)]
    assert all(b > 3 * a for a, b in pairwise(trees))


def test_a_tree_of_one_die_is_counted_by_hand():
    """Two faces, two casts: 2 tables, each with an option to go on (2 tables) or to stop."""
    assert Costs(Round(1, 2, 1)).histories == 2 * (1 + 1)
    assert Costs(Round(1, 2, 2)).histories == 2 * (1 + 1 + (1 + 4))


def test_dynamic_play_with_a_horizon_is_quadratic_in_the_casts():
    costs = [Costs(Round(casts=j)).of(Character(False, 1, True)) for j in range(2, 9)]
    assert len(set(np.diff(costs, 2))) == 1
    with pytest.raises(ValueError, match="horizons 0 and 1"):
        Costs(Round()).of(Character(False, 2, True))


@given(
    st.lists(st.tuples(st.integers(0, 20), st.integers(0, 20)), min_size=1, max_size=6),
    st.fractions(0, 20),
)
def test_the_best_policy_at_a_price_has_the_greatest_free_utility(policies, price):
    utilities = {n: Fraction(u) for n, (u, _) in enumerate(policies)}
    operations = {n: t for n, (_, t) in enumerate(policies)}
    stretches = FreeUtility(utilities, operations).stretches
    now = [policy for start, policy in stretches if start <= price][-1]
    free = {n: utilities[n] - price * operations[n] for n in utilities}
    assert free[now] == max(free.values())


@pytest.mark.parametrize("added", [0, 4, 20])
@pytest.mark.parametrize("name", ["transfer", "Total", "Max"])
def test_where_the_worst_hand_beats_any_promise_to_look_ahead_is_panic(name, added):
    """The proposition of the chapter, and that its condition is not empty."""
    worth = utility(name)
    rules = Round(utility=lambda shown: worth(shown) + added)
    worths = {shown: rules.worth(1, shown) for shown in rules.hands}
    passes = min(worths.values()) > Fraction(11, 36) * max(worths.values())
    assert passes is (added > 0)
    static, dynamic = (GoalDriven(rules, Character(False, 1, d)).value for d in (False, True))
    lottery = sum(p * worths[shown] for shown, p in distribution(3).items())
    if passes:
        assert static == dynamic == lottery


def gains_of_throwing_back(goal, casts):
    """What throwing a lone 2 back gains where a kept die may be taken back, and the chances."""
    wanted = Counter(goal)
    fits = {
        cast: tuple(sorted((Counter(cast) & wanted).elements()))
        for cast in product(range(1, 7), repeat=len(goal))
    }
    parts = {*fits.values()}
    rolls = {
        part: Counter(
            tuple(sorted((Counter((*part, *cast)) & wanted).elements()))
            for cast in product(range(1, 7), repeat=len(goal) - len(part))
        )
        for part in parts
    }
    reached = {part: float(part == goal) for part in parts}
    for _ in range(casts):
        kept = {
            part: sum(n * reached[after] for after, n in ways.items()) / ways.total()
            for part, ways in rolls.items()
        }
        reached = {
            part: max(kept[less] for less in parts if not Counter(less) - Counter(part))
            for part in parts
        }
        yield kept[()] - kept[2,], kept[2,]


def test_a_lone_2_goes_back_as_soon_where_a_kept_die_may_be_taken_back():
    """The same from eight casts still to come, with less to gain: the rule of Yahtzee."""
    gains = [gain for gain, _ in gains_of_throwing_back((1, 1, 2), 30)]
    assert [left for left, gain in enumerate(gains, 1) if gain > 0] == [*range(8, 31)]
    assert 0.002 < max(gains) < 0.003


def test_five_dice_and_two_casts_to_come_are_the_same_where_a_die_may_be_taken_back():
    only = Round(dice=5, casts=3, utility=lambda shown: int(shown == (1, 1, 1, 1, 2)))
    values = solve_round(only).action_values((1, (), (2, 3, 4, 5, 6)))
    *_, (gain, kept) = gains_of_throwing_back((1, 1, 1, 1, 2), 2)
    assert kept == pytest.approx(float(values[2,]), abs=1e-12)
    assert gain == pytest.approx(float(values[()] - values[2,]), abs=1e-12)
