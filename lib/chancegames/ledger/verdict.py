"""The verdict on a claim, as a function of what was printed, what was computed, and exceptions."""

from dataclasses import dataclass

from chancegames.ledger.claims import Claim
from chancegames.ledger.compare import UNPRINTED, Comparison
from chancegames.ledger.exceptions import ExceptionRow

#: Every verdict, in the order in which totals are shown, with its meaning.
MEANINGS = {
    "matches": "the computed value agrees with the printed one",
    "holds": "an executable check confirms the statement",
    "holds on the range tested": "confirmed wherever it was tested, which is not everywhere",
    "input": "a rule of the game, which the rules object holds",
    "answered": "the source prints no value; ours is given",
    "illegible": "the scan cannot be read here; our value confirms nothing",
    "erratum": "the source is wrong, with proof",
    "refuted": "the statement is false, with proof",
    "scan damage": "the scan, not the source, is wrong",
    "not reproducible": "for a reason outside of this book",
    "opinion": "not a matter of calculation",
    "differs": "does not agree and nobody has explained it: the tests fail",
    "open": "nobody has attempted it",
}

#: Verdicts under which a claim is confirmed.
CONFIRMED = ("matches", "holds", "holds on the range tested", "input")

#: Verdicts that say that the source is wrong.
WRONG = ("erratum", "refuted")

#: Kinds that speak in words: their verdict says that they hold, not that they match.
SPOKEN = ("statement", "formula", "program", "figure")


@dataclass(frozen=True)
class Entry:
    """One row of the ledger.

    Attributes
    ----------
    claim : Claim
    verdict : str
        Key of `MEANINGS`.
    comparison : Comparison or None
        None if nothing was computed.
    cause, proof : str
        From the exceptions; empty for claims that simply match.
    page : str
        Slug of the chapter that shows the answer; empty if there is none.
    function : str
        Dotted name of the replication that computed the answer; empty if there is none.
    """

    claim: Claim
    verdict: str
    comparison: Comparison | None
    cause: str = ""
    proof: str = ""
    page: str = ""
    function: str = ""

    @property
    def computed(self) -> str:
        """The computed value as shown; empty if there is none."""
        return self.comparison.computed if self.comparison else ""

    @property
    def difference(self) -> str:
        """Computed minus published where both are numbers."""
        return self.comparison.difference if self.comparison else ""


def verdict(claim: Claim, comparison: Comparison | None, exception: ExceptionRow | None) -> str:
    """Judge one claim.

    Parameters
    ----------
    claim : Claim
    comparison : Comparison or None
        None if nobody has attempted the claim.
    exception : ExceptionRow or None
        An exception explains a disagreement; it never turns agreement into disagreement.

    Returns
    -------
    str
        Key of `MEANINGS`.

    Examples
    --------
    >>> from chancegames.ledger.claims import claims
    >>> claim = claims("dicebattle")[1]
    >>> verdict(claim, None, None), verdict(claim, Comparison(False, "0.5"), None)
    ('open', 'differs')
    """
    if comparison is None:
        return exception.verdict if exception else "open"
    if comparison.agrees is None:
        return "answered" if claim.kind in UNPRINTED else "illegible"
    if not comparison.agrees:
        return exception.verdict if exception else "differs"
    return _agreement(claim, comparison)


def _agreement(claim: Claim, comparison: Comparison) -> str:
    if claim.kind == "input":
        return "input"
    if comparison.scope == "tested":
        return "holds on the range tested"
    return "holds" if claim.kind in SPOKEN else "matches"
