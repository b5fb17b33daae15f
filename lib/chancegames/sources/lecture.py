"""Source 002, *Analysis of 1-player finite probabilistic games*: E(pos), coins, Yahtzee's size."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import Any

from chancegames.games import coins
from chancegames.games.yahtzee import graph
from chancegames.games.yahtzee.solver import solve
from chancegames.maths import game as general
from chancegames.maths.anchors import component
from chancegames.maths.dice import distribution
from chancegames.maths.game import Choice, FiniteGame, Game, GameSolution, Terminal, states
from chancegames.models.small_yahtzee import SmallYahtzee, is_anchor, outline_rules, sheet_rules
from chancegames.models.yahtzee import FORCED, REROLLS, UPPER, Box, Card, possible_points
from chancegames.sources.registry import ANSWERS, Finding, Page, tallied

THEORY, COINS = Page("one-more-question"), Page("expected-value")
COUNTS = Page("a-trillion-anchors")

#: The ways to read what the notes say of a bad throw, which they print twice and differently.
FIRST_PRINTED = "as first printed: #T ≥ #H loses the tails"
LAST_PRINTED = "as last printed: #T = #H loses the tails"
READINGS = {
    FIRST_PRINTED: coins.Reading("≥"),
    LAST_PRINTED: coins.Reading("="),
    "#T > #H loses the tails": coins.Reading(">"),
    "#T ≥ #H loses the whole throw": coins.Reading("≥", lost="throw"),
    "#T ≥ #H loses the heads": coins.Reading("≥", lost="heads"),
    "every throw loses its tails and earns its heads": coins.Reading("always", bad_earns=True),
}

#: Games small enough that every policy can be tried.
COIN_GAMES = [
    coins.Rules(number, points, reading)
    for reading in READINGS.values()
    for number, points in product((1, 2, 3), (1, 2))
]

#: Yahtzees small enough to be solved with the whole sheet remembered.
SMALL = [
    SmallYahtzee(dice, faces, rerolls, boxes, target=4, bonus=3)
    for dice, faces, rerolls, boxes in product((1, 2), (2, 3), (0, 1), (1, 2, 3))
]


# The recurrence and the algorithm.


@THEORY.says("lecture-01", false={"at_choice": "min"})
def _payoff_recurrence(at_choice: str = "max") -> Finding:
    """Recursion and solver agree; in games of coins both give the largest of all policies."""
    equal = [
        _recursion(game, at_choice) == general.solve(game).value == max(_all_policies(game))
        for game in COIN_GAMES
    ]
    for small in SMALL:
        sheet: FiniteGame[Any] = FiniteGame(*sheet_rules(small))
        equal.append(_recursion(sheet, at_choice) == general.solve(sheet).value)
    return tallied(equal, scope="tested")


@THEORY.says("lecture-02", false={"scores": False})
def _future_score_recurrence(scores: bool = True) -> Finding:
    """With scores on the way, a shorter memory gives the value that the whole sheet gives.

    The value of either is found by the recursion and by the solver.
    """
    equal = []
    for small in SMALL:
        outline: FiniteGame[Any] = FiniteGame(*outline_rules(small))
        sheet: FiniteGame[Any] = FiniteGame(*sheet_rules(small))
        values = {general.solve(game).value for game in (outline, sheet)}
        equal.append(values == {_recursion(outline, scores=scores), _recursion(sheet)})
    return tallied(equal, scope="tested")


@THEORY.says("lecture-03", false={"direction": -1})
def _literal_algorithm(direction: int = 1) -> Finding:
    """The lecture's loop, line by line, gives E and opt (false variant: from start to end)."""
    equal = []
    for game in COIN_GAMES:
        solution = general.solve(game)
        literal = _literal(game, direction)
        equal.append(literal == (dict(solution.values), _choices(solution)))
    return tallied(equal, scope="tested")


@THEORY.says("lecture-23", false={"at_choice": "min"})
def _value_of_the_game(at_choice: str = "max") -> Finding:
    """E(start) is the largest expected payoff that any policy has."""
    equal = [_recursion(game, at_choice) == max(_all_policies(game)) for game in COIN_GAMES]
    return tallied(equal, scope="tested")


