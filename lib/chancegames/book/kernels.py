"""Kernels that run chapters, one run or many: imports stay, and so do the library's caches."""

import os
import tempfile
from pathlib import Path
from typing import Any

from jupyter_client.asynchronous.client import AsyncKernelClient
from jupyter_client.manager import AsyncKernelManager
from jupyter_core.utils import run_sync

PYTHON = "python3"

#: The longest path that every system takes for a socket is a few characters longer.
_LONGEST = 95

#: Outputs, which IPython keeps in four places; inputs, in three others; then all variables.
_FORGET = """\
shell = get_ipython()
shell.displayhook.flush()
for name in [name for name in shell.user_ns_hidden if name.lstrip("_i").isdecimal()]:
    del shell.user_ns_hidden[name]
kept = shell.history_manager
kept.reset(new_session=False)
kept.output_hist_reprs.clear()
kept.db_input_cache.clear()
kept.input_hist_parsed[:] = kept.input_hist_raw[:] = [""]
%reset_selective -f .
"""


class _ReadyClient(AsyncKernelClient):
    """One conversation for many runs: to open it anew takes a fifth of a second of silence."""

    _ready = False

    def start_channels(self, *which: Any, **channels: Any) -> None:
        if not self._ready:
            super().start_channels(*which, **channels)

    async def wait_for_ready(self, timeout: float | None = None) -> None:
        if not self._ready:
            await super().wait_for_ready(timeout)
        self._ready = True


class _LentKernel(AsyncKernelManager):
    """Papermill leaves its client of a lent kernel open: the next run goes on with it.

    It is spoken to through files, where the system has sockets that are files.  A port is chosen
    before the kernel starts, and until the kernel takes it any other program can: the chapter then
    fails with "Address already in use" (jupyter_client, issue 154).
    """

    _client: AsyncKernelClient | None = None

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self._folder = tempfile.TemporaryDirectory(
            prefix="chancegames-", ignore_cleanup_errors=True
        )
        sockets = str(Path(self._folder.name, "kernel"))
        if os.name == "posix" and len(sockets) <= _LONGEST:
            self.transport, self.ip = "ipc", sockets

    def client(self, **settings: Any) -> AsyncKernelClient:  # type: ignore[override]
        """Client of the first run, which all later ones share."""
        self._client = self._client or super().client(**settings)
        return self._client

    @property
    def process(self) -> Any:
        """The kernel's process; None before its first run."""
        return getattr(self.provisioner, "process", None)

    def forget(self) -> None:
        """Delete the variables of earlier runs, and what IPython remembers of their cells.

        Other names that begin with an underscore stay, which `%reset` would take too.
        """
        if not self.has_kernel:
            return
        run_sync(self.client().execute_interactive)(_FORGET, store_history=False, timeout=60)

    def kill(self) -> None:
        """End the kernel at once, even in the middle of a run, from any thread."""
        if self.process:
            self.process.kill()
        self._folder.cleanup()

    def close(self) -> None:
        """Close the client and end the kernel, for good."""
        if self._client:
            self._client.stop_channels()
        self._client = None
        if self.has_kernel:
            run_sync(self.shutdown_kernel)(now=True)
        self._folder.cleanup()


def lent_kernel() -> _LentKernel:
    """Make a kernel to lend, which starts with its first run, as new as a kernel of its own."""
    return _LentKernel(kernel_name=PYTHON, client_factory=_ReadyClient)
