"""Pieces of the prose pages: what the ledger says in all, the games, the running times."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import pandas as pd

from chancegames.ledger.claims import literature, sources
from chancegames.ledger.verdict import MEANINGS, WRONG, Entry, tally, totals
from chancegames.show.report.chapter import claims_table
from chancegames.show.report.html import Html, render
from chancegames.show.report.rows import frame, grouped, printed

#: Verdicts under which print and truth differ, or cannot be held against each other.
_HALF_TRUE = ("holds with exceptions", "depends on the reading")
APART = (*WRONG, *_HALF_TRUE, "scan damage", "not reproducible")

#: Why a claim is not confirmed, in words for the front page.
_REASONS: Mapping[str, tuple[str, ...]] = {
    "are wrong in the source": WRONG,
    "are true with exceptions, or on one of two readings": _HALF_TRUE,
    "are damaged in the scan": ("agrees after repair", "illegible", "scan damage"),
    "rest on random numbers or rules that are lost": ("not reproducible",),
    "are rules that we repeat, or blanks that we fill in": ("given", "answered"),
    "are matters of opinion": ("opinion",),
    "are beyond us so far": ("open", "differs"),
}

Titles = Mapping[str, str]


def scoreboard(entries: Sequence[Entry]) -> Html:
    """Show how many claims are confirmed, how many errors there are, and why the others differ.

    Counted are the claims of the sources that the book is about; literature is told apart.

    Examples
    --------
    >>> from chancegames.ledger import judge
    >>> scoreboard(judge.entries("dicebattle", "model")).text.partition(";")[0]
    '3 of 3 numbers and statements confirmed'
    """
    own, literature = _apart(entries)
    count, beside = tally(own), tally(literature)
    tiles = (
        (
            count.confirmed,
            f"of {count.claims} numbers and statements confirmed",
        ),
        (
            count.errors,
            f"mistakes behind the {count.wrong} that are wrong: {count.rests_on['']} beyond doubt, "
            f"{count.errors - count.rests_on['']} by how a digit, a sentence or a rounding is read",
        ),
        (count.still_open, "left without a verdict"),
    )
    verdicts = totals(own)
    reasons = [
        (n, words)
        for words, which in _REASONS.items()
        if (n := sum(verdicts.get(verdict, 0) for verdict in which))
    ]
    rest = count.claims - count.confirmed
    values = {"tiles": tiles, "reasons": reasons, "rest": rest, "beside": beside}
    return Html(render("scoreboard.html", **values), "; ".join(f"{n} {t}" for n, t in tiles))


def summary(entries: Sequence[Entry]) -> str:
    """Say the headline numbers in two lines, for a terminal.

    Examples
    --------
    >>> print(summary([]))
    0 of 0 claims confirmed
    0 of 0 values from the literature confirmed
    """
    own, beside = map(tally, _apart(entries))
    return (
        f"{own.confirmed} of {own.claims} claims confirmed\n"
        f"{beside.confirmed} of {beside.claims} values from the literature confirmed"
    )


def source_totals(entries: Sequence[Entry], titles: Titles) -> Html:
    """Count the verdicts of each table of each source, with links to the pages that show it.

    Examples
    --------
    >>> from chancegames.ledger import judge
    >>> "model" in source_totals(judge.entries("dicebattle", "model"), {}).markup
    True
    """
    parts: dict[str, dict[str, list[Entry]]] = {}
    for entry in entries:
        table = parts.setdefault(entry.claim.source, {})
        table.setdefault(entry.claim.locator, []).append(entry)
    values = {"parts": parts, "sources": sources(), "totals": totals, "titles": titles}
    return Html(render("source_totals.html", **values))


def meanings() -> Html:
    """Explain every verdict in a list.

    Examples
    --------
    >>> "matches" in repr(meanings())
    True
    """
    plain = "\n".join(f"{verdict}: {text}" for verdict, text in MEANINGS.items())
    return Html(render("meanings.html", meanings=MEANINGS), plain)


def ledger_page(entries: Sequence[Entry], titles: Titles) -> Html:
    """Show every claim with its verdict, filtered in the reader's browser.

    Examples
    --------
    >>> from chancegames.ledger import judge
    >>> '<tbody id="dicebattle-F01"' in ledger_page(judge.entries("dicebattle", "model"), {}).markup
    True
    """
    filters = render(
        "filter.html",
        verdicts=totals(entries),
        sources=sources(),
        pages={e.page: titles.get(e.page, e.page) for e in entries if e.page},
    )
    caption = "All claims of all sources"
    table = claims_table(entries, "ledger", caption, full=True, titles=titles)
    return Html(filters + table.markup, table.text)


def selected(entries: Iterable[Entry], claim_ids: Iterable[str], titles: Titles) -> Html:
    """Show a few claims as the ledger page does, in the order in which they are named.

    Raises
    ------
    ValueError
        If there is no such claim.
    """
    known = {entry.claim.claim_id: entry for entry in entries}
    wanted = list(claim_ids)
    if unknown := [claim_id for claim_id in wanted if claim_id not in known]:
        raise ValueError(f"there is no claim {', '.join(unknown)}")
    return Html(
        render(
            "claims.html",
            entries=[known[claim_id] for claim_id in wanted],
            rows=None,
            printed=printed,
            full=True,
            titles=titles,
            name="",
            caption="",
        )
    )


def discrepancies(entries: Sequence[Entry], titles: Titles) -> Html:
    """Show each error of the sources in one table, with links to the ledger and the chapters.

    Examples
    --------
    >>> from chancegames.ledger import judge
    >>> "half_the_chance" in discrepancies(judge.entries("dicebattle", "blind"), {}).markup
    True
    """
    apart = [entry for entry in entries if entry.verdict in APART]
    groups = grouped(apart)
    by_source = {
        title: [group for group in groups if group[0].claim.source == source]
        for source, title in sources().items()
    }
    rows = frame(apart)
    values = {"by_source": by_source, "printed": printed, "titles": titles, "rows": rows}
    return Html(render("discrepancies.html", **values), rows.to_string(index=False))


def discrepancy_totals(entries: Sequence[Entry]) -> Html:
    """Count the discrepancies by verdict, in a sentence; on the same base as the scoreboard.

    Examples
    --------
    >>> from chancegames.ledger import judge
    >>> discrepancy_totals(judge.entries("dicebattle", "blind")).text
    '1 erratum, 1 refuted'
    """
    own, literature = ([e for e in part if e.verdict in APART] for part in _apart(entries))
    plain = ", ".join(f"{n} {verdict}" for verdict, n in totals(own).items())
    values = {"own": totals(own), "beside": totals(literature), "count": tally(own)}
    return Html(render("discrepancy_totals.html", **values), plain)


def answers(entries: Sequence[Entry]) -> Html:
    """Count the places that the sources leave blank, and say where it stands what belongs there."""
    n = sum(entry.verdict == "answered" for entry in entries)
    return Html(render("answers.html", count=n), str(n))


@dataclass(frozen=True)
class Picture:
    """A game as the front page shows it.

    Attributes
    ----------
    name : str
    page : str
        Slug of the chapter to begin with.
    line : str
        What the picture shows, in half a sentence.
    draw : callable
        Returns the picture, an ``<svg>``.
    """

    name: str
    page: str
    line: str
    draw: Callable[[], str]


def games(pictures: Iterable[Picture], template: str = "games.html") -> Html:
    """Show the games side by side, each with its picture and a link to where it begins.

    With the template "play.html" the links lead to the pages that play.

    Examples
    --------
    >>> games([]).markup
    '<ul class="games"></ul>'
    """
    shown = list(pictures)
    return Html(render(template, pictures=shown), ", ".join(one.name for one in shown))


def runtimes(rows: Sequence[tuple[str, str, float, int, str]]) -> Html:
    """Show how long each chapter runs and how much memory it takes.

    Parameters
    ----------
    rows : sequence of (slug, title, seconds, megabytes, processor)

    Examples
    --------
    >>> print(runtimes([("one-look", "One look", 4.3, 256, "a processor")]).text)
     chapter  seconds  megabytes   processor
    one-look      4.3        256 a processor
    """
    columns = ["chapter", "seconds", "megabytes", "processor"]
    table = pd.DataFrame([(slug, *rest) for slug, _, *rest in rows], columns=columns)
    total, most = sum(row[2] for row in rows), max(row[3] for row in rows)
    markup = render("runtimes.html", rows=rows, total=total, most=most, frame=table)
    return Html(markup, table.to_string(index=False))


def _apart(entries: Iterable[Entry]) -> tuple[list[Entry], list[Entry]]:
    """The claims of the sources that the book is about, and those of the literature."""
    parts: tuple[list[Entry], list[Entry]] = ([], [])
    for entry in entries:
        parts[entry.claim.source in literature()].append(entry)
    return parts
