"""The browser that prints the book and in which the tests look at it."""

import shutil

#: The one without windows comes first: it takes half the time.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
#: Chromium must not look up hosts of its own.
QUIET = ("--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking")


def program() -> str | None:
    """Find chromium on this machine.

    Returns
    -------
    str or None
        Path of the program; None if there is none.

    Examples
    --------
    >>> found = program()
    >>> found is None or "chrom" in found
    True
    """
    return next(filter(None, map(shutil.which, BROWSERS)), None)
