"""The French edition of what players use, made from the English pages and one catalog.

A page ``book/players.fr.md`` has no text of its own: it is ``book/players.md`` with every
paragraph, heading, item and cell replaced by its French from ``book/locale/fr/book.po``.  The same
file has the words of HTML that is computed when the book is built, with numbers as ``{1}``, and of
the scripts: ``t`Cast ${n} again``` is ``Cast {1} again``.  What has no French is shown in English.

``make french`` brings the catalog up to date with the English, and lists what is missing.
"""

import gettext
import json
import re
from collections.abc import Iterator
from functools import cache, partial
from html import escape
from importlib import import_module
from pathlib import Path
from urllib.parse import urlsplit

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po
from bs4 import BeautifulSoup, NavigableString
from colophon import LICENSES, WAYS, citation
from docutils import nodes
from markdown_it.renderer import RendererHTML
from myst_parser.config.main import MdParserConfig
from myst_parser.parsers.mdit import create_md_parser
from sphinx import addnodes
from sphinx.locale import translators
from sphinx.util import docname_join

from chancegames.base.paths import BUILD, ROOT
from chancegames.book.chapters import book_pages, chapters

PO = ROOT / "book/locale/fr/book.po"
BOOK = ROOT / "book"
#: Scripts that say something on the pages that have a French edition.
SCRIPTS = [
    path for room in ("live", "play") for path in sorted((BOOK / "_static" / room).glob("*.js"))
]
#: The French edition of a page has the name of the page and this.
FRENCH = ".fr"
SETTINGS = MdParserConfig(enable_extensions={"colon_fence", "deflist", "dollarmath"})
#: Directives whose content is text; of the first the argument is, too.
TITLED, PLAIN = ("{admonition}", "{dropdown}"), ("{button-link}", "{note}", "{tip}")
#: Where Sphinx and the themes keep their own French.
FRAME = {
    "sphinx": (("pydata_sphinx_theme", "locale"), ("sphinx", "locale")),
    "booktheme": (("sphinx_book_theme", "theme/sphinx_book_theme/static/locales"),),
}
NUMBER = re.compile(r"(?<![\w.])[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?|\d+\.\d+|(?<![\w{])\d+(?![\w}])")
#: The same in a sentence; versions are written alike everywhere.
COMPUTED = re.compile(r"(?<![-\w.])(?<!Python )(?:[1-9]\d{0,2}(?:,\d{3})+|\d+\.\d+)")
SPEAKS = re.compile(r"[^\W\d_]{2}")
#: What a page calls one of its places.
LABEL = re.compile(r"^\(([\w-]+)\)=$", re.MULTILINE)
#: What is counted; the French plural begins at two: 1,9 point.
COUNTED = ("chance", "coup", "course", "dé", "jeton", "partie", "point", "regard", "victoire")
FEWER = re.compile(
    r"(?<![\d,\u202f])([01](?:,\d+)?(?:\s|</?(?:b|em|span|strong)\b[^>]*>)+"
    rf"(?:{'|'.join(COUNTED)}))s\b"
)
#: What stands on a folded box.
HINTS = ("Click to show", "Click to hide")
#: What stands in an empty field for a search.
SEARCH = "Search this book..."
#: How to cite the book, in French.
CITE = "book/index.fr.html#le-titre-et-comment-citer"
#: What stands at the foot of every page.
FOOT = (LICENSES, *re.findall(r">([^<]+)</a>", WAYS))
#: What citations say in English.
CITED = {
    "Anonymous": "Anonyme",
    " and ": " et ",
    "n.d.": "s. d.",
    "Lecture notes": "Notes de cours",
    "Student report": "Rapport d’étudiantes",
}
#: A link to another page of the book, up to its address, its attributes, its words.
LINK = re.compile(r'<a\b([^>]*?) href="([^":#?]+)\.html([#?][^"]*)?"([^>]*)>(.*?)</a>', re.DOTALL)
MARK = ' <abbr class="in-english" title="en anglais">(en)</abbr>'


@cache
def catalog():
    """French words by the English ones."""
    with PO.open("rb") as file:
        return {m.id: m.string for m in read_po(file) if m.id and m.string and not m.fuzzy}


