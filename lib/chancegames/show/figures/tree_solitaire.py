"""Figures of Tree Solitaire: curves and maps over E, A and the moves, ladders."""

from collections.abc import Mapping, Sequence
from math import log10, sqrt
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from chancegames.show.figures.style import (
    FAINT,
    INK,
    PALETTE,
    _enlarge,
    _note,
    _series_style,
    new_figure,
)
from chancegames.show.figures.trees import WIDTH

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
    style = _series_style(strategy.removeprefix("X"))
    return {"color": style["color"], "linestyle": ":"} if derived else style


def _label(name: str) -> str:
    """What a curve is called: the plain name of a strategy, and what follows a comma."""
    strategy, comma, derived = name.partition(", ")
    return _FAMILIES.get(name) or PLAIN.get(strategy, strategy) + comma + derived


def curves(
    x: Sequence[float],
    series: Mapping[str, Sequence[float]],
    *,
    xlabel: str,
    ylabel: str,
    zero: str | tuple[str, str] = "",
    names: Mapping[str, str] | None = None,
) -> Figure:
    """Draw one curve a strategy.

    Parameters
    ----------
    x : sequence of float
    series : mapping of str to sequence of float
        By name of the strategy, as :func:`_strategy_style` reads it; the name is the label.
    xlabel, ylabel : str
    zero : str or (str, str), optional
        Draw a line at 0, with these words above its left end; or with two, the first above its
        right end and the second below its left end.
    names : mapping of str to str, optional
        What the picture calls the strategies, at the left ends of their curves; what is derived
        from one is dotted, and named in the lower left corner.

    Returns
    -------
    Figure
    """
    figure, ax = new_figure(WIDTH, 3.5)
    every = max(1, len(x) // 10)
    for name, values in series.items():
        style, label = _strategy_style(name), _label(name)
        if min(values) == max(values):  # a limit has no points of its own, and its name beside it
            right = "," not in name
            color = _strategy_style(name.removeprefix("oo"))["color"]
            style = {"color": color, "linestyle": "--" if right else ":"}
            where = {"va": "bottom", "ha": "right"} if right else {"va": "top", "ha": "left"}
            end, shift = x[-1 if right else 0], (0, 2 if right else -3)
            _note(ax, label, (end, values[0]), shift, fontsize=13, color=color, **where)
            label = "_"  # none in the legend
        elif name in _FAMILIES:
            under = {"color": style["color"], "va": "top", "fontsize": 13}
            _note(ax, label, (x[len(x) // 4], values[len(x) // 4]), (8, -6), **under)
            label = "_"
        ax.plot(x, values, label=label, markevery=every, **style)
    if zero:
        ax.axhline(0, color=INK, linewidth=0.8)
        at_right = zero if isinstance(zero, str) else ""
        _note(ax, at_right, (x[-1], 0), (-2, -3), color=INK, fontsize=13, va="top", ha="right")
        above, below = ("", "") if isinstance(zero, str) else zero
        _note(ax, above, (x[-1], 0), (-2, 5), color=INK, fontsize=13, va="bottom", ha="right")
        _note(ax, below, (x[0], 0), (0, -3), color=INK, fontsize=11, va="top")
    ax.set_xlabel(xlabel, fontsize=13)
    ax.set_ylabel(ylabel, fontsize=13)
    ax.tick_params(labelsize=12)
    for name, words in (names or {}).items():
        if "," in name:
            corner = {"xycoords": "axes fraction", "color": INK}
            _note(ax, f"dotted: {words}", (0, 0), (4, 4), fontsize=13, **corner)
            continue
        style = {"color": _strategy_style(name)["color"], "va": "center"}
        _note(ax, words, (x[0], series[name][0]), (-6, 0), fontsize=13, ha="right", **style)
    if names:
        longest = max(len(words) for name, words in names.items() if "," not in name)
        ax.set_xlim(left=x[0] - (0.04 + 0.032 * longest) * (x[-1] - x[0]))
        ax.set_xticks([tick for tick in ax.get_xticks() if x[0] - 0.03 <= tick <= x[-1] + 1e-9])
    elif any(not str(line.get_label()).startswith("_") for line in ax.lines) and len(series) > 1:
        ax.legend(fontsize=9, ncols=2)
    return figure


def trials(chances: Mapping[str, float], games: int, found: Mapping[str, float]) -> Figure:
    """Draw what trials of two or three strategies may show, and what one trial of each showed.

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
    halves = any(round(10 * unit * share) % 10 for share in found.values())
    digits = max(int(halves), round(log10(games / unit)) - 2)
    for (name, chance), color, dashes in zip(chances.items(), PALETTE, DASHES, strict=False):
        shape = np.exp(-(((shares - chance) / spread) ** 2) / 2)
        ax.fill_between(unit * shares, shape, color=color, alpha=0.12, linewidth=0)
        ax.plot(unit * shares, shape, color=color, linestyle=dashes)
        at = unit * found[name]
        top = 1.08 if name in list(chances)[:2] else 1.46  # a third one stands above the others
        ax.plot([at, at], [0, top], color=color, linewidth=2.2)
        side = "right" if found[name] < middle else "left"
        words = f"{name}\n{at:,.{digits}f}"
        ax.annotate(words, (at, top + 0.02), ha=side, va="bottom", fontsize=12, color=color)
    ax.set(xlabel=f"games won in {unit:,}", yticks=[])
    ax.set_ylim(0, 1.36 if len(chances) < 3 else 1.76)
    ax.xaxis.set_major_locator(MaxNLocator("auto", integer=True))
    ax.xaxis.set_major_formatter("{x:,.0f}")
    _enlarge(ax)
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
        color, dash = PALETTE[place], DASHES[place]
        ax.contour(endings, ratios, gap.T, levels=[0.0], colors=[color], linestyles=[dash])
        ax.plot([], [], dash, color=color, label=label)
    ax.set(xlabel="chance that a point is an end, E", ylabel="share of the high branch, A")
    figure.legend(fontsize=9, loc="outside lower center")
    return figure


def regions(
    endings: Sequence[float],
    ratios: Sequence[float],
    chances: Mapping[str, np.ndarray],
    spots: Mapping[str, tuple[float, float]] | None = None,
    called: Mapping[str, str] | None = None,
) -> Figure:
    """Colour the plane of E and A by the strategy that wins most often.

    Parameters
    ----------
    endings, ratios : sequences of float
    chances : mapping of str to array, shape (len(endings), len(ratios))
        Chance of winning, by name of the strategy.
    spots : mapping of str to (E, A), optional
        Points to mark, by the words beside them.
    called : mapping of str to str, optional
        What the map calls a strategy, where that is not its name.

    Returns
    -------
    Figure
        The darker, the larger the lead over the next best, in steps at 0.5, 1, 2, 4, 6 and 8 games
        in 100.  Only strategies that are best somewhere are named, each in the middle of its
        region too.
    """
    figure, ax = new_figure(WIDTH, 4.2)
    for name, own in chances.items():
        lead = own - np.max([other for key, other in chances.items() if key != name], axis=0)
        if (lead > 0).any():
            color = _strategy_style(name)["color"]
            levels = [0, 0.005, 0.01, 0.02, 0.04, 0.06, 0.08, 1]
            shades = [(color, 0.1 * step) for step in range(1, len(levels))]
            ax.contourf(endings, ratios, lead.T, levels=levels, colors=shades)
            ax.contour(endings, ratios, lead.T, levels=[0], colors=[color])
            e, a = (int(np.median(index)) for index in np.nonzero(lead > 0))
            at = (endings[e], ratios[a])
            said = (called or {}).get(name, name)
            ax.annotate(said, at, ha="center", va="center", color=INK, fontsize=9)
    _spots(ax, spots or {})
    ax.set(xlabel="chance that a point is an end, E", ylabel="share of the high branch, A")
    return figure


def _spots(ax: Axes, spots: Mapping[str, tuple[float, float]]) -> None:
    """Points of a map, each with words beside it: on the left of those at the right."""
    for words, at in spots.items():
        ax.plot(*at, "o", color=INK, markersize=5, clip_on=False, zorder=4)
        side = 1 if at[0] < 0.45 else -1
        style = {"color": INK, "fontweight": "bold", "ha": "left" if side > 0 else "right"}
        _note(ax, words, at, (7 * side, 5), fontsize=9, **style)


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

    Dots that would cover each other are stacked, with a named one below the others.

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
    every = [won for found in rows.values() for won in found]
    apart = (max(every) - min(every)) / 60
    for kind, found in rows.items():
        ax.axhline(heights[kind], color=FAINT, linewidth=0.6)
        labelled = [won for at, won in named.values() if at == kind]
        plain = sorted(found, key=lambda won: min(abs(won - at) for at in labelled))
        for won, level in zip(plain, _stacked(plain, apart), strict=True):
            ax.scatter([won], [heights[kind] + 0.15 * level], s=36, color=FAINT, zorder=2)
    for name, (kind, won) in named.items():
        color = _strategy_style(name)["color"]
        ax.scatter([won], [heights[kind]], s=46, color=color, zorder=3)
        below = any(other > won for at, other in named.values() if at == kind)
        by, style = (3, -17 if below else 11), {"ha": "right", "color": INK}
        _note(ax, PLAIN[name], (won, heights[kind]), by, fontsize=11, **style)
    ax.set_yticks([*heights.values()], [*heights], fontsize=11)
    ax.set(xlabel="games won in 100")
    ax.set_ylim(-len(rows) + 0.4, 0.5)
    ax.tick_params(axis="y", length=0)
    ax.spines["left"].set_visible(False)
    return figure


def _stacked(places: Sequence[float], apart: float) -> list[int]:
    """How high each dot stands on those before it: no two on one height are closer than `apart`.

    Examples
    --------
    >>> _stacked([50, 60, 50.1, 50.2], apart=1)
    [0, 0, 1, 2]
    """
    levels: list[int] = []
    for n, place in enumerate(places):
        near = {levels[k] for k in range(n) if abs(places[k] - place) < apart}
        levels.append(min(set(range(n + 1)) - near))
    return levels


def ladder(
    won: Mapping[str, float],
    marked: Sequence[str] = (),
) -> Figure:
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
