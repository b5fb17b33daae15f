r"""Tree Solitaire: go down a random tree, look ahead a little, end on a point that wins.

A tree begins with a *fork*.  Each of the two points below a fork is an *end point* with
probability :math:`E`, and otherwise a *split point* below which a new fork hangs.  The top has
value 1; a fork shares the value :math:`x` of its top between its high branch, :math:`Ax`, and its
low branch, :math:`(1-A)x`.

* In the **independent** form an end point of value :math:`v` wins with probability :math:`v`.
* In the **dependent** form exactly one end point wins, and it is this one with probability
  :math:`v`: once an end point of value :math:`v` has lost, all other values are divided by
  :math:`1-v`.

The player may look at a few points below before each move.  A look shows what is there: a win
(probability :math:`Ev`), a loss (:math:`E(1-v)`) or a split point (:math:`1-E`); what chance has
once decided stays.  `Play` is the game for the general solver.

Source 003 (Johnson, 1970), chapters 1 and 2.
"""

from dataclasses import dataclass
from fractions import Fraction
from numbers import Real
from typing import Literal, NamedTuple, Protocol, get_args

from chancegames.base.checks import door, require_integer, require_one_of, shown
from chancegames.maths.game import Chance, Choice, Node, Terminal

Number = Fraction | float
Form = Literal["independent", "dependent"]
Facts = tuple[tuple[str, str], ...]
Action = tuple[str, str]


class _RandomRatio(Protocol):
    """A split ratio drawn for each fork anew."""

    @property
    def mean(self) -> Number:
        """Expected share of the high branch."""

    def moment(self, high: int, low: int) -> Number:
        """Expected value of R**high (1 - R)**low."""


def require_number(name: str, value: object, low: Number, high: Number) -> None:
    """Refuse what is no finite number from `low` to `high`, in one sentence."""
    number = isinstance(value, Real) and not isinstance(value, bool)
    if not (number and low <= value <= high):  # type: ignore[operator]
        raise ValueError(f"{name} must be a number from {low} to {high}, not {shown(value)}")


@dataclass(frozen=True)
class Rules:
    """How often a point ends the tree, and what share a fork gives to its high branch.

    Attributes
    ----------
    ending : number
        Probability E that a point ends the tree, in (0, 1].
    ratio : number or _RandomRatio
        Share A of its value that a fork gives to its high branch, in [1/2, 1], or a distribution
        of that share.
    form : {"independent", "dependent"}
        Whether each end point wins by itself, or exactly one wins.

    Examples
    --------
    >>> rules = Rules(Fraction(1, 2), Fraction(3, 4))
    >>> rules.splitting, rules.moment(1, 1), rules.kinds(Fraction(3, 4))["win"]
    (Fraction(1, 2), Fraction(3, 16), Fraction(3, 8))
    """

    ending: Number
    ratio: Number | _RandomRatio
    form: Form = "independent"

    def __post_init__(self) -> None:
        require_number("the ending probability", self.ending, 0, 1)
        if not self.ending > 0:
            raise ValueError("the ending probability must be above 0, or no tree ends, not 0")
        if not hasattr(self.ratio, "moment"):
            require_number("the split ratio", self.ratio, Fraction(1, 2), 1)
            if not isinstance(self.ratio, float):  # 1, or a number of NumPy's
                object.__setattr__(self, "ratio", Fraction(self.ratio))
        require_one_of("the form", self.form, get_args(Form))

    @property
    def splitting(self) -> Number:
        """Probability S = 1 - E that a point splits."""
        return 1 - self.ending

    @property
    def constant(self) -> bool:
        """Whether all forks share their value in the same ratio."""
        return isinstance(self.ratio, Fraction | float)

    @property
    def mean(self) -> Number:
        """Expected share of the high branch."""
        return self.ratio if isinstance(self.ratio, Fraction | float) else self.ratio.mean

    def moment(self, high: int, low: int) -> Number:
        """Expected value of so many high and low shares, multiplied."""
        if isinstance(self.ratio, Fraction | float):
            return self.ratio**high * (1 - self.ratio) ** low
        return self.ratio.moment(high, low)

    def kinds(self, value: Number) -> dict[str, Number]:
        """Probability of each kind of an unseen point of this value."""
        e = self.ending
        law = {"win": e * value, "loss": e * (1 - value), "split": 1 - e}
        return {kind: chance for kind, chance in law.items() if chance}


