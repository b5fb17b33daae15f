"""What a player of the dice battle can carry in a pocket: how many dice to roll, by the scores."""

from collections.abc import Sequence

from chancegames.games.dice_battle.tables import TableSolution
from chancegames.models.dice_battle import State


def card(
    solution: TableSolution, needs: Sequence[int], leads: Sequence[int]
) -> tuple[dict[str, int | str], ...]:
    """Put the advice for some positions into the rows of a table.

    Parameters
    ----------
    solution : TableSolution
        Of either race.
    needs : sequence of int
        Points that the player still needs, a row each.
    leads : sequence of int
        How far the player is ahead, a column each; negative behind.

    Returns
    -------
    tuple of dict
        Keys are "you need", and the leads as text; empty where there is no such position.

    Examples
    --------
    >>> from chancegames import dice_battle
    >>> card(dice_battle.solve(dice_battle.Race(goal=3, dice=3)), [2], [-1, 0, 5])
    ({'you need': 2, '−1': '1', 'level': '1', '+5': ''},)
    """
    goal = solution.rules.goal

    def cell(need: int, lead: int) -> str:
        state = need, need + lead
        return _advice(solution, state) if min(state) >= 1 and max(state) <= goal else ""

    def heading(lead: int) -> str:
        return f"{lead:+d}".replace("-", "−") if lead else "level"

    return tuple(
        {"you need": need} | {heading(lead): cell(need, lead) for lead in leads} for need in needs
    )


def _advice(solution: TableSolution, state: State) -> str:
    """All optimal numbers of dice, or each number with its weight where one must mix."""
    best = solution.best(state)
    if best:
        return " or ".join(map(str, best))
    mixture = solution.policy(state)
    return ", ".join(f"{dice} ({100 * float(weight):.1f}%)" for dice, weight in mixture.items())
