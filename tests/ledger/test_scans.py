"""What the page on the procedure says of scans, and when a digit counts against its author."""

import re
from collections import Counter
from dataclasses import replace
from itertools import product

from chancegames.book.counted import _is_one_digit_off, _readings
from chancegames.ledger import judge
from chancegames.ledger.claims import claims, literature
from chancegames.ledger.compare import compare
from chancegames.ledger.verdict import SPOKEN, WRONG
from chancegames.sources.registry import ANSWERS


def test_a_third_of_the_memos_numbers_are_visibly_damaged_and_few_others():
    """Why so many of the memo's numbers with sound digits are taken for the scan's mistakes."""

    def damaged(source):
        numbers = [claim for claim in claims(source) if claim.kind not in (*SPOKEN, "ranking")]
        bad = [
            claim
            for claim in numbers
            if claim.basis in ("repaired", "unreadable")
            and not re.fullmatch(r"[\d.]+", claim.scan)  # clean digits are no visible damage
        ]
        return len(bad) / len(numbers)

    assert damaged("johnson1970") > 1 / 3
    assert max(map(damaged, ("albarede2000", "albarede2007", "dicebattle", "lecture"))) < 0.06


def test_a_single_digit_needs_a_slip_to_count_against_its_author():
    """A number that one misread digit would mend is wrong only with a reason why it is printed."""
    wrong = [e for e in judge.full() if e.verdict in WRONG and e.claim.source not in literature()]
    clean = [entry for entry in wrong if _is_one_digit_off(entry) and not entry.claim.scan]
    rounded = [entry for entry in clean if entry.exception.rests_on == "a habit of rounding"]
    firm = [entry for entry in clean if not entry.exception.rests_on]
    assert firm and len(firm) + len(rounded) == len(clean)
    for entry in firm:
        assert entry.claim.claim_id in ANSWERS.proofs[entry.proof].call.result.slips


def test_a_damaged_number_is_wrong_only_if_it_is_wrong_whatever_was_damaged():
    """In doubt the scan is to blame, and not the author."""
    wrong = [entry for entry in judge.entries("johnson1970") if entry.verdict in WRONG]
    damaged = [entry for entry in wrong if entry.exception.rests_on == "damaged digits"]
    assert damaged
    for entry in damaged:
        claim, ours = entry.claim, judge.call_for(entry.claim).result
        for read in product(*_readings(claim.published, claim.scan)):
            assert not compare(replace(claim, published="".join(read)), ours).agrees, read


def test_the_scan_of_the_memo_confuses_some_digits_more_than_others():
    """Most excused numbers whose digits look sound have a 3 for an 8 or a 1 for a 4."""
    confused, excused, digits = 0, 0, Counter()
    for entry in judge.entries("johnson1970"):
        claim = entry.claim
        if claim.basis != "repaired" or entry.verdict != "agrees after repair":
            continue
        if all(re.fullmatch(r"[\d.]+", text) for text in (claim.published, claim.scan)):
            both = zip(claim.published, claim.scan, strict=True)
            pairs = [(ours, scans) for ours, scans in both if ours != scans]
            excused += 1
            digits[len(pairs)] += 1
            confused += {*pairs} <= {("8", "3"), ("4", "1")}
    assert confused > excused / 2 > 0
    assert set(digits) == {1, 2, 3} and digits[3] == 1
