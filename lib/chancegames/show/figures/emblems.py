"""Small pictures for the front page and others, drawn from results that are handed in.

They are written as SVG by hand: a picture is a dozen kilobytes smaller than matplotlib's.  Colors
are the style sheet's variables, as in the large figures.
"""

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from itertools import groupby

from chancegames.show.figures.style import FAINT, INK, PALETTE

WIDTH, HEIGHT = 160, 100

#: Side of a square that stands alone, where a whole one is 1.
_SQUARE = 0.88

_INK = f"var(--ink, {INK})"
_FAINT = f"var(--faint, {FAINT})"

#: Where the pips of a die stand, in thirds of its side from the middle.
_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (1, -1), (1, 1), (0, 0)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}

#: A tree to draw: its value, its kind ("split", "win" or "loss"), and its branches.
Tree = tuple[float, str, tuple["Tree", ...]]


def hill(chances: Sequence[float], alt: str, marks: Mapping[float, str] | None = None) -> str:
    """The outline of a law, filled.

    Parameters
    ----------
    chances : sequence of float
    alt : str
    marks : mapping, optional
        Numbers below the hill, by how far right they stand, from 0 to 1.

    Returns
    -------
    str
        An ``<svg>``.

    Examples
    --------
    >>> "<path" in hill([0.2, 0.5, 0.3], "three bars")
    True
    """
    wide, top, foot = WIDTH / len(chances), max(chances), HEIGHT - (16 if marks else 2)
    steps = "".join(f"V{foot - (foot - 6) * chance / top:.1f}h{wide:.3f}" for chance in chances)
    path = f'<path d="M0 {foot}{steps}V{foot}z" fill="{_series(0)}"/>'
    numbers = (_words(x * WIDTH, HEIGHT - 2, word) for x, word in (marks or {}).items())
    return _svg((path, _line((0, foot), (WIDTH, foot), _FAINT, 1), *numbers), alt)


def dice_and_bars(faces: Sequence[int], chances: Sequence[float], alt: str) -> str:
    """Some dice, and below them bars of a chance that grows, each with its number in 100.

    Parameters
    ----------
    faces : sequence of int
    chances : sequence of float
        Between 0 and 1.
    alt : str

    Returns
    -------
    str
        An ``<svg>``.

    Examples
    --------
    >>> dice_and_bars((4, 2, 1), (0.1, 0.4), "three dice, two bars").count("<circle")
    7
    """
    side, gap = 34, 12
    left = (WIDTH - len(faces) * side - (len(faces) - 1) * gap) / 2
    dice = (_die(left + n * (side + gap), 3, side, face) for n, face in enumerate(faces))
    wide, room = WIDTH / len(chances), (HEIGHT - side - 26) / max(chances)
    bars = (
        _rect(n * wide + 3, HEIGHT - 2 - room * p, wide - 6, room * p, _series(0))
        + _words((n + 0.5) * wide, HEIGHT - 6 - room * p, f"{100 * p:.1f}")
        for n, p in enumerate(chances)
    )
    return _svg((*dice, *bars, _line((0, HEIGHT - 2), (WIDTH, HEIGHT - 2), _FAINT, 1)), alt)


def tree(top: Tree, played: Iterable[str], alt: str, looked: Iterable[str] = ()) -> str:
    """A binary tree with one way down drawn thick; discs win, squares lose.

    Parameters
    ----------
    top : tuple of float, str and tuple
        Value, kind and branches, high before low.
    played : iterable of str
        Branches taken from the top, "H" or "L".
    alt : str
    looked : iterable of str, optional
        Ways from the top to the points that get a ring.

    Returns
    -------
    str
        An ``<svg>``.

    Examples
    --------
    >>> tree((1, "split", ((0.7, "win", ()), (0.3, "loss", ()))), "H", "a fork").count("<line")
    2
    """
    ways, rings = "".join(played), {*looked}
    leaves = WIDTH / _leaves(top)
    height = (HEIGHT - 14) / max(_depth(top), 1)
    lines, marks = [], []

    def place(point: Tree, path: str, left: float, level: int) -> tuple[float, float]:
        _, kind, branches = point
        at = (left + leaves * _leaves(point) / 2, 7 + level * height)
        for way, branch in zip("HL", branches, strict=False):
            below = place(branch, path + way, left, level + 1)
            left += leaves * _leaves(branch)
            thick = ways.startswith(path + way)
            lines.append(_line(at, below, _series(0) if thick else _FAINT, 3 if thick else 1.2))
        marks.append(_mark(at, kind) + (_ring(at) if path in rings else ""))
        return at

    place(top, "", 0.0, 0)
    return _svg((*lines, *marks), alt)


