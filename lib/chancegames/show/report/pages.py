"""Pieces of the prose pages: what the ledger says in all, the games, the running times."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import pandas as pd

from chancegames.ledger.claims import COLUMNS, literature, sources
from chancegames.ledger.verdict import (
    GROUPS,
    MEANINGS,
    WRONG,
    Entry,
    by_group,
    group_of,
    tally,
    totals,
)
from chancegames.show.report.html import Html, render
from chancegames.show.report.rows import (
    _ROUNDED,
    _chapter_of,
    _firm,
    _grouped,
    _in_order,
    _rounded,
    frame,
)

#: Verdicts under which print and truth differ, or cannot be held against each other.
APART = (*WRONG, *GROUPS["true in part"], "scan damage", "not reproducible")

Titles = Mapping[str, str]


def scoreboard(entries: Sequence[Entry]) -> Html:
    """Show how many claims are confirmed, how many errors there are, and why the others differ.

    Counted are the claims of the sources that the book is about; literature is told apart.

    Examples
    --------
    >>> from chancegames.ledger import judge
    >>> scoreboard(judge.entries("dicebattle", "model")).text[:26]
    '3 of 3 numbers and stateme'
    """
    own, literature = _apart(entries)
    count, beside = tally(own), tally(literature)
    groups, kinds, firm = by_group(own), totals(own), sum(map(_firm, own))
    tiles = (
        (
            "confirmed",
            count.confirmed,
            f"of {count.claims:,} numbers and statements are confirmed, "
            f"{kinds.get('holds on the range tested', 0)} of them only where we tested, not for "
            "every case",
        ),
        (
            "wrong",
            count.wrong,
            f"are wrong as they stand: {firm} on any reading, {count.wrong - firm} if one reads "
            "a digit, a sentence or a rounding as we do. Some repeat others: behind them are "
            f"{count.errors} different mistakes",
        ),
        (
            "nobody can check",
            groups["nobody can check"],
            f"cannot be checked by anyone: {kinds.get('not reproducible', 0)} rest on random "
            "numbers, rules or machines that are lost, the others are damaged in the scan",
        ),
    )
    values = {"tiles": tiles, "groups": groups, "kinds": kinds, "beside": beside}
    values["lost"] = by_group(literature)["nobody can check"]
    return Html(render("scoreboard.html", **values))


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


def shares(entries: Sequence[Entry]) -> Html:
    """Show a bar for each source: what is confirmed, wrong, or beyond checking.

    Examples
    --------
    >>> from chancegames.ledger import judge
    >>> "3 of 3" in shares(judge.entries("dicebattle", "model")).text
    True
    """
    rows = [
        (own[0].claim.source, title, by_group(own)) for title, own in _by_source(entries).items()
    ]
    own = _apart(entries)[0]
    values = {"rows": rows, "own": by_group(own), "rounded": sum(map(_rounded, own))}
    values["errors"], values["firm"] = tally(own).errors, sum(map(_firm, own))
    values["tested"] = totals(own).get("holds on the range tested", 0)
    return Html(render("shares.html", literature=literature(), **values))


def meanings(entries: Sequence[Entry]) -> Html:
    """Explain every verdict that occurs, with how often it does, group by group.

    Examples
    --------
    >>> from chancegames.ledger import judge
    >>> "a program that can say no" in meanings(judge.entries("dicebattle", "model")).text
    True
    """
    own = _apart(entries)[0]
    values = {"meanings": MEANINGS, "counts": totals(own), "groups": GROUPS}
    return Html(render("meanings.html", rounded=sum(map(_rounded, own)), **values))


def ledger_page(entries: Sequence[Entry], titles: Titles) -> Html:
    """Show every claim with its verdict behind a door for each table, and a filter above.

    Examples
    --------
    >>> from chancegames.ledger import judge
    >>> '<tbody id="dicebattle-F01"' in ledger_page(judge.entries("dicebattle", "model"), {}).markup
    True
    """

    def door(group: list[Entry]) -> str:
        return _chapter_of(group[0].claim.locator)

    singly = {
        title: sorted(([e] for e in own), key=lambda group: _in_order(door(group)))
        for title, own in _by_source(entries).items()
    }
    return _behind_doors(entries, singly, door, titles, "ledger")


def selected(entries: Iterable[Entry], claim_ids: Iterable[str], titles: Titles) -> Html:
    """Show a few claims as the ledger page does, in the order in which they are named.

    Raises
    ------
    ValueError
        If there is no such claim.
    """
    shown = [_named(entries, claim_id) for claim_id in claim_ids]
    return Html(render("claims.html", entries=shown, rows=None, caption="", titles=titles))


def record(entries: Iterable[Entry], claim_id: str) -> Html:
    """Show the row of a claim among what is published: its cells that are not empty, notes apart.

    Raises
    ------
    ValueError
        If there is no such claim.

    Examples
    --------
    >>> from chancegames.ledger import judge
    >>> record(judge.entries("lecture"), "lecture-09").text.startswith("claim_id")
    True
    """
    claim = _named(entries, claim_id).claim
    cells = {name: str(getattr(claim, name, "") or "") for name in COLUMNS if name != "note"}
    told = {name: words for name, words in cells.items() if words}
    return Html(render("record.html", cells=told))


def _named(entries: Iterable[Entry], claim_id: str) -> Entry:
    for entry in entries:
        if entry.claim.claim_id == claim_id:
            return entry
    raise ValueError(f"there is no claim {claim_id}")


def discrepancies(entries: Sequence[Entry], titles: Titles) -> Html:
    """Show each error of the sources in one table, with links to the ledger and the chapters.

    Examples
    --------
    >>> from chancegames.ledger import judge
    >>> "_half_the_chance" in discrepancies(judge.entries("dicebattle", "blind"), {}).markup
    True
    """
    apart = [entry for entry in entries if entry.verdict in APART]
    groups = {title: _grouped(own) for title, own in _by_source(apart).items()}

    def door(group: list[Entry]) -> str:
        return _ROUNDED if _rounded(group[0]) else group_of(group[0].verdict)

    order = ("wrong", "true in part", _ROUNDED, "nobody can check")
    by_kind = {
        title: sorted(
            own, key=lambda group: (order.index(door(group)), group[0].verdict == "erratum")
        )
        for title, own in groups.items()
    }
    return _behind_doors(apart, by_kind, door, titles, "discrepancies")


def answers(entries: Sequence[Entry]) -> Html:
    """Count the places that the sources leave blank, and say where it stands what belongs there."""
    n = sum(entry.verdict == "answered" for entry in entries)
    return Html(render("answers.html", count=n))


@dataclass(frozen=True)
class Picture:
    """A game as the front page shows it.

    Attributes
    ----------
    name : str
    page : str
        Slug of the chapter to begin with.
    line : str
        What the game asks, or how it is played.
    draw : callable
        Returns the picture, an ``<svg>``.
    caption : str
        How to read the picture.
    advises : bool
        Whether the page that plays has an adviser of its own.
    told : str
        Slug of a chapter about the game, for a page that plays.
    """

    name: str
    page: str
    line: str
    draw: Callable[[], str]
    caption: str = ""
    advises: bool = True
    told: str = ""


def games(pictures: Iterable[Picture], template: str = "games.html") -> Html:
    """Show the games side by side, each with its picture and a link to where it begins.

    With the template "play.html" the links lead to the pages that play.

    Examples
    --------
    >>> games([]).markup
    '<ul class="games"></ul>'
    """
    return Html(render(template, pictures=list(pictures)))


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


def _behind_doors(
    entries: Sequence[Entry],
    groups: Mapping[str, list[list[Entry]]],
    door: Callable[[list[Entry]], str],
    titles: Titles,
    name: str,
) -> Html:
    """Rows of one or more claims each, under the title of their source, each behind its door."""
    parts: dict[str, dict[str, list[list[Entry]]]] = {}
    for title, own in groups.items():
        doors = parts.setdefault(title, {})
        for group in own:
            doors.setdefault(door(group), []).append(group)
    rows = frame(entries)
    values = {
        "name": name,
        "parts": parts,
        "counts": totals(_apart(entries)[0]),
        "rounded": sum(map(_rounded, _apart(entries)[0])),
        "firm": sum(map(_firm, _apart(entries)[0])),
        "groups": GROUPS,
        "literature": literature(),
        "pages": {e.page: titles.get(e.page, e.page) for e in entries if e.page},
        "titles": titles,
        "rows": rows,
    }
    return Html(render("doors.html", **values), rows.to_string(index=False))


def _by_source(entries: Iterable[Entry]) -> dict[str, list[Entry]]:
    """The entries under the titles of their sources, in the order of the book."""
    parts: dict[str, list[Entry]] = {title: [] for title in sources().values()}
    for entry in entries:
        parts[sources()[entry.claim.source]].append(entry)
    return {title: own for title, own in parts.items() if own}


def _apart(entries: Iterable[Entry]) -> tuple[list[Entry], list[Entry]]:
    """The claims of the sources that the book is about, and those of the literature."""
    parts: tuple[list[Entry], list[Entry]] = ([], [])
    for entry in entries:
        parts[entry.claim.source in literature()].append(entry)
    return parts
