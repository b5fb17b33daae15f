"""Figures of the two races to N: curves over N, maps of what to throw, convergence."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap, ListedColormap
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from matplotlib.ticker import LogLocator, NullLocator
from numpy.typing import NDArray

from chancegames.show.figures.style import (
    FAINT,
    INK,
    MARKERS,
    PALETTE,
    _cell,
    _new_panels,
    _series_style,
    new_figure,
)

#: Gains below this are rounding errors.
SMALLEST_SHOWN = 1e-9

#: Colours of the maps, pale for few dice, dark for many, as in the maps that move in a browser.
#: (The third is not quite the blue of the figures, #0072b2, which a dark page replaces by another.)
MAP_COLORS = LinearSegmentedColormap.from_list("dice", ["#f4f1d8", "#8fc4de", "#0072b3", "#1d2a5e"])

#: For each plan of an opening two tints, for even and odd numbers of dice.
_PLAN_COLORS = ("#e49a66", "#edbb99", "#a885b5", "#c4adcd", "#66aad1", "#99c7e0")

#: More marks than this are drawn as points.
CROWDED = 100


def opener_curves(curves: Mapping[str, Mapping[int, Sequence[float]]]) -> Figure:
    """Draw the opener's gain over N, one panel a pair of players, one line a D.

    Parameters
    ----------
    curves : mapping of str to mapping of int to sequence of float
        By "first x second" and D: gains for N = 1, 2, ...

    Returns
    -------
    Figure
    """
    rows = (len(curves) + 1) // 2
    figure, axes = _new_panels(6.8, 2.3 * rows, rows, 2, sharex=True, sharey="row")
    panels: list[Axes] = axes.ravel().tolist()
    for ax, (name, by_dice) in zip(panels, curves.items(), strict=False):
        for place, (dice, gains) in enumerate(by_dice.items()):
            goals = range(1, len(gains) + 1)
            ax.plot(goals, gains, color=PALETTE[place], linewidth=1.2, label=f"D = {dice}")
        ax.axhline(0, color=FAINT, linewidth=0.8)
        ax.set_title(name)
    for ax in axes[-1]:
        ax.set_xlabel("goal N (points)")
    axes[0, 1].legend(loc="upper right")
    figure.supylabel("gain of the opener (games)", fontsize=10)
    return figure


def roll_map(rolls: NDArray[Any], dice: int, *, marked: Sequence[tuple[int, int]] = ()) -> Figure:
    """Draw the number of dice to roll at every pair of scores.

    Parameters
    ----------
    rolls : ndarray of int, shape (goal + 1, goal + 1)
        Dice at ``[own, other]``, by what both still need.
    dice : int
        Largest number of dice.
    marked : sequence of (int, int), optional
        States to mark with a circle, by what both still need.

    Returns
    -------
    Figure
    """
    goal = len(rolls) - 1
    figure, ax = new_figure(6.0, 5.2)
    colors = MAP_COLORS.resampled(dice)
    edges = (-0.5, goal - 0.5, -0.5, goal - 0.5)
    shown = rolls[:0:-1, :0:-1].T  # by scores: your own along the lower edge
    image = ax.imshow(
        shown, cmap=colors, vmin=0.5, vmax=dice + 0.5, origin="lower", extent=edges,
        interpolation="nearest",
    )  # fmt: skip
    _write_on_bands(ax, shown)
    own, other = zip(*marked, strict=True) if marked else ((), ())
    few = len(marked) <= CROWDED
    ax.plot(
        [goal - need for need in own], [goal - need for need in other],
        marker="o", color=PALETTE[1], markersize=7 if few else 1.4, markeredgecolor="white",
        markeredgewidth=1.2 if few else 0, linestyle="none",
    )  # fmt: skip
    ax.set(xlabel="your points", ylabel="the other player's points")
    bar = figure.colorbar(image, ax=ax, shrink=0.85)
    bar.set_ticks(range(1, dice + 1, 1 if dice <= 10 else 2))
    bar.set_label("dice to roll")
    return figure


def _write_on_bands(ax: Axes, levels: NDArray[Any]) -> None:
    """Write each number once on a map, where its band is widest."""
    for level in np.unique(levels[levels > 0]):
        left, rounds = levels == level, 0
        while True:  # peel the band, a cell from every side at a time
            windows = np.lib.stride_tricks.sliding_window_view(np.pad(left, 1), (3, 3))
            peeled = windows.all(axis=(2, 3))
            if not peeled.any():
                break
            left, rounds = peeled, rounds + 1
        if rounds < 2:
            continue  # no room for a digit
        y, x = np.argwhere(left)[0]
        shade = MAP_COLORS((level - 1) / max(1, levels.max() - 1))
        # No pure black, which the page makes light in the dark: the shades stay as they are.
        ink = "white" if sum(shade[:3]) < 1.5 else "#010101"
        ax.text(x, y, str(level), ha="center", va="center", color=ink, fontsize=8)


def opening_map(shares: NDArray[Any], faces: Sequence[int], marked: tuple[int, int]) -> Figure:
    """Draw how many dice open a race best, for each number of faces of a die, over the goal.

    Parameters
    ----------
    shares : ndarray of float, shape (faces, goals)
        Dice rolled first, divided by the faces of a die; the first column is a goal of one point.
    faces : sequence of int
        By row.
    marked : (goal, faces)
        Where to put a circle.
    """
    figure, ax = new_figure(5.2, 3.6)
    edges = (0.5, shares.shape[1] + 0.5, faces[0] - 0.5, faces[-1] + 0.5)
    image = ax.imshow(
        shares, cmap="PuOr", vmin=0, vmax=2, origin="lower", extent=edges, aspect="auto",
        interpolation="nearest",
    )  # fmt: skip
    ax.plot(*marked, marker="o", color="none", markeredgecolor="#333333", markersize=8)
    ax.set(xlabel="goal (points)", ylabel="faces of a die", yticks=faces[::2])
    bar = figure.colorbar(image, ax=ax, ticks=[0, 0.5, 1, 1.5, 2])
    bar.set_label("dice of the first roll, divided by faces")
    return figure


def _plan_map(dice: NDArray[Any], faces: Sequence[int], marked: tuple[int, int]) -> Figure:
    """Draw by which plan to open a race, for each number of faces of a die, over the goal.

    Parameters
    ----------
    dice : ndarray of int, shape (faces, goals)
        Dice rolled first; the first column is a goal of one point.
    faces : sequence of int
        By row.
    marked : (goal, faces)
        Where to put a circle.
    """
    figure, ax = new_figure(5.2, 3.8)
    plans = _plans(dice, faces)
    edges = (0.5, dice.shape[1] + 0.5, faces[0] - 0.5, faces[-1] + 0.5)
    image = ax.imshow(
        2 * plans + dice % 2, cmap=ListedColormap(_PLAN_COLORS), vmin=-0.5, vmax=5.5,
        origin="lower", extent=edges, aspect="auto", interpolation="nearest",
    )  # fmt: skip
    for plan in (1, 2):
        ends = (plans < plan).sum(axis=1) + 0.5
        shown = ends < dice.shape[1]
        ax.stairs(
            ends[shown], np.array([*faces, faces[-1] + 1])[: shown.sum() + 1] - 0.5,
            orientation="horizontal", color=INK, linewidth=1.6, baseline=None,
        )  # fmt: skip
    ax.plot(*marked, marker="o", color="none", markeredgecolor=INK, markersize=8)
    ax.set(xlabel="goal (points)", ylabel="faces of a die", yticks=faces[::2])
    ax.set(xlim=edges[:2], ylim=edges[2:])
    swatches = [Rectangle((0, 0), 1, 1, color=image.cmap(2 * plan)) for plan in range(3)]
    names = ["home at once", "in two rolls", "collect points"]
    figure.legend(swatches, names, loc="outside lower center", ncols=3, fontsize=9)
    return figure


def _plans(dice: NDArray[Any], faces: Sequence[int]) -> NDArray[Any]:
    """By which plan to open: 0 if one roll, 1 if two without a 1 bring the goal on average."""
    goals = np.arange(1, dice.shape[1] + 1)
    good = dice * (np.asarray(faces)[:, None] + 2) / 2
    ends = [np.where(rolls * good >= goals, goals, 0).max(axis=1) for rolls in (1, 2)]
    plans: NDArray[Any] = np.sum([goals > end[:, None] for end in ends], axis=0)
    return plans


def _along_row(rolls: Sequence[int], words: Mapping[tuple[int, float], str]) -> Figure:
    """Draw the best number of dice along a row of a map, with words at some places."""
    figure, ax = new_figure(4.0, 2.0)
    ax.step(range(len(rolls)), rolls, where="mid", color=PALETTE[0], linewidth=1.6)
    for (x, y), said in words.items():
        ax.text(x, y, said, ha="center", color=INK, fontsize=9)
    ax.set(xlabel="your points (the other has 60)", ylabel="dice", xlim=(0, len(rolls)))
    ax.set(ylim=(0, 11.5), yticks=range(1, 11, 2), xticks=range(0, len(rolls) + 1, 20))
    return figure


def turn_worth(curves: Mapping[int, tuple[Sequence[float], Sequence[float]]]) -> Figure:
    """Draw what the turn is worth over the length of the race, both counted in average rolls.

    Parameters
    ----------
    curves : mapping of int to (lengths, worths)
        By the faces of a die; the fewest and the most in color.
    """
    figure, ax = new_figure(4.2, 3.0)
    between = sorted(curves)[1:-1]
    listed = ", ".join(map(str, between))
    looks = {min(curves): (PALETTE[0], "-"), max(curves): (PALETTE[1], "--")}
    for faces in sorted(curves):
        color, line = looks.get(faces, (FAINT, "-"))
        width = 1.6 if faces in looks else 0.7
        words = f"{faces if faces in looks else listed} faces"
        (curve,) = ax.plot(*curves[faces], color=color, linestyle=line, linewidth=width)
        curve.set(zorder=1 + width, label="_" if faces in between[1:] else words)
    ax.axhline(0.5, color=INK, linewidth=0.8, linestyle=":")
    ax.set(xlabel="goal, in average rolls", ylabel="worth of the turn, in rolls", xlim=(0, 20))
    ax.set_xticks(range(0, 21, 5))
    ax.set(ylim=(0, 1.45), yticks=(0, 0.5, 1))
    ax.legend(loc="upper right")
    return figure


def win_rates(rates: Mapping[str, float]) -> Figure:
    """Draw shares of races won as dots on one line each; a dotted line marks an equal match.

    Parameters
    ----------
    rates : mapping of str to float
        Share won, by strategy, the first on top.

    Returns
    -------
    Figure
    """
    figure, ax = new_figure(5.0, 0.25 * len(rates) + 0.8)
    for row, won in enumerate(100 * rate for rate in rates.values()):
        ax.hlines(row, 0, won, color=FAINT, linewidth=0.6)
        ax.plot(won, row, marker="o", color=PALETTE[0], markersize=7)
        ax.text(51.5, row, f"{won:.1f}", va="center", color=INK, fontsize=10)
    ax.set_yticks(range(len(rates)), list(rates))
    ax.set(xlim=(0, 58), ylim=(len(rates) - 0.4, -0.6), xlabel="races won in 100")
    ax.axvline(50, color=INK, linewidth=0.8, linestyle=":")
    return figure


def edge_over_goals(curves: Mapping[str, Sequence[float]], labels: Mapping[str, str]) -> Figure:
    """Draw the opener's advantage between equal players on logarithmic axes, with a slope of -1/2.

    Parameters
    ----------
    curves : mapping of str to sequence of float
        By player, gains for N = 1, 2, ...
    labels : mapping of str to str
        What each player is called in the legend.

    Returns
    -------
    Figure
        Of a hundred races, how many the opener wins beyond fifty.
    """
    figure, ax = new_figure(5.0, 3.6)
    longest = max(map(len, curves.values()))
    for name, gains in curves.items():
        goals = np.arange(1, len(gains) + 1)
        color = _series_style(name)["color"]
        ax.plot(goals, 50 * np.asarray(gains), label=labels[name], color=color, linewidth=1.4)
    goals = np.arange(1, longest + 1)
    last = 50 * next(iter(curves.values()))[-1]
    guide = last * np.sqrt(longest / goals)
    ax.plot(goals, guide, color=INK, linestyle=":", linewidth=1, label="proportional to 1/√goal")
    ax.set(xscale="log", yscale="log", xlabel="goal (points)", ylabel="races in 100 above 50")
    for axis in ax.xaxis, ax.yaxis:
        axis.set_major_locator(LogLocator(subs=(1, 2, 5)))
        axis.set_major_formatter("{x:g}")
        axis.set_minor_locator(NullLocator())
    ax.legend(loc="lower left", fontsize=12)
    return figure


def convergence(errors: Sequence[float], bounds: Sequence[float]) -> Figure:
    """Draw the error of the substitution after each round, below its bound.

    Parameters
    ----------
    errors, bounds : sequence of float
        One each round, from the first guess on.

    Returns
    -------
    Figure
    """
    figure, ax = new_figure(6.4, 3.0)
    rounds = range(len(errors))
    ax.plot(rounds, bounds, color=FAINT, linestyle="--", label="bound by contraction")
    ax.plot(rounds, errors, color=PALETTE[0], marker="o", label="distance to the closed form")
    ax.set(yscale="log", xlabel="rounds of substitution", ylabel="error (games)")
    ax.set_xticks(rounds)
    ax.legend(loc="lower left")
    return figure


def against_each(wins: NDArray[Any], others: Sequence[int]) -> Figure:
    """Draw what each number of dice wins against some numbers of the other, the best one marked.

    Parameters
    ----------
    wins : ndarray of float, shape (D, D)
        Races in a hundred, by your dice and the other's.
    others : sequence of int
        A curve for each.
    """
    figure, ax = new_figure(5.0, 3.2)
    dice = range(1, len(wins) + 1)
    for other, color in zip(others, PALETTE, strict=False):
        curve = wins[:, other - 1]
        ax.plot(dice, curve, color=color, linewidth=1.4)
        best = int(curve.argmax())
        ax.plot(best + 1, curve[best], marker="o", color=color, markersize=7)
        ax.text(dice[-1] + 0.2, curve[-1], f"against {other}", color=INK, va="center")
    ax.set(xlabel="your dice", ylabel="races won in 100", xlim=(0.8, dice[-1] + 3), xticks=dice)
    return figure


def _answers(
    wins: NDArray[Any], yours: Sequence[int], mine: Sequence[int], chase: Sequence[tuple[int, int]]
) -> Figure:
    """Draw a table of wins: your best answers filled, mine framed, and arrows from one to the next.

    Parameters
    ----------
    wins : ndarray of float
        Races in a hundred that you win, by your number of dice and mine.
    yours, mine : sequence of int
        The numbers of dice, by row and by column.
    chase : sequence of (int, int)
        Numbers of dice, yours first, along which the arrows run; the last leads to the first.
    """
    rows, columns = wins.shape
    figure, ax = new_figure(3.9, 0.7 + 0.46 * rows)
    for i, j in np.ndindex(rows, columns):
        best = wins[i, j] == wins[:, j].max()
        _cell(ax, (j, i), PALETTE[0], 0.35 if best else 0.05, f"{wins[i, j]:.2f}")
        if wins[i, j] == wins[i].min():
            spot = j + 0.04, i + 0.05
            ax.add_patch(Rectangle(spot, 0.92, 0.9, fill=False, edgecolor=PALETTE[1], linewidth=2))
    spots = np.array([(mine.index(e) + 0.5, yours.index(d) + 0.5) for d, e in chase])
    middle = (spots.min(axis=0) + spots.max(axis=0)) / 2
    for here, there in zip(spots, np.roll(spots, -1, axis=0), strict=True):
        along = here != there  # beside the numbers, away from the middle of the chase
        aside = np.where(along, 0.16 * np.sign(there - here), (0.42, 0.35) * np.sign(here - middle))
        ends = here + aside, there + np.where(along, -aside, aside)
        arrow = {"arrowstyle": "-|>", "color": INK, "linewidth": 1.4, "mutation_scale": 11}
        ax.annotate("", xy=ends[1], xytext=ends[0], arrowprops=arrow | {"shrinkA": 0, "shrinkB": 0})
    ax.set(xlim=(0, columns), ylim=(rows, 0), xlabel="my dice", ylabel="your dice")
    ax.set_xticks(np.arange(columns) + 0.5, [*map(str, mine)])
    ax.set_yticks(np.arange(rows) + 0.5, [*map(str, yours)])
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    return figure


def exploitability(curves: Mapping[str, Sequence[float]]) -> Figure:
    """Draw what the best reply gains against each policy, over N, on a logarithmic scale.

    Parameters
    ----------
    curves : mapping of str to sequence of float
        By policy, for N = 1, 2, ...; those that concede nothing anywhere are left out.

    Returns
    -------
    Figure
    """
    figure, ax = new_figure(6.4, 4.2)
    exploited = {name: gains for name, gains in curves.items() if max(gains) > SMALLEST_SHOWN}
    for place, (name, gains) in enumerate(exploited.items()):
        shown = np.where(np.asarray(gains) > SMALLEST_SHOWN, gains, np.nan)
        style: dict[str, Any] = {"color": PALETTE[place], "marker": MARKERS[place]}
        every = max(1, len(shown) // 8)
        goals = np.arange(1, len(shown) + 1)
        ax.plot(goals, shown, label=name, linewidth=1.2, markevery=every, **style)
    ax.set(xlabel="goal N (points)", ylabel="gain of the best reply (games)", yscale="log")
    if exploited:
        figure.legend(loc="outside lower center", ncols=2, fontsize=8.5)
    return figure


def two_point_race(values: Mapping[tuple[int, int], str], chances: tuple[str, str]) -> Figure:
    """Draw the tree of the race to two points with the throw of one die.

    Parameters
    ----------
    values : mapping of (int, int) to str
        Chance of winning at ``(2, 2)`` and ``(2, 1)``, by points lacked, as text.
    chances : tuple of str
        Chance of two points or more, and of one point.

    Returns
    -------
    Figure
    """
    figure, ax = new_figure(3.7, 3.4)  # upright, so that it can be read on a phone
    ax.set_axis_off()
    ax.set(xlim=(0, 10), ylim=(0, 10))
    better, worse = chances
    rolls = (
        f"A rolls\nboth need 2\nwins {values[2, 2]}",
        f"B rolls\nB needs 2, A needs 1\nwins {values[2, 1]}",
        "A rolls\nA needs 1\nwins 1",
    )
    for y, text in zip((8.8, 5.0, 1.2), rolls, strict=True):
        ax.text(2.8, y, text, ha="center", va="center", color=INK, fontsize=9)
    for y, text in ((8.8, "A wins"), (5.0, "B wins")):
        _branch(ax, (5.4, y), (7.4, y), better)
        _branch(ax, (2.8, y - 1.2), (2.8, y - 2.6), worse)
        ax.text(8.6, y, text, ha="center", va="center", color=INK, fontsize=9)
    return figure


def _loop(value: str, chances: tuple[str, str]) -> Figure:
    """Draw the circle of a race to one point in which a 1 scores nothing, and hands over the dice.

    Parameters
    ----------
    value : str
        Chance of winning of whoever is to roll, as text.
    chances : tuple of str
        Of a roll that wins, and of a 1.
    """
    figure, ax = new_figure(3.7, 2.3)
    ax.set_axis_off()
    ax.set(xlim=(0, 10), ylim=(0, 6.2))
    better, worse = chances
    for y, who in ((4.9, "you"), (1.3, "I")):
        said = f"{who} roll\nboth need 1\nchance {value}"
        box = {"boxstyle": "round", "facecolor": "none", "edgecolor": FAINT}
        ax.text(2.8, y, said, ha="center", va="center", color=INK, fontsize=9, bbox=box)
        _branch(ax, (4.6, y), (7.4, y), better)
        ax.text(8.6, y, f"{who} win", ha="center", va="center", color=INK, fontsize=9)
    _branch(ax, (3.3, 3.7), (3.3, 2.5), worse)
    _branch(ax, (2.3, 2.5), (2.3, 3.7), worse, -0.6)
    return figure


def _branch(
    ax: Axes,
    start: tuple[float, float],
    end: tuple[float, float],
    chance: str,
    beside: float = 0.6,
) -> None:
    ax.annotate("", xy=end, xytext=start, arrowprops={"arrowstyle": "->", "color": FAINT})
    x, y = (np.array(start) + np.array(end)) / 2
    right, up = (0.0, 0.4) if start[1] == end[1] else (beside, 0.0)
    ax.text(x + right, y + up, chance, ha="center", va="center", color=INK, fontsize=9)
