"""The rendered book: every page in a real browser, every link followed."""

import json
import re
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest
from bs4 import BeautifulSoup, Comment

from chancegames.base.paths import ROOT
from chancegames.book.build import INDEX
from chancegames.book.chapters import book_pages, chapters
from chancegames.games.dice_battle import OneRoll, always
from chancegames.games.dice_battle.one_roll import distribution
from chancegames.ledger import judge
from tests.browser.conftest import reader, turn_to, until, visit

HTML = INDEX.parent
#: All tests of a page run on one worker, which reads and opens it once.
PAGES = [
    pytest.param(name, marks=pytest.mark.xdist_group(name))
    for name in (f"{page.name}.html" for page in book_pages())
]
GUIDELINES = {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]}
COLOURS = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}
FEW_OF_A_KIND = Path(__file__).with_name("few_of_a_kind.js").read_text(encoding="utf-8")
LOOKS = Path(__file__).with_name("looks.js").read_text(encoding="utf-8")

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("built")]


@cache
def parsed(page):
    """A page without the insides of its drawings, which are most of it."""
    text = (HTML / page).read_text(encoding="utf-8")
    emptied = re.sub(r"(<svg[^>]*>).*?</svg>", r"\1</svg>", text, flags=re.DOTALL)
    return BeautifulSoup(emptied, "html.parser")


@cache
def anchors(page):
    """Ids of a page; quotes in its text are written otherwise."""
    return {"top", *re.findall(r'\bid="([^"]+)"', (HTML / page).read_text(encoding="utf-8"))}


def links(page):
    """Internal links of a page as (target page, anchor)."""
    folder = (HTML / page).parent
    for tag in parsed(page).find_all("a", href=True):
        address = tag["href"]
        if re.match(r"[a-z]+:", address):
            continue
        path, _, anchor = address.partition("#")
        path = path.partition("?")[0]
        target = (folder / path).resolve() if path else HTML / page
        yield target, anchor, address


@pytest.mark.parametrize("page", PAGES)
def test_internal_links_and_anchors_resolve(page):
    broken = []
    for target, anchor, address in links(page):
        if not target.exists():
            broken.append(address)
        elif target.suffix == ".html" and anchor:
            name = target.relative_to(HTML).as_posix()
            if anchor not in anchors(name):
                broken.append(address)
    assert not broken


@pytest.mark.parametrize("page", PAGES)
def test_headings_are_in_order(page):
    article = parsed(page).find("article") or parsed(page)
    levels = [int(tag.name[1]) for tag in article.find_all(re.compile("^h[1-6]$"))]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(b - a <= 1 for a, b in pairwise(levels))


@pytest.mark.parametrize("page", PAGES)
def test_every_drawing_has_words(page):
    for figure in parsed(page).find_all("figure", class_="drawing"):
        assert figure.find("svg")["aria-label"]
        assert figure.find("figcaption").get_text(strip=True)


@pytest.mark.parametrize("page", PAGES)
def test_page_shows_nothing_that_changes_from_run_to_run(page):
    """Addresses in memory, random names that pandas gives to tables, the folder of the clone."""
    text = (HTML / page).read_text(encoding="utf-8")
    assert str(ROOT) not in text
    assert re.findall(r" at 0x[0-9a-f]{6,}|\bT_[0-9a-f]{5}_", text) == []


@pytest.mark.parametrize("slug", [chapter.slug for chapter in chapters()])
def test_every_claim_that_the_box_of_a_chapter_counts_stands_below_it(slug):
    """In a table or in the list of what does not simply match; prose is not enough."""
    listed = parsed(f"notebooks/{slug}.html").select("table, .differences")
    text = " ".join(map(str, listed))
    counted = [entry.claim.claim_id for entry in judge.page_entries(slug)]
    assert counted
    assert [name for name in counted if not re.search(rf"{re.escape(name)}(?![\w.-])", text)] == []


def bare_mathematics(article):
    """Words of an article, outside of mathematics and code, that hold a dollar sign or TeX.

    A display that does not stand between blank lines leaves a dollar sign on either side, and the
    sentences after it change places with the mathematics.
    """
    return [
        text.strip()
        for text in article.find_all(string=re.compile(r"[$]|\\[a-zA-Z()\[\]]"))
        if not isinstance(text, Comment)
        and not text.find_parent(("code", "pre", "script", "style"))
        and not text.find_parent(class_="math")
    ]


