"""The ledger of all sources: complete, explained, and able to fail."""

from dataclasses import replace
from fractions import Fraction
from math import trunc

import pytest

from chancegames.base.findings import Expectation, Finding
from chancegames.ledger import judge
from chancegames.ledger.claims import all_claims, sources
from chancegames.ledger.compare import SIGMAS, UNPRINTED, compare
from chancegames.ledger.exceptions import UNPROVABLE, VERDICTS, exceptions
from chancegames.ledger.numbers import _parse, _parse_vector
from chancegames.ledger.verdict import CONFIRMED, MEANINGS
from tests.ledger.bookkeeping import BY_ID, complaints, each, proofs, proofs_of

ANSWERED = [claim for claim in all_claims() if judge.call_for(claim)]


def each_source():
    return [pytest.param(s, id=s, marks=pytest.mark.xdist_group(s)) for s in sources()]


def each_proof():
    """Names of all proofs, those of a source in the worker of its claims."""
    return [
        pytest.param(name, id=name, marks=pytest.mark.xdist_group(source))
        for source in sources()
        for name in proofs_of(source)
    ]


def checks():
    return [claim for claim in ANSWERED if judge.call_for(claim).false_variant is not None]


def excepted(*verdicts):
    """Claims with an exception of one of these verdicts."""
    return [BY_ID[i] for i, row in exceptions().items() if row.verdict in (verdicts or VERDICTS)]


@pytest.mark.parametrize("source", each_source())
def test_every_row_matches_or_is_explained(source):
    """What is judged here is what the pages show, as the runs of the chapters are."""
    entries = judge._anew(source)
    assert not [e.claim.claim_id for e in entries if e.verdict == "differs"]
    assert {entry.verdict for entry in entries} <= set(MEANINGS)


@pytest.mark.parametrize("claim", each(excepted()))
def test_every_exception_still_differs_in_the_same_way(claim):
    """Its row says it once; the claim, the check and the proof say it again."""
    assert complaints(exceptions()[claim.claim_id]) == []


@pytest.mark.parametrize("claim", each(excepted(*set(VERDICTS) - set(UNPROVABLE))))
def test_every_exception_is_proved(claim):
    """The proof is a named one that holds, or the claim's own check, which says no."""
    name = exceptions()[claim.claim_id].proof
    own = judge.call_for(claim)
    if name in proofs():
        assert proofs()[name].call.result.holds is True
    else:
        assert own.name == name
        assert own.result.holds is False or own.result.qualification


@pytest.mark.parametrize("name", each_proof())
def test_every_proof_can_fail(name):
    assert proofs()[name].call.result.holds is True
    assert proofs()[name].call.of_false_variant().holds is False


@pytest.mark.parametrize("name", each_proof())
def test_a_named_slip_gives_the_printed_number(name):
    """It does so where the right value does not, and the proof cited is the one that names it."""
    for claim_id, slip in proofs()[name].call.result.slips.items():
        claim = BY_ID[claim_id]
        assert exceptions()[claim_id].proof == name
        assert compare(claim, slip).agrees is True, claim_id
        assert compare(claim, judge.call_for(claim).result).agrees is False, claim_id


def test_every_proof_is_cited():
    assert set(proofs()) <= {row.proof for row in exceptions().values()}


@pytest.mark.parametrize("claim", each(checks()))
def test_every_check_flips_on_its_false_variant(claim):
    call = judge.call_for(claim)
    assert call.false_variant, "a false variant changes something"
    assert call.of_false_variant().holds is not call.result.holds


@pytest.mark.parametrize("source", each_source())
def test_findings_and_no_other_answers_come_from_checks_with_a_false_variant(source):
    calls = [judge.call_for(claim) for claim in ANSWERED if claim.source == source]
    mixed_up = [c.name for c in calls if isinstance(c.result, Finding) is (c.false_variant is None)]
    assert not mixed_up


def is_number_or_vector(claim):
    return _parse(claim.published) is not None or _parse_vector(claim.published) is not None


