"""The coins game: every throw written out coin by coin, closed forms, and simulation."""

from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from math import comb, isfinite
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chancegames import coins
from chancegames.models.coins import IS_BAD, LOST, MOST
from chancegames.show.play.coins import _by_rule
from chancegames.sources.lecture import FIRST_PRINTED, LAST_PRINTED, READINGS

SIZES = st.tuples(st.integers(1, 5), st.integers(1, 4))
ALL = st.builds(
    coins.Reading,
    bad=st.sampled_from([*IS_BAD]),
    lost=st.sampled_from([*LOST]),
    bad_earns=st.booleans(),
)
MORE_TAILS, WHOLE_THROW, HEADS_LOST, EVERY_THROW = [*READINGS.values()][2:]
HARMLESS = (READINGS[LAST_PRINTED], HEADS_LOST)


def flip_all(state):
    return state[0]


def bad_and_lost(reading, throw):
    """The rules in words: is the throw bad, and how many coins does it lose?"""
    tails, heads = throw.count("T"), throw.count("H")
    return {
        READINGS[FIRST_PRINTED]: (tails >= heads, tails),
        READINGS[LAST_PRINTED]: (tails == heads, tails),
        MORE_TAILS: (tails > heads, tails),
        WHOLE_THROW: (tails >= heads, len(throw)),
        HEADS_LOST: (tails >= heads, heads),
        EVERY_THROW: (True, tails),
    }[reading]


@cache
def chance(reading, held, points):
    """Best chance of winning, every throw coin by coin; a throw without effect is thrown again."""
    if points <= 0 or held == 0:
        return Fraction(points <= 0)
    best = Fraction(0)
    for flipped in range(1, held + 1):
        total, effective = Fraction(0), 0
        for throw in product("HT", repeat=flipped):
            bad, lost = bad_and_lost(reading, throw)
            earned = 0 if bad and reading is not EVERY_THROW else throw.count("H")
            if earned or (bad and lost):
                effective += 1
                total += chance(reading, held - lost if bad else held, points - earned)
        best = max(best, total / effective)
    return best


@pytest.mark.parametrize("reading", READINGS.values(), ids=[*READINGS])
def test_every_throw_written_out_gives_the_same_chances(reading):
    solution = coins.solve(coins.Rules(6, 5, reading))
    assert solution.residual == 0
    for held, points in product(range(1, 7), range(1, 6)):
        assert solution.value_at((held, points)) == chance(reading, held, points)


@given(ALL, st.integers(1, 9))
def test_a_throw_always_changes_something(reading, flipped):
    throw = reading.throw(flipped)
    if not throw:  # a tie alone is bad, and one coin cannot tie
        pytest.fail(f"{reading} never changes anything")
    assert sum(throw.values()) == 1
    assert (0, 0) not in throw
    assert all(0 <= lost <= flipped and 0 <= earned <= flipped for lost, earned in throw)


@given(st.sampled_from([*READINGS.values()]), SIZES)
def test_more_coins_help_and_more_points_hurt(reading, size):
    held, points = size
    solution = coins.solve(coins.Rules(held + 1, points + 1, reading))
    here = solution.value_at((held, points))
    assert solution.value_at((held + 1, points)) >= here >= solution.value_at((held, points + 1))


@given(SIZES)
def test_flipping_one_coin_at_a_time_is_a_race_of_heads_against_tails(size):
    held, points = size
    tosses = held + points - 1
    wins = sum(comb(tosses, heads) for heads in range(points, tosses + 1))
    for reading in (READINGS[FIRST_PRINTED], MORE_TAILS, WHOLE_THROW, EVERY_THROW):
        value = coins.evaluate(coins.Rules(held, points, reading), coins.flip_at_most(1)).value
        assert value == Fraction(wins, 2**tosses)


@given(SIZES)
def test_where_no_throw_of_one_coin_loses_winning_is_certain(size):
    for reading in HARMLESS:
        assert coins.evaluate(coins.Rules(*size, reading), coins.flip_at_most(1)).value == 1
        assert reading.throw(1) == {(0, 1): 1}


