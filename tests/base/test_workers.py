"""The same work on many things at once."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from chancegames.base import workers
from chancegames.base.paths import ROOT


def halve(number):
    """Refuse an odd number at once; take a moment for an even one."""
    if number % 2:
        raise ValueError(f"{number} is odd")
    time.sleep(0.3)
    return number // 2


@pytest.mark.parametrize("cores", [1, 2])
def test_every_thing_is_worked_on(monkeypatch, cores):
    monkeypatch.setattr(os, "cpu_count", lambda: cores)
    assert dict(workers.each(halve, [2, 4])) == {2: 1, 4: 2}


def test_an_error_comes_after_what_had_begun_beside_it(monkeypatch):
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    done = []
    pairs = workers.each(halve, [2, 3, *range(4, 40, 2)])
    with pytest.raises(ValueError, match="3 is odd"):
        for number, half in pairs:
            done.append((number, half))
    assert (2, 1) in done
    assert len(done) < 10


def linger(note):
    """Say which process this is, and stay for a minute."""
    Path(note).write_text(str(os.getpid()))
    time.sleep(60)


@pytest.mark.parametrize("how", ["apart(linger, {})", "each(linger, [{}, {} + '2'])"])
def test_children_end_with_their_parent(tmp_path, how):
    note = tmp_path / "child"
    call = how.replace("{}", repr(str(note)))
    program = (
        "from tests.base.test_workers import linger\n"
        "from chancegames.base import workers\n"
        f"if __name__ == '__main__': found = workers.{call}; found is True or list(found)"
    )
    script = tmp_path / "parent.py"
    script.write_text(program)
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    parent = subprocess.Popen([sys.executable, str(script)], env=environment, cwd=ROOT)
    try:
        child = wait_for(lambda: int(note.read_text()) if note.exists() else None)
    finally:
        parent.send_signal(signal.SIGKILL)
        parent.wait()
    assert wait_for(lambda: not alive(child))


def wait_for(found, seconds=20):
    """What is found within some seconds."""
    for _ in range(10 * seconds):
        if answer := found():
            return answer
        time.sleep(0.1)
    return None


def alive(process):
    """Whether a process runs; one that is over and not yet collected does not."""
    try:
        return Path(f"/proc/{process}/stat").read_text().split()[2] != "Z"
    except OSError:
        return False


def test_work_apart_tells_whether_it_failed():
    assert workers.apart(abs, -2)
    assert not workers.apart(halve, 3)
