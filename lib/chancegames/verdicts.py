"""The ledger as the pages show it: judged once for each state of the library.

Judging every claim takes half a minute, and many pages show verdicts.  So they are kept under the
fingerprint of everything that they depend on.  Where nothing is kept, a page judges the claims
that it shows.  The tests of the ledger read nothing from here: they compute everything anew.
"""

import pickle
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from chancegames import audit
from chancegames.files import write_whole
from chancegames.fingerprint import fingerprint
from chancegames.ledger.claims import Claim, all_claims
from chancegames.ledger.verdict import Entry
from chancegames.paths import BUILD


def kept_path() -> Path:
    """Return the file of verdicts for the library as it is now.

    Returns
    -------
    Path

    Examples
    --------
    >>> kept_path().suffix
    '.pickle'
    """
    return BUILD / ".ledgers" / f"{fingerprint()}.pickle"


def full() -> tuple[Entry, ...]:
    """The whole ledger: recalled if nothing has changed, else judged and kept.

    Returns
    -------
    tuple of Entry
        Equal to `audit.full`.
    """
    known = _kept()
    if len(known) == len(all_claims()):
        return tuple(known.values())
    entries = audit.full()
    write_whole(kept_path(), pickle.dumps(entries))
    _kept.cache_clear()
    return entries


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
    return tuple(
        _kept().get(c.claim_id) or audit.judge(c) for c in audit.located(source, *locators)
    )


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
    return _kept().get(claim.claim_id) or audit.judge(claim)


@cache
def _kept() -> Mapping[str, Entry]:
    """Read what is kept; a damaged file is worth nothing and is judged anew."""
    try:
        found = pickle.loads(kept_path().read_bytes())
        return {entry.claim.claim_id: entry for entry in found}
    except Exception:  # a damaged pickle raises whatever its bytes happen to say
        return {}
