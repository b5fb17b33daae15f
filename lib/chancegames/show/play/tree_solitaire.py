"""The table of Tree Solitaire: the series that give each strategy's chance of winning."""

import numpy as np

from chancegames.games.tree_solitaire import (
    BSTRAT,
    HSTRAT,
    LSTRAT,
    STRAT,
    UniformRatio,
    WeighedBoth,
    evaluate,
)
from chancegames.games.tree_solitaire.drift import DriftGame, drift_chance
from chancegames.games.tree_solitaire.policies import STRATEGIES
from chancegames.games.tree_solitaire.series import coefficients
from chancegames.models.tree_solitaire import Rules
from chancegames.show.play.tables import Table

#: Games that the page offers: ending probabilities, and shares of the high branch.
ENDINGS = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
SHARES = (0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95)
#: Terms of a series; those left out are below 1e-17 in all these games.
TERMS = 20


def _series() -> np.ndarray:
    """Coefficients of the chance of winning as a power series in the value of a fork.

    Returns
    -------
    ndarray of float64, shape (strategies, endings, shares, terms)
        The power 1 first.
    """
    games = [[Rules(e, a) for a in SHARES] for e in ENDINGS]
    found = [[[coefficients(g, p, TERMS) for g in row] for row in games] for p in STRATEGIES]
    return np.array(found, dtype=float)


def _table() -> Table:
    """Make the table.

    Returns
    -------
    Table
    """
    names = [policy.name for policy in STRATEGIES]
    return Table(
        "tree-solitaire",
        1,
        {"form": "independent", "ratio": "constant"},
        {"strategies": names, "endings": ENDINGS, "shares": SHARES},
        {"series": _series()},
    )


#: Games whose values drift: values of the top, and steps.
TOPS = (0.1, 0.3, 0.5, 0.7, 0.9)
STEPS = tuple(step / 30 for step in range(16))
DRIFTERS = (LSTRAT, HSTRAT, BSTRAT, STRAT)


def _drift() -> Table:
    """Make the table of the games whose values drift.

    Returns
    -------
    Table
        ``chances``, shape (endings, tops, steps, strategies).
    """
    chances = [
        [
            [
                [float(drift_chance(DriftGame(e, t, a), s, 120).value) for s in DRIFTERS]
                for a in STEPS
            ]
            for t in TOPS
        ]
        for e in ENDINGS[::2]
    ]
    names = [policy.name for policy in DRIFTERS]
    axes = {"endings": ENDINGS[::2], "tops": TOPS, "steps": STEPS, "strategies": names}
    return Table("drift", 1, {}, axes, {"chances": np.array(chances)})


def _trials() -> Table:
    """Make the table of two strategies that are nearly equal: BSTRAT, and B'STRAT, which weighs.

    Half of the points end the tree; the split ratio is uniform between 1/2 and 1.

    Returns
    -------
    Table
        ``chances``: the chance of winning of each.
    """
    rules = Rules(0.5, UniformRatio(0.5, 1.0))
    chances = [evaluate(rules, strategy).value for strategy in (BSTRAT, WeighedBoth(rules))]
    return Table("trials", 1, {}, arrays={"chances": np.array(chances)})


MAKERS = {"tree-solitaire": _table, "trials": _trials, "drift": _drift}
