"""A link to a chapter, sent to a friend, shows the chapter's own first picture.

Pictures are taken of the finished pages, if the book has an address (a preview needs a full one),
and if there is a browser to take them, as for the PDF.  Otherwise the preview is the page's title
on the book's picture (see `colophon`).
"""

from importlib.util import find_spec
from pathlib import Path

from bs4 import BeautifulSoup
from docutils import nodes

from chancegames.book import browser

FOLDER = "_static/previews"
#: A first picture in the page itself, which is where this book has all of them.
FIGURE = "main figure:has(svg)"


def _place(pagename):
    return f"{FOLDER}/{pagename.rpartition('/')[2]}.png"


def _camera(app):
    """The browser's path if pictures can be taken and are of use."""
    of_use = app.builder.format == "html" and app.config.html_baseurl
    return browser.program() if of_use and find_spec("playwright") else None


def name_the_picture(app, pagename, templatename, context, doctree):
    """Tell who asks for a preview of a chapter where its picture will be."""
    if not pagename.startswith("notebooks/") or doctree is None or not _camera(app):
        return
    figure = BeautifulSoup(context["body"], "html.parser").select_one("figure:has(svg)")
    if figure is None:
        return
    drawn = figure.select_one("[aria-label]")
    said = {"og:image:alt": drawn["aria-label"]} if drawn else {}
    context["meta"] = {**(context["meta"] or {}), "og:image": _place(pagename), **said}
    context["metatags"] = (
        context.get("metatags", "") + '<meta name="twitter:card" content="summary_large_image" />\n'
    )


def spell_the_dice(app, pagename, templatename, context, doctree):
    """Let the description of a page, made of its first words, say dice that the page draws."""
    for drawn in list(doctree.findall(nodes.raw)) if doctree else ():
        if "words" in drawn:  # the page itself is written already
            drawn.replace_self(nodes.Text(drawn["words"]))


def take_the_pictures(app, exception):
    """Photograph the first picture of each chapter, in the light, 1,200 pixels wide."""
    camera = _camera(app) if exception is None else None
    if not camera:
        return
    from playwright.sync_api import sync_playwright

    folder = Path(app.outdir)
    (folder / FOLDER).mkdir(parents=True, exist_ok=True)
    with sync_playwright() as player:
        chromium = player.chromium.launch(executable_path=camera, args=list(browser.QUIET))
        page = chromium.new_page(
            viewport={"width": 800, "height": 900}, device_scale_factor=1.5, color_scheme="light"
        )
        for path in sorted(folder.glob("notebooks/*.html")):
            page.goto(path.as_uri(), wait_until="load")
            figure = page.locator(FIGURE).first
            if figure.count():
                figure.screenshot(path=folder / _place(path.stem))
        chromium.close()


def setup(app):
    """Register with Sphinx; the page's data come before the tags made of them."""
    app.connect("html-page-context", name_the_picture, priority=400)
    app.connect("html-page-context", spell_the_dice, priority=400)
    app.connect("build-finished", take_the_pictures)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
