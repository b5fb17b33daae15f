"""Whole trees, to draw and to play on step by step.

The other modules never grow more of a tree than is looked at.  For pictures, and for a game told
move by move, here a tree is grown to its end.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from chancegames.base.checks import require_integer, shown
from chancegames.games.tree_solitaire.policies import Kind, Sight, Strategy
from chancegames.games.tree_solitaire.ratio import UniformRatio
from chancegames.models.tree_solitaire import Rules


@dataclass(frozen=True)
class Point:
    """A point of a tree: its value, its kind and, if it splits, its ratio and branches."""

    value: float
    kind: Kind
    ratio: float | None = None
    high: "Point | None" = None
    low: "Point | None" = None

    def at(self, path: str) -> "Point":
        """The point reached by a path such as "HL".

        Raises
        ------
        ValueError
            If the path leaves the tree.
        """
        point = self
        for way in path:
            below = point.high if way == "H" else point.low
            if below is None:
                raise ValueError(f"the path {shown(path)} leaves the tree")
            point = below
        return point

    def walk(self, path: str = "") -> Iterator[tuple[str, "Point"]]:
        """Every point with its path, from the top down, high branches first."""
        yield path, self
        if self.high is not None and self.low is not None:
            yield from self.high.walk(path + "H")
            yield from self.low.walk(path + "L")

    def ends(self) -> tuple["Point", ...]:
        """The end points, from high to low."""
        return tuple(p for _, p in self.walk() if p.kind != "split")


def grow(rules: Rules, seed: int, most: int = 10_000) -> Point:
    """Grow a whole tree.

    Parameters
    ----------
    rules : Rules
        The rules; E >= 1/2, or the tree need not end.
    seed : int
        Seed of a PCG64 stream.
    most : int, optional
        Most split points allowed.

    Returns
    -------
    Point
        The top, a split point of value 1.

    Raises
    ------
    ValueError
        If E < 1/2, or if the tree outgrows `most` (at E = 1/2 its mean size is infinite).

    Examples
    --------
    >>> tree = grow(Rules(0.5, 0.75, "dependent"), seed=5)
    >>> round(sum(p.value for p in tree.ends()), 12), [p.kind for p in tree.ends()].count("win")
    (1.0, 1)
    """
    if rules.ending < 0.5:
        raise ValueError("a tree with E < 1/2 may have no end")
    rng = np.random.Generator(np.random.PCG64(seed))
    return _Grower(rules, rng, most).split(1.0, True)


def grow_small(rules: Rules, seed: int, smallest: int = 4, largest: int = 8) -> Point:
    """The first tree of a size fit for drawing, from a seed on.

    Parameters
    ----------
    rules : Rules
        With 1/2 <= E < 1.
    seed : int
        The first seed to try.
    smallest, largest : int, optional
        Bounds for the number of end points, 2 <= smallest <= largest.

    Raises
    ------
    ValueError
        If E = 1 (all trees have two end points) or E < 1/2, the bounds are out of order, or 10,000
        seeds bring no such tree.

    Examples
    --------
    >>> 4 <= len(grow_small(Rules(0.5, 0.75), seed=0).ends()) <= 8
    True
    """
    if not 0.5 <= rules.ending < 1:
        raise ValueError("small trees of several forks need 1/2 <= E < 1")
    if not 2 <= require_integer("the smallest number of ends", smallest) <= largest:
        raise ValueError(f"no tree has from {smallest} to {largest} end points: begin with 2")
    for attempt in range(seed, seed + 10_000):
        grower = _Grower(rules, np.random.Generator(np.random.PCG64(attempt)), largest - 1)
        try:
            tree = grower.split(1.0, True)
        except ValueError:
            continue
        if len(tree.ends()) >= smallest:
            return tree
    raise ValueError(f"10,000 seeds bring no tree of {smallest} to {largest} end points")


@dataclass
class _Grower:
    rules: Rules
    rng: np.random.Generator
    room: int

    def split(self, value: float, holds: bool) -> Point:
        """A split point and all below it; `holds`: the one win of the dependent form is there.

        Points are drawn from the top down, high branches first, and put together from the last
        one up: the depth of a tree is not bounded by that of the interpreter's stack.
        """
        drawn: list[tuple[float, Kind, float | None]] = []
        waiting = [(value, holds, True)]
        while waiting:
            value, holds, splits = waiting.pop()
            if not (splits or self.rng.random() >= self.rules.ending):
                drawn.append((value, self.end(value, holds), None))
                continue
            self.room -= 1
            if self.room < 0:
                raise ValueError("the tree outgrew the number of points allowed")
            r = self.share()
            high = bool(self.rng.random() < r)
            waiting += [(value * (1 - r), holds > high, False), (value * r, holds and high, False)]
            drawn.append((value, "split", r))
        ready: list[Point] = []
        for value, kind, ratio in reversed(drawn):
            branches = () if ratio is None else (ready.pop(), ready.pop())
            ready.append(Point(value, kind, ratio, *branches))
        return ready.pop()

    def share(self) -> float:
        """A fork's split ratio."""
        ratio = self.rules.ratio
        if self.rules.constant:
            return float(self.rules.mean)
        if not isinstance(ratio, UniformRatio):
            raise ValueError(f"trees grow with a constant or a uniform ratio, not {shown(ratio)}")
        return float(self.rng.uniform(float(ratio.smallest), float(ratio.largest)))

    def end(self, value: float, holds: bool) -> Kind:
        """Whether an end point wins."""
        if self.rules.form == "dependent":
            return "win" if holds else "loss"
        return "win" if self.rng.random() < value else "loss"


