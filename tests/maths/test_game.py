"""The exact solver against recursions that share no line with it."""

import math
import sys
from dataclasses import replace
from fractions import Fraction
from itertools import product
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chancegames.maths import game as exact
from chancegames.maths.game import (
    MOST_MOVES,
    Chance,
    Choice,
    FiniteGame,
    Terminal,
    distribution,
    evaluate,
    keep_score,
    simulate,
    solve,
    states,
    visits,
)
from chancegames.maths.graph import explore
from chancegames.maths.solution import Distribution, Estimate
from tests.maths.games import NUMBERS, fractions, game_of, moves, outcomes, random_rules, value
from tests.work import bounded

HALF = Fraction(1, 2)
RULES = random_rules()
WHOLE_SCORES = random_rules(scores=st.integers(-2, 3))


def policies(rules):
    """Every policy of a game that does not mix, as dicts from choice to action."""
    choices = [(p, node.actions) for p, node in rules.items() if isinstance(node, Choice)]
    for actions in product(*(actions for _, actions in choices)):
        yield dict(zip((p for p, _ in choices), actions, strict=True))


def plays(choose):
    """A policy given as a dict, as a function."""
    return choose.__getitem__


def mixed(rules, seed):
    """A policy that mixes in exact fractions, as a dict from choice to probabilities."""
    random = Random(seed)
    found = {}
    for state, node in rules.items():
        if isinstance(node, Choice):
            parts = [random.randint(0, 3) for _ in node.actions]
            parts[random.randrange(len(parts))] += 1
            shares = [Fraction(part, sum(parts)) for part in parts]
            found[state] = dict(zip(node.actions, shares, strict=True))
    return found


@given(RULES)
def test_every_state_has_the_value_of_the_recursion(rules):
    solution = solve(game_of(rules))
    for state in solution.nodes:
        assert solution.value_at(state) == value(rules, state)
        assert isinstance(solution.value_at(state), int | Fraction)


@given(RULES)
def test_the_residual_vanishes_and_notices_a_wrong_value(rules):
    solution = solve(game_of(rules))
    assert solution.residual == 0
    assert evaluate(game_of(rules), solution.policy).residual == 0
    for gap in Fraction(1, 7), Fraction(-1, 7):
        wrong = {**solution.values, solution.start: solution.value + gap}
        assert replace(solution, values=wrong).residual == Fraction(1, 7)


@given(RULES)
def test_the_first_of_the_best_actions_is_played(rules):
    solution = solve(game_of(rules))
    for state, node in solution.nodes.items():
        if isinstance(node, Choice):
            gains = {a: score + value(rules, after) for a, after, score in moves(rules[state])}
            assert solution.action_values(state) == gains
            assert solution.policy(state) == {max(gains, key=gains.get): 1}
            worst = min(gains, key=gains.get)
            assert solution.regret(state, worst) == max(gains.values()) - gains[worst]


@given(RULES)
def test_every_policy_has_the_value_of_the_recursion_and_none_beats_the_optimum(rules):
    game = game_of(rules)
    best = solve(game)
    found = []
    for choose in policies(rules):
        solution = evaluate(game, plays(choose))
        found.append(solution.value)
        assert solution.value == value(rules, choose=choose)
        assert all(solution.values[state] <= best.values[state] for state in best.nodes)
    assert max(found) == best.value == evaluate(game, best.policy).value


@given(RULES, st.integers(0, 10**6))
def test_a_mixed_policy_is_worth_the_mixture_and_between_the_worst_and_the_best(rules, seed):
    policy = mixed(rules, seed)
    solution = evaluate(game_of(rules), policy.__getitem__)
    chances = {
        tuple(choose.values()): math.prod(policy[s][a] for s, a in choose.items())
        for choose in policies(rules)
    }
    assert sum(chances.values()) == 1
    for state, chosen in policy.items():
        if state in solution.nodes:
            assert solution.policy(state) == {a: p for a, p in chosen.items() if p}
    values = [evaluate(game_of(rules), plays(choose)).value for choose in policies(rules)]
    assert min(values) <= solution.value <= max(values)
    assert distribution(game_of(rules), policy.__getitem__).mean == solution.value


