"""Dice battle: throw some dice, score their sum, or next to nothing if one shows the bad face.

=============  ====================================================================
`rules`        the game as frozen data
`scores`       the exact law of the score of one throw
`policies`     how many dice the named players throw
`one_throw`    the simultaneous battle over a single throw
=============  ====================================================================
"""
