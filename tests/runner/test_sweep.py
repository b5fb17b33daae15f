"""Sweeps: grids, points on workers, what is kept, and the tables."""

import errno
import json
import os
import signal
import subprocess
import sys
import time
from contextlib import closing
from fractions import Fraction
from pathlib import Path

import distributed
import nbformat
import pandas as pd
import psutil
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from jupyter_core.utils import run_sync
from pyarrow import parquet

from chancegames.base import cluster as clusters
from chancegames.base.paths import ROOT
from chancegames.book import chapters as chapter_files
from chancegames.book import cli, sweep_cli, sweeps
from chancegames.book.chapters import Chapter, _Parameter, _read_chapter, chapter
from chancegames.book.execute import run
from chancegames.book.grids import _parse_grid, _points
from chancegames.book.kernels import lent_kernel
from chancegames.book.points import _found, _Kernels, _state
from tests.runner.test_runner import write_chapter

pytestmark = pytest.mark.xdist_group("sweep")  # one cluster for all

SLUG = "one-throw-each"
PARAMETERS = """n: int = 3  # 1..60, how many
x: float = 0.5  # 0.0..1.0, how much
who: str = "b"  # a | b, which one"""
CELLS = (
    "from fractions import Fraction\nimport time\nimport pandas as pd\n"
    "from chancegames.show import report",
    "time.sleep(0.2 if x == 0.25 else 0)\nassert n != 4, 'four is\\nrefused'",
    "report.glue(third=Fraction(n, 3), shown=report.Rounded(100 * n / 3), words=who)",
    "rows = pd.DataFrame({'n': [n, 2 * n], 'sum': [n + x, n - x]})\n"
    "report.plain_table(rows, name='sums', caption='sums')",
)


@pytest.fixture(scope="module")
def client():
    """Two workers for all tests of this file."""
    with clusters.cluster(workers=2) as client:
        yield client


@pytest.fixture
def short(monkeypatch, tmp_path):
    """A chapter of a moment, that fails where n is 4; its sweeps go to an empty folder."""
    path = write_chapter(tmp_path / "short.ipynb", *CELLS, parameters=PARAMETERS)
    monkeypatch.setattr(chapter_files, "chapters", lambda: (_read_chapter(path),))
    for module in sweeps, sweep_cli:
        monkeypatch.setattr(module, "SWEEPS", tmp_path / "sweeps")
    monkeypatch.setattr(sweep_cli.judge, "full", lambda: ())
    return _read_chapter(path)


def call(*arguments):
    result = CliRunner().invoke(cli.main, ["sweep", *arguments])
    return result.exit_code, result.output


def swept(client, *arguments):
    return call("short", *arguments, "--scheduler", client.scheduler.address)


# Grids.

MANY = Chapter(
    "many",
    Path("many.ipynb"),
    "Many",
    (
        _Parameter("n", "int", 0, "how many", -50, 50),
        _Parameter("x", "float", 0.5, "how much", 0.0, 1.0),
        _Parameter("who", "str", "a", "which", choices=("a", "b", "c..d")),
    ),
)


@given(st.integers(-50, 50), st.integers(-50, 50), st.integers(1, 20))
def test_a_span_is_every_integer_from_end_to_end(low, high, step):
    if high < low:
        with pytest.raises(ValueError, match="holds no value"):
            _parse_grid(MANY, [("n", f"{low}..{high}:{step}")])
    else:
        grid = _parse_grid(MANY, [("n", f"{low}..{high}:{step}")])
        assert grid == {"n": list(range(low, high + 1, step))}


@given(st.lists(st.integers(-50, 50), min_size=1), st.sets(st.sampled_from("ab"), min_size=1))
def test_a_grid_is_every_combination_of_its_values_once(numbers, words):
    typed = [("n", ",".join(map(str, numbers))), ("who", ",".join(sorted(words)))]
    found = list(_points(_parse_grid(MANY, typed)))
    assert {(p["n"], p["who"]) for p in found} == {(n, w) for n in numbers for w in words}
    assert len(found) == len(set(numbers)) * len(words)


@given(st.text(alphabet="0123456789.,:-ab l", max_size=12))
def test_whatever_is_typed_gives_allowed_values_or_one_sentence(text):
    for name in ("n", "x", "who"):
        try:
            (values,) = _parse_grid(MANY, [(name, text)]).values()
        except ValueError as error:
            assert "\n" not in str(error)
        else:
            assert values and all(map(MANY.parameter(name).allows, values))
            assert len(set(values)) == len(values)


