"""The hand-made solvers of 421 and Tree Solitaire against the general one, exactly.

Yahtzee's is in ``tests/yahtzee/test_small.py``.
"""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chancegames.games.game421.rules import Round
from chancegames.games.game421.solve import mean_max
from chancegames.games.tree_solitaire.best import BestLooks
from chancegames.maths import dice
from chancegames.maths.game import Chance, Choice, FiniteGame, Terminal, solve
from chancegames.models.tree_solitaire import Play, Rules


def round_of_421(rules, utility):
    """A round for the general solver, written from the rules' words.

    Positions are (date, dice kept) before a cast and (date, dice kept, dice cast) after it.
    """
    faces = range(1, rules.faces + 1)

    def node(position):
        date, kept, *cast = position
        if cast:
            return Choice(*after_cast(date, kept, cast[0]))
        if len(kept) == rules.dice and (rules.player == "first" or date == rules.casts):
            return Terminal(utility[date, kept])
        law = dice.law(rules.dice - len(kept), faces)
        return Chance(list(law.values()), [(date + 1, kept, new) for new in law])

    def after_cast(date, kept, cast):
        options = [dice.merge(kept, more) for more in dice.keeps(cast)]
        if date == rules.casts:
            options = options[-1:]
        elif rules.player == "next":
            options = options[:-1]
        return options, [(date, option) for option in options]

    return FiniteGame((0, ()), node)


@st.composite
def rounds_with_utilities(draw):
    sizes = {name: draw(st.integers(1, 3)) for name in ("dice", "faces", "casts")}
    rules = Round(**sizes, player=draw(st.sampled_from(["first", "next"])))
    worth = st.fractions(-2, 2, max_denominator=5)
    return rules, {(date, c): draw(worth) for date in rules.ends for c in rules.finals}


@settings(max_examples=40, deadline=None)
@given(rounds_with_utilities())
def test_421_has_the_values_and_best_moves_of_the_general_solver(drawn):
    rules, utility = drawn
    fast = mean_max(rules, utility)
    general = solve(round_of_421(rules, utility))
    assert fast.value == general.value
    for position in general.nodes:
        if len(position) == 2:
            assert fast.at(*position) == general.value_at(position)
        else:
            date, kept, cast = position
            gains = general.action_values(position)
            best = {option for option, gain in gains.items() if gain == max(gains.values())}
            assert set(fast.best(date, kept, dice.merge(kept, cast))) == best


@pytest.mark.parametrize(("looks", "moves"), [(0, 3), (1, 3), (2, 2), (2, 3)])
def test_the_best_looks_of_tree_solitaire_are_the_general_solver_s(looks, moves):
    ending, high = Fraction(2, 5), Fraction(3, 4)
    rules = Rules(ending, high)
    general, fast = solve(Play(rules, looks, moves)), BestLooks(rules, looks, moves)
    acting = [state for state, node in general.nodes.items() if hasattr(node, "actions")]
    for state in acting:
        assert fast.action_values(state).items() <= general.action_values(state).items()
    assert fast.value == general.value == fast.value_at(fast.play.start)
