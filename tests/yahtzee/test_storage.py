"""The stored table: round trip, refusal of what is not sound, and two writers at once."""

from multiprocessing import get_context

import numpy as np
import pytest

from chancegames.games.yahtzee.rules import FORCED, FREE
from chancegames.games.yahtzee.storage import default_path, load, load_or_solve, save


@pytest.fixture
def path(solution, tmp_path):
    return save(solution, tmp_path / "deep" / "forced.table")


def test_round_trip(solution, path):
    back = load(path, FORCED)
    assert np.array_equal(back.values, solution.values, equal_nan=True)
    assert back.optimum == solution.optimum
    assert [p.name for p in path.parent.iterdir()] == [path.name]


def test_a_damaged_byte_is_noticed_and_solved_again(solution, path):
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    with pytest.raises(ValueError, match="damaged"):
        load(path, FORCED)
    with pytest.warns(UserWarning, match="damaged.*solving again"):
        assert load_or_solve(FORCED, path).optimum == solution.optimum
    assert load(path, FORCED).optimum == solution.optimum


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (b'"version": 1', b'"version": 0', "version 0"),
        (b"chancegames yahtzee", b"somebody's yahtzee", "not a table"),
        (b"{", b"[", "not a table"),
        (b'"joker": "forced"', b'"joker": "free"', "other rules"),
    ],
)
def test_a_foreign_file_is_refused(path, old, new, message):
    path.write_bytes(path.read_bytes().replace(old, new, 1))
    with pytest.raises(ValueError, match=message):
        load(path, FORCED)


def test_a_cut_file_is_refused(path):
    path.write_bytes(path.read_bytes()[:-8])
    with pytest.raises(ValueError, match="damaged"):
        load(path, FORCED)


def test_other_rules_are_refused(path):
    with pytest.raises(ValueError, match="other rules"):
        load(path, FREE)


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_two_processes_that_solve_at_once_leave_a_whole_table(solution, tmp_path):
    place = tmp_path / "shared.table"
    start = get_context("fork").Barrier(2)
    both = [get_context("fork").Process(target=solve_at, args=(start, place)) for _ in range(2)]
    for process in both:
        process.start()
    for process in both:
        process.join()
    assert [process.exitcode for process in both] == [0, 0]
    assert load(place, FORCED).optimum == solution.optimum
    assert list(tmp_path.iterdir()) == [place]


def solve_at(start, place):
    """Wait for the other process; neither finds a table, so both solve and store."""
    start.wait(60)
    load_or_solve(FORCED, place)


def test_a_table_is_stored_where_asked(solution, tmp_path, monkeypatch):
    monkeypatch.setenv("CHANCEGAMES_CACHE", str(tmp_path))
    assert load_or_solve().method == "numba"
    assert default_path(FORCED).parent == tmp_path
    assert load_or_solve().method == "stored"


def test_a_place_that_cannot_be_written_is_only_a_warning(solution, tmp_path):
    (tmp_path / "file").write_text("in the way")
    with pytest.warns(UserWarning, match="could not be stored"):
        again = load_or_solve(FORCED, tmp_path / "file" / "table")
    assert again.optimum == solution.optimum
