"""Settings of the whole test suite."""

from hypothesis import settings
from jupyter_cache import get_cache

from chancegames.runner.cache import cache_path

# a busy machine must fail no test: what takes long is seen in the durations
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")


def pytest_configure(config):
    """Make the cache's database before several workers want it at once."""
    if not hasattr(config, "workerinput"):
        cache_path().mkdir(parents=True, exist_ok=True)
        get_cache(cache_path()).list_cache_records()
