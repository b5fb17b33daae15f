"""The five lines of 421: what they are worth, by two methods, and that none can be left out."""

from fractions import Fraction
from functools import cache

import pytest

from chancegames.games.game421 import card
from chancegames.games.game421.card import five_lines
from chancegames.games.game421.rounds import evaluate_round
from chancegames.maths import game
from chancegames.models.game421 import PLAYERS, Round
from tests.game421.brute import greatest, throws


def followed(rules, policy):
    """What a policy is worth, by following every ordered throw."""

    @cache
    def worth(date, kept):
        if len(kept) == rules.dice:
            return rules.worth(date, kept)
        answers = [policy((date + 1, kept, table)) for table in throws(rules, kept)]
        assert all(len(answer) == 1 for answer in answers)
        return Fraction(sum(worth(date + 1, *answer) for answer in answers), len(answers))

    return worth(0, ())


@pytest.fixture(scope="module")
def greatest_of():
    return {player: game.solve(Round(player=player)).value for player in PLAYERS}


@pytest.mark.parametrize("player", PLAYERS)
def test_the_lines_with_their_changes_are_best_play(player, greatest_of):
    rules = Round(player=player)
    policy = five_lines(rules)
    assert followed(rules, policy) == greatest_of[player]
    assert game.evaluate(rules, policy).value == greatest_of[player]
    assert evaluate_round(rules, policy).value == greatest_of[player]


def test_the_general_solver_and_the_tree_of_histories_agree_on_two_casts():
    rules = Round(casts=2)
    assert greatest(rules) == game.solve(rules).value


def test_without_the_changes_they_cost_three_hundredths_of_a_token(greatest_of):
    rules = Round()
    lost = greatest_of["first"] - followed(rules, five_lines(rules, changes=False))
    assert lost == Fraction(277, 8748)


@pytest.mark.parametrize(
    ("name", "without"),
    [
        *(("STOPS", card.STOPS - {hand}) for hand in sorted(card.STOPS)),
        *(("LATE_STOPS", card.LATE_STOPS - {hand}) for hand in sorted(card.LATE_STOPS)),
        ("LATE_LINES", card.LINES),
        ("CAST_AGAIN", ((), ())),
        ("SECOND_LINES", (card.SECOND_LINES[0][:2], card.SECOND_LINES[1])),
        ("SECOND_LINES", (card.SECOND_LINES[0], card.SECOND_LINES[1][:-1])),
        ("SECOND_LINES", (card.SECOND_LINES[0], card.LINES)),
    ],
)
def test_no_hand_and_no_line_can_be_left_out(monkeypatch, name, without, greatest_of):
    monkeypatch.setattr(card, name, without)
    rules = Round(player="next" if name == "SECOND_LINES" else "first")
    assert game.evaluate(rules, five_lines(rules)).value < greatest_of[rules.player]
