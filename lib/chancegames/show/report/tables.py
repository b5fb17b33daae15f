"""Tables of published against computed values."""

from collections.abc import Iterable
from html import escape
from typing import Any

import pandas as pd
from pandas.io.formats.style import Styler

from chancegames.ledger import judge
from chancegames.ledger.verdict import Entry
from chancegames.show.report.html import Html, badge, csv_link, ledger_link, printed, shortened

COLUMNS = ("claim", "where", "quantity", "published", "computed", "difference", "verdict")


def frame(entries: Iterable[Entry]) -> pd.DataFrame:
    """Put ledger entries into a data frame, one row each, in the source's order.

    Parameters
    ----------
    entries : iterable of Entry

    Returns
    -------
    DataFrame
        With the columns `COLUMNS`, all strings.

    Examples
    --------
    >>> list(frame(judge.entries("dicebattle", "model"))["verdict"])
    ['holds', 'holds', 'holds']
    """
    rows = (
        (
            entry.claim.claim_id,
            entry.claim.locator,
            entry.claim.quantity,
            printed(entry),
            entry.computed,
            entry.difference,
            entry.verdict,
        )
        for entry in entries
    )
    return pd.DataFrame(rows, columns=list(COLUMNS), dtype=str)


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

    Returns
    -------
    Html
        A pandas Styler as HTML, with a link to the same table as CSV.

    Raises
    ------
    ValueError
        If source, locator or claim is unknown, or no row is left.

    Examples
    --------
    >>> "0.48" in table("dicebattle", "blind").markup
    True
    """
    entries = judge.entries(source, *locators)
    wanted = set(claims)
    if unknown := wanted - {entry.claim.claim_id for entry in entries}:
        raise ValueError(f"{source} has no claims {', '.join(sorted(unknown))} there")
    shown = frame(e for e in entries if not wanted or e.claim.claim_id in wanted)
    name = "-".join([source, *locators]).replace(" ", "-").replace(",", "")
    note = f"{caption or ', '.join(locators) or source}: {_count(shown)}"
    markup = styled(shown, note).to_html() + csv_link(shown, name)
    return Html(_scrollable(markup, note), shown.to_string(index=False))


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

    Returns
    -------
    Html

    Examples
    --------
    >>> rows = pd.DataFrame({"dice": [1], "mean": [3.5]})
    >>> "<td" in plain_table(rows, name="means", caption="mean scores").markup
    True
    """
    styler = rows.style.format(precision=digits, escape="html").hide(axis="index")
    markup = _captioned(styler, caption).to_html() + csv_link(rows, name)
    return Html(_scrollable(markup, caption), rows.to_string(index=False))


def styled(rows: pd.DataFrame, caption: str) -> Styler:
    """Style a frame of ledger entries.

    Parameters
    ----------
    rows : DataFrame
        With the columns `COLUMNS`.
    caption : str

    Returns
    -------
    Styler
    """
    formats: dict[str, Any] = dict.fromkeys(COLUMNS, escape)
    formats |= {"claim": ledger_link, "verdict": badge, "computed": shortened}
    return _captioned(rows.style.hide(axis="index").format(formats), caption)


def _captioned(styler: Styler, caption: str) -> Styler:
    """Caption, and a class for the style sheet; identifiers that equal from build to build."""
    styler = styler.set_caption(escape(caption)).set_uuid("t")
    return styler.set_table_attributes('class="ledger-table"')


def _scrollable(markup: str, label: str) -> str:
    return (
        f'<div class="table-frame" role="region" tabindex="0" aria-label="{escape(label)}">'
        f"{markup}</div>"
    )


def _count(rows: pd.DataFrame) -> str:
    counts = rows["verdict"].value_counts()
    return ", ".join(f"{counts[v]} {v}" for v in sorted(counts.index))
