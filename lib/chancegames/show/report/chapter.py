"""What a chapter shows: its verdicts, its tables, its numbers."""

import re
from collections.abc import Iterable
from typing import Any

import pandas as pd
from myst_nb import glue as glue_object

from chancegames.ledger import judge
from chancegames.ledger.verdict import CONFIRMED
from chancegames.show.report.html import Html, render
from chancegames.show.report.rows import _counted, _grouped, frame

#: Verdicts on what is repeated or asked, where there is nothing to confirm.
UNJUDGED = ("given", "answered")


def verdict_box(page: str, seconds: float | None = None) -> Html:
    """Sum up in a box how the claims of a chapter fare.

    Parameters
    ----------
    page : str
        Slug of the chapter.
    seconds : float, optional
        Usual running time of the chapter.

    Raises
    ------
    ValueError
        If no claim is answered on that page.

    Examples
    --------
    >>> verdict_box("one-throw-each").text.partition(";")[0]
    '21 of 43 claims confirmed '
    """
    entries = judge.page_entries(page)
    if not entries:
        raise ValueError(f"no claim is answered on a page {page!r}")
    counts = _counted(entries)
    confirmed = sum(counts.get(verdict, 0) for verdict in CONFIRMED)
    rest = {verdict: n for verdict, n in counts.items() if verdict not in CONFIRMED}
    to_confirm = any(verdict not in UNJUDGED for verdict in counts)
    of_all = f"{confirmed} of {len(entries)} claims confirmed"
    head = of_all if to_confirm else "No claim to confirm here"
    return Html(render("verdict_box.html", head=head, rest=rest, page=page, seconds=seconds))


def differences(page: str) -> Html:
    """List every claim of a chapter that does not simply match, each cause and proof once.

    Examples
    --------
    >>> "dicebattle-C13" in differences("one-throw-each").markup
    True
    """
    entries = [entry for entry in judge.page_entries(page) if entry.cause]
    return Html(render("differences.html", groups=_grouped(entries)))


def table(source: str, *locators: str, claims: Iterable[str] = (), caption: str = "") -> Html:
    """Show what a source prints beside what the library computes.

    Parameters
    ----------
    source : str
        Name of the source's file in ``data/published``.
    *locators : str
        Which of its tables or sections; all if none is given.
    claims : iterable of str, optional
        Only these claim ids.
    caption : str, optional
        Shown below the table.

    Raises
    ------
    ValueError
        If source, locator or claim is unknown, or no row is left.

    Examples
    --------
    >>> shown = table("dicebattle", "blind", claims=["dicebattle-N02", "dicebattle-N03"])
    >>> [word in shown.table for word in ("0.48", "0.4823 (625/1296)", "matches")]
    [True, True, True]
    """
    wanted = set(claims)
    theirs = {c.locator for c in judge.located(source, *locators) if c.claim_id in wanted}
    entries = judge.entries(source, *(theirs or locators))
    if unknown := wanted - {entry.claim.claim_id for entry in entries}:
        raise ValueError(f"{source} has no claims {', '.join(sorted(unknown))} there")
    shown = [e for e in entries if not wanted or e.claim.claim_id in wanted]
    counted = ", ".join(f"{verdict} ({n})" for verdict, n in _counted(shown).items())
    caption = f"{caption or ', '.join(locators) or source}: {counted}"
    name = re.sub(r"[^\w.-]+", "-", "-".join([source, *locators])).strip("-")
    rows = frame(shown)
    markup = render("claims.html", entries=shown, rows=rows, name=name, caption=caption)
    return Html(markup, rows.drop(columns=["scan", "function"]).to_string(index=False))


def plain_table(rows: pd.DataFrame, *, name: str, caption: str, digits: int = 4) -> Html:
    """Show a table of our own, with a link to it as CSV.

    Parameters
    ----------
    rows : DataFrame
    name : str
        Name of the CSV file.
    caption : str
        Shown below the table.
    digits : int, optional
        Decimals of the numbers shown; the CSV has them all.

    Examples
    --------
    >>> rows = pd.DataFrame({"dice": [1], "mean": [3.5]})
    >>> plain_table(rows, name="means", caption="mean scores")
     dice  mean
        1   3.5
    """
    cells = [
        [f"{cell:,.{digits}f}" if isinstance(cell, float) else str(cell) for cell in row]
        for row in rows.itertuples(index=False)
    ]
    heads = [str(column) for column in rows.columns]
    markup = render("plain_table.html", name=name, caption=caption, heads=heads, cells=cells)
    return Html(markup + render("download.html", name=name, rows=rows), rows.to_string(index=False))


def glue(**numbers: Any) -> Html:
    """Make computed values available to the prose, where ``{glue:text}`name``` shows one.

    Parameters
    ----------
    **numbers : Fraction, int, float or str
        Fractions and ints are shown exactly (long ints in groups of three digits), floats to four
        significant digits, strings as is.  The notebook keeps the exact number beside the text.

    Returns
    -------
    Html
        The list of what was glued, so that the notebook shows it too.

    Examples
    --------
    >>> glue(wins=2 / 3, cards=1234567)
    wins = 0.6667
    cards = 1,234,567
    """
    texts = {name: _text(value) for name, value in numbers.items()}
    for name, text in texts.items():
        glue_object(name, _Plain(text, numbers[name]), display=False)
    lines = "\n".join(f"{name} = {text}" for name, text in texts.items())
    return Html(render("glued.html", lines=lines), lines)


class Rounded(str):
    """A number as the prose shows it, which `glue` keeps exactly beside its text.

    Examples
    --------
    >>> Rounded(200 / 3), Rounded(200 / 3, 0), Rounded(200 / 3).exact
    ('66.7', '67', 66.66666666666667)
    """

    exact: Any

    def __new__(cls, number: Any, digits: int = 1) -> "Rounded":
        """Write a number with so many decimals."""
        text = super().__new__(cls, f"{float(number):.{digits}f}")
        text.exact = number
        return text


class _Plain:
    """A text that the renderer evaluates to itself, also where it looks like a tuple."""

    def __init__(self, text: str, value: Any) -> None:
        self.text = text
        self.exact = getattr(value, "exact", value)

    def __repr__(self) -> str:
        return repr(self.text)

    def _repr_mimebundle_(self, **_: object) -> tuple[dict[str, str], dict[str, str]]:
        """Nothing more to show; but what is behind the text goes into the output's metadata."""
        return {}, {} if isinstance(self.exact, str) else {"exact": str(self.exact)}


def _text(value: Any) -> str:
    """Write a number for the prose, long ones in groups of three digits.

    >>> _text(1234567), _text(2 / 3), _text(9999), _text("0.1, 0.2")
    ('1,234,567', '0.6667', '9999', '0.1, 0.2')
    """
    if isinstance(value, float):
        return f"{value:.4g}"
    if isinstance(value, int) and abs(value) >= 10_000:
        return f"{value:,}"
    return str(value)
