r"""Game 3 as it is defined: each branch's value is its fork's plus a random step of mean 0.

Both branches of a fork of value :math:`v` draw a step, by themselves, from one symmetric law.  The
source puts the higher and the lower branch at their means, :math:`v+A` and :math:`v-A`
(:mod:`.drift`), and leaves it to a Monte Carlo trial to show what the scatter does.  Here the
steps are uniform on :math:`[-w, w]`; the greater of two is :math:`w/3` on average, so that
:math:`A = w/3`.

Source: Johnson (1970), chapter 6, game 3.
"""

from dataclasses import dataclass

import numpy as np

from chancegames.tree_solitaire.drift import DriftGame
from chancegames.tree_solitaire.policies import Policy, Sight
from chancegames.tree_solitaire.rules import Number, require_ending
from chancegames.tree_solitaire.simulate import Sample


@dataclass(frozen=True)
class ScatterGame:
    """The rules of one class of games of form 3, with uniform steps.

    Parameters
    ----------
    ending : Fraction or float
        Probability E that a point ends the tree, in (0, 1].
    top : Fraction or float
        Value T of the top, in [0, 1].
    spread : Fraction or float
        The largest step w, at least 0.

    Raises
    ------
    ValueError
        If a number is out of range.

    Examples
    --------
    >>> from fractions import Fraction
    >>> ScatterGame(Fraction(1, 2), Fraction(1, 2), Fraction(1, 2)).at_means.step
    Fraction(1, 6)
    """

    ending: Number
    top: Number
    spread: Number

    def __post_init__(self) -> None:
        require_ending(self.ending)
        if not 0 <= self.top <= 1:
            raise ValueError(f"the value of the top must lie in [0, 1], not {self.top}")
        if self.spread < 0:
            raise ValueError(f"the spread must not be negative, not {self.spread}")

    @property
    def at_means(self) -> DriftGame:
        """The source's simplification: the higher and the lower branch at their means."""
        return DriftGame(self.ending, self.top, self.spread / 3)


def play_scatter(policy: Policy, game: ScatterGame, games: int, seed: int) -> Sample:
    """Play game 3 with random steps, look by look.

    Parameters
    ----------
    policy : Policy
        Any policy that looks no deeper than one level.
    game : ScatterGame
        The rules.
    games : int
        How many games, at least 1.
    seed : int
        Seed of a PCG64 stream.

    Returns
    -------
    Sample

    Raises
    ------
    ValueError
        If `games` is below 1.

    Examples
    --------
    >>> from chancegames.tree_solitaire.policies import STRAT
    >>> sample = play_scatter(STRAT, ScatterGame(1, 0.5, 0.3), 4000, seed=1)
    >>> abs(sample.mean - 0.6) < 4 * sample.standard_error
    True
    """
    if games < 1:
        raise ValueError("the number of games must be at least 1")
    rng = np.random.Generator(np.random.PCG64(seed))
    wins = moves = 0
    for _ in range(games):
        won, length = _play(policy, game, rng)
        wins, moves = wins + won, moves + length
    return Sample(games, wins, moves)


def _play(policy: Policy, game: ScatterGame, rng: np.random.Generator) -> tuple[bool, int]:
    """One game: whether it was won, and its moves."""
    ending, spread = float(game.ending), float(game.spread)
    value, kind, moves = float(game.top), "split", 0
    while kind == "split":
        steps = rng.uniform(-spread, spread, 2)
        branches = {"H": value + steps.max(), "L": value + steps.min()}
        view = {"": Sight("split", value)}
        while (path := policy.look(view)) is not None:
            view[path] = _seen(branches[path], ending, rng)
        way = policy.move(view) or ("H" if rng.random() < 0.5 else "L")
        there = view[way] if way in view else _seen(branches[way], ending, rng)
        value, kind, moves = there.value, there.kind, moves + 1
    return kind == "win", moves


def _seen(value: float, ending: float, rng: np.random.Generator) -> Sight:
    if rng.random() >= ending:
        return Sight("split", value)
    return Sight("win" if rng.random() < value else "loss", value)
