"""The search page: words and numbers, section by section, those in titles first.

The search of Sphinx knows no numbers, takes whole pages, and shows what stands in formulas and
listings.  Here every section gives up its plain words once all pages are written; the page
``search.html`` loads them with ``search.js``, and nothing of Sphinx's own.  A word of the glossary
is a section of its own.  Tables stand apart, for a hit in one shows its row.  Claims are not among
them: the ledger has a filter of its own, to which the page leads.
"""

import json
import re
from pathlib import Path

from bs4 import BeautifulSoup

from chancegames.base.files import write_whole

#: What is no word of a section: drawings, formulas, listings, links to headings, rows of claims.
SILENT = (
    "svg, script, style, .math, pre, .headerlink, .download, .origin, form, button, noscript, "
    "table.claims, mjx-container"
)
FILE = "searchwords.js"


def sections(html):
    """Id, title, plain words and rows of tables of each section of a page, in order.

    Parameters
    ----------
    html : str
        A page as it is written.
    """
    dice = r'(<span class="dice">)<svg role="img" aria-label="([\d ]+)".*?</svg>'
    html = re.sub(dice, r"\1\2", html, flags=re.DOTALL)
    html = re.sub(r"<svg.*?</svg>|<tbody id=.*?</tbody>", "", html, flags=re.DOTALL)
    article = BeautifulSoup(html, "html.parser").find("article") or BeautifulSoup("", "html.parser")
    for silent in article.select(SILENT):
        silent.decompose()
    found = [_word(term) for term in article.select("dl.glossary > dt[id]")][::-1]
    for told in article.select("dl.glossary"):
        told.decompose()
    for section in reversed(article.select("section[id]")):  # inner ones before those around them
        heading = section.find(re.compile("^h[1-6]$"))
        if heading is None:  # a proof, say: its words belong to the section around it
            continue
        title = " ".join(heading.extract().get_text().split())
        rows = "\n".join(map(_row, section.select("table :is(caption, tr)")))
        for table in section.select("table"):
            table.decompose()
        words = _plain(section.extract())
        if words or rows or heading.name == "h1":
            found.append((section["id"], title, words, rows))
    return found[::-1]


def _word(term):
    """A word of the glossary, with its meaning."""
    return term["id"], _plain(term), _plain(term.find_next_sibling("dd")), ""


def _row(row):
    if row.name == "caption":
        return _plain(row)
    return " · ".join(filter(None, map(_plain, row.select("th, td"))))


def _plain(piece):
    words = " ".join(piece.get_text(" ").split())
    return re.sub(r" (?=[.,;:!?)])|(?<=\() ", "", words)


def write_words(app, exception):
    """Write the words of all sections beside the pages."""
    if exception is not None or app.builder.format != "html" or app.builder.name == "epub":
        return
    folder, listed = Path(app.outdir), []
    for page in sorted(app.env.found_docs):
        parts = sections((folder / app.builder.get_target_uri(page)).read_text(encoding="utf-8"))
        listed += [[page, *part] for part in parts]
    text = json.dumps(listed, ensure_ascii=False, separators=(",", ":"))
    write_whole(folder / FILE, f"window.sectionsOfTheBook={text};\n")


def setup(app):
    """Register with Sphinx."""
    app.connect("build-finished", write_words)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
