"""The French pages as a reader meets them: nothing of them is in English."""

import re
import sys
from itertools import islice

import pytest

from chancegames.base.paths import ROOT
from tests.browser.conftest import reader, visit
from tests.browser.test_pages import HTML, parsed

sys.path.insert(0, str(ROOT / "book/_ext"))
import french

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("built")]

PAGES = sorted(f"{name}.html" for name in french.french_pages())
GAME = "book/play/game421.fr.html"
HOG = "book/play/dice-battle.fr.html"
TREE = "book/play/tree-solitaire.fr.html"
YAHTZEE = "book/play/yahtzee.fr.html"
#: Words that no French sentence has.
ENGLISH = re.compile(
    r"\b(the|you|your|and|with|of|is|are|keep|casts?|wins?|tokens?|hand|for|after|then|rolls?|looks?)\b",
    re.I,
)
#: In place of the French words, the English ones between brackets.
BRACKETED = """export const counted = [];
export default new Proxy({}, { get: (_, said) => "⟦" + String(said) + "⟧" });"""
#: What stands outside of the brackets; a plural's s and a word cut from its sentence do not.
OUTSIDE = """() => {
  const said = [];
  const walker = document.createTreeWalker(document.querySelector(".play"), NodeFilter.SHOW_ALL);
  for (let node = walker.currentNode; node; node = walker.nextNode()) {
    const ours = node.nodeType === 3 && !node.parentElement.closest("code, .play-ranking");
    if (ours) said.push(node.data);
    for (const name of ["aria-label", "title"]) said.push(node.getAttribute?.(name) ?? "");
  }
  const bare = (words) => {
    const less = words.replace(/⟦[^⟦⟧]*⟧s?/g, "");
    return less === words ? less.replace(/^[^⟦]*⟧/, "") : bare(less);
  };
  return said.map(bare).filter((words) => /[A-Za-z]{2}/.test(words));
}"""


def test_links_to_headings_speak_the_language_of_their_page():
    said = {"Link to this heading": set(), "Lien vers cette rubrique": set()}
    for path in HTML.glob("book/**/*.html"):
        for words in re.findall(
            r'headerlink"[^>]*title="([^"]*heading|[^"]*rubrique)"', path.read_text("utf-8")
        ):
            said[words].add(path.name.endswith(".fr.html"))
    assert said == {"Link to this heading": {False}, "Lien vers cette rubrique": {True}}


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
    text = page.locator(".play").inner_text()
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
    page.get_by_label("montrer d’avance ce que vaut chaque choix").check()
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


@pytest.mark.parametrize("race", ["turns", "higher"])
def test_a_whole_race_of_hog_speaks_french(open_page, race):
    page = open_page(f"{HOG}?race={race}&most=3&goal=40&seed=5")
    page.get_by_label("montrer d’avance ce que vaut chaque lancer").check()
    page.locator(".play-numbers").get_by_label("lancer 3 dés").wait_for()
    for _ in played(page, ".play-numbers button >> nth=2"):
        assert english_words(page) == []
    assert page.get_by_role("button", name="Une autre course").count() == 1
    assert re.search(r"vous aviez \d+,\d chances sur 100", page.locator(".play").inner_text())
    for view in ("Conseil", "Votre règle"):
        page.get_by_role("button", name=view, exact=True).click()
        assert english_words(page) == []
    assert page.complaints == []


def test_a_whole_game_of_tree_solitaire_speaks_french(open_page):
    page = open_page(f"{TREE}?e=0.3&looks=2&by=LSTRAT&seed=3")
    page.get_by_role("button", name="Montrer les valeurs").click()
    helpers = page.locator("select").first
    for name in helpers.evaluate("(s) => [...s.options].map((o) => o.value)"):
        helpers.select_option(name)
        assert english_words(page) == []
    for _ in played(page, ".tree-board [role=group] button:not([disabled]) >> nth=0"):
        assert english_words(page) == []
    assert re.search(r"(gagnez|perdez) en \d+ pas", page.locator(".tree-said").inner_text())
    page.get_by_role("button", name=re.compile("parties de")).click()
    rows = page.locator("caption:has-text('probabilité 0,3') ~ tbody")
    assert re.search(r"\d\d,\d\b", rows.inner_text())
    assert page.complaints == []


def test_a_whole_game_of_yahtzee_speaks_french(open_page):
    page = open_page(f"{YAHTZEE}?seed=5")
    page.get_by_role("button", name="Montrer le conseil").click()
    for _ in played(page, ".play-box >> nth=0"):
        assert english_words(page) == []
    words = page.locator(".play").inner_text()
    assert re.search(r"La partie est finie : \d+ points", words.replace("\xa0", " "))
    assert re.search(r"Brelan|Petite suite", words)
    page.get_by_role("button", name="Le conseiller").click()
    page.get_by_text("Ce que donne chaque choix").click()
    assert english_words(page) == []
    page.get_by_label("Score à atteindre").fill("0")
    page.get_by_label("Score à atteindre").blur()
    assert "doit être un nombre entier" in page.locator(".play").inner_text()
    for rules in ("free", "none"):
        page = open_page(f"{YAHTZEE}?rules={rules}")
        assert english_words(page) == []
        assert page.complaints == []


