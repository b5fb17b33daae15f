"""Printed numbers: a value together with the unit of its last printed digit."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

_FRACTION = re.compile(r"[+-]?\d+/\d+")
_DECIMAL = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)")
_AMID_WORDS = re.compile(r"\d+(?:\.\d+)?|(?<!\.)\.\d+")
_ENTRY = re.compile(r"[^\s;\[\]]+")
_SCIENTIFIC = re.compile(r"(?P<digits>[+-]?\d+\.?\d*)e(?P<power>-\d+)")


@dataclass(frozen=True)
class _Printed:
    """A number as printed.

    Attributes
    ----------
    value : Fraction
        The number that the characters denote.
    unit : Fraction
        Worth of one step of the last printed digit; 0 for a fraction such as 5/36.
    """

    value: Fraction
    unit: Fraction

    @property
    def half_unit(self) -> Fraction:
        """The largest error of a correctly rounded number."""
        return self.unit / 2


def _parse(text: str) -> _Printed | None:
    """Read one printed number.

    Parameters
    ----------
    text : str
        Such as ``.66667``, ``-0.199``, ``12``, ``4e-4`` or ``5/36``.

    Returns
    -------
    Printed or None
        None if the text is not one number.

    Examples
    --------
    >>> _parse(".25").unit, _parse("5/36").unit, _parse("about 4 %")
    (Fraction(1, 100), Fraction(0, 1), None)
    >>> _parse("4e-4").value, _parse("4e-4").unit
    (Fraction(1, 2500), Fraction(1, 10000))
    """
    text = text.strip()
    if _FRACTION.fullmatch(text):
        numerator, denominator = text.split("/")
        if int(denominator) == 0:
            return None
        return _Printed(Fraction(int(numerator), int(denominator)), Fraction(0))
    if scientific := _SCIENTIFIC.fullmatch(text):
        decimals = len(scientific["digits"].partition(".")[2])
        return _Printed(Fraction(text), Fraction(10) ** (int(scientific["power"]) - decimals))
    if not _DECIMAL.fullmatch(text):
        return None
    decimals = len(text.partition(".")[2])
    return _Printed(Fraction(text), Fraction(1, 10**decimals))


def _numbers_in(text: str) -> tuple[str, ...]:
    """The numbers that stand in a text, as they are printed there.

    Examples
    --------
    >>> _numbers_in("from D = 6 on the share is .70, or 7/10")
    ('6', '.70', '7', '10')
    >>> _numbers_in("0, 5..30")
    ('0', '5', '30')
    """
    return tuple(_AMID_WORDS.findall(text))


def _with_numbers(text: str, numbers: Iterable[str]) -> str:
    """The text with other numbers in the places of its own, of which there are as many.

    Examples
    --------
    >>> _with_numbers("2^3 ~ 10, or .1 hundred", ["2", "3", "8", "0.08"])
    '2^3 ~ 8, or 0.08 hundred'
    """
    others = iter(numbers)
    return _AMID_WORDS.sub(lambda _: next(others), text)


@dataclass(frozen=True)
class _PrintedVector:
    """Numbers printed side by side.

    Attributes
    ----------
    entries : tuple of Printed
    elided : bool
        True if the printed line breaks off with dots.
    """

    entries: tuple[_Printed, ...]
    elided: bool


def _parse_vector(text: str) -> _PrintedVector | None:
    """Read a printed vector or matrix, row after row.

    Parameters
    ----------
    text : str
        Numbers between optional brackets, separated by spaces or semicolons; an entry broken
        off by dots is dropped.

    Returns
    -------
    _PrintedVector or None
        None if an entry is not a number.

    Examples
    --------
    >>> _parse_vector("[0.176 0.053 0...]").elided
    True
    >>> len(_parse_vector("1 2; 3 4").entries)
    4
    """
    words = text.replace(";", " ").strip(" []").split()
    elided = bool(words) and words[-1].endswith("...")
    whole = words[:-1] if elided else words
    entries = tuple(printed for word in whole if (printed := _parse(word)))
    return _PrintedVector(entries, elided) if entries and len(entries) == len(whole) else None


def _with_entries(text: str, entries: Iterable[str]) -> str:
    """The printed vector or matrix with other entries; where it breaks off, so does this.

    Examples
    --------
    >>> _with_entries("1 2; 3 -4", ["10", "20", "30", "-40"])
    '10 20; 30 -40'
    >>> _with_entries("[0.5 0.5 0...]", ["0.48", "0.52", "0.00", "0.00"])
    '[0.48 0.52 ...]'
    """
    others = iter(entries)
    return _ENTRY.sub(lambda e: "..." if e[0].endswith("...") else next(others), text)
