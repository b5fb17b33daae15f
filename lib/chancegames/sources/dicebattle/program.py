"""Source 004, *Dice battle*: what the two students' program played, and with which dice.

The pictures of the report are lost in the scan, but the two have put their program on the net
(github.com/lamlisa/Dice-Battle), and pictures of ten goals and ten limits of dice with it.  It
plans for dice of six faces.  In its games a die shows ``np.random.randint(1, 6)``, and that is 5
at most.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from chancegames.base.files import read_rows
from chancegames.base.paths import DATA
from chancegames.games.dice_battle import OneRoll, Race, blind, one_roll, race, uniform
from chancegames.games.dice_battle.policies import TablePolicy
from chancegames.maths.solution import Distribution
from chancegames.sources.registry import Finding, Page

PAGE = Page("which-die")

#: Goals and limits of dice of its pictures; where one changes, the other stays at its standard.
GOALS, LIMITS = range(20, 201, 20), range(2, 21, 2)
STANDARD = {"goal": 100, "dice": 10}

#: Games behind each point of the four duels of optimal and blind (of the others it is not said).
GAMES = 10_000

#: Faces of the dice that the strategies are made for, and of those that the program rolls.
PLANNED, ROLLED = 6, 5


@dataclass(frozen=True)
class Point:
    """One point of a curve that the students' program drew.

    Attributes
    ----------
    game : {"race", "one roll"}
    varied : {"N", "D"}
        What changes along the curve, the goal or the limit of dice.
    goal, dice : int
        The source's N and D.
    first, second : {"optimal", "blind", "random"}
        The players; the first of them begins.
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
    share: float

    def expected(self, faces: int) -> float:
        """The exact share, if the game is played with dice of so many faces."""
        if self.game == "one roll":
            match = against_blind(self.dice, faces)
            return float(match[1] + match[0])
        return float(win_shares(self.goal, self.dice, self.first, self.second, faces)[-1])

    def misses(self, faces: int) -> float:
        """How many standard errors of 10,000 games the point lies above what is expected."""
        share = self.expected(faces)
        return float((self.share - share) / (share * (1 - share) / GAMES) ** 0.5)


@cache
def points() -> tuple[Point, ...]:
    """All points of the pictures, as `data/published/dicebattle_curves.csv` has them.

    Examples
    --------
    >>> first = points()[0]
    >>> len(points()), first.goal, first.first, first.second, first.share
    (140, 20, 'blind', 'blind', 0.569)
    """
    columns = ("game", "varied", "at", "first", "second", "share")
    return tuple(
        Point(
            row["game"],
            row["varied"],
            **STANDARD | {{"N": "goal", "D": "dice"}[row["varied"]]: int(row["at"])},
            first=row["first"],
            second=row["second"],
            share=float(row["share"]),
        )
        for row in read_rows(DATA / "published" / "dicebattle_curves.csv", columns).values()
    )


def duels(varied: str = "ND") -> tuple[Point, ...]:
    """The points of the races between optimal and blind, 10,000 games each.

    Parameters
    ----------
    varied : {"ND", "N", "D"}, optional
        Those over the goal, those over the limit of dice, or both.

    Examples
    --------
    >>> len(duels()), len(duels("N"))
    (80, 40)
    """
    return tuple(
        p for p in points() if p.game == "race" and p.first != "random" and p.varied in varied
    )


def win_shares(goal: int, dice: int, first: str, second: str, faces: int) -> NDArray[np.float64]:
    """Exact shares of races that the first player wins, if the dice have so many faces.

    Both plan for dice of six faces, whatever they roll.

    Returns
    -------
    ndarray of float, shape (goal,)
        For every goal up to this one.

    Examples
    --------
    >>> [round(float(win_shares(40, 10, "optimal", "blind", f)[-1]), 3) for f in (6, 5)]
    [0.632, 0.578]
    """
    cast = players(goal, dice)
    rules = Race(goal=goal, dice=dice, faces=faces)
    return (1 + race.evaluate(rules, cast[first], cast[second]).openings) / 2


@cache
def players(goal: int, dice: int) -> dict[str, TablePolicy]:
    """The strategies of the race, made for dice of six faces.

    Examples
    --------
    >>> players(10, 4)["blind"]((10, 10))
    {4: Fraction(1, 1)}
    """
    rules = Race(goal=goal, dice=dice)
    return {"optimal": race.solve(rules).policy, "blind": blind(rules), "random": uniform(rules)}


@cache
def against_blind(dice: int, faces: int = PLANNED) -> Distribution:
    """One roll each: how games of the optimal player against the blind one end.

    Both plan for dice of six faces, whatever they roll.

    Examples
    --------
    >>> [round(float(against_blind(10, faces)[0]), 4) for faces in (6, 5)]
    [0.3636, 0.453]
    """
    planned, rolled = OneRoll(dice=dice), OneRoll(dice=dice, faces=faces)
    return one_roll.distribution(rolled, one_roll.solve(planned).policy, blind(planned))


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
    shares = win_shares(GOALS[-1], STANDARD["dice"], first, second, faces)
    return float(np.mean([shares[goal - 1] for goal in GOALS]))


@PAGE.says("dicebattle-C09", false={"goal": 50})
def _dice_act_chaotically(goal: int = 100) -> Finding:
    """Between optimal players, the opener's share does not fall with every two dice more.

    The goal is that of the program's picture.
    """
    pair = ("optimal", "optimal")
    shares = [win_shares(goal, dice, *pair, PLANNED)[-1] for dice in LIMITS]
    steps: NDArray[np.float64] = np.diff(shares)
    shown = f"N = {goal}: from {shares[0]:.4f} for D = 2 to {shares[-1]:.4f} for D = 20, "
    rises = int((steps >= 0).sum())
    return Finding(rises > 0, shown + (f"rising {rises} times" if rises else "never rising"))
