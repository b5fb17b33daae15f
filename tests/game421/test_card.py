"""The five lines of 421: what they are worth, by two methods, and that none can be left out."""

import json
import re
from fractions import Fraction
from functools import cache
from pathlib import Path

import pandas as pd
import pytest

from chancegames import game421
from chancegames.games.game421 import card
from chancegames.games.game421.card import _ace_alone, _ByDice, _one_line, _pairs, five_lines
from chancegames.games.game421.hands import hand, tokens
from chancegames.games.game421.match import Game
from chancegames.games.game421.rounds import evaluate_round
from chancegames.games.game421.verbs import evaluate, simulate
from chancegames.maths import game
from chancegames.models.game421 import PLAYERS, Round
from tests.game421.brute import greatest, throws

PAGE = Path(__file__).resolve().parents[2] / "notebooks" / "a-round-of-421.ipynb"


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


def test_the_same_three_dice_go_on_or_stop_by_what_is_aside():
    """The page's 411: with the 4 aside you stop, with the two aces aside you cast the 4 again."""
    keep = five_lines(Round())
    assert keep((2, hand(4), hand(411))) == {hand(411): 1}
    assert keep((2, hand(11), hand(411))) == {hand(11): 1}


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


def cells():
    """Source of each cell of the chapter, by its id."""
    found = json.loads(PAGE.read_text(encoding="utf-8"))["cells"]
    return {cell["id"]: "".join(cell["source"]) for cell in found}


def printed():
    """The chapter with its dice as digits, as they are seen."""
    return re.sub(r"\{dice\}`(\d+)`", r"\1", "\n".join(cells().values()))


def houses_shown():
    """Rows of the table of other houses, by what a 421 is worth, and what the advice gets."""
    shown = []

    class Report:
        plain_table = staticmethod(lambda rows, **_: shown.append(rows))

    names = {"pd": pd, "report": Report, "game421": game421, "Round": Round}
    names |= {"hand": hand, "tokens": tokens, "_ace_alone": _ace_alone}
    exec(cells()["other-houses-table"], names)
    (rows,) = shown
    table = {row[0]: list(row[1:]) for row in rows.itertuples(index=False)}
    return table, names["by_advice"].value


#: Each rule of the page, in its order, and the dice that it keeps.
RULES = {
    "1. Two aces: keep them.": ["11"],
    "2. A 4 and an ace, a 2 and an ace, or a 4 and a 2: keep these two": ["41", "21", "42"],
    "3. An ace: keep it.": ["1"],
    "4. A 4: keep one.": ["4"],
    "5. None of these: cast all dice that are not aside (at first, all three).": [""],
}
STOP = "Stop at seven hands: 421, 111, 611, 666, 555, 444 and 333."
LATE_STOP = "Stop at 511, 222, 654 and 543 too."
SIXES = "With two 6s and neither an ace nor a 4, keep the 6s."
AGAIN = (
    "If you have put a 2 and an ace aside and the third die shows another ace, cast that die again."
)
EIGHT = (
    "change one thing, with two casts left: if you hold a 2 and an ace, keep only the ace, as in "
    "rule 3."
)


def to_the_letter(state, eight=False):
    """Follow the page, sentence by sentence, and know nothing else; dice as words such as 641."""
    made, aside, table = state
    shown, aside_too = ("".join(map(str, sorted(dice, reverse=True))) for dice in (table, aside))
    if made == 3 or shown in re.findall(r"\d{3}", STOP):
        return {table: 1}
    if made == 2 and shown in re.findall(r"\d{3}", LATE_STOP):
        return {table: 1}
    if made == 2 and (aside_too, shown) == ("21", "211"):
        return {aside: 1}
    if made == 2 and shown.count("6") == 2 and not {"1", "4"} & {*shown}:
        wanted = "66"
    else:
        parts = [part for rule in RULES.values() for part in rule]
        if eight and made == 1:
            parts.remove("21")
        wanted = next(p for p in parts if all(shown.count(f) >= p.count(f) for f in p))
    kept = {f: max(wanted.count(f), aside_too.count(f)) for f in "123456"}
    return {tuple(int(f) for f in "123456" for _ in range(kept[f])): 1}


def test_the_printed_rules_read_to_the_letter_are_best_play(greatest_of):
    page = printed()
    for sentence in (STOP, LATE_STOP, SIXES, AGAIN):
        assert page.count(sentence) == 1, sentence
    places = [page.index(rule) for rule in RULES]
    assert places == sorted(places)
    assert followed(Round(), to_the_letter) == greatest_of["first"]


@pytest.mark.parametrize("price", [8, 11])
def test_the_advice_for_other_houses_read_to_the_letter_does_what_is_said(price):
    """What the page says of it is what a reader gets who follows it word by word."""
    page = printed()
    assert page.count(EIGHT) == 1 and page.count("Where it is worth eleven, change nothing") == 1
    house = Round(utility=lambda shown: price if shown == (1, 2, 4) else tokens(shown))
    best, usual = game.solve(house).value, followed(house, to_the_letter)
    advised = followed(house, lambda state: to_the_letter(state, eight=price == 8))
    table, with_advice = houses_shown()
    assert table[price] == [f"{float(value):.3f}" for value in (best, usual)]
    if price == 8:
        assert with_advice == advised
        assert page.count("{glue:text}`eight_advice` tokens of {glue:text}`eight_best`") == 1
        assert page.count("eight_advice=report.Rounded(float(by_advice.value), 3)") == 1
        assert page.count("eight_best=report.Rounded(float(by_house[8].value), 3)") == 1
    assert (usual < advised < best) if price == 8 else (usual == advised < best)


#: What *At the table* sets against the best player of the whole game.
BY_DICE = {
    "the card": (five_lines(Round()), five_lines(Round(player="next"))),
    "the line": (five_lines(Round(), changes=False), _one_line),
    "pairs": (_pairs, _pairs),
}


@pytest.mark.parametrize("both", BY_DICE.values(), ids=BY_DICE)
def test_a_player_by_dice_asked_at_every_turn_wins_as_often(both):
    rules = Game(pot=3)
    player = _ByDice(rules, *both)
    quick, slow = (evaluate(rules, policy) for policy in (player, lambda turn: player(turn)))
    assert slow.values == pytest.approx(quick.values, abs=1e-12)


@pytest.mark.parametrize("both", BY_DICE.values(), ids=BY_DICE)
def test_games_played_by_dice_are_won_as_often_as_computed(both):
    rules = Game()
    player = _ByDice(rules, *both)
    played = simulate(rules, player, games=400, seed=7)
    assert abs(played.z(evaluate(rules, player).value)) < 4


def test_who_answers_casts_at_least_one_die_and_as_often_as_the_starter():
    card = _ByDice(Game(), *BY_DICE["the card"])
    two, three = (2, hand(665)), (3, hand(665))
    assert card(game421.Turn(11, 0, two, 2, hand(42), hand(421))) == {hand(421): 1}
    assert card(game421.Turn(11, 0, three, 2, hand(42), hand(421))) == {hand(42): 1}
    assert card(game421.Turn(11, 0, three, 1, (), hand(421))) == {hand(1): 1}
