r"""Dice battle, a game that many know as Hog: roll as many dice as you dare.

A roll scores the sum of its faces; but if any die shows a 1 it scores a single point.  One roll
each, the higher score wins: `OneRoll`.  In turns, the first to reach the goal wins: `Race`.  Both
players at the same moment, round after round: `AtOnce`.

Everywhere a *state* is what the two players still need to reach the goal, ``(own, other)``, seen
by the player who decides; at the start of a race to 100 it is ``(100, 100)``.  A *gain* counts a
win 1, a draw 0 and a loss -1, so that a share :math:`w` of games won and none drawn is a gain of
:math:`2w - 1`.  With :math:`P(d, k)` for the probability that :math:`d` dice score :math:`k`, the
gain of the player whose turn it is in a race obeys

.. math:: V(a, b) = \max_d \sum_k P(d, k) \begin{cases} 1 & k \ge a \\ -V(b, a-k) & k < a
          \end{cases}

which `gains` computes as it stands here.  The general solver takes a `Race` as it is:

>>> from chancegames.maths.game import solve
>>> race = Race(goal=10, dice=4)
>>> solve(race).value == max(gains(race)[10, 10].values())
True
>>> solve(race).policy((2, 1, "first"))
{1: 1}
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, Literal, get_args

from chancegames.base.checks import door, require_integer, require_one_of, shown
from chancegames.maths.game import Chance, Choice, Node, Terminal
from chancegames.maths.solution import Number, checked

#: What the player who decides still needs, and what the other needs.
State = tuple[int, int]
#: What happens if both players reach the goal in the same round.
Finish = Literal["draw", "higher total"]

#: No roll has more dice, and none scores more.
MAX_DICE, MAX_SCORE = 100, 1000
#: How large ``goal**2 * dice`` may be where a race is solved in fractions: some ten seconds.
MOST_FRACTIONS = 20_000


@dataclass(frozen=True, kw_only=True)
class Rolls:
    """What may be rolled, and what a roll scores.

    Attributes
    ----------
    dice : int
        The largest number of dice in a roll, at most 100.
    faces : int
        Faces of a die, numbered from 1; `dice` times `faces` is at most 1000.
    bust_score : {1, 0}
        Score of a roll that shows a 1.

    Raises
    ------
    ValueError
        If a number is not one of these.

    Examples
    --------
    >>> Rolls(dice=2).scores(2)[1]
    Fraction(11, 36)
    >>> Rolls(dice=0)
    Traceback (most recent call last):
        ...
    ValueError: the number of dice must be an integer from 1 to 100, not 0
    """

    dice: int = 10
    faces: int = 6
    bust_score: int = 1

    def __post_init__(self) -> None:
        dice = require_integer("the number of dice", self.dice, 1, MAX_DICE)
        most = MAX_SCORE // dice  # a die of one face would always show a 1
        object.__setattr__(self, "dice", dice)
        faces = require_integer(f"the number of faces of {dice} dice", self.faces, 2, most)
        object.__setattr__(self, "faces", faces)
        try:
            bust = require_integer("", self.bust_score, 0, 1)
        except ValueError:
            told = f"a roll with a 1 scores 0 or 1, not {shown(self.bust_score)}"
            raise ValueError(told) from None
        object.__setattr__(self, "bust_score", bust)

    @property
    def rolls(self) -> range:
        """The numbers of dice that may be rolled, from 1 to `dice`."""
        return range(1, self.dice + 1)

    def scores(self, dice: int) -> Mapping[int, Fraction]:
        """Probability of each score of so many dice, by increasing score.

        Raises
        ------
        ValueError
            If so many dice may not be rolled.

        Examples
        --------
        >>> {score: str(p) for score, p in Rolls(dice=1).scores(1).items()}
        {1: '1/6', 2: '1/6', 3: '1/6', 4: '1/6', 5: '1/6', 6: '1/6'}
        """
        dice = require_integer("the number of dice rolled", dice, 1, self.dice)
        rolls, sums = self.faces**dice, _sums(int(dice), self.faces)
        ways = {self.bust_score: rolls - sum(sums.values()), **sums}
        return {score: Fraction(number, rolls) for score, number in sorted(ways.items())}


@cache
def _sums(dice: int, faces: int) -> Mapping[int, int]:
    """Number of rolls without a 1, by their sum: one die after the other."""
    ways = Counter({0: 1})
    if dice:
        ways.clear()
        for (total, number), face in product(_sums(dice - 1, faces).items(), range(2, faces + 1)):
            ways[total + face] += number
    return ways


@dataclass(frozen=True, kw_only=True)
class OneRoll(Rolls):
    """One roll each, at the same moment: the higher score wins.

    Examples
    --------
    One die against two: what the first wins less what the second wins.

    >>> OneRoll(dice=3).gain(1, 2)
    Fraction(-3, 8)
    """

    def gain(self, first: int, second: int) -> Fraction:
        """Expected gain of a player who rolls `first` dice against one who rolls `second`.

        >>> OneRoll().gain(2, 1)
        Fraction(3, 8)
        """
        pairs = product(self.scores(first).items(), self.scores(second).items())
        return sum((p * q * ((x > y) - (x < y)) for (x, p), (y, q) in pairs), Fraction(0))

    def answers(self, mixture: Mapping[int, Number]) -> dict[int, Number]:
        """Expected gain of every number of dice against a player who mixes so.

        Parameters
        ----------
        mixture : mapping
            Probability of each number of dice.

        Raises
        ------
        ValueError
            If it rolls dice that may not be rolled, or is no distribution.

        Examples
        --------
        >>> OneRoll(dice=2).answers({1: 1})
        {1: Fraction(0, 1), 2: Fraction(3, 8)}
        """
        played = checked("one roll", self.rolls, mixture).items()
        return {e: sum(share * self.gain(e, d) for d, share in played) for e in self.rolls}


@dataclass(frozen=True, kw_only=True)
class _ToTheGoal(Rolls):
    """A race: what both kinds have in common."""

    goal: int = 100

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "goal", require_integer("the goal", self.goal))

    def check_state(self, state: object) -> State:
        """Return `state` if it is one of this race, else raise a ValueError."""
        return check_state(state, self.goal)


def check_state(state: object, goal: int) -> State:
    """Return `state` if it is a pair of integers from 1 to the goal.

    Raises
    ------
    ValueError
        If it is not.
    """
    try:
        pair = state if isinstance(state, tuple) else ()
        own, other = (require_integer("", need, 1, goal) for need in pair)
    except (TypeError, ValueError):
        told = f"a state is what both need, from 1 to {goal}, not {shown(state)}"
        raise ValueError(told) from None
    return own, other


@dataclass(frozen=True, kw_only=True)
class Race(_ToTheGoal):
    """Players take turns; the first to score `goal` points wins.  With its defaults it is Hog.

    Attributes
    ----------
    goal : int
        At least 1.

    Examples
    --------
    >>> Race()
    Race(dice=10, faces=6, bust_score=1, goal=100)
    """

    @property
    def start(self) -> tuple[Any, ...]:
        """Both players need the whole goal, and the first is to roll."""
        return self.goal, self.goal, "first"

    def node(self, state: tuple[Any, ...]) -> Node:
        """Who has won, or what may be rolled, or what a roll may score.

        A state of the general solver also says whose turn it is, ``(own, other, player)``, and
        after the decision how many dice are rolled.
        """
        own, other, player, *rolled = state
        if other <= 0:
            return Terminal(-1 if player == "first" else 1)
        if not rolled:
            nexts = [(*state, dice) for dice in self.rolls]
            return Choice(self.rolls, nexts, minimise=player == "second")
        scores = self.scores(*rolled)
        next_player = "second" if player == "first" else "first"
        return Chance([*scores.values()], [(other, own - k, next_player) for k in scores])


@door
def gains(race: Race) -> dict[State, dict[int, Fraction]]:
    """Expected gain of every number of dice at every state, if both play best from there on.

    Raises
    ------
    ValueError
        If a roll may score 0: then a state and its mirror image refer to each other.  Or if the
        race is longer than to 50 with eight dice, which takes some ten seconds.

    Examples
    --------
    >>> gains(Race(goal=2, dice=2))[2, 1]
    {1: Fraction(2, 3), 2: Fraction(7, 18)}
    """
    _require_short(race)

    @cache
    def value(own: int, other: int) -> Fraction:
        return max(gain(own, other, dice) for dice in race.rolls)

    def gain(own: int, other: int, dice: int) -> Fraction:
        law = race.scores(dice).items()
        parts = (p if k >= own else -p * value(other, own - k) for k, p in law)
        return sum(parts, Fraction(0))

    needs = range(1, race.goal + 1)
    states = sorted(product(needs, needs), key=sum)
    return {state: {d: gain(*state, d) for d in race.rolls} for state in states}


def _require_short(race: Race) -> None:
    if race.bust_score == 0:
        raise ValueError("the recursion needs rolls that score at least 1")
    if race.goal**2 * race.dice > MOST_FRACTIONS:
        told = f"a race to {shown(race.goal)} with {race.dice} dice has too many fractions"
        raise ValueError(f"{told}: goal**2 * dice may be {MOST_FRACTIONS:,}")


@dataclass(frozen=True, kw_only=True)
class AtOnce(_ToTheGoal):
    """A race in which both players roll in every round, without seeing the other's choice.

    Attributes
    ----------
    goal : int
        At least 1.
    finish : {"draw", "higher total"}
        What happens if both reach the goal in the same round.

    Raises
    ------
    ValueError
        If there is no such rule, or if a roll may score 0.

    Examples
    --------
    >>> AtOnce(goal=50, finish="higher total")
    AtOnce(dice=10, faces=6, bust_score=1, goal=50, finish='higher total')
    """

    finish: Finish = "draw"

    def __post_init__(self) -> None:
        super().__post_init__()
        require_one_of("the finish", self.finish, get_args(Finish))
        if self.bust_score == 0:
            raise ValueError("a race at once is solved for rolls that score at least 1")

    def payoff(self, own: int, other: int) -> int:
        """Gain of the player who needs `own`, when one of them needs no more points.

        >>> AtOnce().payoff(-3, 0), AtOnce(finish="higher total").payoff(-3, 0)
        (0, 1)
        """
        if own <= 0 and other <= 0 and self.finish == "higher total":
            return (own < other) - (own > other)
        return (own <= 0) - (other <= 0)

    def matrix(self, state: State, value: Callable[[int, int], Number]) -> list[list[Number]]:
        """Matrix game at a state: expected value after each pair of rolls."""
        own, other = state

        @cache
        def after(score: int, dice: int) -> Number:
            replies = self.scores(dice).items()
            return sum(p * value(own - score, other - reply) for reply, p in replies)

        return [
            [sum(p * after(k, e) for k, p in self.scores(d).items()) for e in self.rolls]
            for d in self.rolls
        ]


@door
@dataclass(frozen=True)
class Announced:
    """A race at once in which you say aloud how many dice you roll before the other chooses.

    A game for the general solver, which thereby finds how much secrecy is worth.

    Examples
    --------
    Who needs a point less wins more; but at equal scores announcing costs nothing here.

    >>> from chancegames.maths.game import solve
    >>> solve(Announced(AtOnce(goal=5, dice=3))).value
    Fraction(0, 1)
    """

    race: AtOnce

    def __post_init__(self) -> None:
        if not isinstance(self.race, AtOnce):
            raise ValueError(f"the race must be an AtOnce, not {shown(self.race)}")

    @property
    def start(self) -> tuple[Any, ...]:
        """Both players need the whole goal."""
        return self.race.goal, self.race.goal

    def node(self, state: tuple[Any, ...]) -> Node:
        """The end, your choice, the other's, or a roll: first yours, then (with 0 left) theirs."""
        own, other, *dice = state
        if len(dice) == 2:
            mine, theirs = dice
            law = self.race.scores(mine or theirs)
            rolled = [(own - k, other, 0, theirs) if mine else (own, other - k) for k in law]
            return Chance([*law.values()], rolled)
        if own <= 0 or other <= 0:
            return Terminal(self.race.payoff(own, other))
        nexts = [(*state, d) for d in self.race.rolls]
        return Choice(self.race.rolls, nexts, minimise=len(dice) == 1)
