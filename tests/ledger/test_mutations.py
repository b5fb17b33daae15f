"""A change of any cell that counts is noticed: of the exceptions, and of what is printed.

``python -m tests.ledger.test_mutations`` measures how many changes are, and writes those of digits
to data/mutations.csv, from where the book has them.
"""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from chancegames.base.files import write_whole
from chancegames.base.findings import Expectation
from chancegames.base.paths import DATA
from chancegames.ledger import judge
from chancegames.ledger.claims import claims, sources
from chancegames.ledger.compare import UNPRINTED, compare
from chancegames.ledger.exceptions import VERDICTS, exceptions
from chancegames.ledger.numbers import _parse
from chancegames.ledger.verdict import SPOKEN
from tests.ledger.bookkeeping import complaints

MUTATIONS = DATA / "mutations.csv"
ROWS = sorted(exceptions().values(), key=lambda row: row.claim_id)


def changed(row, cell, random):
    """The row with another content of a cell, such as another row has."""
    if cell == "verdict":
        return replace(row, verdict=random.choice([v for v in VERDICTS if v != row.verdict]))
    others = [
        getattr(other, cell)
        for other in ROWS
        if getattr(other, cell) != getattr(row, cell) and other.proof != row.proof
    ]
    return replace(row, **{cell: random.choice(others)})


CELLS = ("verdict", "printed", "computed", "cause", "proof")


@pytest.mark.parametrize("cell", CELLS)
def test_of_changed_exceptions_all_are_noticed(cell):
    random = Random(1970)
    mutants = [changed(row, cell, random) for row in random.sample(ROWS, 40)]
    assert [mutant.claim_id for mutant in mutants if cell not in complaints(mutant)] == []


def exceptions_noticed(rows, seed=1970):
    """How many changes of each cell are noticed, one change of each cell a row."""
    random = Random(seed)
    return Counter(
        cell for cell in CELLS for row in rows if cell in complaints(changed(row, cell, random))
    )


def digits_changed(text):
    """The text with one digit raised by one, for each digit in turn."""
    for place, character in enumerate(text):
        if character.isdecimal():
            yield f"{text[:place]}{(int(character) + 1) % 10}{text[place + 1 :]}"


def is_noticed(claim, mutant):
    """Whether anything says that the claim is not what it was."""
    call, row = judge.call_for(claim), exceptions().get(claim.claim_id)
    if row and row.printed != mutant.published:
        return True
    if blind(claim) == "only repeated":
        return False
    try:
        found = compare(mutant, call.result, call.reads)
    except ValueError:  # it prints what its check does not read, or no number
        return True
    return found.agrees is not judge.judge(claim).comparison.agrees or lies_between(claim, mutant)


def lies_between(claim, mutant):
    """Whether the exact value is the middle of the two printed ones, and rounds to both."""
    one, other = _parse(claim.published), _parse(mutant.published)
    both = one and other and (one.value + other.value) / 2
    return both is not None and judge.call_for(claim).result == both


def blind(claim):
    """Why no computed value can tell one digit of a claim from another; empty if one can."""
    call = judge.call_for(claim)
    if claim.claim_id in exceptions():
        return ""
    if claim.kind in UNPRINTED or claim.basis == "unreadable":
        return "not printed"
    if isinstance(call.result, Expectation):
        return "simulated"
    if call.given and claim.kind in SPOKEN:
        return "only repeated"
    if call.false_variant is not None and call.reads is None:
        return "words"
    return ""


@pytest.mark.parametrize(
    "source", [pytest.param(s, id=s, marks=pytest.mark.xdist_group(s)) for s in sources()]
)
def test_every_change_of_one_printed_digit_is_noticed(source):
    """But where none can: not printed, simulated, only repeated, and numbers in a sentence."""
    missed = [
        f"{claim.claim_id}: {mutant}"
        for claim in claims(source)
        if not blind(claim)
        for mutant in digits_changed(claim.published)
        if not is_noticed(claim, replace(claim, published=mutant))
    ]
    assert missed == []


def digits_noticed():
    """Of all changes of one printed digit: noticed, missed, and by what they could be noticed.

    An exception has the printed number a second time, copied; there only the two are compared.
    Claims that have no computed value are left out.
    """
    noticed, missed = Counter(), Counter()
    for claim in (claim for source in sources() for claim in claims(source)):
        if judge.call_for(claim) is None or judge.call_for(claim).result is None:
            continue
        for mutant in digits_changed(claim.published):
            seen = is_noticed(claim, replace(claim, published=mutant))
            why = "copied" if claim.claim_id in exceptions() else blind(claim) or "compared"
            (noticed if seen else missed)[why] += 1
    return noticed, missed


def recorded(noticed, missed):
    """The lines of data/mutations.csv."""
    kinds = sorted(set(noticed) | set(missed))
    lines = [f"{kind},{noticed[kind]},{missed[kind]}" for kind in kinds]
    return "\n".join(["why,noticed,missed", *lines, ""])


def test_the_book_tells_how_many_changes_are_noticed():
    assert MUTATIONS.read_text(encoding="utf-8") == recorded(*digits_noticed())


if __name__ == "__main__":
    some = Random(1970).sample(ROWS, 4)
    twenty, every = sum(exceptions_noticed(some).values()), exceptions_noticed(ROWS)
    print(f"{twenty} of {4 * len(CELLS)} changed cells of four exceptions noticed")
    print(f"of {len(ROWS)} exceptions each: " + ", ".join(f"{c} {every[c]}" for c in CELLS))
    seen, unseen = digits_noticed()
    print(f"{seen.total()} of {seen.total() + unseen.total()} changed digits noticed")
    for why in sorted(set(seen) | set(unseen)):
        print(f"  {why}: {seen[why]} noticed, {unseen[why]} missed")
    write_whole(MUTATIONS, recorded(seen, unseen))
