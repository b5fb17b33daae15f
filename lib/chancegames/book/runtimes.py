"""How long each chapter usually runs: a committed measurement, so that two builds are equal."""

import csv
import io
import platform
import resource
import tempfile
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from multiprocessing import get_context
from pathlib import Path

from chancegames.base.files import BadFile, read_rows, write_whole
from chancegames.base.paths import DATA
from chancegames.book.chapters import chapter, chapters
from chancegames.book.execute import run

RUNTIMES = DATA / "runtimes.csv"
COLUMNS = ("chapter", "seconds", "megabytes", "processor")


@dataclass(frozen=True)
class _Runtime:
    """What one chapter needs at its default parameters.

    Attributes
    ----------
    seconds : float
        Wall time, kernel start included.
    megabytes : int
        Peak memory of the chapter's kernel.
    processor : str
        Where it was measured.
    """

    seconds: float
    megabytes: int
    processor: str


@cache
def runtimes() -> dict[str, _Runtime]:
    """Read the committed measurements.

    Returns
    -------
    dict of str to _Runtime
        By slug; chapters that were never measured are absent.
    """
    found = {}
    for line, row in read_rows(RUNTIMES, COLUMNS).items():
        try:
            needed = float(row["seconds"]), int(row["megabytes"])
        except ValueError as error:
            raise BadFile(f"{RUNTIMES.name}, line {line}: {error}") from None
        found[row["chapter"]] = _Runtime(*needed, row["processor"])
    return found


def usual_seconds(slug: str) -> float | None:
    """Look up the usual runtime of a chapter.

    Parameters
    ----------
    slug : str

    Returns
    -------
    float or None
        None if it was never measured.

    Examples
    --------
    >>> usual_seconds("no such chapter") is None
    True
    """
    measured = runtimes().get(slug)
    return measured.seconds if measured else None


def _measure() -> None:
    """Run every chapter, each in a process of its own, and write the measurements anew."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    with ProcessPoolExecutor(1, get_context("spawn"), max_tasks_per_child=1) as pool:
        for slug, seconds, megabytes in pool.map(_measured, [c.slug for c in chapters()]):
            writer.writerow([slug, f"{seconds:.1f}", megabytes, processor()])
    write_whole(RUNTIMES, text.getvalue())


def _measured(slug: str) -> tuple[str, float, int]:
    """Wall time and peak memory of one chapter's kernel."""
    with tempfile.TemporaryDirectory() as folder:
        seconds = run(chapter(slug), {}, folder=Path(folder)).seconds
    return slug, seconds, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024


def processor() -> str:
    """Name of this machine's processor, for the files of measurements.

    Returns
    -------
    str

    Examples
    --------
    >>> bool(processor())
    True
    """
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    return next(line.split(": ")[1] for line in lines if line.startswith("model name"))
