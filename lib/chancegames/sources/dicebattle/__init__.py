"""Source 004, *Dice battle*: a throw, the battle over one throw, and both races to N.

The source speaks of throws and scores; the library of rolls, and of what both players still need.
"""

from chancegames.sources.dicebattle import (  # noqa: F401
    against_blind,
    at_once,
    one_throw,
    program,
    race,
    throw,
    tournament,
)