def mosaic(
    levels: Sequence[Sequence[int]],
    tones: Sequence[tuple[int, float]],
    alt: str,
    *,
    apart: bool = False,
    axes: tuple[str, str] | None = None,
    first: int = 0,
    framed: tuple[int, int] | None = None,
    numbers: Mapping[int, str] | None = None,
) -> str:
    """Squares in a few tones, the first row at the bottom; alike neighbors make one stripe.

    Parameters
    ----------
    levels : sequence of sequences of int
        Places in `tones`.
    tones : sequence of (int, float)
        Series of the palette, and opacity.
    alt : str
        What the picture shows.
    apart : bool, optional
        Whether every square stands alone, a little smaller.
    axes : (str, str), optional
        What the columns count, and the rows.
    first : int, optional
        Where both begin to count.
    framed : (int, int), optional
        Column and row of a square to be framed.
    numbers : mapping, optional
        What to write into the squares of a level, once, as far from the others as possible.

    Returns
    -------
    str
        An ``<svg>``.

    Examples
    --------
    >>> mosaic([[0, 0, 1]], [(0, 0.5), (1, 1.0)], "two stripes").count("<path")
    2
    >>> mosaic([[0, 0, 1]], [(0, 0.5), (1, 1.0)], "three squares", apart=True).count("M")
    3
    """
    high, wide = len(levels), len(levels[0])
    outlines = [""] * len(tones)
    for y, row in enumerate(levels):
        x = 0
        for level, run in groupby(row):
            width = len([*run])
            if apart:
                side = f"h{_SQUARE}v{_SQUARE}h-{_SQUARE}z"
                squares = (f"M{x + n} {high - y - 1}{side}" for n in range(width))
                outlines[level] += "".join(squares)
            else:
                outlines[level] += f"M{x} {high - y - 1}h{width}v1h-{width}z"
            x += width
    # One path a tone, in whole numbers: between stripes of their own a screen leaves hairlines.
    paths = "".join(
        f'<path d="{outline}" fill="{_series(series)}" fill-opacity="{opacity:.3f}"/>'
        for outline, (series, opacity) in zip(outlines, tones, strict=True)
        if outline
    )
    frame = f'width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {wide} {high}"'
    crisp = 'preserveAspectRatio="none" shape-rendering="crispEdges"'
    tiles = f"<svg {frame} {crisp}>{paths}</svg>"
    if framed:
        place = (framed[0] * WIDTH / wide, (high - framed[1] - 1) * HEIGHT / high)
        box = f'width="{_SQUARE * WIDTH / wide:.1f}" height="{_SQUARE * HEIGHT / high:.1f}"'
        tiles += f'<rect x="{place[0]:.1f}" y="{place[1]:.1f}" {box} fill="none" stroke="{_INK}"/>'
    for level, word in (numbers or {}).items():
        x, y = _inmost(levels, level)
        tiles += _words((x + 0.5) * WIDTH / wide, (high - y - 0.5) * HEIGHT / high + 5, word)
    return _with_axes(tiles, axes, (wide, high), alt, first) if axes else _svg((tiles,), alt)


def _inmost(levels: Sequence[Sequence[int]], level: int) -> tuple[int, int]:
    """Column and row of a square of a level that is as far as possible from all others.

    Examples
    --------
    >>> _inmost([[0, 1, 1, 1], [0, 1, 1, 1], [0, 1, 1, 1]], 1)
    (2, 1)
    """
    high, wide = len(levels), len(levels[0])
    own = [(x, y) for y in range(high) for x in range(wide) if levels[y][x] == level]
    rest = [(x, y) for y in range(-1, high + 1) for x in range(-1, wide + 1)]
    rest = [place for place in rest if place not in {*own}]

    def room(place: tuple[int, int]) -> int:
        return min((place[0] - x) ** 2 + (place[1] - y) ** 2 for x, y in rest)

    return max(own, key=room)


