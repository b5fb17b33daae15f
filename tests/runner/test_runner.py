"""The runner: parameters, refusals, failures, the cache."""

import errno
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import nbformat
import pytest
from click.testing import CliRunner

from chancegames.base import files
from chancegames.base import fingerprint as prints
from chancegames.base.files import BadFile, read_rows
from chancegames.book import cache, cli, execute, runtimes
from chancegames.book import chapters as chapter_files
from chancegames.book.chapters import _Parameter, _read_chapter, chapter, chapters
from chancegames.book.commands import Failure
from chancegames.book.execute import run
from chancegames.ledger import judge

SLUG = "one-throw-each"


@pytest.fixture
def invoke(monkeypatch, tmp_path):
    """Call the command with its output in an empty folder; return code, text and files."""

    def call(*arguments):
        folder = tmp_path / "runs"
        monkeypatch.setattr(cli, "run", lambda *a, **k: run(*a, **{**k, "folder": folder}))
        result = CliRunner().invoke(cli.main, list(arguments))
        files = sorted(path.name for path in folder.glob("*")) if folder.exists() else []
        return result.exit_code, result.output, files

    return call


def write_chapter(path, *cells, parameters="n: int = 3  # 1..9, how many"):
    notebook = nbformat.v4.new_notebook()
    notebook.metadata.kernelspec = {"name": "python3", "display_name": "Python 3"}
    notebook.metadata.language_info = {"name": "python"}
    first = nbformat.v4.new_code_cell(parameters)
    first.metadata.tags = ["parameters"]
    code = [nbformat.v4.new_code_cell(source) for source in cells]
    notebook.cells = [nbformat.v4.new_markdown_cell("# A chapter"), first, *code]
    for number, cell in enumerate(notebook.cells):
        cell["id"] = f"cell-{number}"
    nbformat.write(notebook, path)
    return path


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("nowhere",), "there is no chapter 'nowhere'; there are: expected-value, "),
        ((SLUG, "-p", "sides", "6"), f"{SLUG} has no parameter 'sides'; it has: dice"),
        ((SLUG, "-p", "dice", "many"), "dice must be an integer from 1 to 20, not 'many'"),
        ((SLUG, "-p", "dice", "2.5"), "dice must be an integer from 1 to 20, not '2.5'"),
        ((SLUG, "-p", "dice", "0"), "dice must be an integer from 1 to 20, not '0'"),
        ((SLUG, "-p", "dice", "2", "-p", "dice", "3"), "dice is given more than once"),
        ((SLUG, "-p", "dice", "nan"), "dice must be an integer from 1 to 20, not 'nan'"),
    ],
)
def test_bad_input_is_refused_before_anything_is_written(invoke, arguments, sentence):
    code, output, files = invoke("run", *arguments)
    assert code == 2
    assert sentence in output
    assert len(output.strip().splitlines()) == 1
    assert files == []


def test_a_run_with_other_parameters(invoke, monkeypatch, tmp_path):
    """Of a short chapter: the chapters of the book are all run elsewhere."""
    parameters = "n: int = 3  # 1..9, how many\nx: float = 0.5  # 0.25..1.0, how much"
    path = write_chapter(
        tmp_path / "short.ipynb", "assert (n, x) == (2, 1.0)", parameters=parameters
    )
    monkeypatch.setattr(chapter_files, "chapters", lambda: (_read_chapter(path),))
    source = path.read_bytes()
    code, output, files = invoke("run", "short", "-p", "n", "2", "-p", "x", "1")
    assert code == 0, output
    assert files == ["short--n-2--x-1.0.ipynb"]
    assert files[0] in output
    assert path.read_bytes() == source


def test_a_failing_chapter_names_file_cell_and_error_and_keeps_what_was_run(tmp_path):
    broken = _read_chapter(write_chapter(tmp_path / "broken.ipynb", "n + 1", "1 / (n - n)", "n"))
    with pytest.raises(Failure, match=r"broken.ipynb, code cell 3: ZeroDivisionError"):
        run(broken, {}, folder=tmp_path / "runs")
    (partial,) = (tmp_path / "runs").glob("*")
    assert partial.name == "broken.failed.ipynb"
    outputs = nbformat.read(partial, as_version=4)
    assert any("4" in str(cell.get("outputs")) for cell in outputs.cells)


