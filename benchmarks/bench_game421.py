"""Time the solvers of 421, show their growth, and QuantEcon's dynamic programming beside them.

Run ``python benchmarks/bench_game421.py``; QuantEcon is needed for the last table only.
"""

import argparse
import resource
import warnings
from collections.abc import Callable
from time import perf_counter

import numpy as np

from chancegames import game421
from chancegames.games.game421 import UTILITIES, Game, Round, lattice, rounds
from chancegames.games.game421.goals import Character, GoalDriven, Prospects
from chancegames.games.game421.match import CHOICES
from chancegames.games.game421.policies import success
from chancegames.games.game421.whole import solve_game
from chancegames.models import game421 as model
from chancegames.sources.albarede2007.judging import _random_round, judge, playing_for
from chancegames.sources.albarede2007.strategies import failures


def seconds(call: Callable[[], object], times: int = 3) -> float:
    """Return the least of a few run times."""
    found = []
    for _ in range(times):
        start = perf_counter()
        call()
        found.append(perf_counter() - start)
    return min(found)


def all_tables() -> None:
    """Compute every table of both papers in exact rationals."""
    for player in ("first", "next"):
        for size in (1, 2, 3):
            failures(size, player)
        for goal in ((1,), (1, 1), (1, 2), (1, 1, 1), (1, 1, 2), (1, 2, 3)):
            success(Round(len(goal), casts=max(2, len(goal)), player=player), goal)
        for name in UTILITIES:
            judge(playing_for(name, player))
        for name in ("delta123", "delta123+224+345", "transfer", "Total"):
            prospects = Prospects(playing_for(name, player))
            for serendipity in (False, True) if player == "first" else (False,):
                for horizon in (0, 1):
                    revised = Character(serendipity, horizon, bool(horizon), ties="lexicographic")
                    _ = GoalDriven(prospects, revised).value


def forget() -> None:
    """Clear what the modules of the exact solver keep, so that it builds everything anew."""
    for module in (model, rounds):
        for function in vars(module).values():
            if hasattr(function, "cache_clear"):
                function.cache_clear()


def exact(dice: int, faces: int, casts: int) -> float:
    """Time one exact mean-max of a random utility, with all that has to be built for it."""
    utility = _random_round(Round(dice, faces, casts), 1).utility

    def call() -> None:
        forget()
        game421.solve(Round(dice, faces, casts, utility=utility))

    return seconds(call, 10 if dice <= 3 else 3)


def floating(dice: int, faces: int, casts: int) -> float:
    """Time one mean-max in floating point, the numbering of combinations included."""
    large = Round(dice, faces, casts)
    grid = lattice._lattice(dice, faces)
    worth = np.random.default_rng(1).random((casts, grid.offsets[-1] - grid.offsets[-2]))

    def call() -> None:
        lattice._lattice.cache_clear()
        lattice._backwards(large, worth)

    return seconds(call)


def peer(played: Round, worth: np.ndarray) -> tuple[float, float, float, float]:
    """Solve the same round as a dynamic programme of QuantEcon: (build, solve, value, ours)."""
    from quantecon.markov import DiscreteDP
    from quantecon.markov.ddp import backward_induction
    from scipy.sparse import csr_matrix

    start = perf_counter()
    seen = [
        (s, t) for s in played.states if len(s) < played.dice for t, _ in rounds.tables(played, s)
    ]
    number = {pair: n for n, pair in enumerate(seen)} | {
        c: n for n, c in enumerate(played.hands, len(seen))
    }
    place = {state: n for n, state in enumerate(played.states)}
    moves = [(number[p], place[o], o) for p in seen for o in played.options(1, *p)]
    moves += [(number[c], place[c], c) for c in played.hands]
    rows, columns, chances = [], [], []
    for row, (_, _, after) in enumerate(moves):
        left = played.dice - len(after)
        ahead = [((after, t), w / played.faces**left) for t, w in rounds.tables(played, after)]
        for target, chance in ahead if left else [(after, 1.0)]:
            rows.append(row)
            columns.append(number[target])
            chances.append(chance)
    matrix = csr_matrix((chances, (rows, columns)), (len(moves), len(number)))
    source, action, _ = zip(*moves, strict=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns that there is no discount
        programme = DiscreteDP(np.zeros(len(moves)), matrix, 1.0, source, action)
    final = dict(zip(played.hands, worth, strict=True))
    terminal = np.array([final[t] for _, t in seen] + list(worth))
    built = perf_counter()
    values, _ = backward_induction(programme, played.casts - 1, terminal)
    solved = perf_counter()
    total = sum(values[0][number[(), t]] * w for t, w in rounds.tables(played, ()))
    value = total / played.faces**played.dice
    ours = lattice._backwards(played, np.tile(worth, (played.casts, 1)))[0, 0]
    return built - start, solved - built, float(value), float(ours)


def _again(rules: Game) -> None:
    solve_game.cache_clear()
    solve_game(rules)


def main() -> None:
    """Print the tables."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    floating(2, 2, 2)
    print(f"all tables of both papers, exact: {seconds(all_tables, 1):.2f} s")
    print(f"exact mean-max (3, 6, 3), nothing built before: {1000 * exact(3, 6, 3):.2f} ms")
    print("\nexact mean-max     seconds\tfloat mean-max     seconds")
    for a, b in [
        ((2, 6, 3), (6, 6, 3)),
        ((4, 6, 3), (8, 6, 3)),
        ((5, 6, 3), (10, 6, 3)),
        ((3, 8, 3), (6, 10, 3)),
        ((3, 10, 3), (6, 20, 3)),
        ((3, 6, 6), (10, 6, 6)),
        ((3, 6, 12), (10, 6, 10)),
    ]:
        print(f"{a!s:18} {exact(*a):.4f}\t{b!s:18} {floating(*b):.4f}")
    print(f"peak memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000:.0f} MB")
    solve_game(Game())
    print("\nthe whole game, each variant of the one before:")
    for name, known in CHOICES.items():
        for choice in known:
            took = seconds(lambda n=name, c=choice: _again(Game(**{n: c})), 3)
            print(f"  {name}={choice}: {took:.2f} s")
    print("\nround      QuantEcon: build, solve (s)   here: solve (s)   difference")
    for shape in ((3, 6, 3), (4, 6, 3), (5, 6, 4)):
        played = Round(*shape)
        build, solved, theirs, ours = peer(played, np.array([float(sum(c)) for c in played.hands]))
        print(f"{shape}   {build:.4f}, {solved:.4f}   {floating(*shape):.5f}   {theirs - ours:.1e}")


if __name__ == "__main__":
    main()
