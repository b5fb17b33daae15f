"""Whole trees, to draw and to play on step by step.

The other modules never grow more of a tree than is looked at.  For pictures, and for a game told
move by move, here a tree is grown to its end.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from math import prod

import numpy as np

from chancegames.games.tree_solitaire.policies import HERE, Kind, Policy, Sight
from chancegames.games.tree_solitaire.rules import ConstantRatio, TreeSolitaire


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
            if point.high is None:
                raise ValueError(f"the path {path!r} leaves the tree")
            point = point.high if way == "H" else point.low
        return point

    def walk(self, path: str = "") -> Iterator[tuple[str, "Point"]]:
        """Every point with its path, from the top down, high branches first."""
        yield path, self
        if self.high is not None:
            yield from self.high.walk(path + "H")
            yield from self.low.walk(path + "L")

    def ends(self) -> tuple["Point", ...]:
        """The end points, from high to low."""
        return tuple(p for _, p in self.walk() if p.kind != "split")


def grow(game: TreeSolitaire, seed: int, most: int = 10_000) -> Point:
    """Grow a whole tree.

    Parameters
    ----------
    game : TreeSolitaire
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
    >>> from chancegames.games.tree_solitaire.rules import constant_game
    >>> tree = grow(constant_game(0.5, 0.75, "dependent"), seed=5)
    >>> round(sum(p.value for p in tree.ends()), 12), [p.kind for p in tree.ends()].count("win")
    (1.0, 1)
    """
    if not game.finite:
        raise ValueError("a tree with E < 1/2 may have no end")
    rng = np.random.Generator(np.random.PCG64(seed))
    return _Grower(game, rng, most).split(1.0, True)


def grow_small(game: TreeSolitaire, seed: int, least: int = 4, most: int = 8) -> Point:
    """The first tree of a size fit for drawing, from a seed on.

    Parameters
    ----------
    game : TreeSolitaire
        The rules, with 1/2 <= E < 1.
    seed : int
        The first seed to try.
    least, most : int, optional
        Bounds for the number of end points.

    Returns
    -------
    Point

    Raises
    ------
    ValueError
        If E = 1 (all trees have two end points) or E < 1/2.

    Examples
    --------
    >>> from chancegames.games.tree_solitaire.rules import constant_game
    >>> 4 <= len(grow_small(constant_game(0.5, 0.75), seed=0).ends()) <= 8
    True
    """
    if not game.finite or game.ending == 1:
        raise ValueError("small trees of several forks need 1/2 <= E < 1")
    for attempt in count(seed):
        grower = _Grower(game, np.random.Generator(np.random.PCG64(attempt)), most - 1)
        try:
            tree = grower.split(1.0, True)
        except ValueError:
            continue
        if len(tree.ends()) >= least:
            return tree
    raise AssertionError("seeds have no end")


@dataclass
class _Grower:
    game: TreeSolitaire
    rng: np.random.Generator
    room: int

    def split(self, value: float, holds: bool) -> Point:
        """A split point and all below it; `holds`: the one win of the dependent form is there.

        Points are drawn from the top down, high branches first, and put together from the last
        one up: the depth of a tree is not bounded by that of the interpreter's stack.
        """
        drawn, waiting = [], [(value, holds, True)]
        while waiting:
            value, holds, splits = waiting.pop()
            if not (splits or self.rng.random() >= self.game.ending):
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
        for value, kind, r in reversed(drawn):
            branches = () if r is None else (ready.pop(), ready.pop())
            ready.append(Point(value, kind, r, *branches))
        return ready.pop()

    def share(self) -> float:
        """A fork's split ratio."""
        ratio = self.game.ratio
        if isinstance(ratio, ConstantRatio):
            return float(ratio.high)
        return float(self.rng.uniform(float(ratio.least), float(ratio.greatest)))

    def end(self, value: float, holds: bool) -> Kind:
        """Whether an end point wins."""
        if self.game.form == "dependent":
            return "win" if holds else "loss"
        return "win" if self.rng.random() < value else "loss"


@dataclass(frozen=True)
class Move:
    """One move of a play: the points looked at, in order, and the branch taken."""

    looks: tuple[str, ...]
    branch: str


def play(tree: Point, policy: Policy, seed: int = 0) -> tuple[tuple[Move, ...], bool]:
    """Play a grown tree with a policy, from the top to an end point.

    Parameters
    ----------
    tree : Point
        The top of the tree.
    policy : Policy
        Any policy.
    seed : int, optional
        For a policy that tosses coins.

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
        view = {"": Sight(HERE.kind, here.value, here.ratio)}
        while (path := policy.look(view)) is not None:
            seen = here.at(path)
            view[path] = Sight(seen.kind, seen.value, seen.ratio)
        branch = policy.move(view) or ("H" if coin.random() < 0.5 else "L")
        moves.append(Move(tuple(p for p in view if p), branch))
        here = here.at(branch)
    return tuple(moves), here.kind == "win"


def best_first(tree: Point, order: Callable = max) -> tuple[tuple[str, ...], bool]:
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


def some_win_value(chances: tuple[float, ...]) -> float:
    """Game 1: a split point is worth the chance that some end point below it wins.

    Parameters
    ----------
    chances : tuple of numbers
        Chance of each end point below it.

    Returns
    -------
    number

    Examples
    --------
    >>> some_win_value((0.5, 0.5))
    0.75
    """
    return 1 - prod(1 - c for c in chances)


def mean_value_variance(ending: float) -> float:
    """Game 2: variance of a split point's value, that of an end point being 1.

    A split point's value is the mean of its branches', each an end point with probability E:
    v = (E + (1 - E) v) / 2, hence E / (1 + E).

    Parameters
    ----------
    ending : Fraction or float
        E.

    Returns
    -------
    number

    Examples
    --------
    >>> from fractions import Fraction
    >>> mean_value_variance(Fraction(1, 2))
    Fraction(1, 3)
    """
    return ending / (1 + ending)
