"""Figures of the theory: a game as a tree, the coins game, the graph of Yahtzee and its growth."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import FancyBboxPatch

from chancegames.maths.game import Choice, GameSolution, Terminal, solve
from chancegames.maths.solution import Solution
from chancegames.models.quiz import Quiz
from chancegames.show.figures.style import (
    FAINT,
    INK,
    MARKERS,
    PALETTE,
    _cell,
    _new_panels,
    _note,
    new_figure,
)

CHOICE_COLOR, CHANCE_COLOR = PALETTE[0], PALETTE[4]


def game_tree(
    solution: GameSolution[Any, Any], leaf: Callable[[Any], str], move: str = "{}"
) -> Figure:
    """Draw a small game as a tree, with the value of every position on it.

    Squares are choices, circles are chance, plain numbers are final payoffs; a thick line is the
    move that is played.

    Parameters
    ----------
    solution : GameSolution
        Of a game of a few dozen states at the most, scores on the way aside.
    leaf : callable
        What to write at the end of a branch, given the state there.
    move : str
        How to write a choice, such as "flip {}".

    Returns
    -------
    Figure
    """
    figure, ax = new_figure()
    rows = 0

    def draw(state: Any, depth: int) -> tuple[float, int]:
        """Draw what follows a state; return its height, and the depth of the deepest leaf."""
        nonlocal rows
        node = solution.nodes[state]
        if isinstance(node, Terminal):
            rows += 1
            ax.text(depth + 0.05, rows - 1, leaf(state), va="center", fontsize=10)
            return rows - 1, depth
        places = [draw(after, depth + 1) for after in node.nexts]
        height = (places[0][0] + places[-1][0]) / 2
        played = solution.policy(state) if isinstance(node, Choice) else {}
        for name, (y, _) in zip(node[0], places, strict=True):
            line = (2.2, CHOICE_COLOR) if name in played else (0.9, FAINT)
            ax.plot([depth, depth + 1], [height, y], linewidth=line[0], color=line[1], zorder=1)
            side = "center" if y == height else "right" if y < height else "left"
            at = depth + 0.55, 0.45 * height + 0.55 * y
            words = move.format(name) if played else str(name)
            _note(ax, words, at, (0, 4), ha=side, fontsize=10)
        color, marker = (CHOICE_COLOR, "s") if isinstance(node, Choice) else (CHANCE_COLOR, "o")
        ax.plot([depth], [height], marker=marker, markersize=9, color=color, zorder=2)
        value = str(solution.value_at(state))
        _note(ax, value, (depth, height), (0, 8), ha="center", fontsize=10, weight="bold")
        return height, max(deepest for _, deepest in places)

    _, deepest = draw(solution.start, 0)
    figure.set_size_inches(0.98 * deepest + 0.8, 0.42 * rows + 0.3)
    ax.set(xlim=(-0.25, deepest + 0.45), ylim=(rows - 0.4, -0.6))
    ax.set_axis_off()
    return figure


def quiz_tree(rules: Quiz, names: Sequence[str]) -> Figure:
    """Draw a quiz as a tree worked backward: squares are choices, thick lines the best of them.

    Parameters
    ----------
    rules : Quiz
        You hold 1,000 at the start.
    names : sequence of str
        Of the questions.

    Returns
    -------
    Figure
    """
    figure, ax = new_figure(4.6, 1.05 * len(names) + 0.3)
    solution = solve(rules)
    worth = [1000 * float(solution.value_at((right,))) for right in range(len(names) + 1)]
    for right, name in enumerate(names):
        hold, chance, played = (
            1000 * 2**right,
            float(rules.chances[right]),
            solution.policy((right,)),
        )
        for end, act in (((-1.2, right), "stop"), ((0, right + 0.5), "go on")):
            width, color = (2.6, CHOICE_COLOR) if act in played else (0.9, FAINT)
            ax.plot([0, end[0]], [right, end[1]], linewidth=width, color=color, zorder=1)
        ax.plot([0.6, 0, 0], [right + 0.5, right + 0.5, right + 0.92], linewidth=0.9, color=FAINT)
        ax.plot([0], [right], marker="s", markersize=9, color=CHOICE_COLOR)
        ax.plot([0], [right + 0.5], marker="o", markersize=9, color=CHANCE_COLOR)
        after = worth[right + 1]
        for x, y, words, weight in (
            (-1.25, 0.0, f"stop: {hold:,}", "normal"),
            (0.15, 0.0, f"{worth[right]:,.0f}", "bold"),
            (-0.15, 0.45, f"{right + 1}. {name}", "bold"),
            (-0.15, 0.63, f"{100 * chance:.0f} in 100 right", "normal"),
            (0.65, 0.5, "wrong: nothing", "normal"),
            (0.1, 0.27, f"go on: {chance:.2f} × {after:,.0f} = {chance * after:,.0f}", "normal"),
        ):
            side = "right" if x < 0 else "left"
            ax.text(x, right + y, words, ha=side, va="center", fontsize=10, weight=weight)
    ax.text(0, len(names) + 0.05, f"{worth[-1]:,.0f}", ha="center", weight="bold", fontsize=10)
    ax.set(xlim=(-2.3, 2.2), ylim=(len(names) + 0.15, -0.2))
    ax.set_axis_off()
    return figure


def _quiz_map(rules: Quiz, names: Sequence[str]) -> Figure:
    """Draw when to take the first of three questions, by your chances at the first and the second.

    Parameters
    ----------
    rules : Quiz
        Its own chances are marked.
    names : sequence of str
        Of the questions.

    Returns
    -------
    Figure
    """
    first, second, third = rules.chances
    across = range(101)
    after = [float(solve(Quiz((first, Fraction(n, 100), third))).value_at((1,))) for n in across]
    least = [100 / worth for worth in after]
    figure, ax = new_figure(3.6, 3.1)
    ax.fill_between(across, least, 100, color=CHOICE_COLOR, alpha=0.25, linewidth=0)
    ax.plot(across, least, color=CHOICE_COLOR)
    ax.axhline(50, color=FAINT, linewidth=0.8, linestyle="--")
    you = float(100 * second), float(100 * first)
    ax.plot(*you, "o", color=INK, ms=6)
    _note(ax, "you", you, (8, -3), weight="bold", va="center")  # clear of the dashed line
    for x, y, words in ((50, 75, "go on"), (3, 15, "stop"), (3, 55, "a good bet by itself")):
        ax.text(x, y, words, fontsize=10)
    ax.set(xlim=(0, 100), ylim=(0, 100), xlabel=f"chance at {names[1]}, in 100")
    ax.set_ylabel(f"chance at {names[0]}, in 100")
    return figure


def _coins_cell(ax: Axes, at: tuple[float, float], left: int, flips: int, size: int = 7) -> None:
    """Draw how many coins to flip, in one of three colours: one, the largest odd number, others."""
    all_odd = flips > 1 and flips == left - 1 + left % 2
    color, shade = (PALETTE[4], 0.35) if flips == 1 else (PALETTE[1], 0.5)
    color, shade = (PALETTE[0], 0.55) if all_odd else (color, shade)
    _cell(ax, at, color, shade, str(flips), size)


def coin_map(solution: Solution[Any, Any], coins: int, points: int) -> Figure:
    """Draw how many coins to flip, by coins left and points needed.

    Three colours tell one coin, the largest odd number of coins, and anything between.

    Parameters
    ----------
    solution : Solution
        The best play.
    coins, points : int
        Size of the map.

    Returns
    -------
    Figure
    """
    figure, ax = new_figure(0.32 * coins + 0.9, 0.2 * points + 0.8)
    for left in range(1, coins + 1):
        for needed in range(1, points + 1):
            flips = next(iter(solution.policy((left, needed))))
            _coins_cell(ax, (left - 0.5, needed - 0.5), left, flips)
    ax.set(xlim=(0.5, coins + 0.5), ylim=(0.5, points + 0.5))
    ax.set(xlabel="coins left", ylabel="points needed")
    ax.set_xticks(range(1, coins + 1), [str(n) if n % 2 else "" for n in range(1, coins + 1)])
    ax.set_yticks(range(5, points + 1, 5))
    return figure


def _zigzag(wins: Mapping[int, float]) -> Figure:
    """Draw how many games each number of coins wins: odd numbers as discs, even ones as rings.

    Parameters
    ----------
    wins : mapping of int to float
        Games in 100, by coins flipped.

    Returns
    -------
    Figure
    """
    figure, ax = new_figure(4.4, 1.7)
    ax.plot([*wins], [*wins.values()], color=FAINT, linewidth=0.8, zorder=0)
    for coins, games in wins.items():
        fill = PALETTE[0] if coins % 2 else "none"
        ax.plot(coins, games, "o", color=PALETTE[0 if coins % 2 else 1], markerfacecolor=fill, ms=6)
    ax.set_xticks([*wins])
    ax.set(xlabel="coins flipped", ylabel="games in 100")
    ax.margins(y=0.2)
    return figure


def _bad_flips(solution: Solution[Any, Any], start: tuple[int, int], most: int) -> Figure:
    """Draw where bad flips of 1, 3, 5, ... coins lead, and how many games each number wins.

    Parameters
    ----------
    solution : Solution
        The best play.
    start : (int, int)
        Coins left and points needed.
    most : int
        The last number of coins flipped; odd.

    Returns
    -------
    Figure
    """
    coins, points = start
    wins = {n: 100 * float(p) for n, p in solution.action_values(start).items()}
    figure, ax = new_figure(4.4, 0.34 * (most // 2 + 1) + 0.75)
    for row, n in enumerate(range(1, most + 1, 2)):
        for left in range(coins - n, coins - n // 2):
            best = next(iter(solution.policy((left, points))))
            _coins_cell(ax, (left - 0.5, row - 0.5), left, best, 9)
        weight = "bold" if wins[n] == max(wins.values()) else "normal"
        ax.text(coins + 1, row, f"{wins[n]:.1f}", ha="right", va="center", weight=weight)
    ax.set(xlim=(coins - most - 0.6, coins + 1.1), ylim=(most // 2 + 0.6, -0.6))
    ax.set_yticks(range(most // 2 + 1), [f"flip {n}" for n in range(1, most + 1, 2)])
    ticks = range(coins - most, coins)
    ax.set_xticks([*ticks, coins + 0.6], [*map(str, ticks), "wins"])
    ax.set_xlabel("coins left after a bad flip")
    ax.tick_params(length=0)
    return figure


def boldness(best: Mapping[int, Sequence[float]], single: Mapping[int, Sequence[float]]) -> Figure:
    """Draw the chance of winning against the points needed, best play and one coin at a time.

    Parameters
    ----------
    best, single : mapping of int to sequence of float
        Chances with 1, 2, ... points needed, by the number of coins at the start.

    Returns
    -------
    Figure
    """
    figure, ax = new_figure(4.8, 3.2)
    ax.axhline(50, color=FAINT, linewidth=0.8, zorder=0)
    for i, (coins, chances) in enumerate(best.items()):
        points = range(1, len(chances) + 1)
        ax.plot(points, [100 * p for p in chances], color=PALETTE[i])
        ax.plot(points, [100 * p for p in single[coins]], color=PALETTE[i], linestyle=":")
        if coins <= len(chances):  # as many points as coins: an even chance, one at a time
            ax.plot(coins, 100 * single[coins][coins - 1], "o", color=PALETTE[i], ms=5)
        place = next(n for n, p in enumerate(chances) if p < 0.55)
        words = f"{coins} coins" if coins == max(best) else f"{coins}"  # the last has room
        at = place + 1, 100 * chances[place]
        _note(ax, words, at, (4, 3), color=PALETTE[i], weight="bold")
    ax.set(xlabel="points needed", ylabel="games won in 100", ylim=(0, 102))
    ax.margins(x=0.01)
    return figure


def _border(edge: Mapping[int, int], guess: float) -> Figure:
    """Draw where the largest odd number of coins begins to be best, in points for each coin.

    Parameters
    ----------
    edge : mapping of int to int
        Coins to the most points at which another number is better.
    guess : float
        Points for each coin that somebody took for enough; its first exception is marked.

    Returns
    -------
    Figure
    """
    figure, ax = new_figure(4.8, 2.6)
    shares = {coins: points / coins for coins, points in edge.items()}
    ax.plot(list(shares), list(shares.values()), color=PALETTE[0], linewidth=1)
    ax.axhline(guess, color=INK, linewidth=0.8, linestyle=":")
    first = next(coins for coins, share in shares.items() if share >= guess)
    ax.plot(first, shares[first], "o", color=PALETTE[1], ms=6)
    _note(ax, f"{first} coins", (first, shares[first]), (-6, 6), color=PALETTE[1], ha="right")
    ax.set(xlabel="coins", ylabel="points for each coin", xscale="log")
    ticks = [n for n in (5, 10, 20, 50, 100, 200, 500, 1000, 2000) if n <= max(shares)]
    ax.set_xticks(ticks, [f"{n:,}" for n in ticks])
    ax.minorticks_off()
    ax.margins(x=0.01)
    return figure


@dataclass(frozen=True)
class Layer:
    """One layer of a turn as drawn.

    Attributes
    ----------
    name : str
    count : int
        Positions in the layer.
    samples : tuple of (str, float)
        Some of its positions with their values.
    """

    name: str
    count: int
    samples: tuple[tuple[str, float], ...]


def turn_graph(layers: Sequence[Layer], path: Sequence[str] = ()) -> Figure:
    """Draw the layers of a turn one below the other, with the values of some of their positions.

    Parameters
    ----------
    layers : sequence of Layer
        In the order in which a turn passes through them.
    path : sequence of str, optional
        Names of samples, one in each layer, that a line connects.

    Returns
    -------
    Figure
    """
    figure, ax = new_figure(3.9, 0.66 * len(layers))
    for row, layer in enumerate(layers):
        color = CHOICE_COLOR if layer.name == "rolls" else CHANCE_COLOR
        round_box = "round,pad=0,rounding_size=0.12"
        box = FancyBboxPatch(
            (-1.7, -row - 0.33), 3.4, 0.66, round_box, facecolor=color, alpha=0.25, linewidth=0
        )
        ax.add_patch(box)
        mover = "you choose" if layer.name == "rolls" else "dice decide"
        beside = f"{layer.count} {layer.name}" + (f":\n{mover}" if row + 1 < len(layers) else "")
        ax.text(-1.85, -row, beside, ha="right", va="center", fontsize=10)
        for (name, value), x in zip(layer.samples, _places(layer).values(), strict=True):
            ax.text(x, 0.02 - row, name, ha="center", va="bottom", fontsize=10)
            ax.text(
                x, -0.04 - row, f"{value:.2f}", ha="center", va="top", fontsize=10, weight="bold"
            )
    places = [_places(layer)[name] for layer, name in zip(layers, path, strict=False)]
    for row, ends in enumerate(pairwise(places)):
        ax.plot(ends, [-row - 0.31, -row - 0.69], color=INK, linewidth=1.4)
    ax.set(xlim=(-3.0, 1.75), ylim=(-len(layers) + 0.6, 0.4))
    ax.set_axis_off()
    return figure


def _places(layer: Layer) -> dict[str, float]:
    middle = (len(layer.samples) - 1) / 2
    return {name: (i - middle) * 1.15 for i, (name, _) in enumerate(layer.samples)}


def ladder(counts: Mapping[str, int], times: Sequence[str]) -> Figure:
    """Draw numbers that shrink from step to step as bars; the first is far too long and is torn.

    Parameters
    ----------
    counts : mapping of str to int
        By name, the largest first.
    times : sequence of str
        How long each takes, in words.

    Returns
    -------
    Figure
    """
    figure, ax = new_figure(3.9, 0.56 * len(counts) + 0.2)
    first, *others = counts.values()
    end = 1.04 * max(others)
    for row, ((name, count), time) in enumerate(zip(counts.items(), times, strict=True)):
        torn = [(0, 0.86 * end), (0.9 * end, 0.93 * end), (0.97 * end, end)]
        for left, right in [(0, count)] if row else torn:
            ax.barh(-row, right - left, height=0.36, left=left, color=PALETTE[0])
        ax.text(0, 0.24 - row, f"{count:,} {name}: {time}", va="bottom")
    ax.text(end, 0, f" {first / max(others) / 1e6:.1f} million\n times as long", va="center")
    ax.set(xlim=(0, 1.36 * end), ylim=(0.4 - len(counts), 0.75))
    ax.set_axis_off()
    return figure


def _bars(shares: Mapping[str, float], below: str, beside: str) -> Figure:
    """Draw shares in 100 as upright bars with their numbers, which save the upright axis."""
    figure, ax = new_figure(4.4, 2.6)
    ax.bar(list(shares), list(shares.values()), color=PALETTE[0], width=0.72)
    for at, share in enumerate(shares.values()):
        ax.text(at, share + 0.3, f"{share:.1f}", ha="center", color=INK, fontsize=11)
    ax.set(xlabel=below, ylabel=beside, ylim=(0, 1.12 * max(shares.values())), yticks=[])
    ax.set_xlim(-0.6, len(shares) - 0.4)
    ax.spines["left"].set_visible(False)
    return figure


def growth(measured: pd.DataFrame) -> Figure:
    """Draw positions and solving time of small Yahtzees against each of their sizes.

    Parameters
    ----------
    measured : DataFrame
        With columns size, value, positions, solve_s and sheets, as in ``data/growth.csv``.

    Returns
    -------
    Figure
    """
    sizes = list(dict.fromkeys(measured["size"]))
    figure, axes = _new_panels(7.2, 4.6, 2, len(sizes), sharey="row", sharex="col")
    for (top, bottom), size in zip(axes.T, sizes, strict=True):
        part = measured[measured["size"] == size]
        top.plot(part["value"], part["sheets"], color=PALETTE[1], marker=MARKERS[1])
        top.plot(part["value"], part["positions"], color=PALETTE[0], marker=MARKERS[0])
        bottom.plot(part["value"], 1000 * part["solve_s"], color=PALETTE[2], marker=MARKERS[2])
        top.set_yscale("log")
        bottom.set_yscale("log")
        top.minorticks_off()
        bottom.minorticks_off()
        bottom.set_xticks(part["value"])
        bottom.set_xlabel(size.replace("rerolls", "re-rolls"))
    axes[0, 0].set_ylabel("positions")
    axes[1, 0].set_ylabel("time to solve (ms)")
    return figure
