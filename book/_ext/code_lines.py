"""Lines of code that are too long for a phone go on below their own beginning, further in.

Python means something by its indentation, so a line that wraps must not begin at the margin.
"""

import re

from pygments.formatters import HtmlFormatter
from sphinx.highlighting import PygmentsBridge


class HangingLines(HtmlFormatter):
    """HTML in which every line of code knows how far it is indented."""

    def wrap(self, source):
        """Put each line between tags of its own."""
        lines = ((is_code, _hanging(line) if is_code else line) for is_code, line in source)
        return super().wrap(lines)


def _hanging(line):
    """Tag a line, with its indentation in characters.

    Examples
    --------
    >>> _hanging("    return 1\\n")
    '<span class="line" style="--in: 4ch">    return 1\\n</span>'
    """
    code = re.sub(r"<[^>]*>", "", line).rstrip("\n")
    indent = len(code) - len(code.lstrip(" "))
    return f'<span class="line" style="--in: {indent}ch">{line}</span>'


def setup(app):
    """Register with Sphinx."""
    PygmentsBridge.html_formatter = HangingLines
    return {"parallel_read_safe": True, "parallel_write_safe": True}
