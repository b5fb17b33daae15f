"""What the book needs of Sphinx beyond its configuration.

* Executed notebooks are looked up in a cache of their own for each state of the library, and a
  new state makes Sphinx read every page again.
* The tables of the pages that play are made if they are missing or out of date.
* The directive ``ledger`` puts a piece of the ledger on a page, the role ``printed`` what a source
  prints, ``scanned``, ``answered`` and ``judged`` what else there is to a claim, ``computed``
  another thing that is computed when the book is built (a directive for a block, a role in a
  sentence), ``from-chapter`` a table that a chapter shows, and ``shown`` what the page's own
  examples have made.
* A link to a word of the glossary carries its meaning, for who rests the mouse on it.
* Scripts that throw errors or ask other hosts are dropped from every page, scripts and styles of
  extensions from those that hold nothing for them, and roles that
  browsers no longer know are replaced.
"""

import doctest
import hashlib
import re
from functools import partial
from html import escape
from pathlib import Path
from typing import ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.errors import ExtensionError
from sphinx.util.docutils import SphinxDirective, SphinxRole

from chancegames.base.fingerprint import fingerprint
from chancegames.book import asides, counted, showcase, thumbs
from chancegames.book.cache import cache_path, cached_table
from chancegames.book.chapters import chapter, chapters
from chancegames.book.envelope import SUMS, envelope
from chancegames.book.runtimes import RUNTIMES, runtimes
from chancegames.ledger import judge
from chancegames.ledger.verdict import CONFIRMED, WRONG
from chancegames.show.play.make import refresh_tables
from chancegames.show.report import pages

GLOSSARY = "book/glossary"
STATIC = Path(__file__).resolve().parents[1] / "_static"

#: Scripts and styles that nothing in the book uses, by a word of their address or body.
UNUSED = ("sphinx-thebe", "THEBE_JS_URL", "require.min.js", "sphinx_highlight.js")
#: Others, and what of a page needs them: MathJax and its settings, code to copy, and so on.
NEEDED_BY = {
    "tex-chtml.js": 'class="math',
    "window.MathJax": 'class="math',
    "clipboard.min.js": 'class="highlight',
    "copybutton": 'class="highlight',
    "pygments.css": 'class="highlight',
    "design-tabs.js": "sd-tab",
    "proof.css": "proof",
    "exercise.css": "exercise",
    "mystnb": "cell",
}

PIECES = {
    "scoreboard": lambda ledger, titles: pages.scoreboard(ledger),
    "shares": lambda ledger, titles: pages.shares(ledger),
    "claims": pages.ledger_page,
    "meanings": lambda ledger, titles: pages.meanings(ledger),
    "discrepancies": pages.discrepancies,
    "answers": lambda ledger, titles: pages.answers(ledger),
    "withdrawn": lambda ledger, titles: pages.selected(ledger, counted._withdrawn_claims(), titles),
}


def _runtimes():
    known = runtimes()
    return pages.runtimes(
        [
            (c.slug, c.title, at.seconds, at.megabytes, at.processor)
            for c in chapters()
            if (at := known.get(c.slug))
        ]
    )


COMPUTED = {
    **{f"cost-{game}": partial(thumbs.cost, game) for game in thumbs.COSTS},
    **{f"picture-{name}": partial(showcase.picture, name) for name in showcase.PICTURES},
    **{f"envelope-{name}": partial(envelope, name) for name in SUMS},
    "numbers-yahtzee": thumbs.numbers,
    "games": lambda: pages.games(showcase.GAMES),
    "play": lambda: pages.games(showcase.PLAY, "play.html"),
    "runtimes": _runtimes,
    "reading": asides.reading,
    "claims-bars": counted._bars,
    "claims-flow": counted._flow,
    "claims-squares": counted._squares,
    "picture-openings": asides.openings,
    "picture-learning": asides.learning,
}


def _from(docname, markup):
    """Turn the links of a chapter's markup into those of a page that may lie deeper."""
    return markup.replace('href="../', f'href="{"../" * docname.count("/")}')


class Ledger(SphinxDirective):
    """Insert a piece of the ledger, ``{ledger} scoreboard``, or the claims named in the content.

    With ``:record:`` and the name of a claim, its row in ``data/published``.
    """

    optional_arguments = 1
    has_content = True
    option_spec: ClassVar = {"record": directives.unchanged}

    def run(self):
        """Render the piece named in the argument, or the claims named in the content."""
        titles = {item.slug: item.title for item in chapters()}
        if "record" in self.options:
            piece = pages.record(judge.full(), self.options["record"])
        elif self.arguments:
            make = PIECES[directives.choice(self.arguments[0], tuple(PIECES))]
            piece = make(judge.full(), titles)
        else:
            piece = pages.selected(judge.full(), " ".join(self.content).split(), titles)
        return [nodes.raw("", _from(self.env.docname, piece.markup), format="html")]


