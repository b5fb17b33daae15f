r"""The sequential race in exact rationals, and the case that source 004 sets aside as impossible.

If a throw may score 0, it can hand the position over unchanged: the value :math:`x` of a state and
the value :math:`y` of its mirror image refer to each other.  With :math:`d` dice thrown here and
:math:`e` there,

.. math:: x = S_d - z_d\, y, \qquad y = T_e - z_e\, x ,

two linear equations with the determinant :math:`1 - z_d z_e > 0`, hence one solution
(`Pair.closed_form`).  With the best throws on both sides, each round of the substitution shrinks
the distance to the solution by :math:`\max z_d z_e < 1` at least (`Pair.iterates`).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from chancegames.games.dice_battle.race import RaceMatch, RaceSolution
from chancegames.games.dice_battle.race_policy import RacePolicy
from chancegames.games.dice_battle.race_table import check_goal
from chancegames.games.dice_battle.rules import Rules
from chancegames.games.dice_battle.scores import ScoreLaw, mixed_score_law, score_law

#: The fractions of a larger table have thousands of digits.
MAX_EXACT_GOAL = 60

#: For each law: expected gain over the scores of at least 1, and the chance of the score 0.
Prospects = Mapping[int, tuple[Fraction, Fraction]]


@dataclass(frozen=True)
class Pair:
    """A state and its mirror image, reduced to what the earlier table says of them.

    Attributes
    ----------
    here, there : mapping of int to (Fraction, Fraction)
        For every throw: the expected gain over the scores of at least 1, and the chance of 0.

    Examples
    --------
    >>> half = Fraction(1, 2)
    >>> Pair({1: (half, half)}, {1: (half, half)}).saddle()
    (Fraction(1, 3), 1)
    """

    here: Prospects
    there: Prospects

    @property
    def mirrored(self) -> "Pair":
        """The same pair seen from the other state."""
        return Pair(self.there, self.here)

    @property
    def contraction(self) -> Fraction:
        """Bound on what is left of an error after one round of `iterates`."""
        here, there = (max(z for _, z in side.values()) for side in (self.here, self.there))
        return here * there

    def closed_form(self, d: int, e: int) -> Fraction:
        """Value here if these two throws are repeated until one of them scores.

        Parameters
        ----------
        d, e : int
            Throw here, throw there.

        Returns
        -------
        Fraction
        """
        (s, z), (t, w) = self.here[d], self.there[e]
        return (s - z * t) / (1 - z * w)

    def saddle(self) -> tuple[Fraction, int]:
        """Value here, and the throw that guarantees it (the first of equals).

        Returns
        -------
        tuple
            ``max_d min_e closed_form(d, e)`` and its ``d``.
        """
        worst = {
            d: min(self.closed_form(d, e) for e in self.there) if z else s
            for d, (s, z) in self.here.items()
        }
        best = max(worst, key=worst.__getitem__)
        return worst[best], best

    def iterates(self, rounds: int) -> tuple[tuple[Fraction, Fraction], ...]:
        """Substitute the two equations into each other, from the guess 0.

        Parameters
        ----------
        rounds : int

        Returns
        -------
        tuple of (Fraction, Fraction)
            The two values after each round; the guess comes first.
        """
        x = y = Fraction(0)
        values = [(x, y)]
        for _ in range(rounds):
            x = max(s - z * y for s, z in self.here.values())
            y = max(t - w * x for t, w in self.there.values())
            values.append((x, y))
        return tuple(values)


def pair_at(solution: RaceSolution, own: int, other: int) -> Pair:
    """The pair of equations behind one state of a solved race.

    Parameters
    ----------
    solution : RaceSolution
        Exact, from `solve_exactly`.
    own, other : int
        Scores of the player to throw and of the opponent.

    Returns
    -------
    Pair

    Raises
    ------
    ValueError
        If the solution is not exact.

    Examples
    --------
    >>> race = solve_exactly(2, Rules(dice=2, bust_score=0))
    >>> pair_at(race, 0, 0).saddle()[0] == race.value(0, 0)
    True
    """
    if not solution.is_exact:
        raise ValueError("the pair of equations needs an exact solution")
    a, b = solution.lacks(own, other)
    laws = {dice: score_law(dice, solution.rules) for dice in solution.rules.throws}
    values = solution.values
    return Pair(_prospects(laws, values, a, b), _prospects(laws, values, b, a))


def solve_exactly(goal: int, rules: Rules) -> RaceSolution:
    """Solve a small race in Fractions; ties are then exact.

    Parameters
    ----------
    goal : int
        Points to reach, at most `MAX_EXACT_GOAL`.
    rules : Rules

    Returns
    -------
    RaceSolution

    Raises
    ------
    ValueError
        If the goal is not an integer from 1 to `MAX_EXACT_GOAL`.

    Examples
    --------
    >>> solve_exactly(10, Rules(dice=4)).value(8, 9)
    Fraction(2, 3)
    """
    number = _check_exact_goal(goal)
    laws = {dice: score_law(dice, rules) for dice in rules.throws}
    values, throws = (np.full((number + 1, number + 1), x) for x in (Fraction(-1), 0))
    for a in range(1, number + 1):
        for b in range(a, number + 1):
            pair = Pair(_prospects(laws, values, a, b), _prospects(laws, values, b, a))
            values[a, b], throws[a, b] = pair.saddle()
            values[b, a], throws[b, a] = pair.mirrored.saddle()
    return RaceSolution(number, rules, values, throws, "backward induction in Fractions")


def evaluate_exactly(first: RacePolicy, second: RacePolicy, goal: int, rules: Rules) -> RaceMatch:
    """Exact expected gain of two policies against each other.

    Parameters
    ----------
    first, second : RacePolicy
        With laws in Fractions.
    goal : int
        At most `MAX_EXACT_GOAL`.
    rules : Rules

    Returns
    -------
    RaceMatch

    Raises
    ------
    ValueError
        If the goal is not an integer from 1 to `MAX_EXACT_GOAL`, or a policy does not fit.

    Examples
    --------
    >>> from chancegames.games.dice_battle.race_policy import always
    >>> one_die = always({1: Fraction(1)}, Rules(dice=1), "one die")
    >>> evaluate_exactly(one_die, one_die, 2, Rules(dice=1)).openings()[1]
    Fraction(13, 18)
    """
    number = _check_exact_goal(goal)
    my_law, their_law = _chooser(first, number, rules), _chooser(second, number, rules)
    mine, theirs = (np.full((number + 1, number + 1), Fraction(-1)) for _ in range(2))
    for a in range(1, number + 1):
        for b in range(1, number + 1):
            here = _prospects({0: my_law(a, b)}, theirs, a, b)
            there = _prospects({0: their_law(b, a)}, mine, b, a)
            pair = Pair(here, there)
            mine[a, b], theirs[b, a] = pair.closed_form(0, 0), pair.mirrored.closed_form(0, 0)
    return RaceMatch(first, second, mine, theirs)


def _check_exact_goal(goal: int) -> int:
    number = check_goal(goal, 16)
    if number > MAX_EXACT_GOAL:
        raise ValueError(f"exact races go to {MAX_EXACT_GOAL} points, not to {number}")
    return number


def _chooser(policy: RacePolicy, goal: int, rules: Rules) -> Callable[[int, int], ScoreLaw]:
    """The law of the score that a policy throws at each state; each mixture is mixed once."""
    choice = policy.choices(goal, rules)
    mixtures = [{d: w for d, w in enumerate(row, start=1) if w > 0} for row in policy.laws]
    laws = [mixed_score_law(mixture, rules) for mixture in mixtures]
    return lambda a, b: laws[choice[a, b]]


def _prospects(laws: Mapping[int, ScoreLaw], after: np.ndarray, a: int, b: int) -> Prospects:
    """What each law gains if it scores, given the other player's values `after`."""
    return {
        option: (
            sum(p * (1 if k >= a else -after[b, a - k]) for k, p in law.items() if k > 0),
            law.get(0, Fraction(0)),
        )
        for option, law in laws.items()
    }
