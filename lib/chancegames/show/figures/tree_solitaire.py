"""Figures of Tree Solitaire: trees, evaluation diagrams, curves over E, A and the moves."""

from collections.abc import Mapping, Sequence
from math import log10, sqrt
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from chancegames.games.tree_solitaire.trees import Move, Point
from chancegames.show.figures.style import (
    FAINT,
    INK,
    PALETTE,
    new_figure,
    new_panels,
    series_style,
)
from chancegames.sources.johnson1970.diagrams import Standing

#: Inches: on a phone the letters are then as high as those of a footnote.
WIDTH = 5.4

#: How the lines of a map are told apart without colour.
DASHES = ("-", "--", ":")


#: What the chapters call the strategies, by their names in the source.
PLAIN = {
    "NOSTRAT": "coin",
    "STRAT": "always high",
    "HSTRAT": "check high",
    "LSTRAT": "check low",
    "2HSTRAT": "check high, then deeper",
    "2LSTRAT": "check low, then deeper",
    "BSTRAT": "check both",
    "ooHSTRAT": "check high, to the end",
    "ooLSTRAT": "check low, to the end",
}
_FAMILIES = {"XLSTRAT": "down from the low branch", "XHSTRAT": "down from the high branch"}
_FAMILIES |= {"ooLSTRAT": "low, to the end", "ooHSTRAT": "high, to the end"}
_FAMILIES["LSTRAT, one look"] = "one low look"
_SOURCE = {plain: name for name, plain in PLAIN.items()}


def _strategy_style(name: str) -> dict[str, Any]:
    """How a curve is drawn that belongs to a strategy.

    Parameters
    ----------
    name : str
        The strategy's name in the source or its plain one, or XLSTRAT and XHSTRAT for a family,
        which is drawn as its first member.  What follows a comma names something derived from the
        strategy: the same colour, dotted, without markers.

    Returns
    -------
    dict
        Keyword arguments for `Axes.plot`.

    Raises
    ------
    ValueError
        If no strategy has this name.

    Examples
    --------
    >>> _strategy_style("XLSTRAT") == _strategy_style("check low") == _strategy_style("LSTRAT")
    True
    >>> _strategy_style("LSTRAT, factor K")
    {'color': '#0072b2', 'linestyle': ':'}
    """
    strategy, _, derived = _SOURCE.get(name, name).partition(", ")
    style = series_style(strategy.removeprefix("X"))
    return {"color": style["color"], "linestyle": ":"} if derived else style


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
    figure, ax = new_figure(max(3.2, 0.75 * len(top.ends()) + 1), 0.75 * depth + 0.9)
    taken, looked = _play_paths(moves)
    turns = {path: str(turn) for turn, path in enumerate(search, start=1)}
    for path, (x, y) in places.items():
        if path:
            up = places[path[:-1]]
            on = path in taken
            line: dict[str, Any] = {
                "color": PALETTE[0] if on else FAINT,
                "linewidth": 2.6 if on else 1.0,
            }
            ax.plot([up[0], x], [up[1], y], zorder=1, **line)
        _point(ax, top.at(path), path, x, y, digits)
        if path in looked | turns.keys():
            ax.plot(x, y, "o", markersize=13, markerfacecolor="none", color=PALETTE[1], zorder=2)
        if path in turns:
            place: dict[str, Any] = {
                "xytext": (14 if path[-1] == "L" else -14, -6),
                "textcoords": "offset points",
            }
            style: dict[str, Any] = {
                "ha": "center",
                "fontsize": 9,
                "fontweight": "bold",
                "color": PALETTE[1],
            }
            ax.annotate(turns[path], (x, y), **place, **style)
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


def _point(ax: Axes, point: Point, path: str, x: float, y: float, digits: int) -> None:
    """A mark, and its value on the side from which no line comes."""
    shapes = {"win": ("o", PALETTE[2], 9), "loss": ("s", "none", 8), "split": ("o", INK, 4)}
    marker, face, size = shapes[point.kind]
    edge = PALETTE[2] if point.kind == "win" else INK
    ax.plot(x, y, marker, markersize=size, markerfacecolor=face, markeredgecolor=edge, zorder=3)
    text = f"{float(point.value) + 1e-9:.{digits}f}".lstrip("0")  # a half rounds up
    side = {"H": -1, "L": 1}.get(path[-1:], 0)
    aligned = {-1: "right", 0: "center", 1: "left"}[side]
    offset: dict[str, Any] = {"xytext": (6 * side, 7), "textcoords": "offset points"}
    ax.annotate(text, (x, y), **offset, ha=aligned, fontsize=9)


