"""The pages that answer sources 000 and 001, Albarede's two papers, which say much alike."""

from chancegames.sources.registry import Page

ROUND, REACH = Page("a-round-of-421"), Page("reaching-one-combination")
GOALS, OPEN = Page("playing-with-goals"), Page("what-421-leaves-open")
WHOLE = Page("the-whole-game-of-421")
