"""Each game on one page: rules as data and the recursion in exact arithmetic.

Plain Python, nothing but the standard library and `chancegames.maths.game`: so a chapter can show a
model whole, a reader can retype it, and it runs wherever Python runs.  The general solver takes a
model as it is, and every fast solver in `chancegames.games` is tested against it.
"""
