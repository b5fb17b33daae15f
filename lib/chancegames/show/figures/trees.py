"""Drawings of Tree Solitaire: trees, evaluation diagrams, what one look shows."""

from collections.abc import Iterable, Mapping, Sequence
from math import sqrt
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.path import Path

from chancegames.games.tree_solitaire.trees import Move, Point
from chancegames.show.figures.style import (
    FAINT,
    INK,
    PALETTE,
    PAPER,
    _new_panels,
    _note,
    new_figure,
)
from chancegames.sources.johnson1970.diagrams import Standing

#: Inches: on a phone the letters are then as high as those of a footnote.
WIDTH = 5.4


def tree(
    top: Point, moves: Sequence[Move] = (), search: Sequence[str] = (), digits: int = 3
) -> Figure:
    """Draw a tree with the values of its points, high branches to the left.

    A tick is a win, a cross a loss; an empty circle splits.  A play is drawn thick, and the circles
    of the points that it looked at are orange; a search has numbers beside them.

    Parameters
    ----------
    top : Point
    moves : sequence of Move, optional
        A play, from the top.
    search : sequence of str, optional
        Paths from the top in the order looked at.
    digits : int, optional
        Decimals of the values.

    Returns
    -------
    Figure
    """
    places = _places(top)
    depth = max(len(path) for path in places)
    width = max(3.2, 0.75 * len(top.ends()) + 1)
    figure, ax = new_figure(width, 0.75 * depth + 0.9)
    letters = max(9.0, 2.3 * width)  # a picture is as wide as the page, whatever its inches
    taken, looked = _play_paths(moves)
    turns = {path: str(turn) for turn, path in enumerate(search, start=1)}
    for path, (x, y) in places.items():
        if path:
            _way(ax, places[path[:-1]], (x, y), path in taken)
        _mark(ax, top.at(path).kind, x, y, path in looked | turns.keys())
        _value(ax, top.at(path), path, x, y, digits, letters)
        if path in turns:
            by = (15 if path[-1] == "L" else -15, -7)
            style = {"fontsize": letters, "fontweight": "bold", "color": PALETTE[1]}
            _note(ax, turns[path], (x, y), by, ha="center", **style)
    ax.set_axis_off()
    ax.margins(0.14, 0.12)
    return figure


def _places(top: Point) -> dict[str, tuple[float, float]]:
    """Horizontal place of each point: end points in a row, the others above their middle."""
    places: dict[str, tuple[float, float]] = {}
    ends = 0
    for path, point in reversed(list(top.walk())):
        if point.high is None:
            places[path] = (float(ends), -float(len(path)))
            ends -= 1
        else:
            middle = (places[path + "H"][0] + places[path + "L"][0]) / 2
            places[path] = (middle, -float(len(path)))
    return places


def _play_paths(moves: Sequence[Move]) -> tuple[set[str], set[str]]:
    """Paths from the top of the points moved to and of those looked at."""
    here, taken, looked = "", set(), set()
    for move in moves:
        looked |= {here + path for path in move.looks}
        here += move.branch
        taken.add(here)
    return taken, looked


def _value(
    ax: Axes, point: Point, path: str, x: float, y: float, digits: int, letters: float
) -> None:
    """The value of a point, on the side from which no line comes."""
    text = f"{float(point.value) + 1e-9:.{digits}f}".lstrip("0")  # a half rounds up
    side = {"H": -1, "L": 1}.get(path[-1:], 0)
    aligned = {-1: "right", 0: "center", 1: "left"}[side]
    _note(ax, text, (x, y), (7 * side, 8 if side else 11), ha=aligned, fontsize=letters)


#: A tick, for a marker.
_TICK = Path([(-1, 0), (-0.3, -0.8), (1, 0.9)])


