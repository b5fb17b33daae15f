"""The smallest counterexamples are counterexamples, and nothing below them is."""

from itertools import product

import pytest

from chancegames.sources.albarede2007.smallest import SEARCHES, _minimal


def below(shape):
    return set(product(*(range(1, n + 1) for n in shape))) - {shape}


@pytest.mark.parametrize("name", SEARCHES)
def test_nothing_smaller_fails(name):
    """Every smaller round is asked, whatever the search skipped."""
    search = SEARCHES[name]
    found = search.shapes()
    assert found
    for shape in found:
        assert search.fails(shape)
        assert not any(map(search.fails, below(shape)))


def test_all_minimal_shapes_are_listed():
    bad = {(2, 3, 1), (1, 4, 2), (2, 4, 2), (3, 2, 3)}
    assert _minimal(bad.__contains__, (3, 4, 3)) == ((1, 4, 2), (2, 3, 1), (3, 2, 3))
    from_two_dice = _minimal(bad.__contains__, (3, 4, 3), smallest=(2, 1, 1))
    assert from_two_dice == ((2, 3, 1), (3, 2, 3))
    assert _minimal(bad.__contains__, (1, 3, 3)) == ()


def test_the_examples_of_the_chapters_are_the_smallest():
    assert SEARCHES["D <= F: the ratchet is best"].shapes() == ((3, 3, 3),)
    assert (3, 4, 4) in SEARCHES["D < F: it is the only best"].shapes()
    assert SEARCHES["(49)"].shapes(faces=2) == ((3, 4, 4),)
    assert SEARCHES["D > F: it is not best"].shapes(faces=2) == ()
    assert SEARCHES["(60)"].shapes() == ((1, 1, 1),)
