r"""One fork, and from it every move: the look tree, driven by a strategy's own two rules.

A strategy looks where its first rule says, sees what is there and moves where its second rule
says: that is a small tree of looks.  All that Johnson draws as diagrams (1970, chapters 3 and 4)
follows from it: with a constant split ratio the value after :math:`n` moves is :math:`A^iB^j` with
:math:`i+j=n`, so that a few numbers carry the whole distribution to the next move.  Numbers are
exact if the rules' are.

For a strategy that looks no deeper than one level the chances of a move are of degree one in the
chances :math:`h` and :math:`l` that the two points below would win if they end: `_one_move` reads
these eight times two coefficients off the corners, for any game that is played on forks.

A win seen two or more levels down is counted on the move that can first reach it, as the source
does.  (XLSTRAT may find another win on the way and take it: the total is the same.)
"""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache, lru_cache
from itertools import islice
from math import inf, prod
from typing import NamedTuple

from chancegames.base.checks import require_integer
from chancegames.games.tree_solitaire.policies import HighFirst, Sight, Strategy
from chancegames.models.tree_solitaire import Facts, Number, Rules, require_number

_NOTHING_SEEN = {"": Sight("split")}


class _Outcome(NamedTuple):
    """One way that the looks and the move at a fork can go.

    Attributes
    ----------
    chance : number
    kind : {"win", "loss", "split"}
        What the player moves to, or towards: a win that was seen deeper down.
    path : str
        "H" or "L"; of a win the path that leads to it.
    known : tuple of (path, kind)
        What chance has decided below the branch that is moved to.
    """

    chance: Number
    kind: str
    path: str
    known: Facts = ()


def _look_tree(
    strategy: Strategy,
    ending: Number,
    wins: Callable[[str], Number],
    known: Facts = (),
    view: Mapping[str, Sight] = _NOTHING_SEEN,
    chance: Number = 1,
) -> Iterator[_Outcome]:
    """Every way that a strategy's looks and its move at a fork can go.

    Parameters
    ----------
    strategy : Strategy
        Its looks a move must be finite.
    ending : number
        E.
    wins : callable
        From the path to a point, the chance that it wins if it ends the tree.
    known : tuple of (path, kind), optional
        What chance has decided below this fork; the player has forgotten it.
    view : mapping, optional
        What the player has seen at this fork.
    chance : number, optional
        Probability that all this has come to pass.

    Examples
    --------
    LSTRAT looks at the low branch, and moves there only to win.

    >>> from fractions import Fraction
    >>> from chancegames.games.tree_solitaire.policies import LSTRAT
    >>> share = {"H": Fraction(3, 4), "L": Fraction(1, 4)}
    >>> [(str(o.chance), o.kind, o.path) for o in _look_tree(LSTRAT, Fraction(1, 2), share.get)]
    ... # doctest: +NORMALIZE_WHITESPACE
    [('1/8', 'win', 'L'),
     ('9/64', 'win', 'H'), ('3/64', 'loss', 'H'), ('3/16', 'split', 'H'),
     ('3/16', 'win', 'H'), ('1/16', 'loss', 'H'), ('1/4', 'split', 'H')]
    """
    path, facts = strategy.look(view), dict(known)
    goal = path or strategy.move(view)
    if goal is None:  # a coin, in the kind of number that E is
        chance = chance * (1 - ending + ending) / 2
    for way in [goal] if goal else ["H", "L"]:
        if not path and (seen := _win_seen(view, way)):
            yield _Outcome(chance, "win", seen, _below(facts, way))
            continue
        v = wins(way) if way not in facts else 0
        law = {"win": ending * v, "loss": ending * (1 - v)}
        law["split"] = 1 - ending
        for kind, share in ({facts[way]: 1} if way in facts else law).items():
            odds = chance * share
            if odds and path:
                after = (*known, (way, kind)), {**view, way: Sight(kind)}
                yield from _look_tree(strategy, ending, wins, *after, odds)
            elif odds:
                yield _Outcome(odds, kind, way, _below(facts, way))


def _below(facts: dict[str, str], way: str) -> Facts:
    """What is known below the branch that the player moves to."""
    return tuple((p[1:], k) for p, k in facts.items() if p[0] == way and len(p) > 1)


