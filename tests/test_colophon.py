"""What every edition of the book says of itself."""

import sys
import zipfile

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
