from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from chancegames.base.paths import NOTEBOOKS
from chancegames.games.game421 import match
from chancegames.games.game421.card import first_keeps
from chancegames.games.game421.match import Game, Turn, _simulate_game
from chancegames.games.game421.rounds import solve_round
from chancegames.games.game421.sets import (
    HANDS,
    NOBODY,
    NUMBER,
    OTHER,
    STARTER,
    _laws,
    _plan,
    _results,
)
from chancegames.games.game421.verbs import distribution
from chancegames.games.game421.whole import (
    ForTokens,
    _evaluate_game,
    guaranteed,
    solve_game,
)
from chancegames.maths import dice
from chancegames.models.game421 import RANKING, TOKENS, Round

RULE = "Stop if your hand is 621 or worse. Otherwise keep a 2, if you have one, and cast the rest."
VARIANTS = [
    Game(starter="winner"),
    Game(starter="alternate", tie="void"),
    Game(short_pot="winner", short_hand="void"),
    Game(casts=2),
]
SMALL = Game(pot=2)


def payoffs(seed):
    return np.random.default_rng(seed).integers(0, 9, (56, 56)).astype(float)


@pytest.mark.parametrize("most", [1, 2, 3, 4])
def test_a_set_is_worth_what_the_exact_solver_says(most):
    """One set: first the next player's best replies in fractions, then the starter's round."""
    payoff = payoffs(1)
    utility = {}
    for casts, (i, mine) in product(range(1, most + 1), enumerate(HANDS)):
        replies = {(casts, c): -int(payoff[i, j]) for j, c in enumerate(HANDS)}
        rules = Round(casts=casts, player="next", utility=replies)
        utility[casts, mine] = -solve_round(rules).value
    value = solve_round(Round(casts=most, utility=utility)).value
    assert _plan(payoff, most).starter[0, 0] == pytest.approx(float(value), abs=1e-12)


def test_the_laws_of_a_set_are_those_of_its_plans():
    """Followed forward, best play gets what it was promised backward, on both sides."""
    for seed in range(3):
        payoff = payoffs(seed)
        plans = _plan(payoff)
        starter, reply = _laws(plans)
        assert starter.sum() == pytest.approx(1)
        assert reply[1:].sum(axis=2) == pytest.approx(np.ones((3, 56)))
        worth = np.einsum("ki,kij,ij", starter, reply, payoff)
        assert worth == pytest.approx(plans.starter[0, 0], abs=1e-12)


@pytest.mark.parametrize("bad", [np.zeros((3, 56)), np.zeros(56), np.full((56, 56), np.nan)])
def test_a_payoff_of_another_shape_never_reaches_a_kernel(bad):
    with pytest.raises(ValueError, match="56 by 56 finite numbers"):
        _plan(bad)


def test_hands_are_compared_by_the_order_of_the_game():
    loser, amount = _results("second")
    for i, j in product(range(0, 56, 5), range(56)):
        mine_wins = RANKING.index(HANDS[i]) <= RANKING.index(HANDS[j])
        assert loser[i, j] == (OTHER if mine_wins else STARTER)
        assert amount[i, j] == TOKENS[HANDS[i] if mine_wins else HANDS[j]]
    assert all(_results("void")[0].diagonal() == NOBODY)


@pytest.mark.parametrize("rules", [Game(), *VARIANTS])
def test_tokens_are_conserved_and_chances_are_bounded(rules):
    for position, who, amount in product(rules.positions, (STARTER, OTHER), (1, 2, 7, 10)):
        (pot, own), same = rules.after(position, who, amount)
        assert 0 <= pot <= position[0]
        assert 0 <= own <= rules.pot - pot
        assert same in (True, False)
    best = solve_game(rules)
    assert 0 <= best.residual < 1e-8
    assert ((best.values >= 0) & (best.values <= 1)).all()
    assert best.value + best.value_at(rules.start, OTHER) == pytest.approx(1)


def test_a_game_of_one_token_is_a_single_set():
    """With one token the loser of the first set has lost the game."""
    loser, _ = _results("second")
    single = _plan((loser == OTHER).astype(float)).starter[0, 0]
    assert solve_game(Game(pot=1)).value == pytest.approx(single)
    equal = float(sum(p * p for p in dice.distribution(3).values()))
    assert solve_game(Game(pot=1, casts=1)).value == pytest.approx((1 + equal) / 2)


def test_chances_grow_with_fewer_tokens_in_the_discharge():
    best = solve_game(Game())
    for role in (STARTER, OTHER):
        own = [best.value_at((0, n if role == STARTER else 11 - n), role) for n in range(1, 11)]
        assert own == sorted(own, reverse=True)


