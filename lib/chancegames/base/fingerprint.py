"""A digest of everything that a computed answer depends on."""

import hashlib
import sys
from functools import cache

from chancegames.base.paths import ROOT

#: Files whose content decides what a chapter shows; runtimes are shown but change nothing.
_INGREDIENTS = ("lib/**/*.py", "lib/**/*.html", "data/**/*", "constraints.txt", "requirements.txt")


@cache
def fingerprint() -> str:
    """Digest everything that an answer or the output of a chapter depends on, but its own code.

    Returns
    -------
    str
        Sixteen hexadecimal digits.

    Examples
    --------
    >>> len(fingerprint())
    16
    """
    return digest(*_INGREDIENTS)


def digest(*patterns: str) -> str:
    """Digest the files of the project that match, and the version of Python.

    Parameters
    ----------
    *patterns : str
        As for `Path.glob`, from the project's folder.

    Returns
    -------
    str
        Sixteen hexadecimal digits.

    Examples
    --------
    >>> digest("lib/**/*.py") == digest("lib/**/*.py") != digest("README.md")
    True
    """
    found = hashlib.sha256(sys.version.encode())
    files = {path for pattern in patterns for path in ROOT.glob(pattern) if path.is_file()}
    for path in sorted(path for path in files if path.parent.name != "__pycache__"):
        found.update(f"\0{path.relative_to(ROOT)}\0".encode() + path.read_bytes())
    return found.hexdigest()[:16]
