"""The die of the students' program: read off its pictures, and played by brute force."""

from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from chancegames.base.findings import chi_square_tail
from chancegames.book.dots import _dots, _duels
from chancegames.games.dice_battle.planned import _planners, _win_shares


def squares(points, faces):
    """Sum of the squares of how far points lie off, in standard errors."""
    return sum(point.misses(faces) ** 2 for point in points)


def test_only_dice_without_a_six_explain_the_duels():
    duels = _duels()
    tails = {f: chi_square_tail(squares(duels, f), len(duels)) for f in range(3, 9)}
    assert 0.01 < tails[5] < 0.99
    assert max(tail for faces, tail in tails.items() if faces != 5) < 1e-70


@pytest.mark.parametrize("game", ["race", "one roll"])
def test_the_other_pictures_prefer_that_die_too(game):
    others = [p for p in _dots() if p.game == game and p not in _duels()]
    fits = {faces: squares(others, faces) for faces in (4, 5, 6, 7)}
    assert min(fits, key=fits.get) == 5
    assert 2 * fits[5] < min(fit for faces, fit in fits.items() if faces != 5)


def test_both_pictures_agree_where_they_show_the_same_race():
    """A race to 100 with up to ten dice is a point of both, from other games."""
    by_goal = {(p.first, p.second): p for p in _duels("N") if p.goal == 100}
    by_limit = {(p.first, p.second): p for p in _duels("D") if p.dice == 10}
    assert by_goal.keys() == by_limit.keys() and len(by_goal) == 4
    for pair, point in by_goal.items():
        assert point.expected(5) == pytest.approx(by_limit[pair].expected(5), abs=1e-12)
        assert abs(point.share - by_limit[pair].share) < 4 * (0.5 / point.games) ** 0.5


@pytest.mark.parametrize(("first", "second"), [("optimal", "blind"), ("blind", "optimal")])
def test_a_plan_for_six_faces_is_played_with_five(first, second):
    """A short race in fractions, over all rolls of dice with the faces 1 to 5."""
    goal, dice = 8, 2
    cast = _planners(goal, dice)

    def scores(many):
        for faces in product(range(1, 6), repeat=many):
            yield 1 if 1 in faces else sum(faces)

    @cache
    def wins(mover, other, own, their):
        """Chance of whoever is to roll, by what both need."""
        (many,) = cast[mover]((own, their))
        chances = [
            1 if score >= own else 1 - wins(other, mover, their, own - score)
            for score in scores(many)
        ]
        return Fraction(sum(chances), len(chances))

    exact = _win_shares(goal, dice, first, second, 5)[-1]
    assert exact == pytest.approx(float(wins(first, second, goal, goal)), abs=1e-12)
