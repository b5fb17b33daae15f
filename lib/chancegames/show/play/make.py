"""Write the tables of all games, when they are missing or older than the library."""

import hashlib
from collections.abc import Callable
from pathlib import Path

from chancegames.base.files import write_whole
from chancegames.base.fingerprint import fingerprint
from chancegames.base.paths import ROOT
from chancegames.show.play import coins, dice_battle, game421, quiz, tree_solitaire, yahtzee
from chancegames.show.play.tables import Table, encode

FOLDER = ROOT / "book" / "_static" / "play" / "tables"
STAMP = "made-from.txt"

#: Name of a file -> what makes the table.  A new game adds a line.
MAKERS: dict[str, Callable[[], Table]] = (
    game421.MAKERS
    | coins.MAKERS
    | dice_battle.MAKERS
    | yahtzee.MAKERS
    | tree_solitaire.MAKERS
    | quiz.MAKERS
)


def refresh_tables(folder: Path = FOLDER) -> bool:
    """Make the tables if one is missing or the library has changed since.

    Parameters
    ----------
    folder : Path, optional

    Returns
    -------
    bool
        Whether they were made.

    Raises
    ------
    OSError
        If the folder cannot be written.
    """
    stamp = folder / STAMP
    made = all((folder / f"{name}.table").is_file() for name in MAKERS)
    if made and stamp.is_file() and stamp.read_bytes() == _stamp(folder).encode():
        return False
    for name, maker in MAKERS.items():
        write_whole(folder / f"{name}.table", encode(maker()))
    for stale in set(folder.glob("*.table")) - {folder / f"{name}.table" for name in MAKERS}:
        stale.unlink()
    write_whole(folder / STAMP, _stamp(folder))
    return True


def _stamp(folder: Path) -> str:
    """The state of the library that the tables are made from, and what they were when made."""
    content = hashlib.sha256()
    for path in sorted(folder.glob("*.table")):
        content.update(path.name.encode() + path.read_bytes())
    return f"{fingerprint()} {content.hexdigest()}\n"
