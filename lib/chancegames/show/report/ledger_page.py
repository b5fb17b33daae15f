"""The ledger as a page: every claim with its verdict, and filters."""

from collections.abc import Iterable, Sequence
from html import escape

import pandas as pd

from chancegames.ledger.claims import SOURCES
from chancegames.ledger.verdict import Entry, totals
from chancegames.show.report.html import (
    CHAPTERS,
    Html,
    badge,
    csv_link,
    page_table,
    printed,
    shortened,
)

#: Columns of ``_build/ledger.csv``.
CSV_COLUMNS = (
    "claim_id",
    "source",
    "locator",
    "quantity",
    "published",
    "computed",
    "difference",
    "verdict",
    "cause",
    "proof",
    "page",
)


def ledger_frame(entries: Iterable[Entry]) -> pd.DataFrame:
    """Put the ledger into a data frame, one row a claim.

    Parameters
    ----------
    entries : iterable of Entry

    Returns
    -------
    DataFrame
        With the columns `CSV_COLUMNS`, all strings.

    Examples
    --------
    >>> from chancegames.ledger import judge
    >>> list(ledger_frame(judge.entries("dicebattle", "model"))["claim_id"])[0]
    'dicebattle-F01'
    """
    rows = (
        [getattr(e if hasattr(e, name) else e.claim, name) for name in CSV_COLUMNS] for e in entries
    )
    return pd.DataFrame(rows, columns=list(CSV_COLUMNS), dtype=str)


def ledger_page(entries: Sequence[Entry]) -> Html:
    """Show every claim with its verdict, filtered in the reader's browser.

    Parameters
    ----------
    entries : sequence of Entry
        The whole ledger.

    Returns
    -------
    Html

    Examples
    --------
    >>> from chancegames.ledger import judge
    >>> '<tr id="dicebattle-F01"' in ledger_page(judge.entries("dicebattle", "model")).markup
    True
    """
    table = page_table(
        ("claim", "verdict", "published", "computed", "difference", "quantity", "where"),
        f"<tbody>{''.join(map(_row, entries))}</tbody>",
        caption="All claims of all sources",
        label="the ledger",
        name="ledger",
    )
    frame = ledger_frame(entries)
    markup = f"{_filters(entries)}{table}{csv_link(frame, 'ledger')}"
    return Html(markup, frame.to_string(index=False))


def _filters(entries: Sequence[Entry]) -> str:
    verdicts = "".join(
        f'<option value="{v}">{v} ({n})</option>' for v, n in totals(entries).items()
    )
    sources = "".join(f'<option value="{s}">{escape(t)}</option>' for s, t in SOURCES.items())
    return (
        '<form class="ledger-filter" id="ledger-filter" role="search">'
        f'<label>Source <select name="source"><option value="">all</option>{sources}</select>'
        f'</label><label>Verdict <select name="verdict"><option value="">all</option>{verdicts}'
        '</select></label><label>Text <input type="search" name="text"></label>'
        '<output aria-live="polite"></output></form>'
    )


def _row(entry: Entry) -> str:
    claim = entry.claim
    heading = escape(claim.claim_id)
    where = f'<a href="{CHAPTERS}/{entry.page}.html">{escape(claim.locator)}</a>'
    cells = (
        badge(entry.verdict) + _explanation(entry),
        escape(printed(entry)),
        shortened(entry.computed),
        escape(entry.difference),
        escape(claim.quantity),
        where if entry.page else escape(claim.locator),
    )
    data = f'data-source="{claim.source}" data-verdict="{entry.verdict}" data-page="{entry.page}"'
    body = "".join(f"<td>{cell}</td>" for cell in cells)
    return f'<tr id="{heading}" {data}><th scope="row">{heading}</th>{body}</tr>'


def _explanation(entry: Entry) -> str:
    notes = [escape(entry.cause.rstrip("."))] if entry.cause else []
    if entry.claim.basis not in ("verbatim", ""):
        notes.append(f"{entry.claim.basis}; scan: <code>{escape(entry.claim.scan)}</code>")
    if entry.proof:
        notes.append(f"proof: <code>{escape(entry.proof)}</code>")
    elif entry.function:
        notes.append(f"computed by <code>{escape(entry.function)}</code>")
    return f"<small>{'. '.join(notes)}</small>" if notes else ""
