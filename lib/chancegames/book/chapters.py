"""The pages of the book, its chapters, and the parameters that each of these declares.

A chapter declares its parameters once, in the cell tagged ``parameters``, one line each::

    dice: int = 10  # 1..20, largest number of dice in a throw
    player: str = "blind"  # blind | uniform, the opponent

The range (or the list of choices) and the meaning stand in the comment; the runner, the check of
the input and the tests all read them there.
"""

import ast
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from math import nan
from pathlib import Path
from typing import Any

import nbformat
import papermill
import yaml

from chancegames.base.files import BadFile
from chancegames.base.paths import NOTEBOOKS, TOC

Value = int | float | str

_TYPES: Mapping[str, Callable[[str], Value]] = {"int": int, "float": float, "str": str}
_RANGE = re.compile(r"(?P<low>-?[\d.]+?)\.\.(?P<high>-?[\d.]+)(?:,\s*(?P<meaning>.*))?")


@dataclass(frozen=True)
class _Parameter:
    """One parameter of a chapter.

    Attributes
    ----------
    name, meaning : str
    type : {"int", "float", "str"}
    default : int, float or str
    low, high : int, float or None
        The allowed range of a number.
    choices : tuple of str
        The allowed words of a string.
    """

    name: str
    type: str
    default: Value
    meaning: str
    low: int | float | None = None
    high: int | float | None = None
    choices: tuple[str, ...] = ()

    @property
    def allowed(self) -> str:
        """The allowed values, in words."""
        if self.choices:
            return "one of " + ", ".join(self.choices)
        kind = "an integer" if self.type == "int" else "a number"
        return f"{kind} from {self.low} to {self.high}"

    @property
    def smallest(self) -> Value:
        """The lowest value, or the first choice."""
        return self.choices[0] if self.choices else self._range[0]

    @property
    def largest(self) -> Value:
        """The highest value, or the last choice."""
        return self.choices[-1] if self.choices else self._range[1]

    @property
    def _range(self) -> tuple[int | float, int | float]:
        assert self.low is not None and self.high is not None, "a number has a range"
        return self.low, self.high

    def parse(self, text: str) -> Value:
        """Turn what a reader typed into a value.

        Parameters
        ----------
        text : str

        Returns
        -------
        int, float or str

        Raises
        ------
        ValueError
            If the text is not an allowed value; the message names the allowed ones.

        Examples
        --------
        >>> dice = _Parameter("dice", "int", 10, "dice in a throw", low=1, high=20)
        >>> dice.parse("12")
        12
        >>> dice.parse("99")
        Traceback (most recent call last):
            ...
        ValueError: dice must be an integer from 1 to 20, not '99'
        """
        try:
            value: Value = _TYPES[self.type](text)
        except ValueError:
            value = nan
        if not self.allows(value):
            raise ValueError(f"{self.name} must be {self.allowed}, not {text!r}")
        return value

    def allows(self, value: Value) -> bool:
        """Tell whether a value of the right type is allowed.

        Parameters
        ----------
        value : int, float or str

        Returns
        -------
        bool
        """
        if self.choices or isinstance(value, str):
            return value in self.choices
        low, high = self._range
        return low <= value <= high


@dataclass(frozen=True)
class Chapter:
    """An executable chapter.

    Attributes
    ----------
    slug : str
        Name of the notebook without its ending.
    path : Path
    title : str
        Its first heading.
    parameters : tuple of Parameter
    """

    slug: str
    path: Path
    title: str
    parameters: tuple[_Parameter, ...]

    @property
    def settings(self) -> Mapping[str, Mapping[str, Value]]:
        """What the tests run, by name: ``default``, ``small`` ends, ``extreme`` ends."""
        return {
            "default": {},
            "small": {p.name: p.smallest for p in self.parameters},
            "extreme": {p.name: p.largest for p in self.parameters},
        }

    def parse(self, typed: Mapping[str, str]) -> dict[str, Value]:
        """Turn typed parameters into values.

        Parameters
        ----------
        typed : mapping of str to str

        Returns
        -------
        dict

        Raises
        ------
        ValueError
            If a parameter is unknown or a value is not allowed.
        """
        known = {name: self.parameter(name) for name in typed}
        return {name: known[name].parse(text) for name, text in typed.items()}

    def parameter(self, name: str) -> _Parameter:
        """Find a parameter; raise a ValueError that names all if there is none of that name."""
        known = {p.name: p for p in self.parameters}
        if name not in known:
            names = ", ".join(known) or "none"
            raise ValueError(f"{self.slug} has no parameter {name!r}; it has: {names}")
        return known[name]


@dataclass(frozen=True)
class _Page:
    """A page of the book in its place.

    Attributes
    ----------
    name : str
        Path of the rendered page without its ending, such as ``notebooks/one-throw-each``.
    part : str
        Caption of its part; empty for the landing page.
    number : int or None
        Number of the chapter; None for the landing page.
    """

    name: str
    part: str
    number: int | None


