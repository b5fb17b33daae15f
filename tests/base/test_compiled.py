"""Machine code that numba keeps: compiled anew when what it stands on has changed."""

import os
import subprocess
import sys

CALLER = """
from chancegames.base.compiled import compiled
from callee import FACTOR, TABLE, step

@compiled(cache=True)
def kernel(x: int) -> int:
    return FACTOR * step(x) + TABLE[0]

print(kernel(1), sum(kernel.stats.cache_hits.values()))
"""
CALLEE = """
import numpy as np
from chancegames.base.compiled import INNER, compiled

FACTOR, TABLE = {factor}, np.array([{entry}])

@compiled(**INNER)
def step(x: int) -> int:
    return x + {more}
"""


def test_kernel_notices_change_in_another_module(tmp_path):
    def run(**numbers):
        (tmp_path / "callee.py").write_text(CALLEE.format(**numbers))
        env = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "cache")}
        done = subprocess.run(
            [sys.executable, "-B", "caller.py"],
            cwd=tmp_path,
            env=env,
            capture_output=True,
            text=True,
            check=True,
        )
        return tuple(map(int, done.stdout.split()))

    (tmp_path / "caller.py").write_text(CALLER)
    assert run(factor=1, more=1, entry=0) == (2, 0)
    assert run(factor=1, more=1, entry=0) == (2, 1)  # kept
    assert run(factor=1, more=5, entry=0) == (6, 0)
    assert run(factor=3, more=5, entry=0) == (18, 0)
    assert run(factor=3, more=5, entry=100) == (118, 0)
