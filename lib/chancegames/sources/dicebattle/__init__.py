"""Source 004, *Dice battle*: a throw, the battle over one throw, and both races to N.

The source speaks of throws and scores; the library of rolls, and of what both players still need.
"""

from chancegames.sources.dicebattle import (
    against_blind,
    at_once,
    one_throw,
    race,
    throw,
    tournament,
)
from chancegames.sources.registry import Replication

SOURCE = Replication("dicebattle").including(
    throw.SOURCE,
    one_throw.SOURCE,
    against_blind.SOURCE,
    race.SOURCE,
    tournament.SOURCE,
    at_once.SOURCE,
)
