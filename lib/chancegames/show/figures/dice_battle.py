"""Figures of the dice battle: the law of a throw, the payoffs, the optimum over D."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from chancegames.maths.solution import Distribution
from chancegames.show.figures.style import FAINT, INK, PALETTE, new_figure, new_panels, series_style

#: Blue for the row player, orange for the column player, nothing at 0.
DIVERGING = (PALETTE[1], PALETTE[0])


def score_laws(laws: Mapping[int, Mapping[int, Fraction]]) -> Figure:
    """Draw the score law of some throws, one panel each.

    Parameters
    ----------
    laws : mapping of int to mapping
        Score law by number of dice.

    Returns
    -------
    Figure
    """
    figure, axes = new_panels(6.4, 1.3 * len(laws), len(laws), sharex=True)
    for (dice, law), ax in zip(laws.items(), axes[:, 0], strict=True):
        bust, *sums = sorted(law)
        ax.bar([bust], [float(law[bust])], color=PALETTE[1])
        ax.bar(sums, [float(law[score]) for score in sums], color=PALETTE[0])
        ax.set_title(f"{dice} dice" if dice > 1 else "1 die")
        ax.set_ylim(0, 0.8)
    axes[-1, 0].set_xlabel("score (points)")
    figure.supylabel("probability", fontsize=10)
    return figure


def payoff_map(
    matrix: Sequence[Sequence[Fraction]], *, cycle: Sequence[tuple[int, int]] = ()
) -> Figure:
    """Draw a payoff matrix as squares whose colour and number show the gain.

    Parameters
    ----------
    matrix : sequence of sequences of Fraction, shape (D, D)
    cycle : sequence of (int, int), optional
        Pairs of numbers of dice, the winner first, to be framed.

    Returns
    -------
    Figure
        Gains are games won less games lost in a hundred.
    """
    size = len(matrix)
    figure, ax = new_figure(5.6, 5.2)
    largest = max(abs(float(entry)) for row in matrix for entry in row) or 1.0
    for i, row in enumerate(matrix):
        for j, entry in enumerate(row):
            _payoff_cell(ax, i, j, float(entry), largest, written=size <= 12)
    for winner, loser in cycle:
        frame = Rectangle((loser - 0.5, winner - 0.5), 1, 1, fill=False, edgecolor=INK, linewidth=2)
        ax.add_patch(frame)
    ax.set(xlim=(0.5, size + 0.5), ylim=(size + 0.5, 0.5), aspect="equal")
    ax.set(xlabel="dice that the other rolls", ylabel="dice that you roll")
    step = 1 if size <= 12 else 5
    ax.set_xticks(range(step, size + 1, step))
    ax.set_yticks(range(step, size + 1, step))
    return figure


def optimum_over_dice(optima: Mapping[int, Sequence[Fraction]]) -> Figure:
    """Draw the optimal mixture as one stacked bar for each D.

    Parameters
    ----------
    optima : mapping of int to sequence of Fraction
        Optimal strategy by D.

    Returns
    -------
    Figure
    """
    figure, ax = new_figure(6.4, 3.4)
    for dice, strategy in optima.items():
        bottom = 0.0
        for thrown, weight in enumerate(strategy, start=1):
            if weight > 0:
                color = PALETTE[(thrown - 1) % len(PALETTE)]
                ax.bar(dice, float(weight), bottom=bottom, width=0.8, color=color)
                middle = bottom + float(weight) / 2
                ax.text(dice, middle, str(thrown), ha="center", va="center", color=INK, fontsize=9)
                bottom += float(weight)
    ax.set(xlabel="largest number of dice", ylabel="probability of rolling", ylim=(0, 1))
    ax.set_xticks(list(optima))
    return figure


def against_blind(matches: Mapping[int, Distribution]) -> Figure:
    """Draw the optimal player's result against the blind one, draws counted in three ways.

    Parameters
    ----------
    matches : mapping of int to Distribution
        By D.

    Returns
    -------
    Figure
    """
    figure, ax = new_figure(6.0, 3.4)
    dice = list(matches)
    curves = {
        "a draw counts as a win": ([m.mean + m[0] for m in matches.values()], PALETTE[3], "D"),
        "a draw counts 0": (
            [m.mean for m in matches.values()],
            *series_style("optimal").values(),
        ),
        "a draw counts as a loss": ([m.mean - m[0] for m in matches.values()], PALETTE[4], "v"),
    }
    for label, (values, color, marker) in curves.items():
        shown = np.array(values, dtype=float)
        ax.plot(dice, shown, color=color, marker=marker)
        ax.text(dice[-1], shown[-1] + 0.04, label, ha="right", va="bottom", color=INK, fontsize=9)
    ax.axhline(0, color=FAINT, linewidth=0.8)
    ax.set(xlabel="largest number of dice", ylabel="expected gain (games)", ylim=(-0.6, 0.6))
    ax.set_xticks(dice)
    return figure


def _payoff_cell(ax: Axes, i: int, j: int, gain: float, largest: float, written: bool) -> None:
    color = DIVERGING[gain > 0]
    shade = 0.75 * abs(gain) / largest
    ax.add_patch(Rectangle((j + 0.5, i + 0.5), 1, 1, color=color, alpha=shade, linewidth=0))
    if written:
        games = f"{round(100 * gain):+d}".replace("-", "−") if round(100 * gain) else "0"
        ax.text(j + 1, i + 1, games, ha="center", va="center", fontsize=9, color=INK)
