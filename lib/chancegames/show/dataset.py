"""The exact values of the games as data: four tables for whoever wants them without this library.

`write` makes them as Parquet, with a data dictionary beside them.  The same library makes the same
tables, and the dictionary names its version.
"""

import io
from importlib.metadata import version
from pathlib import Path

import numpy as np
import pandas as pd

from chancegames import game421, tree_solitaire, yahtzee
from chancegames.base.files import write_whole
from chancegames.games.dice_battle import Race, race
from chancegames.games.yahtzee.layout import REACHABLE
from chancegames.maths import game


def _yahtzee() -> pd.DataFrame:
    values = yahtzee.solve(yahtzee.FORCED).values
    at = np.argwhere(REACHABLE & np.isfinite(values)).T
    names = ("yahtzee_box", "lower_boxes", "upper_boxes", "upper_total")
    columns = dict(zip(names, at.astype("int16"), strict=True))
    return pd.DataFrame({**columns, "points_to_come": values[tuple(at)]})


def _round_of_421() -> pd.DataFrame:
    best = game.solve(game421.Round())
    rows = [
        (*state, next(iter(best.policy(state))), float(best.value_at(state)))
        for state, node in best.nodes.items()
        if isinstance(node, game.Choice)
    ]
    table = pd.DataFrame(rows, columns=["casts_made", "kept", "table", "best_keep", "tokens"])
    dice = ["kept", "table", "best_keep"]
    table[dice] = table[dice].map(lambda faces: "".join(map(str, faces)))
    return table


def _hog() -> pd.DataFrame:
    best = race.solve(Race())
    own, other = np.indices(best.dice.shape)[:, 1:, 1:].reshape(2, -1).astype("int16")
    best_dice, values = best.dice[own, other].astype("int8"), best.values[own, other]
    return pd.DataFrame(
        {"own_need": own, "other_need": other, "best_dice": best_dice, "wins": (1 + values) / 2}
    )


def _tree_solitaire() -> pd.DataFrame:
    endings, ratios = np.linspace(0.02, 1, 50).round(2), np.linspace(0.5, 1, 51).round(2)
    strategies = tree_solitaire.STRATEGIES
    grid = tree_solitaire.win_grid(strategies, endings, ratios)
    across, down = (axis.ravel() for axis in np.meshgrid(endings, ratios, indexing="ij"))
    wins = {one.name: part.ravel() for one, part in zip(strategies, grid, strict=True)}
    return pd.DataFrame({"E": across, "A": down, **wins})


#: Each table, what a row is, and what its columns mean.
TABLES = {
    "yahtzee": (
        _yahtzee,
        "Every card that can come up between two turns, under the official rules (forced jokers).",
        {
            "yahtzee_box": "0 open, 1 filled with zero, 2 filled with 50",
            "lower_boxes": "bit mask of the filled boxes: three and four of a kind, full house, "
            "small and large straight, chance",
            "upper_boxes": "bit mask of the filled boxes from aces to sixes",
            "upper_total": "points in the upper boxes, 63 for 63 or more",
            "points_to_come": "expected points still to come with best play, bonus included",
        },
    ),
    "round-of-421": (
        _round_of_421,
        "A choice in a round of three casts for the first player, played for tokens.",
        {
            "casts_made": "1 to 3",
            "kept": "dice kept before this cast, by their faces",
            "table": "all dice in sight",
            "best_keep": "dice to keep now; all of them means stop",
            "tokens": "expected tokens of the round with best play",
        },
    ),
    "hog": (
        _hog,
        "A position of the race to 100 with up to ten dice, for the player whose turn it is.",
        {
            "own_need": "points the player still needs",
            "other_need": "points the other player still needs",
            "best_dice": "the smallest best number of dice",
            "wins": "share of games won if both play best",
        },
    ),
    "tree-solitaire": (
        _tree_solitaire,
        "A game of the independent form with a constant split ratio.",
        {
            "E": "probability that a point is an end",
            "A": "share of the value that goes to the high branch",
            "STRAT, HSTRAT, ...": "share of games won by the strategy of that name",
        },
    ),
}


def write(folder: Path) -> dict[str, int]:
    """Write every table and the data dictionary, each whole or not at all.

    Parameters
    ----------
    folder : Path
        Made if it is not there.

    Returns
    -------
    dict of str to int
        Rows of each table, by its name.
    """
    sizes = {}
    told = [f"# Exact values of four games\n\nMade by chancegames {version('chancegames')}.\n"]
    for name, (make, row, columns) in TABLES.items():
        table = make()
        content = io.BytesIO()
        table.to_parquet(content, index=False)
        write_whole(folder / f"{name}.parquet", content.getvalue())
        sizes[name] = len(table)
        listed = "".join(f"| `{column}` | {means} |\n" for column, means in columns.items())
        head = f"## {name}.parquet\n\n{row} {len(table):,} rows.\n\n"
        told.append(f"{head}| column | meaning |\n|---|---|\n{listed}")
    write_whole(folder / "README.md", "\n".join(told))
    return sizes
