"""The whole book as one EPUB, from the pages that are printed as well.

A browser sets the mathematics, and hands it over as MathML; drawings get the colors that the style
sheet of the pages gave them.  What is written is XHTML, since the browser writes it.
"""

import io
import uuid
import zipfile
from collections.abc import Mapping, Sequence
from itertools import groupby
from pathlib import Path

import yaml

from chancegames.base.files import write_whole
from chancegames.base.paths import BUILD, ROOT
from chancegames.book.pdf import _drafted, _opened, _Printable
from chancegames.show.report.html import render

EPUB = BUILD / "epub" / "playing-against-providence.epub"
STYLE = ROOT / "book" / "_static" / "epub.css"
COVER = ROOT / "book" / "_static" / "preview.png"


def make() -> Path:
    """Write the rendered book as one EPUB.

    Returns
    -------
    Path
        The file.

    Raises
    ------
    Refusal, BadFile
        As `pdf._drafted` does.
    """
    book = _drafted(EPUB.with_suffix(".html"))
    with _opened(book.draft, book.program) as sheet:
        articles = dict(sheet.evaluate(render("epub.js")))
    write_whole(EPUB, _packed(book, articles))
    return EPUB


def _packed(book: _Printable, articles: Mapping[str, str]) -> bytes:
    """Pack pages into an EPUB; the same pages make the same file.

    Parameters
    ----------
    book : _Printable
        Its entries are the table of contents.
    articles : mapping of str to str
        Each page as XHTML by its anchor, in their order.

    Returns
    -------
    bytes
        A zip archive, the media type first and not compressed, as the standard asks.
    """
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    labels = {entry.anchor: entry.label for entry in book.entries}
    values = {
        "cited": cited,
        "identifier": uuid.uuid5(uuid.NAMESPACE_URL, f"{cited['title']} {cited['version']}"),
        "pages": [
            (name, [kind for kind in ("math", "svg") if f"<{kind}" in text])
            for name, text in articles.items()
        ],
        "parts": _parts(book),
    }
    files: dict[str, str | bytes] = {
        "META-INF/container.xml": render("epub_container.xml"),
        "book/content.opf": render("epub_content.xml", **values),
        "book/contents.xhtml": render("epub_contents.xhtml", **values),
        "book/book.css": STYLE.read_text(encoding="utf-8"),
        "book/cover.png": COVER.read_bytes(),
    }
    for name, text in articles.items():
        page = render("epub_page.xhtml", title=labels[name], article=text)
        files[f"book/{name}.xhtml"] = page
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        archive.writestr(zipfile.ZipInfo("mimetype"), "application/epub+zip")
        for name, data in files.items():
            archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)
    return content.getvalue()


def _parts(book: _Printable) -> Sequence[tuple[str, list[tuple[str, str]]]]:
    """The table of contents in two levels; pages before the first part stand by themselves."""
    parts: list[tuple[str, list[tuple[str, str]]]] = []
    for is_part, entries in groupby(book.entries, key=lambda entry: entry.is_part):
        lines = [(entry.anchor, entry.label) for entry in entries]
        if is_part:
            parts.append((lines[-1][1], []))
        elif parts:
            parts[-1][1].extend(lines)
        else:
            parts.append(("", lines))
    return parts
