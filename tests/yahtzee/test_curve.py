"""The committed table of chances: whole, made for these rules, and derived again in part."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from chancegames.book.yahtzee_cli import CURVE
from chancegames.games.yahtzee.curve import read_curve, write_curve
from chancegames.games.yahtzee.layout import ROLL_CHANCE, ROLLS
from chancegames.games.yahtzee.scoring import _turn_values
from chancegames.games.yahtzee.targets import best_chances
from chancegames.models.yahtzee import FORCED, NONE, Card


@pytest.fixture(scope="module")
def curve():
    return read_curve(CURVE)


def test_it_is_for_the_official_rules(curve):
    assert curve.rules == FORCED
    assert len(curve.greatest) == len(curve.average) == HIGHEST + 1


def test_the_highest_scores_are_derived_again(curve):
    """What can still make 1560 points leaves few anchors and needs to solve."""
    chances = best_chances(smallest=1560)
    again = [chances.chance(Card(), score) for score in range(1560, HIGHEST + 1)]
    assert np.allclose(curve.greatest[1560:], again, rtol=1e-10, atol=0)
    assert 0 < again[-1] < again[0] < 1e-15


def test_the_average_policy_is_derived_again_and_never_better(curve, solution, whole):
    assert np.allclose(curve.average, whole.tail, rtol=1e-9, atol=1e-30)
    assert (curve.greatest >= curve.average * (1 - 1e-9)).all()
    assert curve.average[1:].sum() == pytest.approx(solution.value, abs=1e-6)
    assert (np.diff(curve.greatest) <= 0).all()


HIGHEST = 1575


def turn_of_fives(worths):
    """Chance-weighted worth of one turn that must end with five of a kind, by its face."""
    final = np.zeros(ROLLS)
    final[:6] = worths
    return float(ROLL_CHANCE @ _turn_values(final, 2)[:ROLLS])


@cache
def perfect_rest(faces, sums, fixed):
    """Chance to end perfectly with these upper boxes, dice sums and fixed boxes to fill."""
    if not (faces or sums or fixed):
        return 1.0
    worths = []
    for face in range(1, 7):
        if face in faces:  # the forced joker leaves no choice
            worths.append(perfect_rest(faces - {face}, sums, fixed))
            continue
        as_sum = perfect_rest(faces, sums - 1, fixed) if face == 6 and sums else 0.0
        worths.append(max(as_sum, perfect_rest(faces, sums, fixed - 1) if fixed else 0.0))
    return turn_of_fives(worths)


def test_the_perfect_game_by_another_road(curve):
    """1575 points: a Yahtzee first, then one for each box, sixes where dice are added up."""
    rest = perfect_rest(frozenset(range(1, 7)), 3, 3)
    assert curve.greatest[HIGHEST] == pytest.approx(turn_of_fives([rest] * 6), rel=1e-10)


def test_a_damaged_or_foreign_table_is_refused(curve, tmp_path):
    path = tmp_path / "curve.csv"
    write_curve(curve, path)
    assert read_curve(path).rules == FORCED
    path.write_text(path.read_text().replace("\n250,0.5", "\n250,0.6"))
    with pytest.raises(ValueError, match="damaged"):
        read_curve(path)
    path.write_text("score,chance\n0,1\n")
    with pytest.raises(ValueError, match="not a table of chances"):
        read_curve(path)


def test_other_rules_are_kept_apart(curve, tmp_path):
    path = tmp_path / "curve.csv"
    write_curve(replace(curve, rules=NONE), path)
    assert read_curve(path).rules == NONE


def test_needs_beyond_what_was_solved_are_refused():
    card = Card(frozenset(Card().open[:12]), 40)
    with pytest.raises(ValueError, match="up to 10 points"):
        best_chances(start=card, largest=10).chance(card, 11)
