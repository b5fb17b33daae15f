"""Checks of input: each refuses in one sentence what a solver could only answer wrongly."""

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import wraps
from math import isnan
from numbers import Real
from operator import index
from types import UnionType
from typing import Any, Literal, SupportsIndex, TypeVar, Union, get_args, get_origin

Entrance = TypeVar("Entrance", bound=Callable[..., Any])


def shown(value: object, longest: int = 80) -> str:
    """Write a value into a message: as Python does, on one line, its middle cut out if long.

    Examples
    --------
    >>> shown("four"), shown(list(range(1000)), longest=20)
    ("'four'", '[0, 1, 2...98, 999]')
    """
    try:
        text = " ".join(repr(value).split())
    except Exception:  # whatever a stranger's value does when it is shown
        text = f"a value of type {type(value).__name__}"
    half = (longest - 3) // 2
    return text if len(text) <= longest else f"{text[:half]}...{text[-half:]}"


def require_integer(name: str, value: object, smallest: int = 1, largest: int | None = None) -> int:
    """Return `value` as an int if it is an integer (NumPy's count) within bounds.

    Parameters
    ----------
    name : str
        What the value is, for the message.
    value : object
        Booleans are not integers here.
    smallest, largest : int, optional
        From 1 on, if left out, without an upper bound.

    Raises
    ------
    ValueError
        If `value` is not an integer or out of bounds.

    Examples
    --------
    >>> require_integer("the number of dice", 3), require_integer("the number of re-rolls", 0, 0)
    (3, 0)
    >>> require_integer("the number of coins", 99, smallest=1, largest=60)
    Traceback (most recent call last):
        ...
    ValueError: the number of coins must be an integer from 1 to 60, not 99
    """
    number = _index(value)
    if number is None or number < smallest or (largest is not None and number > largest):
        bounds = f"of at least {smallest}" if largest is None else f"from {smallest} to {largest:,}"
        item = value.item() if hasattr(value, "item") and getattr(value, "ndim", 1) == 0 else value
        raise ValueError(f"{name} must be an integer {bounds}, not {shown(item)}")
    return number


def require_one_of(name: str, value: object, options: Iterable[object]) -> None:
    """Refuse a value that is none of some options.

    Examples
    --------
    >>> require_one_of("the player", "third", ["first", "next"])
    Traceback (most recent call last):
        ...
    ValueError: the player must be one of 'first', 'next', not 'third'
    """
    known = dict.fromkeys(options)
    try:
        found = value in known
    except TypeError:  # no option: those can be hashed
        found = False
    if not found:
        raise ValueError(f"{name} must be one of {', '.join(map(repr, known))}, not {shown(value)}")


def is_hashable(thing: object) -> bool:
    """Whether a thing can be a state or an action."""
    try:
        hash(thing)
    except TypeError:
        return False
    return True


def is_listed(thing: object) -> bool:
    """Whether a thing is a sequence, as an array is, and no text.

    >>> is_listed([1]), is_listed(range(3)), is_listed("12"), is_listed({1: 2})
    (True, True, False, False)
    """
    listed = hasattr(thing, "__len__") and hasattr(thing, "__getitem__")
    number = getattr(thing, "ndim", 1) == 0  # an array that is none
    return listed and not number and not isinstance(thing, Mapping | str | bytes | bytearray)


def _index(value: object) -> int | None:
    """The integer that a value is, or None."""
    if isinstance(value, bool) or not isinstance(value, SupportsIndex):
        return None
    try:
        return index(value)
    except TypeError:  # an array of several
        return None


def door(entrance: Entrance) -> Entrance:
    """Decorate a public function, or class: only what its annotations name may enter.

    Integers, booleans and members of an enumeration enter as Python's own, whoever made them.

    Raises
    ------
    ValueError
        When called with an argument of another kind, or with a number too large for a float.

    Examples
    --------
    >>> @door
    ... def wait(minutes: int | None = None) -> None: ...
    >>> wait("x")
    Traceback (most recent call last):
        ...
    ValueError: wait: minutes must be an integer or None, not 'x'
    """
    if isinstance(entrance, type):
        entrance.__init__ = _guarded(entrance.__init__, entrance.__name__)  # type: ignore[misc]
        return entrance
    return _guarded(entrance, entrance.__name__)


