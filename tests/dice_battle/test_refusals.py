"""What is no game, no state and no policy is refused at once and in one sentence."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chancegames import dice_battle
from chancegames.games.dice_battle import AtOnce, OneRoll, Race, always, at_once, by_state, uniform
from chancegames.games.dice_battle.tables import _check_size
from chancegames.models.dice_battle import gains
from tests.work import bounded

KINDS = st.sampled_from([OneRoll, Race, AtOnce])
SMALL = {
    OneRoll: st.builds(OneRoll, dice=st.integers(1, 4), bust_score=st.integers(0, 1)),
    Race: st.builds(
        Race, dice=st.integers(1, 4), goal=st.integers(1, 12), bust_score=st.integers(0, 1)
    ),
    AtOnce: st.builds(
        AtOnce, dice=st.integers(1, 4), goal=st.integers(1, 12),
        finish=st.sampled_from(["draw", "higher total"]),
    ),
}  # fmt: skip
GAMES = st.one_of(*SMALL.values())
#: What is no positive integer.
NO_NUMBER = st.one_of(
    st.integers(-(10**30), 0), st.floats(), st.booleans(), st.none(), st.text(max_size=3),
    st.just(np.float64(3)), st.just([3]), st.just(np.array([1, 2, 3])), st.fractions(),
)  # fmt: skip


@pytest.fixture(autouse=True, scope="module")
def _compiled():
    """The work below is the answer's, not the compiler's."""
    for kind in (OneRoll, Race, AtOnce):
        dice_battle.evaluate(kind(dice=1), always(1))


def refused(call):
    """Assert that a call is refused with little work and in one short sentence."""
    with pytest.raises(ValueError, match=r"\w") as caught:
        bounded(call)
    said = str(caught.value)
    assert "\n" not in said
    assert len(said) <= 200
    return said


@settings(deadline=None)
@given(KINDS, st.sampled_from(["dice", "faces", "goal"]), NO_NUMBER)
def test_rules_take_positive_integers_only(kind, field, value):
    if field != "goal" or kind is not OneRoll:
        said = refused(lambda: kind(**{field: value}))
        allowed = {"dice": "from 1 to 100", "faces": "from 2 to 100", "goal": "of at least 1"}
        assert f"must be an integer {allowed[field]}, not" in said


@given(KINDS, st.one_of(NO_NUMBER, st.integers(2)).filter(lambda v: not _is(v, (0, 1))))
def test_a_bust_scores_nothing_or_one(kind, value):
    assert "scores 0 or 1" in refused(lambda: kind(bust_score=value))


def _is(value, numbers):
    return isinstance(value, int | float | Fraction) and value in numbers


@given(st.one_of(NO_NUMBER, st.text()).filter(lambda v: not isinstance(v, np.ndarray)))
def test_an_unknown_finish_is_refused_and_not_played_as_a_draw(finish):
    assert "the finish must be one of" in refused(lambda: AtOnce(finish=finish))


@pytest.mark.parametrize(
    "sizes", [{"faces": 10**6}, {"dice": 10**6}, {"dice": 101, "faces": 2}, {"faces": 1}]
)
@pytest.mark.parametrize("kind", [OneRoll, Race, AtOnce])
def test_dice_that_are_too_many_or_too_large(kind, sizes):
    said = refused(lambda: kind(**sizes))
    assert "must be an integer from 1 to 100, not" in said or "from 2 to 100, not" in said


@pytest.mark.parametrize(
    "rules",
    [
        Race(goal=20_000, dice=2), Race(goal=3000, dice=100), AtOnce(goal=2000),
        Race(goal=10**9), AtOnce(goal=10**30),
    ],
)  # fmt: skip
def test_races_that_are_too_long_are_refused_before_anything_is_allocated(rules):
    one = always(1)
    for call in (
        dice_battle.solve,
        lambda r: dice_battle.evaluate(r, one, one),
        lambda r: dice_battle.simulate(r, one, games=1, seed=1, opponent=one),
    ):
        said = refused(lambda call=call: call(rules))
        assert f"a race to {rules.goal}" in said
        assert "limits" in said


@pytest.mark.parametrize(("kind", "goal"), [(Race, 5503), (AtOnce, 1436)])
def test_the_longest_races_are_as_long_as_the_docstring_says(kind, goal):
    _check_size(kind(goal=goal))
    assert "limits" in refused(lambda: _check_size(kind(goal=goal + 1)))


def test_a_race_at_once_needs_rolls_that_score():
    assert "score at least 1" in refused(lambda: AtOnce(bust_score=0))
    assert "score at least 1" in refused(lambda: gains(Race(bust_score=0)))
    assert "go to 30 points" in refused(lambda: at_once.exactly(AtOnce(goal=31)))


def test_a_race_in_which_hardly_a_roll_scores_is_not_played():
    rules, busts = Race(dice=100, bust_score=0), always(100)
    said = refused(lambda: dice_battle.simulate(rules, busts, games=1, seed=1, opponent=busts))
    assert "such a race hardly ends" in said
    one = always(1)
    assert dice_battle.simulate(rules, busts, games=9, seed=1, opponent=one).mean == -1


@given(GAMES, NO_NUMBER)
def test_rolls_that_the_rules_do_not_allow(rules, dice):
    refused(lambda: rules.scores(dice))
    assert f"from 1 to {rules.dice}, not" in refused(lambda: rules.scores(rules.dice + 1))


def test_what_was_computed_before_changes_nothing():
    rules = OneRoll(dice=9)
    for _ in range(2):
        assert "must be an integer" in refused(lambda: rules.scores(3.0))
        assert rules.scores(3)[18] == Fraction(1, 216)


@settings(deadline=None)
@given(st.one_of(SMALL[Race], SMALL[AtOnce]), st.data())
def test_states_that_are_none_do_not_wrap_around(rules, data):
    outside = st.one_of(st.integers(max_value=0), st.integers(rules.goal + 1), NO_NUMBER)
    other = data.draw(st.one_of(st.integers(1, rules.goal), outside))
    state = data.draw(
        st.one_of(
            st.tuples(outside, st.just(other)), st.tuples(st.just(other), outside),
            st.just((1,)), st.just((1, 1, 1)), NO_NUMBER, st.just("x" * 10**5),
        )
    )  # fmt: skip
    solution = dice_battle.solve(rules)
    for ask in (solution.value_at, solution.action_values, solution.best, solution.policy):
        refused(lambda ask=ask: ask(state))


@given(SMALL[OneRoll], st.one_of(NO_NUMBER, st.tuples(st.integers(1), st.integers())))
def test_one_roll_has_one_state(rules, state):
    solution = dice_battle.solve(rules)
    for ask in (solution.value_at, solution.action_values, solution.policy):
        assert "the single state (0, 0)" in refused(lambda ask=ask: ask(state))


BAD_MIXTURES = [
    {}, {1: 2}, {1: -1, 2: 2}, {1: 0.5}, {1: float("nan")}, {1: Fraction(1, 2)}, {0: 1}, {99: 1},
    {1.5: 1}, {"all": 1}, {None: 1},
]  # fmt: skip


@pytest.mark.parametrize("mixture", BAD_MIXTURES, ids=map(str, BAD_MIXTURES))
@pytest.mark.parametrize("rules", [OneRoll(dice=3), Race(dice=3, goal=5), AtOnce(dice=3, goal=5)])
def test_policies_are_judged(rules, mixture):
    one = always(1)
    refused(lambda: dice_battle.evaluate(rules, lambda state: mixture))
    refused(lambda: dice_battle.evaluate(rules, one, lambda state: mixture))
    refused(lambda: dice_battle.distribution(rules, lambda state: mixture, one))
    refused(lambda: dice_battle.simulate(rules, one, games=5, seed=1, opponent=lambda _: mixture))
    refused(lambda: dice_battle.evaluate(rules, always(mixture)))


@pytest.mark.parametrize("policy", [3, None, "six", {1: 1}, lambda state: 6, lambda state: None])
def test_what_is_no_policy_is_refused(policy):
    for rules in (OneRoll(dice=3), Race(dice=3, goal=5), AtOnce(dice=3, goal=5)):
        refused(lambda rules=rules: dice_battle.evaluate(rules, policy, always(1)))


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: by_state(np.zeros((3, 3), int), Race(dice=2)), "an integer from 1 to 2, not 0$"),
        (lambda: by_state(np.full((3, 3), 3), Race(dice=2)), "an integer from 1 to 2, not 3"),
        (lambda: by_state(np.ones((3, 3)), Race(dice=2)), "needs integers in shape"),
        (lambda: by_state(np.ones((3, 2), int), Race(dice=2)), "needs integers in shape"),
        (lambda: by_state([[1, 2], [3]], Race(dice=2)), "needs integers in shape"),
        (lambda: by_state(np.ones((3, 3), int), Race(dice=2))((-1, 1)), "both need, from 1 to 2"),
        (lambda: dice_battle.evaluate(
            Race(dice=2, goal=5), by_state(np.ones((3, 3), int), Race(dice=2)), always(1)
        ), "knows races to 2, not to 5"),
        (lambda: dice_battle.evaluate(Race(dice=3, goal=5), always(6)), "rolls 6 dice, .* allow 3"),
        (lambda: dice_battle.solve("hog"), "rules must be OneRoll, Race or AtOnce, not 'hog'"),
        (lambda: dice_battle.simulate(Race(), always(6), games=10**12, seed=1),
         "games must be an integer from 1 to"),
    ],
)  # fmt: skip
def test_bad_input_is_refused(call, said):
    with pytest.raises(ValueError, match=said):
        call()


@pytest.mark.parametrize("seed", [1.5, -1, True, None, "x", np.array([1, 2])])
def test_seeds_that_are_none(seed):
    for rules in (OneRoll(dice=3), Race(dice=3, goal=5), AtOnce(dice=3, goal=5)):
        said = refused(
            lambda rules=rules: dice_battle.simulate(rules, always(1), games=5, seed=seed)
        )
        assert "seed must be an integer" in said


@given(NO_NUMBER)
def test_numbers_of_games_that_are_none(games):
    refused(lambda: dice_battle.simulate(OneRoll(dice=2), always(1), games=games, seed=1))


@settings(deadline=None, max_examples=60)
@given(GAMES, st.integers(0, 2**16))
def test_valid_calls_lie_between_the_worst_and_the_best(rules, seed):
    """Integers of NumPy are integers; a policy may be any function."""
    dice = np.int64(rules.dice)
    assert type(rules)(**{**vars(rules), "dice": dice}) == rules
    solution = dice_battle.solve(rules)
    evaluated = dice_battle.evaluate(rules, lambda state: {dice: 1})
    assert evaluated.value <= solution.value + 1e-12
    reply = dice_battle.solve(rules, opponent=uniform(rules))
    assert reply.value >= solution.value - 1e-12
    for found in (solution, evaluated, reply):
        assert -1 <= found.value <= 1
        assert abs(found.residual) < 1e-12
    results = dice_battle.distribution(rules, always(dice))
    assert abs(results.mean - evaluated.value) < 1e-12
    assert dice_battle.simulate(rules, always(dice), games=np.int64(9), seed=np.int64(seed)).n == 9
