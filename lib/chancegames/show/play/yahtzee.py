"""The table of Yahtzee: what every card is worth, packed for a browser.

A card is worth the points still to come on average, playing best.  The values are rounded to whole
steps, and along the upper total of one set of filled boxes each is replaced by the difference from
the one before.  What a lower box brings hardly depends on the other lower boxes, so differences are
taken along each of them as well: small numbers, and a small file.
"""

from collections.abc import Iterator
from dataclasses import asdict, replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from chancegames.base.paths import DATA
from chancegames.games.yahtzee import graph
from chancegames.games.yahtzee.curve import read_curve
from chancegames.games.yahtzee.forward import scores_by_cause
from chancegames.games.yahtzee.layout import DISTINCT, OPEN_BOXES, REACHABLE, TOTALS, Floats, Ints
from chancegames.games.yahtzee.policies import TablePolicy
from chancegames.games.yahtzee.scoring import five_of_a_kind
from chancegames.games.yahtzee.solver import YahtzeeSolution, evaluate, solve
from chancegames.games.yahtzee.targets import best_chances
from chancegames.models.yahtzee import FORCED, VARIANTS, Box, Rules
from chancegames.show.play.tables import Table, _decode

#: Steps in a point: a value, and so every value and regret on the page, is right to half a step.
STEPS = 1024
#: Steps in a point of a standard deviation.
DEVIATION_STEPS = 16
#: The greatest chance of every score, before the first roll.
CURVE = DATA / "yahtzee" / "chances-forced.csv"
#: Tables of openings: how many boxes are open on their cards, and steps in a chance of one.
OPENINGS = {"yahtzee-opening": ((12, 11), 10_000), "yahtzee-opening-11": ((10,), 2_000)}
#: They know the chances of so many more points, and of fewer.
NEEDS = 500
_UPPER = 64
#: Lower boxes but Yahtzee, each open or filled.
_LOWER = 6
VERSION = 3
_PLANES = ("low", "middle", "high")


def _differences(values: Floats, steps: int = STEPS) -> Ints:
    """Differences along the upper total, in whole steps.

    Parameters
    ----------
    values : ndarray of float64, shape (3, 64, 64, 64)
        As in `chancegames.games.yahtzee.solver.YahtzeeSolution`.
    steps : int, optional
        Steps in a point.

    Returns
    -------
    ndarray of int64, shape (1873, 192)
        A row for each mask of filled upper boxes and each upper total that stands for itself, in
        ascending order; the first row of a mask is no difference along the total.  Within a row,
        the entry of a set of filled lower boxes is the alternating sum over its subsets.

    Examples
    --------
    >>> _differences(np.ones((3, 64, 64, 64)), steps=2)[:2, :3].tolist()
    [[2, 0, 0], [2, 0, 0]]
    """
    by_mask = values.reshape(-1, _UPPER, TOTALS)
    rows = []
    for mask in range(_UPPER):
        shown = [
            np.flatnonzero(REACHABLE[mask, : t + 1])[-1] for t in np.flatnonzero(DISTINCT[mask])
        ]
        whole = np.rint(by_mask[:, mask, shown].T * steps).astype(np.int64)
        rows.append(np.diff(whole, axis=0, prepend=0))
    together = np.concatenate(rows)
    boxes = together.reshape(-1, *(2,) * _LOWER)
    for axis in range(1, _LOWER + 1):
        open_, filled = np.moveaxis(boxes, axis, 0)
        filled -= open_
    return together


def _planes(numbers: Ints) -> dict[str, NDArray[Any]]:
    """Split whole numbers into planes of bytes, the sign folded into the lowest bit.

    Parameters
    ----------
    numbers : ndarray of int64
        Below 2**23 in size.

    Returns
    -------
    dict of str to ndarray of uint8
        The low, the middle and the high bytes, flat.

    Raises
    ------
    ValueError
        If a number is too large.

    Examples
    --------
    >>> {name: plane.tolist() for name, plane in _planes(np.array([1, -1, 300])).items()}
    {'low': [2, 1, 88], 'middle': [0, 0, 2], 'high': [0, 0, 0]}
    """
    folded = np.where(numbers >= 0, 2 * numbers, -2 * numbers - 1).ravel()
    if folded.max() >= 1 << 24:
        raise ValueError(f"a number of {np.abs(numbers).max()} does not fit into three bytes")
    return {name: (folded >> 8 * i & 255).astype(np.uint8) for i, name in enumerate(_PLANES)}


def _rules_data(rules: Rules) -> dict[str, Any]:
    """The rules with their joker rule as a table, as the scripts of the page read them.

    >>> _rules_data(FORCED)["fives"][0][5][8]  # five sixes, nothing filled: no full house
    0
    """
    return asdict(rules) | {"fives": five_of_a_kind(rules).tolist()}


def _name(rules: Rules) -> str:
    """Name of the table of a variant; that of the rules in the box has none of its own."""
    return "yahtzee" if rules == FORCED else f"yahtzee-{rules.name}"


def _table(rules: Rules) -> Table:
    """Make the table of a variant; what is known of targets is for the rules in the box."""
    packed = _planes(_differences(solve(rules).values))
    if rules == FORCED:
        packed["greatest"] = read_curve(CURVE).greatest
    return Table(_name(rules), VERSION, _rules_data(rules), {"steps": STEPS}, packed)


