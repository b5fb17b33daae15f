"""Numba kernels: the value of every anchor, the play of a policy, the chance of every target.

Eight lanes side by side (`vector`) share every choice of dice and boxes, so that a turn is planned
for eight of its kind at once.  The working set of one turn is 462 rows of eight float64, 29.6 kB,
which stays in the L1 cache.
"""
