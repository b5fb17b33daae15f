r"""All ordinal strategies of at most two looks, one by one.

Does the source's list of five exhaust them (chapter 2)?  Here every stationary policy is
enumerated: the first look, the second look as a function of what the first one showed, and the
move as a function of both.  Choices that are *obviously* inferior - leaving a win that was seen,
moving to a loss - are left out, as the source would; nothing else is.

What a policy forgets nature does not: a split point may be entered of which one branch was seen.
So a policy has up to seven kinds of fork, by what is known of it, and its value at a fork of value
:math:`x=A^iB^j` follows from the values at :math:`Ax` and :math:`Bx`.

The five do exhaust them, for all :math:`E` and :math:`A`: :func:`named_bound` says which of them is
at least as good as a given policy.  The proof stands in the chapter "Are five strategies all there
are?"; it compares one move of the policy with one move of the better one, and so it speaks of
:func:`_one_move` with any future.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product

from chancegames.base.checks import require_integer
from chancegames.games.tree_solitaire.policies import Branch, View
from chancegames.models.tree_solitaire import Number, Rules

OUTCOMES = ("win", "loss", "split")
Sighted = tuple[str, str] | None  # path and kind of a point known below a fork
Seen = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class _Ordinal:
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


def _sensible_moves(seen: tuple[tuple[str, str], ...]) -> tuple[Branch, ...]:
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
    >>> _sensible_moves((("H", "split"), ("HL", "win"))), _sensible_moves((("H", "loss"),))
    (('H',), ('L',))
    """
    branches: tuple[Branch, ...] = ("H", "L")
    wins = {path[0] for path, kind in seen if kind == "win"}
    if wins:
        return tuple(branch for branch in branches if branch in wins)
    lost = {path for path, kind in seen if kind == "loss" and len(path) == 1}
    return tuple(branch for branch in branches if branch not in lost) or ("H",)


def _plans(first: str, looks: int) -> Iterator[dict[str, str]]:
    """Each way to place the second look, by the kind seen first."""
    other = "L" if first == "H" else "H"
    split = (None, other, first + "H", first + "L") if looks == 2 else (None,)
    for after_loss, after_split in product((None, other) if looks == 2 else (None,), split):
        plan = {"loss": after_loss, "split": after_split}
        yield {kind: path for kind, path in plan.items() if path}


def ordinal_strategies(looks: int) -> Iterator[_Ordinal]:
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
            for ways in product(*(_sensible_moves(seen) for seen in cases)):
                moves = tuple(zip(kinds, ways, strict=True))
                yield _Ordinal(first, tuple(plan.items()), moves)


def _cases(first: str, plan: dict[str, str]) -> Iterator[tuple[tuple[str, str], ...]]:
    """Each sequence of sights that a plan can lead to."""
    for kind in OUTCOMES:
        if kind in plan:
            for then in OUTCOMES:
                yield (first, kind), (plan[kind], then)
        else:
            yield ((first, kind),)


def named_bound(policy: _Ordinal) -> str:
    """The strategy of the source that wins at least as often as `policy`, whatever E and A.

    Parameters
    ----------
    policy : Ordinal
        A strategy of one or two looks.

    Returns
    -------
    str
        "LSTRAT" for one look, or if the second decides nothing; for two looks "BSTRAT" if both
        branches are looked at or if it is 2HSTRAT, and "2LSTRAT" if not.

    Examples
    --------
    >>> from collections import Counter
    >>> sorted(Counter(named_bound(p) for p in ordinal_strategies(2)).items())
    [('2LSTRAT', 22), ('BSTRAT', 10), ('LSTRAT', 16)]
    """
    path, moves = dict(policy.second).get("split"), dict(policy.moves)
    if path is None:  # a look after a loss decides nothing: one branch is left
        return "LSTRAT"
    ways = moves["split", "loss"], moves["split", "split"]
    if len(path) == 1 or (path, *ways) == ("HH", "L", "H"):
        return "BSTRAT"
    return "LSTRAT" if set(ways) == {policy.first} else "2LSTRAT"


