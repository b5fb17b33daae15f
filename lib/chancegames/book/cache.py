"""The outputs that the book shows, kept in a jupyter-cache for each state of the library.

jupyter-cache recognises a notebook by its code alone, so a change in the library would go
unnoticed.  Hence one cache for each *fingerprint* of everything that a chapter's output depends
on: edit the library and all chapters run again; revert the edit and the former cache is there.
"""

import hashlib
import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import nbformat
from jupyter_cache import get_cache
from jupyter_cache.base import CacheBundleIn
from nbformat import NotebookNode
from nbformat.reader import NotJSONError
from sqlalchemy.exc import DatabaseError

from chancegames.base.fingerprint import fingerprint
from chancegames.base.paths import BUILD
from chancegames.book.chapters import Chapter
from chancegames.book.execute import _Run


def cache_path() -> Path:
    """Return the folder of the cache for the library as it is now.

    Returns
    -------
    Path

    Examples
    --------
    >>> cache_path().name == fingerprint()
    True
    """
    return BUILD / ".jupyter_cache" / fingerprint()


def _repair() -> None:
    """Throw away what is damaged of the cache: its database, and with it all; empty folders."""
    database = cache_path() / "global.db"
    if database.exists():
        try:
            with closing(sqlite3.connect(database)) as connection:
                sound = connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
                connection.execute("SELECT * FROM nbcache")  # made last, when there was room
        except sqlite3.DatabaseError:
            sound = False
        if not sound:
            shutil.rmtree(cache_path())
    for folder in cache_path().glob("executed/*"):
        if not any(folder.glob("*.ipynb")):  # jupyter-cache would stumble over it
            shutil.rmtree(folder)


def cached_seconds(chapter: Chapter) -> float | None:
    """Tell how long the cached run of a chapter took.

    Parameters
    ----------
    chapter : Chapter

    Returns
    -------
    float or None
        None if the chapter is not cached as it is now.
    """
    found = _found(chapter)
    return found[1] if found else None


def cached_table(chapter: Chapter, name: str) -> str | None:
    """Find a table in the cached outputs of a chapter, by the name of its CSV file.

    Parameters
    ----------
    chapter : Chapter
    name : str
        As in `chancegames.show.report.plain_table`.

    Returns
    -------
    str or None
        HTML; None if the chapter is not cached as it is now, or shows no such table.
    """
    found = _found(chapter)
    if found is None:
        return None
    shown = (
        output.get("data", {}).get("text/html", "")
        for cell in found[0].cells
        if cell.cell_type == "code"
        for output in cell.outputs
    )
    return next((html for html in shown if f'download="{name}.csv"' in html), None)


def keep(run: _Run) -> None:
    """Put the outputs of a run at its default parameters into the cache.

    Parameters
    ----------
    run : _Run

    Raises
    ------
    ValueError
        If the run's code is not the chapter's own, as after a run with other parameters.
    OSError
        If the cache cannot be written.
    """
    notebook = nbformat.read(run.chapter.path, as_version=4)
    executed = nbformat.read(run.output, as_version=4)
    if [c.source for c in notebook.cells] != [c.source for c in executed.cells]:
        raise ValueError(f"{run.output.name} is not a run of {run.chapter.slug} as it is")
    for cell, done in zip(notebook.cells, executed.cells, strict=True):
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = done.outputs, done.execution_count
    data = {"execution_seconds": round(run.seconds, 3), "digest": _digest(notebook)}
    bundle = CacheBundleIn(notebook, str(run.chapter.path), data=data)
    try:
        get_cache(cache_path()).cache_notebook_bundle(bundle, check_validity=False, overwrite=True)
    except (DatabaseError, RuntimeError) as error:  # a full disk, as the database tells it
        raise OSError(f"{cache_path()} cannot be written: {error.__cause__}") from error


def _found(chapter: Chapter) -> tuple[NotebookNode, float] | None:
    """The cached run of a chapter as it is now, and its seconds; None if there is none whole."""
    if not cache_path().is_dir():
        return None
    store = get_cache(cache_path())
    try:
        record = store.match_cache_notebook(nbformat.read(chapter.path, as_version=4))
        executed = store.get_cache_bundle(record.pk).nb
        whole = _digest(executed) == record.data["digest"]
        return (executed, float(record.data["execution_seconds"])) if whole else None
    except (KeyError, TypeError, ValueError, NotJSONError, RuntimeError):
        return None


def _digest(notebook: NotebookNode) -> str:
    """Of all outputs: what the cache gives back must be what was put in."""
    outputs = [cell.outputs for cell in notebook.cells if cell.cell_type == "code"]
    return hashlib.sha256(json.dumps(outputs, sort_keys=True).encode()).hexdigest()
