"""The solved table on disk: written atomically, with rules, version and checksum.

A file is one line of JSON (format, version, rules, shape, SHA-256 of the values) and the float64
values.  It is written to a temporary file beside its place and then moved there in one step, so a
reader sees a whole table or none, and two processes that solve at once do not hurt each other.
"""

import hashlib
import json
import os
import tempfile
import warnings
from dataclasses import asdict
from pathlib import Path

import numpy as np

from chancegames.games.yahtzee.layout import TOTALS
from chancegames.games.yahtzee.rules import FORCED, Rules
from chancegames.games.yahtzee.solve import Solution, solve

FORMAT, VERSION = "chancegames yahtzee table", 1
_SHAPE = (3, 64, 64, TOTALS)


def default_path(rules: Rules) -> Path:
    """Where the table of these rules is kept, unless a path is given.

    ``$CHANCEGAMES_CACHE`` if set, else ``chancegames`` in the user's cache folder.

    Parameters
    ----------
    rules : Rules

    Returns
    -------
    Path
    """
    cache = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    folder = os.environ.get("CHANCEGAMES_CACHE") or Path(cache) / "chancegames"
    return Path(folder) / f"yahtzee-{rules.name}.table"


def _header(rules: Rules, data: bytes) -> dict:
    return {
        "format": FORMAT,
        "version": VERSION,
        "rules": asdict(rules),
        "shape": list(_SHAPE),
        "sha256": hashlib.sha256(data).hexdigest(),
    }


def save(solution: Solution, path: str | Path) -> Path:
    """Write a whole-game solution atomically.

    Parameters
    ----------
    solution : Solution
    path : str or Path
        Its folder is made if missing.

    Returns
    -------
    Path
    """
    target = Path(path)
    target.parent.mkdir(parents=True, exist_ok=True)
    data = np.ascontiguousarray(solution.values, dtype="<f8").tobytes()
    line = json.dumps(_header(solution.rules, data)).encode() + b"\n"
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=target.name, suffix=".new")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(line + data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    return target


def load(path: str | Path, rules: Rules) -> Solution:
    """Read a table back, or refuse it with one sentence.

    Parameters
    ----------
    path : str or Path
    rules : Rules
        The rules that the table must be for.

    Returns
    -------
    Solution

    Raises
    ------
    FileNotFoundError
        If there is no such file.
    ValueError
        If it is not a whole table of this version for these rules.
    """
    line, _, data = Path(path).read_bytes().partition(b"\n")
    try:
        header = json.loads(line)
    except ValueError:
        header = None
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise ValueError(f"{path} is not a table of solved Yahtzee")
    if header.get("version") != VERSION:
        raise ValueError(f"{path} has version {header.get('version')}, not {VERSION}")
    if header.get("rules") != asdict(rules):
        raise ValueError(f"{path} was solved for other rules than {rules.name!r}")
    if header != _header(rules, data) or len(data) != 8 * np.prod(_SHAPE):
        raise ValueError(f"{path} is damaged: its checksum does not match")
    return Solution(rules, np.frombuffer(data, dtype="<f8").reshape(_SHAPE), "stored")


def load_or_solve(rules: Rules = FORCED, path: str | Path | None = None) -> Solution:
    """Read the stored table; solve and store it if it is missing or not sound.

    Parameters
    ----------
    rules : Rules, optional
    path : str or Path, optional
        `default_path` of the rules unless given.

    Returns
    -------
    Solution

    Warns
    -----
    UserWarning
        If a file is refused, with the reason, or if the table cannot be stored.
    """
    place = Path(path) if path is not None else default_path(rules)
    try:
        return load(place, rules)
    except (FileNotFoundError, NotADirectoryError):
        pass
    except (OSError, ValueError) as error:
        warnings.warn(f"{error}; solving again", stacklevel=2)
    solution = solve(rules)
    try:
        save(solution, place)
    except OSError as error:
        warnings.warn(f"the table could not be stored ({error})", stacklevel=2)
    return solution
