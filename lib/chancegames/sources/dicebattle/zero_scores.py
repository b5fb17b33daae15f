r"""Source 004, *Dice battle*: the case that it sets aside as impossible, solved in fractions.

If a roll may score 0, it can hand the position over unchanged: the value :math:`x` of a state and
the value :math:`y` of its mirror image refer to each other.  With :math:`d` dice rolled here and
:math:`e` there,

.. math:: x = S_d - z_d\, y, \qquad y = T_e - z_e\, x ,

two linear equations with the determinant :math:`1 - z_d z_e > 0`, hence one solution
(`Pair.closed_form`).  With the best rolls on both sides, each round of the substitution shrinks
the distance to the solution by :math:`\max z_d z_e < 1` at least (`Pair.iterates`).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from chancegames.models.dice_battle import Race, State

#: For each roll: expected gain over the scores of at least 1, and the probability of the score 0.
Prospects = Mapping[int, tuple[Fraction, Fraction]]


@dataclass(frozen=True)
class _Pair:
    """A state and its mirror image, reduced to what is known of shorter races.

    Attributes
    ----------
    here, there : mapping of int to (Fraction, Fraction)
        For every roll: the expected gain over the scores of at least 1, and the chance of 0.

    Examples
    --------
    >>> half = Fraction(1, 2)
    >>> _Pair({1: (half, half)}, {1: (half, half)}).saddle()
    (Fraction(1, 3), 1)
    """

    here: Prospects
    there: Prospects

    @property
    def mirrored(self) -> "_Pair":
        """The same pair seen from the other state."""
        return _Pair(self.there, self.here)

    @property
    def contraction(self) -> Fraction:
        """Bound on what is left of an error after one round of `iterates`."""
        here, there = (max(z for _, z in side.values()) for side in (self.here, self.there))
        return here * there

    def closed_form(self, d: int, e: int) -> Fraction:
        """Value here if d dice here and e there are rolled until one of them scores."""
        (s, z), (t, w) = self.here[d], self.there[e]
        return (s - z * t) / (1 - z * w)

    def saddle(self) -> tuple[Fraction, int]:
        """Value here, max over d of min over e of the closed form, and the first best d."""
        worst = {
            d: min(self.closed_form(d, e) for e in self.there) if z else s
            for d, (s, z) in self.here.items()
        }
        best = max(worst, key=worst.__getitem__)
        return worst[best], best

    def iterates(self, rounds: int) -> tuple[tuple[Fraction, Fraction], ...]:
        """Both values after each round of substituting the equations, from the guess 0."""
        x = y = Fraction(0)
        values = [(x, y)]
        for _ in range(rounds):
            x = max(s - z * y for s, z in self.here.values())
            y = max(t - w * x for t, w in self.there.values())
            values.append((x, y))
        return tuple(values)


def solved_pairs(race: Race) -> dict[State, _Pair]:
    """The pair of equations at every state, by backward induction.

    Examples
    --------
    >>> solved_pairs(Race(goal=2, dice=1, bust_score=0))[2, 2].saddle()
    (Fraction(5, 7), 1)
    """
    pairs: dict[State, _Pair] = {}
    values: dict[State, Fraction] = {}

    def prospects(own: int, other: int) -> Prospects:
        return {
            dice: (
                sum((p if k >= own else -p * values[other, own - k] for k, p in law if k),
                    Fraction(0)),
                dict(law).get(0, Fraction(0)),
            )
            for dice, law in laws.items()
        }  # fmt: skip

    laws = {dice: tuple(race.scores(dice).items()) for dice in race.rolls}
    for own in range(1, race.goal + 1):
        for other in range(own, race.goal + 1):
            pair = _Pair(prospects(own, other), prospects(other, own))
            for state, seen in (((own, other), pair), ((other, own), pair.mirrored)):
                pairs[state], values[state] = seen, seen.saddle()[0]
    return pairs
