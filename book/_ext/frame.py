"""How a chapter is framed: the library's own lines, and one closed door at the end.

* ``{library} chancegames.models.coins.Rules.node`` shows a function, method or class as it stands
  in the library, without its docstring, with a link to the file.  Several names make one listing.
* ``{your-policy} chancegames.models.coins`` lets a reader write a policy, and judges it exactly;
  ``{their-policy} chancegames.models.coins`` shows one, and tells what it gives away.
* ``{dice}`421``` draws dice in a line of text.
* ``{setup}`` shows the cells of this notebook that readers of the story do not see: its imports
  and parameters.
* A table that is preloaded may depend on the address: ``data-asked`` names the key and the tables
  by its values, and a script in the head, which waits for no style sheet, asks for the right one.
* The section *How this page was checked* is closed until a reader opens it, and so is a proof
  with ``:class: dropdown``.
"""

import ast
import json
import re
import subprocess
import sys
import textwrap
from html import escape
from pathlib import Path
from typing import ClassVar

import nbformat
from docutils import nodes
from docutils.parsers.rst import directives
from sphinx import addnodes
from sphinx.util.docutils import SphinxDirective

from chancegames.base.paths import ROOT
from chancegames.show.figures import emblems

DOOR = "How this page was checked"
SUMMARY = "Sources, verdicts, parameters, tables of claims, simulation, running time"
LIBRARY = Path("lib")


def source_of(dotted):
    """Source of something in the library without its docstring, and the file it stands in.

    Parameters
    ----------
    dotted : str
        Such as ``chancegames.models.coins.Rules.node``.

    Returns
    -------
    code : str
    file : Path
        From the project's folder.

    Raises
    ------
    ValueError
        If the library has no such thing.
    """
    parts = dotted.split(".")
    for cut in range(len(parts) - 1, 0, -1):
        for file in (
            LIBRARY.joinpath(*parts[:cut]).with_suffix(".py"),
            LIBRARY.joinpath(*parts[:cut], "__init__.py"),
        ):
            if (ROOT / file).is_file():
                text = (ROOT / file).read_text(encoding="utf-8")
                return _listing(text, parts[cut:], dotted), file
    raise ValueError(f"the library has no module for {dotted}")


def _listing(text, names, dotted):
    here = ast.parse(text)
    for name in names:
        named = [node for node in here.body if name in _names(node)]
        if not named:
            raise ValueError(f"the library has no {dotted}")
        here = named[-1]
    lines = text.splitlines()
    dropped = {
        number
        for node in ast.walk(here)
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and ast.get_docstring(node) is not None
        for number in range(node.body[0].lineno, node.body[0].end_lineno + 1)
    }
    first = min([here.lineno, *(d.lineno for d in getattr(here, "decorator_list", []))])
    dropped |= {number for number, line in enumerate(lines, 1) if line.strip() == "@door"}
    kept = [lines[n - 1] for n in range(first, here.end_lineno + 1) if n not in dropped]
    return textwrap.dedent("\n".join(_tidy(kept)))


def _names(node):
    """What a statement defines."""
    if isinstance(node, ast.Assign):
        return {target.id for target in node.targets if isinstance(target, ast.Name)}
    if isinstance(node, ast.AnnAssign):
        return {getattr(node.target, "id", None)}
    return {getattr(node, "name", None)}


def _tidy(lines):
    """Leave out the blank lines that a docstring leaves behind."""
    kept = []
    for line in lines:
        if line.strip() or (kept and kept[-1].strip() and not kept[-1].endswith(":")):
            kept.append(line)
    return kept