def _guarded(entrance: Entrance, name: str) -> Entrance:
    signature = inspect.signature(entrance)

    @wraps(entrance)
    def guarded(*positional: Any, **named: Any) -> Any:
        given = signature.bind(*positional, **named)
        for key, value in given.arguments.items():
            kind = signature.parameters[key].annotation
            try:
                given.arguments[key] = _admitted(value, kind)
            except _Unfit as misfit:
                found = f"one with {misfit}" if misfit.args else shown(value)
                told = f"{name}: {key} must be {_words(kind)}, not {found}"
                raise ValueError(_own_words(entrance, given, kind) or told) from None
        try:
            return entrance(*given.args, **given.kwargs)
        except OverflowError as error:
            raise ValueError(f"{name}: a number is too large to be computed with") from error

    return guarded  # type: ignore[return-value]


def _own_words(entrance: Any, given: inspect.BoundArguments, kind: Any) -> str:
    """How the entrance itself refuses an integer or a string: it knows the range, or the names."""
    if any(part in (int, str) for part in (kind, *get_args(kind))):
        try:
            entrance(*given.args, **given.kwargs)
        except ValueError as refusal:
            said = str(refusal)
            return said if "must be " in said and len(said) <= 200 else ""
        except Exception:  # whatever else a strange value does there
            return ""
    return ""


class _Unfit(Exception):
    """A value is of another kind; says which of a sequence or mapping, if it is one of them."""


#: How a message calls what is none of this package's classes.
_WORDS = {
    bool: "True or False", int: "an integer", float: "a number", str: "a string",
    type(None): "None", Callable: "a function", Iterable: "an iterable",
    Mapping: "a mapping", Sequence: "a sequence",
    tuple: "a tuple", frozenset: "a frozenset", list: "a list",
    Literal: "a string",
}  # fmt: skip


def _words(kind: Any) -> str:
    origin = get_origin(kind) or kind
    if origin in (Union, UnionType):
        words = dict.fromkeys(map(_words, get_args(kind)))
        if _WORDS[float] in words:  # integers and fractions are numbers as well
            words = {word: None for word in words if word not in (_WORDS[int], "Fraction")}
        *most, last = words
        return f"{', '.join(most)} or {last}" if most else last
    inside = f" (each {_words(get_args(kind)[-1])})" if origin in (Sequence, Mapping) else ""
    return _WORDS.get(origin, getattr(origin, "__name__", str(origin))) + inside


def _admitted(value: Any, kind: Any) -> Any:
    """The value as it may enter; raises `_Unfit` if it is of another kind."""
    origin, inside = get_origin(kind) or kind, get_args(kind)
    if origin in (Union, UnionType):
        said: tuple[str, ...] = ()
        for part in inside:
            try:
                return _admitted(value, part)
            except _Unfit as misfit:
                said = said or misfit.args
        raise _Unfit(*said)
    if isinstance(origin, type) and issubclass(origin, int):
        return _whole(value, origin)
    if not _fits(value, origin):
        raise _Unfit
    for each in value.values() if origin is Mapping else value if origin is Sequence else ():
        try:
            _admitted(each, inside[-1])
        except _Unfit:
            raise _Unfit(shown(each)) from None
    return value


def _whole(value: Any, kind: type) -> Any:
    """A truth value, an integer, or a member of an enumeration of integers."""
    if kind is bool:
        if type(value).__name__ not in ("bool", "bool_"):  # NumPy's has either name
            raise _Unfit
        return bool(value)
    if isinstance(value, kind) and not isinstance(value, bool):
        return value
    try:
        return kind(_index(value))
    except (TypeError, ValueError):
        raise _Unfit from None


def _in_floats(value: Real) -> bool:
    try:
        return not isnan(value)
    except OverflowError:
        return False


def _fits(value: Any, origin: Any) -> bool:
    if origin is Literal:  # the class itself says which
        return isinstance(value, str)
    if origin is Callable:
        return callable(value)
    if origin is Sequence:
        return is_listed(value)
    if origin is float:
        return isinstance(value, Real) and not isinstance(value, bool) and _in_floats(value)
    if getattr(origin, "_is_protocol", False):
        return all(hasattr(value, name) for name in vars(origin) if not name.startswith("_"))
    free = origin in (Any, inspect.Parameter.empty) or not isinstance(origin, type)
    return free or isinstance(value, origin)
