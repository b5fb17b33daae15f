"""The whole book is built."""

import pytest

from chancegames.book.build import INDEX, whole
from chancegames.book.chapters import book_pages

FOLDERS = ("book", "book/library", "book/play", "notebooks")


@pytest.mark.browser
@pytest.mark.renders
def test_the_book_renders_without_a_warning():
    """Each page of the table of contents, and no other."""
    whole()
    pages = {path for folder in FOLDERS for path in (INDEX.parent / folder).glob("*.html")}
    assert pages == {INDEX.parent / f"{page.name}.html" for page in book_pages()}
    assert len(pages) > 6
