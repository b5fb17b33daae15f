"""Settings of the whole test suite."""

from hypothesis import settings
from jupyter_cache import get_cache

from chancegames.runner.cache import cache_path

#: No test is timed: a busy machine is no failure.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")


def pytest_configure(config):
    """Make the cache's database before several workers want it at once."""
    if not hasattr(config, "workerinput"):
        cache_path().mkdir(parents=True, exist_ok=True)
        get_cache(cache_path()).list_cache_records()


def pytest_collection_modifyitems(items):
    """Groups of tests begin first: each runs on one worker, and the last to begin ends last."""
    items.sort(key=lambda item: item.get_closest_marker("xdist_group") is None)
