"""Tree Solitaire: look-ahead strategies on random trees (Johnson, 1970).

`rules` says how a tree grows and who wins, `policies` where to look and where to move. The chance
of winning is found on four roads: `series` (a power series, all moves, random split ratios too),
`diagrams` (move by move, exact; `dependent` in that form), `enumeration` (every outcome of every
look) and `simulate` (games really played); `chain` is a second road to the series of XHSTRAT.
`depreciation` and `fixed_point` are about what a position is worth, `drift`, `scatter`,
`drift_play`, `valued`, `search` and `trees` about the other solitaires, `ordinal` and `optimal`
about all strategies at once, `listings` about what the source's programs compute; `choices` ranks
the looks and moves of one move.
"""

from chancegames.games.tree_solitaire.policies import (
    HSTRAT,
    LSTRAT,
    STRAT,
    STRATEGIES,
    BothBranches,
    HighFirst,
    LowFirst,
    strategy,
)
from chancegames.games.tree_solitaire.rules import (
    ConstantRatio,
    TreeSolitaire,
    UniformRatio,
    constant_game,
)
from chancegames.games.tree_solitaire.series import win_chance, win_grid
from chancegames.games.tree_solitaire.simulate import simulate

__all__ = [
    "HSTRAT",
    "LSTRAT",
    "STRAT",
    "STRATEGIES",
    "BothBranches",
    "ConstantRatio",
    "HighFirst",
    "LowFirst",
    "TreeSolitaire",
    "UniformRatio",
    "constant_game",
    "simulate",
    "strategy",
    "win_chance",
    "win_grid",
]