@pytest.mark.parametrize("page", PAGES)
def test_no_mathematics_is_left_bare(page):
    assert bare_mathematics(parsed(page).find("article") or parsed(page)) == []


@pytest.mark.parametrize(
    "markup",
    [
        "so $<span class='math'>\\(a = b\\)</span><span class='math'>\\(and\\)</span>c$",
        r"<p>if \(a\) is</p>",
        r"<p>as a \le b</p>",
    ],
)
def test_bare_mathematics_would_be_found(markup):
    assert bare_mathematics(BeautifulSoup(markup, "html.parser"))


def test_mathematics_and_code_are_not_bare():
    markup = r"<p>as <span class='math'>\(a\)</span> and <code>$\le</code> of 7^6</p>"
    assert bare_mathematics(BeautifulSoup(markup, "html.parser")) == []


@pytest.fixture(scope="module")
def window(browser, site):
    """The window of a reader who leafs through the whole book; a new one for each page is slow."""
    profile = reader(browser)
    yield visit(profile, site, "book/index.html")
    profile.close()


@pytest.fixture(scope="module", params=PAGES)
def visited(request, window, site):
    """Every page in turn, opened once for all that is asked of it."""
    return turn_to(window, site, request.param, width=390)


def test_page_opens_and_is_typeset(visited):
    assert visited.complaints == []
    raw = visited.evaluate("[...document.querySelectorAll('.math')].map(m => m.innerText).join()")
    assert "\\(" not in raw
    assert "\\[" not in raw
    wrong = "[...document.querySelectorAll('[data-mjx-error]')].map(m => m.dataset.mjxError)"
    assert visited.evaluate(wrong) == [], "a formula that shows an error in its place"


def test_page_fits_a_phone(visited):
    assert visited.evaluate("document.documentElement.scrollWidth") <= 390
    visited.set_viewport_size({"width": 1280, "height": 900})
    assert visited.evaluate("document.documentElement.scrollWidth") <= 1280
    assert visited.complaints == []


#: Boxes outside the closed door whose content is wider than they are.
TOO_WIDE = """(boxes) => [...document.querySelectorAll(boxes)]
  .filter((box) => !box.closest("details") && box.scrollWidth > box.clientWidth + 1)
  .map((box) => `${box.scrollWidth} in ${box.clientWidth}: ${box.innerText.slice(0, 80)}`)"""


def test_a_chapter_begins_with_a_picture_and_stays_within_reach(visited):
    """For chapters that end with a closed door; the doors stay closed here."""
    if not visited.evaluate("document.querySelector('details.door') !== null"):
        return
    visited.set_viewport_size({"width": 1280, "height": 900})
    tops = """[...document.querySelectorAll("article figure.drawing, article .live")]
        .map((figure) => figure.getBoundingClientRect().top + scrollY)"""
    assert min(visited.evaluate(tops)) < 900
    assert visited.evaluate("document.querySelector('article').scrollHeight") <= 16_000
    wide = "article pre, article div.math, article .table-frame, article figure.drawing"
    assert visited.evaluate(TOO_WIDE, wide) == []
    visited.set_viewport_size({"width": 390, "height": 844})
    narrow = "article div.math, article .table-frame, article figure.drawing"
    assert visited.evaluate(TOO_WIDE, narrow) == []
    visited.set_viewport_size({"width": 1280, "height": 900})  # as the next tests expect it


def violations(page, rules, part=None, without=()):
    """What axe finds on a page, or in a part of it."""
    from axe_playwright_python.sync_playwright import Axe

    if not page.evaluate("'axe' in window"):
        page.evaluate(Axe().axe_script)
    options = {
        "runOnly": rules,
        "rules": {rule: {"enabled": False} for rule in without},
        "resultTypes": ["violations"],
        "preload": False,  # axe would fetch what a style sheet imports, from the wrong folder
    }
    found = page.evaluate(
        "([part, options]) => axe.run(part ?? document, options)", [part, options]
    )
    return [(v["id"], v["nodes"][0]["html"][:200]) for v in found["violations"]]


