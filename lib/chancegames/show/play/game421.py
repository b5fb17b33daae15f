"""The table of 421: rounds solved for the built-in utilities, chances of goals, the whole game.

None of the utilities depends on the date, so that a position is told by the casts that are *left*:
``[left, state]`` with states numbered as in ``Round().states``.
"""

from dataclasses import asdict
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from chancegames.games.game421 import UTILITIES, Aim, Game, digits, utility
from chancegames.games.game421.card import first_keeps
from chancegames.games.game421.policies import result_law
from chancegames.games.game421.rounds import solve_round
from chancegames.games.game421.sets import NOBODY, OTHER, STARTER
from chancegames.games.game421.whole import MOST_TOKENS, GameSolution, solve_game
from chancegames.models.game421 import PLAYERS, RANKING, TOKENS, Round
from chancegames.show.play.tables import Table

VERSION = 1


def _round_values(player: str, name: str) -> NDArray[np.float64]:
    """Values of the states of a round, best play assumed.

    Parameters
    ----------
    player : {"first", "next"}
    name : str
        Of a utility, as for `game421.utility`.

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
    >>> float(_round_values("first", "transfer")[0, -1])
    6.0
    """
    rules = Round(player=player, utility=utility(name))
    best = solve_round(rules)
    dates = reversed(range(rules.casts + 1))
    return np.array(
        [
            [float(best.value_at((d, s))) if (d, s) in best.values else 0.0 for s in rules.states]
            for d in dates
        ]
    )


def _goal_chances(player: str, dice: int, casts: int) -> NDArray[np.float64]:
    """Chance of each result for a player who tries to reach each goal most probably.

    Parameters
    ----------
    player : {"first", "next"}
    dice, casts : int
        What is left of the round.

    Returns
    -------
    ndarray of float, shape (goals, results)
        Rows add up to 1; both in the order of ``Round(dice).hands``.

    Raises
    ------
    ValueError
        If such a round does not exist.

    Examples
    --------
    >>> float(_goal_chances("first", 1, 1)[0].sum().round(12))
    1.0
    """
    rules = Round(dice, casts=casts, player=player)
    place = {hand: n for n, hand in enumerate(rules.hands)}
    chances = np.zeros((len(place), len(place)))
    for row, goal in enumerate(rules.hands):
        for (_, hand), p in result_law(rules, goal).items():
            chances[row, place[hand]] += float(p)
    return chances


def _whole_states(rules: Game) -> list[tuple[int, int, int]]:
    """States of the whole game as the page tells them: (pot, tokens of A, starter, 0 for A)."""
    return [
        (pot, own, starter) for (pot, own), starter in product(rules.positions, (STARTER, OTHER))
    ]


def _chance(best: GameSolution, state: tuple[int, int, int]) -> float:
    """Chance of A to win the whole game."""
    pot, of_a, starter = state
    own = of_a if starter == STARTER else best.rules.pot - pot - of_a
    return best.value_at((pot, own), starter)


def _targets(rules: Game, states: list[tuple[int, int, int]]) -> NDArray[np.int16]:
    """Number the state after each result of a set, by loser (A, B or nobody) and tokens.

    Numbers beyond the states mean that A has lost (the first) or won (the second).
    """
    number = {state: n for n, state in enumerate(states)}
    found = np.zeros((len(states), 3, MOST_TOKENS + 1), "<i2")
    for (n, state), who, amount in product(
        enumerate(states), (STARTER, OTHER, NOBODY), range(1, MOST_TOKENS + 1)
    ):
        pot, of_a, starter = state
        own = of_a if starter == STARTER else rules.pot - pot - of_a
        loser = who if who == NOBODY or starter == STARTER else 1 - who
        (left, mine), same = rules.after((pot, own), loser, amount)
        next_starter = starter if same else 1 - starter
        after = (left, mine if next_starter == STARTER else rules.pot - left - mine, next_starter)
        over = rules.over(after[:2])
        found[n, who, amount] = len(states) + (after[1] == 0) if over else number[after]
    return found


