"""The table of Tree Solitaire: the series that give each strategy's chance of winning."""

import numpy as np

from chancegames.games.tree_solitaire.policies import STRATEGIES
from chancegames.games.tree_solitaire.series import coefficients
from chancegames.models.tree_solitaire import Rules
from chancegames.show.play.tables import Table

#: Games that the page offers: ending probabilities, and shares of the high branch.
ENDINGS = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
SHARES = (0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95)
#: Terms of a series; those left out are below 1e-17 in all these games.
TERMS = 20


def series() -> np.ndarray:
    """Coefficients of the chance of winning as a power series in the value of a fork.

    Returns
    -------
    ndarray of float64, shape (strategies, endings, shares, terms)
        The power 1 first.
    """
    return np.array(
        [
            [[coefficients(Rules(e, a), p, TERMS) for a in SHARES] for e in ENDINGS]
            for p in STRATEGIES
        ],
        dtype=float,
    )


def table() -> Table:
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
        {"series": series()},
    )


MAKERS = {"tree-solitaire": table}