# Coins.


@ANSWERS.proof(damaged=("lecture-18",), false={"reading": FIRST_PRINTED})
def _certain_to_win(reading: str = LAST_PRINTED) -> Finding:
    """One coin at a time wins for sure, from any number of coins: no throw of one coin loses it."""
    one = READINGS[reading].throw(1)
    value = coins.evaluate(coins.Rules(1, 4, READINGS[reading]), coins.flip_at_most(1)).value
    return Finding(set(one) == {(0, 1)} and value == 1, f"chance {value} with one coin")


@COINS.says("lecture-26", false={"coins_left": 1})
def _two_ends(coins_left: int = 0) -> Finding:
    """A game is won with no point missing, lost with no coin left, and ends nowhere else."""
    ends = [
        (state, node.payoff)
        for game in COIN_GAMES
        for state, node in states(game).items()
        if isinstance(node, Terminal)
    ]
    right = [
        payoff == 1 if points <= 0 else payoff == 0 and coins == coins_left
        for (coins, points), payoff in ends
    ]
    return tallied(right, "{} ends", scope="tested")


@COINS.says("lecture-15", false={"reading": LAST_PRINTED})
@COINS.says("lecture-18", reading=LAST_PRINTED, false={"reading": FIRST_PRINTED}, reads="1 2 1")
def _makes_a_game(reading: str = FIRST_PRINTED) -> Finding:
    """The losing condition as printed makes a game: winning is uncertain, the choice matters."""
    game = coins.Rules(3, 2, READINGS[reading])
    value = coins.solve(game).value
    chances = set(_all_policies(game))
    shown = f"{reading}: chance {value} with 3 coins for 2 points"
    return Finding(value < 1 and len(chances) > 1, shown)


COINS.discusses("lecture-22")


# The whole sheet remembered.


@COUNTS.gives("lecture-04")
def _whole_sheet_anchors() -> tuple[int | Fraction, ...]:
    """Each factor and, if several boxes share it, how many; the trillions of their product."""
    states = graph.box_states()
    boxes = Counter(states.values())
    in_order = Box.ACES, Box.THREE_OF_A_KIND, Box.CHANCE, Box.FULL_HOUSE, Box.YAHTZEE
    factors = [(states[box], boxes[states[box]]) for box in in_order]
    shown = [number for factor, often in factors for number in (factor, often)[: 1 + (often > 1)]]
    return *shown, Fraction(graph.count_anchors().sheets, 10**12)


@COUNTS.gives("lecture-05", boxes=UPPER)
@COUNTS.gives("lecture-07", boxes=(Box.CHANCE,))
def _states_of_a_box(boxes: tuple[Box, ...]) -> int:
    """What can stand in each of these boxes."""
    (states,) = {graph.box_states()[box] for box in boxes}
    return states


@COUNTS.says("lecture-25", false={"zero": True}, reads="6 0")
def _chance_without_zero(zero: bool = False) -> Finding:
    """Chance holds what three of a kind holds, but for the zero."""
    alike = possible_points(Box.THREE_OF_A_KIND)
    chance = possible_points(Box.CHANCE)
    shown = f"chance {min(chance)} to {max(chance)}"
    return Finding(chance == (alike if zero else alike - {0}), shown)


@COUNTS.gives("lecture-24", given=True)
def _components_part_the_game() -> str:
    """A definition, counted: positions between turns that lie in the component of one anchor."""
    parted = []
    for small in SMALL:
        game: FiniteGame[Any] = FiniteGame(*sheet_rules(small))
        everything = states(game)
        inside = [
            position
            for anchor in filter(is_anchor, everything)
            for position in states(component(game, anchor, is_anchor, lambda _: 0))
            if not is_anchor(position)
        ]
        others = [position for position in everything if not is_anchor(position)]
        parted.append(len(inside) == len(others) and set(inside) == set(others))
    return f"each position is in one component in {sum(parted)} of {len(parted)} games"


@COUNTS.gives("lecture-06")
def _sums_of_alike() -> tuple[int, ...]:
    """How many states three and four of a kind have; zero, the least sum, and the most.

    As many sums as there are from the least to the most leave out none between them.
    """
    boxes = Box.THREE_OF_A_KIND, Box.FOUR_OF_A_KIND
    (scores,) = {possible_points(box) for box in boxes}
    zero, least, *_, most = sorted(scores)
    return _states_of_a_box(boxes), zero, least, most


