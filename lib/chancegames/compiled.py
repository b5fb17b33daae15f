"""How numba is told to compile."""

INNER = {"cache": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
"""Options of a function that only other kernels call: it compiles in three quarters the time."""
ONCE = {"inline": "always"}
"""Options of a function called in one place: compiled there and not by itself (nor linked) before.

What calls it lends it its own options, `fastmath` for one.
"""
