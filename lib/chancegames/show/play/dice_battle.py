"""The tables of the dice battle: both races, by what the two players still lack."""

from collections.abc import Mapping
from dataclasses import asdict
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from chancegames.base.files import read_rows
from chancegames.base.paths import DATA
from chancegames.games.dice_battle import AtOnce, OneRoll, Race, at_once, race, solve
from chancegames.games.dice_battle.at_once import AtOnceSolution
from chancegames.games.dice_battle.one_roll import payoff_matrix
from chancegames.games.dice_battle.planned import _win_shares
from chancegames.games.dice_battle.tables import score_matrix, weights
from chancegames.models.dice_battle import Finish
from chancegames.show.play.tables import Table

VERSION = 1
#: Largest numbers of dice in a throw that the page offers, and the largest goal.
DICE = (3, 6, 10)
GOAL = 100
#: Dice that a race allows if a die may have any number of faces, as in `data/hogs.csv`.
ANY_DIE = 40
#: Rules of the race at once, by a short name.
FINISHES: dict[str, Finish] = {"draw": "draw", "higher": "higher total"}


def _table(dice: int, goal: int = GOAL) -> Table:
    """Make the table of one rule for both races.

    Parameters
    ----------
    dice : int
        The largest number of dice in a throw.
    goal : int, optional
        Every smaller goal is served as well.

    Returns
    -------
    Table
        Its arrays: ``law[d - 1, k - 1]``, the chance that d dice score k; ``turns[a, b]``, the
        expected gain in turn of the player who throws and lacks a points while the other lacks b,
        in single precision; and for the race at once, under each rule for its finish, what
        `_parts` gives.

    Raises
    ------
    ValueError
        If there is no such race.

    Examples
    --------
    >>> small = _table(2, goal=6)
    >>> small.arrays["turns"].shape, sorted(small.rules["finishes"])
    ((7, 7), ['draw', 'higher'])
    """
    rules = Race(goal=goal, dice=dice)
    arrays: dict[str, NDArray[Any]] = {
        "law": score_matrix(OneRoll(dice=dice))[:, 1:],
        "turns": race.solve(rules).values.astype("<f4"),
    }
    for name, finish in FINISHES.items():
        found = _parts(at_once.solve(AtOnce(goal=goal, dice=dice, finish=finish)))
        arrays |= {f"{name}/{key}": values for key, values in found.items()}
    return Table(
        f"dice-battle-{dice}", VERSION, asdict(rules) | {"finishes": FINISHES}, arrays=arrays
    )


def _parts(solution: AtOnceSolution) -> dict[str, NDArray[Any]]:
    """Values and strategies of a race at once, the few mixed ones apart.

    Parameters
    ----------
    solution : AtOnceSolution

    Returns
    -------
    dict of str to ndarray
        ``values[a, b]`` in single precision; ``throw[a, b]``, the dice to throw, or 0 where
        ``mixed_at[n] = (a, b)`` says that ``mixed[n]`` has the chances of each number of dice.

    Examples
    --------
    >>> found = _parts(at_once.solve(AtOnce(goal=3, dice=2)))
    >>> int(found["throw"][3, 3]), found["mixed"].shape
    (2, (0, 2))
    """
    strategies = weights(solution.table, slice(None))
    mixing = (strategies > 0).sum(axis=2) > 1
    return {
        "values": solution.values.astype("<f4"),
        "throw": np.where(mixing, 0, 1 + strategies.argmax(axis=2)).astype("|u1"),
        "mixed_at": np.argwhere(mixing).astype("<i2"),
        "mixed": strategies[mixing],
    }


def _throw_map(dice: int = max(DICE), goal: int = GOAL) -> Table:
    """Make the table of the map that moves in the chapter on the race in turn.

    Returns
    -------
    Table
        ``law`` and ``turns`` as in `_table`; ``throws[a, b]``, the best number of dice of the
        player who throws and lacks a points while the other lacks b, the fewest if several are.

    Examples
    --------
    >>> _throw_map(2, goal=6).arrays["throws"][1:3, 1:3].tolist()
    [[1, 1], [1, 1]]
    """
    rules = Race(goal=goal, dice=dice)
    solved = race.solve(rules)
    arrays = {
        "law": score_matrix(OneRoll(dice=dice))[:, 1:],
        "turns": solved.values.astype("<f4"),
        "throws": solved.dice.astype("|u1"),
    }
    return Table("throw-map", 1, asdict(rules), arrays=arrays)