@cache
def typeset():
    """The catalog as it is printed, with the spaces at which no line may break."""
    return {english: unbroken(french) for english, french in catalog().items()}


def unbroken(words):
    """Keep French marks with their words.

    >>> unbroken("Dites : « Oui ! » :py:mod: reste")
    'Dites\\xa0: «\\xa0Oui\\xa0!\\xa0» :py:mod: reste'
    """
    return re.sub(r"(?<=«) | (?=[;!?»])| (?=:(?:\s|$))", "\N{NO-BREAK SPACE}", words)


def agree(words):
    """Put what is counted into the singular below two.

    >>> agree("0,4 points, <b>1,9</b> points, 21 points")
    '0,4 point, <b>1,9</b> point, 21 points'
    """
    return FEWER.sub(r"\1", words)


def french_pages():
    """Names of the French pages."""
    return {path.relative_to(ROOT).with_suffix("").as_posix() for path in BOOK.rglob("*.fr.md")}


def english(docname):
    """Path of the English page of a French one."""
    return ROOT / f"{docname.removesuffix(FRENCH)}.md"


def number(text):
    """A number as the French write it.

    >>> number("359,616"), number("12.5"), number("7")
    ('359\\u202f616', '12,5', '7')
    """
    return text.replace(",", "\u202f").replace(".", ",")


def pieces(text: str) -> Iterator[tuple[int, int, str]]:
    """First line, line after the last, and words of every piece of text of a page, in order."""
    for token in create_md_parser(SETTINGS, RendererHTML).parse(text):
        if token.type == "inline" and SPEAKS.search(token.content):
            yield *token.map, " ".join(token.content.split())
        elif token.type in ("fence", "colon_fence"):
            name, _, title = token.info.strip().partition(" ")
            first = token.map[0]
            if name in TITLED and title:
                yield first, first + 1, title.strip()
            if name in TITLED + PLAIN:
                inside = re.sub(r"^:[\w-]+:.*$", "", token.content, flags=re.MULTILINE)
                yield from ((first + 1 + a, first + 1 + b, w) for a, b, w in pieces(inside))


def in_french(text, words):
    """A page with its pieces replaced by their French, where there is some."""
    lines = text.split("\n")
    for first, last, piece in reversed(list(pieces(text))):
        if piece in words:
            spread = r"\s+".join(map(re.escape, piece.split()))
            if not re.search(spread, "\n".join(lines[first:last])):
                first, last = max(first - 2, 0), last + 1  # the lines of some terms are miscounted
            block = "\n".join(lines[first:last])
            block = re.sub(spread, lambda _, p=piece: words[p], block, count=1)
            lines[first:last] = block.split("\n")
    return "\n".join(lines)


def own_labels(text):
    """A page whose labels, and its links to them, are not those of the English page.

    >>> own_labels("[Hog](#hog-card)\\n\\n(hog-card)=\\n## Hog")
    '[Hog](#hog-card-fr)\\n\\n(hog-card-fr)=\\n## Hog'
    """
    for label in LABEL.findall(text):
        for around in ("({})=", "](#{})"):
            text = text.replace(around.format(label), around.format(f"{label}-fr"))
    return text


def speaking(soup):
    """Elements of HTML that hold words of their own, none inside of another."""
    found = []
    for tag in soup.find_all(True):
        own = (part for part in tag.children if type(part) is NavigableString)
        drawn = tag.find_parent("svg") and tag.name != "text"
        if drawn or tag.name in ("svg", "script", "style", "code"):
            continue
        if any(map(SPEAKS.search, own)) and not any(one in tag.parents for one in found):
            found.append(tag)
    return found


def message(markup):
    """Words of a piece of HTML with its numbers taken out, and these numbers."""
    taken = []

    def take(found):
        taken.append(found[0])
        return f"{{{len(taken)}}}"

    parts = re.split(r"(<[^>]+>)", " ".join(markup.split()))
    return "".join(p if p[:1] == "<" else NUMBER.sub(take, p) for p in parts), taken


