"""The examples on a page of the book, run as a reader would type them."""

import doctest
import re
from pathlib import Path


def run(page: Path) -> doctest.TestResults:
    """Run every line after ``>>>`` in the page's Python listings, in order."""
    text = page.read_text(encoding="utf-8")
    lines = "\n".join(re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL))
    return doctest.DocTestRunner().run(
        doctest.DocTestParser().get_doctest(lines, {}, page.name, str(page), 0)
    )