def played(page, button):
    """Press what a selector names for as long as it is there."""
    while page.locator(button).count():
        yield page
        page.wait_for_timeout(420)  # a second click at the same place would be a double click
        page.locator(button).click()
    yield page


@pytest.mark.parametrize(
    ("address", "button"),
    [
        (f"{GAME}?dice=641&left=1&goal=421", None),
        (f"{GAME}?show=game&seed=5", ".play-button.main:not([disabled])"),
        (f"{HOG}?race=turns&most=3&goal=30&seed=5", ".play-numbers button >> nth=2"),
        (f"{HOG}?race=draw&most=3&goal=30&seed=6", ".play-numbers button >> nth=1"),
        (f"{HOG}?race=turns&you=3&other=5", None),
        (f"{HOG}?race=higher&you=90&other=95", None),
        (f"{HOG}?rule=8:2;else:6&most=3&goal=20", None),
        (f"{YAHTZEE}?seed=5", ".play-box >> nth=0"),
        (f"{YAHTZEE}?dice=11666&left=1", None),
        (f"{TREE}?looks=2&seed=3", ".tree-board [role=group] button:not([disabled]) >> nth=0"),
    ],
)
def test_every_word_of_a_game_can_be_said_in_french(browser, site, address, button):
    profile = reader(browser)
    profile.route("**/play/french.js", bracketed)
    page = visit(profile, site, address)
    page.locator(".play:not([aria-busy]) .play-button").first.wait_for()
    assert "⟦" in page.locator(".play").inner_text()
    for _ in islice(played(page, button), 30) if button else range(1):  # 421 has no last button
        for box in page.locator(".play input[type=checkbox]:not(:checked)").all():
            box.check()
        assert page.evaluate(OUTSIDE) == []
    assert page.complaints == []
    profile.close()


def bracketed(route):
    """Answer with the catalog in brackets."""
    route.fulfill(body=BRACKETED, content_type="text/javascript")


@pytest.mark.parametrize("page", PAGES)
def test_a_link_to_an_english_page_says_so(page):
    soup = parsed(page)
    inside = soup.select("article a.reference.internal, nav.bd-docs-nav a[href]")
    assert inside
    for link in inside:
        address = link["href"].partition("#")[0]
        other = address.endswith(".html") and not address.endswith(f"{french.FRENCH}.html")
        assert (link.get("hreflang") == "en") == other, link
    marked = soup.select("article a[hreflang=en] + abbr.in-english")
    prose = soup.select("article p a[hreflang=en]:not(.language a, [href*=bibliography])")
    assert prose
    assert {id(link) for link in prose} <= {id(mark.find_previous_sibling()) for mark in marked}


@pytest.mark.parametrize("page", PAGES)
def test_a_page_in_english_is_named_in_french(page):
    """By its title in the list of contents, and wherever a link takes its title for a name."""
    titles = set(french._english_titles())
    assert titles <= set(french.typeset())
    named = {link.get_text().strip() for link in parsed(page).select("a[hreflang=en]")}
    assert not named & {title for title in titles if french.typeset()[title] != title}
    listed = {link.get_text().strip() for link in parsed(page).select("nav.bd-docs-nav a[href]")}
    assert {french.typeset()[title] for title in titles} <= listed


@pytest.mark.parametrize("page", PAGES)
def test_what_stands_around_a_page_is_in_french(page):
    soup = parsed(page)
    captions = [tag.get_text() for tag in soup.select("nav.bd-docs-nav p.caption")]
    assert captions[0] == "En français"
    assert set(captions) <= set(french.typeset().values())
    assert "Click to" not in str(soup)
    listed = [link["href"] for link in soup.select("nav.bd-docs-nav a[href$='.html']")]
    twins = [one for one in listed if one.replace(".html", ".fr.html") in listed]
    assert not twins  # what is there in French is not also offered in English
    cite = soup.select_one(".bd-footer-content a[href*='comment-citer']")
    assert cite is not None and ".fr.html#" in cite["href"]
    foot = soup.select_one(".bd-footer-content").get_text(" ")
    assert "les auteurs de" in foot and "Texte sous" in foot
    assert not ENGLISH.search(foot)


def test_a_script_counts_as_the_pages_do(open_page):
    page = open_page(HOG)
    words = ["1,9 points", "2,0 points", "21 points", "0 parties", "12\u202f301 points", "1 fois"]
    said = page.evaluate(
        """async (all) => {
          const { t } = await import(new URL("../../_static/play/words.js", location.href).href);
          return all.map((words) => t`${words}`);
        }""",
        words,
    )
    assert said == [french.agree(one) for one in words]
