"""Checks of input: each refuses in one sentence what a solver could only answer wrongly."""

from collections.abc import Iterable
from operator import index
from typing import SupportsIndex

_LONGEST = 80  # characters of a value that a message repeats


def shown(value: object) -> str:
    """Write a value into a message: as Python does, on one line, cut where it gets long.

    Examples
    --------
    >>> shown("four"), len(shown([0] * 1000))
    ("'four'", 80)
    """
    try:
        text = " ".join(repr(value).split())
    except Exception:  # whatever a stranger's value does when it is shown
        text = f"a value of type {type(value).__name__}"
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."


def require_integer(name: str, value: object, smallest: int, largest: int | None = None) -> int:
    """Return `value` as an int if it is an integer (NumPy's count) within bounds.

    Parameters
    ----------
    name : str
        What the value is, for the message.
    value : object
        Booleans are not integers here.
    smallest : int
    largest : int, optional
        No bound if left out.

    Raises
    ------
    ValueError
        If `value` is not an integer or out of bounds.

    Examples
    --------
    >>> require_integer("the number of re-rolls", 0, smallest=0)
    0
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


def require_positive_integer(name: str, value: object, largest: int | None = None) -> int:
    """Return `value` as an int if it is an integer of at least 1; see `require_integer`.

    Examples
    --------
    >>> require_positive_integer("the number of dice", 3)
    3
    """
    return require_integer(name, value, 1, largest)


def require_one_of(name: str, value: object, options: Iterable[object]) -> None:
    """Refuse a value that is none of some options.

    Examples
    --------
    >>> require_one_of("the player", "third", ["first", "next"])
    Traceback (most recent call last):
        ...
    ValueError: the player must be one of 'first', 'next', not 'third'
    """
    known = [*options]
    if not any(value is option or value == option for option in known):
        raise ValueError(f"{name} must be one of {', '.join(map(repr, known))}, not {shown(value)}")


def _index(value: object) -> int | None:
    """The integer that a value is, or None."""
    if isinstance(value, bool) or not isinstance(value, SupportsIndex):
        return None
    try:
        return index(value)
    except TypeError:  # an array of several
        return None
