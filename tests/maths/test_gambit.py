"""Game files: read back by a reader of their own, they hold the value that the solver finds."""

import re
from fractions import Fraction

import pytest

from chancegames.maths.gambit import extensive_form, normal_form
from chancegames.maths.game import Choice, FiniteGame, Terminal, solve
from chancegames.models.coins import Rules
from chancegames.models.dice_battle import Race


def value(lines):
    """Value to the first player of the tree that comes next among the lines of a file."""
    line = next(lines)
    numbers = re.findall(r'"[^"]*"|[{}]|[^\s"{}]+', line)
    if numbers[0] == "t":
        return Fraction(numbers[numbers.index("{") + 1])
    listed = numbers[numbers.index("{") + 1 : numbers.index("}")]
    if numbers[0] == "c":
        return sum(Fraction(p) * value(lines) for p in listed[1::2])
    return (max if numbers[2] == "1" else min)([value(lines) for _ in listed])


def read(text):
    lines = iter(text.splitlines())
    assert next(lines).startswith("EFG 2 R ")
    return value(lines)


@pytest.mark.parametrize(("coins", "points"), [(1, 1), (2, 2), (3, 4)])
def test_a_file_holds_the_value_of_its_game(coins, points):
    rules = Rules(coins, points)
    assert read(extensive_form(rules, "coins")) == solve(rules).value


def test_scores_on_the_way_and_an_opponent_are_written():
    nodes = {
        "mine": Choice(["a", "b"], ["theirs", "end"], [Fraction(1, 3), 1]),
        "theirs": Choice(["give", "take"], ["end", "end"], [2, 1], minimise=True),
        "end": Terminal(5),
    }
    game = FiniteGame("mine", nodes.__getitem__)
    text = extensive_form(game, 'a "quoted" name')
    assert '{ "player" "opponent" }' in text
    assert read(text) == solve(game).value == Fraction(19, 3)


def test_the_choices_of_each_player_are_counted_from_one():
    text = extensive_form(Race(goal=3, dice=2, faces=2), "a race")
    for player in ("1", "2"):
        numbers = [int(n) for n in re.findall(rf'^p "" {player} (\d+) ', text, re.MULTILINE)]
        assert numbers == list(range(1, len(numbers) + 1)) != []


def test_a_tree_that_is_too_large_is_refused():
    with pytest.raises(ValueError, match="more than 100 nodes"):
        extensive_form(Rules(4, 4), "coins", most=100)


def test_floats_are_refused():
    with pytest.raises(ValueError, match="takes integers and Fractions, not "):
        normal_form([[0.5]], "half")


@pytest.mark.parametrize("matrix", [[], [[]], [[1, 2], [3]]])
def test_what_is_no_matrix_is_refused(matrix):
    with pytest.raises(ValueError, match="rows of one length"):
        normal_form(matrix, "none")
