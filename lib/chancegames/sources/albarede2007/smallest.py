"""The smallest rounds at which statements of the sources fail, found by trying all smaller ones.

A round is *smaller* than another if it has no more dice, no more faces and no more casts.  Each
statement that speaks of any dice, faces and casts has a function here that tells, exactly, whether
it fails at a shape ``(dice, faces, casts)``.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product

from chancegames.games.game421.goals import CHARACTERS, GoalDriven, Prospects
from chancegames.games.game421.policies import canonical, monkey
from chancegames.maths.dice import Combination
from chancegames.models.game421 import PLAYERS, End, Round
from chancegames.sources.albarede2007.costs import Costs
from chancegames.sources.albarede2007.ratchet import RatchetMap
from chancegames.sources.albarede2007.rounds import products
from chancegames.sources.albarede2007.strategies import chance, pure_strategies

Shape = tuple[int, int, int]


def _minimal(
    fails: Callable[[Shape], bool], most: Shape, smallest: Shape = (1, 1, 1)
) -> tuple[Shape, ...]:
    """List the smallest shapes at which something fails, none of them above another.

    Parameters
    ----------
    fails : callable
        Tells of a shape whether it fails there; asked of every shape that has no failure below.
    most, smallest : (int, int, int)
        Greatest and smallest numbers of dice, faces and casts looked at.

    Returns
    -------
    tuple of shapes
        In lexicographic order.

    Examples
    --------
    >>> _minimal(lambda shape: sum(shape) > 4, (2, 2, 3))
    ((1, 1, 3), (1, 2, 2), (2, 1, 2), (2, 2, 1))
    """
    found: list[Shape] = []
    ranges = (range(a, b + 1) for a, b in zip(smallest, most, strict=True))
    shapes: Iterator[Shape] = product(*ranges)  # type: ignore[assignment]  # of three ranges
    for shape in sorted(shapes, key=sum):
        above = any(all(a <= b for a, b in zip(low, shape, strict=True)) for low in found)
        if not above and fails(shape):
            found.append(shape)
    return tuple(sorted(found))


def _goals_of(rules: Round) -> list[Combination]:
    """List the goals of a round up to renamed faces.

    Examples
    --------
    >>> _goals_of(Round())
    [(1, 1, 1), (1, 1, 2), (1, 2, 3)]
    """
    return sorted({canonical(goal)[0] for goal in rules.hands})


def _utilities_of(rules: Round, values: tuple[int, ...]) -> Iterator[dict[End, int]]:
    """List all utilities with these values, dates told apart.

    Examples
    --------
    >>> len(list(_utilities_of(Round(1, 2, 2), (0, 1))))
    16
    """
    ends = [(date, final) for date in rules.ends for final in rules.hands]
    for drawn in product(values, repeat=len(ends)):
        yield dict(zip(ends, drawn, strict=True))


def _deadline_matters(shape: Shape) -> bool:
    """Equation (49) fails: an early success is less or more likely with casts to spare."""
    dice, faces, casts = shape
    return any(
        chance(Round(*shape), goal, goal, j) != chance(Round(dice, faces, j), goal, goal, j)
        for goal in _goals_of(Round(*shape))
        for j in range(1, casts)
    )


def _strategies_differ(shape: Shape) -> bool:
    """A next player has more or fewer best pure strategies than (faces of the goal)^(casts - 1)."""
    rules = Round(*shape, "next")
    return any(
        pure_strategies(rules, goal) != len(set(goal)) ** (rules.casts - 1)
        for goal in _goals_of(rules)
    )


def _failures_differ(shape: Shape) -> bool:
    """The players fail apart though goal and final state share another number of faces than one."""
    first, following = (Round(*shape, player) for player in PLAYERS)
    return any(
        len(set(goal) & set(final)) != 1
        and chance(first, goal, final, first.casts) != chance(following, goal, final, first.casts)
        for goal in _goals_of(first)
        for final in first.hands
        if goal != final
    )


def _serendipity_lowers(shape: Shape) -> bool:
    """For some utility of zeros and minus ones, u* with serendipity is less than u* without."""
    return any(
        prospects.value_at(0, (), False) > prospects.value_at(0, (), True)
        for player in PLAYERS
        for rules in [Round(*shape, player)]
        for utility in _utilities_of(rules, (0, -1))
        for prospects in [Prospects(replace(rules, utility=utility))]
    )


def _ties_matter(shape: Shape) -> bool:
    """For some utility of zeros and ones, a first player's rule for ties changes some policy."""
    rules = Round(*shape)
    return any(
        GoalDriven(prospects, c).value
        != GoalDriven(prospects, replace(c, ties="lexicographic")).value
        for utility in _utilities_of(rules, (0, 1))
        for prospects in [Prospects(replace(rules, utility=utility))]
        for c in CHARACTERS
    )


