r"""What each choice at a fork is worth: looks and moves, with a strategy to go on by.

The player stands at a split point of value :math:`x`, has seen the kinds of some of its two
branches, and may look at so many more.  He makes the best of this move and plays on by a strategy
of :mod:`.policies` that arrives at each fork knowing nothing.  A branch of value :math:`v` is then
worth 1 if it is a win, 0 if it is a loss, :math:`f(v)` if it splits, and
:math:`Ev + (1-E)f(v)` unseen; a look is worth the mean over what it may show.

This is the independent form with a constant split ratio.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from chancegames.games.tree_solitaire.policies import (
    BothBranches,
    Branch,
    Coin,
    HighFirst,
    Kind,
    LowFirst,
)
from chancegames.games.tree_solitaire.rules import ConstantRatio, TreeSolitaire
from chancegames.games.tree_solitaire.series import win_chance

Fresh = Coin | HighFirst | LowFirst | BothBranches


@dataclass(frozen=True)
class Choice:
    """One choice at a fork.

    Attributes
    ----------
    act : {"look", "move"}
    branch : {"H", "L"}
    value : float
        Chance of winning after it.
    regret : float
        How much less that is than with the best choice.
    """

    act: str
    branch: Branch
    value: float
    regret: float


def choices(
    policy: Fresh, game: TreeSolitaire, x: float, seen: Mapping[Branch, Kind], looks: int
) -> tuple[Choice, ...]:
    """Rank the looks and moves at a fork.

    Parameters
    ----------
    policy : Coin, HighFirst(0 or 1), LowFirst or BothBranches
        How play goes on after this move.
    game : TreeSolitaire
        Independent form, constant ratio.
    x : float
        Value of the point where the player stands, in (0, 1].
    seen : mapping of branch to kind
        What the looks at this fork have shown.
    looks : int
        Looks left for this move, at least 0.

    Returns
    -------
    tuple of Choice
        The best first; looks that are left for branches not seen, and both moves.

    Raises
    ------
    ValueError
        If the form or the ratio is another, a number is out of range, or the strategy is
        HighFirst with more than one look, which profits from what it saw from an earlier point.

    Examples
    --------
    >>> from chancegames.games.tree_solitaire.policies import LSTRAT
    >>> from chancegames.games.tree_solitaire.rules import constant_game
    >>> best = choices(LSTRAT, constant_game(0.5, 0.75), 1.0, {}, looks=1)[0]
    >>> best.act, best.branch, round(best.value, 6)
    ('look', 'L', 0.687679)
    """
    _check(policy, game, x, looks)
    shares = {"H": float(game.ratio.high) * x, "L": (1 - float(game.ratio.high)) * x}
    ending = float(game.ending)
    on = {branch: win_chance(policy, game, share) for branch, share in shares.items()}

    def worth(branch: Branch, known: Mapping[Branch, Kind]) -> float:
        unseen = ending * shares[branch] + (1 - ending) * on[branch]
        return {"win": 1.0, "loss": 0.0, "split": on[branch], None: unseen}[known.get(branch)]

    def look(branch: Branch, known: Mapping[Branch, Kind], left: int) -> float:
        won = ending * shares[branch]
        law = {"win": won, "loss": ending - won, "split": 1 - ending}
        after = ((chance, {**known, branch: kind}) for kind, chance in law.items())
        return sum(chance * max(ranked(view, left - 1).values()) for chance, view in after)

    def ranked(known: Mapping[Branch, Kind], left: int) -> dict[tuple[str, Branch], float]:
        found = {("move", branch): worth(branch, known) for branch in shares}
        unseen = [branch for branch in shares if branch not in known] if left else []
        return found | {("look", branch): look(branch, known, left) for branch in unseen}

    values = sorted(ranked(seen, looks).items(), key=lambda item: -item[1])
    return tuple(Choice(*act, value, values[0][1] - value) for act, value in values)


def _check(policy: Fresh, game: TreeSolitaire, x: float, looks: int) -> None:
    if game.form != "independent" or not isinstance(game.ratio, ConstantRatio):
        raise ValueError("choices are ranked for the independent form and a constant ratio")
    if not isinstance(policy, Fresh) or (isinstance(policy, HighFirst) and policy.looks > 1):
        raise ValueError(f"{policy!r} does not arrive at a fork knowing nothing")
    if not 0 < x <= 1 or looks < 0:
        raise ValueError(f"the value must lie in (0, 1] and the looks be 0 or more: {x}, {looks}")
