"""One register for the answers of all sources."""

import pytest

from chancegames.sources.registry import Page, _Register


def answered(register, claims, **declared):
    Page("chapter", register).gives(claims, **declared)(lambda **arguments: arguments)


def test_a_register_answers_what_its_pages_give():
    register = _Register()
    answered(register, "demo-1", n=1)
    answered(register, "demo-2", n=2)
    answers = [register.call_for(f"demo-{n}", args={"n": 0}).result for n in (1, 2)]
    assert answers == [{"n": 1}, {"n": 2}]


def test_a_pattern_reads_the_quantity():
    register = _Register()
    answered(register, "demo-*", quantity=r"chance of (?P<total>\d+)")
    call = register.call_for("demo-1", "chance of 7 with two dice", {"dice": 2})
    assert call.result == {"dice": 2, "total": "7"}


@pytest.mark.parametrize("other", ["demo-1", "demo-*"])
def test_a_claim_is_answered_once_only(other):
    register = _Register()
    answered(register, "demo-1")
    answered(register, other)
    with pytest.raises(ValueError, match="demo-1 is answered more than once"):
        register.call_for("demo-1")
