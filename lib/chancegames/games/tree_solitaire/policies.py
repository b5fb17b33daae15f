"""Strategies: where to look, and where to move.

A strategy is a policy with two rules.  It is shown a *view*: the present point under the empty path
"", and what this move's looks have seen so far under its path ("H", "LH", ...), each a
:class:`Sight`.  The first
rule names the next point to look at, or None when the looks are over; the second names the branch
to move to.  What was seen from an earlier point is forgotten (Johnson, 1970, chapter 2).

The strategies here are *ordinal*: they know which branch is the higher, and not by how much.  For
two that use the values see :mod:`.depreciation`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import inf
from typing import Literal, Protocol

Kind = Literal["win", "loss", "split"]
Branch = Literal["H", "L"]


@dataclass(frozen=True)
class Sight:
    """What a look shows: the kind of a point, its value, and the split ratio if it splits."""

    kind: Kind
    value: float | Fraction = 1
    ratio: float | Fraction | None = None


HERE = Sight("split")
View = Mapping[str, Sight]


class Policy(Protocol):
    """A look-ahead strategy."""

    @property
    def name(self) -> str:
        """The strategy's name in the source."""

    def look(self, view: View) -> str | None:
        """Path of the next point to look at; None when the looks are over."""

    def move(self, view: View) -> Branch | None:
        """Branch to move to; None to toss a coin."""


def _stem(looks: float) -> str:
    return {1: "", inf: "oo"}.get(looks, str(looks))


def _require_looks(looks: float) -> None:
    if looks != inf and (isinstance(looks, bool) or not isinstance(looks, int) or looks < 0):
        raise ValueError(f"the number of looks must be a whole number or infinite, not {looks!r}")


@dataclass(frozen=True)
class Coin:
    """NOSTRAT: no look, move at random (chapter 2)."""

    name = "NOSTRAT"

    def look(self, view: View) -> None:
        """No look."""

    def move(self, view: View) -> None:
        """A coin decides."""


@dataclass(frozen=True)
class HighFirst:
    """XHSTRAT, cautious: look down the high branches; go there unless a loss is met.

    With no look it is STRAT, the higher branch always; without a limit it is ooHSTRAT.

    Parameters
    ----------
    looks : int or inf
        Most looks a move.

    Examples
    --------
    >>> [HighFirst(x).name for x in (0, 1, 2, inf)]
    ['STRAT', 'HSTRAT', '2HSTRAT', 'ooHSTRAT']
    >>> HighFirst(2).look({"": HERE, "H": HERE}), HighFirst(2).move({"H": Sight("loss")})
    ('HH', 'L')
    """

    looks: float = 1

    def __post_init__(self) -> None:
        _require_looks(self.looks)

    @property
    def name(self) -> str:
        """The strategy's name in the source."""
        return "STRAT" if self.looks == 0 else f"{_stem(self.looks)}HSTRAT"

    def look(self, view: View) -> str | None:
        """The next high branch, while only split points were met."""
        if len(view) > self.looks or any(s.kind != "split" for s in view.values()):
            return None
        return "H" * len(view)

    def move(self, view: View) -> Branch:
        """Low if a loss was met, else high."""
        return "L" if any(s.kind == "loss" for s in view.values()) else "H"


@dataclass(frozen=True)
class LowFirst:
    """XLSTRAT, aggressive: look down from the low branch; go there only for a win.

    Parameters
    ----------
    looks : int or inf
        Most looks a move, at least 1.

    Examples
    --------
    >>> [LowFirst(x).name for x in (1, 2, inf)]
    ['LSTRAT', '2LSTRAT', 'ooLSTRAT']
    >>> LowFirst(2).look({"": HERE, "L": HERE}), LowFirst(2).move({"L": Sight("loss")})
    ('LH', 'H')
    """

    looks: float = 1

    def __post_init__(self) -> None:
        _require_looks(self.looks)
        if self.looks == 0:
            raise ValueError("an L strategy needs at least one look")

    @property
    def name(self) -> str:
        """The strategy's name in the source."""
        return f"{_stem(self.looks)}LSTRAT"

    def look(self, view: View) -> str | None:
        """The low branch, then its high branches while only split points were met."""
        if len(view) > self.looks or any(s.kind != "split" for s in view.values()):
            return None
        return "L" + "H" * (len(view) - 1)

    def move(self, view: View) -> Branch:
        """Low if a win was met, else high."""
        return "L" if any(s.kind == "win" for s in view.values()) else "H"


@dataclass(frozen=True)
class BothBranches:
    """BSTRAT: look at both; a win if there is one, else the highest split point.

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
        if view["L"].kind == "win" and view["H"].kind != "win":
            return "L"
        return "L" if view["H"].kind == "loss" else "H"


STRAT = HighFirst(0)
HSTRAT = HighFirst(1)
LSTRAT = LowFirst(1)
STRATEGIES = (
    Coin(),
    STRAT,
    HSTRAT,
    LSTRAT,
    HighFirst(2),
    LowFirst(2),
    BothBranches(),
    HighFirst(inf),
    LowFirst(inf),
)


def strategy(name: str) -> Policy:
    """The ordinal strategy called `name` in the source.

    Parameters
    ----------
    name : str
        Such as "STRAT", "LSTRAT", "3HSTRAT", "ooLSTRAT" or "BSTRAT".

    Returns
    -------
    Policy

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
    number, letter = name[:-6], name[-6:-5]
    if not (name.endswith("STRAT") and number.isdigit() and letter in ("H", "L")):
        raise ValueError(f"no strategy is called {name!r}")
    return (HighFirst if letter == "H" else LowFirst)(int(number))