@given(RULES)
def test_an_opponent_takes_the_smallest_of_the_negated_game(rules):
    def turned(node):
        if isinstance(node, Terminal):
            return Terminal(-node.payoff)
        scores = [-score for score in node.scores]
        if isinstance(node, Choice):
            return node._replace(scores=scores, minimise=True)
        return node._replace(scores=scores)

    against = {state: turned(node) for state, node in rules.items()}
    solution, other = solve(game_of(rules)), solve(game_of(against))
    assert other.value == -solution.value
    assert other.residual == 0
    for state, node in solution.nodes.items():
        if isinstance(node, Choice):
            assert other.policy(state) == solution.policy(state)
            for action in node.actions:
                assert other.regret(state, action) == solution.regret(state, action) >= 0


@given(RULES)
def test_visits_give_the_value_forwards(rules):
    game = game_of(rules)
    best = solve(game)
    visited = visits(game, best.policy)
    won = Fraction(0)
    for state, node in best.nodes.items():
        if isinstance(node, Terminal):
            won += visited[state] * node.payoff
            continue
        chances = best.policy(state) if isinstance(node, Choice) else None
        for name, _, score in moves(node):
            won += visited[state] * (name if chances is None else chances.get(name, 0)) * score
    assert sum(visited[s] for s, n in best.nodes.items() if isinstance(n, Terminal)) == 1
    assert won == best.value


@given(WHOLE_SCORES)
def test_the_distribution_of_the_score_is_that_of_all_ways_to_play(rules):
    for choose in policies(rules):
        chances = dict.fromkeys((score for _, score in outcomes(rules, choose)), 0)
        for p, score in outcomes(rules, choose):
            chances[score] += p
        assert distribution(game_of(rules), plays(choose)) == chances


@given(WHOLE_SCORES, st.integers(-4, 8))
def test_no_policy_of_the_state_alone_beats_the_best_chance(rules, target):
    chances = [
        distribution(game_of(rules), plays(choose)).at_least(target) for choose in policies(rules)
    ]
    reaching = keep_score(game_of(rules), lambda score: int(score >= target))
    assert solve(reaching).value >= max(chances)


@given(WHOLE_SCORES, st.integers(-4, 8))
def test_the_best_chance_is_that_of_the_recursion(rules, target):
    def chance(state, so_far):
        node = rules[state]
        if isinstance(node, Terminal):
            return Fraction(so_far + node.payoff >= target)
        gains = [(name, chance(after, so_far + won)) for name, after, won in moves(node)]
        if isinstance(node, Choice):
            return max(gain for _, gain in gains)
        return sum(p * gain for p, gain in gains)

    reaching = keep_score(game_of(rules), lambda score: int(score >= target))
    assert solve(reaching).value == chance("start", 0)


@given(RULES, NUMBERS, fractions(0, 3, max_denominator=4))
def test_values_follow_a_change_of_unit(rules, shift, scale):
    changed = keep_score(game_of(rules), lambda score: scale * score + shift)
    assert solve(changed).value == scale * solve(game_of(rules)).value + shift
    assert not any(
        any(node.scores) for node in states(changed).values() if not isinstance(node, Terminal)
    )


def test_a_game_that_is_over_is_worth_its_payoff():
    game = FiniteGame("over", {"over": Terminal(4)}.get)
    assert solve(game).value == 4
    assert distribution(game, lambda state: {}) == {4: 1}


def test_a_long_game_meets_no_recursion_limit():
    turns = 2 * sys.getrecursionlimit()

    def rules(n):
        return Choice(("stop", "go"), (0, n - 1), (0, 1)) if n else Terminal()

    assert solve(FiniteGame(turns, rules)).value == turns


