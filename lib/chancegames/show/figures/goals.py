"""Figures of players who think in goals: what a miss is worth, and which habits help."""

from collections.abc import Mapping, Sequence

from matplotlib.figure import Figure

from chancegames.show.figures.style import INK, MARKERS, NARROW, PALETTE, _cell, _note, new_figure


def bird_in_hand(worth: Mapping[str, int], held: str) -> Figure:
    """Draw what each hand in reach is worth, and a line at the one that is held.

    Parameters
    ----------
    worth : mapping
        Hand in reach -> its tokens, drawn from left to right.
    held : str
        The hand that could be kept, one of them.

    Returns
    -------
    Figure
    """
    figure, ax = new_figure(4.6, 2.3)
    poorer = [PALETTE[1] if each < worth[held] else PALETTE[0] for each in worth.values()]
    for bar in ax.bar(list(worth), list(worth.values()), color=poorer, width=0.7):
        _note(
            ax,
            f"{bar.get_height():.0f}",
            (bar.get_x() + 0.35, bar.get_height()),
            (0, 3),
            ha="center",
        )
    ax.axhline(worth[held], color=INK, linewidth=1.2)
    _note(ax, "in hand", (len(worth) - 0.55, worth[held]), (0, 3), color=INK)
    ax.set(xlim=(-0.6, len(worth)), ylim=(0, 1.15 * max(worth.values())), yticks=[])
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


def habits(players: Mapping[tuple[bool, bool, bool], tuple[float, str]]) -> Figure:
    """Draw eight players, who have three habits or not, as two squares of four.

    Parameters
    ----------
    players : mapping
        Whether a player counts the misses, looks first, changes its mind -> its way from random
        play (0) to perfect play (100), and what it does with some hand.

    Returns
    -------
    Figure
    """
    figure, ax = new_figure(NARROW, 4.0)
    squares = {False: 0.0, True: 2.6}  # where each square of four begins, from the top
    ways = [way for way, _ in players.values()]
    for (counts, looks, changes), (way, does) in players.items():
        corner = (float(looks), squares[counts] + changes)
        shade = 0.12 + 0.58 * (way - min(ways)) / ((max(ways) - min(ways)) or 1)
        _cell(ax, corner, PALETTE[0], shade, "")
        middle = corner[0] + 0.5
        ax.text(middle, corner[1] + 0.4, f"{way:.1f}", ha="center", va="center", fontsize=15)
        ax.text(middle, corner[1] + 0.76, does, ha="center", va="center", fontsize=10.5)
    for counts, top in squares.items():
        words = "counts the misses" if counts else "takes a miss for nothing"
        _note(ax, words, (1, top), (0, 4), ha="center", va="bottom", weight="bold", fontsize=10.5)
    rows = {top + row + 0.5: row for top in squares.values() for row in (0, 1)}
    ax.set(xlim=(-0.01, 2.01), ylim=(4.61, -0.35))
    ax.set_yticks(
        list(rows), ["changes\nits mind" if row else "keeps\nits goal" for row in rows.values()]
    )
    ax.set_xticks([0.5, 1.5], ["names a goal\nbefore the cast", "looks first"])
    ax.tick_params(length=0, labelsize=10.5)
    for side in ("left", "bottom"):
        ax.spines[side].set_visible(False)
    return figure
