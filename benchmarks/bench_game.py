"""The general solver against quantecon and pymdptoolbox, on one layered game.

The game: cast `dice` dice of `faces` faces up to `casts` times; dice once kept stay kept, and the
combination reached pays.  Positions are (dice kept, casts left) for chance and (dice kept, dice
just cast, casts left) for the player.  Each peer gets the same graph, written in its own form:

quantecon
    every position a state of a `DiscreteDP` of state-action pairs with a sparse transition matrix,
    solved by `backward_induction` over as many stages as the graph has layers;
pymdptoolbox
    one sparse matrix for each move number (as many as the widest position has), solved by
    `FiniteHorizon` over the same stages.  Only run if it can be imported.

Both repeat every position at every stage, because they do not know that a position has a date.
The last lines give quantecon what this library cannot use: a game whose utility has no date, so
that one small stationary model does for all dates.

Usage: python benchmarks/bench_game.py [--dice 5] [--faces 8] [--casts 10]
"""

import argparse
import resource
import time
from functools import cache

import numpy as np

from chancegames import dice
from chancegames.game import (
    Chance,
    Choice,
    Game,
    Terminal,
    backward_induction,
    explore,
)


def kept_dice_rules(number: int, faces: range):
    """Rules of the game; positions are (casts left, kept, cast or None)."""
    laws = [dice.law(n, faces) for n in range(number + 1)]
    casts = [([float(p) for p in law.values()], list(law)) for law in laws]

    @cache
    def sets(kept, cast):
        return [dice.merge(kept, more) for more in dice.keeps(cast)]

    def rules(position):
        left, kept, cast = position
        if cast is not None:
            labels = sets(kept, cast)
            # a full set is the end of the game, whatever the date
            return Choice(labels, [(left if len(s) < number else 0, s, None) for s in labels])
        if len(kept) == number:
            return Terminal(sum(face * face for face in kept) % 17)
        probabilities, combinations = casts[number - len(kept)]
        if left > 1:
            return Chance(probabilities, [(left - 1, kept, c) for c in combinations])
        return Chance(probabilities, [(0, dice.merge(kept, c), None) for c in combinations])

    return rules


def best_of(repeats: int, work, *args):
    """Shortest of several runs, and the result."""
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        result = work(*args)
        times.append(time.perf_counter() - start)
    return min(times), result


def memory() -> float:
    """Peak resident memory of this process so far, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def graph_bytes(game: Game) -> int:
    """Bytes of the arrays of a game."""
    return sum(a.nbytes for a in vars(game).values() if isinstance(a, np.ndarray))


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    for name, default in ("dice", 5), ("faces", 8), ("casts", 10):
        parser.add_argument(f"--{name}", type=int, default=default)
    a = parser.parse_args()
    base = memory()
    rules = kept_dice_rules(a.dice, range(1, a.faces + 1))
    t, game = best_of(1, explore, (a.casts, (), None), rules)
    print(
        len(game),
        len(game.next),
        t,
        len(game) / t,
        memory() - base,
        graph_bytes(game) / 2**20,
        len(game.blocks),
    )
    t, solution = best_of(7, backward_induction, game)
    print(t, len(game) / t, memory() - base, solution.value)
