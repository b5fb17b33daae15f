"""Numbers for the prose: computed in a cell, glued into a sentence."""

from fractions import Fraction
from typing import Any

from myst_nb import glue as glue_object

from chancegames.show.report.html import Html


def glue(**numbers: Any) -> Html:
    """Make computed values available to the prose under their names.

    Parameters
    ----------
    **numbers : Fraction, int, float or str
        Fractions and ints are shown exactly (long ints in groups of three digits), floats to four
        significant digits, strings as is.

    Returns
    -------
    Html
        The list of what was glued, so that the notebook shows it too.

    Notes
    -----
    In the text, ``{glue:text}`name``` shows the value.
    """
    texts = {name: _text(value) for name, value in numbers.items()}
    for name, text in texts.items():
        glue_object(name, Plain(text), display=False)
    lines = "\n".join(f"{name} = {text}" for name, text in texts.items())
    return Html(f"<pre class='glued'>{lines}</pre>", lines)


class Plain:
    """A text that the renderer evaluates to itself, also where it looks like a tuple."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return repr(self.text)


def _text(value: Any) -> str:
    """Write a number for the prose, long ones in groups of three digits.

    >>> _text(1234567) == "1\u202f234\u202f567"
    True
    >>> _text(2 / 3), _text(9999), _text("0.1, 0.2")
    ('0.6667', '9999', '0.1, 0.2')
    """
    if isinstance(value, float) and not isinstance(value, Fraction):
        return f"{value:.4g}"
    if isinstance(value, int) and abs(value) >= 10_000:
        return f"{value:,}".replace(",", "\u202f")
    return str(value)