class State(NamedTuple):
    """Where the player stands, and what is known below.

    Attributes
    ----------
    value : number
        Of the split point where the player stands, after what was seen.
    moves, looks : int
        Moves left, and looks left before the next move.
    known : tuple of (path, kind)
        What chance has decided below, by path: "LH" is the high branch of the low one.
    act : (verb, path), optional
        A look or a move that chance is to answer.
    """

    value: Number
    moves: int
    looks: int
    known: Facts = ()
    act: Action | None = None


@door
@dataclass(frozen=True)
class Play:
    """Tree Solitaire for so many moves, then broken off as lost, with so many looks before each.

    An action is ("look", path) or ("move", "H" or "L").

    Examples
    --------
    The best single look is at the worse branch.

    >>> from chancegames.maths.game import solve
    >>> best = solve(Play(Rules(Fraction(1, 2), Fraction(3, 4)), looks=1, moves=2))
    >>> best.value, best.policy(best.start)
    (Fraction(9923, 16384), {('look', 'L'): 1})
    """

    rules: Rules
    looks: int
    moves: int

    def __post_init__(self) -> None:
        require_integer("the number of looks", self.looks, smallest=0)
        require_integer("the number of moves", self.moves)
        if not self.rules.constant:
            raise ValueError("a play is followed look by look for a constant split ratio only")

    @property
    def start(self) -> State:
        """At the top, knowing nothing."""
        return State(1 + 0 * self.rules.ending, self.moves, self.looks)

    def value(self, top: Number, path: str) -> Number:
        """Value of the point that a path leads to: each branch has a share of its fork's."""
        return top * self.rules.moment(path.count("H"), path.count("L"))

    def node(self, state: State | str) -> Node:
        """The end, the looks and moves that are open, or what a point turns out to be."""
        if isinstance(state, str):
            return Terminal(int(state == "won"))
        known = dict(state.known)
        if state.act is None:
            acts = [("move", "H"), ("move", "L")]
            if state.looks:
                splits = [path for path in known if known[path] == "split"]
                below = [top + way for top in ["", *splits] for way in "HL"]
                acts += [("look", path) for path in below if path not in known]
            return Choice(acts, [state._replace(act=act) for act in acts])
        path = state.act[1]
        value = self.value(state.value, path)
        unseen = self.rules.kinds(min(max(value, 0), 1))
        law = {known[path]: 1} if path in known else unseen
        nexts = [self._after(state, kind, value, known) for kind in law]
        return Chance([*law.values()], nexts)

    def _after(self, state: State, kind: str, value: Number, known: dict[str, str]) -> State | str:
        """What follows once the point looked at or moved to, of this value, has this kind."""
        verb, path = state.act or ("", "")
        if verb == "look":
            top = state.value
            if self.rules.form == "dependent" and kind != "split":
                top = top / (1 - value) if kind == "loss" else 0 * top
            seen = tuple(sorted({**known, path: kind}.items()))
            return State(top, state.moves, state.looks - 1, seen)
        if kind != "split":
            return "won" if kind == "win" else "lost"
        if state.moves == 1:
            return "lost"
        below = tuple((p[1:], k) for p, k in state.known if p[0] == path and len(p) > 1)
        return State(value, state.moves - 1, self.looks, below)


@door
@dataclass(frozen=True)
class Drift(Play):
    """A solitaire whose values drift: the branches of a fork of value v have v + step and v - step.

    An end point of value v wins with probability v, cut to between 0 and 1.

    Attributes
    ----------
    rules : Rules
        Of which only the ending probability counts; independent form.
    looks, moves : int
    top, step : number

    Examples
    --------
    Here the best look is at the better branch.

    >>> from chancegames.maths.game import solve
    >>> best = solve(Drift(Rules(Fraction(1, 2), Fraction(1, 2)), looks=1, moves=5))
    >>> best.policy(best.start)
    {('look', 'H'): 1}
    """

    top: Number = Fraction(1, 2)
    step: Number = Fraction(1, 6)

    def __post_init__(self) -> None:
        super().__post_init__()
        require_number("the value of the top", self.top, 0, 1)
        require_number("the step", self.step, 0, 1)
        if self.rules.form == "dependent":
            raise ValueError("values that drift are for the independent form")

    @property
    def start(self) -> State:
        """At the top, knowing nothing."""
        return State(self.top, self.moves, self.looks)

    def value(self, top: Number, path: str) -> Number:
        """Value of the point that a path leads to."""
        return top + self.step * (path.count("H") - path.count("L"))
