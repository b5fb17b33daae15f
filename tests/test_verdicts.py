"""Verdicts that are kept are those that are computed."""

import pytest

from chancegames.ledger import audit, verdicts
from chancegames.ledger.claims import claims


@pytest.fixture
def empty_shelf(monkeypatch, tmp_path):
    monkeypatch.setattr(verdicts, "kept_path", lambda source: tmp_path / source)
    monkeypatch.setattr(verdicts, "SOURCES", ["lecture"])
    verdicts._kept.cache_clear()
    yield tmp_path / "lecture"
    verdicts._kept.cache_clear()


@pytest.mark.xdist_group("lecture")
def test_what_is_kept_is_what_was_judged(empty_shelf):
    assert verdicts.full() == audit.entries("lecture")
    assert empty_shelf.exists()
    verdicts._kept.cache_clear()
    assert verdicts.full() == audit.entries("lecture")
    assert verdicts.entries("lecture", "notes") == audit.entries("lecture", "notes")
    page = audit.entries("lecture")[0].page
    assert verdicts.page_entries(page) == tuple(map(audit.judge, audit.answered_on(page)))


@pytest.mark.xdist_group("lecture")
@pytest.mark.parametrize("damage", [b"", b"nonsense", b"\x80\x04K\x01."])
def test_a_damaged_shelf_is_judged_anew(empty_shelf, damage):
    empty_shelf.write_bytes(damage)
    assert verdicts.full() == audit.entries("lecture")
    verdicts._kept.cache_clear()
    assert set(verdicts._kept("lecture")) == {claim.claim_id for claim in claims("lecture")}


@pytest.mark.xdist_group("lecture")
def test_without_a_shelf_a_page_judges_what_it_shows(empty_shelf):
    assert verdicts.entries("lecture") == audit.entries("lecture")
    assert not empty_shelf.exists()
