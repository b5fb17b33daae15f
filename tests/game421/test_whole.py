import re
from fractions import Fraction

import numpy as np
import pytest

from chancegames.games.game421.policies import monkey
from chancegames.games.game421.rules import Round
from chancegames.games.game421.shortsight import as_second, as_starter, cost_of_shortsight
from chancegames.games.game421.solve import mean_max, value_of
from chancegames.games.game421.utilities import ranking, tokens
from chancegames.games.game421.whole import (
    A,
    B,
    GameRules,
    grid_steps,
    results,
    set_plan,
    set_value,
    solve_game,
)
from chancegames.games.game421.whole_policy import first_keeps, stops, token_policy
from chancegames.games.game421.whole_simulation import outcome, simulate_game

VARIANTS = [
    GameRules(starter="winner"),
    GameRules(starter="alternate", tie="void"),
    GameRules(short_pot="winner", short_hand="void"),
]


def payoffs(seed):
    return np.random.default_rng(seed).integers(0, 9, (56, 56)).astype(float)


def test_a_set_is_worth_what_the_exact_solver_says():
    """One set: first the next player's best replies in fractions, then the starter's round."""
    payoff = payoffs(1)
    hands = Round().finals
    utility = {}
    for casts in (1, 2, 3):
        rules = Round(casts=casts, player="next")
        for i, mine in enumerate(hands):
            replies = {(casts, c): -int(payoff[i, j]) for j, c in enumerate(hands)}
            utility[casts, mine] = -mean_max(rules, replies).value
    plans = np.empty((4, 84))
    value = set_value(payoff, plans, grid_steps())
    assert value == pytest.approx(float(mean_max(Round(), utility).value), abs=1e-12)


@pytest.mark.parametrize("play", [as_starter, as_second])
def test_who_is_guided_by_the_truth_loses_nothing(play):
    for seed in range(3):
        payoff = payoffs(seed)
        plans = np.empty((4, 84))
        value = set_value(payoff if play is as_starter else -payoff, plans, grid_steps())
        truth = value if play is as_starter else -value
        assert play(payoff, payoff, grid_steps()) == pytest.approx(truth, abs=1e-12)


def test_hands_are_compared_by_the_order_of_the_game():
    loser, amount = results("second")
    hands, best = Round().finals, ranking()
    for i, j in [(0, 0), (0, 5), (5, 0), (30, 31), (55, 2)]:
        mine, yours = hands[i], hands[j]
        mine_wins = best.index(mine) <= best.index(yours)
        assert loser[i, j] == (1 if mine_wins else 0)
        assert amount[i, j] == tokens(mine if mine_wins else yours)
    assert all(results("void")[0].diagonal() == 2)


@pytest.mark.parametrize("rules", [GameRules(), *VARIANTS])
def test_tokens_are_conserved_and_chances_are_mirrored(rules):
    for state in rules.states():
        for who in (A, B):
            for amount in (1, 2, 7, 10):
                pot, of_a, starter = rules.after(state, who, amount)
                assert 0 <= pot <= state[0]
                assert 0 <= of_a <= rules.pot - pot
                assert starter in (A, B)
    game = solve_game(rules)
    assert 0 <= game.gap < 1e-8
    assert all(game.lower[s] <= game.upper(s) + 1e-12 for s in game.lower)
    assert game.starting + game.chance((rules.pot, 0, B)) == pytest.approx(1)


def test_a_game_of_one_token_is_a_single_set():
    """With one token the loser of the first set has lost the game."""
    game = solve_game(GameRules(pot=1))
    loser, _ = results("second")
    plans = np.empty((4, 84))
    assert game.starting == pytest.approx(set_value(loser.astype(float), plans, grid_steps()))


def test_chances_grow_with_fewer_tokens_in_the_discharge():
    game = solve_game()
    for starter in (A, B):
        chances = [game.chance((0, a, starter)) for a in range(1, 11)]
        assert chances == sorted(chances, reverse=True)