@dataclass(frozen=True)
class Move:
    """One move of a play: the points looked at, in order, and the branch taken."""

    looks: tuple[str, ...]
    branch: str


def play(tree: Point, strategy: Strategy, seed: int = 0) -> tuple[tuple[Move, ...], bool]:
    """Play a grown tree with a strategy, from the top to an end point.

    Parameters
    ----------
    tree : Point
        The top of the tree.
    strategy : Strategy
    seed : int, optional
        For a strategy that tosses coins.

    Returns
    -------
    moves : tuple of Move
        Paths of the looks are relative to where the player stood.
    won : bool

    Examples
    --------
    >>> from chancegames.games.tree_solitaire.policies import LSTRAT
    >>> tree = Point(1, "split", 0.75, Point(0.75, "loss"), Point(0.25, "win"))
    >>> play(tree, LSTRAT)
    ((Move(looks=('L',), branch='L'),), True)
    """
    coin = np.random.Generator(np.random.PCG64(seed))
    here, moves = tree, []
    while here.kind == "split":
        view = {"": Sight("split", here.value, here.ratio)}
        while (path := strategy.look(view)) is not None:
            seen = here.at(path)
            view[path] = Sight(seen.kind, seen.value, seen.ratio)
        branch = strategy.move(view) or ("H" if coin.random() < 0.5 else "L")
        moves.append(Move(tuple(p for p in view if p), branch))
        here = here.at(branch)
    return tuple(moves), here.kind == "win"


def best_first(tree: Point, order: Callable[..., str] = max) -> tuple[tuple[str, ...], bool]:
    """Unlimited look-ahead on a grown tree: always the open point of highest value.

    Parameters
    ----------
    tree : Point
        The top of the tree.
    order : callable, optional
        `max`, or `min` to look at the point of lowest value (chapter 6, game 1).

    Returns
    -------
    looks : tuple of str
        Paths in the order looked at, up to the first win.
    found : bool

    Examples
    --------
    >>> tree = Point(1, "split", 0.75, Point(0.75, "loss"), Point(0.25, "win"))
    >>> best_first(tree)
    (('H', 'L'), True)
    """
    opened, looks = ["H", "L"], []
    while opened:
        path = order(opened, key=lambda p: (tree.at(p).value, p))
        opened.remove(path)
        looks.append(path)
        kind = tree.at(path).kind
        if kind == "win":
            return tuple(looks), True
        if kind == "split":
            opened += [path + "H", path + "L"]
    return tuple(looks), False
