r"""The chance of winning as a power series in the value of the fork.

Let :math:`f(x)` be the chance of winning from a fork of value :math:`x`.  One move of a strategy
gives a functional equation, for LSTRAT in the independent form

.. math:: f(x) = E(1-R)x + (1 - E(1-R)x)\,(ERx + S f(Rx)),

averaged over the split ratio :math:`R`.  Put :math:`f(x)=\sum_n c_n x^n` and compare
coefficients: only moments :math:`M_{ij} = \mathsf E R^i(1-R)^j` remain, and each :math:`c_n`
follows from :math:`c_{n-1}`,

.. math:: c_n\,(1 - S M_{n,0}) = [n=1]\,E + ([n=2])(-E^2 M_{11}) - ES M_{n-1,1}\,c_{n-1}.

For a constant ratio this is a basic hypergeometric (q-) series; it converges for all :math:`x`,
faster than geometrically, and it needs no assumption of a constant ratio.  Every strategy of
:mod:`.policies` has this shape with coefficients of degree at most one in :math:`Rx` and in
:math:`(1-R)x`: :func:`_fill` writes them down.  The divisor :math:`1 - S M_{n,0}` is added up from
what leaves, :math:`E + S(1 - M_{n,0})`, so that nothing cancels however small E or 1 - R.

In the dependent form each factor "this end point did not win" is cancelled by the division of the
values that remain (Johnson, 1970, chapter 3); what is left is the first coefficient,
:math:`W = c_1`.  It depends on the ratio through its mean alone.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import inf
from typing import Any

import numpy as np
from numba.extending import register_jitable
from numpy.typing import NDArray

from chancegames.base.checks import door, require_integer
from chancegames.base.compiled import compiled
from chancegames.games.tree_solitaire.policies import (
    BothBranches,
    Coin,
    HighFirst,
    LowFirst,
    Strategy,
)
from chancegames.games.tree_solitaire.ratio import UniformRatio
from chancegames.models.tree_solitaire import Number, Rules, require_number

COIN, HIGH, LOW, BOTH = range(4)
FAMILIES: dict[type, int] = {Coin: COIN, HighFirst: HIGH, LowFirst: LOW, BothBranches: BOTH}
UNLIMITED = -1
TERMS = 64  # the series ends long before: its terms fall faster than geometrically
STATES = 2
WIN, HIGH_ON, LOW_ON, LOSE = range(4)  # what a move leads to


def _encode(strategy: Strategy) -> tuple[int, int]:
    """The strategy as (family, looks), for the kernels; UNLIMITED looks are -1.

    Raises
    ------
    ValueError
        If the strategy is not one of the families of :mod:`.policies`.

    Examples
    --------
    >>> _encode(LowFirst(2)), _encode(HighFirst(inf))
    ((2, 2), (1, -1))
    """
    family = FAMILIES.get(type(strategy))
    if family is None:
        known = ", ".join(known.__name__ for known in FAMILIES)
        raise ValueError(f"a series is known for {known} only, not for {type(strategy).__name__}")
    looks = getattr(strategy, "looks", 0)
    return family, UNLIMITED if looks == inf else looks


Array = NDArray[np.float64]


@register_jitable
def _met(looks: int, e: Any, s: Any, a: Any) -> tuple[float, float]:
    """Chances that looks down high branches meet an end, and a win per unit of value."""
    if looks < 0:
        return e / e, e / (1 - a + e * a)
    ends, seen, split, share = 0 * e, 0 * e, e, e
    for _ in range(looks):
        ends, seen = ends + split, seen + share
        split, share = split * s, share * s * a
    return ends, seen


@register_jitable
def _fill(law: Any, family: int, looks: int, e: Any, a: Any) -> None:
    """Write one move's coefficients, indexed [state, outcome, degree in Rx, degree in (1-R)x].

    The outcomes: reaching or foreseeing a win; moving on to a split point, high or low; losing
    where both values are 0.  XHSTRAT has a second state, in which the next X - 1 high branches are
    known to split.  `a` is the mean ratio: a point seen two levels down has value a Rx or a (1-R)x
    on average.
    """
    s, here = 1 - e, law[0]
    if family == COIN:
        here[WIN, 1, 0] = here[WIN, 0, 1] = e / 2
        here[HIGH_ON, 0, 0] = here[LOW_ON, 0, 0] = s / 2
        here[LOSE, 0, 0] = e
    elif family == BOTH:
        here[WIN, 1, 0] = here[WIN, 0, 1] = e
        here[WIN, 1, 1] = -e * e
        here[HIGH_ON, 0, 0], here[HIGH_ON, 0, 1] = s, -e * s
        here[LOW_ON, 0, 0], here[LOW_ON, 1, 0] = e * s, -e * s
        here[LOSE, 0, 0] = e * e
    elif family == LOW or looks == 0:
        _, seen = _met(looks, e, s, a)
        here[WIN, 0, 1], here[WIN, 1, 0], here[WIN, 1, 1] = seen, e, -seen * e
        here[HIGH_ON, 0, 0], here[HIGH_ON, 0, 1] = s, -seen * s
        here[LOSE, 0, 0] = e
    else:
        for state in range(STATES):
            _fill_high(law[state], looks, (looks - 1) * state if looks > 0 else 0, e, a)


@register_jitable
def _fill_high(here: Any, looks: int, known: int, e: Any, a: Any) -> None:
    """XHSTRAT: `ends` is the chance that the looks meet an end, `seen` Rx a win."""
    s = 1 - e
    ends, seen = _met(looks - known, e, s, a)
    seen *= a**known
    here[WIN, 1, 0] = seen
    here[WIN, 0, 1], here[WIN, 1, 1] = ends * e, -seen * e
    here[HIGH_ON, 0, 0] = s ** (looks - known) if looks > 0 else 0 * e
    here[LOW_ON, 0, 0], here[LOW_ON, 1, 0] = ends * s, -seen * s
    here[LOSE, 0, 0] = ends * e


@register_jitable
def _sums(here: Any, above: Array, below: Array, found: Array, n: int, up: int) -> Any:
    """What the rows before bring to the coefficient of x**n in a state."""
    total = 0 * here[LOSE, 0, 0]
    for i in range(2):
        for j in range(2):
            k = n - i - j
            if k == 0:
                total += here[WIN, i, j] * above[0, i, j]
            elif k > 0 and i + j > 0:
                total += here[HIGH_ON, i, j] * above[k, i, j] * found[k, up]
                total += here[LOW_ON, i, j] * below[k, i, j] * found[k, 0]
    return total


@register_jitable
def _next(law: Any, above: Array, below: Array, gone: Array, found: Array, n: int, up: int) -> None:
    """Write row n of `found`, the coefficients of x**n in both states, from the rows before.

    `above[k, i, j]` is the moment of R**(k+i) (1-R)**j, `below[k, i, j]` of R**i (1-R)**(k+j),
    `gone[k]` of 1 - R**k; a high branch is entered in state `up`, a low one in state 0.
    """
    lost, high, low = law[:, LOSE, 0, 0], law[:, HIGH_ON, 0, 0], law[:, LOW_ON, 0, 0]
    right = _sums(law[0], above, below, found, n, up)
    leave = lost[0] + high[0] * gone[n] + low[0] * (1 - below[n, 0, 0])
    if up == 0:
        found[n, 0] = right / leave
        return
    other = _sums(law[1], above, below, found, n, up)
    away = lost[1] + high[1] * gone[n] + low[1] * (1 - below[n, 0, 0])
    on, back = high[0] * above[n, 0, 0], low[1] * below[n, 0, 0]
    found[n, 1] = (other * (leave + on) + back * right) / (leave * (away + back) + on * away)
    found[n, 0] = (right + on * found[n, 1]) / (leave + on)


def _moments(rules: Rules, terms: int) -> tuple[Any, ...]:
    """The moments that `_next` reads, for k = 0, ..., `terms`, in the numbers given."""
    shape = (terms + 1, 2, 2)
    above, below = np.zeros(shape, dtype=object), np.zeros(shape, dtype=object)
    for k, i, j in np.ndindex(*shape):
        above[k, i, j] = rules.moment(k + i, j)
        below[k, i, j] = rules.moment(i, k + j)
    return above, below, 1 - above[:, 0, 0]


@register_jitable
def _entered_high(family: int, looks: int) -> int:
    """State in which a high branch is entered."""
    return 1 if family == HIGH and looks > 1 else 0


def coefficients(rules: Rules, strategy: Strategy, terms: int) -> tuple[Number, ...]:
    """The coefficients c_1, c_2, ... of the chance of winning from a fork of value x.

    Parameters
    ----------
    rules : Rules
        The ratio may be random.  The form is not looked at: c_1 is the chance of winning in the
        dependent form, all of them give it in the independent form.
    strategy : Coin, HighFirst, LowFirst or BothBranches
    terms : int
        How many coefficients, from 1 to 1000.

    Returns
    -------
    tuple of numbers
        Exact if the rules' numbers are.

    Raises
    ------
    ValueError
        If `terms` is out of range, or the strategy another one.

    Examples
    --------
    >>> from fractions import Fraction
    >>> from chancegames.games.tree_solitaire.policies import LSTRAT
    >>> coefficients(Rules(Fraction(1, 2), Fraction(3, 4)), LSTRAT, 2)
    (Fraction(4, 5), Fraction(-27, 230))
    """
    require_integer("the number of terms", terms, 1, 1000)
    family, looks = _encode(strategy)
    law = np.zeros((STATES, 4, 2, 2), dtype=object)
    _fill(law, family, looks, rules.ending, rules.mean)
    above, below, gone = _moments(rules, terms)
    found = np.zeros((terms + 1, STATES), dtype=object)
    for n in range(1, terms + 1):
        _next(law, above, below, gone, found, n, _entered_high(family, looks))
    return tuple(found[1:, 0])


@compiled(cache=True)
def _total(
    family: int, looks: int, e: float, a: float, x: float, above: Array, below: Array, gone: Array
) -> float:
    """Sum of the series at x in floating point, until a term no longer counts."""
    law, up = np.zeros((STATES, 4, 2, 2)), _entered_high(family, looks)
    _fill(law, family, looks, e, a)
    found = np.zeros((len(above), STATES))
    total, power = 0.0, 1.0
    for n in range(1, len(above)):
        _next(law, above, below, gone, found, n, up)
        power *= x
        total += found[n, 0] * power
        if n > 2 and abs(found[n, 0] * power) < 1e-18:
            return float(total)
    return np.nan


@compiled(cache=True)
def _powers(a: float, above: Array, below: Array, gone: Array) -> None:
    """The moments of a constant ratio."""
    p, q, left = 1.0, 1.0, 0.0
    for k in range(len(above)):
        for i in range(2):
            for j in range(2):
                share = (a if i else 1.0) * (1 - a if j else 1.0)
                above[k, i, j], below[k, i, j] = p * share, q * share
        gone[k] = left
        left += p * (1 - a)
        p, q = p * a, q * (1 - a)


@compiled(cache=True)
def _constant(family: int, looks: int, e: float, a: float, x: float) -> float:
    """Sum of the series at x for a constant ratio."""
    above, below, gone = np.empty((TERMS, 2, 2)), np.empty((TERMS, 2, 2)), np.empty(TERMS)
    _powers(a, above, below, gone)
    return _total(family, looks, e, a, x, above, below, gone)


@compiled(cache=True)
def _grid(families: Any, looks: Any, endings: Array, ratios: Array) -> Array:
    """Chance of winning for each strategy, ending probability and constant ratio."""
    out = np.empty((len(families), len(endings), len(ratios)))
    above, below, gone = np.empty((TERMS, 2, 2)), np.empty((TERMS, 2, 2)), np.empty(TERMS)
    for r in range(len(ratios)):
        _powers(ratios[r], above, below, gone)
        for i in range(len(endings)):
            for k in range(len(families)):
                out[k, i, r] = _total(
                    families[k], looks[k], endings[i], ratios[r], 1.0, above, below, gone
                )
    return out


def win_chance(rules: Rules, strategy: Strategy, value: Number = 1) -> Number:
    """The chance of winning, no move left out.

    Parameters
    ----------
    rules : Rules
        The ratio may be random.
    strategy : Coin, HighFirst, LowFirst or BothBranches
    value : number, optional
        Value of the split point where the player stands, in [0, 1]; the top has 1.

    Returns
    -------
    Fraction or float
        Dependent form: exact if the rules' numbers are.  Independent form: a float, within
        1e-13 for all E in (0, 1] and all ratios.  In the dependent form with E < 1/2 the tree may
        be infinite and the winning end point not exist; the closed form is then the limit of the
        chances to win within n moves.

    Raises
    ------
    ValueError
        If `value` is outside [0, 1], or the strategy another one.

    Notes
    -----
    Johnson (1970), theorems 3.1 and 3.2 are the cases HSTRAT and LSTRAT of the dependent form.

    Examples
    --------
    >>> from fractions import Fraction
    >>> from chancegames.games.tree_solitaire.policies import HSTRAT
    >>> win_chance(Rules(Fraction(1, 2), Fraction(3, 4), "dependent"), HSTRAT)
    Fraction(7, 9)
    >>> round(win_chance(Rules(0.5, 0.75), HSTRAT), 12)
    0.661022033964
    """
    if value != 1:
        require_number("the value of a point", value, 0, 1)
    if rules.form == "dependent":
        return min(coefficients(rules, strategy, 1)[0], 1) * value
    family, looks = _encode(strategy)
    e, a = float(rules.ending), float(rules.mean)
    if rules.constant:
        total = _constant(family, looks, e, a, float(value))
    else:
        total = _total(family, looks, e, a, float(value), *_float_moments(rules))
    return min(total, float(value))  # no strategy wins more than the value: above it is rounding


@lru_cache(maxsize=32)
def _float_moments(rules: Rules) -> tuple[Array, ...]:
    """The moments as floats; of a uniform ratio by a Gauss rule that is exact for them.

    (The rule has positive terms only: nothing cancels.)
    """
    ratio = rules.ratio
    if not isinstance(ratio, UniformRatio):
        return tuple(part.astype(np.float64) for part in _moments(rules, TERMS - 1))
    at, weight = np.polynomial.legendre.leggauss(TERMS // 2 + 2)
    low, high = float(ratio.smallest), float(ratio.largest)
    r = low + (high - low) * (at + 1) / 2
    k = np.arange(TERMS)[:, None]
    up, down, weight = r**k, (1 - r) ** k, weight / 2
    share = np.stack([np.stack([1 + 0 * r, 1 - r]), np.stack([r, r * (1 - r)])])
    above, below = ((powers[:, None, None, :] * share) @ weight for powers in (up, down))
    return above, below, (1 - up) @ weight


@door
def win_grid(
    strategies: Sequence[Strategy],
    endings: Sequence[float] | Array,
    ratios: Sequence[float] | Array,
) -> Array:
    """Chances of winning over a grid of games: independent form, constant ratio.

    Parameters
    ----------
    strategies : sequence of strategies
    endings : array of float, shape (n,)
        Values of E, in (0, 1].
    ratios : array of float, shape (m,)
        Values of A, in [1/2, 1].

    Returns
    -------
    array of float, shape (len(strategies), n, m)

    Raises
    ------
    ValueError
        If an ending probability or a ratio is out of range, or there is none, or no strategy.

    Examples
    --------
    >>> from chancegames.games.tree_solitaire.policies import HSTRAT, LSTRAT
    >>> win_grid([LSTRAT, HSTRAT], [0.5], [0.75]).round(5).ravel()
    array([0.68768, 0.66102])
    """
    across, down = np.asarray(endings, dtype=float).ravel(), np.asarray(ratios, dtype=float).ravel()
    if not (len(strategies) and across.size and down.size):
        raise ValueError(
            "a grid needs a strategy, an ending probability and a split ratio at least"
        )
    for ending, high in ((across.min(), down.min()), (across.max(), down.max())):
        Rules(ending, high)
    codes = np.array([_encode(strategy) for strategy in strategies])
    return np.asarray(_grid(codes[:, 0], codes[:, 1], across, down))