def _win_seen(view: Mapping[str, Sight], way: str) -> str | None:
    """Path of the nearest win that was seen in the direction of the move."""
    wins = (path for path, sight in view.items() if sight.kind == "win" and path[0] == way)
    return min(wins, key=len, default=None)


Plane = tuple[Number, Number, Number, Number]


class _Fork(NamedTuple):
    """What a strategy's move does at a fork.

    Attributes
    ----------
    wins : tuple of numbers
        Chance of a win reached in one move, in two, ...
    lose : number
        Chance to lose on this move.
    high, low : number
        Chance to move to the high (low) branch and find that it splits.
    known : tuple of (path, kind)
        What is then known below the high branch; nothing is below the low one.
    """

    wins: tuple[Number, ...]
    lose: Number
    high: Number
    low: Number
    known: Facts = ()

    @property
    def win(self) -> Number:
        """Chance of a win seen or reached."""
        return sum(self.wins)


class _Step(NamedTuple):
    """A move at any fork: planes c + c_h h + c_l l + c_hl hl, as four coefficients each.

    Attributes
    ----------
    wins, lose, high, low, known
        As of `_Fork`; h and l are the chances that the two points below win if they end.
    """

    wins: tuple[Plane, ...]
    lose: Plane
    high: Plane
    low: Plane
    known: Facts = ()

    def at(self, h: Number, l: Number) -> _Fork:  # noqa: E741
        """What the move does where a high end point wins with chance h and a low one with l."""
        planes, hl = (*self.wins, self.lose, self.high, self.low), h * l
        *wins, lose, high, low = [c + c_h * h + c_l * l + c_hl * hl for c, c_h, c_l, c_hl in planes]
        return _Fork(tuple(wins), lose, high, low, self.known)


def _one_move(strategy: Strategy, ending: Number) -> _Step:
    """The planes of a strategy that looks one level deep, read off the corners of (h, l).

    Raises
    ------
    ValueError
        If the strategy looks deeper.

    Examples
    --------
    >>> from fractions import Fraction
    >>> from chancegames.games.tree_solitaire.policies import HSTRAT
    >>> [str(c) for c in _one_move(HSTRAT, Fraction(1, 2)).wins[0]]  # E h + E^2 (1 - h) l
    ['0', '1/2', '1/4', '-1/4']
    """
    if getattr(strategy, "looks", 1) not in (0, 1):
        raise ValueError(f"{strategy.name} looks deeper than one level")
    return _step(strategy, ending, 1)


@lru_cache(maxsize=1024, typed=True)
def _step(strategy: Strategy, e: Number, a: Number, known: Facts = ()) -> _Step:
    """The planes of a strategy; below the first level a point has its share `a` of the value.

    As with all strategies of the memo, one thing at most is known below the high branch after a
    step, nothing below the low one, and nobody turns away from a win that was seen.
    """
    looks, half = getattr(strategy, "looks", 1), Fraction(1, 2)
    if looks == inf:
        return _unlimited(strategy, e, a)
    levels, below = max(looks, 1), known

    def met(h: Number, l: Number) -> list[Number]:  # noqa: E741
        """Wins in one move, two, ...; losing; going on high and low."""
        nonlocal below
        found: list[Number] = [0 * e] * (levels + 3)

        def share(path: str) -> Number:
            deep = a ** path.count("H", 1) * (1 - a) ** path.count("L", 1)
            return deep * (h if path[0] == "H" else l)

        for chance, kind, path, beyond in _look_tree(strategy, e, share, known):
            place = {"win": len(path) - 1, "loss": levels}.get(kind, levels + 1 + (path == "L"))
            found[place] += chance
            below = beyond if kind == "split" and path == "H" else below
        return found

    planes = [
        (o, x - o, y - o, (both - y) - (x - o))
        for o, x, y, both in zip(met(0, 0), met(1, 0), met(0, 1), met(1, 1), strict=True)
    ]
    for (c, c_h, c_l, c_hl), value in zip(planes, met(half, half), strict=True):
        if abs(float(c + (c_h + c_l) / 2 + c_hl / 4 - value)) > 1e-12:
            raise ValueError(f"{strategy.name} meets more than one end point in a branch")
    *wins, lose, high, low = planes
    return _Step(tuple(wins), lose, high, low, below)