def illegible(page, known=(), part="body"):
    """What axe finds wrong with the colours of a page or of a part of it, and all looks it has.

    Looks that are known from other pages are not judged again.
    """
    looks = page.evaluate(LOOKS, [list(known), part])
    assert len(looks) > 3
    if set(looks) <= set(known):
        return [], looks
    return violations(page, COLOURS, "[data-look]"), looks


@pytest.fixture(scope="module")
def known():
    """Looks of the pages visited so far; one that is wrong fails where it is met first."""
    return set()


def test_page_is_accessible(visited, known):
    visited.evaluate(FEW_OF_A_KIND)
    assert visited.evaluate("document.documentElement.dataset.theme") == "light"
    assert violations(visited, GUIDELINES, without=COLOURS["values"]) == []
    wrong, looks = illegible(visited, known)
    known.update(looks)
    assert wrong == []


def test_page_is_legible_in_the_dark(visited, known):
    """What the guidelines ask besides colours does not depend on the theme."""
    visited.evaluate(FEW_OF_A_KIND)
    for _ in range(3):  # the switch goes round light, dark and automatic
        if visited.evaluate("document.documentElement.dataset.theme") == "light":
            visited.evaluate("document.querySelector('button.theme-switch-button').click()")
    assert visited.evaluate("document.documentElement.dataset.theme") == "dark"
    wrong, looks = illegible(visited, known)
    known.update(looks)
    assert wrong == []


def test_faint_words_and_nameless_pictures_would_be_found(open_page):
    """The last of many words that look alike stands for none of them once it looks different."""
    opened = open_page("book/method.html")
    opened.evaluate(
        "[...document.querySelectorAll('article p')].filter(p => p.checkVisibility())"
        ".at(-1).style.color = '#aaa'"
    )
    opened.evaluate("document.querySelector('article').append(new Image())")
    assert [rule for rule, _ in illegible(opened)[0]] == ["color-contrast"]
    found = violations(opened, GUIDELINES, without=COLOURS["values"])
    assert [rule for rule, _ in found] == ["image-alt"]


@pytest.mark.parametrize(
    ("word", "title"), [("simplex", "One roll each"), ("ratchet", "You want 421 and nothing else")]
)
def test_search_finds_a_word_of_the_book(open_page, word, title):
    opened = open_page(f"search.html?q={word}")
    opened.wait_for_selector("#search-results li a")
    found = opened.locator("#search-results li")
    assert any(title in text for text in found.all_inner_texts())


def test_search_finds_numbers_and_puts_titles_first(open_page):
    opened = open_page("search.html?q=254.59")
    found = opened.locator("#search-results li")
    assert "The best average" in found.first.inner_text()
    assert "254.59" in found.first.locator("mark").first.inner_text()
    opened.goto(opened.url.replace("254.59", "yahtzee"))
    assert "Glossary › Yahtzee" in found.first.inner_text()
    assert opened.locator("#search-results li a").nth(1).inner_text() == "Play Yahtzee"
    opened.goto(opened.url.replace("yahtzee", "zyzzyva"))
    assert opened.locator("#search-results li").count() == 0
    opened.locator("#search-results a").first.click()
    opened.wait_for_url("**/ledger.html?text=zyzzyva*")


def test_a_word_is_found_with_its_accents_and_without(open_page):
    told = [
        open_page(f"search.html?q={word}").locator("[role=status]").inner_text().partition(" ")[0]
        for word in ("nénette", "nenette")
    ]
    assert told[0] == told[1]
    assert int(told[0]) > 1
    marked = open_page("search.html?q=nenette").locator("#search-results mark").first
    assert marked.inner_text() == "nénette"


def test_a_search_says_how_many_places_there_are_and_shows_the_others(open_page):
    opened = open_page("search.html?q=yahtzee")
    found = opened.locator("#search-results li")
    total = int(re.match(r"(\d+) places", opened.locator("[role=status]").inner_text())[1])
    assert found.count() == 30 < total
    while found.count() < total:
        before = found.count()
        opened.locator("#search-results button").click()
        assert before < found.count() <= total
    assert opened.locator("#search-results button").is_hidden()