def lattice(
    laws: Sequence[Mapping[tuple[int, int], float]], values: Mapping[tuple[int, int], float]
) -> Figure:
    """Draw where the player stands after each move: an evaluation diagram.

    Parameters
    ----------
    laws : sequence of mappings
        After each move, (high moves, low moves) to the chance of standing there.
    values : mapping
        The value of each of these points.

    Returns
    -------
    Figure
    """
    figure, ax = new_figure(WIDTH, 0.95 * len(laws) + 0.2)
    for move, law in enumerate(laws):
        for (i, j), chance in law.items():
            x = j - i
            for step in (-1, 1):
                target = (i + (step < 0), j + (step > 0))
                if move + 1 < len(laws) and target in laws[move + 1]:
                    ax.plot([x, x + step], [-move, -move - 1], color=FAINT, linewidth=1, zorder=1)
            _disc(ax, x, -move, float(chance), float(values[i, j]), side=1)
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
                at: dict[str, Any] = {
                    "xytext": (6 * side, 0),
                    "textcoords": "offset points",
                    "va": "center",
                }
                middle = ((up + 2 * x) / 3, 1 / 3 - move)
                aligned = "left" if side > 0 else "right"
                ax.annotate(f"{float(point.step):.3f}", middle, **at, ha=aligned, fontsize=8)
            _disc(ax, places[point.way], -move, float(point.chance), float(point.value), side)
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
        at: dict[str, Any] = {"xytext": place, "textcoords": "offset points"}
        ax.annotate(label, (x, y), **at, ha=aligned, va=edge, fontsize=9)


