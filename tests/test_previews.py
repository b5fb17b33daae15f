"""The picture that a link to a chapter shows."""

import os
import sys
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest
from matplotlib.image import imread

from chancegames.base.paths import ROOT
from chancegames.book import browser

sys.path.insert(0, str(ROOT / "book/_ext"))
import previews

PAGE = (
    "<!doctype html><main><p>Words.</p><figure><svg role='img' aria-label='a red square' "
    "viewBox='0 0 4 2'><rect width='4' height='2' fill='#f00'/></svg></figure>"
    "<figure><svg viewBox='0 0 4 2'></svg></figure></main>"
)


def app(folder, address):
    return SimpleNamespace(
        outdir=folder,
        builder=SimpleNamespace(format="html"),
        config=SimpleNamespace(html_baseurl=address),
    )


def named(folder, address, page="notebooks/one"):
    context = {"body": PAGE, "meta": None}
    previews.name_the_picture(app(folder, address), page, "page.html", context, object())
    return context["meta"]


def test_a_chapter_is_previewed_by_its_first_picture(tmp_path):
    if not browser.program():
        (pytest.fail if os.environ.get("CI") else pytest.skip)("no chromium here")
    (tmp_path / "notebooks").mkdir()
    (tmp_path / "notebooks/one.html").write_text(PAGE)
    with ThreadPoolExecutor(1) as own:  # the browser of other tests may be at work in this thread
        own.submit(
            previews.take_the_pictures, app(tmp_path, "https://book.example/"), None
        ).result()
    meta = named(tmp_path, "https://book.example/")
    assert meta["og:image:alt"] == "a red square"
    picture = imread(tmp_path / meta["og:image"])
    height, width = picture.shape[:2]
    assert width > 900
    assert picture[height // 2, width // 2, :3].tolist() == [1, 0, 0]
    assert named(tmp_path, "https://book.example/", page="book/ledger") is None


def test_a_book_without_address_takes_no_pictures(tmp_path):
    (tmp_path / "notebooks").mkdir()
    (tmp_path / "notebooks/one.html").write_text(PAGE)
    previews.take_the_pictures(app(tmp_path, ""), None)
    assert not (tmp_path / "_static").exists()
    assert named(tmp_path, "") is None


def test_a_build_without_browser_goes_on(tmp_path, monkeypatch):
    monkeypatch.setattr(browser, "program", lambda: None)
    previews.take_the_pictures(app(tmp_path, "https://book.example/"), None)
    assert named(tmp_path, "https://book.example/") is None
