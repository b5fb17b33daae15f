"""What to do with this roll, and what each other choice costs."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from chancegames.games.yahtzee.lattice import ROLLS, ROW_OF, ROWS
from chancegames.games.yahtzee.layout import SETS, TOTALS, anchor
from chancegames.games.yahtzee.rules import Box, Card, parse_dice
from chancegames.games.yahtzee.solve import Solution
from chancegames.games.yahtzee.targets import Chances
from chancegames.games.yahtzee.turn import Scoring, keep_values, scoring
from chancegames.maths.dice import Combination, keeps

_EQUAL = 1e-9  # smaller differences are rounding


@dataclass(frozen=True)
class Option:
    """One legal action, with its worth.

    Parameters
    ----------
    action : Box or tuple of int
        The box to score in, or the dice to keep while the others are rolled again.
    value : float
        Points still to come on average, or the chance of the target, playing best afterwards.
    regret : float
        How much less that is than with the best action; 0 for the best.
    """

    action: Box | Combination
    value: float
    regret: float

    @property
    def label(self) -> str:
        """The action in words.

        Examples
        --------
        >>> Option((6, 6), 1.0, 0.0).label, Option((), 1.0, 0.0).label
        ('keep 6 6', 'roll all five again')
        """
        if isinstance(self.action, Box):
            return f"score in {self.action.label}"
        return f"keep {' '.join(map(str, self.action))}" if self.action else "roll all five again"


def _worths(solved: Solution | Chances, turn: Scoring, need: int | None) -> np.ndarray:
    """Worth of scoring each roll in each box, shape (13, 252); -inf where that is not legal."""
    sets, totals = turn.sets[turn.legal], turn.totals[turn.legal]
    worths = np.full(turn.legal.shape, -np.inf)
    if isinstance(solved, Chances):
        worths[turn.legal] = solved.lookup(sets, totals, need - turn.points[turn.legal])
    else:
        future = solved.values.reshape(SETS, TOTALS)[sets, totals]
        worths[turn.legal] = turn.points[turn.legal] + future
    return worths


def advise(
    solved: Solution | Chances,
    card: Card,
    dice: tuple[int, ...] | str,
    rolls_left: int,
    need: int | None = None,
) -> tuple[Option, ...]:
    """Rank every legal action by its worth.

    Parameters
    ----------
    solved : Solution or Chances
        A solution for the best average, or one for the best chance of a target.
    card : Card
    dice : tuple of int or str
        Five faces, such as ``(6, 6, 6, 1, 2)`` or ``"66612"``.
    rolls_left : int
        How often dice may still be rolled this turn: 0, 1 or 2.
    need : int, optional
        Points still needed from here, upper bonus included; with `Chances`, and only then.

    Returns
    -------
    tuple of Option
        The best first; equals in the order boxes before keeps.

    Raises
    ------
    ValueError
        If the card is full, the dice or the rolls are not possible, or `need` does not go with
        what was solved.

    Examples
    --------
    >>> from chancegames.games.yahtzee.solve import solve
    >>> card = Card(frozenset(Box) - {Box.YAHTZEE, Box.CHANCE})
    >>> best = advise(solve(start=card), card, "66612", 1)[0]
    >>> best.label
    'keep 6 6 6'
    """
    faces = check_situation(card, dice, rolls_left)
    return _adviser(solved, card, rolls_left, need)(faces)


def _adviser(
    solved: Solution | Chances, card: Card, rolls_left: int, need: int | None
) -> Callable[[Combination], tuple[Option, ...]]:
    """Work out once what all rolls share, and rank the actions of any of them."""
    _check_solved(solved, card, need)
    turn = scoring(solved.rules, *anchor(card))
    worths = _worths(solved, turn, need)
    worth_of_keep = keep_values(worths.max(axis=0), rolls_left)

    def ranking(faces: Combination) -> tuple[Option, ...]:
        roll = ROW_OF[faces]
        boxes = [(Box(b), worths[b, roll]) for b in range(13) if turn.legal[b, roll]]
        rolled = [k for k in keeps(faces) if len(k) < 5] if rolls_left else []
        kept = [(k, worth_of_keep[ROW_OF[k]]) for k in reversed(rolled)]
        ranked = sorted(boxes + kept, key=lambda option: -option[1])
        best = ranked[0][1]
        return tuple(Option(action, float(v), float(best - v)) for action, v in ranked)

    return ranking


def check_situation(card: Card, dice: tuple[int, ...] | str, rolls_left: int) -> Combination:
    """Refuse what cannot be played: a full card, bad dice, bad rolls.

    Parameters
    ----------
    card : Card
    dice : tuple of int or str
    rolls_left : int

    Returns
    -------
    tuple of int
        The dice, sorted.

    Raises
    ------
    ValueError
        With one sentence.
    """
    if not card.open:
        raise ValueError("the card is full: the game is over")
    if isinstance(rolls_left, bool) or rolls_left not in (0, 1, 2):
        raise ValueError(f"the rolls left must be 0, 1 or 2, not {rolls_left!r}")
    return parse_dice(dice)


def _check_solved(solved: Solution | Chances, card: Card, need: int | None) -> None:
    if isinstance(solved, Chances) != (need is not None):
        raise ValueError("a need goes with solved chances of targets, and only with those")
    if isinstance(solved, Chances):
        solved.chance(card, need)
    elif np.isnan(solved.value(card)):
        raise ValueError("this card cannot follow the card that was solved")


@dataclass(frozen=True)
class Disagreement:
    """A roll with which the best average and the best chance part ways.

    Parameters
    ----------
    dice : tuple of int
    for_average, for_chance : Option
        The best action for each aim, with the worth it has for its own aim.
    points_lost : float
        Average points that the action for the chance gives up.
    chance_lost : float
        Chance of the target that the action for the average gives up.
    """

    dice: Combination
    for_average: Option
    for_chance: Option
    points_lost: float
    chance_lost: float


def disagreements(
    solution: Solution, chances: Chances, card: Card, need: int, rolls_left: int = 2
) -> tuple[Disagreement, ...]:
    """Find the rolls at a card where going for a target takes another action.

    Parameters
    ----------
    solution : Solution
    chances : Chances
    card : Card
    need : int
        Points still needed, upper bonus included.
    rolls_left : int, optional
        0, 1 or 2.

    Returns
    -------
    tuple of Disagreement
        The largest loss of chance first.

    Raises
    ------
    ValueError
        As for `advise`.
    """
    check_situation(card, ROWS[0], rolls_left)
    for_average = _adviser(solution, card, rolls_left, None)
    for_chance = _adviser(chances, card, rolls_left, need)
    found = []
    for dice in ROWS[:ROLLS]:
        averages, aimed = for_average(dice), for_chance(dice)
        points_lost = next(o for o in averages if o.action == aimed[0].action).regret
        chance_lost = next(o for o in aimed if o.action == averages[0].action).regret
        if points_lost > _EQUAL and chance_lost > _EQUAL:
            found.append(Disagreement(dice, averages[0], aimed[0], points_lost, chance_lost))
    return tuple(sorted(found, key=lambda d: -d.chance_lost))
