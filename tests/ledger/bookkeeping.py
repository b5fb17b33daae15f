"""What in a row of the exceptions contradicts what else is known of its claim."""

import re
from fractions import Fraction
from functools import cache
from numbers import Real

import pytest

from chancegames.base.findings import Finding
from chancegames.ledger import judge
from chancegames.ledger.claims import all_claims, claims, sources
from chancegames.ledger.exceptions import exceptions
from chancegames.ledger.verdict import WRONG
from chancegames.sources.registry import ANSWERS

BY_ID = {claim.claim_id: claim for claim in all_claims()}
_NUMBER = re.compile(r"(?<![\w.])(?:\d[\d,]*(?:\.\d+)?|\.\d+)(?!\w)")


def each(claims):
    """Parameters for pytest: one a claim, all claims of a source in one worker."""
    return [
        pytest.param(claim, id=claim.claim_id, marks=pytest.mark.xdist_group(claim.source))
        for claim in claims
    ]


def proofs_of(source):
    """The named proofs that cover claims of a source."""
    judge._load(source)
    ids = [claim.claim_id for claim in claims(source)]
    return {
        name: proof
        for name, proof in ANSWERS.proofs.items()
        if any(proof.shows(claim_id) is not None for claim_id in ids)
    }


def proofs():
    """The named proofs of all sources."""
    return {name: proof for source in sources() for name, proof in proofs_of(source).items()}


def complaints(row):
    """The cells of a row that another place contradicts."""
    claim = BY_ID[row.claim_id]
    entry = judge.judge(claim)
    found = []
    if row.verdict != judge._deserved(claim, entry.comparison):
        found.append("verdict")
    if row.printed != claim.published:
        found.append("printed")
    if row.computed != entry.computed:
        found.append("computed")
    if {row.proof} - {""} != citing(claim):
        found.append("proof")
    if unbacked(row) or other_owners(row):
        found.append("cause")
    if row.counted_with and exceptions()[row.counted_with].verdict not in (row.verdict, *WRONG):
        found.append("counted_with")
    if not may_rest_on(row, claim):
        found.append("rests_on")
    if entry.comparison and entry.comparison.agrees and not entry.comparison.qualification:
        found.append("agrees")
    return found


def may_rest_on(row, claim):
    """Damaged digits are those of a scan that is; words hang on a reading, numbers on rounding.

    So does the result of an experiment hang on a reading, if other dice were rolled for it.
    """
    damaged = row.verdict == "erratum" and claim.basis != "verbatim"
    if damaged or row.rests_on == "damaged digits":
        return damaged and row.rests_on == "damaged digits"
    read = "erratum" if claim.kind == "simulated" else "refuted"
    kinds = {"a reading": read, "a habit of rounding": "erratum", "": row.verdict}
    return row.verdict == kinds[row.rests_on]


def citing(claim):
    """The names that the exception of a claim may cite: proofs that cover it, or its own check."""
    covering = {n for n, proof in proofs().items() if proof.shows(claim.claim_id) is not None}
    own = judge.call_for(claim)
    return covering or ({own.name} if own and isinstance(own.result, Finding) else set())


def unbacked(row):
    """The numbers in a cause that neither the claim nor the proof knows."""
    known = evidence(row.claim_id)
    return [text for text in numbers(row.cause) if not any(rounds(text, v) for v in known)]


@cache
def evidence(claim_id):
    """All numbers in a claim, its computed value, and what its check and its proofs found."""
    claim, call = BY_ID[claim_id], judge.call_for(BY_ID[claim_id])
    found = [p.call.result for p in proofs().values() if p.shows(claim_id) is not None]
    found += [call.result] if call and isinstance(call.result, Finding) else []
    facts = [fact for finding in found for fact in finding.facts]
    slips = [slip for finding in found for slip in finding.slips.values()]
    texts = [claim.published, claim.also_printed, claim.quantity, claim.locator, claim.scan]
    texts += [str(dict(claim.args)), judge.judge(claim).computed, *(f.shown for f in found)]
    texts += [str(fact) for fact in facts]
    exact = {Fraction(value) for value in (*facts, *slips) if isinstance(value, Real)}
    for text in texts:
        exact |= {Fraction(number.replace(",", "")) for number in numbers(text)}
        exact |= {Fraction(part) for number in numbers(text) for part in number.split(",")}
        exact |= {Fraction(pair) for pair in re.findall(r"\d+/[1-9]\d*", text)}
    return exact


def numbers(text):
    """The numbers in a text, not those in names such as 2LSTRAT."""
    return [number.rstrip(",") for number in _NUMBER.findall(text)]


def rounds(text, value):
    """Whether a value, or a share as a percentage, rounds to a number as it is written."""
    plain = text.replace(",", "")
    half = Fraction(1, 2 * 10 ** len(plain.partition(".")[2]))
    whole = value.denominator == 1 and "." not in plain
    margin = 0 if whole else half
    return any(abs(abs(v) - Fraction(plain)) <= margin for v in (value, 100 * value))


def other_owners(row):
    """Exceptions with the same cause and another proof: a cause belongs to one."""
    return [
        other.claim_id
        for other in exceptions().values()
        if other.cause == row.cause and other.proof != row.proof
    ]