def test_all_is_what_the_chapter_allows():
    grid = _parse_grid(MANY, [("n", "all"), ("who", "all"), ("x", "0..1:0.1")])
    assert grid["n"] == list(range(-50, 51))
    assert grid["who"] == ["a", "b", "c..d"]
    assert grid["x"] == [0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("nowhere", "-p", "n", "1"), "there is no chapter 'nowhere'"),
        (("short",), "a sweep needs a parameter with its values, such as -p dice 1..20"),
        (("short", "-p", "m", "1"), "short has no parameter 'm'; it has: n, x, who"),
        (("short", "-p", "n", "1..61"), "n must be an integer from 1 to 60, not '61'"),
        (("short", "-p", "n", "5..3"), "n: 5..3 holds no value"),
        (("short", "-p", "n", "1,"), "n must be an integer from 1 to 60, not ''"),
        (("short", "-p", "x", "all"), "x needs a step, such as 0.0..1.0:0.25"),
        (("short", "-p", "n", "1", "-p", "n", "2"), "n is given more than once"),
        (("short", "-p", "x", "0..1:0.000001"), "x: 1,000,001 values are more than 10,000"),
        (("short", "-p", "x", "0..1:0.001", "-p", "n", "all"), "60,060 points are more than"),
        (("short", "-p", "n", "1..9", "--most", "8"), "9 values are more than 8"),
        (("short", "-p", "n", "1", "--memory-limit", "1MB"), "1 workers may need"),
        (("short", "-p", "n", "1", "--memory-limit", "lots"), "Could not interpret 'lots'"),
        (("short", "-p", "n", "1", "--scheduler", "tcp://127.0.0.1:1"), "no scheduler answers at"),
        (("short", "-p", "n", "1", "--scheduler", "x", "--workers", "2"), "not of a scheduler"),
    ],
)
def test_bad_input_is_one_sentence_and_writes_nothing(short, tmp_path, arguments, sentence):
    code, output = call(*arguments)
    assert code == 2
    assert sentence in output.splitlines()[-1]
    assert not (tmp_path / "sweeps").exists()


def test_without_dask_a_sentence_says_what_to_install(short, monkeypatch):
    monkeypatch.setattr(clusters, "find_spec", lambda name: None)
    code, output = call("short", "-p", "n", "1")
    assert code == 2
    assert output.strip() == "Error: this needs Dask: pip install 'chancegames[sweep]'"


def test_dask_is_imported_by_nobody_who_does_not_sweep():
    code = "import sys, chancegames.book.cli; print({'dask', 'distributed'} & {*sys.modules})"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "set()"


def test_a_dry_run_says_what_there_is_to_do(short, tmp_path, monkeypatch):
    monkeypatch.setattr(sweep_cli, "usual_seconds", lambda slug: 3.0)
    code, output = call("short", "-p", "n", "1..40", "--workers", "2", "--dry-run")
    assert code == 0
    assert output.startswith("40 settings of short, 0 finished before; at most 01:00 on 2 workers")
    assert not (tmp_path / "sweeps").exists()


# Points and tables.


def test_one_table_with_a_row_for_every_number_and_every_failure(short, client, tmp_path):
    code, output = swept(client, "-p", "n", "3..5", "-p", "who", "all")
    assert code == 1
    assert (
        "2 of 6 settings failed, such as short.ipynb, code cell 3: AssertionError: four" in output
    )
    (folder,) = (tmp_path / "sweeps").glob("short-*")
    numbers = pd.read_parquet(folder / "numbers.parquet")
    assert list(numbers) == ["n", "x", "who", "name", "value", "exact", "text", "error"]
    failed = numbers[numbers["error"].notna()]
    assert list(zip(failed["n"], failed["who"], strict=True)) == [(4, "a"), (4, "b")]
    five = numbers[(numbers["n"] == 5) & (numbers["who"] == "a")].set_index("name")
    assert list(five["exact"].dropna()) == ["5/3", str(500 / 3)]
    assert list(five["text"]) == ["5/3", "166.7", "a"]
    assert list(five["value"].dropna()) == [5 / 3, 500 / 3]
    sums = pd.read_parquet(folder / "table-sums.parquet")
    assert list(sums) == ["n", "x", "who", "n (table)", "sum"]
    assert list(sums[sums["who"] == "b"]["sum"]) == [3.5, 2.5, 5.5, 4.5]
    for path in folder.glob("*.parquet"):
        csv = pd.read_csv(path.with_suffix(".csv"), dtype={"exact": str, "error": str})
        pd.testing.assert_frame_equal(csv, pd.read_parquet(path), check_dtype=False)
    about = json.loads(parquet.read_schema(folder / "numbers.parquet").metadata[b"chancegames"])
    assert about == json.loads((folder / "about.json").read_text())
    assert about["command"] == "chancegames sweep short -p n 3..5 -p who all"
    assert (about["points"], about["failed"]) == (6, 2)
    listed = CliRunner().invoke(cli.main, ["sweeps"]).output
    assert f"{folder}: 6 settings, 2 failed\n    {about['command']}" in listed


