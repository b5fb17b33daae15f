"""What several tests look at: the solved official game, and the law of its score."""

import pytest

from chancegames.games.yahtzee import FORCED, distribution, solve


@pytest.hookimpl(tryfirst=True)  # before xdist reads the groups
def pytest_collection_modifyitems(items):
    """Let one worker run all tests that look at the law, which takes seconds to compute."""
    for item in items:
        if "whole" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.xdist_group("the law of a whole game"))


@pytest.fixture(scope="session")
def solution():
    return solve(FORCED)


@pytest.fixture(scope="session")
def whole(solution):
    return distribution(FORCED, solution.policy)
