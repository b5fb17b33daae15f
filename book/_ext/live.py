"""Pictures that move: the directive ``live``.

A picture stands where its still picture would.  The still is the content of the directive or, if
that is empty, the figure of the cell just before it.  Print, readers without scripts and a page
opened as a file keep the still; in a browser ``book/_static/live/NAME.js`` takes its place::

    ```{live} coins-map
    :start: coins=12, points=8
    :caption: Move over the map, or use the sliders.
    ```

A sentence moves it with the role ``move``: a link that leads to the picture and sets it::

    {move}`twenty coins for fifteen points <coins-map coins=20, points=15>`

With ``press`` it presses a button of the picture::

    {move}`near the goal <throw-map press=Near the goal>`
"""

import json
import re
from html import escape
from pathlib import Path
from typing import ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective, SphinxRole

from chancegames.base.fingerprint import fingerprint

STATIC = Path(__file__).resolve().parents[1] / "_static"
STYLES = ("play/play.css", "play/tree-solitaire.css", "live/live.css")
SCRIPT = "live/start.js"
log = logging.getLogger(__name__)


class live_picture(nodes.General, nodes.Element):
    """A picture that moves; its children are the still picture."""


class live_move(nodes.General, nodes.Inline, nodes.TextElement):
    """Words that set a picture of their page."""


def _start(argument):
    """Read ``coins=12, points=8``: where the picture begins."""
    pairs = [entry.partition("=") for entry in argument.split(",")]
    if not all(name.strip() and sign for name, sign, _ in pairs):
        raise ValueError(f"a picture starts at name=value pairs, not at {argument!r}")
    return {name.strip(): value.strip() for name, _, value in pairs}


def _picture(argument):
    """Name of a picture: a script of that name has to exist."""
    if not (STATIC / "live" / f"{argument}.js").is_file():
        raise ValueError(f"there is no picture book/_static/live/{argument}.js")
    return argument


class Live(SphinxDirective):
    """Put a picture that moves in the place of a still one: ``{live} coins-map``."""

    required_arguments = 1
    has_content = True
    option_spec: ClassVar = {
        "start": _start,
        "caption": directives.unchanged_required,
    }

    def run(self):
        """Leave the picture with its still, or the place where one is looked for."""
        try:
            name = _picture(self.arguments[0])
        except ValueError as error:
            raise self.error(str(error)) from None
        picture = live_picture("", picture=name, start=self.options.get("start", {}))
        self.set_source_info(picture)
        picture += self.parse_content_to_nodes()
        words, messages = self.parse_inline(self.options.get("caption", ""))
        picture["captioned"] = bool(words)
        return [picture, *([_caption(words)] if words else []), *messages]


class Move(SphinxRole):
    """Words that lead to a picture of the page and set it: ``{move}`words <NAME name=value>```."""

    def run(self):
        """Leave the words with what they set."""
        try:
            found = re.fullmatch(r"(.+?)\s*<(\S+) (.+)>", self.text, re.DOTALL)
            if not found:
                raise ValueError(f"words <NAME name=value, ...> are wanted, not {self.text!r}")
            words, name, start = found.groups()
            node = live_move("", words, picture=_picture(name), start=_start(start))
        except ValueError as error:
            log.warning("%s", error, location=self.get_location())
            return [nodes.Text(self.text)], []
        self.set_source_info(node)
        return [node], []


def _check_moves(app, doctree):
    """A link that moves a picture needs that picture on its page; it leads to the first."""
    here = {}
    for picture in doctree.findall(live_picture):
        picture["first"] = here.setdefault(picture["picture"], picture) is picture
    for link in doctree.findall(live_move):
        if link["picture"] not in here:
            log.warning("no picture %s moves on this page", link["picture"], location=link)


def _caption(words):
    caption = nodes.paragraph("", "", *words)
    caption["classes"].append("live-caption")
    return caption


def _take_stills(app, doctree):
    """A picture without content takes in the figure of the cell before it."""
    for picture in list(doctree.findall(live_picture)):
        if picture.children:
            continue
        siblings = picture.parent.children
        before = siblings[siblings.index(picture) - 1] if siblings.index(picture) else None
        if before is None or "cell" not in before.get("classes", ()):
            log.warning("a picture that moves needs a still: none stands here", location=picture)
            continue
        picture.parent.remove(before)
        picture += before


def _start_of(node):
    return escape(json.dumps(node["start"]), quote=True)


def _visit(self, node):
    name = node["picture"]
    anchor = f' id="live-{name}"' if node["first"] else ""
    self.body.append(
        f'<div class="live"{anchor} data-live="{name}" data-start="{_start_of(node)}">'
        '<div class="live-still">'
    )


def _depart(self, node):
    self.body.append("</div></div>")


def _visit_move(self, node):
    self.body.append(
        f'<a class="live-move" href="#live-{node["picture"]}" data-start="{_start_of(node)}">'
    )


def _depart_move(self, node):
    self.body.append("</a>")


def _add_files(app, pagename, templatename, context, doctree):
    """Only a page with such a picture loads what draws it."""
    if doctree is not None and any(doctree.findall(live_picture)):
        for style in STYLES:
            app.add_css_file(style)
        app.add_js_file(SCRIPT)


def setup(app):
    """Register with Sphinx."""
    app.add_node(live_picture, html=(_visit, _depart))
    app.add_node(live_move, html=(_visit_move, _depart_move))
    app.add_directive("live", Live)
    app.add_role("move", Move())
    app.connect("doctree-read", _take_stills)
    app.connect("doctree-read", _check_moves)
    app.connect("html-page-context", _add_files)
    return {"version": fingerprint(), "parallel_read_safe": True, "parallel_write_safe": True}
