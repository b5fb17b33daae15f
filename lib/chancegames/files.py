"""Writing a file so that it is whole or not there."""

import os
import tempfile
from pathlib import Path


def write_whole(path: Path, text: str) -> None:
    """Write a text file under a temporary name beside its place, then rename it.

    Parameters
    ----------
    path : Path
        Its folder is made if need be.
    text : str
        Written as UTF-8.

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
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
            file.write(text)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
