"""Sources 000 and 001: what Albarede's papers of 2007 and 2000 say alike, computed once."""

from fractions import Fraction
from math import comb

from chancegames.games.game421.hands import digits, hand
from chancegames.games.game421.policies import canonical, ratchet, success
from chancegames.games.game421.rounds import running
from chancegames.maths.dice import arrangements, law
from chancegames.models.game421 import Round, tokens
from chancegames.sources.albarede2007.ratchet import ratchet_map
from chancegames.sources.albarede2007.strategies import chance, classes
from chancegames.sources.registry import Finding, Replication

OF_2000, OF_2007 = Replication("albarede2000"), Replication("albarede2007")
ROUND, REACHING = "a-round-of-421", "reaching-one-combination"
GOALS, OPEN = "playing-with-goals", "what-421-leaves-open"
WHOLE = "the-whole-game-of-421"


# Tables.


@OF_2000.answers("albarede2000-T0[6789]-*", page=REACHING)
@OF_2000.answers("albarede2000-T10-*", page=REACHING)
@OF_2007.answers("albarede2007-T01-*", page=REACHING)
@OF_2007.answers("albarede2007-T0[345789]-*", page=REACHING)
def result_chance(
    player: str,
    goal: str,
    final: str | None = None,
    casts: int = 0,
    at_most_casts: int | None = None,
) -> Fraction:
    """Chance of a result at the last of the casts, or of the goal with at most so many."""
    dice = len(goal)
    if at_most_casts is not None:
        return success(Round(dice, casts=at_most_casts, player=player), goal)
    rules = Round(dice, casts=casts, player=player)
    return chance(rules, hand(goal), hand(final or goal), casts)


@OF_2000.answers(
    {
        "albarede2000-T05-001": {"hands": ("421",)},
        "albarede2000-T05-002": {"hands": ("111",)},
        "albarede2000-T05-004": {"hands": ("654", "543", "432", "321")},
        "albarede2000-T05-005": {"hands": ("665", "632", "322", "221")},
    },
    page=ROUND,
)
@OF_2007.answers(
    {
        "albarede2007-T13-001": {"hands": ("421",)},
        "albarede2007-T13-002": {"hands": ("111",)},
        "albarede2007-T13-005": {"hands": ("654", "543", "432", "321")},
        "albarede2007-T13-006": {"hands": ("665", "632", "322", "221")},
    },
    page=WHOLE,
)
def tokens_of(hands: tuple[str, ...]) -> int:
    """Tokens of the hands, if all have the same."""
    (number,) = {tokens(hand(shown)) for shown in hands}
    return number


# The model.


@OF_2000.answers({"albarede2000-text-001": {"shown": "221"}}, page=ROUND)
@OF_2007.answers({"albarede2007-text-001": {"shown": "221"}}, page=ROUND)
def cardinality(shown: str) -> int:
    """Ordered throws that show a combination."""
    return arrangements(hand(shown))


@OF_2000.answers(
    {
        "albarede2000-text-002": {"shown": "21", "faces": 6},
        "albarede2000-text-003": {"shown": "11", "faces": 6},
        "albarede2000-text-004": {"shown": "11", "faces": 2},
        "albarede2000-text-005": {"shown": "211", "faces": 2},
    },
    page=ROUND,
)
@OF_2007.answers(
    {
        "albarede2007-text-007": {"shown": "211", "faces": 2},
        "albarede2007-text-008": {"shown": "11", "faces": 2},
    },
    page=REACHING,
)
def chance_of_hand(shown: str, faces: int) -> Fraction:
    """Chance of a combination in one throw of its number of dice."""
    return law(len(shown), range(1, faces + 1))[hand(shown)]


@OF_2000.answers(
    {"albarede2000-text-006": {"diagonal": False}, "albarede2000-text-007": {"diagonal": True}},
    page=ROUND,
)
@OF_2007.answers(
    {"albarede2007-text-004": {"diagonal": False}, "albarede2007-text-005": {"diagonal": True}},
    page=ROUND,
)
def couple_classes(diagonal: bool) -> int:
    """Classes of couples modulo renamed faces, all or those of equal components."""
    return sum(g == c or not diagonal for g, c in classes(Round())[1])


