"""Trees of games 1 and 2, against the exact variance and the exact cost of a search."""

import numpy as np
import pytest

from chancegames.games.tree_solitaire.policies import HSTRAT, LSTRAT
from chancegames.games.tree_solitaire.trees import best_first, play
from chancegames.sources.johnson1970.valued import ValuedGame, counted_search_cost, grow_valued


def test_a_split_point_of_game_1_has_the_chance_of_some_win_below_it():
    tops = [grow_valued(ValuedGame(0.7, "some", 0.0, 0.4), seed) for seed in range(4000)]
    for tree in tops[:100]:
        for _, point in tree.walk():
            lost = np.prod([1 - end.value for end in point.ends()])
            assert point.value == pytest.approx(1 - lost)
    gaps = [any(p.kind == "win" for p in t.ends()) - t.value for t in tops]
    assert abs(np.mean(gaps)) < 4 * np.std(gaps) / len(gaps) ** 0.5


def test_a_split_point_of_game_2_is_the_mean_of_its_branches():
    game = ValuedGame(0.6, "mean")
    tops = [grow_valued(game, seed) for seed in range(6000)]
    for tree in tops[:200]:
        for _, p in tree.walk():
            if p.high is not None:
                assert p.high.value >= p.low.value
                assert p.value == pytest.approx((p.high.value + p.low.value) / 2)
    values = np.array([t.value for t in tops])
    squares = (values - 0.5) ** 2
    assert abs(squares.mean() - game.split_variance) < 4 * squares.std() / len(tops) ** 0.5


def test_searching_equal_end_points_costs_what_the_dynamic_programme_says():
    """Trees of five end points, whatever their shape; equal values make the order a count's."""
    game, costs = ValuedGame(0.5, "some", 0.3, 0.3), {min: [], max: []}
    for seed in range(20_000):
        try:
            tree = grow_valued(game, seed, most=4)
        except ValueError:
            continue
        if len(tree.ends()) == 5:
            for order, found in costs.items():
                found.append(len(best_first(tree, order)[0]))
    for order, found in costs.items():
        exact = float(counted_search_cost(5, 0.3, order))
        assert len(found) > 1000
        assert abs(np.mean(found) - exact) < 4 * np.std(found) / len(found) ** 0.5


def test_any_ordinal_strategy_can_play_them_and_growth_is_reproducible():
    for rule in ("some", "mean"):
        game = ValuedGame(0.6, rule)
        tree = grow_valued(game, 11)
        assert tree == grow_valued(game, 11)
        for policy in (HSTRAT, LSTRAT):
            moves, won = play(tree, policy)
            assert (tree.at("".join(m.branch for m in moves)).kind == "win") == won


def test_bad_input_is_refused_in_one_sentence():
    with pytest.raises(ValueError, match="may have no end"):
        ValuedGame(0.4, "some")
    with pytest.raises(ValueError, match="some or mean"):
        ValuedGame(0.6, "least")
    with pytest.raises(ValueError, match="largest value"):
        ValuedGame(0.6, "some", 0.7, 0.2)
    with pytest.raises(ValueError, match="rule of means"):
        _ = ValuedGame(0.6, "some").split_variance
    with pytest.raises(ValueError, match="outgrew"):
        grow_valued(ValuedGame(0.5, "some"), 5, most=0)
