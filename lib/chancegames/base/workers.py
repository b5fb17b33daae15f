"""The same work on many things, one process for each core."""

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from typing import TypeVar

Thing = TypeVar("Thing")
Result = TypeVar("Result")


def each(
    work: Callable[[Thing], Result], things: Iterable[Thing]
) -> Iterator[tuple[Thing, Result]]:
    """Do the same work on every thing; pairs come as they are finished.

    Parameters
    ----------
    work : callable
        A function of a module, so that another process can find it.
    things : iterable
        What it is called with; hashable.

    Yields
    ------
    thing, result
        In the order in which the work ends.

    Raises
    ------
    Exception
        The first error of the work, after what had begun beside it has ended and been given;
        things that nobody has begun with are left.

    Examples
    --------
    >>> sorted(each(abs, [-2, 3]))
    [(-2, 2), (3, 3)]
    """
    things = list(things)
    workers = min(os.cpu_count() or 1, len(things))
    if workers <= 1:
        yield from ((thing, work(thing)) for thing in things)
        return
    # Spawned and not forked: threads of compiled kernels do not survive a fork.
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        waiting = {pool.submit(work, thing): thing for thing in things}
        failure = None
        for done in as_completed(waiting):
            if done.cancelled():
                continue
            if error := done.exception():
                failure = failure or error
                for later in waiting:
                    later.cancel()  # has no effect on what is running
            else:
                yield waiting[done], done.result()
    if failure:
        raise failure
