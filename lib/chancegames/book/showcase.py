"""What the front page shows of each game: one picture, computed when the book is built.

This room knows the games and how they are drawn.  It solves nothing that takes longer than
a second.
"""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

import numpy as np

from chancegames.base.paths import ROOT
from chancegames.book.yahtzee_cli import CURVE
from chancegames.games import coins as coins_game
from chancegames.games import game421
from chancegames.games.dice_battle import OneRoll, Race, always, one_roll, race
from chancegames.games.game421 import Game, Round, Turn, hand, success
from chancegames.games.tree_solitaire.policies import LSTRAT
from chancegames.games.tree_solitaire.trees import Point, grow_small, play
from chancegames.games.yahtzee.curve import read_curve
from chancegames.models.tree_solitaire import Rules as TreeRules
from chancegames.show.figures import emblems
from chancegames.show.report.html import Html
from chancegames.show.report.pages import Picture

#: Size of the map of coins.
_COINS, _POINTS = 16, 20


def _coins(
    coins: int = _COINS, points: int = _POINTS, *, axes: tuple[str, str] | None = None
) -> str:
    """Draw how many coins to flip: one, the largest odd number, or a number between them."""
    best = coins_game.solve(coins_game.Rules(coins, points))

    def region(held: int, need: int) -> int:
        flips = next(iter(best.policy((held, need))))
        return 0 if flips == 1 else 2 if flips == held - 1 + held % 2 else 1

    return emblems.mosaic(
        [[region(held, need) for held in range(1, coins + 1)] for need in range(1, points + 1)],
        ((4, 0.45), (1, 0.75), (0, 0.65)),
        "A map in three colors of how many coins to flip, by coins held and points needed: one "
        "coin below, the largest odd number above, a ragged border between.",
        axes=axes,
        first=1,
    )


def _yahtzee(lowest: int = 80, highest: int = 400, step: int = 5) -> str:
    """Draw the law of the final score under the best average, in steps of five points."""
    tail = read_curve(CURVE).average
    return emblems.hill(
        (-np.diff(tail[lowest : highest + step : step])).tolist(),
        "A hill with twin peaks and two lower ones: the law of the final score of the best "
        "Yahtzee player.",
        {(score - lowest) / (highest - lowest): str(score) for score in (150, 250, 350)},
    )


def _game_of_421() -> str:
    """Draw the combination 421, and the chance to reach it in one to three casts."""
    chances = [float(success(Round(casts=casts), "421")) for casts in range(1, 4)]
    return emblems.dice_and_bars(
        (4, 2, 1),
        chances,
        "Three dice that show 4, 2 and 1, above three rising bars: the chance to reach 421 in one, "
        "two and three casts, in 100 tries.",
    )


#: The position of the story: your tokens, and those in the pot.
_EXAMPLE = (5, 1)


def _thrown_back() -> str:
    """Draw in which positions of the whole game best play casts a 421 again."""
    rules, best_hand = Game(), hand(421)
    best = game421.solve(rules)

    def level(pot: int, own: int) -> int:
        if (pot, own) not in rules.reachable:
            return 0
        worth = best.action_values(Turn(pot, own, (), 1, (), best_hand))
        return 2 if worth[best_hand] < max(worth.values()) - 1e-9 else 1

    squares = [[level(pot, own) for own in range(rules.pot)] for pot in range(rules.pot + 1)]
    orange = [pot for pot, row in enumerate(squares) for found in row if found == 2]
    return emblems.mosaic(
        squares,
        ((0, 0), (0, 0.35), (1, 1)),
        "A triangle of squares, your tokens to the right, tokens in the pot upward: "
        f"{len(orange)} are orange, with {min(orange)} to {max(orange)} tokens in the pot.",
        apart=True,
        axes=("tokens before you", "tokens in the pot"),
        framed=_EXAMPLE,
    )