def _mark(ax: Axes, kind: str, x: float, y: float, looked: bool = False, size: float = 13) -> None:
    """A circle with a sign, as in the pictures that play: a tick wins, a cross loses."""
    won = kind == "win"
    edge = PALETTE[1] if looked else PALETTE[2] if won else FAINT if kind == "unseen" else INK
    style: dict[str, Any] = {"markerfacecolor": PALETTE[2] if won else "none", "zorder": 3}
    style["clip_on"] = False
    ax.plot(x, y, "o", markersize=size, markeredgecolor=edge, **style)
    ax.lines[-1].set_markeredgewidth(2.4 if looked else 1.2)
    if kind in ("win", "loss"):
        sign: dict[str, Any] = {"markersize": 0.48 * size, "markeredgewidth": 1.8, "zorder": 4}
        sign |= {"markerfacecolor": "none", "markeredgecolor": PAPER if won else INK}
        ax.plot(x, y, marker=_TICK if won else "x", linestyle="none", **sign)
    elif kind != "split":
        words = "?" if kind == "unseen" else kind
        ax.annotate(words, (x, y), ha="center", va="center", fontsize=0.7 * size)


def _way(
    ax: Axes, start: tuple[float, float], stop: tuple[float, float], taken: bool, clear: float = 7
) -> None:
    """A line down, clear of the circles at its ends, thick where somebody went."""
    color, width = (PALETTE[0], 2.6) if taken else (FAINT, 1.0)
    style = {"arrowstyle": "-", "shrinkA": clear, "shrinkB": clear, "zorder": 1}
    ax.annotate("", stop, start, arrowprops={**style, "color": color, "linewidth": width})


def lattice(
    laws: Sequence[Mapping[tuple[int, int], float]],
    values: Mapping[tuple[int, int], float],
    walk: str = "",
) -> Figure:
    """Draw where the player stands after each move: an evaluation diagram.

    Parameters
    ----------
    laws : sequence of mappings
        After each move, (high moves, low moves) to the chance of standing there.
    values : mapping
        The value of each of these points.
    walk : str, optional
        Moves from the top, such as "HLH", to draw thick.

    Returns
    -------
    Figure
    """
    figure, ax = new_figure(WIDTH, 0.95 * len(laws) + 0.2)
    across = [2 * walk[:move].count("L") - move for move in range(len(walk) + 1)]
    ax.plot(across, [-move for move in range(len(across))], color=PALETTE[1], linewidth=3, zorder=1)
    for move, law in enumerate(laws):
        for (i, j), chance in law.items():
            x = j - i
            for step in (-1, 1):
                target = (i + (step < 0), j + (step > 0))
                if move + 1 < len(laws) and target in laws[move + 1]:
                    ax.plot([x, x + step], [-move, -move - 1], color=FAINT, linewidth=1, zorder=1)
            # Words stand clear of the thick line.
            side = -1 if walk[move : move + 1] == "L" and across[move] == x else 1
            _disc(ax, x, -move, float(chance), float(values[i, j]), side)
    ax.set_axis_off()
    ax.margins(0.12, 0.2)
    return figure


def diagram(layers: Sequence[Sequence[Standing]]) -> Figure:
    """Draw where the player stands after each move, by the way that led there.

    Parameters
    ----------
    layers : sequence of sequences of Standing
        As of `dependent_standings`, no more than four.

    Returns
    -------
    Figure
        The numbers on the lines are the chances of the moves.
    """
    figure, ax = new_figure(WIDTH, 1.25 * len(layers) + 0.2)
    places = {"": 0.0}
    for move, layer in enumerate(layers):
        for point in layer:
            side = -1 if point.way[-1:] in ("H", "S") else 1
            if point.way:
                up = places[point.way[:-1]]
                x = places[point.way] = up + side * 2.0 ** (1 - move)
                ax.plot([up, x], [1 - move, -move], color=FAINT, linewidth=1, zorder=1)
                middle, by = ((up + 2 * x) / 3, 1 / 3 - move), (6 * side, 0)
                style = {"va": "center", "ha": "left" if side > 0 else "right"}
                _note(ax, f"{float(point.step):.3f}", middle, by, **style, fontsize=11)
            where, chance = places[point.way], float(point.chance)
            _disc(ax, where, -move, chance, float(point.value), side)
    ax.set_axis_off()
    ax.margins(0.12, 0.2)
    return figure


