"""The exact values as data, for whoever wants them without this library."""

from fractions import Fraction

import pandas as pd
import pytest

from chancegames import dice_battle, game421, tree_solitaire, yahtzee
from chancegames.show import dataset


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    folder = tmp_path_factory.mktemp("dataset")
    sizes = dataset.write(folder)
    read = {name: pd.read_parquet(folder / f"{name}.parquet") for name in sizes}
    assert {name: len(table) for name, table in read.items()} == sizes
    return read, (folder / "README.md").read_text(encoding="utf-8")


def test_every_column_is_described(tables):
    read, told = tables
    strategies = {strategy.name for strategy in tree_solitaire.STRATEGIES}
    for table in read.values():
        assert table.notna().all(axis=None)
        assert all(f"`{name}`" in told for name in set(table.columns) - strategies)


def test_the_empty_card_is_worth_the_best_average(tables):
    table = tables[0]["yahtzee"]
    empty = table[(table[["yahtzee_box", "lower_boxes", "upper_boxes"]] == 0).all(axis=1)]
    assert empty.points_to_come.tolist() == [yahtzee.solve(yahtzee.FORCED).value]


def test_the_first_cast_of_421_is_worth_the_round(tables):
    table = tables[0]["round-of-421"]
    assert len(table) == len(table.drop_duplicates(["casts_made", "kept", "table"]))
    row = table[(table.casts_made == 1) & (table.table == "146")].iloc[0]
    best = game421.solve(game421.Round())
    assert row.best_keep == "14"
    assert row.tokens == float(best.value_at((1, (), (1, 4, 6)))) == float(Fraction(13, 3))


def test_a_race_is_the_solver_s(tables):
    table = tables[0]["hog"].set_index(["own_need", "other_need"])
    best = dice_battle.solve(dice_battle.Race())
    for state in [(100, 100), (20, 50), (1, 99)]:
        assert table.best_dice[state] == min(best.policy(state))
        assert table.wins[state] == pytest.approx((1 + best.value_at(state)) / 2)


def test_a_strategy_wins_what_its_evaluation_says(tables):
    table = tables[0]["tree-solitaire"].set_index(["E", "A"])
    rules = tree_solitaire.Rules(0.5, 0.75)
    for strategy in tree_solitaire.STRATEGIES[:4]:
        found = tree_solitaire.evaluate(rules, strategy).value
        assert table[strategy.name][0.5, 0.75] == pytest.approx(float(found))
