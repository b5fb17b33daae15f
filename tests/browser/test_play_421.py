"""The page of 421 against the library, and as a reader meets it."""

import random
import re
from fractions import Fraction
from functools import cache
from itertools import product
from statistics import fmean, stdev

import pytest

from chancegames.games.game421.goals import Character, GoalDriven, Prospects
from chancegames.games.game421.hands import digits
from chancegames.games.game421.hands import utility as known_utility
from chancegames.games.game421.match import Game, Turn
from chancegames.games.game421.policies import bernoulli, monkey, most_probably, ratchet
from chancegames.games.game421.rounds import solve_round
from chancegames.games.game421.sets import HANDS, _results
from chancegames.games.game421.whole import solve_game
from chancegames.models.game421 import RANKING, Round
from chancegames.show.play.game421 import _chance, _whole_states
from tests.browser.playing import (
    ERROR,
    address_of,
    assert_fit_and_accessible,
    assert_told_beside_the_field,
    in_page,
    overflow,
)

pytestmark = pytest.mark.browser

PAGE = "book/play/game421.html"
POSITIONS = 1000
GOAL = (1, 2, 4)
OWN = {(1, 2, 4): 3.5, (1, 1, 1): -2, (2, 3, 5): 40}
CHARACTERS = {
    "looks first, counts the misses": Character(True, 1, True),
    "looks first, takes a miss for nothing": Character(False, 1, True),
    "picks a goal before the cast, counts the misses": Character(True, 0, True),
    "picks a goal before the cast, takes a miss for nothing": Character(False, 0, True),
}
#: Names of the policies on the page -> the library's, of a round.
POLICIES = {
    "keeps what fits 421": lambda rules: ratchet(rules, GOAL),
    "all or nothing for 421": lambda rules: bernoulli(rules, GOAL),
    "wants 421 and nothing else": lambda rules: most_probably(rules, GOAL),
    "keeps dice at random": monkey,
}


@cache
def rounds(player, name="transfer"):
    worth = (lambda hand: int(2 * OWN.get(hand, 1))) if name == "own" else known_utility(name)
    return Round(player=player, utility=worth)


@cache
def solution(player, name):
    return solve_round(rounds(player, name))


@cache
def prospects(player, name):
    return Prospects(rounds(player, name))


@cache
def policy(player, name, called):
    if called in POLICIES:
        return POLICIES[called](rounds(player))
    character = CHARACTERS[called]
    return GoalDriven(prospects(player, name), character)


def drawn_positions(names, seed):
    """Positions with a choice: player, utility, casts left, kept, table."""
    draw = random.Random(seed)
    for _ in range(POSITIONS):
        player, left = draw.choice(("first", "next")), draw.choice((1, 2))
        kept = tuple(
            sorted(draw.choices(range(1, 7), k=draw.choice((0, 1, 2)) if left == 1 else 0))
        )
        table = tuple(sorted((*kept, *draw.choices(range(1, 7), k=3 - len(kept)))))
        yield player, draw.choice(names), left, kept, table


EVALUATE = """async (m, [positions, own]) => {
    const round = new m["game421-rules.js"].Round421(await m["tables.js"].loadTable("game421", 1));
    const { Stakes, parseUtility } = m["game421-rules.js"];
    const known = new Map();
    const stakes = (player, name) => {
        const key = player + name;
        const made = () => name === "own"
            ? new Stakes(round, player, parseUtility(own, round))
            : Stakes.named(round, player, name);
        if (!known.has(key)) known.set(key, made());
        return known.get(key);
    };
    const goal = round.find("124");
    return positions.map(([player, name, left, kept, table]) => {
        const at = [left, round.find(kept), round.find(table)];
        const law = (p) => p.law && [...p.law].map(([o, chance]) => [round.names[o], chance]);
        const asked = stakes(player, name);
        const all = asked.choices(...at);
        return {
            choices: all.map((c) => [round.names[c.option], c.value, c.regret]),
            policies: asked.policies(...at, goal).map((p) => [p.name, law(p), p.mean]),
        };
    });
}"""


