"""Strategies: where to look, and where to move.

A strategy has two rules.  It is shown a *view*: the present point under the empty path "", and
what its looks have shown under their paths ("H", "LH", ...), each a :class:`Sight`.  The first
rule names the next point to look at, or None when the looks are over; the second names the branch
to move to.  What was seen from an earlier point is forgotten (Johnson, 1970, chapter 2).

A strategy is a policy of the model: called with a state of
:class:`chancegames.models.tree_solitaire.Play` it gives the probability of each action.

The strategies here are *ordinal*: they know which branch is the higher, and not by how much.  For
two that use the values see :mod:`.weighing`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import inf
from typing import Literal, NamedTuple

from chancegames.base.checks import door, require_integer, shown
from chancegames.models.tree_solitaire import Action, Number, State

Kind = Literal["win", "loss", "split"]
Branch = Literal["H", "L"]


class Sight(NamedTuple):
    """What a look shows: the kind of a point, its value, and the split ratio if it splits."""

    kind: str
    value: Number = 1
    ratio: Number | None = None


View = Mapping[str, Sight]


class Strategy:
    """A look-ahead strategy: a subclass says where to look and where to move.

    Examples
    --------
    >>> class Gambler(Strategy):
    ...     def look(self, view):
    ...         return None
    Traceback (most recent call last):
        ...
    ValueError: a strategy has two rules, look(view) and move(view): Gambler has no move
    """

    name: str

    def __init_subclass__(cls) -> None:
        """Refuse a strategy that lacks one of the rules."""
        for rule in ("look", "move"):
            if getattr(cls, rule) is getattr(Strategy, rule):
                told = "a strategy has two rules, look(view) and move(view)"
                raise ValueError(f"{told}: {cls.__name__} has no {rule}")

    def look(self, view: View) -> str | None:
        """Path of the next point to look at; None when the looks are over."""
        raise NotImplementedError

    def move(self, view: View) -> str | None:
        """Branch to move to; None to toss a coin."""
        raise NotImplementedError

    @door
    def __call__(self, state: State) -> dict[Action, Number]:
        """Probability of each action; what is known already is seen without a look.

        Where no look is left, which its own play never comes to, it moves by what it has seen.
        """
        known, view = dict(state.known), {"": Sight("split")}
        while (path := self.look(view)) in known:
            view[path] = Sight(known[path])
        if path is not None and state.looks:
            return {("look", path): 1}
        branch = self.move(view)
        half = Fraction(1, 2)
        return {("move", branch): 1} if branch else {("move", "H"): half, ("move", "L"): half}


def _stem(looks: float) -> str:
    return {1: "", inf: "oo"}.get(looks, str(looks))


#: Most looks a move of a strategy that does not look without limit.
MOST_LOOKS = 1000


def _looks(looks: float, least: int) -> float:
    if isinstance(looks, float) and looks == inf:
        return inf
    try:
        return require_integer("", looks, least, MOST_LOOKS)
    except ValueError:
        raise ValueError(
            f"the number of looks must be infinite or a whole number from {least} to "
            f"{MOST_LOOKS}, not {shown(looks)}"
        ) from None


def _open(view: View) -> bool:
    """Whether only split points were met."""
    return all(sight.kind == "split" for sight in view.values())


@dataclass(frozen=True)
class Coin(Strategy):
    """NOSTRAT: no look, and a coin says where to go.

    Examples
    --------
    >>> strategy("NOSTRAT")
    Coin()
    """

    name = "NOSTRAT"

    def look(self, view: View) -> None:
        """No look."""

    def move(self, view: View) -> None:
        """A coin decides."""


@dataclass(frozen=True)
class HighFirst(Strategy):
    """Go to the high branch, unless a look at it meets a loss: STRAT, HSTRAT, 2HSTRAT, ooHSTRAT.

    They look at the high branch, at its high branch and so on, at 0, 1, 2 or all points.

    Attributes
    ----------
    looks : int or inf
        Most looks a move.

    Examples
    --------
    >>> [HighFirst(x).name for x in (0, 1, 2, inf)]
    ['STRAT', 'HSTRAT', '2HSTRAT', 'ooHSTRAT']
    >>> HighFirst(2).look({"": Sight("split"), "H": Sight("split")})
    'HH'
    >>> HighFirst(2).move({"H": Sight("loss")})
    'L'
    """

    looks: float = 1

    def __post_init__(self) -> None:
        object.__setattr__(self, "looks", _looks(self.looks, 0))

    @property
    def name(self) -> str:  # type: ignore[override]
        """The strategy's name in the source."""
        return "STRAT" if self.looks == 0 else f"{_stem(self.looks)}HSTRAT"

    def look(self, view: View) -> str | None:
        """The next high branch, while only split points were met."""
        return "H" * len(view) if len(view) <= self.looks and _open(view) else None

    def move(self, view: View) -> Branch:
        """Low if a loss was met, else high."""
        return "L" if any(s.kind == "loss" for s in view.values()) else "H"


