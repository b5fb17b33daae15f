"""The drawings, and the programs of the appendices."""

from collections.abc import Sequence
from itertools import product

from chancegames.games.tree_solitaire.forks import move_chances
from chancegames.games.tree_solitaire.policies import LSTRAT, strategy
from chancegames.games.tree_solitaire.series import win_chance
from chancegames.maths.game import Chance
from chancegames.models.tree_solitaire import Form, Play, Rules
from chancegames.sources.johnson1970 import listings
from chancegames.sources.johnson1970.source import (
    ENDING,
    ONE,
    OTHER,
    RATIO,
    TREES,
    TWO,
    WORTH,
    game,
)
from chancegames.sources.registry import Finding


@TREES.gives("johnson1970-fig1.*", given=True)
@TREES.gives("johnson1970-fig2.1", given=True)
@ONE.gives("johnson1970-fig3.*", given=True)
@TWO.gives("johnson1970-fig4.1", given=True)
@TWO.gives("johnson1970-appA-diagrams", given=True)
@WORTH.gives("johnson1970-fig5.1", given=True)
@OTHER.gives("johnson1970-fig6.1", given=True)
def _drawing() -> str:
    """The drawings are made anew, from a tree or a law that the library computes."""
    return "drawn anew"


@TWO.says("johnson1970-appA-CALLER", false={"last": 8})
def _program_output(last: int = 9) -> Finding:
    """OUTPUT's printed correction is the geometric tail of the last two of ten moves.

    The tail is that of the exact first coefficients; a tail from an earlier pair is another.
    """
    gaps = []
    for e, a in ((0.25, 0.75), (0.5, 0.75), (0.75, 0.5)):
        chances = [float(c) for c in move_chances(game(e, a), LSTRAT, 10)]
        quotient = chances[last] / chances[last - 1]
        tail = sum(chances[-1] * quotient**k for k in range(1, 400))
        gaps.append(abs(listings.output(chances)[1] - tail))
    return Finding(max(gaps) < 1e-12, f"{len(gaps)} games, at most {max(gaps):.0e} apart", "tested")


HIGH_LOST = (("H", "loss"),)


@TWO.says("johnson1970-appA-LSTRAT", name="LSTRAT", false={"against": "HSTRAT"})
@TWO.says("johnson1970-appA-2HSTRAT", name="2HSTRAT", false={"against": "HSTRAT"})
@TWO.says("johnson1970-appA-HSTRAT", name="HSTRAT", false={"slip": "overrun"})
@TWO.says("johnson1970-appA-2LSTRAT", name="2LSTRAT", false={"slip": "as_scanned"})
@TWO.says("johnson1970-appA-BSTRAT", name="BSTRAT", false={"slip": "as_scanned"})
def _program(name: str, against: str = "", slip: str = "") -> Finding:
    """A program computes its strategy's diagram, over some games.

    HSTRAT's does if its arrays are long enough, 2LSTRAT's and BSTRAT's with a line or two repaired.
    """
    gaps = []
    for e, a in product((0.25, 0.5, 0.75), (0.5, 0.75, 0.9)):
        found = listings.PROGRAMS[name](e, a, **({slip: True} if slip else {}))
        true = move_chances(game(e, a), strategy(against or name), 10)
        gaps += [abs(x - y) for x, y in zip(found, true, strict=True)]
    return Finding(max(gaps) < 1e-12, f"ten moves, at most {max(gaps):.0e} apart", "tested")


@TWO.says("johnson1970-appA-LIMITS", false={"names": ("LSTRAT", "HSTRAT")})
def _program_limits(names: Sequence[str] = ("ooHSTRAT", "ooLSTRAT")) -> Finding:
    """LIMITS computes the two limits, to what ten moves leave open."""
    gaps = []
    for e, a in ((0.5, 0.5), (0.5, 0.75), (0.75, 0.75)):
        for name, chances in zip(names, listings._limits(e, a), strict=True):
            gaps.append(win_chance(game(e, a), strategy(name)) - listings.output(chances)[2])
    return Finding(max(map(abs, gaps)) < 1e-4, f"at most {max(map(abs, gaps)):.0e} apart", "tested")


@WORTH.says("johnson1970-appB", false={"form": "independent"})
def _program_of_appendix_b(form: Form = "dependent") -> Finding:
    """Appendix B plays this form: what a low end point wins with once the high one has lost.

    The program draws the low branch with its own value, whatever the high one did.
    """
    rules = Rules(ENDING, RATIO, form)
    play = Play(rules, looks=2, moves=1)
    looked = play.node(play.start._replace(act=("look", "H")))
    assert isinstance(looked, Chance)
    lost = [state for state in looked.nexts if state.known == HIGH_LOST]
    true = rules.kinds(lost[0].value * (1 - RATIO))["win"]
    drawn = ENDING * (1 - RATIO)
    return Finding(true == drawn, f"{form}: {true}, the program draws {drawn}")
