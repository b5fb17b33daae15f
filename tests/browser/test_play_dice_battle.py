"""The page of the dice battle against the library, and as a reader meets it."""

import random
from functools import cache

import numpy as np
import pytest

from chancegames.games.dice_battle import AtOnce, Race, race
from chancegames.games.dice_battle import at_once as simultaneous
from chancegames.games.dice_battle.tables import weights
from chancegames.show.play.dice_battle import DICE, FINISHES, GOAL
from tests.browser.playing import (
    ERROR,
    address_of,
    assert_fit_and_accessible,
    assert_told_beside_the_field,
    in_page,
    overflow,
)

pytestmark = pytest.mark.browser

PAGE = "book/play/dice-battle.html"
POSITIONS = 1000


@cache
def in_turn(dice):
    return race.solve(Race(goal=GOAL, dice=dice))


@cache
def at_once(dice, kind):
    return simultaneous.solve(AtOnce(goal=GOAL, dice=dice, finish=FINISHES[kind]))


def drawn_positions():
    """Rules and points lacked, close finishes more often."""
    draw = random.Random(5)
    for n in range(POSITIONS):
        most = draw.choice((8, 25, GOAL))
        kind = ("turns", *FINISHES)[n % 3]
        yield kind, draw.choice(DICE), draw.randint(1, most), draw.randint(1, most)


def mixed_positions():
    """Every state at which the page says that one must mix, for ten dice."""
    for kind in FINISHES:
        strategies = weights(at_once(10, kind).table, slice(None))
        for a, b in np.argwhere((strategies > 0).sum(axis=2) > 1)[::20].tolist():
            yield kind, 10, a, b


ASK = """async (m, positions) => {
    const { Race } = m["dice-battle-rules.js"];
    const tables = {};
    const answers = [];
    for (const [kind, dice, a, b] of positions) {
        tables[dice] ??= await m["tables.js"].loadTable(`dice-battle-${dice}`, 1);
        const race = new Race(tables[dice], kind);
        answers.push({
            value: race.value(a, b), choices: race.choices(a, b),
            strategy: kind === "turns" ? null : race.strategy(a, b),
            matrix: kind === "turns" ? null : race.matrix(a, b),
        });
    }
    return answers;
}"""


def test_a_thousand_positions_are_worth_what_the_library_says(modules):
    positions = [*drawn_positions(), *mixed_positions()]
    mixed = 0
    for (kind, dice, a, b), answer in zip(positions, in_page(modules, ASK, positions), strict=True):
        shown = np.array([c["gain"] for c in answer["choices"]])
        if kind == "turns":
            solved = in_turn(dice)
            gains = np.array(list(solved.action_values((a, b)).values()))
            marked = {c["dice"] for c in answer["choices"] if c["best"]}
            assert set(solved.best((a, b))) <= marked
        else:
            solved = at_once(dice, kind)
            matrix = solved.matrix((a, b))
            np.testing.assert_allclose(answer["matrix"], matrix, rtol=0, atol=ERROR)
            strategies = weights(solved.table, slice(None))
            strategy, reply = strategies[a, b], strategies[b, a]
            np.testing.assert_allclose(answer["strategy"], strategy, rtol=0, atol=ERROR)
            mixed += max(answer["strategy"]) < 1
            gains = matrix @ reply
            worst = [c["worst"] for c in answer["choices"]]
            np.testing.assert_allclose(worst, matrix.min(axis=1), rtol=0, atol=ERROR)
        assert answer["value"] == pytest.approx(solved.value_at((a, b)), abs=ERROR)
        np.testing.assert_allclose(shown, gains, rtol=0, atol=ERROR)
        regrets = [c["regret"] for c in answer["choices"]]
        np.testing.assert_allclose(regrets, gains.max() - gains, rtol=0, atol=2 * ERROR)
    assert mixed > 20


def test_a_whole_race_adds_up(modules):
    """What it was worth, plus dice, minus choices, is what came out, in 200 seeded races."""
    games = in_page(
        modules,
        """async (m, kinds) => {
            const { Race, begin, play, decode, encode } = m["dice-battle-rules.js"];
            const { seeded } = m["words.js"];
            const table = await m["tables.js"].loadTable("dice-battle-6", 1);
            const over = [];
            for (let n = 0; n < 200; n++) {
                const race = new Race(table, kinds[n % 3]), random = seeded(n);
                let { game } = begin(race, 20, n % 2, random);
                while (!game.over) {
                    ({ game } = play(race, game, 1 + Math.floor(6 * random()), random));
                    game = decode(race, encode(game));
                }
                over.push([kinds[n % 3], game]);
            }
            return over;
        }""",
        ["turns", *FINISHES],
    )
    for kind, game in games:
        you, page = game["you"] >= 20, game["page"] >= 20
        if kind == "turns":
            assert you != page
        won = you - page if kind != "higher" else np.sign(game["you"] - game["page"])
        assert game["over"] == 2 - won
    assert {game["over"] for _, game in games} == {1, 2, 3}


BAD = [
    ("Points to reach", "1000", "The goal must be a whole number from 1 to 100, not “1000”."),
    ("Your points", "six", "Your score must be a whole number from 0 to 59, not “six”."),
    ("Points of the other", "60", "The other’s score must be a whole number from 0 to 59"),
]


def test_bad_input_is_told_beside_the_field_and_nothing_is_lost(open_page):
    page = open_page(f"{PAGE}?goal=60&you=10&other=50")
    assert_told_beside_the_field(page, ".play-panel", BAD)


def test_a_position_is_shared_by_its_address(open_page):
    first = open_page(f"{PAGE}?race=higher&most=10&goal=60&you=52&other=50")
    first.get_by_label("Points of the other").fill("51")
    second = open_page(first.evaluate("location.pathname + location.search").lstrip("/"))
    assert second.locator(".play-panel").inner_text() == first.locator(".play-panel").inner_text()
    assert second.locator(".play-bars").count() == 2
    assert second.get_by_label("Both throw").input_value() == "higher"


def test_an_unfinished_race_survives_a_reload_and_ends_by_keyboard(open_page):
    page = open_page(f"{PAGE}?show=game&seed=2&goal=60", width=390)
    page.get_by_role("button", name="You begin").press("Enter")
    page.get_by_role("button", name="throw 5 dice").press("Enter")
    before = page.locator(".play-standing").inner_text()
    page.goto(address_of(page).partition("?")[0] + "?show=game&seed=3&goal=60")
    page.wait_for_selector(".play-standing")
    assert page.locator(".play-standing").inner_text() == before
    page.get_by_label("show what each throw is worth").check()
    for _ in range(100):
        if page.get_by_text("Another race").count():
            break
        page.get_by_role("button", name="throw 6 dice").press("Enter")
    assert "the race" in page.locator(".play-panel").last.inner_text()
    assert overflow(page) <= 0
    assert page.complaints == []


def test_both_views_are_accessible_and_fit_a_phone(open_page):
    page = open_page(f"{PAGE}?race=higher&you=95&other=94", width=390)
    page.locator("#play-dice-battle summary").click()
    assert_fit_and_accessible(page)
    page.get_by_role("button", name="Play a race").click()
    page.get_by_role("button", name="Begin", exact=True).click()
    page.get_by_role("button", name="throw 10 dice").click()
    assert_fit_and_accessible(page)
