"""A module of the library: what it is for, a line for each of its names, then the names in full.

The examples of a description run as they stand: each begins with the imports that it needs.
"""

import ast
import builtins
import doctest
import inspect
import pkgutil
import re
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

#: What is a number in `chancegames.maths.solution`.
NUMBERS = ("int", "Fraction", "float")


class Names(Autosummary):
    """``names:: MODULE`` lists the public classes and functions, each with its first sentence.

    The names of ``:first:`` come first, as a reader needs them; those of ``:only:`` come alone.
    """

    required_arguments = 1
    option_spec: ClassVar = Autosummary.option_spec | {
        "first": directives.unchanged,
        "only": directives.unchanged,
    }

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
        names = self.options.get("only", "").split()
        names = names or first + [name for name in own if name not in first]
        listed = [f"~{module.__name__}.{name}" for name in names]
        self.content = StringList(listed, source=module.__name__)
        self.options["nosignatures"] = None
        return super().run()

    def get_table(self, items):
        """Return the list, where a name in a description is one of this module.

        Without that it would be one of the module before it on the page.
        """
        context = self.env.ref_context
        before = context.get("py:module")
        context["py:module"] = self.arguments[0]
        try:
            return super().get_table(items)
        finally:
            context["py:module"] = before


def _describable(value):
    """Whether it is a class or a function, and no short name of a type."""
    named = isinstance(value, type) or hasattr(value, "__name__")
    return callable(value) and named and not isinstance(value, GenericAlias)


def skip_fields(app, what, name, member, skip, options):
    """Leave the fields of a named tuple to the list of its attributes."""
    return True if type(member).__name__ == "_tuplegetter" else None


def shorten(app, what, name, module, options, signature, returns):
    """Call a signature's types by their short names, and a default as one writes it."""
    told = re.sub(r"<function (\w+)>", r"\1", (signature or "").replace("<factory>", "{}"))
    try:
        (written,) = ast.parse(f"def f{told or '()'} -> {returns}: ...").body
    except SyntaxError:  # a default that is no Python
        return told or None, returns
    arguments = written.args
    for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs):
        each.annotation = each.annotation and _short(each.annotation)
    defaults = [arguments.defaults, arguments.kw_defaults]
    for each in defaults:
        each[:] = [one and _Defaults().visit(one) for one in each]
    said = f"({ast.unparse(arguments)})" if told else None
    return said, returns and ast.unparse(_short(written.returns))


class _Defaults(ast.NodeTransformer):
    """An empty card is ``Card()``."""

    def visit_Call(self, node):
        """Leave out arguments that say nothing."""
        empty = ast.unparse(node).startswith("Card(filled=frozenset()")
        return ast.Call(node.func, [], []) if empty else node


def _short(annotation):
    """A type by the names of `chancegames.maths.solution`, and arrays without what is in them.

    >>> ast.unparse(_short(ast.parse("list[int | ~fractions.Fraction | float]").body[0].value))
    'list[Number]'
    """
    if isinstance(annotation, ast.UnaryOp):  # "~", by which Sphinx shows the last name alone
        inner = _short(annotation.operand)
        return inner if isinstance(inner, ast.Name) else ast.UnaryOp(ast.Invert(), inner)
    if isinstance(annotation, ast.BinOp):
        members = _members(annotation)
        last = [_last(one) for one in members]
        if "_Buffer" in last:
            return ast.Name("ArrayLike")
        kept = [one for one, said in zip(members, last, strict=True) if said not in NUMBERS]
        if len(members) - len(kept) == len(NUMBERS):
            kept.insert(min(map(last.index, NUMBERS)), ast.Name("Number"))
        else:
            kept = members
        whole, *others = map(_short, kept)
        for one in others:
            whole = ast.BinOp(whole, ast.BitOr(), one)
        return whole
    if isinstance(annotation, ast.Subscript):
        outer = _last(annotation)
        if outer == "ndarray":
            return annotation.value
        inner = annotation.slice
        if outer == "Callable" and re.search(r"Mapping|^\(?\.\.\.", ast.unparse(inner)):
            return ast.Name("Policy")
        if isinstance(inner, ast.Tuple):
            inner = ast.Tuple([_short(one) for one in inner.elts], ast.Load())
        return ast.Subscript(annotation.value, _short(inner), ast.Load())
    return annotation


def _last(annotation):
    """The last name of a type, without what stands in brackets."""
    if isinstance(annotation, ast.UnaryOp):
        return _last(annotation.operand)
    if isinstance(annotation, ast.Subscript):
        return _last(annotation.value)
    return getattr(annotation, "attr", getattr(annotation, "id", ""))


def _members(annotation):
    """The types of a union."""
    if isinstance(annotation, ast.BinOp):
        return [*_members(annotation.left), *_members(annotation.right)]
    return [annotation]


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
    app.connect("autodoc-process-signature", shorten)
    app.connect("autodoc-process-docstring", import_what_it_needs, priority=400)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