def curves(
    x: Sequence[float],
    series: Mapping[str, Sequence[float]],
    *,
    xlabel: str,
    ylabel: str,
    zero: str = "",
    names: Mapping[str, str] | None = None,
) -> Figure:
    """Draw one curve a strategy.

    Parameters
    ----------
    x : sequence of float
    series : mapping of str to sequence of float
        By name of the strategy, as :func:`_strategy_style` reads it; the name is the label.
    xlabel, ylabel : str
    zero : str, optional
        Draw a line at 0, with these words below its right end.
    names : mapping of str to str, optional
        What the picture calls the strategies, at the left ends of their curves.

    Returns
    -------
    Figure
    """
    figure, ax = new_figure(WIDTH, 3.5)
    every = max(1, len(x) // 10)
    for name, values in series.items():
        style = _strategy_style(name)
        if min(values) == max(values):  # a limit has no points of its own
            style["marker"] = ""
        ax.plot(x, values, label=_FAMILIES.get(name, name), markevery=every, **style)
    if zero:
        ax.axhline(0, color=INK, linewidth=0.8)
        at: dict[str, Any] = {"xytext": (0, -5), "textcoords": "offset points", "ha": "right"}
        ax.annotate(zero, (x[-1], 0), color=INK, fontsize=9, va="top", **at)
    ax.set(xlabel=xlabel, ylabel=ylabel)
    for name, words in (names or {}).items():
        put: dict[str, Any] = {"xytext": (-5, 0), "textcoords": "offset points", "ha": "right"}
        color = _strategy_style(name)["color"]
        ax.annotate(words, (x[0], series[name][0]), color=color, fontsize=9, va="center", **put)
    if names:
        ax.set_xlim(left=x[0] - 0.17 * (x[-1] - x[0]))
        ax.set_xticks([tick for tick in ax.get_xticks() if x[0] <= tick <= x[-1] + 1e-9])
    elif len(series) > 1:
        ax.legend(fontsize=9, ncols=2)
    return figure


def trials(chances: Mapping[str, float], games: int, found: Mapping[str, float]) -> Figure:
    """Draw what trials of two strategies may show, and what one trial of each showed.

    Parameters
    ----------
    chances : mapping of str to float
        True chance of winning, by what the strategy is called in the picture.
    games : int
        Games in a trial.
    found : mapping of str to float
        Share of games won in the trial, by the same names.

    Returns
    -------
    Figure
    """
    figure, ax = new_figure(WIDTH, 3.2)
    unit = 10_000
    spread = max(sqrt(p * (1 - p) / games) for p in chances.values())
    middle = sum(chances.values()) / len(chances)
    shares = np.linspace(middle - 4 * spread, middle + 4 * spread, 400)
    digits = max(0, round(log10(games / unit)) - 2)
    for (name, chance), color, dashes in zip(chances.items(), PALETTE, DASHES, strict=False):
        shape = np.exp(-(((shares - chance) / spread) ** 2) / 2)
        ax.fill_between(unit * shares, shape, color=color, alpha=0.12, linewidth=0)
        ax.plot(unit * shares, shape, color=color, linestyle=dashes)
        at = unit * found[name]
        ax.plot([at, at], [0, 1.08], color=color, linewidth=2.2)
        side = "right" if found[name] < middle else "left"
        words = f"{name}\n{at:.{digits}f}"
        ax.annotate(words, (at, 1.1), ha=side, va="bottom", fontsize=10)
    ax.set(xlabel=f"games won in {unit:,}", yticks=[], ylim=(0, 1.5))
    ax.spines[["left", "right", "top"]].set_visible(False)
    return figure


def move_leads(leads: Sequence[float], *, ylabel: str) -> Figure:
    """Draw by how much one strategy leads another on each move, with the numbers.

    Parameters
    ----------
    leads : sequence of float
        On the first move, the second and so on.
    ylabel : str

    Returns
    -------
    Figure
    """
    figure, ax = new_figure(WIDTH, 3.0)
    colors = [PALETTE[0] if lead > 0 else PALETTE[1] for lead in leads]
    bars = ax.bar(range(1, len(leads) + 1), leads, 0.7, color=colors)
    ax.bar_label(bars, [f"{lead:+.1f}".replace("-", "−") for lead in leads], padding=3, fontsize=9)
    ax.axhline(0, color=FAINT, linewidth=0.8)
    ax.set(xlabel="move", ylabel=ylabel)
    ax.margins(y=0.15)
    ax.set_xticks(range(1, len(leads) + 1))
    return figure


def boundaries(
    endings: Sequence[float], ratios: Sequence[float], gaps: Mapping[str, np.ndarray]
) -> Figure:
    """Draw in the plane of E and A where one strategy overtakes another.

    Parameters
    ----------
    endings, ratios : sequences of float
    gaps : mapping of str to array, shape (len(endings), len(ratios))
        Chance of one strategy minus that of another, by a label for the line where it is 0.

    Returns
    -------
    Figure
    """
    figure, ax = new_figure(WIDTH, 4.2)
    for place, (label, gap) in enumerate(gaps.items()):
        line: dict[str, Any] = {"colors": [PALETTE[place]], "linestyles": [DASHES[place]]}
        ax.contour(endings, ratios, np.asarray(gap).T, levels=[0.0], **line)
        ax.plot([], [], DASHES[place], color=PALETTE[place], label=label)
    ax.set(xlabel="chance that a point is an end, E", ylabel="share of the high branch, A")
    figure.legend(fontsize=9, loc="outside lower center")
    return figure


def regions(
    endings: Sequence[float],
    ratios: Sequence[float],
    chances: Mapping[str, np.ndarray],
    spots: Mapping[str, tuple[float, float]] | None = None,
) -> Figure:
    """Colour the plane of E and A by the strategy that wins most often.

    Parameters
    ----------
    endings, ratios : sequences of float
    chances : mapping of str to array, shape (len(endings), len(ratios))
        Chance of winning, by name of the strategy.
    spots : mapping of str to (E, A), optional
        Points to mark, by the words beside them.

    Returns
    -------
    Figure
        The darker, the larger the lead over the next best: steps at 0.5, 1 and 2 games in 100.
        Only strategies that are best somewhere are named, each in the middle of its region too.
    """
    figure, ax = new_figure(WIDTH, 4.2)
    for name, own in chances.items():
        lead = own - np.max([other for key, other in chances.items() if key != name], axis=0)
        if (lead > 0).any():
            color = _strategy_style(name)["color"]
            levels = [0, 0.005, 0.01, 0.02, 1]
            shades = [(color, 0.15 * step) for step in range(1, len(levels))]
            ax.contourf(endings, ratios, lead.T, levels=levels, colors=shades)
            ax.contour(endings, ratios, lead.T, levels=[0], colors=[color])
            e, a = (int(np.median(index)) for index in np.nonzero(lead > 0))
            at = (endings[e], ratios[a])
            ax.annotate(name, at, ha="center", va="center", color=INK, fontsize=9)
    _spots(ax, spots or {})
    ax.set(xlabel="chance that a point is an end, E", ylabel="share of the high branch, A")
    return figure


def _spots(ax: Axes, spots: Mapping[str, tuple[float, float]]) -> None:
    """Points of a map, each with words beside it: on the left of those at the right."""
    for words, at in spots.items():
        ax.plot(*at, "o", color=INK, markersize=5, clip_on=False, zorder=4)
        side = 1 if at[0] < 0.45 else -1
        place: dict[str, Any] = {"xytext": (7 * side, 5), "textcoords": "offset points"}
        aligned = "left" if side > 0 else "right"
        ax.annotate(words, at, **place, ha=aligned, color=INK, fontsize=9, fontweight="bold")


def lead_map(
    endings: Sequence[float],
    ratios: Sequence[float],
    lead: np.ndarray,
    levels: Sequence[float],
    spots: Mapping[str, tuple[float, float]] | None = None,
) -> Figure:
    """Draw by how many games in 100 one strategy wins more than another, in the plane of E and A.

    Parameters
    ----------
    endings, ratios : sequences of float
    lead : array, shape (len(endings), len(ratios))
        In games of 100.
    levels : sequence of float
        Increasing; a line at each, labelled in place.
    spots : mapping of str to (E, A), optional
        Points to mark, by the words beside them.

    Returns
    -------
    Figure
    """
    figure, ax = new_figure(WIDTH, 4.0)
    shades = [(PALETTE[0], 0.07 * step) for step in range(len(levels) + 1)]
    ax.contourf(endings, ratios, lead.T, levels=levels, colors=shades, extend="both")
    lines = ax.contour(endings, ratios, lead.T, levels=levels, colors=[INK], linewidths=0.8)
    at = _along(endings, ratios, lead, levels)
    ax.clabel(lines, fmt=lambda level: f"{level:g}", fontsize=9, inline_spacing=3, manual=at)
    _spots(ax, spots or {})
    ax.set(xlabel="chance that a point is an end, E", ylabel="share of the high branch, A")
    return figure


def _along(
    endings: Sequence[float], ratios: Sequence[float], lead: np.ndarray, levels: Sequence[float]
) -> list[tuple[float, float]]:
    """Where the way from the largest lead to the upper right corner crosses each level."""
    steps = np.linspace(0, 1, 400)
    top = [int(n) for n in np.unravel_index(int(lead.argmax()), lead.shape)]
    way = [
        (i + steps * (n - 1 - i)).round().astype(int) for i, n in zip(top, lead.shape, strict=True)
    ]
    found = lead[way[0], way[1]][::-1]
    at = np.interp(levels, np.maximum.accumulate(found), steps[::-1])
    ends = [(line[i], line[-1]) for line, i in zip((endings, ratios), top, strict=True)]
    return [
        (ends[0][0] + t * (ends[0][1] - ends[0][0]), ends[1][0] + t * (ends[1][1] - ends[1][0]))
        for t in at
    ]


def ways(rows: Mapping[str, Sequence[float]], named: Mapping[str, tuple[str, float]]) -> Figure:
    """Draw a row of dots for each kind of strategy, those with a name labelled in place.

    Parameters
    ----------
    rows : mapping of str to sequence of float
        Games won in 100, by kind of strategy.
    named : mapping of str to (str, float)
        Kind and games won in 100, by the strategy's name in the source.

    Returns
    -------
    Figure
    """
    figure, ax = new_figure(WIDTH, 0.75 * len(rows) + 0.7)
    heights = {kind: -float(row) for row, kind in enumerate(rows)}
    for kind, found in rows.items():
        ax.axhline(heights[kind], color=FAINT, linewidth=0.6)
        ax.scatter(found, [heights[kind]] * len(found), s=36, color=FAINT, zorder=2)
    for name, (kind, won) in named.items():
        color = _strategy_style(name)["color"]
        ax.scatter([won], [heights[kind]], s=46, color=color, zorder=3)
        below = any(other > won for at, other in named.values() if at == kind)
        place: dict[str, Any] = {"xytext": (3, -17 if below else 8), "textcoords": "offset points"}
        ax.annotate(PLAIN[name], (won, heights[kind]), **place, ha="right", fontsize=11, color=INK)
    ax.set_yticks([*heights.values()], [*heights], fontsize=11)
    ax.set(xlabel="games won in 100")
    ax.set_ylim(-len(rows) + 0.4, 0.5)
    ax.tick_params(axis="y", length=0)
    ax.spines["left"].set_visible(False)
    return figure


def ladder(won: Mapping[str, float], marked: Sequence[str] = ()) -> Figure:
    """Draw a bar for each number of games won in 100, with its words and the number.

    Parameters
    ----------
    won : mapping of str to float
        By words, from the top down.
    marked : sequence of str, optional
        Which bars have a colour of their own.

    Returns
    -------
    Figure
    """
    figure, ax = new_figure(WIDTH, 0.42 * len(won) + 0.1)
    colors = [PALETTE[1] if words in marked else PALETTE[0] for words in won]
    places = range(len(won), 0, -1)
    bars = ax.barh(places, [*won.values()], 0.62, color=colors)
    ax.bar_label(bars, [f"{games:.1f}" for games in won.values()], padding=4, fontsize=12)
    ax.set_yticks(places, [*won], fontsize=12)
    ax.tick_params(axis="y", length=0)
    ax.set_xlim(0, 1.16 * max(won.values()))
    ax.set_xticks([])
    ax.spines[["left", "bottom"]].set_visible(False)
    return figure


def even_fork() -> Figure:
    """Draw what one look at an even fork shows, and where the two players of one look go.

    Returns
    -------
    Figure
        Three forks; the left branch was looked at, a broken circle was not.
    """
    figure, panels = new_panels(WIDTH, 2.3, columns=3)
    shown = {"win": "it wins", "loss": "it loses", "split": "it splits"}
    for ax, (kind, words) in zip(panels[0], shown.items(), strict=True):
        ends = {"H": (-1.0, 0.0), "L": (1.0, 0.0)}
        goes = {"win": {"H": "both"}, "loss": {"L": "both"}}.get(
            kind, {"H": "check\nhigh", "L": "check\nlow"}
        )
        for way, (x, y) in ends.items():  # lines stop short of the marks
            on = way in goes
            line: dict[str, Any] = {"color": PALETTE[0] if on else FAINT}
            ax.plot([0, 0.8 * x], [1.3, 0.26], linewidth=2.6 if on else 1.0, zorder=1, **line)
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
    marks = {"win": ("o", PALETTE[2], 9), "loss": ("s", "none", 8), "split": ("o", INK, 4)}
    marker, face, size = marks[kind]
    edge = PALETTE[2] if kind == "win" else INK
    ax.plot(x, y, marker, markersize=size, markerfacecolor=face, markeredgecolor=edge, zorder=3)
    ax.plot(x, y, "o", markersize=16, markerfacecolor="none", color=PALETTE[1], zorder=2)


def gaps(series: Mapping[str, Sequence[float]], lines: Mapping[str, float]) -> Figure:
    """Draw values as dots in order of size, with lines across, labelled at their right ends.

    Parameters
    ----------
    series : mapping of str to sequence of float
        Increasing values by name; a single name is not written.
    lines : mapping of str to float

    Returns
    -------
    Figure
    """
    figure, ax = new_figure(WIDTH, 3.2)
    at: dict[str, Any] = {"textcoords": "offset points", "fontsize": 9}
    for place, (name, values) in enumerate(series.items()):
        color = PALETTE[-place % 3]
        ax.plot(range(1, len(values) + 1), values, "o", markersize=4, color=color)
        if len(series) > 1:
            end = (len(values), values[-1])
            ax.annotate(name, end, xytext=(4, 6), ha="right", color=color, **at)
    for place, (label, height) in enumerate(lines.items()):
        ax.axhline(height, color=PALETTE[1], linestyle=DASHES[place])
        beside: dict[str, Any] = {"xycoords": ("axes fraction", "data"), "va": "center"}
        ax.annotate(label, (1, height), xytext=(5, 0), color=INK, **beside, **at)
    ax.set(xlabel="pairs of trials, in order", ylabel="wins apart, in 10,000 games")
    ax.set_ylim(bottom=-4)
    return figure


def stair(values: Sequence[float], notes: Sequence[str]) -> Figure:
    """Draw the way up from a split point: one step a move, with the value of each point.

    Parameters
    ----------
    values : sequence of float
        Of the points, the first of them the split point that the way begins at.
    notes : sequence of str
        What to say beside each point.

    Returns
    -------
    Figure
    """
    figure, ax = new_figure(WIDTH, 2.6)
    ax.plot(range(len(values)), values, color=FAINT, linewidth=1, zorder=1)
    ax.scatter(range(len(values)), values, s=60, color=PALETTE[0], zorder=2)
    ax.scatter([0], values[:1], s=60, color="white", edgecolor=INK, zorder=3)
    for move, (value, note) in enumerate(zip(values, notes, strict=True)):
        at: dict[str, Any] = {"xytext": (9, -4), "textcoords": "offset points", "va": "top"}
        ax.annotate(note, (move, value), fontsize=9, color=INK, **at)
    ax.set(xlabel="moves up", ylabel="an end here wins", xlim=(-0.2, len(values) - 0.1))
    ax.set(xticks=range(len(values)), ylim=(min(values) - 0.17, max(values) + 0.06))
    return figure