@COUNTS.gives("lecture-17")
def _boxes_like_full_house() -> tuple[int, int]:
    """The states of Full House, and how many boxes have as many."""
    counted = graph.box_states()
    ways = counted[Box.FULL_HOUSE]
    return ways, sum(states == ways for states in counted.values())


@COUNTS.gives("lecture-08")
def _yahtzee_box() -> tuple[int, ...]:
    """How many states the Yahtzee box has; its first two scores, and its highest.

    Found by throwing five sixes in every turn after a Yahtzee, and writing down each bonus.
    """
    contents, sixes = sorted(possible_points(Box.YAHTZEE)), (6,) * 5
    card = Card(frozenset({Box.YAHTZEE}), 0, True)
    while len(card.filled) < len(Box):
        box, points = next(iter(FORCED.placements(card, sixes).items()))
        without = FORCED.placements(Card(card.filled, card.upper, False), sixes)[box]
        contents.append(contents[-1] + points - without)
        card = card.fill(box, sixes)
    return 1 + len(contents), *contents[:2], contents[-1]


@COUNTS.gives("lecture-09")
def _positions_of_a_component() -> int:
    """An anchor, and the rolls and keeps of a turn."""
    return graph.turn_graph().positions


@ANSWERS.proof("lecture-09", false={"rerolls": 1})
def _component_explored(rerolls: int = REROLLS) -> Finding:
    """Walking through a turn of the real rules finds as many positions as are counted."""
    card = Card(frozenset(Box) - {Box.CHANCE})
    turn = component(FiniteGame(card, FORCED.node), card, is_anchor, lambda anchor: 0)
    found = 1 + sum(not is_anchor(position) for position in states(turn))
    counted = graph.turn_graph(rerolls=rerolls).positions
    facts = (*graph.turn_graph(rerolls=rerolls).counts, _rounded(counted, 2))
    return Finding(found == counted, f"{found} found, {counted} counted", facts=facts)


@COUNTS.gives("lecture-14")
def _turn_layers() -> tuple[int, ...]:
    """Rolls and keeps of a turn, layer by layer."""
    return graph.turn_graph().counts[1:]


@COUNTS.says("lecture-10", false={"about": 17 * 10**14}, reads="1.6")
def _whole_sheet_positions(about: int = 16 * 10**14) -> Finding:
    """Anchors times positions of a component, to two digits."""
    counted = graph.count_anchors().sheets * _positions_of_a_component()
    facts = 1600, _rounded(counted, 2) / 1e15
    return Finding(_rounded(counted, 2) == about, f"{counted:,}", facts=facts)


# What affects the future score remembered.


@COUNTS.says("lecture-11", false={"totals": 64, "about": 750 * 10**3}, reads="2 12 3 6 4 750")
def _future_score_anchors(totals: int = 6**4, about: int = 750 * 10**6) -> Finding:
    """Slots for 12 boxes, the Yahtzee box and the upper total; about means within a twentieth."""
    counted = graph.count_anchors().slots
    near = abs(Fraction(counted, about) - 1) <= Fraction(1, 20)
    return Finding(counted == 2**12 * 3 * totals and near, f"{counted:,}")


@COUNTS.says("lecture-12", false={"about": 10**9}, reads="2")
def _future_score_positions(about: int = 2 * 10**9) -> Finding:
    """Slots times positions of a component, to one digit."""
    counted = graph.count_anchors().slots * _positions_of_a_component()
    return Finding(_rounded(counted, 1) == about, f"{counted:,}")


@COUNTS.says("lecture-29", false={"states": 2}, reads="2 12 3 0")
def _what_an_anchor_keeps(boxes: int = 12, states: int = 3) -> Finding:
    """One bit for a box; the Yahtzee box has a third state, for later bonuses hang on its 50."""
    later = {
        FORCED.placements(card, (6,) * 5)[Box.SIXES]
        for card in (Card(frozenset({Box.YAHTZEE}), 0, held) for held in (False, True))
    }
    needed = 1 + len(later)
    shown = f"five sixes score {' or '.join(map(str, sorted(later)))}, as the Yahtzee box stands"
    return Finding(needed == states and len(Box) - 1 == boxes, shown)


