"""Figures of Yahtzee: the law of the score, what boxes are worth, players, chances of a target."""

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.figure import Figure

from chancegames.show.figures.style import FAINT, INK, PALETTE, new_figure, new_panels

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
    figure, ax = new_figure(6.4, 2.8)
    faces = np.arange(1, 7)
    ax.bar(faces, faces, width=0.7, color=PALETTE[5])
    for rolls, value in enumerate(rounds, start=1):
        ax.axhline(value, color=PALETTE[rolls - 1], linewidth=1.4)
        text = f"{rolls} roll{'s' if rolls > 1 else ''} to come: {value:.3f}"
        ax.text(0.45, value + 0.08, text, color=INK, fontsize=8.5)
    ax.set(xlabel="face shown", ylabel="points", ylim=(0, 6.4), xlim=(0.4, 6.6))
    return figure


def score_laws(laws: Mapping[str, np.ndarray], width: int = 5) -> Figure:
    """Draw laws of the score, summed over intervals of points.

    Parameters
    ----------
    laws : mapping of str to ndarray
        Probability of each score from 0, by name.
    width : int, optional
        Points in an interval.

    Returns
    -------
    Figure
    """
    figure, ax = new_figure(6.4, 3.4)
    for i, (name, law) in enumerate(laws.items()):
        whole = law[: len(law) // width * width].reshape(-1, width).sum(axis=1)
        scores = np.arange(len(whole)) * width
        ax.step(scores, whole, where="post", color=PALETTE[i], linewidth=1.3, label=name)
    ax.set(xlabel="final score (points)", ylabel=f"probability per {width} points", xlim=(0, 650))
    ax.set_ylim(bottom=0)
    ax.legend()
    return figure


def worths(values: Mapping[str, float], label: str) -> Figure:
    """Draw named values as horizontal bars, the largest on top.

    Parameters
    ----------
    values : mapping of str to float
    label : str
        What the bars measure, with its unit.

    Returns
    -------
    Figure
    """
    names = sorted(values, key=values.__getitem__)
    figure, ax = new_figure(6.4, 0.9 + 0.26 * len(names))
    lengths = [values[name] for name in names]
    ax.barh(names, lengths, color=PALETTE[0], height=0.66)
    for place, length in enumerate(lengths):
        ax.text(length, place, f" {length:.2f}", va="center", fontsize=8.5, color=INK)
    ax.set_xlabel(label)
    ax.set_xlim(0, 1.14 * max(lengths))
    return figure


def both_tails(greatest: np.ndarray, average: np.ndarray, middle: int = 300) -> Figure:
    """Draw both tails for both aims, and below them how many times better the chance gets.

    Parameters
    ----------
    greatest, average : ndarray
        Chance of at least 0, 1, 2, ... points, for the best chance and the best average.
    middle : int, optional
        Where the left panels end.

    Returns
    -------
    Figure
    """
    figure, axes = new_panels(6.8, 5.0, 2, 2, sharex="col")
    low, high = np.arange(100, middle + 1), np.arange(len(greatest))
    misses = {"best chance": 1 - greatest[low], "best average": 1 - average[low]}
    hits = {"best chance": greatest, "best average": average}
    for ax, scores, curves in ((axes[0, 0], low, misses), (axes[0, 1], high, hits)):
        for name, style in (("best chance", "-"), ("best average", "--")):
            ax.semilogy(scores, curves[name], color=AIMS[name], ls=style, label=name)
    for ax, scores, parts in (
        (axes[1, 0], low, (misses["best average"], misses["best chance"])),
        (axes[1, 1], high, (hits["best chance"], hits["best average"])),
    ):
        ax.semilogy(scores, parts[0] / parts[1], color=PALETTE[2])
        ax.set_xlabel("score (points)")
    for ax in axes[0]:
        ax.minorticks_off()  # of tens of decades
    axes[0, 0].set_ylabel("chance of less")
    axes[0, 1].set_ylabel("chance of at least")
    axes[1, 0].set_ylabel("times likelier to miss")
    axes[1, 1].set_ylabel("times likelier to reach")
    axes[0, 1].legend(loc="upper right", fontsize=8.5)
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
    figure, ax = new_figure(6.4, 3.0)
    scores = np.arange(highest + 1)
    ax.fill_between(scores, 100 * (greatest - average)[: highest + 1], color=PALETTE[1], lw=0)
    ax.axhline(0, color=FAINT, linewidth=0.8)
    ax.set(xlabel="score to reach (points)", ylabel="gain (percentage points)", xlim=(0, highest))
    return figure
