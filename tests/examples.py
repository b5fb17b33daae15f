"""The examples on a page of the book, run as a reader would type them."""

import doctest
import re
from pathlib import Path
from typing import Any


def run(page: Path) -> doctest.TestResults:
    """Run every line after ``>>>`` in the page's Python listings, in order."""
    return _run(page, {})


def names(page: Path) -> dict[str, Any]:
    """What the page's Python listings define, once they have been run."""
    found: dict[str, Any] = {}
    assert not _run(page, found).failed
    return found


def _run(page: Path, names: dict[str, Any]) -> doctest.TestResults:
    text = page.read_text(encoding="utf-8")
    lines = "\n".join(re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL))
    test = doctest.DocTestParser().get_doctest(lines, names, page.name, str(page), 0)
    test.globs = names  # doctest makes a copy, and would throw it away
    return doctest.DocTestRunner().run(test, clear_globs=False)
