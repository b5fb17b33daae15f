"""How numba is told to compile."""

import hashlib
import pickle
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import numba
import numpy as np

Kernel = TypeVar("Kernel", bound=Callable[..., Any])

#: Options of a function that other kernels call.  (It keeps its wrapper for Python, which takes
#: a tenth longer to compile: without one, whoever calls it from Python brings the process down.)
INNER: dict[str, Any] = {"cache": True, "no_cfunc_wrapper": True}
#: Options of a function called in one place: it is compiled there, with the options of the
#: caller, `fastmath` for one, and not by itself before.
ONCE: dict[str, Any] = {"inline": "always"}
#: For `fastmath`: the compiler may fuse and reorder sums; infinities keep their meaning.
CONTRACT = {"contract", "reassoc", "nsz"}


def compiled(**options: Any) -> Callable[[Kernel], Kernel]:
    """`numba.njit`, with two things it lacks: types, and an eye on what a kernel calls.

    What it returns has the type of what it was given.  Machine code that numba keeps is compiled
    again when a kernel that it calls has changed, or a constant that it reads, in whatever module.

    Parameters
    ----------
    **options
        As for `numba.njit`, such as `INNER` or ``cache=True``.

    Examples
    --------
    >>> @compiled()
    ... def double(x: float) -> float:
    ...     return 2 * x
    >>> double(1.5)
    3.0
    """

    def compile_(function: Kernel) -> Kernel:
        kernel = numba.njit(**options)(function)
        if options.get("cache"):
            kernel._cache._cache_file._source_stamp = _stamp(function)
        return kernel  # type: ignore[no-any-return]

    return compile_


@cache
def _stamp(function: Any) -> bytes:
    """Digest of the file of a function, of the kernels it calls and of the constants it reads."""
    found = hashlib.sha256(Path(function.__code__.co_filename).read_bytes())
    for name in function.__code__.co_names:
        thing = function.__globals__.get(name)
        callee = getattr(thing, "__wrapped__", function)
        if callee is not function:
            found.update(_stamp(callee))
        elif isinstance(thing, int | float | tuple | np.ndarray):
            found.update(pickle.dumps(thing))
    return found.digest()
