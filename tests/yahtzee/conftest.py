"""What several tests look at: the solved official game, and the law of its score."""

import pytest

from chancegames.yahtzee.distribution import score_law
from chancegames.yahtzee.rules import FORCED
from chancegames.yahtzee.solve import solve


@pytest.fixture(scope="session")
def solution():
    return solve(FORCED)


@pytest.fixture(scope="session")
def whole(solution):
    return score_law(solution)