def test_the_plan_of_a_set_starts_at_the_value_of_the_game():
    best = solve_game(Game())
    for position in [(11, 0), (0, 4), (5, 2)]:
        assert best.plans(position).starter[0, 0] == pytest.approx(
            best.value_at(position), abs=1e-8
        )


def stops(best, position):
    return {hand for hand, kept in first_keeps(best, position).items() if hand in kept}


def test_whoever_needs_one_token_stops_at_more_hands():
    """With one token left to lose, any win of the set wins the game; 421 is always kept."""
    best = solve_game(Game())
    start, close = (stops(best, position) for position in [(11, 0), (0, 1)])
    assert (1, 2, 4) in start
    assert start < close
    assert (1, 2, 2) not in close


@pytest.mark.parametrize("position", [(11, 0), (2, 4), (0, 3)])
def test_first_choices_are_those_of_the_exact_solver(position):
    """Given the worth of each end, in fractions."""
    best = solve_game(Game())
    plan_of = best.plans(position).starter
    worth = {(j, c): Fraction(plan_of[j, NUMBER[c]]) for j in (1, 2, 3) for c in HANDS}
    solution = solve_round(Round(utility=worth))
    for table, keeps in first_keeps(best, position).items():
        assert set(solution.best((1, (), table))) <= set(keeps)


def thrown_back(rules):
    best, hand = solve_game(rules), (1, 2, 4)
    return {p for p in rules.positions if hand not in first_keeps(best, p)[hand]}


def test_421_goes_back_if_who_loses_a_last_token_starts_the_discharge():
    found = thrown_back(Game())
    assert {(pot, own) for pot in (1, 2) for own in range(1, 11 - pot)} <= found
    assert all(0 < pot <= 3 and 0 < own < 11 - pot for pot, own in found)
    assert not thrown_back(Game(starter="winner"))
    assert not thrown_back(Game(starter="alternate"))


def asked(policy):
    """The same policy without what lets it tell its laws at once."""
    return lambda turn: policy(turn)


def test_a_policy_asked_turn_by_turn_is_worth_what_its_laws_say():
    best, tokens = solve_game(SMALL).policy, ForTokens(SMALL)
    quick = _evaluate_game(SMALL, tokens, best)
    slow = _evaluate_game(SMALL, asked(tokens), asked(best))
    assert slow.values == pytest.approx(quick.values, abs=1e-12)
    assert max(slow.residual, quick.residual) < 1e-12


def test_best_play_against_itself_is_the_value_and_nothing_beats_it():
    rules = Game()
    best = solve_game(rules)
    assert _evaluate_game(rules, best.policy, best.policy).values == pytest.approx(best.values)
    for policy in (ForTokens(rules), ForTokens(rules, capped=True)):
        against_best = _evaluate_game(rules, policy, best.policy)
        assert (guaranteed(rules, policy).values <= against_best.values + 1e-8).all()
        assert (against_best.values <= best.values + 1e-8).all()


def test_playing_for_tokens_costs_chances_less_if_only_those_count_that_pass():
    rules = Game()
    value = solve_game(rules).value
    plain, capped = (value - guaranteed(rules, ForTokens(rules, c)).value for c in (False, True))
    assert 0 < capped < plain < 0.05


@pytest.mark.parametrize("answered", [(), (2, (1, 4, 6))])
def test_the_choices_of_a_judged_policy_are_those_of_the_plan(answered):
    """Best play judged as a policy, through rounds in fractions, against the plan of the set."""
    best = solve_game(SMALL)
    judged = _evaluate_game(SMALL, best.policy, best.policy)
    turn = Turn(2, 0, answered, 1, (), (1, 4, 6))
    assert judged.action_values(turn) == pytest.approx(best.action_values(turn), abs=1e-9)
    assert judged.value_at(turn) == pytest.approx(max(best.action_values(turn).values()))
    assert best.regret(turn, next(iter(best.policy(turn)))) < 1e-9


@pytest.mark.parametrize("rules", [Game(), *VARIANTS])
def test_simulated_games_are_won_as_often_as_the_value_says(rules):
    """The hands are compared, the tokens moved and the dice thrown one by one."""
    best = solve_game(rules)
    estimate = _simulate_game(rules, best.policy, 400, seed=11, opponent=best.policy)
    assert abs(estimate.z(best.value)) < 4
    for games in (0, 10**9):
        with pytest.raises(ValueError, match="games"):
            _simulate_game(rules, best.policy, games, seed=1, opponent=best.policy)


def test_winning_and_losing_share_what_ends():
    tokens, best = ForTokens(SMALL), solve_game(SMALL).policy
    found = distribution(SMALL, tokens, best)
    assert found.mean == pytest.approx(_evaluate_game(SMALL, tokens, best).value)


