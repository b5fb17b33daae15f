"""The library's public interface, read from the library when the book is built.

The directive ``{interface} chancegames.maths.dice`` lists public classes and functions:
signature and first line, and behind them the whole docstring, as ``help`` would print it.
"""

import inspect
import re
from html import escape
from importlib import import_module
from textwrap import indent
from typing import ClassVar

from docutils import nodes
from docutils.parsers.rst import Directive, directives

from chancegames.base.fingerprint import fingerprint
from chancegames.base.paths import ROOT


def public(module):
    """Classes and functions that a module offers: its ``__all__``, or what it defines itself."""
    names = getattr(module, "__all__", None) or [
        name
        for name, value in vars(module).items()
        if not name.startswith("_") and getattr(value, "__module__", "") == module.__name__
    ]
    found = {name: getattr(module, name) for name in names}
    return {n: v for n, v in found.items() if inspect.isclass(v) or inspect.isroutine(v)}


def members(value):
    """Public methods and properties that a class defines and describes."""
    if not inspect.isclass(value):
        return {}
    return {
        name: member
        for name, member in vars(value).items()
        if not name.startswith("_")
        and (inspect.isroutine(member) or isinstance(member, property))
        and inspect.getdoc(member)
    }


def signature(value):
    """Parameters without their types, which the docstring gives in words, nor a clone's folder."""
    value = getattr(value, "__wrapped__", value)
    try:
        parameters = inspect.signature(value).parameters.values()
    except (TypeError, ValueError):
        return ""
    bare = [p.replace(annotation=p.empty) for p in parameters if p.name not in ("self", "cls")]
    return str(inspect.Signature(bare)).replace(f"{ROOT}/", "")


def first_line(value):
    """The sentence that a docstring begins with."""
    return (inspect.getdoc(value) or "").partition("\n")[0]


def described(value):
    """The docstring, and below it those of a class's methods."""
    parts = [inspect.getdoc(value) or ""]
    for name, member in members(value).items():
        head = name if isinstance(member, property) else f"{name}{signature(member)}"
        parts.append(f"{head}\n" + indent(inspect.getdoc(member), "    "))
    return "\n\n".join(parts)


def marked_up(sentence):
    """A sentence of a docstring as HTML, its names as code."""
    return re.sub(r"`+([^`]+)`+", r"<code>\1</code>", escape(sentence))


def listed(name, opened):
    """A module as HTML."""
    module = import_module(name)
    items = "".join(
        f'<details id="{escape(name)}.{escape(key)}"><summary><code>{escape(key)}'
        f"{escape(signature(value))}</code> {marked_up(first_line(value))}</summary>"
        f"<pre>{escape(described(value))}</pre></details>"
        for key, value in public(module).items()
    )
    return (
        f'<details class="interface" id="{escape(name)}"{" open" if opened else ""}><summary>'
        f"<strong><code>{escape(name)}</code></strong> {marked_up(first_line(module))}</summary>"
        f"{items}</details>"
    )


class Interface(Directive):
    """List the public interface of the modules named in the content."""

    has_content = True
    option_spec: ClassVar = {"open": directives.flag}

    def run(self):
        """Render the modules, unfolded with the option ``open``."""
        opened = "open" in self.options
        markup = "".join(listed(name, opened) for name in self.content if name)
        return [nodes.raw("", markup, format="html")]


def setup(app):
    """Register with Sphinx."""
    app.add_directive("interface", Interface)
    return {"version": fingerprint(), "parallel_read_safe": True, "parallel_write_safe": True}
