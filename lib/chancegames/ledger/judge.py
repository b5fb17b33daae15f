"""The judge: hands every claim to the function that answers it, and compares.

This is the one place where printed and computed values meet.  To judge every claim takes half a
minute, and many pages show verdicts.  So those of each source are kept in ``_build`` until anything
changes that they depend on.  Where nothing is kept, a claim is judged when it is asked for.
"""

import pickle
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from hashlib import sha256
from importlib import import_module
from pathlib import Path

from chancegames.base.files import write_whole
from chancegames.base.fingerprint import fingerprint
from chancegames.base.paths import BUILD
from chancegames.base.workers import each
from chancegames.ledger.claims import Claim, all_claims, claims, sources
from chancegames.ledger.compare import UNTELLING, Comparison, _show, _stray_together, compare
from chancegames.ledger.exceptions import exceptions
from chancegames.ledger.verdict import SPOKEN, Entry, _judged, _wrong
from chancegames.sources.registry import ANSWERS, Call, Expectation, Finding


@cache
def _load(source: str) -> None:
    """Load the answers to the claims of a source, if anybody has begun with it.

    Raises
    ------
    ValueError
        If it answers, or proves something of, a claim that is not there.
    """
    name = f"chancegames.sources.{source}"
    try:
        import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
    if stale := ", ".join(ANSWERS.stale(claim.claim_id for claim in all_claims())):
        raise ValueError(f"{name} answers {stale}, which no claim is called")


@cache
def call_for(claim: Claim) -> Call | None:
    """Find the call that answers a claim, showing it all but the printed value.

    Examples
    --------
    >>> call_for(claims("dicebattle")[1]).name.rpartition(".")[2]
    '_chance_of_two_points'
    """
    _load(claim.source)
    return ANSWERS.call_for(claim.claim_id, claim.quantity, claim.args)


@cache
def judge(claim: Claim) -> Entry:
    """Compute, compare and judge one claim.

    Examples
    --------
    >>> judge(claims("dicebattle")[1]).verdict
    'matches'
    """
    call = call_for(claim)
    comparison = _compared(claim, call) if call and call.result is not None else None
    exception = exceptions().get(claim.claim_id)
    excepted = _deserved(claim, comparison) if exception else ""
    return Entry(
        claim=claim,
        verdict=_judged(claim, comparison, excepted, bool(call and call.given)),
        comparison=comparison,
        exception=exception,
        page=call.page if call else "",
        function=call.name if call else "",
    )


def _compared(claim: Claim, call: Call) -> Comparison:
    """Words that are only repeated cannot be held against a value; all else is compared."""
    if call.given and claim.kind in SPOKEN and not isinstance(call.result, Finding):
        return Comparison(None, _show(call.result))
    found = compare(claim, call.result, call.reads)
    if isinstance(call.result, Expectation) and found.agrees and _stray_together(_series(claim)):
        return replace(found, qualification=UNTELLING)
    return found


def _series(claim: Claim) -> Iterator[tuple[Claim, Expectation]]:
    """The legible experiments of the table in which a claim stands, or stood when printed first."""
    first = next(
        other
        for other in claims(claim.source)
        if (other.kind, other.published) == (claim.kind, claim.published)
    )
    for other in located(claim.source, first.locator):
        call = call_for(other)
        if call and isinstance(call.result, Expectation) and other.basis != "unreadable":
            yield other, call.result


def _deserved(claim: Claim, comparison: Comparison | None) -> str:
    """The verdict of a claim that does not agree, whatever its row among the exceptions says.

    It follows from what the check found, from what the proof that covers the claim proves, and from
    whether the claim is a number or words.  An experiment that strays without a proof of why cannot
    be repeated: its random numbers are lost.
    """
    call = call_for(claim)
    if comparison is None:
        return (call.deserves if call else "") or "not reproducible"
    proofs = ANSWERS.proofs.values()
    shown = [s for proof in proofs if (s := proof.shows(claim.claim_id)) is not None]
    if call and isinstance(call.result, Expectation) and not shown:
        return "not reproducible"
    return comparison.qualification or next(iter(shown), "") or _wrong(claim)


def located(source: str, *locators: str) -> tuple[Claim, ...]:
    """The claims of a source that stand in some of its tables; all if none is named.

    Raises
    ------
    ValueError
        If the source or a locator is unknown.

    Examples
    --------
    >>> len(located("dicebattle", "model"))
    3
    """
    known = {claim.locator for claim in claims(source)}
    if unknown := set(locators) - known:
        raise ValueError(f"{source} has no claims at {', '.join(sorted(unknown))}")
    wanted = set(locators) or known
    return tuple(claim for claim in claims(source) if claim.locator in wanted)


def _answered_on(page: str) -> tuple[Claim, ...]:
    """The claims whose answer one chapter shows, by the slug of the chapter.

    Examples
    --------
    >>> {claim.source for claim in _answered_on("one-throw-each")}
    {'dicebattle'}
    """
    return tuple(claim for claim in all_claims() if (call := call_for(claim)) and call.page == page)


def entries(source: str, *locators: str) -> tuple[Entry, ...]:
    """The ledger of one source, or of some of its tables, in the order of the source.

    Raises
    ------
    ValueError
        If the source or a locator is unknown.

    Examples
    --------
    >>> [entry.verdict for entry in entries("johnson1970", "table 4.5")][:2]
    ['matches', 'erratum']
    """
    return tuple(map(_recalled, located(source, *locators)))


def page_entries(page: str) -> tuple[Entry, ...]:
    """The claims that one chapter answers, over all sources.

    Examples
    --------
    >>> len(page_entries("one-throw-each"))
    43
    """
    return tuple(map(_recalled, _answered_on(page)))


def full() -> tuple[Entry, ...]:
    """The whole ledger: recalled where nothing has changed, else judged, side by side, and kept."""
    missing = [source for source in sources() if not _kept(source)]
    for _ in each(_anew, missing):
        _kept.cache_clear()
    return tuple(entry for source in sources() for entry in entries(source))


def _anew(source: str) -> tuple[Entry, ...]:
    """Judge every claim of a source, whatever is kept, and keep the verdicts."""
    judged = tuple(map(judge, claims(source)))
    content = pickle.dumps(judged)
    write_whole(_shelf(source), sha256(content).digest() + content)
    _kept.cache_clear()
    return judged


def _recalled(claim: Claim) -> Entry:
    return _kept(claim.source).get(claim.claim_id) or judge(claim)


def _shelf(source: str) -> Path:
    """The file of a source's verdicts for the library as it is now."""
    return BUILD / ".ledgers" / fingerprint() / f"{source}.pickle"


@cache
def _kept(source: str) -> Mapping[str, Entry]:
    """Read what is kept; a damaged file is worth nothing and is judged anew."""
    kept = _shelf(source).read_bytes() if _shelf(source).is_file() else b""
    seal, content = kept[:32], kept[32:]
    whole = seal == sha256(content).digest()
    found: Iterable[Entry] = pickle.loads(content) if whole else ()
    return {entry.claim.claim_id: entry for entry in found}
