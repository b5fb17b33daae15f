"""Files are written whole, with ordinary permissions, or not at all."""

import os
import subprocess
import sys

import pytest

from chancegames.base.files import (
    BadFile,
    read_rows,
    write_whole,
)


def test_a_written_file_has_the_permissions_of_any_new_file(tmp_path):
    (tmp_path / "plain").write_text("")
    write_whole(tmp_path / "whole", "text")
    assert (tmp_path / "whole").stat().st_mode == (tmp_path / "plain").stat().st_mode


def test_a_failed_write_leaves_the_old_file_and_nothing_else(tmp_path, monkeypatch):
    write_whole(tmp_path / "note", "old")

    def full(*args):
        raise OSError("no space left")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(OSError, match="no space left"):
        write_whole(tmp_path / "note", "new")
    assert [path.name for path in tmp_path.iterdir()] == ["note"]
    assert (tmp_path / "note").read_text() == "old"


def test_a_csv_file_as_a_spreadsheet_writes_it_is_read(tmp_path):
    (tmp_path / "a.csv").write_bytes("\ufeffclaim,é\r\n1,2\r\n".encode())
    assert read_rows(tmp_path / "a.csv") == {2: {"claim": "1", "é": "2"}}


@pytest.mark.parametrize(
    ("content", "line"),
    [
        (b"a,b\n1\n", 2),
        (b"a,b\n1,2\n1,2,3\n", 3),
        (b"a,b\n1,2\n\xff\xfe,2\n", 3),
        (b'a,b\n1,"2\n', 2),
        (b"a,c\n1,2\n", 1),
        (b"", 1),
    ],
)
def test_a_damaged_csv_file_is_refused_by_file_and_line(tmp_path, content, line):
    (tmp_path / "a.csv").write_bytes(content)
    with pytest.raises(BadFile, match=rf"a\.csv, line {line}: "):
        read_rows(tmp_path / "a.csv", ("a", "b"))


def test_a_full_disk_is_an_error_and_leaves_nothing_behind(tmp_path):
    """No file may grow beyond a kilobyte here: the nearest that a test comes to a full disk."""
    program = (
        "import resource, signal, sys\n"
        "from pathlib import Path\n"
        "from chancegames.base.files import write_whole\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1024, 1024))\n"
        "try:\n"
        "    write_whole(Path(sys.argv[1]), b'x' * 4096)\n"
        "except OSError as error:\n"
        "    sys.exit(7)\n"
    )
    path = tmp_path / "large"
    path.write_text("old")
    assert subprocess.run([sys.executable, "-c", program, str(path)]).returncode == 7
    assert [found.name for found in tmp_path.iterdir()] == ["large"]
    assert path.read_text() == "old"
