"""Source 000, Albarede 2007: tables 1 to 13 of the round of 421.

What they share with the tables of 2000 is in `both`.
"""

from collections.abc import Mapping
from typing import Any

from chancegames.games.game421.hands import hand
from chancegames.maths.dice import law
from chancegames.maths.solution import Number
from chancegames.models.game421 import PLAYERS, Round, tokens
from chancegames.sources.albarede2007.both import GOALS, REACHING, WHOLE
from chancegames.sources.albarede2007.judging import PRUNED, named
from chancegames.sources.albarede2007.strategies import chance, failures
from chancegames.sources.registry import Finding, Question, Replication

SOURCE = Replication("albarede2007")

#: Table 12 shows one of the two columns with serendipity, and not the same one in every cell:
#: where static and dynamic play differ, the cell tells which it is by its value alone.  Utility ->
#: dynamism at horizon 0 and 1; elsewhere both columns print the same.
SURVIVED: Mapping[str, tuple[bool, bool]] = {
    "delta123+234": (True, True),
    "delta111+222": (False, True),
    "delta123+345+156": (True, True),
    "delta111+222+113+223": (True, True),
    "transfer": (False, False),
    "Total": (False, True),
    "Times(face-1)": (False, True),
    "Times": (False, True),
}


# Tables 1 to 9: playing for one combination.


@SOURCE.answers(
    {"albarede2007-T02": {"player": "first"}, "albarede2007-T06": {"player": "next"}},
    page=REACHING,
)
def lost_failures(player: str) -> str:
    """Failure chances for goals of one and two dice, whose table is lost."""
    cells = {**failures(1, player), **failures(2, player)}
    return "; ".join(
        f"{''.join(map(str, goal))}>{''.join(map(str, final))}: {', '.join(map(str, chances))}"
        for (goal, final), chances in cells.items()
    )


@SOURCE.proof(damaged=["albarede2007-T04-024"], false_variant={"final": "222"})
def first_cast_is_a_lottery(final: str = "322", twin: str = "211") -> Finding:
    """Hands with one pair have the same chance at the first cast, whatever the goal (46).

    So the head of the cell 211>322 is that of 211>211 and of the next players' table 8; the scan
    repeats the head of the cell above, whose final state is a brelan.
    """
    shown = law(3)[hand(final)]
    same = {chance(Round(casts=1, player=p), (1, 1, 2), hand(final), 1) for p in PLAYERS}
    return Finding(same == {law(3)[hand(twin)]}, f"chance of {final} in one cast: {shown}")


# Tables 10 to 12: goal-driven policies.


@SOURCE.answers("albarede2007-T10-*", page=GOALS)
def fuzziness(player: str, utility: str) -> bool | None:
    """Whether serendipity strictly helps at every horizon and dynamism; none if it was random."""
    return None if utility.startswith("random") else named(player, utility).fuzzy()


def _with_dynamism(question: Question) -> Mapping[str, Any]:
    """Read a null dynamism of table 12 as that of the column which survived in this cell."""
    args = dict(question.args)
    if args["dynamism"] is None:
        survived = SURVIVED.get(args["utility"], (False, False))
        args["dynamism"] = survived[args["horizon"]]
    return args


@SOURCE.answers("albarede2007-T1[12]-*", page=GOALS, reads=_with_dynamism)
def goal_driven_utility(
    player: str, utility: str, serendipity: bool, dynamism: bool, horizon: int
) -> Number | None:
    """Policy utility (58) of a goal-driven player who never ends early on the worst result."""
    if utility.startswith("random"):
        return None
    wanted = (serendipity, horizon, dynamism)
    character = next(c for c in PRUNED if (c.serendipity, c.horizon, c.dynamic) == wanted)
    return named(player, utility).of(character)


# Table 13: tokens.


@SOURCE.statement("albarede2007-T13-003", page=WHOLE, false_variant={"faces": range(1, 7)})
def tokens_of_a_brelan(faces: range = range(2, 7)) -> Finding:
    """A brelan of f is worth f tokens, from f = 2 on."""
    found = {f: tokens((f, f, f)) for f in faces}
    return Finding(all(f == n for f, n in found.items()), f"{found}")


@SOURCE.statement("albarede2007-T13-004", page=WHOLE, false_variant={"faces": range(1, 7)})
def tokens_of_a_pair(faces: range = range(2, 7)) -> Finding:
    """A pair of 1 with an f is worth f tokens, from f = 2 on."""
    found = {f: tokens((1, 1, f)) for f in faces}
    return Finding(all(f == n for f, n in found.items()), f"{found}")
