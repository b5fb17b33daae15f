"""The round of 421: up to `casts` casts of the dice, after each of which dice may be pushed away.

`rules` states the round as data, `solve` finds and judges strategies exactly, `policies` names
ways to play, `chances` tabulates what playing for one combination brings, `goals` builds the
goal-driven policies, `fast` solves large rounds in floating point.
"""
