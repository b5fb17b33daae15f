"""The style of all figures, and the step from a matplotlib figure to an inline SVG.

Figures are drawn in ink and palette colours that the page may replace: in the SVG every colour
becomes a CSS variable with that colour as fallback, so one drawing serves the light theme, the
dark theme and print.  The palette is Okabe and Ito's, safe for colour-blind readers; a strategy
has the same colour and the same marker in every figure of the book.
"""

import io
import re
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from typing import Any

import matplotlib as mpl
import numpy as np
from cycler import cycler
from matplotlib.axes import Axes
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle
from numpy.typing import NDArray

INK = "#1b1f24"
FAINT = "#8a919c"
#: The page behind a figure, for words on a filled shape: white in the light, but dark in the dark,
#: where the fills become light.  Used for nothing else, so that it can be told from a real white.
PAPER = "#fefefe"

#: Okabe and Ito's colours, by the role they play in style.css (--series-1 and so on).
PALETTE = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#666f7a", "#7a5195")
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")

#: Names that recur through the book, each with its colour, marker and dashes; no two look alike.
STRATEGIES: Mapping[str, tuple[str, str, str]] = {
    "optimal": (PALETTE[0], "o", "-"),
    "blind": (PALETTE[1], "s", "-"),
    "random": (PALETTE[2], "^", "-"),
    "NOSTRAT": (INK, "d", ":"),
    "STRAT": (PALETTE[6], "X", "-"),
    "LSTRAT": (PALETTE[0], "v", "-"),
    "HSTRAT": (PALETTE[1], "D", "-"),
    "BSTRAT": (PALETTE[2], "P", "-"),
    "2LSTRAT": (PALETTE[5], "<", "-."),
    "2HSTRAT": (PALETTE[4], ">", "-."),
    "ooLSTRAT": (PALETTE[7], "*", "--"),
    "ooHSTRAT": (PALETTE[3], "h", "--"),
    "B'STRAT": (PALETTE[2], "p", "--"),
    "H'STRAT": (PALETTE[1], "8", "--"),
}

#: A figure of fewer inches is not blown up to the width of the page.
NARROW = 4.0

STYLE: dict[Any, Any] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "playing-against-providence",
    "font.family": "sans-serif",
    "font.size": 10,
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "axes.titlesize": 10,
    "axes.titlelocation": "left",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.prop_cycle": cycler(color=PALETTE),
    "axes.axisbelow": True,
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "grid.color": FAINT,
    "grid.linewidth": 0.4,
    "lines.linewidth": 1.6,
    "lines.markersize": 4.5,
    "legend.frameon": False,
    "figure.facecolor": "none",
    "axes.facecolor": "none",
    "savefig.facecolor": "none",
}


@dataclass(frozen=True)
class Drawing:
    """A figure ready to be displayed by a notebook.

    Attributes
    ----------
    markup : str
        A ``<figure>`` with inline SVG and caption.
    alt : str
        What the figure shows, in words.
    """

    markup: str
    alt: str

    def _repr_html_(self) -> str:
        return self.markup

    def __repr__(self) -> str:
        return f"figure: {self.alt}"


def new_figure(width: float = 6.4, height: float = 3.6) -> tuple[Figure, Axes]:
    """Make an empty figure in the book's style, its size in inches."""
    figure, panels = _new_panels(width, height)
    return figure, panels[0, 0]


def _new_panels(
    width: float, height: float, rows: int = 1, columns: int = 1, **shared: Any
) -> tuple[Figure, NDArray[np.object_]]:
    """Make a figure of several panels in the book's style.

    Parameters
    ----------
    width, height : float
        Of the whole figure, in inches.
    rows, columns : int, optional
    **shared
        Such as ``sharex=True``, see `Figure.subplots`.

    Returns
    -------
    Figure, array of Axes, shape (rows, columns)
    """
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(width, height), layout="constrained")
        return figure, figure.subplots(rows, columns, squeeze=False, **shared)


def _note(
    ax: Axes, words: str, at: tuple[float, float], by: tuple[float, float] = (0, 0), **style: Any
) -> None:
    """Write words beside a place, so many points to the right and up from it."""
    ax.annotate(words, at, xytext=by, textcoords="offset points", **style)


def _enlarge(ax: Axes, size: float = 12) -> None:
    """Write the numbers and the names of both axes so large that a phone shows them well."""
    ax.tick_params(labelsize=size)
    for axis in (ax.xaxis, ax.yaxis):
        axis.label.set_fontsize(size)


