"""What to do with this roll, and what each other choice costs."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from chancegames.base.checks import door, shown
from chancegames.games.yahtzee.layout import ROLLS, ROW_OF, ROWS, TIE, Floats, anchor
from chancegames.games.yahtzee.policies import _box_worths
from chancegames.games.yahtzee.scoring import _scoring, _turn_values
from chancegames.games.yahtzee.solver import YahtzeeSolution
from chancegames.games.yahtzee.targets import Chances
from chancegames.maths.dice import Combination, keeps, merge
from chancegames.models.yahtzee import (
    DICE,
    FIXED,
    UPPER,
    UPPER_TARGET,
    Action,
    Box,
    Card,
    five_dice,
    possible_points,
)


@dataclass(frozen=True)
class Option:
    """Something that you may do now, with what it is worth and costs: `advise` lists them.

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


@door
def advise(
    solved: YahtzeeSolution | Chances,
    card: Card,
    dice: Sequence[int] | str,
    rolls_left: int,
    need: int | None = None,
) -> tuple[Option, ...]:
    """Rank what you may do by its worth: score now, or keep some dice and roll the others.

    Keeping all five dice, which the rules allow and which only uses up a roll, is left out.

    Parameters
    ----------
    solved : YahtzeeSolution or Chances
        A solution for the best average, or one for the best chance of a target.
    card : Card
    dice : tuple of int or str
        Five faces, such as ``(6, 6, 6, 1, 2)`` or ``"66612"``.
    rolls_left : int
        How often dice may still be rolled this turn: 0, 1 or 2; a `Turn` calls it ``rerolls``.
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
    >>> from chancegames.games.yahtzee.solver import solve
    >>> card = Card(frozenset(Box) - {Box.YAHTZEE, Box.CHANCE})
    >>> best = advise(solve(start=card), card, "66612", 1)[0]
    >>> best.label
    'keep 6 6 6'
    """
    faces = check_situation(card, dice, rolls_left)
    return _adviser(solved, card, rolls_left, need)(faces)


def _adviser(
    solved: YahtzeeSolution | Chances, card: Card, rolls_left: int, need: int | None
) -> Callable[[Combination], tuple[Option, ...]]:
    """Work out once what all rolls share, and rank the actions of any of them."""
    worths = _worths(solved, card, need)
    kept_worth = _turn_values(worths.max(axis=0), rolls_left - 1) if rolls_left else worths[0]

    def ranking(faces: Combination) -> tuple[Option, ...]:
        roll = ROW_OF[faces]
        worth: dict[Action, float] = {box: worths[box, roll] for box in Box}
        if rolls_left:
            rolled = [kept for kept in reversed(keeps(faces)) if len(kept) < DICE]
            worth |= {kept: kept_worth[ROW_OF[kept]] for kept in rolled}
        legal = {action: float(v) for action, v in worth.items() if v > -np.inf}
        best = max(legal.values())
        ranked = sorted(legal, key=legal.__getitem__, reverse=True)
        return tuple(Option(action, legal[action], best - legal[action]) for action in ranked)

    return ranking


def check_situation(card: Card, dice: Sequence[int] | str, rolls_left: int) -> Combination:
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
        raise ValueError(f"the rolls left must be 0, 1 or 2, not {shown(rolls_left)}")
    return five_dice(dice)


def _worths(solved: YahtzeeSolution | Chances, card: Card, need: int | None) -> Floats:
    """Worth of scoring each roll in each box, shape (13, 252); -inf where that is not legal."""
    if isinstance(solved, Chances) and need is not None:
        solved.chance(card, need)  # refuses what was not solved
        score = _scoring(solved.rules, *anchor(card))
        chances = solved.lookup(score.sets, score.totals, need - score.points)
        return np.where(score.legal, chances, -np.inf)
    if not isinstance(solved, YahtzeeSolution) or need is not None:
        told = f"a need goes with solved chances, and only with those, not {shown(need)}"
        raise ValueError(told)
    solved.value_at(card)  # refuses what was not solved
    return _box_worths(solved.rules, solved.values, *anchor(card))