def test_the_cell_is_counted_in_the_chapter_as_it_is_written(tmp_path):
    broken = _read_chapter(write_chapter(tmp_path / "broken.ipynb", "n + 1", "1 / (n - n)"))
    with pytest.raises(Failure, match=r"broken.ipynb, code cell 3: ZeroDivisionError"):
        run(broken, {"n": 5}, folder=tmp_path / "runs")


def test_a_cell_before_the_parameters_is_counted_too(tmp_path):
    path = write_chapter(tmp_path / "broken.ipynb", "n")
    notebook = nbformat.read(path, as_version=4)
    notebook.cells.insert(1, nbformat.v4.new_code_cell("1 / 0", id="early"))
    nbformat.write(notebook, path)
    with pytest.raises(Failure, match=r"broken.ipynb, code cell 1: ZeroDivisionError"):
        run(_read_chapter(path), {"n": 5}, folder=tmp_path / "runs")


@pytest.mark.parametrize(
    ("parameters", "sentence"),
    [
        ("n: int = 3 + 3  # 1..9, how many", "broken.ipynb, parameter n: the default must be"),
        ("n: int = 3  # 1..9, how many\nm: int = = 2", "broken.ipynb, line 2 of the cell of param"),
        ("n: int = many  # 1..9, how many", "broken.ipynb, parameter n: the default must be"),
    ],
)
def test_a_broken_cell_of_parameters_is_refused_by_name(tmp_path, parameters, sentence):
    path = write_chapter(tmp_path / "broken.ipynb", "n", parameters=parameters)
    with pytest.raises(BadFile, match=sentence):
        _read_chapter(path)


def test_a_kernel_that_dies_is_a_failed_chapter_and_keeps_what_was_run(tmp_path):
    dying = _read_chapter(write_chapter(tmp_path / "dying.ipynb", "import os; os._exit(3)"))
    with pytest.raises(Failure, match=r"dying.ipynb, code cell 2: DeadKernelError"):
        run(dying, {}, folder=tmp_path / "runs")
    assert [path.name for path in (tmp_path / "runs").iterdir()] == ["dying.failed.ipynb"]


@pytest.mark.skipif(os.name != "posix", reason="only there are sockets files")
@pytest.mark.parametrize(("folder", "transport"), [("tmp", "ipc"), ("x" * 100, "tcp")])
def test_a_kernel_takes_no_port_that_another_program_may_take_first(
    tmp_path, monkeypatch, folder, transport
):
    """Unless the path of its folder is longer than that of a socket may be."""
    asks = f"""\
import json, ipykernel
found = json.loads(ipykernel.get_connection_info())["transport"]
assert found == "{transport}", found"""
    chapter = _read_chapter(write_chapter(tmp_path / "asks.ipynb", asks))
    with tempfile.TemporaryDirectory(dir="/tmp") as short:
        sockets = Path(short, folder)
        sockets.mkdir()
        monkeypatch.setattr(tempfile, "tempdir", str(sockets))
        run(chapter, {}, folder=tmp_path / "runs")
        assert [*sockets.iterdir()] == []


def test_a_failing_chapter_gives_exit_code_1(monkeypatch):
    def fails(*args, **kwargs):
        raise Failure("x.ipynb, code cell 3: ValueError: no")

    monkeypatch.setattr(cli, "run", fails)
    result = CliRunner().invoke(cli.main, ["run", SLUG])
    assert result.exit_code == 1
    assert "x.ipynb, code cell 3: ValueError: no" in result.output


def test_a_disk_that_is_full_in_the_middle_of_a_run_leaves_nothing(monkeypatch, tmp_path):
    def half(source, partial, **how):
        with open(partial, "w") as file:
            file.write('{"cells": [')
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), partial)

    monkeypatch.setattr(execute.papermill, "execute_notebook", half)
    with pytest.raises(OSError, match="No space left"):
        run(_read_chapter(write_chapter(tmp_path / "c.ipynb", "n")), {}, folder=tmp_path / "runs")
    assert [*(tmp_path / "runs").iterdir()] == []


