"""Time the dice battle's compiled solvers, beside a peer in the same run.

Run with ``python benchmarks/bench_dice_battle.py`` (``--no-peer`` if quantecon is missing).
Every time is the best of several runs after a warm-up, so that compiling does not count.
"""

import argparse
from collections.abc import Callable
from time import perf_counter

import numpy as np

from chancegames.games.dice_battle import AtOnce, Race, at_once, race
from chancegames.maths.matrix_game.kernel import solve_in_place


def best_time(call: Callable[[], object], runs: int = 5) -> float:
    """Seconds of the fastest of some runs."""
    call()
    times = []
    for _ in range(runs):
        start = perf_counter()
        call()
        times.append(perf_counter() - start)
    return min(times)


def growth(name: str, solve: Callable[[int], object], goals: list[int]) -> None:
    """Print time and table size against the goal."""
    print(f"\n{name}\n{'goal':>6} {'ms':>9} {'us/state':>9} {'table MB':>9}")
    for goal in goals:
        seconds = best_time(lambda goal=goal: solve(goal))
        size = (goal + 1) ** 2 * 8 / 1e6
        print(f"{goal:6d} {seconds * 1e3:9.2f} {seconds / goal**2 * 1e6:9.3f} {size:9.2f}")


def race_matrices(rules: AtOnce) -> np.ndarray:
    """The matrix games of a race at once, mirror images left out."""
    own, other = np.tril_indices(rules.goal)
    return at_once.solve(rules).matrices[own + 1, other + 1]


def without_saddle_point(games: np.ndarray) -> np.ndarray:
    """The games in which a player has to mix."""
    gap = games.max(axis=1).min(axis=1) - games.min(axis=2).max(axis=1)
    return games[gap > 1e-12]


def compare_with_peer(name: str, games: np.ndarray) -> None:
    """Print microseconds a game: ours, the peer called from Python, the peer in a compiled loop."""
    from numba import njit
    from quantecon.optimize import minmax

    @njit
    def compiled_loop(matrices: np.ndarray) -> np.ndarray:
        values = np.empty(len(matrices))
        for g in range(len(matrices)):
            values[g] = minmax(matrices[g])[0]
        return values

    @njit
    def our_loop(matrices: np.ndarray) -> np.ndarray:
        count, m, n = matrices.shape
        values, row, column = np.empty(count), np.empty(m), np.empty(n)
        tableau, labels = np.empty((m + 1, n + 1)), np.empty(m + n, np.int64)
        for g in range(count):
            values[g] = solve_in_place(matrices[g], row, column, tableau, labels)[0]
        return values

    ours = best_time(lambda: our_loop(games))
    called = best_time(lambda: [minmax(game) for game in games], runs=3)
    looped = best_time(lambda: compiled_loop(games))
    apart = np.abs(compiled_loop(games) - our_loop(games)).max()
    shown = [seconds / len(games) * 1e6 for seconds in (ours, called, looped)]
    ratios = f"{called / ours:8.1f} {looped / ours:8.1f}"
    print(
        f"{name:28} {len(games):6d} "
        + " ".join(f"{t:8.2f}" for t in shown)
        + f" {ratios} {apart:9.1e}"
    )


def main() -> None:
    """Run all benchmarks."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--dice", type=int, default=10, help="largest number of dice (10)")
    parser.add_argument("--no-peer", action="store_true", help="leave quantecon out")
    options = parser.parse_args()
    dice = options.dice

    def in_turns(goal: int, bust_score: int = 1) -> object:
        return race.solve(Race(goal=goal, dice=dice, bust_score=bust_score))

    growth("race in turns", in_turns, [100, 200, 500, 1000, 2000])
    growth("race in turns, bust 0", lambda n: in_turns(n, 0), [100, 200, 500, 1000])
    growth("race at once", lambda n: at_once.solve(AtOnce(goal=n, dice=dice)), [50, 100, 200, 400])
    if options.no_peer:
        return
    print("\nmatrix games, microseconds a game; peer: quantecon.optimize.minmax")
    columns = ("ours", "peer", "looped", "peer/us", "looped/us", "apart")
    print(f"{'':28} {'games':>6} " + " ".join(f"{c:>8}" for c in columns))
    games = race_matrices(AtOnce(goal=100, dice=dice))
    compare_with_peer("race to 100", games)
    variant = race_matrices(AtOnce(goal=40, dice=dice, finish="higher total"))
    compare_with_peer("higher total, must mix", without_saddle_point(variant))
    random = np.random.default_rng(421).normal(size=(2000, dice, dice))
    compare_with_peer("random payoffs", random)


if __name__ == "__main__":
    main()