@door
def card_of(scores: Mapping[Box, int]) -> tuple[Card, int]:
    """Card and points of a score sheet, from what stands in its boxes.

    Parameters
    ----------
    scores : mapping of Box to int
        Points in each filled box, without any bonus.

    Returns
    -------
    card : Card
    points : int
        Sum of the boxes.  The solver books the upper bonus at the end of the game and each
        Yahtzee bonus when it is thrown, so neither is in it.

    Raises
    ------
    ValueError
        If a box cannot hold such a score.

    Examples
    --------
    >>> card, points = card_of({Box.SIXES: 24, Box.YAHTZEE: 50})
    >>> card.upper, card.yahtzee_scored, points
    (24, True, 74)

    The points so far and those expected make the expected final score.

    >>> from chancegames.games.yahtzee.solver import solve
    >>> round(points + solve().value_at(card), 2)
    331.52
    """
    for box, points in scores.items():
        if isinstance(points, bool) or points not in possible_points(Box(box)):
            raise ValueError(f"{Box(box).label} cannot hold {shown(points)} points")
    upper = min(UPPER_TARGET, sum(points for box, points in scores.items() if box in UPPER))
    scored = scores.get(Box.YAHTZEE) == FIXED[Box.YAHTZEE]
    return Card(frozenset(map(Box, scores)), upper, scored), sum(scores.values())


@dataclass(frozen=True)
class _Disagreement:
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


@door
def disagreements(
    solution: YahtzeeSolution, chances: Chances, card: Card, need: int
) -> tuple[_Disagreement, ...]:
    """Find the first rolls at a card with which going for a target takes another action.

    Parameters
    ----------
    solution : YahtzeeSolution
    chances : Chances
    card : Card
    need : int
        Points still needed, upper bonus included.

    Returns
    -------
    tuple of disagreements
        The largest loss of chance first.

    Raises
    ------
    ValueError
        As for `advise`.
    """
    check_situation(card, ROWS[0], 2)
    for_average = _adviser(solution, card, 2, None)
    for_chance = _adviser(chances, card, 2, need)
    found = []
    for dice in ROWS[:ROLLS]:
        averages, aimed = for_average(dice), for_chance(dice)
        points_lost = next(o for o in averages if o.action == aimed[0].action).regret
        chance_lost = next(o for o in aimed if o.action == averages[0].action).regret
        if points_lost > TIE and chance_lost > TIE:
            found.append(_Disagreement(dice, averages[0], aimed[0], points_lost, chance_lost))
    return tuple(sorted(found, key=lambda d: -d.chance_lost))


@dataclass(frozen=True)
class _PlayedTurn:
    """One turn of a game that was played with given dice.

    Attributes
    ----------
    kept : tuple of combinations
        What was kept before each re-roll; fewer than two if a box was filled early.
    dice : tuple of int
        The five dice that went into the box.
    box : Box
    points : int
        Yahtzee bonus included.
    """

    kept: tuple[Combination, ...]
    dice: Combination
    box: Box
    points: int


@door
def replay(
    solved: YahtzeeSolution | Chances,
    card: Card,
    throws: Sequence[Sequence[Sequence[int]]],
    need: int | None = None,
    average: YahtzeeSolution | None = None,
) -> tuple[_PlayedTurn, ...]:
    """Play a game to its end with dice that are given, always by the best action.

    Parameters
    ----------
    solved, need
        As for `advise`; a need that is met or out of reach is still played for.
    card : Card
        Where the game begins.
    throws : sequence, a turn each, of three throws of five faces
        A re-roll takes as many as it needs, from the first.
    average : YahtzeeSolution, optional
        With a need: of actions that are equally good for it, take the one with the best average.
        Without this the first in the order of `advise`.

    Raises
    ------
    ValueError
        As for `advise`, or if there are too few turns.

    Examples
    --------
    >>> from chancegames.games.yahtzee.solver import solve
    >>> card = Card(frozenset(Box) - {Box.CHANCE})
    >>> throws = [[(1, 2, 3, 5, 6), (4, 4, 1, 1, 1), (2, 2, 2, 2, 2)]]
    >>> turn, = replay(solve(start=card), card, throws)
    >>> turn.kept, turn.dice, turn.points
    (((5, 6), (4, 4, 5, 6)), (2, 4, 4, 5, 6), 21)
    """
    if len(throws) < len(card.open):
        raise ValueError(f"{len(card.open)} turns are to be played, not {len(throws)}")

    def best(dice: Combination, rolls_left: int) -> Action:
        first, *others = advise(solved, card, dice, rolls_left, need)
        equals = {first.action} | {o.action for o in others if o.regret <= TIE}
        if average is None or len(equals) == 1:
            return first.action
        ranked = advise(average, card, dice, rolls_left)
        return next(option.action for option in ranked if option.action in equals)

    played = []
    for throw in throws[: len(card.open)]:
        dice = five_dice([*throw[0]])
        kept: list[Combination] = []
        while not isinstance(action := best(dice, 2 - len(kept)), Box):
            kept.append(action)
            dice = merge(action, tuple(int(f) for f in throw[len(kept)][: DICE - len(action)]))
        points = solved.rules.placements(card, dice)[action]
        played.append(_PlayedTurn(tuple(kept), dice, action, points))
        card, need = card.fill(action, dice), None if need is None else need - points
    return tuple(played)