def _tree_solitaire(seed: int = 1505, *, rings: bool = False) -> str:
    """Draw a random tree, and how the best player with one look goes down it."""
    top = grow_small(TreeRules(0.5, 0.6), seed, smallest=7)
    moves, _ = play(top, LSTRAT)
    way = "".join(move.branch for move in moves)
    looked = (way[:n] + look for n, move in enumerate(moves) for look in move.looks)
    return emblems.tree(
        _plain(top),
        way,
        "A random tree with discs for wins and squares for losses; a thick line is the way that "
        "the best player with one look takes.",
        looked if rings else (),
    )


#: Numbers of dice that the map of Hog names.
_NUMBERED = (10, 8, 6, 5, 4)


def _hog(step: int = 3) -> str:
    """Draw how many dice to roll in the race to 100, by what both players need."""
    dice = race.solve(Race()).dice[:0:-step, :0:-step].T
    return emblems.mosaic(
        (dice - 1).tolist(),
        [(0, 0.08 * n) for n in range(1, 11)],
        "A map with waves: the best number of dice to roll, darker for more, by your "
        "points and the other player's.",
        numbers={n - 1: str(n) for n in _NUMBERED},
    )


#: Three throws of the dice battle, each with the one that it beats.  Faces to show for them: their
#: sum is the average of such a throw without a 1, four points a die.
RING = ((2, 5), (5, 3), (3, 2))
ROLLED = {2: (5, 3), 3: (2, 4, 6), 5: (6, 3, 2, 5, 4)}
_ARROWS = (
    "Three numbers are enough for a ring: five dice beat three, three beat two, and two beat five. "
    "Beside each arrow: games that its winner wins and loses in 100. The rest are draws."
)


def _ring(dice: int = 10) -> str:
    """Draw that two dice beat five, five beat three, and three beat two."""
    rules = OneRoll(dice=dice)
    met = {pair: one_roll.distribution(rules, *map(always, pair)) for pair in RING}
    in_a_hundred = {p: (round(100 * m[1]), round(100 * m[-1])) for p, m in met.items()}
    told = [
        f"{a} dice against {b} win {w} and lose {x} games in a hundred"
        for (a, b), (w, x) in in_a_hundred.items()
    ]
    return emblems.cycle(in_a_hundred, ROLLED, f"A ring of arrows: {'; '.join(told)}.")


#: What other pages show beside a story, and its caption.
PICTURES: Mapping[str, tuple[Callable[[], str], str]] = {
    "coins": (
        partial(_coins, axes=("coins that you hold", "points to go")),
        "How many coins to flip. Tan: one. Blue: the largest odd number. Orange: an odd number "
        "between.",
    ),
    "ring": (_ring, _ARROWS),
    "tails": (
        lambda: emblems.row_of_coins("TTT", "Three coins that show tails."),
        "You want two heads and one tail. Keep one of these tails, or flip all three again?",
    ),
    "tree": (
        partial(_tree_solitaire, rings=True),
        "Discs win, squares lose; at small points the way forks. The left branch is always the "
        "more promising. Rings: where the player looked. Thick: the way that the player took.",
    ),
    "421": (
        _thrown_back,
        "You begin and cast 421. Orange: throw it back. Framed: the example. The other "
        "player has the rest of the eleven tokens. (The lone square is the start: later, whoever "
        "begins has lost once and holds a token.)",
    ),
}


def picture(name: str) -> Html:
    """Show one of `PICTURES`."""
    draw, caption = PICTURES[name]
    return Html(f'<figure class="drawing">{draw()}<figcaption>{caption}</figcaption></figure>')


#: Those that README.md shows, and where they lie.
_OUTSIDE, _PICTURES = ("coins", "ring", "421"), ROOT / "docs" / "pictures"


def _draw_outside() -> dict[Path, str]:
    """Draw the pictures of README.md as files of their own, on white."""
    opened = (
        '<svg xmlns="http://www.w3.org/2000/svg" style="background:#fff;font-family:sans-serif" '
    )
    return {
        _PICTURES / f"{name}.svg": PICTURES[name][0]().replace("<svg ", opened, 1) + "\n"
        for name in _OUTSIDE
    }


