"""The ledger as the pages show it: judged once for each state of the library.

Judging every claim takes half a minute, and many pages show verdicts.  So those of each source are
kept under the fingerprint of everything that they depend on.  Where nothing is kept, a page judges
the claims that it shows.  The tests of the ledger read nothing from here: they compute everything
anew, and what they have judged is kept for the pages.
"""

import pickle
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from chancegames.base.files import write_whole
from chancegames.base.fingerprint import fingerprint
from chancegames.base.paths import BUILD
from chancegames.base.workers import each
from chancegames.ledger import audit
from chancegames.ledger.claims import SOURCES, Claim
from chancegames.ledger.verdict import Entry


def kept_path(source: str) -> Path:
    """Return the file of a source's verdicts for the library as it is now.

    Parameters
    ----------
    source : str
        Key of `SOURCES`.

    Returns
    -------
    Path

    Examples
    --------
    >>> kept_path("lecture").name
    'lecture.pickle'
    """
    return BUILD / ".ledgers" / fingerprint() / f"{source}.pickle"


def keep(source: str, judged: Sequence[Entry]) -> None:
    """Keep the verdicts of a whole source.

    Parameters
    ----------
    source : str
        Key of `SOURCES`.
    judged : sequence of Entry
        What `audit.entries` gives for the source.
    """
    write_whole(kept_path(source), pickle.dumps(tuple(judged)))
    _kept.cache_clear()


def full() -> tuple[Entry, ...]:
    """The whole ledger: recalled where nothing has changed, else judged and kept.

    Returns
    -------
    tuple of Entry
        Equal to `audit.full`.
    """
    missing = [source for source in SOURCES if not _kept(source)]
    for source, judged in each(audit.entries, missing):
        keep(source, judged)
    return tuple(entry for source in SOURCES for entry in _kept(source).values())


def entries(source: str, *locators: str) -> tuple[Entry, ...]:
    """The ledger of one source, or of some of its tables.

    Parameters
    ----------
    source : str
        Key of `SOURCES`.
    *locators : str
        Only claims that stand there; all if none is given.

    Returns
    -------
    tuple of Entry
        Equal to `audit.entries`.

    Raises
    ------
    ValueError
        If the source or a locator is unknown.

    Examples
    --------
    >>> entries("dicebattle", "model") == audit.entries("dicebattle", "model")
    True
    """
    return tuple(map(_entry, audit.located(source, *locators)))


def page_entries(page: str) -> tuple[Entry, ...]:
    """The claims that one chapter answers, over all sources.

    Parameters
    ----------
    page : str
        Slug of the chapter.

    Returns
    -------
    tuple of Entry

    Examples
    --------
    >>> page_entries("no such page")
    ()
    """
    return tuple(map(_entry, audit.answered_on(page)))


def _entry(claim: Claim) -> Entry:
    return _kept(claim.source).get(claim.claim_id) or audit.judge(claim)


@cache
def _kept(source: str) -> Mapping[str, Entry]:
    """Read what is kept; a damaged file is worth nothing and is judged anew."""
    try:
        found = pickle.loads(kept_path(source).read_bytes())
        return {entry.claim.claim_id: entry for entry in found}
    except Exception:  # a damaged pickle raises whatever its bytes happen to say
        return {}
