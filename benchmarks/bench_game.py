"""The general solver against quantecon and pymdptoolbox, on one layered game.

The game: cast `dice` dice of `faces` faces up to `casts` times; dice once kept stay kept, and the
combination reached pays.  A position is what is kept, what was just cast if the player is to move,
and the casts left.  Each peer is given the same graph in its own form:

quantecon
    every position a state of a `DiscreteDP` in state-action pairs with a sparse transition
    matrix; `backward_induction` over as many stages as the graph has layers;
pymdptoolbox
    one sparse matrix for each move number, as many as the widest position has;
    `FiniteHorizon` over the same stages;
quantecon, stationary
    what this library cannot use: the utility has no date, so one small model does for all dates,
    written down by hand.

The first two sweep over all positions at every stage, because they do not know that a position has
a date.  Every solver runs in a process of its own; memory is how far its peak rises above what it
held before it read the graph.  A peer that is not installed is left out.

Usage: python benchmarks/bench_game.py [--dice 5] [--faces 8] [--casts 10]
           [--explore] [--write]
"""

import argparse
import csv
import importlib.util
import io
import os
import tempfile
import time
import warnings
from collections.abc import Iterator
from functools import cache
from multiprocessing import get_context
from pathlib import Path

import numpy as np

from chancegames.base.files import write_whole
from chancegames.base.paths import DATA
from chancegames.book.runtimes import processor
from chancegames.maths import dice
from chancegames.maths.game import Chance, Choice, FiniteGame, Terminal
from chancegames.maths.graph import Graph, explore, solve
from chancegames.maths.graph.kernels import CHANCE, CHOICE

REPEATS = 25
EXPLORED = 5


def payoff(combination: tuple[int, ...]) -> int:
    """Payoff of a combination: something without structure."""
    return sum(face * face for face in combination) % 17


def kept_dice_rules(number: int, faces: range):
    """Rules of the game; positions are (casts left, kept, cast or None)."""
    laws = [dice.distribution(n, faces) for n in range(number + 1)]
    casts = [(tuple(map(float, law.values())), list(law)) for law in laws]

    keeps = cache(dice.keeps)

    @cache
    def sets(kept, cast):
        return tuple(dice.merge(kept, more) for more in keeps(cast))

    def rules(position):
        left, kept, cast = position
        if cast is not None:
            labels = sets(kept, cast)
            # the last set is full: that is the end of the game, whatever the date
            return Choice(labels, [*[(left, s, None) for s in labels[:-1]], (0, labels[-1], None)])
        if len(kept) == number:
            return Terminal(payoff(kept))
        probabilities, combinations = casts[number - len(kept)]
        if left > 1:
            return Chance(probabilities, [(left - 1, kept, c) for c in combinations])
        return Chance(probabilities, [(0, dice.merge(kept, c), None) for c in combinations])

    return rules


def memory(line: str) -> float:
    """Memory of this process in MB (Linux): resident now, "VmRSS", or at its peak, "VmHWM"."""
    status = Path("/proc/self/status").read_text().splitlines()
    return next(int(row.split()[1]) for row in status if row.startswith(line)) / 1024


def best_of(work, *args):
    """Shortest of several runs in seconds, and the result."""
    times = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        result = work(*args)
        times.append(time.perf_counter() - start)
    return min(times), result


def explore_alone(size) -> dict:
    """Shortest time, and memory, of writing the graph down from the rules, actions and all."""
    before, peak, times = memory("VmRSS"), 0.0, []
    for _ in range(EXPLORED):
        rules = kept_dice_rules(size.dice, range(1, size.faces + 1))  # that remember nothing
        start = time.process_time()
        game = explore(FiniteGame((size.casts, (), None), rules))
        times.append(time.process_time() - start)
        peak = peak or memory("VmHWM")  # of the first alone: later ones stand beside it
    return {"seconds": min(times), "memory": peak - before, "game": game}


def write_exploring(found: dict) -> None:
    """Rewrite data/bench_explore.csv: what writing the graph down takes, which no peer does."""
    game, seconds = found["game"], found["seconds"]
    names = "positions,edges,seconds,positions_per_second,megabytes,processor"
    sizes = f"{len(game)},{len(game.following)},{seconds:.3f},{len(game) / seconds:.0f}"
    row = f"{sizes},{found['memory']:.0f},{processor()}"
    write_whole(DATA / "bench_explore.csv", f"{names}\n{row}\n")


