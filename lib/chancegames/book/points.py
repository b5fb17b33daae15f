"""One point of a sweep, on a worker: the chapter run with a lent kernel, and what it found.

A module of its own, imported by the workers: a task that is defined in a script travels with
everything that the script holds.
"""

import ast
import base64
import re
import tempfile
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import nbformat
import psutil
from jupyter_core.utils import ensure_event_loop
from nbformat import NotebookNode

from chancegames.base.fingerprint import fingerprint
from chancegames.base.paths import ROOT
from chancegames.book.chapters import Chapter, Value, _read_chapter
from chancegames.book.execute import run
from chancegames.book.kernels import lent_kernel

if TYPE_CHECKING or find_spec("distributed"):
    from distributed import Worker, WorkerPlugin, get_worker
else:  # the extra is not installed, and nobody will sweep
    WorkerPlugin = object

#: What a point found, as plain values that travel and are kept as JSON.
Found = dict[str, Any]

_GLUED = "application/papermill.record/text/plain"
_TABLE = re.compile(r'download="([^"]*)\.csv" href="data:text/csv;base64,([^"]*)"')


def _state(chapter: Chapter) -> str:
    """Digest of all that a point depends on but its parameters: chapter, library and data."""
    return sha256(fingerprint().encode() + chapter.path.read_bytes()).hexdigest()[:16]


class _Kernels(WorkerPlugin):
    """One warm kernel for each worker; it ends with the sweep.

    Parameters
    ----------
    notebook : str
        Path of the chapter from the project's folder.
    expected : str
        What `_state` must say on the worker.
    megabytes : float
        A kernel that has grown larger is replaced by a new one.
    """

    def __init__(self, notebook: str, expected: str, megabytes: float) -> None:
        self.notebook, self.expected, self.megabytes = notebook, expected, megabytes
        self.name = f"chancegames-{uuid4()}"

    def setup(self, worker: "Worker") -> None:
        """Refuse a worker that has another chapter, library or data."""
        # The kernel's conversation belongs to one thread, and Dask's threads change their context.
        self.thread = ThreadPoolExecutor(1)
        self.kernel, self.ended = lent_kernel(), False
        if _state(_chapter(self.notebook)) != self.expected:
            raise ValueError(f"the worker {worker.address} has another version of the book")

    def teardown(self, worker: "Worker") -> None:
        """End the kernel, also one that is running: its point fails, and nobody waits for it."""
        self.ended = True
        self.kernel.kill()
        self.thread.submit(self._end)
        self.thread.shutdown(wait=False)

    def run(self, values: Mapping[str, Value]) -> Found:
        """Run one point in the thread of the kernel; a kernel that has failed or grown is ended."""
        if self.ended:
            return {"error": "the sweep was ended"}
        try:
            self.kernel.forget()
            with tempfile.TemporaryDirectory() as folder:
                chapter, lent = _chapter(self.notebook), self.kernel
                done = run(chapter, values, folder=Path(folder), kernel=lent, save_each_cell=False)
                found = _found(nbformat.read(done.output, as_version=4))
        except Exception as error:  # one point of many
            self._renew()
            return {"error": str(error).partition("\n")[0] or type(error).__name__}
        if psutil.Process(self.kernel.process.pid).memory_info().rss > self.megabytes * 2**20:
            self._renew()
        return found

    def _end(self) -> None:
        self.kernel.close()
        ensure_event_loop().close()  # that of this thread

    def _renew(self) -> None:
        self.kernel.close()
        self.kernel = lent_kernel()


def _point(values: Mapping[str, Value], kernels: str) -> Found:
    """Run the chapter of a sweep at one point; the task that Dask sends to a worker.

    Parameters
    ----------
    values : mapping
    kernels : str
        Name of the plugin, a `_Kernels`.

    Returns
    -------
    dict
        ``numbers``, a list of name, exact value (or None) and text; ``tables``, CSV by name; or
        ``error``, a sentence.
    """
    lender: Any = get_worker().plugins[kernels]
    found: Found = lender.thread.submit(lender.run, values).result()
    return found


@cache
def _chapter(notebook: str) -> Chapter:
    return _read_chapter(ROOT / notebook)


def _found(notebook: NotebookNode) -> Found:
    """Read glued numbers and tables from the outputs of an executed chapter."""
    outputs = [o for cell in notebook.cells if cell.cell_type == "code" for o in cell.outputs]
    numbers = [
        [o.metadata.scrapbook.name, o.metadata.get("exact"), ast.literal_eval(o.data[_GLUED])]
        for o in outputs
        if _GLUED in o.get("data", {})
    ]
    tables = {
        name: base64.b64decode(text).decode()
        for o in outputs
        for name, text in _TABLE.findall(o.get("data", {}).get("text/html", ""))
    }
    return {"numbers": numbers, "tables": tables}
