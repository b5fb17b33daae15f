"""Pictures that move: each by keyboard, in both themes, on a phone, in print, and its numbers."""

import random
import re
from math import sqrt
from statistics import NormalDist

import pytest

from chancegames.base.paths import ROOT
from chancegames.book.build import INDEX
from chancegames.book.print_form import book_pages
from chancegames.games import coins, tree_solitaire
from chancegames.games.dice_battle import Race, race
from chancegames.show.play.coins import COINS, POINTS
from chancegames.show.play.dice_battle import GOAL
from tests.browser.playing import ERROR, in_page, overflow
from tests.browser.test_pages import COLOURS, GUIDELINES, illegible, violations

pytestmark = [
    pytest.mark.browser,
    pytest.mark.usefixtures("built"),
    pytest.mark.xdist_group("live"),
]

FOLDER = ROOT / "book" / "_static" / "live"
PICTURES = sorted(
    path.stem for path in FOLDER.glob("*.js") if "\nexport const table" in path.read_text("utf-8")
)
POINTS_TRIED = 100


def page_of(picture):
    """The first page of the book that shows a picture."""
    for page in book_pages():
        text = (INDEX.parent / f"{page.name}.html").read_text(encoding="utf-8")
        if f'data-live="{picture}"' in text:
            return f"{page.name}.html"
    raise AssertionError(f"no page of the book shows the picture {picture}")


def open_picture(open_page, picture, **how):
    """Open the page of a picture, scroll to it, and wait until it moves."""
    page = open_page(page_of(picture), **how)
    place = page.locator(f'[data-live="{picture}"]').first
    place.scroll_into_view_if_needed()
    page.locator(f'[data-live="{picture}"][data-ready]').first.wait_for()
    assert page.complaints == []
    assert "moving" in place.get_attribute("class")
    return page, place


@pytest.mark.parametrize("picture", PICTURES)
def test_the_keyboard_alone_moves_it(open_page, picture):
    """Tab comes to every control, each has a name, and keys change what is said."""
    page, place = open_picture(open_page, picture)
    controls = place.locator(".live-stage").locator("input, select, button, [tabindex='0']")
    assert controls.count() > 0
    changed = 0
    page.evaluate(
        """(name) => { const place = document.querySelector(`[data-live="${name}"]`);
        place.tabIndex = -1; place.focus(); }""",
        picture,
    )
    for n in range(controls.count()):
        page.keyboard.press("Tab")
        assert controls.nth(n).evaluate("(control) => control === document.activeElement")
        before = place.inner_text()
        is_button = controls.nth(n).evaluate("(control) => control.tagName === 'BUTTON'")
        for key in ("Enter",) if is_button else ("ArrowRight", "ArrowUp", "ArrowLeft", "ArrowDown"):
            page.keyboard.press(key)
            changed += place.inner_text() != before
        assert place.evaluate("(it) => it.contains(document.activeElement)"), "the focus is lost"
    assert changed
    assert page.complaints == []


@pytest.mark.parametrize("picture", PICTURES)
def test_it_is_accessible_and_fits_a_phone(open_page, picture):
    page, _ = open_picture(open_page, picture, width=390)
    part = f'[data-live="{picture}"]'
    assert overflow(page) <= 0
    assert violations(page, GUIDELINES, part, without=COLOURS["values"]) == []
    for theme in ("dark", "light"):
        page.evaluate(f"document.documentElement.dataset.theme = '{theme}'")
        assert illegible(page, part=part)[0] == []


@pytest.mark.parametrize("picture", PICTURES)
def test_the_still_is_there_for_print_and_without_scripts(browser, site, open_page, picture):
    page, place = open_picture(open_page, picture)
    still, stage = place.locator(".live-still"), place.locator(".live-stage")
    assert (still.is_visible(), stage.is_visible()) == (False, True)
    page.emulate_media(media="print")
    assert (still.is_visible(), stage.is_visible()) == (True, False)
    without = browser.new_context(java_script_enabled=False)
    bare = without.new_page()
    bare.goto(f"{site}/{page_of(picture)}")
    shown = bare.locator(f'[data-live="{picture}"] .live-still').first
    assert shown.locator("svg, img").first.is_visible()
    without.close()


def test_a_page_without_a_moving_picture_loads_none():
    text = (INDEX.parent / "book" / "notation.html").read_text(encoding="utf-8")
    assert "live/" not in text