@COUNTS.says("lecture-27", false={"kept": "strategic"})
def _no_less_would_do(kept: str = "slots") -> Finding:
    """The anchors that are counted are as few as the ones that differ in what to do."""
    counted, needed = getattr(graph.count_anchors(), kept), graph.count_anchors().strategic
    reading = "as a definition" if needed < counted else ""
    return Finding(counted == needed, f"{counted:,} counted, {needed:,} suffice", reading=reading)


@COUNTS.says("lecture-13", false={"positions_per_second": 10**5}, reads="1")
def _under_an_hour(positions_per_second: int = 10**6) -> Finding:
    """Time to go through all positions once."""
    positions = graph.count_anchors().slots * _positions_of_a_component()
    seconds = Fraction(positions, positions_per_second)
    return Finding(seconds < 3600, f"{float(seconds):,.0f} s")


@ANSWERS.proof(damaged=("lecture-11", "lecture-12"), false={"totals": (6**4,)})
def _counts_that_fit_the_hour(totals: tuple[int, ...] = (6**4, 64)) -> Finding:
    """Of the factors and words that may have been meant, 64 and thousand alone fit the hour."""
    slots = {total: 2**12 * 3 * total for total in totals}
    fits = [
        (total, word)
        for total, (word, unit) in product(totals, {"thousand": 10**3, "million": 10**6}.items())
        if abs(Fraction(slots[total], 750 * unit) - 1) <= Fraction(1, 20)
        and 750 * unit * 1600 < 3600 * 10**6
    ]
    counted = graph.count_anchors().slots
    exact = counted * _positions_of_a_component() / 1e9
    facts = (1, 63, 64, 750, 1600, 750e3 * 1600 / 1e9, exact, counted / 1e3, 2**12 * 3 * 6**4 / 1e6)
    return Finding(fits == [(64, "thousand")], f"{fits}, {counted:,}", facts=facts)


@COUNTS.gives("lecture-16")
def _figure_values() -> tuple[float, ...]:
    """E at the figure's anchor, and after Large Straight 40 or 0, Yahtzee 50 or 0."""
    card = _figure_card()
    solution = solve(FORCED, start=card)
    straight, junk, alike = (1, 2, 3, 4, 5), (3, 3, 6, 6, 6), (6,) * 5
    fills = [
        (straight, Box.LARGE_STRAIGHT),
        (junk, Box.LARGE_STRAIGHT),
        (alike, Box.YAHTZEE),
        (junk, Box.YAHTZEE),
    ]
    cards = [card, *(card.fill(box, dice) for dice, box in fills)]
    return tuple(round(solution.value_at(each), 6) for each in cards)


@COUNTS.says(
    "lecture-19", false={"upper": (10, 2, 9, 12, 15, 18)}, reads="1 2 9 12 15 18 25 0 25 30"
)
def _sheets_of_the_figure(upper: tuple[int, ...] = (1, 2, 9, 12, 15, 18)) -> Finding:
    """Every box of the sheets holds points that it can hold."""
    boxes = zip(Box, (*upper, 25, 0, 25, 30), strict=False)
    wrong = [box.label for box, points in boxes if points not in possible_points(box)]
    return Finding(not wrong, ", ".join(wrong) or f"upper total {sum(upper)}")


@COUNTS.says("lecture-28", false={"ways": 3}, reads="0 0 50")
def _sheets_that_follow(ways: int = 4) -> Finding:
    """Where Large Straight and Yahtzee are open, a turn ends in one of four sheets."""
    card = _figure_card()
    rolls = distribution(5)
    placed = {item for dice in rolls for item in FORCED.placements(card, dice).items()}
    shown = ", ".join(f"{box.label} {points}" for box, points in sorted(placed))
    return Finding(len(placed) == ways, shown)