def test_the_same_command_does_only_what_is_missing(short, client, tmp_path, monkeypatch):
    assert swept(client, "-p", "n", "1..3")[0] == 0
    kept = {path: path.stat().st_mtime_ns for path in tmp_path.glob("sweeps/.points/*")}
    tables = {path.name: path.read_bytes() for path in tmp_path.glob("sweeps/short-*/*.csv")}
    assert len(kept) == 3
    code, output = swept(client, "-p", "n", "1..3,5")
    assert code == 0
    assert "4 settings of short, 3 finished before" in output
    assert {path: path.stat().st_mtime_ns for path in kept} == kept
    monkeypatch.setattr(sweeps, "run", lambda *_: pytest.fail("nothing is missing"))
    assert call("short", "-p", "n", "1..3")[0] == 0
    again = [path.read_bytes() for path in tmp_path.glob("sweeps/short-*/*.csv")]
    assert all(table in again for table in tables.values())


def test_nothing_is_taken_over_from_another_state(short, client):
    before = sweeps._Sweep(short, {"n": [1]})
    assert list(sweeps.run(before, client))
    assert not before.missing
    source = nbformat.read(short.path, as_version=4)
    source.cells[-1].source += "\n"
    nbformat.write(source, short.path)
    assert sweeps._Sweep(short, {"n": [1]}).missing
    assert sweeps._Sweep(short, {"n": [1]}).folder != before.folder


def test_a_worker_with_another_book_is_refused(short, client, monkeypatch):
    monkeypatch.setattr(sweeps, "_state", lambda chapter: "another")
    code, output = swept(client, "-p", "n", "1")
    assert code == 2
    assert "has another version of the book" in output


def test_a_lent_kernel_finds_what_a_fresh_one_finds(tmp_path):
    item = chapter(SLUG)
    lent = _Kernels(os.path.relpath(item.path, ROOT), _state(item), megabytes=1000)
    lent.setup(worker=None)
    try:
        first, second = (lent.run({"dice": dice, "games": 1000}) for dice in (12, 7))
    finally:
        lent.teardown(worker=None)
        lent.thread.shutdown()
    fresh = run(item, {"dice": 7, "games": 1000}, folder=tmp_path)
    assert second == _found(nbformat.read(fresh.output, as_version=4)) != first
    assert len(second["numbers"]) > 20 and len(second["tables"]) > 5


#: Strings with the mark that anything holds; a dict of strings only is not in `gc.get_objects`.
COUNT = """
import gc
gc.collect()
marked, held, news = "hay" + "stack", {}, gc.get_objects()
while news:
    news = [o for o in gc.get_referents(*news) if id(o) not in held and not gc.is_tracked(o)]
    held |= {id(o): o for o in news}
print(sum(type(o) is str and marked in o for o in held.values()))
"""


def test_what_a_lent_kernel_remembers_does_not_grow_from_run_to_run(tmp_path):
    cells = "'hay' + 'stack' * n", "print('hay' + 'stack')", "display('hay' + 'stack')"
    path = write_chapter(tmp_path / "short.ipynb", *cells, parameters=PARAMETERS)
    counts = []

    def heard(message):
        if words := message["content"].get("text", "").strip():
            counts.append(int(words))

    with closing(lent_kernel()) as lent:
        for n in range(1, 6):
            run(_read_chapter(path), {"n": n}, folder=tmp_path, kernel=lent)
            count = run_sync(lent.client().execute_interactive)
            count(COUNT, store_history=False, output_hook=heard)
            lent.forget()
            count(COUNT, store_history=False, output_hook=heard)
    before, after = counts[::2], counts[1::2]
    assert max(before) > max(after)
    assert len(set(after)) == 1


