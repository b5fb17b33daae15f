"""Build the whole book: run what has changed, then render strictly."""

import io
import os
import re
import shutil
import sys
from collections.abc import Mapping
from contextlib import redirect_stderr
from typing import TextIO

from filelock import FileLock
from tqdm import tqdm

from chancegames.base.files import sweep, write_whole
from chancegames.base.fingerprint import digest, fingerprint
from chancegames.base.paths import BUILD, ROOT
from chancegames.base.workers import apart, each
from chancegames.book.cache import _repair, cached_seconds, keep
from chancegames.book.chapters import chapter, chapters
from chancegames.book.commands import Failure
from chancegames.book.execute import _Run, run
from chancegames.book.runtimes import usual_seconds
from chancegames.ledger import judge

INDEX = BUILD / "html" / "index.html"
#: Where Sphinx writes; a reader gets a copy, whole.
RENDERED = BUILD / ".rendered"
STAMP = BUILD / "rendered.txt"
LOCK = BUILD / ".lock"
#: What Sphinx complained of when it last rendered.
WARNINGS = BUILD / "warnings.txt"

#: So many lines of it stand in the message of a failure.
_LAST = 30

#: What gives every page its frame; Sphinx does not render a page anew because of it.
_FRAME = ("_config.yml", "_toc.yml", "book/_ext/*.py", "book/_templates/**/*")
#: Not the tables of the pages that play: they are made on the way, from the library.
_STATIC = (
    "book/_static/*",
    "book/_static/mathjax/**/*",
    "book/_static/play/*",
    "book/_static/live/*",
)
_PAGES = ("book/*", "book/play/*", "book/locale/*/*", *_STATIC, "notebooks/*.ipynb")


def whole() -> tuple[Mapping[str, float], bool]:
    """Run what has changed and render; who comes meanwhile waits, and finds nothing left to do.

    Returns
    -------
    seconds : mapping of str to float
        As of `_execute_changed`.
    anew : bool
        As of `render`.

    Raises
    ------
    Failure
    """
    BUILD.mkdir(exist_ok=True)
    with FileLock(LOCK):
        sweep(BUILD)
        _repair()
        return _execute_changed(), render()


def _execute_changed() -> Mapping[str, float]:
    """Run every chapter whose outputs are not cached, with a progress bar on a terminal.

    The chapters run side by side, those that usually take longest first.

    Returns
    -------
    mapping of str to float
        Seconds of each chapter's run, by slug, now or when it was cached.

    Raises
    ------
    Failure
        If a chapter fails; those before it stay cached.
    """
    judge.full()  # judged once here, shown by many chapters
    cached = {item.slug: cached_seconds(item) for item in chapters()}
    missing = [slug for slug, seconds in cached.items() if seconds is None]
    missing.sort(key=lambda slug: -(usual_seconds(slug) or 0))
    took: dict[str, float] = {}
    with tqdm(total=len(missing), unit="chapter", disable=not sys.stderr.isatty()) as bar:
        for slug, finished in each(_run, missing):
            keep(finished)
            took[slug] = finished.seconds
            bar.set_description(slug)
            bar.update()
    return {slug: took.get(slug, seconds or 0.0) for slug, seconds in cached.items()}


def render() -> bool:
    """Render the book with warnings as errors, unless nothing has changed since.

    Returns
    -------
    bool
        Whether it had to be rendered.

    Raises
    ------
    Failure
        If Sphinx warns or fails.
    """
    frame, content = digest(*_FRAME), f"{digest(*_PAGES)} {fingerprint()}"
    known = STAMP.exists() and INDEX.exists()
    before = STAMP.read_text(encoding="utf-8", errors="replace").splitlines() if known else []
    if [*before[:2], *before[3:]] == [frame, content, _shown()]:
        return False
    # Sphinx would keep the old frame of what it has rendered, half a page of a killed run, and
    # trust a damaged file of its own.
    if [*before[:1], *before[2:3]] != [frame, _kept()]:
        shutil.rmtree(RENDERED, ignore_errors=True)
    STAMP.unlink(missing_ok=True)
    if not apart(_sphinx):
        shutil.rmtree(RENDERED, ignore_errors=True)  # else the next build would warn of nothing
        raise Failure(f"the book was not rendered: {_complaints()}")
    _publish()
    write_whole(STAMP, f"{frame}\n{content}\n{_kept()}\n{_shown()}\n")
    return True


def seal() -> None:
    """Take the pages as they are now for whole: a printed book has been put beside them."""
    if STAMP.exists():
        lines = STAMP.read_text(encoding="utf-8", errors="replace").splitlines()
        write_whole(STAMP, "\n".join([*lines[:3], _shown(), ""]))


def _kept() -> str:
    """Digest of what Sphinx keeps from one rendering to the next."""
    return digest(f"{BUILD.name}/{RENDERED.name}/**/*")


def _shown() -> str:
    """Digest of what a reader gets: a page may be damaged after it was rendered."""
    return digest(f"{BUILD.name}/{INDEX.parent.name}/**/*")


def _sphinx() -> None:
    """Render every page that Sphinx holds to be out of date."""
    from jupyter_book.cli.main import main  # half a second that nobody else needs

    strictly = ("-W", "-n", "--keep-going", "--path-output", str(RENDERED))
    with WARNINGS.open("w", encoding="utf-8") as file, redirect_stderr(_Both(sys.stderr, file)):
        main(["build", str(ROOT), *strictly])


class _Both(io.TextIOBase):
    """A stream that is shown and kept."""

    def __init__(self, *streams: TextIO) -> None:
        self.streams = streams

    def write(self, text: str) -> int:
        """Write to each, at once: a process may be killed before it can close them."""
        for stream in self.streams:
            stream.write(text)
            stream.flush()
        return len(text)


def _complaints() -> str:
    """The last words of Sphinx, without the colors of a terminal."""
    text = WARNINGS.read_text(encoding="utf-8", errors="replace") if WARNINGS.exists() else ""
    lines = re.sub(r"\x1b\[[\d;]*m", "", text).strip().splitlines()
    return "\n".join(["it said", *lines[-_LAST:]]) if lines else "it ended without a word"


def _publish() -> None:
    """Put the pages in their place: a reader finds the old book or the new one, never half."""
    new, old = (BUILD / f".html.{os.getpid()}.{name}" for name in ("new", "old"))
    shutil.copytree(RENDERED / "_build" / "html", new)
    if INDEX.parent.exists():
        INDEX.parent.rename(old)
    new.rename(INDEX.parent)
    shutil.rmtree(old, ignore_errors=True)


def _run(slug: str) -> _Run:
    return run(chapter(slug), {})
