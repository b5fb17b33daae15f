"""The ledger, judged once for each state of the library.

Judging every claim takes half a minute.  Rendering needs the verdicts on several pages, so they
are kept beside the outputs of the chapters, under the same fingerprint.  The tests never read what
is kept here: they compute everything anew.
"""

import pickle

from chancegames import audit
from chancegames.files import write_whole
from chancegames.ledger.verdict import Entry
from chancegames.paths import BUILD
from chancegames.runner.cache import fingerprint


def kept_ledger() -> tuple[Entry, ...]:
    """Judge every claim, or recall the verdicts if nothing has changed since.

    Returns
    -------
    tuple of Entry
        As `audit.full`.
    """
    path = BUILD / ".ledgers" / f"{fingerprint()}.pickle"
    if path.is_file():
        try:
            return pickle.loads(path.read_bytes())
        except (pickle.UnpicklingError, EOFError, AttributeError):
            path.unlink()
    entries = audit.full()
    write_whole(path, pickle.dumps(entries))
    return entries
