"""What a point of a sweep costs, and of what it consists; writes data/bench_sweep.csv.

Run it on a quiet machine: ``python benchmarks/bench_sweep.py``.  The last column says how quiet.
"""

import csv
import json
import os
import tempfile
import time
from pathlib import Path

import nbformat
import psutil

from chancegames import dice_battle
from chancegames.base.cluster import cluster, map_over
from chancegames.base.paths import DATA, ROOT
from chancegames.book.chapters import chapter
from chancegames.book.execute import run
from chancegames.book.points import Kernels, state
from chancegames.book.sweeps import Sweep
from chancegames.book.sweeps import run as sweep_run

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
    lender = Kernels(os.path.relpath(ITEM.path, ROOT), state(ITEM), megabytes=5000)
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


def workers(points):
    """Points a second on one worker and on two, once their kernels are warm."""
    rates = {}
    for number in (1, 2):
        item = Sweep(ITEM, {"seed": list(range(10**5, 10**5 + points)), "games": [1000]})
        with tempfile.TemporaryDirectory() as folder, cluster(workers=number) as client:
            from chancegames.book import sweeps

            sweeps.SWEEPS = Path(folder)
            ended = [time.perf_counter() for _ in sweep_run(item, client)]
        warm = ended[number * WARM :]
        rates[number] = (len(warm) - 1) / (warm[-1] - warm[0])
        yield f"points a second, {number} worker{'s' * (number > 1)}", rates[number], "1/s"
    yield "two workers against one", rates[2] / rates[1], "times"


def tasks(number):
    """What Dask adds: tasks that do nothing, and ten thousand games in bundles."""
    with cluster(workers=1) as client:
        client.gather(client.map(abs, range(10)))
        start = time.perf_counter()
        client.gather(client.map(abs, range(-number, 0)))
        yield "Dask's own time for a point", 1000 * (time.perf_counter() - start) / number, "ms"


def games():
    """The same numbers without a notebook."""
    rules = [dice_battle.Race(goal=g, dice=d) for g in range(1, 501) for d in range(1, 21)]
    start = time.perf_counter()
    found = map_over(value, rules)
    assert len(found) == 10_000
    yield "10,000 games of Hog in one line, workers started", time.perf_counter() - start, "s"
    start = time.perf_counter()
    for hog in rules[::100]:
        value(hog)
    yield "one of these games, alone", 10 * (time.perf_counter() - start), "ms"


def value(hog):
    """Gain of the player who begins."""
    return dice_battle.solve(hog).value


def main():
    """Measure everything, write the table."""
    rows = []
    for part in (fresh_kernel(), one_kernel(60), workers(40), tasks(1000), games()):
        for what, amount, unit in part:
            rows.append([what, f"{amount:.3g}", unit, f"{os.getloadavg()[0]:.0f}"])
            print(*rows[-1], sep="\t", flush=True)
    with (DATA / "bench_sweep.csv").open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerows([["what", "amount", "unit", "load"], *rows])


if __name__ == "__main__":
    main()
