"""One run of one chapter through papermill."""

import os
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import papermill
from papermill.exceptions import PapermillExecutionError

from chancegames.paths import RUNS
from chancegames.runner.chapters import Chapter, Value


@dataclass(frozen=True)
class Run:
    """A finished run.

    Attributes
    ----------
    chapter : Chapter
    output : Path
        The executed notebook.
    seconds : float
        Wall time.
    """

    chapter: Chapter
    output: Path
    seconds: float


class ChapterFailed(Exception):
    """A cell of a chapter raised an error; the message names file, cell and error."""


def run(
    chapter: Chapter,
    values: Mapping[str, Value],
    *,
    folder: Path = RUNS,
    progress: bool = False,
) -> Run:
    """Run a chapter with the given parameters.

    The source notebook is never written.  The output appears under its name only when the run
    has succeeded; a failed run leaves the partial notebook beside it, named ``.failed.ipynb``.

    Parameters
    ----------
    chapter : Chapter
    values : mapping
        Parameters that differ from the defaults, already checked.
    folder : Path, optional
        Where the output goes.
    progress : bool, optional
        Show papermill's progress bar.

    Returns
    -------
    Run

    Raises
    ------
    ChapterFailed
        If a cell raises.
    """
    folder.mkdir(parents=True, exist_ok=True)
    name = "--".join([chapter.slug, *(f"{key}-{value}" for key, value in values.items())])
    partial = folder / f".{name}.{os.getpid()}.ipynb"
    start = time.perf_counter()
    try:
        papermill.execute_notebook(
            str(chapter.path),
            str(partial),
            parameters=dict(values),
            kernel_name="python3",
            cwd=str(chapter.path.parent),
            progress_bar=progress,
        )
    except PapermillExecutionError as error:
        cell = error.exec_count - bool(values)  # papermill adds a cell with the values
        where = f"{chapter.path.name}, code cell {cell}: {error.ename}: {error.evalue}"
        raise _failed(where, partial, folder / f"{name}.failed.ipynb") from error
    except Exception as error:  # the kernel died, or did not start
        where = f"{chapter.path.name}: {type(error).__name__}: {error}"
        raise _failed(where, partial, folder / f"{name}.failed.ipynb") from error
    except BaseException:
        partial.unlink(missing_ok=True)
        raise
    output = partial.replace(folder / f"{name}.ipynb")
    return Run(chapter, output, time.perf_counter() - start)


def _failed(where: str, partial: Path, kept: Path) -> ChapterFailed:
    """Keep what was run and say where it lies."""
    if not partial.exists():
        return ChapterFailed(where)
    return ChapterFailed(f"{where}\nthe notebook up to there is {partial.replace(kept)}")
