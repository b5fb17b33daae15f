"""The value of Yahtzee as a fraction, by residues modulo primes put together again.

Every mean is over six faces, so a value is an integer over a power of six: thirteen turns of three
rolls of five dice make it :math:`6^{195}`.  A fraction for each of half a million anchors would be
slow; its residue modulo a prime of 31 bits is a machine word, and eighteen primes tell it (Chinese
remainders), since their product exceeds any value times :math:`6^{195}`.

What to choose is told by the values in floating point, which are off by less than 1e-10.  A choice
that comes within 1e-9 of the best has the same residues modulo all eighteen primes, and is then
equally good, exactly; the kernel counts any that has not, and nothing is returned.  So the fraction
is the optimum, and not only the value of a policy that is nearly best.
"""

from dataclasses import dataclass
from fractions import Fraction
from itertools import count, islice
from math import isqrt, prod

import numpy as np

from chancegames.base.checks import door
from chancegames.base.compiled import compiled
from chancegames.games.yahtzee.kernels.value import PLACE_OF_BOX, _next_rows, _situation
from chancegames.games.yahtzee.layout import (
    CLOSED,
    EXTENSIONS,
    FIFTY,
    FIRST,
    KEPT,
    LAYERS,
    MULTISETS,
    POINTS,
    ROLLS,
    SETS,
    STRIDE,
    TOTALS,
    Floats,
    Ints,
    _following,
    anchor,
)
from chancegames.games.yahtzee.scoring import five_of_a_kind
from chancegames.games.yahtzee.solver import _in_pieces, solve
from chancegames.games.yahtzee.vector import inner
from chancegames.models.yahtzee import FORCED, Card, Rules

NEAR = 1e-9  # far above the error of a value, far below what two choices differ by
_DENOMINATOR = 6 ** (13 * 15)
_ENDS = np.append(FIRST[1:], len(KEPT))


@dataclass(frozen=True)
class _ExactValue:
    """The value of a card, and how close the closest choice after it is.

    Attributes
    ----------
    value : Fraction
        Expected future score.
    ties : int
        How often a choice (a box for a roll, or what to keep of it) is exactly as good as the best.
    closest : float
        The smallest loss of a choice that is not, in points.
    """

    value: Fraction
    ties: int
    closest: float


def _primes(number: int) -> list[int]:
    """The largest primes below 2**31.

    >>> _primes(2)
    [2147483647, 2147483629]
    """
    odd = (n for n in count(2**31 - 1, -2) if all(n % d for d in range(3, isqrt(n) + 1, 2)))
    return list(islice(odd, number))


@door
def exact_value(rules: Rules = FORCED, start: Card | None = None) -> _ExactValue:
    """Solve Yahtzee without any rounding; the whole game takes about two minutes.

    Parameters
    ----------
    rules : Rules, optional
        The variant; the official forced joker unless given.
    start : Card, optional
        The empty card unless given.

    Raises
    ------
    ValueError
        If the rules or the start are none, or two choices are too close to be told apart.

    Examples
    --------
    With only chance left, three rolls bring 70/3 points:

    >>> from chancegames.models.yahtzee import Box
    >>> exact_value(start=Card(frozenset(Box) - {Box.CHANCE})).value
    Fraction(70, 3)
    """
    needed = _primes(18)
    residues, (ties, closest) = _value_modulo(needed, rules, start)
    numerator, modulus = 0, 1
    for residue, prime in zip(residues, needed, strict=True):
        wanted = residue * _DENOMINATOR % prime
        numerator += modulus * ((wanted - numerator) * pow(modulus, -1, prime) % prime)
        modulus *= prime
    assert modulus == prod(needed) > 1576 * _DENOMINATOR
    return _ExactValue(Fraction(numerator, _DENOMINATOR), ties, closest)


