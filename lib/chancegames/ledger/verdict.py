"""The verdict on a claim, as a function of what was printed, what was computed, and exceptions."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from chancegames.ledger.claims import Claim
from chancegames.ledger.compare import UNPRINTED, Comparison
from chancegames.ledger.exceptions import SUPPORTS, _ExceptionRow

#: Every verdict, in the order in which totals are shown, with its meaning.
MEANINGS = {
    "matches": "the computed value agrees with the printed one",
    "holds": "a program that can say no confirms the statement",
    "holds on the range tested": "confirmed wherever it was tested, which is not everywhere",
    "holds with exceptions": "true but for a limited number of cases, which the reason names",
    "agrees after repair": "agrees once damaged characters of the scan are read as we read them: "
    "“.c.4587” as .84587",
    "given": "a rule, a constant or a picture that the book repeats: nothing is confirmed",
    "answered": "the source prints no value; ours is given",
    "illegible": "the scan cannot be read here, so that our value confirms nothing",
    "erratum": "a printed number, a ranking, or a yes or no is wrong, with proof",
    "refuted": "a statement, formula or program is wrong, with proof",
    "depends on the reading": "true on one fair reading of words or rules, false on another",
    "scan damage": "what we read is wrong, but it may be the scan and not the author; the reason "
    "says why we think so, such as the printed sum of a column",
    "not reproducible": "rests on random numbers, rules or machines that are lost",
    "opinion": "not a matter of calculation",
    "differs": "does not agree, and nobody has explained it yet",
    "open": "nobody has attempted it",
}

#: Verdicts under which a claim is confirmed as it stands.
CONFIRMED = ("matches", "holds", "holds on the range tested")

#: Verdicts that say that the source is wrong.
WRONG = ("erratum", "refuted")

#: Every verdict in a group with those that say much the same, for counts and bars.
GROUPS: Mapping[str, tuple[str, ...]] = {
    "confirmed": CONFIRMED,
    "agrees after repair": ("agrees after repair",),
    "true in part": ("holds with exceptions", "depends on the reading"),
    "wrong": WRONG,
    "nobody can check": ("illegible", "scan damage", "not reproducible"),
    "nothing to check": ("given", "answered", "opinion"),
    "without a verdict": ("open", "differs"),
}

#: Kinds that speak in words, so that they hold, or do not; numbers match, or do not.
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
    exception : _ExceptionRow or None
        Of a claim that does not simply match.
    page : str
        Slug of the chapter that shows the answer; empty if there is none.
    function : str
        Dotted name of the function that computed the answer; empty if there is none.
    """

    claim: Claim
    verdict: str
    comparison: Comparison | None
    exception: _ExceptionRow | None = None
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

    @property
    def cause(self) -> str:
        """Why the claim does not match; empty for those that do."""
        return self.exception.cause if self.exception else ""

    @property
    def proof(self) -> str:
        """Name of the proof of the cause; empty if there is none."""
        return self.exception.proof if self.exception else ""

    @property
    def repeats(self) -> bool:
        """Whether the claim is a consequence or a second print of another exception."""
        return bool(self.exception and self.exception.counted_with)


def _judged(claim: Claim, comparison: Comparison | None, excepted: str, given: bool = False) -> str:
    """Judge one claim.

    Parameters
    ----------
    claim : Claim
    comparison : Comparison or None
        None if nothing could be computed.
    excepted : str
        The verdict that the claim deserves if it does not agree; empty if it is no exception.  An
        exception explains a disagreement; it never turns agreement into disagreement.
    given : bool, optional
        Whether the answer repeats a rule or a constant.

    Returns
    -------
    str
        Key of `MEANINGS`.

    Examples
    --------
    >>> from chancegames.ledger.claims import claims
    >>> claim = claims("dicebattle")[1]
    >>> _judged(claim, None, ""), _judged(claim, Comparison(False, "0.5"), "")
    ('open', 'differs')
    """
    if comparison is None:
        return excepted or "open"
    if comparison.qualification or comparison.agrees is False:
        return excepted or "differs"
    if given or claim.kind == "input":
        return "given"
    if comparison.agrees is None:
        return "answered" if claim.kind in UNPRINTED else "illegible"
    if claim.basis == "repaired":
        return "agrees after repair"
    if comparison.scope == "tested":
        return "holds on the range tested"
    return "holds" if claim.kind in SPOKEN else "matches"


def _wrong(claim: Claim) -> str:
    """What it is called when a claim of this kind is wrong: words are refuted, all else errs."""
    return "refuted" if claim.kind in SPOKEN else "erratum"


def totals(ledger: Iterable[Entry]) -> Mapping[str, int]:
    """Count verdicts, in the order of `MEANINGS`; only verdicts that occur."""
    counts = Counter(entry.verdict for entry in ledger)
    return {name: counts[name] for name in MEANINGS if counts[name]}


def group_of(verdict: str) -> str:
    """The group of a verdict, a key of `GROUPS`.

    Examples
    --------
    >>> group_of("erratum")
    'wrong'
    """
    return next(name for name, verdicts in GROUPS.items() if verdict in verdicts)


def by_group(ledger: Iterable[Entry]) -> Mapping[str, int]:
    """Count the entries of each group, in the order of `GROUPS`; also of empty ones.

    Examples
    --------
    >>> from chancegames.ledger import judge
    >>> by_group(judge.entries("dicebattle", "blind"))["wrong"]
    2
    """
    counts = Counter(group_of(entry.verdict) for entry in ledger)
    return {name: counts[name] for name in GROUPS}


@dataclass(frozen=True)
class _Tally:
    """The numbers that the front page, the command and the pages of the ledger all show.

    Attributes
    ----------
    claims, confirmed, verbatim : int
        All claims; those confirmed as they stand; of these the ones whose characters stand in the
        scan undamaged.
    wrong : int
        Claims that are wrong.
    rests_on : mapping of str to int
        The errors behind them, consequences and second prints counted once, by what they rest on:
        nothing if they are firm, or a reading, damaged digits or a habit of rounding.
    still_open : int
        Claims that nobody has attempted.
    """

    claims: int
    confirmed: int
    verbatim: int
    wrong: int
    rests_on: Mapping[str, int]
    still_open: int

    @property
    def errors(self) -> int:
        """Errors, each counted once."""
        return sum(self.rests_on.values())


def tally(ledger: Sequence[Entry]) -> _Tally:
    """Count what stands in the headlines, over whatever entries are handed in.

    Examples
    --------
    >>> from chancegames.ledger import judge
    >>> count = tally(judge.entries("dicebattle", "blind"))
    >>> count.claims, count.confirmed, count.wrong
    (8, 6, 2)
    """
    confirmed = [e for e in ledger if e.verdict in CONFIRMED]
    wrong = [e for e in ledger if e.verdict in WRONG]
    once = [e.exception.rests_on for e in wrong if e.exception and not e.repeats]
    return _Tally(
        claims=len(ledger),
        confirmed=len(confirmed),
        verbatim=sum(e.claim.basis == "verbatim" for e in confirmed),
        wrong=len(wrong),
        rests_on={support: once.count(support) for support in SUPPORTS},
        still_open=sum(e.verdict == "open" for e in ledger),
    )