NO_TURNS = [
    (),
    3,
    (2, 0),
    (9, 0, (), 1, (), (1, 2, 4)),
    (2, 0, (), 4, (), (1, 2, 4)),
    (2, 0, (), 1, (1,), (2, 2, 4)),
    (2, 0, (5, (1, 2, 4)), 1, (), (1, 2, 4)),
    (2, 0, (2, (1, 2, 7)), 1, (), (1, 2, 4)),
]


@pytest.mark.parametrize("turn", NO_TURNS)
def test_a_turn_that_is_not_of_the_game_is_refused(turn):
    best = solve_game(SMALL)
    for asked_for in (best.policy, best.action_values, ForTokens(SMALL)):
        with pytest.raises(ValueError, match="a turn of this game is one such as"):
            asked_for(turn)
    with pytest.raises(ValueError, match="a position is the tokens in the pot"):
        best.value_at((7, 7))


def test_a_policy_that_breaks_the_rules_is_refused():
    best = solve_game(SMALL).policy
    with pytest.raises(ValueError, match=r"state Turn\(pot=.* has no action \(\), only"):
        _evaluate_game(SMALL, lambda turn: {turn.kept: 1}, best)
    with pytest.raises(ValueError, match="has no action"):
        _simulate_game(SMALL, lambda turn: {turn.kept: 1}, 3, seed=1, opponent=best)


@pytest.mark.parametrize("name", ["starter", "tie", "short_pot", "short_hand"])
def test_unknown_rules_are_refused(name):
    with pytest.raises(ValueError, match=f"{name} must be one of"):
        Game(**{name: "other"})
    for pot in (0, 10**6, 2.5):
        with pytest.raises(ValueError, match=r"tokens|pot must be an integer"):
            Game(pot=pot)


@pytest.mark.parametrize("starter", ["loser", "winner", "alternate"])
def test_whoever_lost_a_set_holds_something(starter):
    """With a pot that has been touched, the loser of the last set cannot be without tokens."""
    rules = Game(starter=starter)
    touched = range(1, rules.pot)
    impossible = {
        "loser": {(pot, 0) for pot in touched},
        "winner": {(pot, rules.pot - pot) for pot in touched},
        "alternate": set(),
    }
    assert set(rules.positions) - rules.reachable == impossible[starter]


def test_a_game_in_which_no_set_moves_a_token_is_given_up_after_5000_sets(monkeypatch):
    nothing = np.full((56, 56), NOBODY), np.zeros((56, 56), int)
    monkeypatch.setattr(match, "_results", lambda tie: nothing)
    asked = []

    def keep_nothing(turn):
        rules = Round(player="next" if turn.answered else "first")
        asked.append(turn)
        return {min(rules.options(*turn[3:])): 1}

    with pytest.raises(ValueError, match="did not end within 5,000 sets"):
        _simulate_game(SMALL, keep_nothing, games=1, seed=1, opponent=keep_nothing)
    assert len(asked) <= 5_000 * 2 * SMALL.casts


def test_the_rule_for_a_matchbox_costs_what_the_chapter_says():
    """Cast by cast through all dice, as printed, after both casts and in all nine positions."""
    text = (NOTEBOOKS / "the-whole-game-of-421.ipynb").read_text(encoding="utf-8")
    assert f"**{RULE}** Do so after both casts," in text
    best = solve_game(Game())
    worst = RANKING[RANKING.index((1, 2, 6)) :]

    def worth(plan, casts, aside):
        total = 0.0
        for thrown in product(range(1, 7), repeat=3 - len(aside)):
            table = tuple(sorted((*aside, *thrown)))
            if casts == 2 or table in worst:
                total += plan[casts + 1, NUMBER[table]]
            else:
                total += worth(plan, casts + 1, (2,) if 2 in table else ())
        return total / 6 ** (3 - len(aside))

    costs = [
        100 * (best.value_at((1, own)) - worth(best.plans((1, own)).starter, 0, ()))
        for own in range(1, 10)
    ]
    assert min(costs) > 0.35 and max(costs) < 0.42


def test_the_first_floor_is_the_chance_to_win_at_once():
    """With one token of three left, a set that is won outright is one of a game for two tokens."""
    at_once = solve_game(Game(pot=2)).value_at((0, 1))
    (first, ceiling), second, *_, last = solve_game(Game(pot=3)).closing_in((0, 1), 30)
    assert first == pytest.approx(at_once, abs=1e-12)
    assert first < second[0] < solve_game(Game(pot=3)).value_at((0, 1)) < second[1] < ceiling
    assert last[1] - last[0] < 1e-9