def _disc(ax: Axes, x: float, y: float, chance: float, value: float, side: int) -> None:
    """A disc as large as the chance to stand there; beside it the value, and below it the chance.

    They stand on one side, right (1) or left (-1), clear of the lines.
    """
    size = 900 * chance + 20
    ax.scatter(x, y, s=size, color=PALETTE[5], zorder=2)
    away = sqrt(size) / 2 + 2  # a disc's size is its diameter in points, squared
    aligned = {-1: "right", 1: "left"}.get(side, "center")
    shown = f"{round(value + 1e-9, 3) + 0:.3f}"  # a half rounds up; no minus before a zero
    for label, up, edge in ((shown, 1, "bottom"), (f"{100 * chance:.1f} %", -1, "top")):
        place = (side * (away + 2), 0 if side else up * away)
        _note(ax, label, (x, y), place, ha=aligned, va=edge, fontsize=11)


def sketches(panels: Mapping[str, Mapping[str, tuple[str, str]]], height: float = 2.3) -> Figure:
    """Draw small trees side by side: what is at each point, and what to say there.

    Parameters
    ----------
    panels : mapping of str to mapping of str to (str, str)
        By title, and by path from the top, such as "" or "HL": what is there, and words beside it.
        There is "win", "loss", "split", "unseen" or a number; "look" follows if the point was
        looked at, and "go" if somebody goes there.
    height : float, optional
        Inches.

    Returns
    -------
    Figure
        Signs are those of `tree`; an end or a split point has its words below it.
    """
    figure, axes = _new_panels(WIDTH, height, columns=len(panels))
    depth = max(len(path) for points in panels.values() for path in points)
    for ax, (title, points) in zip(axes[0], panels.items(), strict=True):
        places = _spread(points)
        for path, (what, words) in points.items():
            (x, y), (kind, *how) = places[path], what.split()
            if path:
                _way(ax, places[path[:-1]], (x, y), "go" in how, 8.5)
            leaf = path + "H" not in points
            for step in (-0.25, 0.25) if leaf and kind == "split" else ():
                _way(ax, (x, y), (x + step, y - 0.4), False, 8.5)
            _mark(ax, kind, x, y, "look" in how, size=17)
            side = 0 if leaf else -1 if path[-1:] == "H" else 1
            by = (13 * side, 4) if side else (0, -28 if kind == "split" else -13)
            style = {"ha": {-1: "right", 0: "center", 1: "left"}[side], "fontsize": 13}
            _note(ax, words, (x, y), by, va="center" if side else "top", **style)
        ax.set_title(title, loc="center", fontsize=14)
        last = max(x for x, _ in places.values())
        ax.set(xlim=(-0.7, last + 0.7), ylim=(-depth - 0.75, 0.2))
        ax.set_axis_off()
    return figure


def _spread(paths: Iterable[str]) -> dict[str, tuple[float, float]]:
    """Horizontal place of each path: the lowest in a row, the others above their middle."""
    known, places = set(paths), dict[str, tuple[float, float]]()
    leaves = sorted(path for path in known if path + "H" not in known)
    for path in sorted(known, key=len, reverse=True):
        below = [places[path + way][0] for way in "HL" if path + way in places]
        x = sum(below) / 2 if below else float(leaves.index(path))
        places[path] = x, -float(len(path))
    return places


def _limits(lines: Mapping[str, tuple[float, float]]) -> Figure:
    """Draw from which share of its better point on the low branch is looked into.

    Parameters
    ----------
    lines : mapping of str to (float, float)
        By title, the limit where the high branch has half of the value, and where it has all.

    Returns
    -------
    Figure
    """
    figure, panels = _new_panels(WIDTH, 2.9, 1, len(lines))
    for ax, (title, (left, right)) in zip(panels[0], lines.items(), strict=True):
        ax.fill_between([0.5, 1], [left, right], 1, color=PALETTE[0])
        ax.fill_between([0.5, 1], 0.5, [left, right], color=PALETTE[1], alpha=0.45)
        ax.plot([0.5, 1], [left, right], color=INK, linewidth=2)
        ax.text(0.75, 0.93, "look below it", color=PAPER, ha="center", va="center")
        ax.text(0.75, 0.55, "look high", color=INK, ha="center", va="center")
        ax.set(xlim=(0.5, 1), ylim=(0.5, 1), xticks=[0.5, 0.75, 1], yticks=[0.5, 0.75, 1])
        ax.set(title=title, xlabel="high branch", aspect="equal")
    panels[0, 0].set_ylabel("better point of the low branch")
    return figure