@ANSWERS.proof(damaged=("lecture-20",), false={"shown": 1})
def _too_many_aces(shown: int = 10) -> Finding:
    """The box of the aces cannot hold what is shown, and can hold the 1 of the other sheets."""
    points = possible_points(Box.ACES)
    return Finding(shown not in points and 1 in points, f"at most {max(points)}", facts=(1,))


@ANSWERS.proof(damaged=("lecture-21",), false={"shown": 40})
def _no_straight_of_that(shown: int = 15) -> Finding:
    """A large straight is not worth what is shown; chance can be, as on the other sheets."""
    points, chance = possible_points(Box.LARGE_STRAIGHT), possible_points(Box.CHANCE)
    return Finding(shown not in points and shown in chance, f"{max(points)} or {min(points)}")


@COUNTS.says("lecture-20", points=10, false={"points": 1}, reads="10")
@COUNTS.says("lecture-21", points=15, box=Box.LARGE_STRAIGHT, false={"points": 40}, reads="15")
def _can_hold(points: int, box: Box = Box.ACES) -> Finding:
    """The box can hold the points that a sheet of the figure shows in it."""
    possible = sorted(possible_points(box))
    return Finding(points in possible, ", ".join(map(str, possible)))


def _figure_card() -> Card:
    """The anchor of the lecture's figure: Large Straight and Yahtzee are open.

    Its upper boxes hold 57 points, as the sheets that follow it print them; the 10 in the box of
    the aces of the first sheet cannot be, five aces being worth 5.
    """
    return Card(frozenset(Box) - {Box.LARGE_STRAIGHT, Box.YAHTZEE}, upper=57)


# Methods that share the rules with the solver, and nothing else.


def _recursion(
    game: Game[Any],
    at_choice: str = "max",
    scores: bool = True,
    policy: Mapping[Any, Any] | None = None,
) -> Any:
    """E(start) by the recurrence as it is written.

    At a choice the best (or worst) action counts, or the one that `policy` gives.
    """
    known: dict[Any, Any] = {}

    def expected(state: Any) -> Any:
        if state not in known:
            known[state] = value(state)
        return known[state]

    def value(state: Any) -> Any:
        node = game.node(state)
        if isinstance(node, Terminal):
            return node.payoff
        won = node.scores if scores and node.scores else [0] * len(node.nexts)
        gains = [score + expected(after) for after, score in zip(node.nexts, won, strict=True)]
        if isinstance(node, Choice):
            if policy is not None:
                return gains[node.actions.index(policy[state])]
            return max(gains) if at_choice == "max" else min(gains)
        return sum(p * gain for p, gain in zip(node.probabilities, gains, strict=True))

    return expected(game.start)


def _all_policies(game: Game[Any]) -> list[Any]:
    """E(start) of every policy."""
    choices = {
        state: node.actions for state, node in states(game).items() if isinstance(node, Choice)
    }
    return [
        _recursion(game, policy=dict(zip(choices, chosen, strict=True)))
        for chosen in product(*choices.values())
    ]


def _literal(game: Game[Any], direction: int) -> tuple[dict[Any, Any], dict[Any, Any]] | None:
    """The lecture's algorithm; None if it asks for a value that is not there yet."""
    nodes = states(game)
    e: dict[Any, Any] = {s: node.payoff for s, node in nodes.items() if isinstance(node, Terminal)}
    opt: dict[Any, Any] = {}
    for state, node in [*nodes.items()][::direction]:
        if isinstance(node, Terminal):
            continue
        if not set(node.nexts) <= set(e):
            return None
        if isinstance(node, Choice):
            best = None
            for action, after in zip(node.actions, node.nexts, strict=True):
                if best is None or e[after] > best:
                    best, opt[state] = e[after], action
            e[state] = best
        else:
            e[state] = sum(
                p * e[after] for p, after in zip(node.probabilities, node.nexts, strict=True)
            )
    return e, opt


def _choices(solution: GameSolution[Any, Any]) -> dict[Any, Any]:
    """The action played at each choice."""
    return {
        state: next(iter(solution.policy(state)))
        for state, node in solution.nodes.items()
        if isinstance(node, Choice)
    }


def _rounded(number: int, digits: int) -> int:
    """Round to some leading digits."""
    unit: int = 10 ** (len(str(number)) - digits)
    return (number + unit // 2) // unit * unit
