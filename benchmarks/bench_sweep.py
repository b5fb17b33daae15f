"""What a point of a sweep costs, and of what it consists; writes data/bench_sweep.csv.

Run it on a quiet machine: ``python benchmarks/bench_sweep.py``.  The last column says how quiet.
"""

import csv
import json
import os
import tempfile
import time
from itertools import product
from multiprocessing import Pool
from pathlib import Path
from statistics import median

import nbformat
import psutil

from chancegames import dice_battle
from chancegames.base.cluster import cluster, map_over
from chancegames.base.paths import DATA, ROOT
from chancegames.book import sweeps
from chancegames.book.chapters import chapter
from chancegames.book.execute import run
from chancegames.book.points import _Kernels, _state
from chancegames.book.sweeps import _Sweep

SLUG = "one-throw-each"
ITEM = chapter(SLUG)
WARM = 3  # points that find compiled code and imports cold


def values(n):
    """One point of the chapter."""
    return {"dice": 3 + n % 15, "games": 1000, "seed": n}


def processor_seconds(pid):
    """What a process has computed."""
    return sum(psutil.Process(pid).cpu_times()[:2])


def one_kernel(points):
    """Wall and processor time of a point, and the memory of its kernel, early and late."""
    lender = _Kernels(os.path.relpath(ITEM.path, ROOT), _state(ITEM), megabytes=5000)
    lender.setup(None)
    for n in range(WARM):
        found = lender.thread.submit(lender.run, values(n)).result()
    kernel, start = lender.kernel.process.pid, time.perf_counter()
    before = processor_seconds(kernel), processor_seconds(os.getpid())
    early = psutil.Process(kernel).memory_info().rss / 2**20
    for n in range(WARM, WARM + points):
        lender.thread.submit(lender.run, values(n)).result()
    late = psutil.Process(kernel).memory_info().rss / 2**20
    yield "a point with a lent kernel", (time.perf_counter() - start) / points, "s"
    yield "of these, the kernel computes", (processor_seconds(kernel) - before[0]) / points, "s"
    mine = (processor_seconds(os.getpid()) - before[1]) / points
    yield "of these, papermill and reading what was found", mine, "s"
    yield "what a point sends back", len(json.dumps(found)) / 1024, "kB"
    yield f"memory of the kernel after {WARM} points", early, "MB"
    yield f"memory of the kernel after {WARM + points} points", late, "MB"
    lender.teardown(None)


def fresh_kernel():
    """A point that starts its own kernel."""
    with tempfile.TemporaryDirectory() as folder:
        start = time.perf_counter()
        done = run(ITEM, values(0), folder=Path(folder))
        assert nbformat.read(done.output, as_version=4)
        yield "a point with a kernel of its own", time.perf_counter() - start, "s"


def rate(number, seeds):
    """Points a second on some workers, once their kernels are warm."""
    item = _Sweep(ITEM, {"seed": list(seeds), "games": [1000]})
    with tempfile.TemporaryDirectory() as folder, cluster(workers=number) as client:
        sweeps.SWEEPS = Path(folder)
        ended = [time.perf_counter() for _ in sweeps.run(item, client)]
    warm = ended[number * WARM :]
    return (len(warm) - 1) / (warm[-1] - warm[0])


def workers(points, times):
    """Two workers against one, in turns, beside two processes that only count."""
    gains, limits, rates = [], [], {1: [], 2: []}
    for turn in range(times):
        for number in rates:
            start = 10**5 + 10**3 * turn
            rates[number].append(rate(number, range(start, start + number * points)))
        gains.append(rates[2][-1] / rates[1][-1])
        limits.append(two_counters())
    for number, found in rates.items():
        yield f"points a second, workers: {number}", median(found), "1/s"
    yield f"two workers against one, median of {times}", median(gains), "times"
    yield "two processes that only count against one", median(limits), "times"


def count(number=20_000_000):
    """Work of the processor alone; seconds."""
    start = time.perf_counter()
    for _ in range(number):
        pass
    return time.perf_counter() - start


def two_counters():
    """How much more two processes of this machine do than one, at best."""
    with Pool(2) as pool:
        alone = pool.apply(count)
        return 2 * alone / max(pool.map(count, [20_000_000] * 2, chunksize=1))


def thousand():
    """A thousand points on two workers: their kernels' memory early and late."""
    item = _Sweep(ITEM, {"seed": list(range(1000)), "games": [1000]})
    with tempfile.TemporaryDirectory() as folder, cluster(workers=2) as client:
        sweeps.SWEEPS = Path(folder)
        start = time.perf_counter()
        for n, (_, found) in enumerate(sweeps.run(item, client), 1):
            assert "error" not in found, found
            if n in (100, 500, 1000):
                yield f"largest kernel after {n} points", largest_child(), "MB"
        yield "1,000 points on two workers", (time.perf_counter() - start) / 60, "min"


def largest_child():
    """Memory of the largest process below this one."""
    below = psutil.Process().children(recursive=True)
    return max(child.memory_info().rss for child in below) / 2**20


def tasks(number):
    """What Dask adds to a task that does nothing."""
    with cluster(workers=1) as client:
        client.gather(client.map(abs, range(10)))
        start = time.perf_counter()
        client.gather(client.map(abs, range(-number, 0)))
        yield "Dask's own time for a point", 1000 * (time.perf_counter() - start) / number, "ms"


def growth(seconds, rounds):
    """Workers that wait instead of computing, so that two cores are enough for eight of them."""
    for number in (1, 2, 4, 8):
        with cluster(workers=number) as client:
            client.gather(client.map(time.sleep, [0.01] * number, pure=False))
            start = time.perf_counter()
            waits = [seconds] * (rounds * number)
            client.gather(client.map(time.sleep, waits, pure=False))
            took = time.perf_counter() - start
        share = 100 * seconds * rounds / took
        yield f"points that wait {seconds} s, workers: {number}", share, "% of ideal"


def games():
    """The same numbers without a notebook."""
    grid = product(range(1, 101), range(1, 21), range(2, 7))
    rules = [dice_battle.Race(goal=goal, dice=dice, faces=faces) for goal, dice, faces in grid]
    start = time.perf_counter()
    found = map_over(value, rules)
    assert len(found) == 10_000
    yield "10,000 games of Hog in one line, workers started", time.perf_counter() - start, "s"


def value(hog):
    """Gain of the player who begins."""
    return dice_battle.solve(hog).value


def main():
    """Measure everything, write the table."""
    rows = []
    for part in (
        fresh_kernel(),
        one_kernel(60),
        workers(30, times=3),
        tasks(1000),
        growth(0.85, rounds=10),
        games(),
        thousand(),
    ):
        for what, amount, unit in part:
            rows.append([what, f"{amount:.3g}", unit, f"{os.getloadavg()[0]:.0f}"])
            print(*rows[-1], sep="\t", flush=True)
    with (DATA / "bench_sweep.csv").open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerows([["what", "amount", "unit", "load"], *rows])


if __name__ == "__main__":
    main()
