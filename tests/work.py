"""A bound on the work of a call, counted and not timed: a busy machine is no failure."""

import sys


def bounded(call, most=2_000_000):
    """What a call returns or raises; a failure, at once, if it calls more than `most` functions.

    Two million are about a second of an idle machine.  What compiled code does inside is one call.
    """
    made, before = 0, sys.getprofile()

    def count(_frame, event, _function):
        nonlocal made
        made += event in ("call", "c_call")
        assert made <= most, f"more than {most:,} functions were called"

    sys.setprofile(count)
    try:
        return call()
    finally:
        sys.setprofile(before)