class Library(SphinxDirective):
    """Show lines of the library: ``{library} chancegames.models.coins.Rules.node``.

    The content, if any, are lines that try them: then a reader can edit and run both in the page.
    """

    required_arguments = 1
    optional_arguments = 20
    has_content = True

    def run(self):
        """Make one listing of all names, and a line that links to their files."""
        try:
            found = [source_of(dotted) for dotted in self.arguments]
        except ValueError as error:
            raise self.error(str(error)) from error
        code = "\n\n".join(listing for listing, _ in found)
        block = nodes.literal_block(code, code, language="python", classes=["library"])
        origin = nodes.paragraph("", "", classes=["origin"])
        for file in dict.fromkeys(file for _, file in found):
            self.env.note_dependency(str(ROOT / file))
            name = file.as_posix()
            link = addnodes.download_reference(reftarget=f"/{name}", refdoc=self.env.docname)
            link += nodes.literal(name, name)
            origin += [nodes.Text("from " if not origin.children else ", "), link]
        shown = nodes.container("", block, origin, classes=["from-library"])
        if self.content:
            shown += _runnable(names=self.arguments, trial="\n".join(self.content))
        return [shown]


class YourPolicy(SphinxDirective):
    """Let a reader write a policy, and judge it: ``{your-policy} chancegames.models.coins``.

    The content defines `rules` and a first, bad `policy`.  With ``:within:`` it is an exercise,
    solved by a policy that loses no more than that; ``:further:`` is what to try then.  Values are
    told in the unit of the game, or in ``:unit:``, one of `UNITS` in the harness.  With ``:cards:``
    the code knows the worth of every card of Yahtzee.  With ``:judged:`` the page tells from the
    start what the first policy is worth, with ``:judged: mistake`` also which mistakes cost most.
    """

    required_arguments = 1
    has_content = True
    option_spec: ClassVar = {
        "within": float,
        "unit": str,
        "further": str,
        "cards": directives.flag,
        "judged": directives.unchanged,
    }

    def run(self):
        """Show the first policy; the page makes an editor of it."""
        code = "\n".join(self.content)
        block = nodes.literal_block(code, code, language="python", classes=["library"])
        asked = self.options | {"cards": "cards" in self.options}
        judged = asked.pop("judged", None)
        task = _runnable(names=self.arguments, trial=None, **asked)
        shown = nodes.container("", block, task, classes=["from-library"])
        if judged is None:
            return [shown]
        verdict = _judged(self.arguments[0], code, self.options.get("unit"), judged == "mistake")
        return [shown, nodes.raw("", verdict, format="html")]


class TheirPolicy(SphinxDirective):
    """Show a policy, and tell what it gives away: ``{their-policy} chancegames.models.coins``.

    The content defines `rules` and `policy`; ``:unit:`` is that of `YourPolicy`.
    """

    required_arguments = 1
    has_content = True
    option_spec: ClassVar = {"unit": str}

    def run(self):
        """Leave the lines, and below them a sentence."""
        code = "\n".join(self.content)
        told, _ = _weighed(self.arguments[0], code, self.options.get("unit"))
        block = nodes.literal_block(code, code, language="python", classes=["library"])
        return [block, nodes.paragraph("", f"This player {told}")]


JUDGE = "import harness, json, sys; print(json.dumps(harness.sentence(*json.load(sys.stdin))))"


