"""What *At the table* says of Yahtzee, word by word, and what it brings."""

import re
from random import Random

import pytest

from chancegames import yahtzee
from chancegames.base.paths import ROOT
from chancegames.book import yahtzee_card
from chancegames.games.yahtzee.layout import ROLLS, ROWS, anchor
from chancegames.models.yahtzee import FORCED, Box, Card, Turn, points

STRAIGHTS = {Box.SMALL_STRAIGHT, Box.LARGE_STRAIGHT}


def _groups(dice, sizes):
    """Dice alike, so many of them, the higher face first."""
    return [(f,) * dice.count(f) for f in (6, 5, 4, 3, 2, 1) if dice.count(f) in sizes]


def _own(groups, free):
    return [group for group in groups if list(Box)[group[0] - 1] in free]


#: The lines as they are printed, and what each would keep of some dice, its first choice first.
LINES = {
    "A **full house**, if its box is open; but not with three 4s, 5s or 6s whose own upper box "
    "is open.": lambda dice, free: (
        [dice]
        if Box.FULL_HOUSE in free
        and points(Box.FULL_HOUSE, dice) == 25
        and not [g for g in _own(_groups(dice, (3,)), free) if g[0] in (4, 5, 6)]
        else []
    ),
    "**Five or four in a row**, if either straight is open.": lambda dice, free: [
        tuple(range(low, low + size))
        for size in (5, 4)
        for low in range(1, 8 - size)
        if free & STRAIGHTS and not {*range(low, low + size)} - {*dice}
    ],
    "**Three or more alike**, whatever is open.": lambda dice, free: _groups(dice, (3, 4, 5)),
    "**Two alike**, if their own upper box is open; of two such pairs the higher.": (
        lambda dice, free: _own(_groups(dice, (2,)), free)
    ),
    "{dice}`345`, else {dice}`234`, if the small straight is open.": lambda dice, free: [
        run for run in ((3, 4, 5), (2, 3, 4)) if Box.SMALL_STRAIGHT in free and not {*run} - {*dice}
    ],
    "**Two 6s**, else two 5s, else two 4s.": lambda dice, free: [
        pair for pair in ((6, 6), (5, 5), (4, 4)) if dice.count(pair[0]) == 2
    ],
    "The **highest die** whose own upper box is open.": lambda dice, free: _own(
        [(face,) for face in (6, 5, 4, 3, 2, 1) if face in dice], free
    ),
    "Otherwise roll all five.": lambda dice, free: [()],
}


def test_the_card_is_followed_to_the_letter():
    page = (ROOT / "book/players.md").read_text(encoding="utf-8")
    card = page.partition("## Yahtzee")[2].partition("## ")[0]
    assert re.findall(r"^\d\. (.*)$", card, re.MULTILINE) == [*LINES]
    luck = Random(1)
    for roll in ROWS[:ROLLS]:
        for _ in range(40):
            free = frozenset(luck.sample(list(Box), luck.randint(1, 13)))
            fits = [kept for line in LINES.values() for kept in line(roll, free)]
            assert yahtzee_card._kept(roll, free) == fits[0]
            turn = Turn(Card(frozenset(Box) - free), 2, roll)
            if not turn.card.filled & {*list(Box)[:6], Box.YAHTZEE}:
                assert yahtzee_card._player(turn) == {fits[0]: 1}


@pytest.mark.parametrize(
    ("free", "upper", "fifty"),
    [
        ({Box.SIXES, Box.FULL_HOUSE}, 45, True),
        ({Box.SIXES, Box.SMALL_STRAIGHT}, 50, False),
        ({Box.THREES, Box.YAHTZEE}, 55, False),
        ({Box.TWOS, Box.CHANCE}, 60, True),
    ],
)
def test_its_average_is_that_of_the_general_evaluation(free, upper, fifty):
    card = Card(frozenset(Box) - free, upper, fifty)
    found = yahtzee_card._worths()[1][anchor(card)]
    told = yahtzee.evaluate(FORCED, yahtzee_card._player, start=card).value
    assert found == pytest.approx(float(told), abs=1e-9)


def test_whole_games_by_the_card_bring_its_average():
    played = yahtzee.simulate(FORCED, yahtzee_card._player, games=400, seed=3)
    most, priced = yahtzee_card._averages()
    assert abs(played.z(priced)) < 4 < abs(played.z(most))
