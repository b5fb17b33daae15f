"""What the front page shows of each game: one picture, computed when the book is built.

This room knows the games and how they are drawn.  It solves nothing that takes longer than the
blink of an eye.
"""

import numpy as np

from chancegames.book.yahtzee_cli import CURVE
from chancegames.games import coins as coins_game
from chancegames.games.dice_battle import OneRoll, always, one_roll
from chancegames.games.game421 import Round, success
from chancegames.games.tree_solitaire.policies import LSTRAT
from chancegames.games.tree_solitaire.trees import Point, grow_small, play
from chancegames.games.yahtzee.curve import read_curve
from chancegames.models.tree_solitaire import Rules as TreeRules
from chancegames.show.figures import emblems
from chancegames.show.report.html import Html
from chancegames.show.report.pages import Picture


def _coins() -> str:
    """Draw the best chance of winning the coins game, by coins held and points needed."""
    solution = coins_game.solve(coins_game.Rules(coins=8, points=6))
    return emblems.shades(
        [[float(solution.value_at((held, need))) for held in range(1, 9)] for need in range(1, 7)],
        "Squares that grow darker to the right and paler upwards: the best chance of winning the "
        "coins game by coins held and points needed.",
    )


def _yahtzee(lowest: int = 80, highest: int = 400, step: int = 5) -> str:
    """Draw the law of the final score under the best average, in steps of five points."""
    tail = read_curve(CURVE).average
    return emblems.hill(
        (-np.diff(tail[lowest : highest + step : step])).tolist(),
        "A hill with twin peaks and two lower ones: the law of the final score of the best "
        "Yahtzee player.",
    )


def _game_of_421() -> str:
    """Draw the combination 421, and the chance to reach it in one to six casts."""
    chances = [float(success(Round(casts=casts), "421")) for casts in range(1, 7)]
    return emblems.dice_and_bars(
        (4, 2, 1),
        chances,
        "Three dice that show 4, 2 and 1, above six rising bars: the chance to reach 421 in one "
        "to six casts.",
    )


def _tree_solitaire(seed: int = 1505) -> str:
    """Draw a random tree, and how the best player with one look goes down it."""
    top = grow_small(TreeRules(0.5, 0.6), seed, smallest=7)
    moves, _ = play(top, LSTRAT)
    return emblems.tree(
        _plain(top),
        (move.branch for move in moves),
        "A random tree with discs for wins and squares for losses; a thick line is the way that "
        "the best player with one look takes.",
    )


def _dice_battle(dice: int = 10) -> str:
    """Draw who gains against whom over one throw, and the optimal mixture."""
    rules = OneRoll(dice=dice)
    return emblems.duel(
        [[float(gain) for gain in row] for row in one_roll.payoff_matrix(rules)],
        {d: float(w) for d, w in one_roll.solve(rules).policy().items()},
        "A square map in blue and orange of who gains against whom, with three bars beside it: "
        "the optimal mixture of two, three and five dice.",
    )


#: Three throws of the dice battle, each with the one that it beats.
RING = ((2, 5), (5, 3), (3, 2))


def ring(dice: int = 10) -> Html:
    """Show that two dice beat five, five beat three, and three beat two."""
    rules = OneRoll(dice=dice)
    met = {pair: one_roll.distribution(rules, *map(always, pair)) for pair in RING}
    in_a_hundred = {p: (round(100 * m[1]), round(100 * m[-1])) for p, m in met.items()}
    told = [
        f"{a} dice against {b} win {w} and lose {x} games in a hundred"
        for (a, b), (w, x) in in_a_hundred.items()
    ]
    picture = emblems.cycle(in_a_hundred, f"A ring of arrows: {'; '.join(told)}.")
    words = (
        "Each player rolls a handful of dice once, and the higher total wins, but a roll with a 1 "
        "in it scores a single point. An arrow points to the roll that loses; beside it, the games "
        "won and lost in a hundred. The rest are draws."
    )
    markup = f'<figure class="drawing ring">{picture}<figcaption>{words}</figcaption></figure>'
    return Html(markup, "; ".join(told))


#: The five games, in the order of the book.
GAMES = (
    Picture("Coins", "expected-value", "how many dare you flip?", _coins),
    Picture("Yahtzee", "the-best-average", "how the best player’s scores spread", _yahtzee),
    Picture("421", "a-round-of-421", "the French café game: three dice, three casts", _game_of_421),
    Picture(
        "Tree Solitaire",
        "the-game-and-its-trees",
        "down a tree, with one look ahead",
        _tree_solitaire,
    ),
    Picture("Hog", "one-throw-each", "a single 1 spoils the roll", _dice_battle),
)


def _plain(point: Point) -> emblems.Tree:
    below = tuple(_plain(branch) for branch in (point.high, point.low) if branch)
    return float(point.value), point.kind, below
