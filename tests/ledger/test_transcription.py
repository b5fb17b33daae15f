"""The transcription is what was first typed plus the mends, and is well formed."""

from collections import Counter

import pytest

from chancegames.base.files import read_rows
from chancegames.ledger.claims import PUBLISHED, all_claims, claims, sources
from tests.ledger.mended import pristine_digest, recorded_digests


@pytest.mark.parametrize("source", sorted(recorded_digests()))
def test_pristine_plus_mends_is_what_is_there(source):
    assert pristine_digest(source) == recorded_digests()[source]


def test_mends_name_known_claims_and_show_the_scan():
    known = {claim.claim_id for claim in all_claims()}
    for mend in read_rows(PUBLISHED / "mended.csv").values():
        assert mend["claim_id"] in known
        assert mend["scan"]


def test_every_source_file_is_known():
    files = {path.stem for path in PUBLISHED.glob("*.csv")}
    assert files == {*sources(), "mended", "sources", "dicebattle_curves"}


def test_claim_ids_are_unique():
    counts = Counter(claim.claim_id for claim in all_claims())
    assert counts.most_common(1)[0][1] == 1


def test_the_five_sources_make_1089_claims_and_those_added_later():
    mends = read_rows(PUBLISHED / "mended.csv").values()
    added = sum(mend["field"] == "added" for mend in mends)
    assert sum(len(claims(source)) for source in recorded_digests()) == 1089 + added


@pytest.mark.parametrize("source", sorted(sources()))
def test_cells_printed_twice_agree(source):
    rows = {row["claim_id"]: row for row in read_rows(PUBLISHED / f"{source}.csv").values()}
    for row in rows.values():
        if row["duplicate_of"]:
            assert row["published"] == rows[row["duplicate_of"]]["published"]


def test_an_unknown_source_is_refused():
    with pytest.raises(ValueError, match="unknown source 'nobody'; known are lecture"):
        claims("nobody")


def test_the_random_rows_of_table_10_hold_what_tables_11_and_12_print():
    shown = {}
    for claim in claims("albarede2007"):
        if (args := claim.args).get("utility", "").startswith("random") and "horizon" in args:
            key = args["player"], args["utility"], args["serendipity"]
            shown.setdefault(key, []).append((args["dynamism"] is True, args["horizon"], claim))
    drawn = [c for c in claims("albarede2007") if "without" in c.args]
    assert len(drawn) == 12
    for claim in drawn:
        for name, lucky in (("without", False), ("with_it", True)):
            cells = sorted(shown[claim.args["player"], claim.args["utility"], lucky], key=order)
            assert claim.args[name] == [float(cell.published) for *_, cell in cells]


def order(cell):
    """Static before dynamic, then by horizon."""
    return cell[:2]
