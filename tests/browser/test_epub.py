"""The book for e-readers: a toy book, packed and written by the real browser."""

import io
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import PurePosixPath
from xml.etree import ElementTree

import pytest

from chancegames.book import epub, pdf
from chancegames.book.pdf import _Printable
from chancegames.book.print_form import _Entry
from chancegames.show.report.html import render

ENTRIES = (
    _Entry("book-index", "A book"),
    _Entry("part-Games", "Games & more", is_part=True),
    _Entry("notebooks-one", "1  Heads < tails"),
)
DRAFT = """<!DOCTYPE html><html lang="en"><head><title>Toy</title>
<style>.pip { fill: var(--ink); } :root { --ink: rgb(1, 2, 3); }</style>
<script>window.MathJax = {startup: {promise: Promise.resolve()}}</script></head><body>
<article class="page" id="book-index"><h2 id="twice">A book</h2><hr>
<a href="#notebooks-one--rules">rules</a> <a href="#gone">gone</a>
<svg viewBox="0 0 4 4"><g id="axes_1"><clipPath id="clip"><rect width="1" height="1"/></clipPath>
<circle class="pip" r="1" clip-path="url(#clip)"/></g></svg>
<svg viewBox="0 0 4 4"><g id="axes_1"/><path id="mark" d="M0 0"/><use xlink:href="#mark"/></svg>
</article>
<article class="page" id="notebooks-one"><h2>1  Heads &lt; tails</h2>
<p id="notebooks-one--rules">Let
<span class="math"><mjx-container><mjx-math></mjx-math><mjx-assistive-mml><math><mi>x</mi></math>
</mjx-assistive-mml></mjx-container></span> be.</p><p id="twice">&nbsp;</p>
<dl><dt>solve(<dl><dd><em>game</em>,</dd><dd><em>exact</em>,</dd></dl>)</dt><dd>It solves.</dd></dl>
</article></body></html>"""


def opened_up(content):
    """The files of an EPUB by name, those that are XML parsed."""
    archive = zipfile.ZipFile(io.BytesIO(content))
    assert archive.infolist()[0].filename == "mimetype"
    assert archive.infolist()[0].compress_type == zipfile.ZIP_STORED
    assert archive.read("mimetype") == b"application/epub+zip"
    return {
        name: ElementTree.fromstring(archive.read(name))
        for name in archive.namelist()
        if name.endswith((".xml", ".opf", ".xhtml"))
    } | {name: None for name in archive.namelist() if name.endswith((".css", ".png"))}


def toy(articles):
    """An EPUB of the toy book."""
    return epub._packed(_Printable(None, "", "", ENTRIES, ()), articles)


PLAIN = {
    name: f'<article xmlns="http://www.w3.org/1999/xhtml" id="{name}">a</article>'
    for name in ("book-index", "notebooks-one")
}


def test_every_file_is_listed_once_and_every_page_is_in_the_contents():
    files = opened_up(toy(PLAIN))
    listed = [item.get("href") for item in files["book/content.opf"].iter() if item.get("href")]
    inside = {str(PurePosixPath(name).relative_to("book")) for name in files if name[:5] == "book/"}
    assert sorted(listed) == sorted(inside - {"content.opf"})
    links = [tag for tag in files["book/contents.xhtml"].iter() if tag.tag.endswith("}a")]
    assert [(tag.get("href"), tag.text) for tag in links] == [
        ("book-index.xhtml", "A book"),
        ("notebooks-one.xhtml", "Games & more"),
        ("notebooks-one.xhtml", "1  Heads < tails"),
    ]


def test_the_same_pages_make_the_same_file():
    assert toy(PLAIN) == toy(PLAIN)


@pytest.mark.browser
def test_the_browser_writes_what_a_reading_system_reads(tmp_path, chromium_path):
    path = tmp_path / "toy.html"
    path.write_text(DRAFT)

    def taken():
        with pdf._opened(path, chromium_path) as sheet:
            return dict(sheet.evaluate(render("epub.js")))

    with ThreadPoolExecutor(1) as apart:  # playwright allows one of its kind in a thread
        articles = apart.submit(taken).result()
    files = opened_up(toy(articles))
    first, second = (files[f"book/{name}.xhtml"] for name in PLAIN)
    assert [tag.get("href") for tag in first.iter() if tag.tag.endswith("}a")] == [
        "notebooks-one.xhtml#notebooks-one--rules"
    ]
    for page in (first, second):
        names = [tag.get("id") for tag in page.iter() if tag.get("id")]
        assert len(names) == len(set(names))
    (pip,) = [tag for tag in first.iter() if tag.get("class") == "pip"]
    assert "rgb(1, 2, 3)" in pip.get("style")
    assert pip.get("clip-path")[5:-1] in [tag.get("id") for tag in first.iter()]
    (use,) = [tag for tag in first.iter() if tag.tag.endswith("}use")]
    assert use.get("{http://www.w3.org/1999/xlink}href")[1:] in [t.get("id") for t in first.iter()]
    assert [tag.tag for tag in second.iter() if "MathML" in tag.tag][-1].endswith("}mi")
    assert not [tag for tag in second.iter() if "mjx" in tag.tag]
    terms, meanings = (
        [tag for tag in second.iter() if tag.tag.endswith(e)] for e in ("}dt", "}dd")
    )
    assert ["".join(tag.itertext()) for tag in terms] == ["solve(game,exact,)"]
    assert [tag.text for tag in meanings] == ["It solves."]  # arguments are no meanings of a term
    properties = {i.get("id"): i.get("properties") for i in files["book/content.opf"].iter()}
    assert properties["book-index"] == "svg"
    assert properties["notebooks-one"] == "mathml"


def test_printed_books_are_offered_where_there_are_some(tmp_path):
    (tmp_path / "book").mkdir()
    first = tmp_path / "book" / "index.html"
    first.write_text('<p>a</p><p class="printed-books"></p><p>b</p>')
    made = tmp_path / "toy.epub"
    made.write_bytes(b"x" * 2_400_000)
    for _ in range(2):
        pdf._offer(tmp_path, (tmp_path / "toy.pdf", made))
        assert first.read_text() == (
            '<p>a</p><p class="printed-books">Read it on paper or on an e-reader: '
            '<a href="../toy.epub">EPUB</a> (2 MB).</p><p>b</p>'
        )
