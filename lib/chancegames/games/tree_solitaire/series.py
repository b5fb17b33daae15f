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
:math:`(1-R)x`: :func:`_fill` writes them down.

In the dependent form each factor "this end point did not win" is cancelled by the division of the
values that remain (Johnson, 1970, chapter 3); what is left is the first coefficient,
:math:`W = c_1`.  It depends on the ratio through its mean alone.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import inf

import numba
import numpy as np

from chancegames.base.compiled import INNER, ONCE
from chancegames.games.tree_solitaire.policies import (
    BothBranches,
    Coin,
    HighFirst,
    LowFirst,
    Policy,
)
from chancegames.games.tree_solitaire.rules import (
    ConstantRatio,
    Number,
    Ratio,
    TreeSolitaire,
    UniformRatio,
    require_ending,
)

COIN, HIGH, LOW, BOTH = range(4)
UNLIMITED = -1
TERMS = 64  # the series ends long before: its terms fall faster than geometrically
STATES = 2


def encode(policy: Policy) -> tuple[int, int]:
    """The strategy as (family, looks), for the kernels; UNLIMITED looks are -1.

    Raises
    ------
    ValueError
        If the strategy is not one of the families of :mod:`.policies`.

    Examples
    --------
    >>> encode(LowFirst(2)), encode(HighFirst(inf))
    ((2, 2), (1, -1))
    """
    families = {Coin: COIN, HighFirst: HIGH, LowFirst: LOW, BothBranches: BOTH}
    if type(policy) not in families:
        raise ValueError(f"no series is known for {policy!r}")
    looks = getattr(policy, "looks", 0)
    return families[type(policy)], UNLIMITED if looks == inf else looks


@numba.njit(**ONCE)
def _fill(family, looks, e, a, win, high, low):  # pragma: no cover - compiled, and run plain
    """Write one move's coefficients, indexed [state, degree in Rx, degree in (1-R)x].

    `win`: reaching or foreseeing a win; `high`, `low`: moving on to a split point.  XHSTRAT has a
    second state, in which the next X - 1 high branches are known to split.  `a` is the mean
    ratio: a point seen two levels down has value a Rx or a (1-R)x on average.
    """
    s = 1 - e
    if family == COIN:
        win[0, 1, 0] = win[0, 0, 1] = e / 2
        high[0, 0, 0] = low[0, 0, 0] = s / 2
    elif family == BOTH:
        win[0, 1, 0] = win[0, 0, 1] = e
        win[0, 1, 1] = -e * e
        high[0, 0, 0], high[0, 0, 1] = s, -e * s
        low[0, 0, 0], low[0, 1, 0] = e * s, -e * s
    elif family == LOW:
        seen = e / (1 - s * a) if looks < 0 else e * (1 - (s * a) ** looks) / (1 - s * a)
        win[0, 0, 1], win[0, 1, 0], win[0, 1, 1] = seen, e, -seen * e
        high[0, 0, 0], high[0, 0, 1] = s, -seen * s


@numba.njit(**ONCE)
def _fill_high(looks, e, a, win, high, low):  # pragma: no cover - compiled, and run plain
    """The H strategies: `ends` is the chance that the looks meet an end, `seen` Rx a win."""
    s = 1 - e
    if looks == 0:
        win[0, 1, 0] = e
        high[0, 0, 0] = s
        return
    for state in range(STATES):
        known = looks - 1 if state == 1 else 0
        if looks < 0:
            ends, seen = e / e, e / (1 - s * a)
        else:
            ends = 1 - s ** (looks - known)
            seen = e * a**known * (1 - (s * a) ** (looks - known)) / (1 - s * a)
        win[state, 1, 0] = seen
        win[state, 0, 1], win[state, 1, 1] = ends * e, -seen * e
        high[state, 0, 0] = 1 - ends
        low[state, 0, 0], low[state, 1, 0] = ends * s, -seen * s


def _plain(family: int, looks: int, e: Number, a: Number) -> tuple[np.ndarray, ...]:
    """The same coefficients in the numbers given, Fractions for instance."""
    win, high, low = (np.zeros((STATES, 2, 2), dtype=object) for _ in range(3))
    if family == HIGH:
        _fill_high.py_func(looks, e, a, win, high, low)
    else:
        _fill.py_func(family, looks, e, a, win, high, low)
    return win, high, low