def name_of(state):
    return digits(state)[::-1]


def test_a_thousand_positions_are_worth_what_the_library_says(modules):
    names = ("transfer", "Times", "delta123+456", "own")
    positions = list(drawn_positions(names, seed=1))
    own = " ".join(f"{digits(hand)}={2 * worth}" for hand, worth in OWN.items()) + " other=2"
    answers = in_page(modules, EVALUATE, [positions, own])
    for (player, name, left, kept, table), answer in zip(positions, answers, strict=True):
        solved, date = solution(player, name), 3 - left
        options = solved.rules.options(date, kept, table)
        values = [float(solved.value_at((date, o))) for o in options]
        assert [o for o, _, _ in answer["choices"]] == [name_of(o) for o in options]
        for value, (_, shown, regret) in zip(values, answer["choices"], strict=True):
            assert shown == pytest.approx(value, abs=ERROR)
            assert regret == pytest.approx(max(values) - value, abs=ERROR)


def test_the_policies_of_the_papers_do_what_the_library_says(modules):
    positions = list(drawn_positions(("transfer", "Total", "Max"), seed=2))
    answers = in_page(modules, EVALUATE, [positions, "other=1"])
    followed = 0
    for (player, name, left, kept, table), answer in zip(positions, answers, strict=True):
        date, solved = 3 - left, solution(player, name)
        shown = {called: (law, mean) for called, law, mean in answer["policies"]}
        assert set(shown) == {*POLICIES, *CHARACTERS, "best play"}
        for called in (*POLICIES, *CHARACTERS):
            law, mean = shown[called]
            if law is None:
                assert called in ("keeps what fits 421", "all or nothing for 421")
                assert player == "next" or not set(kept) <= set(GOAL) or len(set(kept)) < len(kept)
                continue
            followed += 1
            wanted = policy(player, name, called)((date, kept, table))
            assert dict(law) == pytest.approx(
                {name_of(o): float(p) for o, p in wanted.items() if p}
            )
            worth = sum(float(p * solved.value_at((date, o))) for o, p in wanted.items())
            assert mean == pytest.approx(worth, abs=ERROR)
    assert followed > 6 * POSITIONS


WHOLE = """async (m, [states, asked, hands]) => {
    const { Round421, Whole421 } = m["game421-rules.js"];
    const round = new Round421(await m["tables.js"].loadTable("game421", 1));
    const whole = new Whole421(round);
    const position = (state) => whole.find(...state);
    const plans = states.map((state) => whole.plan(position(state)));
    const chance = (state, mine) => (_, other) =>
        whole.chance[whole.after(position(state), mine, other)];
    return {
        starter: asked.map(([n, left, s]) => plans[n].starter[left * round.count + s]),
        after: hands.map(([n, mine, other]) => {
            const next = whole.after(position(states[n]), mine, other);
            return whole.positions[next] ?? (next === whole.won ? "won" : "lost");
        }),
        chances: states.map((state) => whole.chance[position(state)]),
        ends: hands.slice(0, 5).map(([n, mine]) =>
            Array.from({ length: round.hands }, chance(states[n], mine))),
        next: hands.slice(0, 5).map(([n, mine]) => [...plans[n].next[mine]]),
    };
}"""


def as_starter(rules, state):
    """The position of a set as its starter sees it."""
    pot, of_a, starter = state
    return pot, rules.pot - pot - of_a if starter else of_a


