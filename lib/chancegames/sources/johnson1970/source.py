"""Source 003, Johnson's memo: the pages that answer it, and how its cells are read."""

from fractions import Fraction

from chancegames.games.tree_solitaire.ratio import UniformRatio
from chancegames.models.tree_solitaire import Number, Rules
from chancegames.sources.registry import Page

TREES = Page("the-game-and-its-trees")
ONE = Page("one-look")
TWO = Page("two-looks")
FIVE = Page("five-strategies")
MARGIN = Page("margin-of-error")
WORTH = Page("what-a-position-is-worth")
OTHER = Page("other-solitaires")

#: The case that the source follows through most chapters.
ENDING, RATIO = Fraction(1, 2), Fraction(3, 4)

#: Rational games on which identities and inequalities are checked.
ENDINGS = tuple(Fraction(n, 20) for n in (1, 3, 5, 10, 15, 19))
RATIOS = tuple(Fraction(n, 20) for n in (10, 12, 15, 19))
GRID = tuple((e, a) for e in ENDINGS for a in RATIOS)


def game(E: str | Number = "1/2", A: str | Number = "3/4") -> Rules:
    """The independent form at printed parameters, in floating point."""
    return Rules(float(Fraction(E)), float(Fraction(A)))


def _variable_game(ending: float = float(ENDING)) -> Rules:
    """The source's game with a variable split ratio: uniform between 1/2 and 1."""
    return Rules(ending, UniformRatio(0.5, 1.0))
