"""The committed exceptions: every claim that does not simply match, and why."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from types import MappingProxyType

from chancegames.base.files import BadFile
from chancegames.base.paths import DATA
from chancegames.ledger.claims import read_rows

#: Verdicts that a person has to give, with a cause and (except where nothing can be computed) a
#: proof; all others follow from the data.
VERDICTS = ("erratum", "scan damage", "illegible", "not reproducible", "refuted", "opinion")

#: Exceptions that stand without an executable proof, on their stated cause alone.
UNPROVABLE = ("not reproducible", "opinion")


@dataclass(frozen=True)
class ExceptionRow:
    """One row of ``data/exceptions.csv``.

    Attributes
    ----------
    claim_id : str
    verdict : str
        One of `VERDICTS`.
    computed : str
        The computed value as the ledger shows it; empty if there is none.
    cause : str
        Why the claim does not match, in one or two sentences.
    proof : str
        Dotted name of the proof in ``chancegames.sources``.
    """

    claim_id: str
    verdict: str
    computed: str
    cause: str
    proof: str


@cache
def exceptions() -> Mapping[str, ExceptionRow]:
    """Read the exceptions, by claim id.

    Returns
    -------
    mapping of str to ExceptionRow

    Raises
    ------
    BadFile
        If a claim is excepted twice, or a row lacks a known verdict, a cause or a proof.

    Examples
    --------
    >>> exceptions()["dicebattle-C13"].verdict
    'refuted'
    """
    found: dict[str, ExceptionRow] = {}
    names = {field.name for field in fields(ExceptionRow)}
    for row in read_rows(DATA / "exceptions.csv"):
        if set(row) != names:
            raise BadFile(f"exceptions.csv needs the columns {', '.join(sorted(names))}")
        exception = ExceptionRow(**row)
        if exception.claim_id in found:
            raise BadFile(f"exceptions.csv: {exception.claim_id} stands there twice")
        if exception.verdict not in VERDICTS or not exception.cause:
            raise BadFile(f"exceptions.csv: {exception.claim_id} needs a verdict and a cause")
        if not exception.proof and exception.verdict not in UNPROVABLE:
            raise BadFile(f"exceptions.csv: {exception.claim_id} needs a proof")
        found[exception.claim_id] = exception
    return MappingProxyType(found)
