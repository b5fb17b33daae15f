"""The hand-made solvers of Tree Solitaire against the general one, exactly.

Yahtzee's is in ``tests/yahtzee/test_small.py``.
"""

from fractions import Fraction

import pytest

from chancegames.games.tree_solitaire.best import _BestLooks
from chancegames.maths.game import solve
from chancegames.models.tree_solitaire import Play, Rules


@pytest.mark.parametrize(("looks", "moves"), [(0, 3), (1, 3), (2, 2), (2, 3)])
def test_the_best_looks_of_tree_solitaire_are_the_general_solver_s(looks, moves):
    ending, high = Fraction(2, 5), Fraction(3, 4)
    rules = Rules(ending, high)
    general, fast = solve(Play(rules, looks, moves)), _BestLooks(rules, looks, moves)
    acting = [state for state, node in general.nodes.items() if hasattr(node, "actions")]
    for state in acting:
        assert fast.action_values(state).items() <= general.action_values(state).items()
    assert fast.value == general.value == fast.value_at(fast.play.start)