def _with_axes(
    tiles: str, axes: tuple[str, str], size: tuple[int, int], alt: str, first: int
) -> str:
    """Put numbers and names below a mosaic and to its left."""
    left, (across, up), (wide, high) = 22, axes, size
    small, middle = 7.5, HEIGHT / 2
    columns = (
        _words(left + (n + _SQUARE / 2) * WIDTH / wide, HEIGHT + 7, str(n + first), size=small)
        for n in (*range(0, wide - 2, 5), wide - 1)
    )
    rows = (  # the highest number would stand out at the top of a map of many rows
        _words(
            left - 3,
            max((high - n - 0.4) * HEIGHT / high + 2, small),
            str(n + first),
            anchor="end",
            size=small,
        )
        for n in (*range(0, high - 2, 5), high - 1)
    )
    name = _words(7, middle, up, size=small)
    return _svg(
        (
            f'<g transform="translate({left})">{tiles}</g>',
            *columns,
            *rows,
            _words(left + WIDTH / 2, HEIGHT + 17, across, size=small),
            f'<g transform="rotate(-90 7 {middle})">{name}</g>',
        ),
        alt,
        (left + WIDTH, HEIGHT + 20),
    )


def row_of_coins(faces: str, alt: str) -> str:
    """Some coins in a row, each with its letter.

    Examples
    --------
    >>> row_of_coins("TTT", "three tails").count("<circle")
    3
    """
    radius, gap = 22, 8
    step, high = 2 * radius + gap, radius + 2
    coins = (
        f'<circle cx="{high + n * step}" cy="{high}" r="{radius}" fill="none" '
        f'stroke="{_INK}" stroke-width="2"/>' + _words(high + n * step, high + 5, face, bold=True)
        for n, face in enumerate(faces)
    )
    return _svg(coins, alt, (len(faces) * step - gap + 4, 2 * high))


def cycle(
    wins: Mapping[tuple[int, int], tuple[int, int]], rolls: Mapping[int, Sequence[int]], alt: str
) -> str:
    """Three handfuls of dice in a ring, each with an arrow to the one that it beats.

    Parameters
    ----------
    wins : mapping
        For each pair (number of dice, number of dice that it beats), in the order of the ring:
        games won and games lost in a hundred.
    rolls : mapping
        Faces to show, by the number of dice.
    alt : str

    Returns
    -------
    str
        An ``<svg>``.

    Examples
    --------
    >>> wins = {(2, 5): (42, 40), (5, 3): (40, 35), (3, 2): (52, 32)}
    >>> ring = cycle(wins, {2: (6, 4), 3: (2, 5, 6), 5: (6, 3, 1, 5, 4)}, "a ring of three")
    >>> ring.count("<rect"), "52 : 32" in ring
    (10, True)
    """
    places = dict(
        zip((first for first, _ in wins), ((66, 172), (180, 40), (294, 172)), strict=True)
    )
    arrows = (
        _arrow(places[winner], places[loser], f"{won} : {lost}")
        for (winner, loser), (won, lost) in wins.items()
    )
    hands = (_handful(*place, rolls[number]) for number, place in places.items())
    return _svg((*arrows, *hands), alt, (360, 220))


def row_of_dice(faces: Sequence[int]) -> str:
    """Some dice in a row, as high as a line of text.

    Parameters
    ----------
    faces : sequence of int
        From 1 to 6.

    Returns
    -------
    str
        An ``<svg>`` that reads "4 2 1" to those who cannot see it.

    Raises
    ------
    ValueError
        If there are no dice, or a face is on none.

    Examples
    --------
    >>> row_of_dice((4, 2, 1)).count("<circle")
    7
    """
    if not faces or any(face not in _PIPS for face in faces):
        raise ValueError(f"dice show faces from 1 to 6, not {list(faces)!r}")
    side, gap = 20, 4
    dice = (_die(1 + n * (side + gap), 1, side, face) for n, face in enumerate(faces))
    size = (len(faces) * (side + gap) - gap + 2, side + 2)
    return _svg(dice, " ".join(map(str, faces)), size)


