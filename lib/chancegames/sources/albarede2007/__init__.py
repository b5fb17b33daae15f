"""Source 000, Albarede 2007, *Serendipity in 421*: its thirteen tables and its text."""

from chancegames.sources.albarede2007 import (  # noqa: F401
    asides,
    best_steps,
    fates,
    goals,
    histories,
    laws,
    prices,
    reaching,
    rounds,
)
