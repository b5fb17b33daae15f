"""A toy book printed by the real browser."""

import io
from concurrent.futures import ThreadPoolExecutor

import pytest
from pypdf import PdfReader

from chancegames.book.pdf import _places_in, _printed

pytestmark = pytest.mark.browser

BOOK = """<!DOCTYPE html><html lang="en"><head><title>Toy</title><script>
window.MathJax = {startup: {promise: Promise.resolve()}}</script></head><body>
<p><a href="#two">to the second page</a></p><h1>First</h1>
<h1 id="two" style="break-before: page">Second</h1></body></html>"""


def test_links_outline_and_places(tmp_path, chromium_path):
    path = tmp_path / "toy.html"
    path.write_text(BOOK)
    with ThreadPoolExecutor(1) as apart:  # playwright allows one of its kind in a thread
        content = apart.submit(_printed, path, chromium_path).result()
    reader = PdfReader(io.BytesIO(content))
    assert _places_in(content) == {"two": 2}
    assert [entry.title for entry in reader.outline] == ["First", "Second"]
    links = [note.get_object() for note in reader.pages[0]["/Annots"]]
    assert [link["/Dest"] for link in links] == ["/two"]


@pytest.mark.parametrize(
    ("name", "last"), [("players", ("Coins", "Tree Solitaire")), ("players.fr", ("Les pièces",))]
)
def test_the_cards_for_the_table_fill_both_sides_of_a_sheet(open_page, name, last):
    page = open_page(f"book/{name}.html")
    reader = PdfReader(io.BytesIO(page.pdf(prefer_css_page_size=True)))
    front, back = (side.extract_text() for side in reader.pages)
    assert all(game in front and game not in back for game in ("Hog", "421"))
    assert "254" in front  # the five lines come first
    assert all(game in back for game in (*last, "Yahtzee"))
    page.emulate_media(media="print")  # what sticks out would shrink the whole sheet
    assert (
        page.evaluate("""() => [...document.querySelectorAll("section > section *")]
        .filter((part) => part.getBoundingClientRect().right
            > part.closest("section").getBoundingClientRect().right + 1)
        .map((part) => part.textContent)""")
        == []
    )