@dataclass(frozen=True)
class LowFirst(Strategy):
    """Go to the low branch only if a look at it meets a win: LSTRAT, 2LSTRAT, ooLSTRAT.

    Attributes
    ----------
    looks : int or inf
        Most looks a move, at least 1.

    Examples
    --------
    >>> [LowFirst(x).name for x in (1, 2, inf)]
    ['LSTRAT', '2LSTRAT', 'ooLSTRAT']
    >>> LowFirst(2).look({"": Sight("split"), "L": Sight("split")})
    'LH'
    >>> LowFirst(2).move({"L": Sight("loss")})
    'H'
    """

    looks: float = 1

    def __post_init__(self) -> None:
        object.__setattr__(self, "looks", _looks(self.looks, 1))

    @property
    def name(self) -> str:  # type: ignore[override]
        """The strategy's name in the source."""
        return f"{_stem(self.looks)}LSTRAT"

    def look(self, view: View) -> str | None:
        """The low branch, then its high branches while only split points were met."""
        if len(view) > self.looks or not _open(view):
            return None
        return "L" + "H" * (len(view) - 1)

    def move(self, view: View) -> Branch:
        """Low if a win was met, else high."""
        return "L" if any(s.kind == "win" for s in view.values()) else "H"


@dataclass(frozen=True)
class BothBranches(Strategy):
    """BSTRAT: look at both branches; go to a win if there is one, else to the higher split point.

    Examples
    --------
    >>> BothBranches().move({"H": Sight("loss"), "L": Sight("split")})
    'L'
    """

    name = "BSTRAT"

    def look(self, view: View) -> str | None:
        """The high branch, then the low one."""
        return (None if "L" in view else "L") if "H" in view else "H"

    def move(self, view: View) -> Branch:
        """To a win, else to the highest split point."""
        unseen = Sight("split")
        high, low = view.get("H", unseen).kind, view.get("L", unseen).kind
        flees, snatches = high == "loss", low == "win" and high != "win"
        return "L" if flees or snatches else "H"


STRAT = HighFirst(0)
HSTRAT = HighFirst(1)
LSTRAT = LowFirst(1)
BSTRAT = BothBranches()
STRATEGIES: tuple[Strategy, ...] = (
    Coin(),
    STRAT,
    HSTRAT,
    LSTRAT,
    HighFirst(2),
    LowFirst(2),
    BSTRAT,
    HighFirst(inf),
    LowFirst(inf),
)


@door
def strategy(name: str) -> Strategy:
    """The ordinal strategy called `name` in the source.

    Parameters
    ----------
    name : str
        Such as "STRAT", "LSTRAT", "3HSTRAT", "ooLSTRAT" or "BSTRAT".

    Raises
    ------
    ValueError
        If no strategy has this name.

    Examples
    --------
    >>> strategy("3LSTRAT")
    LowFirst(looks=3)
    """
    fixed = {p.name: p for p in STRATEGIES}
    if name in fixed:
        return fixed[name]
    number, letter = str(name)[:-6], str(name)[-6:-5]
    family = {"H": HighFirst, "L": LowFirst}.get(letter)
    if family is None or not str(name).endswith("STRAT") or not number.isdecimal():
        raise ValueError(
            f"a strategy is called {', '.join(fixed)}, or with a number as 3HSTRAT, "
            f"not {shown(name, 40)}"
        )
    return family(int(number))
