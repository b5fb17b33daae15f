"""Source 000, Albarede 2007, *Serendipity in 421*: its thirteen tables and its text."""

from chancegames.sources.albarede2007 import both, goal, laws, policies, rounds, tables
from chancegames.sources.registry import Replication

SOURCE = Replication("albarede2007").including(
    tables.SOURCE, rounds.SOURCE, goal.SOURCE, policies.SOURCE, laws.SOURCE, both.OF_2007
)
