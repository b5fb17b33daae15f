"""Files: written whole or not at all, and refused in one sentence."""

import csv
import io
import os
import re
import shutil
import tempfile
from collections.abc import Iterable
from pathlib import Path


class BadFile(ValueError):
    """A file of the project that cannot be used as it is; the message says which, and why."""


def read_rows(path: Path, columns: Iterable[str] = ()) -> dict[int, dict[str, str]]:
    """Read a CSV file, every cell a string.

    Parameters
    ----------
    path : Path
    columns : iterable of str, optional
        The columns that it must have, in any order; whatever it has if none is named.

    Returns
    -------
    dict of int to dict
        Rows by the line of the file on which they end.

    Raises
    ------
    BadFile
        If the file is missing or has other columns, or a row has too few or too many cells; the
        message names the file and the line.
    """
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        raise BadFile(f"there is no file {path}") from None
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise BadFile(f"{path.name}, line {line}: not a CSV file in UTF-8") from None
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    rows: dict[int, dict[str, str]] = {}
    try:
        head = next(reader, [])
        if (wanted := sorted(columns)) and sorted(head) != wanted:
            raise BadFile(f"{path.name}, line 1: the columns must be {', '.join(wanted)}")
        for cells in reader:
            if len(cells) != len(head):
                raise BadFile(f"{path.name}, line {reader.line_num}: wrong number of cells")
            rows[reader.line_num] = dict(zip(head, cells, strict=True))
    except csv.Error as error:
        raise BadFile(f"{path.name}, line {reader.line_num}: {error}") from None
    return rows


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
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.{os.getpid()}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content if isinstance(content, bytes) else content.encode())
        os.chmod(name, 0o666 & ~_umask())
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def sweep(folder: Path) -> None:
    """Delete what processes that are dead have left half written in a folder.

    Such files and folders are hidden, and named after what they were to become and the process.
    """
    for path in folder.glob(".*"):
        named = re.fullmatch(r"\..+\.(\d+)\.\w+", path.name)
        if named and not _alive(int(named[1])):
            shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)


def _alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:  # it is somebody else's
        return True
    return True
