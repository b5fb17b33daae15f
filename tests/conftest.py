"""Settings of the whole test suite."""

from collections import Counter

from hypothesis import settings
from jupyter_cache import get_cache

from chancegames.book.cache import cache_path

#: No test is timed: a busy machine is no failure.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")


def pytest_configure(config):
    """Make the cache's database before several workers want it at once."""
    if not hasattr(config, "workerinput"):
        cache_path().mkdir(parents=True, exist_ok=True)
        get_cache(cache_path()).list_cache_records()


def pytest_terminal_summary(terminalreporter):
    """Say in one line why tests were skipped, however many (`-rs` takes a line for each)."""
    skipped = terminalreporter.stats.get("skipped", [])
    for reason, number in Counter(report.longrepr[2] for report in skipped).items():
        terminalreporter.write_line(f"{number} tests skipped: {reason.removeprefix('Skipped: ')}")


def pytest_collection_modifyitems(items):
    """Put the tests in the order of `_turn`."""
    items.sort(key=_turn)


def _turn(item):
    """Long before short, and nobody looks at the book before it is built.

    Groups come first, the chapters and other long work: each runs on one worker, and the last to
    begin ends last.  Then the book is built, while the rest of the tests run beside.
    """
    if item.get_closest_marker("renders"):
        return 1
    looks = 3 if item.get_closest_marker("browser") else 0
    return looks + (0 if item.get_closest_marker("xdist_group") else 2)