def _value_modulo(
    needed: list[int], rules: Rules = FORCED, start: Card | None = None
) -> tuple[list[int], tuple[int, float]]:
    """The value of a card modulo some primes below 2**31; ties and closest choice after it.

    Parameters
    ----------
    needed : list of int
    rules, start : optional
        As of `exact_value`.

    Raises
    ------
    ValueError
        As `exact_value`.

    Examples
    --------
    >>> from chancegames.models.yahtzee import Box
    >>> only_chance = Card(frozenset(Box) - {Box.CHANCE})
    >>> residues, _ = _value_modulo([101], start=only_chance)
    >>> residues[0] * 3 % 101
    70
    """
    first = start or Card()
    values = solve(rules, first).values.reshape(SETS, TOTALS)
    moduli = np.array(needed)
    residues = np.zeros((SETS, TOTALS, len(needed)), np.int64)
    residues[LAYERS[0], TOTALS - 1] = rules.upper_bonus % moduli
    sixths = np.array([pow(6, -1, prime) for prime in needed])
    found: list[Floats] = [np.array([0.0, 0.0, np.inf])]

    def run(sets: Ints) -> None:
        found.append(np.array([0.0, 0.0, np.inf]))
        table = (values, residues, moduli)
        _fill(sets, table, sixths, (five_of_a_kind(rules), rules.yahtzee_bonus), found[-1])

    _in_pieces(run, _following(first)[1:], 64)
    ties, unequal = np.sum(found, axis=0)[:2]
    closest = np.min(found, axis=0)[2]
    if unequal:
        raise ValueError(f"{unequal:.0f} choices are too close to be told apart")
    return residues[anchor(first)].tolist(), (int(ties), float(closest))


@inner
def _best(x: Floats, rest: Ints, options: Ints, found: Floats) -> int:
    """The option that is worth most; counts its exact ties, and those that cannot be told."""
    best: int = options[0]
    for option in options:
        if x[option] > x[best]:
            best = option
    for option in options:
        loss = x[best] - x[option]
        if loss > NEAR:
            found[2] = min(found[2], loss)
        elif option != best:
            found[0 if np.all(rest[option] == rest[best]) else 1] += 1
    return best


@inner
def _means(x: Floats, rest: Ints, moduli: Ints, sixths: Ints) -> None:
    """From the rolls in the first rows, fill every smaller keep with the mean of its extensions."""
    for k in range(MULTISETS - ROLLS):
        row, mean = ROLLS + k, 0.0
        rest[row] = 0
        for more in EXTENSIONS[k]:
            mean += x[more] / 6
            for i in range(moduli.size):
                rest[row, i] += rest[more, i]
        x[row] = mean
        for i in range(moduli.size):
            rest[row, i] = rest[row, i] % moduli[i] * sixths[i] % moduli[i]


@inner
def _points(index: int, roll: int, box: int, fives: Ints) -> tuple[int, int]:
    """Points of a roll in a box, negative if it may not go there, and its place in `_next_rows`."""
    if roll < 6:  # five of a kind
        return fives[_situation(index, roll), roll, box], PLACE_OF_BOX[box]
    return POINTS[box, roll], 12 if box == 11 else PLACE_OF_BOX[box]


@inner
def _final_roll(
    roll: int,
    anchor: tuple[int, int],
    table: tuple[Floats, Ints, Ints],
    rules: tuple[Ints, int],
    rows: Ints,
    worths: Floats,
    rest: Ints,
) -> int:
    """List what each box is worth for a roll; how many may be filled."""
    (index, total), (values, residues, moduli), (fives, bonus), n = anchor, table, rules, 0
    more = bonus if roll < 6 and index // 4096 == FIFTY else 0
    for box in range(13):
        gain, place = _points(index, roll, box, fives)
        if gain >= 0 and rows[place] != CLOSED * STRIDE:
            after = rows[place] // STRIDE, min(total + gain, 63) if box < 6 else total
            worths[n] = gain + more + values[after]
            for i in range(moduli.size):
                rest[n, i] = (gain + more + residues[after][i]) % moduli[i]
            n += 1
    return n


@compiled(cache=True, nogil=True)
def _fill(
    sets: Ints,
    table: tuple[Floats, Ints, Ints],
    sixths: Ints,
    rules: tuple[Ints, int],
    found: Floats,
) -> None:
    """Fill the residues of `sets`, all of whose successors are filled."""
    values, residues, moduli = table
    x, rest = np.empty(MULTISETS), np.empty((MULTISETS, moduli.size), np.int64)
    worths, options = np.empty(13), np.empty((13, moduli.size), np.int64)
    rows, boxes = np.empty(14, np.int64), np.arange(13)
    for index in sets:
        _next_rows(index, rows)
        for total in range(TOTALS):
            if np.isnan(values[index, total]):
                continue
            for roll in range(ROLLS):
                n = _final_roll(roll, (index, total), table, rules, rows, worths, options)
                best = _best(worths, options, boxes[:n], found)
                x[roll], rest[roll] = worths[best], options[best]
            _means(x, rest, moduli, sixths)
            for _ in range(2):
                for roll in range(ROLLS):
                    best = _best(x, rest, KEPT[FIRST[roll] : _ENDS[roll]], found)
                    x[roll], rest[roll] = x[best], rest[best]
                _means(x, rest, moduli, sixths)
            residues[index, total] = rest[MULTISETS - 1]
