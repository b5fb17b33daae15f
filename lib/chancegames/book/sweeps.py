"""Sweeps: a chapter run at many points, kept point by point, and told in one table.

A finished point is kept under a key of the chapter, all its parameters, the library and the data,
so that the same command does only what is missing and nothing stale is taken over.  Dask brings
the points to the workers, and to others when a worker is lost.
"""

import csv
import io
import json
import os
import platform
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from chancegames.base.files import write_whole
from chancegames.base.paths import ROOT, SWEEPS
from chancegames.book.chapters import Chapter, Value
from chancegames.book.grids import Grid, _points
from chancegames.book.points import Found, _Kernels, _point, _state
from chancegames.book.runtimes import runtimes

if TYPE_CHECKING:
    from distributed import Client, Future

#: A kernel may grow beyond its measured run, by what the library keeps of earlier points; the
#: worker that lends it takes so many megabytes itself.
_GROWTH, _WORKER = 1.5, 200
_PACKAGES = ("chancegames", "dask", "numba", "numpy", "papermill", "pyarrow")
_TOLD = ("name", "value", "exact", "text", "error")

Point = Mapping[str, Value]
Row = dict[str, Any]


@dataclass(frozen=True)
class _Sweep:
    """A chapter and the points at which it is to run.

    Attributes
    ----------
    chapter : Chapter
    grid : mapping of str to sequence
        As `chancegames.book.grids._parse_grid` gives it.
    """

    chapter: Chapter
    grid: Grid

    @cached_property
    def state(self) -> str:
        """Digest of the chapter, the library and the data."""
        return _state(self.chapter)

    @cached_property
    def points(self) -> list[dict[str, Value]]:
        """Values of all parameters at every point, in the order of the table."""
        defaults = {p.name: p.default for p in self.chapter.parameters}
        return [defaults | values for values in _points(self.grid)]

    @property
    def missing(self) -> list[dict[str, Value]]:
        """The points that are not finished for this state."""
        return [values for values in self.points if not self.kept(values).exists()]

    @property
    def folder(self) -> Path:
        """Where the tables go."""
        return SWEEPS / f"{self.chapter.slug}-{_digest(self.state, dict(self.grid))}"

    @property
    def megabytes(self) -> float:
        """How large a kernel of this chapter may get."""
        measured = runtimes().get(self.chapter.slug)
        return _GROWTH * (measured.megabytes if measured else 500)

    def kept(self, values: Point) -> Path:
        """Where a finished point is kept."""
        return SWEEPS / ".points" / f"{_digest(self.chapter.slug, self.state, values)}.json"

    def workers(self, asked: int | None, memory: int) -> int:
        """How many workers this machine has cores and memory for; as many as asked if they fit.

        Raises
        ------
        ValueError
            If the memory, in bytes, does not suffice.
        """
        each = (self.megabytes + _WORKER) * 2**20
        wanted = asked or max(1, min(os.cpu_count() or 1, int(memory // each)))
        if wanted * each > memory:
            raise ValueError(
                f"{wanted} workers may need {wanted * each / 1e9:.1f} GB for this chapter, "
                f"more than the {memory / 1e9:.1f} GB there are"
            )
        return wanted


def run(sweep: _Sweep, client: "Client") -> Iterator[tuple[Point, Found]]:
    """Run what is missing of a sweep on a cluster, and keep what is finished.

    Yields
    ------
    values, found
        As the points end; a failed point has ``{"error": sentence}`` and is not kept.

    Raises
    ------
    ValueError
        If a worker has another version of the book.
    """
    from distributed import as_completed

    notebook = os.path.relpath(sweep.chapter.path, ROOT)
    kernels = _Kernels(notebook, sweep.state, sweep.megabytes)
    waiting: dict[Future[Found], Point] = {}
    try:
        client.register_plugin(kernels)
        missing = sweep.missing
        futures = client.map(_point, missing, kernels=kernels.name, pure=False)
        waiting.update(zip(futures, missing, strict=True))
        del futures
        for future in as_completed([*waiting]):
            values, found = waiting.pop(future), _told(future)
            if "error" not in found:
                write_whole(sweep.kept(values), json.dumps(found))
            yield values, found
    finally:
        client.cancel([*waiting])
        client.unregister_worker_plugin(kernels.name)


def _told(future: "Future[Found]") -> Found:
    """What a point has found, or why not, in a sentence.

    A result that was lost with its worker is computed again, and waited for.
    """
    from distributed import CancelledError, KilledWorker

    try:
        found: Found = future.result()
    except KilledWorker:
        return {"error": "each worker that tried it was lost"}
    except CancelledError:
        return {"error": "the scheduler has lost it"}
    except Exception as error:
        return {"error": str(error).partition("\n")[0]}
    return found


def _write(sweep: _Sweep, failed: Mapping[int, str], command: str) -> dict[str, Any]:
    """Write the tables of a finished sweep, all or none, each as CSV and as Parquet.

    Parameters
    ----------
    sweep : _Sweep
    failed : mapping of int to str
        Why a point failed, by its place in `_Sweep.points`.
    command : str
        What makes the tables again.

    Returns
    -------
    dict
        What is needed to cite and repeat it; it is in ``about.json`` and in every Parquet file.
    """
    about = {"command": command, "chapter": sweep.chapter.slug, "points": len(sweep.points)}
    about |= {"failed": len(failed), "commit": _commit(), "state": sweep.state}
    about |= {"python": platform.python_version(), **{name: version(name) for name in _PACKAGES}}
    SWEEPS.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=SWEEPS, prefix=".") as folder:
        new = Path(folder) / "new"
        write_whole(new / "about.json", json.dumps(about, indent=2))
        for name in _write_csv(sweep, failed, new):
            _write_parquet(new / f"{name}.csv", about)
        shutil.rmtree(sweep.folder, ignore_errors=True)
        new.rename(sweep.folder)
    return about


def _write_csv(sweep: _Sweep, failed: Mapping[int, str], folder: Path) -> list[str]:
    """Write every table, row by row: those of many points need not fit into memory."""
    heads: dict[str, dict[str, None]] = {}
    for name, row in _rows(sweep, failed):
        heads.setdefault(name, {}).update(dict.fromkeys(row))
    with ExitStack() as files:
        writers = {}
        for name, head in heads.items():
            file = files.enter_context(
                (folder / f"{name}.csv").open("w", newline="", encoding="utf-8")
            )
            writers[name] = csv.DictWriter(file, [*head], lineterminator="\n")
            writers[name].writeheader()
        for name, row in _rows(sweep, failed):
            writers[name].writerow(row)
    return [*heads]


def _rows(sweep: _Sweep, failed: Mapping[int, str]) -> Iterator[tuple[str, Row]]:
    """Rows of all tables, with the table's name; a point's own columns follow its parameters."""
    for number, values in enumerate(sweep.points):
        if number in failed:
            yield "numbers", {**values, **dict.fromkeys(_TOLD, ""), "error": failed[number]}
            continue
        found = json.loads(sweep.kept(values).read_text(encoding="utf-8"))
        for name, exact, text in found["numbers"]:
            told = (name, _as_float(exact or text), exact, text, "")
            yield "numbers", {**values, **dict(zip(_TOLD, told, strict=True))}
        for table, content in found["tables"].items():
            for row in csv.DictReader(io.StringIO(content, newline="")):
                own = {f"{key} (table)" if key in values else key: row[key] for key in row}
                yield f"table-{table}", {**values, **own}


def _as_float(text: str) -> float | None:
    """A number, or None if the text is none: ``"11/36"`` is one, ``"53.4"`` too."""
    try:
        return float(Fraction(text))
    except (ValueError, OverflowError, ZeroDivisionError):
        return None


def _write_parquet(path: Path, about: Mapping[str, Any]) -> None:
    """Write the table of a CSV file again as Parquet, with types, and with what to cite."""
    from pyarrow import csv as arrow_csv
    from pyarrow import parquet, string

    words = {name: string() for name in _TOLD if name != "value"}
    table = arrow_csv.read_csv(
        path,
        parse_options=arrow_csv.ParseOptions(newlines_in_values=True),
        convert_options=arrow_csv.ConvertOptions(column_types=words, strings_can_be_null=True),
    )
    table = table.replace_schema_metadata({"chancegames": json.dumps(about)})
    parquet.write_table(table, path.with_suffix(".parquet"))


def _commit() -> str:
    """The commit of the project, with a mark if files have changed since; empty without git."""
    asked = ["git", "-C", str(ROOT), "describe", "--always", "--dirty", "--abbrev=40"]
    try:
        return subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


def _digest(*parts: object) -> str:
    return sha256(json.dumps(parts).encode()).hexdigest()[:16]
