"""How an entry of the ledger becomes a row of a table: here, and nowhere else."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping

import pandas as pd

from chancegames.ledger.claims import Claim
from chancegames.ledger.verdict import MEANINGS, WRONG, Entry

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

#: Where the kindest reader sees no mistake.
_ROUNDED = "rounded wrongly"

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
    "rounded",
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


def _rounded(entry: Entry) -> bool:
    """Whether a printed number is wrong only by the way in which it is rounded.

    Examples
    --------
    >>> from chancegames.ledger import judge
    >>> [e.claim.published for e in judge.entries("dicebattle", "blind") if _rounded(e)]
    ['only half']
    """
    return bool(entry.exception and entry.exception.rests_on == "a habit of rounding")


def _said(entry: Entry) -> str:
    """The verdict as the pages call it: what is only rounded wrongly has a name of its own.

    Examples
    --------
    >>> from chancegames.ledger import judge
    >>> [_said(entry) for entry in judge.entries("dicebattle", "blind")][:3]
    ['matches', 'matches', 'rounded wrongly']
    """
    return _ROUNDED if _rounded(entry) else entry.verdict


def _shared_notes(entries: Iterable[Entry]) -> list[str]:
    """What several cross-checked claims of a table have as their note, to be said once.

    Examples
    --------
    >>> from chancegames.ledger import judge
    >>> _shared_notes(judge.entries("albarede2007", "table 7"))
    ['couple label lost in the OCR; assigned from the layout of table 3']
    """
    notes = Counter(e.claim.note for e in entries if e.claim.basis == "cross-checked")
    return [note for note, n in notes.items() if note and n > 1]


def _counted(entries: Iterable[Entry]) -> Mapping[str, int]:
    """Count what `_said` says, in the order of `MEANINGS`.

    Examples
    --------
    >>> from chancegames.ledger import judge
    >>> _counted(judge.entries("dicebattle", "blind"))
    {'matches': 2, 'holds': 4, 'rounded wrongly': 1, 'refuted': 1}
    """
    order = list(MEANINGS)
    by_verdict = sorted(entries, key=lambda entry: order.index(entry.verdict))
    return dict(Counter(map(_said, by_verdict)))


def _firm(entry: Entry) -> bool:
    """Whether a claim is wrong however one reads a digit, a sentence or a rounding.

    Examples
    --------
    >>> from chancegames.ledger import judge
    >>> [e.claim.claim_id for e in judge.entries("dicebattle", "one-shot") if _firm(e)]
    ['dicebattle-C12']
    """
    return bool(entry.verdict in WRONG and entry.exception and not entry.exception.rests_on)


#: What stands in the tables of the studies, for who has not got them at hand.
_ABOUT = {
    "albarede2000": {
        "table 1": "what each policy is worth, if only 123 counts",
        "table 2": "what each policy is worth, if 123, 224 and 345 count",
        "table 3": "what each policy is worth in tokens",
        "table 4": "what each policy is worth, if the sum of the dice counts",
        "table 5": "tokens of each hand",
        "table 6": "chance to reach the goal",
        "table 7": "what comes instead, with one die or two",
        "table 8": "what comes instead of three of a kind",
        "table 9": "what comes instead of a pair",
        "table 10": "what comes instead of three different faces",
    },
    "albarede2007": {
        "table 1": "chance to reach the goal",
        "table 2": "what comes instead, with one die or two, first player",
        "table 3": "what comes instead of three of a kind, first player",
        "table 4": "what comes instead of a pair, first player",
        "table 5": "what comes instead of three different faces, first player",
        "table 6": "what comes instead, with one die or two, next players",
        "table 7": "what comes instead of three of a kind, next players",
        "table 8": "what comes instead of a pair, next players",
        "table 9": "what comes instead of three different faces, next players",
        "table 10": "does it help to change the goal?",
        "table 11": "what each policy is worth, first player",
        "table 12": "what each policy is worth, next players",
        "table 13": "tokens of each hand",
    },
    "johnson1970": {
        "table 4.1": "chance of winning with one look",
        "table 4.2": "a hand-drawn diagram of it",
        "table 4.2 (Monte Carlo)": "trials of it",
        "table 4.3": "chance of winning move by move",
        "table 4.4 values": "chance of winning with two looks",
        "table 4.4 rankings": "which strategy wins most",
        "table 4.5": "by how much looks multiply the chance of winning",
        "table 5.1": "how fast the chance of winning falls from move to move",
        "table 5.2 / ch.5 (Monte Carlo)": "trials of strategies that weigh",
        "table 6.1": "chance of winning in the third game",
        "table 6.2": "chance of losing in the third game",
    },
    "yahtzee_literature": {
        "Glenn 2006, table 1": "what five dice can show",
        "Glenn 2006, table 2": "ways to keep dice",
        "Glenn 2006, table 3": "how strategies compare",
    },
}


def _about(claim: Claim) -> str:
    """What the table is about in which a claim stands, if it is a table; else nothing.

    Examples
    --------
    >>> from chancegames.ledger.claims import claims
    >>> _about(next(c for c in claims("johnson1970") if c.locator == "table 4.1"))
    'chance of winning with one look'
    """
    return _ABOUT.get(claim.source, {}).get(claim.locator, "")


def _claimed(claim: Claim) -> str:
    """What is claimed, in words where the data has the abbreviations of a table.

    Examples
    --------
    >>> from chancegames.ledger.claims import claims
    >>> names = {c.claim_id: _claimed(c) for c in (*claims("albarede2007"), *claims("johnson1970"))}
    >>> names["albarede2007-T04-003"], names["johnson1970-4.1-004"]
    ('goal 211, in the end 311: first player, 3 casts', 'E = 0.5, A = 2/3: STRAT')
    >>> names["albarede2007-T11-008"]
    'delta123: with serendipity, dynamic, horizon 1'
    """
    match claim.args:
        case {"goal": goal, "final": final, "player": player, "casts": n}:
            what = f"{goal} is reached" if goal == final else f"goal {goal}, in the end {final}"
            return f"{what}: {player} player, {n} cast{'s' * (n > 1)}"
        case {"goal": goal, "at_most_casts": n}:
            return f"{goal} is reached: first player, at most {n} casts"
        case {"utility": utility, "serendipity": helped, "dynamism": dynamic, "horizon": horizon}:
            change = {True: "dynamic", False: "static", None: "static or dynamic"}[dynamic]
            return f"{utility}: {_BY[helped]} serendipity, {change}, horizon {horizon}"
        case {"utility": utility, "player": player}:
            return f"{utility}: {player} player"
        case {"u": utility, "i": player, "h": horizon, "seren": helped}:
            way = (
                f"{_BY[helped]} serendipity, horizon {horizon}"
                if helped is not None
                else "best play"
            )
            return f"{utility}: {'first' if player == 1 else 'next'} player, {way}"
        case {"u": utility}:
            return f"{utility}: first player, best play, of which the others are shares"
        case {"E": ends, "A": high}:
            cell = re.sub(r"(row \w+: )?E=\S+ A=\S+ ?", "", claim.quantity)
            return f"E = {ends}, A = {high}{': ' * bool(cell)}{cell}"
    return claim.quantity.replace(" | ", ": ")


_BY = {True: "with", False: "without"}


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
        hangs_on = entry.exception.rests_on if entry.exception else ""
        key = (entry.claim.source, entry.verdict, entry.cause, entry.proof, hangs_on)
        groups.setdefault(key, []).append(entry)
    return list(groups.values())


def _cell(entry: Entry, name: str) -> str:
    if name == "verdict":
        return _said(entry)  # a file says what the page says
    holders = (entry, entry.exception, entry.claim)
    return str(next((getattr(one, name) for one in holders if hasattr(one, name)), ""))
