"""The arrays: a faithful graph, the exact solver's values, one clear sentence for each bad game."""

import gc
from contextlib import suppress
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chancegames.maths import game as exact
from chancegames.maths import graph as fast
from chancegames.maths.game import Chance, Choice, FiniteGame, Terminal, states
from chancegames.maths.graph import explore
from tests.maths.games import START, game_of, moves, random_rules
from tests.maths.test_game import BAD_GAMES, BAD_POLICIES, ONE_CHOICE, RULES, mixed
from tests.work import bounded


@given(RULES)
def test_every_edge_leads_to_a_state_that_comes_before(rules):
    graph = explore(game_of(rules))
    place = np.argsort(graph.order)
    assert sorted(graph.order) == [*range(len(graph))]
    assert (place[graph.following] < place[graph.owner]).all()


@given(RULES)
def test_nodes_come_back_as_the_game_gave_them(rules):
    graph = explore(game_of(rules))
    assert graph.start == START
    for state in graph.states:
        node, given_node = graph.node(state), rules[state]
        assert type(node) is type(given_node)
        if isinstance(node, Terminal):
            assert node.payoff == pytest.approx(given_node.payoff)
            continue
        for (name, after, score), (was, there, won) in zip(
            moves(node), moves(given_node), strict=True
        ):
            assert (after, name) == (there, was if isinstance(was, str) else pytest.approx(was))
            assert score == pytest.approx(won)


@given(RULES)
def test_exactly_the_reachable_states_are_found(rules):
    assert {*explore(game_of(rules)).states} == {*states(game_of(rules))}


@given(RULES)
def test_values_and_policies_are_those_of_the_exact_solver(rules):
    best, general = fast.solve(game_of(rules)), exact.solve(game_of(rules))
    assert best.residual < 1e-12
    for state, node in general.nodes.items():
        assert best.value_at(state) == pytest.approx(general.value_at(state), abs=1e-12)
        if isinstance(node, Choice):
            gains = general.action_values(state)
            assert best.action_values(state) == pytest.approx(gains, abs=1e-12)
            (action,) = best.policy(state)
            assert gains[action] == max(gains.values())


@given(random_rules(scores=st.integers(-2, 3)))
def test_the_first_of_the_best_is_played_where_numbers_are_whole(rules):
    for state, node in rules.items():
        if isinstance(node, Chance):
            rules[state] = Chance([1.0], node.nexts[:1], node.scores[:1])
    best, general = fast.solve(game_of(rules)), exact.solve(game_of(rules))
    for state, node in general.nodes.items():
        if isinstance(node, Choice):
            assert best.policy(state) == general.policy(state)


@given(RULES, st.integers(0, 10**6))
def test_a_mixed_policy_has_the_exact_value(rules, seed):
    policy = mixed(rules, seed).__getitem__
    solution, general = (
        fast.evaluate(game_of(rules), policy),
        exact.evaluate(game_of(rules), policy),
    )
    assert solution.residual < 1e-12
    for state, node in general.nodes.items():
        assert solution.value_at(state) == pytest.approx(general.value_at(state), abs=1e-12)
        if isinstance(node, Choice):
            assert solution.policy(state) == pytest.approx(general.policy(state))


@given(RULES)
def test_the_policy_of_a_solution_is_evaluated_as_the_array_that_it_is(rules):
    best = fast.solve(game_of(rules))
    for policy in best.policy, lambda state: best.policy(state):
        again = fast.evaluate(best.graph, policy)
        assert again.values == pytest.approx(best.values, abs=1e-12)
        assert (again.edge_weights == best.edge_weights).all()


@given(RULES)
def test_an_opponent_takes_the_smallest(rules):
    against = {
        state: node._replace(minimise=state != START) if isinstance(node, Choice) else node
        for state, node in rules.items()
    }
    best, general = fast.solve(game_of(against)), exact.solve(game_of(against))
    assert best.value == pytest.approx(general.value, abs=1e-12)
    assert best.residual < 1e-12
    for state, node in general.nodes.items():
        if isinstance(node, Choice):
            for action in node.actions:
                regret = float(general.regret(state, action))
                assert best.regret(state, action) == pytest.approx(regret, abs=1e-12)
    assert exact.solve(best.graph).value == pytest.approx(general.value, abs=1e-12)


@given(RULES, st.integers(0, 10**6))
def test_several_payoffs_in_one_pass_are_those_solved_one_by_one(rules, seed):
    graph = explore(game_of(rules))
    payoffs = np.random.default_rng(seed).normal(size=(len(graph), 3))
    policy = mixed(rules, seed).__getitem__
    best, played = fast.solve_each(graph, payoffs), fast.solve_each(graph, payoffs, policy)
    for k in range(3):
        alone = replace(graph, payoff=np.where(graph.kind == 0, payoffs[:, k], 0))
        assert best[k].value == fast.solve(alone).value
        assert played[k].value == fast.evaluate(alone, policy).value


