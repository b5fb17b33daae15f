"""The commands ``chancegames sweep`` and ``chancegames sweeps``: many points, one table."""

import json
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click
from tqdm import tqdm

from chancegames.base.cluster import cluster, require_dask
from chancegames.base.paths import SWEEPS
from chancegames.book.chapters import Chapter, chapter
from chancegames.book.commands import Failure, Refusal
from chancegames.book.grids import MOST_POINTS, Grid, _parse_grid
from chancegames.book.runtimes import usual_seconds
from chancegames.ledger import judge

if TYPE_CHECKING:
    from chancegames.book.sweeps import _Sweep


class _Stopped(Failure):
    """Ctrl-C: what is finished is kept."""

    exit_code = 130


@click.command("sweep")
@click.argument("slug", metavar="CHAPTER")
@click.option(
    "-p",
    "typed",
    nargs=2,
    multiple=True,
    metavar="NAME VALUES",
    help="Values of a parameter: 1..20, 10..100:10, 1000,10000, or all (repeatable).",
)
@click.option("--scheduler", metavar="ADDRESS", help="A Dask scheduler; else this machine.")
@click.option("--workers", type=click.IntRange(1), help="Processes on this machine.")
@click.option("--memory-limit", metavar="SIZE", help="Of all of them together, such as 8GB.")
@click.option("--most", type=click.IntRange(1), default=MOST_POINTS, show_default=True)
@click.option("--dry-run", is_flag=True, help="Only say what there is to do.")
def _sweep(
    slug: str,
    typed: tuple[tuple[str, str], ...],
    scheduler: str | None,
    workers: int | None,
    memory_limit: str | None,
    most: int,
    dry_run: bool,
) -> None:
    """Run CHAPTER at every point of a grid; the tables go to _build/sweeps.

    The same command again does only what is missing.
    """
    try:
        item = chapter(slug)
        grid = _parse_grid(item, typed, most)
        require_dask()
        asked, here = _planned(item, grid, scheduler, workers, memory_limit)
        click.echo(_estimate(asked, here))
        if dry_run:
            return
        command = " ".join(["chancegames sweep", slug, *(f"-p {n} {text}" for n, text in typed)])
        _finish(asked, _run(asked, scheduler, here), command)
    except ValueError as error:
        raise Refusal(str(error)) from error
    except KeyboardInterrupt:
        kept = len(asked.points) - len(asked.missing)
        told = f"stopped; {kept} of {len(asked.points)} settings are kept, the same command goes on"
        raise _Stopped(told) from None


def _planned(
    item: Chapter, grid: Grid, scheduler: str | None, workers: int | None, memory: str | None
) -> "tuple[_Sweep, int | None]":
    """The sweep, and how many workers it gets here; None on a cluster, which has its own."""
    from dask.utils import parse_bytes
    from distributed.system import MEMORY_LIMIT

    from chancegames.book.sweeps import _Sweep

    asked = _Sweep(item, grid)
    if scheduler is None:
        return asked, asked.workers(workers, parse_bytes(memory) if memory else MEMORY_LIMIT)
    if workers or memory:
        raise ValueError("--workers and --memory-limit are of this machine, not of a scheduler")
    return asked, None


def _estimate(asked: "_Sweep", workers: int | None) -> str:
    """Say what there is to do and how long it may take, before anything runs."""
    left, slug = len(asked.missing), asked.chapter.slug
    told = f"{len(asked.points):,} settings of {slug}, {len(asked.points) - left:,} finished before"
    seconds = usual_seconds(slug)
    if not left or seconds is None:
        return told
    there = f"on {workers} workers" if workers else "of one worker's time"
    needed = tqdm.format_interval(left * seconds / (workers or 1))
    return f"{told}; at most {needed} {there}, at {seconds:g} s a setting"


def _run(asked: "_Sweep", scheduler: str | None, workers: int | None) -> dict[int, str]:
    """Run what is missing, with a bar on a terminal; what failed, by its place."""
    from chancegames.book.sweeps import run

    failed: dict[int, str] = {}
    if not (left := len(asked.missing)):
        return failed
    judge.full()  # judged once here, not by every worker
    with (
        _noticed() as stops,
        cluster(scheduler, workers) as client,
        tqdm(total=left, unit="point", disable=None) as bar,
    ):
        for values, found in run(asked, client):
            if "error" in found:
                failed[asked.points.index(dict(values))] = found["error"]
            bar.update()
            if stops:
                raise KeyboardInterrupt
    return failed


@contextmanager
def _noticed() -> Iterator[list[int]]:
    """Note every Ctrl-C: one that comes while Python clears up an object is raised and lost."""
    stops: list[int] = []

    def stop(number: int, _: object) -> None:
        stops.append(number)
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, stop)
    try:
        yield stops
    finally:
        signal.signal(signal.SIGINT, before)


def _finish(asked: "_Sweep", failed: dict[int, str], command: str) -> None:
    from chancegames.book.sweeps import _write

    _write(asked, failed, command)
    click.echo(f"{asked.folder / 'numbers.parquet'}")
    if failed:
        first = next(iter(failed.values()))
        raise Failure(f"{len(failed)} of {len(asked.points)} settings failed, such as {first}")


@click.command("sweeps")
def _list_sweeps() -> None:
    """List the tables of finished sweeps, newest first, with the commands that made them."""
    found = sorted(SWEEPS.glob("*/about.json"), key=lambda path: -path.stat().st_mtime)
    for path in found:
        about = json.loads(path.read_text(encoding="utf-8"))
        click.echo(f"{path.parent}: {about['points']} settings, {about['failed']} failed")
        click.echo(f"    {about['command']} (commit {about['commit'][:9] or 'unknown'})")