def test_the_whole_game_is_that_of_the_library(modules):
    rules, draw = Game(), random.Random(3)
    best, positions = solve_game(rules), _whole_states(rules)
    states = draw.sample(positions, 40)
    asked = [(n % 40, draw.choice((1, 2)), draw.randrange(84)) for n in range(POSITIONS)]
    hands = [(n % 40, draw.randrange(56), draw.randrange(56)) for n in range(POSITIONS)]
    shown = in_page(modules, WHOLE, [states, asked, hands])

    assert shown["chances"] == pytest.approx([_chance(best, s) for s in states], abs=ERROR)
    plans = [best.plans(as_starter(rules, state)) for state in states]
    values = [plans[n].starter[3 - left, state] for n, left, state in asked]
    assert shown["starter"] == pytest.approx(values, abs=ERROR)
    loser, amount = _results(rules.tie)
    for (n, mine, other), after in zip(hands, shown["after"], strict=True):
        starter = states[n][2]
        lost_by, tokens = int(loser[mine, other]), int(amount[mine, other])
        position, same = rules.after(as_starter(rules, states[n]), lost_by, tokens)
        following = starter if same else 1 - starter
        of_a = rules.pot - position[0] - position[1] if following else position[1]
        over = position[0] == 0 and of_a in (0, rules.pot)
        wanted = ("won" if of_a == 0 else "lost") if over else [position[0], of_a, following]
        assert after == wanted
    for (n, mine, _), ends, replies in zip(hands[:5], shown["ends"], shown["next"], strict=True):
        own = ends if states[n][2] == 1 else [1 - chance for chance in ends]
        worth = {(3, h): Fraction(c) for h, c in zip(HANDS, own, strict=True)}
        solved = solve_round(Round(player="next", utility=worth))
        for left in (1, 2):
            wanted = [float(solved.value_at((3 - left, s))) for s in solved.rules.states[:28]]
            assert replies[84 * left : 84 * left + 28] == pytest.approx(wanted, abs=ERROR)
            planned = plans[n].reply[left, :28, mine] + 1
            assert replies[84 * left : 84 * left + 28] == pytest.approx(planned, abs=ERROR)


BAD = [
    ("Dice on the table", "421421", "3 dice are needed here, not 6."),
    ("Dice on the table", "487", "A die shows 1 to 6, not “8”."),
    ("Put aside earlier", "55", "The dice put aside must be among 6 4 1: there is no such 5."),
    ("Put aside earlier", "641", "If all three dice were aside before the last cast"),
    ("What each hand is worth", "421=ten", "“421=ten” is not of the form 421=10."),
]


def test_bad_input_is_told_beside_the_field_and_nothing_is_lost(open_page):
    page = open_page(f"{PAGE}?dice=641&left=1&worth=own&own=other%3D1")
    assert_told_beside_the_field(page, ".play-advice", BAD)


def test_a_damaged_table_is_told_in_one_sentence(open_page, site):
    page = open_page("book/play/index.html")
    page.route("**/game421.table", lambda route: route.fulfill(body=b"chancegames-table 1 00\nx"))
    page.goto(f"{site}/{PAGE}")
    page.wait_for_selector(".play-error")
    assert "The table of this page (game421) is damaged" in page.locator(".play").inner_text()


def test_a_position_is_shared_by_its_address(open_page):
    address = f"{PAGE}?dice=441&aside=4&left=1&player=next&worth=Total&goal=644"
    first = open_page(address)
    assert "keep 4, cast two" in first.locator("#play-game421").inner_text()
    first.get_by_label("Dice on the table", exact=True).fill("442")
    second = open_page(first.evaluate("location.pathname + location.search").lstrip("/"))
    assert second.locator(".play-panel").inner_text() == first.locator(".play-panel").inner_text()
    assert second.get_by_label("The hand to reach").input_value() == "644"


def test_an_unfinished_game_survives_a_reload_and_ends(open_page):
    page = open_page(f"{PAGE}?show=game&seed=7", width=390)
    page.locator(".play-die").first.press("Enter")
    page.locator("[data-key=act]").press("Enter")
    before = page.locator(".play-standing, .play-dice, ol").all_inner_texts()
    page.goto(address_of(page).partition("?")[0] + "?show=game&seed=8")
    page.wait_for_selector("[data-key=act]")
    assert page.locator(".play-standing, .play-dice, ol").all_inner_texts() == before
    for _ in range(300):
        if page.get_by_role("button", name="Play again").count():
            break
        page.locator("[data-key=act]").press("Enter")
    assert "wins the game" in page.locator(".play-panel").last.inner_text()
    assert overflow(page) <= 0
    assert page.complaints == []


