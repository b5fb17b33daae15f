"""Where the project keeps its files; the package is always installed from a checkout (`-e .`)."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
DATA = ROOT / "data"
NOTEBOOKS = ROOT / "notebooks"
BUILD = ROOT / "_build"
RUNS = BUILD / "runs"
TOC = ROOT / "_toc.yml"
