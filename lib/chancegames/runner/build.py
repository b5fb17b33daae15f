"""Build the whole book: run what has changed, then render strictly."""

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from tqdm import tqdm

from chancegames import verdicts
from chancegames.paths import BUILD, ROOT
from chancegames.runner.cache import cached_seconds, keep
from chancegames.runner.chapters import Chapter, chapters
from chancegames.runner.execute import run


class RenderFailed(Exception):
    """Sphinx warned or failed; it has said why."""


INDEX = BUILD / "html" / "index.html"


def execute_changed() -> Mapping[str, float]:
    """Run every chapter whose outputs are not cached, with a progress bar on a terminal.

    Returns
    -------
    mapping of str to float
        Seconds of each chapter's run, by slug, now or when it was cached.

    Raises
    ------
    ChapterFailed
        If a chapter fails; those before it stay cached.
    """
    verdicts.full()  # judged once here, shown by many chapters
    seconds: dict[str, float] = {}
    with tqdm(chapters(), unit="chapter", disable=not sys.stderr.isatty()) as bar:
        for chapter in bar:
            bar.set_description(chapter.slug)
            seconds[chapter.slug] = _seconds(chapter)
    return seconds


def render() -> None:
    """Render the book with warnings as errors.

    Raises
    ------
    RenderFailed
        If Sphinx warns or fails.
    """
    jupyter_book = Path(sys.executable).with_name("jupyter-book")
    command = [str(jupyter_book), "build", str(ROOT), "-W", "-n", "--keep-going"]
    if subprocess.run(command, cwd=ROOT).returncode != 0:
        raise RenderFailed("the book was not rendered: see the warnings above")


def _seconds(chapter: Chapter) -> float:
    known = cached_seconds(chapter)
    if known is not None:
        return known
    finished = run(chapter, {})
    keep(finished)
    return finished.seconds