def _handful(x: float, y: float, faces: Sequence[int]) -> str:
    side, gap, number = 20, 5, len(faces)
    left = x - (number * side + (number - 1) * gap) / 2
    dice = (_die(left + n * (side + gap), y - side, side, face) for n, face in enumerate(faces))
    return "".join(dice) + _words(x, y + 20, f"{number} dice", bold=True)


def _arrow(start: tuple[float, float], end: tuple[float, float], label: str) -> str:
    """From one handful to another, cut short of both, with words beside its middle."""
    reach = ((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2) ** 0.5
    ahead = ((end[0] - start[0]) / reach, (end[1] - start[1]) / reach)
    cut = 62 + 10 * abs(ahead[0])
    tail = (start[0] + cut * ahead[0], start[1] + cut * ahead[1])
    tip = (end[0] - cut * ahead[0], end[1] - cut * ahead[1])
    barbs = (
        (tip[0] - 10 * ahead[0] + side * 6 * ahead[1], tip[1] - 10 * ahead[1] - side * 6 * ahead[0])
        for side in (1, -1)
    )
    middle = ((tail[0] + tip[0]) / 2, (tail[1] + tip[1]) / 2)
    aside = 24 if abs(ahead[1]) > 0.1 else 0
    words = _words(
        middle[0] + (aside + 22 if middle[0] > 180 else -aside - 22 if middle[0] < 180 else 0),
        middle[1] + (4 if aside else 18),
        label,
    )
    head = "".join(_line(barb, tip, _series(0), 3) for barb in barbs)
    return _line(tail, tip, _series(0), 3) + head + words


def _words(
    x: float, y: float, words: str, *, bold: bool = False, anchor: str = "middle", size: float = 14
) -> str:
    weight = ' font-weight="600"' if bold else ""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size:g}"{weight} '
        f'fill="{_INK}">{escape(words)}</text>'
    )


def _svg(pieces: Iterable[str], alt: str, size: tuple[int, int] = (WIDTH, HEIGHT)) -> str:
    if not alt:
        raise ValueError("a picture needs a text for those who cannot see it")
    return (
        f'<svg role="img" aria-label="{escape(alt)}" viewBox="0 0 {size[0]} {size[1]}">'
        f"{''.join(pieces)}</svg>"
    )


def _series(place: int) -> str:
    return f"var(--series-{place + 1}, {PALETTE[place]})"


def _rect(x: float, y: float, wide: float, high: float, fill: str) -> str:
    box = f'x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{high:.1f}"'
    return f'<rect {box} fill="{fill}"/>'


def _line(start: tuple[float, float], end: tuple[float, float], stroke: str, width: float) -> str:
    ends = f'x1="{start[0]:.1f}" y1="{start[1]:.1f}" x2="{end[0]:.1f}" y2="{end[1]:.1f}"'
    return f'<line {ends} stroke="{stroke}" stroke-width="{width}" stroke-linecap="round"/>'


def _die(x: float, y: float, side: float, face: int) -> str:
    outline = (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{side}" height="{side}" rx="{side / 6:.0f}" '
        f'fill="none" stroke="{_INK}" stroke-width="2"/>'
    )
    middle = (x + side / 2, y + side / 2)
    pips = (
        f'<circle cx="{middle[0] + dx * side / 3.6:.1f}" cy="{middle[1] + dy * side / 3.6:.1f}" '
        f'r="{side / 11.3:.1f}" fill="{_INK}"/>'
        for dx, dy in _PIPS[face]
    )
    return outline + "".join(pips)


def _mark(at: tuple[float, float], kind: str) -> str:
    x, y = at
    if kind == "win":
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4.5" fill="{_series(2)}"/>'
    if kind == "loss":
        return _rect(x - 3.5, y - 3.5, 7, 7, _series(1))
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.5" fill="{_INK}"/>'


def _ring(at: tuple[float, float]) -> str:
    circle = f'<circle cx="{at[0]:.1f}" cy="{at[1]:.1f}" r="7" fill="none"'
    return f'{circle} stroke="{_INK}" stroke-width="1.2"/>'


def _leaves(point: Tree) -> int:
    return sum(map(_leaves, point[2])) or 1


def _depth(point: Tree) -> int:
    return max((1 + _depth(branch) for branch in point[2]), default=0)
