"""Utilities of the ends of a round: the sample of Albarede, the order of the hands, the tokens.

A utility gives a rational to each end ``(date, final state)``.  In the sources' notation ``#1`` is
the date and ``#2`` the list of faces.
"""

import random
from collections.abc import Callable
from fractions import Fraction
from math import prod

from chancegames.games.game421.rules import Round, Utility, require_dice
from chancegames.maths.dice import Combination

LISTED = (421, 111, 611, 666, 511, 555, 411, 444, 311, 333, 211, 222, 654, 543, 432, 321)
TOKENS = {"421": 10, "111": 7, "sequence": 2, "other": 1}


def combination(digits: int | str) -> Combination:
    """Read a combination off its digits, in any order.

    Raises
    ------
    ValueError
        If there is none, or something else than the faces from 1 to 9.

    Examples
    --------
    >>> combination(421)
    (1, 2, 4)
    """
    if not str(digits).isascii() or not str(digits).isdigit() or "0" in str(digits):
        raise ValueError(f"a combination is written with the faces 1 to 9, not {digits!r}")
    return tuple(sorted(map(int, str(digits))))


def digits(faces: Combination) -> str:
    """Write a combination as players do, the greatest face first.

    Examples
    --------
    >>> digits((1, 2, 4))
    '421'
    """
    return "".join(map(str, sorted(faces, reverse=True)))


def ranking() -> tuple[Combination, ...]:
    """List the 56 hands of three dice from best to worst (equation 65).

    Examples
    --------
    >>> [digits(c) for c in ranking()[:2]], digits(ranking()[16]), digits(ranking()[-1])
    (['421', '111'], '665', '221')
    """
    listed = [combination(n) for n in LISTED]
    others = (c for c in Round().finals if c not in listed)
    return (*listed, *sorted(others, key=digits, reverse=True))


def tokens(hand: Combination) -> int:
    """Tokens that pass when `hand` is the best of a set (table 13).

    Examples
    --------
    >>> [tokens(combination(n)) for n in (421, 111, 611, 666, 543, 221)]
    [10, 7, 6, 6, 2, 1]
    """
    hand = require_dice(hand, size=3)
    name = digits(hand)
    if name in TOKENS:
        return TOKENS[name]
    low, middle, high = hand
    if middle in (low, high) and (low == high or middle == 1):
        return high
    return TOKENS["sequence" if (middle - low, high - middle) == (1, 1) else "other"]


def stationary(rules: Round, worth: Callable[[Combination], Fraction | int]) -> Utility:
    """Make a utility that does not depend on the date.

    Examples
    --------
    >>> stationary(Round(dice=1, faces=2, casts=1), max)
    {(1, (1,)): 1, (1, (2,)): 2}
    """
    return {(date, c): worth(c) for date in rules.ends for c in rules.finals}


def aims(rules: Round, *goals: Combination) -> Utility:
    """Give 1 to each of `goals` at any date and 0 to all else (equation 37).

    Raises
    ------
    ValueError
        If a goal has another number of dice than the round, or a face that they do not have.

    Examples
    --------
    >>> aims(Round(1, 2, 1), (2,))
    {(1, (1,)): 0, (1, (2,)): 1}
    """
    wanted = {require_dice(goal, rules.faces, rules.dice) for goal in goals}
    return stationary(rules, lambda c: int(c in wanted))


def random_grains(rules: Round, seed: int, grain: int = 10**6) -> list[int]:
    """Draw an integer from 0 to `grain` - 1 for each end, date by date, finals in order.

    Examples
    --------
    >>> len(random_grains(Round(), seed=1))
    168
    """
    draw = random.Random(seed)
    return [draw.randrange(grain) for _ in rules.ends for _ in rules.finals]


def random_utility(rules: Round, seed: int, grain: int = 10**6) -> Utility:
    """Draw a utility between 0 and 1 for each end, a new one for each date.

    The source's generator is lost, so these are draws of our own.

    Examples
    --------
    >>> utility = random_utility(Round(), seed=1)
    >>> len(utility), all(0 <= u < 1 for u in utility.values())
    (168, True)
    """
    ends = ((j, c) for j in rules.ends for c in rules.finals)
    grains = random_grains(rules, seed, grain)
    return {end: Fraction(n, grain) for end, n in zip(ends, grains, strict=True)}


NAMED: dict[str, Callable[[Combination], int]] = {
    "transfer": tokens,
    "Max": max,
    "Total": sum,
    "Times(face-1)": lambda c: prod(f - 1 for f in c),
    "Times": prod,
}


def sample(rules: Round, name: str) -> Utility:
    """Build a utility of the sources' samples by its name.

    Parameters
    ----------
    rules : Round
    name : str
        Goals of equal worth such as ``"delta123+456"``, or a name of `NAMED`.

    Raises
    ------
    ValueError
        If the name is unknown, or a point is no final state of the round.

    Examples
    --------
    >>> sum(sample(Round(), "delta123+456").values())
    6
    >>> sample(Round(), "Total")[2, (1, 2, 4)]
    7
    """
    if name.startswith("delta"):
        return aims(rules, *map(combination, name.removeprefix("delta").split("+")))
    if name not in NAMED:
        raise ValueError(f"no utility is called {name!r}; known: delta..., {', '.join(NAMED)}")
    return stationary(rules, NAMED[name])
