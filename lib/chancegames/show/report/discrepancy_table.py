"""Where the sources are wrong, in one table: what is printed, what is true, how we know."""

from collections.abc import Callable, Sequence
from html import escape

import pandas as pd

from chancegames.ledger.claims import SOURCES
from chancegames.ledger.verdict import WRONG, Entry, totals
from chancegames.show.report.groups import MOST_NAMED, Group, grouped, names
from chancegames.show.report.html import (
    Html,
    badge,
    chapter_links,
    csv_link,
    page_table,
    printed,
    shortened,
)

#: Verdicts under which print and truth differ, or cannot be held against each other.
APART = (*WRONG, "scan damage", "not reproducible")

COLUMNS = ("claims", "source", "quantity", "printed", "computed", "verdict", "why", "proof", "page")


def discrepancies(entries: Sequence[Entry]) -> Html:
    """Show each error of the sources in one table, with links to the ledger and the chapters.

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
    >>> "half_the_chance" in discrepancies(judge.entries("dicebattle", "blind")).markup
    True
    """
    groups = grouped(entry for entry in entries if entry.verdict in APART)
    body = "".join(
        _part(source, [g for g in groups if g.first.claim.source == source]) for source in SOURCES
    )
    table = page_table(
        ("claim", "what is printed", "what is true", "why, and how we know", "chapter"),
        body,
        caption="Every claim that is wrong, damaged or beyond reproduction, and why",
        label="the discrepancies",
        name="discrepancy-table",
    )
    frame = pd.DataFrame(
        [_record(entry) for group in groups for entry in group.entries],
        columns=list(COLUMNS),
        dtype=str,
    )
    return Html(table + csv_link(frame, "discrepancies"), frame.to_string(index=False))


def discrepancy_totals(entries: Sequence[Entry]) -> Html:
    """Count the discrepancies by verdict, in a sentence.

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
    >>> discrepancy_totals(judge.entries("dicebattle", "blind")).text
    '1 erratum, 1 refuted'
    """
    counts = totals(entry for entry in entries if entry.verdict in APART)
    words = ", ".join(f"{n} {badge(verdict)}" for verdict, n in counts.items())
    plain = ", ".join(f"{n} {verdict}" for verdict, n in counts.items())
    return Html(f"<p>{words}.</p>", plain)


def _part(source: str, groups: Sequence[Group]) -> str:
    if not groups:
        return ""
    title = f'<tr><th colspan="5" scope="rowgroup">{escape(SOURCES[source])}</th></tr>'
    return f"<tbody>{title}{''.join(map(_row, groups))}</tbody>"


def _row(group: Group) -> str:
    entry = group.first
    lost = entry.verdict == "not reproducible"
    proof = f" <small>Proof: <code>{escape(entry.proof)}</code></small>" if entry.proof else ""
    cells = (
        _each(group, _what_is_printed),
        "" if lost else _each(group, lambda e: shortened(e.computed)),
        f"{badge(entry.verdict)} {escape(entry.cause)}{proof}",
        chapter_links(e.page for e in group.entries),
    )
    body = "".join(f"<td>{cell}</td>" for cell in cells)
    return f'<tr><th scope="row">{_named(group)}</th>{body}</tr>'


def _what_is_printed(entry: Entry) -> str:
    """The printed value; a statement's words stand beside its name already."""
    text = printed(entry)
    return "" if text == "statement" else escape(text)


def _named(group: Group) -> str:
    """The claims of a group and, if they are few, what they are."""
    if len(group.entries) > MOST_NAMED:
        return names(group)
    what = "; ".join(dict.fromkeys(escape(entry.claim.quantity) for entry in group.entries))
    return f"{names(group)}<small>{what}</small>"


def _each(group: Group, show: Callable[[Entry], str]) -> str:
    """What each claim of a group shows, equal ones once, none for a large group."""
    if len(group.entries) > MOST_NAMED:
        return ""
    return "<br>".join(dict.fromkeys(show(entry) for entry in group.entries))


def _record(entry: Entry) -> tuple[str, ...]:
    claim = entry.claim
    return (
        claim.claim_id,
        claim.source,
        claim.quantity,
        printed(entry),
        entry.computed,
        entry.verdict,
        entry.cause,
        entry.proof,
        entry.page,
    )