def test_a_damaged_table_leaves_the_still_and_says_so(open_page, site):
    page = open_page("book/notation.html")
    page.route("**/coins-map.table", lambda route: route.fulfill(body=b"chancegames-table 1 00\nx"))
    page.goto(f"{site}/{page_of('coins-map')}")
    place = page.locator('[data-live="coins-map"]')
    place.scroll_into_view_if_needed()
    page.locator('[data-live="coins-map"][data-ready]').wait_for()
    assert place.locator(".live-still").is_visible()
    assert "is damaged" in place.locator(".play-error").inner_text()


CHANCES = """async (m, points) => {
    const { chances } = m["../live/coins-map.js"];
    const table = await m["tables.js"].loadTable("coins-map", 1);
    return points.map(([coins, points]) => chances(table, coins, points));
}"""


def coins_map(modules, draw):
    """Chances of each number of coins, and the number that is shown as best."""
    best = coins.solve(coins.Rules(COINS, POINTS))
    states = [(draw.randint(1, COINS), draw.randint(1, POINTS)) for _ in range(POINTS_TRIED)]
    for state, found in zip(states, in_page(modules, CHANCES, states), strict=True):
        exact = best.action_values(state)
        assert found == pytest.approx([float(exact[n]) for n in sorted(exact)], abs=1e-12)

    def shown(state):
        (flip,) = best.policy(state)
        return [
            "one coin" if flip == 1 else f"{flip} coins",
            f"{float(100 * best.value_at(state)):.1f}",
        ]

    return ("Coins left", "Points needed"), states, shown


GAINS = """async (m, points) => {
    const { Race } = m["dice-battle-rules.js"];
    const race = new Race(await m["tables.js"].loadTable("throw-map", 1), "turns");
    return points.map(([you, other]) => race.choices(race.goal - you, race.goal - other));
}"""


def throw_map(modules, draw):
    """Gain of each number of dice, and the number that is shown as best."""
    best = race.solve(Race(goal=GOAL))
    states = [(draw.randrange(GOAL), draw.randrange(GOAL)) for _ in range(POINTS_TRIED)]
    for state, found in zip(states, in_page(modules, GAINS, states), strict=True):
        gains = best.action_values((GOAL - state[0], GOAL - state[1]))
        assert [c["gain"] for c in found] == pytest.approx([*gains.values()], abs=ERROR)

    def shown(state):
        needs = GOAL - state[0], GOAL - state[1]
        dice = best.dice[needs]
        wins = 50 * (1 + best.value_at(needs))
        return ["one die" if dice == 1 else f"{dice} dice", f"{wins:.1f}"]

    return ("Your points", "The other’s"), states, shown


TRIAL = """async (m, points) => {
    const { trial } = m["../live/trials.js"];
    const { arrays } = await m["tables.js"].loadTable("trials", 1);
    return points.map(([games]) => trial(arrays.chances, games).right);
}"""


def trials(modules, draw):
    """How often a trial finds the better strategy, by the normal curve of the standard library."""
    rules = tree_solitaire.Rules(0.5, tree_solitaire.UniformRatio(0.5, 1.0))
    strategies = tree_solitaire.BSTRAT, tree_solitaire.WeighedBoth(rules)
    plain, weighed = (tree_solitaire.evaluate(rules, s).value for s in strategies)
    both = plain * (1 - plain) + weighed * (1 - weighed)
    lengths = [[1, 2, 5][i % 3] * 10 ** (2 + i // 3) for i in range(22)]

    def right(games):
        return NormalDist(weighed - plain, sqrt(both / games)).cdf(0)

    found = in_page(modules, TRIAL, [(games,) for games in lengths])
    assert found == pytest.approx([1 - right(games) for games in lengths], abs=1e-6)

    def shown(state):
        in_hundred = round(100 * (1 - right(lengths[state[0]])))
        return ["finds the better" if in_hundred >= 100 else f"In {in_hundred} of 100"]

    return ("Length of the trial",), [(draw.randrange(22),) for _ in range(20)], shown


#: Of each picture: what is compared with the library; it names its sliders, states for them, and
#: the words that must be shown there.
NUMBERS = {"coins-map": coins_map, "throw-map": throw_map, "trials": trials}


@pytest.mark.parametrize("picture", PICTURES)
def test_its_numbers_are_the_librarys(modules, open_page, picture):
    labels, states, shown = NUMBERS[picture](modules, random.Random(19))
    _, place = open_picture(open_page, picture)
    for state in states[:20]:
        for label, value in zip(labels, state, strict=True):
            place.get_by_label(label, exact=True).fill(str(value))
        said = place.locator(".live-readout").inner_text()
        for words in shown(state):
            assert re.search(rf"(?<![\d.]){re.escape(words)}(?!\d)", said), (state, words, said)
