"""A module of the library: what it is for, a line for each of its names, then the names in full."""

from importlib import import_module
from types import GenericAlias
from typing import ClassVar

from docutils.parsers.rst import directives
from docutils.statemachine import StringList
from sphinx.ext.autosummary import Autosummary


class Names(Autosummary):
    """``names:: MODULE`` lists the public classes and functions, each with its first sentence.

    The names of ``:first:`` come first, as a reader needs them.
    """

    required_arguments = 1
    option_spec: ClassVar = Autosummary.option_spec | {"first": directives.unchanged}

    def run(self):
        """Return the list, each name a link to its place below."""
        module = import_module(self.arguments[0])
        names = getattr(module, "__all__", None) or [
            name
            for name, value in vars(module).items()
            if getattr(value, "__module__", None) == module.__name__ and name[0] != "_"
        ]
        first = self.options.get("first", "").split()
        own = [name for name in names if _describable(getattr(module, name))]
        names = first + [name for name in own if name not in first]
        listed = [f"~{module.__name__}.{name}" for name in names]
        self.content = StringList(listed, source=module.__name__)
        self.options["nosignatures"] = None
        return super().run()


def _describable(value):
    """Whether it is a class or a function, and no short name of a type."""
    named = isinstance(value, type) or hasattr(value, "__name__")
    return callable(value) and named and not isinstance(value, GenericAlias)


def skip_fields(app, what, name, member, skip, options):
    """Leave the fields of a named tuple to the list of its attributes."""
    return True if type(member).__name__ == "_tuplegetter" else None


def say_the_default(app, what, name, module, options, signature, returns):
    """Write an empty mapping as what it is."""
    return (signature or "").replace("<factory>", "{}") or None, returns


def setup(app):
    """Register with Sphinx."""
    app.add_directive("names", Names)
    app.connect("autodoc-skip-member", skip_fields)
    app.connect("autodoc-process-signature", say_the_default)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
