"""Pieces of HTML that a notebook can display."""

import base64
from dataclasses import dataclass
from html import escape

import pandas as pd

from chancegames.ledger.verdict import CONFIRMED, WRONG

#: The ledger page and the folder of the chapters, as seen from any page of the book.
LEDGER = "../book/ledger.html"
CHAPTERS = "../notebooks"


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
