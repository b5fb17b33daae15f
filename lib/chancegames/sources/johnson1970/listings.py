"""What the programs of appendix A compute, written anew (Johnson, 1970).

Each function follows its program's bookkeeping - arrays that are overwritten move by move - and
not the diagrams of :mod:`.diagrams`, from which it must therefore give the same numbers, or else
there is a slip.  `hstrat` can be run with the slip of its listing: see there.  The listing of
appendix B (H'STRAT) is :class:`.depreciation.WeighedHigh`, as played by :mod:`.simulate`.
"""

from collections.abc import Sequence

MOVES = 10


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


def lstrat(e: float, a: float) -> list[float]:
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
    >>> round(lstrat(0.5, 0.75)[0], 5)
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


def two_lstrat(e: float, a: float) -> list[float]:
    """2LSTRAT: D(1) to D(10); a win seen two levels down counts on the move that reaches it.

    Parameters and result as for :func:`lstrat`.

    Examples
    --------
    >>> round(output(two_lstrat(0.5, 0.75))[2], 4)
    0.7167
    """
    b, s = 1 - a, 1 - e
    high, low = e * a, e * b
    reach, looked, above = 1 - low * (1 + s * a), 1.0, 1.0
    chances = [high * reach + low * looked]
    for _ in range(1, MOVES):
        low, high = high * b, high * a
        looked, above = reach * s + above * s, reach * s
        reach = reach * s * (1 - low - low * s * a)
        chances.append(high * reach + low * looked)
    return chances


def hstrat(e: float, a: float, overrun: bool = False) -> list[float]:
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
    >>> right, slip = hstrat(0.5, 0.75), hstrat(0.5, 0.75, overrun=True)
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


def two_hstrat(e: float, a: float) -> list[float]:
    """2HSTRAT: D(1) to D(10), two chances a point, by the side from which it is reached.

    `left` comes down a high branch (it was looked at, and its fork's high branch is known to
    split), `right` comes down a low branch unseen.  Parameters and result as for :func:`lstrat`.

    Examples
    --------
    >>> round(output(two_hstrat(0.5, 0.75))[2], 5)
    0.67301
    """
    b, s = 1 - a, 1 - e
    unseen: dict[int, float] = {0: 1.0}
    seen: dict[int, float] = {}  # low moves made -> chance to stand there
    chances, later = [], 0.0
    for move in range(MOVES):
        win, soon = later, 0.0
        new_unseen: dict[int, float] = {}
        new_seen: dict[int, float] = {}
        for lows in range(move + 1):
            x = a ** (move - lows) * b**lows
            fresh, known = unseen.get(lows, 0.0), seen.get(lows, 0.0)
            deep = s * fresh + known  # the high branch splits: its high branch is looked at
            low = fresh * e * (1 - a * x) + deep * e * (1 - a * a * x)
            win += fresh * e * a * x + low * e * b * x
            soon += deep * e * a * a * x
            new_seen[lows] = new_seen.get(lows, 0.0) + deep * s
            new_unseen[lows + 1] = low * s
        chances.append(win)
        unseen, seen, later = new_unseen, new_seen, soon
    return chances


def bstrat(e: float, a: float) -> list[float]:
    """BSTRAT: D(1) to D(10), the chance of a win at either successor of each point.

    Parameters and result as for :func:`lstrat`.

    Examples
    --------
    >>> round(output(bstrat(0.5, 0.75))[2], 5)
    0.71438
    """
    b, s = 1 - a, 1 - e
    chances = [e * b + (1 - e * b) * e * a]
    value, reach = [a, b], [s * (1 - e * b), s * e * (1 - a)]
    for _ in range(1, MOVES):
        pairs = list(zip(value, reach, strict=True))
        chances.append(sum(e * v * t * (b + (1 - e * b * v) * a) for v, t in pairs))
        up = [t * s * (1 - e * b * v) for v, t in pairs] + [0.0]
        down = [0.0] + [t * s * e * (1 - a * v) for v, t in pairs]
        value = [v * a for v in value] + [value[-1] * b]
        reach = [u + d for u, d in zip(up, down, strict=True)]
    return chances


def limits(e: float, a: float) -> tuple[list[float], list[float]]:
    """LIMITS: D(1) to D(10) of ooHSTRAT and of ooLSTRAT.

    A win that unlimited looks have found counts at once.  For ooHSTRAT a win at the low branch
    counts one move later than in :mod:`.diagrams`: the sums agree, not the terms.

    Parameters as for :func:`lstrat`.

    Returns
    -------
    high, low : list of float

    Examples
    --------
    >>> [round(output(d)[2], 5) for d in limits(0.5, 0.75)]
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