def _cell(
    ax: Axes, corner: tuple[float, float], color: str, shade: float, words: str, size: int = 9
) -> None:
    """Draw one cell of a map: a shaded unit square with words in its middle."""
    ax.add_patch(Rectangle(corner, 1, 1, color=color, alpha=shade, linewidth=0))
    middle = corner[0] + 0.5, corner[1] + 0.5
    label = ax.text(*middle, words, ha="center", va="center", fontsize=size, color=INK)
    label.set_in_layout(False)  # within the axes: hundreds need not be measured


def _series_style(name: str) -> dict[str, Any]:
    """Colour, marker and dashes of a strategy, the same in every figure.

    Parameters
    ----------
    name : str
        Key of `STRATEGIES`.

    Returns
    -------
    dict
        Keyword arguments for `Axes.plot`; without `linestyle` for a whole line.

    Raises
    ------
    ValueError
        If the name has no place in the palette.

    Examples
    --------
    >>> _series_style("blind")
    {'color': '#d55e00', 'marker': 's'}
    """
    if name not in STRATEGIES:
        raise ValueError(f"no colour for {name!r}; there are: {', '.join(STRATEGIES)}")
    color, marker, dashes = STRATEGIES[name]
    style = {"color": color, "marker": marker}
    return style if dashes == "-" else {**style, "linestyle": dashes}


def show(figure: Figure, *, alt: str, caption: str) -> Drawing:
    """Turn a figure into an inline drawing.

    Parameters
    ----------
    figure : Figure
    alt : str
        What the figure shows, for those who cannot see it.
    caption : str
        Plain text below the figure.

    Returns
    -------
    Drawing

    Raises
    ------
    ValueError
        If there is no text for those who cannot see the figure, or a curve lies outside its axes.
    """
    if not alt:
        raise ValueError("a figure needs a text for those who cannot see it")
    if hidden := [line for ax in figure.axes for line in ax.lines if not _seen(ax, line)]:
        raise ValueError(f"{len(hidden)} curves lie outside their axes: {hidden[0].get_label()}")
    for legend in (*figure.legends, *(ax.get_legend() for ax in figure.axes)):
        if legend:  # made outside of new_figure, where the style does not reach: no white box
            legend.set_frame_on(False)
    salt = f"{STYLE['svg.hashsalt']} {alt}"
    with mpl.rc_context({**STYLE, "svg.hashsalt": salt}):
        buffer = io.StringIO()
        _arrange(figure)
        figure.savefig(buffer, format="svg", metadata={"Date": None, "Creator": None})
    kind = "drawing" if figure.get_figwidth() >= NARROW else "drawing narrow"
    return Drawing(
        f'<figure class="{kind}">{_inline(buffer.getvalue(), alt)}'
        f"<figcaption>{escape(caption)}</figcaption></figure>",
        alt,
    )


def _seen(ax: Axes, line: Line2D) -> bool:
    """Whether some of a curve lies inside its axes; one without points has nothing to show."""
    points = np.asarray(line.get_xydata(), dtype=float)
    points = points[np.isfinite(points).all(axis=1)]
    if line.get_transform() != ax.transData or not len(points):
        return True
    limits = np.sort([ax.get_xlim(), ax.get_ylim()], axis=1)
    reaches = points.min(axis=0) <= limits[:, 1], points.max(axis=0) >= limits[:, 0]
    return bool(np.all(reaches))


def _lay_out(figure: Figure) -> None:
    """Give axes the place that they will have, as far as what is drawn by now tells."""
    FigureCanvasSVG(figure)  # words are measured as they will be drawn
    if engine := figure.get_layout_engine():
        engine.execute(figure)


def _arrange(figure: Figure) -> None:
    """Lay the figure out for good: `savefig` would draw it whole once more, only to do so."""
    _lay_out(figure)
    figure.set_layout_engine(None)


def _inline(svg: str, alt: str) -> str:
    """Keep the drawing alone, let the page choose size and colours."""
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = re.sub(r'(<svg[^>]*?) width="[^"]*"', r"\1", svg, count=1)
    svg = re.sub(r'(<svg[^>]*?) height="[^"]*"', r"\1", svg, count=1)
    svg = svg.replace("<svg", f'<svg role="img" aria-label="{escape(alt)}"', 1)
    variables = {INK: "--ink", "#000000": "--ink", FAINT: "--faint"}
    variables[PAPER] = "--pst-color-background"
    variables |= {color: f"--series-{i}" for i, color in enumerate(PALETTE, start=1)}
    for color, variable in variables.items():
        svg = svg.replace(f": {color}", f": var({variable}, {color})")
    return svg.strip()
