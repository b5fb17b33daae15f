"""What *At the table* says in its first table: what each card gives away, and where."""

from fractions import Fraction
from itertools import permutations, product

import pytest

from chancegames import coins, game421, tree_solitaire, yahtzee
from chancegames.base.paths import ROOT
from chancegames.book import thumbs, yahtzee_card
from chancegames.games.tree_solitaire import strategy
from chancegames.maths.game import solve
from chancegames.show.play.coins import _by_rule


@pytest.mark.parametrize(
    ("game", "card"),
    [
        ("yahtzee", "this card, to the letter"),
        ("hog", "… and the limit itself at the end (line 1): this card"),
    ],
)
def test_what_a_card_gives_away_is_the_difference_of_two_rows_of_its_table(game, card):
    rows = thumbs.COSTS[game]()[2]
    (best,), (ours,) = rows["perfect play"], rows[card]
    assert Fraction(best) - Fraction(ours) == Fraction(thumbs._given_away()[game])


def test_why_421_throws_back_a_pair_of_5s_and_222_but_only_with_two_casts_left():
    best = solve(game421.Round())
    worth = thumbs._two_casts_left()
    assert worth["new"] > worth["fives"] and worth["new"] > 2 == game421.tokens((2, 2, 2))
    last = best.action_values((2, (), (5, 5, 6)))
    assert last[()] == last[5, 5] < 2


@pytest.mark.parametrize("casts", [2, 3])
def test_the_card_of_the_second_player_is_the_best_for_two_casts_and_for_three(casts):
    rules = game421.Round(casts=casts, player="next")
    lines = game421.five_lines(game421.Round(player="next"))

    def card(state):
        return lines((state[0] + 3 - casts, *state[1:]))

    value = game421.evaluate(rules, card).value
    assert value == solve(rules).value
    assert float(value) == thumbs._second(casts)


@pytest.mark.parametrize(
    ("game", "line", "best"),
    [
        ("hog", "… and never more than the limit", "perfect play"),
        ("421", "the line at the top", "perfect play"),
    ],
)
def test_what_a_line_to_remember_gives_away_is_the_difference_of_two_rows(game, line, best):
    rows = thumbs.COSTS[game]()[2]
    lost = Fraction(rows[best][-1]) - Fraction(rows[line][-1])
    assert lost == Fraction(thumbs._given_away()[f"line-{game}"])


def test_the_line_for_coins_is_as_it_is_told():
    """The largest odd number if more points are needed than there are coins, but one of four."""
    assert [thumbs._largest_odd((held, 9)) for held in (3, 4, 5, 8)] == [
        {3: 1},
        {1: 1},
        {5: 1},
        {7: 1},
    ]
    assert thumbs._largest_odd((9, 9)) == {1: 1}


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
    """As its table shows: without them it does worse than plain greed."""
    rows = thumbs.COSTS["yahtzee"]()[2]
    alone = "the list, but writing for the most points at once"
    at_once = "no list, no prices: the most points at once"
    ours = "this card, to the letter"
    assert Fraction(rows[alone][0]) < Fraction(rows[at_once][0]) < Fraction(rows[ours][0])


def test_the_moves_that_the_cards_tell_follow_their_rules():
    page = " ".join((ROOT / "book/players.md").read_text(encoding="utf-8").split())
    number = {3: "three", 5: "five", 8: "eight"}
    assert thumbs.roll((46, 70)) == {5: 1}
    assert "you need 46 and your opponent 70: you are 24 ahead, so roll five." in page
    assert thumbs.roll((38, 12)) == {10: 1} == thumbs._perfect_hog().policy((38, 12))
    assert "You need 38 and your opponent 12: the limit is ten, so roll ten" in page
    limits = [next(iter(thumbs.roll((need, 1)))) for need in (10, 30)]
    small, large = (number[limit] for limit in limits)
    assert f"(you need 10: {small} dice; you need 30: {large})" in page
    assert _by_rule((14, 17)) == {13: 1}
    assert coins.solve(coins.Rules(14, 17)).regret((14, 17), 13) == 0
    assert "you have 14 coins and need 17 points. That is more than 15, so flip 13." in page


def test_perfect_play_keeps_no_full_house_on_the_first_roll_of_a_game():
    """As the page says; the three dice that the list keeps there are 1s, 2s or 3s."""
    best = yahtzee.solve()
    for three, two in permutations(range(1, 7), 2):
        dice = (three,) * 3 + (two,) * 2
        first, *_ = yahtzee.advise(best, yahtzee.Card(), dice, rolls_left=2)
        assert first.label.startswith("keep") and first.label.count(" ") < 5
        kept = yahtzee_card._kept(tuple(sorted(dice)), frozenset(yahtzee.Box))
        assert (len(kept) == 5) == (three <= 3)


def test_no_number_of_dice_scores_more_on_average_than_six():
    """As the card of Hog says: no 1 with so many dice, and then four points a die; else one."""
    clean = {dice: Fraction(5, 6) ** dice for dice in range(1, 11)}
    averages = {dice: chance * 4 * dice + 1 - chance for dice, chance in clean.items()}
    assert max(averages, key=averages.get) == 6
    for dice in (1, 2, 3):  # the same from all rolls
        rolls = [*product(range(1, 7), repeat=dice)]
        total = sum(1 if 1 in roll else sum(roll) for roll in rolls)
        assert Fraction(total, len(rolls)) == averages[dice]
