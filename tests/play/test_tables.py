"""The container of the tables for the browser."""

import numpy as np
import pytest

from chancegames.base.files import BadFile
from chancegames.show.play import make
from chancegames.show.play.tables import KINDS, Table, _decode, encode

TABLE = Table(
    "sample",
    3,
    {"dice": 2},
    {"names": ["é", "b"]},
    {kind: np.arange(5).astype(kind) for kind in KINDS} | {"square": np.eye(3)},
)


def test_a_table_survives_packing():
    again = _decode(encode(TABLE))
    assert (again.name, again.version, again.rules, again.data) == (
        "sample",
        3,
        {"dice": 2},
        TABLE.data,
    )
    for name, values in TABLE.arrays.items():
        assert again.arrays[name].dtype == values.dtype
        np.testing.assert_array_equal(again.arrays[name], values)


def test_packing_is_repeatable():
    assert encode(TABLE) == encode(TABLE)


@pytest.mark.parametrize("place", [0, 18, 25, 100, -9, -1])
def test_any_damage_is_noticed(place):
    packed = bytearray(encode(TABLE))
    packed[place] ^= 1
    with pytest.raises(BadFile, match="damaged"):
        _decode(bytes(packed))


def test_a_cut_table_is_damaged():
    with pytest.raises(BadFile, match="damaged"):
        _decode(encode(TABLE)[:-30])


@pytest.mark.parametrize(
    ("values", "sentence"),
    [(np.array([1j]), "no array of complex"), (np.array([np.inf]), "not finite")],
)
def test_what_a_browser_cannot_hold_is_refused(values, sentence):
    with pytest.raises(ValueError, match=sentence):
        encode(Table("bad", 1, {}, arrays={"x": values}))


def test_tables_are_made_when_missing_and_kept_when_current(tmp_path, monkeypatch):
    monkeypatch.setattr(make, "MAKERS", {"sample": lambda: TABLE})
    assert make.refresh_tables(tmp_path)
    assert not make.refresh_tables(tmp_path)
    (tmp_path / "old.table").write_bytes(b"")
    (tmp_path / make.STAMP).write_text("older", encoding="utf-8")
    assert make.refresh_tables(tmp_path)
    assert sorted(p.name for p in tmp_path.iterdir()) == [make.STAMP, "sample.table"]
    (tmp_path / "sample.table").unlink()
    assert make.refresh_tables(tmp_path)
