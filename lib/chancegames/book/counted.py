"""How many claims there are of each kind, for sentences that say so."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from difflib import SequenceMatcher
from functools import partial
from string import digits

from chancegames.base.files import read_rows
from chancegames.base.findings import Finding
from chancegames.base.paths import DATA
from chancegames.ledger import judge
from chancegames.ledger.claims import PUBLISHED, literature, sources
from chancegames.ledger.compare import compare
from chancegames.ledger.verdict import SPOKEN, WRONG, Entry, by_group, tally, totals
from chancegames.show.report.html import Html
from chancegames.sources.registry import ANSWERS

_GROUPS = {
    "in-part": "true in part",
    "repaired": "agrees after repair",
    "unchecked": "nobody can check",
    "nothing": "nothing to check",
}
#: What a verdict of a mistake may hang on, as the exceptions call it.
_CHOICES = {"sentences": "a reading", "digits": "damaged digits", "rounded": "a habit of rounding"}
#: What claims may be called that were called wrong.
_TODAY = {
    "reading": "depends on the reading",
    "exceptions": "holds with exceptions",
    "scan": "scan damage",
}
#: The studies that anybody can look up.
_PUBLIC = ("johnson1970", "albarede2000", "albarede2007")
_COUNTED = (
    *("claims", "confirmed", "wrong", "mistakes", "firm", "tested", "rest", "errata", "refuted"),
    *("lost", "illegible", "experiments", "unseen", "scan", "gone", "spoken"),
    *_GROUPS,
    *_CHOICES,
)


def _hangs_on(entries: Iterable[Entry]) -> Counter[str]:
    """How many wrong claims hang on each of `_CHOICES`; nothing for those that hang on none."""
    wrong = (entry for entry in entries if entry.verdict in WRONG)
    return Counter(entry.exception.rests_on if entry.exception else "" for entry in wrong)


def _own(*verdicts: str) -> list[Entry]:
    """Find the claims of the five studies, or those of them with one of these verdicts."""
    own = (entry for entry in judge.full() if entry.claim.source not in literature())
    return [entry for entry in own if not verdicts or entry.verdict in verdicts]


def _claims(which: str) -> Html:
    """How many claims of the five studies there are, are confirmed, or wrong, and so on."""
    own = _own()
    count, kinds, groups = tally(own), totals(own), by_group(own)
    hang = _hangs_on(own)
    numbers = {
        **{name: getattr(count, name) for name in ("claims", "confirmed", "wrong")},
        "mistakes": sum(count.rests_on.values()),
        **{name: groups[group] for name, group in _GROUPS.items()},
        "rest": count.claims - count.confirmed - count.wrong,
        **{name: hang[choice] for name, choice in _CHOICES.items()},
        "firm": hang[""],
        "unseen": sum(e.verdict in WRONG and e.claim.source not in _PUBLIC for e in own),
        "tested": kinds.get("holds on the range tested", 0),
        "lost": kinds.get("not reproducible", 0) + kinds.get("scan damage", 0),
        "illegible": kinds.get("illegible", 0),
        "scan": kinds.get("scan damage", 0),
        "gone": kinds.get("not reproducible", 0) + kinds.get("illegible", 0),
        "spoken": kinds.get("holds", 0) + kinds.get("holds on the range tested", 0),
        "experiments": sum(e.verdict == "matches" and e.claim.kind == "simulated" for e in own),
        "errata": kinds.get("erratum", 0),
        "refuted": kinds.get("refuted", 0),
    }
    words = f"{numbers[which]:,}"
    return Html(words, words)


def _literature(which: str) -> Html:
    """How many values of the literature on Yahtzee there are, are confirmed, or wrong."""
    published = [entry for entry in judge.full() if entry.claim.source in literature()]
    words = str(getattr(tally(published), which))
    return Html(words, words)


def _slips() -> Html:
    """For how many errata of the five studies a slip is known that gives the printed number."""
    own = _own("erratum")
    for entry in own:
        judge.call_for(entry.claim)  # its source declares its proofs when it is loaded
    proofs = {entry.claim.claim_id: ANSWERS.proofs.get(entry.proof) for entry in own}
    words = str(sum(p is not None and at in p.call.result.slips for at, p in proofs.items()))
    return Html(words, words)


def _is_one_digit_off(entry: Entry) -> bool:
    """Whether a number that is wrong would be right if the text had one digit wrong.

    A sentence with a number in it is not: nobody reads it so for a program.
    """
    claim, call = entry.claim, judge.call_for(entry.claim)
    assert call
    if claim.kind in SPOKEN or isinstance(call.result, Finding):
        return False
    read = (
        f"{claim.published[:place]}{digit}{claim.published[place + 1 :]}"
        for place, char in enumerate(claim.published)
        if char.isdecimal()
        for digit in digits
    )
    return any(compare(replace(claim, published=text), call.result).agrees for text in read)


def _withdrawn_claims() -> list[str]:
    """List the claims that an earlier edition called wrong and this one does not."""
    return [row["claim_id"] for row in read_rows(DATA / "withdrawn.csv").values()]


def _withdrawn(which: str) -> Html:
    """How many claims an earlier edition called wrong, and what this one says of them."""
    by_id = {entry.claim.claim_id: entry.verdict for entry in judge.full()}
    now = Counter(by_id[claim_id] for claim_id in _withdrawn_claims())
    totals = {"all": now.total(), "ever": now.total() + len(_own(*WRONG))}
    totals["dice"] = sum(name.startswith("dicebattle") for name in _withdrawn_claims())
    words = str(now[_TODAY[which]] if which in _TODAY else totals[which])
    return Html(words, words)


def _mended(which: str) -> Html:
    """How many rows of the five studies were corrected since they were first typed.

    Either in any cell, or in what the study prints; or how many were added.
    """
    own = {entry.claim.claim_id for entry in _own()}
    mends = [row for row in read_rows(PUBLISHED / "mended.csv").values() if row["claim_id"] in own]
    chosen = {
        "any": [row for row in mends if row["field"] != "added"],
        "printed": [row for row in mends if row["field"] == "published"],
        "added": [row for row in mends if row["field"] == "added"],
    }
    words = str(len({row["claim_id"] for row in chosen[which]}))
    return Html(words, words)


def _repairs(which: str) -> Html:
    """How many decimals of the memo are repaired in one digit or in more, or are wrong even so.

    "agree" counts all claims of the memo that agree after a repair, whatever their kind.

    Examples
    --------
    >>> _lost(".83380", ".833B0"), _lost(".83551", ".''3551")
    (1, 1)
    >>> _lost(".98063", ".'£063")
    2
    """
    memo = judge.entries("johnson1970")
    repaired = [
        entry
        for entry in memo
        if entry.claim.basis == "repaired" and re.fullmatch(r"[\d.]+", entry.claim.published)
    ]
    lost = [_lost(entry.claim.published, entry.claim.scan) for entry in repaired]
    against = sum(entry.verdict in WRONG for entry in repaired)
    found = {"one": lost.count(1), "more": sum(n > 1 for n in lost), "against": against}
    sound = [entry for entry in repaired if re.fullmatch(r"[\d.]+", entry.claim.scan)]
    found["sound"] = sum(entry.verdict == "agrees after repair" for entry in sound)
    found["agree"] = sum(entry.verdict == "agrees after repair" for entry in memo)
    words = str(found[which])
    return Html(words, words)


def _readings(printed: str, scan: str) -> list[str]:
    """What each character of a number may be: any digit, where the scan does not show it.

    Examples
    --------
    >>> _readings(".83", ".8B")
    ['.', '8', '0123456789']
    """
    read = SequenceMatcher(None, scan.replace(" ", ""), printed, autojunk=False)
    kept = {at.b + n for at in read.get_matching_blocks() for n in range(at.size)}
    return [
        digits if char.isdigit() and place not in kept else char
        for place, char in enumerate(printed)
    ]


def _lost(printed: str, scan: str) -> int:
    """Digits of a number that are not in the scan, in their order."""
    return _readings(printed, scan).count(digits)


def _mutations(which: str) -> Html:
    """How many changes of one printed digit the tests were shown, missed, or noticed by a copy."""
    rows = {row["why"]: row for row in read_rows(DATA / "mutations.csv").values()}
    count = {why: (int(row["noticed"]), int(row["missed"])) for why, row in rows.items()}
    noticed, missed = (sum(part) for part in zip(*count.values(), strict=True))
    numbers = {
        "digits": noticed + missed,
        "missed": missed,
        "copied": count["copied"][0],
        "simulated": count["simulated"][1],
        "repeated": count["only repeated"][1],
    }
    words = f"{numbers[which]:,}"
    return Html(words, words)


def _bars() -> Html:
    """The claims of each study as a bar and in numbers: confirmed, neither, wrong, on any reading.

    Examples
    --------
    >>> print(_bars().text.splitlines()[-1])
    all five: 848 confirmed, 381 neither, 94 wrong (43 on any reading)
    """
    own = _own()
    short = {source: title.partition(",")[0] for source, title in sources().items()}
    short["lecture"] = "lecture notes"  # their title is too long for a cell
    groups = {
        name: [entry for entry in own if entry.claim.source == source]
        for source, name in short.items()
        if source not in literature()
    }
    rows, told = [], []
    for name, entries in {**groups, "all five": own}.items():
        count = tally(entries)
        rest = count.claims - count.confirmed - count.wrong
        parts = {"confirmed": count.confirmed, "neither": rest, "wrong": count.wrong}
        spans = "".join(
            f'<span class="{kind}" style="width: {100 * number / count.claims:.1f}%"></span>'
            for kind, number in parts.items()
        )
        firm = _hangs_on(entries)[""]
        cells = "".join(f"<td>{number}</td>" for number in (*parts.values(), firm))
        rows.append(
            f'<tr><th scope="row">{name}</th>'
            f'<td class="parts" aria-hidden="true">{spans}</td>{cells}</tr>'
        )
        words = ", ".join(f"{number} {kind}" for kind, number in parts.items())
        told.append(f"{name}: {words} ({firm} on any reading)")
    heads = ("confirmed", "neither", "wrong", "of these, on any reading")
    head = "".join(f'<th scope="col">{kind}</th>' for kind in heads)
    return Html(
        f'<table class="claims-bars"><thead><tr><td></td><td></td>{head}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table>",
        "\n".join(told),
    )


#: What the exceptions call a choice, and how a picture says it.
_HANG_ON = {
    "": "on the text alone",
    "a reading": "on what a sentence means",
    "damaged digits": "on a damaged digit",
    "a habit of rounding": "on how a study rounds",
}


def _squares() -> Html:
    """The wrong claims as squares, by what each hangs on; open where one misread digit would do.

    Examples
    --------
    >>> print(_squares().text.splitlines()[0])
    on the text alone: 43, of these 6 by one digit
    """
    own = _own(*WRONG)
    rows, told = [], []
    for choice, words in _HANG_ON.items():
        those = [e for e in own if e.exception and e.exception.rests_on == choice]
        one_off = sum(map(_is_one_digit_off, those))
        squares = "<i></i>" * (len(those) - one_off) + '<i class="open"></i>' * one_off
        rows.append(
            f'<tr><th scope="row">{words}</th><td class="squares" aria-hidden="true">{squares}</td>'
            f"<td>{len(those)}</td><td>{one_off}</td></tr>"
        )
        told.append(f"{words}: {len(those)}, of these {one_off} by one digit")
    heads = ("wrong", "of these, by one digit")
    head = "".join(f'<th scope="col">{kind}</th>' for kind in heads)
    return Html(
        f'<table class="claims-bars"><thead><tr><td></td><td></td>{head}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table>",
        "\n".join(told),
    )


#: The ways of a claim: class of the line, its steps, the verdict at its end, if it has one, and
#: by which name `_claims` counts those that come there.
_WAYS = (
    ("", ("text of the study", "row with every digit", "our own answer", "the same?"), "", ""),
    ("fork", ("yes",), "confirmed", "confirmed"),
    ("fork", ("yes, after a repair",), "neither", "repaired"),
    ("fork", ("no", "whose mistake?"), "", ""),
    ("fork deeper", ("ours", "mend it, compare again"), "", ""),
    ("fork deeper", ("theirs", "prove it"), "wrong", "wrong"),
    ("fork deeper", ("true in part, or on one reading",), "neither", "in-part"),
    ("fork deeper", ("the scan’s, it seems",), "neither", "scan"),
    ("fork", ("lost, or drawn by lot",), "neither", "gone"),
    ("fork", ("nothing to compare",), "neither", "nothing"),
)


def _flow() -> Html:
    """The ways from the text of a study to a verdict, with how many claims take each.

    Examples
    --------
    >>> print(_flow().text.splitlines()[1])
    yes → confirmed: 848
    """
    html, told = [], []
    for kind, steps, verdict, counted in _WAYS:
        items = [f"<li>{step}</li>" for step in steps]
        words = " → ".join(steps)
        if verdict:
            many = _claims(counted).text
            badge = "other" if verdict == "neither" else verdict
            items.append(f'<li><span class="verdict {badge}">{verdict}</span> {many}</li>')
            words += f" → {verdict}: {many}"
        html.append(f'<ol class="flow {kind}">{"".join(items)}</ol>')
        told.append(words)
    return Html("\n".join(html), "\n".join(told))


#: What stands in a sentence: ``{computed}`claims-wrong```.
_INLINE: Mapping[str, Callable[[], Html]] = {
    **{f"claims-{which}": partial(_claims, which) for which in _COUNTED},
    **{
        f"literature-{what}": partial(_literature, what)
        for what in ("claims", "confirmed", "wrong")
    },
    "claims-slips": _slips,
    **{
        f"withdrawn-{which}": partial(_withdrawn, which)
        for which in ("all", "ever", "dice", *_TODAY)
    },
    **{f"mended-{which}": partial(_mended, which) for which in ("any", "printed", "added")},
    **{
        f"repairs-{which}": partial(_repairs, which)
        for which in ("one", "more", "against", "agree", "sound")
    },
    **{
        f"mutations-{which}": partial(_mutations, which)
        for which in ("digits", "missed", "copied", "simulated", "repeated")
    },
}
