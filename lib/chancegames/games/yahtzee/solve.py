r"""Optimal Solitaire Yahtzee: the expected future score of every anchor.

Between turns only the filled boxes, the upper total (up to 63) and the state of the Yahtzee box
matter (Verhoeff 1999; Glenn 2006, section 4.1).  With :math:`E(S)` the expected future score at
anchor :math:`S`, a turn is

.. math::

    E(S, r, 0) &= \max_b \bigl(\text{points}(S, r, b) + E(S \cdot b)\bigr), \\
    E(S, r, n) &= \max_{k \subseteq r} E(S, k, n - 1) \quad (n > 0), \\
    E(S, k, n) &= \tfrac16 \sum_f E(S, k + f, n) \quad (|k| < 5), \\
    E(S) &= E(S, \emptyset, 2),

for rolls :math:`r`, keeps :math:`k` and boxes :math:`b` (Glenn 2006, section 5, with the keeps
averaged one die at a time); :math:`n` rolls are to come once the dice are complete.  The upper
bonus is booked at the end of the game.  Anchors are solved by layers, from one open box to
thirteen.
"""

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np

from chancegames.base.checks import require_positive_integer
from chancegames.games.yahtzee import fallback
from chancegames.games.yahtzee.layout import (
    CLOSED,
    LAYERS,
    MISSED,
    REACHABLE,
    SETS,
    STRIDE,
    TOTALS,
    anchor,
)
from chancegames.games.yahtzee.rules import FORCED, JOKER_MODES, Card, Rules

try:
    from chancegames.games.yahtzee import kernels
except ImportError:  # pragma: no cover - numba is installed with the package
    kernels = None

_SETS_AT_A_TIME = 32


@dataclass(frozen=True, eq=False)
class Solution:
    """A solved game; compared by identity, so that what follows from it can be remembered.

    Parameters
    ----------
    rules : Rules
    values : ndarray of float64, shape (3, 64, 64, 64), read-only
        Expected future score by state of the Yahtzee box (open, zero, 50), mask of the other
        filled lower boxes, mask of the filled upper boxes, and upper total; NaN where no play
        leads.
    method : {"numba", "numpy"}
        How it was computed; both give the same bits.

    Examples
    --------
    >>> from chancegames.games.yahtzee.rules import Box
    >>> yahtzee_left = Card(frozenset(Box) - {Box.YAHTZEE})
    >>> round(solve(start=yahtzee_left, method="numpy").value(yahtzee_left), 4)
    2.3014
    """

    rules: Rules
    values: np.ndarray = field(repr=False)
    method: str

    def value(self, card: Card) -> float:
        """Return the expected future score at `card` under optimal play, upper bonus included.

        Parameters
        ----------
        card : Card

        Returns
        -------
        float
            Points.
        """
        return float(self.values.reshape(SETS, TOTALS)[anchor(card)])

    @property
    def optimum(self) -> float:
        """Expected score of a whole game under optimal play, in points."""
        return self.value(Card())


def solve(
    rules: Rules = FORCED,
    start: Card | None = None,
    method: str = "auto",
    threads: int | None = None,
) -> Solution:
    """Solve Solitaire Yahtzee by backward induction over its anchors.

    Parameters
    ----------
    rules : Rules, optional
        The variant; the official forced joker unless given.
    start : Card, optional
        Solve only what can follow this card; the empty card unless given.
    method : {"auto", "numba", "numpy"}, optional
        The vector kernel, or NumPy alone; ``auto`` takes numba where it is installed.
    threads : int, optional
        Threads of the numba kernel; as many as there are processors unless given.

    Returns
    -------
    Solution
        The same one again for a whole game, unless `threads` are given.

    Raises
    ------
    ValueError
        If `method` is unknown or numba is asked for and missing, or `threads` is not positive.

    Examples
    --------
    >>> from chancegames.games.yahtzee.rules import Box
    >>> chance_left = Card(frozenset(Box) - {Box.CHANCE})
    >>> round(solve(start=chance_left).value(chance_left), 4)
    23.3333
    """
    chosen = _method(method)
    if threads is None and start in (None, Card()):
        return _whole_game(rules, chosen)
    count = require_positive_integer("threads", threads or os.cpu_count() or 1)
    table = _terminal_table(rules)
    layers = [layer[follows(layer, start or Card())] for layer in LAYERS]
    if chosen == "numba":
        _solve_numba(table, layers, rules_array(rules), count)
    else:
        for layer in layers[1:]:
            fallback.solve_sets(table, layer, rules_array(rules))
    return Solution(rules, _public(table, np.concatenate(layers)), chosen)