@pytest.mark.parametrize("word", ["expected value", "serendipity", "Hog"])
def test_a_word_of_the_glossary_comes_first(open_page, word):
    first = open_page(f"search.html?q={word}").locator("#search-results li").first
    assert "glossary.html#term-" in first.locator("a").get_attribute("href")
    assert word.lower() in first.inner_text().lower()


def test_a_hit_in_a_table_shows_its_row_and_french_pages_say_so(open_page):
    opened = open_page("search.html?q=320.8")
    assert "In a table: Yahtzee: write it down" in opened.locator("#search-results").inner_text()
    for item in open_page("search.html?q=jouer").locator("#search-results li").all():
        is_french = ".fr.html" in item.locator("a").get_attribute("href")
        assert ("(in French)" in item.inner_text()) == is_french


def test_a_search_leaves_nothing_on_the_next_page(open_page):
    opened = open_page("search.html?q=ratchet")
    opened.locator("#search-results li a").first.click()
    opened.wait_for_load_state()
    assert "Hide Search" not in opened.locator("body").inner_text()


def test_a_word_of_the_glossary_tells_its_meaning(open_page):
    word = open_page("book/discrepancies.html").locator("a.word").first
    assert len(word.get_attribute("data-meaning")) > 20


def rows_shown(ledger):
    """What the rows say of themselves that the filter lets through, behind their doors or not."""
    return ledger.evaluate(
        """() => [...document.querySelectorAll("#ledger tbody")]
            .filter((row) => !row.hidden)
            .map((row) => ({ ...row.dataset }))"""
    )


def test_the_ledger_filter(open_page):
    opened = open_page("book/ledger.html?source=dicebattle&verdict=erratum")
    shown = rows_shown(opened)
    assert shown
    assert {(row["source"], row["verdict"]) for row in shown} == {("dicebattle", "erratum")}
    assert f"{len(shown)} of" in opened.locator("#ledger-filter output").inner_text()
    assert opened.locator("#ledger tbody:visible").count() == len(shown)
    opened.locator("#ledger-filter [name=text]").fill("no such words anywhere")
    assert rows_shown(opened) == []
    opened.locator("#ledger-filter button").click()
    until(opened, "document.querySelector('#ledger tbody[hidden]') === null")
    assert opened.locator("#ledger tbody:visible").count() == 0
    everything = opened.locator("#ledger tbody").count()
    assert len(rows_shown(opened)) == everything > len(shown)


def test_what_is_only_rounded_wrongly_stays_in_its_table_and_has_a_filter(open_page):
    page = open_page("book/ledger.html?verdict=wrong")
    petty = [
        study.locator("tbody:not([hidden])").evaluate_all(
            'rows => rows.every((row) => row.dataset.more === "rounded wrongly")'
        )
        for study in page.locator("#ledger section:visible").all()
    ]
    assert petty == sorted(petty), "a study with nothing else comes last"
    page = open_page("book/ledger.html?verdict=rounded wrongly")
    beside = page.locator('#ledger [data-more="rounded wrongly"]').evaluate_all(
        """rows => rows.map((row) => row.closest("details.rows")
            .querySelectorAll("tbody:not([data-more='rounded wrongly'])").length)"""
    )
    assert min(beside) > 0, "such a row stands with the others of its table"
    rows = page.locator("#ledger tbody:not([hidden])")
    assert rows.count() == page.locator('#ledger [data-more="rounded wrongly"]').count() > 0


def test_the_ledger_finds_whole_numbers_and_beginnings_of_words(open_page):
    opened = open_page("book/ledger.html?text=1681")
    found = opened.locator("#ledger tbody:visible").all_inner_texts()
    assert found
    assert all(re.search(r"(?<![\d.])1681(?!\d)", text) for text in found)
    opened.locator("#ledger-filter [name=text]").fill("atalan")
    assert rows_shown(opened) == []
    opened.locator("#ledger-filter [name=text]").fill("catalan")
    assert rows_shown(opened) != []


