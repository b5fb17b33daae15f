"""The committed exceptions: every claim that does not simply match, and why."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from types import MappingProxyType

from chancegames.base.files import BadFile, read_rows
from chancegames.base.paths import DATA

EXCEPTIONS = DATA / "exceptions.csv"

#: Verdicts that need a row here, with a cause; all others follow from the data alone.
VERDICTS = (
    "erratum",
    "refuted",
    "holds with exceptions",
    "depends on the reading",
    "scan damage",
    "not reproducible",
    "opinion",
)

#: Exceptions that stand without an executable proof, on their stated cause alone.
UNPROVABLE = ("not reproducible", "opinion")

#: What a fair critic might dispute about an error; nothing if there is nothing to dispute.
SUPPORTS = ("", "a reading", "damaged digits", "a habit of rounding")


@dataclass(frozen=True)
class _ExceptionRow:
    """One row of ``data/exceptions.csv``.

    Every cell but the words of the cause stands in a second place as well, and the tests compare.

    Attributes
    ----------
    claim_id : str
    verdict : str
        One of `VERDICTS`: the one that the comparison and the proof give.
    printed : str
        What the source prints, as in ``data/published``.
    computed : str
        The computed value as the ledger shows it; empty if there is none.
    cause : str
        Why the claim does not match, in one or two sentences; its numbers come from the proof.
    proof : str
        Dotted name of the proof in ``chancegames.sources``, which covers this claim.
    counted_with : str
        The exception of which this one is a consequence, or the same sentence in another place:
        errors are counted without it.
    rests_on : str
        One of `SUPPORTS`.
    """

    claim_id: str
    verdict: str
    printed: str
    computed: str
    cause: str
    proof: str
    counted_with: str
    rests_on: str


@cache
def exceptions() -> Mapping[str, _ExceptionRow]:
    """Read the exceptions, by claim id.

    Raises
    ------
    BadFile
        If a claim is excepted twice, or a cell does not hold what `_ExceptionRow` says; the message
        names the file, the line and the claim.

    Examples
    --------
    >>> exceptions()["dicebattle-C13"].verdict
    'refuted'
    """
    found: dict[str, _ExceptionRow] = {}
    names = [field.name for field in fields(_ExceptionRow)]
    for line, row in read_rows(EXCEPTIONS, columns=names).items():
        exception = _ExceptionRow(**row)
        claim_id = exception.claim_id
        if complaint := "stands there twice" if claim_id in found else _complaint(exception):
            raise BadFile(f"{EXCEPTIONS.name}, line {line}: {claim_id} {complaint}")
        found[claim_id] = exception
    for exception in found.values():
        leader = found.get(exception.counted_with)
        if exception.counted_with and (leader is None or leader.counted_with):
            pair = f"{exception.claim_id} is counted with {exception.counted_with}"
            raise BadFile(f"{EXCEPTIONS.name}: {pair}, which is no exception counted by itself")
    return MappingProxyType(found)


def _complaint(row: _ExceptionRow) -> str:
    if row.verdict not in VERDICTS:
        return f"has no verdict of {', '.join(VERDICTS)}"
    if not row.cause:
        return "needs a cause"
    if row.rests_on not in SUPPORTS:
        return f"rests on none of {', '.join(SUPPORTS[1:])}"
    if not row.proof and row.verdict not in UNPROVABLE:
        return "needs a proof"
    return ""
