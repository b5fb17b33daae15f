"""The simultaneous battle over one throw: the higher score wins (source 004, "jeu en un coup")."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import lcm

from chancegames.games.dice_battle.rules import Rules
from chancegames.games.dice_battle.scores import ScoreLaw, mixed_score_law, score_law
from chancegames.games.dice_battle.strategy import Strategy
from chancegames.maths import matrix_game


@dataclass(frozen=True)
class Match:
    """What happens when two strategies meet, in exact probabilities.

    Attributes
    ----------
    win, draw, loss : Fraction
        Chances of the first player; they sum to 1.
    """

    win: Fraction
    draw: Fraction
    loss: Fraction

    @property
    def gain(self) -> Fraction:
        """Expected gain: a win counts 1, a loss -1, a draw 0."""
        return self.win - self.loss


def battle(first: ScoreLaw, second: ScoreLaw) -> Match:
    """Compare two independent scores.

    Parameters
    ----------
    first, second : mapping of int to Fraction
        Laws of the two scores.

    Returns
    -------
    Match
        From the first player's side.

    Examples
    --------
    >>> half = Fraction(1, 2)
    >>> battle({1: half, 2: half}, {1: Fraction(1)})
    Match(win=Fraction(1, 2), draw=Fraction(1, 2), loss=Fraction(0, 1))
    """
    win = _chance_above(first, second)
    loss = _chance_above(second, first)
    return Match(win, 1 - win - loss, loss)


def match(first: Strategy, second: Strategy, rules: Rules) -> Match:
    """Let two mixed strategies play one throw each.

    Parameters
    ----------
    first, second : mapping of int to Fraction
        Probability of throwing each number of dice.
    rules : Rules

    Returns
    -------
    Match

    Raises
    ------
    ValueError
        If a strategy is not a probability law over allowed throws.

    Examples
    --------
    >>> one_die = {1: Fraction(1)}
    >>> match(one_die, one_die, Rules(dice=1)).draw
    Fraction(1, 6)
    """
    return battle(mixed_score_law(first, rules), mixed_score_law(second, rules))


@cache
def payoff_matrix(rules: Rules) -> tuple[tuple[Fraction, ...], ...]:
    """Expected gain of every throw against every other.

    Parameters
    ----------
    rules : Rules

    Returns
    -------
    tuple of tuples of Fraction, shape (dice, dice)
        Entry ``[d1 - 1][d2 - 1]`` is P(X > Y) - P(X < Y); antisymmetric.

    Notes
    -----
    Source 004, section "jeu en un coup": EG1(d1, d2).

    Examples
    --------
    >>> payoff_matrix(Rules(dice=2))[1][0]
    Fraction(3, 8)
    """
    laws = [score_law(dice, rules) for dice in rules.throws]
    upper = {
        (i, j): battle(laws[i], laws[j]).gain
        for i in range(len(laws))
        for j in range(i + 1, len(laws))
    }
    return tuple(
        tuple(
            upper[i, j] if i < j else -upper[j, i] if j < i else Fraction(0)
            for j in range(len(laws))
        )
        for i in range(len(laws))
    )


@cache
def solve(rules: Rules) -> matrix_game.Solution:
    """Solve the one-throw battle in exact rationals.

    Parameters
    ----------
    rules : Rules

    Returns
    -------
    Solution
        Entry ``d - 1`` of a strategy is the probability of throwing ``d`` dice.

    Notes
    -----
    Source 004, section "jeu en un coup", second programme.

    Examples
    --------
    >>> solution = solve(Rules(dice=6))
    >>> [str(p) for p in solution.row_strategy]
    ['0', '1520/8657', '11457/216425', '0', '166968/216425', '0']
    """
    return matrix_game.solve(payoff_matrix(rules))


def equilibrium(rules: Rules) -> Strategy:
    """The optimal mixed strategy of `solve`, as a law over numbers of dice.

    Parameters
    ----------
    rules : Rules

    Returns
    -------
    mapping of int to Fraction
        Only the numbers of dice that are thrown at all.

    Examples
    --------
    >>> equilibrium(Rules(dice=3))
    {3: Fraction(1, 1)}
    """
    weights = solve(rules).row_strategy
    return {dice: w for dice, w in zip(rules.throws, weights, strict=True) if w > 0}


def _chance_above(high: ScoreLaw, low: ScoreLaw) -> Fraction:
    """P(high > low), by one sweep over the merged scores."""
    (above, ways_above), (beneath, ways_beneath) = _counted(high), _counted(low)
    favourable, below = 0, 0
    for score in sorted({*high, *low}):
        favourable += above.get(score, 0) * below
        below += beneath.get(score, 0)
    return Fraction(favourable, ways_above * ways_beneath)


def _counted(law: ScoreLaw) -> tuple[dict[int, int], int]:
    """The law as numbers of equally likely ways, which are added faster than fractions are."""
    ways = lcm(*(p.denominator for p in law.values()))
    return {s: p.numerator * (ways // p.denominator) for s, p in law.items()}, ways