@pytest.mark.parametrize(
    "words", ["209193098688", "209,193,098,688", "209 193 098 688", "201721916592"]
)
def test_the_ledger_finds_numbers_however_their_thousands_are_set(open_page, words):
    opened = open_page("book/ledger.html")
    opened.locator("#ledger-filter [name=text]").fill(words)
    found = opened.locator("#ledger tbody:visible").evaluate_all("(rows) => rows.map((r) => r.id)")
    assert "yahtzee-G01" in found


def test_the_ledger_finds_each_of_several_words_and_a_phrase_in_quotes(open_page):
    opened = open_page("book/ledger.html?source=johnson1970&text=6.2 .0052")
    both = opened.locator("#ledger tbody:not([hidden])").evaluate_all(
        "rows => rows.map((r) => r.id)"
    )
    assert "johnson1970-6.2-003" in both
    words = opened.locator("#ledger-filter [name=text]")
    words.fill(".0052 6.2")
    again = opened.locator("#ledger tbody:not([hidden])").evaluate_all(
        "rows => rows.map((r) => r.id)"
    )
    assert again == both
    words.fill("branch high")
    apart = len(rows_shown(opened))
    words.fill('"high branch"')
    assert 0 < len(rows_shown(opened)) < apart


def test_the_ledger_finds_numbers_with_and_without_a_zero_before_the_point(open_page):
    opened = open_page("book/ledger.html")
    for digits in (".0004", ".67070", ".3333"):
        found = []
        for zero in ("", "0"):
            opened.locator("#ledger-filter [name=text]").fill(zero + digits)
            found.append(rows_shown(opened))
        assert found[0] == found[1] != []


def test_a_verdict_typed_among_the_words_is_offered(open_page):
    opened = open_page("book/ledger.html?text=wrong")
    opened.locator("#ledger-filter output button").click()
    assert {row["group"] for row in rows_shown(opened)} == {"wrong"}
    assert opened.locator("#ledger-filter [name=text]").input_value() == ""


def test_a_group_of_verdicts_can_be_chosen(open_page):
    opened = open_page("book/discrepancies.html?verdict=wrong")
    assert {row["verdict"] for row in rows_shown(opened)} == {"erratum", "refuted"}


def test_a_link_to_a_claim_opens_its_door(open_page):
    opened = open_page("book/ledger.html#yahtzee-G01")
    place = opened.locator("#yahtzee-G01")
    assert place.is_visible()
    assert 0 <= place.evaluate("(row) => row.getBoundingClientRect().top") < 900


def test_without_scripts_the_ledger_has_its_rows_and_no_filter(browser):
    context = browser.new_context(java_script_enabled=False)
    opened = context.new_page()
    opened.goto(f"{HTML.as_uri()}/book/ledger.html")
    assert not opened.locator("#ledger-filter").is_visible()
    opened.locator("#ledger details.study > summary").first.click()
    opened.locator("#ledger details.rows > summary").first.click()
    assert opened.locator("#ledger tbody").first.is_visible()
    context.close()


def test_the_verdict_box_leads_to_the_claims_of_its_page(open_page):
    opened = open_page("notebooks/one-throw-each.html")
    opened.locator("details.door > summary").click()
    opened.locator(".verdict-box a").first.click()
    opened.wait_for_url("**/ledger.html?page=one-throw-each#every-claim")
    opened.wait_for_selector("#ledger tbody:visible")
    assert {row["page"] for row in rows_shown(opened)} == {"one-throw-each"}
    for shown in ("#ledger-filter", "#ledger tbody:not([hidden])"):
        top = f"document.querySelector('{shown}').getBoundingClientRect().top"
        assert 0 <= opened.evaluate(top) < 900


def test_a_hidden_solution_opens(open_page):
    opened = open_page("notebooks/one-throw-each.html")
    solution = opened.locator(".solution.dropdown").first
    content = solution.locator(".cell").first
    assert not content.is_visible()
    solution.locator(".toggle-button, summary").first.click()
    content.wait_for(state="visible")


def test_the_theme_switch(open_page):
    opened = open_page("book/index.html")
    before = opened.evaluate("getComputedStyle(document.body).backgroundColor")
    for _ in range(3):
        opened.locator("button.theme-switch-button").first.click()
        after = opened.evaluate("getComputedStyle(document.body).backgroundColor")
        if after != before:
            break
    assert after != before


