"""How an entry of the ledger becomes a row of a table: here, and nowhere else."""

import re
from collections.abc import Iterable

import pandas as pd

from chancegames.ledger.verdict import Entry

#: Columns of every table of claims that can be downloaded, ``_build/ledger.csv`` included.
COLUMNS = (
    "claim_id",
    "source",
    "locator",
    "quantity",
    "published",
    "also_printed",
    "computed",
    "difference",
    "verdict",
    "cause",
    "proof",
    "counted_with",
    "rests_on",
    "kind",
    "basis",
    "scan",
    "function",
    "page",
)

#: What the transcription puts for the printed value of a claim in words.
_NO_VALUE = ("statement", "listed", "drawn")


#: Headings of reports whose tables are named by nothing but a word in the data.
_PLACES = {
    "notes": "the notes",
    "text": "in the text",
    "in text": "in the text",
    "model": "the model",
    "one-shot": "one throw each",
    "one-shot LP": "one throw each, by linear programming",
    "blind": "the blind player",
    "sequential": "the race to N",
    "sequential, zero scores": "the race, if a 1 scores nothing",
    "general": "both at once",
}


def frame(entries: Iterable[Entry]) -> pd.DataFrame:
    """Put ledger entries into a data frame of strings, one row each, with the columns `COLUMNS`.

    Examples
    --------
    >>> from chancegames.ledger import judge
    >>> list(frame(judge.entries("dicebattle", "model"))["verdict"])
    ['holds on the range tested', 'holds on the range tested', 'holds']
    """
    rows = ([_cell(entry, name) for name in COLUMNS] for entry in entries)
    return pd.DataFrame(rows, columns=list(COLUMNS), dtype=str)


def _place(locator: str) -> str:
    """Where a claim stands, in words.

    Examples
    --------
    >>> _place("table 4.1"), _place("one-shot")
    ('table 4.1', 'one throw each')
    """
    return _PLACES.get(locator, locator)


#: What stands one by one in a study, under one name each.
_TOGETHER = {
    r"eqs?\. .*": "equations",
    r"figures? .*": "figures",
    r"p\. .*": "single pages",
    r"theorem .*": "theorems",
    r"appendix .*": "appendices",
    r"(section|chapter) (\d+)\b.*": r"\1 \2",
}
_ORDER = (
    "in the text",
    "chapter",
    "section",
    "theorems",
    "equations",
    "single pages",
    "figures",
    "table",
    "appendices",
)


def _chapter_of(locator: str) -> str:
    """The part of a study in which a claim stands; its single equations count as one.

    Examples
    --------
    >>> _chapter_of("eq. (43)"), _chapter_of("section 5.4"), _chapter_of("table 4.1")
    ('equations', 'section 5', 'table 4.1')
    """
    for pattern, name in _TOGETHER.items():
        if found := re.fullmatch(pattern, locator):
            return found.expand(name)
    return _place(locator)


def _in_order(part: str) -> tuple[int, list[int]]:
    """A key that puts the parts of a study into order: text, equations, figures, tables.

    Examples
    --------
    >>> sorted(["table 10", "table 9", "section 5"], key=_in_order)
    ['section 5', 'table 9', 'table 10']
    """
    kind = next((n for n, name in enumerate(_ORDER) if part.startswith(name)), -1)
    return kind, [int(number) for number in re.findall(r"\d+", part)]


def _printed(entry: Entry) -> str:
    """What a source prints, both printings if there are two; the scan's characters if illegible.

    Empty for a claim in words that stand in its name already.
    """
    claim = entry.claim
    if claim.published.partition(";")[0] in _NO_VALUE:
        return ""
    parts = (claim.published, claim.also_printed)
    return " = ".join(part for part in parts if part) or f"(scan: {claim.scan})"


def _grouped(entries: Iterable[Entry]) -> list[list[Entry]]:
    """Gather the claims of a source that share a verdict for one and the same reason.

    Examples
    --------
    >>> from chancegames.ledger import judge
    >>> apart = [e for e in judge.entries("dicebattle", "one-shot LP") if e.cause]
    >>> [len(group) for group in _grouped(apart)][:2]
    [3, 1]
    """
    groups: dict[tuple[str, ...], list[Entry]] = {}
    for entry in entries:
        key = (entry.claim.source, entry.verdict, entry.cause, entry.proof)
        groups.setdefault(key, []).append(entry)
    return list(groups.values())


def _cell(entry: Entry, name: str) -> str:
    holders = (entry, entry.exception, entry.claim)
    return str(next((getattr(one, name) for one in holders if hasattr(one, name)), ""))
