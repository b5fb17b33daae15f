"""Errors of the studies on the back of an envelope, for the pages that tell of them."""

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import combinations, permutations, product
from math import sqrt

from chancegames.games import dice_battle
from chancegames.games.game421 import RANKING, digits, hand
from chancegames.games.tree_solitaire import Rules, strategy
from chancegames.games.tree_solitaire.series import win_chance
from chancegames.ledger import judge
from chancegames.ledger.claims import claims
from chancegames.show.report.html import Html, render
from chancegames.sources.albarede2007.ratchet import chances
from chancegames.sources.albarede2007.rounds import LISTED

#: The lines of a column of table 6.2 of the memo, and what they say.
_COLUMN = {
    "lose 1": "lost at move 1",
    "lose 2": "lost at move 2",
    "lose 3": "lost at move 3",
    "sum": "sum",
    "sum+correction": "sum and correction",
    "1-sum": "won: 1 minus the sum",
}

#: What keeps numbers under each other.
_PAD = "\N{NO-BREAK SPACE}"

#: How often LSTRAT wins where half of the points are ends and forks share three to one.
_CHANCE = win_chance(Rules(0.5, 0.75), strategy("LSTRAT"))


def _impossible() -> list[str]:
    """Both players of the classroom game need one more good roll."""
    rules = dice_battle.Race(goal=1, dice=1, bust_score=0)
    good = dice_battle.OneRoll(dice=1, bust_score=0)
    clean = sum((p for score, p in good.scores(1).items() if score), Fraction(0))
    chance = 1 / (2 - clean)  # where w = clean + (1 - clean) (1 - w)
    assert abs((1 + dice_battle.solve(rules).value) / 2 - chance) < 1e-12
    equation = f"w = {clean} + {1 - clean} · (1 − w)"
    return [equation, f"so w = {chance}, about {100 * float(chance):.0f} games in 100"]


def _ratchet_chances(left: int = 2) -> tuple[Fraction, Fraction]:
    """Chance of 211 with three dice of three faces after 233: the 2 kept, or all cast again."""
    worth = chances(hand(211), faces=3, casts=left, free=True)[left]
    return Fraction(worth[2, 0]), Fraction(worth[2, 1])


def _ratchet(left: int = 2) -> list[str]:
    """Three dice with three faces, 211 is wanted, and the first of three casts shows 233."""
    kept, thrown = _ratchet_chances(left)
    assert kept == (1 - Fraction(2, 3) ** left) ** 2 < thrown
    base = thrown.denominator
    last = _by_last_chance()
    assert sum((chance * n for chance, n in last.items()), Fraction(0)) == 27 * thrown
    shows = {
        Fraction(1): "are 211",
        Fraction(1, 3): "lack one die",
        Fraction(2, 9): "show one 1 and lack two different dice",
        Fraction(1, 9): "show no 1",
    }
    return [
        f"keep the 2: (1 − 2/3 · 2/3)² = {kept} = {kept * base}/{base}",
        "throw it back, and of the 27 results",
        *(f"{last[chance]} {words}: chance {chance}" for chance, words in shows.items()),
        f"in all ({' + '.join(f'{last[c]} · {c}' for c in shows)}) / 27 = {thrown}",
    ]


def _by_last_chance() -> Counter[Fraction]:
    """How many casts of three three-faced dice leave which chance to have 211 after one more."""
    goal = Counter((1, 1, 2))

    def chance(kept: tuple[int, ...]) -> Fraction:
        missing = tuple((goal - Counter(kept)).elements())
        return Fraction(len({*permutations(missing)}), 3 ** len(missing))

    def best(cast: tuple[int, ...]) -> Fraction:
        useful = tuple((goal & Counter(cast)).elements())
        return max(chance(kept) for n in range(4) for kept in combinations(useful, n))

    return Counter(best(cast) for cast in product((1, 2, 3), repeat=3))


def _trials_apart(games: int) -> float:
    """Standard deviation of the difference, in wins, of two honest trials of so many games.

    Examples
    --------
    >>> round(_trials_apart(10_000))
    66
    """
    return sqrt(2 * games * _CHANCE * (1 - _CHANCE))


def _margin(games: int = 10_000) -> list[str]:
    """How far two honest trials of so many games lie apart."""
    return [
        f"p = {_CHANCE:.3f}",
        f"√(2 · {games:,} · {_CHANCE:.3f} · {1 - _CHANCE:.3f}) = {_trials_apart(games):.0f} wins",
    ]


def _never_used(opponent: int = 3) -> list[str]:
    """What each number of dice wins or loses against three dice."""
    rules = dice_battle.OneRoll(dice=10)
    lead = {d: 100 * float(rules.gain(d, opponent)) for d in range(1, 7)}
    best = max(lead, key=lambda d: lead[d])
    assert all(rules.gain(d, opponent) < 0 for d in rules.rolls if d > max(lead))
    return [
        f"{d} {'die' if d == 1 else 'dice'} against {opponent}: "
        + (f"{ahead:+.0f}" if ahead else "0").replace("-", "−")
        + (" (the best)" if d == best else "")
        for d, ahead in lead.items()
    ] + ["more dice: worse still"]