def test_no_game_is_made_of_a_bad_address(open_page):
    page = open_page(f"{PAGE}?game=1_2_3")
    assert "The address holds no game" in page.locator(".play-told").inner_text()
    assert page.get_by_role("button", name="You begin").is_visible()


def test_a_game_goes_on_from_a_position_in_the_address(open_page):
    page = open_page(f"{PAGE}?pot=1&you=5&cast=421")
    assert "You have 421" in page.locator("#play-game421").inner_text()
    assert re.findall(r"\d+", page.locator(".play-standing").inner_text())[:3] == ["1", "5", "5"]
    page.get_by_label("show what each choice is worth").check()
    best = solve_game(Game()).action_values(Turn(1, 5, (), 1, (), (1, 2, 4)))
    shown = page.locator(".play-panel td, .play td").all_inner_texts()
    assert shown[0] == f"{100 * max(best.values()):.2f}"
    assert "game=" in address_of(page) and "pot=" not in address_of(page)
    page = open_page(f"{PAGE}?pot=12&you=5")
    assert "No set begins with 12 in the pot" in page.locator(".play-told").inner_text()
    assert page.complaints == []


@pytest.mark.parametrize(
    "asked, turn",
    [
        ("left=2&dice=421&player=first&inpot=1&mine=5", Turn(1, 5, (), 1, (), (1, 2, 4))),
        ("left=1&dice=633&player=first&inpot=0&mine=4", Turn(0, 4, (), 2, (), (3, 3, 6))),
        (
            "left=1&dice=411&player=next&inpot=3&mine=0&beat=511",
            Turn(3, 0, (3, (1, 1, 5)), 2, (), (1, 1, 4)),
        ),
    ],
)
def test_the_adviser_plays_for_the_whole_game(open_page, asked, turn):
    page = open_page(f"{PAGE}?worth=win&{asked}")
    best = solve_game(Game()).action_values(turn)
    wins = sorted((100 * float(value) for value in best.values()), reverse=True)
    shown = page.locator("#play-game421 table.live-table td, #play-game421 td").all_inner_texts()
    assert shown[:-1:2][: len(wins)] == [f"{value:.2f}" for value in wins]
    assert f"You then win {wins[0]:.1f} games in 100." in page.locator(".play-panel").inner_text()
    assert all(part in address_of(page) for part in asked.split("&"))


def test_the_adviser_refuses_a_game_with_too_many_tokens(open_page):
    page = open_page(f"{PAGE}?worth=win&inpot=9&mine=5")
    assert (
        "No set begins with 9 in the pot and 5 in your hand"
        in page.locator("#play-game421").inner_text()
    )


def test_the_adviser_refuses_a_game_that_does_not_come_up(open_page):
    page = open_page(f"{PAGE}?worth=win&player=first&inpot=7&mine=0")
    assert "whoever begins has lost the set before" in page.locator("#play-game421").inner_text()


PROSPECT = """async (m, [pot, yours, shown, left, aside]) => {
    const { CASTS, NOTHING, PAGE, Round421, Whole421, YOU } = m["game421-rules.js"];
    const round = new Round421(await m["tables.js"].loadTable("game421", 1));
    const whole = new Whole421(round), dice = (hand) => round.find([...hand].map(Number));
    const position = whole.find(pot, yours, shown ? PAGE : YOU);
    const first = shown ? dice(shown) - round.firstHand : -1, plan = whole.plan(position);
    const option = aside ? dice(aside) : NOTHING;
    const values = first < 0 ? plan.starter : plan.next[first];
    const { loses, afterLoss, afterWin } = whole.prospect(position, first, left, option);
    return [loses, afterLoss, afterWin, values[left * round.count + option]];
}"""


