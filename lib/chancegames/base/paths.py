"""Where the project keeps its files.

The book works in its own folder: the one that this package lies in or, where the package was
installed as a wheel, the folder in which the command runs.  Solvers need no folder.
"""

from pathlib import Path

_CHECKOUT = Path(__file__).resolve().parents[3]

ROOT = _CHECKOUT if (_CHECKOUT / "_toc.yml").is_file() else Path.cwd()
DATA = ROOT / "data"
NOTEBOOKS = ROOT / "notebooks"
BUILD = ROOT / "_build"
RUNS = BUILD / "runs"
SWEEPS = BUILD / "sweeps"
TOC = ROOT / "_toc.yml"
