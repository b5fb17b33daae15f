"""Claims that share a verdict for one and the same reason are told together."""

from collections.abc import Iterable
from dataclasses import dataclass

from chancegames.ledger.verdict import Entry
from chancegames.show.report.html import ledger_link

#: Of a group of more claims than that only the first and the last are named.
MOST_NAMED = 4


@dataclass(frozen=True)
class Group:
    """Claims of one source that have one verdict, one cause and one proof.

    Attributes
    ----------
    entries : tuple of Entry
        In the order of the source, at least one.
    """

    entries: tuple[Entry, ...]

    @property
    def first(self) -> Entry:
        """The entry that speaks for all."""
        return self.entries[0]


def grouped(entries: Iterable[Entry]) -> list[Group]:
    """Gather claims by source, verdict, cause and proof.

    Parameters
    ----------
    entries : iterable of Entry

    Returns
    -------
    list of Group
        In the order of the first entry of each.

    Examples
    --------
    >>> from chancegames.ledger import judge
    >>> apart = [e for e in judge.entries("dicebattle", "one-shot LP") if e.cause]
    >>> [len(group.entries) for group in grouped(apart)][:2]
    [3, 1]
    """
    groups: dict[tuple[str, ...], list[Entry]] = {}
    for entry in entries:
        key = (entry.claim.source, entry.verdict, entry.cause, entry.proof)
        groups.setdefault(key, []).append(entry)
    return [Group(tuple(found)) for found in groups.values()]


def names(group: Group) -> str:
    """Name the claims of a group, each with a link to its row of the ledger.

    Parameters
    ----------
    group : Group

    Returns
    -------
    str
        HTML; of more than `MOST_NAMED` claims the first and the last.
    """
    ids = [entry.claim.claim_id for entry in group.entries]
    if len(ids) > MOST_NAMED:
        return f"{len(ids)} claims, {ledger_link(ids[0])} to {ledger_link(ids[-1])}"
    return ", ".join(map(ledger_link, ids))