@lru_cache(maxsize=8)  # chapters, replications and tests ask for a few variants again and again
def _whole_game(rules: Rules, method: str) -> Solution:
    return solve(rules, method=method, threads=os.cpu_count() or 1)


def _method(method: str) -> str:
    if method not in ("auto", "numba", "numpy"):
        raise ValueError(f"the method must be auto, numba or numpy, not {method!r}")
    if method == "numba" and kernels is None:
        raise ValueError("the numba method needs numba, which is not installed")
    if method == "auto":
        return "numpy" if kernels is None else "numba"
    return method


def rules_array(rules: Rules) -> np.ndarray:
    """Encode what the kernels need of the rules: joker mode, Yahtzee bonus, house of five.

    Parameters
    ----------
    rules : Rules

    Returns
    -------
    ndarray of int64, shape (3,)

    Examples
    --------
    >>> rules_array(FORCED).tolist()
    [2, 100, 0]
    """
    mode = JOKER_MODES.index(rules.joker)
    return np.array([mode, rules.yahtzee_bonus, rules.five_is_full_house], dtype=np.int64)


def _terminal_table(rules: Rules) -> np.ndarray:
    """Make an aligned table, zero but for the finished cards and the row of closed boxes."""
    table = aligned((SETS + 1) * STRIDE)
    table[:] = 0.0
    rows = table.reshape(-1, STRIDE)
    rows[CLOSED] = -np.inf
    for index in LAYERS[0]:
        rows[index, TOTALS - 1 :] = rules.upper_bonus
    return table


def follows(sets: np.ndarray, start: Card) -> np.ndarray:
    """Tell which sets have the boxes of `start` filled, a filled Yahtzee box alike.

    Parameters
    ----------
    sets : ndarray of int
    start : Card

    Returns
    -------
    ndarray of bool
    """
    first, _ = anchor(start)
    same = (sets // 4096 == first // 4096) if first // 4096 else np.ones(len(sets), dtype=bool)
    return same & (sets & first & 4095 == first & 4095)


def _solve_numba(table: np.ndarray, layers: list, rules: np.ndarray, threads: int) -> None:
    def run(sets: np.ndarray) -> None:
        kernels.solve_sets(table, sets, rules, aligned(kernels.WORK))

    with ThreadPoolExecutor(threads) as pool:
        for layer in layers[1:]:
            pieces = range(0, len(layer), _SETS_AT_A_TIME)
            list(pool.map(run, [layer[i : i + _SETS_AT_A_TIME] for i in pieces]))


def aligned(size: int) -> np.ndarray:
    """Allocate a float64 vector, uninitialised, that starts on a cache line (64 bytes).

    Unaligned, each vector load of the kernels would touch two lines.

    Parameters
    ----------
    size : int
        Number of elements.

    Returns
    -------
    ndarray, shape (size,)

    Examples
    --------
    >>> aligned(10).ctypes.data % 64
    0
    """
    buffer = np.empty(size + 8)
    offset = -buffer.ctypes.data // 8 % 8
    return buffer[offset : offset + size]


def _public(table: np.ndarray, sets: np.ndarray) -> np.ndarray:
    values = np.full((SETS, TOTALS), np.nan)
    solved = table.reshape(-1, STRIDE)[sets, :TOTALS]
    values[sets] = np.where(REACHABLE[sets % 64], solved, np.nan)
    values.flags.writeable = False
    return values.reshape(3, 64, 64, TOTALS)


def padded(values: np.ndarray) -> np.ndarray:
    """Lay out the kernels' flat table again, from public values of shape (3, 64, 64, 64).

    Upper totals that have missed the bonus share one future, which the kernels read at the largest
    of them.  No play may lead to that one (fours and sixes cannot show 7), but one always leads to
    0: the value there stands for all.

    Parameters
    ----------
    values : ndarray
        As in `Solution.values`.

    Returns
    -------
    ndarray, shape ((SETS + 1) * STRIDE,)
        Rows of `STRIDE` totals, the last one -inf for closed boxes.
    """
    table = aligned((SETS + 1) * STRIDE)
    rows = table.reshape(-1, STRIDE)
    rows[:SETS, :TOTALS] = values.reshape(SETS, TOTALS)
    for mask in np.flatnonzero(MISSED > 0):
        rows[mask:SETS:64, : MISSED[mask] + 1] = rows[mask:SETS:64, :1]
    rows[:SETS, TOTALS:] = rows[:SETS, TOTALS - 1 : TOTALS]
    rows[CLOSED] = -np.inf
    return table
