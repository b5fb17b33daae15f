"""Pieces of HTML that a notebook can display."""

import base64
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

import pandas as pd

from chancegames.ledger.verdict import CONFIRMED, WRONG, Entry

#: The ledger page and the folder of the chapters, as seen from any page of the book.
LEDGER = "../book/ledger.html"
CHAPTERS = "../notebooks"

#: Computed vectors are longer than a column is wide.
WIDEST = 60


@dataclass(frozen=True)
class Html:
    """Something that a notebook displays as HTML.

    Attributes
    ----------
    markup : str
        The HTML.
    text : str
        What a terminal shows instead.
    """

    markup: str
    text: str = ""

    def _repr_html_(self) -> str:
        return self.markup

    def __repr__(self) -> str:
        return self.text or "<html>"


def badge(verdict: str) -> str:
    """Mark a verdict up as a coloured word.

    Parameters
    ----------
    verdict : str

    Returns
    -------
    str
        HTML; the colour only repeats what the word says.

    Examples
    --------
    >>> badge("matches")
    '<span class="verdict confirmed">matches</span>'
    """
    tone = "confirmed" if verdict in CONFIRMED else "wrong" if verdict in WRONG else "other"
    return f'<span class="verdict {tone}">{escape(verdict)}</span>'


def ledger_link(claim_id: str, label: str = "") -> str:
    """Link to the row of a claim on the ledger page.

    Parameters
    ----------
    claim_id : str
    label : str, optional
        The claim id if empty.

    Returns
    -------
    str
        HTML for a page in the folder of the chapters or of the prose.

    Examples
    --------
    >>> ledger_link("dicebattle-N13")
    '<a href="../book/ledger.html#dicebattle-N13">dicebattle-N13</a>'
    """
    return f'<a href="{LEDGER}#{escape(claim_id)}">{escape(label or claim_id)}</a>'


def printed(entry: Entry) -> str:
    """What a source prints for a claim, both printings if there are two.

    Parameters
    ----------
    entry : Entry

    Returns
    -------
    str
        Plain text; the scan's characters if nothing can be read.
    """
    parts = (entry.claim.published, entry.claim.also_printed)
    return " = ".join(part for part in parts if part) or f"(scan: {entry.claim.scan})"


def shortened(text: str) -> str:
    """Cut a long text for a cell of a table; the whole of it appears on hovering.

    Parameters
    ----------
    text : str

    Returns
    -------
    str
        HTML.

    Examples
    --------
    >>> shortened("1 < 2")
    '1 &lt; 2'
    """
    if len(text) <= WIDEST:
        return escape(text)
    return f'<span title="{escape(text)}">{escape(text[:WIDEST])}…</span>'


def csv_link(frame: pd.DataFrame, name: str) -> str:
    """Offer a table for download; the file travels inside the page.

    Parameters
    ----------
    frame : DataFrame
    name : str
        Name of the file, without its ending.

    Returns
    -------
    str
        HTML.

    Examples
    --------
    >>> csv_link(pd.DataFrame({"a": [1]}), "one").startswith('<p class="download">')
    True
    """
    text = frame.to_csv(index=False, lineterminator="\n")
    data = base64.b64encode(text.encode()).decode()
    return (
        f'<p class="download"><a download="{escape(name)}.csv" '
        f'href="data:text/csv;base64,{data}">Download this table ({escape(name)}.csv)</a></p>'
    )


def chapter_links(slugs: Iterable[str]) -> str:
    """Link to chapters, each once, in alphabetic order.

    Parameters
    ----------
    slugs : iterable of str
        Empty ones are left out.

    Returns
    -------
    str
        HTML for a page in the folder of the chapters or of the prose.

    Examples
    --------
    >>> chapter_links(["one-look", "", "one-look"])
    '<a href="../notebooks/one-look.html">one-look</a>'
    """
    known = sorted(set(slugs) - {""})
    return ", ".join(f'<a href="{CHAPTERS}/{slug}.html">{slug}</a>' for slug in known)


def page_table(heads: Sequence[str], body: str, *, caption: str, label: str, name: str = "") -> str:
    """Put the rows of a table of the prose pages into a frame that scrolls by itself.

    Parameters
    ----------
    heads : sequence of str
        Names of the columns.
    body : str
        The ``<tbody>`` elements.
    caption : str
        Shown below the table.
    label : str
        Name of the frame, for those who do not see it.
    name : str, optional
        Identifier of the table.

    Returns
    -------
    str
        HTML.

    Examples
    --------
    >>> "<caption>Two</caption>" in page_table(["a", "b"], "", caption="Two", label="a table")
    True
    """
    head = "".join(f"<th scope='col'>{text}</th>" for text in heads)
    mark = f' id="{name}"' if name else ""
    return (
        f'<div class="table-frame" role="region" tabindex="0" aria-label="{escape(label)}">'
        f'<table class="ledger-table"{mark}><caption>{escape(caption)}</caption>'
        f"<thead><tr>{head}</tr></thead>{body}</table></div>"
    )