@settings(max_examples=20, deadline=None)
@given(RULES, st.integers(0, 10**6))
def test_simulated_games_agree_with_the_value(rules, seed):
    policy = mixed(rules, seed)
    expected = evaluate(game_of(rules), policy.__getitem__).value
    played = simulate(game_of(rules), policy.__getitem__, games=2_000, seed=seed)
    assert played.n == 2_000
    assert abs(played.mean - expected) <= 6 * played.standard_error + 1e-9


def test_the_gap_of_a_simulation_without_spread_is_infinite():
    played = Estimate(mean=1.0, standard_error=0.0, n=10)
    assert [played.z(expected) for expected in (0, 1, 2)] == [math.inf, 0, -math.inf]
    rounded = Estimate(mean=0.20000000000000004, standard_error=0.0, n=2000)
    assert rounded.z(Fraction(1, 5)) == 0


def test_an_optional_stop_agrees_with_dice_thrown_by_hand():
    def rules(state):
        rolls, face = state
        if rolls and face:
            return Choice(("stop", "roll"), ((0, face), (rolls, 0)))
        if rolls:
            return Chance([1 / 6] * 6, [(rolls - 1, f) for f in range(1, 7)])
        return Terminal(face)

    solution = solve(FiniteGame((3, 0), rules))
    random = np.random.default_rng(4)
    rolls = random.integers(1, 7, (3, 100_000))
    second = np.where(rolls[1] >= 4, rolls[1], rolls[2])
    kept = np.where(rolls[0] >= 5, rolls[0], second)

    def played(rolls):
        return [*(next(iter(solution.policy((rolls, face)))) for face in range(1, 7))]

    assert played(2) == ["roll"] * 4 + ["stop"] * 2
    assert played(1) == ["roll"] * 3 + ["stop"] * 3
    error = kept.std() / np.sqrt(kept.size)
    assert abs(kept.mean() - solution.value) < 4 * error


@pytest.mark.parametrize("made", [np.int64, lambda n: Fraction(np.int64(n))])
def test_integers_of_numpy_do_not_overflow(made):
    large = made(2**62)
    rules = {0: Choice("a", [1], [large]), 1: Chance([made(1)], [2], [large]), 2: Terminal(large)}
    solution = solve(FiniteGame(0, rules.get))
    assert solution.value == 3 * 2**62
    assert not any(
        isinstance(part, np.integer) for x in solution.values.values() for part in (x, x.numerator)
    )


# What is refused: each in one sentence that names the state.

BAD_GAMES = [
    ({0: Choice("a", [1])}, "state 1 has the node None, no Terminal, Choice or Chance"),
    ({0: Choice("a", ["x"]), "x": 5}, "state 'x' has the node 5"),
    ({0: Choice("", [])}, "state 0 leads nowhere"),
    ({0: Choice("ab", [1]), 1: Terminal()}, "state 0 has columns of different lengths"),
    ({0: Choice("a", [1], [1, 2]), 1: Terminal()}, "state 0 has columns of different lengths"),
    ({0: Choice(None, [1]), 1: Terminal()}, "state 0 has columns that are no sequences"),
    ({0: Chance([0.5, 0.4], [1, 1]), 1: Terminal()}, "at state 0 sum to 0.9, not 1"),
    ({0: Chance([1.5, -0.5], [1, 1]), 1: Terminal()}, "at state 0 hold -0.5, which is no prob"),
    ({0: Chance(["a", 1], [1, 1]), 1: Terminal()}, "at state 0 hold 'a', which is no probability"),
    ({0: Chance([float("nan"), 1], [1, 1]), 1: Terminal()}, "at state 0 hold nan"),
    ({0: Choice("a", [1]), 1: Terminal(float("nan"))}, "state 1 has nan where a finite number"),
    ({0: Choice("a", [1]), 1: Terminal(float("inf"))}, "state 1 has inf where a finite number"),
    ({0: Choice("a", [1]), 1: Terminal("much")}, "state 1 has 'much' where a finite number"),
    ({0: Choice("a", [1], [float("inf")]), 1: Terminal()}, "state 0 has inf where a finite"),
    ({0: Choice("aa", [1, 1]), 1: Terminal()}, "state 0 has two actions of one name: 'aa'"),
    ({0: Choice([[]], [1]), 1: Terminal()}, "state 0 leads to .*, which is not hashable"),
    ({0: Choice("a", [[1]])}, "state 0 leads to .*, which is not hashable"),
    ({0: Choice("a", [0])}, "state 0 can come back"),
    ({0: Choice("ab", [1, 2]), 1: Choice("a", [2]), 2: Choice("ab", [1, 3]), 3: Terminal()},
     "state . can come back"),
    ({0: Choice("a", [1], [1e308]), 1: Chance([1], [2], [1e308]), 2: Terminal(1e308)},
     "state 1 has a value too large.*"),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "message"), BAD_GAMES)