def _unlimited(strategy: Strategy, e: Number, a: Number) -> _Step:
    """The same for ooHSTRAT or ooLSTRAT: a win that unlimited looks have found counts at once."""
    s, zero, found = 1 - e, 0 * e, e / (1 - a + e * a)
    none: Plane = (zero, zero, zero, zero)
    if isinstance(strategy, HighFirst):
        return _Step(((zero, found, e, -found * e),), none, none, (s, -found * s, zero, zero))
    return _Step(((zero, e, found, -found * e),), none, (s, zero, -found * s, zero), none)


def fork(rules: Rules, strategy: Strategy, x: Number) -> _Fork:
    """What a strategy does at a fork of value `x` of the independent form.

    Raises
    ------
    ValueError
        If the form is dependent, the split ratio random, or `x` is not in [0, 1].

    Examples
    --------
    >>> from fractions import Fraction
    >>> from chancegames.games.tree_solitaire.policies import LSTRAT
    >>> fork(Rules(Fraction(1, 2), Fraction(3, 4)), LSTRAT, Fraction(1)).wins
    (Fraction(29, 64),)
    """
    _require_diagram(rules)
    require_number("the value of a point", x, 0, 1)
    a = rules.mean
    return _step(strategy, rules.ending, a).at(a * x, (1 - a) * x)


def _require_diagram(rules: Rules) -> None:
    """Refuse games whose points are not told apart by the moves that led there alone."""
    if rules.form != "independent" or not rules.constant:
        raise ValueError("the diagrams are for the independent form and a constant split ratio")


Standings = dict[tuple[int, int], Number]


def _walk(rules: Rules, strategy: Strategy) -> Iterator[tuple[Standings, tuple[Number, ...]]]:
    """Before each move: where the player stands, and the wins won by it in one move, two, ..."""
    _require_diagram(rules)
    e, a, zero = rules.ending, rules.mean, 0 * rules.ending
    curves: dict[Facts, tuple[list[Curve], Curve, Curve, Facts]] = {}
    highs, lows = [1 + zero], [1 + zero]  # powers of A and B
    here: dict[tuple[int, int, Facts], Number] = {(0, 0, ()): 1 + zero}
    while True:
        places: Standings = {}
        there: dict[tuple[int, int, Facts], Number] = {}
        total: list[Number] = []
        for (i, j, known), chance in here.items():
            places[i, j] = places.get((i, j), zero) + chance
            if known not in curves:
                curves[known] = _curves(_step(strategy, e, a, known), a)
            wins, (c, d, b), (f, g, h), below = curves[known]
            x = highs[i] * lows[j]
            total += [zero] * (len(wins) - len(total))
            for delay, (p, q, r) in enumerate(wins):
                total[delay] += chance * (p + x * (q + x * r))
            if on := chance * (c + x * (d + x * b)):
                there[i + 1, j, below] = there.get((i + 1, j, below), zero) + on
            if (f or g or h) and (on := chance * (f + x * (g + x * h))):
                there[i, j + 1, ()] = there.get((i, j + 1, ()), zero) + on
        yield places, tuple(total)
        here = there
        highs.append(highs[-1] * a)
        lows.append(lows[-1] * (1 - a))


Curve = tuple[Number, Number, Number]


def _curves(step: _Step, a: Number) -> tuple[list[Curve], Curve, Curve, Facts]:
    """Wins, and going on high and low, as quadratics in the value x: h is A x, and l is B x."""
    planes, b = (*step.wins, step.high, step.low), 1 - a
    curves: list[Curve] = [(c, c_h * a + c_l * b, c_hl * a * b) for c, c_h, c_l, c_hl in planes]
    return curves[:-2], curves[-2], curves[-1], step.known


