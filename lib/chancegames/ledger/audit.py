"""The audit: hand every claim to its replication, and judge the answer.

This is the one place where printed and computed values meet.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import import_module

from chancegames.base.workers import each
from chancegames.ledger.claims import SOURCES, Claim, claims
from chancegames.ledger.compare import compare
from chancegames.ledger.exceptions import exceptions
from chancegames.ledger.verdict import MEANINGS, Entry, verdict
from chancegames.sources.registry import Call, Question, Replication


def replication(source: str) -> Replication:
    """Load the replication of a source.

    Parameters
    ----------
    source : str
        Key of `SOURCES`.

    Returns
    -------
    Replication
        Without answers if nobody has begun with the source.

    Examples
    --------
    >>> replication("dicebattle").source
    'dicebattle'
    """
    name = f"chancegames.sources.{source}"
    try:
        found: Replication = import_module(name).SOURCE
        return found
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        return Replication(source)


@cache
def call_for(claim: Claim) -> Call | None:
    """Find the library call that answers a claim, showing it all but the printed value.

    Parameters
    ----------
    claim : Claim

    Returns
    -------
    Call or None

    Examples
    --------
    >>> call_for(claims("dicebattle")[1]).name
    'dicebattle_throw.chance_of_two_points'
    """
    question = Question(claim.claim_id, claim.locator, claim.quantity, claim.args)
    return replication(claim.source).call_for(question)


@cache
def judge(claim: Claim) -> Entry:
    """Compute, compare and judge one claim.

    Parameters
    ----------
    claim : Claim

    Returns
    -------
    Entry

    Examples
    --------
    >>> judge(claims("dicebattle")[1]).verdict
    'matches'
    """
    call = call_for(claim)
    exception = exceptions().get(claim.claim_id)
    computed = call.result if call else None
    comparison = None if computed is None else compare(claim, computed)
    return Entry(
        claim=claim,
        verdict=verdict(claim, comparison, exception),
        comparison=comparison,
        cause=exception.cause if exception else "",
        proof=exception.proof if exception else "",
        page=call.page if call else "",
        function=call.name if call else "",
    )


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
        In the order of the source.

    Raises
    ------
    ValueError
        If the source or a locator is unknown.

    Examples
    --------
    >>> [entry.verdict for entry in entries("dicebattle", "one-shot LP")][:2]
    ['matches', 'erratum']
    """
    return tuple(map(judge, located(source, *locators)))


def located(source: str, *locators: str) -> tuple[Claim, ...]:
    """The claims of a source that stand in some of its tables.

    Parameters
    ----------
    source : str
        Key of `SOURCES`.
    *locators : str
        All claims if none is given.

    Returns
    -------
    tuple of Claim

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


def answered_on(page: str) -> tuple[Claim, ...]:
    """The claims whose answer one chapter shows.

    Parameters
    ----------
    page : str
        Slug of the chapter.

    Returns
    -------
    tuple of Claim

    Examples
    --------
    >>> {claim.source for claim in answered_on("one-throw-each")}
    {'dicebattle'}
    """
    return tuple(
        claim
        for source in SOURCES
        for claim in claims(source)
        if (call := call_for(claim)) and call.page == page
    )


def full() -> tuple[Entry, ...]:
    """The whole ledger, source by source; the sources are judged side by side.

    Returns
    -------
    tuple of Entry
    """
    judged = dict(each(entries, SOURCES))
    return tuple(entry for source in SOURCES for entry in judged[source])


def totals(ledger: Iterable[Entry]) -> Mapping[str, int]:
    """Count verdicts, in the order of `MEANINGS`.

    Parameters
    ----------
    ledger : iterable of Entry

    Returns
    -------
    mapping of str to int
        Only verdicts that occur.

    Examples
    --------
    >>> totals(entries("dicebattle", "model"))
    {'holds': 3}
    """
    counts = Counter(entry.verdict for entry in ledger)
    return {name: counts[name] for name in MEANINGS if counts[name]}
