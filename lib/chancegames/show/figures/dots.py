"""Figures of experiments beside what is expected: dots and lines, and how far dots lie off."""

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.typing import NDArray

from chancegames.show.figures.style import (
    FAINT,
    INK,
    PALETTE,
    _enlarge,
    _lay_out,
    _new_panels,
    _note,
    new_figure,
)
from chancegames.show.figures.trees import WIDTH

#: Shorter races than this one would stretch the picture.
FROM = 16
#: How many wins share a column of stacked dots.
_GAP = 5
#: Points from a mark to the middle of its number: below, above, and beside it.
_BESIDE = ((0, -12), (0, 14), (0, 17), (15, -9), (-15, -9), (15, 9), (-15, 9))
#: Half the width and height in points of the room that a number of two digits needs.
_ROOM = (9.5, 6.5)


def _points_and_lines(
    at: Sequence[int], seen: Sequence[float], lines: Mapping[str, Sequence[float]], games: int
) -> Figure:
    """Draw points of an experiment with two standard errors, and what some dice would give.

    Parameters
    ----------
    at : sequence of int
        Goals of the points.
    seen : sequence of float
        Races won in 100, there.
    lines : mapping of str to sequence of float
        Races won in 100 at every goal, by what to write beside the line; drawn from `FROM` on.
        The words of the first stand beside its top, those of the second below its lowest trough
        before 50, where no line is.
    games : int
        Races behind each point.
    """
    figure, ax = new_figure(5.6, 3.4)
    for (said, won), color, style in zip(
        lines.items(), (FAINT, PALETTE[0]), ("--", "-"), strict=True
    ):
        part = won[FROM - 1 :]
        ax.plot(range(FROM, len(won) + 1), part, color=color, linestyle=style, linewidth=1.8)
        top, foot = int(np.argmax(part)), int(np.argmin(part[: 50 - FROM]))
        place, by = (top, (10, 0)) if color == FAINT else (foot, (2, -16))
        _note(ax, said, (FROM + place, part[place]), by, color=INK, fontsize=12)
    bars = 200 * np.sqrt(np.array(seen) * (100 - np.array(seen)) / 1e4 / games)
    ax.errorbar(at, seen, yerr=bars, fmt="o", color=PALETTE[1], markersize=5, elinewidth=1.4)
    ax.set(xlabel="points to reach", ylabel="races won in 100", xlim=(5, 205))
    _enlarge(ax)
    ax.margins(y=0.12)
    return figure


def _waves(lines: Mapping[str, tuple[Sequence[float], Sequence[int]]], most: int) -> Figure:
    """Draw how the shares of two kinds of dice wave with the goal.

    Parameters
    ----------
    lines : mapping of str to (sequence of float, sequence of int)
        Races won in 100 at every goal from 1, and the goals to mark, by what to write at the right
        end of the line.
    most : int
        The last goal to show.
    """
    figure, ax = new_figure(5.6, 3.4)
    goals = np.arange(FROM, most + 1)
    curves = [np.array(won[FROM - 1 : most]) for won, _ in lines.values()]
    for (said, _), part, color in zip(lines.items(), curves, PALETTE[::2], strict=False):
        ax.plot(goals, part, color=color, linewidth=1.8)
        ax.annotate(said, (most + 2, part[-1]), color=color, fontsize=12, va="center")
    ax.set(xlabel="points to reach", ylabel="races won in 100", xticks=range(20, most + 1, 20))
    _enlarge(ax)
    ax.set_xlim(right=most + 32)
    ax.set_ylim(bottom=ax.get_ylim()[0] - 1)
    _lay_out(figure)  # for the numbers, whose room is counted in points
    for (won, marked), color in zip(lines.values(), PALETTE[::2], strict=False):
        for goal in marked:
            at = goal, won[goal - 1]
            ax.plot(*at, "o", color=color, markersize=4)
            style: dict[str, Any] = {"color": color, "ha": "center", "va": "center_baseline"}
            _note(ax, str(goal), at, _clear_of(ax, curves, at), fontsize=12, **style)
    return figure


