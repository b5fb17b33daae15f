"""Yahtzee: time of each solver, against what this machine can do at best.

    OPENBLAS_NUM_THREADS=1 python benchmarks/bench_yahtzee.py [--repeats 7] [--targets] [--write]

The peer is the classical method in plain NumPy, written by us (`yahtzee_peer`), on a sample of the
sets.  Solvers of others are not run here; what their users and ours measured elsewhere is quoted as
such, on other machines: jonstites/easy-yahtzee (Rust, float32) 1.13 s on one thread and 0.58 s on
two, RaphaelA4U/yahtzee (NumPy) 35 s, timpalpant/yahtzee (Go) 449 processor seconds.

Times on one thread are processor seconds, the shortest of several, so that a busy machine spoils
them little; with two threads, and from a cold start, they are seconds of the clock.

The limit is derived from the lattice itself.  Eight anchors share a 512-bit register; a turn of
eight anchors reads two operands for each mean and maximum.  The peak rates of loads (from the L1
cache), additions and maxima are measured here, by kernels that do nothing else.
"""

import argparse
import csv
import io
import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable, Iterator

import numpy as np
from numba import njit
from yahtzee_peer import solve_set

from chancegames.base.files import write_whole
from chancegames.base.paths import DATA
from chancegames.book.runtimes import processor
from chancegames.games import yahtzee
from chancegames.games.yahtzee import FORCED, VARIANTS, Card, YahtzeeSolution, graph, layout
from chancegames.games.yahtzee.layout import (
    EXTENSIONS,
    HALVES,
    LANE_RANGE,
    MULTISETS,
    PARTS,
    PATTERNS,
    ROLLS,
)
from chancegames.games.yahtzee.vector import LANES, _add, _aligned, _load, _splat, _store, _top

CHAINS = 8
SAMPLE = 96


def best_time(
    action: Callable[[], object], repeats: int, clock: Callable[[], float] = time.process_time
) -> float:
    """Shortest of several times, in seconds: the others measure the neighbours."""
    times = []
    for _ in range(repeats):
        start = clock()
        action()
        times.append(clock() - start)
    return min(times)


@njit
def _adds(x, out, rounds):
    one = _splat(1e-9)
    a, b, c, d = _load(x, 0), _load(x, 8), _load(x, 16), _load(x, 24)
    e, f, g, h = _load(x, 32), _load(x, 40), _load(x, 48), _load(x, 56)
    for _ in range(rounds):
        a, b, c, d = _add(a, one), _add(b, one), _add(c, one), _add(d, one)
        e, f, g, h = _add(e, one), _add(f, one), _add(g, one), _add(h, one)
    _store(out, 0, _add(_add(_add(a, b), _add(c, d)), _add(_add(e, f), _add(g, h))))


@njit
def _loads(x, out, rounds):
    a = b = c = d = e = f = g = h = _splat(0.0)
    for _ in range(rounds):
        for at in range(0, 2048, 64):
            a, b = _top(a, _load(x, at)), _top(b, _load(x, at + 8))
            c, d = _top(c, _load(x, at + 16)), _top(d, _load(x, at + 24))
            e, f = _top(e, _load(x, at + 32)), _top(f, _load(x, at + 40))
            g, h = _top(g, _load(x, at + 48)), _top(h, _load(x, at + 56))
        _store(out, 0, _top(_top(_top(a, b), _top(c, d)), _top(_top(e, f), _top(g, h))))


def peak_rates(repeats: int) -> tuple[float, float]:
    """Vector additions, and vector loads with a maximum each, per second on one thread."""
    x, out = _aligned(2048), _aligned(8)
    x[:] = np.random.default_rng(1).random(2048)
    _adds(x, out, 1)
    _loads(x, out, 1)
    adds = CHAINS * 200_000 / best_time(lambda: _adds(x, out, 200_000), repeats)
    loads = 256 * 5_000 / best_time(lambda: _loads(x, out, 5_000), repeats)
    return adds, loads


def operations() -> tuple[int, int]:
    """Vector loads, and vector additions, products and maxima, of one turn of eight anchors."""
    mean_loads, mean_sums = EXTENSIONS.size, EXTENSIONS.size
    best_loads = sum(1 + len(parts) for parts in PARTS[:-1])
    best_sums = sum(len(parts) for parts in PARTS[:-1])
    scoring = 2 * 3 * len(HALVES) + 14 + 3 * ROLLS
    patterns = int(2 * len(PATTERNS) + 2 * np.bitwise_count(PATTERNS[:, 0]).sum())
    loads = 2 * mean_loads + 2 * best_loads + ROLLS + scoring
    sums = 2 * mean_sums + 2 * best_sums + 2 * ROLLS + 4 * 3 * len(HALVES) + patterns + 2 * ROLLS
    return loads, sums


