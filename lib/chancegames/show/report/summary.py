"""The ledger in short: the scoreboard, the totals of each table, what the verdicts mean."""

from collections.abc import Sequence
from html import escape

from chancegames.ledger.claims import LITERATURE, SOURCES
from chancegames.ledger.verdict import CONFIRMED, MEANINGS, WRONG, Entry, totals
from chancegames.show.report.html import Html, badge, chapter_links, page_table


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
    >>> from chancegames.ledger import judge
    >>> scoreboard(judge.entries("dicebattle", "model")).text.split(";")[0]
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
    >>> from chancegames.ledger import judge
    >>> "model" in source_totals(judge.entries("dicebattle", "model")).markup
    True
    """
    body = "".join(
        _source_rows(source, [e for e in entries if e.claim.source == source]) for source in SOURCES
    )
    return Html(
        page_table(
            ("where", "claims", "verdicts", "page"),
            body,
            caption="Every table and section of the sources, with its verdicts and its page",
            label="totals by table",
        )
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


def _rest(own: Sequence[Entry], entries: Sequence[Entry]) -> str:
    """Say what became of the claims that are neither confirmed, nor wrong, nor open."""
    shown = (*CONFIRMED, *WRONG, "open")
    words = _counted([e for e in own if e.verdict not in shown], ", ")
    literature = [e for e in entries if e.claim.source in LITERATURE]
    confirmed = sum(e.verdict in CONFIRMED for e in literature)
    parts = [f"The others: {words}."] if words else []
    if literature:
        parts.append(
            f"Of {len(literature)} values from the literature on Yahtzee, "
            f"{confirmed} are confirmed."
        )
    return f"<p>{' '.join(parts)}</p>" if parts else ""


def _source_rows(source: str, entries: Sequence[Entry]) -> str:
    title = f'<tr><th colspan="4" scope="rowgroup">{escape(SOURCES[source])}</th></tr>'
    tables: dict[str, list[Entry]] = {}
    for entry in entries:
        tables.setdefault(entry.claim.locator, []).append(entry)
    return f"<tbody>{title}{''.join(_table_row(*item) for item in tables.items())}</tbody>"


def _table_row(locator: str, entries: Sequence[Entry]) -> str:
    return (
        f"<tr><th scope='row'>{escape(locator)}</th><td>{len(entries)}</td>"
        f"<td>{_counted(entries)}</td><td>{chapter_links(e.page for e in entries)}</td></tr>"
    )


def _counted(entries: Sequence[Entry], between: str = " ") -> str:
    """How many entries of each verdict, in words."""
    return between.join(f"{n} {badge(v)}" for v, n in totals(entries).items())
