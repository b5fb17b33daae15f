"""The same work on many things at once."""

import os
import time

import pytest

from chancegames.base import workers


def halve(number):
    """Refuse an odd number at once; take a moment for an even one."""
    if number % 2:
        raise ValueError(f"{number} is odd")
    time.sleep(0.3)
    return number // 2


@pytest.mark.parametrize("cores", [1, 2])
def test_every_thing_is_worked_on(monkeypatch, cores):
    monkeypatch.setattr(os, "cpu_count", lambda: cores)
    assert dict(workers.each(halve, [2, 4])) == {2: 1, 4: 2}


def test_an_error_comes_after_what_had_begun_beside_it(monkeypatch):
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    done = []
    pairs = workers.each(halve, [2, 3, *range(4, 40, 2)])
    with pytest.raises(ValueError, match="3 is odd"):
        for number, half in pairs:
            done.append((number, half))
    assert (2, 1) in done
    assert len(done) < 10
