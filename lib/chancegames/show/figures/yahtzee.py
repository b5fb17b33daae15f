"""Figures of Yahtzee: the law of the score, what boxes are worth, players, chances of a target."""

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.typing import NDArray

from chancegames.show.figures.style import FAINT, INK, PALETTE, _new_panels, new_figure

#: One colour an aim, in both chapters.
AIMS = {"best average": PALETTE[0], "best chance": PALETTE[1]}


def one_die(rounds: Sequence[float]) -> Figure:
    """Draw the hand-solved game: one die, and from which face on one keeps it.

    Parameters
    ----------
    rounds : sequence of float
        Value of the die with 1, 2, 3, ... rolls to come.

    Returns
    -------
    Figure
    """
    figure, ax = new_figure(3.9, 2.7)
    faces = np.arange(1, 7)
    ax.bar(faces, faces, width=0.7, color=FAINT, alpha=0.4)  # pale: the lines have the colours
    for rolls, value in enumerate(rounds, start=1):
        ax.plot([0.4, 6.5], [value, value], color=PALETTE[rolls - 1], linewidth=1.4)
        text = f"{rolls} roll{'s' if rolls > 1 else ''}: {value:.3f}"
        ax.text(6.6, value, text, color=INK, va="bottom" if rolls == len(rounds) else "center")
    ax.set(ylabel="points", ylim=(0, 6.4), xlim=(0.4, 8.9))
    ax.set_xticks(faces)
    ax.set_xlabel("face shown", x=0.37)
    ax.spines["bottom"].set_bounds(0.4, 6.5)
    return figure


#: Colour of each cause of a score, the same wherever it is drawn.
CAUSES = (PALETTE[6], PALETTE[4], PALETTE[2], PALETTE[1], PALETTE[0])


def score_causes(
    causes: Mapping[str, NDArray[np.float64]],
    marked: Sequence[int] = (),
    average: float | None = None,
) -> Figure:
    """Draw the distribution of the score as a hill whose layers are the causes, named in place.

    Parameters
    ----------
    causes : mapping of str to ndarray
        Probability of each score from 0, by name, the lowest layer first; five at most.
    marked : sequence of int, optional
        Scores that are written over their columns.
    average : float, optional
        A score at which a thin line stands.
    """
    figure, ax = new_figure(5.4, 4.2)
    width, scores = 4, range(120, 440)
    columns = np.arange(scores.start, scores.stop, width)
    below, tops = np.zeros(len(columns)), {}
    for (name, chances), color in zip(causes.items(), CAUSES, strict=False):
        shown = np.zeros(scores.stop)
        shown[: len(chances)] = chances[: scores.stop]
        share = 100 * np.add.reduceat(shown, columns)
        ax.bar(columns, share, width, below, align="edge", color=color, linewidth=0)
        top = int(share.argmax())
        tops[name] = (columns[top] + width / 2, below[top] + 0.6 * share[top])
        below += share
    ax.set(xlabel="final score (points)", ylabel=f"games in 100, per {width} points")
    ax.set(xlim=(scores.start, scores.stop), ylim=(0, 1.3 * below.max()))
    for score in marked:
        column = (score - scores.start) // width
        ax.text(columns[column] + width / 2, below[column], str(score), ha="center", va="bottom")
    if average is not None:
        ax.axvline(average, ymax=0.86, color=INK, linewidth=0.8, linestyle="--")
        ax.text(average, 1.13 * below.max(), f"average {average:.2f}", ha="center", va="bottom")
    middle = float(columns @ below / below.sum())
    _name_layers(ax, {name: at for name, at in tops.items() if at[0] < middle}, "left")
    _name_layers(ax, {name: at for name, at in tops.items() if at[0] >= middle}, "right")
    return figure


def _name_layers(ax: Axes, tops: Mapping[str, tuple[float, float]], side: str) -> None:
    """Write names beside the hill, the lowest layer lowest, with a line to the highest column."""
    for rank, (name, at) in enumerate(reversed([*tops.items()])):
        ax.annotate(
            name,
            at,
            (0.01 if side == "left" else 0.99, 0.97 - 0.19 * rank),
            textcoords="axes fraction",
            ha=side,
            va="top",
            arrowprops={"arrowstyle": "-", "color": INK, "linewidth": 0.7},
        )