def test_the_plan_of_a_set_starts_at_the_value_of_the_game():
    game = solve_game()
    for state in [(11, 0, A), (0, 4, A), (5, 2, A)]:
        assert set_plan(game, state)[0, 0] == pytest.approx(game.chance(state), abs=1e-8)


def test_whoever_needs_one_token_stops_at_more_hands():
    """With one token left to lose, any win of the set wins the game; 421 is always kept."""
    game = solve_game()
    start, close = (set(stops(game, state)) for state in [(11, 0, A), (0, 1, A)])
    assert (1, 2, 4) in start
    assert start < close
    assert (1, 2, 2) not in close


@pytest.mark.parametrize("state", [(11, 0, A), (2, 4, A), (0, 3, A)])
def test_first_choices_are_those_of_the_exact_solver(state):
    """Given the worth of each end, in fractions."""
    game, rules = solve_game(), Round()
    plan, number = set_plan(game, state), {s: n for n, s in enumerate(rules.states)}
    worth = {(j, c): Fraction(plan[j, number[c]]) for j in rules.ends for c in rules.finals}
    solution = mean_max(rules, worth)
    for table, keeps in first_keeps(game, state).items():
        assert set(solution.best(1, (), table)) <= set(keeps)


def test_421_goes_back_if_who_loses_a_last_token_starts_the_discharge():
    hand = (1, 2, 4)
    plans = token_policy(solve_game())
    thrown_back = plans.unwanted(hand)
    assert {(pot, own) for pot in (1, 2) for own in range(1, 11 - pot)} <= set(thrown_back)
    assert all(0 < pot <= 3 and 0 < own < 11 - pot for pot, own in thrown_back)
    for starter in ("winner", "alternate"):
        assert not token_policy(solve_game(GameRules(starter=starter))).unwanted(hand)


def test_the_chance_to_stop_is_that_of_the_hands_stopped_at():
    game, weights = solve_game(), dict(Round().tables(()))
    plans = token_policy(game)
    assert set(plans.stopping) == {s[:2] for s in game.rules.states()}
    for pot, own in [(11, 0), (3, 2), (0, 7)]:
        ways = sum(weights[hand] for hand in stops(game, (pot, own, A)))
        assert plans.stopping[pot, own] == pytest.approx(ways / 216)
    assert sum(map(int, re.findall(r"\((\d+)\)", plans.advice((1, 1, 1))))) == len(plans.keeps)


def test_playing_for_tokens_costs_chances():
    assert 0 < cost_of_shortsight(solve_game()) < 1


@pytest.mark.parametrize("rules", [GameRules(), *VARIANTS])
def test_simulated_games_are_won_as_often_as_the_value_says(rules):
    """The hands are compared, the tokens moved and the dice thrown one by one."""
    game, games = solve_game(rules), 600
    share = simulate_game(game, games, seed=11)
    error = (game.starting * (1 - game.starting) / games) ** 0.5
    assert abs(share - game.starting) < 4 * error
    with pytest.raises(ValueError, match="number of games"):
        simulate_game(game, 0, seed=1)


def test_single_hands_and_the_matrix_of_hands_are_compared_alike():
    hands = Round().finals
    for tie in ("second", "void"):
        loser, amount = results(tie)
        for i in range(0, 56, 5):
            for j in range(56):
                assert outcome(tie, hands[i], hands[j]) == (loser[i, j], amount[i, j])


@pytest.mark.parametrize("name", ["starter", "tie", "short_pot", "short_hand"])
def test_unknown_rules_are_refused(name):
    with pytest.raises(ValueError, match=f"{name} must be one of"):
        GameRules(**{name: "other"})
    with pytest.raises(ValueError, match="number of tokens"):
        GameRules(pot=0)


def test_the_monkey_is_judged_like_any_policy():
    rules = Round(1, 6, 2)
    total = {(j, c): sum(c) for j in (1, 2) for c in rules.finals}
    assert value_of(rules, monkey(rules), total) * 2 == 7
