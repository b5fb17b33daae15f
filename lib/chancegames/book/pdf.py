"""The whole book as one PDF, printed by a browser.

The book is printed twice: the first print tells on which page each chapter begins, the second has
those numbers in its table of contents.
"""

import io
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from chancegames.base.files import write_whole
from chancegames.base.paths import BUILD
from chancegames.book import browser
from chancegames.book.build import INDEX
from chancegames.book.chapters import book_pages
from chancegames.book.commands import Refusal
from chancegames.book.print_form import _Entry, _print_form, _style_sheets, _whole_page

if TYPE_CHECKING:
    from playwright.sync_api import Page as SyncPage
    from pypdf import PdfReader

PDF = BUILD / "pdf" / "playing-against-providence.pdf"
#: What lies between the margins of A4, in CSS pixels: the width for which tables are fitted.
_TEXT_WIDTH = 658
_READY = "async () => { await MathJax.startup.promise; await document.fonts.ready; }"
#: Shrink what is wider than the text: tables and mathematics.
_FIT = """() => {
  for (const wide of document.querySelectorAll("table, mjx-container")) {
    const room = (wide.closest("td, dd, li") || wide.parentElement).clientWidth;
    const inside = wide.querySelector("mjx-math");
    const need = inside ? inside.getBoundingClientRect().width : wide.scrollWidth;
    if (room && need > room + 1) wide.style.zoom = Math.max(room / need, 0.45);
  }
}"""


#: The line of the first page that is empty until the book is printed.
_OFFER = '<p class="printed-books">'


class _Printable(NamedTuple):
    """The rendered book put together for print, and the program that prints it."""

    draft: Path
    program: str
    body: str
    entries: tuple[_Entry, ...]
    styles: tuple[str, ...]


def _drafted(draft: Path) -> _Printable:
    """Put the rendered book together as one HTML page.

    Parameters
    ----------
    draft : Path
        Where to write it, in a folder beside the rendered book.

    Returns
    -------
    _Printable

    Raises
    ------
    Refusal
        If there is no chromium, or a package is missing.
    BadFile
        If the book is not rendered.
    """
    program = browser.program()
    if program is None:
        raise Refusal("the book is printed by chromium, which is not on this machine")
    if any(find_spec(name) is None for name in ("bs4", "playwright", "pypdf")):
        raise Refusal("printing needs more packages: pip install -c constraints.txt -e '.[pdf]'")
    html = INDEX.parent
    pages = [page for page in book_pages() if not page.name.endswith(".fr")]  # not in two languages
    body, entries = _print_form(html, pages)
    styles = _style_sheets(html, pages[0])
    write_whole(draft, _whole_page(body, entries, styles, {}))
    return _Printable(draft, program, body, entries, styles)


def make() -> tuple[Path, int]:
    """Print the rendered book into one PDF.

    Returns
    -------
    Path
        The file.
    int
        Its number of pages.

    Raises
    ------
    Refusal, BadFile
        As `_drafted` does.
    """
    book = _drafted(PDF.with_suffix(".html"))
    places = _places_in(_printed(book.draft, book.program))
    write_whole(book.draft, _whole_page(book.body, book.entries, book.styles, places))
    content = _printed(book.draft, book.program)
    write_whole(PDF, content)
    return PDF, len(_reader(content).pages)


def _offer(html: Path, files: Iterable[Path]) -> None:
    """Put printed books beside the pages, and links to them on the first page.

    Rendering the book anew takes both away, so that no page offers the print of another edition.

    Parameters
    ----------
    html : Path
        Folder of the rendered book.
    files : iterable of Path
        Books to offer; those that are not there are left out.
    """
    links = []
    for path in files:
        if path.is_file():
            write_whole(html / path.name, path.read_bytes())
            size = f"{path.stat().st_size / 1e6:.0f} MB"
            links.append(f'<a href="../{path.name}">{path.suffix[1:].upper()}</a> ({size})')
    first = html / "book" / "index.html"
    told = f"{_OFFER}Read it on paper or on an e-reader: {' or '.join(links)}.</p>"
    page = first.read_text(encoding="utf-8")
    write_whole(first, re.sub(f"{_OFFER}.*?</p>", told, page, flags=re.DOTALL))


@contextmanager
def _opened(page: Path, program: str) -> Iterator["SyncPage"]:
    """Open a page of this machine in the browser, as for print, once its mathematics is set.

    Parameters
    ----------
    page : Path
        An HTML file.
    program : str
        Path of chromium.

    Yields
    ------
    playwright's Page
    """
    from playwright.sync_api import sync_playwright

    with sync_playwright() as player:
        chromium = player.chromium.launch(executable_path=program, args=list(browser.QUIET))
        try:
            sheet = chromium.new_page(viewport={"width": _TEXT_WIDTH, "height": 1000})
            sheet.set_default_timeout(300_000)
            sheet.emulate_media(media="print")
            sheet.goto(page.as_uri())
            sheet.evaluate(_READY)
            yield sheet
        finally:
            chromium.close()


def _printed(page: Path, program: str) -> bytes:
    """Print a page of this machine once its mathematics is set.

    Parameters
    ----------
    page, program
        As `_opened` takes them.

    Returns
    -------
    bytes
        The PDF.
    """
    with _opened(page, program) as sheet:
        sheet.evaluate(_FIT)
        return sheet.pdf(prefer_css_page_size=True, outline=True, tagged=True)


def _places_in(content: bytes) -> Mapping[str, int]:
    """Read from a PDF on which page each anchor stands that a link leads to.

    Parameters
    ----------
    content : bytes
        A PDF.

    Returns
    -------
    mapping of str to int
        The first page is 1.
    """
    reader = _reader(content)
    return {
        name.removeprefix("/"): number + 1
        for name, place in reader.named_destinations.items()
        if (number := reader.get_destination_page_number(place)) is not None
    }


def _reader(content: bytes) -> "PdfReader":
    from pypdf import PdfReader

    return PdfReader(io.BytesIO(content))
