"""The book as one long page: anchors, links and numbers of a toy book."""

import re

import pytest
from bs4 import BeautifulSoup
from click.testing import CliRunner

from chancegames.base.files import BadFile
from chancegames.base.paths import TOC
from chancegames.book import browser, cli
from chancegames.book.chapters import _Page, book_pages, chapters
from chancegames.book.print_form import _link_target, _print_form, _whole_page

PAGES = (
    _Page("book/index", "", None),
    _Page("notebooks/one", "Games", 1),
    _Page("notebooks/two", "Games", 2),
)
FIRST = """<article><section id="top"><h1>A book<a class="headerlink" href="#top">#</a></h1>
<p><a href="../notebooks/two.html#rules">rules</a> <a href="../search.html">search</a>
<a href="https://example.org/">elsewhere</a></p>
</section></article>"""
CHAPTER = """<article><section id="top"><h1>Chapter</h1><section id="rules"><h2>Rules</h2>
<a href="#rules">here</a><a href="two.html">there</a><a href="../book/index.html?page=x">home</a>
<div class="cell tag_hide-input"><details class="hide"><pre>plot code</pre></details>
<figure><svg><g id="axes_1"></g></svg></figure></div>
<details><p>a solution</p></details><p class="download"><a href="data:,x">csv</a></p>
</section><section id="more"><h2>More</h2><h3>Still more</h3></section></section></article>"""


@pytest.fixture
def rendered(tmp_path):
    for page, text in zip(PAGES, (FIRST, CHAPTER, CHAPTER), strict=True):
        path = tmp_path / f"{page.name}.html"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    return tmp_path


@pytest.fixture
def soup(rendered):
    body, entries = _print_form(rendered, PAGES)
    return BeautifulSoup(_whole_page(body, entries, [], {"notebooks-two": 17}), "html.parser")


def test_every_internal_link_leads_to_one_place(soup):
    ids = [tag["id"] for tag in soup.find_all(id=True) if not tag.find_parent("svg")]
    assert len(ids) == len(set(ids))
    targets = [tag["href"] for tag in soup.find_all("a", href=True)]
    assert "#notebooks-two--rules" in targets
    assert "https://example.org/" in targets
    assert all(target[1:] in ids for target in targets if target != "https://example.org/")


def test_a_place_that_is_not_printed_is_no_link(soup):
    assert not any(tag.get_text() == "search" for tag in soup.find_all("a"))
    assert "search" in soup.get_text()


def test_chapters_and_sections_are_numbered_below_their_part(soup):
    headings = [(tag.name, tag.get_text()) for tag in soup.find_all(re.compile("^h[1-6]$"))]
    assert headings == [
        ("h2", "A book"),
        ("h1", "Games"),
        ("h2", "1  Chapter"),
        ("h3", "1.1  Rules"),
        ("h3", "1.2  More"),
        ("h4", "Still more"),
        ("h2", "2  Chapter"),
        ("h3", "2.1  Rules"),
        ("h3", "2.2  More"),
        ("h4", "Still more"),
    ]


def test_contents_name_the_known_page_numbers(soup):
    lines = [tag.get_text(" ") for tag in soup.select("nav .line")]
    assert lines == ["A book 000", "1  Chapter 000", "2  Chapter 17"]


def test_what_only_a_screen_can_use_is_gone_and_solutions_are_open(soup):
    text = soup.get_text()
    assert "plot code" not in text
    assert "csv" not in text
    assert soup.find("details").has_attr("open")
    assert "a solution" in text


def test_a_page_that_is_not_rendered(rendered):
    (rendered / "notebooks" / "two.html").unlink()
    with pytest.raises(BadFile, match=r"two.html is not there: build the book first"):
        _print_form(rendered, PAGES)


def test_the_book_has_all_chapters_in_their_order():
    names = [page.name for page in book_pages()]
    notebooks = [name.removeprefix("notebooks/") for name in names if name.startswith("notebooks/")]
    assert notebooks == [chapter.slug for chapter in chapters()]
    assert len(names) == len(set(names)) == len(re.findall(r"(?:file|root): ", TOC.read_text()))


def test_pages_within_pages_follow_them(tmp_path):
    toc = tmp_path / "_toc.yml"
    toc.write_text(
        "root: a\nparts:\n- caption: P\n  chapters:\n  - file: b\n    sections:\n    - file: c\n"
        "  - file: d\n"
    )
    assert [(page.name, page.number) for page in book_pages(toc)] == [
        ("a", None),
        ("b", 1),
        ("c", 2),
        ("d", 3),
    ]


def test_a_damaged_table_of_contents(tmp_path):
    (tmp_path / "_toc.yml").write_text("root: a\n")
    with pytest.raises(BadFile, match=r"table of contents _toc.yml cannot be read"):
        book_pages(tmp_path / "_toc.yml")


@pytest.mark.parametrize("address", ["data:text/csv;base64,x", "../_sources/x.ipynb", "gone.html"])
def test_addresses_outside_the_book(address):
    assert _link_target(address, "notebooks/one", ["notebooks/one"]) is None


@pytest.mark.parametrize("command", ["pdf", "epub"])
def test_without_a_browser_one_sentence_and_exit_code_2(command, monkeypatch):
    monkeypatch.setattr(browser, "BROWSERS", ("no-such-browser",))
    result = CliRunner().invoke(cli.main, [command])
    assert result.exit_code == 2
    sentence = "Error: the book is printed by chromium, which is not on this machine"
    assert result.output.strip() == sentence
