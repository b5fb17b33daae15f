"""Dask spreads the work over many processes, here or on many machines.

Dask is not needed to read or build the book, so it is imported where it is used; the extra
``chancegames[sweep]`` brings it.
"""

import logging
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING, TypeVar

from chancegames.base.checks import door, require_integer

if TYPE_CHECKING:
    from distributed import Client

Thing = TypeVar("Thing")
Result = TypeVar("Result")

#: Ctrl-C reaches every process of a terminal: it is the client that ends the workers.
_DEAF = "import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN)"


def require_dask() -> None:
    """Raise a ValueError that says how to install Dask, if it is not there."""
    if find_spec("distributed") is None or find_spec("pyarrow") is None:
        raise ValueError("this needs Dask: pip install 'chancegames[sweep]'")


@contextmanager
def cluster(scheduler: str | None = None, workers: int | None = None) -> "Iterator[Client]":
    """Open a Dask client to a cluster, or to processes of this machine that end with it.

    Parameters
    ----------
    scheduler : str, optional
        Address of a scheduler, such as ``tcp://10.0.0.1:8786``.
    workers : int, optional
        Processes on this machine, one for each core if left out.

    Raises
    ------
    ValueError
        If `workers` is not from 1 to 256, Dask is not installed, or no scheduler answers within
        ten seconds.
    """
    if workers is not None:
        require_integer("the number of workers", workers, 1, 256)
    require_dask()
    from distributed import Client, LocalCluster

    if scheduler is not None:
        try:
            client = Client(scheduler, timeout=10)
        except (OSError, ValueError, TypeError) as error:
            raise ValueError(f"no scheduler answers at {scheduler!r}") from error
        with client:
            yield client
        return
    with (
        LocalCluster(
            n_workers=workers or os.cpu_count(),
            threads_per_worker=1,
            dashboard_address="127.0.0.1:0",  # whatever is free
            silence_logs=logging.CRITICAL,
            preload=[_DEAF],
        ) as here,
        Client(here) as client,
    ):
        yield client


@door
def map_over(
    work: Callable[[Thing], Result],
    things: Iterable[Thing],
    *,
    scheduler: str | None = None,
    workers: int | None = None,
) -> list[Result]:
    """Call a function on many things, such as a solver on many rules, side by side.

    The things are sent in bundles, so that ten thousand small games cost little more than their
    solution.  What the function returns travels too: return the number that you want, not the
    whole solution.

    Parameters
    ----------
    work : callable
    things : iterable
    scheduler, workers : optional
        As of `cluster`.

    Returns
    -------
    list
        In the order of the things.

    Raises
    ------
    ValueError
        As `cluster`.
    Exception
        The first error of the work.

    Examples
    --------
    The value of Hog to the player who begins, with dice of 4 to 12 faces:

    >>> from chancegames import dice_battle
    >>> rules = [dice_battle.Race(goal=50, faces=faces) for faces in range(4, 13)]
    >>> values = map_over(lambda hog: dice_battle.solve(hog).value, rules, workers=1)
    >>> [round(value, 3) for value in values[2:5]]
    [0.105, 0.122, 0.131]
    """
    with cluster(scheduler, workers) as client:
        from dask import bag

        bundles = 8 * max(1, len(client.nthreads()))
        spread = bag.from_sequence(things, npartitions=bundles).map(work)
        return list(spread.compute(scheduler=client))