def _keeps(best: GameSolution, rules: Round) -> NDArray[np.int8]:
    """Number what to keep of each first cast, by position and hand; all of it if that is best."""
    number = {state: n for n, state in enumerate(rules.states)}
    found = np.zeros((len(best.rules.positions), len(rules.hands)), np.int8)
    for n, position in enumerate(best.rules.positions):
        keeps = first_keeps(best, position)
        found[n] = [number[h if h in keeps[h] else keeps[h][0]] for h in rules.hands]
    return found


def _otherwise(who: str, rules: Round) -> dict[str, NDArray[Any]]:
    """What to keep, where, and the chance of the starter, if others begin the next set."""
    whole = Game(starter=who)
    best = solve_game(whole)
    return {
        f"keeps/{who}": _keeps(best, rules),
        f"reached/{who}": np.array([place in whole.reachable for place in whole.positions], "i1"),
        f"begins/{who}": np.array([best.value_at(place) for place in whole.positions]),
    }


def _table() -> Table:
    """Make the table.

    Returns
    -------
    Table
        Its data: names of states and utilities, utilities, order and tokens of the hands, states
        of the whole game.  Its arrays: ``values`` by utility, player, casts left and state;
        ``first/dice/left`` and the like, the chances of goals; ``chance`` to win the whole game
        by state, then for a game lost and a game won; ``targets`` as in
        `_targets`; ``keeps`` by position (pot, tokens of the starter) and first cast, the state to
        keep; ``reached``, 1 for positions that can come up.  ``keeps/winner`` and the like are the
        same for other answers to who begins the next set, ``begins`` the chance of the starter.
    """
    rules, whole = Round(), Game()
    best, states = solve_game(whole), _whole_states(whole)
    values = np.array([[_round_values(player, name) for player in PLAYERS] for name in UTILITIES])
    left = product(PLAYERS, range(1, rules.dice + 1), range(1, rules.casts + 1))
    goals = {f"{who}/{dice}/{casts}": _goal_chances(who, dice, casts) for who, dice, casts in left}
    return Table(
        "game421",
        VERSION,
        {"dice": rules.dice, "faces": rules.faces, "casts": rules.casts} | asdict(whole),
        {
            "states": [digits(s)[::-1] for s in rules.states],
            "utilities": {n: [int(u(hand)) for hand in rules.hands] for n, u in UTILITIES.items()},
            "order": [RANKING.index(hand) for hand in rules.hands],
            "tokens": [TOKENS[hand] for hand in rules.hands],
            "positions": states,
            "gap": best.residual,
        },
        {
            "values": values,
            **goals,
            "chance": np.array([*(_chance(best, state) for state in states), 0.0, 1.0]),
            "targets": _targets(whole, states),
            "keeps": _keeps(best, rules),
            "reached": np.array([place in whole.reachable for place in whole.positions], np.int8),
            **_otherwise("winner", rules),
            **_otherwise("alternate", rules),
        },
    )


def _ratchet(most: int = 20) -> Table:
    """Make the table of a lone 2 in the first cast of a round for 211: keep it, or not.

    Chances by faces of a die and casts in all, each from its least on.
    """
    least, faces, wanted = 2, range(2, 9), Aim.at("211")
    rounds = [solve_round(Round(3, f, most, utility=wanted)) for f in faces]
    dates = range(most - least + 1, 0, -1)  # casts made when 1, 2, ... are to come
    return Table(
        "ratchet-211",
        VERSION,
        {"least": least, "most": most, "faces": faces[0], "last": faces[-1]},
        arrays={
            name: np.array([[float(best.value_at((j, aside))) for j in dates] for best in rounds])
            for name, aside in (("keep", (2,)), ("back", ()))
        },
    )


MAKERS = {"game421": _table, "ratchet-211": _ratchet}
