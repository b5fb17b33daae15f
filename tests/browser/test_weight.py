"""What pages weigh: what a play page loads before its first advice, icons, mathematics."""

import gzip
import re
from urllib.parse import urlparse

import pytest

from chancegames.book.build import INDEX
from tests.browser.test_pages import HTML, PAGES

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("built")]

#: Bytes as gzip sends them, before the first advice and without the table of the game.
MOST = 350_000
#: Bytes of the largest table of a page.
LARGEST_TABLE = 380_000
PLAY = {
    "dice-battle.html": ".play-standing",
    "dice-battle.html?most=3": ".play-standing",
    "game421.html": ".play-die",
    "tree-solitaire.html": ".play-tree",
    "yahtzee.html": ".play-die",
    "yahtzee.html?rules=free": ".play-die",
}
#: Compressed already.
PACKED = (".table", ".woff", ".woff2", ".png")


def sent(address):
    """Bytes of a file of the book as a host sends it."""
    path = INDEX.parent / urlparse(address).path.lstrip("/")
    body = path.read_bytes()
    return len(body) if path.suffix in PACKED else len(gzip.compress(body, 6))


@pytest.mark.parametrize(("name", "advice"), PLAY.items())
def test_a_page_that_plays_is_light(open_page, site, name, advice):
    page = open_page("book/play/index.html")
    asked = set()
    page.on("request", lambda request: asked.add(request.url.partition("?")[0]))
    page.goto(f"{site}/book/play/{name}")
    page.wait_for_selector(advice)
    tables = {address for address in asked if address.endswith(".table")}
    assert len(tables) == 1
    assert sum(map(sent, tables)) <= LARGEST_TABLE
    files = {a for a in asked - tables if a.startswith(site)}
    assert len(files) > 10
    assert sum(map(sent, files)) <= MOST


@pytest.mark.parametrize("page", PAGES)
def test_mathematics_and_icons_are_loaded_where_there_are_some(page):
    """MathJax weighs 0.3 MB and more, the theme's icons as fonts another 0.3 MB."""
    text = (HTML / page).read_text(encoding="utf-8")
    assert "webfonts" not in text
    has_mathematics = 'class="math' in text
    assert ("tex-chtml.js" in text) <= has_mathematics
    assert ("window.MathJax" in text) <= has_mathematics, "settings without MathJax"


#: Files of extensions, and what of a page needs them.
NEEDS = {
    "copybutton.js": 'class="highlight',
    "clipboard.min.js": 'class="highlight',
    "pygments.css": 'class="highlight',
    "design-tabs.js": "sd-tab",
    "proof.css": "proof",
    "exercise.css": "exercise",
}


@pytest.mark.parametrize("page", PAGES)
def test_files_of_extensions_are_loaded_where_something_needs_them(page):
    """Each is a request that keeps a phone waiting."""
    text = (HTML / page).read_text(encoding="utf-8")
    rest = re.sub(r"<(?:link|script)[^>]*>", "", text)
    for file, need in NEEDS.items():
        assert (f"/{file}" in text) <= (need in rest), file
    assert ("/copybutton.js" in text) == ('class="highlight' in rest)
    assert "thebe.css" not in text
