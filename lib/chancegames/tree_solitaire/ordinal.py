r"""All ordinal strategies of at most two looks, one by one.

Does the source's list of five exhaust them (chapter 2)?  Here every stationary policy is
enumerated: the first look, the second look as a function of what the first one showed, and the
move as a function of both.  Choices that are *obviously* inferior - leaving a win that was seen,
moving to a loss - are left out, as the source would; nothing else is.

What a policy forgets nature does not: a split point may be entered of which one branch was seen.
So a policy has up to seven kinds of fork, by what is known of it, and its value at a fork of value
:math:`x=A^iB^j` follows from the values at :math:`Ax` and :math:`Bx`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from chancegames.tree_solitaire.policies import Branch, View
from chancegames.tree_solitaire.rules import ConstantRatio, Number, TreeSolitaire

OUTCOMES = ("win", "loss", "split")


@dataclass(frozen=True)
class Ordinal:
    """An ordinal strategy of at most two looks, written as tables.

    Attributes
    ----------
    first : str or None
        Path of the first look, "H" or "L"; None for no look.
    second : tuple of (kind, path)
        Path of the second look by the kind seen first; a kind left out ends the looks.
    moves : tuple of (kinds, branch)
        The move, by the kinds seen in order.

    Examples
    --------
    >>> sum(1 for _ in ordinal_strategies(1)), sum(1 for _ in ordinal_strategies(2))
    (4, 48)
    """

    first: str | None
    second: tuple[tuple[str, str], ...]
    moves: tuple[tuple[tuple[str, ...], Branch], ...]

    @property
    def name(self) -> str:
        """The tables in short, such as "H; split>HH; split,loss:L ..."."""
        looks = " ".join(f"{kind}>{path}" for kind, path in self.second)
        ways = " ".join(f"{','.join(kinds) or 'unseen'}:{way}" for kinds, way in self.moves)
        return f"{self.first}; {looks}; {ways}"

    def look(self, view: View) -> str | None:
        """The path the tables give."""
        seen = [p for p in view if p]
        if not seen:
            return self.first
        return dict(self.second).get(view[seen[0]].kind) if len(seen) == 1 else None

    def move(self, view: View) -> Branch:
        """The branch the tables give."""
        return dict(self.moves)[tuple(view[p].kind for p in view if p)]


def sensible_moves(seen: tuple[tuple[str, str], ...]) -> tuple[Branch, ...]:
    """Branches that are not obviously wrong: towards a win seen, away from a loss.

    Parameters
    ----------
    seen : tuple of (path, kind)
        What the looks showed.

    Returns
    -------
    tuple of "H" and "L"

    Examples
    --------
    >>> sensible_moves((("H", "split"), ("HL", "win"))), sensible_moves((("H", "loss"),))
    (('H',), ('L',))
    """
    wins = tuple(dict.fromkeys(path[0] for path, kind in seen if kind == "win"))
    if wins:
        return wins
    lost = {path for path, kind in seen if kind == "loss" and len(path) == 1}
    return tuple(b for b in ("H", "L") if b not in lost) or ("H",)


def _plans(first: str, looks: int) -> Iterator[dict[str, str]]:
    """Each way to place the second look, by the kind seen first."""
    other = "L" if first == "H" else "H"
    split = (None, other, first + "H", first + "L") if looks == 2 else (None,)
    for after_loss, after_split in product((None, other) if looks == 2 else (None,), split):
        plan = {"loss": after_loss, "split": after_split}
        yield {kind: path for kind, path in plan.items() if path}


def ordinal_strategies(looks: int) -> Iterator[Ordinal]:
    """Every ordinal strategy of at most `looks` looks that is not obviously wrong.

    Parameters
    ----------
    looks : int
        1 or 2.

    Yields
    ------
    Ordinal
        Those with a first look; a look after a win was seen is pointless and left out.

    Raises
    ------
    ValueError
        If `looks` is neither 1 nor 2.
    """
    if looks not in (1, 2):
        raise ValueError(f"the enumeration is for one or two looks, not {looks}")
    for first in ("H", "L"):
        for plan in _plans(first, looks):
            cases = tuple(_cases(first, plan))
            kinds = [tuple(kind for _, kind in seen) for seen in cases]
            for ways in product(*(sensible_moves(seen) for seen in cases)):
                moves = tuple(zip(kinds, ways, strict=True))
                yield Ordinal(first, tuple(plan.items()), moves)


def _cases(first: str, plan: dict[str, str]) -> Iterator[tuple[tuple[str, str], ...]]:
    """Each sequence of sights that a plan can lead to."""
    for kind in OUTCOMES:
        if kind in plan:
            for then in OUTCOMES:
                yield (first, kind), (plan[kind], then)
        else:
            yield ((first, kind),)


class _Evaluator:
    """Value of a policy at x = A^i B^j given what is known of the fork; moves cut at a depth."""

    def __init__(self, policy: Ordinal, game: TreeSolitaire) -> None:
        self.first, self.second, self.ways = policy.first, dict(policy.second), dict(policy.moves)
        self.game, self.memory = game, {}

    def value(self, i: int, j: int, known: tuple[str, str] | None, moves: int) -> Number:
        if moves == 0:
            return 0
        key = (i, j, known, moves)
        if key not in self.memory:
            self.memory[key] = self._looks(i, j, known, moves, ())
        return self.memory[key]

    def _looks(self, i, j, known, moves, seen) -> Number:
        path = self.first if not seen else self.second.get(seen[0][1])
        if len(seen) == 2 or path is None:
            return self._move(i, j, known, moves, seen)
        return sum(
            chance * self._looks(i, j, known, moves, (*seen, (path, kind)))
            for kind, chance in self._kinds(i, j, known, path)
            if chance
        )

    def _kinds(self, i, j, known, path) -> tuple[tuple[str, Number], ...]:
        if known and known[0] == path:
            return ((known[1], 1),)
        a, e = self.game.ratio.high, self.game.ending
        x = a ** (i + path.count("H")) * (1 - a) ** (j + path.count("L"))
        return ("win", e * x), ("loss", e * (1 - x)), ("split", 1 - e)

    def _move(self, i, j, known, moves, seen) -> Number:
        way = self.ways[tuple(kind for _, kind in seen)]
        facts = dict(seen)
        kinds = ((facts[way], 1),) if way in facts else self._kinds(i, j, known, way)
        below = next(((p[1:], k) for p, k in seen if len(p) == 2 and p[0] == way), None)
        i, j = i + (way == "H"), j + (way == "L")
        total = 0
        for kind, chance in kinds:
            if kind == "win":
                total += chance
            elif kind == "split" and chance:
                total += chance * self.value(i, j, below, moves - 1)
        return total


def ordinal_value(policy: Ordinal, game: TreeSolitaire, moves: int) -> Number:
    """Chance of winning within `moves` moves; exact if the game's numbers are.

    Parameters
    ----------
    policy : Ordinal
        The strategy.
    game : TreeSolitaire
        The rules: independent form, constant split ratio.
    moves : int
        How many moves; what is missing is at most S**moves.

    Returns
    -------
    number

    Raises
    ------
    ValueError
        If the game has another form or a random ratio.

    Examples
    --------
    >>> from chancegames.tree_solitaire.rules import constant_game
    >>> game = constant_game(0.5, 0.75)
    >>> f"{max(ordinal_value(p, game, 40) for p in ordinal_strategies(1)):.6f}"  # LSTRAT
    '0.687679'
    """
    if game.form != "independent" or not isinstance(game.ratio, ConstantRatio):
        raise ValueError("ordinal strategies are evaluated in the independent form, A constant")
    return _Evaluator(policy, game).value(0, 0, None, moves)