@dataclass(frozen=True)
class _Fork:
    """A fork of value x, what nature knows of it, and the rules."""

    game: Rules
    x: Number
    known: Sighted

    def kinds(self, path: str) -> Iterator[tuple[str, Number]]:
        """What the point under `path` may be, with its chances."""
        if self.known and self.known[0] == path:
            yield self.known[1], 1
            return
        e, v = self.game.ending, self.x * self.game.moment(path.count("H"), path.count("L"))
        yield from (("win", e * v), ("loss", e * (1 - v)), ("split", 1 - e))


def _one_move(
    policy: _Ordinal,
    game: Rules,
    x: Number,
    known: Sighted,
    future: Callable[[Branch, Sighted], Number],
) -> Number:
    """Chance to win from a fork if `policy` makes the next move.

    Parameters
    ----------
    policy : Ordinal
        The strategy.
    game : Rules
        The rules: independent form, constant split ratio.
    x : number
        Value of the fork.
    known : tuple of (path, kind), or None
        What was seen of the fork before, which the player has forgotten.
    future : function of a branch and what is known below it
        Chance to win from there, if it splits.

    Returns
    -------
    number

    Examples
    --------
    >>> from chancegames.models.tree_solitaire import Rules
    >>> low = next(p for p in ordinal_strategies(1) if p.first == "L")
    >>> _one_move(low, Rules(0.5, 0.75), 1, None, lambda branch, below: 0)  # E (B + SA + EA)
    0.453125
    """
    return _look(policy, _Fork(game, x, known), (), future)


Future = Callable[[Branch, Sighted], Number]


def _look(
    policy: _Ordinal,
    fork: _Fork,
    seen: Seen,
    future: Future,
) -> Number:
    path = policy.first if not seen else dict(policy.second).get(seen[0][1])
    if len(seen) == 2 or path is None:
        return _go(policy, fork, seen, future)
    return sum(
        chance * _look(policy, fork, (*seen, (path, kind)), future)
        for kind, chance in fork.kinds(path)
        if chance
    )


def _go(policy: _Ordinal, fork: _Fork, seen: Seen, future: Future) -> Number:
    way, facts = dict(policy.moves)[tuple(kind for _, kind in seen)], dict(seen)
    kinds = [(facts[way], 1)] if way in facts else fork.kinds(way)
    below = next(((path[1:], kind) for path, kind in seen if path[:-1] == way), None)
    total: Number = 0
    for kind, chance in kinds:
        if kind == "win":
            total += chance
        elif kind == "split" and chance:
            total += chance * future(way, below)
    return total


def ordinal_value(game: Rules, policy: _Ordinal, moves: int) -> Number:
    """Chance of winning within `moves` moves; exact if the game's numbers are.

    Parameters
    ----------
    game : Rules
        The rules: independent form, constant split ratio.
    policy : Ordinal
    moves : int
        How many moves; from 1 to 100; what is missing is at most S**moves.

    Returns
    -------
    number

    Raises
    ------
    ValueError
        If the game has another form or a random ratio, or `moves` is out of range.

    Examples
    --------
    >>> from chancegames.models.tree_solitaire import Rules
    >>> game = Rules(0.5, 0.75)
    >>> f"{max(ordinal_value(game, p, 40) for p in ordinal_strategies(1)):.6f}"  # LSTRAT
    '0.687679'
    """
    if require_integer("the number of moves", moves) > 100:
        raise ValueError(f"at most 100 moves are followed, not {moves}")
    if game.form != "independent" or not game.constant:
        raise ValueError("ordinal strategies are evaluated in the independent form, A constant")

    @cache
    def value(highs: int, lows: int, known: Sighted, left: int) -> Number:
        if left == 0:
            return 0

        def future(way: Branch, below: Sighted) -> Number:
            return value(highs + (way == "H"), lows + (way == "L"), below, left - 1)

        return _one_move(policy, game, game.moment(highs, lows), known, future)

    return value(0, 0, None, moves)
