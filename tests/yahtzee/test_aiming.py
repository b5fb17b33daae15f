"""Less than aiming from the start: a rule of thumb, and the last turns only, roll by roll."""

from functools import cache
from itertools import pairwise

import pytest

from chancegames.games.yahtzee import FORCED, Box, Card, Turn, best_chances, distribution, solve
from chancegames.games.yahtzee.aiming import chance_by_thumb, chances_by_turn
from chancegames.maths.dice import distribution as roll_distribution
from chancegames.maths.dice import merge

LEFT = Card(frozenset(Box) - {Box.YAHTZEE, Box.CHANCE})
UPPER_LEFT = Card(frozenset(Box) - {Box.YAHTZEE, Box.SIXES}, 45)


def roll_by_roll(card, need):
    """The rule in its own words, each roll a sum over the next."""
    chances, average = best_chances(start=card), solve(start=card).policy
    rolls = [roll_distribution(n, range(1, 7)) for n in range(6)]

    def choice(card, dice, left, need):
        bare = Card(card.filled | {Box.YAHTZEE}, card.upper)
        usual = next(iter(average(Turn(card, left, dice))))
        if chances.chance(bare, need) or not chances.chance(card, need):
            return usual
        most = max(map(dice.count, dice))
        if left == 0:
            others = {*card.open} - {Box.YAHTZEE}
            return usual if most == 5 or not others else max(others)  # there is one other box
        faces = [face for face in set(dice) if dice.count(face) == most]
        return (
            (max(faces, key=lambda f: (Box(f - 1) in card.open, f)),) * most if most > 1 else usual
        )

    @cache
    def before(card, need):
        if not card.open:
            return float(need <= (35 if card.upper == 63 else 0))
        return sum(float(p) * after(card, dice, 2, need) for dice, p in rolls[5].items())

    @cache
    def after(card, dice, left, need):
        action = choice(card, dice, left, need)
        if isinstance(action, Box):
            points = FORCED.placements(card, dice)[action]
            return before(card.fill(action, dice), need - points)
        more = rolls[5 - len(action)].items()
        return sum(float(p) * after(card, merge(action, new), left - 1, need) for new, p in more)

    return before(card, need)


@pytest.mark.parametrize(
    ("card", "need"), [(LEFT, 20), (LEFT, 45), (LEFT, 70), (UPPER_LEFT, 60), (UPPER_LEFT, 100)]
)
def test_the_rule_is_followed_roll_by_roll(card, need):
    average = solve(start=card).policy
    found = chance_by_thumb(best_chances(start=card), average, card, need)
    assert found == pytest.approx(roll_by_roll(card, need), abs=1e-12)


def test_the_rule_never_beats_the_best():
    """And it is the average where no roll makes a Yahtzee the only hope."""
    chances, average = best_chances(start=LEFT), solve(start=LEFT).policy
    usual = distribution(FORCED, average, start=LEFT)
    for need in range(31, 81):
        found = chance_by_thumb(chances, average, LEFT, need)
        assert found <= chances.chance(LEFT, need) + 1e-12
    assert chance_by_thumb(chances, average, LEFT, 5) == pytest.approx(usual.at_least(5), abs=1e-12)
    assert chance_by_thumb(chances, average, LEFT, 0) == 1
    assert chance_by_thumb(chances, average, LEFT, 200) == 0


def test_the_rule_wants_all_chances_from_an_open_yahtzee_box():
    filled = Card(frozenset(Box) - {Box.CHANCE})
    with pytest.raises(ValueError, match="open Yahtzee box"):
        chance_by_thumb(best_chances(start=filled), solve(start=filled).policy, filled, 20)
    with pytest.raises(ValueError, match="for all needs"):
        chances = best_chances(start=LEFT, smallest=20)
        chance_by_thumb(chances, solve(start=LEFT).policy, LEFT, 20)


def test_to_begin_late_is_to_play_for_the_average_first():
    """After no turn it is the best, after all the average; after one, the mean over that turn."""
    chances, average = best_chances(start=LEFT), solve(start=LEFT).policy
    usual = distribution(FORCED, average, start=LEFT)
    rolls = [roll_distribution(n, range(1, 7)) for n in range(6)]
    for need in (0, 20, 45, 70, 400):
        found = chances_by_turn(chances, average, need)
        assert found[0] == pytest.approx(chances.chance(LEFT, need), abs=1e-12)
        assert found[-1] == pytest.approx(usual.at_least(need), abs=1e-12)
        assert all(late <= early + 1e-12 for early, late in pairwise(found))

        @cache
        def after(dice, left, need=need):
            action = next(iter(average(Turn(LEFT, left, dice))))
            if isinstance(action, Box):
                rest = need - FORCED.placements(LEFT, dice)[action]
                return chances.chance(LEFT.fill(action, dice), rest)
            more = rolls[5 - len(action)].items()
            return sum(float(p) * after(merge(action, new), left - 1) for new, p in more)

        first = sum(float(p) * after(dice, 2) for dice, p in rolls[5].items())
        assert found[1] == pytest.approx(first, abs=1e-12)


def test_to_begin_late_asks_for_what_was_solved():
    chances = best_chances(start=LEFT, largest=40)
    with pytest.raises(ValueError, match="only needs of up to 40"):
        chances_by_turn(chances, solve(start=LEFT).policy, 41)
    with pytest.raises(ValueError, match="cannot follow"):
        chances_by_turn(chances, solve(start=UPPER_LEFT).policy, 30)