@numba.njit(**INNER)
def _next(law, above, below, found, n, up):  # pragma: no cover - compiled, and run plain
    """Write row n of `found`, the coefficients of x**n in both states, from the rows before.

    `above[k, i, j]` is the moment of R**(k+i) (1-R)**j, `below[k, i, j]` of R**i (1-R)**(k+j);
    a high branch is entered in state `up`, a low one in state 0.
    """
    win, high, low = law
    here = np.zeros((STATES, STATES), dtype=found.dtype)
    right = np.zeros(STATES, dtype=found.dtype)
    for state in range(up + 1):
        for i in range(2):
            for j in range(2):
                k = n - i - j
                if k == 0:
                    right[state] += win[state, i, j] * above[0, i, j]
                elif k > 0 and i + j > 0:
                    right[state] += high[state, i, j] * above[k, i, j] * found[k, up]
                    right[state] += low[state, i, j] * below[k, i, j] * found[k, 0]
        here[state, up] += high[state, 0, 0] * above[n, 0, 0]
        here[state, 0] += low[state, 0, 0] * below[n, 0, 0]
    (p, q), (r, t) = (here[0, 0], here[0, 1]), (here[1, 0], here[1, 1])
    found[n, 1] = (right[1] * (1 - p) + r * right[0]) / ((1 - p) * (1 - t) - q * r)
    found[n, 0] = (right[0] + q * found[n, 1]) / (1 - p)


def _moments(ratio: Ratio, terms: int, dtype: type) -> tuple[np.ndarray, np.ndarray]:
    """The moments that `_next` reads, for k = 0, ..., `terms`."""
    shape = (terms + 1, 2, 2)
    above, below = np.zeros(shape, dtype=dtype), np.zeros(shape, dtype=dtype)
    for k, i, j in np.ndindex(*shape):
        above[k, i, j] = ratio.moment(k + i, j)
        below[k, i, j] = ratio.moment(i, k + j)
    return above, below


def _entered_high(family: int, looks: int) -> int:
    """State in which a high branch is entered."""
    return int(family == HIGH and looks > 1)


def coefficients(policy: Policy, game: TreeSolitaire, terms: int) -> tuple[Number, ...]:
    """The coefficients c_1, c_2, ... of the chance of winning from a fork of value x.

    Parameters
    ----------
    policy : Coin, HighFirst, LowFirst or BothBranches
        The strategy.
    game : TreeSolitaire
        The rules; the ratio may be random.  The form is not looked at: c_1 is the chance of
        winning in the dependent form, all of them give it in the independent form.
    terms : int
        How many coefficients, at least 1.

    Returns
    -------
    tuple of numbers
        Exact if the game's numbers are.

    Raises
    ------
    ValueError
        If `terms` is below 1, or the strategy unknown.

    Examples
    --------
    >>> from fractions import Fraction
    >>> from chancegames.games.tree_solitaire.policies import LSTRAT
    >>> from chancegames.games.tree_solitaire.rules import constant_game
    >>> coefficients(LSTRAT, constant_game(Fraction(1, 2), Fraction(3, 4)), 2)
    (Fraction(4, 5), Fraction(-27, 230))
    """
    if terms < 1:
        raise ValueError(f"the number of terms must be at least 1, not {terms}")
    family, looks = encode(policy)
    law = _plain(family, looks, game.ending, game.ratio.mean)
    above, below = _moments(game.ratio, terms, object)
    found = np.zeros((terms + 1, STATES), dtype=object)
    for n in range(1, terms + 1):
        _next.py_func(law, above, below, found, n, _entered_high(family, looks))
    return tuple(found[1:, 0])


@numba.njit(cache=True)
def _total(family, looks, e, a, x, above, below):  # pragma: no cover - compiled
    """Sum of the series at x in floating point, until a term no longer counts."""
    win = np.zeros((STATES, 2, 2))
    high, low = np.zeros_like(win), np.zeros_like(win)
    if family == HIGH:
        _fill_high(looks, e, a, win, high, low)
    else:
        _fill(family, looks, e, a, win, high, low)
    up = 1 if family == HIGH and looks > 1 else 0
    found = np.zeros((len(above), STATES))
    total, power = 0.0, 1.0
    for n in range(1, len(above)):
        _next((win, high, low), above, below, found, n, up)
        power *= x
        total += found[n, 0] * power
        if n > 2 and abs(found[n, 0] * power) < 1e-18:
            return total
    return np.nan


@numba.njit(cache=True)
def _powers(a, above, below):  # pragma: no cover - compiled
    """The moments of a constant ratio."""
    p, q = 1.0, 1.0
    for k in range(len(above)):
        for i in range(2):
            for j in range(2):
                share = (a if i else 1.0) * (1 - a if j else 1.0)
                above[k, i, j], below[k, i, j] = p * share, q * share
        p, q = p * a, q * (1 - a)


