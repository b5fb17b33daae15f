"""The verdict box on top of a chapter, and its list of differences."""

from html import escape

from chancegames.ledger import judge
from chancegames.ledger.verdict import CONFIRMED, Entry, totals
from chancegames.show.report.groups import MOST_NAMED, Group, grouped, names
from chancegames.show.report.html import LEDGER, Html, badge


def verdict_box(page: str, seconds: float | None = None) -> Html:
    """Sum up in a box how the claims of a chapter fare.

    Parameters
    ----------
    page : str
        Slug of the chapter.
    seconds : float, optional
        Usual runtime of the chapter.

    Returns
    -------
    Html

    Raises
    ------
    ValueError
        If no claim is answered on that page.

    Examples
    --------
    >>> "claims confirmed" in repr(verdict_box("one-throw-each"))
    True
    """
    entries = judge.page_entries(page)
    if not entries:
        raise ValueError(f"no claim is answered on a page {page!r}")
    confirmed = sum(entry.verdict in CONFIRMED for entry in entries)
    rest = [entry for entry in entries if entry.verdict not in CONFIRMED]
    counts = totals(rest)
    words = ", ".join(f"{n} {badge(verdict)}" for verdict, n in counts.items())
    runtime = f" This chapter usually runs in {seconds:.0f} s." if seconds else ""
    markup = (
        '<aside class="verdict-box" aria-label="verdict of this chapter">'
        f"<strong>{confirmed} of {len(entries)} claims confirmed</strong>"
        f"{'; of the others: ' + words if rest else ''}. "
        f'<a href="{LEDGER}?page={escape(page)}">See them in the ledger.</a>{runtime}</aside>'
    )
    plain = ", ".join(f"{n} {verdict}" for verdict, n in counts.items())
    return Html(markup, f"{confirmed} of {len(entries)} claims confirmed; {plain}")


def differences(page: str) -> Html:
    """List every claim of a chapter that does not simply match, each cause and proof once.

    Parameters
    ----------
    page : str
        Slug of the chapter.

    Returns
    -------
    Html

    Examples
    --------
    >>> "dicebattle-C13" in repr(differences("one-throw-each"))
    True
    """
    entries = [entry for entry in judge.page_entries(page) if entry.cause]
    items = "".join(_item(group) for group in grouped(entries))
    plain = "\n".join(f"{e.claim.claim_id}: {e.verdict}: {e.cause}" for e in entries)
    return Html(f'<dl class="differences">{items}</dl>', plain)


def _item(group: Group) -> str:
    """A cause once; what each claim says stands before it, unless the claims are many."""
    entry = group.first
    proof = f" Proof: <code>{escape(entry.proof)}</code>." if entry.proof else ""
    said = "" if len(group.entries) > MOST_NAMED else "".join(map(_said, group.entries))
    return (
        f"<dt>{names(group)} {badge(entry.verdict)}</dt><dd>{said}{escape(entry.cause)}{proof}</dd>"
    )


def _said(entry: Entry) -> str:
    claim = entry.claim
    computed = f"; computed {escape(entry.computed)}" if entry.computed else ""
    return f"<em>{escape(claim.quantity)}</em>: printed {escape(claim.published)}{computed}. "
