"""The ledger as a page: totals, filters, every claim, and an index of the sources' tables."""

from collections.abc import Iterable, Sequence
from html import escape

import pandas as pd

from chancegames import audit
from chancegames.ledger.claims import LITERATURE, SOURCES
from chancegames.ledger.verdict import CONFIRMED, MEANINGS, WRONG, Entry
from chancegames.report.html import CHAPTERS, Html, badge, csv_link
from chancegames.report.tables import _printed, _shortened

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
    >>> list(ledger_frame(audit.entries("dicebattle", "model"))["claim_id"])[0]
    'dicebattle-F01'
    """
    rows = (
        (
            e.claim.claim_id,
            e.claim.source,
            e.claim.locator,
            e.claim.quantity,
            e.claim.published,
            e.computed,
            e.difference,
            e.verdict,
            e.cause,
            e.proof,
            e.page,
        )
        for e in entries
    )
    return pd.DataFrame(rows, columns=list(CSV_COLUMNS), dtype=str)


def scoreboard(entries: Sequence[Entry]) -> Html:
    """Show the three headline numbers of the book.

    Parameters
    ----------
    entries : sequence of Entry
        The whole ledger.

    Returns
    -------
    Html
        Claims confirmed, errors found in the sources, claims still open; the confirmed ones
        apart by whether the digits stand verbatim in the scan.

    Examples
    --------
    >>> scoreboard(audit.entries("dicebattle", "model")).text.split(";")[0]
    '3 of 3 claims confirmed (3 verbatim in the scan)'
    """
    own = [e for e in entries if e.claim.source not in LITERATURE]
    confirmed = [e for e in own if e.verdict in CONFIRMED]
    verbatim = sum(e.claim.basis == "verbatim" for e in confirmed)
    wrong = sum(e.verdict in WRONG for e in own)
    still_open = sum(e.verdict == "open" for e in own)
    tiles = (
        (len(confirmed), f"of {len(own)} claims confirmed ({verbatim} verbatim in the scan)"),
        (wrong, "errors of the sources, each with a proof"),
        (still_open, "claims still open"),
    )
    markup = "".join(f"<div><strong>{n}</strong> <span>{text}</span></div>" for n, text in tiles)
    plain = "; ".join(f"{n} {text}" for n, text in tiles)
    return Html(f'<div class="scoreboard">{markup}</div>{_rest(own, entries)}', plain)


def _rest(own: Sequence[Entry], entries: Sequence[Entry]) -> str:
    """Say what became of the claims that are neither confirmed, nor wrong, nor open."""
    shown = (*CONFIRMED, *WRONG, "open")
    others = audit.totals(e for e in own if e.verdict not in shown)
    words = ", ".join(f"{n} {badge(verdict)}" for verdict, n in others.items())
    literature = [e for e in entries if e.claim.source in LITERATURE]
    confirmed = sum(e.verdict in CONFIRMED for e in literature)
    parts = [f"The others: {words}."] if words else []
    if literature:
        parts.append(
            f"Of {len(literature)} values from the literature on Yahtzee, "
            f"{confirmed} are confirmed."
        )
    return f"<p>{' '.join(parts)}</p>" if parts else ""


def source_totals(entries: Sequence[Entry]) -> Html:
    """Count the verdicts of each table of each source, with links to the pages that show it.

    Parameters
    ----------
    entries : sequence of Entry
        The whole ledger.

    Returns
    -------
    Html

    Examples
    --------
    >>> "model" in source_totals(audit.entries("dicebattle", "model")).markup
    True
    """
    body = "".join(
        _source_rows(source, [e for e in entries if e.claim.source == source]) for source in SOURCES
    )
    markup = (
        '<div class="table-frame" role="region" tabindex="0" aria-label="totals by table">'
        '<table class="ledger-table"><caption>Every table and section of the sources, '
        "with its verdicts and its page</caption><thead><tr><th scope='col'>where</th>"
        "<th scope='col'>claims</th><th scope='col'>verdicts</th><th scope='col'>page</th></tr>"
        f"</thead>{body}</table></div>"
    )
    return Html(markup, "")


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
    >>> '<tr id="dicebattle-F01"' in ledger_page(audit.entries("dicebattle", "model")).markup
    True
    """
    rows = "".join(_row(entry) for entry in entries)
    heads = ("claim", "where", "quantity", "published", "computed", "difference", "verdict")
    head = "".join(f"<th scope='col'>{name}</th>" for name in heads)
    markup = (
        f"{_filters(entries)}"
        '<div class="table-frame" role="region" tabindex="0" aria-label="the ledger">'
        '<table class="ledger-table" id="ledger"><caption>All claims of all sources</caption>'
        f"<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>"
        f"{csv_link(ledger_frame(entries), 'ledger')}"
    )
    return Html(markup, ledger_frame(entries).to_string(index=False))


def _filters(entries: Sequence[Entry]) -> str:
    verdicts = "".join(
        f'<option value="{v}">{v} ({n})</option>' for v, n in audit.totals(entries).items()
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
        where if entry.page else escape(claim.locator),
        escape(claim.quantity),
        escape(_printed(entry)),
        _shortened(entry.computed),
        escape(entry.difference),
        badge(entry.verdict) + _explanation(entry),
    )
    data = f'data-source="{claim.source}" data-verdict="{entry.verdict}" data-page="{entry.page}"'
    body = "".join(f"<td>{cell}</td>" for cell in cells)
    return f'<tr id="{heading}" {data}><th scope="row">{heading}</th>{body}</tr>'


def _explanation(entry: Entry) -> str:
    notes = [escape(entry.cause)] if entry.cause else []
    if entry.claim.basis not in ("verbatim", ""):
        notes.append(f"{entry.claim.basis}; scan: <code>{escape(entry.claim.scan)}</code>")
    if entry.proof:
        notes.append(f"proof: <code>{escape(entry.proof)}</code>")
    elif entry.function:
        notes.append(f"computed by <code>{escape(entry.function)}</code>")
    return f"<small>{'. '.join(notes)}</small>" if notes else ""


def _source_rows(source: str, entries: Sequence[Entry]) -> str:
    title = f'<tr><th colspan="4" scope="rowgroup">{escape(SOURCES[source])}</th></tr>'
    tables: dict[str, list[Entry]] = {}
    for entry in entries:
        tables.setdefault(entry.claim.locator, []).append(entry)
    return f"<tbody>{title}{''.join(_table_row(*item) for item in tables.items())}</tbody>"


def _table_row(locator: str, entries: Sequence[Entry]) -> str:
    totals = audit.totals(entries)
    words = " ".join(f"{n} {badge(v)}" for v, n in totals.items())
    pages = sorted({entry.page for entry in entries if entry.page})
    links = ", ".join(f'<a href="{CHAPTERS}/{page}.html">{page}</a>' for page in pages)
    return (
        f"<tr><th scope='row'>{escape(locator)}</th><td>{len(entries)}</td>"
        f"<td>{words}</td><td>{links}</td></tr>"
    )


def meanings() -> Html:
    """Explain every verdict in a list.

    Returns
    -------
    Html

    Examples
    --------
    >>> "matches" in repr(meanings())
    True
    """
    items = "".join(f"<dt>{badge(v)}</dt><dd>{escape(text)}</dd>" for v, text in MEANINGS.items())
    plain = "\n".join(f"{verdict}: {text}" for verdict, text in MEANINGS.items())
    return Html(f'<dl class="differences">{items}</dl>', plain)
