"""The dots of the students' program of *Dice battle*, and how far they lie off."""

from dataclasses import dataclass
from functools import cache

from chancegames.base.files import read_rows
from chancegames.base.paths import DATA
from chancegames.games.dice_battle.planned import _against_blind, _win_shares

_COLUMNS = ("game", "varied", "goal", "dice", "first", "second", "games", "share")
#: Games behind a dot of which the program does not say how many it has.
_SUPPOSED = 10_000


@dataclass(frozen=True)
class _Dot:
    """One point of a curve that the program drew.

    Attributes
    ----------
    game : {"race", "one roll"}
    varied : {"N", "D"}
        What changes along the curve, the goal or the limit of dice.
    goal, dice : int
        The source's N and D.
    first, second : {"optimal", "blind", "random"}
        The players; the first of them begins.
    games : int or None
        Games behind the point, if the program says how many.
    share : float
        Games of 1 that the first player won, as read off the picture, to about 0.001.  In the game
        of one roll a draw counts as won.
    """

    game: str
    varied: str
    goal: int
    dice: int
    first: str
    second: str
    games: int | None
    share: float

    def expected(self, faces: int) -> float:
        """The exact share, if the game is played with dice of so many faces."""
        if self.game == "one roll":
            match = _against_blind(self.dice, faces)
            return float(match[1] + match[0])
        return float(_win_shares(self.goal, self.dice, self.first, self.second, faces)[-1])

    def misses(self, faces: int) -> float:
        """How many standard errors the dot lies above what is expected."""
        share = self.expected(faces)
        return float(
            (self.share - share) / (share * (1 - share) / (self.games or _SUPPOSED)) ** 0.5
        )


@cache
def _dots() -> tuple[_Dot, ...]:
    """All dots, as `data/published/dicebattle_curves.csv` has them.

    Examples
    --------
    >>> first = _dots()[0]
    >>> len(_dots()), first.goal, first.first, first.second, first.share
    (140, 20, 'blind', 'blind', 0.569)
    """
    return tuple(
        _Dot(
            game=row["game"],
            varied=row["varied"],
            goal=int(row["goal"]),
            dice=int(row["dice"]),
            first=row["first"],
            second=row["second"],
            games=int(row["games"]) if row["games"] else None,
            share=float(row["share"]),
        )
        for row in read_rows(DATA / "published" / "dicebattle_curves.csv", _COLUMNS).values()
    )


def _duels(varied: str = "ND") -> tuple[_Dot, ...]:
    """The dots of the four duels of optimal and blind, over the goal, the limit of dice, or both.

    Examples
    --------
    >>> len(_duels()), len(_duels("N"))
    (80, 40)
    """
    return tuple(dot for dot in _dots() if dot.games and dot.varied in varied)
