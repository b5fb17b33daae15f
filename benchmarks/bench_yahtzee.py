"""Yahtzee: time of each solver, against what this machine can do at best.

    python benchmarks/bench_yahtzee.py [--repeats 7] [--targets]

The limit is derived from the lattice itself.  Eight anchors share a 512-bit register; a turn of
eight anchors reads two operands for each mean and maximum.  The peak rates of loads (from the L1
cache), additions and maxima are measured here, by kernels that do nothing else.
"""

import argparse
import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable

import numpy as np
from numba import njit

from chancegames.yahtzee import layout
from chancegames.yahtzee.advise import advise
from chancegames.yahtzee.distribution import score_law
from chancegames.yahtzee.lattice import EXTENSIONS, MULTISETS, PARTS, ROLLS
from chancegames.yahtzee.layout import HALVES, LANE_RANGE, PATTERNS
from chancegames.yahtzee.rules import VARIANTS, Card
from chancegames.yahtzee.solve import aligned, solve
from chancegames.yahtzee.targets import best_chances
from chancegames.yahtzee.vector import LANES, add, load, splat, store, top

CHAINS = 8


def best_time(action: Callable[[], object], repeats: int) -> float:
    """Shortest of several times, in seconds: the others measure the neighbours."""
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        action()
        times.append(time.perf_counter() - start)
    return min(times)


@njit
def _adds(x, out, rounds):
    one = splat(1e-9)
    a, b, c, d = load(x, 0), load(x, 8), load(x, 16), load(x, 24)
    e, f, g, h = load(x, 32), load(x, 40), load(x, 48), load(x, 56)
    for _ in range(rounds):
        a, b, c, d = add(a, one), add(b, one), add(c, one), add(d, one)
        e, f, g, h = add(e, one), add(f, one), add(g, one), add(h, one)
    store(out, 0, add(add(add(a, b), add(c, d)), add(add(e, f), add(g, h))))


@njit
def _loads(x, out, rounds):
    a = b = c = d = e = f = g = h = splat(0.0)
    for _ in range(rounds):
        for at in range(0, 2048, 64):
            a, b = top(a, load(x, at)), top(b, load(x, at + 8))
            c, d = top(c, load(x, at + 16)), top(d, load(x, at + 24))
            e, f = top(e, load(x, at + 32)), top(f, load(x, at + 40))
            g, h = top(g, load(x, at + 48)), top(h, load(x, at + 56))
        store(out, 0, top(top(top(a, b), top(c, d)), top(top(e, f), top(g, h))))


def peak_rates(repeats: int) -> tuple[float, float]:
    """Vector additions, and vector loads with a maximum each, per second on one thread."""
    x, out = aligned(2048), aligned(8)
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
    return -(-layout.count_anchors()[2] // LANES)


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
    program = "from chancegames.yahtzee.solve import solve; solve()"
    return best_time(lambda: subprocess.run([sys.executable, "-c", program], check=True), 3)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repeats", type=int, default=7)
    parser.add_argument("--targets", action="store_true", help="also max P, about a minute")
    options = parser.parse_args()
    print(f"Python {platform.python_version()}, {os.cpu_count()} processors")
    solve()
    for name, rules in VARIANTS.items():
        one, two = (
            best_time(lambda t=t, r=rules: solve(r, threads=t), options.repeats) for t in (1, 2)
        )
        print(f"{name:16s} one thread {one:.3f} s, two threads {two:.3f} s")
        if name == "forced":
            forced = one
    print(f"NumPy alone      {best_time(lambda: solve(method='numpy'), 2):.2f} s")
    print(f"cold start       {cold_start():.2f} s")
    solution = solve()
    score_law(solution)
    advice = best_time(lambda: advise(solution, Card(), "66612", 2), 20)
    print(f"advice           {1000 * advice:.2f} ms")
    print(f"law of the score {best_time(lambda: score_law(solution), 2):.2f} s")
    if options.targets:
        print(f"all targets      {best_time(best_chances, 1):.1f} s")
    report_limit(options.repeats, forced)


if __name__ == "__main__":
    main()
