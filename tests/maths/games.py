"""Random small games, and their value by the recurrence written as a recursion."""

from fractions import Fraction
from functools import cache

from hypothesis import strategies as st

from chancegames.maths.game import Chance, Choice, FiniteGame, Terminal

START = "start"


def fractions(least, most, max_denominator):
    """The numbers of `st.fractions`, from a list: several times as fast, the simplest first."""
    found = {
        Fraction(n, d)
        for d in range(1, max_denominator + 1)
        for n in range(least * d, most * d + 1)
    }
    return st.sampled_from(sorted(found, key=lambda number: (number.denominator, abs(number))))


NUMBERS = fractions(-3, 3, max_denominator=6)
KINDS = st.sampled_from(["terminal", "choice", "chance"])
PART = st.integers(1, 4)


@st.composite
def random_rules(draw, scores=NUMBERS, most_positions=7):
    """Rules as a dict; position i leads to smaller numbers, so there is no cycle."""
    size = draw(st.integers(1, most_positions))
    names = [*range(size - 1), START]
    return {name: random_node(draw, i, scores) for i, name in enumerate(names)}


def random_node(draw, earlier, scores):
    """A node that leads to the numbers below `earlier`."""
    kind = draw(KINDS) if earlier else "terminal"
    if kind == "terminal":
        return Terminal(draw(scores))
    nexts = draw(some_of(earlier))
    won = draw(none_or_all(scores, len(nexts)))
    if kind == "choice":
        return Choice("abc"[: len(nexts)], nexts, won)
    parts = draw(so_many(PART, len(nexts)))
    return Chance([Fraction(part, sum(parts)) for part in parts], nexts, won)


@cache  # for Hypothesis examines every strategy that it has not met
def some_of(size):
    return st.lists(st.sampled_from(range(size)), min_size=1, max_size=3)


@cache
def so_many(numbers, size):
    return st.lists(numbers, min_size=size, max_size=size)


@cache
def none_or_all(numbers, size):
    return st.just(()) | so_many(numbers, size)


def game_of(rules):
    """Rules given as a dict, as a game."""
    return FiniteGame(START, rules.get)


def moves(node):
    """Triples of name or probability, next position, score."""
    return zip(node[0], node.nexts, node.scores or [0] * len(node.nexts), strict=True)


def value(rules, position=START, choose=None):
    """E(position) by recursion; `choose` maps choices to actions, or None for the best."""
    node = rules[position]
    if isinstance(node, Terminal):
        return node.payoff
    gains = [(name, score + value(rules, after, choose)) for name, after, score in moves(node)]
    if isinstance(node, Chance):
        return sum(p * gain for p, gain in gains)
    return max(gain for _, gain in gains) if choose is None else dict(gains)[choose[position]]


def outcomes(rules, choose, position=START, so_far=0):
    """All pairs of probability and final score, one for each way the game can go."""
    node = rules[position]
    if isinstance(node, Terminal):
        return [(1, so_far + node.payoff)]
    chance = isinstance(node, Chance)
    return [
        ((name if chance else 1) * p, score)
        for name, after, won in moves(node)
        if chance or name == choose[position]
        for p, score in outcomes(rules, choose, after, so_far + won)
    ]