def test_a_bad_game_is_refused_with_the_state_named(rules, message):
    with pytest.raises(ValueError, match=message):
        solve(FiniteGame(0, rules.get))


def test_exact_probabilities_may_not_miss_1_by_anything():
    rules = {0: Chance([HALF, HALF - Fraction(1, 10**20)], [1, 1]), 1: Terminal()}
    with pytest.raises(ValueError, match=r"at state 0 sum to .*, not 1"):
        solve(FiniteGame(0, rules.get))


def test_a_start_that_is_no_state_is_refused():
    with pytest.raises(ValueError, match=r"the start \[1\] is not hashable"):
        solve(FiniteGame([1], lambda state: Terminal()))


def test_a_mistake_inside_the_rules_stays_itself():
    with pytest.raises(ZeroDivisionError):
        solve(FiniteGame(0, lambda n: Terminal(1 / n)))


@pytest.mark.parametrize("state", ["x", [1]])
def test_a_state_of_no_game_is_refused(state):
    solution = solve(FiniteGame(0, lambda n: Terminal()))
    for ask in solution.value_at, solution.action_values, solution.policy:
        with pytest.raises(ValueError, match="is not a state of this game"):
            ask(state)
    with pytest.raises(ValueError, match="there is nothing to choose at 0"):
        solution.policy(0)


ONE_CHOICE = FiniteGame(0, {0: Choice("ab", [1, 1]), 1: Terminal()}.get)
BAD_POLICIES = [
    ({"c": 1}, "state 0 has no action 'c', only"),
    ({"a": 2, "b": -1}, "the policy's probabilities at 0 hold -1, which is no probability"),
    ({"a": HALF}, "the policy's probabilities at 0 sum to .*, not 1"),
    ({}, "the policy's probabilities at 0 sum to 0, not 1"),
    ({"a": float("nan"), "b": 1}, "hold nan, which is no probability"),
    ({"a": float("inf")}, "sum to inf, not 1"),
    ({"a": "1"}, "hold '1', which is no probability"),
    ("c", "state 0 has no action 'c', only"),
    (None, "state 0 has no action None, only"),
    ([], r"a policy answers with an action or the probability of each, not with \[\]"),
]


@pytest.mark.parametrize(("played", "message"), BAD_POLICIES)
def test_a_policy_is_judged_where_it_enters(played, message):
    for ask in (
        lambda policy: evaluate(ONE_CHOICE, policy),
        lambda policy: distribution(ONE_CHOICE, policy),
        lambda policy: visits(ONE_CHOICE, policy),
        lambda policy: simulate(ONE_CHOICE, policy, games=1, seed=0),
    ):
        with pytest.raises(ValueError, match=message):
            ask(lambda state: played)
        with pytest.raises(
            ValueError,
            match="policy must be a function, not 'a'",
        ):
            ask("a")


def test_a_policy_may_name_its_action():
    game = FiniteGame(0, {0: Choice("ab", [1, 2]), 1: Terminal(5), 2: Terminal(7)}.get)
    for verb in evaluate, distribution, visits:
        named, mixed = verb(game, lambda state: "b"), verb(game, lambda state: {"b": 1})
        assert (
            (named.value, named.policy(0)) == (7, {"b": 1}) if verb is evaluate else named == mixed
        )
    assert simulate(game, lambda state: "b", games=3, seed=0).mean == 7


