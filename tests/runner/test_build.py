"""Rendering: not twice without need, and never a page in an old frame."""

import time
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest

from chancegames.book import build


@pytest.fixture
def book(tmp_path, monkeypatch):
    """A project of two files, and a renderer that counts its calls and writes one page."""
    for path, text in (("_config.yml", "frame"), ("book/index.md", "words")):
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text)
    html, doctrees = tmp_path / "html", tmp_path / "doctrees"
    page, made = html / "index.html", SimpleNamespace(calls=0, root=tmp_path, code=0, old=None)

    def run(command, cwd):
        made.calls += 1
        made.old = page.exists()
        for folder in (html, doctrees):
            folder.mkdir(exist_ok=True)
        page.write_text("rendered")
        return SimpleNamespace(returncode=made.code)

    monkeypatch.setattr("chancegames.base.fingerprint.ROOT", tmp_path)
    monkeypatch.setattr(build, "fingerprint", lambda: "library")
    monkeypatch.setattr(build.subprocess, "run", run)
    monkeypatch.setattr(build, "INDEX", page)
    monkeypatch.setattr(build, "DOCTREES", doctrees)
    monkeypatch.setattr(build, "STAMP", tmp_path / "rendered.txt")
    monkeypatch.setattr(build, "LOCK", tmp_path / ".lock")
    return made


def test_what_has_not_changed_is_not_rendered_again(book):
    assert [build.render(), build.render(), build.render()] == [True, False, False]
    assert book.calls == 1


def test_who_builds_waits_for_who_builds_already(book, monkeypatch):
    quick = build.subprocess.run

    def slow(*arguments, **named):
        time.sleep(0.2)
        return quick(*arguments, **named)

    monkeypatch.setattr(build.subprocess, "run", slow)
    monkeypatch.setattr(build, "execute_changed", dict)
    with ThreadPoolExecutor(3) as pool:
        built = [pool.submit(build.whole) for _ in range(3)]
    assert sorted(each.result()[1] for each in built) == [False, False, True]
    assert book.calls == 1


def test_bytecode_is_no_part_of_the_book(book):
    build.render()
    (book.root / "book/__pycache__").mkdir()
    (book.root / "book/__pycache__/extension.pyc").write_text("compiled")
    assert not build.render()


def test_an_edited_page_is_rendered_beside_the_others(book):
    build.render()
    (book.root / "book/index.md").write_text("other words")
    assert build.render()
    assert (book.calls, book.old) == (2, True)


def test_a_new_frame_renders_every_page_anew(book):
    build.render()
    (book.root / "_config.yml").write_text("another frame")
    assert build.render()
    assert (book.calls, book.old) == (2, False)


def test_a_failure_is_not_forgotten(book):
    book.code = 1
    for calls in (1, 2):
        with pytest.raises(build.RenderFailed):
            build.render()
        assert book.calls == calls
        assert not build.DOCTREES.exists()
    book.code = 0
    assert build.render()


def test_a_page_that_is_gone_is_rendered_again(book):
    build.render()
    build.INDEX.unlink()
    assert build.render()