def move_chances(rules: Rules, strategy: Strategy, moves: int) -> tuple[Number, ...]:
    """Chance of winning on each of the first moves, independent form, constant split ratio.

    Parameters
    ----------
    rules : Rules
    strategy : Strategy
    moves : int
        How many moves, from 1 to 1000.

    Returns
    -------
    tuple of numbers
        Exact if the rules' numbers are.

    Raises
    ------
    ValueError
        If the form is dependent, the ratio random, or `moves` out of range.

    Examples
    --------
    >>> from fractions import Fraction
    >>> from chancegames.games.tree_solitaire.policies import HSTRAT
    >>> move_chances(Rules(Fraction(1, 2), Fraction(3, 4)), HSTRAT, 2)
    (Fraction(25, 64), Fraction(2581, 16384))
    """
    require_integer("the number of moves", moves, 1, 1000)
    chances = [0 * rules.ending] * (moves + 64)
    for move, (_, wins) in enumerate(islice(_walk(rules, strategy), moves)):
        for delay, win in enumerate(wins):
            chances[min(move + delay, moves)] += win
    return tuple(chances[:moves])


def _win_within(rules: Rules, strategy: Strategy, moves: int) -> Number:
    """Chance of winning in so many moves by a strategy that forgets even a win it saw deeper down.

    `move_chances` counts such a win on the first move that can reach it; here it has to be found
    again, and the game may be over before.

    Examples
    --------
    >>> from fractions import Fraction
    >>> from chancegames.games.tree_solitaire.policies import LowFirst
    >>> rules, two_looks = Rules(Fraction(1, 2), Fraction(3, 4)), LowFirst(2)
    >>> forgets, keeps = _win_within(rules, two_looks, 4), sum(move_chances(rules, two_looks, 4))
    >>> round(float(100 * forgets), 4), round(float(100 * keeps), 4)
    (70.5255, 70.5287)
    """
    _require_diagram(rules)
    share = {"H": rules.mean, "L": 1 - rules.mean}

    @cache
    def wins(x: Number, left: int, known: Facts = ()) -> Number:
        if left == 0:
            return 0 * rules.ending

        def end(path: str) -> Number:
            return x * prod(share[step] for step in path)

        total = 0 * rules.ending
        for chance, kind, path, below in _look_tree(strategy, rules.ending, end, known):
            if kind == "win" and len(path) == 1:
                total += chance
            elif kind != "loss":
                total += chance * wins(end(path[0]), left - 1, below)
        return total

    return wins(1 + 0 * rules.ending, moves)


def standings(rules: Rules, strategy: Strategy, moves: int) -> tuple[Standings, ...]:
    """Where the player stands, before the first move and after each of `moves`.

    Parameters
    ----------
    rules, strategy, moves
        As for :func:`move_chances`.

    Returns
    -------
    tuple of dict
        (high moves, low moves) to the chance of standing at a split point so reached, whose value
        is A**high B**low.

    Examples
    --------
    >>> from fractions import Fraction
    >>> from chancegames.games.tree_solitaire.policies import STRAT
    >>> standings(Rules(Fraction(1, 2), Fraction(3, 4)), STRAT, 1)[1]
    {(1, 0): Fraction(1, 2)}
    """
    require_integer("the number of moves", moves, 1, 1000)
    return tuple(places for places, _ in islice(_walk(rules, strategy), moves + 1))


def expected_moves(rules: Rules, strategy: Strategy, within: int = 400) -> Number:
    """Expected number of moves of a play, of a strategy that sees one level deep.

    Parameters
    ----------
    rules, strategy
        As for :func:`move_chances`.
    within : int, optional
        Longest play counted.  At most (1 - E**2)**within / E**2 is missing: where a branch splits
        a player may go on, and both are ends with probability E**2.

    Raises
    ------
    ValueError
        If the strategy looks deeper: its wins are counted on the move that reaches them.

    Examples
    --------
    >>> from chancegames.games.tree_solitaire.policies import STRAT
    >>> round(expected_moves(Rules(0.25, 0.75), STRAT), 9)
    4.0
    """
    _one_move(strategy, rules.ending)
    require_integer("the longest play", within, 1, 1000)
    total = 0 * rules.ending
    for places, _ in islice(_walk(rules, strategy), within):
        standing = sum(places.values())
        total += standing
        if standing < 1e-18:
            break
    return total
