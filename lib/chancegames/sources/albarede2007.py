"""Source 000, Albarede 2007, *Serendipity in 421*: its thirteen tables and its text."""

from chancegames.sources import (
    albarede2007_goal,
    albarede2007_laws,
    albarede2007_policies,
    albarede2007_round,
    albarede2007_tables,
    albarede_shared,
)
from chancegames.sources.registry import Replication

SOURCE = Replication("albarede2007").including(
    albarede2007_tables.SOURCE,
    albarede2007_round.SOURCE,
    albarede2007_goal.SOURCE,
    albarede2007_policies.SOURCE,
    albarede2007_laws.SOURCE,
    albarede_shared.OF_2007,
)