def html_in_french(markup, words, docname=""):
    """HTML in French, with links to the French pages; what has no French is marked as English."""
    soup = BeautifulSoup(markup, "html.parser")
    for tag in soup.select("svg[aria-label], [role=region][aria-label]"):
        said, numbers = message(tag["aria-label"])
        tag["aria-label"] = _filled(words.get(said, said), numbers)
        if said not in words and SPEAKS.search(said):
            tag["data-english"] = said
    for tag in speaking(soup):
        said, numbers = message(tag.decode_contents())
        inside = BeautifulSoup(_filled(words.get(said, said), numbers), "html.parser")
        tag.clear()
        tag.extend(list(inside.children))
        if said not in words:
            tag["lang"], tag["data-english"] = "en", said
    for text in soup.find_all(string=NUMBER):
        if not SPEAKS.search(text) and not text.find_parent(["code", "script"]):
            text.replace_with(NUMBER.sub(lambda n: number(n[0]), text))
    for link in soup.find_all("a", href=re.compile(r"^[^:#]+\.html")):
        page = docname_join(docname, urlsplit(link["href"]).path.removesuffix(".html"))
        if page + FRENCH in french_pages():
            link["href"] = link["href"].replace(".html", f"{FRENCH}.html", 1)
    return str(soup)


def _filled(words, numbers):
    return re.sub(r"\{(\d+)\}", lambda n: number(numbers[int(n[1]) - 1]), words)


def script_messages(code):
    """Words of a script: what stands between t` and `, with its values as {1}, {2}.

    >>> list(script_messages('show(t`Cast ${n > 1 ? t`all` : n} again`)'))
    ['Cast {1} again', 'all']
    """
    for found in re.finditer(r"(?<![\w.])t`", code):
        at, count, said = found.end(), 0, ""
        while code[at] != "`":
            if code.startswith("${", at):
                at, count = _after(code, at + 2), count + 1
                said += f"{{{count}}}"
            else:
                said, at = said + code[at], at + 1
        yield said


def _after(code, at):
    """Place after the brace that closes the one before a place."""
    depth = 1
    while depth:
        depth += {"{": 1, "}": -1}.get(code[at], 0)
        at += 1
    return at


def html_messages(markup):
    """Words of HTML that stands in a page."""
    soup = BeautifulSoup(markup, "html.parser")
    return [message(tag.decode_contents())[0] for tag in speaking(soup)]