@numba.njit(cache=True)
def _grid(families, looks, endings, ratios):  # pragma: no cover - compiled
    """Chance of winning for each strategy, ending probability and constant ratio."""
    out = np.empty((len(families), len(endings), len(ratios)))
    above, below = np.empty((TERMS, 2, 2)), np.empty((TERMS, 2, 2))
    for r in range(len(ratios)):
        _powers(ratios[r], above, below)
        for i in range(len(endings)):
            for k in range(len(families)):
                out[k, i, r] = _total(
                    families[k], looks[k], endings[i], ratios[r], 1.0, above, below
                )
    return out


def win_chance(policy: Policy, game: TreeSolitaire, value: Number = 1) -> Number:
    """The chance of winning, no move left out.

    Parameters
    ----------
    policy : Coin, HighFirst, LowFirst or BothBranches
        The strategy.
    game : TreeSolitaire
        The rules; the ratio may be random.
    value : Fraction or float, optional
        Value of the split point where the player stands, in [0, 1]; the top has 1.

    Returns
    -------
    Fraction or float
        Dependent form: exact if the game's numbers are.  Independent form: a float, within
        1e-14.  In the dependent form with E < 1/2 the tree may be infinite and the winning end
        point not exist; the closed form is then the limit of the chances to win within n moves.

    Raises
    ------
    ValueError
        If `value` is outside [0, 1], or the strategy unknown.

    Notes
    -----
    Johnson (1970), theorems 3.1 and 3.2 are the cases HSTRAT and LSTRAT of the dependent form.

    Examples
    --------
    >>> from fractions import Fraction
    >>> from chancegames.games.tree_solitaire.policies import HSTRAT
    >>> from chancegames.games.tree_solitaire.rules import constant_game
    >>> win_chance(HSTRAT, constant_game(Fraction(1, 2), Fraction(3, 4), "dependent"))
    Fraction(7, 9)
    >>> round(win_chance(HSTRAT, constant_game(0.5, 0.75)), 12)
    0.661022033964
    """
    if not 0 <= value <= 1:
        raise ValueError(f"the value of a point must lie in [0, 1], not {value}")
    if game.form == "dependent":
        return coefficients(policy, game, 1)[0] * value
    family, looks = encode(policy)
    e, a, ratio = float(game.ending), float(game.ratio.mean), game.ratio
    if isinstance(ratio, ConstantRatio):
        above, below = np.empty((TERMS, 2, 2)), np.empty((TERMS, 2, 2))
        _powers(a, above, below)
    else:
        above, below = _float_moments(ratio)
    return _total(family, looks, e, a, float(value), above, below)


@lru_cache(maxsize=32)
def _float_moments(ratio: UniformRatio) -> tuple[np.ndarray, np.ndarray]:
    """The moments of a random ratio as floats."""
    return _moments(UniformRatio(float(ratio.least), float(ratio.greatest)), TERMS - 1, float)


def win_grid(policies: Sequence[Policy], endings: np.ndarray, ratios: np.ndarray) -> np.ndarray:
    """Chances of winning over a grid of games: independent form, constant ratio.

    Parameters
    ----------
    policies : sequence of policies
        The strategies.
    endings : array of float, shape (n,)
        Values of E, in (0, 1].
    ratios : array of float, shape (m,)
        Values of A, in [1/2, 1].

    Returns
    -------
    array of float, shape (len(policies), n, m)

    Raises
    ------
    ValueError
        If an ending probability or a ratio is out of range, or there is none, or no strategy.

    Examples
    --------
    >>> from chancegames.games.tree_solitaire.policies import HSTRAT, LSTRAT
    >>> win_grid([LSTRAT, HSTRAT], np.array([0.5]), np.array([0.75])).round(5).ravel()
    array([0.68768, 0.66102])
    """
    endings, ratios = np.asarray(endings, dtype=float), np.asarray(ratios, dtype=float)
    if not (len(policies) and endings.size and ratios.size):
        raise ValueError(
            "a grid needs a strategy, an ending probability and a split ratio at least"
        )
    for ending in (endings.min(), endings.max()):
        require_ending(ending)
    for high in (ratios.min(), ratios.max()):
        ConstantRatio(high)
    codes = np.array([encode(p) for p in policies])
    return _grid(codes[:, 0], codes[:, 1], endings, ratios)