#: What one sees in the pictures of the games.
_SEEN = {
    "Coins": "To the right: more coins. Up: more points to go. Blue: flip all, or one less. Tan: "
    "flip one. Orange: between.",
    "Hog": "How many dice to roll. Across: your points, 0 to 100. Up: the other’s points.",
    "Yahtzee": "How often the best player ends with each score, 80 to 400.",
    "421": "In one, two, three casts: how often 421 comes, in 100 tries.",
    "Tree Solitaire": "Discs win, squares lose; at small points the way forks. Thick: a walk that "
    "wins.",
}

#: The five games, in the order of the book: the rule in a line, and what the picture shows.
GAMES = tuple(
    Picture(name, page, line, draw, shown)
    for name, page, line, draw, shown in (
        (
            "Coins",
            "expected-value",
            "Score enough points before your coins are gone. How many do you flip?",
            _coins,
            "Across: coins. Up: points to go. Tan: flip one. Blue: all, or one less. "
            "Orange: between.",
        ),
        (
            "Hog",
            "race-to-n",
            "Race to 100, but a 1 spoils your roll. How many dice do you dare?",
            _hog,
            "How many dice to roll. Across: your points. Up: the other’s points.",
        ),
        (
            "Yahtzee",
            "the-best-average",
            "Five dice, three rolls, thirteen boxes. Which dice do you keep?",
            _yahtzee,
            "How often the best player ends with each score.",
        ),
        (
            "421",
            "a-round-of-421",
            "Three dice, three casts, and the worse hand pays. Which dice go back?",
            _game_of_421,
            "How often you get 421 in one, two, three casts, if you want nothing else, "
            "in 100 tries.",
        ),
        (
            "Tree Solitaire",
            "the-game-and-its-trees",
            "Find your way down to an end that wins. Where do you peek?",
            _tree_solitaire,
            "Discs win, squares lose.",
        ),
    )
)

#: The games that can be played; those with a page of their own first, in the order of the book.
PLAY = (
    Picture(
        "Hog",
        "dice-battle",
        "Roll as many dice as you dare: their sum is yours, but if one shows a 1 you get a single "
        "point. First to a hundred, against the page, in turn or both at the same time. A game "
        "takes two minutes.",
        _hog,
        _SEEN["Hog"],
        told="race-to-n",
    ),
    Picture(
        "Yahtzee",
        "yahtzee",
        "Five dice, three rolls a turn, thirteen boxes to fill. Play a whole game, and see how "
        "much of your score was luck and how much was you. A game takes a quarter of an hour.",
        _yahtzee,
        _SEEN["Yahtzee"],
        told="the-best-average",
    ),
    Picture(
        "421",
        "game421",
        "The game of the French cafés: cast three dice up to three times for a good hand; 421 is "
        "the best. The worse hand takes tokens; once the pot is empty, whoever is rid of them "
        "wins. A game takes five minutes.",
        _game_of_421,
        _SEEN["421"],
        told="a-round-of-421",
    ),
    Picture(
        "Tree Solitaire",
        "tree-solitaire",
        "Walk down a tree to an end that wins. Before each step you may peek at one of the two "
        "branches below. Which one? Perhaps not the one you think. A game takes half a minute.",
        _tree_solitaire,
        _SEEN["Tree Solitaire"],
        advises=False,
        told="the-game-and-its-trees",
    ),
    Picture(
        "Coins",
        "../../notebooks/expected-value",
        "Flip as many of your coins as you like. More heads than tails: each head is a point. "
        "Else the tails are gone. Play it in its chapter, beside the map. A game takes half a "
        "minute.",
        _coins,
        _SEEN["Coins"],
        advises=False,
    ),
)


def _plain(point: Point) -> emblems.Tree:
    below = tuple(_plain(branch) for branch in (point.high, point.low) if branch)
    return float(point.value), point.kind, below
