"""How numba is told to compile."""

#: Options of a function that other kernels call.  (It keeps its wrapper for Python, which takes
#: a tenth longer to compile: without one, whoever calls it from Python brings the process down.)
INNER = {"cache": True, "no_cfunc_wrapper": True}
#: Options of a function called in one place: it is compiled there, with the options of the
#: caller, `fastmath` for one, and not by itself before.
ONCE = {"inline": "always"}
