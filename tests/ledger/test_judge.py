"""Verdicts that are kept are those that are computed."""

import pytest

from chancegames.ledger import judge
from chancegames.ledger.claims import claims
from chancegames.sources.registry import Page, _Register


@pytest.fixture
def empty_shelf(monkeypatch, tmp_path):
    monkeypatch.setattr(judge, "_shelf", lambda source: tmp_path / source)
    monkeypatch.setattr(judge, "sources", lambda: ["lecture"])
    judge._kept.cache_clear()
    yield tmp_path / "lecture"
    judge._kept.cache_clear()


def judged():
    return tuple(map(judge.judge, claims("lecture")))


@pytest.mark.xdist_group("lecture")
def test_what_is_kept_is_what_was_judged(empty_shelf):
    assert judge.full() == judged()
    assert empty_shelf.exists()
    judge._kept.cache_clear()
    assert judge.full() == judge.entries("lecture", "notes") == judged()
    page = judged()[0].page
    assert judge.page_entries(page) == tuple(map(judge.judge, judge._answered_on(page)))


@pytest.mark.xdist_group("lecture")
@pytest.mark.parametrize("damage", ["empty", "nonsense", "cut off", "one bit"])
def test_a_damaged_shelf_is_judged_anew(empty_shelf, damage):
    judge.full()
    whole = empty_shelf.read_bytes()
    flipped = whole[:900] + bytes([whole[900] ^ 4]) + whole[901:]
    content = {"empty": b"", "nonsense": b"nonsense", "cut off": whole[:-9], "one bit": flipped}
    empty_shelf.write_bytes(content[damage])
    judge._kept.cache_clear()
    assert judge._kept("lecture") == {}
    judge._kept.cache_clear()
    assert judge.full() == judged()
    judge._kept.cache_clear()
    assert set(judge._kept("lecture")) == {claim.claim_id for claim in claims("lecture")}


@pytest.mark.xdist_group("lecture")
def test_without_a_shelf_a_page_judges_what_it_shows(empty_shelf):
    assert judge.entries("lecture") == judged()
    assert not empty_shelf.exists()


@pytest.mark.parametrize("name", ["lecture-99", "foo-*", "lecture-[zx]*"])
def test_an_answer_to_no_claim_is_an_error(monkeypatch, name):
    stale = _Register()
    Page("chapter", stale).gives(name)(lambda: 1)
    monkeypatch.setattr(judge, "ANSWERS", stale)
    judge._load.cache_clear()
    with pytest.raises(ValueError, match="which no claim is called"):
        judge._load("lecture")
    judge._load.cache_clear()