def book_pages(toc: Path = TOC) -> tuple[_Page, ...]:
    """Read from the table of contents which pages the book has, in their order.

    Parameters
    ----------
    toc : Path, optional

    Returns
    -------
    tuple of Page
        The landing page first; pages within pages follow the page that holds them.

    Raises
    ------
    BadFile
        If the table of contents cannot be read.

    Examples
    --------
    >>> [page.name for page in book_pages()][:2]
    ['book/index', 'book/how-to-read']
    """
    try:
        contents = yaml.safe_load(toc.read_text(encoding="utf-8"))
        found = [(contents["root"], "")]
        for part in contents["parts"]:
            found += [(name, part["caption"]) for name in _files(part["chapters"])]
    except (OSError, yaml.YAMLError, KeyError, TypeError) as error:
        raise BadFile(f"the table of contents {toc.name} cannot be read: {error!r}") from None
    return tuple(_Page(name, part, number or None) for number, (name, part) in enumerate(found))


@cache
def chapters() -> tuple[Chapter, ...]:
    """All executable chapters, in the order of the table of contents.

    Returns
    -------
    tuple of Chapter

    Raises
    ------
    BadFile
        If a declaration of a parameter cannot be read.

    Examples
    --------
    >>> [item.slug for item in chapters()][:3]
    ['expected-value', 'one-more-question', 'one-throw-each']
    """
    names = (page.name for page in book_pages(TOC) if page.name.startswith("notebooks/"))
    return tuple(_read_chapter(NOTEBOOKS / f"{Path(name).name}.ipynb") for name in names)


def chapter(slug: str) -> Chapter:
    """Find a chapter.

    Parameters
    ----------
    slug : str

    Returns
    -------
    Chapter

    Raises
    ------
    ValueError
        If there is none of that name; the message names all.

    Examples
    --------
    >>> [one.name for one in chapter("one-throw-each").parameters]
    ['dice', 'games', 'seed']
    """
    known = {c.slug: c for c in chapters()}
    if slug not in known:
        raise ValueError(f"there is no chapter {slug!r}; there are: {', '.join(known)}")
    return known[slug]


def _read_chapter(path: Path) -> Chapter:
    """Read a chapter's title and parameters from its notebook.

    Parameters
    ----------
    path : Path

    Returns
    -------
    Chapter

    Raises
    ------
    BadFile
        If there is no such notebook, or it has no title, or its cell of parameters is no Python, or
        the declaration of a parameter lacks a type, a range, a meaning or a plain default.
    """
    if not path.is_file():
        raise BadFile(f"the table of contents names {path.name}, which is not there")
    try:
        inferred = papermill.inspect_notebook(str(path)).values()
    except Exception as error:  # nbformat and papermill raise many kinds
        raise BadFile(f"{path.name} is not a notebook that can be read: {error}") from None
    _require_python(path)
    return Chapter(path.stem, path, _title(path), tuple(_parameter(path, p) for p in inferred))


def _files(chapters: Iterable[Mapping[str, Any]]) -> Iterable[str]:
    """Names of pages, and of the pages within them."""
    for chapter in chapters:
        yield chapter["file"]
        yield from _files(chapter.get("sections", ()))


def _require_python(path: Path) -> None:
    """Refuse a cell of parameters with a slip of syntax: papermill would find none in it."""
    for cell in nbformat.read(path, as_version=4).cells:
        if "parameters" in cell.metadata.get("tags", ()):
            try:
                ast.parse(cell.source)
            except SyntaxError as error:
                where = f"{path.name}, line {error.lineno} of the cell of parameters"
                raise BadFile(f"{where}: {error.msg}") from None


def _title(path: Path) -> str:
    notebook = nbformat.read(path, as_version=4)
    text = "\n".join(c.source for c in notebook.cells if c.cell_type == "markdown")
    match = re.search(r"^# (.+)$", text, re.MULTILINE)
    if match is None:
        raise BadFile(f"{path.name} has no title, a heading of the first level")
    return match[1]


def _parameter(path: Path, inferred: Mapping[str, Any]) -> _Parameter:
    name, kind, comment = inferred["name"], inferred["inferred_type_name"], inferred["help"]
    where = f"{path.name}, parameter {name}"
    if kind not in _TYPES:
        raise BadFile(f"{where}: declare a type, one of {', '.join(_TYPES)}")
    try:
        default = ast.literal_eval(inferred["default"])
    except (ValueError, SyntaxError):
        raise BadFile(f"{where}: the default must be a number, a word or a truth value") from None
    if kind == "str":
        words, _, meaning = comment.partition(",")
        choices = tuple(word.strip() for word in words.split("|"))
        parameter = _Parameter(name, kind, default, meaning.strip(), choices=choices)
    else:
        match = _RANGE.fullmatch(comment)
        if match is None:
            raise BadFile(f"{where}: declare a range, such as '# 1..20, meaning'")
        meaning = match["meaning"] or ""
        convert = int if kind == "int" else float
        low, high = convert(match["low"]), convert(match["high"])
        parameter = _Parameter(name, kind, default, meaning.strip(), low, high)
    if not parameter.meaning or not parameter.allows(default):
        raise BadFile(f"{where}: give a meaning, and a default that is {parameter.allowed}")
    return parameter
