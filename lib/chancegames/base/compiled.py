"""How numba is told to compile."""

from collections.abc import Callable
from typing import Any, TypeVar

import numba

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
    """`numba.njit`, with the one thing it lacks: what it returns has the type of what it was given.

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
    return numba.njit(**options)  # type: ignore[no-any-return]