@pytest.mark.parametrize("games", [0, -1, 1.5, True, "many", 10**12])
def test_a_simulation_needs_a_number_of_games_that_it_can_play(games):
    message = "games must be an integer"
    with pytest.raises(ValueError, match=message):
        simulate(ONE_CHOICE, lambda state: {"a": 1}, games=games, seed=0)


def test_a_game_may_have_as_many_moves_as_is_said():
    long = FiniteGame(MOST_MOVES, lambda n: Choice("a", [n - 1]) if n else Terminal(7))
    assert solve(long).value == 7
    assert {*explore(long).states} == {*states(long)}
    assert simulate(long, lambda state: "a", games=1, seed=0).mean == 7
    longer = FiniteGame(MOST_MOVES + 1, long.node)
    for ask in (solve, explore, lambda game: simulate(game, lambda state: "a", games=1, seed=0)):
        with pytest.raises(ValueError, match="a game did not end within 10,000 moves"):
            ask(longer)


def test_a_game_without_end_is_refused_by_solver_and_simulation(monkeypatch):
    endless = FiniteGame(0, lambda n: Choice("a", [n + 1]))
    policy = lambda state: {"a": 1}  # noqa: E731
    for ask in (
        solve,
        lambda game: evaluate(game, policy),
        lambda game: distribution(game, policy),
        lambda game: simulate(game, policy, games=1, seed=0),
    ):
        with pytest.raises(ValueError, match="a game did not end within 10,000 moves"):
            bounded(lambda ask=ask: ask(endless))
    monkeypatch.setattr(exact, "MOST_STATES", 1000)
    with pytest.raises(ValueError, match="this game has more than 1,000 states"):
        solve(endless)


def test_too_many_scores_are_refused(monkeypatch):
    monkeypatch.setattr(exact, "MOST_STATES", 1000)
    game = FiniteGame(
        20, lambda n: Chance([HALF, HALF], [n - 1] * 2, [0, 2**n]) if n else Terminal()
    )
    with pytest.raises(ValueError, match="more than 1,000 pairs of a state and a score"):
        distribution(game, lambda state: {})


def test_a_refusal_is_one_short_sentence():
    long = tuple(range(10_000))
    for game in (
        FiniteGame(long, lambda state: None),
        FiniteGame(long, lambda state: Choice("a", [long])),
        FiniteGame(long, lambda state: Choice(long, ["x"])),
        FiniteGame(long, lambda state: Terminal(long)),
        FiniteGame(10**9999, lambda state: None),
    ):
        with pytest.raises(ValueError, match=r"^[^\n]{1,300}$"):
            solve(game)
    with pytest.raises(ValueError, match=r"^[^\n]{1,300}$"):
        evaluate(FiniteGame(long, lambda state: Choice("a", ["x"])), lambda state: {long: 1})


# The distribution of a result.


def test_a_distribution_tells_its_moments_tail_and_quantiles():
    die = Distribution({face: Fraction(1, 6) for face in range(6, 0, -1)})
    assert [*die] == [1, 2, 3, 4, 5, 6]
    assert (die.mean, die.variance) == (Fraction(7, 2), Fraction(35, 12))
    assert [die.at_least(n) for n in (0, 3, 6.5)] == [1, Fraction(2, 3), 0]
    assert [die.quantile(q) for q in (0, Fraction(1, 6), HALF, 1.0)] == [1, 1, 3, 6]


@pytest.mark.parametrize("share", [-0.1, 1.1, float("nan")])
def test_a_quantile_belongs_to_a_share(share):
    with pytest.raises(
        ValueError,
        match=r"share (from 0 to 1|must be a number), not",
    ):
        Distribution({0: 1}).quantile(share)


@pytest.mark.parametrize("chances", [{}, {1: 2}, {1: -1, 2: 2}, {1: float("nan")}])
def test_what_is_no_distribution_is_refused(chances):
    told = "^the probabilities of the results sum|^the probabilities .* hold|^Distribution: chances"
    with pytest.raises(ValueError, match=told):
        Distribution(chances)
