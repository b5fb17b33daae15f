"""Dice: brute force over ordered throws, and the identities that hold for any dice."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chancegames.base.checks import require_integer
from chancegames.maths import dice

SMALL = st.tuples(st.integers(0, 4), st.integers(1, 5))


@given(SMALL)
def test_law_equals_the_count_of_ordered_throws(shape):
    number, faces = shape
    throws = Counter(tuple(sorted(t)) for t in product(range(1, faces + 1), repeat=number))
    expected = {c: Fraction(n, faces**number) for c, n in throws.items()}
    assert dice.distribution(number, range(1, faces + 1)) == expected


@given(SMALL)
def test_number_of_combinations(shape):
    number, faces = shape
    assert len(dice.combinations(number, range(1, faces + 1))) == comb(number + faces - 1, number)


@given(st.lists(st.integers(1, 6), max_size=5))
def test_keeps_are_the_subsets_of_the_throw(faces):
    throw = tuple(sorted(faces))
    subsets = {
        tuple(f for f, kept in zip(throw, mask, strict=True) if kept)
        for mask in product((False, True), repeat=len(throw))
    }
    assert set(dice.keeps(throw)) == subsets
    assert len(dice.keeps(throw)) == len(subsets)


@given(SMALL)
def test_keeping_everything_or_nothing_is_always_possible(shape):
    number, faces = shape
    for combination in dice.combinations(number, range(1, faces + 1)):
        kept = dice.keeps(combination)
        assert kept[0] == ()
        assert kept[-1] == combination
        assert dice.merge(kept[0], combination) == combination


@pytest.mark.parametrize("value", [0, -1, 1.5, "3", True, None])
def test_a_number_of_dice_is_a_positive_integer(value):
    with pytest.raises(ValueError, match="the number of dice must be an integer of at least 1"):
        require_integer("the number of dice", value)


@pytest.mark.parametrize("number", [-1, 1.5, None, "2", 10**6, 60])
def test_dice_that_cannot_be_listed_are_refused(number):
    for ask in dice.combinations, dice.distribution:
        with pytest.raises(ValueError, match=r"^[^\n]{1,200}$"):
            ask(number)