@pytest.mark.parametrize("pot, yours", [(1, 5), (11, 0), (4, 3), (0, 2)])
def test_the_adviser_tells_how_often_a_set_is_lost(modules, pot, yours):
    """As often as by the library's distributions of hands; won and lost sets make the value."""
    law = solve_game(Game()).laws((pot, yours))
    rank = {hand: RANKING.index(hand) for hand in HANDS}
    loses = sum(
        float(law.starter[:, m] @ law.reply[:, m, y])
        for (m, mine), (y, other) in product(enumerate(HANDS), repeat=2)
        if rank[mine] > rank[other]
    )
    found = in_page(modules, PROSPECT, [pot, yours, "", 3, ""])
    assert found[0] == pytest.approx(loses, abs=1e-6)
    for shown, left, aside in (("", 2, "1"), ("", 2, "421"), ("", 1, "21"), ("332", 2, "2")):
        lost, after_loss, after_win, value = in_page(
            modules, PROSPECT, [pot, yours, shown, left, aside]
        )
        parts = [(lost, after_loss), (1 - lost, after_win)]
        assert sum(p * v for p, v in parts if p) == pytest.approx(value, abs=1e-6)


def test_the_adviser_says_why_a_421_is_thrown_back(open_page):
    page = open_page(f"{PAGE}?worth=win&dice=421&left=2&player=first&inpot=1&mine=5")
    why = page.locator(".play-why").inner_text()
    assert why.startswith("Why not ") and "So here you want to lose the set." in why
    other, best, *after, less = map(float, re.findall(r"\d+\.\d+", why))
    values = solve_game(Game()).action_values(Turn(1, 5, (), 1, (), (1, 2, 4)))
    *_, second, first = sorted(100 * value for value in values.values())
    assert less == pytest.approx(first - second, abs=0.011)
    for value, lost, (after_loss, after_win) in (
        (second, other, after[::2]),
        (first, best, after[1::2]),
    ):
        made = lost * after_loss / 100 + (100 - lost) * after_win / 100
        assert made == pytest.approx(value, abs=0.2)  # each choice by its own numbers


LOST = """async (m) => {
    const { NOTHING, PAGE, Round421, Whole421 } = m["game421-rules.js"];
    const round = new Round421(await m["tables.js"].loadTable("game421", 1));
    const position = new Whole421(round).find(11, 0, PAGE);
    return m["game421-match.js"].encode({
        position, begin: position, limit: 3, made: 1, kept: NOTHING, table: round.find([6, 3, 2]),
        first: round.find([4, 2, 1]) - round.firstHand, reply: -1, next: -1, sets: 1, lost: 0,
    });
}"""


def test_a_set_that_is_lost_can_be_ended_at_once(modules, open_page):
    """The page began and shows 421: nothing beats it, whatever is cast."""
    page = open_page(f"{PAGE}?game={in_page(modules, LOST, [])}")
    shown = page.locator("#play-game421").inner_text()
    assert "this set is lost, whatever you do" in shown
    assert "Tap the dice" not in shown and "you must cast" not in shown
    page.get_by_role("button", name="Take the tokens").click()
    told = page.locator("#play-game421").inner_text().lower()
    assert "you lose the set and take 10 tokens from the pot" in told
    assert page.get_by_role("button", name="Next set").is_visible()


def test_the_page_never_says_to_beat_a_hand_that_should_win(open_page, modules):
    """One token left, five each: who casts second wants to lose, and a 421 should be broken up."""
    page = open_page(f"{PAGE}?game={in_page(modules, REPLY, [1, 5, '332', '421', 3])}")
    shown = page.locator("#play-game421").inner_text()
    assert "The page has" in shown and "If you tie, you lose the set." in shown
    assert "Beat" not in shown
    assert "The page cast 3 times, so you must cast at least one die again." in shown
    page.locator(".play-die").nth(1).click()
    page.get_by_role("button", name="Cast two dice again").click()
    told = page.locator(".play-told").inner_text()
    assert told.startswith("You kept the 2 of 421: that was best.")