def _zero_decides(shape: Shape) -> bool:
    """For some utility of zeros and ones, depth without serendipity harms or not as 1 is added."""
    rules = Round(*shape)
    return any(
        _harms(rules, utility) != _harms(rules, {end: u + 1 for end, u in utility.items()})
        for utility in _utilities_of(rules, (0, 1))
    )


def _harms(rules: Round, utility: dict[End, int]) -> list[bool]:
    """Tell of a first player's three deeper characters whether they do worse than the plain one."""
    prospects = Prospects(replace(rules, utility=utility))
    plain, *deeper = (GoalDriven(prospects, c).value for c in CHARACTERS if not c.serendipity)
    return [value < plain for value in deeper]


def _dates_break_conservation(shape: Shape) -> bool:
    """Equation (30) fails for a first player, the monkey and the number of casts as utility."""
    rules = Round(*shape)
    utility = {(date, final): date for date in rules.ends for final in rules.hands}
    rules = replace(rules, utility=utility)
    return len(set(products(rules, monkey(rules), kept=False))) > 1


def _goals_cost_more(shape: Shape) -> bool:
    """Some goal-driven strategy costs a first player more than mean-max (against 59)."""
    costs = Costs(Round(*shape))
    return max(map(costs.of, CHARACTERS)) > costs.mean_max


def _cheap_to_judge(shape: Shape) -> bool:
    """Some cost times its meta-computing cost is less than that of mean-max, squared."""
    costs = Costs(Round(*shape))
    return min(n * costs.meta(n) for n in map(costs.of, CHARACTERS)) < costs.mean_max**2


@dataclass(frozen=True)
class _Search:
    """A statement that fails somewhere: how to tell where, and how far to look."""

    fails: Callable[[Shape], bool]
    most: Shape

    def shapes(self, faces: int = 1) -> tuple[Shape, ...]:
        """List the smallest shapes with that many faces at least at which it fails."""
        return _minimal(self.fails, self.most, (1, faces, 1))


#: Statements that are refuted, in few words.
SEARCHES: Mapping[str, _Search] = {
    "D <= F: the ratchet is best": _Search(
        lambda s: s[0] <= s[1] and RatchetMap(*s).optimal_up_to < s[2], (4, 6, 9)
    ),
    "D < F: it is the only best": _Search(
        lambda s: s[0] < s[1] and RatchetMap(*s).unique_up_to < s[2], (4, 6, 9)
    ),
    "D > F: it is not best": _Search(
        lambda s: s[0] > s[1] and s[2] > 1 and RatchetMap(*s).optimal_up_to == s[2], (4, 4, 4)
    ),
    "(49)": _Search(_deadline_matters, (3, 4, 4)),
    "count of strategies": _Search(_strategies_differ, (3, 4, 3)),
    "failures alike": _Search(_failures_differ, (3, 4, 3)),
    "u*_N <= u*_Y": _Search(_serendipity_lowers, (2, 2, 2)),
    "ties conserve utility": _Search(_ties_matter, (2, 2, 2)),
    "harm of depth, whatever the zero": _Search(_zero_decides, (2, 2, 3)),
    "(30) with dates": _Search(_dates_break_conservation, (3, 3, 3)),
    "(59)": _Search(_goals_cost_more, (3, 6, 4)),
    "(60)": _Search(_cheap_to_judge, (3, 6, 4)),
}
