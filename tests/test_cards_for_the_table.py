"""What *At the table* says in its first table: what each card gives away, and where."""

from fractions import Fraction

import pytest

from chancegames import tree_solitaire
from chancegames.book import thumbs
from chancegames.games.tree_solitaire import strategy


@pytest.mark.parametrize(
    ("game", "card"),
    [("yahtzee", "this card, to the letter"), ("hog", "… and ten when it is now or never")],
)
def test_what_a_card_gives_away_is_the_difference_of_two_rows_of_its_table(game, card):
    rows = thumbs.COSTS[game]()[2]
    (best,), (ours,) = rows["perfect play"], rows[card]
    assert Fraction(best) - Fraction(ours) == Fraction(thumbs._given_away()[game])


@pytest.mark.parametrize(
    ("game", "habit", "best"),
    [
        ("yahtzee", "always going for the most points at once", "perfect play"),
        ("hog", "always six", "perfect play"),
        ("421", "the left column alone", "both columns: exactly the best"),
        ("tree", "one look, at the better branch", "one look, at the worse branch"),
    ],
)
def test_what_a_habit_gives_away_is_the_difference_of_two_rows_of_its_table(game, habit, best):
    rows = thumbs.COSTS[game]()[2]
    lost = Fraction(rows[best][0]) - Fraction(rows[habit][0])
    assert lost == Fraction(thumbs._given_away()[f"habit-{game}"])


def test_the_card_for_two_looks_gives_away_most_at_half_and_even_forks():
    """One look at each branch if more than half of the points are ends, else twice down the low."""
    lost = {}
    for ends in range(40, 65, 5):  # further away the better of the two is clear
        for share in range(50, 100, 5):
            rules = tree_solitaire.Rules(ends / 100, share / 100)
            both, deeper = (
                100 * float(tree_solitaire.evaluate(rules, strategy(name)).value)
                for name in ("BSTRAT", "2LSTRAT")
            )
            lost[ends, share] = max(both, deeper) - (both if ends > 50 else deeper)
    assert max(lost, key=lost.__getitem__) == (50, 50)
    assert f"{max(lost.values()):.1f}" == thumbs._given_away()["tree"]


def test_the_list_for_rolling_needs_the_prices():
    """As the page says: without them it does worse than plain greed."""
    rows = thumbs.COSTS["yahtzee"]()[2]
    alone = "rolling by the list, scoring where it brings most at once"
    at_once = "always going for the most points at once"
    ours = "this card, to the letter"
    assert Fraction(rows[alone][0]) < Fraction(rows[at_once][0]) < Fraction(rows[ours][0])
