"""Source 000, Albarede 2007, *Serendipity in 421*: its thirteen tables and its text."""

from chancegames.sources.albarede2007 import asides, fates, goals, reaching, rounds  # noqa: F401
from chancegames.sources.albarede2007.papers import PAPERS

SOURCE = PAPERS["albarede2007"]