def this_library(path: str) -> tuple:
    """Backward induction of this library, values and policy."""
    before, arrays = memory("VmRSS"), load(path)
    n = len(arrays["kind"])
    graph = Graph(
        states=tuple(range(n)),
        actions=(None,) * n,
        **{name: arrays[name] for name in ARRAYS},
    )
    seconds, solution = best_of(solve, graph)
    return seconds, solution.value, memory("VmHWM") - before


def load(path: str) -> dict:
    """Read the arrays of the stored graph."""
    with np.load(path) as stored:
        return dict(stored)


def stages(arrays: dict) -> int:
    """Moves of the longest game."""
    height = np.zeros(len(arrays["kind"]), int)
    for i in arrays["order"]:
        edges = slice(arrays["first"][i], arrays["first"][i + 1])
        height[i] = 1 + height[arrays["following"][edges]].max(initial=-1)
    return height.max()


def pairs(arrays: dict) -> tuple:
    """State-action pairs: a pair for each choice edge, one for any other position.

    Returns the state of each pair, the action, and the transition matrix as CSR parts.
    """
    kind, first = arrays["kind"], arrays["first"]
    degrees = np.diff(first)
    actions = np.where(kind == CHOICE, degrees, 1)
    state = np.repeat(np.arange(len(kind)), actions)
    action = np.arange(len(state)) - np.repeat(np.cumsum(actions) - actions, actions)
    sizes = np.where(kind[state] == CHANCE, degrees[state], 1)
    own = np.repeat(kind == 0, np.where(kind == 0, 1, degrees))  # terminal: stay where you are
    columns, weights = np.empty(len(own), np.int32), np.ones(len(own))
    columns[own], columns[~own] = np.flatnonzero(kind == 0), arrays["following"]
    weights[~own] = arrays["probability"]
    return state, action, (weights, columns, np.concatenate(([0], np.cumsum(sizes))))


def with_quantecon(path: str) -> tuple:
    """Solve with quantecon, every position a state."""
    from quantecon.markov import DiscreteDP, backward_induction
    from scipy import sparse

    before, arrays = memory("VmRSS"), load(path)
    state, action, parts = pairs(arrays)
    n, horizon = len(arrays["kind"]), stages(arrays)
    matrix = sparse.csr_matrix(parts, shape=(len(state), n))
    model = DiscreteDP(np.zeros(len(state)), matrix, 1, state, action)
    seconds, (values, _) = best_of(backward_induction, model, horizon, arrays["payoff"])
    return seconds, values[0, 0], memory("VmHWM") - before


def with_mdptoolbox(path: str) -> tuple:
    """Solve with pymdptoolbox; a position that has fewer moves repeats its first one."""
    from mdptoolbox.mdp import FiniteHorizon
    from scipy import sparse

    before, arrays = memory("VmRSS"), load(path)
    state, action, (weights, columns, pointer) = pairs(arrays)
    n, width = len(arrays["kind"]), int(action.max()) + 1
    whole = sparse.csr_matrix((weights, columns, pointer), shape=(len(state), n))
    begin = np.searchsorted(state, np.arange(n))
    moves = np.bincount(state)
    matrices = [whole[begin + np.where(moves > a, a, 0)] for a in range(width)]
    horizon = stages(arrays)

    # its constructor checks rows by way of a dense positions x positions array: go past it
    model = FiniteHorizon.__new__(FiniteHorizon)
    model.S, model.A, model.N, model.discount, model.verbose = n, width, horizon, 1, False
    model.P, model.R = matrices, [0.0] * width
    model.V = np.zeros((n, horizon + 1))
    model.policy = np.empty((n, horizon), dtype=int)
    model.V[:, horizon] = arrays["payoff"]
    seconds, _ = best_of(model.run)
    return seconds, model.V[0, 0], memory("VmHWM") - before


