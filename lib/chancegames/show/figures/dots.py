"""Figures of an experiment beside what is expected: dots and lines, and how far dots lie off."""

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.figure import Figure

from chancegames.show.figures.style import FAINT, INK, PALETTE, _new_panels, new_figure

#: Shorter races than this one would stretch the picture.
FROM = 16


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
    games : int
        Races behind each point.
    """
    figure, ax = new_figure(5.6, 3.4)
    for (said, won), color, style in zip(
        lines.items(), (FAINT, PALETTE[0]), ("--", "-"), strict=True
    ):
        part = won[FROM - 1 :]
        ax.plot(range(FROM, len(won) + 1), part, color=color, linestyle=style, linewidth=1.8)
        top = int(np.argmax(part))
        ax.annotate(
            said,
            (FROM + top, part[top]),
            (0, 6),
            textcoords="offset points",
            color=INK,
            fontsize=9,
        )
    bars = 200 * np.sqrt(np.array(seen) * (100 - np.array(seen)) / 1e4 / games)
    ax.errorbar(at, seen, yerr=bars, fmt="o", color=PALETTE[1], markersize=5, elinewidth=1.4)
    ax.set(xlabel="points to reach", ylabel="races won in 100", xlim=(5, 205))
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
    figure, ax = new_figure(5.6, 3.2)
    goals = np.arange(FROM, most + 1)
    for (said, (won, marked)), color in zip(lines.items(), PALETTE[::2], strict=False):
        for goal in marked:
            ax.plot(goal, won[goal - 1], "o", color=color, markersize=4)
            at = (goal, won[goal - 1])
            ax.annotate(
                str(goal), at, (0, -13), textcoords="offset points", color=color, ha="center"
            )
        part = np.array(won[FROM - 1 : most])
        ax.plot(goals, part, color=color, linewidth=1.8)
        ax.annotate(said, (most + 2, part[-1]), color=color, fontsize=9, va="center")
    ax.set(xlabel="points to reach", ylabel="races won in 100", xticks=range(20, most + 1, 20))
    ax.set_xlim(right=most + 22)
    ax.set_ylim(bottom=ax.get_ylim()[0] - 1)
    return figure


def _misses(misses: Mapping[str, Sequence[float]]) -> Figure:
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
