"""The two kinds of answer that are more than a number: findings and estimates."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
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
    slips : mapping of str to number
        Of a proof: what the slip it names makes of a claim, by claim id.  The tests require that
        this, and not the right value, agrees with what is printed.

    Examples
    --------
    >>> Finding(holds=True, shown="gap 0").scope
    'proved'
    """

    holds: bool
    shown: str
    scope: Literal["proved", "tested"] = "proved"
    slips: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Estimate:
    """The exact value that a printed simulation estimates, and how far it may stray.

    Attributes
    ----------
    value : float
        Exact or converged value of the quantity.
    standard_error : float
        Standard error of the experiment that the source printed, in the same unit.

    Examples
    --------
    >>> Estimate(0.5, 0.005)
    Estimate(value=0.5, standard_error=0.005)
    """

    value: float
    standard_error: float


def spans(numbers: Iterable[int]) -> str:
    """Write some integers as runs of neighbours.

    Parameters
    ----------
    numbers : iterable of int
        Increasing.

    Returns
    -------
    str
        Empty if there are none.

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