@given(SIZES)
def test_where_every_throw_counts_coin_by_coin_no_choice_matters(size):
    solution = coins.solve(coins.Rules(*size, EVERY_THROW))
    for state in solution.nodes:
        if len(state) == 2 and min(state) > 0:
            assert set(solution.action_values(state).values()) == {solution.value_at(state)}


@given(SIZES)
def test_the_first_printed_rule_loses_less_than_the_whole_throw(size):
    whole = coins.solve(coins.Rules(*size, WHOLE_THROW))
    assert coins.solve(coins.Rules(*size)).value >= whole.value


def test_one_coin_at_a_time_first_fails_with_three_coins_and_four_points():
    rules = coins.Rules(5, 4)
    best, one = coins.solve(rules), coins.evaluate(rules, coins.flip_at_most(1))
    worse = [
        (held, points)
        for held, points in product(range(1, 6), range(1, 5))
        if one.value_at((held, points)) < best.value_at((held, points))
    ]
    assert worse[0] == (3, 4)
    assert not [state for state in worse if state[1] < 4]


def thrown(reading, policy, held, points, random):
    """One game with real coins: no distribution of a throw, no solver."""
    while held and points > 0:
        (flipped,) = policy((held, points))
        throw = random.choices("HT", k=flipped)
        bad, lost = bad_and_lost(reading, "".join(throw))
        held -= lost if bad else 0
        points -= throw.count("H") if not bad or reading is EVERY_THROW else 0
    return points <= 0


@pytest.mark.parametrize("reading", READINGS.values(), ids=[*READINGS])
def test_coins_thrown_one_by_one_agree_with_the_value(reading):
    solution = coins.solve(coins.Rules(4, 4, reading))
    random, games = Random(2), 4_000
    wins = sum(thrown(reading, solution.policy, 4, 4, random) for _ in range(games))
    value = float(solution.value)
    assert abs(wins / games - value) <= 4 * (value * (1 - value) / games) ** 0.5


def test_a_policy_that_flips_all_has_the_value_of_its_simulation():
    rules = coins.Rules(3, 3)
    value = coins.evaluate(rules, flip_all).value
    played = coins.simulate(rules, flip_all, games=10_000, seed=3)
    assert 0 < abs(played.z(value)) < 4
    assert coins.distribution(rules, flip_all) == {0: 1 - value, 1: value}


# Hard to break.


@given(ALL, SIZES, st.randoms(use_true_random=False))
def test_any_policy_wins_with_a_chance_between_none_and_the_best(reading, size, random):
    rules = coins.Rules(*size, reading)

    @cache
    def policy(state):
        flips = random.sample(range(1, state[0] + 1), random.randint(1, state[0]))
        parts = [random.randint(1, 5) for _ in flips]
        return {n: Fraction(part, sum(parts)) for n, part in zip(flips, parts, strict=True)}

    best, value = coins.solve(rules).value, coins.evaluate(rules, policy).value
    assert isfinite(value)
    assert 0 <= value <= best <= 1
    played = coins.simulate(rules, policy, games=100, seed=1)
    assert 0 <= played.mean <= 1


NONSENSE = st.one_of(
    st.integers(max_value=0),
    st.integers(MOST + 1),
    st.floats(),
    st.text(),
    st.none(),
    st.booleans(),
    st.lists(st.integers()),
)


@given(NONSENSE, st.sampled_from(["coins", "points"]))
def test_what_is_no_number_of_coins_or_points_is_refused(value, name):
    message = rf"{name} must be an integer( from 1 to {MOST})?, not [^\n]{{1,80}}$"
    with pytest.raises(ValueError, match=message):
        coins.Rules(**{"coins": 3, "points": 4, name: value})


@pytest.mark.parametrize(
    "make",
    [
        lambda: coins.Reading(bad=">="),
        lambda: coins.Reading(lost="all"),
        lambda: coins.Reading(bad=[]),
        lambda: coins.Reading(bad_earns="yes"),
        lambda: coins.Rules(3, 4, ">="),
        lambda: coins.flip_at_most(0),
        lambda: coins.flip_at_most(1.5),
        lambda: coins.Reading().throw(0),
    ],
)
def test_readings_and_policies_that_mean_nothing_are_refused(make):
    with pytest.raises(ValueError, match=r"^[^\n]{1,300}$"):
        make()


