"""Games in the file formats of Gambit, which OpenSpiel reads as well, with exact rationals.

`extensive_form` unrolls a game of `chancegames.maths.game` into a tree (``.efg``), `normal_form`
writes a zero-sum matrix game (``.nfg``).  Both return the text of the file; Gambit's
`manual <https://gambitproject.readthedocs.io>`_ describes the formats.  OpenSpiel refuses fractions
in ``.nfg`` and takes them in ``.efg``.
"""

from collections.abc import Sequence
from fractions import Fraction
from numbers import Rational

from chancegames.base.checks import door, require_integer, shown
from chancegames.maths.game import MOST_STATES, Chance, Choice, Game, Node, Terminal, states
from chancegames.maths.solution import Number, State

#: Largest number of nodes in a tree: a state that is reached in several ways stands there as often.
MOST_NODES = 200_000


@door
def extensive_form(rules: Game[State], title: str, most: int = MOST_NODES) -> str:
    """Write a game as a tree, the player first, the opponent second.

    Without an opponent there is one player only.  Whoever acts knows everything that has happened:
    every choice is an information set of its own.

    Parameters
    ----------
    rules : Game
        With integers or Fractions, as every model of this package.
    title : str
    most : int, optional
        Largest number of nodes written.

    Returns
    -------
    str
        The text of an ``.efg`` file.

    Raises
    ------
    ValueError
        As `states`, or if the tree has more nodes than `most`, or a number is not rational.

    Examples
    --------
    >>> from chancegames.models.coins import Rules
    >>> print(extensive_form(Rules(coins=1, points=1), "one coin"))
    EFG 2 R "one coin" { "player" }
    p "" 1 1 "" { "1" } 0
    c "" 1 "" { "1" 1/2 "2" 1/2 } 0
    t "" 1 "" { 0 }
    t "" 2 "" { 1 }
    """
    tree = _unrolled(rules, most)
    opposed = any(isinstance(node, Choice) and node.minimise for node, _ in tree)
    players = '"player" "opponent"' if opposed else '"player"'
    lines = [f'EFG 2 R "{_quoted(title)}" {{ {players} }}']
    numbers = dict.fromkeys("ct12", 0)  # OpenSpiel wants each player's choices counted from 1
    for node, total in tree:
        player = 1 + node.minimise if isinstance(node, Choice) else 0
        kind = str(player) if player else "t" if isinstance(node, Terminal) else "c"
        numbers[kind] += 1
        here = numbers[kind]
        if isinstance(node, Terminal):
            lines.append(f't "" {here} "" {{ {_payoffs(total, opposed)} }}')
        elif isinstance(node, Chance):
            odds = " ".join(f'"{i}" {_rational(p)}' for i, p in enumerate(node.probabilities, 1))
            lines.append(f'c "" {here} "" {{ {odds} }} 0')
        else:
            actions = " ".join(f'"{_quoted(str(action))}"' for action in node.actions)
            lines.append(f'p "" {player} {here} "" {{ {actions} }} 0')
    return "\n".join(lines)


def _unrolled(rules: Game[State], most: int) -> list[tuple[Node, Fraction]]:
    """Every node of the tree, each before those it leads to, with what has been won by then."""
    found: list[tuple[Node, Fraction]] = []
    nodes = states(rules, min(MOST_STATES, require_integer("the most nodes", most)))
    sizes: dict[State, int] = {}
    for state, node in nodes.items():  # each after those it leads to
        sizes[state] = 1 + sum(sizes[after] for after in getattr(node, "nexts", ()))
    if sizes[rules.start] > most:
        raise ValueError(f"the tree of this game has more than {most:,} nodes")
    waiting: list[tuple[State, Fraction]] = [(rules.start, Fraction(0))]
    while waiting:
        state, score = waiting.pop()
        node = nodes[state]
        if isinstance(node, Terminal):
            found.append((node, score + _rational(node.payoff)))
            continue
        found.append((node, score))
        scores: Sequence[Number] = node.scores or [0] * len(node.nexts)
        following = zip(node.nexts, scores, strict=True)
        waiting += reversed([(after, score + _rational(won)) for after, won in following])
    return found


@door
def normal_form(matrix: Sequence[Sequence[Number]], title: str) -> str:
    """Write a zero-sum matrix game; the row player comes first.

    Parameters
    ----------
    matrix : shape (m, n)
        Payoffs to the row player, integers or Fractions.
    title : str

    Returns
    -------
    str
        The text of an ``.nfg`` file.

    Raises
    ------
    ValueError
        If the matrix is empty or ragged, or a number is not rational.

    Examples
    --------
    >>> print(normal_form([[Fraction(1, 2), 0]], "a small one"))
    NFG 1 R "a small one" { "row" "column" } { 1 2 }
    1/2 -1/2 0 0
    """
    if not len(matrix) or not len(matrix[0]) or any(len(row) != len(matrix[0]) for row in matrix):
        told = f"a matrix game needs a payoff, and rows of one length, not {shown(matrix)}"
        raise ValueError(told)
    columns = zip(*matrix, strict=True)  # Gambit counts the strategies of the first player first
    payoffs = [_payoffs(_rational(entry), True) for column in columns for entry in column]
    sizes = f"{len(matrix)} {len(matrix[0])}"
    head = f'NFG 1 R "{_quoted(title)}" {{ "row" "column" }} {{ {sizes} }}'
    return head + "\n" + " ".join(payoffs)


def _rational(number: Number) -> Fraction:
    if not isinstance(number, Rational):
        raise ValueError(f"a game file takes integers and Fractions, not {shown(number)}")
    return Fraction(number)


def _payoffs(total: Fraction, opposed: bool) -> str:
    return f"{total} {-total}" if opposed else f"{total}"


def _quoted(words: str) -> str:
    return words.replace("\\", "\\\\").replace('"', '\\"')
