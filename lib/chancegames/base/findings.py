"""The two kinds of answer that are more than a number: findings and expectations."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import erfc, exp, pi, sqrt
from typing import Any, Literal


@dataclass(frozen=True)
class Finding:
    """What an executable check says of a statement.

    Attributes
    ----------
    holds : bool
        Whether the statement is true.
    shown : str
        The decisive value or counterexample, short enough for a table cell.
    scope : {"proved", "tested"}
        "proved" if the check settles the statement, "tested" if it covers a range only.
    but : str
        Of a statement that holds: the bounded exceptions to it, such as "D up to 4".  Its verdict
        is then "holds with exceptions".
    reading : str
        The reading on which `holds` is meant, if another fair reading decides otherwise.  The
        verdict is then "depends on the reading", and the statement is neither confirmed nor
        refuted.
    facts : tuple
        Of a proof: further numbers, or words such as "table 3", that the cause of an exception
        cites.  The tests require that every number in a cause is one of these, rounded, or stands
        in `shown`, in the computed value or in the claim itself.
    slips : mapping of str to number
        Of a proof: what the mistake it names makes of a claim, by claim id.  The tests require
        that this, and not the right value, agrees with what is printed.

    Examples
    --------
    >>> Finding(holds=True, shown="gap 0").scope
    'proved'
    >>> Finding(True, "least gain +0.02", but="D = 1, where there is no choice").qualification
    'holds with exceptions'
    """

    holds: bool
    shown: str
    scope: Literal["proved", "tested"] = "proved"
    but: str = ""
    reading: str = ""
    facts: tuple[Any, ...] = ()
    slips: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Refuse exceptions to what does not hold.

        Raises
        ------
        ValueError
            If `but` is given and the statement does not hold.
        """
        if self.but and not self.holds:
            raise ValueError("a statement that does not hold has no exceptions: give a reading")

    @property
    def qualification(self) -> str:
        """The verdict of a statement that neither holds nor fails outright; empty for others."""
        if self.reading:
            return "depends on the reading"
        return "holds with exceptions" if self.but else ""


def tallied(
    held: Iterable[bool], words: str = "{} games", scope: Literal["proved", "tested"] = "proved"
) -> Finding:
    """A finding that holds if it does so in every case; its words count the cases.

    Examples
    --------
    >>> tallied([True, False]).shown
    '1 of 2 games'
    """
    cases = [bool(each) for each in held]
    return Finding(all(cases), words.format(f"{sum(cases)} of {len(cases)}"), scope)


@dataclass(frozen=True)
class Expectation:
    """What a printed experiment should give on average, and how far one may stray.

    Attributes
    ----------
    value : float
        Exact or converged value of the quantity.
    standard_error : float
        Standard error of the experiment that the source printed, in the same unit.

    Examples
    --------
    >>> Expectation(0.5, 0.005)
    Expectation(value=0.5, standard_error=0.005)
    """

    value: float
    standard_error: float


def chi_square_tail(x: float, degrees: int) -> float:
    """Probability that a chi-square of so many degrees of freedom exceeds x.

    Parameters
    ----------
    x : float
        At least 0.
    degrees : int
        At least 1.

    Returns
    -------
    float

    Examples
    --------
    >>> round(chi_square_tail(11.07, 5), 4), round(chi_square_tail(9.488, 4), 4)
    (0.05, 0.05)
    """
    if degrees % 2:
        tail, term, first = erfc(sqrt(x / 2)), sqrt(2 * x / pi) * exp(-x / 2), 3
    else:
        tail, term, first = exp(-x / 2), x / 2 * exp(-x / 2), 4
    for n in range(first, degrees + 1, 2):
        tail, term = tail + term, term * x / n
    return tail


def spans(numbers: Iterable[int]) -> str:
    """Write increasing integers as runs of neighbors.

    Examples
    --------
    >>> spans([3, 4, 5, 7, 27, 28])
    '3 to 5, 7, 27 to 28'
    """
    runs: list[tuple[int, int]] = []
    for n in numbers:
        first = runs.pop()[0] if runs and runs[-1][1] == n - 1 else n
        runs.append((first, n))
    return ", ".join(str(a) if a == b else f"{a} to {b}" for a, b in runs)