def with_quantecon_stationary(path: str) -> tuple:
    """Solve with quantecon, a state for each pair of dice kept and dice cast, without a date."""
    from quantecon.markov import DiscreteDP, backward_induction
    from scipy import sparse

    before = memory("VmRSS")
    number, faces, casts = (int(x) for x in load(path)["size"])
    laws = [dice.distribution(n, range(1, faces + 1)) for n in range(number + 1)]
    kept_sets = [k for n in range(number) for k in laws[n]]
    states = {
        (k, c): i
        for i, (k, c) in enumerate((k, c) for k in kept_sets for c in laws[number - len(k)])
    }
    over = len(states)
    rows = {
        k: (
            [states[k, c] for c in laws[number - len(k)]],
            [float(p) for p in laws[number - len(k)].values()],
        )
        for k in kept_sets
    }
    state, action, gain, columns, weights, pointer = [], [], [], [], [], [0]
    for (kept, cast), i in states.items():
        for a, more in enumerate(dice.keeps(cast)):
            after = dice.merge(kept, more)
            to, p = rows.get(after, ([over], [1.0]))
            state.append(i), action.append(a), gain.append(0 if after in rows else payoff(after))
            columns.extend(to), weights.extend(p), pointer.append(len(columns))
    state.append(over), action.append(0), gain.append(0)
    columns.append(over), weights.append(1.0), pointer.append(len(columns))
    matrix = sparse.csr_matrix((weights, columns, pointer), shape=(len(state), over + 1))
    model = DiscreteDP(np.array(gain, float), matrix, 1, np.array(state), np.array(action))
    last = np.array([payoff(k + c) for k, c in states] + [0], float)
    seconds, (values, _) = best_of(backward_induction, model, casts - 1, last)
    to, p = rows[()]
    return seconds, float(values[0, to] @ p), memory("VmHWM") - before


ARRAYS = ("kind", "payoff", "first", "following", "probability", "score", "order")
SOLVERS = {
    "this library": (this_library, None),
    "quantecon": (with_quantecon, "quantecon"),
    "pymdptoolbox": (with_mdptoolbox, "mdptoolbox"),
    "quantecon, stationary": (with_quantecon_stationary, "quantecon"),
}


def in_its_own_process(name: str, path: str) -> tuple:
    """Run one solver on the stored graph."""
    warnings.simplefilter("ignore")  # quantecon warns that there is no discount
    return SOLVERS[name][0](path)


def rows(game: Graph, size: tuple[int, ...]) -> Iterator[tuple]:
    """Solver, seconds, positions per second, MB and value, one row a solver."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.fspath(Path(folder) / "game.npz")
        np.savez(path, size=size, **{a: getattr(game, a) for a in ARRAYS})
        for name, (_, package) in SOLVERS.items():
            if package and not importlib.util.find_spec(package):
                print(f"{name:24} not installed")
                continue
            with get_context("spawn").Pool(1) as pool:
                seconds, value, growth = pool.apply(in_its_own_process, (name, path))
            yield name, f"{seconds:.5f}", round(len(game) / seconds), round(growth), f"{value:.10f}"


def main() -> None:
    """Print one table, and write it if asked to."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name, default in ("dice", 5), ("faces", 8), ("casts", 10):
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--write", action="store_true", help="rewrite data/bench_*.csv")
    parser.add_argument("--explore", action="store_true", help="the graph alone, no solvers")
    size = parser.parse_args()
    found = explore_alone(size)
    game = found["game"]
    n, m = len(game), len(game.following)
    held = sum(getattr(game, name).nbytes for name in ARRAYS) / 2**20
    print(f"{n:,} positions, {m:,} edges; arrays {held:.0f} MB")
    print(
        f"explored in {found['seconds']:.2f} s: {n / found['seconds']:,.0f} positions/s,"
        f" peak {found['memory']:.0f} MB with states and actions"
    )
    if size.write:
        write_exploring(found)
    if size.explore:
        return
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("solver", "seconds", "positions_per_second", "megabytes", "value"))
    writer.writerows(rows(game, (size.dice, size.faces, size.casts)))
    print(text.getvalue(), end="")
    if size.write:
        write_whole(DATA / "bench_game.csv", text.getvalue())


if __name__ == "__main__":
    main()
