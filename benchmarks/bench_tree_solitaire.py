"""Speed of Tree Solitaire: one evaluation, a phase diagram, games played, memory, growth.

Run with `python benchmarks/bench_tree_solitaire.py`.  Compilation is done before the clock starts.
The peer of the series is the source's own method, the diagram move by move; the peer of the
compiled simulator is the same policy played on whole trees in plain Python.  Memory is what the
process takes at most (ru_maxrss), read before and after plays of growing numbers of games.
"""

import argparse
from fractions import Fraction
from resource import RUSAGE_SELF, getrusage
from time import perf_counter

import numpy as np

from chancegames.games.tree_solitaire.best import _BestLooks
from chancegames.games.tree_solitaire.drift import drift_chance
from chancegames.games.tree_solitaire.drift_play import play_drift
from chancegames.games.tree_solitaire.forks import move_chances
from chancegames.games.tree_solitaire.grid import grid_chance
from chancegames.games.tree_solitaire.policies import (
    HSTRAT,
    LSTRAT,
    STRATEGIES,
    BothBranches,
    LowFirst,
)
from chancegames.games.tree_solitaire.ratio import UniformRatio
from chancegames.games.tree_solitaire.scatter import ScatterGame, scatter_chance
from chancegames.games.tree_solitaire.series import win_chance, win_grid
from chancegames.games.tree_solitaire.simulation import simulate
from chancegames.games.tree_solitaire.trees import grow, play
from chancegames.games.tree_solitaire.weighing import WeighedBoth, WeighedHigh
from chancegames.models.tree_solitaire import Rules
from chancegames.sources.johnson1970.diagrams import ten_moves


def clock(task, repeats: int) -> float:
    """Best time in seconds of `repeats` runs, after one to warm up."""
    task()
    times = []
    for _ in range(repeats):
        start = perf_counter()
        task()
        times.append(perf_counter() - start)
    return min(times)


def evaluations() -> None:
    """One evaluation, against the diagram, and a phase diagram."""
    game = Rules(0.5, 0.75)
    print("one evaluation (E = .5, A = .75), microseconds")
    for policy in STRATEGIES:
        series = clock(lambda p=policy: [win_chance(game, p) for _ in range(100)], 5) / 100
        diagram = clock(lambda p=policy: ten_moves(game, p), 5)
        print(f"  {policy.name:9} series {series * 1e6:8.1f}   ten moves {diagram * 1e6:10.1f}")
    endings, ratios = np.linspace(0.02, 0.98, 48), np.linspace(0.5, 0.99, 50)
    grid = clock(lambda: win_grid(STRATEGIES, endings, ratios), 3)
    print(f"phase diagram, 2,400 points and {len(STRATEGIES)} strategies: {grid * 1e3:.1f} ms")


def simulations(games: int) -> None:
    """Millions of games a second."""
    game = Rules(0.5, 0.75)
    print(f"games really played, {games:,}, two workers, million a second")
    for policy in (*STRATEGIES, WeighedBoth(game), WeighedHigh(game)):
        time = clock(lambda p=policy: simulate(game, p, games, seed=1), 2)
        print(f"  {policy.name:9} {games / time / 1e6:7.1f}")
    finite, plain = Rules(0.7, 0.75), 2000
    time = clock(lambda: [play(grow(finite, s), LSTRAT) for s in range(plain)], 1)
    print(f"  LSTRAT on whole trees, plain Python (E = .7) {plain / time / 1e6:.3f}")


def memory(games: int) -> None:
    """Most memory of the process after plays of more and more games."""
    game = Rules(0.5, 0.75)
    print("greatest memory of the process after playing 2LSTRAT, games, MB")
    for count in (games // 100, games // 10, games):
        simulate(game, LowFirst(2), count, seed=1)
        print(f"  {count:12,} {getrusage(RUSAGE_SELF).ru_maxrss / 1024:8.1f}")


def drifting(games: int) -> None:
    """Game 3: evaluations and plays, with steps at their means and random."""
    random = ScatterGame(0.5, 0.5, 0.5)
    print(f"game 3: ladder, integral equation (ms), {games:,} games played (million a second)")
    for policy in (HSTRAT, LSTRAT):
        ladder = clock(lambda p=policy: drift_chance(random.at_means, p), 3) * 1e3
        equation = clock(lambda p=policy: scatter_chance(random, p), 3) * 1e3
        rates = [
            games / clock(lambda p=policy, g=g: play_drift(g, p, games, 1), 1) / 1e6
            for g in (random.at_means, random)
        ]
        print(f"  {policy.name:9} {ladder:7.2f} {equation:8.2f}", *(f"{r:8.1f}" for r in rates))


def grids() -> None:
    """The fixed point for a random ratio: what is weighed, and how it grows."""
    game = Rules(0.5, UniformRatio(0.5, 1.0))
    solve = grid_chance.__wrapped__  # without its memory
    print("random ratio on a grid of 32 x 12, 24 and 48 points (ms)")
    for name, policy, best in (
        ("BSTRAT", BothBranches(), False),
        ("B'STRAT", WeighedBoth(game), False),
        ("H'STRAT", WeighedHigh(game), False),
        ("best of both", BothBranches(), True),
    ):
        times = [
            clock(lambda p=policy, b=best, n=nodes: solve(game, p, b, nodes=n), 3)
            for nodes in (12, 24, 48)
        ]
        print(f"  {name:12}", *(f"{time * 1e3:8.1f}" for time in times))


def growth() -> None:
    """How the exact methods grow."""
    game = Rules(Fraction(1, 2), Fraction(3, 4))
    print("diagram of HSTRAT in exact rationals: moves, milliseconds")
    for moves in (5, 10, 20, 40):
        print(f"  {moves:3} {clock(lambda m=moves: move_chances(game, HSTRAT, m), 1) * 1e3:9.1f}")
    print("best use of 2 looks with memory: moves, states, seconds")
    for moves in (2, 3, 4, 5, 6):
        plan = _BestLooks(Rules(0.5, 0.75), 2, moves)
        time = clock(lambda m=moves: _BestLooks(Rules(0.5, 0.75), 2, m).value, 1)
        print(f"  {moves:3} {plan.states:8} {time:8.3f}")


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000_000, help="games per strategy")
    arguments = parser.parse_args()
    evaluations()
    simulations(arguments.games)
    memory(arguments.games)
    drifting(arguments.games // 10)
    grids()
    growth()


if __name__ == "__main__":
    main()