@pytest.mark.parametrize("flips", [0, -1, 4, 99, 1.5, "1", None])
def test_a_policy_may_flip_only_coins_that_are_there(flips):
    rules = coins.Rules(3, 4)
    for ask in (
        lambda policy: coins.evaluate(rules, policy),
        lambda policy: coins.distribution(rules, policy),
        lambda policy: coins.simulate(rules, policy, games=1, seed=0),
    ):
        with pytest.raises(ValueError, match=r"^state \(\d, \d\) has no action [^\n]{1,200}$"):
            ask(lambda state: {flips: 1})


@pytest.mark.parametrize("state", [(9, 9), (-1, 1), "x", [3, 4], None])
def test_a_state_of_another_game_is_refused(state):
    with pytest.raises(ValueError, match=r"is not a state of this game"):
        coins.solve(coins.Rules(3, 4)).value_at(state)


# Four coins, and never an even number.


def test_every_step_of_the_proof_that_three_coins_are_flipped_at_once():
    """In exact fractions: the two lines, how slowly the chance falls, and the exact loss."""
    points = 40
    best = coins.solve(coins.Rules(4, points))
    w = [Fraction(1), *(best.value_at((3, p)) for p in range(1, points + 1))]
    for p in range(3, points + 1):
        flips, half = best.action_values((3, p)), Fraction(1, 2**p)
        assert best.value_at((2, p)) == half * (1 + Fraction(p, 2))
        assert 8 * flips[3] == w[p - 3] + 3 * w[p - 2] + 3 * half
        assert 8 * flips[1] == 4 * w[p - 1] + half * (2 * p + 4)
        assert flips[3] == max(flips.values())
        assert (flips[3] > flips[1]) == (p > 3)
    fall = [after - Fraction(7, 10) * now for now, after in pairwise(w)]
    assert all(a >= Fraction(1, 20 * 2**j) for j, a in enumerate(fall))
    for p in range(4, points + 1):
        flips, half = best.action_values((3, p)), Fraction(1, 2**p)
        rest = 3 * w[p - 2] - (w[p - 3] + w[p - 4]) / 2
        assert 8 * (flips[3] - flips[1]) == rest - half * (2 * p + 4)
        assert rest >= Fraction(62, 49) * w[p - 2]
        assert rest > Fraction(55, 64) * Fraction(7, 10) ** (p - 4) > half * (2 * p + 4)
    for p in range(2, points + 1):
        assert best.regret((4, p), 3) == Fraction(3, 2 ** (p + 3))


def test_every_step_of_the_proof_that_four_coins_are_flipped_one_by_one():
    """In exact fractions: the single coin next, the swap, the identity, and the exact margin."""
    points = 40
    best = coins.solve(coins.Rules(4, points))

    def v(c, p):
        return best.value_at((c, p)) if c > 0 and p > 0 else Fraction(p <= 0)

    def flip(c, p, n, after=v):
        return sum(
            Fraction(comb(n, h), 2**n) * (after(c, p - h) if 2 * h > n else after(c - n + h, p))
            for h in range(n + 1)
        )

    def then(n):
        return lambda c, p: flip(c, p, n) if c > 0 and p > 0 else v(c, p)

    margin = [Fraction(0)]
    for p in range(1, points + 1):
        values = best.action_values((4, p))
        assert all(best.action_values((c, p))[1] == v(c, p) for c in (1, 2, 4))
        assert values[3] == flip(4, p, 3, then(1)) == flip(4, p, 1, then(3))
        margin.append(values[1] - values[3])
        assert 2 * margin[p] == margin[p - 1] + v(3, p) - flip(3, p, 3)
        assert margin[p] > 0 and values[1] > max(values[2], values[4])
    assert margin[1] == Fraction(3, 32)
    assert margin[2:] == [Fraction(3, 2 ** (p + 3)) for p in range(2, points + 1)]


