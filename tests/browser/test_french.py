"""The French pages as a reader meets them: nothing of them is in English."""

import re
import sys

import pytest

from chancegames.base.paths import ROOT
from tests.browser.test_pages import HTML, parsed

sys.path.insert(0, str(ROOT / "book/_ext"))
import french

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("built")]

PAGES = sorted(f"{name}.html" for name in french.french_pages())
GAME = "book/play/game421.fr.html"
#: Words that no French sentence has.
ENGLISH = re.compile(
    r"\b(the|you|your|and|with|of|is|are|keep|casts?|wins?|tokens?|hand|for|after|then)\b", re.I
)


@pytest.mark.parametrize("page", PAGES)
def test_a_page_says_its_language_and_leads_to_the_other_edition(page):
    soup = parsed(page)
    assert soup.html["lang"] == "fr"
    (link,) = soup.select("p.language a")
    assert link["lang"] == "en"
    other = ((HTML / page).parent / link["href"]).resolve().relative_to(HTML).as_posix()
    assert other == page.replace(french.FRENCH, "")
    (back,) = parsed(other).select("p.language a")
    assert (HTML / other).parent / back["href"] == HTML / page


@pytest.mark.parametrize("page", PAGES)
def test_what_is_computed_is_in_french(page):
    left = [tag["data-english"] for tag in parsed(page).select("[data-english]")]
    assert left == [], "`make french` lists them, and makes room for them"


def english_words(page):
    """Sentences of the game that are English, whatever is folded."""
    text = page.evaluate("document.querySelector('#play-game421').innerText")
    return [line for line in text.splitlines() if ENGLISH.search(line)]


def test_the_adviser_of_421_speaks_french(open_page):
    page = open_page(f"{GAME}?dice=641&left=1&goal=421")
    page.wait_for_selector(".play-advice")
    page.evaluate("document.querySelectorAll('details').forEach((d) => { d.open = true; })")
    worth = page.locator("select").filter(has=page.locator("option[value=transfer]"))
    for value in worth.evaluate("(s) => [...s.options].map((o) => o.value)"):
        worth.select_option(value)
        assert english_words(page) == []
    worth.select_option("transfer")
    assert re.search(r"\d,\d\d", page.locator(".play-advice + p").inner_text())
    dice = page.locator("#play-game421 input").first
    dice.fill("64")
    dice.blur()
    assert "Il faut ici 3 dés, pas 2." in page.locator(".play-said").all_inner_texts()
    assert page.complaints == []


def test_a_whole_game_of_421_speaks_french(open_page):
    page = open_page(f"{GAME}?show=game&seed=5")
    page.get_by_label("montrer ce que vaut chaque choix").check()
    for _ in range(400):
        assert english_words(page) == []
        if page.get_by_role("button", name="Rejouer").count():
            break
        if page.locator(".play-die:not(.locked)").count():
            page.evaluate(  # keep what the table names first, now and then
                "document.querySelector('.play-die:not(.locked)').click()"
            )
        main = page.locator(".play-button.main")
        if main.is_disabled():
            page.evaluate("document.querySelector('.play-die:not(.locked)').click()")
        page.wait_for_timeout(420)  # a second click at the same place would be a double click
        main.click()
    assert page.get_by_role("button", name="Rejouer").count() == 1
    assert page.complaints == []