def _clear_of(
    ax: Axes, curves: Sequence[NDArray[np.float64]], at: tuple[float, float]
) -> tuple[float, float]:
    """Choose the first place beside a mark for its number where no curve crosses it.

    Parameters
    ----------
    ax : Axes
        With its final limits.
    curves : sequence of ndarray
        Their heights at `FROM` and the whole numbers after it.
    at : (float, float)
        The mark.

    Returns
    -------
    (float, float)
        Points to the right and up from the mark.
    """
    goals = FROM + np.linspace(0, len(curves[0]) - 1, 20 * len(curves[0]))
    heights = [np.interp(goals, FROM + np.arange(len(curve)), curve) for curve in curves]
    across, up = np.tile(goals, len(curves)), np.concatenate(heights)
    away = ax.transData.transform(np.column_stack((across, up))) - ax.transData.transform(at)
    away *= 72 / ax.figure.dpi
    for by in _BESIDE:
        if not (np.abs(away - by) < _ROOM).all(axis=1).any():
            return by
    return _BESIDE[0]


def _deviations(misses: Mapping[str, Sequence[float]]) -> Figure:
    """Draw how many points lie how many standard errors off, one panel below the other.

    Parameters
    ----------
    misses : mapping of str to sequence of float
        Standard errors above what is expected, by the title of the panel.
    """
    figure, axes = _new_panels(4.4, 3.9, len(misses), 1, sharex=True, sharey=True)
    bins = np.arange(-12.25, 12.5, 0.5)
    middle = (bins[1:] + bins[:-1]) / 2
    for ax, (title, found) in zip(axes[:, 0], misses.items(), strict=True):
        counts, _ = np.histogram(found, bins)
        expected = len(found) * 0.5 * np.exp(-(middle**2) / 2) / np.sqrt(2 * np.pi)
        ax.bar(middle, counts, width=0.45, color=PALETTE[1])
        ax.plot(middle, expected, color=INK, linewidth=1.4)
        ax.set_title(title, fontsize=10)
        ax.set(ylabel="dots", xlim=(-10.5, 10.5), xticks=range(-10, 11, 2))
    axes[0, 0].tick_params(labelbottom=True)
    axes[-1, 0].set_xlabel("standard errors off")
    return figure


def gaps(series: Mapping[str, Sequence[float]], lines: Mapping[str, float]) -> Figure:
    """Draw values as dots stacked where they fall, with labelled lines across.

    Parameters
    ----------
    series : mapping of str to sequence of float
        Increasing values by name: the first stacked upward, a second one downward.
    lines : mapping of str to float
        Where to draw a line, by the words above it.

    Returns
    -------
    Figure
    """
    figure, ax = new_figure(WIDTH, 1.7 + 1.3 * len(series))
    heights = [0, 0]
    for place, (name, values) in enumerate(series.items()):
        side, color, columns = (1, -1)[place], PALETTE[2 * place], np.floor_divide(values, _GAP)
        levels = [1 + int((columns[:n] == column).sum()) for n, column in enumerate(columns)]
        ax.plot(_GAP * (columns + 0.5), side * np.array(levels), "o", markersize=5, color=color)
        heights[place] = max(levels)
        if len(series) > 1:
            style: dict[str, Any] = {"xycoords": ("axes fraction", "data"), "va": "center"}
            style |= {"color": color, "ha": "right", "fontsize": 12}
            _note(ax, name, (1, side * 0.6 * max(levels)), **style)
    for place, (label, at) in enumerate(lines.items()):
        ax.axvline(at, color=PALETTE[1], linestyle="-" if place == 0 else "--")
        above = {"xycoords": ("data", "axes fraction"), "va": "top"}
        _note(ax, label, (at, 1), (5, 0), color=INK, fontsize=12, **above)
    ax.axhline(0, color=FAINT, linewidth=0.8)
    ax.set(xlabel="wins apart, in 10,000 games", yticks=[], xlim=(-_GAP / 2, None))
    ax.set_ylim(-1.1 * heights[1], heights[0] + 0.6 / len(series) * sum(heights))
    _enlarge(ax)
    ax.spines["left"].set_visible(False)
    return figure


