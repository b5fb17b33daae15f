"""Games made for the exercises, against what the library says of the games that they come from."""

from fractions import Fraction
from itertools import islice
from math import comb
from random import Random

import pytest

from chancegames import dice_battle, tree_solitaire, yahtzee
from chancegames.games.tree_solitaire.drift import DriftGame, drift_moves
from chancegames.maths.game import evaluate, solve
from chancegames.models.dice_battle import Announced
from chancegames.models.tree_solitaire import Drift, Rules
from chancegames.models.trial import Trial
from chancegames.models.yahtzee import Box, Card, OneTurn, last, reachable_totals, shelf

HALF = Fraction(1, 2)


def random_cards(number, seed):
    """Cards that can occur, drawn at random."""
    random = Random(seed)
    for _ in range(number):
        filled = frozenset(box for box in Box if random.random() < 0.5)
        total = random.choice(sorted(reachable_totals(filled)))
        yield Card(filled, total, Box.YAHTZEE in filled and random.random() < 0.5)


@pytest.fixture(scope="module")
def whole_game():
    return yahtzee.solve(yahtzee.FORCED)


def test_a_card_stands_where_the_solved_table_has_it(whole_game):
    for card in random_cards(200, seed=23):
        assert whole_game.values.flat[shelf(card)] == whole_game.value_at(card)


def test_one_turn_is_worth_what_the_whole_game_says(whole_game):
    for card in random_cards(6, seed=32):
        if card.open:
            turn = solve(OneTurn(card, whole_game.value_at))
            assert turn.value == pytest.approx(whole_game.value_at(card), abs=1e-9)


def test_last_boxes_are_the_end_of_the_game(whole_game):
    for box in Box:
        game = last(box)
        assert float(solve(game).value) == pytest.approx(whole_game.value_at(game.start))


@pytest.mark.parametrize(("dice", "faces"), [(5, 6), (10, 4), (3, 2)])
def test_no_number_of_dice_beats_the_best_mixture(dice, faces):
    rules = dice_battle.OneRoll(dice=dice, faces=faces)
    assert max(rules.answers(dice_battle.solve(rules).policy()).values()) == 0
    for mixed in rules.rolls:
        for other, gain in rules.answers({mixed: 1}).items():
            assert gain == rules.gain(other, mixed)
    with pytest.raises(ValueError, match="sum to"):
        rules.answers({1: Fraction(1, 3)})


@pytest.mark.parametrize("finish", ["draw", "higher total"])
def test_a_rule_said_aloud_costs_what_the_best_answer_takes(finish):
    race = dice_battle.AtOnce(goal=9, dice=4, finish=finish)
    aloud = Announced(race)
    best = solve(aloud)
    by_rule = [lambda own, other: 4, lambda own, other: min(4, own // 4 + 1)]
    for rule in by_rule:

        def policy(state, rule=rule):
            return best.policy(state) if best.minimises(state) else {rule(*state): 1}

        own = evaluate(aloud, policy).value
        answer = dice_battle.solve(race, opponent=lambda state, rule=rule: {rule(*state): 1})
        assert float(own) == pytest.approx(-answer.value)
        assert own <= best.value


@pytest.mark.parametrize("step", [Fraction(1, 6), HALF, Fraction(0)])
def test_values_that_drift_as_the_library_has_them(step):
    game = Drift(Rules(HALF, HALF), looks=1, moves=4, top=HALF, step=step)

    def cautious(state):
        seen = dict(state.known)
        if state.looks:
            return {("look", "H"): 1}
        return {("move", "L" if seen.get("H") == "loss" else "H"): 1}

    moves = islice(drift_moves(DriftGame(HALF, HALF, step), tree_solitaire.HSTRAT), 4)
    assert evaluate(game, cautious).value == sum(win for _, win, _ in moves)


@pytest.mark.parametrize("pairs", [1, 5, 11])
def test_a_trial_of_fixed_length_is_right_as_often_as_binomial_sums_say(pairs):
    share = Fraction(3, 5)
    right = sum(
        comb(pairs, k) * share**k * (1 - share) ** (pairs - k)
        for k in range(pairs // 2 + 1, pairs + 1)
    )
    fixed = evaluate(Trial(share, 20), lambda s: {"stop" if s[0] >= pairs else "more": 1})
    assert fixed.value == 100 * right - pairs


def test_bad_rules_are_refused_in_a_sentence():
    for make in (
        lambda: Trial(0.6),
        lambda: Trial(HALF),
        lambda: Drift(Rules(HALF, HALF, "dependent"), 1, 2),
        lambda: Announced("race"),
    ):
        with pytest.raises(ValueError, match=r"must|are for"):
            make()