@given(RULES)
def test_the_residual_notices_a_wrong_value_and_a_better_action(rules):
    solution = fast.solve(game_of(rules))
    wrong = solution.values.copy()
    wrong[0] -= 1 / 7
    assert replace(solution, values=wrong).residual == pytest.approx(1 / 7)
    played = fast.evaluate(solution.graph, lambda state: {rules[state].actions[-1]: 1})
    as_best = replace(played, followed=None, played=solution.graph.first[1:].astype(np.int32) - 1)
    assert as_best.residual == pytest.approx(
        max([0, *(played.regret(s, n.actions[-1]) for s, n in rules.items()
                  if s in solution.graph.states and isinstance(n, Choice))]), abs=1e-12
    )  # fmt: skip


@settings(max_examples=20, deadline=None)
@given(RULES)
def test_the_other_verbs_take_a_graph_as_a_game(rules):
    best = fast.solve(game_of(rules))
    chances = fast.distribution(best.graph, best.policy)
    assert chances.mean == pytest.approx(best.value, abs=1e-9)
    played = fast.simulate(best.graph, best.policy, games=500, seed=1)
    assert abs(played.mean - best.value) <= 6 * played.standard_error + 1e-9


@pytest.mark.parametrize(("rules", "message"), BAD_GAMES)
def test_a_bad_game_is_refused_in_the_words_of_the_exact_solver(rules, message):
    words = message.replace("can come back", "lies on a cycle: ")
    with pytest.raises(ValueError, match=words.replace("a value too large.*", "no finite value")):
        fast.solve(FiniteGame(0, rules.get))


def test_a_number_too_large_for_floating_point_is_refused():
    with pytest.raises(ValueError, match="state 0 has an unusable node: int too large"):
        explore(FiniteGame(0, {0: Terminal(10**400)}.get))


def test_a_long_cycle_is_shown_in_short():
    with pytest.raises(ValueError, match=r"cycle: 0 -> 1 -> 2 -> 3 -> \.\.\. -> 0$"):
        explore(FiniteGame(0, lambda n: Choice("a", [(n + 1) % 3000])))


def test_a_mistake_inside_the_rules_stays_itself():
    with pytest.raises(ZeroDivisionError):
        explore(FiniteGame(0, lambda n: Terminal(1 / n)))


@pytest.mark.parametrize("state", ["x", [1]])
def test_a_state_of_no_game_is_refused(state):
    solution = fast.solve(FiniteGame(0, {0: Chance([1], [1]), 1: Terminal()}.get))
    for ask in solution.graph.node, solution.value_at, solution.action_values:
        with pytest.raises(ValueError, match="is not a state of this game"):
            ask(state)
    with pytest.raises(ValueError, match="there is nothing to choose at 0"):
        solution.policy(0)


@pytest.mark.parametrize("large", [1e308, -1e308])
def test_a_value_too_large_for_floating_point_is_refused(large):
    rules = {0: Choice("a", [1], [large]), 1: Chance([1], [2], [large]), 2: Terminal(large)}
    graph = explore(FiniteGame(0, rules.get))
    for solve in fast.solve, lambda game: fast.evaluate(game, lambda state: {"a": 1}):
        with pytest.raises(ValueError, match="state 1 has no finite value"):
            solve(graph)


@pytest.mark.parametrize(("played", "message"), BAD_POLICIES)
def test_a_policy_is_judged_where_it_enters(played, message):
    with pytest.raises(ValueError, match=message):
        fast.evaluate(ONE_CHOICE, lambda state: played)
    with pytest.raises(ValueError, match="a policy is a function of the state, not 'a'"):
        fast.evaluate(ONE_CHOICE, "a")


@pytest.mark.parametrize("payoffs", [[1], [[1, 2]], 5, np.zeros((2, 1, 1))])
def test_payoffs_of_another_shape_are_refused(payoffs):
    with pytest.raises(ValueError, match="there are payoffs of 2 states, not"):
        fast.solve_each(explore(ONE_CHOICE), payoffs)


@pytest.mark.parametrize("rules", [{"start": Terminal(1)}, {}], ids=["a game", "no game"])
def test_the_garbage_collector_is_left_as_it_was(rules):
    gc.enable()
    with suppress(ValueError):
        explore(FiniteGame("start", rules.get))
    assert gc.isenabled()


@pytest.mark.parametrize(
    "nexts", [lambda n: [n + 1], lambda n: [2 * n, 2 * n + 1], lambda n: [n + 1, n + 2]]
)
def test_a_game_without_end_is_refused_before_it_fills_the_memory(nexts):
    game = FiniteGame(1, lambda n: Choice("ab"[: len(nexts(n))], nexts(n)))
    with pytest.raises(ValueError, match="a game did not end within 10,000 moves"):
        bounded(lambda: explore(game))


def test_a_game_too_large_is_refused(monkeypatch):
    monkeypatch.setattr("chancegames.maths.graph.arrays.MOST_STATES", 1000)
    moves = lambda n: Choice("ab", [2 * n, 2 * n + 1]) if n < 2**12 else Terminal()  # noqa: E731
    with pytest.raises(ValueError, match="this game has more than 1,000 states"):
        explore(FiniteGame(1, moves))
