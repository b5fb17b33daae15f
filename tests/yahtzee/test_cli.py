"""The command line: a readable table, and one sentence with exit code 2 for bad input."""

import pytest
from click.testing import CliRunner

from chancegames.book.cli import main

LATE = "aces=3,twos=6,threes=9,fours=12,fives=15,full-house=25,three-of-a-kind=22,chance=20"


@pytest.fixture
def run():
    return lambda *args: CliRunner().invoke(main, ["yahtzee", "advise", *args])


def test_advice_is_a_table_with_the_best_first(run):
    result = run("66612")
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert lines[0].split()[-1] == "regret"
    assert lines[1].startswith("keep 6 6 6") and lines[1].endswith("0.00")
    assert "more (--all)" in lines[-1]


def test_all_shows_every_action(run):
    assert "more (--all)" not in run("66612", "--all").output


def test_a_target_is_advised_in_chances(run):
    result = run("66612", "--card", LATE, "--target", "200", "--rolls", "1")
    assert result.exit_code == 0
    assert "P(>= 200)" in result.output and "%" in result.output


def test_points_so_far_count(run):
    plain = run("12345", "--card", "yahtzee=50", "--rolls", "0").output
    bonus = run("12345", "--card", "yahtzee=50,chance=20", "--extra", "1", "--rolls", "0").output
    assert plain != bonus


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("6661",), "there must be 5 dice, not 4"),
        (("66612", "--rolls", "3"), "rolls left must be 0, 1 or 2"),
        (("66612", "--card", "aces=9"), "aces cannot hold 9 points"),
        (("66612", "--card", "aces=²"), "is not a box with its points"),
        (("66612", "--card", "acess=3"), "is not a box with its points"),
        (("66612", "--card", "aces=3,aces=3"), "aces is filled twice"),
        (("66612", "--target", "-1"), "must be an integer from 0 to 1,000,000"),
        (("66612", "--target", "99999999999999999999"), "must be an integer from 0 to 1,000,000"),
        (("66612", "--extra", "1"), "need 50 in the Yahtzee box"),
        (("66612", "--card", "yahtzee=50", "--extra", "1"), "need 1 other boxes filled"),
        (("66617", "--target", "300"), "faces from 1 to 6"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_code_2(run, args, message):
    result = run(*args)
    assert result.exit_code == 2
    assert message in result.output
    assert len(result.output.strip().splitlines()) == 1


def test_a_full_card_is_refused(run):
    full = (
        "aces=3,twos=6,threes=9,fours=12,fives=15,sixes=18,three-of-a-kind=22,four-of-a-kind=0,"
        "full-house=25,small-straight=30,large-straight=40,yahtzee=0,chance=20"
    )
    result = run("66612", "--card", full)
    assert result.exit_code == 2 and "game is over" in result.output