class Printed(SphinxRole):
    """What a source prints, linked to the ledger: ``{printed}`lecture-09```."""

    def run(self):
        """Look the claim up."""
        words = _entry(self.text).claim.published.strip("“”")
        address = f"../book/ledger.html#{self.text}"
        return [nodes.reference("", words, refuri=address, internal=False)], []


class Judged(SphinxRole):
    """One thing about a claim: what the scan shows, what we compute, or the verdict in a word.

    Written ``{scanned}`lecture-09```, ``{answered}`lecture-09``` and ``{judged}`lecture-09```.
    """

    def run(self):
        """Look the claim up."""
        entry = _entry(self.text)
        markup = {
            "scanned": f"<span data-printed>{escape(_shown(entry.claim))}</span>",
            "answered": f'<span data-how="{entry.claim.kind}">{escape(entry.computed)}</span>',
            "judged": f"<b>{_in_a_word(entry.verdict).capitalize()}.</b>",
        }
        return [nodes.raw("", markup[self.name], format="html")], []


def _entry(name):
    """The row of the ledger with this name."""
    (entry,) = [entry for entry in judge.full() if entry.claim.claim_id == name]
    return entry


def _shown(claim):
    """The characters of a claim in the text that we have."""
    return claim.scan or claim.published.strip("“”")


def _in_a_word(verdict):
    """How a verdict counts."""
    return "confirmed" if verdict in CONFIRMED else "wrong" if verdict in WRONG else "neither"


class Computed(SphinxDirective):
    """Insert something else that is computed when the book is built: ``{computed} games``."""

    required_arguments = 1

    def run(self):
        """Render the piece named in the argument."""
        self.env.note_dependency(str(RUNTIMES))
        piece = COMPUTED[directives.choice(self.arguments[0], tuple(COMPUTED))]()
        return [nodes.raw("", piece.markup, format="html")]


class ComputedInline(SphinxRole):
    """A number or a bar in a sentence, ``{computed}`wins-LSTRAT```."""

    def run(self):
        """Render what is named."""
        self.env.note_dependency(str(asides.SWEEP))
        if self.text not in asides.INLINE:
            message = self.inliner.reporter.error(
                f"nothing computes {self.text!r}", line=self.lineno
            )
            return [], [message]
        return [nodes.raw("", asides.INLINE[self.text]().markup, format="html")], []


class chapter_table(nodes.General, nodes.Element):
    """The place of a table that a chapter shows, filled when all chapters have been run."""


class FromChapter(SphinxDirective):
    """Show a table of a chapter on another page: ``{from-chapter} both-at-once card``.

    With ``:shaded:`` a cell that holds a whole number is the darker, the larger the number; with
    ``:caption:`` the table has other words below it.
    """

    required_arguments = 2
    option_spec: ClassVar = {"shaded": directives.flag, "caption": directives.unchanged}

    def run(self):
        """Leave a place for the table; chapters may still have to be run."""
        slug, name = self.arguments
        self.env.note_dependency(str(chapter(slug).path))
        words = self.options.get("caption")
        shaded = "shaded" in self.options
        return [chapter_table("", slug=slug, table=name, shaded=shaded, caption=words)]


class Shown(SphinxDirective):
    """Show what the page's examples have made, as a notebook would: ``{shown} drawing table``."""

    required_arguments = 1
    optional_arguments = 20

    def run(self):
        """Run every example of the page; one that is not true is an error."""
        source = Path(self.env.doc2path(self.env.docname))
        text = source.read_text(encoding="utf-8")
        lines = "\n".join(re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL))
        test = doctest.DocTestParser().get_doctest(lines, {}, source.name, str(source), 0)
        told = []
        if doctest.DocTestRunner().run(test, out=told.append, clear_globs=False).failed:
            raise ExtensionError(f"{source.name}: an example is not true\n{''.join(told)}")
        made = [test.globs[name]._repr_html_() for name in self.arguments]
        return [nodes.raw("", _from(self.env.docname, markup), format="html") for markup in made]


def setup(app):
    """Register with Sphinx."""
    app.add_config_value("chancegames_fingerprint", "", "env")
    app.add_config_value("chancegames_static", "", "html")
    app.add_directive("ledger", Ledger)
    app.add_directive("computed", Computed)
    app.add_role("printed", Printed())
    for name in ("scanned", "answered", "judged"):
        app.add_role(name, Judged())
    app.add_role("computed", ComputedInline())
    app.add_directive("from-chapter", FromChapter)
    app.add_directive("shown", Shown)
    app.add_node(chapter_table)
    app.connect("doctree-resolved", _fill_tables)
    app.connect("write-started", _number_on_each_page)
    app.connect("config-inited", _use_cache, priority=1)
    app.connect("config-inited", _make_tables)
    app.connect("html-page-context", _drop_unused_files, priority=900)
    app.connect("html-page-context", _load_scripts_side_by_side, priority=901)
    app.connect("html-page-context", _use_current_roles)
    app.connect("html-page-context", _begin_with_the_readers_theme)
    app.connect("html-page-context", _explain_words)
    return {"version": fingerprint(), "parallel_read_safe": True, "parallel_write_safe": True}