NUMERIC = [
    claim
    for claim in ANSWERED
    if is_number_or_vector(claim)
    and claim.kind not in UNPRINTED
    and claim.claim_id not in exceptions()
]


@pytest.mark.parametrize("claim", each(NUMERIC))
def test_a_change_of_the_last_printed_digit_flips_the_verdict(claim):
    assert judge.judge(claim).verdict in (*CONFIRMED, "agrees after repair", "given")
    computed = judge.call_for(claim).result
    for mutant in mutants(claim, computed):
        assert compare(mutant, computed).agrees is False, mutant.published or mutant.also_printed


def mutants(claim, computed):
    """The claim with its last digits changed, where no tie of rounding allows both digits."""
    if isinstance(computed, Expectation):
        step = Fraction(2 * SIGMAS * computed.standard_error) + 2 * _parse(claim.published).unit
        for sign in (1, -1):
            shifted = _parse(claim.published).value + sign * step
            yield replace(claim, published=f"{float(shifted):.12f}")
        return
    if _parse(claim.published) is None:
        yield from vector_mutants(claim, computed)
        return
    for field in ("published", "also_printed"):
        text = getattr(claim, field)
        if text:
            for step in (1, -1):
                if not is_tie(text, computed, step):
                    yield replace(claim, **{field: changed(text, step)})


def vector_mutants(claim, computed):
    words = claim.published.replace(";", " ").strip(" []").split()
    flat = list(flatten(computed))
    for i in range(len(_parse_vector(claim.published).entries)):
        for step in (1, -1):
            if not is_tie(words[i], flat[i], step):
                mutated = [*words[:i], changed(words[i], step), *words[i + 1 :]]
                yield replace(claim, published=" ".join(mutated))


def flatten(values):
    for value in values:
        if hasattr(value, "__iter__"):
            yield from flatten(value)
        else:
            yield value


def changed(text, step):
    """Move the last printed digit (of a fraction, the numerator) by one step."""
    if "/" in text:
        numerator, denominator = text.split("/")
        return f"{int(numerator) + step}/{denominator}"
    if "e" in text:
        digits, power = text.split("e")
        return f"{changed(digits, step)}e{power}"
    printed = _parse(text)
    decimals = len(text.partition(".")[2])
    scaled = int((printed.value + step * printed.unit) * 10**decimals)
    sign, digits = ("-" if scaled < 0 else ""), str(abs(scaled)).rjust(decimals + 1, "0")
    return sign + (f"{digits[:-decimals]}.{digits[-decimals:]}" if decimals else digits)


def is_tie(text, computed, step):
    """A value exactly between two printed numbers rounds to both."""
    printed = _parse(text)
    return Fraction(computed) - printed.value == step * printed.half_unit != 0


def test_the_mutation_moves_one_digit():
    assert changed(".099", 1) == "0.100"
    assert changed("-0.199", -1) == "-0.200"
    assert changed("5/36", 1) == "6/36"
    assert changed("12", -1) == "11"
    assert changed("4e-4", 1) == "5e-4"
    assert changed("0.00", -1) == "-0.01"


CORRECTABLE = [claim for claim in excepted("erratum") if is_number_or_vector(claim)]


@pytest.mark.parametrize("claim", each(CORRECTABLE))
def test_a_corrected_erratum_would_match(claim):
    computed = judge.call_for(claim).result
    right = replace(claim, published=corrected(claim, computed), also_printed="")
    assert not compare(claim, computed).agrees
    assert compare(right, computed).agrees


def corrected(claim, computed):
    """What the source should have printed, in its own form."""
    if claim.kind == "vector":
        decimals = len(claim.published.split()[0].partition(".")[2])
        return " ".join(f"{float(value):.{decimals}f}" for value in flatten(computed))
    if "/" in claim.published:
        return str(computed)
    value = computed.value if isinstance(computed, Expectation) else Fraction(computed)
    decimals = len(claim.published.partition(".")[2])
    if claim.kind == "truncated":
        scaled = trunc(value * 10**decimals)
        return changed(f"{scaled / 10**decimals:.{decimals}f}", 0)
    return f"{float(value):.{decimals}f}"
