"""What a player can carry in a pocket: what to keep of each hand after the first cast."""

from collections.abc import Mapping

from chancegames.games.game421.hands import digits
from chancegames.games.game421.rounds import RoundSolution, tables
from chancegames.games.game421.whole import GameSolution, Position, Turn
from chancegames.maths.dice import Combination
from chancegames.models.game421 import RANKING

Keeps = Mapping[Combination, tuple[Combination, ...]]


def first_keeps(best: RoundSolution | GameSolution, position: Position = (11, 0)) -> Keeps:
    """What is best to keep of each table after the first cast; all of it means to stop.

    Parameters
    ----------
    best : RoundSolution or GameSolution
        Of best play.
    position : (int, int), optional
        In a whole game: tokens in the pot and of the player who starts the set.  Choices count as
        equal that the proved bounds of the game cannot tell apart.

    Examples
    --------
    >>> from chancegames.games.game421.rounds import solve_round
    >>> from chancegames.models.game421 import Round
    >>> first_keeps(solve_round(Round()))[1, 4, 6]
    ((1, 4),)
    """
    if isinstance(best, RoundSolution):
        return {table: best.best((1, (), table)) for table, _ in tables(best.rules, ())}
    found = {}
    for table in RANKING:
        values = best.action_values(Turn(*position, (), 1, (), table))
        least = max(values.values()) - max(float(best.residual), 1e-12)
        found[table] = tuple(kept for kept, value in values.items() if value >= least)
    return found


def by_keep(keeps: Keeps) -> dict[str, list[str]]:
    """Group tables by what to keep of them, both written as players do; most dice first.

    Examples
    --------
    >>> by_keep({(1, 1, 3): ((1, 1),), (1, 1, 4): ((1, 1, 4),)})
    {'411': ['411'], '11': ['311']}
    """
    groups: dict[str, list[str]] = {}
    for table, best in keeps.items():
        name = " or ".join(digits(kept) or "nothing" for kept in best)
        groups.setdefault(name, []).append(digits(table))
    return dict(sorted(groups.items(), key=lambda item: (-len(item[0]), item[0])))
