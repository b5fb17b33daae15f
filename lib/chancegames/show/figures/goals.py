"""Figures of players who think in goals: what a miss is worth, and which habits help."""

from collections.abc import Mapping, Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from chancegames.show.figures.style import (
    FAINT,
    INK,
    MARKERS,
    NARROW,
    PALETTE,
    PAPER,
    _note,
    new_figure,
)


def bird_in_hand(
    worth: Mapping[str, int], held: str, cast: float, ends: Mapping[str, str]
) -> Figure:
    """Draw what each hand in reach is worth, with lines at what is held and at another cast.

    Parameters
    ----------
    worth : mapping
        Hand in reach -> its tokens, drawn from left to right.
    held : str
        The hand that could be kept, one of them.
    cast : float
        What one more cast is worth.
    ends : mapping
        How often each hand is what good play ends with, in words.

    Returns
    -------
    Figure
    """
    figure, ax = new_figure(4.6, 2.9)
    shades = [FAINT if each < worth[held] else PALETTE[6] for each in worth.values()]
    for bar in ax.bar(list(worth), list(worth.values()), color=shades, width=0.7):
        place, top = (bar.get_x() + 0.35, bar.get_height()), f"{bar.get_height():.0f}"
        if place[1] < cast < place[1] + 1:  # the line would cross the number
            _note(ax, top, place, (0, -4), ha="center", va="top", color=PAPER)
        else:
            _note(ax, top, place, (0, 3), ha="center")
    ax.axhline(worth[held], color=INK, linewidth=1.2)
    held_words = f"what you\nhold: {worth[held]}"
    _note(ax, held_words, (len(worth) - 0.55, worth[held]), (0, -3), color=INK, va="top")
    ax.axhline(cast, color=INK, linewidth=1.2, linestyle="--")
    cast_words = f"one more\ncast: {cast:g}"
    _note(ax, cast_words, (len(worth) - 0.55, cast), (0, 3), color=INK)
    ax.set(xlim=(-0.6, len(worth) + 0.5), ylim=(0, 1.15 * max(worth.values())), yticks=[])
    ax.set_xticks(range(len(worth)), [f"{hand}\n{ends[hand]}" for hand in worth])
    ax.tick_params(axis="x", length=0)
    return figure


def zero_curves(curves: Mapping[str, Sequence[float]]) -> Figure:
    """Draw how far players get if so many points are taken off every hand.

    Parameters
    ----------
    curves : mapping
        Name of a player -> way from the monkey (0) to best play (100) with 0, 1, ... points off.

    Returns
    -------
    Figure
    """
    figure, ax = new_figure(5.6, 3.2)
    for place, (name, values) in enumerate(curves.items()):
        ax.plot(range(len(values)), values, color=PALETTE[place], marker=MARKERS[place], ms=4)
        at = len(values) // 2
        style = {"color": PALETTE[place], "ha": "right", "va": "bottom"}
        _note(ax, name, (at, values[at]), (-6, 4), **style)
    ax.set(xlabel="points taken off every hand", ylabel="way from random to best play")
    ax.set(ylim=(0, 115), yticks=range(0, 101, 25), xticks=range(0, len(values), 2))
    return figure


def habits(players: Mapping[tuple[bool, bool], tuple[float, str]]) -> Figure:
    """Draw four players, who have two habits or not, as bars, in pairs by the last habit.

    Parameters
    ----------
    players : mapping
        Whether a player changes its mind, counts the misses -> its way from random play (0) to
        perfect play (100), and what it does with some hand.

    Returns
    -------
    Figure
    """
    figure, ax = new_figure(NARROW, 1.9)
    columns = {-68: "change\ntheir mind", -23: "count\nmisses"}
    pairs = sorted({has[0] for has in players}, reverse=True)
    for pair, changes in enumerate(pairs):
        top = 2.3 * pair
        for row, misses in ((top, True), (top + 0.84, False)):
            way, does = players[changes, misses]
            ax.barh(row, way, color=PALETTE[not misses], height=0.78)
            ax.text(way - 3, row, f"{way:.1f}", ha="right", va="center", color=PAPER, fontsize=11)
            ax.text(104, row, does, va="center", fontsize=10.5)
            _dot(ax, -23, row, misses)
        _dot(ax, -68, top + 0.42, changes)
    for x, words in columns.items():
        ax.text(x, -0.7, words, ha="center", va="bottom", fontsize=9)
    ax.text(104, -0.7, "at 311\nthey", va="bottom", fontsize=9)
    ax.axvline(0, color=INK, linewidth=0.8)
    ax.set(xlim=(-85, 150), ylim=(2.3 * len(pairs) - 0.9, -1.9), yticks=[], xticks=[0, 50, 100])
    ax.spines["left"].set_visible(False)
    ax.spines["bottom"].set_bounds(0, 100)
    return figure


def _dot(ax: Axes, x: float, y: float, filled: bool) -> None:
    """Mark a habit: filled if the player has it."""
    ax.plot(x, y, "o", color=INK, mfc=INK if filled else "none", ms=7, mew=0.8)