REPLY = """async (m, [pot, yours, shown, cast, limit]) => {
    const { NOTHING, PAGE, Round421, Whole421 } = m["game421-rules.js"];
    const round = new Round421(await m["tables.js"].loadTable("game421", 1));
    const position = new Whole421(round).find(pot, yours, PAGE);
    const dice = (hand) => round.find([...hand].map(Number));
    return m["game421-match.js"].encode({
        position, begin: position, limit, made: limit > 1 ? 1 : 0, kept: NOTHING,
        table: dice(cast), first: dice(shown) - round.firstHand, reply: -1, next: -1,
        sets: 1, lost: 0, aim: 0, given: 0,
    });
}"""


def test_a_choice_that_costs_is_told_in_words_and_can_be_made_again(open_page, modules):
    page = open_page(f"{PAGE}?seed=5&pot=1&you=5&cast=421")
    page.get_by_role("button", name="Stop with 421").click()
    values = solve_game(Game()).action_values(Turn(1, 5, (), 1, (), (1, 2, 4)))
    lost = 100 * (max(values.values()) - values[1, 2, 4])
    costs = f"that costs you {lost:.1f} games in 100."
    assert costs in page.locator(".play-told").inner_text()
    assert "It was best to keep the 2 and cast the other two." in page.inner_text(".play-told")
    for _ in range(300):
        if page.get_by_role("button", name="Play again").count():
            break
        page.locator("[data-key=act]").press("Enter")
    slips = page.locator(".play-slips li").all_inner_texts()
    assert len(slips) <= 3 and any(costs in slip for slip in slips)
    page.locator(".play-slips li").filter(has_text=costs).get_by_role("link").click()
    page.wait_for_selector("[data-key=stop]")
    assert "You have 421" in page.locator("#play-game421").inner_text()
    assert page.complaints == []


def test_the_only_cast_of_a_set_is_cast_by_the_reader(open_page, modules):
    page = open_page(f"{PAGE}?game={in_page(modules, REPLY, [11, 0, '662', '221', 1])}")
    assert "You have one cast, too." in page.locator("#play-game421").inner_text()
    page.get_by_role("button", name="Cast the dice").click()
    assert page.locator(".play-hand").count() == 2
    assert re.search("so (you begin|it begins) the next", page.locator(".play-panel").inner_text())
    assert page.complaints == []


def test_the_keyboard_alone_is_enough(open_page):
    page = open_page(f"{PAGE}?dice=641")
    page.locator(".play-die").first.focus()
    page.keyboard.press("4")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    assert page.get_by_label("Dice on the table", exact=True).input_value() == "431"
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "die 2 shows 3"


def test_both_views_are_accessible_and_fit_a_phone(open_page):
    page = open_page(f"{PAGE}?worth=own&own=421%3D3", width=390)
    for summary in page.locator("#play-game421 summary").all():
        summary.click()
    assert_fit_and_accessible(page)
    page.get_by_role("button", name="Play a game").click()
    page.get_by_role("button", name="New game").click()
    page.get_by_role("button", name="Yes").click()
    page.get_by_role("button", name="The page begins").click()
    page.get_by_label("show what each choice is worth").check()
    assert_fit_and_accessible(page)


WEAK = """async (m, [aims, players, games]) => {
    const { Round421, Whole421 } = m["game421-rules.js"];
    const { AIMS, advise, begin, choose, isOver, nextSet } = m["game421-match.js"];
    const round = new Round421(await m["tables.js"].loadTable("game421", 1));
    const whole = new Whole421(round);
    const values = aims.flatMap((aim) =>
        players.map((player) => [...whole.habit(aim, player).values]));
    let state = 421;
    const random = () => {
        state = (state * 1103515245 + 12345) % 2147483648;
        return state / 2147483648;
    };
    const played = AIMS.map((_, aim) => Array.from({ length: games }, (__, n) => {
        let { game } = begin(whole, random, n % 2, aim);
        while (!isOver(whole, game)) {
            const best = game.next < 0 && advise(whole, game).find((c) => c.best).option;
            ({ game } = game.next < 0
                ? choose(whole, game, best, random) : nextSet(whole, game, random));
        }
        const won = game.next === whole.won ? 1 : 0;
        return [won - whole.chance[game.begin], game.lost / 1e6, game.given / 1e6];
    }));
    return { values, played };
}"""


