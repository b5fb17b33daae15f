"""The fraction: against the model in fractions, against a prime of its own, against the solver."""

import csv
from fractions import Fraction

import pytest

from chancegames.book.yahtzee_cli import EXACT
from chancegames.games.yahtzee.exact import _primes, _value_modulo, exact_value
from chancegames.games.yahtzee.solver import solve
from chancegames.maths import game
from chancegames.models.yahtzee import FORCED, FREE, VARIANTS, Box, Card


def stored():
    with EXACT.open(newline="") as file:
        return {
            row["variant"]: (Fraction(int(row["numerator"]), int(row["denominator"])), row)
            for row in csv.DictReader(file)
        }


@pytest.mark.parametrize("rules", [FORCED, FREE], ids=lambda r: r.name)
@pytest.mark.parametrize(
    ("left", "upper", "scored"),
    [
        ({Box.SIXES}, 45, False),
        ({Box.SIXES}, 46, True),
        ({Box.FULL_HOUSE}, 63, True),
        ({Box.YAHTZEE}, 10, False),
        ({Box.TWOS, Box.CHANCE}, 58, True),
    ],
    ids=str,
)
def test_a_few_boxes_have_the_value_of_the_model_in_fractions(rules, left, upper, scored):
    card = Card(frozenset(Box) - left, upper=upper, yahtzee_scored=scored)
    model = game.solve(game.FiniteGame(card, rules.node))
    assert exact_value(rules, card).value == model.value
    assert isinstance(model.value, Fraction)


def test_the_closest_choice_of_a_last_chance_is_a_four_with_two_rolls_left():
    """Rolled again it brings 4.25 on average: who keeps it gives a quarter of a point away."""
    found = exact_value(start=Card(frozenset(Box) - {Box.CHANCE}))
    assert (found.value, found.ties, found.closest) == (Fraction(70, 3), 0, pytest.approx(1 / 4))


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_stored_fraction_is_the_value_in_floating_point(variant):
    assert float(stored()[variant][0]) == pytest.approx(solve(VARIANTS[variant]).value, rel=1e-13)


def test_the_stored_fraction_is_right_modulo_a_prime_that_had_no_part_in_it():
    fresh = _primes(19)[-1]
    value, row = stored()["forced"]
    (residue,), (ties, closest) = _value_modulo([fresh])
    assert residue * value.denominator % fresh == value.numerator % fresh
    assert (ties, f"{closest:.3g}") == (int(row["ties"]), row["closest"])


def test_no_fraction_needs_more_than_thirteen_turns_of_fifteen_dice():
    assert set(stored()) == set(VARIANTS)
    for value, _ in stored().values():
        assert 6 ** (13 * 15) % value.denominator == 0
