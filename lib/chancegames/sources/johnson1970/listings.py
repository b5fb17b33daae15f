"""What the programs of appendix A compute, written anew (Johnson, 1970).

Each function follows its program's bookkeeping, arrays that are overwritten move by move, and not
the look tree, from which it must therefore give the same numbers, or else there is a mistake.  A
scanned line that cannot be right is corrected, and can be run as it is scanned: see `_hstrat`,
`_two_lstrat` and `_bstrat`.  The listing of appendix B (H'STRAT) is
:class:`chancegames.games.tree_solitaire.weighing.WeighedHigh`.
"""

from collections.abc import Callable, Sequence

MOVES = 10
Program = Callable[..., list[float]]


def output(chances: Sequence[float]) -> tuple[float, float, float]:
    """OUTPUT: the sum, the correction and the total.

    Parameters
    ----------
    chances : sequence of float
        D(1) to D(10).

    Returns
    -------
    sum, correction, total : float

    Examples
    --------
    >>> total, correction, _ = output([0.5**n for n in range(1, 11)])
    >>> total + correction
    1.0
    """
    ninth, tenth = chances[-2:]
    correction = tenth / (1 - tenth / ninth) - tenth
    return sum(chances), correction, sum(chances) + correction


def _lstrat(e: float, a: float) -> list[float]:
    """LSTRAT: D(1) to D(10).

    Parameters
    ----------
    e, a : float
        Ending probability and split ratio.

    Returns
    -------
    list of float

    Examples
    --------
    >>> round(_lstrat(0.5, 0.75)[0], 5)
    0.45312
    """
    b, s = 1 - a, 1 - e
    high, low = e * a, e * b
    reach, looked = 1 - low, 1.0
    chances = [high * reach + low * looked]
    for _ in range(1, MOVES):
        low, high = high * b, high * a
        looked = reach * s
        reach = reach * s * (1 - low)
        chances.append(high * reach + low * looked)
    return chances


def _two_lstrat(e: float, a: float, as_scanned: bool = False) -> list[float]:
    """2LSTRAT: D(1) to D(10); a win seen two levels down counts on the move that reaches it.

    The scan's first line, T(1) = 1 - EB (1 - SA), has the wrong sign: the look that fails to win
    does so with chance 1 - EB (1 + SA), as the listing itself says at the later moves.

    Parameters
    ----------
    e, a : float
    as_scanned : bool, optional
        Run the first line as it is scanned.

    Examples
    --------
    >>> round(output(_two_lstrat(0.5, 0.75))[2], 5)
    0.71673
    >>> round(output(_two_lstrat(0.5, 0.75, as_scanned=True))[2], 5)
    0.77841
    """
    b, s = 1 - a, 1 - e
    high, low = e * a, e * b
    reach, looked, above = 1 - low * (1 + (-s if as_scanned else s) * a), 1.0, 1.0
    chances = [high * reach + low * looked]
    for _ in range(1, MOVES):
        low, high = high * b, high * a
        looked, above = reach * s + above * s, reach * s
        reach = reach * s * (1 - low - low * s * a)
        chances.append(high * reach + low * looked)
    return chances


def _hstrat(e: float, a: float, overrun: bool = False) -> list[float]:
    """HSTRAT: D(1) to D(10).

    The program has eleven cells each, 0 to 10, for the values V and the chances T, and at the
    tenth move it writes cell 11 of both.

    Parameters
    ----------
    e, a : float
        Ending probability and split ratio.
    overrun : bool, optional
        Let V(11) fall on T(0), as it does if the arrays lie one after the other: T(0), which
        should stay 0, then counts as a point the player may come from.

    Returns
    -------
    list of float

    Examples
    --------
    >>> right, slip = _hstrat(0.5, 0.75), _hstrat(0.5, 0.75, overrun=True)
    >>> right[:9] == slip[:9], slip[9] > right[9]
    (True, True)
    """
    b, s = 1 - a, 1 - e
    value, reach = [0.0] * (MOVES + 2), [0.0] * (MOVES + 2)
    value[1:3], reach[1:3] = [a, b], [1.0, e * (1 - a)]
    chances = [e * (value[1] + reach[2] * b)]
    for move in range(2, MOVES + 1):
        value[move + 1] = value[move] * b
        value[1 : move + 1] = [v * a for v in value[1 : move + 1]]
        if overrun and move == MOVES:
            reach[0] = value[move + 1]
        reach[move + 1] = e * s * (1 - value[move]) * reach[move]
        for cell in range(move, 0, -1):
            lost = e * s * (1 - value[cell - 1]) * reach[cell - 1]
            reach[cell] = s * reach[cell] + lost
        cells = range(1, move + 2)
        chances.append(sum(e * value[cell] * reach[cell] for cell in cells))
    return chances