def test_a_page_that_plays_worse_gives_away_what_it_says(modules):
    """Wins beyond the promise are gifts of the page and luck, and luck is nothing on average."""
    aims, players, games = ["tokens", "421"], ["first", "next"], 1500
    found = in_page(modules, WEAK, [aims, players, games])
    asked = [(aim, player) for aim in aims for player in players]
    for (aim, player), values in zip(asked, found["values"], strict=True):
        worth = known_utility("transfer") if aim == "tokens" else lambda hand: hand == (1, 2, 4)
        solved = solve_round(Round(player=player, utility=worth))
        for left in (1, 2):
            wanted = [float(solved.value_at((3 - left, s))) for s in solved.rules.states[:28]]
            assert values[84 * left : 84 * left + 28] == pytest.approx(wanted, abs=ERROR)
    gifts = []
    for played in found["played"]:
        beyond, lost, given = (list(each) for each in zip(*played, strict=True))
        assert max(lost) == 0
        luck = [b - g for b, g in zip(beyond, given, strict=True)]
        error = stdev(luck) / games**0.5
        assert abs(fmean(luck)) < 4 * error
        gifts.append(fmean(given))
    flawless, tokens, only = gifts
    assert flawless == 0
    assert 0.005 < tokens < 0.05 < only


def test_the_page_can_be_asked_to_play_worse(open_page):
    page = open_page(f"{PAGE}?seed=3")
    whole = page.locator("#play-game421")
    assert "if the page errs no more" not in whole.inner_text()
    page.get_by_label("The page plays").select_option("421")
    assert "if the page errs no more" in whole.inner_text()
    for _ in range(300):
        if page.get_by_role("button", name="Play again").count():
            break
        page.locator("[data-key=act]").press("Enter")
    assert "those of the page gave you" in page.locator(".play-panel").last.inner_text()
    page.get_by_role("button", name="Undo").click()
    assert page.get_by_label("The page plays").input_value() == "421"
    assert page.complaints == []


def test_a_game_from_before_pages_had_aims_can_be_read(open_page):
    page = open_page(f"{PAGE}?show=game&seed=7")
    page.wait_for_function("location.search.includes('game=')")
    address = address_of(page)
    fields = re.search(r"game=([\d_-]+)", address)[1].split("_")
    older = open_page(f"{PAGE}?game={'_'.join(fields[:-2])}")
    assert (
        older.locator(".play-dice").all_inner_texts()
        == page.locator(".play-dice").all_inner_texts()
    )
    assert older.get_by_label("The page plays").input_value() == "game"


WHY = """async (m, positions) => {
    const { Round421, Stakes, NOTHING } = m["game421-rules.js"];
    const round = new Round421(await m["tables.js"].loadTable("game421", 1));
    return positions.map(([worth, dice, left]) => {
        const stakes = Stakes.named(round, "first", worth), hand = round.find(dice);
        const ranked = stakes.choices(left, NOTHING, hand).sort((a, b) => b.value - a.value);
        const ends = ranked.map((c) => [...stakes.ends(left, c.option)]);
        const next = ranked.findIndex((c) => !c.best);
        const spreads = ranked.map((c) => stakes.spread(stakes.ends(left, c.option)));
        return { values: ranked.map((c) => c.value), ends, spreads, utility: [...stakes.utility],
            next, apart: next > 0
                ? stakes.difference(left, ranked[0].option, ranked[next].option) : null };
    });
}"""