def test_no_even_number_of_coins_is_best_up_to_forty():
    """In floating point, by a recursion of its own; the gaps are far above its errors."""
    most, points = 40, 60
    value = {(c, p): float(p <= 0) for c in range(most + 1) for p in range(-most, points + 1)}
    share = {(n, h): comb(n, h) / 2**n for n in range(most + 1) for h in range(n + 1)}
    for p, c in product(range(1, points + 1), range(1, most + 1)):
        gains = [
            sum(
                share[n, h] * (value[c, p - h] if 2 * h > n else value[c - n + h, p])
                for h in range(n + 1)
            )
            for n in range(1, c + 1)
        ]
        value[c, p] = v = max(gains)
        if v < 1 - 1e-9 and c > 1:
            assert v - max(gains[1::2]) > 0.01 * v * (1 - v)


@pytest.mark.parametrize("m", [1, 2, 3, 5])
def test_every_step_of_the_proof_that_no_even_number_is_best(m):
    """In exact fractions: the identity, and the two inequalities that follow from it."""
    most, points = 2 * m + 3, 3 * m + 4
    best = coins.solve(coins.Rules(most, points))
    ways = [comb(2 * m - 1, k) for k in range(2 * m)] + [0]

    def v(c, p):
        return best.value_at((c, p)) if c > 0 and p > 0 else Fraction(p <= 0)

    for c, p in product(range(2 * m, most + 1), range(1, points + 1)):
        values = best.action_values((c, p))
        rest = sum(
            (ways[k - 1] - ways[k]) * (v(c, p - k) + v(c - k, p)) for k in range(m + 1, 2 * m + 1)
        )
        twice = 2 * ways[m] * v(c, p - m)
        assert 4**m * (values[2 * m - 1] - values[2 * m]) == twice - rest > 0
        if p > m:
            again = best.action_values((c, p - m))[2 * m - 1]
            assert twice >= 2 * ways[m] * again > rest


def best_play(heads, most_coins, most_points):
    """Chance of winning with each number of coins flipped, by state, if coins may be bent."""
    found = {}

    def chance(held, points):
        return Fraction(points <= 0) if points <= 0 or not held else max(found[held, points])

    for points, held in product(range(1, most_points + 1), range(1, most_coins + 1)):
        found[held, points] = [
            sum(
                comb(n, up)
                * heads**up
                * (1 - heads) ** (n - up)
                * (chance(held, points - up) if 2 * up > n else chance(held - n + up, points))
                for up in range(n + 1)
            )
            for n in range(1, held + 1)
        ]
    return found


@pytest.mark.parametrize("tenths", range(1, 10))
def test_no_even_number_is_best_of_bent_coins_either(tenths):
    found = best_play(Fraction(tenths, 10), 12, 18)
    assert all(
        chances[n] < chances[n - 1] for chances in found.values() for n in range(1, len(chances), 2)
    )
    assert found[3, 4].index(max(found[3, 4])) == 2
    if tenths <= 4:  # one coin, or the largest odd number
        for (held, _), chances in found.items():
            assert max(chances) in (chances[0], chances[held - 2 + held % 2])


def test_the_rule_of_thumb_costs_little():
    """By the chances of all flips, and a second recursion that follows the rule."""
    found, kept = best_play(Fraction(1, 2), 20, 30), {}

    def chance(held, points):
        return Fraction(points <= 0) if points <= 0 or not held else kept[held, points]

    for points, held in product(range(1, 31), range(1, 21)):
        (n,) = _by_rule((held, points))
        ups = range(n + 1)
        lefts = [(held, points - up) if 2 * up > n else (held - n + up, points) for up in ups]
        kept[held, points] = (
            sum(comb(n, up) * chance(*left) for up, left in enumerate(lefts)) / 2**n
        )
    costs = {state: 100 * (max(found[state]) - kept[state]) for state in kept}
    assert max(costs, key=costs.get) == (20, 21)
    assert round(float(max(costs.values())), 1) == 1.8
    assert sum(cost < 1 for cost in costs.values()) == 580
    ruled = coins.evaluate(coins.Rules(20, 30), _by_rule)
    assert all(ruled.value_at(state) == value for state, value in kept.items())
