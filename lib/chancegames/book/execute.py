"""One run of one chapter through papermill."""

import os
import time
from collections.abc import Mapping
from contextlib import closing, nullcontext
from dataclasses import dataclass
from pathlib import Path

import nbformat
import papermill
from jupyter_client.manager import AsyncKernelManager
from nbformat import NotebookNode
from papermill.exceptions import PapermillExecutionError

from chancegames.base.files import sweep
from chancegames.base.paths import RUNS
from chancegames.book.chapters import Chapter, Value
from chancegames.book.commands import Failure
from chancegames.book.kernels import PYTHON, lent_kernel


@dataclass(frozen=True)
class _Run:
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


def run(
    chapter: Chapter,
    values: Mapping[str, Value],
    *,
    folder: Path = RUNS,
    progress: bool = False,
    kernel: AsyncKernelManager | None = None,
    save_each_cell: bool = True,
) -> _Run:
    """Run a chapter with the given parameters.

    The source notebook is never written.  The output appears under its name only when the run
    has succeeded; a failed run leaves the partial notebook beside it, named ``.failed.ipynb``.

    Parameters
    ----------
    chapter : Chapter
    values : mapping
        Parameters that differ from the defaults, already checked.
    folder : Path, optional
        Where the output goes; if left out, `_build/runs`.
    progress : bool, optional
        Show papermill's progress bar.
    kernel : AsyncKernelManager, optional
        By default a kernel of its own.
    save_each_cell : bool, optional
        Write the partial notebook around each cell, so that it outlives a kernel that dies.

    Returns
    -------
    _Run

    Raises
    ------
    Failure
        If a cell raises.
    OSError
        If the output cannot be written; nothing is left of it.
    """
    folder.mkdir(parents=True, exist_ok=True)
    sweep(folder)
    name = "--".join([chapter.slug, *(f"{key}-{value}" for key, value in values.items())])
    partial = folder / f".{name}.{os.getpid()}.ipynb"
    start = time.perf_counter()
    try:
        with nullcontext(kernel) if kernel else closing(lent_kernel()) as used:
            papermill.execute_notebook(
                str(chapter.path),
                str(partial),
                parameters=dict(values),
                kernel_name=PYTHON,
                cwd=str(chapter.path.parent),
                progress_bar=progress,
                km=used,
                request_save_on_cell_execute=save_each_cell,
            )
    except PapermillExecutionError as error:
        where = f"{_where(chapter, partial)}: {error.ename}: {error.evalue}"
        raise _failed(where, partial, folder / f"{name}.failed.ipynb") from error
    except OSError:  # no room on the disk, or no right to write
        partial.unlink(missing_ok=True)
        raise
    except Exception as error:  # the kernel died, or did not start
        where = f"{_where(chapter, partial)}: {type(error).__name__}: {error}"
        raise _failed(where, partial, folder / f"{name}.failed.ipynb") from error
    except BaseException:
        partial.unlink(missing_ok=True)
        raise
    output = partial.replace(folder / f"{name}.ipynb")
    return _Run(chapter, output, time.perf_counter() - start)


def _where(chapter: Chapter, partial: Path) -> str:
    """Name the chapter, and the last cell that was begun, counted as the chapter is written."""
    cells = nbformat.read(partial, as_version=4).cells if partial.exists() else []
    begun = [
        number
        for number, cell in enumerate(filter(_is_written, cells), start=1)
        if cell.metadata.get("papermill", {}).get("start_time")
    ]
    return f"{chapter.path.name}, code cell {begun[-1]}" if begun else chapter.path.name


def _is_written(cell: NotebookNode) -> bool:
    """Whether a cell is code of the chapter, and not the one in which papermill sets values."""
    return cell.cell_type == "code" and "injected-parameters" not in cell.metadata.get("tags", ())


def _failed(where: str, partial: Path, kept: Path) -> Failure:
    """Keep what was run and say where it lies."""
    if not partial.exists():
        return Failure(where)
    return Failure(f"{where}\nthe notebook up to there is {partial.replace(kept)}")