def _two_hstrat(e: float, a: float) -> list[float]:
    """2HSTRAT: D(1) to D(10), two chances a point, by the side from which it is reached.

    R(I) is the chance to come from the upper left, T(I) from the upper right.  Whoever comes down
    a low branch knows that the high one of the fork above splits.

    Examples
    --------
    >>> round(output(_two_hstrat(0.5, 0.75))[2], 5)
    0.67301
    """
    b, s = 1 - a, 1 - e
    v, r, t = ([0.0] * (MOVES + 3) for _ in range(3))
    v[1:3], r[2], t[1] = [a, b], e * (1 - a) + s * e * (1 - a * a), 1.0
    chances = [e * (v[1] + r[2] * v[2])]
    for j in range(2, MOVES + 1):
        v[j + 1] = v[j] * b
        v[1 : j + 1] = [value * a for value in v[1 : j + 1]]
        r[j + 1] = r[j] * e * ((1 - v[j]) + s * (1 - v[j] * a)) * s
        for k in range(j, 0, -1):
            above = v[k - 1]
            t[k] = s * (t[k] + r[k])
            r[k] = t[k - 1] * s * s * e * (1 - above * a)
            r[k] += r[k - 1] * e * s * ((1 - above) + s * (1 - above * a))
        chances.append(sum(v[k] * e * (t[k] + r[k]) for k in range(1, j + 2)))
    return chances


def _bstrat(e: float, a: float, as_scanned: bool = False) -> list[float]:
    """BSTRAT: D(1) to D(10), the chance of a win at either successor of each point.

    Two lines of the scan cannot be right.  D(1) = EB (1 - EB) EA lacks a plus sign, beside the
    formula in words that has it.  And the low branch that did not win is looked up in V(L), where
    its value has moved on to V(L+1): a step before, the loop over M3 overwrote V(L) by that of the
    high branch.

    Parameters
    ----------
    e, a : float
    as_scanned : bool, optional
        Look up V(L) as it is scanned, with D(1) corrected.

    Examples
    --------
    >>> round(output(_bstrat(0.5, 0.75))[2], 5)
    0.71438
    >>> round(output(_bstrat(0.5, 0.75, as_scanned=True))[2], 5)
    0.69058
    """
    b, s = 1 - a, 1 - e
    v, t = [0.0] * (MOVES + 2), [0.0] * (MOVES + 2)
    v[1:3], t[1:3] = [a, b], [s * (1 - e * b), s * e * (1 - a)]
    chances = [e * b + (1 - e * b) * e * a]
    for j in range(2, MOVES + 1):
        shown = zip(v[1 : j + 1], t[1 : j + 1], strict=True)
        chances.append(sum(e * x * p * (b + (1 - e * b * x) * a) for x, p in shown))
        v[j + 1] = v[j] * b
        v[1 : j + 1] = [value * a for value in v[1 : j + 1]]
        t[j + 1] = t[j] * e * s * (1 - v[j])
        for k in range(j, 0, -1):
            low = v[k] if as_scanned else v[k + 1]
            t[k] = s * ((1 - e * low) * t[k] + t[k - 1] * e * (1 - v[k - 1]))
    return chances


def _limits(e: float, a: float) -> tuple[list[float], list[float]]:
    """LIMITS: D(1) to D(10) of ooHSTRAT and of ooLSTRAT.

    A win that unlimited looks have found counts at once.  For ooHSTRAT a win at the low branch
    counts one move later than in :mod:`.diagrams`: the sums agree, not the terms.

    Parameters as for :func:`_lstrat`.

    Returns
    -------
    high, low : list of float

    Examples
    --------
    >>> [round(output(d)[2], 5) for d in _limits(0.5, 0.75)]
    [0.68967, 0.73324]
    """
    b, s = 1 - a, 1 - e
    g = 1 / (1 - s * a)
    high, value, reach = [e * a * g], e, 1 - e * a * g
    for _ in range(1, MOVES):
        value *= b
        found = value * g * a
        high.append(reach * (found * s + value))
        reach *= (1 - found) * s
    low, value, reach = [], e, 1.0
    for _ in range(MOVES):
        found = value * b * g
        low.append(reach * (found + (1 - found) * value * a))
        value, reach = value * a, reach * (1 - found) * s
    return high, low


#: The programs by the names of their strategies: E and A to D(1) to D(10).
PROGRAMS: dict[str, Program] = {
    "LSTRAT": _lstrat,
    "HSTRAT": _hstrat,
    "2LSTRAT": _two_lstrat,
    "2HSTRAT": _two_hstrat,
    "BSTRAT": _bstrat,
}
