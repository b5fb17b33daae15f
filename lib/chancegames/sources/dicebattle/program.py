"""Source 004, *Dice battle*: what the two students' program played, and with which dice.

The pictures of the report are lost in the scan, but the two have put their program on the net
(github.com/lamlisa/Dice-Battle), and pictures of ten goals and ten limits of dice with it; what
can be read off them is `data/published/dicebattle_curves.csv`.  The program plans for dice of six
faces.  In its games a die shows ``np.random.randint(1, 6)``, and that is 5 at most.
"""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from chancegames.games.dice_battle.planned import _win_shares
from chancegames.sources.registry import Finding, Page

PAGE = Page("which-die")

#: Goals and limits of dice of its pictures.
GOALS, LIMITS = range(20, 201, 20), range(2, 21, 2)

#: Faces of the dice that the strategies are made for, and of those that the program rolls.
PLANNED, ROLLED = 6, 5


@PAGE.says("dicebattle-N10", false={"unit": "gain"}, reads="4")
@PAGE.says(
    "dicebattle-N11",
    pairs=(("optimal", "blind"),),
    percent=7,
    false={"faces": ROLLED},
    reads="7",
)
def _edges_of_the_opener(
    pairs: Iterable[tuple[str, str]] = (("blind", "blind"), ("optimal", "optimal")),
    percent: int = 4,
    unit: str = "share",
    faces: int = PLANNED,
) -> Finding:
    """The opener's edge rounds to so many percent, on average over the goals of the program.

    The source speaks of the expected gain, but its curves, and its program, show shares of wins
    above one half.
    """
    names = {"share": "share of wins above one half", "gain": "expected gain"}
    edges = {
        name: [scale * (_mean_share(*pair, faces) - 0.5) for pair in pairs]
        for name, scale in {"share": 100, "gain": 200}.items()
    }
    shown = "N = 20 to 200, D = 10: " + "; ".join(
        f"{names[name]} {' and '.join(f'{edge:+.2f} %' for edge in found)}"
        for name, found in edges.items()
    )
    holds = all(abs(edge - percent) <= 0.5 for edge in edges[unit])
    facts = tuple(100 * (_mean_share(*pair, ROLLED) - 0.5) for pair in pairs)
    return Finding(holds, shown, reading=names[unit] if holds else "", facts=facts)


def _mean_share(first: str, second: str, faces: int) -> float:
    shares = _win_shares(GOALS[-1], 10, first, second, faces)
    return float(np.mean([shares[goal - 1] for goal in GOALS]))


@PAGE.says("dicebattle-C09", false={"goal": 50})
def _dice_act_chaotically(goal: int = 100) -> Finding:
    """Between optimal players, the opener's share does not fall with every two dice more.

    The goal is that of the program's picture.
    """
    pair = ("optimal", "optimal")
    shares = [_win_shares(goal, dice, *pair, PLANNED)[-1] for dice in LIMITS]
    steps: NDArray[np.float64] = np.diff(shares)
    shown = (
        f"both optimal, N = {goal}: from {shares[0]:.4f} for D = 2 to {shares[-1]:.4f} for D = 20, "
    )
    rises = int((steps >= 0).sum())
    return Finding(rises > 0, shown + (f"rising {rises} times" if rises else "never rising"))
