"""How numba is told to compile."""

INNER = {"cache": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
"""Options of a function that only other kernels call: it compiles in three quarters the time."""
