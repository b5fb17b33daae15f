"""A digest of everything that a computed answer depends on."""

import hashlib
import sys
from functools import cache

from chancegames.paths import ROOT

#: Files whose content decides what a chapter shows; runtimes are shown but change nothing.
_INGREDIENTS = ("lib/**/*.py", "data/**/*", "constraints.txt", "requirements.txt")


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
    digest = hashlib.sha256(sys.version.encode())
    files = {path for pattern in _INGREDIENTS for path in ROOT.glob(pattern) if path.is_file()}
    for path in sorted(files):
        digest.update(f"\0{path.relative_to(ROOT)}\0".encode() + path.read_bytes())
    return digest.hexdigest()[:16]
