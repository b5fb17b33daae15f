"""Beyond the source: the best use of k looks a move, by a player who forgets nothing.

The strategies of the source forget what they saw from earlier points.  A player who remembers has
more states - what he knows of the tree below him - and among all ways to place his looks, each
depending on what the earlier ones showed, and to move, there is a best one.  It is found here by
backward induction over a number of moves: an upper bound for every strategy of k looks, ordinal
or not, with a constant split ratio.
"""

from dataclasses import dataclass
from functools import cache

from chancegames.games.tree_solitaire.rules import ConstantRatio, Number, TreeSolitaire

Known = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class LookPlan:
    """The best chance of winning and the size of the problem.

    Attributes
    ----------
    value : number
        Chance of winning within the given number of moves, looks placed and moves made best.
    first_look : str or None
        Path of a best first look from the top.
    states : int
        States solved: value, knowledge, looks and moves left.
    """

    value: Number
    first_look: str | None
    states: int


def best_looks(game: TreeSolitaire, looks: int, moves: int) -> LookPlan:
    """Backward induction over all ways to use `looks` looks a move for `moves` moves.

    Parameters
    ----------
    game : TreeSolitaire
        The rules: independent form, constant split ratio.
    looks : int
        Looks a move, at least 0.
    moves : int
        Moves until the play is broken off as lost, at least 1.  The states grow exponentially
        with looks and moves: 3 looks and 4 moves take seconds.

    Returns
    -------
    LookPlan

    Raises
    ------
    ValueError
        If `looks` or `moves` is too small, the form dependent or the ratio random.

    Examples
    --------
    >>> from fractions import Fraction
    >>> from chancegames.games.tree_solitaire.diagrams import move_chances
    >>> from chancegames.games.tree_solitaire.policies import LSTRAT
    >>> from chancegames.games.tree_solitaire.rules import constant_game
    >>> game = constant_game(Fraction(1, 2), Fraction(3, 4))
    >>> best_looks(game, 1, 4).value == sum(move_chances(LSTRAT, game, 4))
    True
    """
    if looks < 0 or moves < 1:
        raise ValueError("there must be at least 0 looks and 1 move")
    if game.form != "independent" or not isinstance(game.ratio, ConstantRatio):
        raise ValueError("the best looks are for the independent form and a constant ratio")
    induction = _Induction(game, looks)
    value, first = induction.think("", (), looks, moves)
    return LookPlan(value, first, induction.think.cache_info().currsize)


class _Induction:
    """States: the path to the player's point, what he knows below it, looks and moves left."""

    def __init__(self, game: TreeSolitaire, looks: int) -> None:
        self.game, self.looks = game, looks
        self.think = cache(self._think)

    def chance(self, path: str) -> Number:
        """Value of a point, from its path from the top."""
        return self.game.ratio.moment(path.count("H"), path.count("L"))

    def _think(self, here: str, known: Known, looks: int, moves: int) -> tuple[Number, str | None]:
        """Best chance to win, and the next look that attains it (None: move)."""
        facts = dict(known)
        if any(kind == "win" and len(path) <= moves for path, kind in known):
            return 1, None
        best = max(self.go(here, facts, way, moves) for way in "HL"), None
        if looks:
            for path in self.frontier(facts, moves):
                seen = self.look(here, facts, path, looks, moves)
                if seen > best[0]:
                    best = seen, path
        return best

    def frontier(self, facts: dict[str, str], moves: int) -> list[str]:
        """Unseen points below the player's and below the split points he knows."""
        tops = ["", *(p for p, kind in facts.items() if kind == "split" and len(p) < moves)]
        return [top + way for top in tops for way in "HL" if top + way not in facts]

    def look(self, here: str, facts: dict[str, str], path: str, looks: int, moves: int) -> Number:
        """Chance to win if `path` is looked at now."""
        e, v = self.game.ending, self.chance(here + path)
        total = e * v  # a win seen is a win reached: the frontier stays within the moves left
        for kind, chance in (("loss", e * (1 - v)), ("split", 1 - e)):
            after = tuple(sorted({**facts, path: kind}.items()))
            total += chance * self.think(here, after, looks - 1, moves)[0]
        return total

    def go(self, here: str, facts: dict[str, str], way: str, moves: int) -> Number:
        """Chance to win if the player moves to branch `way` now."""
        kind, e = facts.get(way), self.game.ending
        if kind == "loss":
            return 0
        below = tuple(sorted((p[1:], k) for p, k in facts.items() if p[0] == way and len(p) > 1))
        on = self.think(here + way, below, self.looks, moves - 1)[0] if moves > 1 else 0
        return on if kind == "split" else e * self.chance(here + way) + (1 - e) * on