def _one_roll(dice: int = max(DICE)) -> Table:
    """Make the table of the pictures that move in the chapter on one roll each.

    Returns
    -------
    Table
        ``gains[d - 1, e - 1]``, the expected gain of d dice against e; ``draws``, the chance of a
        draw; ``best``, the optimal probability of each number of dice.

    Examples
    --------
    >>> _one_roll(2).arrays["gains"].tolist()
    [[0.0, -0.375], [0.375, 0.0]]
    """
    rules = OneRoll(dice=dice)
    own = solve(rules).policy((0, 0))
    law = score_matrix(rules)
    arrays = {
        "gains": np.array(payoff_matrix(rules), dtype=float),
        "draws": law @ law.T,
        "best": np.array([float(own.get(d, 0)) for d in rules.rolls]),
    }
    return Table("one-roll", 2, {"dice": dice}, arrays=arrays)


def _any_die() -> Table:
    """Make the table of the picture that moves in the chapter on dice of other faces.

    Returns
    -------
    Table
        ``dice`` to roll first and ``wins`` of the opener in 100 races, by faces and goal, as the
        committed table `data/hogs.csv` has them; ``lost[faces, goal, d - 1]``, the hundredths
        of a race in 100 that a first roll of d dice wins less.

    Examples
    --------
    >>> arrays = _any_die().arrays
    >>> int(arrays["dice"][6 - 4, 100 - 1]), arrays["lost"][6 - 4, 100 - 1, 4:7].tolist()
    (6, [7, 0, 13])
    """
    kept = [row for row in read_rows(DATA / "hogs.csv", ()).values() if row["bust_score"] == "1"]
    faces = sorted({int(row["faces"]) for row in kept})
    shape = len(faces), -1
    arrays = {
        "dice": np.array([int(row["dice"]) for row in kept], "|u1").reshape(shape),
        "wins": np.array([float(row["wins"]) for row in kept], "<f4").reshape(shape),
    }
    goal, tried = arrays["dice"].shape[1], int(arrays["dice"].max()) + 1
    solved = [race.solve(Race(goal=goal, dice=ANY_DIE, faces=f)) for f in faces]
    arrays["lost"] = np.array(
        [[_lost(each, n)[:tried] for n in range(1, goal + 1)] for each in solved]
    )
    rules = {"least": faces[0], "most": faces[-1], "goal": goal, "tried": tried}
    return Table("any-die", 3, rules, arrays=arrays)


def _which_die() -> Table:
    """Make the table of the picture that moves in the chapter on the students' program.

    Returns
    -------
    Table
        By duel, the shares of races that the program's opener won: ``seen_N`` over the goal,
        ``seen_D`` over the most dice.  By faces of the dice and duel, the exact shares:
        ``exact_N`` at every goal, ``exact_D`` at every number of dice.

    Examples
    --------
    >>> table = _which_die()
    >>> table.data["duels"][2], table.arrays["exact_N"][6 - 4, 2, 40 - 1].round(3).tolist()
    ('optimal, blind', 0.632)
    """
    rows = read_rows(DATA / "published" / "dicebattle_curves.csv", ()).values()
    duels = [row for row in rows if row["games"]]
    pairs = list(dict.fromkeys((row["first"], row["second"]) for row in duels))
    shares = {
        name: [
            [float(row["share"]) for row in duels if _of(row) == (name, *pair)] for pair in pairs
        ]
        for name in "ND"
    }
    faces = range(4, 9)
    exact_n = [[_win_shares(200, max(DICE), *pair, f) for pair in pairs] for f in faces]
    exact_d = [
        [[_win_shares(GOAL, most, *pair, f)[-1] for most in range(1, 21)] for pair in pairs]
        for f in faces
    ]
    return Table(
        "which-die",
        1,
        {"least": faces[0], "most": faces[-1], "games": int(duels[0]["games"])},
        data={"duels": [", ".join(pair) for pair in pairs]},
        arrays={
            "seen_N": np.array(shares["N"]),
            "seen_D": np.array(shares["D"]),
            "exact_N": np.array(exact_n),
            "exact_D": np.array(exact_d),
        },
    )


def _of(row: Mapping[str, str]) -> tuple[str, str, str]:
    """What changes along the curve of a dot, and the two players."""
    return row["varied"], row["first"], row["second"]


def _lost(solved: race.RaceSolution, goal: int) -> NDArray[np.uint16]:
    """Hundredths of a race in 100 that each first roll wins less than the best."""
    gains = np.array([*solved.action_values((goal, goal)).values()])
    hundredths: NDArray[np.uint16] = np.round(5000 * (gains.max() - gains)).astype("<u2")
    return hundredths


MAKERS = {f"dice-battle-{dice}": partial(_table, dice) for dice in DICE} | {
    "throw-map": _throw_map,
    "one-roll": _one_roll,
    "any-die": _any_die,
    "which-die": _which_die,
}