def vectors() -> int:
    """Groups of eight upper totals that the whole table needs, if packed without a gap."""
    return -(-graph.count_anchors().solved // LANES)


def report_limit(repeats: int, seconds: float) -> None:
    """Print the limit of the machine and how far from it the solver is."""
    adds, loads = peak_rates(repeats)
    needed_loads, needed_sums = operations()
    groups = 192 * int(-((LANE_RANGE[:, 0] - LANE_RANGE[:, 1] - 1) // LANES).sum())
    limit = vectors() * max(needed_loads / loads, needed_sums / adds)
    print(f"peak, one thread: {adds / 1e9:.2f} G vector additions/s, {loads / 1e9:.2f} G loads/s")
    print(f"one turn of eight anchors: {needed_loads} loads, {needed_sums} sums and maxima")
    print(f"working set {MULTISETS * LANES * 8 / 1e3:.1f} kB; {vectors()} groups of eight needed,")
    print(f"{groups} computed ({groups / vectors():.2f} times as many: rows are not packed)")
    print(f"limit {limit:.3f} s; solver {seconds:.3f} s: {seconds / limit:.2f} times the limit")


def cold_start() -> float:
    """Seconds from the start of an interpreter to a solved game, kernels cached."""
    program = "from chancegames import yahtzee; yahtzee.solve()"
    command = [sys.executable, "-c", program]
    return best_time(lambda: subprocess.run(command, check=True), 3, time.perf_counter)


def peer(solution: YahtzeeSolution) -> float:
    """Seconds that the classical method would take for all sets, from one set in `SAMPLE`."""
    values = np.nan_to_num(solution.values.reshape(layout.SETS, layout.TOTALS))
    sets = np.concatenate(layout.LAYERS[1:])[::SAMPLE]
    start = time.process_time()
    again = np.array([solve_set(values, int(index), solution.rules) for index in sets])
    seconds = time.process_time() - start
    known = layout.REACHABLE[sets % 64]
    if np.abs(again - values[sets])[known].max() > 1e-9:
        raise ArithmeticError("the peer finds other values")
    return seconds * (layout.SETS - len(layout.LAYERS[0])) / len(sets)


def measured(repeats: int, targets: bool) -> Iterator[tuple[str, int, float]]:
    """What was done, on how many threads, and seconds."""
    solution = yahtzee.solve()
    player = solution.policy
    yahtzee.distribution(FORCED, player)
    for name, rules in VARIANTS.items():
        seconds = best_time(lambda r=rules: yahtzee.solve(r, threads=1), repeats)
        yield f"solve, {name}", 1, seconds
    two = best_time(lambda: yahtzee.solve(threads=2), repeats, time.perf_counter)
    yield "solve, forced", 2, two
    followed = best_time(lambda: yahtzee.evaluate(FORCED, player, threads=1), 2)
    yield "evaluate a table policy", 1, followed
    yield "peer: classical method in NumPy", 1, peer(solution)
    yield "cold start and solve", 2, cold_start()
    yield "advice", 1, best_time(lambda: yahtzee.advise(solution, Card(), "66612", 2), 20)
    moments = best_time(lambda: yahtzee.summary(FORCED, player, threads=1), 2)
    yield "mean and deviation", 1, moments
    law = best_time(lambda: yahtzee.distribution(FORCED, player, threads=1), 2)
    yield "law of the score", 1, law
    if targets:
        yield "all targets", 2, best_time(yahtzee.best_chances, 1, time.perf_counter)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repeats", type=int, default=7)
    parser.add_argument("--targets", action="store_true", help="also max P, about a minute")
    parser.add_argument("--write", action="store_true", help="rewrite data/bench_yahtzee.csv")
    options = parser.parse_args()
    print(f"Python {platform.python_version()}, {os.cpu_count()} processors")
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("what", "threads", "seconds", "processor"))
    for what, threads, seconds in measured(options.repeats, options.targets):
        print(f"{what:32s} {threads} {seconds:9.4f} s")
        if threads == 1:  # what the clock says depends on what else runs
            writer.writerow((what, threads, f"{seconds:.4g}", processor()))
        if (what, threads) == ("solve, forced", 1):
            forced = seconds
    report_limit(options.repeats, forced)
    if options.write:
        write_whole(DATA / "bench_yahtzee.csv", text.getvalue())


if __name__ == "__main__":
    main()
