"""Figures of the game of 421: trees, chances, policy utilities, and what was left open."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from itertools import groupby, product
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import FancyArrowPatch, Rectangle
from matplotlib.ticker import MaxNLocator

from chancegames.show.figures.style import (
    FAINT,
    INK,
    MARKERS,
    NARROW,
    PALETTE,
    PAPER,
    _cell,
    _new_panels,
    _note,
    new_figure,
)

Point = tuple[float, float]


def fate_tree(
    states: Sequence[Sequence[str]],
    events: Sequence[Sequence[tuple[str, str, tuple[str, ...]]]],
) -> Figure:
    """Draw a fate tree with merged states.

    Parameters
    ----------
    states : sequence of sequences of str
        Names of the states of each date.
    events : sequence of sequences of (state, table, options)
        For each cast: from which state, what is on the table, which states may follow.

    Returns
    -------
    Figure
    """
    figure, ax = new_figure(6.8, 0.26 * max(map(len, events)) + 0.9)
    places = [_column(names, 2 * date) for date, names in enumerate(states)]
    for cast, branches in enumerate(events):
        middle = _column([f"{s}|{t}" for s, t, _ in branches], 2 * cast + 1)
        for state, table, options in branches:
            at = middle[f"{state}|{table}"]
            _edge(ax, places[cast][state], at, PALETTE[1])
            for option in options:
                _edge(ax, at, places[cast + 1][option], PALETTE[0])
            _middle(ax, *at, table, 7, PALETTE[1])
    for names in places:
        for name, at in names.items():
            _middle(ax, *at, name or "∅", 7, INK)
    ax.set(xlim=(-0.3, 2 * len(events) + 0.3), ylim=(-1.05, 1.05), yticks=[])
    ax.set_xticks(range(2 * len(events) + 1))
    ax.set_xticklabels([str(x / 2).removesuffix(".0") for x in range(2 * len(events) + 1)])
    ax.set_xlabel("date (casts made)")
    ax.spines["left"].set_visible(False)
    return figure


def keep_map(
    keeps: Mapping[str, str], worth: Mapping[str, int] | None = None, columns: int = 5
) -> Figure:
    """Draw what to keep of each hand: dice to keep filled, the others hollow.

    Parameters
    ----------
    keeps : mapping
        Hand -> what to keep of it, both written with their digits; in the order of reading.
    worth : mapping, optional
        Hand -> tokens, written beside those that are worth more than one.
    columns : int, optional

    Returns
    -------
    Figure
    """
    rows = -(-len(keeps) // columns)
    figure, ax = new_figure(0.86 * columns, 0.52 * rows + 0.1)
    for place, (hand, kept) in enumerate(keeps.items()):
        loose, tokens = list(kept), (worth or {}).get(hand, 1)
        if tokens > 1:
            at = place % columns * 3.9 - 0.5, -1.6 * (place // columns) + 0.5
            _middle(ax, *at, str(tokens), 9, INK)
        for die, face in enumerate(hand):
            held = face in loose
            if held:
                loose.remove(face)
            color = (PALETTE[2] if kept == hand else PALETTE[0]) if held else "none"
            corner = (place % columns * 3.9 + die, -1.6 * (place // columns))
            edge = color if held else FAINT
            ax.add_patch(Rectangle(corner, 0.9, 1, facecolor=color, edgecolor=edge, linewidth=0.8))
            ink = PAPER if held else INK
            _middle(ax, corner[0] + 0.45, corner[1] + 0.5, face, 11, ink)
    ax.set(xlim=(-1, 3.9 * columns - 0.8), ylim=(-1.6 * (rows - 1) - 0.2, 1.2))
    ax.set_axis_off()
    return figure


def goal_chain(steps: Mapping[tuple[int, int], Fraction]) -> Figure:
    """Draw how the dice that a goal lacks become fewer, cast by cast.

    Parameters
    ----------
    steps : mapping
        (dice missing before a cast, dice missing after it) -> chance, none to more dice.

    Returns
    -------
    Figure
    """
    figure, ax = new_figure(NARROW, 2.1)
    most = max(before for before, _ in steps)
    for (before, after), chance in steps.items():
        left, right, far = 3.4 * (most - before), 3.4 * (most - after), before - after
        wide, middle = 0.8 + 3.5 * float(chance), (left + right) / 2
        if not far:
            _arrow(ax, (left + 0.45, -0.7), (left - 0.45, -0.7), -1.9, wide)
            place = left, -2.1
        elif far == 1:
            _arrow(ax, (left + 0.95, 0), (right - 0.95, 0), 0, wide)
            place = middle, 0.5
        elif before == most:  # over the boxes, the longer the higher
            _arrow(ax, (left, 0.7), (right, 0.7), -0.14 * far, wide)
            place = (middle, 2.0) if far == 2 else (middle + 1.7, 3.0)
        else:  # below the loop between
            _arrow(ax, (left + 0.7, -0.7), (right, -0.7), 0.6, wide)
            place = middle + 0.35, -3.1
        _middle(ax, *place, str(chance), 9, INK)
    goal = PALETTE[2], "there", PAPER
    for missing in range(most, -1, -1):
        x = 3.4 * (most - missing)
        face, name, ink = ("none", f"{missing}\nmissing", INK) if missing else goal
        ax.add_patch(Rectangle((x - 0.95, -0.7), 1.9, 1.4, edgecolor=INK, facecolor=face))
        _middle(ax, x, 0, name, 9, ink)
    ax.set(xlim=(-1.1, 3.4 * most + 1.1), ylim=(-3.5, 3.4), aspect="equal")
    ax.set_axis_off()
    return figure


def _arrow(ax: Axes, start: Point, end: Point, bend: float, wide: float) -> None:
    style: dict[str, Any] = {"arrowstyle": "-|>", "color": PALETTE[0], "linewidth": wide}
    style["mutation_scale"] = 8 + 2 * wide
    bent = f"arc3,rad={bend}"
    ax.add_patch(FancyArrowPatch(start, end, shrinkA=0, shrinkB=0, connectionstyle=bent, **style))


def too_soon(early: float, back_again: float, last: float) -> Figure:
    """Draw what a second player loses of a goal: two bars, each in two parts.

    Parameters
    ----------
    early : float
        Rounds in 100 in which the goal is there before the last cast.
    back_again : float
        What a second player, who has to spoil it, gets back of these.
    last : float
        What comes at the last cast only, for either player.

    Returns
    -------
    Figure
    """
    figure, ax = new_figure(NARROW, 1.9)
    for row, (soon, words) in enumerate(((early, f"{early:.1f} early"), (back_again, ""))):
        ax.barh(row, last, color=PALETTE[0])
        ax.barh(row, soon, left=last, color=PALETTE[2])
        _middle(ax, last / 2, row, f"{last:.1f} only at the last cast", 9, PAPER)
        _middle(ax, last + soon / 2, row, words or f"{soon:.1f}", 9, PAPER)
    lost = early - back_again
    _middle(ax, last + back_again + lost / 2, 1, f"{lost:.1f} lost", 9, INK)
    ax.set(xlim=(0, 1.02 * (last + early)), ylim=(1.6, -0.6), xlabel="rounds in 100")
    ax.set_yticks([0, 1], ["first", "second"])
    ax.tick_params(axis="y", length=0)
    ax.barh(1, early, left=last, facecolor="none", edgecolor=FAINT, linestyle="--")
    return figure


def success_by_casts(curves: Mapping[tuple[str, str], Sequence[Fraction]]) -> Figure:
    """Draw success chances over the number of casts.

    Parameters
    ----------
    curves : mapping
        (goal, player) -> chances with 1, 2, ... casts.

    Returns
    -------
    Figure
    """
    figure, ax = new_figure(5.0, 3.6)
    goals, most = list(dict.fromkeys(goal for goal, _ in curves)), max(map(len, curves.values()))
    for (goal, player), chances in curves.items():
        color, first = PALETTE[goals.index(goal)], player == "first"
        values = [100 * float(p) for p in chances]
        marker = MARKERS[goals.index(goal)]
        ax.plot(range(1, most + 1), values, "-" if first else "--", color=color, marker=marker)
        if first:
            _note(ax, goal, (most, values[-1]), (8, 0), color=color, va="center")
    ax.axhline(50, color=FAINT, linewidth=0.8)
    ax.text(1, 51, "one round in two", fontsize=9, color=INK, va="bottom")
    ax.set(xlabel="casts", ylabel="rounds in 100", ylim=(0, None), xlim=(0.7, most + 0.9))
    ax.set_xticks(range(1, most + 1))
    return figure


def policy_map(rows: Mapping[str, Sequence[Fraction | float]], columns: Sequence[str]) -> Figure:
    """Draw policy utilities as numbers on shaded squares.

    Parameters
    ----------
    rows : mapping
        Utility -> policy utilities, one a column.
    columns : sequence of str
        Names of the policies.

    Returns
    -------
    Figure
    """
    figure, ax = new_figure(6.8, 0.3 * len(rows) + 1.1)
    for i, values in enumerate(rows.values()):
        for j, value in enumerate(values):
            _shaded(ax, (j, i), float(value), f"{float(value):.3f}")
    ax.set(xlim=(0, len(columns)), ylim=(len(rows), 0))
    ax.set_xticks([j + 0.5 for j in range(len(columns))], columns, fontsize=8)
    ax.set_yticks([i + 0.5 for i in range(len(rows))], list(rows), fontsize=8)
    ax.tick_params(length=0)
    ax.set_xlabel("policy")
    for side in ("left", "bottom"):
        ax.spines[side].set_visible(False)
    return figure


def token_map(
    stopping: Mapping[tuple[int, int], float], marked: Collection[tuple[int, int]]
) -> Figure:
    """Draw the chance to stop after the first cast, by the tokens in the pot and the own ones.

    Parameters
    ----------
    stopping : mapping
        (tokens in the pot, own tokens) -> chance.
    marked : collection of (int, int)
        States to frame.

    Returns
    -------
    Figure
    """
    height, width = (max(numbers) + 1 for numbers in zip(*stopping, strict=True))
    figure, ax = new_figure(6.8, 0.3 * height + 1.1)
    for (left, own), chance in stopping.items():
        _shaded(ax, (own, left), chance, f"{100 * chance:.0f}")
    for left, own in marked:
        ax.add_patch(Rectangle((own, left), 1, 1, fill=False, edgecolor=PALETTE[1], linewidth=1.4))
    ax.set(xlim=(0, width), ylim=(height, 0))
    ax.set_xticks([n + 0.5 for n in range(width)], list(map(str, range(width))))
    ax.set_yticks([n + 0.5 for n in range(height)], list(map(str, range(height))))
    ax.tick_params(length=0)
    ax.set(xlabel="tokens of the player who starts the set", ylabel="tokens in the pot")
    return figure


def ratchet_failures(maps: Mapping[int, Mapping[int, int | None]], looked: int) -> Figure:
    """Draw the least number of casts at which the ratchet loses, over the faces of a die.

    Parameters
    ----------
    maps : mapping
        Dice -> faces -> casts, or None if it never loses as far as was looked.
    looked : int
        Number of casts looked at.

    Returns
    -------
    Figure
    """
    figure, ax = new_figure(6.4, 3.4)
    for place, (dice, failures) in enumerate(maps.items()):
        known = {f: j for f, j in failures.items() if j is not None}
        style: dict[str, Any] = {"color": PALETTE[place], "marker": MARKERS[place]}
        ax.plot(list(known), list(known.values()), label=f"{dice} dice", **style)
        if never := [f for f, j in failures.items() if j is None]:
            hollow: dict[str, Any] = {"mfc": "none", "linestyle": "none", "clip_on": False}
            ax.plot(never, [looked + 1] * len(never), **style, **hollow)
            ax.axhline(looked + 0.5, color=FAINT, linewidth=0.8)
    ax.set(xlabel="faces of a die", ylabel="casts still to come")
    ax.set_ylim(bottom=0)
    ax.yaxis.set_major_locator(MaxNLocator(integer=True))
    ax.legend(loc="upper left")
    return figure


def ratchet_map(failures: Mapping[str, Mapping[int, int | None]]) -> Figure:
    """Draw for which goals and faces of a die keeping what fits fails, and how soon.

    Parameters
    ----------
    failures : mapping
        Goal -> faces -> casts still to come, or None if it does not fail as far as was looked.

    Returns
    -------
    Figure
    """
    faces = sorted({f for found in failures.values() for f in found})
    figure, ax = new_figure(5.0, 0.34 * len(failures) + 0.9)
    for row, (goal, found) in enumerate(failures.items()):
        ax.text(-0.2, row + 0.5, goal, ha="right", va="center", color=INK)
        for f, casts in found.items():
            shade = 0.7 / casts if casts else 0.0
            _cell(ax, (faces.index(f), row), PALETTE[0], shade, str(casts or "–"), 11)
    ax.text(-0.2, -0.35, "goal", ha="right", va="center", color=INK)
    for dice, group in groupby(enumerate(failures), key=lambda item: len(item[1])):
        rows = [row for row, _ in group]
        ax.axhline(rows[0], color=FAINT, linewidth=1)
        middle = (rows[0] + rows[-1] + 1) / 2
        ax.text(len(faces) + 0.2, middle, f"{dice} dice", va="center", color=INK)
    ax.set(xlim=(0, len(faces)), ylim=(len(failures), 0), xlabel="faces of a die", yticks=[])
    ax.set_xticks([n + 0.5 for n in range(len(faces))], list(map(str, faces)))
    ax.tick_params(length=0)
    return figure


def two_dice(panels: Mapping[str, Sequence[int]]) -> Figure:
    """Draw the 36 casts of two dice, one board for each pair of faces that are missing.

    Parameters
    ----------
    panels : mapping
        Title -> the two faces; they may be equal.

    Returns
    -------
    Figure
    """
    figure, axes = _new_panels(NARROW, 2.7, columns=len(panels))
    for ax, (title, missing) in zip(axes[0], panels.items(), strict=True):
        casts = list(product(range(1, 7), repeat=2))
        brings = {cast: (Counter(missing) & Counter(cast)).total() for cast in casts}
        for (x, y), found in brings.items():
            color = [FAINT, PALETTE[0], PALETTE[1]][found]
            square = Rectangle((x - 0.46, y - 0.46), 0.92, 0.92, color=color, linewidth=0)
            square.set_alpha([0.2, 0.5, 0.7][found])
            ax.add_patch(square)
            _middle(ax, x, y, str(found), 10, INK)
        vain = sum(not found for found in brings.values())
        ax.set_title(f"{title}:\n{vain} of 36 bring nothing", fontsize=8.5)
        ax.set(xlabel="one die", xticks=range(1, 7), yticks=range(1, 7), aspect="equal")
        ax.set(xlim=(0.5, 6.5), ylim=(0.5, 6.5))
        ax.tick_params(length=0)
    axes[0, 0].set_ylabel("the other")
    return figure


def growth(panels: Mapping[str, Mapping[int, int]]) -> Figure:
    """Draw how the operations of a solver grow, one panel a parameter.

    Parameters
    ----------
    panels : mapping
        Name of the parameter -> its value -> operations.

    Returns
    -------
    Figure
    """
    figure, axes = _new_panels(6.8, 2.8, columns=len(panels), sharey=True)
    for place, (name, costs) in enumerate(panels.items()):
        ax = axes[0, place]
        ax.plot(list(costs), list(costs.values()), color=PALETTE[place], marker=MARKERS[place])
        ax.set(xlabel=name, yscale="log")
        ax.set_xticks(list(costs)[:: max(1, len(costs) // 5)])
    axes[0, 0].set_ylabel("operations")
    return figure


def dice_left(laws: Mapping[int, Sequence[Fraction]]) -> Figure:
    """Draw the law of the number of dice left, one group of bars a date.

    Parameters
    ----------
    laws : mapping
        Date -> chance that 0, 1, ... dice are left.

    Returns
    -------
    Figure
    """
    figure, ax = new_figure(6.4, 3.2)
    width = 0.8 / len(laws)
    for place, (date, law) in enumerate(laws.items()):
        left = [float(chance) for chance in law]
        at = np.arange(len(left)) + (place - (len(laws) - 1) / 2) * width
        name = f"after {date} cast{'s' if date > 1 else ''}"
        ax.bar(at, left, width, color=PALETTE[place], label=name)
    ax.set(xlabel="dice left", ylabel="probability", xticks=range(len(left)))
    ax.legend()
    return figure


def free_utility(lines: Mapping[str, tuple[Fraction, int]], dearest: Fraction) -> Figure:
    """Draw free utility over the price of an operation.

    Parameters
    ----------
    lines : mapping
        Policy -> its utility and its number of operations.
    dearest : Fraction
        Right end of the axis, in utility an operation.

    Returns
    -------
    Figure
    """
    figure, ax = new_figure(6.8, 3.6)
    scale = 1000
    for place, (name, (utility, operations)) in enumerate(lines.items()):
        ends = [float(utility), float(utility - dearest * operations)]
        color = PALETTE[place % len(PALETTE)]
        style = "-" if place < len(PALETTE) else "--"
        ax.plot([0, float(dearest) * scale], ends, color=color, linestyle=style, label=name)
    ax.set(xlabel="price of 1000 operations (policy utility)", ylabel="free utility")
    ax.set(ylim=(0, 1.05), xlim=(0, float(dearest) * scale))
    ax.legend(fontsize=8, loc="upper left", bbox_to_anchor=(1.0, 1.0))
    return figure


def winning_chances(curves: Mapping[str, Mapping[int, float]]) -> Figure:
    """Draw the games won in 100 over the own tokens in the discharge.

    Parameters
    ----------
    curves : mapping
        Label -> own tokens -> games won in 100.

    Returns
    -------
    Figure
    """
    figure, ax = new_figure(4.6, 3.4)
    for place, (label, chances) in enumerate(curves.items()):
        style: dict[str, Any] = {"color": PALETTE[place], "marker": MARKERS[place]}
        ax.plot(list(chances), list(chances.values()), **style)
        middle = sorted(chances)[len(chances) // 2]
        up = 1 if place == 0 else -1
        at, align = (middle + 0.3 * up, chances[middle] + 6 * up), "left" if up > 0 else "right"
        ax.text(*at, label, color=PALETTE[place], ha=align, va="center")
    ax.axhline(50, color=FAINT, linewidth=0.8)
    ax.set(xlabel="tokens that you hold", ylabel="games won in 100", ylim=(0, 100))
    ax.set_xticks(sorted({n for chances in curves.values() for n in chances}))
    return figure


def floor_and_ceiling(bounds: Sequence[tuple[float, float]]) -> Figure:
    """Draw two bounds of the games won in 100 that close in on each other.

    Parameters
    ----------
    bounds : sequence of (float, float)
        Lower and upper bound after 0, 1, 2, ... repetitions, in hundredths.

    Returns
    -------
    Figure
    """
    figure, ax = new_figure(3.9, 2.7)
    steps, (low, high) = range(len(bounds)), zip(*bounds, strict=True)
    ax.fill_between(steps, low, high, color=PALETTE[0], alpha=0.15, linewidth=0)
    sides = (("ceiling", high, PALETTE[1], 10), ("floor", low, PALETTE[0], -10))
    for place, (name, values, color, away) in enumerate(sides):
        ax.plot(steps, values, color=color, marker=MARKERS[place], ms=5, clip_on=False)
        style: dict[str, Any] = {"color": color, "va": "center", "weight": "bold"}
        _note(ax, name, (1, values[1]), (8, away), **style)
        _note(ax, f"{values[-1]:.1f}", (steps[-1], values[-1]), (0, away), ha="center", **style)
    ax.set(xlabel="repetitions", ylabel="games won in 100", ylim=(0, 104))
    ax.set_xticks(steps)
    return figure


def _shaded(ax: Axes, corner: Point, value: float, text: str) -> None:
    """Draw a unit square, the darker the nearer the value is to 1, with a text."""
    _cell(ax, corner, PALETTE[0], 0.7 * min(max(value, 0.0), 1.0), text, 8)


def _column(names: Sequence[str], x: float) -> dict[str, Point]:
    height = len(names)
    return {name: (x, 1 - (2 * i + 1) / height) for i, name in enumerate(names)}


def _edge(ax: Axes, start: Point, end: Point, color: str) -> None:
    ax.plot(*zip(start, end, strict=True), color=color, linewidth=0.5, alpha=0.6, zorder=1)


def _middle(ax: Axes, x: float, y: float, text: str, size: int, color: str) -> None:
    """Write a text whose middle is there, above all that is drawn."""
    ax.text(x, y, text, ha="center", va="center", fontsize=size, color=color, zorder=3)
