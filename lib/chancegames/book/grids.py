"""Grids of parameters: many values for some parameters of a chapter, as a reader types them.

``1..20`` are all from 1 to 20, ``10..100:10`` every tenth, ``1000,10000`` these two, and ``all``
everything that the chapter allows.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import product
from math import prod

from chancegames.book.chapters import Chapter, Value, _Parameter

#: More points than these are refused, unless they are asked for.
MOST_POINTS = 10_000

Grid = Mapping[str, Sequence[Value]]
_SPAN = re.compile(r"(?P<low>[^:]+?)\.\.(?P<high>[^:]+)(?::(?P<step>\d*\.?\d+))?")


def _parse_grid(
    chapter: Chapter, typed: Iterable[tuple[str, str]], most: int = MOST_POINTS
) -> dict[str, Sequence[Value]]:
    """Turn what was typed for each parameter into its values.

    Parameters
    ----------
    chapter : Chapter
    typed : iterable of (name, text)
    most : int, optional
        The largest number of points.

    Returns
    -------
    dict of str to sequence
        Values without repetition, in the order in which they were typed.

    Raises
    ------
    ValueError
        If a parameter is unknown or named twice, a value is not allowed, or there are no points,
        or more than `most`.

    Examples
    --------
    >>> from chancegames.book.chapters import chapter
    >>> _parse_grid(chapter("race-to-n"), [("dice", "2..4"), ("goal", "50,100")])
    {'dice': [2, 3, 4], 'goal': [50, 100]}
    """
    grid: dict[str, Sequence[Value]] = {}
    for name, text in typed:
        if name in grid:
            raise ValueError(f"{name} is given more than once")
        grid[name] = _values(chapter.parameter(name), text, most)
    if not grid:
        raise ValueError("a sweep needs a parameter with its values, such as -p dice 1..20")
    if (number := prod(map(len, grid.values()))) > most:
        raise ValueError(f"{number:,} points are more than {most:,}; --most allows as many")
    return grid


def _points(grid: Grid) -> Iterator[dict[str, Value]]:
    """All combinations of a grid, the last parameter fastest.

    >>> list(_points({"dice": [1, 2], "goal": [50]}))
    [{'dice': 1, 'goal': 50}, {'dice': 2, 'goal': 50}]
    """
    return (dict(zip(grid, values, strict=True)) for values in product(*grid.values()))


def _values(parameter: _Parameter, text: str, most: int) -> Sequence[Value]:
    """The values of one parameter, each of them allowed, none twice."""
    if text == "all":
        text = ",".join(parameter.choices) or f"{parameter.low}..{parameter.high}"
    found: dict[Value, None] = {}
    for part in map(str.strip, text.split(",")):
        span = None if parameter.choices else _SPAN.fullmatch(part)
        new = _spanned(parameter, span, most) if span else [part]
        found |= dict.fromkeys(map(parameter.parse, new))
    return list(found)


def _spanned(parameter: _Parameter, span: re.Match[str], most: int) -> list[str]:
    """What lies from one end to the other; both are allowed, and so is what lies between."""
    low, high = (Decimal(str(parameter.parse(span[end]))) for end in ("low", "high"))
    if span["step"] is None and parameter.type == "float":
        raise ValueError(f"{parameter.name} needs a step, such as {low}..{high}:{(high - low) / 4}")
    step = Decimal(span["step"] or 1)
    if step <= 0 or high < low:
        raise ValueError(f"{parameter.name}: {span[0]} holds no value")
    if (number := int((high - low) / step) + 1) > most:
        raise ValueError(f"{parameter.name}: {number:,} values are more than {most:,}")
    return [str(low + n * step) for n in range(number)]
