"""Figures in the one style of the book.

A figure function takes frozen results and returns a matplotlib figure; `show` turns it into an
inline drawing with a caption below and a text for those who cannot see it.
"""

from chancegames.show.figures.style import Drawing, new_figure, show

__all__ = ["Drawing", "new_figure", "show"]
