"""What the book needs of Sphinx beyond its configuration.

* Executed notebooks are looked up in a cache of their own for each state of the library, and a
  new state makes Sphinx read every page again.
* The directive ``ledger`` puts a piece of the ledger on a page, computed when the book is built.
* Scripts that throw errors or ask other hosts are dropped from every page, and roles that
  browsers no longer know are replaced.
"""

from docutils import nodes
from docutils.parsers.rst import Directive, directives

from chancegames import report, verdicts
from chancegames.fingerprint import fingerprint
from chancegames.runner.cache import cache_path

#: Scripts that nothing in the book uses, by a word of their address or body.
UNUSED_SCRIPTS = ("sphinx-thebe.js", "THEBE_JS_URL", "require.min.js")

PIECES = {
    "scoreboard": report.scoreboard,
    "totals": report.source_totals,
    "claims": report.ledger_page,
    "meanings": lambda ledger: report.meanings(),
}


class Ledger(Directive):
    """Insert a piece of the ledger as HTML: ``{ledger} scoreboard``."""

    required_arguments = 1

    def run(self):
        """Render the piece named in the argument."""
        piece = PIECES[directives.choice(self.arguments[0], tuple(PIECES))](verdicts.full())
        return [nodes.raw("", piece.markup, format="html")]


def setup(app):
    """Register with Sphinx."""
    app.add_config_value("chancegames_fingerprint", "", "env")
    app.add_directive("ledger", Ledger)
    app.connect("config-inited", _use_cache, priority=1)
    app.connect("html-page-context", _drop_unused_scripts, priority=900)
    app.connect("html-page-context", _use_current_roles)
    return {"version": fingerprint(), "parallel_read_safe": True, "parallel_write_safe": True}


def _use_cache(app, config):
    config.chancegames_fingerprint = fingerprint()
    config.nb_execution_cache_path = str(cache_path())


def _drop_unused_scripts(app, pagename, templatename, context, doctree):
    if "script_files" in context:
        context["script_files"] = [
            script
            for script in context["script_files"]
            if not any(unused in _words(script) for unused in UNUSED_SCRIPTS)
        ]


def _use_current_roles(app, pagename, templatename, context, doctree):
    """Entries of a bibliography are list items; docutils still writes a withdrawn role."""
    if "body" in context:
        context["body"] = context["body"].replace('role="doc-biblioentry"', 'role="listitem"')


def _words(script):
    """Address and body of a script, in whatever form Sphinx keeps it."""
    return f"{script} {getattr(script, 'attributes', '')}"