def test_an_interrupted_run_leaves_nothing(monkeypatch, tmp_path):
    def interrupted(source, output, **kwargs):
        with open(output, "w") as file:
            file.write("half")
        raise KeyboardInterrupt

    monkeypatch.setattr(execute.papermill, "execute_notebook", interrupted)
    with pytest.raises(KeyboardInterrupt):
        run(chapter(SLUG), {}, folder=tmp_path)
    assert not list(tmp_path.iterdir())


def test_a_damaged_file_of_the_project_is_refused_in_one_sentence(monkeypatch, tmp_path):
    monkeypatch.setattr(judge, "full", lambda: read_rows(tmp_path / "gone.csv"))
    result = CliRunner().invoke(cli.main, ["ledger"])
    assert result.exit_code == 2
    assert result.output.strip() == f"Error: there is no file {tmp_path / 'gone.csv'}"


def test_a_notebook_that_is_none(tmp_path):
    (tmp_path / "torn.ipynb").write_text('{"cells": [')
    with pytest.raises(BadFile, match=r"torn.ipynb is not a notebook that can be read"):
        _read_chapter(tmp_path / "torn.ipynb")


def test_a_chapter_that_is_not_there(tmp_path):
    with pytest.raises(BadFile, match=r"names gone.ipynb, which is not there"):
        _read_chapter(tmp_path / "gone.ipynb")


def test_the_list_of_chapters_tells_parameters_and_ranges():
    output = CliRunner().invoke(cli.main, ["chapters"]).output
    for item in chapters():
        assert f"{item.slug}: {item.title}" in output
        for parameter in item.parameters:
            assert f"{parameter.name} = {parameter.default}: {parameter.meaning}" in output
            assert parameter.allowed in output


def test_parameters_are_read_from_the_cell(tmp_path):
    cell = (
        "n: int = 3  # 1..9, how many\n"
        "x: float = 0.5  # 0.25..1.0, how much\n"
        "who: str = 'b'  # a | b, which one"
    )
    read = _read_chapter(write_chapter(tmp_path / "c.ipynb", parameters=cell))
    assert read.title == "A chapter"
    assert read.settings["small"] == {"n": 1, "x": 0.25, "who": "a"}
    assert read.settings["extreme"] == {"n": 9, "x": 1.0, "who": "b"}
    assert read.parse({"x": "1", "who": "b"}) == {"x": 1.0, "who": "b"}
    with pytest.raises(ValueError, match="who must be one of a, b, not 'c'"):
        read.parse({"who": "c"})


@pytest.mark.parametrize(
    "cell",
    ["n = 3", "n: int = 3", "n: int = 3  # 1..9", "n: int = 30  # 1..9, how many", "n: list = []"],
)
def test_a_parameter_without_type_range_or_meaning_is_refused(tmp_path, cell):
    with pytest.raises(ValueError, match="parameter n: "):
        _read_chapter(write_chapter(tmp_path / "c.ipynb", parameters=cell))


@pytest.mark.parametrize("text", ["nan", "inf", "2", "-1", ""])
def test_a_float_stays_in_its_range(text):
    with pytest.raises(ValueError, match="a number from"):
        _Parameter("x", "float", 0.5, "how much", 0.0, 1.0).parse(text)


def test_a_run_with_other_parameters_never_enters_the_cache(tmp_path):
    small = run(_read_chapter(write_chapter(tmp_path / "c.ipynb", "n")), {"n": 4}, folder=tmp_path)
    with pytest.raises(ValueError, match="is not a run of c as it is"):
        cache.keep(small)


