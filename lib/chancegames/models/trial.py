r"""When to stop a trial: two players meet in duels, and one of them is the better.

A game that both or neither win says nothing and is left out.  Of the others, the duels, the better
player wins a share :math:`p`.  Before the first each is as likely to be the better; if one is
:math:`l` duels ahead, it is the better with the odds :math:`(p / (1 - p))^l`, however many duels
there were.  Each duel costs a point, and to name the better player in the end pays a prize.  A
state is ``(duels played, lead)``.  Wald (1945) showed that such a trial should stop at a lead, not
at a number.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from chancegames.base.checks import door, require_integer, shown
from chancegames.maths.game import Chance, Choice, Node, Terminal

#: Duels that a trial may have: exact fractions grow long.
MOST = 200


@door
@dataclass(frozen=True)
class Trial:
    """A trial that may be stopped after every duel.

    Attributes
    ----------
    share : Fraction
        Share of the duels that the better player wins, above 1/2 and below 1.
    most : int
        Duels at most, 1 to `MOST`.
    prize : int
        For naming the better player; a duel costs 1.

    Examples
    --------
    >>> from chancegames.maths.game import solve
    >>> best = solve(Trial(Fraction(3, 5), most=20))
    >>> best.policy((4, 4)), best.policy((10, 2))
    ({'stop': 1}, {'more': 1})
    """

    share: Fraction
    most: int = 60
    prize: int = 100

    def __post_init__(self) -> None:
        if not isinstance(self.share, Fraction) or not Fraction(1, 2) < self.share < 1:
            told = "the share must be a Fraction above 1/2 and below 1"
            raise ValueError(f"{told}, not {shown(self.share)}")
        require_integer("the number of duels", self.most, 1, MOST)
        require_integer("the prize", self.prize, smallest=0)

    @property
    def start(self) -> tuple[Any, ...]:
        """No duel played, nobody ahead."""
        return 0, 0

    def node(self, state: Any) -> Node:
        """Stop or play one more duel, and what comes of it."""
        if state in ("right", "wrong"):
            return Terminal(self.prize if state == "right" else 0)
        duels, lead, *act = state
        if not act:
            acts = ["stop", "more"] if duels < self.most else ["stop"]
            return Choice(acts, [(*state, each) for each in acts], [0, -1][: len(acts)])
        leader = 1 / (1 + (1 / self.share - 1) ** lead)  # the chance that it is the better
        if act == ["stop"]:
            return Chance([leader, 1 - leader], ["right", "wrong"])
        won = leader * self.share + (1 - leader) * (1 - self.share)
        if not lead:
            return Chance([Fraction(1)], [(duels + 1, 1)])
        return Chance([won, 1 - won], [(duels + 1, lead + 1), (duels + 1, lead - 1)])
