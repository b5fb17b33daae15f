"""A module of the library: what it is for, a line for each of its names, then the names in full.

The examples of a description run as they stand: each begins with the imports that it needs.
"""

import ast
import builtins
import doctest
import inspect
import pkgutil
from importlib import import_module
from types import GenericAlias, ModuleType
from typing import ClassVar

from docutils.parsers.rst import directives
from docutils.statemachine import StringList
from sphinx.ext.autosummary import Autosummary

import chancegames.games

#: Where a reader imports from, before the module that a name is made in.
SHORT = [
    f"chancegames.games.{module.name}"
    for module in pkgutil.iter_modules(chancegames.games.__path__)
    if module.ispkg
]


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


def import_what_it_needs(app, what, name, obj, options, lines):
    """Put the imports before the first example of a description."""
    first = next((i for i, line in enumerate(lines) if line.lstrip().startswith(">>> ")), None)
    module = inspect.getmodule(getattr(obj, "fget", None) or obj)
    if first is None or module is None:
        return
    indent = lines[first][: lines[first].index(">>>")]
    lines[first:first] = [f"{indent}>>> {line}" for line in imports("\n".join(lines), module)]


def imports(text, module):
    """Lines that import what the examples of a text take from the module they stand in."""
    sources, known = {}, {*dir(builtins)}
    for example in doctest.DocTestParser().get_examples(text):
        for place in ast.parse(example.source).body:
            found = [*ast.walk(place)]
            own = {n.id for n in found if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
            own |= {n.arg for n in found if isinstance(n, ast.arg)}
            own |= {n.name for n in found if isinstance(n, ast.FunctionDef | ast.ClassDef)}
            for n in found:
                if isinstance(n, ast.Import | ast.ImportFrom):
                    own |= {alias.asname or alias.name.partition(".")[0] for alias in n.names}
            asked = {n.id for n in found if isinstance(n, ast.Name)} - own - known
            for name in asked & vars(module).keys():
                sources.setdefault(_origin(name, module), set()).add(name)
            known |= own
    whole = [line for line in sources if line.startswith("import ")]
    named = {
        place: ", ".join(sorted(names)) for place, names in sources.items() if place not in whole
    }
    return sorted(whole) + [f"from {place} import {named[place]}" for place in sorted(named)]


def _origin(name, module):
    """The module to import a name from, or the whole line where it is a module itself."""
    value = getattr(module, name)
    if isinstance(value, ModuleType):
        package, _, last = value.__name__.rpartition(".")
        if package and last == name:
            return package
        return f"import {value.__name__}" + ("" if name == value.__name__ else f" as {name}")
    made = getattr(value, "__module__", None) or module.__name__
    short = () if module.__name__.startswith("chancegames.maths") else SHORT
    for place in (*short, made):
        home = import_module(place)
        if getattr(home, name, None) is value and name in getattr(home, "__all__", (name,)):
            return place
    return module.__name__


def setup(app):
    """Register with Sphinx."""
    app.add_directive("names", Names)
    app.connect("autodoc-skip-member", skip_fields)
    app.connect("autodoc-process-signature", say_the_default)
    app.connect("autodoc-process-docstring", import_what_it_needs, priority=400)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
