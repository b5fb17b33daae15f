"""Rendering: not twice without need, and never a page in an old frame."""

import os
import subprocess
import sys
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
    folder = tmp_path / "_build"
    page = folder / ".rendered/_build/html/index.html"
    made = SimpleNamespace(calls=0, root=tmp_path, folder=folder, sound=True, old=None, slow=0)

    def apart(work):
        assert work is build._sphinx
        made.calls += 1
        made.old = page.exists()
        time.sleep(made.slow)
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(f"rendered {made.calls}")
        return made.sound

    monkeypatch.setattr("chancegames.base.fingerprint.ROOT", tmp_path)
    monkeypatch.setattr(build, "fingerprint", lambda: "library")
    monkeypatch.setattr(build, "apart", apart)
    monkeypatch.setattr(build, "_execute_changed", dict)
    monkeypatch.setattr(build, "_repair", lambda: None)
    for name, path in (
        ("BUILD", ""),
        ("INDEX", "html/index.html"),
        ("RENDERED", ".rendered"),
        ("STAMP", "rendered.txt"),
        ("LOCK", ".lock"),
        ("WARNINGS", "warnings.txt"),
    ):
        monkeypatch.setattr(build, name, folder / path)
    folder.mkdir()
    return made


def test_what_has_not_changed_is_not_rendered_again(book):
    assert [build.render(), build.render(), build.render()] == [True, False, False]
    assert book.calls == 1


def test_who_builds_waits_for_who_builds_already(book):
    book.slow = 0.2
    with ThreadPoolExecutor(3) as pool:
        built = [pool.submit(build.whole) for _ in range(3)]
    assert sorted(each.result()[1] for each in built) == [False, False, True]
    assert book.calls == 1


def test_a_reader_finds_the_old_book_until_the_new_one_is_whole(book):
    build.render()
    (book.root / "book/index.md").write_text("other words")
    book.sound = False
    with pytest.raises(build.Failure):
        build.render()
    assert build.INDEX.read_text() == "rendered 1"
    book.sound = True
    assert build.render()
    assert build.INDEX.read_text() == "rendered 3"
    assert [path.name for path in book.folder.iterdir() if path.name.startswith(".html")] == []


def test_what_a_killed_build_left_behind_is_cleared(book):
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    (book.folder / f".html.{gone.pid}.new").mkdir()
    (book.folder / f".rendered.txt.{gone.pid}.abcd").write_text("half")
    alive = book.folder / f".rendered.txt.{os.getpid()}.abcd"
    alive.write_text("still being written")
    build.whole()
    assert alive.exists()
    assert [path.name for path in book.folder.iterdir() if str(gone.pid) in path.name] == []


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


@pytest.mark.parametrize("damage", ["cut off", "one bit", "gone", "the stamp"])
def test_what_sphinx_keeps_is_made_anew_when_it_is_damaged(book, damage):
    build.render()
    kept = build.RENDERED / "_build/html/index.html"
    whole = kept.read_bytes()
    if damage == "the stamp":
        build.STAMP.write_bytes(b"\xff" + build.STAMP.read_bytes())
    elif damage == "gone":
        kept.unlink()
    else:
        kept.write_bytes(whole[:-1] if damage == "cut off" else whole[:-1] + b"!")
    (book.root / "book/index.md").write_text("other words")
    assert build.render()
    assert (book.calls, book.old) == (2, False)


def test_half_a_page_of_a_killed_run_is_not_taken_for_a_page(book, monkeypatch):
    build.render()
    (book.root / "book/index.md").write_text("other words")
    sound = build.apart

    def killed(work):
        sound(work)
        raise KeyboardInterrupt

    monkeypatch.setattr(build, "apart", killed)
    with pytest.raises(KeyboardInterrupt):
        build.render()
    assert build.INDEX.read_text() == "rendered 1"
    monkeypatch.setattr(build, "apart", sound)
    assert build.render()
    assert (book.calls, book.old) == (3, False)


def test_a_failure_is_not_forgotten(book):
    book.sound = False
    for calls in (1, 2):
        with pytest.raises(build.Failure):
            build.render()
        assert book.calls == calls
        assert not build.RENDERED.exists()
    book.sound = True
    assert build.render()


def test_a_page_damaged_after_it_was_rendered_is_mended(book):
    build.render()
    build.INDEX.write_text("rendered ?")
    assert build.render()
    assert (book.calls, book.old) == (2, True)
    assert not build.render()


def test_a_printed_book_beside_the_pages_is_no_damage(book):
    build.seal()
    assert not build.STAMP.exists()
    build.render()
    (build.INDEX.parent / "book.pdf").write_text("printed")
    build.seal()
    assert not build.render()


def test_a_page_that_is_gone_is_rendered_again(book):
    build.render()
    build.INDEX.unlink()
    assert build.render()


def test_a_failure_repeats_what_was_complained_of(book, monkeypatch):
    """A report may show the last message alone."""

    def complains(work):
        both = build._Both(sys.stderr, file)
        print("\x1b[31mindex.md:3: WARNING: no such page\x1b[0m", file=both)

    monkeypatch.setattr(build, "apart", complains)
    with build.WARNINGS.open("w") as file, pytest.raises(build.Failure) as failure:
        build.render()
    assert failure.value.message.endswith("it said\nindex.md:3: WARNING: no such page")
    build.WARNINGS.unlink()
    monkeypatch.setattr(build, "apart", lambda work: False)
    with pytest.raises(build.Failure, match="ended without a word"):
        build.render()
