"""One run of one chapter through papermill."""

import os
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import nbformat
import papermill
from jupyter_client.asynchronous.client import AsyncKernelClient
from jupyter_client.manager import AsyncKernelManager
from jupyter_core.utils import run_sync
from nbformat import NotebookNode
from papermill.exceptions import PapermillExecutionError

from chancegames.base.files import sweep
from chancegames.base.paths import RUNS
from chancegames.book.chapters import Chapter, Value

PYTHON = "python3"


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
    kernel: "_LentKernel | None" = None,
    save_each_cell: bool = True,
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
    kernel : _LentKernel, optional
        One of `warm_kernel`; its variables are forgotten first.  By default a kernel of its own.
    save_each_cell : bool, optional
        Write the partial notebook around each cell, so that it outlives a kernel that dies.

    Returns
    -------
    Run

    Raises
    ------
    ChapterFailed
        If a cell raises.
    """
    folder.mkdir(parents=True, exist_ok=True)
    sweep(folder)
    name = "--".join([chapter.slug, *(f"{key}-{value}" for key, value in values.items())])
    partial = folder / f".{name}.{os.getpid()}.ipynb"
    start = time.perf_counter()
    try:
        if kernel is not None and kernel.has_kernel:
            kernel.forget()
        papermill.execute_notebook(
            str(chapter.path),
            str(partial),
            parameters=dict(values),
            kernel_name=PYTHON,
            cwd=str(chapter.path.parent),
            progress_bar=progress,
            km=kernel,
            request_save_on_cell_execute=save_each_cell,
        )
    except PapermillExecutionError as error:
        where = f"{_where(chapter, partial)}: {error.ename}: {error.evalue}"
        raise _failed(where, partial, folder / f"{name}.failed.ipynb") from error
    except Exception as error:  # the kernel died, or did not start
        where = f"{_where(chapter, partial)}: {type(error).__name__}: {error}"
        raise _failed(where, partial, folder / f"{name}.failed.ipynb") from error
    except BaseException:
        partial.unlink(missing_ok=True)
        raise
    output = partial.replace(folder / f"{name}.ipynb")
    return Run(chapter, output, time.perf_counter() - start)


class _ReadyClient(AsyncKernelClient):
    """One conversation for many runs: to open it anew takes a fifth of a second of silence."""

    _ready = False

    def start_channels(self, *which: bool, **channels: bool) -> None:
        if not self._ready:
            super().start_channels(*which, **channels)

    async def wait_for_ready(self, timeout: float | None = None) -> None:
        if not self._ready:
            await super().wait_for_ready(timeout)
        self._ready = True


class _LentKernel(AsyncKernelManager):
    """Papermill leaves its client of a lent kernel open: the next run goes on with it."""

    _client: AsyncKernelClient | None = None

    def client(self, **settings: Any) -> AsyncKernelClient:  # type: ignore[override]
        """Client of the first run, which all later ones share."""
        self._client = self._client or super().client(**settings)
        return self._client

    def forget(self) -> None:
        """Delete the variables of earlier runs, but for those that begin with an underscore.

        (`%reset` would take these too, and search for garbage, twice.)
        """
        all_names = "%reset_selective -f ."
        run_sync(self.client().execute_interactive)(all_names, store_history=False, timeout=60)

    def release(self) -> None:
        """Close the client."""
        if self._client:
            self._client.stop_channels()
        self._client = None


@contextmanager
def warm_kernel() -> Iterator[_LentKernel]:
    """Lend a kernel to several runs: imports and the library's caches stay, variables do not.

    The first run finds it as new as a kernel of its own.

    Yields
    ------
    _LentKernel
        Not started before its first run.
    """
    kernel = _LentKernel(kernel_name=PYTHON, client_factory=_ReadyClient)
    try:
        yield kernel
    finally:
        kernel.release()
        if kernel.has_kernel:
            run_sync(kernel.shutdown_kernel)(now=True)


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


def _failed(where: str, partial: Path, kept: Path) -> ChapterFailed:
    """Keep what was run and say where it lies."""
    if not partial.exists():
        return ChapterFailed(where)
    return ChapterFailed(f"{where}\nthe notebook up to there is {partial.replace(kept)}")