def test_the_cache_gives_back_what_was_kept_and_forgets_edited_code(tmp_path, monkeypatch):
    monkeypatch.setattr(cache, "cache_path", lambda: tmp_path / "cache")
    table = "<p><a download='t.csv'>t</a></p>".replace("'", '"')
    shows = f"from IPython.display import HTML\nHTML({table!r})"
    path = write_chapter(tmp_path / "c.ipynb", shows)
    item = _read_chapter(path)
    assert cache.cached_seconds(item) is None
    assert cache.cached_table(item, "t") is None
    cache.keep(run(item, {}, folder=tmp_path / "runs"))
    assert cache.cached_seconds(item) > 0
    assert cache.cached_table(item, "t") == table
    assert cache.cached_table(item, "u") is None
    write_chapter(path, "n + 1")
    assert cache.cached_seconds(item) is None
    assert cache.cached_table(item, "t") is None


@pytest.mark.parametrize("damage", ["a digit", "cut off", "no notebook", "no database"])
def test_a_damaged_cache_gives_nothing_back_and_is_made_anew(tmp_path, monkeypatch, damage):
    folder = tmp_path / "cache"
    monkeypatch.setattr(cache, "cache_path", lambda: folder)
    item = _read_chapter(write_chapter(tmp_path / "c.ipynb", "6 * 7"))
    finished = run(item, {}, folder=tmp_path / "runs")
    cache.keep(finished)
    cache._repair()
    assert cache.cached_seconds(item) is not None
    (kept,) = folder.glob("executed/*/*.ipynb")
    text = kept.read_text()
    assert "42" in text
    if damage == "a digit":
        kept.write_text(text.replace("42", "43"))
    elif damage == "cut off":
        kept.write_text(text[:-20])
    elif damage == "no notebook":
        kept.unlink()
    else:
        (folder / "global.db").write_bytes(b"SQLite format 3" + bytes(5000))
    cache._repair()
    assert cache.cached_seconds(item) is None
    cache.keep(finished)
    assert cache.cached_seconds(item) is not None


def test_a_bit_flipped_anywhere_in_the_cache_is_never_believed(tmp_path, monkeypatch):
    folder = tmp_path / "cache"
    monkeypatch.setattr(cache, "cache_path", lambda: folder)
    table = '<p><a download="t.csv">42</a></p>'
    shows = f"from IPython.display import HTML\nHTML({table!r})"
    item = _read_chapter(write_chapter(tmp_path / "c.ipynb", shows))
    finished = run(item, {}, folder=tmp_path / "runs")
    cache.keep(finished)
    draw = random.Random(21)
    whole = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    for path, content in [*whole.items()] * 12:
        damaged = bytearray(content)
        damaged[draw.randrange(len(damaged))] ^= 1 << draw.randrange(8)
        path.write_bytes(damaged)
        cache._repair()
        assert cache.cached_table(item, "t") in (table, None)
        cache.keep(finished)
        assert cache.cached_table(item, "t") == table
        shutil.rmtree(folder)
        for kept, sound in whole.items():
            kept.parent.mkdir(parents=True, exist_ok=True)
            kept.write_bytes(sound)


@pytest.mark.parametrize("most", [0, 3000, 60_000])
def test_a_cache_that_cannot_grow_is_a_sentence_and_written_once_there_is_room(
    tmp_path, monkeypatch, most
):
    monkeypatch.setattr(cache, "cache_path", lambda: tmp_path / "cache")
    item = _read_chapter(write_chapter(tmp_path / "c.ipynb", "print('x' * 100_000)"))
    finished = run(item, {}, folder=tmp_path / "runs")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, before[1]))
    try:
        with pytest.raises(OSError, match=r"cannot be written|File too large"):
            cache.keep(finished)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    cache._repair()
    assert cache.cached_seconds(item) is None
    cache.keep(finished)
    assert cache.cached_seconds(item) is not None


def test_what_a_killed_run_left_behind_is_cleared_by_the_next(tmp_path):
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    for process in (gone.pid, os.getpid()):
        (tmp_path / f".other.{process}.ipynb").write_text("half")
    run(_read_chapter(write_chapter(tmp_path / "c.ipynb", "n")), {}, folder=tmp_path)
    hidden = [path.name for path in tmp_path.glob(".*")]
    assert hidden == [f".other.{os.getpid()}.ipynb"]