def _fill_tables(app, doctree, docname):
    for place in list(doctree.findall(chapter_table)):
        slug, name = place["slug"], place["table"]
        markup = cached_table(chapter(slug), name)
        if markup is None:
            raise ExtensionError(f"{docname}: the chapter {slug} shows no table {name}")
        if place["caption"]:
            words = f"<caption>{escape(place['caption'])}</caption>"
            markup = re.sub(r"<caption>.*?</caption>", lambda _, own=words: own, markup, flags=re.S)
        if place["shaded"]:
            markup = re.sub(
                r"(?<!<tr>)<td>(\d+)</td>",
                r'<td class="shaded" style="--level: \1">\1</td>',
                markup,
            )
        place.replace_self(nodes.raw("", markup, format="html"))


def _number_on_each_page(app, builder):
    """Exercises and statements count from 1 on every page, not through the whole book.

    Sphinx numbers them anew before every build, also before one that reads no page again.
    """
    for kinds in builder.env.toc_fignumbers.values():
        for numbers in kinds.values():
            in_order = sorted(numbers, key=numbers.get)
            numbers.update({label: (n,) for n, label in enumerate(in_order, start=1)})


def _use_cache(app, config):
    config.chancegames_fingerprint = fingerprint()
    config.nb_execution_cache_path = str(cache_path())


def _make_tables(app, config):
    """Make the tables; pages are written anew if a static file has changed, or it is not copied."""
    refresh_tables()
    digest = hashlib.sha256()
    for path in sorted(STATIC.rglob("*")):
        if path.is_file() and "mathjax" not in path.parts:
            digest.update(str(path.relative_to(STATIC)).encode() + path.read_bytes())
    config.chancegames_static = digest.hexdigest()


def _drop_unused_files(app, pagename, templatename, context, doctree):
    """A page without mathematics gets no MathJax, even if pages below it have some; and so on."""
    body = context.get("body", "")
    idle = (*UNUSED, *(file for file, need in NEEDED_BY.items() if need not in body))
    for kind in ("script_files", "css_files"):
        if kind in context:
            context[kind] = [
                file for file in context[kind] if not any(word in _words(file) for word in idle)
            ]


def _load_scripts_side_by_side(app, pagename, templatename, context, doctree):
    """One script after the other, each before the page goes on, is 1.6 s on a slow phone.

    Left as they are: the options, which a line of the page sets, and the theme's search page, whose
    own scripts follow these at once.
    """
    if "script_files" in context and pagename != "search":
        context["script_files"] = [_deferred(script) for script in context["script_files"]]


def _deferred(script):
    settings = getattr(script, "attributes", {})
    at_once = not getattr(script, "filename", None) or "body" in settings
    if at_once or "async" in settings or "documentation_options" in script.filename:
        return script
    return type(script)(script.filename, priority=script.priority, **settings | {"defer": "defer"})


def _use_current_roles(app, pagename, templatename, context, doctree):
    """Entries of a bibliography are list items; docutils still writes a withdrawn role."""
    if "body" in context:
        context["body"] = context["body"].replace('role="doc-biblioentry"', 'role="listitem"')


def _begin_with_the_readers_theme(app, pagename, templatename, context, doctree):
    """Without a mode to begin with, the theme complains on the console of every first visit."""
    context["default_mode"] = "auto"


def _explain_words(app, pagename, templatename, context, doctree):
    """A link to a word of the glossary carries the word's meaning; the style sheet shows it."""
    if "std-term" not in context.get("body", ""):
        return
    meanings = {
        name: _meaning(item.next_node(nodes.definition))
        for item in app.env.get_doctree(GLOSSARY).findall(nodes.definition_list_item)
        for term in item.findall(nodes.term)
        for name in term["ids"]
    }
    links = r'<a class="reference internal" (href="[^"#]*#(term-[^"]+)")(?=><span class="xref std)'
    context["body"] = re.sub(
        links,
        lambda at: f'<a class="reference internal word" data-meaning="{meanings[at[2]]}" {at[1]}',
        context["body"],
    )


def _meaning(definition):
    """Words of a definition up to the arrow that leads on, ready for an attribute."""
    parts = [
        part.get("words", "") if isinstance(part, nodes.raw) else part
        for part in definition.findall(lambda node: isinstance(node, nodes.Text | nodes.raw))
        if isinstance(part, nodes.raw) or not isinstance(part.parent, nodes.raw)
    ]
    return escape(" ".join("".join(parts).partition("→")[0].split()))


def _words(script):
    """Address and body of a script, in whatever form Sphinx keeps it."""
    return f"{script} {getattr(script, 'attributes', '')}"