def _mixture() -> list[str]:
    """How often to roll two, three or five dice: each as much as the other two lie apart."""
    rules, words = dice_battle.OneRoll(dice=6), {2: "two", 3: "three", 5: "five"}
    leads = {2: (5, 3), 3: (2, 5), 5: (3, 2)}
    weights = {d: rules.gain(*pair) for d, pair in leads.items()}
    total = sum(weights.values())
    best = {d: weight / total for d, weight in weights.items()}
    assert dice_battle.solve(rules).policy((0, 0)) == best
    against = {d: float(-100 * gain) for d, gain in rules.answers(best).items()}
    return [
        *(
            f"{words[ahead]} beat {words[behind]} by {100 * float(weights[d]):.3f}"
            for d, (ahead, behind) in leads.items()
        ),
        f"sum: {100 * float(total):.3f}",
        "",
        *(
            f"{words[d]}: {100 * float(weights[d]):.3f} ÷ {100 * float(total):.3f} = "
            f"{float(best[d]):.4f}"
            for d in leads
        ),
        "",
        f"two dice lose {100 * float(weights[5]):.3f} · {float(best[3]):.4f} = "
        f"{100 * float(weights[5] * best[3]):.2f} to three,",
        f"and win {100 * float(weights[3]):.3f} · {float(best[5]):.4f} = "
        f"{100 * float(weights[3] * best[5]):.2f} from five: as much",
        "",
        "lost in 100 games against this mixture:",
        *(f"{d} {'die' if d == 1 else 'dice'} {loss:.2f}" for d, loss in against.items()),
    ]


def _third() -> list[str]:
    """Two ratios of the memo from its own chances, divided by a third and by .33."""
    at = {c.claim_id.removeprefix("johnson1970-"): c.published for c in claims("johnson1970")}
    lines = []
    for words, chance, ratio in (
        ("with one look", "4.1-020", "4.5-002"),
        ("with two looks", "4.4_values-001", "4.5-003"),
    ):
        lines.append(words)
        for divisor in (".33333", ".33"):
            found = f"{float(Fraction(at[chance]) / Fraction(divisor)):.2f}"
            assert (found == at[ratio]) == (divisor == ".33")
            as_printed = ", as printed" if found == at[ratio] else ""
            lines.append(f"{at[chance]} ÷ {divisor:{_PAD}<6} = {found}{as_printed}")
    return lines


def _order() -> list[str]:
    """The hands of 421 from the best down: those that a paper lists, and some it leaves out."""
    hands = [digits(dice) for dice in RANKING]
    place = {hand: at for at, hand in enumerate(hands, 1)}
    assert place["654"] <= LISTED < place["655"] < place["653"]
    words = [f"{h} (place {place[h]})" if h in ("654", "655") else h for h in hands]
    left_out = words[LISTED : place["653"]]
    return [
        f"listed: {', '.join(words[:LISTED])}",
        f"left out: {', '.join(left_out)}, and so on down to {hands[-1]}",
    ]


def _column() -> list[str]:
    """A column of the memo in which a sum shrinks as something is added to it."""
    names = {f"STRAT {name}": words for name, words in _COLUMN.items()}
    at = {c.quantity: c for c in claims("johnson1970") if c.locator == "table 6.2"}
    *lost, total, corrected, rest = (Fraction(at[name].published) for name in names)
    assert sum(lost) == total == 1 - rest > corrected
    assert at["STRAT sum+correction"].published == at["LSTRAT sum+correction"].published
    wide = 2 + max(map(len, names.values()))
    return [
        words
        + _PAD * (wide - len(words))
        + at[name].published
        + "*" * (at[name].basis == "repaired")
        for name, words in names.items()
    ]


def _column_right() -> list[str]:
    """What the last three lines of the column ought to say, to three digits."""
    ours = {e.claim.quantity: e.computed for e in judge.entries("johnson1970", "table 6.2")}
    values = (ours[f"STRAT {name}"].partition(" ")[0] for name in list(_COLUMN)[3:])
    return [f"{float(value):.3f}".lstrip("0") for value in values]


#: Name to the lines of the computation.
SUMS: Mapping[str, Callable[[], list[str]]] = {
    "column": _column,
    "impossible": _impossible,
    "ratchet": _ratchet,
    "margin": _margin,
    "mixture": _mixture,
    "never-used": _never_used,
    "third": _third,
    "order": _order,
}


def envelope(name: str) -> Html:
    """Show one of `SUMS`.

    Examples
    --------
    >>> envelope("impossible").text
    'w = 5/6 + 1/6 · (1 − w) so w = 6/7, about 86 games in 100'
    """
    return Html(render("envelope.html", lines=SUMS[name]()))
