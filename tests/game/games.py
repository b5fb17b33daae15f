"""Random small games, and their value by the recurrence written as a recursion."""

from fractions import Fraction

from hypothesis import strategies as st

from chancegames.game import Chance, Choice, Terminal

NUMBERS = st.fractions(-3, 3, max_denominator=6)
START = "start"


@st.composite
def random_rules(draw, scores=NUMBERS, most_positions=7):
    """Rules as a dict; position i leads to smaller numbers, so there is no cycle."""
    size = draw(st.integers(1, most_positions))
    names = [*range(size - 1), START]
    return {name: draw(random_node(names[:i], scores)) for i, name in enumerate(names)}


@st.composite
def random_node(draw, earlier, scores):
    kind = draw(st.sampled_from(["terminal", "choice", "chance"])) if earlier else "terminal"
    if kind == "terminal":
        return Terminal(draw(scores))
    nexts = draw(st.lists(st.sampled_from(earlier), min_size=1, max_size=3))
    won = draw(st.just(()) | st.lists(scores, min_size=len(nexts), max_size=len(nexts)))
    if kind == "choice":
        return Choice("abc"[: len(nexts)], nexts, won)
    parts = draw(st.lists(st.integers(1, 4), min_size=len(nexts), max_size=len(nexts)))
    return Chance([Fraction(part, sum(parts)) for part in parts], nexts, won)


def moves(node):
    """Triples of name or probability, next position, score."""
    return zip(node[0], node.nexts, node.scores or [0] * len(node.nexts), strict=True)


def value(rules, position=START, choose=None):
    """E(position) by recursion; `choose` maps choice positions to labels, or None for the best."""
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