@pytest.mark.parametrize("error", [errno.ENOSPC, errno.EROFS, errno.EACCES])
def test_a_disk_that_takes_nothing_is_one_line_and_exit_code_2(monkeypatch, error):
    def refuses(*args, **kwargs):
        raise OSError(error, os.strerror(error), "/somewhere")

    monkeypatch.setattr(judge, "full", tuple)
    monkeypatch.setattr(files.tempfile, "mkstemp", refuses)
    result = CliRunner().invoke(cli.main, ["ledger"])
    assert result.exit_code == 2
    assert len(result.output.strip().splitlines()) == 1
    assert os.strerror(error) in result.output


TROUBLED = """
import os, resource, signal, sys
from pathlib import Path
from chancegames.book import chapters, cli
from chancegames.ledger import judge

folder, trouble, *command = sys.argv[1:]
folder = Path(folder)
item = chapters._read_chapter(folder / "long.ipynb")
chapters.chapters = lambda: (item,)
judge.full = tuple
cli.LEDGER_CSV = folder / "out" / "ledger.csv"
run = cli.run
cli.run = lambda *given, **named: run(*given, **{**named, "folder": folder / "out"})
if trouble == "full":
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    most = 0 if command == ["ledger"] else 20_000
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
elif os.getuid() == 0:  # whom no permission stops
    os.setuid(65534)
cli.main(command)
"""


@pytest.mark.parametrize(
    ("trouble", "command"),
    [("full", ["ledger"]), ("full", ["run", "long"]), ("read-only", ["ledger"])],
)
def test_a_full_disk_and_a_folder_without_rights_are_one_line(tmp_path, trouble, command):
    """Really full (no file may grow further), and really without the right to write."""
    write_chapter(tmp_path / "long.ipynb", "print('x' * 100_000)")
    out = tmp_path / "out"
    out.mkdir()
    tmp_path.chmod(0o755)
    out.chmod(0o555 if trouble == "read-only" else 0o755)
    call = [sys.executable, "-c", TROUBLED, str(tmp_path), trouble, *command]
    done = subprocess.run(call, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 2, done.stderr
    said = done.stderr.strip().splitlines()[-1]
    assert said.startswith("Error: ") and "Traceback" not in done.stderr
    assert ("File too large" if trouble == "full" else "Permission denied") in said
    assert [*out.iterdir()] == []


@pytest.mark.parametrize(
    "arguments", [("run", "x" * 9000), ("run", SLUG, "-p", "dice", "9" * 9000)]
)
def test_a_refusal_is_one_short_line_whatever_was_typed(invoke, arguments):
    code, output, files = invoke(*arguments)
    assert (code, files) == (2, [])
    assert len(output.strip().splitlines()) == 1
    assert len(output) < 500


def test_a_damaged_measurement_is_refused_by_file_and_line(monkeypatch, tmp_path):
    path = tmp_path / "runtimes.csv"
    path.write_text("chapter,seconds,megabytes,processor\na,1.0,10,p\nb,one,10,p\n")
    monkeypatch.setattr(runtimes, "RUNTIMES", path)
    runtimes.runtimes.cache_clear()
    with pytest.raises(BadFile, match=r"runtimes.csv, line 3"):
        runtimes.runtimes()
    runtimes.runtimes.cache_clear()


def test_the_fingerprint_follows_the_library_and_comes_back(tmp_path, monkeypatch):
    monkeypatch.setattr(prints, "ROOT", tmp_path)
    module = tmp_path / "lib" / "m.py"
    module.parent.mkdir()
    found = []
    for text in ("one", "two", "one"):
        module.write_text(text)
        prints.fingerprint.cache_clear()
        found.append(prints.fingerprint())
    prints.fingerprint.cache_clear()
    assert found[0] == found[2] != found[1]


def test_who_has_no_home_is_lent_one(monkeypatch, tmp_path):
    monkeypatch.setattr(cli, "BUILD", tmp_path)
    monkeypatch.setenv("HOME", "/somewhere")
    monkeypatch.delenv("HOME")
    monkeypatch.setattr("pwd.getpwuid", lambda number: {}[number])
    assert CliRunner().invoke(cli.main, ["chapters"]).exit_code == 0
    assert os.environ["HOME"] == str(tmp_path / "home")
    assert (tmp_path / "home").is_dir()
