"""Files: written whole or not at all, and refused in one sentence."""

import os
import tempfile
from pathlib import Path


class BadFile(ValueError):
    """A file of the project that cannot be used as it is; the message says which, and why."""


def _umask() -> int:
    """Read the mask of permissions, which can only be read by setting it."""
    mask = os.umask(0)
    os.umask(mask)
    return mask


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file under a temporary name beside its place, then rename it.

    Parameters
    ----------
    path : Path
        Its folder is made if need be.
    content : str or bytes
        A string is written as UTF-8.

    Raises
    ------
    OSError
        If the folder cannot be written; nothing is left behind.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_whole(Path(folder) / "deep" / "note.txt", "whole")
    ...     (Path(folder) / "deep" / "note.txt").read_text()
    'whole'
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content if isinstance(content, bytes) else content.encode())
        os.chmod(name, 0o666 & ~_umask())
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
