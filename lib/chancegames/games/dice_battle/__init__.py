"""Dice battle: throw some dice, score their sum, or next to nothing if one shows the bad face.

=======================  ====================================================================
`rules`                  the game as frozen data
`scores`                 the exact law of the score of one throw
`strategy`               what a strategy that looks at no score must be
`policies`               how many dice the named players throw
`one_throw`              the simultaneous battle over a single throw
`race`                   the race in turn: values, optimal throws, matches, best replies
`exact_race`             the same in fractions, and throws that may score 0
`race_table`             what the tables of both races share
`race_policy`            policies for both races, by what the players lack
`simultaneous`           the race of simultaneous throws, a matrix game at each state
`simultaneous_policies`  its heuristics, matches and best replies
`card`                   what to throw, for the pocket
`simulation`             the battle over one throw with real dice
`race_simulation`        both races with real dice
`*_kernel`               the compiled sweeps
=======================  ====================================================================
"""
