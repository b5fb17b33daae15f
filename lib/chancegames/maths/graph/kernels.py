"""The loops over a graph, compiled.  All arrays are those of `Graph`, checked by its makers."""

import numpy as np
from numpy.typing import NDArray

from chancegames.base.compiled import compiled

Ints = NDArray[np.int32]
Floats = NDArray[np.float64]
TERMINAL, CHOICE, CHANCE, OPPONENT = 0, 1, 2, 3


@compiled(cache=True)
def _reverse_order(first: NDArray[np.int64], following: Ints) -> tuple[Ints, Ints]:
    """Every state after those that it leads to, and a cycle if there is one, else nothing."""
    n = len(first) - 1
    order, stack = np.empty(n, np.int32), np.empty(n, np.int32)
    phase = np.zeros(n, np.int8)  # 0: not met yet, 1: on the stack, 2: done
    edge = first[:-1].copy()
    stack[0], phase[0], height, done = 0, 1, 1, 0
    while height:
        here = stack[height - 1]
        if edge[here] == first[here + 1]:
            phase[here] = 2
            order[done] = here
            done += 1
            height -= 1
            continue
        after = following[edge[here]]
        edge[here] += 1
        if phase[after] == 1:
            begin = height - 1
            while stack[begin] != after:
                begin -= 1
            return order[:done], stack[begin:height]
        if phase[after] == 0:
            phase[after] = 1
            stack[height] = after
            height += 1
    return order, stack[:0]


@compiled(cache=True)
def _fill_back(
    order: Ints,
    kind: NDArray[np.int8],
    first: NDArray[np.int64],
    following: Ints,
    probability: Floats,
    score: Floats,
    values: Floats,
    played: Ints,
) -> None:
    """Fill in the values above the payoffs, a column each, and the first of the best edges."""
    for here in order:
        low, high = first[here], first[here + 1]
        for column in range(values.shape[1] if low < high else 0):
            if kind[here] == CHANCE:
                total = 0.0
                for edge in range(low, high):
                    total += probability[edge] * (score[edge] + values[following[edge], column])
                values[here, column] = total
                continue
            sign = -1.0 if kind[here] == OPPONENT else 1.0
            best, first_best = -np.inf, low
            for edge in range(low, high):
                gain = sign * (score[edge] + values[following[edge], column])
                if gain > best:
                    best, first_best = gain, edge
            values[here, column] = sign * best
            played[here, column] = first_best
