"""Agreement of a computed value with a printed claim, one small function for each kind.

========== ===========================================================================
kind       a computed value agrees if
========== ===========================================================================
exact      it is the same rational number; of several that stand among words, each is
count      it is the same integer
input      the rules object holds the same value
rounded    it lies within half a unit of the last printed digit
truncated  cutting it after the last printed digit gives the printed number
boolean    it is the printed truth value
vector     every entry agrees as a rounded number; a line that breaks off binds as far as
           it goes
ranking    the same names stand in the same order, ties included
simulated  it lies within three standard errors of the printed experiment, plus rounding;
           nothing is confirmed if the error exceeds the value itself, or if the numbers of
           the table together stray as fair experiments would less often than that
others     (statements, formulas, programs, text) a `Finding` says whether they hold
========== ===========================================================================
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import erfc, isfinite, sqrt, trunc
from numbers import Rational, Real
from typing import Any

from chancegames.base.findings import Expectation, Finding, chi_square_tail
from chancegames.ledger.claims import Claim
from chancegames.ledger.numbers import (
    _numbers_in,
    _parse,
    _parse_vector,
    _Printed,
    _with_entries,
    _with_numbers,
)

#: How many standard errors a printed simulation may be off.
SIGMAS = 3

#: Verdict for an experiment that is too noisy to confirm anything.
UNTELLING = "not reproducible"

#: Kinds for which the source prints no value, so that any answer is new.
UNPRINTED = frozenset(("unknown", "figure"))

#: Longer fractions are shown as decimals alone.
LONGEST_FRACTION = 24

#: What is not printed is computed to two decimals more than this.
_UNPRINTED = _Printed(Fraction(-1), Fraction(1, 10**4))


@dataclass(frozen=True)
class Comparison:
    """A computed value held against a printed one.

    Attributes
    ----------
    agrees : bool or None
        None if there is nothing legible to agree with.
    computed : str
        The computed value as the ledger shows it.
    difference : str
        Computed minus published where both are numbers, else empty.
    scope : str
        "proved" or "tested", see `Finding`; "proved" for values.
    qualification : str
        See `Finding.qualification`; empty for values.
    """

    agrees: bool | None
    computed: str
    difference: str = ""
    scope: str = "proved"
    qualification: str = ""


def compare(claim: Claim, computed: Any, reads: tuple[str, ...] | None = None) -> Comparison:
    """Hold a computed value against a claim.

    Parameters
    ----------
    claim : Claim
    computed : Fraction, int, float, bool, str, sequence, Finding or Expectation
        What the replication returned.
    reads : tuple of str, optional
        Of a statement: the numbers in it, as its check takes them.

    Returns
    -------
    Comparison

    Raises
    ------
    ValueError
        If the value is of a type with which such a claim cannot be decided.

    Examples
    --------
    >>> from chancegames.ledger.claims import claims
    >>> success = next(c for c in claims("dicebattle") if c.quantity == "5/6")
    >>> compare(success, Fraction(5, 6)).agrees, compare(success, Fraction(4, 6)).agrees
    (True, False)
    """
    if isinstance(computed, Finding):
        if _is_numeric(claim):
            raise ValueError(f"{claim.claim_id} prints a number: compute it, do not judge it")
        if reads is not None and reads != _numbers_in(claim.published):
            raise ValueError(
                f"{claim.claim_id} prints {claim.published!r}, but its check reads {reads}"
            )
        return Comparison(
            computed.holds,
            computed.shown,
            scope=computed.scope,
            qualification=computed.qualification,
        )
    if claim.basis == "unreadable" or claim.kind in UNPRINTED:
        return Comparison(None, _unprinted(computed))
    if isinstance(computed, Expectation):
        return _simulated(claim, computed)
    if isinstance(computed, tuple) and claim.kind in ("exact", "rounded"):
        return _amid_words(claim, computed)
    try:
        comparer = _COMPARERS[claim.kind]
    except KeyError:
        raise ValueError(f"{claim.claim_id} is a {claim.kind}: it needs a Finding") from None
    return comparer(claim, computed)


def _show(value: Any) -> str:
    """Write a computed value for the ledger.

    Parameters
    ----------
    value : Fraction, int, float, bool, str, Expectation or nested sequence of these

    Returns
    -------
    str

    Examples
    --------
    >>> _show(Fraction(1, 3)), _show(0.1 + 0.2), _show([Fraction(1, 2), 1])
    ('1/3', '0.3', '1/2, 1')
    """
    if isinstance(value, str | bool):
        return str(value)
    if isinstance(value, Expectation):
        return f"{_show(value.value)} (standard error {value.standard_error:.2g})"
    if isinstance(value, Rational):
        text = str(value)
        return text if len(text) <= LONGEST_FRACTION else f"{float(value):.12g}"
    if isinstance(value, Real):
        return f"{float(value):.8g}"
    return ", ".join(map(_show, value))


def _is_numeric(claim: Claim) -> bool:
    return _parse(claim.published) is not None or _parse_vector(claim.published) is not None


def _amid_words(claim: Claim, computed: tuple[Fraction | int, ...]) -> Comparison:
    """Hold computed numbers against those that stand among words, one by one."""
    printed = [_printed(claim, number) for number in _numbers_in(claim.published)]
    if not printed:
        raise ValueError(f"{claim.claim_id} prints {claim.published!r}, which has no number in it")
    if len(printed) != len(computed):
        return Comparison(False, _show(computed))
    pairs = list(zip(computed, printed, strict=True))
    if claim.kind == "exact":
        agrees = all(one == digits.value for one, digits in pairs)
    else:
        agrees = all(_rounds_to(one, digits) for one, digits in pairs)
    shown = [str(one) if one == digits.value else _finer(one, digits) for one, digits in pairs]
    return Comparison(agrees, _with_numbers(claim.published, shown))


def _exact(claim: Claim, computed: Any) -> Comparison:
    if isinstance(computed, bool) or not isinstance(computed, Rational):
        raise ValueError(f"{claim.claim_id} is exact: answer with an integer or a Fraction")
    printed, value = _printed(claim, claim.published), Fraction(computed)
    agrees = value == printed.value
    if claim.also_printed:
        agrees = agrees and _rounds_to(value, _printed(claim, claim.also_printed))
    return Comparison(agrees, _shown_beside(printed, computed), _difference(value, printed))


def _rounded(claim: Claim, computed: Any) -> Comparison:
    printed = _printed(claim, claim.published)
    agrees = _rounds_to(_rational(claim, computed), printed)
    return Comparison(agrees, _shown_beside(printed, computed), _difference(computed, printed))


def _truncated(claim: Claim, computed: Any) -> Comparison:
    printed = _printed(claim, claim.published)
    value = _rational(claim, computed)
    agrees = trunc(value / printed.unit) * printed.unit == printed.value
    return Comparison(agrees, _shown_beside(printed, computed), _difference(value, printed))


def _simulated(claim: Claim, computed: Expectation) -> Comparison:
    printed = _printed(claim, claim.published)
    distance = abs(_rational(claim, computed.value) - printed.value)
    if not computed.standard_error > 0:
        raise ValueError(f"{claim.claim_id}: a simulation has a positive standard error")
    margin = SIGMAS * Fraction(computed.standard_error) + printed.half_unit
    return Comparison(
        distance <= margin,
        f"{_finer(computed.value, printed)} (standard error {computed.standard_error:.2g})",
        _difference(computed.value, printed),
        qualification=UNTELLING if computed.standard_error > abs(computed.value) else "",
    )


def _stray_together(pairs: Iterable[tuple[Claim, Expectation]]) -> bool:
    """Whether printed experiments stray, taken together, as rarely as one by three standard errors.

    The squares of their distances in standard errors add up to a chi-square.

    Parameters
    ----------
    pairs : iterable of pairs
        A legible claim and what it should give on average.

    Returns
    -------
    bool
    """
    squares = [
        float((_printed(claim, claim.published).value - Fraction(e.value)) ** 2)
        / e.standard_error**2
        for claim, e in pairs
    ]
    return chi_square_tail(sum(squares), len(squares)) < erfc(SIGMAS / sqrt(2))


def _boolean(claim: Claim, computed: Any) -> Comparison:
    if not isinstance(computed, bool) or claim.published not in ("True", "False"):
        raise ValueError(f"{claim.claim_id} is a truth value: answer with a bool")
    return Comparison(str(computed) == claim.published, str(computed))


def _vector(claim: Claim, computed: Any) -> Comparison:
    printed = _parse_vector(claim.published)
    if printed is None:
        raise ValueError(f"{claim.claim_id}: the printed vector cannot be read")
    entries = _flat(computed)
    long_enough = len(entries) >= len(printed.entries)
    complete = long_enough if printed.elided else len(entries) == len(printed.entries)
    pairs = list(zip(entries, printed.entries, strict=False))
    agrees = complete and all(_rounds_to(entry, digits) for entry, digits in pairs)
    largest = max((Fraction(entry) - digits.value for entry, digits in pairs), key=abs)
    shown = [_finer(entry, printed.entries[0]) for entry in entries]
    text = _with_entries(claim.published, shown) if complete else ", ".join(shown)
    return Comparison(agrees, text, f"{float(largest):.2g}")


def _ranking(claim: Claim, computed: Any) -> Comparison:
    order = _parse_ranking(computed) if isinstance(computed, str) else computed
    shown = " ".join("[" + "=".join(sorted(g)) + "]" if len(g) > 1 else min(g) for g in order)
    agrees = [frozenset(group) for group in order] == _parse_ranking(claim.published)
    return Comparison(agrees, shown)


def _parse_ranking(text: str) -> list[frozenset[str]]:
    """Read an order of names in which brackets hold ties.

    Parameters
    ----------
    text : str
        Such as ``A [B=C] D``, best first.

    Returns
    -------
    list of frozenset of str

    Examples
    --------
    >>> [sorted(group) for group in _parse_ranking("A [B=C] D")]
    [['A'], ['B', 'C'], ['D']]
    """
    groups = re.findall(r"\[([^\]]*)\]|(\S+)", text)
    return [frozenset((tied or single).split("=")) for tied, single in groups]


_COMPARERS: dict[str, Callable[[Claim, Any], Comparison]] = {
    "exact": _exact,
    "count": _exact,
    "input": _exact,
    "rounded": _rounded,
    "truncated": _truncated,
    "boolean": _boolean,
    "vector": _vector,
    "ranking": _ranking,
}


def _printed(claim: Claim, text: str) -> _Printed:
    printed = _parse(text)
    if printed is None:
        raise ValueError(f"{claim.claim_id} prints {text!r}, not a number: it needs a Finding")
    return printed


def _rational(claim: Claim, computed: Any) -> Fraction:
    if isinstance(computed, bool) or not isinstance(computed, Real) or not isfinite(computed):
        raise ValueError(f"{claim.claim_id}: {computed!r} is not a finite number")
    return Fraction(computed) if isinstance(computed, Rational) else Fraction(float(computed))


def _shown_beside(printed: _Printed, computed: Any) -> str:
    """Write a value as the print does: a fraction, or two decimals more; then the exact fraction.

    >>> _shown_beside(_parse("254.587728734"), 254.5877287344954)
    '254.58772873450'
    >>> _shown_beside(_parse("0.22811"), Fraction(42571, 186624))
    '0.2281111 (42571/186624)'
    >>> _shown_beside(_parse(".50"), Fraction(1, 2)), _shown_beside(_parse("5/36"), Fraction(1, 6))
    ('0.50', '1/6')
    >>> _shown_beside(_parse("4.4"), Fraction(9, 2))
    '4.5'
    """
    exact = isinstance(computed, Rational)
    if exact and (printed.unit == 0 or Fraction(computed).denominator == 1):
        return _show(computed)
    if computed == printed.value:
        return f"{float(computed):.{_decimals(printed)}f}"
    text = _finer(computed, printed)
    if exact and computed == Fraction(text):
        return str(float(computed))
    return f"{text} ({computed})" if exact and len(str(computed)) <= LONGEST_FRACTION else text


def _unprinted(computed: Any) -> str:
    """Write a value beside which nothing is printed: a decimal, and what it is exactly.

    >>> _unprinted(Fraction(1, 3)), _unprinted([19.194042, 2])
    ('0.333333 (1/3)', '19.194042, 2')
    """
    if isinstance(computed, Fraction):
        return _shown_beside(_UNPRINTED, computed)
    return _show(computed)


def _finer(value: Fraction | float, printed: _Printed) -> str:
    """Write a value with two more decimals than the print has."""
    return f"{float(value):.{_decimals(printed) + 2}f}"


def _rounds_to(computed: Fraction | float, printed: _Printed) -> bool:
    return abs(Fraction(computed) - printed.value) <= printed.half_unit


def _difference(computed: Any, printed: _Printed) -> str:
    return f"{float(Fraction(computed) - printed.value):.2g}"


def _decimals(printed: _Printed) -> int:
    return len(str(printed.unit.denominator)) - 1


def _flat(values: Iterable[Any]) -> list[Any]:
    flat: list[Any] = []
    for value in values:
        flat.extend([value] if isinstance(value, Real) else _flat(value))
    return flat
