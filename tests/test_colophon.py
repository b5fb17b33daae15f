"""What every edition of the book says of itself."""

import sys
import zipfile
from xml.etree import ElementTree

import nbformat

from chancegames.base.paths import ROOT

sys.path.insert(0, str(ROOT / "book/_ext"))
import colophon


def test_the_citation_is_bibtex():
    entry = colophon.bibtex()
    assert entry.startswith("@book{playing-against-providence,\n")
    assert entry.count("{") == entry.count("}")
    assert f"{{{colophon.citation()['version']}}}" in entry


def test_the_archive_holds_the_project_and_is_the_same_each_time(tmp_path):
    first, second = tmp_path / "first", tmp_path / "second"
    for folder in (first, second):
        folder.mkdir()
        colophon.pack(folder)
    assert [*first.iterdir()] == [first / colophon.ARCHIVE]
    assert (first / colophon.ARCHIVE).read_bytes() == (second / colophon.ARCHIVE).read_bytes()
    with zipfile.ZipFile(first / colophon.ARCHIVE) as archive:
        names = {name.partition("/")[2] for name in archive.namelist()}
    assert {"Makefile", "README.md", "LICENSE", "notebooks/race-to-n.ipynb"} <= names
    assert not [name for name in names if name.startswith(("_build", ".venv", ".git/"))]


def test_an_unpacked_archive_packs_itself_again(tmp_path, monkeypatch):
    monkeypatch.setattr(colophon, "ROOT", tmp_path)
    (tmp_path / "Makefile").write_text("book:\n")
    (tmp_path / "_build").mkdir()
    (tmp_path / "_build" / "page.html").write_text("")
    assert [path.name for path in colophon.tracked()] == ["Makefile"]


def test_a_downloaded_notebook_says_once_where_to_get_what_it_imports():
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("import chancegames")])
    for _ in range(2):
        notebook = colophon.tell_where_from(notebook, "https://book.example/en/")
    first, second = notebook.cells
    assert f"(https://book.example/en/{colophon.ARCHIVE})" in first.source
    assert second.source == "import chancegames"
    assert "http" not in colophon.tell_where_from(notebook, "").cells[0].source
    nbformat.validate(notebook)


def test_the_sitemap_has_every_page_by_its_full_address():
    text = colophon.sitemap("https://book.example/en/", ["index.html", "book/a&b.html"])
    found = [element.text for element in ElementTree.fromstring(text).iter() if element.text]
    assert found == ["https://book.example/en/index.html", "https://book.example/en/book/a&b.html"]


def test_the_footer_names_the_version_of_the_citation():
    assert f"Version {colophon.citation()['version']}" in colophon.edition()
