"""Pieces of the prose pages: the five games, the runtimes, what the sources left blank."""

from collections.abc import Iterable, Sequence
from html import escape
from typing import Protocol

import pandas as pd

from chancegames.ledger.verdict import Entry
from chancegames.show.report.html import (
    CHAPTERS,
    Html,
    chapter_links,
    csv_link,
    ledger_link,
    page_table,
    shortened,
)


class Picture(Protocol):
    """A game as the front page shows it: its name, its page, a line, and a drawing."""

    name: str
    page: str
    line: str

    def draw(self) -> str:
        """The picture, an ``<svg>``."""


def games(pictures: Iterable[Picture]) -> Html:
    """Show the games side by side, each with its picture and a link to where it begins.

    Parameters
    ----------
    pictures : iterable of Picture

    Returns
    -------
    Html

    Examples
    --------
    >>> games([]).markup
    '<ul class="games"></ul>'
    """
    shown = list(pictures)
    items = "".join(
        f'<li><a href="{CHAPTERS}/{one.page}.html">{one.draw()}<strong>{escape(one.name)}</strong>'
        f"<span>{escape(one.line)}</span></a></li>"
        for one in shown
    )
    return Html(f'<ul class="games">{items}</ul>', ", ".join(one.name for one in shown))


def runtimes(rows: Sequence[tuple[str, str, float, int, str]]) -> Html:
    """Show how long each chapter runs and how much memory it takes.

    Parameters
    ----------
    rows : sequence of (slug, title, seconds, megabytes, processor)

    Returns
    -------
    Html

    Examples
    --------
    >>> print(runtimes([("one-look", "One look", 4.3, 256, "a processor")]).text)
     chapter  seconds  megabytes   processor
    one-look      4.3        256 a processor
    """
    body = "".join(
        f'<tr><th scope="row"><a href="{CHAPTERS}/{slug}.html">{escape(title)}</a></th>'
        f"<td>{seconds:.1f}</td><td>{megabytes}</td><td>{escape(processor)}</td></tr>"
        for slug, title, seconds, megabytes, processor in rows
    )
    total = sum(seconds for _, _, seconds, _, _ in rows)
    most = max(megabytes for _, _, _, megabytes, _ in rows)
    foot = (
        f'<tr><th scope="row">all, one after the other</th><td>{total:.1f}</td>'
        f"<td>{most} at most</td><td></td></tr>"
    )
    table = page_table(
        ("chapter", "seconds", "megabytes", "processor"),
        f"<tbody>{body}{foot}</tbody>",
        caption="Wall time from the start of the kernel, and peak memory of the kernel, at the "
        "default parameters",
        label="runtimes",
    )
    columns = ["chapter", "seconds", "megabytes", "processor"]
    frame = pd.DataFrame([(slug, *rest) for slug, _, *rest in rows], columns=columns)
    return Html(table + csv_link(frame, "runtimes"), frame.to_string(index=False))


def answers(entries: Sequence[Entry]) -> Html:
    """Show the places that the sources leave blank, with what stands there now.

    Parameters
    ----------
    entries : sequence of Entry
        The whole ledger.

    Returns
    -------
    Html
    """
    found = [e for e in entries if e.verdict == "answered"]
    body = "".join(
        f'<tr><th scope="row">{ledger_link(e.claim.claim_id)}</th>'
        f"<td>{escape(e.claim.locator)}: {escape(e.claim.quantity)}</td>"
        f"<td>{shortened(e.computed)}</td><td>{chapter_links([e.page])}</td></tr>"
        for e in found
    )
    table = page_table(
        ("claim", "what is missing", "ours", "chapter"),
        f"<tbody>{body}</tbody>",
        caption="Cells, tables and figures that the sources leave blank or the scans have lost",
        label="what was blank",
    )
    return Html(table, "; ".join(e.claim.claim_id for e in found))