def _weighed(*asked):
    """What the page's judge says of a policy, in a Python apart: it imports the library anew."""
    ran = subprocess.run(
        [sys.executable, "-c", JUDGE],
        input=json.dumps(asked),
        cwd=ROOT / "book/_static/run",
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(ran.stdout)


_MISTAKES = 3


def _judged(module, code, unit, mistakes):
    """What a policy gives away, and its costliest mistakes with a bar each."""
    told, rows = _weighed(module, code, unit)
    words = f"<p>As it stands, this player {escape(told)}"
    if not mistakes:
        return f'<div class="as-it-stands">{words}</p></div>'
    longest = rows[0][2]  # the costliest comes first
    lines = []
    for label, told_cost, cost in rows[:_MISTAKES]:
        what = escape(re.sub(r"\byou (\w+)", r"it \1s", label))
        bar = f'<span style="width: {100 * cost / longest:.1f}%"></span>'
        lines.append(
            f'<tr><th scope="row">{what}</th><td>{told_cost}</td>'
            f'<td class="bar" aria-hidden="true">{bar}</td></tr>'
        )
    return (
        f'<div class="as-it-stands">{words} '
        "Its costliest mistakes, and what each costs (chance to get there, times what is lost):</p>"
        f'<table class="ledger-table"><tbody>{"".join(lines)}</tbody></table></div>'
    )


def dice_role(name, rawtext, text, lineno, inliner, options=None, content=None):
    """Draw dice in a line of text: ``{dice}`421```."""
    try:
        picture = emblems.row_of_dice([int(face) for face in text])
    except ValueError as error:
        message = inliner.reporter.error(str(error), line=lineno)
        return [inliner.problematic(rawtext, rawtext, message)], [message]
    markup = f'<span class="dice">{picture}</span>'
    return [nodes.raw(rawtext, markup, format="html", words=text)], []


def _runnable(**asked):
    """What the page's script needs to know of a listing that can be run."""
    data = json.dumps(asked).replace("<", "\\u003c")
    script = f'<script type="application/json" class="runnable">{data}</script>'
    return nodes.raw("", script, format="html")


class Setup(SphinxDirective):
    """Show what a chapter imports and its parameters."""

    def run(self):
        """Collect the cells that are hidden in the page and begin it."""
        notebook = nbformat.read(self.env.doc2path(self.env.docname), as_version=4)
        hidden = [
            cell.source
            for cell in notebook.cells
            if cell.cell_type == "code"
            and ("parameters" in cell.metadata.get("tags", []) or cell.source.startswith(IMPORTS))
        ]
        code = "\n\n".join(hidden)
        return [nodes.literal_block(code, code, language="python")]


IMPORTS = ("from ", "import ")


def close_the_door(app, doctree):
    """Wrap what follows the heading of the last section into an element that opens on a click."""
    for section in doctree.findall(nodes.section):
        title, *content = section.children or [None]  # a proof is a section without a heading
        if isinstance(title, nodes.title) and title.astext() == DOOR:
            opening = f'<details class="door"><summary>{SUMMARY}</summary>'
            section.children = [
                title,
                nodes.raw("", opening, format="html"),
                *content,
                nodes.raw("", "</details>", format="html"),
            ]


def fold_proofs(app, doctree):
    """Close a proof of class ``dropdown`` until a reader opens it."""
    for proof in doctree.findall(nodes.admonition):
        if not {"proof", "dropdown"} <= set(proof["classes"]):
            continue
        proof["classes"].remove("dropdown")
        text = next(proof.findall(nodes.Text))  # the word before it stands on the fold already
        text.parent.replace(text, nodes.Text(text.removeprefix("Proof. ")))
        fold = '<details class="fold"><summary>Proof</summary>'
        proof.insert(0, nodes.raw("", fold, format="html"))
        proof.append(nodes.raw("", "</details>", format="html"))


ASKED = re.compile(
    r'<link rel="preload"[^>]* href="([^"]+)" data-asked="(\w+)((?: [\w-]+=[\w-]+)+)">\n'
)
PRELOAD = """<script>(() => {
  const usual = %s, tables = new Map(%s), link = document.createElement("link");
  const asked = tables.get(new URLSearchParams(location.search).get(%s));
  const href = asked ? usual.replace(/[^/]+(?=\\.table$)/, asked) : usual;
  Object.assign(link, { rel: "preload", as: "fetch", crossOrigin: "anonymous", href });
  document.head.append(link);
})();</script>
"""


def preload_what_is_asked(app, pagename, templatename, context, doctree):
    """Load the table that the address asks for, instead of the usual one beside it."""
    link = ASKED.search(context.get("body", ""))
    if link:
        usual, key, tables = link.groups()
        pairs = [pair.split("=") for pair in tables.split()]
        script = PRELOAD % tuple(map(json.dumps, (usual, pairs, key)))
        context["body"] = context["body"].replace(link[0], "")
        context["metatags"] = context.get("metatags", "") + script


def setup(app):
    """Register with Sphinx."""
    app.add_directive("library", Library)
    app.add_directive("your-policy", YourPolicy)
    app.add_directive("their-policy", TheirPolicy)
    app.add_role("dice", dice_role)
    app.add_directive("setup", Setup)
    app.connect("doctree-read", close_the_door, priority=900)
    app.connect("doctree-read", fold_proofs, priority=900)
    app.connect("html-page-context", preload_what_is_asked)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