def couple_is(goal: str, final: str, representative: tuple[str, str]) -> Finding:
    """Check the canonical representative of a couple, shown with the smallest face first."""
    found = canonical(hand(goal), hand(final))
    expected = tuple(hand(c) for c in representative)
    return Finding(found == expected, "({}, {})".format(*(digits(c)[::-1] for c in found)))


@OF_2000.statement("albarede2000-text-008", page=ROUND, false_variant={"final": "431"})
@OF_2007.statement("albarede2007-text-006", page=ROUND, false_variant={"final": "431"})
def couple_of_the_text(final: str = "442") -> Finding:
    """The couple (421, 442) is represented by (321, 211)."""
    return couple_is("421", final, ("321", "211"))


@OF_2000.statement("albarede2000-text-009", page=REACHING, false_variant={"final": "652"})
@OF_2007.statement("albarede2007-text-012", page=REACHING, false_variant={"final": "652"})
def couple_of_the_guide(final: str = "655") -> Finding:
    """The couple (641, 655) is represented by (321, 441)."""
    return couple_is("641", final, ("321", "441"))


# One goal.


@OF_2000.statement(
    "albarede2000-text-010", page=OPEN, false_variant={"most_casts": 2, "faces": (2, 3, 4, 5, 6)}
)
@OF_2007.statement(
    "albarede2007-text-019", page=OPEN, false_variant={"most_casts": 2, "faces": (2, 3, 4, 5, 6)}
)
def ratchet_if_and_only_if(
    most_casts: int = 9, faces: tuple[int, ...] = (1, 2, 3, 4, 5, 6)
) -> Finding:
    """The ratchet is most probably successful iff D <= F, and nothing else is iff D < F.

    Both halves are true for two casts and two faces at least.  With more casts the ratchet fails
    for the goal 211 though D < F, and with one face it is best though D > F.
    """
    maps = {(d, f): ratchet_map(d, f, most_casts) for d in (1, 2, 3) for f in faces}
    best = [
        f"({d}, {f}) up to {m.optimal_up_to} casts"
        for (d, f), m in maps.items()
        if (m.optimal_up_to >= most_casts) != (d <= f)
    ]
    only = [
        f"({d}, {f}) up to {m.unique_up_to} casts"
        for (d, f), m in maps.items()
        if (m.unique_up_to >= most_casts) != (d < f)
    ]
    shown = [f"{word} at {', '.join(w)}" for word, w in (("best", best), ("only best", only)) if w]
    return Finding(not shown, "; ".join(shown) or "best where D <= F, only best where D < F")


@OF_2000.statement(
    "albarede2000-text-011", "albarede2000-appB", page=OPEN, false_variant={"goal": "221"}
)
@OF_2007.statement(
    "albarede2007-text-023", "albarede2007-appB", page=OPEN, false_variant={"goal": "221"}
)
def dice_left_are_binomial(goal: str = "666", casts: int = 4) -> Finding:
    """The dice left after j casts follow a binomial law with chance (5/6)^j, for a brelan."""
    rules = Round(casts=casts)
    gaps: list[Fraction] = []
    over = Fraction(0)
    for date, (here, ended) in enumerate(running(rules, ratchet(rules, goal))):
        over += sum((Fraction(p) for p in ended.values()), Fraction(0))
        alive = Fraction(5, 6) ** date
        for left in range(rules.dice + 1) if 0 < date < casts else ():
            found = sum(
                (Fraction(p) for s, p in here.items() if len(s) == rules.dice - left), Fraction(0)
            )
            found += 0 if left else over
            gaps.append(found - comb(3, left) * alive**left * (1 - alive) ** (3 - left))
    return Finding(not any(gaps), f"largest difference {max(map(abs, gaps))}")
