"""Pieces of HTML that a notebook or a page can display, rendered from the templates beside."""

import base64
import inspect
from dataclasses import dataclass
from importlib import import_module

import pandas as pd
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from chancegames.ledger.verdict import CONFIRMED, WRONG, by_group, group_of
from chancegames.show.report.rows import (
    _ROUNDED,
    _about,
    _claimed,
    _firm,
    _place,
    _printed,
    _rounded,
    _said,
    _shared_notes,
)

#: The ledger page and the folder of the chapters, as seen from any page of the book.
_PLACES = {"ledger": "../book/ledger.html", "chapters": "../notebooks"}


@dataclass(frozen=True)
class Html:
    """Something that a notebook displays as HTML, and a terminal as text."""

    markup: str
    table: str = ""

    @property
    def text(self) -> str:
        """The table as a terminal shows it, if it is one; else the words of the markup.

        Examples
        --------
        >>> Html("<p>one <b>look</b></p>").text
        'one look'
        """
        return self.table or Markup(self.markup.replace("<", " <")).striptags()

    def _repr_html_(self) -> str:
        return self.markup

    def __repr__(self) -> str:
        return self.text


def render(template: str, **values: object) -> str:
    """Fill a template of this package; whatever is not markup is escaped.

    Examples
    --------
    >>> render("download.html", name="a&b", data="").startswith('<p class="download">')
    True
    """
    return _ENVIRONMENT.get_template(template).render(values).strip()


def _tone(verdict: str) -> str:
    if verdict == "holds on the range tested":
        return "confirmed tested"
    if verdict == _ROUNDED:
        return "wrong rounded"
    return "confirmed" if verdict in CONFIRMED else "wrong" if verdict in WRONG else "other"


def _listing(name: str) -> str:
    """The source of a check or a proof, by its dotted name in ``chancegames.sources``."""
    module, _, function = f"chancegames.sources.{name}".rpartition(".")
    return inspect.getsource(getattr(import_module(module), function))


def _as_data(frame: pd.DataFrame) -> str:
    """A table as the address of a CSV file that travels inside the page."""
    text = frame.to_csv(index=False, lineterminator="\n")
    return "data:text/csv;base64," + base64.b64encode(text.encode()).decode()


_ENVIRONMENT = Environment(
    loader=PackageLoader("chancegames.show.report"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
_ENVIRONMENT.globals.update(_PLACES)
_ENVIRONMENT.filters.update(
    {
        "tone": _tone,
        "group": group_of,
        "about": _about,
        "claimed": _claimed,
        "printed": _printed,
        "place": _place,
        "rounded": _rounded,
        "said": _said,
        "shared_notes": _shared_notes,
        "firm": _firm,
        "by_group": by_group,
        "as_data": _as_data,
        "listing": _listing,
    }
)