def streams(
    trials: Mapping[str, Sequence[int]], shown: tuple[int, int], same: int, words: str
) -> Figure:
    """Draw which random numbers each game of two trials takes: two rows of brackets over a strip.

    Parameters
    ----------
    trials : mapping of str to sequence of int
        By name, where in the stream its games begin: the first above the strip, the second below.
    shown : (int, int)
        First number of the strip, and the first one after it.
    same : int
        From this number on both trials play the same games.
    words : str
        Said at that number.

    Returns
    -------
    Figure
    """
    figure, ax = new_figure(WIDTH, 2.1)
    first, end = shown
    ax.plot(np.arange(first, end), np.zeros(end - first), "o", color=FAINT, markersize=4.5)
    for (name, begins), side in zip(trials.items(), (1, -1), strict=True):
        places = [place for place in begins if first <= place <= end]
        for place, after in pairwise(places):
            left, right, y = place - 0.32, after - 0.68, side * 0.55
            color = PALETTE[0] if place >= same else PALETTE[1]
            edges = [left, left, right, right], [y - 0.2 * side, y, y, y - 0.2 * side]
            ax.plot(*edges, color=color, linewidth=2.2)
        where = {"ha": "left", "va": "bottom"} if side > 0 else {"ha": "right", "va": "center"}
        _note(ax, name, (places[0] - 0.4, y), (0, 4) if side > 0 else (-5, 0), fontsize=12, **where)
    ax.axvline(same - 0.5, color=INK, linewidth=0.8, linestyle="--")
    _note(ax, words, (same - 0.5, 1.25), (5, 0), color=PALETTE[0], fontsize=12, va="center")
    ax.set(xlim=(first - 1, end), ylim=(-1.0, 1.5))
    ax.set_axis_off()
    return figure


def misses(
    shares: Mapping[str, tuple[float, float, float]],
    margin: float,
    wider: float = 1.0,
    hollow: Collection[str] = (),
) -> Figure:
    """Draw printed results against the truth, each on a bar of what chance allows.

    Parameters
    ----------
    shares : mapping of str to (float, float, float)
        The printed result, the true one, and how far chance may move it, in wins; by its words.
    margin : float
        What the source took for the error, drawn as a second bar around each printed result.
    wider : float, optional
        How many times as far chance may move the results for another reason, drawn paler.
    hollow : collection of str, optional
        The words of those results that are drawn as rings.

    Returns
    -------
    Figure
        How far each result lies from the truth, in wins.
    """
    figure, ax = new_figure(WIDTH, 0.5 * len(shares) + 0.8)
    for row, (words, (printed, true, chance)) in enumerate(shares.items()):
        off = printed - true
        color = PALETTE[1] if abs(off) > chance else PALETTE[0]
        inside = "none" if words in hollow else color
        for far, alpha in ((wider * chance, 0.16), (chance, 0.35)):
            ends = [-far, far], [-row, -row]
            ax.plot(*ends, color=FAINT, linewidth=9, alpha=alpha, solid_capstyle="butt")
        ends = [off - margin, off + margin], [-row, -row]
        if words not in hollow:
            ax.plot(*ends, color=PALETTE[1], linewidth=2.5, solid_capstyle="butt")
        style: dict[str, Any] = {"markeredgecolor": color, "markerfacecolor": inside}
        ax.plot(off, -row, "o", markersize=7, markeredgewidth=2, **style)
    ax.axvline(0, color=INK, linewidth=0.8)
    ax.set_yticks([-row for row in range(len(shares))], [*shares])
    ax.set(xlabel="wins in 10,000 above the truth", ylim=(0.6 - len(shares), 0.6))
    ax.tick_params(axis="y", length=0)
    _enlarge(ax)
    ax.tick_params(labelsize=11)  # the words at the left take room from the bars
    ax.spines["left"].set_visible(False)
    return figure