def wanted():
    """Everything that has to be said in French, by the place where it is said in English."""
    found = dict.fromkeys([page.part for page in book_pages() if page.part], "_toc.yml")
    found |= dict.fromkeys(_english_titles(), "_toc.yml")
    found |= {_author(): "CITATION.cff"}
    found |= dict.fromkeys(FOOT, "colophon.py") | dict.fromkeys(HINTS, "sphinx-togglebutton")
    found[SEARCH] = "sphinx-book-theme"
    for docname in sorted(french_pages()):
        page = english(docname)
        text = page.read_text(encoding="utf-8")
        raw = re.findall(r"^```\{raw\} html\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
        said = [words for _, _, words in pieces(text)]
        said += [words for markup in raw for words in html_messages(markup)]
        built = BUILD / "html" / f"{docname}.html"
        if built.is_file():  # what is computed when the book is built
            soup = BeautifulSoup(built.read_text(encoding="utf-8"), "html.parser")
            said += [tag["data-english"] for tag in soup.select("[data-english]")]
        found.update({words: page.name for words in said if words not in found})
    for script in SCRIPTS:
        code = script.read_text(encoding="utf-8")
        said = (m for m in script_messages(code) if re.sub(r"\{\d+\}|\s", "", m))
        found.update({words: script.name for words in said if words not in found})
    return found


def _english_titles():
    """Titles of the pages that are in English only: French pages name them in French."""
    titles = {f"notebooks/{chapter.slug}": chapter.title for chapter in chapters()}
    for page in book_pages():
        if not {page.name, page.name + FRENCH} & french_pages():
            yield titles.get(page.name) or _heading(page.name)


def _heading(docname):
    text = (ROOT / f"{docname}.md").read_text(encoding="utf-8")
    return re.search(r"^# (.+)$", text, re.MULTILINE)[1]


def missing():
    """What has no French, by its place."""
    return {words: place for words, place in wanted().items() if words not in catalog()}


def refresh():
    """Add to the catalog what is missing; what is no longer said stays, in case it comes back."""
    fresh = Catalog(locale="fr", project="Playing against Providence", fuzzy=False)
    for words, place in wanted().items():
        fresh.add(words, catalog().get(words, ""), locations=[(place, None)])
    for words, said in catalog().items():
        if words not in fresh:
            fresh.add(words, said, auto_comments=["computed, or no longer there"])
    with PO.open("wb") as file:
        write_po(file, fresh, width=100, omit_header=True, include_lineno=False)


def read(app, docname, source):
    """Put the English text in French words in the place of an empty page."""
    if docname.endswith(FRENCH):
        page = english(docname)
        app.env.note_dependency(str(page))
        app.env.note_dependency(str(PO))
        source[0] = own_labels(in_french(page.read_text(encoding="utf-8"), typeset()))


def link(app, doctree):
    """Lead from French pages to French pages, where there are some."""
    docname = app.env.docname
    for reference in doctree.findall(addnodes.pending_xref) if docname.endswith(FRENCH) else ():
        target = docname_join(docname, reference["reftarget"])
        if reference["reftype"] == "doc" and target + FRENCH in french_pages():
            reference["reftarget"] += FRENCH


def say(app, doctree, docname):
    """Put what was computed into French: tables, cards, numbers in sentences."""
    _speak(app, "fr" if docname.endswith(FRENCH) else "en")  # the page is written right after this
    if not docname.endswith(FRENCH):
        return
    for piece in list(doctree.findall(nodes.raw)):
        if piece.get("format") == "html":
            markup = html_in_french(piece.astext(), typeset(), docname)
            piece.replace_self(nodes.raw("", markup, format="html"))
    for text in list(doctree.findall(nodes.Text)):
        if not isinstance(text.parent, nodes.raw | nodes.literal | nodes.literal_block):
            said = re.sub(COMPUTED, lambda n: number(n[0]), text)
            text.parent.replace(text, nodes.Text(said))
    for cited in doctree.findall(nodes.inline):
        if "bibtex-citation" not in cited["classes"]:
            continue
        for text in list(cited.findall(nodes.Text)):
            text.parent.replace(text, nodes.Text(_cited(text)))
        for reference in cited.findall(nodes.reference):
            reference["reftitle"] = _cited(reference.get("reftitle", ""))


def _cited(words):
    """A study as French texts cite it.

    >>> _cited("Lam and Salais [n.d.]")
    'Lam et Salais [s. d.]'
    """
    for said, french in CITED.items():
        words = words.replace(said, french)
    return words


def frame(app, pagename, templatename, context, doctree):
    """Let a page say its language, and link to the other edition."""
    in_it = pagename.endswith(FRENCH)
    _speak(app, "fr" if in_it else "en")
    if in_it:
        context["language"] = "fr"
    other = pagename.removesuffix(FRENCH) if in_it else pagename + FRENCH
    if doctree is None or (not in_it and other not in french_pages()):
        return
    if in_it:
        context["body"] = LINK.sub(partial(_marked, app, pagename), agree(context["body"]))
    code, words = ("en", "In English") if in_it else ("fr", "En français")
    address = app.builder.get_relative_uri(pagename, other)
    context["body"] = (
        f'<p class="language"><a href="{address}" hreflang="{code}" lang="{code}">{words}</a></p>'
        + context["body"]
    )
    context["metatags"] = (
        context.get("metatags", "")
        + f'<link rel="alternate" hreflang="{code}" href="{address}" />\n'
    )


def _marked(app, docname, link):
    """A link that says so if it leads to a page in English."""
    before, address, anchor, after, words = link.groups()
    page = docname_join(docname, address)
    if page.endswith(FRENCH) or page not in app.env.titles:
        return link[0]
    if (anchor or "?").startswith("?") and page + FRENCH in french_pages():
        return f'<a{before} href="{address}{FRENCH}.html{anchor or ""}"{after}>{words}</a>'
    said = BeautifulSoup(words, "html.parser").get_text()
    title = said == app.env.titles[page].astext()
    quoted = ' lang="en"' if title and said not in typeset() else ""
    words = escape(typeset()[said]) if title and not quoted else words
    mark = "" if "<div" in words or not SPEAKS.search(said) else MARK
    href = f'href="{address}.html{anchor or ""}"'
    return f'<a{before} {href}{after} hreflang="en"{quoted}>{words}</a>{mark}'


def surround(app, pagename, templatename, context, doctree):
    """Put what the theme shows around a French page into French, as far as it goes."""
    if not pagename.endswith(FRENCH):
        return
    words, contents = typeset(), context["generate_toctree_html"]
    context["author"] = words.get(_author(), _author())
    context["theme_home_page_in_toc"] = False  # it is the English one
    context["docstitle"] = words.get(app.config.html_title, app.config.html_title)
    context["theme_search_bar_text"] = words.get(SEARCH, SEARCH)
    context["script_files"] = [_hinting(script, words) for script in context["script_files"]]
    foot = context["theme_extra_footer"]
    for said in FOOT:
        foot = foot.replace(said, words.get(said, said))
    foot = foot.replace("book/index.html#the-name-and-how-to-cite", CITE)
    context["theme_extra_footer"] = LINK.sub(partial(_marked, app, pagename), foot)
    if context.get("prev") and FRENCH not in context["prev"]["link"]:
        context["prev"] = None  # the last page in English

    def in_french_first(**asked):
        soup = BeautifulSoup(str(contents(**asked)), "html.parser")
        captions = soup.select("p.caption")
        for caption in captions:
            caption.span.string = words.get(caption.get_text(), caption.get_text())
        for item in soup.select("a[href]"):
            if item["href"].endswith((f"{FRENCH}.html", "#")):
                continue
            page = docname_join(pagename, item["href"].removesuffix(".html"))
            if page + FRENCH in french_pages():  # it stands above, in French
                item.find_parent("li").decompose()
            elif (title := item.get_text().strip()) in words:
                item["hreflang"], item.string = "en", words[title]
            else:
                item["hreflang"] = item["lang"] = "en"
        if captions:  # the pages of this edition are the last part of the table of contents
            captions[0].insert_before(captions[-1], *captions[-1].find_next_siblings("ul"))
        return soup

    context["generate_toctree_html"] = in_french_first


def _hinting(script, words):
    """The same script of the page, with the words on its folded boxes in French."""
    body = getattr(script, "attributes", {}).get("body") or ""
    for said in HINTS:
        if said in body:
            body = body.replace(said, words.get(said, said))
            return type(script)(script.filename, priority=script.priority, body=body)
    return script


def _author():
    return " and ".join(author["name"] for author in citation()["authors"])


def _speak(app, language):
    """Have the theme say its own words in a language."""
    for name, own in _frame_words(language).items():
        translators["general", name] = own
    said = translators["general", "sphinx"]
    app.builder.templates.environment.install_gettext_translations(said)


@cache
def _frame_words(language):
    """Catalogs of Sphinx and of the themes; what is not in them is said in English."""
    found = {}
    for catalog_name, folders in FRAME.items():
        found[catalog_name] = gettext.NullTranslations()
        for package, folder in folders:
            place = Path(import_module(package).__file__).parent / folder
            words = gettext.translation(catalog_name, place, [language], fallback=True)
            words.add_fallback(found[catalog_name])
            found[catalog_name] = words
    return found


def finish(app, exception):
    """Put the words of the scripts beside them."""
    if exception is None and app.builder.format == "html":
        spoken = set(_script_words())
        said = {m: w for m, w in typeset().items() if m in spoken}
        text = f"export default {json.dumps(said, ensure_ascii=False, indent=0)};\n"
        text += f"export const counted = {json.dumps(COUNTED)};\n"
        (Path(app.outdir) / "_static/play/french.js").write_text(text, encoding="utf-8")


def _script_words():
    for script in SCRIPTS:
        yield from script_messages(script.read_text(encoding="utf-8"))


def setup(app):
    """Register with Sphinx."""
    app.connect("source-read", read)
    app.connect("doctree-read", link)
    app.connect("doctree-resolved", say, priority=900)
    app.connect("html-page-context", frame, priority=100)
    app.connect("html-page-context", surround, priority=900)
    app.connect("build-finished", finish)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": False}


if __name__ == "__main__":
    refresh()
    catalog.cache_clear()
    for said, place in missing().items():
        print(f"{place}: {said}")
    print(f"{len(missing())} without French in {PO.relative_to(ROOT)}")
