"""Drawings of Tree Solitaire: trees, evaluation diagrams, what one look shows."""

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from chancegames.games.tree_solitaire.trees import Move, Point
from chancegames.show.figures.style import (
    FAINT,
    INK,
    PALETTE,
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

    A filled disc is a win, an empty square a loss; split points are dots.  A play is drawn thick,
    and rings mark the points it looked at; a search has numbers beside its rings.

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
            up, on = places[path[:-1]], path in taken
            _way(ax, [up[0], x], [up[1], y], on)
        _point(ax, top.at(path), path, x, y, digits, letters)
        if path in looked | turns.keys():
            ax.plot(x, y, "o", markersize=13, markerfacecolor="none", color=PALETTE[1], zorder=2)
        if path in turns:
            by = (14 if path[-1] == "L" else -14, -6)
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


def _point(
    ax: Axes, point: Point, path: str, x: float, y: float, digits: int, letters: float
) -> None:
    """A mark, and its value on the side from which no line comes."""
    _mark(ax, point.kind, x, y)
    text = f"{float(point.value) + 1e-9:.{digits}f}".lstrip("0")  # a half rounds up
    side = {"H": -1, "L": 1}.get(path[-1:], 0)
    aligned = {-1: "right", 0: "center", 1: "left"}[side]
    _note(ax, text, (x, y), (6 * side, 7), ha=aligned, fontsize=letters)


def _mark(ax: Axes, kind: str, x: float, y: float) -> None:
    marks = {"win": ("o", PALETTE[2], 9), "loss": ("s", "none", 8), "split": ("o", INK, 4)}
    marker, face, size = marks[kind]
    edge = PALETTE[2] if kind == "win" else INK
    ax.plot(x, y, marker, markersize=size, markerfacecolor=face, markeredgecolor=edge, zorder=3)


def _way(ax: Axes, x: Sequence[float], y: Sequence[float], taken: bool) -> None:
    """A line down, thick where somebody went."""
    color, width = (PALETTE[0], 2.6) if taken else (FAINT, 1.0)
    ax.plot(x, y, zorder=1, color=color, linewidth=width)


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
            _disc(ax, x, -move, float(chance), float(values[i, j]), side, letters=11)
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
                _note(ax, f"{float(point.step):.3f}", middle, by, **style, fontsize=8)
            _disc(ax, places[point.way], -move, float(point.chance), float(point.value), side)
    ax.set_axis_off()
    ax.margins(0.12, 0.2)
    return figure


def _disc(
    ax: Axes, x: float, y: float, chance: float, value: float, side: int, letters: int = 9
) -> None:
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
        _note(ax, label, (x, y), place, ha=aligned, va=edge, fontsize=letters)


def weighed(forks: Sequence[Sequence[tuple[float, float, float]]]) -> Figure:
    """Draw forks, side by side, whose two branches were seen to split, and what each is worth.

    Parameters
    ----------
    forks : sequence of pairs of (float, float, float)
        Value of each branch, the high one first, share of its own high branch, and its worth.

    Returns
    -------
    Figure
        Rings with a question mark are points not seen; the way to the better branch is thick.
    """
    figure, panels = _new_panels(WIDTH, 2.7, columns=len(forks))
    for ax, branches in zip(panels[0], forks, strict=True):
        ax.plot(0, 2, "o", markersize=4, color=INK)
        best = max(worth for *_, worth in branches)
        for x, (value, share, worth) in zip((-1.2, 1.2), branches, strict=True):
            _way(ax, [0, x], [2, 1], worth == best)
            ax.plot(x, 1, "o", markersize=4, color=INK)
            by, side = (8 if x > 0 else -8, 2), "left" if x > 0 else "right"
            _note(ax, _hundredths(value), (x, 1), by, ha=side, fontsize=11)
            for step, part in ((-0.6, share), (0.6, 1 - share)):
                _way(ax, [x, x + 0.8 * step], [1, 0.2], False)
                ax.plot(x + step, 0, "o", markersize=13, fillstyle="none", color=FAINT)
                style: dict[str, Any] = {"ha": "center", "va": "center"}
                ax.annotate("?", (x + step, 0), fontsize=11, **style)
                ax.annotate(_hundredths(value * part), (x + step, -0.38), fontsize=11, **style)
            style |= {"fontweight": "bold" if worth == best else "normal"}
            ax.annotate(f"worth {_hundredths(worth)}", (x, -0.8), fontsize=11, **style)
        ax.set(xlim=(-2.2, 2.2), ylim=(-1, 2.1))
        ax.set_axis_off()
    return figure


def _hundredths(value: float) -> str:
    """A value as the chapters write it, such as ".43"; a half rounds up."""
    return f"{value + 1e-9:.2f}".lstrip("0")


def even_fork() -> Figure:
    """Draw what one look at an even fork shows, and where the two players of one look go.

    Returns
    -------
    Figure
        Three forks; the left branch was looked at, a broken circle was not.
    """
    figure, panels = _new_panels(WIDTH, 2.3, columns=3)
    shown = {"win": "it wins", "loss": "it loses", "split": "it splits"}
    for ax, (kind, words) in zip(panels[0], shown.items(), strict=True):
        ends = {"H": (-1.0, 0.0), "L": (1.0, 0.0)}
        goes = {"win": {"H": "both"}, "loss": {"L": "both"}}.get(
            kind, {"H": "check\nhigh", "L": "check\nlow"}
        )
        for way, (x, y) in ends.items():  # lines stop short of the marks
            on = way in goes
            _way(ax, [0, 0.8 * x], [1.3, 0.26], on)
            if on:
                below = y - (0.6 if kind == "split" and way == "H" else 0.35)
                ax.annotate(goes[way], (1.1 * x, below), ha="center", va="top", fontsize=12)
        ax.plot(0, 1.3, "o", markersize=4, color=INK)
        _seen_branch(ax, kind, *ends["H"])
        ax.plot(*ends["L"], "o", markersize=17, fillstyle="none", color=FAINT)
        ax.annotate("?", ends["L"], ha="center", va="center", fontsize=13)
        ax.set_title(words, loc="center", fontsize=12)
        ax.set(xlim=(-2.1, 2.1), ylim=(-1.1, 1.5))
        ax.set_axis_off()
    return figure


def _seen_branch(ax: Axes, kind: str, x: float, y: float) -> None:
    """The mark of a point with the ring of a look, and two short branches if it splits."""
    for step in (-0.35, 0.35) if kind == "split" else ():
        ax.plot([x, x + step], [y, y - 0.5], color=INK, linewidth=1, zorder=1)
    _mark(ax, kind, x, y)
    ax.plot(x, y, "o", markersize=16, markerfacecolor="none", color=PALETTE[1], zorder=2)
