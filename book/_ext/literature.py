"""The bibliography: labels that can be read, what each entry is for, and where it is cited.

What an entry is for stands in its field ``annote``; where it is cited is looked up, and so is how
many claims of a study are right.
"""

from docutils import nodes
from pybtex.plugin import register_plugin
from pybtex.style.formatting.unsrt import Style
from pybtex.style.labels import BaseLabelStyle
from sphinxcontrib.bibtex.domain import get_docnames

from chancegames.ledger import judge
from chancegames.ledger.claims import literature
from chancegames.ledger.verdict import by_group, tally

PAGE = "book/bibliography"


class Years(BaseLabelStyle):
    """Names and year, as the text cites: "Lam and Salais, no date"."""

    def format_labels(self, entries):
        """Return a label for each entry; ``shorthand`` stands for a long name."""
        for entry in entries:
            names = [
                " ".join(map(str, person.rich_prelast_names + person.rich_last_names))
                for person in entry.persons["author"]
            ]
            who = entry.fields.get("shorthand") or " and ".join(names)
            yield f"{who}, {entry.fields['year'].replace('n.d.', 'no date')}"


class Book(Style):
    """Plain entries, sorted by author and year, labelled so."""

    default_label_style = Years
    default_sorting_style = "author_year_title"


def annotate(app, doctree, docname):
    """Add to each entry what it is for, and the chapters that cite it."""
    if docname != PAGE:
        return
    domain = app.env.get_domain("cite")
    chapters = {page for page in app.env.titles if page.startswith("notebooks/")}
    entries = {citation.citation_id: citation.entry for citation in domain.citations}
    for link in doctree.findall(nodes.reference):
        if "github" in link["classes"]:  # the theme has put an icon and a short name
            link["classes"].remove("github")
            link[:] = [nodes.Text(link["refuri"])]
    for place in doctree.findall(nodes.citation):
        place["backrefs"] = []  # a head that led to its own citation would surprise
        entry = entries[place["ids"][0]]
        cited = {
            ref.docname
            for ref in domain.citation_refs
            if entry.key in {target.key for target in ref.targets}
        }
        pages = [page for page in get_docnames(app.env) if page in cited & chapters]
        words = " ".join((entry.fields.get("annote", ""), _checked(entry.key), ""))
        note = nodes.paragraph("", words, classes=["use"])
        for page in pages:
            address = app.builder.get_relative_uri(docname, page)
            note += nodes.Text(" · " if page != pages[0] else "Cited in ")
            note += nodes.reference("", app.env.titles[page].astext(), refuri=address)
        place += note


def _checked(source):
    """How many claims of a study are confirmed, and how many are wrong; nothing for other works."""
    own = [entry for entry in judge.full() if entry.claim.source == source]
    if source in literature() or not own:
        return ""
    count, repaired = tally(own), by_group(own)["agrees after repair"]
    more = f"{repaired} more {'agrees' if repaired == 1 else 'agree'} after repair, "
    return (
        f"Of {count.claims} numbers and statements {count.confirmed} are confirmed, "
        f"{more if repaired else ''}"
        f"{count.wrong} {'is' if count.wrong == 1 else 'are'} wrong."
    )


def setup(app):
    """Register with Sphinx."""
    register_plugin("pybtex.style.formatting", "book", Book)
    app.connect("doctree-resolved", annotate)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