def test_reasons_are_true_in_a_thousand_positions(modules):
    """The hands that come make the value, and the worth that is named is reached as often."""
    draw = random.Random(7)
    asked = [
        (
            draw.choice(("transfer", "Total", "Max", "Times")),
            "".join(map(str, draw.choices(range(1, 7), k=3))),
            draw.choice((1, 2)),
        )
        for _ in range(POSITIONS)
    ]
    told = 0
    for answer in in_page(modules, WHY, asked):
        found = zip(answer["values"], answer["ends"], answer["spreads"], strict=True)
        for value, ends, spread in found:
            assert sum(ends) == pytest.approx(1, abs=1e-12)
            mean = sum(c * u for c, u in zip(ends, answer["utility"], strict=True))
            assert mean == pytest.approx(value, abs=1e-9)
            square = sum(c * u * u for c, u in zip(ends, answer["utility"], strict=True))
            assert spread**2 == pytest.approx(square - mean**2, abs=1e-9)
        apart = answer["apart"]
        if apart is None:
            continue
        told += 1
        for which, place in (("one", 0), ("other", answer["next"])):
            pairs = zip(answer["ends"][place], answer["utility"], strict=True)
            chance = sum(c for c, worth in pairs if worth >= apart["worth"])
            assert apart[which] == pytest.approx(chance, abs=1e-12)
        assert apart["one"] > apart["other"]
    assert told > 900


def test_the_advice_says_why(open_page):
    page = open_page(f"{PAGE}?dice=641&left=2")
    words = page.locator(".play-why").inner_text()
    assert words.startswith("Why not ")
    assert "; all in all" in words and "times in 100 instead of" in words
    page.get_by_text("What each choice leads to").click()
    keep_one = page.get_by_role("row").filter(has_text="keep 1, cast two").last
    assert re.fullmatch(r"keep 1, cast two\s+421 \([\d.]+\), .*± [\d.]+", keep_one.inner_text())


def test_the_page_opens_with_dice_on_the_table_and_keeps_account(open_page):
    page = open_page(f"{PAGE}?seed=7", width=1280)
    assert page.locator(".play-die").count() == 3
    shown = [each.is_visible() for each in page.locator(".play-ranking").all()]
    assert shown == [True, False]  # beside the dice; the folded one is for phones
    assert page.locator(".play-account").count() == 0
    page.locator("[data-key=act]").press("Enter")
    assert page.locator(".play-account").inner_text().startswith("So far your choices have cost")


def test_dice_that_are_aside_change_the_advice_with_one_cast_left(open_page):
    page = open_page(f"{PAGE}?dice=211&left=1")
    said = page.locator(".play-panel").first.inner_text()
    assert "Keep 1 and 1, cast one" in said
    assert "With 2 or 2 and 1 already aside: keep 2 and 1, cast one." in said


def test_the_adviser_takes_over_the_game_under_way(open_page):
    """Its table is that of the game, whoever began the set, and what one types there stays."""
    page = open_page(f"{PAGE}?show=game&seed=3")
    page.get_by_label("show what each choice is worth").check()
    rows = "table:visible:has(caption:has-text('games won in 100')) tr"
    players = set()
    for _ in range(60):
        if page.locator(".play-die:visible").count():
            shown = page.locator(rows).all_inner_texts()
            page.get_by_role("button", name="Adviser").press("Enter")
            assert len(shown) > 1
            assert page.locator(rows).all_inner_texts() == shown
            players.add(page.get_by_label("Player").input_value())
            page.get_by_role("button", name="Play a game").press("Enter")
        if len(players) == 2:
            break
        page.locator("[data-key=act]:visible, [data-key=give-up]:visible").first.press("Enter")
    assert players == {"first", "next"}
    page.get_by_role("button", name="Adviser").press("Enter")
    page.get_by_label("What counts").select_option("transfer")
    assert "tokens on average" in page.locator(".play-panel:visible").inner_text()
    assert page.complaints == []
