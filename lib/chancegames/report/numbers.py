"""Numbers for the prose: computed in a cell, glued into a sentence."""

from fractions import Fraction
from typing import Any

from myst_nb import glue as glue_object

from chancegames.report.html import Html


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
    """A text whose representation is the text itself, without quotes."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return self.text


def _text(value: Any) -> str:
    if isinstance(value, float) and not isinstance(value, Fraction):
        return f"{value:.4g}"
    if isinstance(value, int) and abs(value) >= 10_000:
        # narrow spaces: a comma would make the text look like a tuple to the renderer
        return f"{value:,}".replace(",", "\N{NARROW NO-BREAK SPACE}")
    return str(value)