def _deviations(rules: Rules) -> Table:
    """Make the table of how far the points still to come stray, playing best.

    A standard deviation is packed as a value is, in steps of `DEVIATION_STEPS`; the best play is
    that of the library, with the most dice kept of equal ones.
    """
    found = evaluate(rules, solve(rules).policy)
    assert isinstance(found, YahtzeeSolution)  # as for every table policy
    assert found.squares is not None
    deviations = np.sqrt(np.maximum(0.0, found.squares - found.values**2))
    packed = _planes(_differences(deviations, DEVIATION_STEPS))
    name = f"{_name(rules)}-deviations"
    return Table(name, 1, _rules_data(rules), {"steps": DEVIATION_STEPS}, packed)


def _targets() -> Table:
    """Make the table of the picture that moves in the chapter on beating a score.

    Returns
    -------
    Table
        By score: ``greatest``, the greatest chance to reach it, and ``average``, the chance of the
        policy with the best average.
    """
    curve = read_curve(CURVE)
    chances = {"greatest": curve.greatest, "average": curve.average}
    return Table("yahtzee-targets", 1, _rules_data(FORCED), arrays=chances)


def openings() -> Iterator[Table]:
    """Make the tables of the greatest chances of every score from the first cards of a game.

    Their arrays are the planes of second differences along the points still needed, from 1 to
    `NEEDS`; a row for each card, in the order of sets and of upper totals that stand for
    themselves.  That takes the chances of the whole game: half a minute and a gigabyte.
    """
    chances, needs = best_chances(FORCED, largest=NEEDS), np.arange(1, NEEDS + 1)
    for name, (left, steps) in OPENINGS.items():
        sets = np.flatnonzero(np.isin(OPEN_BOXES, left))
        cards = [(index, total) for index in sets for total in np.flatnonzero(DISTINCT[index % 64])]
        index, total = np.array(cards).T[:, :, None]
        whole = np.rint(steps * chances.lookup(index, total, needs)).astype(np.int64)
        curved = np.diff(np.diff(whole, axis=1, prepend=steps), axis=1, prepend=0)
        data = {"left": left, "steps": steps, "needs": NEEDS}
        yield Table(name, 1, _rules_data(FORCED), data, _planes(curved))


def _kept_opening(name: str) -> Table:
    """Read a table of openings that is kept with the library."""
    return _decode((DATA / "yahtzee" / f"{name}.table").read_bytes())


def _forgetting() -> Table:
    """Make the table of the ladder that moves in the chapter on what Yahtzee may forget.

    Returns
    -------
    Table
        Its data: the counts of ``anchors``, from whole score sheets to those that differ, and of
        those without the upper total; the points a game of the ``best`` player, and those that
        this last one has ``lost``; the ``positions`` of a turn, and the ``full`` score sheets, with
        which none begins.

    Examples
    --------
    >>> _forgetting().data["positions"]
    1681
    """
    counted = graph.count_anchors()
    anchors = [counted.sheets, counted.slots, counted.reachable, counted.distinct]
    anchors.append(counted.slots // TOTALS)
    careless = TablePolicy(FORCED, solve(replace(FORCED, upper_bonus=0)).values)
    best, worse = solve(FORCED).value, evaluate(FORCED, careless).value
    counts = {"anchors": anchors, "positions": graph.turn_graph().positions, "full": counted.full}
    counts |= {"best": round(best, 4), "lost": round(best - worse, 4)}
    return Table("forgetting", 4, _rules_data(FORCED), counts)


#: Boxes by which the picture of all scores splits them, beside the upper bonus and a Yahtzee.
SPLIT = (Box.LARGE_STRAIGHT, Box.FOUR_OF_A_KIND)
#: Scores from the first to the last that the picture shows, and how many make a column.
SHOWN, COLUMN = range(120, 440), 4


def _score_causes() -> Table:
    """Make the table of the picture that moves in the chapter on the best average.

    Returns
    -------
    Table
        Its array ``chances``, shape (16, 80): probability of each column of four scores, by what
        fell.  A row is a number of four bits: the upper bonus is worth 8, a Yahtzee 4, points for
        the large straight 2 and for four of a kind 1.  Its data: the first score, the scores in a
        column, the two likeliest scores of which both neighbors are less likely, and the average.
    """
    split = scores_by_cause(FORCED, solve(FORCED).policy, SPLIT)
    whole = np.sum([*split.values()], axis=0)
    inner = whole[1:-1]
    summits = 1 + np.flatnonzero((inner > whole[:-2]) & (inner > whole[2:]))
    rows = np.zeros((16, len(SHOWN) // COLUMN))
    for cause, chances in split.items():
        columns = chances[SHOWN.start : SHOWN.stop].reshape(-1, COLUMN)
        rows[int("".join(str(int(fell)) for fell in cause), 2)] = columns.sum(axis=1)
    tops = sorted(summits[np.argsort(whole[summits])[-2:]].tolist())
    average = round(float(np.arange(len(whole)) @ whole), 4)
    data = {"first": SHOWN.start, "column": COLUMN, "tops": tops, "average": average}
    return Table("score-causes", 3, _rules_data(FORCED), data, {"chances": rows})


MAKERS = {
    **{_name(rules): partial(_table, rules) for rules in VARIANTS.values()},
    **{f"{_name(rules)}-deviations": partial(_deviations, rules) for rules in VARIANTS.values()},
    **{name: partial(_kept_opening, name) for name in OPENINGS},
    "score-causes": partial(_score_causes),
    "yahtzee-targets": partial(_targets),
    "forgetting": partial(_forgetting),
}
