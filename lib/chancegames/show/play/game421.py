"""The table of 421: rounds solved for the built-in utilities, chances of goals, the whole game.

None of the utilities depends on the date, so that a position is told by the casts that are *left*:
``[left, state]`` with states numbered as in ``Round().states``.
"""

from collections.abc import Iterator

import numpy as np

from chancegames.games.game421.chances import result_law
from chancegames.games.game421.laws import NAMES
from chancegames.games.game421.rules import PLAYERS, Round
from chancegames.games.game421.solve import mean_max
from chancegames.games.game421.utilities import digits, ranking, sample, tokens
from chancegames.games.game421.whole import GameRules, solve_game, target_table
from chancegames.show.play.tables import Table

VERSION = 1


def round_values(player: str, name: str) -> np.ndarray:
    """Values of the states of a round, best play assumed.

    Parameters
    ----------
    player : {"first", "next"}
    name : str
        Of a utility, as for `utilities.sample`.

    Returns
    -------
    ndarray of float, shape (casts + 1, states)
        Entry ``[left, state]`` with casts left; 0 where there is no such state.

    Raises
    ------
    ValueError
        If player or utility is unknown.

    Examples
    --------
    >>> float(round_values("first", "transfer")[0, -1])
    6.0
    """
    rules = Round(player=player)
    solution = mean_max(rules, sample(rules, name))
    return np.array(
        [
            [
                float(solution.at(rules.casts - left, s))
                if (rules.casts - left, s) in solution.values
                else 0.0
                for s in rules.states
            ]
            for left in range(rules.casts + 1)
        ]
    )


def goal_chances(player: str, dice: int, casts: int) -> np.ndarray:
    """Chance of each result for a player who tries to reach each goal most probably.

    Parameters
    ----------
    player : {"first", "next"}
    dice, casts : int
        What is left of the round.

    Returns
    -------
    ndarray of float, shape (goals, results)
        Rows add up to 1; both in the order of ``Round(dice).finals``.

    Raises
    ------
    ValueError
        If such a round does not exist.

    Examples
    --------
    >>> float(goal_chances("first", 1, 1)[0].sum().round(12))
    1.0
    """
    rules = Round(dice, casts=casts, player=player)
    place = {final: n for n, final in enumerate(rules.finals)}
    chances = np.zeros((len(place), len(place)))
    for row, goal in enumerate(rules.finals):
        for (_, final), p in result_law(rules, goal).items():
            chances[row, place[final]] += float(p)
    return chances


def table() -> Table:
    """Make the table.

    Returns
    -------
    Table
        Its data: names of states and utilities, utilities, order and tokens of the hands, states
        of the whole game.  Its arrays: ``values`` by utility, player, casts left and state;
        ``first/dice/left`` and the like, the chances of goals; ``chance`` to win the whole game
        by state, then for a game lost and a game won; ``targets`` as in `target_table`.
    """
    rules, whole = Round(), GameRules()
    game, positions = solve_game(whole), whole.states()
    values = np.array([[round_values(player, name) for player in PLAYERS] for name in NAMES])
    return Table(
        "game421",
        VERSION,
        {
            "dice": rules.dice,
            "faces": rules.faces,
            "casts": rules.casts,
            "pot": whole.pot,
            "starter": whole.starter,
            "tie": whole.tie,
            "short_pot": whole.short_pot,
            "short_hand": whole.short_hand,
        },
        {
            "states": [digits(s)[::-1] for s in rules.states],
            "utilities": {n: [int(sample(rules, n)[1, h]) for h in rules.finals] for n in NAMES},
            "order": [ranking().index(hand) for hand in rules.finals],
            "tokens": [tokens(hand) for hand in rules.finals],
            "positions": positions,
            "gap": game.gap,
        },
        {
            "values": values,
            **dict(_all_chances(rules)),
            "chance": np.array([*(game.chance(p) for p in positions), 0.0, 1.0]),
            "targets": target_table(whole, positions).astype("<i2"),
        },
    )


def _all_chances(rules: Round) -> Iterator[tuple[str, np.ndarray]]:
    for player in PLAYERS:
        for dice in range(1, rules.dice + 1):
            for left in range(1, rules.casts + 1):
                yield f"{player}/{dice}/{left}", goal_chances(player, dice, left)


MAKERS = {"game421": table}
