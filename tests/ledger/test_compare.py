"""Comparison by kind, on claims made up for the purpose."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chancegames.base.findings import Expectation, Finding
from chancegames.ledger.claims import Claim
from chancegames.ledger.compare import compare
from chancegames.ledger.numbers import _parse
from chancegames.ledger.verdict import _judged

BLANK = Claim("demo", "demo-1", "table 1", "cell", {}, "", "", "exact", "verbatim", "", "")


def claim(kind, published, **fields):
    return replace(BLANK, kind=kind, published=published, **fields)


@given(st.fractions(min_value=-5, max_value=5), st.integers(1, 6))
def test_a_correctly_rounded_number_agrees_and_its_neighbours_do_not(value, digits):
    scaled = round(value * 10**digits)
    for step, expected in ((0, True), (2, False), (-2, False)):
        published = f"{float(Fraction(scaled + step, 10**digits)):.{digits}f}"
        assert compare(claim("rounded", published), value).agrees is expected


@given(st.integers(0, 10**6), st.integers(1, 10**6))
def test_exact_fractions(numerator, denominator):
    value = Fraction(numerator, denominator)
    printed = claim("exact", f"{numerator}/{denominator}")
    assert compare(printed, value).agrees
    assert not compare(printed, value + Fraction(1, 10**9)).agrees


@pytest.mark.parametrize(
    ("kind", "published", "computed", "agrees"),
    [
        ("exact", "5/36", Fraction(5, 36), True),
        ("exact", ".5", Fraction(1, 2), True),
        ("count", "31", 31, True),
        ("count", "31", 32, False),
        ("rounded", ".667", 2 / 3, True),
        ("rounded", ".666", 2 / 3, False),
        ("truncated", ".666", Fraction(2, 3), True),
        ("truncated", ".667", Fraction(2, 3), False),
        ("boolean", "True", True, True),
        ("boolean", "True", False, False),
        ("vector", "[0.333 0.667]", (Fraction(1, 3), Fraction(2, 3)), True),
        ("vector", "[0.333 0.666]", (Fraction(1, 3), Fraction(2, 3)), False),
        ("vector", "[0.333 0.667]", (Fraction(1, 3), Fraction(2, 3), 0), False),
        ("vector", "[0.333 0...]", (Fraction(1, 3), Fraction(2, 3), 0), True),
        ("vector", "1 2; 3 4", ((1, 2), (3, 4)), True),
        ("ranking", "A [B=C]", "A [C=B]", True),
        ("ranking", "A [B=C]", "A B C", False),
        ("simulated", ".500", Expectation(0.51, 0.005), True),
        ("simulated", ".500", Expectation(0.52, 0.005), False),
        ("input", "10", 10, True),
        ("input", "10", 11, False),
        ("statement", "so", Finding(True, "yes"), True),
        ("statement", "so", Finding(False, "no"), False),
    ],
)
def test_agreement(kind, published, computed, agrees):
    assert compare(claim(kind, published), computed).agrees is agrees


def test_a_second_printing_of_the_value_must_agree_too():
    assert compare(claim("exact", "1/6", also_printed="0.167"), Fraction(1, 6)).agrees
    assert not compare(claim("exact", "1/6", also_printed="0.166"), Fraction(1, 6)).agrees


@pytest.mark.parametrize("kind", ["unknown", "figure"])
def test_where_nothing_is_printed_nothing_agrees(kind):
    comparison = compare(claim(kind, "?"), Fraction(1, 3))
    assert comparison.agrees is None
    assert comparison.computed == "0.333333 (1/3)"


def test_an_unreadable_cell_confirms_nothing():
    comparison = compare(claim("rounded", "", basis="unreadable"), 0.5)
    assert comparison.agrees is None
    assert _judged(claim("rounded", "", basis="unreadable"), comparison, None) == "illegible"


@pytest.mark.parametrize(
    ("kind", "published", "computed"),
    [
        ("rounded", "0.5", Finding(True, "trust me")),
        ("vector", "1 2", Finding(True, "trust me")),
        ("statement", "so", Fraction(1)),
        ("exact", "0.5", 0.5),
        ("rounded", "about half", 0.5),
        ("rounded", "0.5", float("nan")),
        ("boolean", "True", 1),
        ("simulated", "0.5", Expectation(0.5, 0.0)),
    ],
)
def test_an_answer_that_cannot_decide_is_refused(kind, published, computed):
    with pytest.raises(ValueError, match="demo-1"):
        compare(claim(kind, published), computed)


@pytest.mark.parametrize("text", ["", "?", "1/0", "0.1.2", "about 4 %", "1e3", "--1"])
def test_what_is_not_one_number_is_not_read_as_one(text):
    assert _parse(text) is None


def test_an_exception_never_hides_agreement():
    printed = claim("exact", "1")
    assert _judged(printed, compare(printed, 1), "erratum") == "matches"
    assert _judged(printed, compare(printed, 2), "erratum") == "erratum"
    assert _judged(printed, compare(printed, 2), "") == "differs"


def test_what_confirms_nothing_is_counted_apart():
    repaired = claim("exact", "1", basis="repaired")
    assert _judged(repaired, compare(repaired, 1), "") == "agrees after repair"
    printed = claim("exact", "1")
    assert _judged(printed, compare(printed, 1), "", given=True) == "given"
    assert _judged(claim("input", "1"), compare(claim("input", "1"), 1), "") == "given"


@pytest.mark.parametrize(
    ("finding", "expected"),
    [
        (Finding(True, "all", but="D = 1"), "holds with exceptions"),
        (Finding(True, "all", reading="a draw counts as lost"), "depends on the reading"),
        (Finding(False, "all", reading="a draw counts 0"), "depends on the reading"),
    ],
)
def test_a_qualified_statement_needs_a_cause(finding, expected):
    said = claim("statement", "so")
    found = compare(said, finding)
    assert found.qualification == expected
    assert _judged(said, found, "") == "differs"
    assert _judged(said, found, expected) == expected


def test_what_does_not_hold_has_no_exceptions():
    with pytest.raises(ValueError, match="has no exceptions"):
        Finding(False, "no", but="D = 1")


def test_a_check_that_reads_other_numbers_than_are_printed_is_refused():
    said = claim("statement", "true from D = 6 on")
    assert compare(said, Finding(True, "yes"), ("6",)).agrees
    with pytest.raises(ValueError, match="its check reads"):
        compare(said, Finding(True, "yes"), ("5",))