def worths(worth: Mapping[str, float], written: Mapping[str, float]) -> Figure:
    """Draw what boxes are worth and what they bring as two dots in a row, the largest on top.

    Parameters
    ----------
    worth, written : mapping of str to float
        Points that are lost without a box, and points that stand in it on average, by name.

    Returns
    -------
    Figure
    """
    names = sorted(worth, key=worth.__getitem__)
    figure, ax = new_figure(3.9, 0.9 + 0.25 * len(names))
    for place, name in enumerate(names):
        ends = worth[name], written[name]
        ax.plot(ends, (place, place), color=FAINT, linewidth=1.4, zorder=1)
        for value, color in zip(ends, (PALETTE[0], FAINT), strict=True):
            ax.plot(value, place, "o", color=color, markersize=7)
            side, shift = ("left", 1.5) if value == max(ends) else ("right", -1.5)
            ax.text(value + shift, place, f"{value:.1f}", va="center", ha=side, color=INK)
    first = names[-1]
    for value, words, color in (
        (worth[first], "worth", PALETTE[0]),
        (written[first], "written", INK),
    ):
        ax.text(value, len(names) - 0.5, words, ha="center", va="bottom", color=color)
    ax.set_yticks(range(len(names)), names)
    ax.set_xlabel("points")
    ax.set_xlim(-6, 1.18 * max(worth.values()))
    return figure


def both_ends(greatest: NDArray[np.float64], average: NDArray[np.float64]) -> Figure:
    """Draw how many times as often the wrong aim misses a low score, and the right one a high one.

    Parameters
    ----------
    greatest, average : ndarray
        Chance of at least 0, 1, 2, ... points, for the best chance and the best average.
    """
    figure, axes = _new_panels(3.9, 5.4, rows=2)
    low, high = np.arange(100, 301), np.arange(300, len(greatest))
    missed = (1 - average[low]) / (1 - greatest[low])
    axes[0, 0].semilogy(low, missed, color=AIMS["best average"])
    axes[1, 0].semilogy(high, greatest[high] / average[high], color=AIMS["best chance"])
    for ax, ticks in zip(axes[:, 0], ((1, 2, 5, 10, 20, 50), (1, 2, 5, 10, 20)), strict=True):
        ax.minorticks_off()
        ax.set_yticks(ticks, [str(tick) for tick in ticks])
        ax.set_xlabel("score (points)")
    axes[0, 0].set_title("Low scores: how many times less often\nyou miss them if you aim")
    axes[1, 0].set_title("\nHigh scores: how many times more often\nyou reach them if you aim")
    return figure


def gain(greatest: np.ndarray, average: np.ndarray, highest: int = 600) -> Figure:
    """Draw by how much going for a score raises its chance.

    Parameters
    ----------
    greatest, average : ndarray
        Chance of at least 0, 1, 2, ... points.
    highest : int, optional
        Last score shown.

    Returns
    -------
    Figure
    """
    figure, ax = new_figure(5.2, 2.8)
    scores = np.arange(highest + 1)
    ax.fill_between(scores, 100 * (greatest - average)[: highest + 1], color=PALETTE[1], lw=0)
    ax.axhline(0, color=FAINT, linewidth=0.8)
    ax.set(xlabel="score to reach (points)", ylabel="more games in 100", xlim=(0, highest))
    return figure


def _swing(leads: Mapping[int, float], above: str, below: str) -> Figure:
    """Draw which of two choices is better over the target, and by how much.

    Parameters
    ----------
    leads : mapping of int to float
        By how many games in 100 the first choice leads, by the score to reach.
    above, below : str
        Names of the first choice and of the second.

    Returns
    -------
    Figure
    """
    figure, ax = new_figure(4.4, 2.6)
    targets, lead = np.array([*leads]), np.array([*leads.values()])
    for side, name, color in ((1, above, PALETTE[0]), (-1, below, PALETTE[1])):
        part = np.where(side * lead > 0, lead, 0)
        ax.fill_between(targets, part, color=color, lw=0, step="mid")
        ax.text(targets[-1], 0.8 * side * max(abs(lead)), name, color=INK, ha="right")
    ax.axhline(0, color=FAINT, linewidth=0.8)
    ax.set(xlabel="score to reach (points)", ylabel="more games in 100")
    ax.set_xlim(targets[0], targets[-1])
    ax.yaxis.set_major_formatter(lambda tick, _: f"{abs(tick):g}")
    return figure
