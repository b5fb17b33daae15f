"""Source 004, *Dice battle*: a throw, the battle over one throw, and both races to N."""

from chancegames.sources import (
    dicebattle_against_blind,
    dicebattle_at_once,
    dicebattle_one_throw,
    dicebattle_race,
    dicebattle_throw,
    dicebattle_tournament,
)
from chancegames.sources.registry import Replication

SOURCE = Replication("dicebattle").including(
    dicebattle_throw.SOURCE,
    dicebattle_one_throw.SOURCE,
    dicebattle_against_blind.SOURCE,
    dicebattle_race.SOURCE,
    dicebattle_tournament.SOURCE,
    dicebattle_at_once.SOURCE,
)
