"""Figures of the dice battle: what a roll scores, and who wins against whom."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

import numpy as np
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from chancegames.maths.solution import Distribution
from chancegames.show.figures.style import (
    FAINT,
    INK,
    PALETTE,
    _cell,
    _new_panels,
    _series_style,
    new_figure,
)

#: Blue for the row player, orange for the column player, nothing at 0.
DIVERGING = (PALETTE[1], PALETTE[0])


def score_laws(laws: Mapping[int, Mapping[int, Fraction]]) -> Figure:
    """Draw the score law of some throws, one row each: the share that is spoiled, and the rest.

    Parameters
    ----------
    laws : mapping of int to mapping
        Score law by number of dice.
    """
    figure, axes = _new_panels(
        5.0, 0.7 + 1.1 * len(laws), len(laws), 2, sharex="col", width_ratios=[1, 2]
    )
    highest = max(float(p) for law in laws.values() for p in [*law.values()][1:])
    for (dice, law), (share, bell) in zip(laws.items(), axes, strict=True):
        bust, *sums = sorted(law)
        spoiled = 100 * float(law[bust])
        share.barh(0, spoiled, height=0.8, color=PALETTE[1])
        share.text(spoiled + 4, 0, f"{spoiled:.0f}", color=INK, va="center")
        share.set(xlim=(0, 100), xticks=[0, 50, 100], ylim=(-1, 1))
        share.set_yticks([0], [f"{dice} dice" if dice > 1 else "1 die"])
        bell.bar(sums, [float(law[score]) for score in sums], color=PALETTE[0])
        bell.set(ylim=(0, 1.05 * highest), yticks=[])
    axes[-1, 0].set_xlabel("spoiled, in 100")
    axes[-1, 1].set_xlabel("score of a clean roll")
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
        Numbers are games won in a hundred, a draw counting half.
    """
    size = len(matrix)
    figure, ax = new_figure(5.6, 5.2)
    largest = max(abs(float(entry)) for row in matrix for entry in row) or 1.0
    for i, row in enumerate(matrix):
        for j, entry in enumerate(row):
            shade = 0.12 + 0.63 * abs(float(entry)) / largest if entry else 0.0
            words = f"{50 + 50 * float(entry):.0f}" if size <= 12 else ""
            _cell(ax, (j + 0.5, i + 0.5), DIVERGING[entry > 0], shade, words)
    for winner, loser in cycle:
        frame = Rectangle((loser - 0.5, winner - 0.5), 1, 1, fill=False, edgecolor=INK, linewidth=2)
        ax.add_patch(frame)
    ax.set(xlim=(0.5, size + 0.5), ylim=(0.5, size + 0.5), aspect="equal")
    ax.set(xlabel="dice that the other rolls", ylabel="dice that you roll")
    step = 1 if size <= 12 else 5
    ax.set_xticks(range(step, size + 1, step))
    ax.set_yticks(range(step, size + 1, step))
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
            *_series_style("optimal").values(),
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