def test_without_a_server_mathematics_and_navigation_work(open_page):
    opened = open_page("notebooks/one-throw-each.html", HTML.as_uri())
    assert opened.locator("mjx-container").count() > 10
    states = '[...document.fonts].filter(f => /^"?MJX/.test(f.family)).map(f => f.status)'
    assert "loaded" in opened.evaluate(states)
    assert "error" not in opened.evaluate(states)
    opened.locator("a.right-next").click()
    opened.wait_for_url("**/notebooks/race-to-n.html")
    opened.locator("nav a", has_text="Notation").first.click()
    opened.wait_for_url("**/book/notation.html")
    # chromium does not preload fonts of icons from a folder, and says so; the icons are drawings
    assert not [
        c
        for c in opened.complaints
        if "font" not in c and "ERR_FAILED" not in c and "run.js" not in c
    ]


def test_a_first_visit_is_silent_and_follows_the_readers_theme(open_page):
    opened = open_page("book/index.html", theme=None)
    assert opened.complaints == []
    assert opened.evaluate("document.documentElement.dataset.mode") == "auto"


def test_every_page_tells_catalogs_what_it_is():
    text = (HTML / "notebooks/race-to-n.html").read_text(encoding="utf-8")
    assert '<meta name="citation_title"' in text
    assert '<meta name="description"' in text
    (data,) = re.findall(r'<script type="application/ld\+json">(.*?)</script>', text)
    assert json.loads(data)["@type"] == "Chapter"
    assert "CC-BY-4.0" in text


def test_a_page_is_printed_light_whatever_its_reader_has_chosen(open_page):
    page = open_page("book/players.html", theme="dark")
    dark = "getComputedStyle(document.body).color"
    screen = page.evaluate(dark)
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    until(page, "document.documentElement.dataset.theme === 'light'")
    assert page.evaluate(dark) != screen
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    until(page, "document.documentElement.dataset.theme === 'dark'")


@pytest.mark.parametrize(
    ("page", "again", "blind"),
    [
        ("book/index.html", "Roll 100 times", "without looking"),
        ("book/index.fr.html", "Lancer 100 fois", "sans regarder"),
    ],
)
def test_the_first_page_rolls_dice_against_its_reader(open_page, page, again, blind):
    """Every number of dice is answered by what beats it; a hundred rolls are counted."""
    first = open_page(page)
    place = first.locator("[data-live=one-roll][data-ready]")
    place.wait_for()
    hands = place.locator(".play-dice-shown")
    rules = OneRoll(dice=10)
    for dice in rules.rolls:
        place.locator(".one-roll-numbers button").nth(dice - 1).click()
        rolled = [hands.nth(n).get_attribute("aria-label").split() for n in range(2)]
        best = max(rules.rolls, key=lambda other, dice=dice: rules.gain(other, dice))
        assert [len(hand) for hand in rolled] == [dice, best]
        own, other = (1 if "1" in hand else sum(map(int, hand)) for hand in rolled)
        said = place.locator(".said").inner_text()
        assert re.findall(r"\d+", said)[:2] == [str(max(own, other)), str(min(own, other))]
    place.get_by_role("button", name=again).click()
    counts = place.locator(".one-roll-score p")
    numbers = list(map(int, re.findall(r"\d+", counts.first.text_content())))
    assert numbers[0] == sum(numbers[1:]) == 100  # the roll before is not among them
    met = distribution(rules, always(10), always(1))
    shown = re.findall(r"\d+\.?\d*", counts.last.text_content().replace(",", "."))
    games, won, drawn, lost = map(float, shown)
    assert games == 100 == round(won + drawn + lost, 6)  # the draws take what rounding leaves
    assert [won, lost] == [round(float(100 * met[end]), 1) for end in (1, -1)]
    assert abs(drawn - 100 * met[0]) < 0.11
    place.get_by_role("button", name=blind).click()
    assert len(hands.last.get_attribute("aria-label").split()) in (2, 3, 5)
    assert first.complaints == []
