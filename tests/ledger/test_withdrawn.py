"""Claims that an earlier edition called wrong, and that are not called so any more.

``python -m tests.ledger.test_withdrawn`` reads the history of the repository and writes them to
data/withdrawn.csv, from where the book has them.
"""

import csv
import io
import subprocess

import pytest

from chancegames.base.files import read_rows, write_whole
from chancegames.base.paths import DATA, ROOT
from chancegames.ledger import judge
from chancegames.ledger.claims import all_claims
from chancegames.ledger.exceptions import EXCEPTIONS, exceptions
from chancegames.ledger.verdict import WRONG

WITHDRAWN = DATA / "withdrawn.csv"
ROWS = tuple(read_rows(WITHDRAWN, ("claim_id", "called")).values())


def git(*arguments):
    """What git says in the folder of the project."""
    done = subprocess.run(
        ["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True, timeout=120
    )
    return done.stdout


def ever_wrong():
    """Claims that were an erratum or refuted in any commit, with the last such verdict."""
    path = EXCEPTIONS.relative_to(ROOT)
    called = {}
    for commit in git("log", "--reverse", "--format=%H", "--diff-filter=AM", "--", path).split():
        for row in csv.DictReader(io.StringIO(git("show", f"{commit}:{path}"))):
            if row["verdict"] in WRONG:
                called[row["claim_id"]] = row["verdict"]
    return called


def withdrawn():
    """Those of them that are not wrong any more, in the order of the ledger."""
    called, now = ever_wrong(), exceptions()
    return {
        claim.claim_id: called[claim.claim_id]
        for claim in all_claims()
        if claim.claim_id in called
        and not (claim.claim_id in now and now[claim.claim_id].verdict in WRONG)
    }


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["claim_id"])
def test_what_was_withdrawn_is_not_called_wrong(row):
    (claim,) = [claim for claim in all_claims() if claim.claim_id == row["claim_id"]]
    assert row["called"] in WRONG
    assert judge.judge(claim).verdict not in WRONG


def test_nothing_that_was_withdrawn_is_left_out():
    """As far as the history goes: an archive has none, and a shallow clone a part of it."""
    if not (ROOT / ".git").exists():
        pytest.skip("no history here")
    assert withdrawn().items() <= {(row["claim_id"], row["called"]) for row in ROWS}


if __name__ == "__main__":
    lines = [f"{claim_id},{called}" for claim_id, called in withdrawn().items()]
    write_whole(WITHDRAWN, "\n".join(["claim_id,called", *lines, ""]))
    print(f"{len(lines)} claims withdrawn")