def test_a_lost_worker_loses_no_finished_point(short):
    asked = sweeps._Sweep(short, {"n": list(range(5, 25)), "x": [0.25]})
    with clusters.cluster(workers=2) as client:
        found, killed = {}, set()
        for values, point in sweeps.run(asked, client):
            found[values["n"]] = point
            if len(found) in (3, 9):
                victim = min(client.run(os.getpid).values())
                os.kill(victim, signal.SIGKILL)
                killed.add(victim)
    assert len(killed) == 2
    assert sorted(found) == list(range(5, 25))
    assert [n for n, point in found.items() if "error" in point] == []
    assert all(Fraction(point["numbers"][0][1]) == Fraction(n, 3) for n, point in found.items())
    assert asked.missing == []


def test_a_result_that_dies_with_its_worker_is_computed_again(short, monkeypatch):
    """The scheduler calls a point finished, and its worker dies before we have the result."""
    asked = sweeps._Sweep(short, {"n": [5, 6], "x": [0.5]})
    as_completed, lost = distributed.as_completed, []
    with clusters.cluster(workers=1) as client:

        def dying(futures):
            for number, future in enumerate(finished := as_completed(futures)):
                if number == 0:
                    os.kill(*client.run(os.getpid).values(), signal.SIGKILL)
                    until = time.monotonic() + 30
                    while future.status == "finished" and time.monotonic() < until:
                        time.sleep(0.01)
                    lost.append(future.status)
                yield future
            assert finished.is_empty()

        monkeypatch.setattr(distributed, "as_completed", dying)
        found = {values["n"]: point for values, point in sweeps.run(asked, client)}
    assert lost != ["finished"]
    assert {n: point.get("error") for n, point in found.items()} == {5: None, 6: None}
    assert asked.missing == []


def test_a_full_disk_is_a_sentence_and_leaves_nothing_half_written(
    short, client, tmp_path, monkeypatch
):
    def full(path, content):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))

    with monkeypatch.context() as patched:
        patched.setattr(sweeps, "write_whole", full)
        code, output = swept(client, "-p", "n", "1..2")
        assert code == 2
        assert "No space left on device" in output.splitlines()[-1]
        assert [path for path in tmp_path.glob("sweeps/**/*") if path.is_file()] == []
    assert list(sweeps.run(sweeps._Sweep(short, {"n": [1, 2]}), client))
    with monkeypatch.context() as patched:
        patched.setattr(parquet, "write_table", full)
        assert swept(client, "-p", "n", "1..2")[0] == 2
    assert [path.name for path in (tmp_path / "sweeps").iterdir()] == [".points"]


STOPPED = """
import sys
from pathlib import Path
from chancegames.book import chapters, cli, sweep_cli, sweeps

if __name__ == "__main__":
    folder = Path(sys.argv[1])
    short = chapters._read_chapter(folder / "short.ipynb")
    chapters.chapters = lambda: (short,)
    sweeps.SWEEPS = folder / "sweeps"
    sweep_cli.judge.full = lambda: ()
    cli.main(["sweep", "short", "-p", "n", "5..60", "-p", "x", "0.25", "--workers", "2"])
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals of a process group")
def test_ctrl_c_ends_every_process_and_says_how_to_go_on(short, tmp_path):
    (tmp_path / "stopped.py").write_text(STOPPED)
    command = [sys.executable, str(tmp_path / "stopped.py"), str(tmp_path)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True
    ) as process:
        while not any(tmp_path.glob("sweeps/.points/*.json")):
            assert process.poll() is None, process.stdout.read()
            time.sleep(0.1)
        children = psutil.Process(process.pid).children(recursive=True)
        assert sum("ipykernel" in " ".join(child.cmdline()) for child in children) == 2
        os.killpg(process.pid, signal.SIGINT)
        output, _ = process.communicate(timeout=60)
    assert process.returncode == 130, output
    kept = len(list(tmp_path.glob("sweeps/.points/*.json")))
    assert output.splitlines()[-1] == (
        f"Error: stopped; {kept} of 56 settings are kept, the same command goes on"
    )
    _, alive = psutil.wait_procs(children, timeout=10)
    assert alive == []
    assert not list(tmp_path.glob("sweeps/short-*"))
