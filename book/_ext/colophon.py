"""What every edition of the book says of itself: where to get it, how to cite it, its license.

* ``{colophon} download`` links to the source of this very edition, which the build packs beside the
  pages, and to the repository once its address stands in ``_config.yml``.
* ``{colophon} citation`` shows CITATION.cff as BibTeX.
* The footer of every page has version, commit and licenses.
* Every page tells catalogs and search engines what it is a part of (``citation_*``, JSON-LD).
* A notebook that a reader downloads says first where to get what it imports.
* Once the book has an address (``html: baseurl`` in ``_config.yml``), a sitemap lists its pages,
  links to them have preview pictures, and the page for lost readers knows the way.
"""

import json
import subprocess
import zipfile
from html import escape
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import nbformat
import yaml
from bs4 import BeautifulSoup
from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.util.docutils import SphinxDirective

from chancegames.base.paths import ROOT
from chancegames.show.figures import emblems

CITATION = ROOT / "CITATION.cff"
ARCHIVE = "playing-against-providence.zip"
LICENSES = (
    'Text under <a href="https://creativecommons.org/licenses/by/4.0/">CC-BY-4.0</a>, '
    'code under the <a href="https://opensource.org/license/mit">MIT license</a>.'
)
WAYS = (
    '<p><a href="{0}playing-against-providence.zip">Source of this edition</a> · '
    '<a href="{0}book/index.html#the-name-and-how-to-cite">How to cite</a> · '
    '<a href="{0}book/method.html#how-to-object-to-a-verdict">How to object</a></p>'
)
LOST = "This page is not here"
THE_WAY = """
<p>You rolled a 1, and the roll is spoiled: there is no page at this address (any more).
Search for what you wanted:</p>
<form class="lost" action="{0}search.html" role="search">
<input type="search" name="q" aria-label="Search this book" placeholder="Yahtzee, 421 ...">
<button>Search this book</button>
</form>
<p>Or begin on the <a href="{0}">first page</a>, or play
<a href="{0}book/play/dice-battle.html">Hog</a>, <a href="{0}book/play/tree-solitaire.html">Tree
Solitaire</a>, <a href="{0}book/play/game421.html">421</a> or
<a href="{0}book/play/yahtzee.html">Yahtzee</a>.
<a href="{0}book/how-to-read.html#list-of-chapters">All chapters</a>.
<a href="{0}book/index.fr.html" lang="fr">En français</a>.</p>
"""


def citation():
    """CITATION.cff as a dict."""
    return yaml.safe_load(CITATION.read_text(encoding="utf-8"))


def bibtex():
    """The entry that a reader puts into a bibliography."""
    cited = citation()
    title, version = cited["title"], cited["version"]
    authors = " and ".join(f"{{{author['name']}}}" for author in cited["authors"])
    year = str(cited["date-released"])[:4]
    address = f"\n  url     = {{{cited['url']}}}," if "url" in cited else ""
    return (
        "@book{playing-against-providence,\n"
        f"  title   = {{{title}}},\n  author  = {{{authors}}},\n"
        f"  year    = {{{year}}},\n  version = {{{version}}},{address}\n}}"
    )


class Colophon(SphinxDirective):
    """Say where to get the book, or how to cite it: ``{colophon} citation``."""

    required_arguments = 1

    def run(self):
        """Render the piece named in the argument."""
        self.env.note_dependency(str(CITATION))
        kind = directives.choice(self.arguments[0], ("download", "citation"))
        if kind == "citation":
            return [nodes.literal_block(bibtex(), bibtex(), language="bibtex")]
        up = "../" * self.env.docname.count("/")
        places = [f'<a href="{up}{ARCHIVE}">Download the source of this edition</a> and unpack it']
        settings = yaml.safe_load((ROOT / "_config.yml").read_text(encoding="utf-8"))
        if repository := settings.get("repository", {}).get("url"):
            places.append(f'clone <a href="{escape(repository)}">the repository</a>')
        text = f"<p>{', or '.join(places)}; then, in its folder:</p>"
        text = f'<p class="printed-books"></p>{text}'  # filled when the book is printed
        return [nodes.raw("", text, format="html")]


def tracked():
    """Files that belong to the project, from its folder."""
    listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    try:
        names = subprocess.run(listed, cwd=ROOT, capture_output=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):  # unpacked from an archive of this kind
        built = ("_build", ".venv", ".pytest_cache", ".ruff_cache", ".hypothesis", "__pycache__")
        return sorted(
            path.relative_to(ROOT)
            for path in ROOT.rglob("*")
            if path.is_file() and not set(built) & set(path.relative_to(ROOT).parts)
        )
    return sorted(path for name in names.decode().split("\0") if (path := Path(name)).name)


