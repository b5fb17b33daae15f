"""The same work on many things, one process for each core."""

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import TypeVar

Thing = TypeVar("Thing")
Result = TypeVar("Result")


def _end_with_parent() -> None:
    """Have this process end when the one that has started it ends, however that happens.

    Called first of all in a process that `multiprocessing` has started; elsewhere it does nothing.
    """
    if parent_process() is not None:
        Thread(target=_wait_and_end, daemon=True).start()


def _wait_and_end() -> None:
    if parent := parent_process():
        parent.join()
        os._exit(1)


def apart(work: Callable[..., object], *arguments: object) -> bool:
    """Do some work in a process of its own, which ends with this one.

    Parameters
    ----------
    work : callable
        A function of a module; what it prints is seen.
    *arguments

    Returns
    -------
    bool
        Whether it ended without an error.
    """
    process = get_context("spawn").Process(target=_bound, args=(work, *arguments))
    process.start()
    try:
        process.join()
    finally:
        process.terminate()
    return process.exitcode == 0


def _bound(work: Callable[..., object], *arguments: object) -> None:
    _end_with_parent()
    work(*arguments)


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
    with ProcessPoolExecutor(workers, get_context("spawn"), _end_with_parent) as pool:
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
