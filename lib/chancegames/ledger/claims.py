"""The claims: every number, table, formula and statement that a source prints, one row each."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from typing import Any

from chancegames.base.files import BadFile, read_rows
from chancegames.base.paths import DATA

PUBLISHED = DATA / "published"

NUMERIC_KINDS = frozenset(
    ("exact", "count", "rounded", "truncated", "vector", "simulated", "input")
)
KINDS = NUMERIC_KINDS | frozenset(
    ("boolean", "ranking", "unknown", "statement", "formula", "figure", "program")
)
BASES = frozenset(("verbatim", "cross-checked", "repaired", "unreadable"))


@dataclass(frozen=True)
class Claim:
    """One claim of one source, as printed.

    Attributes
    ----------
    source : str
        Key of `sources`.
    claim_id, locator, quantity : str
        Stable key; table, section or equation; which cell.
    args : mapping
        Parameters of the quantity.
    published, also_printed : str
        The printed characters, digits kept; `also_printed` is a second printing of the value.
    kind, basis : str
        How to compare, and how well the characters stand in the scan.
    scan, note : str
        The scan's damaged characters; a hint.
    duplicate_of : str
        Id of the claim of which this one is a second print; empty for those that count.
    """

    source: str
    claim_id: str
    locator: str
    quantity: str
    args: Mapping[str, Any] = field(hash=False)
    published: str
    also_printed: str
    kind: str
    basis: str
    scan: str
    note: str
    duplicate_of: str = ""


#: The columns of a file of claims.
COLUMNS = tuple(one.name for one in fields(Claim) if one.name != "source")


@cache
def _listed() -> tuple[Mapping[str, str], ...]:
    return tuple(read_rows(PUBLISHED / "sources.csv", ("source", "title", "literature")).values())


def sources() -> dict[str, str]:
    """The sources in the order of the book: name of the file to short title.

    Examples
    --------
    >>> list(sources())[:2]
    ['lecture', 'albarede2000']
    """
    return {row["source"]: row["title"] for row in _listed()}


def literature() -> frozenset[str]:
    """Sources beside the five studies: published work on Yahtzee, counted apart.

    Examples
    --------
    >>> sorted(literature())
    ['yahtzee_literature']
    """
    return frozenset(row["source"] for row in _listed() if row["literature"])


@cache
def claims(source: str) -> tuple[Claim, ...]:
    """All claims of a source, in printed order; cells that the scan prints twice count once.

    Parameters
    ----------
    source : str
        Key of `sources`.

    Returns
    -------
    tuple of Claim

    Raises
    ------
    ValueError
        If the source is unknown or a row of its file is malformed.

    Examples
    --------
    >>> claims("lecture")[0].claim_id
    'lecture-01'
    """
    if source not in sources():
        raise ValueError(f"unknown source {source!r}; known are {', '.join(sources())}")
    path = PUBLISHED / f"{source}.csv"
    rows = read_rows(path, COLUMNS)
    if not rows:
        raise BadFile(f"{path.name} has no claims")
    return tuple(
        _claim(source, row, f"{path.name}, line {line}")
        for line, row in rows.items()
        if not row["duplicate_of"]
    )


def all_claims() -> tuple[Claim, ...]:
    """The claims of all sources, source by source.

    Returns
    -------
    tuple of Claim

    Examples
    --------
    >>> len({claim.claim_id for claim in all_claims()}) == len(all_claims())
    True
    """
    return tuple(claim for source in sources() for claim in claims(source))


def _claim(source: str, row: Mapping[str, str], where: str) -> Claim:
    if row["kind"] not in KINDS or row["basis"] not in BASES:
        raise BadFile(f"{where}: {row['claim_id']} is of an unknown kind or basis")
    try:
        args = json.loads(row["args"]) if row["args"] else {}
    except json.JSONDecodeError:
        raise BadFile(f"{where}: the args of {row['claim_id']} are not JSON") from None
    cells: dict[str, Any] = {**row, "args": args}
    return Claim(source=source, **cells)
