"""Mends of the transcription, and the proof that nothing else was changed.

A mend is a cell of a claim, with what stood there first; or a claim that was ``added`` later.
"""

import csv
import hashlib
import io

from chancegames.base.files import BadFile, read_rows
from chancegames.ledger.claims import PUBLISHED


def pristine_digest(source: str) -> str:
    """Undo the mends of a source and digest what is left.

    Raises
    ------
    BadFile
        If a mend names a claim that is not there or a value that does not stand there.

    Examples
    --------
    >>> pristine_digest("lecture") == recorded_digests()["lecture"]
    True
    """
    rows = list(read_rows(PUBLISHED / f"{source}.csv").values())
    by_id = {row["claim_id"]: row for row in rows}
    for mend in read_rows(PUBLISHED / "mended.csv").values():
        row = by_id.get(mend["claim_id"])
        if row is None:
            continue
        if mend["field"] == "added":
            rows.remove(row)
            continue
        if row.get(mend["field"]) != mend["now"]:
            raise BadFile(f"mended.csv: {mend['claim_id']} does not read {mend['now']!r}")
        row[mend["field"]] = mend["was"]
    return hashlib.sha256(_as_csv(rows).encode()).hexdigest()


def recorded_digests() -> dict[str, str]:
    """Read the digests of the first transcription, by source.

    Returns
    -------
    dict of str to str

    Examples
    --------
    >>> len(recorded_digests())
    5
    """
    lines = (PUBLISHED / "pristine.sha256").read_text().splitlines()
    pairs = (line.split() for line in lines)
    return {name.removesuffix(".csv"): digest for digest, name in pairs}


def _as_csv(rows: list[dict[str, str]]) -> str:
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]), lineterminator="\r\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()
