"""The tables of the dice battle: both races, by what the two players still lack."""

from functools import partial

import numpy as np

from chancegames.games.dice_battle import race, simultaneous
from chancegames.games.dice_battle.rules import Rules
from chancegames.games.dice_battle.simultaneous import Finish
from chancegames.show.play.tables import Table

VERSION = 1
#: Largest numbers of dice in a throw that the page offers, and the largest goal.
DICE = (3, 6, 10)
GOAL = 100
#: Rules of the race at once, by a short name.
FINISHES = {"draw": Finish.DRAW, "higher": Finish.HIGHER_TOTAL}


def table(dice: int, goal: int = GOAL) -> Table:
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
        `at_once` gives.

    Raises
    ------
    ValueError
        If there is no such race.

    Examples
    --------
    >>> small = table(2, goal=6)
    >>> small.arrays["turns"].shape, sorted(small.rules["finishes"])
    ((7, 7), ['draw', 'higher'])
    """
    rules = Rules(dice)
    arrays = {
        "law": simultaneous.points_laws(rules),
        "turns": race.solve(goal, rules).values.astype("<f4"),
    }
    for name, finish in FINISHES.items():
        found = at_once(simultaneous.solve(goal, rules, finish))
        arrays |= {f"{name}/{key}": values for key, values in found.items()}
    return Table(
        f"dice-battle-{dice}",
        VERSION,
        {
            "dice": rules.dice,
            "faces": rules.faces,
            "bust_score": rules.bust_score,
            "goal": goal,
            "finishes": {name: finish.value for name, finish in FINISHES.items()},
        },
        arrays=arrays,
    )


def at_once(solution: simultaneous.SimultaneousSolution) -> dict[str, np.ndarray]:
    """Values and strategies of a race at once, the few mixed ones apart.

    Parameters
    ----------
    solution : SimultaneousSolution

    Returns
    -------
    dict of str to ndarray
        ``values[a, b]`` in single precision; ``throw[a, b]``, the dice to throw, or 0 where
        ``mixed_at[n] = (a, b)`` says that ``mixed[n]`` has the chances of each number of dice.

    Examples
    --------
    >>> found = at_once(simultaneous.solve(3, Rules(2)))
    >>> int(found["throw"][3, 3]), found["mixed"].shape
    (2, (0, 2))
    """
    mixing = (solution.strategies > 0).sum(axis=2) > 1
    return {
        "values": solution.values.astype("<f4"),
        "throw": np.where(mixing, 0, 1 + solution.strategies.argmax(axis=2)).astype("|u1"),
        "mixed_at": np.argwhere(mixing).astype("<i2"),
        "mixed": solution.strategies[mixing],
    }


def throw_map(dice: int = max(DICE), goal: int = GOAL) -> Table:
    """Make the table of the map that moves in the chapter on the race in turn.

    Returns
    -------
    Table
        ``law`` and ``turns`` as in `table`; ``throws[a, b]``, the best number of dice of the
        player who throws and lacks a points while the other lacks b, the fewest if several are.

    Examples
    --------
    >>> throw_map(2, goal=6).arrays["throws"][1:3, 1:3].tolist()
    [[1, 1], [1, 1]]
    """
    rules = Rules(dice)
    solved = race.solve(goal, rules)
    return Table(
        "throw-map",
        1,
        {
            "dice": rules.dice,
            "faces": rules.faces,
            "bust_score": rules.bust_score,
            "goal": goal,
        },
        arrays={
            "law": simultaneous.points_laws(rules),
            "turns": solved.values.astype("<f4"),
            "throws": solved.throws.astype("|u1"),
        },
    )


MAKERS = {f"dice-battle-{dice}": partial(table, dice) for dice in DICE} | {"throw-map": throw_map}
