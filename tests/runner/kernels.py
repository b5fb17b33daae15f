"""One kernel for many runs of chapters: the tests run each of them three times."""

from contextlib import contextmanager

from jupyter_client.asynchronous.client import AsyncKernelClient
from jupyter_client.manager import AsyncKernelManager
from jupyter_core.utils import run_sync


class _ReadyClient(AsyncKernelClient):
    """One conversation for many runs: to open it anew takes a fifth of a second of silence."""

    _ready = False

    def start_channels(self, *which, **channels):
        if not self._ready:
            super().start_channels(*which, **channels)

    async def wait_for_ready(self, timeout=None):
        if not self._ready:
            await super().wait_for_ready(timeout)
        self._ready = True


class LentKernel(AsyncKernelManager):
    """Papermill leaves its client of a lent kernel open: the next run goes on with it."""

    _client = None

    def client(self, **settings):
        """Client of the first run, which all later ones share."""
        self._client = self._client or super().client(**settings)
        return self._client

    def forget(self):
        """Delete the variables of earlier runs, but for those that begin with an underscore.

        (`%reset` would take these too, and search for garbage, twice.)
        """
        if not self.has_kernel:
            return
        all_names = "%reset_selective -f ."
        run_sync(self.client().execute_interactive)(all_names, store_history=False, timeout=60)

    def release(self):
        """Close the client."""
        if self._client:
            self._client.stop_channels()
        self._client = None


@contextmanager
def warm_kernel():
    """Lend a kernel to several runs: imports and the library's caches stay, variables do not.

    It is not started before its first run, which finds it as new as a kernel of its own.
    """
    kernel = LentKernel(kernel_name="python3", client_factory=_ReadyClient)
    try:
        yield kernel
    finally:
        kernel.release()
        if kernel.has_kernel:
            run_sync(kernel.shutdown_kernel)(now=True)
