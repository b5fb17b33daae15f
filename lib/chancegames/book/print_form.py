"""The rendered book as one long page, ready to be printed.

The pages are taken as Sphinx has rendered them.  Each article gives up what only a screen can use,
its anchors get the name of its page in front, and links between pages become links inside the one
page.  Chapters and their sections are numbered here, since headings of a printed book are.
"""

import posixpath
import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from chancegames.base.files import BadFile
from chancegames.book.chapters import _Page
from chancegames.show.report.html import render

if TYPE_CHECKING:
    from bs4 import BeautifulSoup, Tag

#: What a reader of paper cannot use: links to headings, folded code of plots, forms, downloads.
_OF_THE_SCREEN = "a.headerlink, .tag_hide-input details, form, button, script, .download, .language"


class _Entry(NamedTuple):
    """A line of the printed table of contents: where it leads, number and title."""

    anchor: str
    label: str
    is_part: bool = False


def _anchor(name: str, fragment: str = "") -> str:
    """Name of a place of the printed book: of an anchor on a page, or of the page's top.

    >>> _anchor("book/ledger", "dicebattle-N13")
    'book-ledger--dicebattle-N13'
    """
    return re.sub(r"[^\w-]", "-", f"{name}--{fragment}" if fragment else name)


def _link_target(address: str, page: str, names: Iterable[str]) -> str | None:
    """Find where a link of a page leads in the printed book.

    Parameters
    ----------
    address : str
        As it stands in the page.
    page : str
        Name of the page that holds it.
    names : iterable of str
        Names of all pages.

    Returns
    -------
    str or None
        The address for print; None if the place is not in the printed book.

    Examples
    --------
    >>> _link_target("../book/ledger.html?page=x#lecture-01", "notebooks/x", ["book/ledger"])
    '#book-ledger--lecture-01'
    >>> _link_target("https://example.org", "notebooks/x", [])
    'https://example.org'
    >>> _link_target("../search.html", "notebooks/x", ["book/ledger"]) is None
    True
    """
    if re.match(r"(https?|mailto):", address):
        return address
    path, _, fragment = address.partition("#")
    path = path.partition("?")[0]
    name = posixpath.normpath(posixpath.join(posixpath.dirname(page), path)) if path else page
    name = name.removesuffix(".html")
    return f"#{_anchor(name, fragment)}" if name in names else None


def _print_form(html: Path, pages: Sequence[_Page]) -> tuple[str, tuple[_Entry, ...]]:
    """Put the rendered pages of the book one after another.

    Parameters
    ----------
    html : Path
        Folder of the rendered book.
    pages : sequence of Page

    Returns
    -------
    str
        The body of one HTML page, with a table of contents that has no page numbers yet.
    tuple of entries
        The lines of that table of contents.

    Raises
    ------
    BadFile
        If a page is not there, or has no article.
    """
    names = frozenset(page.name for page in pages)
    bodies: list[str] = []
    entries: list[_Entry] = []
    part = ""
    for page in pages:
        if page.part != part:
            part = page.part
            entries.append(_Entry(_anchor(f"part-{part}"), part, is_part=True))
            bodies.append(f'<h1 class="part" id="{entries[-1].anchor}">{escape(part)}</h1>')
        title, article = _article(html, page, names)
        entries.append(_Entry(_anchor(page.name), title))
        bodies.append(article)
    return "\n".join(bodies), tuple(entries)


def _whole_page(
    body: str, entries: Iterable[_Entry], styles: Iterable[str], places: Mapping[str, int]
) -> str:
    """Frame the body of the book: styles, mathematics, title page and table of contents.

    Parameters
    ----------
    body : str
    entries : iterable of entries
        As `_print_form` gives them.
    styles : iterable of str
        Addresses of style sheets; the mathematics lies beside them.
    places : mapping of str to int
        Page number of each anchor, as far as known.
    """
    return render("printed.html", body=body, entries=entries, styles=styles, places=places)


def _style_sheets(html: Path, page: _Page) -> tuple[str, ...]:
    """Read which style sheets a page uses, as seen from a folder beside the rendered book.

    Parameters
    ----------
    html : Path
        Folder of the rendered book.
    page : Page

    Returns
    -------
    tuple of str
        The style of print last.
    """
    links = _parsed(html, page).find_all("link", rel="stylesheet")
    paths = (str(link["href"]).partition("?")[0].removeprefix("../") for link in links)
    return (*(f"../html/{path}" for path in paths), "../html/_static/print.css")


def _parsed(html: Path, page: _Page) -> "BeautifulSoup":
    from bs4 import BeautifulSoup  # not needed to run chapters

    path = html / f"{page.name}.html"
    if not path.is_file():
        raise BadFile(f"{path} is not there: build the book first")
    return BeautifulSoup(path.read_text(encoding="utf-8"), "html.parser")


def _article(html: Path, page: _Page, names: frozenset[str]) -> tuple[str, str]:
    """Title of one page, and the page in the form that paper takes."""
    article = _parsed(html, page).find("article")
    title = article and article.find("h1")
    if article is None or title is None:
        raise BadFile(f"{page.name}.html has no article with a title")
    for tag in article.select(_OF_THE_SCREEN):
        tag.decompose()
    for tag in article.select("noscript"):
        tag.name = "p"
    for tag in article.select("details"):
        tag["open"] = ""
    for tag in article.find_all(id=re.compile("^(?!T_)")):
        if not tag.find_parent("svg"):
            tag["id"] = _anchor(page.name, str(tag["id"]))
    for tag in article.find_all("a", href=True):
        target = _link_target(str(tag["href"]), page.name, names)
        if target is None:
            tag.unwrap()
        else:
            tag["href"] = target
    _number(article, page.number)
    article["id"] = _anchor(page.name)
    article["class"] = f"page {posixpath.basename(page.name)}"
    return title.get_text(), str(article)


def _number(article: "Tag", number: int | None) -> None:
    """Number title and sections, and lower each heading by one: the parts stand above."""
    section = 0
    for heading in article.find_all(re.compile("^h[1-5]$")):
        level = int(heading.name[1])
        heading.name = f"h{level + 1}"
        section += level == 2
        if number and level <= 2:
            heading.insert(0, f"{number}  " if level == 1 else f"{number}.{section}  ")