def pack(folder):
    """Write the archive whole into a folder; the same files make the same archive."""
    target = folder / ARCHIVE
    beside = target.with_suffix(".part")
    with zipfile.ZipFile(beside, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in tracked():
            if not (ROOT / path).is_file():
                continue
            entry = zipfile.ZipInfo(f"{target.stem}/{path.as_posix()}")
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = ((ROOT / path).stat().st_mode & 0o777) << 16
            archive.writestr(entry, (ROOT / path).read_bytes())
    beside.replace(target)


def edition():
    """Version, and the commit that a page was made from, where git knows it."""
    version = f"Version {citation()['version']}"
    try:
        asked = ["git", "rev-parse", "--short=7", "HEAD"]
        commit = subprocess.run(asked, cwd=ROOT, capture_output=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):  # unpacked from an archive
        return version
    return f"{version}, commit {commit.decode().strip()}"


def sign(app, config):
    """Put version and licenses at the foot of every page; use the book's address if it has one."""
    line = f"<p>{escape(edition())}. {LICENSES}</p>"
    options = config.html_theme_options = {**config.html_theme_options, "extra_footer": line}
    if not options.get("repository_url"):  # the theme cannot open nothing on Binder
        options["launch_buttons"] = {}
    rolled = emblems.row_of_dice((4, 5, 1, 6))
    home = config.notfound_urls_prefix = urlsplit(config.html_baseurl).path or "/"
    config.notfound_context = {
        "title": LOST,
        "body": f'<h1>{LOST}</h1><p class="dice">{rolled}</p>{THE_WAY.format(home)}',
    }
    if config.html_baseurl:
        config.ogp_site_url = config.html_baseurl
        config.ogp_social_cards = {"enable": True, "image": "book/_static/preview.png"}


def describe(app, pagename, templatename, context, doctree):
    """Tell catalogs what a page is: its title, its book, its authors, its license."""
    if doctree is None:
        return
    up = "../" * pagename.count("/")
    context["theme_extra_footer"] = context.get("theme_extra_footer", "") + WAYS.format(up)
    cited = citation()
    title = BeautifulSoup(context["title"], "html.parser").get_text()
    book = cited["title"].partition(":")[0]
    authors = [author["name"] for author in cited["authors"]]
    date = str(cited["date-released"])
    said = [
        ("citation_title", title),
        ("citation_inbook_title", book),
        *(("citation_author", author) for author in authors),
        ("citation_publication_date", date.replace("-", "/")),
    ]
    linked = {
        "@context": "https://schema.org",
        "@type": "Book" if pagename == app.config.root_doc else "Chapter",
        "name": title,
        "isPartOf": {"@type": "Book", "name": book},
        "author": [{"@type": "Organization", "name": author} for author in authors],
        "datePublished": date,
        "license": "https://creativecommons.org/licenses/by/4.0/",
        "inLanguage": context.get("language") or "en",
    }
    data = json.dumps(linked, ensure_ascii=False).replace("<", "\\u003c")
    context["metatags"] = (
        context.get("metatags", "")
        + "".join(f'<meta name="{name}" content="{escape(words)}" />\n' for name, words in said)
        + f'<script type="application/ld+json">{data}</script>\n'
    )


def sitemap(address, pages):
    """Every page by its full address, as search engines read it."""
    listed = "".join(f"<url><loc>{escape(urljoin(address, page))}</loc></url>" for page in pages)
    space = "http://www.sitemaps.org/schemas/sitemap/0.9"
    return f'<?xml version="1.0" encoding="utf-8"?>\n<urlset xmlns="{space}">{listed}</urlset>\n'


def tell_where_from(notebook, address):
    """Put a cell before all others: where a reader gets what the notebook imports."""
    book = f"[Playing against Providence]({address})" if address else "*Playing against Providence*"
    archive = f"[{ARCHIVE}]({urljoin(address, ARCHIVE)})" if address else f"`{ARCHIVE}`"
    said = (
        f"This notebook is a chapter of {book} and runs inside the book's folder. The first page "
        f"links to the source, {archive}: unpack it, run `make setup` there (or `python -m pip "
        "install -c constraints.txt -r requirements.txt`), and open the notebook in `notebooks/` "
        "with the Python of `.venv`."
    )
    first = nbformat.v4.new_markdown_cell(said, id="where-from")
    notebook.cells = [first, *(cell for cell in notebook.cells if cell.get("id") != first.id)]
    return notebook


def finish_html(app, exception):
    """When pages have been written: pack the source, complete the notebooks, list the pages."""
    if exception is not None or app.builder.format != "html":
        return
    folder, address = Path(app.outdir), app.config.html_baseurl
    pack(folder)
    for path in folder.glob("_sources/notebooks/*.ipynb"):
        notebook = tell_where_from(nbformat.read(path, as_version=4), address)
        nbformat.write(notebook, path)
    if address:
        pages = sorted(app.builder.get_target_uri(page) for page in app.env.found_docs)
        (folder / "sitemap.xml").write_text(sitemap(address, pages), encoding="utf-8")


def setup(app):
    """Register with Sphinx."""
    app.add_directive("colophon", Colophon)
    app.connect("config-inited", sign)
    app.connect("html-page-context", describe)
    app.connect("build-finished", finish_html)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
