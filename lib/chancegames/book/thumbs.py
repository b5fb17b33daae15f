"""Rules of thumb for the table, and what each costs compared with perfect play.

A rule of thumb is a policy simple enough to be remembered; *At the table* says it in words.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache, partial
from html import escape
from itertools import product

from chancegames import coins, dice_battle, game421, tree_solitaire, yahtzee
from chancegames.book import yahtzee_card
from chancegames.games.dice_battle import race
from chancegames.games.game421.card import _ByDice, _one_line, _pairs
from chancegames.games.game421.sets import OTHER
from chancegames.games.game421.whole import ForTokens, GameSolution
from chancegames.games.tree_solitaire import strategy
from chancegames.maths.game import evaluate, solve
from chancegames.maths.solution import Policy
from chancegames.show.play.coins import COINS, POINTS, _by_rule
from chancegames.show.report.html import Html

#: What a table says, its columns, and its rows by name.
Costs = tuple[str, tuple[str, ...], Mapping[str, tuple[str, ...]]]

#: Hog: rows and columns of the table of best rolls, by points needed and by the lead.
NEEDS = (2, 3, 5, 8, 10, 11, 12, 15, 17, 20, 25, 30, 35, 40, 50, 60, 80, 100)
LEADS = (-20, -10, -5, 0, 5, 10, 20)


def roll(state: tuple[int, int], lines: int = 4) -> dict[int, int]:
    """Hog: so many dice by the first lines of the rule to remember.

    One: always six.  Two: never more than one for every full four points needed, and one more.
    Three: seven if ten or more behind, five if ten or more ahead.  Four: ten if the other needs 30
    or less.  Five, for a race in which both roll at once: as many as the
    limit allows if one needs 36 or less and the other at most nine more or fewer.

    Examples
    --------
    >>> roll((100, 100)), roll((40, 20)), roll((8, 50)), roll((8, 50), lines=1)
    ({6: 1}, {10: 1}, {3: 1}, {6: 1})
    >>> roll((36, 36)), roll((36, 36), lines=5)
    ({6: 1}, {10: 1})
    """
    need, other = state
    dice = 6
    if lines >= 3 and abs(need - other) >= 10:
        dice = 7 if need > other else 5
    if lines >= 4 and other <= 30:
        dice = 10
    if lines >= 5 and need <= 36 and abs(need - other) < 10:
        dice = 10
    return {min(dice, need // 4 + 1) if lines >= 2 else dice: 1}


def nearest(state: tuple[int, int]) -> dict[int, int]:
    """Hog: what is best at the cell of the table nearest to a state, half-way above or to the left.

    Examples
    --------
    >>> nearest((11, 11)), nearest((37, 1))
    ({4: 1}, {9: 1})
    """
    need, other = state
    row = min(NEEDS, key=lambda n: (abs(n - need), n))
    leads = (lead for lead in LEADS if 1 <= row + lead <= dice_battle.Race().goal)
    lead = min(leads, key=lambda lead: (abs(lead - (other - need)), lead))
    return {next(iter(_perfect_hog().best((row, row + lead)))): 1}


@cache
def _perfect_hog() -> race.RaceSolution:
    return race.solve(dice_battle.Race())


@cache
def nearest_costs() -> tuple[float, float]:
    """What `nearest` loses at worst, and how often it wins against perfect play, in 100 games."""
    wins = race.evaluate(dice_battle.Race(), nearest, _perfect_hog().policy).win_rate
    return _worst_roll(nearest)[0], 100 * float(wins)


def _worst_roll(rule: Callable[[tuple[int, int]], dict[int, int]]) -> tuple[float, tuple[int, int]]:
    """What one roll by a rule loses at worst, in 100 games of Hog, and where."""
    best, needs = _perfect_hog(), range(1, dice_battle.Race().goal + 1)
    lost = {s: best.regret(s, next(iter(rule(s)))) for s in product(needs, needs)}
    worst = max(lost, key=lost.__getitem__)
    return 50 * float(lost[worst]), worst


def _coins() -> Costs:
    rules = coins.Rules(COINS, POINTS)
    best = solve(rules)
    squares = [(c, p) for c in range(1, COINS + 1) for p in range(1, POINTS + 1)]

    def lost(policy: Policy[tuple[int, ...], int]) -> tuple[str, ...]:
        own = evaluate(rules, policy)
        gaps = {square: 100 * (best.value_at(square) - own.value_at(square)) for square in squares}
        worst = max(gaps, key=gaps.__getitem__)
        mean = float(sum(gaps.values(), Fraction(0)) / len(gaps))
        told = f"{float(gaps[worst]):.1f} ({worst[0]} coins, {worst[1]} points to go)"
        return f"{mean:.1f}", told

    return (
        f"Games given away in 100, over all positions up to {COINS} coins and {POINTS} points",
        ("on average", "at worst"),
        {
            "always one coin": lost(coins.flip_at_most(1)),
            "always all": lost(coins.flip_at_most(COINS)),
            "an odd number if behind, else one": lost(_largest_odd),
            "the rules above": lost(_by_rule),
        },
    )


def _largest_odd(state: tuple[int, ...]) -> dict[int, int]:
    """Coins: one coin if there are as many as points to go; else the largest odd number, but of 4.

    Examples
    --------
    >>> _largest_odd((5, 5)), _largest_odd((6, 7)), _largest_odd((4, 9))
    ({1: 1}, {5: 1}, {1: 1})
    """
    held, points = state
    return {1 if points <= held or held == 4 else held - (held % 2 == 0): 1}


def _hog() -> Costs:
    rules = dice_battle.Race()
    perfect = race.solve(rules).policy
    lines = {
        "always six": 1,
        "… and never more than the limit": 2,
        "… and seven behind, five ahead (line 2)": 3,
        "… and the limit itself at the end (line 1): this card": 4,
    }
    return (
        "Games won in 100 against a perfect player, taking turns to go first",
        ("games",),
        {
            name: (f"{100 * race.evaluate(rules, partial(roll, lines=n), perfect).win_rate:.1f}",)
            for name, n in lines.items()
        }
        | {"perfect play": ("50.0",)},
    )


def _game_of_421() -> Costs:
    rules, second, game = game421.Round(), game421.Round(player="next"), game421.Game()
    ways = {
        "keeping two alike, stopping at three alike or 421": (_pairs, _pairs),
        "the line at the top": (game421.five_lines(rules, changes=False), _one_line),
        "this card": (game421.five_lines(rules), game421.five_lines(second)),
    }
    worth = {name: game421.evaluate(rules, starter).value for name, (starter, _) in ways.items()}
    assert worth["this card"] == solve(rules).value
    return (
        "Worth of your hand, if you begin; games won in 100 against a perfect player",
        ("tokens", "games"),
        {
            name: (f"{float(worth[name]):.2f}", _games_of_421(_ByDice(game, *both)))
            for name, both in ways.items()
        }
        | {
            "each set perfectly for its tokens": ("", _games_of_421(ForTokens(game, capped=True))),
            "perfect play": ("", "50.0"),
        },
    )


def _games_of_421(player: _ByDice | ForTokens) -> str:
    """Games of 421 won in 100 against the best player; who begins the first set takes turns."""
    won = game421.evaluate(player.rules, player)
    assert isinstance(won, GameSolution)
    return f"{50 * (float(won.value) + won.value_at(player.rules.start, OTHER)):.1f}"


def _yahtzee() -> Costs:
    rules = yahtzee.FORCED
    most, priced = yahtzee_card._averages()
    greedy, perfectly = (
        yahtzee.evaluate(rules, player).value
        for player in (yahtzee.greedy(rules), yahtzee.par(rules, yahtzee_card.BY_PRICE))
    )
    return (
        "Average score",
        ("points",),
        {
            "the list, but writing for the most points at once": (f"{most:.1f}",),
            "no list, no prices: the most points at once": (f"{greedy:.1f}",),
            "this card, to the letter": (f"{priced:.1f}",),
            "the prices, with the best rolling for them": (f"{perfectly:.1f}",),
            "perfect play": (f"{yahtzee.solve(rules).value:.1f}",),
        },
    )


def _tree() -> Costs:
    rules = tree_solitaire.Rules(Fraction(1, 2), Fraction(3, 4))
    ways = {
        "no look, at random": "NOSTRAT",
        "no look, always high": "STRAT",
        "one look, high": "HSTRAT",
        "one look, low": "LSTRAT",
        "two looks, one at each": "BSTRAT",
        "two looks, low and then deeper": "2LSTRAT",
    }

    def won(name: str) -> tuple[str]:
        return (f"{100 * float(tree_solitaire.evaluate(rules, strategy(name)).value):.1f}",)

    return (
        "Games won in 100, if half of the points are ends and each fork passes on ¾ and ¼",
        ("games",),
        {words: won(name) for words, name in ways.items()},
    )


#: What the rules of thumb of each game cost or bring.
COSTS: Mapping[str, Callable[[], Costs]] = {
    "coins": _coins,
    "hog": _hog,
    "yahtzee": _yahtzee,
    "421": _game_of_421,
    "tree": _tree,
}


@cache
def _given_away() -> Mapping[str, str]:
    """What the cards and lines give away, by game, so that it closes with their tables.

    In Tree Solitaire with two looks it is most where half of the points are ends and the forks
    share evenly: the card looks deeper there, and should look at both.
    """
    rows = {game: costs()[2] for game, costs in COSTS.items()}

    def less(game: str, row: str) -> str:
        more, fewer = (Fraction(rows[game][name][-1]) for name in ("perfect play", row))
        return f"{float(more - fewer):.1f}"

    even = tree_solitaire.Rules(Fraction(1, 2), Fraction(1, 2))
    both, deeper = (
        float(tree_solitaire.evaluate(even, strategy(name)).value) for name in ("BSTRAT", "2LSTRAT")
    )
    return {
        "perfect": rows["yahtzee"]["perfect play"][0],
        "yahtzee": less("yahtzee", "this card, to the letter"),
        "hog": less("hog", "… and the limit itself at the end (line 1): this card"),
        "coins": rows["coins"]["the rules above"][0],
        "tree": f"{100 * (both - deeper):.1f}",
        "line-hog": less("hog", "… and never more than the limit"),
        "line-421": less("421", "the line at the top"),
        "pairs-421": less("421", "keeping two alike, stopping at three alike or 421"),
        "line-coins": rows["coins"]["an odd number if behind, else one"][0],
    }


@cache
def _two_casts_left() -> Mapping[str, float]:
    """What three new dice and a pair of 5s are worth at 421, in tokens, with two casts left."""
    values = solve(game421.Round()).action_values((1, (), (5, 5, 6)))
    return {"new": float(values[()]), "fives": float(values[5, 5])}


@cache
def _second(casts: int) -> float:
    """What the hand of a second player is worth at 421, in tokens, who must make so many casts."""
    return float(solve(game421.Round(casts=casts, player="next")).value)


def numbers() -> Html:
    """Show the number of each box of Yahtzee.

    Examples
    --------
    >>> numbers().text[:13]
    'aces 6 twos 8'
    """
    items = "".join(
        f"<li>{box.label} <strong>{n}</strong></li>"
        for box, n in zip(yahtzee.Box, yahtzee_card.NUMBERS, strict=True)
    )
    return Html(f'<ul class="numbers">{items}</ul>')


@cache
def cost(game: str) -> Html:
    """Show what the rules of thumb of a game cost or bring, in a small table.

    Examples
    --------
    >>> "perfect play" in cost("421").markup
    True
    """
    what, units, rows = COSTS[game]()
    head = "".join(f'<th scope="col">{escape(unit)}</th>' for unit in units)
    body = "".join(
        f'<tr><th scope="row">{escape(name)}</th>'
        + "".join(f"<td>{escape(cell)}</td>" for cell in cells)
        + "</tr>"
        for name, cells in rows.items()
    )
    caption = f"<caption>{escape(what)}</caption>"
    return Html(
        f'<table class="cost">{caption}<thead><tr><td></td>{head}</tr></thead>{body}</table>'
    )
