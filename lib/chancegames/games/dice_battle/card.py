"""What a player can carry in a pocket: how many dice, by what he lacks and how far he leads."""

from collections.abc import Sequence

from chancegames.games.dice_battle.race_table import RaceTable


def advice(solution: RaceTable, own: int, other: int) -> str:
    """What to throw at two scores, in words.

    Parameters
    ----------
    solution : RaceTable
        A solution of either race.
    own, other : int
        Points already scored.

    Returns
    -------
    str
        All optimal numbers of dice, joined by "or"; if a player has to mix, each number of dice
        with its weight in per cent.

    Raises
    ------
    ValueError
        If this is no state of the race.

    Examples
    --------
    >>> from chancegames.games.dice_battle import race, simultaneous
    >>> from chancegames.games.dice_battle.rules import Rules
    >>> advice(race.solve(10, Rules(dice=3)), 9, 0)
    '1 or 2 or 3'
    >>> at_once = simultaneous.solve(2, Rules(dice=6), simultaneous.Finish.HIGHER_TOTAL)
    >>> advice(at_once, 0, 0)
    '2 (17.6 %), 3 (5.3 %), 5 (77.1 %)'
    """
    best = solution.best_throws(own, other)
    if best:
        return " or ".join(map(str, best))
    mixture = solution.strategy(own, other)
    return ", ".join(f"{dice} ({100 * float(weight):.1f} %)" for dice, weight in mixture.items())


def card(
    solution: RaceTable, lacks: Sequence[int], leads: Sequence[int]
) -> tuple[dict[str, int | str], ...]:
    """Put the advice for some positions into the rows of a table.

    Parameters
    ----------
    solution : RaceTable
        A solution of either race.
    lacks : sequence of int
        Points that the player lacks, a row each.
    leads : sequence of int
        How far he is ahead, a column each; negative if he is behind.

    Returns
    -------
    tuple of dict
        Keys are "you lack", and the leads as text; empty where there is no such position.

    Examples
    --------
    >>> from chancegames.games.dice_battle import race
    >>> from chancegames.games.dice_battle.rules import Rules
    >>> card(race.solve(3, Rules(dice=3)), [2], [-1, 0, 5])
    ({'you lack': 2, '-1': '1', 'level': '1', '+5': ''},)
    """
    goal = solution.goal

    def cell(lack: int, lead: int) -> str:
        own, other = goal - lack, goal - lack - lead
        inside = min(own, other) >= 0 and max(own, other) < goal
        return advice(solution, own, other) if inside else ""

    return tuple(
        {"you lack": lack} | {f"{lead:+d}" if lead else "level": cell(lack, lead) for lead in leads}
        for lack in lacks
    )
